package store

import (
	"cmp"
	"database/sql"
	"slices"
	"time"
)

// What waits for a bank, found by indexes on what waits (0025_desk.sql, 0028_promises.sql) rather than by reading all
// of its negotiations, listings and companies.

// DeskNegotiation is what decides whether something waits in a negotiation, without names.
type DeskNegotiation struct {
	Seq                uint32    `db:"seq"`
	ID                 string    `db:"id"`
	BFID               string    `db:"bf_id"`
	SFID               string    `db:"sf_id"`
	Status             int       `db:"status"`
	InterestStatus     int       `db:"interest_status"`
	OfferSendStatus    int       `db:"offer_send_status"`
	SellerApproval     int       `db:"seller_approval_status"`
	AnswerDue          string    `db:"answer_due"`
	ContractProposedBy string    `db:"contract_proposed_by"`
	FactWaitingFor     string    `db:"fact_waiting_for"`
	ClosingDue         string    `db:"closing_due"`
	EndedFrom          int       `db:"ended_from"`
	EndedBy            string    `db:"ended_by"`
	IsDisposalDone     bool      `db:"is_disposal_done"`
	ReopenAskedAt      time.Time `db:"reopen_asked_at"`
	NextActionBF       string    `db:"next_action_bf"`
	NextActionSF       string    `db:"next_action_sf"`
	PersonBF           string    `db:"person_bf"`
	PersonSF           string    `db:"person_sf"`
	OfferedAt          time.Time `db:"offered_at"`
	StatusAt           time.Time `db:"status_at"`
	BFModified         time.Time `db:"bf_modified"`

	PaperWaits bool // a signed paper of the viewer's institution waits for a second user
	NoteWaits  bool // an offer beside the row (NoteOf) waits as well
}

// Conditions, written exactly as in the indexes negotiation_waits_bf and negotiation_waits_sf, so
// that SQLite uses them.
const (
	waitsForBF = `(n.offer_send_status = ` + codeOfferWaiting + ` AND n.status IN (` + codeNegotiationNone + `, ` + codeNegotiationBroken + `) OR n.interest_status = ` + codeInterestInterested + ` AND n.status = ` + codeNegotiationNone + ` OR n.status = ` + codeNegotiationHope + ` OR n.status = ` + codeNegotiationConditions + ` AND n.contract_proposed_by <> ''
		OR n.fact_waiting_for <> '' OR n.closing_due <> '' OR n.status = ` + codeNegotiationBroken + ` AND (n.ended_from > ` + codeNegotiationNone + ` AND n.is_disposal_done = 0 OR n.reopen_asked_at IS NOT NULL) OR n.next_action_bf <> '')`
	waitsForSF = "(n.status = " + codeNegotiationHope + " OR n.status = " + codeNegotiationConditions +
		" AND n.contract_proposed_by <> '' OR n.fact_waiting_for <> '' OR n.closing_due <> '' OR n.status = " + codeNegotiationBroken +
		" AND n.reopen_asked_at IS NOT NULL OR n.next_action_sf <> '')"
)

// What waits for an action of BF or SF whatever the day, among waitsForBF and waitsForSF, and by what it has not read.
const (
	actionForBF = `(n.offer_send_status = ` + codeOfferWaiting + ` AND n.status IN (` + codeNegotiationNone + `, ` + codeNegotiationBroken + `) OR n.interest_status = ` + codeInterestInterested + ` AND n.status = ` + codeNegotiationNone + ` OR n.status = ` + codeNegotiationConditions + ` AND n.contract_proposed_by = 'sf'
		OR n.fact_waiting_for IN ('bf', 'bfsf') OR n.fact_waiting_for <> '' AND n.bf_id = n.sf_id OR n.closing_due <> ''
		OR n.status = ` + codeNegotiationBroken + ` AND n.ended_from > ` + codeNegotiationNone + ` AND n.is_disposal_done = 0
		OR ` + noteStatus + ` = ` + codeOfferWaiting + `)`
	actionForSF = `(n.status = ` + codeNegotiationHope + ` OR n.status = ` + codeNegotiationConditions + `
		AND (n.contract_proposed_by = 'bf' OR n.contract_proposed_by <> '' AND n.bf_id = n.sf_id)
		OR n.fact_waiting_for IN ('sf', 'bfsf') OR n.fact_waiting_for <> '' AND n.bf_id = n.sf_id OR n.closing_due <> ''
		OR n.status = ` + codeNegotiationBroken + ` AND n.reopen_asked_at IS NOT NULL)`
	unreadBySF = ` FROM message_unread u CROSS JOIN message m ON m.seq = u.message_seq CROSS JOIN negotiation n ON n.id = u.negotiation_id
		WHERE u.owner_id = ? AND u.side = ? AND m.originator_type = ` + codeOriginatorBF
	unreadByBF = ` FROM message_unread u CROSS JOIN message m ON m.seq = u.message_seq CROSS JOIN negotiation n ON n.id = u.negotiation_id
		WHERE u.owner_id = ? AND u.side = ? AND m.originator_type IN (` + codeOriginatorBUY + `, ` + codeOriginatorSF + `)`
)

// WaitingNegotiations are the negotiations in which something may wait for the viewer's
// institution, and those with the ids given. The caller decides what of it waits today.
func (q *Q) WaitingNegotiations(v Viewer, also []string) ([]DeskNegotiation, error) {
	ofTeam := ""
	if v.Team != "" { // the side whose paper it is
		ofTeam = " AND EXISTS (SELECT 1 FROM negotiation n WHERE n.id = p.subject_id AND CASE p.kind WHEN '" +
			PaperRealNameConsent + "' THEN 1" + v.reach(InChargeOfBF, "n.seq") + " ELSE 1" + v.reach(InChargeOfSF, "n.seq") + " END)"
	}
	papers, err := codes[string](q, "SELECT p.subject_id FROM paper p WHERE p.institution_id = ? AND p.kind IN (?, ?) AND p.confirmed IS "+
		"NULL AND p.cancelled IS NULL"+ofTeam,
		v.InstitutionID, PaperRealNameConsent, PaperOwnerConsent)
	if err != nil {
		return nil, err
	}
	notes, err := codes[string](q,
		"SELECT r.id FROM negotiation n INDEXED BY negotiation_waits_bf JOIN negotiation r ON r.listing_id = n.listing_id AND r.buyer_company_id = n.buyer_company_id AND r.is_note = 0 "+
			"WHERE "+v.isBF()+" AND "+waitsForBF+" AND n.is_note = 1 AND n.offer_send_status = 1", v.InstitutionID)
	if err != nil {
		return nil, err
	}
	var of [2]where
	of[0].add(v.isBF()+" AND "+waitsForBF, v.InstitutionID)
	of[1].add(v.isSF()+" AND "+v.isNotBF()+" AND "+waitsForSF, v.InstitutionID, v.InstitutionID)
	var out []DeskNegotiation
	for i, index := range []string{"negotiation_waits_bf", "negotiation_waits_sf"} {
		found, err := q.deskNegotiations(v, " INDEXED BY "+index, &of[i], "")
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	has := make(map[string]bool, len(out))
	for i := range out {
		has[out[i].ID] = true
	}
	var more []string
	for _, id := range slices.Concat(papers, notes, also) {
		if !has[id] {
			has[id], more = true, append(more, id)
		}
	}
	err = inChunks(more, func(ids []string) error {
		var w where
		in(&w, "n.id", ids)
		found, err := q.deskNegotiations(v, "", &w, "")
		out = append(out, found...)
		return err
	})
	for i := range out {
		out[i].PaperWaits, out[i].NoteWaits = slices.Contains(papers, out[i].ID), slices.Contains(notes, out[i].ID)
	}
	slices.SortFunc(out, func(x, y DeskNegotiation) int { return cmp.Compare(x.Seq, y.Seq) })
	return out, err
}

func (q *Q) deskNegotiations(v Viewer, index string, w *where, rest string, restArgs ...any) ([]DeskNegotiation, error) {
	q.visibleNegotiation(v, w)
	out, err := list[DeskNegotiation](q, "SELECT "+names[DeskNegotiation]("n")+" FROM negotiation n"+index+" WHERE "+w.String()+rest,
		append(w.args, restArgs...)...)
	if err != nil || v.Team == "" {
		return out, err
	}
	for i := range out { // a side on which the viewer's team does not stand is another's
		x := &out[i]
		for of, id := range map[InCharge]*string{InChargeOfBF: &x.BFID, InChargeOfSF: &x.SFID} {
			is, err := q.IsInTeam(v, of, x.Seq)
			if err != nil {
				return nil, err
			}
			if *id == v.InstitutionID && !is {
				*id = ""
			}
		}
	}
	return out, nil
}

// liveNegotiations are the two sides' live rows that last moved before a moment, with the column
// that says when: a row on whose both sides the institution stands is BF's.
func liveNegotiations(v Viewer, before time.Time) (w [2]where, moved [2]string) {
	moved = [2]string{"n.bf_modified", "n.status_at"}
	w[0].add(v.isBF()+" AND n.status "+listOfLive, v.InstitutionID)
	w[1].add(v.isSF()+" AND "+v.isNotBF()+" AND n.status "+listOfLive, v.InstitutionID, v.InstitutionID)
	for i := range w {
		if !before.IsZero() {
			w[i].add(moved[i]+" < ?", ms(before))
		}
	}
	return w, moved
}

// CountLiveNegotiations counts the live negotiations of the viewer's institution that last moved
// before a moment; the zero moment counts all.
func (q *Q) CountLiveNegotiations(v Viewer, before time.Time) (count int, err error) {
	sides, _ := liveNegotiations(v, before)
	for i := range sides {
		q.visibleNegotiation(v, &sides[i])
		n := 0
		if err := q.scan1([]any{&n}, "SELECT count(*) FROM negotiation n WHERE "+sides[i].String(), sides[i].args...); err != nil {
			return 0, err
		}
		count += n
	}
	return count, nil
}

// LiveNegotiations are the first live negotiations of either side that last moved before a moment:
// the latest moved first, or with isLongest the longest unmoved first.
func (q *Q) LiveNegotiations(v Viewer, before time.Time, isLongest bool, limit int) ([]DeskNegotiation, error) {
	sides, moved := liveNegotiations(v, before)
	direction := " DESC"
	if isLongest {
		direction = " ASC"
	}
	var out []DeskNegotiation
	for i := range sides {
		found, err := q.deskNegotiations(v, "", &sides[i], " ORDER BY "+moved[i]+direction+", n.seq LIMIT ?", limit)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// NegotiationFunnel counts the negotiations of the viewer's institution by status, as the buyer's
// bank and as the seller's. For the seller's bank a row that ended before it began counts as not
// begun.
func (q *Q) NegotiationFunnel(v Viewer) (buying, selling map[int]int, err error) {
	buying, selling = map[int]int{}, map[int]int{}
	var bf, sf where
	bf.add(v.isBF(), v.InstitutionID)
	sf.add(v.ofSF(), v.InstitutionID)
	for _, side := range []struct {
		w      where
		status string
		counts map[int]int
	}{{bf, "n.status", buying}, {sf, v.statusForSF(), selling}} {
		q.visibleNegotiation(v, &side.w)
		if err := q.each(func(r *sql.Rows) error {
			var status, n int
			err := r.Scan(&status, &n)
			side.counts[status] = n
			return err
		}, "SELECT "+side.status+", count(*) FROM negotiation n WHERE "+side.w.String()+" GROUP BY 1", side.w.args...); err != nil {
			return nil, nil, err
		}
	}
	return buying, selling, nil
}

// DeskListing is an own listing with the content that its bank edits.
type DeskListing struct {
	ID           string    `db:"id"`
	Status       int       `db:"status"`
	Modified     time.Time `db:"modified"`
	BusinessName string
	StartDate    string
	DueDate      string
}

// DueListings are the own listings that were sent back, or that are published and due by a day. The
// slice is shared and must not be changed.
func (q *Q) DueListings(v Viewer, day string) ([]DeskListing, error) {
	if v.IsBuyer() {
		return nil, nil
	}
	return Keep(q, dueListingsKey{v.Desk(), day}, func() (Kept[[]DeskListing], error) {
		out := []DeskListing{}
		err := q.each(func(r *sql.Rows) error {
			var l DeskListing
			err := r.Scan(append(dests(&l), &l.BusinessName, &l.StartDate, &l.DueDate)...)
			out = append(out, l)
			return err
		}, "SELECT "+names[DeskListing]("l")+`, c.business_name, c.start_date, c.due_date FROM listing l JOIN listing_content c INDEXED BY listing_content_due ON c.listing_id = l.id AND c.side = `+codeSideWorking+`
			WHERE `+v.ownListing()+` AND (l.status = `+codeListingRemand+` OR l.status IN (`+codeListingShowing+`, `+codeListingOutsidePeriod+`) AND c.due_date <= ?) ORDER BY l.seq`, v.InstitutionID, day)
		return Kept[[]DeskListing]{out, v.DeskSources(OfBank(v.InstitutionID)), 300 * len(out)}, err
	})
}

type dueListingsKey struct{ desk, day string }

// EndingTrials are the own trials that end until a day, the first to end first, and how many.
func (q *Q) EndingTrials(v Viewer, until time.Time, limit int) (ids []string, count int, err error) {
	var w where
	w.add("c.kind = "+codeKindBuyer+" AND c.is_trial = 1 AND "+v.ownCompany()+" AND c.trial_until <= ?", v.InstitutionID, ms(until))
	q.maintainedCompany(v, &w)
	if err := q.scan1([]any{&count}, "SELECT count(*) FROM company c WHERE "+w.String(), w.args...); err != nil {
		return nil, 0, err
	}
	ids, err = codes[string](q, "SELECT c.id FROM company c WHERE "+w.String()+" ORDER BY c.trial_until, c.seq LIMIT ?", append(w.args,
		limit)...)
	return ids, count, err
}

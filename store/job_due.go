package store

import (
	"database/sql"
	"encoding/json"
	"time"

	"tsunagu/store/index"
)

// Queries of the jobs. There is no viewer: they return ids and what the jobs' rules need, and a job
// tells only those whom the matter concerns. Whether a buyer may see a listing that a mail names is
// decided by SearchListings as that buyer.

// DuePeriod is a showing listing by the end of its published period.
type DuePeriod struct {
	ID            string    `db:"id"`
	InstitutionID string    `db:"institution_id"`
	PublishedAt   time.Time `db:"published_at"`
	DueDate       string    `db:"due_date"`
}

// DuePeriods are the showing listings whose period ends between two days, both included.
func (q *Q) DuePeriods(from, to string) ([]DuePeriod, error) {
	return list[DuePeriod](q,
		`SELECT l.id, l.institution_id, l.published_at, p.due_date FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = `+codeSidePublished+`
		WHERE l.status = `+codeListingShowing+` AND p.due_date BETWEEN ? AND ? ORDER BY l.seq`, from, to)
}

// EndedExclusivities are the listings whose 独占交渉期限 is over and that are still marked as stopped
// because of it.
func (q *Q) EndedExclusivities() ([]string, error) {
	return codes[string](q, "SELECT l.id FROM listing l WHERE l.is_suspended = 1 AND l.exclusive_until <> '' AND l.exclusive_until < ? "+
		"ORDER BY l.seq", q.Today())
}

// DueAnswers are the real-name requests that wait, with an answer due by a day.
func (q *Q) DueAnswers(by string) ([]string, error) {
	return codes[string](q, "SELECT n.id FROM negotiation n WHERE n.status = "+codeNegotiationHope+
		" AND n.answer_due <> '' AND n.answer_due <= ? ORDER BY n.seq", by)
}

// StillNegotiation is a negotiation with its last movement as each bank can see it. What one side
// does unseen must neither delay nor cause a reminder to the other.
type StillNegotiation struct {
	ID       string    `db:"id"`
	BFID     string    `db:"bf_id"`
	SFID     string    `db:"sf_id"`
	PersonBF string    `db:"person_bf"`
	PersonSF string    `db:"person_sf"`
	MovedBF  time.Time `db:"moved_bf"`
	MovedSF  time.Time `db:"moved_sf"`
}

// StillNegotiations are the running negotiations whose status has not moved since the moment; with
// an id, only that one.
func (q *Q) StillNegotiations(since time.Time, id string) ([]StillNegotiation, error) {
	w := where{}
	w.add("n.status "+codesLive+" AND n.status_at <= ?", ms(since))
	if id != "" {
		w.add("n.id = ?", id)
	}
	return list[StillNegotiation](q, `SELECT n.id, n.bf_id, n.sf_id, n.person_bf, n.person_sf,
		max(n.status_at, coalesce(n.bf_modified, 0), coalesce((SELECT max(m.created) FROM message m WHERE m.negotiation_id = n.id), 0)),
		max(n.status_at, coalesce((SELECT max(m.created) FROM message m WHERE m.negotiation_id = n.id AND (m.message_type = `+codeMessageBFtoSF+` OR m.message_type = `+codeMessageSystem+` AND instr(m.readers, 's'))), 0),
			coalesce((SELECT max(x.modified) FROM milestone x WHERE x.negotiation_id = n.id), 0))
		FROM negotiation n WHERE `+w.String()+" ORDER BY n.seq", w.args...)
}

// ExpiringLinkKeys are the valid links of some kinds that expire by a moment.
func (q *Q) ExpiringLinkKeys(by time.Time, kinds ...string) ([]LinkKey, error) {
	return list[LinkKey](q, "SELECT "+names[LinkKey]("k")+" FROM link_key k WHERE k.used IS NULL AND k.revoked IS NULL AND k.expires <= "+
		"? AND k.kind IN ("+marks(len(kinds))+") ORDER BY k.seq",
		append([]any{ms(by)}, anyOf(kinds)...)...)
}

// EndedTrials are the companies whose trial is over and was not yet reported to anybody.
func (q *Q) EndedTrials() ([]string, error) {
	return codes[string](q, `SELECT c.id FROM company c WHERE c.is_trial = 1 AND c.trial_until <= ?
		AND NOT EXISTS (SELECT 1 FROM reminder r WHERE r.kind = 'trial' AND r.subject_id = c.id AND r.occasion = CAST(c.trial_until AS TEXT)) ORDER BY c.seq`, ms(q.now))
}

// MailedBuyers are the companies with an enabled user (role 2) who receives mails about fitting listings. rest is
// called after every fittingAtOnce companies.
func (q *Q) MailedBuyers(rest func() error) (ids []string, err error) {
	seen := map[string]bool{}
	return ids, q.each(func(r *sql.Rows) error {
		var id string
		if err := r.Scan(&id); err != nil || seen[id] {
			return err
		}
		ids, seen[id] = append(ids, id), true
		if len(ids)%fittingAtOnce == 0 {
			return rest()
		}
		return nil
	}, "SELECT u.client_id FROM user u WHERE "+mailedUser)
}

// mailedUser is true for rows of `u` that receive mails about fitting listings.
const mailedUser = "u.role = " + codeRoleBUY + " AND u.status = " + codeUserEnabled + " AND u.regist_send_mail = 1"

// buyersToTell are those of some buyers that want mails about fitting listings, in the given order. With Since,
// buyers that got a mail of this kind after it are left out.
func (q *Q) buyersToTell(ids []string, f *Fitting) (out []*fittingBuyer, err error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	w := where{}
	w.add("c.kind = " + codeKindBuyer + " AND c.status = " + codeCompanyEnabled +
		" AND c.is_trial = 0 AND c.is_send_recommend_mail = 1 AND " + running("c.institution_id"))
	w.add("EXISTS (SELECT 1 FROM user u WHERE u.client_id = c.id AND " + mailedUser + ")")
	w.add("EXISTS (SELECT 1 FROM needs d WHERE d.client_id = c.id AND d.status = " + codeNeedsLiving + ")")
	if !f.Since.IsZero() {
		// Rows from the future, written while the clock was ahead, do not count: they would stop the mails
		// until that time.
		w.add("NOT EXISTS (SELECT 1 FROM recommended r WHERE r.kind = ? AND r.buyer_company_id = c.id AND r.at BETWEEN ? AND ?)", f.Kind,
			ms(f.Since), ms(q.now))
	}
	return out, q.each(func(r *sql.Rows) error {
		b := &fittingBuyer{}
		out = append(out, b)
		return r.Scan(&b.seq, &b.BuyerID, &b.InstitutionID)
	}, "SELECT c.seq, c.id, c.institution_id"+eachID+"company c ON c.id = j.value WHERE "+w.String()+" ORDER BY j.key",
		append([]any{string(list)}, w.args...)...)
}

// ShowNewly says whether a listing shows that was published after a moment.
func (q *Q) ShowNewly(after time.Time) (is bool, err error) {
	showing, args := q.showing()
	return is, q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = "+
		codeSidePublished+" WHERE "+showing+" AND l.published_at > ?)", append(args, ms(after))...)
}

// readKnown reads for each buyer the listings that it negotiates about, has turned down or has let go.
func (q *Q) readKnown(buyers []*fittingBuyer) error {
	return q.eachOfBuyers(buyers, func(b *fittingBuyer, listing uint32) { b.known = append(b.known, listing) },
		"SELECT j.key, l.seq"+eachID+"negotiation n ON n.buyer_company_id = j.value AND "+openToBuyer+" AND (n.status "+codesBegun+
			" OR "+notScored+") CROSS JOIN listing l ON l.id = n.listing_id")
}

// readTold reads for each buyer the listings that a kind of mail has told it about.
func (q *Q) readTold(buyers []*fittingBuyer, kind string, told map[*fittingBuyer]*index.Set) error {
	of := map[*fittingBuyer][]uint32{}
	err := q.eachOfBuyers(buyers, func(b *fittingBuyer, listing uint32) { of[b] = append(of[b], listing) },
		"SELECT j.key, l.seq"+eachID+"recommended r ON r.kind = ? AND r.buyer_company_id = j.value CROSS JOIN listing l ON "+
			"l.id = r.listing_id", kind)
	for b, listings := range of {
		told[b] = index.SetOf(listings)
	}
	return err
}

// eachOfBuyers runs a query over buyers and calls f with each row: the buyer and a listing's number.
func (q *Q) eachOfBuyers(buyers []*fittingBuyer, f func(b *fittingBuyer, listing uint32), query string, args ...any) error {
	ids := make([]string, len(buyers))
	for i, b := range buyers {
		ids[i] = b.BuyerID
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	return q.each(func(r *sql.Rows) error {
		var i int
		var listing uint32
		if err := r.Scan(&i, &listing); err != nil {
			return err
		}
		f(buyers[i], listing)
		return nil
	}, query, append([]any{string(list)}, args...)...)
}

// recommended returns the listings that a buyer was already told of.
func (q *Q) recommended(kind, buyerID string) (map[string]bool, error) {
	ids, err := codes[string](q, "SELECT r.listing_id FROM recommended r WHERE r.kind = ? AND r.buyer_company_id = ?", kind, buyerID)
	out := map[string]bool{}
	for _, id := range ids {
		out[id] = true
	}
	return out, err
}

// MarkRecommended records that a buyer is told of a listing; false where it was told before.
func (t *Tx) MarkRecommended(kind, buyerID, listingID string) (bool, error) {
	n, err := t.exec("INSERT INTO recommended (kind, buyer_company_id, listing_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", kind,
		buyerID, listingID, ms(t.now))
	return n > 0, err
}

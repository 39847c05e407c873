package store

import "strings"

// Viewer is the user for whom a query runs, taken from the user's row and never from a request. The
// office and mailed links have no Viewer; they have queries of their own.
type Viewer struct {
	UserID        string
	InstitutionID string // a bank user's own; for a buyer's user the one in charge of its company
	BuyerID       string // the buyer's company, "" for a bank user
	Team          Team   // of a bank user whose institution shows records to their teams alone
	Part          Part   // what he does, where not everybody of a team may do it
}

// IsBuyer says whether the viewer is a buyer's user, who sees what a buyer may see.
func (v Viewer) IsBuyer() bool { return v.BuyerID != "" }

// The one predicate of each data type that every query uses (trust.md Authorization): hidden rows
// are absent from lists, counts and scores, and reading one directly finds nothing. Status codes
// are those of app/deal, by their names in codes.go.

// visibleListing is true for rows of `l` (listing) joined with `p` (listing_content side 2,
// LEFT JOIN) that the viewer may know of. In charge: all. Else: public (1) in its period, or
// concluded (2) for six months, and the viewer's institution is in the audience; or the
// viewer's side already negotiates (status 1 and beyond), which a narrowed audience does not end.
func (q *Q) visibleListing(v Viewer, w *where) {
	own, ownArgs := v.ownListing(), []any{v.InstitutionID}
	// + makes SQLite use the listing's few rows; otherwise it reads all of the institution's for each listing.
	dealing, dealingArgs := "EXISTS (SELECT 1 FROM negotiation n WHERE n.listing_id = l.id AND +n.bf_id = ? AND +n.status "+codesBegun+
		v.reach(InChargeOfBF, "n.seq")+")", []any{v.InstitutionID}
	if v.IsBuyer() {
		// A buyer of the institution in charge sees only what is published, as other buyers do.
		own, ownArgs = "0", nil
		dealing, dealingArgs = "EXISTS (SELECT 1 FROM negotiation n WHERE n.listing_id = l.id AND n.buyer_company_id = ? AND n.status "+
			codesBegun+")", []any{v.BuyerID}
	}
	audience, audienceArgs := q.audience("?", v.InstitutionID)
	if v.Team != "" {
		// A colleague's shows to the team of a buyer who has turned to it, as it shows to the buyer.
		audience, audienceArgs = audience+" AND (l.institution_id <> ? OR EXISTS (SELECT 1 FROM negotiation n WHERE n.listing_id = l.id AND "+
			v.ofBF()+"))", append(audienceArgs, v.InstitutionID, v.InstitutionID)
	}
	if v.IsBuyer() {
		// A company whose trial is over sees none (domain.md 6).
		w.add("NOT EXISTS (SELECT 1 FROM company t WHERE t.id = ? AND t.is_trial = 1 AND t.trial_until <= ?)", v.BuyerID, ms(q.now))
	}
	args := append([]any{}, ownArgs...)
	args = append(args, audienceArgs...)
	w.add(own+" OR (p.listing_id IS NOT NULL AND ("+audience+" OR "+dealing+"))", append(args, dealingArgs...)...)
}

// showing is true for rows of `l` joined with `p`, as visibleListing wants them, that are public (1) and in
// their period today.
func (q *Q) showing() (string, []any) {
	return "l.status = " + codeListingShowing + " AND p.start_date <= ? AND p.due_date >= ?", []any{q.Today(), q.Today()}
}

// recentlySold is true for rows of `l` that were concluded (2) within six months, except those that a merger
// would have shown to more than their owner agreed to.
func (q *Q) recentlySold() (string, []any) {
	return "l.status = " + codeListingConcluded + " AND l.is_sold_hidden = 0 AND l.concluded_at >= ?", []any{ms(q.now.AddDate(0, -6, 0))}
}

// audience is true where a listing shows now and the institution, an SQL expression with its
// arguments, is among those it is published to (domain.md 3.4), as long as the bank in charge takes
// part. It needs `l` and `p` as visibleListing does, and a row of `p`.
func (q *Q) audience(institution string, institutionArgs ...any) (cond string, args []any) {
	showing, args := q.showing()
	sold, soldArgs := q.recentlySold()
	args = append(args, soldArgs...)
	args = append(args, institutionArgs...)
	args = append(args, institutionArgs...)
	return `((` + showing + ` OR ` + sold + `)
		AND ` + running("l.institution_id") + ` AND (l.institution_id = ` + institution + ` OR p.is_limited = 0 AND (p.is_rest = 0 OR NOT EXISTS (
			SELECT 1 FROM listing_code r WHERE r.listing_id = l.id AND r.side = ` + codeSidePublished + ` AND r.field = 'rest' AND r.code = ` + institution + `))))`, args
}

// forAllMembers is true for published contents p that are kept from no member.
const forAllMembers = "p.is_limited = 0 AND p.is_rest = 0"

// openListing is true for rows of `l` joined with `p` that show to everybody: no institution is
// kept out.
func (q *Q) openListing(w *where) {
	showing, args := q.showing()
	w.add(showing, args...)
	w.add(forAllMembers + " AND " + running("l.institution_id"))
}

// buyerSees is true for rows of `n` joined with `l` and `p` whose buyer's side may see the listing: it is in
// the audience, or the negotiation is under way or done (status 1 to 5).
func (q *Q) buyerSees() (string, []any) {
	audience, args := q.audience("n.bf_id")
	return "(n.status " + codesBegun + " OR p.listing_id IS NOT NULL AND " + audience + ")", args
}

// visibleNegotiation is true for rows of `n` that the viewer may know of (domain.md 4, 0.9): a row
// that never started is visible to BF, to the buyer once it contains something that the buyer may
// see, and to SF once SF itself has offered or is asked to reopen it.
func (q *Q) visibleNegotiation(v Viewer, w *where) {
	if v.IsBuyer() {
		w.add(ofBuyer, v.BuyerID)
		return
	}
	w.add(v.ofBF()+" OR "+v.ofSF(), v.InstitutionID, v.InstitutionID)
}

// ofBF and ofSF are true for rows of `n` that an institution may know of as the buyer's bank and as the
// seller's bank.
const (
	ofBF = "n.bf_id = ? AND " + notNote
	ofSF = "n.sf_id = ? AND " + knownToSF
)

// ofBF and ofSF are those that the viewer's team may know of.
func (v Viewer) ofBF() string { return ofBF + v.reach(InChargeOfBF, "n.seq") }
func (v Viewer) ofSF() string { return ofSF + v.reach(InChargeOfSF, "n.seq") }

// ownListing and ownCompany are true for rows of `l` and `c` in the charge of the viewer's institution that his team may know of,
// isBF and isSF for rows of `n` on whose side he stands. Each takes the institution.
func (v Viewer) ownListing() string {
	return "l.institution_id = ?" + v.reach(InChargeOfListing, "l.seq")
}
func (v Viewer) ownCompany() string {
	return "c.institution_id = ?" + v.reach(InChargeOfCompany, "c.seq")
}
func (v Viewer) isBF() string { return "n.bf_id = ?" + v.reach(InChargeOfBF, "n.seq") }
func (v Viewer) isSF() string { return "n.sf_id = ?" + v.reach(InChargeOfSF, "n.seq") }

// isNotBF is the contrary of isBF.
func (v Viewer) isNotBF() string {
	if v.Team == "" {
		return "n.bf_id <> ?"
	}
	return "NOT (" + v.isBF() + ")"
}

// isNotOwnListing is the contrary of ownListing.
func (v Viewer) isNotOwnListing() string {
	if v.Team == "" {
		return "l.institution_id <> ?"
	}
	return "NOT (" + v.ownListing() + ")"
}

// own is true for the records of a kind that the viewer's institution works on and his team may know of (inChargeTable).
func (v Viewer) own(of InCharge) string {
	t := inChargeTable[of]
	return t.own + v.reach(of, t.alias+".seq")
}

// ofBuyer is true for rows of `n` that a buyer may know of: not those that only its bank knows, such
// as an offer that the bank has not passed on.
const ofBuyer = "(n.buyer_company_id = ? AND " + openToBuyer + ")"

// openToBuyer is ofBuyer without the condition on the buyer's id.
const openToBuyer = "n.buyer_since IS NOT NULL AND " + notNote

// visibleLending is true for rows of `n` that who works on lending alone at the buyer's bank may know of: financing that was asked
// for, and that the buyer agreed to tell the lending desk of (domain.md 5, team.md 2). The end of a negotiation sets 中止 (9) also where
// nothing was asked for.
func (q *Q) visibleLending(v Viewer, w *where) {
	if v.IsBuyer() {
		w.add("0")
		return
	}
	w.add("n.bf_id = ? AND n.financing_consent = 1 AND n.financial_support_status >= 2 AND n.is_note = 0 AND "+
		"(n.financial_support_status < 9 OR EXISTS (SELECT 1 FROM negotiation_history h WHERE h.negotiation_id = n.id AND "+wasAskedFor+"))",
		v.InstitutionID)
}

// wasAskedFor is true for the line `h` by which the financing was asked for (相談受付).
const wasAskedFor = "h.event = 'financing' AND h.reason = 2"

// ownRow is true for rows of `n` in which the viewer is on the buying side; for a bank those of one buyer or, with
// "", of all.
func ownRow(v Viewer, buyerID string) (string, []any) {
	switch {
	case v.IsBuyer():
		return ofBuyer, []any{v.BuyerID}
	case buyerID != "":
		return v.ofBF() + " AND n.buyer_company_id = ?", []any{v.InstitutionID, buyerID}
	}
	return v.ofBF(), []any{v.InstitutionID}
}

// knownToSF is true for rows of `n` that SF knows of.
const knownToSF = "(n.started_at IS NOT NULL OR n.offered_at IS NOT NULL OR n.reopen_asked_at IS NOT NULL)"

// statusForSF and statusAtForSF are the status that SF is shown, and its time: for SF, unless it is BF too, a
// row that ended before it began has not begun.
const (
	statusForSF   = "CASE WHEN n.bf_id <> n.sf_id AND " + unbegun + " THEN 0 ELSE n.status END"
	statusAtForSF = "CASE WHEN n.bf_id <> n.sf_id AND " + unbegun + " THEN n.offered_at ELSE n.status_at END"
	unbegun       = "(n.status = " + codeNegotiationNone + " OR n.status = " + codeNegotiationBroken +
		" AND n.ended_from = " + codeNegotiationNone + " AND n.reopen_asked_at IS NULL)"
)

// endedUnbegun is true for rows of `n` that ended before they began, where another bank is SF; endedUnbegunAsked for those of them that are
// shown with their end, since somebody asked to take them up again.
const (
	endedUnbegun = "n.status = " + codeNegotiationBroken + " AND n.ended_from = " + codeNegotiationNone + " AND n.bf_id <> n.sf_id"

	endedUnbegunAsked = endedUnbegun + " AND n.reopen_asked_at IS NOT NULL"
)

// statusForSF and statusAtForSF are those that the viewer's team is shown, which need not be the buyer's where its bank is.
func (v Viewer) statusForSF() string   { return v.forSF(statusForSF) }
func (v Viewer) statusAtForSF() string { return v.forSF(statusAtForSF) }

func (v Viewer) forSF(column string) string {
	if v.Team == "" {
		return column
	}
	return strings.Replace(column, "n.bf_id <> n.sf_id", "NOT (n.bf_id = n.sf_id"+v.reach(InChargeOfBF, "n.seq")+")", 1)
}

// notNote is true for rows of `n` except notes (NoteOf), which only SF sees as rows.
const notNote = "n.is_note = 0"

// noteStatus is the offer state of the note beside a row of `n`, 0 for none. BF handles the note in that
// row.
const noteStatus = `coalesce((SELECT x.offer_send_status FROM negotiation x
	WHERE x.listing_id = n.listing_id AND x.buyer_company_id = n.buyer_company_id AND x.is_note = 1 AND x.id <> n.id), 0)`

// nameOpen is true for rows of `n` in which SF has the buyer's name: deal.BuyerNameOpen.
const nameOpen = "n.status " + codesBuyerNameOpen

// countedHistory is true for rows of `h` (negotiation_history) joined with their negotiation `n`
// that a bank's user may count: events that it may know, in negotiations that it may know. A
// negotiation that another bank ended before it began counts for that bank alone, and offers count
// for the seller's side alone.
func (q *Q) countedHistory(v Viewer, w *where) {
	q.visibleNegotiation(v, w)
	w.add(v.isBF()+" OR NOT (h.from_status = "+codeNegotiationNone+" AND h.to_status = "+codeNegotiationBroken+")", v.InstitutionID)
	w.add("h.event NOT IN ('offer_send', 'offer_open') OR "+v.isSF(), v.InstitutionID)
}

// visibleCompany is true for rows of `c` (company): sellers only for the institution in charge;
// buyers for it, for themselves, and anonymously for every bank when they are public (1) and their
// bank takes part, or are in a negotiation that the bank knows of. A company that is out of use is
// visible only through such a negotiation.
func (q *Q) visibleCompany(v Viewer, w *where) {
	if v.IsBuyer() {
		w.add("c.id = ?", v.BuyerID)
		return
	}
	others, args := q.publicBuyer(v)
	w.add(v.ownCompany()+` OR c.kind = `+codeKindBuyer+` AND (`+others+` OR EXISTS (SELECT 1 FROM negotiation n
		WHERE n.buyer_company_id = c.id AND `+v.isSF()+` AND (n.started_at IS NOT NULL OR n.offered_at IS NOT NULL) AND (c.status <> `+codeCompanyDisabled+` OR n.status `+codesBegun+`)))`,
		append(append([]any{v.InstitutionID}, args...), v.InstitutionID)...)
}

// publicBuyer is true for buyers `c` that a bank may find anonymously: public ones whose bank takes part. The own bank's are its
// teams' alone.
func (q *Q) publicBuyer(v Viewer) (string, []any) {
	public := "c.status = " + codeCompanyEnabled + " AND " + running("c.institution_id")
	if v.Team != "" {
		return public + " AND c.institution_id <> ?", []any{v.InstitutionID}
	}
	return public, nil
}

// foundCompany is true for rows of `c` (company) that a search finds: own companies, and buyers that are
// public and whose bank takes part. Being known from a negotiation is not enough.
func (q *Q) foundCompany(v Viewer, w *where) {
	if v.IsBuyer() {
		w.add("c.id = ?", v.BuyerID)
		return
	}
	others, args := q.publicBuyer(v)
	w.add(v.ownCompany()+" OR c.kind = "+codeKindBuyer+" AND "+others, append([]any{v.InstitutionID}, args...)...)
}

// countedCompany is true for rows of `c` (company) that count among those with equal coordinates
// (CountAlike): those of foundCompany except own ones that are out of use (2).
func (q *Q) countedCompany(v Viewer, w *where) {
	q.foundCompany(v, w)
	w.add("c.institution_id <> ? OR c.status <> "+codeCompanyDisabled, v.InstitutionID)
}

// candidateBuyer is true for rows of `c` (company), joined LEFT with the listing's row `n` as far as
// candidates show it (candidateDealing), that the viewer's own listing can be offered to (domain.md 8,
// hard filters): public buyers in its audience while it shows. Own buyers whose negotiation ended, who
// are not interested or whom the owner wants to be avoided are left out. Another bank's buyer is never left
// out for such a reason: what only that bank knows must not show here, and leaving out a buyer that SF negotiates with anonymously would
// reveal who it is (domain.md 0.4).
func (q *Q) candidateBuyer(v Viewer, listingID string, w *where) {
	if v.IsBuyer() {
		w.add("0")
		return
	}
	w.add("c.kind = " + codeKindBuyer + " AND c.status = " + codeCompanyEnabled + " AND c.is_trial = 0 AND " + running("c.institution_id"))
	if v.Team != "" {
		w.add("c.institution_id <> ? OR "+v.ownCompany(), v.InstitutionID, v.InstitutionID)
	}
	audience, args := q.audience("c.institution_id")
	w.add("EXISTS (SELECT 1 FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = "+codeSidePublished+
		" WHERE l.id = ? AND "+v.ownListing()+" AND l.status = "+codeListingShowing+" AND "+audience+")",
		append([]any{listingID, v.InstitutionID}, args...)...)
	row, rowArgs := candidateRow(v)
	w.add("n.id IS NULL OR "+row, rowArgs...)
	w.add("c.institution_id <> ? OR NOT EXISTS (SELECT 1 FROM listing l JOIN avoided_company a ON a.company_id = l.company_id JOIN "+
		"company_details d ON d.company_id = c.id AND "+avoids+" WHERE l.id = ? AND a.removed IS NULL)", v.InstitutionID, listingID)
}

// candidateRow is true for a row `n` that does not keep its buyer from being a candidate for its
// listing.
func candidateRow(v Viewer) (string, []any) {
	return "CASE WHEN " + v.isBF() + " THEN n.status <> " + codeNegotiationBroken + " AND n.interest_status <> " + codeInterestNotInterested +
		" ELSE 1 END", []any{v.InstitutionID}
}

// candidateDealing is true for the row `n` of a candidate and the listing that may be shown with the
// candidate: for another bank's buyer SF's own offer, and the negotiation once the buyer's name is open.
func (q *Q) candidateDealing(v Viewer, w *where) {
	q.visibleNegotiation(v, w)
	w.add(v.isBF()+" OR n.offered_at IS NOT NULL OR "+nameOpen, v.InstitutionID)
}

// candidateStatus are the columns of that row's status and of the status in which it ended: for
// another bank's buyer nothing before the name is open.
func candidateStatus(v Viewer) (string, []any) {
	known := "CASE WHEN " + v.isBF() + " OR " + nameOpen + " THEN "
	return known + "n.status ELSE 0 END, " + known + "n.ended_from ELSE 0 END", []any{v.InstitutionID, v.InstitutionID}
}

// visibleLongList is true for rows of `g` (long_list): the institution's own, of listings still
// in its charge.
func (q *Q) visibleLongList(v Viewer, w *where) {
	if v.IsBuyer() {
		w.add("0")
		return
	}
	w.add("g.institution_id = ? AND EXISTS (SELECT 1 FROM listing l WHERE l.id = g.listing_id AND "+v.ownListing()+")", v.InstitutionID,
		v.InstitutionID)
}

// maintainedCompany is true for rows of `c` that the viewer maintains: a bank the companies in
// its charge, a buyer its own.
func (q *Q) maintainedCompany(v Viewer, w *where) {
	if v.IsBuyer() {
		w.add("c.id = ?", v.BuyerID)
		return
	}
	w.add(v.ownCompany(), v.InstitutionID)
}

// visibleUser is true for rows of `u` (user): a bank's own users and those of the companies in
// its charge; a buyer's own.
func (q *Q) visibleUser(v Viewer, w *where) {
	if v.IsBuyer() {
		w.add("u.client_type = "+codeClientBuyer+" AND u.client_id = ?", v.BuyerID)
		return
	}
	w.add(`u.client_type = `+codeClientInstitution+` AND u.client_id = ? OR u.client_type IN (`+codeClientBuyer+`, `+codeClientSeller+`) AND EXISTS (
		SELECT 1 FROM company c WHERE c.id = u.client_id AND `+v.ownCompany()+`)`, v.InstitutionID, v.InstitutionID)
}

// visibleNeeds is true for rows of `d` (needs) joined with their company `c`: living needs of the
// companies that the viewer may know of; needs of a company that is out of use are visible to its
// own bank alone.
func (q *Q) visibleNeeds(v Viewer, w *where) {
	w.add("d.status = " + codeNeedsLiving)
	w.add("c.status <> "+codeCompanyDisabled+" OR c.institution_id = ?", v.InstitutionID)
	q.visibleCompany(v, w)
}

// visibleHeldText is true for rows of `h` (held_text): the institution's own, until an approver releases
// them.
func (q *Q) visibleHeldText(v Viewer, w *where) {
	if v.IsBuyer() {
		w.add("0")
		return
	}
	w.add("h.institution_id = ?", v.InstitutionID)
	if v.Team != "" { // the team of the side that wrote it
		w.add("CASE WHEN h.message_type = 0 OR h.originator_type = " + codeOriginatorSF + " THEN EXISTS (SELECT 1 FROM listing l WHERE l.id = " +
			"h.listing_id" + v.reach(InChargeOfListing, "l.seq") + ") ELSE EXISTS (SELECT 1 FROM negotiation n WHERE n.id = h.negotiation_id" +
			v.reach(InChargeOfBF, "n.seq") + ") END")
	}
}

// visibleSavedSearch is true for rows of `s` (saved_search): the user's own, not those of
// colleagues.
func (q *Q) visibleSavedSearch(v Viewer, w *where) {
	w.add("s.user_id = ?", v.UserID)
}

// ownDocument is true for rows of `d` (document) joined with their listing `l` that the viewer
// manages: for the institution in charge of the listing, as long as the document is not removed.
func (q *Q) ownDocument(v Viewer, w *where) {
	if v.IsBuyer() {
		w.add("0")
		return
	}
	w.add("d.removed IS NULL AND "+v.ownListing(), v.InstitutionID)
}

// grantedDocument is true for rows of `d` (document) joined with a grant `g` and the row `n` of
// its buyer that the viewer's side of that row may open now.
func (q *Q) grantedDocument(v Viewer, w *where) {
	cond, args := q.liveGrant()
	w.add(cond, args...)
	if v.IsBuyer() {
		w.add(ofBuyer, v.BuyerID)
		return
	}
	w.add(v.isBF(), v.InstitutionID)
}

// liveGrant is true where the grant `g` of the document `d` opens it now: neither is revoked, the
// last day is not over, and the row `n` is in a status where names are open (L4), by the same
// approval under which the grant was made. So a grant ends with its negotiation, and a reopened
// negotiation begins without grants.
func (q *Q) liveGrant() (string, []any) {
	return "(d.removed IS NULL AND g.revoked IS NULL AND (g.until = '' OR g.until >= ?) AND n.status " + codesNamesOpen +
		" AND g.created >= coalesce(n.approved_at, 0))", []any{q.Today()}
}

// visibleImport is true for rows of `i` (company_import): the user's own, in the user's own
// institution, until they expire.
func (q *Q) visibleImport(v Viewer, w *where) {
	if v.IsBuyer() {
		w.add("0")
		return
	}
	w.add("i.institution_id = ? AND i.user_id = ? AND i.expires > ?", v.InstitutionID, v.UserID, ms(q.now))
}

// openBreakGlass is true for rows of `b` (break_glass) by which a user of the office may read now:
// its own, opened, not closed and not over. Setting the clock back does not reopen it.
func (q *Q) openBreakGlass(userID string, w *where) {
	w.add("b.requested_by = ? AND b.opened <= ? AND b.closed IS NULL AND b.expires > ?", userID, ms(q.now), ms(q.now))
}

// visibleTopic is true for rows of `t` (topic) that the viewer may read: public ones that have begun, for everybody, for
// banks, for buyers, or for the bank whose user he is. A buyer is not told what is for its bank alone.
func (q *Q) visibleTopic(v Viewer, w *where) {
	w.add("t.is_public = 1 AND t.start_date <= ?", q.Today())
	if v.IsBuyer() {
		w.add("t.audience IN (0, 2)")
		return
	}
	w.add("t.audience IN (0, 1) OR t.audience = 3 AND t.institution_id = ?", v.InstitutionID)
}

package store

import (
	"database/sql"
	"slices"
	"time"
)

// LendingCase is the financing of one own buyer's purchase, as a list for the lending desk names it (team.md 2). Amounts are 千円.
type LendingCase struct {
	ID             string `db:"id"` // of the negotiation
	ListingID      string `db:"listing_id"`
	Status         int    `db:"financial_support_status"`
	DesiredAmount  *int64 `db:"desired_amount"`
	ApprovedAmount *int64 `db:"approved_amount"`
	BuyerName      string `db:"buyer_name"`
	BusinessName   string `db:"business_name"` // the listing's published title, without a name
}

// LendingSearch asks for cases. Word is in the buyer's name (NameFolded: the same, folded) or in the listing's title.
type LendingSearch struct {
	Word, NameFolded string
	Statuses         []int
	ListingID        string
	Page
}

const lendingFrom = ` FROM negotiation n JOIN listing l ON l.id = n.listing_id LEFT JOIN listing_content p ON p.listing_id = l.id AND
	p.side = ` + codeSidePublished + ` LEFT JOIN company_details d ON d.company_id = n.buyer_company_id WHERE `

// LendingCases is a page of them, by the state of the financing in the order of the work, the newest first, and the count of all. A
// listing that the bank's M&A desk does not see any more has no title here either.
func (q *Q) LendingCases(v Viewer, s *LendingSearch) (out []LendingCase, count int, err error) {
	shown, shownArgs := q.buyerSees()
	title := "CASE WHEN " + shown + " THEN coalesce(p.business_name, '') ELSE '' END"
	var w where
	q.visibleLending(v, &w)
	if s.ListingID != "" {
		w.add("n.listing_id = ?", s.ListingID)
	}
	if len(s.Statuses) > 0 {
		w.add("n.financial_support_status IN ("+marks(len(s.Statuses))+")", anyOf(s.Statuses)...)
	}
	if s.Word != "" {
		w.add(title+` LIKE ? ESCAPE '\' OR d.company_name LIKE ? ESCAPE '\' OR ? <> '' AND d.name_folded LIKE ? ESCAPE '\'`,
			append(slices.Clone(shownArgs), like(s.Word), like(s.Word), s.NameFolded, like(s.NameFolded))...)
	}
	if err := q.scan1([]any{&count}, "SELECT count(*)"+lendingFrom+w.String(), w.args...); err != nil {
		return nil, 0, err
	}
	out, err = list[LendingCase](q, "SELECT n.id, n.listing_id, n.financial_support_status, n.desired_amount, n.approved_amount, "+
		"coalesce(d.company_name, '') AS buyer_name, "+title+" AS business_name"+lendingFrom+w.String()+
		" ORDER BY n.financial_support_status, n.seq DESC LIMIT ? OFFSET ?",
		append(append(slices.Clone(shownArgs), w.args...), s.Limit, s.Offset)...)
	return out, count, err
}

// LendingListing is the published listing of a case that the caller has read; ErrNotFound where the bank's M&A desk does not see it
// any more.
func (q *Q) LendingListing(negotiationID string) (*ListingContent, error) {
	shown, args := q.buyerSees()
	id := ""
	if err := q.scan1([]any{&id}, "SELECT l.id"+lendingFrom+"n.id = ? AND p.listing_id IS NOT NULL AND "+shown,
		append([]any{negotiationID}, args...)...); err != nil {
		return nil, err
	}
	return q.ListingContent(id, Published)
}

// LendingCounts are how many cases are in each state of the financing.
func (q *Q) LendingCounts(v Viewer) (map[int]int, error) {
	var w where
	q.visibleLending(v, &w)
	out := map[int]int{}
	return out, q.each(func(r *sql.Rows) error {
		var status, n int
		err := r.Scan(&status, &n)
		out[status] = n
		return err
	}, "SELECT n.financial_support_status, count(*) FROM negotiation n WHERE "+w.String()+" GROUP BY 1", w.args...)
}

// LendingCase is the row of one case; ErrNotFound. What of it the lending desk is told decides the caller.
func (q *Q) LendingCase(v Viewer, id string) (*Negotiation, error) {
	var w where
	w.add("n.id = ?", id)
	q.visibleLending(v, &w)
	return get[Negotiation](q, "SELECT "+names[Negotiation]("n")+" FROM negotiation n WHERE "+w.String(), w.args...)
}

// FinancingMove is a change of the financing: when, by whom, to which state.
type FinancingMove struct {
	At     time.Time `db:"at"`
	Actor  string    `db:"actor"`
	Status int       `db:"reason"`
}

// FinancingMoves are the lines of a negotiation's financing that users of the viewer's institution wrote, the oldest first; what only
// changed the contents is among them. The caller has read the case.
func (q *Q) FinancingMoves(v Viewer, negotiationID string) ([]FinancingMove, error) {
	return list[FinancingMove](q, "SELECT h.at, h.actor, h.reason FROM negotiation_history h JOIN user u ON u.id = h.actor AND "+
		"u.client_id = ? WHERE h.negotiation_id = ? AND h.event = 'financing' ORDER BY h.seq", v.InstitutionID, negotiationID)
}

// LiveWorkOf is how many live records a user of an institution is the main person of: what somebody else has to take over.
func (q *Q) LiveWorkOf(userID string) (n int, err error) {
	for _, of := range InChargeKinds {
		t, some := inChargeTable[of], 0
		if err := q.scan1([]any{&some}, "SELECT count(*) FROM person_in_charge p CROSS JOIN "+t.from+" ON "+t.alias+".seq = p.seq WHERE "+
			"p.user_id = ? AND p.kind = ? AND p.is_main = 1 AND "+t.live, userID, of); err != nil {
			return 0, err
		}
		n += some
	}
	return n, nil
}

// LeaveWork ends what a user has of an institution's deals: his places in teams, records of which he is a person in charge beside another
// or that have ended, next actions that name him, his absence, his calendar's address, and mails about deals that wait for more of their
// negotiation.
func (t *Tx) LeaveWork(userID string) error {
	for _, query := range []string{"DELETE FROM person_in_charge WHERE user_id = ?", "DELETE FROM team_member WHERE user_id = ?",
		"DELETE FROM absence WHERE user_id = ?",
		// A bank's person is one of its own users: not every negotiation of the network has to be looked at.
		"UPDATE negotiation SET person_bf = '' WHERE bf_id = (SELECT u.client_id FROM user u WHERE u.id = ?1) AND person_bf = ?1",
		"UPDATE negotiation SET person_sf = '' WHERE sf_id = (SELECT u.client_id FROM user u WHERE u.id = ?1) AND person_sf = ?1",
		"UPDATE company_next_action SET user_id = '' WHERE user_id = ?", "DELETE FROM calendar_feed WHERE user_id = ?",
		"DELETE FROM outbox WHERE user_id = ? AND state = " + codeMailWaiting + " AND gathered <> ''"} {
		if _, err := t.exec(query, userID); err != nil {
			return err
		}
	}
	return nil
}

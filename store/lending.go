package store

import (
	"database/sql"
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

const lendingFrom = ` FROM negotiation n LEFT JOIN listing_content p ON p.listing_id = n.listing_id AND p.side = ` + codeSidePublished + `
	LEFT JOIN company_details d ON d.company_id = n.buyer_company_id WHERE `

// LendingCases is a page of them, by the state of the financing in the order of the work, the newest first, and the count of all.
func (q *Q) LendingCases(v Viewer, s *LendingSearch) (out []LendingCase, count int, err error) {
	var w where
	q.visibleLending(v, &w)
	if s.ListingID != "" {
		w.add("n.listing_id = ?", s.ListingID)
	}
	if len(s.Statuses) > 0 {
		w.add("n.financial_support_status IN ("+marks(len(s.Statuses))+")", anyOf(s.Statuses)...)
	}
	if s.Word != "" {
		w.add(`p.business_name LIKE ? ESCAPE '\' OR d.company_name LIKE ? ESCAPE '\' OR ? <> '' AND d.name_folded LIKE ? ESCAPE '\'`,
			like(s.Word), like(s.Word), s.NameFolded, like(s.NameFolded))
	}
	if err := q.scan1([]any{&count}, "SELECT count(*)"+lendingFrom+w.String(), w.args...); err != nil {
		return nil, 0, err
	}
	out, err = list[LendingCase](q, "SELECT n.id, n.listing_id, n.financial_support_status, n.desired_amount, n.approved_amount, "+
		"coalesce(d.company_name, '') AS buyer_name, coalesce(p.business_name, '') AS business_name"+lendingFrom+w.String()+
		" ORDER BY n.financial_support_status, n.seq DESC LIMIT ? OFFSET ?", append(w.args, s.Limit, s.Offset)...)
	return out, count, err
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

// FinancingMoves are those of a negotiation that the caller has read, the latest first.
func (q *Q) FinancingMoves(negotiationID string) ([]FinancingMove, error) {
	return list[FinancingMove](q, "SELECT h.at, h.actor, h.reason FROM negotiation_history h WHERE h.negotiation_id = ? AND "+
		"h.event = 'financing' ORDER BY h.seq DESC", negotiationID)
}

// LiveWorkOf is how many live records a user of an institution works on: as a person in charge, main or not, or as whom the next
// action of a negotiation or of a company names.
func (q *Q) LiveWorkOf(userID string) (n int, err error) {
	for _, of := range InChargeKinds {
		t, some := inChargeTable[of], 0
		if err := q.scan1([]any{&some}, "SELECT count(*) FROM person_in_charge p CROSS JOIN "+t.from+" ON "+t.alias+".seq = p.seq WHERE "+
			"p.user_id = ? AND p.kind = ? AND "+t.live, userID, of); err != nil {
			return 0, err
		}
		n += some
	}
	var some, plans int
	if err := q.scan1([]any{&plans}, "SELECT count(*) FROM user u JOIN company_next_action a ON a.institution_id = u.client_id AND "+
		"a.user_id = u.id AND a.day <> '' WHERE u.id = ?", userID); err != nil {
		return 0, err
	}
	err = q.scan1([]any{&some}, "SELECT count(*) FROM user u JOIN negotiation n ON n.bf_id = u.client_id AND n.person_bf = u.id OR "+
		"n.sf_id = u.client_id AND n.person_sf = u.id WHERE u.id = ? AND n.status "+listOfLive, userID)
	return n + some + plans, err
}

// LeaveWork ends what a user has of an institution's deals: ended records of which he is a person in charge, his absence, his
// calendar's address, and mails about deals that wait for more of their negotiation.
func (t *Tx) LeaveWork(userID string) error {
	for _, query := range []string{"DELETE FROM person_in_charge WHERE user_id = ?", "DELETE FROM absence WHERE user_id = ?",
		"DELETE FROM calendar_feed WHERE user_id = ?",
		"DELETE FROM outbox WHERE user_id = ? AND state = " + codeMailWaiting + " AND gathered <> ''"} {
		if _, err := t.exec(query, userID); err != nil {
			return err
		}
	}
	return nil
}

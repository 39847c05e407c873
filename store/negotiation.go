package store

import (
	"database/sql"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Negotiation is the one row per (listing, buyer company) (SPEC.md 3 Negotiation; domain.md 4).
// Codes are those of app/deal, amounts 千円.
type Negotiation struct {
	ID              string    `db:"id"`
	ListingID       string    `db:"listing_id"`
	BuyerCompanyID  string    `db:"buyer_company_id"`
	IsNote          bool      `db:"is_note"` // an offer beside a running row: see NoteOf
	BFID            string    `db:"bf_id"`   // 買手側金融機関
	SFID            string    `db:"sf_id"`   // 売手側金融機関
	Status          int       `db:"status"`
	InterestStatus  int       `db:"interest_status"`
	InterestAt      time.Time `db:"interest_at"`
	OfferSendStatus int       `db:"offer_send_status"`
	OfferMessage    string    `db:"offer_message"`
	OfferedBy       string    `db:"offered_by"`
	OfferedAt       time.Time `db:"offered_at"` // set when SF itself offered

	IsConsent      bool      `db:"is_consent"`
	ConsentVersion int       `db:"consent_version"`
	ConsentHash    string    `db:"consent_hash"`
	ConsentUser    string    `db:"consent_user"`
	ConsentIP      string    `db:"consent_ip"`
	ConsentAt      time.Time `db:"consent_at"`
	ConsentFile    *string   `db:"consent_file"` // the signed paper, where BF recorded it
	ConsentStep    int       `db:"consent_step"` // whether who agreed signs in with a second step: StepUnknown, StepNone, StepUsed

	RealNameConsentAt     time.Time `db:"realname_consent_at"`
	RealNameConsentUser   string    `db:"realname_consent_user"`
	RealNameConsentSecond string    `db:"realname_consent_second"`
	RealNameRequestedAt   time.Time `db:"realname_requested_at"`
	AnswerDue             string    `db:"answer_due"`

	SellerApprovalStatus int       `db:"seller_approval_status"`
	SellerApprovalAt     time.Time `db:"seller_approval_at"`
	ApprovedAt           time.Time `db:"approved_at"`
	ApprovedBy           string    `db:"approved_by"`
	ApprovedSecond       string    `db:"approved_second"`
	RejectedAt           time.Time `db:"rejected_at"`
	RejectReason         string    `db:"reject_reason"`

	FinancialSupportStatus int    `db:"financial_support_status"`
	FinancingConsent       bool   `db:"financing_consent"`
	DesiredAmount          *int64 `db:"desired_amount"`
	OwnFunds               *int64 `db:"own_funds"`
	FundsPurpose           string `db:"funds_purpose"`
	ApprovalNumber         string `db:"approval_number"`
	ApprovalDate           string `db:"approval_date"`
	ApprovedAmount         *int64 `db:"approved_amount"`

	EndReason      int       `db:"end_reason"`
	EndComment     string    `db:"end_comment"`
	EndedBy        string    `db:"ended_by"` // side: "bf", "sf", "system", "office"
	EndedAt        time.Time `db:"ended_at"`
	EndedFrom      int       `db:"ended_from"`
	IsDisposalDone bool      `db:"is_disposal_done"` // 資料廃棄確認
	ReopenAskedAt  time.Time `db:"reopen_asked_at"`

	ContractProposedBy string    `db:"contract_proposed_by"` // side: "bf", "sf" or ""
	ContractProposedAt time.Time `db:"contract_proposed_at"`
	FactWaitingFor     string    `db:"fact_waiting_for"` // sides that have something to confirm: "", "bf", "sf" or "bfsf"
	ClosingDue         string    `db:"closing_due"`      // the day, until the closing of a signed deal is confirmed; else ""

	NextActionBF string    `db:"next_action_bf"` // 次回対応日
	PersonBF     string    `db:"person_bf"`      // 担当者, a user's id
	NextActionSF string    `db:"next_action_sf"`
	PersonSF     string    `db:"person_sf"`
	StartedAt    time.Time `db:"started_at"`
	BuyerSince   time.Time `db:"buyer_since"` // since when the buyer may know of the row
	StatusAt     time.Time `db:"status_at"`

	// The versions that each side is shown and must send back: each changes only with what that
	// side can see.
	VersionBuyer int       `db:"version_buyer"`
	VersionBF    int       `db:"version_bf"`
	VersionSF    int       `db:"version_sf"`
	BFModified   time.Time `db:"bf_modified"` // the last movement that BF can see

	Stamp // its version guards the write; only a bank on both sides is shown it
}

// Negotiation by id, as far as the viewer may know of it; ErrNotFound.
func (q *Q) Negotiation(v Viewer, id string) (*Negotiation, error) {
	var w where
	w.add("n.id = ?", id)
	q.visibleNegotiation(v, &w)
	return get[Negotiation](q, "SELECT "+names[Negotiation]("n")+" FROM negotiation n WHERE "+w.String(), w.args...)
}

// NegotiationOf is the row of a listing and a buyer company without a check of visibility, for
// rules; ErrNotFound. The caller decides by Negotiation who may be told of it.
func (q *Q) NegotiationOf(listingID, buyerCompanyID string) (*Negotiation, error) {
	return get[Negotiation](q, "SELECT "+names[Negotiation]("n")+" FROM negotiation n WHERE n.listing_id = ? AND "+
		"n.buyer_company_id = ? AND "+notNote, listingID, buyerCompanyID)
}

// NoteOf is an offer of a listing to a buyer that is stored beside their running negotiation, as long as
// SF sees this negotiation only anonymously. SF sees the offer as any other offer, BF sees it as a line
// in the negotiation, nobody else sees it. ErrNotFound.
func (q *Q) NoteOf(listingID, buyerCompanyID string) (*Negotiation, error) {
	return get[Negotiation](q, "SELECT "+names[Negotiation]("n")+" FROM negotiation n WHERE n.listing_id = ? AND n.buyer_company_id = ? "+
		"AND n.is_note = 1", listingID, buyerCompanyID)
}

// JoinNote ends a note (NoteOf) whose content the negotiation n has taken over: the note's history and SF's activities move to n,
// and the note is deleted.
func (t *Tx) JoinNote(note, n *Negotiation) error {
	for _, query := range []string{"UPDATE negotiation_history SET negotiation_id = ? WHERE negotiation_id = ?",
		"UPDATE activity SET record_seq = (SELECT n.seq FROM negotiation n WHERE n.id = ?) WHERE kind = 4 AND record_seq = " +
			"(SELECT o.seq FROM negotiation o WHERE o.id = ?)"} {
		if _, err := t.exec(query, n.ID, note.ID); err != nil {
			return err
		}
	}
	return t.ForgetNegotiation(note.ID)
}

// CreateNegotiation writes a new row; ErrDuplicate when there is one already.
func (t *Tx) CreateNegotiation(n *Negotiation, by string) error {
	// SF may learn of the row later, by an offer of its own. Neither the id nor the version may
	// tell it then that the buyer was there before: the id contains no time, and the first version
	// is random.
	n.ID, n.Version = uuid.NewString(), rand.IntN(1<<20)
	n.VersionBuyer, n.VersionBF, n.VersionSF = rand.IntN(1<<20)+1, rand.IntN(1<<20)+1, rand.IntN(1<<20)+1
	n.BFModified = t.now
	if n.Status != 0 || n.InterestStatus != 0 || !n.InterestAt.IsZero() || n.IsConsent || n.OfferSendStatus == 2 || n.OfferSendStatus == 3 {
		n.BuyerSince = t.now
	}
	t.touch(&n.Stamp, by)
	if n.StatusAt.IsZero() {
		n.StatusAt = t.now
	}
	if err := t.noteConsentStep(n); err != nil {
		return err
	}
	return insert(t, "negotiation", n)
}

// Whether who agreed to confidentiality signs in with a second step, as it was when he agreed.
const (
	StepUnknown = iota // agreed before that was written down
	StepNone
	StepUsed
)

// noteConsentStep writes it down for a consent that is given in this transaction.
func (t *Tx) noteConsentStep(n *Negotiation) error {
	if n.ConsentUser == "" || !n.ConsentAt.Equal(t.now) {
		return nil
	}
	s, err := t.SecondStep(n.ConsentUser)
	if err != nil {
		return err
	}
	if n.ConsentStep = StepNone; s.IsOn() {
		n.ConsentStep = StepUsed
	}
	return nil
}

// UpdateNegotiation writes a row as it was read; ErrStale. sides are those that can see what changed,
// SideBuyer, SideBF and SideSF in any mix: only their versions change. The first change that the
// buyer can see makes the row visible to the buyer, as if it had been created just then.
func (t *Tx) UpdateNegotiation(n *Negotiation, by, sides string) error {
	seen := n.Version
	for side, version := range map[string]*int{SideBuyer: &n.VersionBuyer, SideBF: &n.VersionBF, SideSF: &n.VersionSF} {
		if strings.Contains(sides, side) {
			*version++
		}
	}
	if strings.Contains(sides, SideBF) {
		n.BFModified = t.now
	}
	if strings.Contains(sides, SideBuyer) && n.BuyerSince.IsZero() {
		n.BuyerSince, n.StatusAt = t.now, t.now
	}
	if err := t.noteConsentStep(n); err != nil {
		return err
	}
	t.touch(&n.Stamp, by)
	return update(t, "negotiation", n, "id = ? AND version = ?", n.ID, seen)
}

// NegotiationHistory is one line of what happened to a negotiation. It never contains a name; a
// comment is for its own side alone.
type NegotiationHistory struct {
	NegotiationID string    `db:"negotiation_id"`
	At            time.Time `db:"at"`
	Actor         string    `db:"actor"` // a user's id, "" for links and jobs
	Side          string    `db:"side"`  // "buyer", "bf", "sf", "seller", "office", "system"
	Event         string    `db:"event"`
	FromStatus    int       `db:"from_status"`
	ToStatus      int       `db:"to_status"`
	Reason        int       `db:"reason"`
	Comment       string    `db:"comment"`
	OldValue      string    `db:"old_value"` // a milestone's earlier value, as it is displayed
	NewValue      string    `db:"new_value"`
	OwnerReason   string    `db:"owner_reason"` // what the owner is told when SF refuses without asking him; for SF alone
}

// AddNegotiationHistory appends a line.
func (t *Tx) AddNegotiationHistory(h NegotiationHistory) error {
	h.At = t.now
	return insert(t, "negotiation_history", &h)
}

// NegotiationHistory lists a negotiation's lines, newest first. The caller has read Negotiation
// first and leaves out what the viewer may not know.
func (q *Q) NegotiationHistory(negotiationID string) ([]NegotiationHistory, error) {
	return list[NegotiationHistory](q, "SELECT "+names[NegotiationHistory]("h")+
		" FROM negotiation_history h WHERE h.negotiation_id = ? ORDER BY h.seq DESC", negotiationID)
}

// LastNegotiationEvent is the newest line of an event; ErrNotFound.
func (q *Q) LastNegotiationEvent(negotiationID, event string) (*NegotiationHistory, error) {
	return get[NegotiationHistory](q, "SELECT "+names[NegotiationHistory]("h")+
		" FROM negotiation_history h WHERE h.negotiation_id = ? AND h.event = ? ORDER BY h.seq DESC LIMIT 1", negotiationID, event)
}

// ListingOfNegotiation is the listing of a row without a check of visibility, for rules; the viewer
// has read the row already.
func (q *Q) ListingOfNegotiation(n *Negotiation) (*Listing, error) {
	return q.oneListing("SELECT "+names[Listing]("l")+" FROM listing l WHERE l.id = ?", n.ListingID)
}

// OpenNegotiations lists the rows of a listing that are not over or have an open offer, except one
// ("" = none), for an event that ends them all.
func (q *Q) OpenNegotiations(listingID, exceptID string) ([]Negotiation, error) {
	return list[Negotiation](q, "SELECT "+names[Negotiation]("n")+" FROM negotiation n WHERE n.listing_id = ? AND (n.status BETWEEN "+
		codeNegotiationNone+" AND "+codeNegotiationConditions+" OR n.offer_send_status IN ("+codeOfferWaiting+", "+codeOfferSent+", "+
		codeOfferOpened+")) AND n.id <> ? ORDER BY n.seq", listingID, exceptID)
}

// NegotiationCounts are how many negotiations each of the viewer's own buyers has in each status,
// by buyer and status.
func (q *Q) NegotiationCounts(v Viewer, buyerIDs []string) (map[string]map[int]int, error) {
	out := map[string]map[int]int{}
	if len(buyerIDs) == 0 {
		return out, nil
	}
	return out, inChunks(buyerIDs, func(ids []string) error {
		var w where
		in(&w, "n.buyer_company_id", fullBatch(ids))
		w.add(v.isBF(), v.InstitutionID)
		q.visibleNegotiation(v, &w)
		return q.each(func(r *sql.Rows) error {
			var id string
			var status, n int
			if err := r.Scan(&id, &status, &n); err != nil {
				return err
			}
			if out[id] == nil {
				out[id] = map[int]int{}
			}
			out[id][status] = n
			return nil
		}, "SELECT n.buyer_company_id, n.status, count(*) FROM negotiation n WHERE "+w.String()+" GROUP BY n.buyer_company_id, n.status",
			w.args...)
	})
}

// CountNegotiations is how many negotiations there are about listings in the charge of the viewer's
// institution.
func (q *Q) CountNegotiations(v Viewer) (n int, err error) {
	err = q.scan1([]any{&n}, "SELECT count(*) FROM negotiation n WHERE "+v.isSF(), v.InstitutionID)
	return n, err
}

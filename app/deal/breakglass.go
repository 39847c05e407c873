package deal

import (
	"slices"
	"time"
)

// BreakGlassKind is what the office may open for reading in an emergency (domain 9, last paragraph): one record, never a whole case.
type BreakGlassKind int

// The kinds.
const (
	BreakGlassListing     BreakGlassKind = 1 // the listing's content at L4 and its documents
	BreakGlassNegotiation BreakGlassKind = 2 // who negotiates, the messages and their files

	// What one institution recorded (確認事項) is a record of its own: an opening names it, and nobody but that institution is told
	// (compliance.md 1).
	BreakGlassBuyerDuties   BreakGlassKind = 3 // of the buyer's bank, for a negotiation
	BreakGlassSellerDuties  BreakGlassKind = 4 // of the seller's bank, for a negotiation
	BreakGlassListingDuties BreakGlassKind = 5 // of the seller's bank, for a listing
)

var breakGlassKinds = []value[BreakGlassKind]{{BreakGlassListing, "Listing", "売却案件"}, {BreakGlassNegotiation, "Negotiation", "交渉"},
	{BreakGlassBuyerDuties, "BuyerDuties", "買手側の確認事項"}, {BreakGlassSellerDuties, "SellerDuties", "売手側の確認事項"},
	{BreakGlassListingDuties, "ListingDuties", "案件の確認事項"}}

// IsDuties says that it is what an institution recorded.
func (k BreakGlassKind) IsDuties() bool {
	return k >= BreakGlassBuyerDuties && k <= BreakGlassListingDuties
}

// Label is the Japanese label.
func (k BreakGlassKind) Label() string { return labelOf(breakGlassKinds, k) }

// BreakGlassGround is the ground for opening. The institutions are told the ground, but not the
// reason in words, which may contain what one of them said about the other.
type BreakGlassGround int

var breakGlassGrounds = []value[BreakGlassGround]{
	{1, "Complaint", "苦情・紛争の調査"}, {2, "Misuse", "情報漏えい・不正利用の調査"}, {3, "Legal", "法令に基づく照会への対応"}, {4, "Fault", "システムの不具合の調査"},
}

// Label is the Japanese label.
func (g BreakGlassGround) Label() string { return labelOf(breakGlassGrounds, g) }

// Known says whether the code is in the table.
func (g BreakGlassGround) Known() bool { return known(breakGlassGrounds, g) }

// BreakGlassGrounds lists the grounds in order.
func BreakGlassGrounds() []BreakGlassGround {
	out := make([]BreakGlassGround, len(breakGlassGrounds))
	for i, v := range breakGlassGrounds {
		out[i] = v.Code
	}
	return out
}

// The times for which the office may choose to read, in minutes.
var breakGlassMinutes = []int{15, 30, 60}

// BreakGlassWait is how long a request waits for the second user.
const BreakGlassWait = 24 * time.Hour

// BreakGlassMinutes are the times to choose from.
func BreakGlassMinutes() []int { return slices.Clone(breakGlassMinutes) }

// BreakGlassState is where an opening stands.
type BreakGlassState int

// The states.
const (
	BreakGlassWaiting   BreakGlassState = 1 // waits for a second user of the office
	BreakGlassOpen      BreakGlassState = 2
	BreakGlassClosed    BreakGlassState = 3 // closed before its time was over
	BreakGlassExpired   BreakGlassState = 4
	BreakGlassWithdrawn BreakGlassState = 5 // never opened
	BreakGlassLapsed    BreakGlassState = 6 // nobody confirmed it
)

var breakGlassStates = []value[BreakGlassState]{
	{BreakGlassWaiting, "Waiting", "確認待ち"}, {BreakGlassOpen, "Open", "閲覧中"}, {BreakGlassClosed, "Closed", "終了"},
	{BreakGlassExpired, "Expired", "時間満了"}, {BreakGlassWithdrawn, "Withdrawn", "取下げ"}, {BreakGlassLapsed, "Lapsed", "確認されず失効"},
}

// Label is the Japanese label.
func (s BreakGlassState) Label() string { return labelOf(breakGlassStates, s) }

// BreakGlassFacts are the times of an opening's events; a zero time means that the event has not happened.
type BreakGlassFacts struct{ Requested, Opened, Expires, Closed, Now time.Time }

// BreakGlassStateOf is the state of an opening now. If the clock is set back to before the opening, it is not open.
func BreakGlassStateOf(f BreakGlassFacts) BreakGlassState {
	switch {
	case !f.Closed.IsZero() && f.Opened.IsZero():
		return BreakGlassWithdrawn
	case !f.Closed.IsZero():
		return BreakGlassClosed
	case f.Opened.IsZero() && f.Now.Before(f.Requested.Add(BreakGlassWait)):
		return BreakGlassWaiting
	case f.Opened.IsZero():
		return BreakGlassLapsed
	case f.Now.Before(f.Expires) && !f.Now.Before(f.Opened):
		return BreakGlassOpen
	}
	return BreakGlassExpired
}

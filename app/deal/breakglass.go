package deal

import (
	"slices"
	"time"
)

// BreakGlassKind is what the office opens for itself (domain 9, last paragraph): one thing, never all of a case.
type BreakGlassKind int

// The kinds.
const (
	BreakGlassListing     BreakGlassKind = 1 // the listing's content at L4 and its documents
	BreakGlassNegotiation BreakGlassKind = 2 // who negotiates, the messages and their files
)

var breakGlassKinds = []value[BreakGlassKind]{{BreakGlassListing, "Listing", "売却案件"}, {BreakGlassNegotiation, "Negotiation", "交渉"}}

// Label is the Japanese label.
func (k BreakGlassKind) Label() string { return labelOf(breakGlassKinds, k) }

// BreakGlassGround is the ground on which it opens. The ground is told to the institutions; the
// reason in words is not, for it may hold what one of them said of the other.
type BreakGlassGround int

var breakGlassGrounds = []value[BreakGlassGround]{
	{1, "Complaint", "苦情・紛争の調査"}, {2, "Misuse", "情報漏えい・不正利用の調査"}, {3, "Legal", "法令に基づく照会への対応"}, {4, "Fault", "システムの不具合の調査"},
}

// Label is the Japanese label.
func (g BreakGlassGround) Label() string { return labelOf(breakGlassGrounds, g) }

// Known says that the code is in the table.
func (g BreakGlassGround) Known() bool { return known(breakGlassGrounds, g) }

// BreakGlassGrounds lists the grounds in order.
func BreakGlassGrounds() []BreakGlassGround {
	out := make([]BreakGlassGround, len(breakGlassGrounds))
	for i, v := range breakGlassGrounds {
		out[i] = v.Code
	}
	return out
}

// How long the office may read.
var breakGlassMinutes = []int{15, 30, 60}

// BreakGlassWait is how long a request waits for the second user.
const BreakGlassWait = 24 * time.Hour

// BreakGlassMinutes are the times to choose from.
func BreakGlassMinutes() []int { return slices.Clone(breakGlassMinutes) }

// BreakGlassState is where an opening stands.
type BreakGlassState int

// The states.
const (
	BreakGlassWaiting   BreakGlassState = 1 // for a second user of the office
	BreakGlassOpen      BreakGlassState = 2
	BreakGlassClosed    BreakGlassState = 3 // before its time was over
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

// BreakGlassFacts are an opening's moments; zero is not yet.
type BreakGlassFacts struct{ Requested, Opened, Expires, Closed, Now time.Time }

// BreakGlassStateOf is the state of an opening now. A clock that went back before the opening does
// not open it longer.
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

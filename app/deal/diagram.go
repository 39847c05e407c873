package deal

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// diagram is one state machine as a Mermaid diagram. Its arrows are not listed anywhere: each is a move that the rules allow when all its
// conditions are met. Moves that keep the state are in the table only.
type diagram struct {
	states []diagramState
	arrows []arrow
}

type diagramState struct {
	code  int
	label string
}

type arrow struct {
	from, to int
	moves    []string
}

// unborn is the state before a record exists.
const unborn = -1

func stateOf[S interface {
	~int
	Label() string
}](s S) diagramState {
	return diagramState{int(s), fmt.Sprintf("%d %s", int(s), s.Label())}
}

// add draws one allowed move by some actors; one that changes nothing is left out.
func (d *diagram) add(from, to diagramState, move string, by []Actor) {
	if from.code == to.code {
		return
	}
	if names := join(by); names != "" {
		move += "（" + names + "）"
	}
	for _, s := range []diagramState{from, to} {
		if s.code != unborn && !slices.Contains(d.states, s) {
			d.states = append(d.states, s)
		}
	}
	for i, a := range d.arrows {
		if a.from == from.code && a.to == to.code {
			d.arrows[i].moves = append(a.moves, move)
			return
		}
	}
	d.arrows = append(d.arrows, arrow{from.code, to.code, []string{move}})
}

func (d *diagram) String() string {
	name := func(code int) string {
		if code == unborn {
			return "[*]"
		}
		return fmt.Sprintf("s%d", code)
	}
	slices.SortFunc(d.states, func(a, b diagramState) int { return a.code - b.code })
	slices.SortStableFunc(d.arrows, func(a, b arrow) int { return (a.from-b.from)*100 + a.to - b.to })
	var b strings.Builder
	b.WriteString("```mermaid\nstateDiagram-v2\n")
	for _, s := range d.states {
		fmt.Fprintf(&b, "    %s : %s\n", name(s.code), s.label)
	}
	for _, a := range d.arrows {
		fmt.Fprintf(&b, "    %s --> %s : %s\n", name(a.from), name(a.to), strings.Join(a.moves, "／"))
	}
	for _, s := range d.states {
		if !slices.ContainsFunc(d.arrows, func(a arrow) bool { return a.from == s.code }) {
			fmt.Fprintf(&b, "    %s --> [*]\n", name(s.code))
		}
	}
	b.WriteString("```\n")
	return b.String()
}

// drawnAt is the time at which the moves are tried: 10:00 in Japan on 21 November 2026.
var drawnAt = time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC)

// drawnActors are the sides; Both is BF and SF at once and adds no arrow.
var drawnActors = []Actor{ActorBUY, ActorBF, ActorSF, ActorSeller, ActorOffice, ActorSystem}

var (
	drawnNegotiations = []NegotiationStatus{NegotiationNone, NegotiationAnonymous, NegotiationHope, NegotiationRealName, NegotiationConditions,
		NegotiationSigned, NegotiationBroken}
	drawnListings   = []ListingStatus{ListingUnapproved, ListingShowing, ListingConcluded, ListingDisabled, ListingRemand}
	drawnOffers     = []OfferSendStatus{OfferNone, OfferWaiting, OfferSent, OfferOpened, OfferDeclined, OfferWithdrawn}
	drawnFinancings = []FinancialSupportStatus{FinancingUnchecked, FinancingNotNeeded, FinancingConsulted, FinancingExamined,
		FinancingLikely, FinancingApproved, FinancingExecuted, FinancingDeclined, FinancingInterrupted}
	drawnCompanies = []CompanyStatus{CompanyEnabled, CompanyDisabled, CompanyNoData, CompanyNotCreated, CompanyFinancialNotApproved}
	drawnUsers     = []UserStatus{UserUnapproved, UserEnabled, UserBlocked, UserUnsubscribed}
	drawnRequests  = []AccountRequestStatus{RequestPending, RequestApproved, RequestRejected}
)

// ready is a negotiation in which every condition of every move holds; conditions that exclude each
// other are set as the move k needs them.
func ready(s NegotiationStatus, k MoveKind) NegotiationFacts {
	now := drawnAt
	f := NegotiationFacts{
		Exists: true, Status: s, Now: now, ListingVisible: true, ListingStatus: ListingShowing, InPeriod: true,
		BuyerStatus: CompanyEnabled, BuyerDetailsComplete: true, Offer: OfferSent, HasStarted: s != NegotiationNone,
		IsConsent: k != MoveConsent, ConsentAt: now.Add(-time.Hour), IsRealNameConsent: k != MoveRealNameConsent,
		EndedAt: now.Add(-48 * time.Hour), EndedFrom: NegotiationAnonymous, IsReopenAsked: k == MoveReopenAgree || k == MoveConsent,
		TopInterviewDate: "2026-11-01", IntentDate: "2026-11-05", IntentPrice: 100_000, ContractDate: "2026-11-20", ClosingDate: "2026-12-20",
		IsSecondUser: true, PaperWaits: true, SellerApproval: SellerAgreed,
	}
	switch k {
	case MoveAskOwner:
		f.SellerApproval = SellerNotAsked
	case MoveOwnerAgree, MoveOwnerRefuse:
		f.SellerApproval = SellerAsked
	}
	return f
}

// proposedFor is the side that must have proposed the contract for an actor's move.
func proposedFor(k MoveKind, a Actor) Side {
	own, other := SideBF, SideSF
	if a == ActorSF {
		own, other = SideSF, SideBF
	}
	switch k {
	case MoveWithdrawContract:
		return own
	case MoveConfirmContract:
		return other
	}
	return SideNone
}

// readyListing is a listing and an input with which every condition of an event holds.
func readyListing(s ListingStatus, e ListingEvent) (ListingFacts, ListingInput) {
	f := ListingFacts{
		Exists: true, Status: s, StartDate: "2026-10-01", DueDate: "2027-03-01", Now: drawnAt, HasChanges: true, IsPending: true,
		IsComplete:      true,
		AnonymityPassed: true, WorkingDueDate: "2027-03-01", ApprovedAt: drawnAt.AddDate(0, -1, 0), IsStopped: e == ListingResume,
		PaperWaits: true, IsSecondUser: true,
	}
	in := ListingInput{Event: e, Comment: "理由", SameContent: true, NewDueDate: "2027-05-01"}
	switch e {
	case ListingShorten:
		in.NewDueDate = "2027-01-01"
	case ListingExpire:
		f.DueDate = "2026-08-01"
	}
	return f, in
}

func readyOffer(s OfferSendStatus) OfferFacts {
	return OfferFacts{Exists: true, Status: s, IsShown: true, InAudience: true, BuyerStatus: CompanyEnabled, MessageRunes: 20,
		AcceptsOffers: true}
}

func readyFinancing(s FinancialSupportStatus) FinancingFacts {
	return FinancingFacts{
		Exists: true, Status: s, Negotiation: NegotiationSigned, HasSharingConsent: true, DesiredAmount: 1, HasOwnFunds: true,
		Purpose: "株式取得", ApprovalNumber: "1", ApprovalDate: "2026-11-01", ApprovedAmount: 1,
	}
}

func readyCompany(s CompanyStatus, exists bool) CompanyFacts {
	return CompanyFacts{Exists: exists, Client: ClientBuyer, Status: s, HasDetails: true, KeyAlive: true, Accepted: true, Comment: "理由"}
}

var newRecord = diagramState{code: unborn}

// allowed are the actors for whom try succeeds, by the state that it leads to.
func allowed[S ~int](try func(Actor) (S, *Refusal)) map[S][]Actor {
	out := map[S][]Actor{}
	for _, a := range drawnActors {
		if to, refusal := try(a); refusal == nil {
			out[to] = append(out[to], a)
		}
	}
	return out
}

func draw[S interface {
	~int
	Label() string
}](d *diagram, from diagramState, move string, try func(Actor) (S, *Refusal)) {
	to := allowed(try)
	for _, s := range slices.Sorted(maps.Keys(to)) {
		d.add(from, stateOf(s), move, to[s])
	}
}

func listingDiagram() *diagram {
	d := &diagram{}
	for _, r := range listingRules {
		draw(d, newRecord, r.label, func(a Actor) (ListingStatus, *Refusal) {
			f, in := readyListing(ListingUnapproved, r.event)
			f.Exists = false
			e, refusal := MoveListing(f, in, a)
			return e.Status, refusal
		})
		for _, s := range drawnListings {
			draw(d, stateOf(s), r.label, func(a Actor) (ListingStatus, *Refusal) {
				f, in := readyListing(s, r.event)
				e, refusal := MoveListing(f, in, a)
				return e.Status, refusal
			})
		}
	}
	return d
}

func negotiationDiagram() *diagram {
	d := &diagram{}
	for _, r := range moveRules {
		targets := r.to
		if r.stays { // the status stays, so the target does not matter: one try is enough
			targets = drawnNegotiations[:1]
		}
		for _, to := range targets {
			decide := func(f NegotiationFacts, a Actor) (NegotiationStatus, *Refusal) {
				f.ContractProposed = proposedFor(r.kind, a)
				e, refusal := Decide(f, MoveInput{Kind: r.kind, Expected: &f.Status, OnPaper: true, Reason: EndTerms, To: to, Comment: "理由",
					OwnerReason: "理由"}, a)
				return e.Status, refusal
			}
			draw(d, newRecord, r.label, func(a Actor) (NegotiationStatus, *Refusal) {
				f := ready(NegotiationNone, r.kind)
				f.Exists = false
				return decide(f, a)
			})
			for _, s := range drawnNegotiations {
				draw(d, stateOf(s), r.label, func(a Actor) (NegotiationStatus, *Refusal) {
					return decide(ready(s, r.kind), a)
				})
			}
		}
	}
	return d
}

func offerDiagram() *diagram {
	d := &diagram{}
	for _, r := range offerRules {
		for _, s := range drawnOffers {
			draw(d, stateOf(s), r.label, func(a Actor) (OfferSendStatus, *Refusal) {
				e, refusal := DecideOffer(readyOffer(s), r.event, &s, a)
				return e.Status, refusal
			})
			// An offer to the institution's own buyer needs no other bank's consent.
			if e, refusal := DecideOffer(readyOffer(s), r.event, &s, ActorBoth); refusal == nil && r.event == OfferSend {
				d.add(stateOf(s), stateOf(e.Status), r.label, []Actor{ActorBoth})
			}
		}
	}
	return d
}

func financingDiagram() *diagram {
	d := &diagram{}
	for _, from := range drawnFinancings {
		for _, to := range drawnFinancings {
			draw(d, stateOf(from), to.Label()+"とする", func(a Actor) (FinancialSupportStatus, *Refusal) {
				if refusals := DecideFinancing(readyFinancing(from), to, &from, a); len(refusals) > 0 {
					return to, refusals[0]
				}
				return to, nil
			})
		}
	}
	return d
}

func companyDiagram() *diagram {
	d := &diagram{}
	for _, r := range companyRules {
		draw(d, newRecord, r.label, func(a Actor) (CompanyStatus, *Refusal) {
			e, refusal := DecideCompany(readyCompany(0, false), r.event, a)
			return e.Status, refusal
		})
		for _, s := range drawnCompanies {
			draw(d, stateOf(s), r.label, func(a Actor) (CompanyStatus, *Refusal) {
				e, refusal := DecideCompany(readyCompany(s, true), r.event, a)
				return e.Status, refusal
			})
		}
	}
	return d
}

func userDiagram() *diagram {
	d := &diagram{}
	for _, r := range userRules {
		for _, s := range drawnUsers {
			if to, refusal := MoveUser(s, r.event, true); refusal == nil {
				d.add(stateOf(s), stateOf(to), r.label, []Actor{ActorBF, ActorOffice})
			}
		}
	}
	return d
}

func institutionDiagram() *diagram {
	d := &diagram{}
	for _, r := range institutionRules {
		d.add(stateOf(r.from), stateOf(r.to), r.label, []Actor{ActorOffice})
	}
	return d
}

func requestDiagram() *diagram {
	d := &diagram{}
	d.add(newRecord, stateOf(RequestPending), "申し込む（申込者）", nil)
	for _, r := range requestRules {
		for _, s := range drawnRequests {
			draw(d, stateOf(s), r.label, func(a Actor) (AccountRequestStatus, *Refusal) {
				return DecideAccountRequest(s, r.event, "理由", a)
			})
		}
	}
	return d
}

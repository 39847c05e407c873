package deal

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata/deal")

// now is 10:00 in Japan on 21 November 2026.
var now = time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC)

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("..", "..", "testdata", "deal", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		a, b := "", ""
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Fatalf("%s line %d:\n got %q\nwant %q\n(go test ./app/deal -update, then read the difference)", name, i+1, a, b)
		}
	}
}

func TestTablesGolden(t *testing.T) {
	golden(t, "states.md", Tables())
	golden(t, "levels.tsv", LevelsTable())
}

var allActors = []Actor{ActorNone, ActorBUY, ActorBF, ActorSF, ActorBoth, ActorSeller, ActorOffice, ActorSystem}

func outcome(status fmt.Stringer, r *Refusal) string {
	if r != nil {
		return r.Code
	}
	return "→" + status.String()
}

// ready is a negotiation in which every condition of every move holds, but those
// that exclude each other, which follow the move.
func ready(s NegotiationStatus, k MoveKind) NegotiationFacts {
	f := NegotiationFacts{
		Exists: true, Status: s, Now: now, ListingVisible: true, ListingStatus: ListingShowing, InPeriod: true,
		BuyerStatus: CompanyEnabled, BuyerDetailsComplete: true, Offer: OfferSent,
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

var allNegotiationStatuses = []NegotiationStatus{0, 1, 2, 3, 4, 5, 9}

// TestNegotiationGolden tries every move from every status by every actor,
// with all conditions met and with none.
func TestNegotiationGolden(t *testing.T) {
	var b strings.Builder
	b.WriteString("status\tmove\tactor\tready\tbare\n")
	try := func(name string, f, bare NegotiationFacts, r moveRule, a Actor) {
		f.ContractProposed = proposedFor(r.kind, a)
		in := MoveInput{Kind: r.kind, Expected: &f.Status, OnPaper: true, Reason: EndTerms, To: NegotiationAnonymous, Comment: "理由"}
		e1, r1 := Decide(f, in, a)
		e2, r2 := Decide(bare, MoveInput{Kind: r.kind, Expected: &bare.Status}, a)
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\n", name, r.kind, a, outcome(e1.Status, r1), outcome(e2.Status, r2))
	}
	for _, r := range moveRules {
		for _, a := range allActors {
			f := ready(NegotiationNone, r.kind)
			f.Exists = false
			try("–", f, NegotiationFacts{Now: now}, r, a)
			for _, s := range allNegotiationStatuses {
				try(fmt.Sprint(int(s)), ready(s, r.kind), NegotiationFacts{Exists: true, Status: s, Now: now}, r, a)
			}
		}
	}
	golden(t, "negotiation.tsv", b.String())
}

func readyListing(s ListingStatus, e ListingEvent) (ListingFacts, ListingInput) {
	f := ListingFacts{
		Exists: true, Status: s, StartDate: "2026-10-01", DueDate: "2027-03-01", Now: now, HasChanges: true, IsPending: true, IsComplete: true,
		AnonymityPassed: true, WorkingDueDate: "2027-03-01", ApprovedAt: now.AddDate(0, -1, 0), IsStopped: e == ListingResume, PaperWaits: true, IsSecondUser: true,
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

func TestListingGolden(t *testing.T) {
	var b strings.Builder
	b.WriteString("status\tevent\tactor\tready\tbare\n")
	for _, r := range listingRules {
		for _, a := range allActors {
			try := func(name string, s ListingStatus, exists bool) {
				f, in := readyListing(s, r.event)
				f.Exists = exists
				e1, r1 := MoveListing(f, in, a)
				e2, r2 := MoveListing(ListingFacts{Exists: exists, Status: s, Now: now}, ListingInput{Event: r.event}, a)
				fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\n", name, r.event, a, outcome(e1.Status, r1), outcome(e2.Status, r2))
			}
			try("–", ListingUnapproved, false)
			for s := ListingUnapproved; s <= ListingRemand; s++ {
				try(fmt.Sprint(int(s)), s, true)
			}
		}
	}
	golden(t, "listing.tsv", b.String())
}

func TestOfferGolden(t *testing.T) {
	var b strings.Builder
	b.WriteString("status\tevent\tactor\tready\tbare\n")
	for _, r := range offerRules {
		for _, a := range allActors {
			for _, s := range []OfferSendStatus{0, 1, 2, 3, 8, 9} {
				f := OfferFacts{Exists: true, Status: s, IsShown: true, InAudience: true, BuyerStatus: CompanyEnabled, MessageRunes: 20, AcceptsOffers: true}
				e1, r1 := DecideOffer(f, r.event, &s, a)
				e2, r2 := DecideOffer(OfferFacts{Exists: true, Status: s}, r.event, &s, a)
				fmt.Fprintf(&b, "%d\t%s\t%s\t%s\t%s\n", s, r.event, a, outcome(e1.Status, r1), outcome(e2.Status, r2))
			}
		}
	}
	golden(t, "offer.tsv", b.String())
}

func TestFinancingGolden(t *testing.T) {
	var b strings.Builder
	b.WriteString("from\tto\tactor\tready\tbare\n")
	all := []FinancialSupportStatus{0, 1, 2, 3, 4, 5, 6, 8, 9}
	result := func(to FinancialSupportStatus, rs []*Refusal) string {
		if len(rs) > 0 {
			return outcome(to, rs[0])
		}
		return outcome(to, nil)
	}
	for _, from := range all {
		for _, to := range all {
			for _, a := range allActors {
				f := FinancingFacts{
					Exists: true, Status: from, Negotiation: NegotiationSigned, HasSharingConsent: true, DesiredAmount: 1, HasOwnFunds: true,
					Purpose: "株式取得", ApprovalNumber: "1", ApprovalDate: "2026-11-01", ApprovedAmount: 1,
				}
				bare := FinancingFacts{Exists: true, Status: from, Negotiation: NegotiationAnonymous}
				fmt.Fprintf(&b, "%d\t%d\t%s\t%s\t%s\n", from, to, a, result(to, DecideFinancing(f, to, &from, a)), result(to, DecideFinancing(bare, to, &from, a)))
			}
		}
	}
	golden(t, "financing.tsv", b.String())
}

func TestRegistrationGolden(t *testing.T) {
	var b strings.Builder
	b.WriteString("status\tevent\tactor\tready\tbare\n")
	for _, r := range companyRules {
		for _, a := range allActors {
			for _, s := range []CompanyStatus{-1, 1, 2, 3, 5, 11} {
				f := CompanyFacts{Exists: s >= 0, Client: ClientBuyer, Status: s, HasDetails: true, KeyAlive: true, Accepted: true, Comment: "理由"}
				e1, r1 := DecideCompany(f, r.event, a)
				e2, r2 := DecideCompany(CompanyFacts{Exists: s >= 0, Client: ClientSeller, Status: s}, r.event, a)
				fmt.Fprintf(&b, "%d\t%s\t%s\t%s\t%s\n", s, r.event, a, outcome(e1.Status, r1), outcome(e2.Status, r2))
			}
		}
	}
	b.WriteString("\nuser\tevent\tmayManage\tresult\n")
	for _, r := range userRules {
		for s := UserUnapproved; s <= UserUnsubscribed; s++ {
			for _, may := range []bool{false, true} {
				next, refusal := MoveUser(s, r.event, may)
				fmt.Fprintf(&b, "%d\t%s\t%v\t%s\n", s, r.event, may, outcome(next, refusal))
			}
		}
	}
	b.WriteString("\nrequest\tapprove\treason\tactor\tresult\n")
	for s := RequestPending; s <= RequestRejected; s++ {
		for _, approve := range []bool{true, false} {
			for _, reason := range []string{"", "理由"} {
				for _, a := range allActors {
					next, refusal := DecideAccountRequest(s, approve, reason, a)
					fmt.Fprintf(&b, "%d\t%v\t%s\t%s\t%s\n", s, approve, reason, a, outcome(next, refusal))
				}
			}
		}
	}
	golden(t, "registration.tsv", b.String())
}

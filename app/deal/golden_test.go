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

var allActors = []Actor{ActorNone, ActorBUY, ActorBF, ActorSF, ActorBoth, ActorSeller, ActorOffice, ActorSystem}

func outcome(status fmt.Stringer, r *Refusal) string {
	if r != nil {
		return r.Code
	}
	return "→" + status.String()
}

// TestNegotiationGolden tries every move from every status by every actor,
// with all conditions met and with none.
func TestNegotiationGolden(t *testing.T) {
	var b strings.Builder
	b.WriteString("status\tmove\tactor\tready\tbare\n")
	try := func(name string, f, bare NegotiationFacts, r moveRule, a Actor) {
		in := MoveInput{Kind: r.kind, Expected: &f.Status, OnPaper: true, Reason: EndTerms, To: NegotiationAnonymous, Comment: "理由",
			OwnerReason: "理由"}
		f.ContractProposed = proposedFor(r.kind, a)
		e1, r1 := Decide(f, in, a)
		e2, r2 := Decide(bare, MoveInput{Kind: r.kind, Expected: &bare.Status}, a)
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\n", name, r.kind, a, outcome(e1.Status, r1), outcome(e2.Status, r2))
	}
	for _, r := range moveRules {
		for _, a := range allActors {
			f := ready(NegotiationNone, r.kind)
			f.Exists = false
			try("–", f, NegotiationFacts{Now: now}, r, a)
			for _, s := range drawnNegotiations {
				try(fmt.Sprint(int(s)), ready(s, r.kind), NegotiationFacts{Exists: true, Status: s, Now: now}, r, a)
			}
		}
	}
	golden(t, "negotiation.tsv", b.String())
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
			for _, s := range drawnOffers {
				f := readyOffer(s)
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
	result := func(to FinancialSupportStatus, rs []*Refusal) string {
		if len(rs) > 0 {
			return outcome(to, rs[0])
		}
		return outcome(to, nil)
	}
	for _, from := range drawnFinancings {
		for _, to := range drawnFinancings {
			for _, a := range allActors {
				f := readyFinancing(from)
				bare := FinancingFacts{Exists: true, Status: from, Negotiation: NegotiationAnonymous}
				fmt.Fprintf(&b, "%d\t%d\t%s\t%s\t%s\n", from, to, a, result(to, DecideFinancing(f, to, &from, a)),
					result(to, DecideFinancing(bare, to, &from, a)))
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
			for _, s := range append([]CompanyStatus{-1}, drawnCompanies...) {
				f := readyCompany(s, s >= 0)
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
	b.WriteString("\nrequest\tevent\treason\tactor\tresult\n")
	for _, s := range drawnRequests {
		for _, event := range []RequestEvent{RequestApprove, RequestReject, "withdraw"} {
			for _, reason := range []string{"", "理由"} {
				for _, a := range allActors {
					next, refusal := DecideAccountRequest(s, event, reason, a)
					fmt.Fprintf(&b, "%d\t%s\t%s\t%s\t%s\n", s, event, reason, a, outcome(next, refusal))
				}
			}
		}
	}
	golden(t, "registration.tsv", b.String())
}

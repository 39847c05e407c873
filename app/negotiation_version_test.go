package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// What a side is shown of a row, all of it: the row by id, its place in the side's list, its
// thread. Two such texts are equal only where nothing at all can be noticed.
func (c *caller) shown(listing, id string) string {
	c.p.t.Helper()
	var b strings.Builder
	lists := []string{"PartnerListByBuyerFinancial"}
	if c.p.userOf(c).Role == int(deal.RoleFIN) {
		lists = append(lists, "PartnerListBySellerFinancial")
	}
	for i := range lists {
		lists[i] += "?sellerBusinessId=" + listing
	}
	for _, path := range append(lists, "GetBuyerNegotiationAsync?buyerNegotiationId="+id, "GetBuyerNegotiationMessageListAsync?buyerNegotiationId="+id) {
		r := c.get(negotiationBase + path)
		fmt.Fprintf(&b, "%s %d %s\n", path, r.status, r.body)
	}
	return b.String()
}

// TestVersionsPerSide makes every deed on a row, on the clock moved on, and looks at it from the
// three sides before and after: to whom it shows, his version moves; to whom it does not, nothing
// moves, to the byte.
func TestVersionsPerSide(t *testing.T) {
	type sides struct{ buyer, bf, sf bool }
	all, buying := sides{true, true, true}, sides{buyer: true, bf: true}
	bf, sf, banks := sides{bf: true}, sides{sf: true}, sides{bf: true, sf: true}
	pdf := []byte("%PDF-1.7 x")
	p := newPlatform(t)
	tk := newTalks(p)
	office := tk.office()
	id, listing := "", tk.listing
	step := func(what string, want sides, do func()) {
		t.Helper()
		if id == "" {
			do()
			return
		}
		p.clock.Add(time.Second)
		on := map[string]*caller{"buyer": tk.buyB, "bf": tk.finB, "sf": tk.finA}
		before, version := map[string]string{}, map[string]int{}
		see := func(into map[string]string, versions map[string]int) {
			for _, side := range []string{"buyer", "bf", "sf"} { // the buyer first: its reading opens an offer
				c := on[side]
				into[side] = c.shown(listing, id)
				if r := c.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id); r.status == 200 {
					versions[side] = int(r.json()["version"].(float64))
				}
			}
		}
		see(before, version)
		do()
		after, now := map[string]string{}, map[string]int{}
		see(after, now)
		for side, expected := range map[string]bool{"buyer": want.buyer, "bf": want.bf, "sf": want.sf} {
			same, moved := before[side] == after[side], now[side] != version[side]
			if expected && (same || !moved) {
				t.Errorf("%s: %s sees nothing of it (answers the same %v, version moved %v)", what, side, same, moved)
			}
			if !expected && (!same || moved) {
				t.Errorf("%s: %s can tell:\n%s", what, side, difference(before[side], after[side]))
			}
		}
	}
	ok := func(r result) { t.Helper(); r.want(200) }
	offer := func(c *caller, from, to int) result {
		return c.deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, map[string]any{"fromOfferSendStatus": from, "offerSendStatus": to, "offerMessage": "ご検討ください。"})
	}
	finance := func(from, to int, fields map[string]any) {
		t.Helper()
		ok(tk.finB.deed("UpdateFinancialSupportStatus", id, with(fields, map[string]any{"fromFinancialSupportStatus": from, "financialSupportStatus": to})))
	}

	// A row at 0 that SF knows by its own offer alone.
	step("offer", all, func() {
		id = tk.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.candidate(tk.listing, tk.buyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).want(200).json()["buyerNegotiationId"].(string)
	})
	step("interest", buying, func() {
		ok(tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing}))
	})
	step("no interest", buying, func() {
		ok(tk.buyB.deed("UpdateBuyerNegotiationInterestStatusAsync", id, map[string]any{"interestStatus": 1}))
	})
	step("decline of an offer", banks, func() { ok(offer(tk.finB, 1, 8)) })
	step("offer again", banks, func() { ok(offer(tk.finA, 8, 1)) })
	step("forwarding", all, func() { ok(offer(tk.finB, 1, 2)) })
	step("withdrawal of an offer that has reached the buyer", all, func() { ok(offer(tk.finA, 3, 9)) })
	step("financing at 0", bf, func() { finance(0, 1, nil) })
	step("financing at 0, on", bf, func() { finance(1, 2, map[string]any{"financingConsent": true}) })
	step("consent at 0", buying, func() { ok(tk.buyB.consent(tk.listing, tk.buyB.rowVersion(id))) })
	step("plan of BF", bf, func() { ok(tk.finB.deed("UpdateNextAction", id, map[string]any{"date": "2026-12-01"})) })
	step("plan of SF", sf, func() { ok(tk.finA.deed("UpdateNextAction", id, map[string]any{"date": "2026-12-02"})) })

	step("start", all, func() { ok(tk.finB.deed("StartNegotiation", id, nil)) })
	step("financing at 1", bf, func() {
		finance(2, 3, map[string]any{"desiredAmount": 1, "ownFunds": 1, "fundsPurpose": "x"})
	})
	step("a paper of BF's", bf, func() {
		ok(tk.finB.upload(negotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": id, "version": tk.finB.rowVersion(id), "kind": "realname_consent"}, "同意書.pdf", pdf))
	})
	step("a paper of BF's taken back", bf, func() {
		paper := tk.finB.row(id)["papers"].([]any)[0].(map[string]any)["paperId"]
		ok(tk.finB.post(negotiationBase+"CancelPaper", map[string]any{"paperId": paper}))
	})
	step("real-name consent", buying, func() { ok(tk.buyB.deed("RealNameConsent", id, nil)) })
	step("request", all, func() { ok(tk.finB.to(id, 1, 2, nil)) })
	step("financing that SF is told of", banks, func() { finance(3, 4, nil) })
	step("financing that SF is not told of", bf, func() { finance(4, 4, map[string]any{"desiredAmount": 2}) })
	key, passcode := "", ""
	step("request to the owner", sf, func() { key, passcode = tk.ownerKey(id) })
	step("owner's answer", sf, func() { ok(tk.ownerDecides(key, passcode, true)) })
	step("approval", all, func() { ok(tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": true})) })
	step("milestone", all, func() { ok(tk.finB.milestone(id, deal.MilestoneTopInterview, nil)) })
	step("milestone, price", banks, func() {
		ok(tk.finB.milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}))
	})
	proposal := func() map[string]any {
		return map[string]any{"proposalId": tk.finB.proposals(id)[0]["proposalId"], "comment": "価格をご確認ください。"}
	}
	step("price sent back", banks, func() { ok(tk.finA.deed("ReturnMilestone", id, proposal())) })
	step("price taken back", banks, func() { ok(tk.finB.deed("WithdrawMilestone", id, proposal())) })
	step("milestone, price again", banks, func() {
		ok(tk.finB.milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}))
	})
	step("price confirmed", all, func() { ok(tk.finA.confirm(id)) })
	step("conditions", all, func() { ok(tk.finB.to(id, 3, 4, nil)) })
	step("milestone, contract", banks, func() {
		ok(tk.finA.milestone(id, deal.MilestoneContract, map[string]any{"date": "2027-01-10", "skips": []int{3, 4}}))
	})
	step("milestone, closing", banks, func() {
		ok(tk.finA.milestone(id, deal.MilestoneClosing, map[string]any{"date": "2027-02-10"}))
	})
	step("days confirmed", all, func() { ok(tk.finB.confirm(id)) })
	step("proposal", banks, func() { ok(tk.finB.to(id, 4, 5, nil)) })
	step("proposal taken back", banks, func() {
		ok(tk.finB.deed("NegotiationStatusChange", id, map[string]any{"fromStatus": 4, "status": 4, "move": "withdraw_contract"}))
	})
	step("proposal again", banks, func() { ok(tk.finB.to(id, 4, 5, nil)) })
	step("contract", all, func() { ok(tk.finA.to(id, 4, 5, nil)) })
	step("contract taken back", all, func() {
		ok(office.post("/api/Office/ReopenSellerBusiness", map[string]any{"sellerBusinessId": tk.listing, "version": tk.version(tk.listing), "comment": "解除"}))
	})
	step("change of BF", all, func() { ok(office.changeCharge(tk.buyerB, tk.cID())); tk.finB = tk.finC })
	step("end", all, func() { ok(tk.finA.to(id, 4, 9, map[string]any{"endReason": 2})) })
	step("disposal", all, func() { ok(tk.finB.deed("ConfirmDisposal", id, nil)) })
	step("request to reopen", all, func() { ok(tk.finB.to(id, 9, 1, nil)) })
	step("new consent", all, func() { ok(tk.buyB.consent(tk.listing, tk.buyB.rowVersion(id))) })
	step("reopening", all, func() { ok(tk.finA.to(id, 9, 1, nil)) })

	// A row at 0 that ends before it began shows to SF by its offer alone.
	id, listing = "", tk.published(nil)
	step("offer", all, func() {
		id = tk.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": listing, "companyId": tk.candidate(listing, tk.buyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).want(200).json()["buyerNegotiationId"].(string)
	})
	step("change of BF at 0", bf, func() { ok(office.changeCharge(tk.buyerB, tk.bID)); tk.finB = tk.signIn("fin@b.example.jp") })
	step("end at 0", bf, func() { ok(tk.finB.to(id, 0, 9, map[string]any{"endReason": 1})) })
	// The listing's end is for all to see; of the row, that the offer is withdrawn, for the banks.
	sf0 := tk.finA.rowVersion(id)
	ok(tk.finA.post(listingBase+"ConcludeOutside", map[string]any{"sellerBusinessId": listing, "version": tk.version(listing), "comment": "外で成約"}))
	if tk.buyB.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).want(400); tk.finA.rowVersion(id) == sf0 {
		t.Error("the withdrawal of an offer that never reached the buyer: SF's version did not move")
	}
}

// Whose version is stale is told so; what he cannot see makes nobody stale.
func TestStaleBySide(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.hoped()
	seen := tk.finA.rowVersion(id)
	tk.finB.deed("UpdateNextAction", id, map[string]any{"date": "2026-12-01"}).want(200)
	ask := map[string]any{"buyerNegotiationId": id, "version": seen, "userId": tk.personID, "ppapMailaddress": "second@canary.example.co.jp"}
	tk.finA.post(negotiationBase+"RequestOwnerConsent", ask).want(200)
	tk.finA.post(negotiationBase+"RequestOwnerConsent", ask).want(409).has(`"stale"`)
	// Two deeds that both sides see, each on what it saw: one of them is too late.
	a, b := tk.finA.rowVersion(id), tk.finB.rowVersion(id)
	end := func(version int) map[string]any {
		return map[string]any{"buyerNegotiationId": id, "version": version, "fromStatus": 2, "status": 9, "endReason": 1}
	}
	answers := together(2, func(i int) result {
		if i == 0 {
			return tk.finA.post(negotiationBase+"NegotiationStatusChange", end(a))
		}
		return tk.finB.post(negotiationBase+"NegotiationStatusChange", end(b))
	})
	if answers[0].status+answers[1].status != 200+409 {
		t.Errorf("%d %s, %d %s", answers[0].status, answers[0].body, answers[1].status, answers[1].body)
	}
	// Another side's number is not the own one.
	if tk.finB.rowVersion(id) == tk.finA.rowVersion(id) {
		t.Error("both sides have the same number: they would not be told apart here")
	}
	tk.finB.post(negotiationBase+"ConfirmDisposal", map[string]any{"buyerNegotiationId": id, "version": tk.finA.rowVersion(id)}).want(409)
	tk.read(func(q *store.Q) error {
		n, err := q.NegotiationRowOf(id)
		if err == nil && (n.Version == n.VersionBF || n.Version == n.VersionSF) {
			t.Error("the row's own version is shown")
		}
		return err
	})
}

package app

import (
	"slices"
	"strings"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
)

const overviewPath = listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId="

// recorded is a milestone of a view, nil where it is not in force.
func recorded(view map[string]any, kind deal.Milestone) map[string]any {
	for _, m := range view["milestones"].([]any) {
		if m := m.(map[string]any); m["kind"] == float64(kind) {
			return m
		}
	}
	return nil
}

// proposal is what waits of a kind, as the caller sees it.
func (c *caller) proposal(id string, kind deal.Milestone) map[string]any {
	c.p.t.Helper()
	for _, p := range c.proposals(id) {
		if p["kind"] == float64(kind) {
			return p
		}
	}
	return nil
}

// on posts a deed on one proposal as the caller sees it now.
func (c *caller) on(path, id string, kind deal.Milestone, fields map[string]any) result {
	c.p.t.Helper()
	return c.deed(path, id, with(map[string]any{"proposalId": c.proposal(id, kind)["proposalId"]}, fields))
}

// What one bank records is the two banks' until the other confirms: nothing follows from it, the
// buyer reads nothing of it, and what is in force stays so (domain.md 0.6).
func TestFactsAreBilateral(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.intended()
	before := tk.everythingOf(tk.buyB, id)
	asked := tk.mailed(mail.MilestoneProposed)
	tk.finB.milestone(id, deal.MilestoneIntent, map[string]any{"date": "2026-12-03", "amount": 99_000, "note": "社内の稟議前"}).want(200)
	if got := tk.mailed(mail.MilestoneProposed) - asked; got == 0 {
		t.Error("SF is not asked by mail")
	}
	for who, c := range map[string]*caller{"finA": tk.finA, "finB": tk.finB} {
		v := c.row(id)
		if m := recorded(v, deal.MilestoneIntent); m["amount"] != 150_000.0 || m["date"] != "2026-12-01" {
			t.Errorf("%s: in force is %v", who, m)
		}
		p := c.proposal(id, deal.MilestoneIntent)
		if p["amount"] != 99_000.0 || p["side"] != "bf" || p["canConfirm"] != (who == "finA") || p["canWithdraw"] != (who == "finB") || (p["note"] != nil) != (who == "finB") {
			t.Errorf("%s: %v", who, p)
		}
		if v["isApprovalMe"] != (who == "finA") || (v["ask"] != nil) != (who == "finA") {
			t.Errorf("%s: asked %v %v", who, v["isApprovalMe"], v["ask"])
		}
	}
	if after := tk.everythingOf(tk.buyB, id); after != before {
		t.Errorf("the buyer's answers moved:\n%s\n%s", before, after)
	}
	// SF sends it back: BF reads why, the buyer nothing, and what is in force stays.
	tk.finA.on("ReturnMilestone", id, deal.MilestoneIntent, nil).want(422).has(`"comment"`)
	tk.finB.on("ReturnMilestone", id, deal.MilestoneIntent, map[string]any{"comment": "自分で"}).want(409)
	tk.finA.on("WithdrawMilestone", id, deal.MilestoneIntent, nil).want(409).has("相手方の記録は取り下げられません")
	tk.finA.on("ReturnMilestone", id, deal.MilestoneIntent, map[string]any{"comment": "価格をご確認ください。"}).want(200)
	if p := tk.finB.proposal(id, deal.MilestoneIntent); p["isReturned"] != true || p["returnReason"] != "価格をご確認ください。" {
		t.Errorf("sent back: %v", p)
	}
	tk.finA.on("ReturnMilestone", id, deal.MilestoneIntent, map[string]any{"comment": "もう一度"}).want(409)
	if v := tk.finA.row(id); v["isApprovalMe"] == true || v["ask"] != nil {
		t.Errorf("SF is still asked: %v", v["ask"])
	}
	tk.finB.on("WithdrawMilestone", id, deal.MilestoneIntent, nil).want(200)
	if after := tk.everythingOf(tk.buyB, id); after != before {
		t.Errorf("the buyer's answers moved:\n%s\n%s", before, after)
	}
	// Recorded again and confirmed, it is in force, and the history says from what to what.
	tk.finB.milestone(id, deal.MilestoneIntent, map[string]any{"date": "2026-12-03", "amount": 99_000}).want(200)
	tk.finA.confirm(id).want(200)
	for who, c := range map[string]*caller{"finA": tk.finA, "finB": tk.finB, "buyB": tk.buyB} {
		v := c.row(id)
		if m := recorded(v, deal.MilestoneIntent); m["amount"] != 99_000.0 {
			t.Errorf("%s: in force is %v", who, m)
		}
		line := v["timeline"].([]any)[0].(map[string]any)
		if line["event"] != "milestone_confirm_2" || line["oldValue"] != "2026/12/01　150,000千円" || line["newValue"] != "2026/12/03　99,000千円" || line["side"] != "sf" {
			t.Errorf("%s reads %v", who, line)
		}
		if who == "buyB" && (v["proposals"] != nil || v["milestoneForms"] != nil || strings.Contains(viewText(v), "propose")) {
			t.Errorf("the buyer reads of proposals: %v", viewText(v))
		}
	}
}

// Who confirms confirms what was seen: a change, a withdrawal or another deed meanwhile is a 409.
func TestConfirmIsOfWhatWasSeen(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.named()
	tk.finB.milestone(id, deal.MilestoneTopInterview, nil).want(200)
	tk.finB.milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}).want(200)
	seen := tk.finA.proposal(id, deal.MilestoneIntent)["proposalId"].(string)
	version := tk.finA.rowVersion(id)
	tk.finB.milestone(id, deal.MilestoneIntent, map[string]any{"amount": 151_000}).want(200)
	confirm := map[string]any{"buyerNegotiationId": id, "version": version, "proposalIds": []string{seen}}
	tk.finA.post(negotiationBase+"ConfirmMilestone", confirm).want(409)
	tk.finA.post(negotiationBase+"ConfirmMilestone", with(confirm, map[string]any{"version": tk.finA.rowVersion(id)})).want(409).has("変更されたか")
	tk.finA.deed("ReturnMilestone", id, map[string]any{"proposalId": seen, "comment": "x"}).want(409)
	tk.finA.deed("ConfirmMilestone", id, map[string]any{"proposalIds": []string{}}).want(422).has(`"proposalIds"`)
	if recorded(tk.finB.row(id), deal.MilestoneIntent) != nil {
		t.Error("something is in force")
	}
	tk.finB.deed("ConfirmMilestone", id, map[string]any{"proposalIds": []string{tk.finB.proposal(id, deal.MilestoneIntent)["proposalId"].(string)}}).want(409).has("自らの記録")
	tk.finA.milestone(id, deal.MilestoneIntent, map[string]any{"amount": 1}).want(409).has("先に、確認するか差し戻して")
	// A stranger's bank and a buyer have no such call or row: the same bytes as for one that is not there.
	none := tk.finC.deedBlind("ConfirmMilestone", "nothing", nil)
	none.want(400).sameAs(tk.finC.deedBlind("ConfirmMilestone", id, nil).want(400))
	for _, path := range []string{"ConfirmMilestone", "ReturnMilestone", "WithdrawMilestone"} {
		tk.buyB.deedBlind(path, id, nil).want(400)
	}
	// All that is wrong is told at once.
	tk.finB.milestone(id, deal.MilestoneIntent, map[string]any{"date": "2026-02-30", "note": strings.Repeat("長", 1001)}).want(422).has(`"date"`, `"amount"`, `"note"`)
	tk.finA.confirm(id).want(200)
	tk.finA.deed("ConfirmMilestone", id, map[string]any{"proposalIds": []string{seen}}).want(409)
	// Over is over: what waits goes with the row.
	tk.finB.milestone(id, deal.MilestoneIntent, map[string]any{"amount": 152_000}).want(200)
	waits := tk.finA.proposal(id, deal.MilestoneIntent)["proposalId"]
	tk.finA.to(id, 3, 9, map[string]any{"endReason": 1}).want(200)
	tk.finA.deed("ConfirmMilestone", id, map[string]any{"proposalIds": []any{waits}}).want(409)
	if n := len(tk.finB.proposals(id)); n != 0 || tk.finB.row(id)["ask"] != nil {
		t.Errorf("%d proposals after the end", n)
	}
}

// mailed counts the mails of a kind.
func (p *platform) mailed(kind mail.Kind) (count int) {
	p.t.Helper()
	for to, n := range p.mailKinds() {
		if strings.HasPrefix(to, string(kind)+" to ") {
			count += n
		}
	}
	return count
}

// deedBlind posts a deed on a row that the caller may not see.
func (c *caller) deedBlind(path, id string, fields map[string]any) result {
	c.p.t.Helper()
	body := map[string]any{"buyerNegotiationId": id, "version": 1, "proposalId": "x"}
	if path == "ConfirmMilestone" {
		body = map[string]any{"buyerNegotiationId": id, "version": 1, "proposalIds": []string{"x"}}
	}
	return c.post(negotiationBase+path, with(body, fields))
}

// Even proposing a change takes a pending 成約の提案 back and tells both sides.
func TestChangeWithdrawsTheProposedContract(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.proposed()
	told := tk.mailed(mail.ContractLapsed)
	tk.finA.milestone(id, deal.MilestoneDDStart, map[string]any{"date": "2026-12-01"}).want(200) // DD was left out: this waits as well
	if v := tk.finB.row(id); v["contractProposedBy"] != nil {
		t.Errorf("still proposed by %v", v["contractProposedBy"])
	}
	for _, c := range []*caller{tk.finA, tk.finB} {
		c.thread(id).want(200).has(deal.ContractLapsed)
		if events := viewText(c.row(id)["timeline"]); !strings.Contains(events, string(deal.MoveWithdrawContract)) {
			t.Errorf("not in the history: %s", events)
		}
	}
	tk.buyB.thread(id).want(200).hasNot(deal.ContractLapsed)
	if got := tk.mailed(mail.ContractLapsed) - told; got < 2 {
		t.Errorf("%d mails", got)
	}
	tk.finA.to(id, 4, 5, map[string]any{"move": "confirm_contract"}).want(409)
	tk.finA.to(id, 4, 5, nil).want(409).has("確認を待っている記録があります") // nor is it proposed again before that is settled
	tk.finB.on("ReturnMilestone", id, deal.MilestoneDDStart, map[string]any{"comment": "DDは行いません。"}).want(200)
	tk.finA.to(id, 4, 5, nil).want(200)
	tk.finB.milestone(id, deal.MilestoneIntent, map[string]any{"amount": 140_000}).want(200)
	if v := tk.finA.row(id); v["contractProposedBy"] != nil || recorded(v, deal.MilestoneIntent)["amount"] != 150_000.0 {
		t.Errorf("%v", viewText(v["milestones"]))
	}
}

// 受付停止 out of an exclusivity begins when both have agreed on it, lies within the period, and
// SF reads why and until when; others read what they always do.
func TestExclusivityIsAgreedOn(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.intended()
	due := tk.finA.get(overviewPath + tk.listing).want(200).json()["dueDate"].(string)
	late := due[:3] + "9" + due[4:]
	tk.finA.milestone(id, deal.MilestoneBasicAgreement, map[string]any{"until": late}).want(422).has(`"until"`, "公開期限")
	before := tk.finC.get(overviewPath + tk.listing).want(200)
	own := tk.finA.get(overviewPath + tk.listing).want(200)
	tk.finB.milestone(id, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-12-31"}).want(200)
	tk.finC.get(overviewPath + tk.listing).want(200).sameAs(before)
	tk.finA.get(overviewPath + tk.listing).want(200).sameAs(own)
	tk.finB.on("WithdrawMilestone", id, deal.MilestoneBasicAgreement, nil).want(200)
	tk.finC.get(overviewPath + tk.listing).want(200).sameAs(before)
	// Where SF recorded it, it begins with BF's confirmation.
	tk.finA.milestone(id, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-12-31"}).want(200)
	tk.finC.get(overviewPath + tk.listing).want(200).sameAs(before)
	tk.finB.confirm(id).want(200)
	tk.finA.get(overviewPath+tk.listing).want(200).has(`"isStopped":true`, `"stoppedUntil":"2026-12-31"`)
	tk.finC.get(overviewPath+tk.listing).want(200).has(`"isStopped":true`).hasNot("stoppedUntil", "2026-12-31")
	// By hand SF can stop and resume as before.
	l := tk.finA.get(overviewPath + tk.listing).json()
	tk.finA.post(listingBase+"ChangeSuspension", map[string]any{"sellerBusinessId": tk.listing, "version": l["version"], "isStopped": false}).want(200)
	tk.finC.get(overviewPath + tk.listing).want(200).has(`"isStopped":false`)
}

// A signed deal is to be closed: both are asked until the completion and its amount are agreed on.
func TestClosingIsCompleted(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.proposed()
	tk.finA.milestone(id, deal.MilestoneClosed, map[string]any{"amount": 149_000, "date": "2026-11-20"}).want(409)
	tk.finA.to(id, 4, 5, nil).want(200)
	for _, c := range []*caller{tk.finA, tk.finB} {
		if v := c.row(id); v["ask"] != "クロージングの完了日と成約金額を記録する" || !slices.Contains(v["openMilestones"].([]any), any(float64(deal.MilestoneClosed))) {
			t.Errorf("asked %v, open %v", v["ask"], v["openMilestones"])
		}
		c.get("/api/MyPage/GetDesk").want(200).has(`"kind":"closing"`, "クロージングの完了日と成約金額を記録する", `"due":"2027-02-10"`)
	}
	tk.finB.milestone(id, deal.MilestoneClosed, map[string]any{"date": "2026-11-30"}).want(422).has(`"date"`, `"amount"`) // a day to come, no amount
	tk.finB.milestone(id, deal.MilestoneContract, map[string]any{"date": "2026-11-30"}).want(409)
	tk.clock.Add(tk.until("2027-02-11"))
	finA, finB := tk.signIn("fin@a.example.jp"), tk.signIn("fin@b.example.jp")
	finB.milestone(id, deal.MilestoneClosed, map[string]any{"date": "2027-02-11", "amount": 149_000}).want(200)
	finB.get("/api/MyPage/GetDesk").want(200).has("相手方に確認してもらう")
	finA.get("/api/MyPage/GetDesk").want(200).has("相手方が記録した日程・条件を確認する")
	finA.confirm(id).want(200)
	for _, c := range []*caller{finA, finB} {
		if v := c.row(id); v["ask"] != nil || recorded(v, deal.MilestoneClosed)["amount"] != 149_000.0 {
			t.Errorf("after the closing: %v %v", v["ask"], v["milestones"])
		}
		c.get("/api/MyPage/GetDesk").want(200).hasNot(id)
	}
	finA.milestone(id, deal.MilestoneClosing, map[string]any{"date": "2027-03-01"}).want(409).has("完了しています")
}

// Where one institution is on both sides, another of its users confirms.
func TestFactsOfOneBankWantTwoPeople(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.intended()
	tk.office().changeCharge(tk.buyerB, tk.aID).want(200)
	tk.finA.milestone(id, deal.MilestoneIntent, map[string]any{"amount": 151_000}).want(200)
	if p := tk.finA.proposal(id, deal.MilestoneIntent); p["canConfirm"] != false || p["canWithdraw"] != true {
		t.Errorf("who recorded it: %v", p)
	}
	tk.finA.deed("ConfirmMilestone", id, map[string]any{"proposalIds": []any{tk.finA.proposal(id, deal.MilestoneIntent)["proposalId"]}}).want(409).has("別の担当者")
	tk.secondA.confirm(id).want(200)
	if m := recorded(tk.finA.row(id), deal.MilestoneIntent); m["amount"] != 151_000.0 {
		t.Errorf("%v", m)
	}
}

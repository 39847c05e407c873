package negotiation_test

import (
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
)

const overviewPath = apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId="

// recorded is a milestone of a view, nil where it is not in force.
func recorded(view map[string]any, kind deal.Milestone) map[string]any {
	for _, m := range view["milestones"].([]any) {
		if m := m.(map[string]any); m["kind"] == float64(kind) {
			return m
		}
	}
	return nil
}

// on posts a deed on one proposal as the caller sees it now.
func on(c *apptest.Caller, path, id string, kind deal.Milestone, fields map[string]any) apptest.Result {
	c.P.T.Helper()
	return c.Deed(path, id, apptest.With(map[string]any{"proposalId": c.Proposal(id, kind)["proposalId"]}, fields))
}

// What one bank records is the two banks' until the other confirms: nothing follows from it, the
// buyer reads nothing of it, and what is in force stays so (domain.md 0.6).
func TestFactsAreBilateral(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Intended()
	before := tk.EverythingOf(tk.BuyB, id)
	asked := mailed(tk.Marketplace.Banks.Platform, mail.MilestoneProposed)
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"date": "2026-12-03", "amount": 99_000, "note": "社内の稟議前"}).Want(200)
	if got := mailed(tk.Marketplace.Banks.Platform, mail.MilestoneProposed) - asked; got == 0 {
		t.Error("SF is not asked by mail")
	}
	for who, c := range map[string]*apptest.Caller{"finA": tk.FinA, "finB": tk.FinB} {
		v := c.Row(id)
		if m := recorded(v, deal.MilestoneIntent); m["amount"] != 150_000.0 || m["date"] != "2026-12-01" {
			t.Errorf("%s: in force is %v", who, m)
		}
		p := c.Proposal(id, deal.MilestoneIntent)
		if p["amount"] != 99_000.0 || p["side"] != "bf" || p["canConfirm"] != (who == "finA") || p["canWithdraw"] != (who == "finB") ||
			(p["note"] != nil) != (who == "finB") {
			t.Errorf("%s: %v", who, p)
		}
		if v["isApprovalMe"] != (who == "finA") || (v["ask"] != nil) != (who == "finA") {
			t.Errorf("%s: asked %v %v", who, v["isApprovalMe"], v["ask"])
		}
	}
	if after := tk.EverythingOf(tk.BuyB, id); after != before {
		t.Errorf("the buyer's answers moved:\n%s\n%s", before, after)
	}
	// SF sends it back: BF reads why, the buyer nothing, and what is in force stays.
	on(tk.FinA, "ReturnMilestone", id, deal.MilestoneIntent, nil).Want(422).Has(`"comment"`)
	on(tk.FinB, "ReturnMilestone", id, deal.MilestoneIntent, map[string]any{"comment": "自分で"}).Want(409)
	on(tk.FinA, "WithdrawMilestone", id, deal.MilestoneIntent, nil).Want(409).Has("相手方の記録は取り下げられません")
	on(tk.FinA, "ReturnMilestone", id, deal.MilestoneIntent, map[string]any{"comment": "価格をご確認ください。"}).Want(200)
	if p := tk.FinB.Proposal(id, deal.MilestoneIntent); p["isReturned"] != true || p["returnReason"] != "価格をご確認ください。" {
		t.Errorf("sent back: %v", p)
	}
	on(tk.FinA, "ReturnMilestone", id, deal.MilestoneIntent, map[string]any{"comment": "もう一度"}).Want(409)
	if v := tk.FinA.Row(id); v["isApprovalMe"] == true || v["ask"] != nil {
		t.Errorf("SF is still asked: %v", v["ask"])
	}
	on(tk.FinB, "WithdrawMilestone", id, deal.MilestoneIntent, nil).Want(200)
	if after := tk.EverythingOf(tk.BuyB, id); after != before {
		t.Errorf("the buyer's answers moved:\n%s\n%s", before, after)
	}
	// Recorded again and confirmed, it is in force, and the history says from what to what.
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"date": "2026-12-03", "amount": 99_000}).Want(200)
	tk.FinA.Confirm(id).Want(200)
	for who, c := range map[string]*apptest.Caller{"finA": tk.FinA, "finB": tk.FinB, "buyB": tk.BuyB} {
		v := c.Row(id)
		if m := recorded(v, deal.MilestoneIntent); m["amount"] != 99_000.0 {
			t.Errorf("%s: in force is %v", who, m)
		}
		line := v["timeline"].([]any)[0].(map[string]any)
		if line["event"] != "milestone_confirm_2" || line["oldValue"] != "2026/12/01　150,000千円" || line["newValue"] != "2026/12/03　99,000千円" ||
			line["side"] != "sf" {
			t.Errorf("%s reads %v", who, line)
		}
		if who == "buyB" && (v["proposals"] != nil || v["milestoneForms"] != nil || strings.Contains(apptest.ViewText(v), "propose")) {
			t.Errorf("the buyer reads of proposals: %v", apptest.ViewText(v))
		}
	}
}

// Who confirms confirms what was seen: a change, a withdrawal or another deed meanwhile is a 409.
func TestConfirmIsOfWhatWasSeen(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Named()
	tk.FinB.Milestone(id, deal.MilestoneTopInterview, nil).Want(200)
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}).Want(200)
	seen := tk.FinA.Proposal(id, deal.MilestoneIntent)["proposalId"].(string)
	version := tk.FinA.RowVersion(id)
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 151_000}).Want(200)
	confirm := map[string]any{"buyerNegotiationId": id, "version": version, "proposalIds": []string{seen}}
	tk.FinA.Post(apptest.NegotiationBase+"ConfirmMilestone", confirm).Want(409)
	tk.FinA.Post(apptest.NegotiationBase+"ConfirmMilestone", apptest.With(confirm,
		map[string]any{"version": tk.FinA.RowVersion(id)})).Want(409).Has("変更されたか")
	tk.FinA.Deed("ReturnMilestone", id, map[string]any{"proposalId": seen, "comment": "x"}).Want(409)
	tk.FinA.Deed("ConfirmMilestone", id, map[string]any{"proposalIds": []string{}}).Want(422).Has(`"proposalIds"`)
	if recorded(tk.FinB.Row(id), deal.MilestoneIntent) != nil {
		t.Error("something is in force")
	}
	tk.FinB.Deed("ConfirmMilestone", id, map[string]any{"proposalIds": []string{tk.FinB.Proposal(id,
		deal.MilestoneIntent)["proposalId"].(string)}}).Want(409).Has("自らの記録")
	tk.FinA.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 1}).Want(409).Has("先に、確認するか差し戻して")
	// A stranger's bank and a buyer have no such call or row: the same bytes as for one that is not there.
	none := deedBlind(tk.FinC, "ConfirmMilestone", "nothing", nil)
	none.Want(400).SameAs(deedBlind(tk.FinC, "ConfirmMilestone", id, nil).Want(400))
	for _, path := range []string{"ConfirmMilestone", "ReturnMilestone", "WithdrawMilestone"} {
		deedBlind(tk.BuyB, path, id, nil).Want(400)
	}
	// All that is wrong is told at once.
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"date": "2026-02-30",
		"note": strings.Repeat("長", 1001)}).Want(422).Has(`"date"`, `"amount"`, `"note"`)
	tk.FinA.Confirm(id).Want(200)
	tk.FinA.Deed("ConfirmMilestone", id, map[string]any{"proposalIds": []string{seen}}).Want(409)
	// Over is over: what waits goes with the row.
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 152_000}).Want(200)
	waits := tk.FinA.Proposal(id, deal.MilestoneIntent)["proposalId"]
	tk.FinA.To(id, 3, 9, map[string]any{"endReason": 1}).Want(200)
	tk.FinA.Deed("ConfirmMilestone", id, map[string]any{"proposalIds": []any{waits}}).Want(409)
	if n := len(tk.FinB.Proposals(id)); n != 0 || tk.FinB.Row(id)["ask"] != nil {
		t.Errorf("%d proposals after the end", n)
	}
}

// mailed counts the mails of a kind.
func mailed(p *apptest.Platform, kind mail.Kind) (count int) {
	p.T.Helper()
	for to, n := range p.MailKinds() {
		if strings.HasPrefix(to, string(kind)+" to ") {
			count += n
		}
	}
	return count
}

// deedBlind posts a deed on a row that the caller may not see.
func deedBlind(c *apptest.Caller, path, id string, fields map[string]any) apptest.Result {
	c.P.T.Helper()
	body := map[string]any{"buyerNegotiationId": id, "version": 1, "proposalId": "x"}
	if path == "ConfirmMilestone" {
		body = map[string]any{"buyerNegotiationId": id, "version": 1, "proposalIds": []string{"x"}}
	}
	return c.Post(apptest.NegotiationBase+path, apptest.With(body, fields))
}

// Even proposing a change takes a pending 成約の提案 back and tells both sides.
func TestChangeWithdrawsTheProposedContract(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Proposed()
	told := mailed(tk.Marketplace.Banks.Platform, mail.ContractLapsed)
	tk.FinA.Milestone(id, deal.MilestoneDDStart, map[string]any{"date": "2026-12-01"}).Want(200) // DD was left out: this waits as well
	if v := tk.FinB.Row(id); v["contractProposedBy"] != nil {
		t.Errorf("still proposed by %v", v["contractProposedBy"])
	}
	for _, c := range []*apptest.Caller{tk.FinA, tk.FinB} {
		c.Thread(id).Want(200).Has(deal.ContractLapsed)
		if events := apptest.ViewText(c.Row(id)["timeline"]); !strings.Contains(events, string(deal.MoveWithdrawContract)) {
			t.Errorf("not in the history: %s", events)
		}
	}
	tk.BuyB.Thread(id).Want(200).HasNot(deal.ContractLapsed)
	if got := mailed(tk.Marketplace.Banks.Platform, mail.ContractLapsed) - told; got < 2 {
		t.Errorf("%d mails", got)
	}
	tk.FinA.To(id, 4, 5, map[string]any{"move": "confirm_contract"}).Want(409)
	tk.FinA.To(id, 4, 5, nil).Want(409).Has("確認を待っている記録があります") // nor is it proposed again before that is settled
	on(tk.FinB, "ReturnMilestone", id, deal.MilestoneDDStart, map[string]any{"comment": "DDは行いません。"}).Want(200)
	tk.FinA.To(id, 4, 5, nil).Want(200)
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 140_000}).Want(200)
	if v := tk.FinA.Row(id); v["contractProposedBy"] != nil || recorded(v, deal.MilestoneIntent)["amount"] != 150_000.0 {
		t.Errorf("%v", apptest.ViewText(v["milestones"]))
	}
}

// 受付停止 out of an exclusivity begins when both have agreed on it, lies within the period, and
// SF reads why and until when; others read what they always do.
func TestExclusivityIsAgreedOn(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Intended()
	due := tk.FinA.Get(overviewPath + tk.Listing).Want(200).JSON()["dueDate"].(string)
	late := due[:3] + "9" + due[4:]
	tk.FinA.Milestone(id, deal.MilestoneBasicAgreement, map[string]any{"until": late}).Want(422).Has(`"until"`, "公開期限")
	before := tk.FinC.Get(overviewPath + tk.Listing).Want(200)
	own := tk.FinA.Get(overviewPath + tk.Listing).Want(200)
	tk.FinB.Milestone(id, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-12-31"}).Want(200)
	tk.FinC.Get(overviewPath + tk.Listing).Want(200).SameAs(before)
	tk.FinA.Get(overviewPath + tk.Listing).Want(200).SameAs(own)
	on(tk.FinB, "WithdrawMilestone", id, deal.MilestoneBasicAgreement, nil).Want(200)
	tk.FinC.Get(overviewPath + tk.Listing).Want(200).SameAs(before)
	// Where SF recorded it, it begins with BF's confirmation.
	tk.FinA.Milestone(id, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-12-31"}).Want(200)
	tk.FinC.Get(overviewPath + tk.Listing).Want(200).SameAs(before)
	tk.FinB.Confirm(id).Want(200)
	tk.FinA.Get(overviewPath+tk.Listing).Want(200).Has(`"isStopped":true`, `"stoppedUntil":"2026-12-31"`)
	tk.FinC.Get(overviewPath+tk.Listing).Want(200).Has(`"isStopped":true`).HasNot("stoppedUntil", "2026-12-31")
	// By hand SF can stop and resume as before.
	l := tk.FinA.Get(overviewPath + tk.Listing).JSON()
	tk.FinA.Post(apptest.ListingBase+"ChangeSuspension", map[string]any{"sellerBusinessId": tk.Listing, "version": l["version"],
		"isStopped": false}).Want(200)
	tk.FinC.Get(overviewPath + tk.Listing).Want(200).Has(`"isStopped":false`)
}

// A signed deal is to be closed: both are asked until the completion and its amount are agreed on.
func TestClosingIsCompleted(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Proposed()
	tk.FinA.Milestone(id, deal.MilestoneClosed, map[string]any{"amount": 149_000, "date": "2026-11-20"}).Want(409)
	tk.FinA.To(id, 4, 5, nil).Want(200)
	for _, c := range []*apptest.Caller{tk.FinA, tk.FinB} {
		if v := c.Row(id); v["ask"] != "クロージングの完了日と成約金額を記録する" || !slices.Contains(v["openMilestones"].([]any),
			any(float64(deal.MilestoneClosed))) {
			t.Errorf("asked %v, open %v", v["ask"], v["openMilestones"])
		}
		c.Get("/api/MyPage/GetDesk").Want(200).Has(`"kind":"closing"`, "クロージングの完了日と成約金額を記録する", `"due":"2027-02-10"`)
	}
	// a day to come, no amount
	tk.FinB.Milestone(id, deal.MilestoneClosed, map[string]any{"date": "2026-11-30"}).Want(422).Has(`"date"`, `"amount"`)
	tk.FinB.Milestone(id, deal.MilestoneContract, map[string]any{"date": "2026-11-30"}).Want(409)
	tk.Clock.Add(tk.Until("2027-02-11"))
	finA, finB := tk.SignIn("fin@a.example.jp"), tk.SignIn("fin@b.example.jp")
	finB.Milestone(id, deal.MilestoneClosed, map[string]any{"date": "2027-02-11", "amount": 149_000}).Want(200)
	finB.Get("/api/MyPage/GetDesk").Want(200).Has("相手方に確認してもらう")
	finA.Get("/api/MyPage/GetDesk").Want(200).Has("相手方が記録した日程・条件を確認する")
	finA.Confirm(id).Want(200)
	for _, c := range []*apptest.Caller{finA, finB} {
		if v := c.Row(id); v["ask"] != nil || recorded(v, deal.MilestoneClosed)["amount"] != 149_000.0 {
			t.Errorf("after the closing: %v %v", v["ask"], v["milestones"])
		}
		c.Get("/api/MyPage/GetDesk").Want(200).HasNot(`"kind":"closing"`, "クロージング")
	}
	finA.Get("/api/MyPage/GetDesk").Want(200).Has("成約後の確認を記録する", `"taskCount":1`) // months after the signing
	finB.Get("/api/MyPage/GetDesk").Want(200).HasNot(id)
	finA.Milestone(id, deal.MilestoneClosing, map[string]any{"date": "2027-03-01"}).Want(409).Has("完了しています")
}

// Where one institution is on both sides, another of its users confirms.
func TestFactsOfOneBankWantTwoPeople(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Intended()
	tk.Office().ChangeCharge(tk.BuyerB, tk.AID).Want(200)
	tk.FinA.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 151_000}).Want(200)
	if p := tk.FinA.Proposal(id, deal.MilestoneIntent); p["canConfirm"] != false || p["canWithdraw"] != true {
		t.Errorf("who recorded it: %v", p)
	}
	tk.FinA.Deed("ConfirmMilestone", id, map[string]any{"proposalIds": []any{tk.FinA.Proposal(id,
		deal.MilestoneIntent)["proposalId"]}}).Want(409).Has("別の担当者")
	tk.SecondA.Confirm(id).Want(200)
	if m := recorded(tk.FinA.Row(id), deal.MilestoneIntent); m["amount"] != 151_000.0 {
		t.Errorf("%v", m)
	}
}

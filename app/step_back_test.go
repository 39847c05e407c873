package app

import (
	"strings"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
)

// stepped are the mails of a status move to an address.
func (p *platform) stepped(address string) (n int) {
	p.t.Helper()
	for _, m := range p.mails(address) {
		if m.Kind == mail.NegotiationStatusChanged {
			n++
		}
	}
	return n
}

// The buyer steps back itself: its bank is told why, the other side what it is told of any end by the
// buyer's side, to the byte.
func TestStepBack(t *testing.T) {
	const why = "社内で投資の優先順位が変わりました。"
	for name, at := range map[string]func(*talks) string{"1": (*talks).started, "2": (*talks).hoped, "3": (*talks).named, "4": (*talks).bargained} {
		t.Run(name, func(t *testing.T) {
			tk := newTalks(newPlatform(t))
			id := at(tk)
			status := int(tk.buyB.row(id)["status"].(float64))
			if move(tk.buyB.row(id), deal.MoveStepBack) == nil || move(tk.finB.row(id), deal.MoveStepBack) != nil || move(tk.finA.row(id), deal.MoveStepBack) != nil {
				t.Error("the move is the buyer's alone")
			}
			none := tk.rival.post(negotiationBase+"StepBack", map[string]any{"buyerNegotiationId": tk.listing, "version": 1, "comment": why}).want(400)
			version := tk.buyB.rowVersion(id)
			for _, c := range []*caller{tk.rival, tk.buyA, tk.finB, tk.finA} {
				c.post(negotiationBase+"StepBack", map[string]any{"buyerNegotiationId": id, "version": version, "comment": why}).sameAs(none)
			}
			tk.buyB.deed("StepBack", id, map[string]any{"comment": " "}).want(422).has(`"comment"`)
			tk.buyB.post(negotiationBase+"StepBack", map[string]any{"buyerNegotiationId": id, "version": version + 7, "comment": why}).want(409)
			bank, other, own := tk.stepped("fin@b.example.jp"), tk.stepped("fin@a.example.jp"), tk.stepped("buy@b.example.jp")
			tk.buyB.deed("StepBack", id, map[string]any{"comment": why}).want(200).has(`"status":9`)
			if tk.stepped("fin@b.example.jp") != bank+1 || tk.stepped("fin@a.example.jp") != other+1 || tk.stepped("buy@b.example.jp") != own {
				t.Error("the banks are told, the buyer is not")
			}
			tk.buyB.deed("StepBack", id, map[string]any{"comment": why}).want(409)
			if end := tk.buyB.row(id)["end"].(map[string]any); end["comment"] != why || end["by"] != "buyer" {
				t.Errorf("the buyer reads %v", end)
			}
			row := tk.finB.row(id)
			if end := row["end"].(map[string]any); end["comment"] != why || end["by"] != "buyer" || end["isDisposalDue"] != true || row["financialSupportStatus"] != 9.0 || !strings.Contains(viewText(row["timeline"]), why) {
				t.Errorf("its bank reads %v", end)
			}
			tk.finB.get("/api/MyPage/GetDesk").want(200).has("買手が見送った理由を確かめ")
			s := tk.finA.row(id)
			end := s["end"].(map[string]any)
			if end["by"] != "bf" || end["reasonLabel"] != "買手見送り" || end["comment"] != nil {
				t.Errorf("SF reads %v", end)
			}
			if text := viewText(s) + tk.finA.thread(id).body; strings.Contains(text, "投資の優先") || strings.Contains(text, "step_back") || strings.Contains(text, "買手の見送り") || strings.Contains(text, `"side":"buyer","fromStatus":`+name) {
				t.Errorf("SF learns more than of any end: %s", text)
			}
			if status >= 3 && tk.finB.row(id)["level"] != 2.0 && tk.finB.row(id)["level"] != 1.0 {
				t.Error("the levels have not fallen")
			}
		})
	}
}

// What SF reads of a step back and of an end by BF is the same.
func TestStepBackLooksLikeAnyEnd(t *testing.T) {
	w := newAccessWorld(t)
	id := w.object("negotiation", "counterparty after the names")
	read := func(do func(p *platform)) string {
		p := w.thaw(t)
		do(p)
		finA := &caller{p, w.tokens["finA"]}
		return viewText(finA.row(id)) + unpacked(finA.thread(id).body) + unpacked(finA.get("/api/MyPage/GetDesk").body) + unpacked(finA.get(negotiationBase+"PartnerListBySellerFinancial").body)
	}
	self := read(func(p *platform) {
		(&caller{p, w.tokens["buyB"]}).deed("StepBack", id, map[string]any{"comment": "予算に合いません。"}).want(200)
	})
	bank := read(func(p *platform) {
		(&caller{p, w.tokens["finB"]}).to(id, 3, 9, map[string]any{"endReason": 1, "comment": "予算に合いません。"}).want(200)
	})
	if a, b := uuids.ReplaceAllString(self, "<id>"), uuids.ReplaceAllString(bank, "<id>"); a != b {
		t.Errorf("SF can tell who stepped back: %s", difference(a, b))
	}
}

// Who asked and what became of it is told the owner in numbers, with the reason of a refusal without
// him; the buyer's side reads nothing of it.
func TestApproaches(t *testing.T) {
	const why = "取引先にあたるため、お伝えせずにお断りしました。"
	tk := newTalks(newPlatform(t))
	list := func() []any {
		t.Helper()
		return tk.finA.get(listingBase + "GetApproaches?sellerBusinessId=" + tk.listing).want(200).json()["approachList"].([]any)
	}
	tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.listing}).want(200)
	if n := len(list()); n != 0 {
		t.Errorf("%d approaches of an interest that SF does not know of", n)
	}
	o := tk.buyB.get(negotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + tk.listing).want(200).json()
	id := o["buyerNegotiationId"].(string)
	tk.buyB.consent(tk.listing, int(o["version"].(float64))).want(200)
	tk.finB.deed("StartNegotiation", id, nil).want(200)
	tk.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": tk.listing, "companyId": tk.candidate(tk.listing, tk.buyerC), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).want(200)
	tk.buyB.deed("RealNameConsent", id, nil).want(200)
	tk.finB.to(id, 1, 2, nil).want(200)
	if s := viewText(list()); strings.Contains(s, "霧晴環境") || !strings.Contains(s, "実名での交渉の希望") {
		t.Errorf("the owner was not asked and reads %s", s)
	}
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false}).want(422).has(`"ownerReason"`, "オーナーに確認していません")
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 1, "ownerReason": why}).want(200)
	all := list()
	if len(all) != 2 {
		t.Fatalf("approaches %v", all)
	}
	first := all[0].(map[string]any)
	if first["number"] != 1.0 || first["displayName"] != "匿名" || first["isAnonymous"] != true || !strings.Contains(viewText(first), why) {
		t.Errorf("first %v", first)
	}
	if second := all[1].(map[string]any); second["number"] != 2.0 || second["statusLabel"] == "未交渉" {
		t.Errorf("second %v", second)
	}
	if s := viewText(all); strings.Contains(s, "霧晴環境") || strings.Contains(s, "白嶺") {
		t.Errorf("names: %s", s)
	}
	// SF finds it with the refusal, the buyer's side nowhere.
	if s := viewText(tk.finA.row(id)["timeline"]); !strings.Contains(s, why) {
		t.Error("SF's own history lacks it")
	}
	for _, c := range []*caller{tk.finB, tk.buyB} {
		if s := viewText(c.row(id)) + c.thread(id).body; strings.Contains(s, "取引先にあたる") || strings.Contains(s, "ownerReason") {
			t.Error("the buyer's side reads what the owner is told")
		}
		c.get(listingBase + "GetApproaches?sellerBusinessId=" + tk.listing).want(400)
	}
	// The owner asked, he knows the buyer by name, and his refusal needs no reason.
	tk.clock.Add(31 * 24 * 3600e9)
	for _, c := range []struct {
		to   **caller
		name string
	}{{&tk.buyB, "buy@b.example.jp"}, {&tk.finB, "fin@b.example.jp"}, {&tk.finA, "fin@a.example.jp"}} {
		*c.to = tk.signIn(c.name)
	}
	tk.buyB.deed("RealNameConsent", id, nil).want(200)
	tk.finB.to(id, 1, 2, nil).want(200)
	key, passcode := tk.ownerKey(id)
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false}).want(422).has("回答がまだありません")
	if s := viewText(list()[0]); !strings.Contains(s, "霧晴環境") {
		t.Errorf("the owner has read the name: %s", s)
	}
	tk.ownerDecides(key, passcode, false).want(200)
	tk.finA.deed("NegotiationApprove", id, map[string]any{"isApproval": false}).want(200).has(`"status":1`)
	s := viewText(list()[0])
	if !strings.Contains(s, "オーナーのご意向によります。") || strings.Contains(s, "霧晴環境") {
		t.Errorf("after his refusal the name is closed again: %s", s)
	}
}

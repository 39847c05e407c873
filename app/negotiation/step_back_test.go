package negotiation_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
)

// stepped are the mails of a status move to an address.
func stepped(p *apptest.Platform, address string) (n int) {
	p.T.Helper()
	for _, m := range p.Mails(address) {
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
	for name, at := range map[string]func(*apptest.Talks) string{"1": (*apptest.Talks).Started, "2": (*apptest.Talks).Hoped,
		"3": (*apptest.Talks).Named, "4": (*apptest.Talks).InConditions} {
		t.Run(name, func(t *testing.T) {
			tk := apptest.NewTalks(apptest.NewPlatform(t))
			id := at(tk)
			status := int(tk.BuyB.Row(id)["status"].(float64))
			if apptest.Move(tk.BuyB.Row(id), deal.MoveStepBack) == nil || apptest.Move(tk.FinB.Row(id), deal.MoveStepBack) != nil ||
				apptest.Move(tk.FinA.Row(id), deal.MoveStepBack) != nil {
				t.Error("the move is the buyer's alone")
			}
			none := tk.Rival.Post(apptest.NegotiationBase+"StepBack",
				map[string]any{"buyerNegotiationId": tk.Listing, "version": 1, "comment": why}).Want(400)
			version := tk.BuyB.RowVersion(id)
			for _, c := range []*apptest.Caller{tk.Rival, tk.BuyA, tk.FinB, tk.FinA} {
				c.Post(apptest.NegotiationBase+"StepBack", map[string]any{"buyerNegotiationId": id, "version": version, "comment": why}).SameAs(none)
			}
			tk.BuyB.Deed("StepBack", id, map[string]any{"comment": " "}).Want(422).Has(`"comment"`)
			tk.BuyB.Post(apptest.NegotiationBase+"StepBack", map[string]any{"buyerNegotiationId": id, "version": version + 7,
				"comment": why}).Want(409)
			bank, other, own := stepped(tk.Marketplace.Banks.Platform, "fin@b.example.jp"), stepped(tk.Marketplace.Banks.Platform,
				"fin@a.example.jp"), stepped(tk.Marketplace.Banks.Platform, "buy@b.example.jp")
			tk.BuyB.Deed("StepBack", id, map[string]any{"comment": why}).Want(200).Has(`"status":9`)
			if stepped(tk.Marketplace.Banks.Platform, "fin@b.example.jp") != bank+1 ||
				stepped(tk.Marketplace.Banks.Platform, "fin@a.example.jp") != other+1 ||
				stepped(tk.Marketplace.Banks.Platform, "buy@b.example.jp") != own {
				t.Error("the banks are told, the buyer is not")
			}
			tk.BuyB.Deed("StepBack", id, map[string]any{"comment": why}).Want(409)
			if end := tk.BuyB.Row(id)["end"].(map[string]any); end["comment"] != why || end["by"] != "buyer" {
				t.Errorf("the buyer reads %v", end)
			}
			row := tk.FinB.Row(id)
			if end := row["end"].(map[string]any); end["comment"] != why || end["by"] != "buyer" || end["isDisposalDue"] != true ||
				row["financialSupportStatus"] != 9.0 || !strings.Contains(apptest.ViewText(row["timeline"]), why) {
				t.Errorf("its bank reads %v", end)
			}
			tk.FinB.Get("/api/MyPage/GetDesk").Want(200).Has("買手が見送った理由を確かめ")
			s := tk.FinA.Row(id)
			end := s["end"].(map[string]any)
			if end["by"] != "bf" || end["reasonLabel"] != "買手見送り" || end["comment"] != nil {
				t.Errorf("SF reads %v", end)
			}
			if text := apptest.ViewText(s) + tk.FinA.Thread(id).Body; strings.Contains(text, "投資の優先") || strings.Contains(text, "step_back") ||
				strings.Contains(text, "買手の見送り") || strings.Contains(text, `"side":"buyer","fromStatus":`+name) {
				t.Errorf("SF learns more than of any end: %s", text)
			}
			if status >= 3 && tk.FinB.Row(id)["level"] != 2.0 && tk.FinB.Row(id)["level"] != 1.0 {
				t.Error("the levels have not fallen")
			}
		})
	}
}

// Who asked and what became of it is told the owner in numbers, with the reason of a refusal without
// him; the buyer's side reads nothing of it.
func TestApproaches(t *testing.T) {
	const why = "取引先にあたるため、お伝えせずにお断りしました。"
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	list := func() []any {
		t.Helper()
		return tk.FinA.Get(apptest.ListingBase + "GetApproaches?sellerBusinessId=" + tk.Listing).Want(200).JSON()["approachList"].([]any)
	}
	tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.Listing}).Want(200)
	if n := len(list()); n != 0 {
		t.Errorf("%d approaches of an interest that SF does not know of", n)
	}
	o := tk.BuyB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + tk.Listing).Want(200).JSON()
	id := o["buyerNegotiationId"].(string)
	tk.BuyB.Consent(tk.Listing, int(o["version"].(float64))).Want(200)
	tk.FinB.Deed("StartNegotiation", id, nil).Want(200)
	tk.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
		map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.Candidate(tk.Listing, tk.BuyerC), "offerSendStatus": 1,
			"offerMessage": "ご検討ください。"}).Want(200)
	tk.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	tk.FinB.To(id, 1, 2, nil).Want(200)
	if s := apptest.ViewText(list()); strings.Contains(s, "霧晴環境") || !strings.Contains(s, "実名での交渉の希望") {
		t.Errorf("the owner was not asked and reads %s", s)
	}
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false}).Want(422).Has(`"ownerReason"`, "オーナーに確認していません")
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 1, "ownerReason": why}).Want(200)
	all := list()
	if len(all) != 2 {
		t.Fatalf("approaches %v", all)
	}
	first := all[0].(map[string]any)
	if first["number"] != 1.0 || first["displayName"] != "匿名" || first["isAnonymous"] != true ||
		!strings.Contains(apptest.ViewText(first), why) {
		t.Errorf("first %v", first)
	}
	if second := all[1].(map[string]any); second["number"] != 2.0 || second["statusLabel"] == "未交渉" {
		t.Errorf("second %v", second)
	}
	if s := apptest.ViewText(all); strings.Contains(s, "霧晴環境") || strings.Contains(s, "白嶺") {
		t.Errorf("names: %s", s)
	}
	// SF finds it with the refusal, the buyer's side nowhere.
	if s := apptest.ViewText(tk.FinA.Row(id)["timeline"]); !strings.Contains(s, why) {
		t.Error("SF's own history lacks it")
	}
	for _, c := range []*apptest.Caller{tk.FinB, tk.BuyB} {
		if s := apptest.ViewText(c.Row(id)) + c.Thread(id).Body; strings.Contains(s, "取引先にあたる") || strings.Contains(s, "ownerReason") {
			t.Error("the buyer's side reads what the owner is told")
		}
		c.Get(apptest.ListingBase + "GetApproaches?sellerBusinessId=" + tk.Listing).Want(400)
	}
	// The owner asked, he knows the buyer by name, and his refusal needs no reason.
	tk.Clock.Add(31 * 24 * 3600e9)
	for _, c := range []struct {
		to   **apptest.Caller
		name string
	}{{&tk.BuyB, "buy@b.example.jp"}, {&tk.FinB, "fin@b.example.jp"}, {&tk.FinA, "fin@a.example.jp"}} {
		*c.to = tk.SignIn(c.name)
	}
	tk.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	tk.FinB.To(id, 1, 2, nil).Want(200)
	key, passcode := tk.OwnerKey(id)
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false}).Want(422).Has("回答がまだありません")
	if s := apptest.ViewText(list()[0]); !strings.Contains(s, "霧晴環境") {
		t.Errorf("the owner has read the name: %s", s)
	}
	tk.OwnerDecides(key, passcode, false).Want(200)
	tk.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false}).Want(200).Has(`"status":1`)
	s := apptest.ViewText(list()[0])
	if !strings.Contains(s, "オーナーのご意向によります。") || strings.Contains(s, "霧晴環境") {
		t.Errorf("after his refusal the name is closed again: %s", s)
	}
}

package app_test

import (
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
)

// TestTextsAreCleanedAtTheDoor plays domain.md 0.10 through every door: JSON, a form with a file, the query. What is seen
// as one text is stored as one text, however it was typed; a secret stays as it was typed.
func TestTextsAreCleanedAtTheDoor(t *testing.T) {
	const hidden = "\u200b\u200e\u202e\u2060\u2066\ufeff"
	isClean := func(r apptest.Result) apptest.Result {
		t.Helper()
		for _, c := range hidden + "\u3099" {
			r.HasNot(string(c))
		}
		return r.HasNot(`\u200`, `\u206`, `\ufeff`, `\u202e`)
	}
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	bank := tk.FinA
	id := bank.Seller("か" + hidden + "\u3099んばる工" + hidden + "業")
	isClean(bank.Get("/api/SellerCompany/GetCompanyDetailsAsync?companyId=" + id)).Want(200).Has("がんばる工業")
	for _, name := range []string{"がんばる工業", "か\u3099んばる" + hidden + "工業"} {
		bank.Get("/api/SellerCompany/SearchCompanyAsync?limit=20&companyName=" + url.QueryEscape(name)).Want(200).Has(id)
	}

	talk := tk.Started()
	tk.BuyB.Say(talk, 1, "か\u3099は"+hidden+"じ\n二行目\u2028三行目").Want(200)
	tk.BuyB.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": talk, "messageType": 1, "messageBody": "添" + hidden + "付 か\u3099"}, "見\u202e積か\u3099.txt",
		[]byte("見積書")).Want(200)
	isClean(tk.FinB.Thread(talk)).Want(200).Has(`がはじ\n二行目\n三行目`, "添付 が", "見積が.txt")
	tk.BuyB.Say(talk, 1, hidden).Want(422).Has("messageBody")
	tk.BuyB.Say(talk, 1, "制御\u0007文字").Want(422).Has("使えない文字")

	// A name broken by what nobody sees is the name.
	bank.Post("/api/SellerBusiness/CheckAnonymity", map[string]any{"companyId": id, "texts": map[string]string{
		"description": "当社か\u3099" + hidden + "んばる工業です。"}}).Want(200).Has(`"kind":"company"`, "がんばる工業").HasNot(`"hits":[]`)

	// One line stays one line.
	bank.Post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync", apptest.With(apptest.DetailsBody,
		map[string]any{"companyId": id, "version": 1, "companyName": "一行目\u2028二行目"})).Want(422).Has("companyName", "1行で")

	tk.User(deal.RoleFIN, tk.Institution("9977", "鍵星銀行"), "key@a.example.jp")
	typed := "Himitsu-か\u3099\u200b-2026"
	tk.SignIn("key@a.example.jp").Send("PUT", "/api/FinancialUser/ChangeUserPassword",
		map[string]any{"password": apptest.TestPassword, "newPassword": typed}).Want(200)
	tk.Sign("key@a.example.jp", typed).Want(200)
	tk.Sign("key@a.example.jp", strings.ReplaceAll(typed, "\u200b", "")).Want(400)
}

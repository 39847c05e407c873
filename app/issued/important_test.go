package issued_test

import (
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/issued"
	"tsunagu/store"
)

type body = map[string]any

const ofCompany = int(store.InChargeOfCompany)

func issueFor(c *apptest.Caller, company string) apptest.Result {
	c.P.T.Helper()
	return c.Post(issued.Path+"IssuePaper", body{"companyId": company, "kind": int(issued.KindImportant), "recordKind": ofCompany})
}

func listFor(c *apptest.Caller, company string) apptest.Result {
	c.P.T.Helper()
	return c.Get(issued.Path + "SearchIssuedPaper?companyId=" + company)
}

// explains saves a version of the text of an institution.
func explains(admin *apptest.Caller, version int, text string) string {
	admin.P.T.Helper()
	return admin.Post("/api/Office/SaveDutyText", body{"kind": int(deal.DutyExplanation), "version": version, "title": "重要事項のご説明",
		"reason": "当行の言葉に合わせた", "itemList": []body{{"key": "role", "heading": "仲介とFAの違い", "text": text, "scope": 0},
			{"key": "conflict", "heading": "利益の対立", "text": "担当を分けます。", "scope": 1}}}).Want(200).JSON()["textId"].(string)
}

func adminOf(w *apptest.Talks, institution, login string) *apptest.Caller {
	w.T.Helper()
	w.User(deal.RoleFAD, institution, login)
	return w.SignInOffice(login)
}

// told records that the text in force was explained to a company.
func told(c *apptest.Caller, company string) {
	c.P.T.Helper()
	c.Post("/api/Duty/RecordDuty", body{"companyId": company, "kind": int(deal.DutyExplanation), "record": ofCompany,
		"performedOn": "2026-11-20",
		"values": body{"role": "broker", "items": "role,conflict", "handedOver": "post", "by": "湊 一郎、8年、5件", "toWhom": "representative",
			"toName": "代表取締役 山本 一郎", "until": "2026-11-21"}}).Want(200)
}

var importantMarks = map[string]string{"customer": "カナリア製作所", "bank": "湊星銀行", "maker": "利用者", "title": "重要事項のご説明", "text": "当行は仲介です。",
	"newText": "当行はFAです。", "brokers": "（仲介）利益の対立", "explained": "説明の記録", "explainedOn": "2026年11月20日", "how": "郵送した",
	"toName": "山本一郎", "role": "立場仲介", "signature": "説明を受けた日", "listing": "精密部品", "otherBank": "蒼陵", "otherText": "よその言葉", "buyer": "霧晴環境",
	"representative": "金糸", "address": "名駅"}

// What stands in 重要事項説明書, before and after it was explained, and when there is a newer version: this and no more.
func TestFieldsOfImportantPaper(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	admin := adminOf(w, w.AID, "admin@a.example.jp")
	other := adminOf(w, w.BID, "admin@b.example.jp")
	issueFor(w.FinA, w.Seller).Want(409).Has("自機関の重要事項説明書が、まだありません")
	listFor(w.FinA, w.Seller).Want(200).Has("自機関の重要事項説明書が、まだありません")
	explains(admin, 0, "【当行の言葉】")
	issueFor(w.FinA, w.Seller).Want(409).Has("【】の残る事項")
	golden := func(stage, fields string) string {
		t.Helper()
		paper := issueFor(w.FinA, w.Seller).Want(200).JSON()["issuedPaperId"].(string)
		text := textOf(t, fetch(w.FinA, paper).Want(200).Body)
		var stands []string
		for name, mark := range importantMarks {
			if strings.Contains(text, mark) {
				stands = append(stands, name)
			}
		}
		want := strings.Fields(fields)
		slices.Sort(want)
		slices.Sort(stands)
		if !slices.Equal(stands, want) {
			t.Errorf("%s: %v stand in it, want %v\n%s", stage, stands, want, text)
		}
		return paper
	}
	const always = "customer bank maker title brokers "
	explains(admin, 1, "当行は仲介です。")
	first := golden("to be handed over", always+"text signature")
	told(w.FinA, w.Seller)
	second := golden("explained", always+"text explained explainedOn how toName role")
	explains(admin, 2, "当行はFAです。")
	third := golden("with a newer version", always+"newText signature")
	if first == second || second == third {
		t.Error("another content has the same paper")
	}
	// Worlds that differ in what another bank says and does, and in the deals of the company, have the same paper.
	explains(other, 0, "よその言葉です。")
	w.Named()
	if last := golden("with deals", always+"newText signature"); last != third {
		t.Error("what is not in the paper made another one")
	}
	if text := textOf(t, fetch(w.FinA, second).Want(200).Body); !strings.Contains(text, "山本一郎") {
		t.Error("the paper of what was explained is not kept")
	}
}

// Nobody but the customer's own bank has or learns of the paper; the customer himself gets it by hand.
func TestImportantPaperTellsNobodyElse(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	explains(adminOf(w, w.AID, "admin@a.example.jp"), 0, "当行は仲介です。")
	explains(adminOf(w, w.BID, "admin@b.example.jp"), 0, "よその言葉です。")
	w.Named()
	sellers := issueFor(w.FinA, w.Seller).Want(200).JSON()["issuedPaperId"].(string)
	buyers := issueFor(w.FinB, w.BuyerB).Want(200).JSON()["issuedPaperId"].(string)
	none := fetch(w.FinC, store.NewID()).Want(400)
	for _, c := range []*apptest.Caller{w.FinB, w.FinC, w.BuyB, w.Rival} {
		issueFor(c, w.Seller).SameAs(none)
		listFor(c, w.Seller).SameAs(none)
		fetch(c, sellers).SameAs(none)
	}
	for _, c := range []*apptest.Caller{w.FinA, w.FinC, w.BuyB, w.Rival} {
		issueFor(c, w.BuyerB).SameAs(none)
		fetch(c, buyers).SameAs(none)
	}
	for _, c := range []*apptest.Caller{w.FinA, w.FinC, w.Rival} {
		listFor(c, w.BuyerB).SameAs(none)
	}
	if w.Count("SELECT count(*) FROM ledger WHERE subject LIKE '%重要事項%'") != 0 {
		t.Error("a paper that tells nothing of a listing has a line in the ledger")
	}
}

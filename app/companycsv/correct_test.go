package companycsv_test

import (
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/store"
)

// The correct rows of a file with errors are registered if its user chooses so, and only then: in pieces, under claims and
// with an audit line as a whole file; the others stay to be mended.
func TestCorrectRowsAlone(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	file := apptest.CSVFile(t, store.Buyer,
		apptest.CSVLine(map[string]string{"企業名": "白樺製作所1", "法人番号": "7990001900001", "メールアドレス": "a1@example.jp"}),
		apptest.CSVLine(map[string]string{"企業名": "白樺製作所2", "法人番号": "6990001900002", "電話番号": "052", "メールアドレス": "a2@example.jp"}),
		apptest.CSVLine(map[string]string{"企業名": "白樺製作所3", "法人番号": "5990001900003", "メールアドレス": "a3@example.jp"}))
	commit := func(by *apptest.Caller, id any, isCorrectOnly bool) apptest.Result {
		return by.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id, "isCorrectOnly": isCorrectOnly})
	}
	before := everything(p)
	r := counts(b.FinA.Imports("BuyerCompany", file, false), "wrong", 2, 0, 0, 1) // the plain call is all or nothing
	id := r.JSON()["importId"]
	if everything(p) != before {
		t.Error("a file with errors has changed something")
	}
	commit(b.FinA, id, false).Want(409).Has("エラーのある行があるため")
	commit(b.SecondA, id, true).Want(400)
	commit(b.FinB, id, true).Want(400)
	if everything(p) != before {
		t.Error("a refused commit has changed something")
	}
	counts(commit(b.FinA, id, true), "done", 2, 0, 0, 1).Has(`"percent":100`)
	after := everything(p)
	counts(commit(b.FinA, id, true), "done", 2, 0, 0, 1)
	counts(commit(b.FinA, id, false), "done", 2, 0, 0, 1)
	if everything(p) != after {
		t.Error("asked for again, it has changed something")
	}
	if n := p.Count("SELECT count(*) FROM company_details WHERE company_name LIKE '白樺製作所%'"); n != 2 {
		t.Errorf("%d companies", n)
	}
	if n := p.Count("SELECT count(*) FROM company_details WHERE company_name = '白樺製作所2'"); n != 0 {
		t.Error("a row with an error was registered")
	}
	if n := p.Count("SELECT count(*) FROM audit WHERE event = 'company_imported' AND detail LIKE '%新規2件%誤りのため登録しない行1件'"); n != 1 {
		t.Errorf("%d audit lines", n)
	}
	// The row that is left, mended, is registered beside the others.
	_, rows := b.FinA.Get(companycsv.CSVBase + "ImportErrorRows?importId=" + id.(string)).Table()
	if len(rows) != 1 || rows[0]["企業名"] != "白樺製作所2" {
		t.Fatalf("%v", rows)
	}
	rows[0]["電話番号"] = "052-000-0001"
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, rows...), false), "done", 1, 0, 0, 0)

	// Nothing to write is refused in words, and so is what has changed meanwhile.
	wrong := apptest.CSVFile(t, store.Buyer, apptest.CSVLine(map[string]string{"電話番号": "052"}))
	commit(b.FinA, b.FinA.Imports("BuyerCompany", wrong, true).JSON()["importId"], true).Want(409).Has("登録・更新するものがありません")
	changed := func(tel string) []byte {
		return apptest.CSVFile(t, store.Buyer, apptest.CSVLine(map[string]string{"企業名": "白樺製作所1", "法人番号": "7990001900001", "電話番号": tel,
			"メールアドレス": "a1@example.jp"}), apptest.CSVLine(map[string]string{"電話番号": "052", "法人番号": "4990001900004", "メールアドレス": "a4@example.jp"}))
	}
	first := counts(b.FinA.Imports("BuyerCompany", changed("052-000-0011"), true), "wrong", 0, 1, 0, 1).JSON()["importId"]
	second := counts(b.SecondA.Imports("BuyerCompany", changed("052-000-0022"), true), "wrong", 0, 1, 0, 1).JSON()["importId"]
	counts(commit(b.SecondA, second, true), "done", 0, 1, 0, 1)
	commit(b.FinA, first, true).Want(409).Has("ほかの担当者が同じ企業を登録または更新しました")
}

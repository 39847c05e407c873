package companycsv_test

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/store"
)

// The header equals that of the files in testdata/messy, with 顧客番号 and 主担当 behind it, and the files' names are those of
// SPEC.md 9.
func TestTemplates(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	first, _, _ := strings.Cut(string(apptest.Messy(t, "01_clean_utf8_bom_crlf.csv")), "\n")
	got := b.FinA.Get(companycsv.CSVBase + "BuyerCompanyTemplate").Want(200)
	if want := strings.TrimSuffix(first, "\r") + ",顧客番号,主担当\r\n"; got.Body != want {
		t.Errorf("%q, want %q", got.Body, want)
	}
	for call, file := range map[string]string{"BuyerCompanyTemplate": "COMPANY_TEMPLATE.csv", "SellerCompanyTemplate": "COMPANY_TEMPLATE.csv",
		"CsvExportBuyerCompany": "EXPORT_BUYERCOMPANY.csv", "CsvExportSellerCompany": "EXPORT_SELLERCOMPANY.csv"} {
		r := b.FinA.Get(companycsv.CSVBase + call).Want(200)
		if want := fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, file, file); r.Header.Get("Content-Disposition") != want {
			t.Errorf("%s: %s", call, r.Header.Get("Content-Disposition"))
		}
	}
	if seller, _ := b.FinA.Get(companycsv.CSVBase + "SellerCompanyTemplate").Table(); len(seller) != 30 {
		t.Errorf("%d columns", len(seller))
	}
	b.FinA.Get(companycsv.CSVBase + "BuyerCompanyTemplate?encoding=latin1").Want(422)
}

// The template as a workbook: its first sheet is empty, and the example beside it is registered as it stands once it is
// moved there, without a warning. The lists hold what the columns take.
func TestTemplateBook(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	for kind, noun := range map[int]string{store.Buyer: "BuyerCompany", store.Seller: "SellerCompany"} {
		r := b.FinA.Get(companycsv.CSVBase + noun + "Template?format=xlsx").Want(200)
		if got := r.Header.Get("Content-Disposition"); !strings.Contains(got, "COMPANY_TEMPLATE.xlsx") {
			t.Error(got)
		}
		b.FinA.Imports(noun, []byte(r.Body), false).Want(422).Has("見出しだけ")
		f, err := excelize.OpenReader(strings.NewReader(r.Body))
		if err != nil {
			t.Fatal(err)
		}
		lists, err := f.GetRows("選べる値")
		if err != nil {
			t.Fatal(err)
		}
		side := map[int]string{store.Buyer: "商圏・エリアの拡大", store.Seller: "後継者不在"}
		for of, name := range side {
			if got := strings.Contains(fmt.Sprint(lists), name); got != (of == kind) {
				t.Errorf("%s: %s is listed: %v", noun, name, got)
			}
		}
		for _, name := range []string{"[業種コード 13015 金属製品製造業", "[都道府県 23 愛知県", "[M&A経験  なし", "[企業形態  有限会社"} {
			if !strings.Contains(fmt.Sprint(lists), name) {
				t.Errorf("%s: no %s", noun, name)
			}
		}
		for _, err := range []error{f.DeleteSheet(f.GetSheetName(0)), f.Close()} {
			if err != nil {
				t.Fatal(err)
			}
		}
		var filled bytes.Buffer
		if err := f.Write(&filled); err != nil {
			t.Fatal(err)
		}
		counts(b.FinA.Imports(noun, filled.Bytes(), false), "done", 1, 0, 0, 0).Has("「記入例」だけを読み込みました", `"encoding":"Excel"`, `"warningCount":0`)
	}
	b.FinA.Get(companycsv.CSVBase + "BuyerCompanyTemplate?format=pdf").Want(422)
}

// An export holds the companies in charge that the list's conditions find, none of another bank's
// and no formula, and leaves an audit line.
func TestExport(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer,
		apptest.CSVLine(map[string]string{"企業名": "＝HYPERLINK(1)", "代表者名": "=cmd|' /C calc'!A0", "備考": "-1+1"}),
		apptest.CSVLine(map[string]string{"法人番号": corporateNumber(1), "企業名": "北の会社", "メールアドレス": "x@example.jp", "郵便番号": "060-0042", "都道府県": "北海道",
			"市区町村": "札幌市中央区", "町名": "大通西"})), false), "done", 2, 0, 0, 0)
	all := b.FinA.Get(companycsv.CSVBase+"CsvExportBuyerCompany").Want(200).Has("\ufeff企業名,", "青嵐精機", `"'＝HYPERLINK(1)"`,
		`"'=cmd|' /C calc'!A0"`, `"'-1+1"`, `"▲3000"`, "\r\n").HasNot("霧晴環境", `"=`, `"-`, "financialMemo")
	if _, rows := all.Table(); len(rows) != 3 {
		t.Errorf("%d rows", len(rows))
	}
	b.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany?prefecture=01").Want(200).Has("北の会社").HasNot("青嵐精機")
	b.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany?companyName=" + url.QueryEscape("青嵐")).Want(200).Has("青嵐精機").HasNot("北の会社")
	b.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany?isNotOnlyPersonInCharge=true").Want(200).Has("青嵐精機").HasNot("霧晴環境")
	b.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany?propertyName=nobody").Want(422)
	cp := b.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany?encoding=cp932").Want(200)
	if strings.Contains(cp.Body, "企業名") || !strings.HasPrefix(cp.Body, "\x8a\xe9\x8b\xc6\x96\xbc,") ||
		cp.Header.Get("Content-Type") != "text/csv; charset=Shift_JIS" {
		t.Errorf("%q %s", cp.Body[:20], cp.Header.Get("Content-Type"))
	}
	p.Read(func(q *store.Q) error {
		lines, n, err := q.SearchAudit(store.AuditSearch{Event: "company_exported", Page: store.Page{Limit: 10}})
		if n != 5 || lines[4].Detail != "買手 3件 UTF-8" || lines[4].UserID != p.UserOf(b.FinA).ID || lines[0].Detail != "買手 3件 CP932" {
			t.Errorf("%d %+v", n, lines)
		}
		return err
	})
}

// A character that the encoding lacks is never dropped silently: the export is refused, and the
// error says in which cell it is.
func TestExportRefusesToLose(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(map[string]string{"企業名": "𠮷野製作所", "備考": "Café 鷗"})),
		false), "done", 1, 0, 0, 0)
	lines := auditLines(p)
	b.FinA.Get(companycsv.CSVBase+"CsvExportBuyerCompany?encoding=cp932").Want(422).Has("「𠮷」", "2か所", "UTF-8")
	if auditLines(p) != lines {
		t.Error("a file that was not handed out stands in the audit log")
	}
	b.FinA.Get(companycsv.CSVBase+"CsvExportBuyerCompany").Want(200).Has("𠮷野製作所", "Café 鷗")
}

// A long list's file discloses no more than the search for candidates: of another bank's buyer no
// name, no person, no number, no exact amount.
func TestExportLongList(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	b.FinB.Needs(b.BuyerB)
	r := b.FinA.Do("POST", companycsv.CSVBase+"CsvExportLongList", "application/json",
		strings.NewReader(fmt.Sprintf(`{"companyIds":["%s","%s"]}`, b.BuyerA, b.Searched(b.AID, b.BuyerB))))
	header, rows := r.Table()
	if len(header) != 7 || len(rows) != 2 || r.Header.Get("Content-Disposition") != `attachment; filename="EXPORT_LONGLIST.csv"; filename*=UTF-8''EXPORT_LONGLIST.csv` {
		t.Fatalf("%v %v", header, rows)
	}
	r.Has("青嵐精機株式会社", "匿名", "愛知県", "1億円以上3億円未満", "東海の製造業の譲受けを希望").HasNot("霧晴", "山本 一郎", "052", "250000", "buy@b", "450-0002", "名駅")
	b.FinB.Post(companycsv.CSVBase+"CsvExportLongList", map[string]any{"companyIds": []string{b.Searched(b.BID,
		b.BuyerA)}}).Has("匿名").HasNot("青嵐精機")
	b.FinA.Post(companycsv.CSVBase+"CsvExportLongList", map[string]any{"companyIds": []string{b.BuyerA, store.NewID()}}).Want(400)
	b.FinA.Post(companycsv.CSVBase+"CsvExportLongList", map[string]any{"companyIds": []string{}}).Want(422)
	b.BuyA.Post(companycsv.CSVBase+"CsvExportLongList", map[string]any{"companyIds": []string{b.BuyerA}}).Want(400)
}

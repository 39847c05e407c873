package app

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/companycsv"
	"tsunagu/store"
)

// The header is that of the messy files to the letter, and the names are those of SPEC.md 9.
func TestTemplates(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	first, _, _ := strings.Cut(string(messy(t, "01_clean_utf8_bom_crlf.csv")), "\n")
	got := b.finA.get(companycsv.CsvBase + "BuyerCompanyTemplate").want(200)
	if got.body != first+"\n" {
		t.Errorf("%q, want %q", got.body, first)
	}
	for call, file := range map[string]string{"BuyerCompanyTemplate": "COMPANY_TEMPLATE.csv", "SellerCompanyTemplate": "COMPANY_TEMPLATE.csv", "CsvExportBuyerCompany": "EXPORT_BUYERCOMPANY.csv", "CsvExportSellerCompany": "EXPORT_SELLERCOMPANY.csv"} {
		r := b.finA.get(companycsv.CsvBase + call).want(200)
		if want := fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, file, file); r.header.Get("Content-Disposition") != want {
			t.Errorf("%s: %s", call, r.header.Get("Content-Disposition"))
		}
	}
	if seller, _ := b.finA.get(companycsv.CsvBase + "SellerCompanyTemplate").table(); len(seller) != 28 {
		t.Errorf("%d columns", len(seller))
	}
	b.finA.get(companycsv.CsvBase + "BuyerCompanyTemplate?encoding=latin1").want(422)
}

// An export holds the companies in charge that the list's conditions find, nothing of another
// bank's, no formula, and leaves an audit line.
func TestExport(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(map[string]string{"企業名": "＝HYPERLINK(1)", "代表者名": "=cmd|' /C calc'!A0", "備考": "-1+1"}),
		csvLine(map[string]string{"法人番号": corporateNumber(1), "企業名": "北の会社", "メールアドレス": "x@example.jp", "郵便番号": "060-0042", "都道府県": "北海道", "市区町村": "札幌市中央区", "町名": "大通西"})), false).counts("done", 2, 0, 0, 0)
	all := b.finA.get(companycsv.CsvBase+"CsvExportBuyerCompany").want(200).has("\ufeff企業名,", "青嵐精機", `"'＝HYPERLINK(1)"`, `"'=cmd|' /C calc'!A0"`, `"'-1+1"`, `"▲3000"`, "\r\n").hasNot("霧晴環境", `"=`, `"-`, "financialMemo")
	if _, rows := all.table(); len(rows) != 3 {
		t.Errorf("%d rows", len(rows))
	}
	b.finA.get(companycsv.CsvBase + "CsvExportBuyerCompany?prefecture=01").want(200).has("北の会社").hasNot("青嵐精機")
	b.finA.get(companycsv.CsvBase + "CsvExportBuyerCompany?companyName=" + url.QueryEscape("青嵐")).want(200).has("青嵐精機").hasNot("北の会社")
	b.finA.get(companycsv.CsvBase + "CsvExportBuyerCompany?isNotOnlyPersonInCharge=true").want(200).has("青嵐精機").hasNot("霧晴環境")
	b.finA.get(companycsv.CsvBase + "CsvExportBuyerCompany?propertyName=nobody").want(422)
	cp := b.finA.get(companycsv.CsvBase + "CsvExportBuyerCompany?encoding=cp932").want(200)
	if strings.Contains(cp.body, "企業名") || !strings.HasPrefix(cp.body, "\x8a\xe9\x8b\xc6\x96\xbc,") || cp.header.Get("Content-Type") != "text/csv; charset=Shift_JIS" {
		t.Errorf("%q %s", cp.body[:20], cp.header.Get("Content-Type"))
	}
	p.read(func(q *store.Q) error {
		lines, n, err := q.SearchAudit(store.AuditSearch{Event: "company_exported", Page: store.Page{Limit: 10}})
		if n != 5 || lines[4].Detail != "買手 3件 UTF-8" || lines[4].UserID != p.userOf(b.finA).ID || lines[0].Detail != "買手 3件 CP932" {
			t.Errorf("%d %+v", n, lines)
		}
		return err
	})
}

// A character that the encoding lacks is never lost without a word: the file is refused, and the
// refusal says where it is.
func TestExportRefusesToLose(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(map[string]string{"企業名": "𠮷野製作所", "備考": "Café 鷗"})), false).counts("done", 1, 0, 0, 0)
	lines := p.auditLines()
	b.finA.get(companycsv.CsvBase+"CsvExportBuyerCompany?encoding=cp932").want(422).has("「𠮷」", "2か所", "UTF-8")
	if p.auditLines() != lines {
		t.Error("a file that was not handed out stands in the audit log")
	}
	b.finA.get(companycsv.CsvBase+"CsvExportBuyerCompany").want(200).has("𠮷野製作所", "Café 鷗")
}

// A long list's file tells no more than the search for candidates: of another bank's buyer no name,
// no person, no number, no exact amount.
func TestExportLongList(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	b.finB.needs(b.buyerB)
	r := b.finA.do("POST", companycsv.CsvBase+"CsvExportLongList", "application/json", strings.NewReader(fmt.Sprintf(`{"companyIds":["%s","%s"]}`, b.buyerA, b.searched(b.aID, b.buyerB))))
	header, rows := r.table()
	if len(header) != 7 || len(rows) != 2 || r.header.Get("Content-Disposition") != `attachment; filename="EXPORT_LONGLIST.csv"; filename*=UTF-8''EXPORT_LONGLIST.csv` {
		t.Fatalf("%v %v", header, rows)
	}
	r.has("青嵐精機株式会社", "匿名", "愛知県", "1億円以上3億円未満", "東海の製造業の譲受けを希望").hasNot("霧晴", "山本 一郎", "052", "250000", "buy@b", "450-0002", "名駅")
	b.finB.post(companycsv.CsvBase+"CsvExportLongList", map[string]any{"companyIds": []string{b.searched(b.bID, b.buyerA)}}).has("匿名").hasNot("青嵐精機")
	b.finA.post(companycsv.CsvBase+"CsvExportLongList", map[string]any{"companyIds": []string{b.buyerA, store.NewID()}}).want(400)
	b.finA.post(companycsv.CsvBase+"CsvExportLongList", map[string]any{"companyIds": []string{}}).want(422)
	b.buyA.post(companycsv.CsvBase+"CsvExportLongList", map[string]any{"companyIds": []string{b.buyerA}}).want(400)
}

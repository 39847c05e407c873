package companycsv_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

// A row finds its company by 顧客番号 where it has no 法人番号, whatever became of the leading zeros, and never by a number
// of another bank; numbers that belong to two companies are refused with what to do.
func TestImportByCustomerNumber(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	line := func(n int, changes map[string]string) map[string]string {
		l := apptest.CSVLine(map[string]string{"メールアドレス": fmt.Sprintf("n%d@example.jp", n), "法人番号": ""})
		for k, v := range changes {
			l[k] = v
		}
		return l
	}
	load := func(c *apptest.Caller, lines ...map[string]string) apptest.Result {
		t.Helper()
		return c.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, lines...), false)
	}
	numberOf := func(name string) string {
		t.Helper()
		rows := b.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?companyName=" + url.QueryEscape(name)).Want(200).JSON()["companyList"].([]any)
		if len(rows) != 1 {
			t.Fatalf("%s: %d rows", name, len(rows))
		}
		return fmt.Sprint(rows[0].(map[string]any)["registrationId"])
	}
	// Of two with one name in one prefecture, each has its number: they are two.
	one, two := map[string]string{"企業名": "同名商店", "顧客番号": "00123"}, map[string]string{"企業名": "同名商店", "顧客番号": "Ａ-4 "}
	counts(load(b.FinA, line(1, one), line(2, two)), "done", 2, 0, 0, 0)
	// The number stands although the name has changed; a spreadsheet has taken the zeros away, which changes nothing.
	counts(load(b.FinA, line(1, map[string]string{"企業名": "新名商店", "顧客番号": "123"})), "done", 0, 1, 0, 0).HasNot(`"column":"顧客番号"`)
	if got := numberOf("新名商店"); got != "00123" {
		t.Error(got)
	}
	if got := numberOf("同名商店"); got != "A-4" {
		t.Error(got)
	}
	// Another bank's file with the same numbers makes companies of its own.
	before := numberOf("新名商店")
	counts(load(b.FinB, line(11, map[string]string{"企業名": "新名商店", "顧客番号": "00123"})), "done", 1, 0, 0, 0)
	if numberOf("新名商店") != before {
		t.Error("another bank's file has changed it")
	}
	// A file may give a company its first number by 法人番号 or by name, and a number by its 法人番号.
	counts(load(b.FinA, line(3, map[string]string{"企業名": "無番商店"}), line(4, map[string]string{"企業名": "法番商店", "法人番号": corporateNumber(4)})),
		"done", 2, 0, 0, 0)
	counts(load(b.FinA, line(3, map[string]string{"企業名": "無番商店", "顧客番号": "77"}),
		line(4, map[string]string{"企業名": "法番商店", "法人番号": corporateNumber(4), "顧客番号": "88"})), "done", 0, 2, 0, 0)
	counts(load(b.FinA, line(3, map[string]string{"企業名": "無番商店", "法人番号": corporateNumber(5), "顧客番号": "77"})), "done", 0, 1, 0, 0)

	stands := everything(p)
	for name, c := range map[string]struct {
		lines []map[string]string
		want  string
		says  string
	}{
		"two companies": {[]map[string]string{line(4, map[string]string{"企業名": "法番商店", "法人番号": corporateNumber(4), "顧客番号": "00123"})},
			"[2 顧客番号]", "法人番号とは別の担当企業のものです"},
		"another 法人番号": {[]map[string]string{line(4, map[string]string{"企業名": "法番商店", "法人番号": corporateNumber(6), "顧客番号": "88"})},
			"[2 法人番号]", "別の法人番号（" + corporateNumber(4) + "）で登録されています"},
		"twice in the file": {[]map[string]string{line(5, map[string]string{"企業名": "甲商店", "顧客番号": "500"}),
			line(6, map[string]string{"企業名": "乙商店", "顧客番号": "0500"})}, "[3 顧客番号]", "2行目と顧客番号が同じです"},
		"twice in the file, stored": {[]map[string]string{line(1, map[string]string{"顧客番号": "00123", "備考": "甲"}),
			line(1, map[string]string{"顧客番号": "123", "備考": "乙"})}, "[3 顧客番号]", "2行目と同じ企業です"},
		"an exponent": {[]map[string]string{line(7, map[string]string{"顧客番号": "1.2E+12"})}, "[2 顧客番号]", "指数表記"},
		"several, from left to right": {[]map[string]string{line(7, map[string]string{"企業名": "", "企業形態": "株式会社", "郵便番号": "9999999",
			"顧客番号": "1.2E+12"})}, "[2 企業名 2 郵便番号 2 顧客番号]", "指数表記"},
		"too long": {[]map[string]string{line(7, map[string]string{"顧客番号": strings.Repeat("1", 41)})}, "[2 顧客番号]", "40文字以内"},
	} {
		got := b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, c.lines...), true).Has(c.says)
		if fmt.Sprint(issues(got)) != c.want {
			t.Errorf("%s: %v", name, issues(got))
		}
	}
	if everything(p) != stands {
		t.Error("a refused row has changed something")
	}
}

package report_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
)

// The files have who of the reader's bank works on its own rows, as a screen of that bank shows it; of another bank's rows they
// name nobody, nor do they to another bank. The conditions of who and when hold as on the screen.
func TestListFilesHavePersons(t *testing.T) {
	w := newReportWorld(t)
	id := w.Started()
	w.FinB.Needs(w.BuyerB)
	third := w.User(deal.RoleFIN, w.AID, "fin3@a.example.jp").ID
	put := func(c *apptest.Caller, of, id, main string, others ...string) {
		t.Helper()
		c.Post("/api/Persons/SavePersonsInCharge", map[string]any{"of": of, "id": id, "personInCharge": main,
			"otherPersons": append([]string{}, others...)}).Want(200)
	}
	a, a2, b2 := w.UserOf(w.FinA).ID, w.UserOf(w.SecondA).ID, w.UserOf(w.SecondB).ID
	put(w.FinA, "sf", id, a2, a, third)
	put(w.FinA, "listing", w.Listing, a2)
	put(w.FinA, "company", w.Seller, third, a2)
	put(w.FinB, "bf", id, b2)
	put(w.FinB, "company", w.BuyerB, b2)
	w.FinB.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-24", "userId": b2}).Want(200)

	name := func(login string) string { return "利用者 " + login }
	a2Name, thirdName, b2Name := name("fin2@a.example.jp"), name("fin3@a.example.jp"), name("fin2@b.example.jp")
	for _, x := range []struct {
		c                *apptest.Caller
		file, of, row    string
		main, others     string
		mine, nobodys    string // users for whom the row is in the file, and is not
		otherBanksPerson string
	}{
		{w.FinA, "ExportPartnerList", "交渉番号", "", a2Name, name("fin@a.example.jp") + "、" + thirdName, third, "none", b2},
		{w.FinA, "ExportSellerBusinessList", "案件名", "", a2Name, "", a2, third, b2},
		{w.FinA, "ExportSellerCompanyList", "企業名", "カナリア製作所", thirdName, a2Name, a2, "none", b2},
		{w.FinB, "ExportFinancialSupportList", "交渉番号", "", b2Name, "", b2, w.UserOf(w.FinB).ID, a2},
		{w.FinB, "ExportBuyerCompanyList", "企業名", apptest.BuyerBName, b2Name, "", b2, w.UserOf(w.FinB).ID, a2},
	} {
		named := func(conditions string) (found []map[string]string) {
			t.Helper()
			file := x.c.Get(listPath + x.file + "?format=csv" + conditions)
			for _, row := range csvRows(file) {
				if (x.row == "" || strings.Contains(row[x.of], x.row)) && row["主担当"] == x.main {
					found = append(found, row)
				}
			}
			if x.c == w.FinA {
				file.HasNot("@b.example.jp")
			} else {
				file.HasNot("@a.example.jp")
			}
			b := book(x.c.Get(listPath + x.file + "?format=xlsx" + conditions))
			var excel []string
			for _, row := range b.rows(b.f.GetSheetList()[0], true) {
				excel = append(excel, row["主担当"])
			}
			if len(found) > 0 != slices.Contains(excel, x.main) {
				t.Errorf("%s%s: the workbook has %q", x.file, conditions, excel)
			}
			return found
		}
		if got := named(""); len(got) != 1 || got[0]["副担当"] != x.others {
			t.Errorf("%s: %q", x.file, got)
		}
		if got := named("&personInCharge=" + x.mine); len(got) != 1 {
			t.Errorf("%s of one in charge: %q", x.file, got)
		}
		for _, of := range []string{x.nobodys, x.otherBanksPerson} {
			if got := csvRows(x.c.Get(listPath + x.file + "?format=csv&personInCharge=" + of)); slices.ContainsFunc(got,
				func(row map[string]string) bool { return row["主担当"] == x.main }) {
				t.Errorf("%s of %s: %q", x.file, of, got)
			}
		}
		if got, want := len(named("&nextActionF=2026-12-01&nextActionT=2026-12-31")), x.c == w.FinB; (got == 1) != want {
			t.Errorf("%s by 次回対応日: %d rows", x.file, got)
		}
	}
	if row := csvRows(w.FinB.Get(listPath + "ExportFinancialSupportList"))[0]; row["次回対応の担当者"] != b2Name || row["次回対応日"] != "2026-12-24" {
		t.Errorf("the next action: %q", row)
	}
	// A buyer of another bank is in the file of the network without a person.
	for _, row := range csvRows(w.FinA.Get(listPath + "ExportBuyerCompanyList?isNotOnlyPersonInCharge=true")) {
		if row["主担当"] != "" || row["副担当"] != "" {
			t.Errorf("another bank's buyer: %q", row)
		}
	}
}

// The report has the companies of whom its reader asks for, and says so in its words; somebody of another bank it does not name.
func TestReportOfOnePerson(t *testing.T) {
	w := newReportWorld(t)
	b2 := w.UserOf(w.SecondB).ID
	w.FinB.Post("/api/Persons/SavePersonsInCharge", map[string]any{"of": "company", "id": w.BuyerB, "personInCharge": b2,
		"otherPersons": []string{}}).Want(200)
	for conditions, want := range map[string]struct {
		words     string
		companies []string
	}{
		"personInCharge=" + b2: {"担当者：利用者 fin2@b.example.jp", []string{apptest.BuyerBName}},
		"personInCharge=me&nextActionF=2026-01-01&nextActionT=never": {"次回対応日：2026-01-01〜", nil},
		"personInCharge=none":                      {"担当者：主担当のいない企業", nil},
		"personInCharge=" + w.UserOf(w.SecondA).ID: {"担当者：該当なし", nil},
		"companyName=" + url.QueryEscape("北海") + "&personInCharge=me": {"担当者：利用者 fin@b.example.jp（代理をする人を含む）",
			[]string{"北海零式株式会社"}},
	} {
		b := book(w.FinB.Get(reportPath + "?" + conditions).Want(200))
		var got []string
		for _, row := range b.rows("企業一覧", false) {
			got = append(got, row["企業名"])
		}
		if !slices.Equal(got, want.companies) {
			t.Errorf("%s: %q, want %q", conditions, got, want.companies)
		}
		if got, _ := b.f.GetCellValue("概要", "A3"); !strings.Contains(got, "のうち、"+want.words) && !strings.Contains(got, "／"+want.words) {
			t.Errorf("%s: %s", conditions, got)
		}
		b.hasNot("@a.example.jp")
	}
}

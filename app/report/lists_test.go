package report_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/listfile"
	"tsunagu/store"
)

const listPath = "/api/Report/"

// csvRows are the rows of a CSV file, each as a map by heading.
func csvRows(r apptest.Result) []map[string]string {
	r.T.Helper()
	r.Want(200)
	all, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(r.Body, "\ufeff"))).ReadAll()
	if err != nil || len(all) == 0 {
		r.T.Fatalf("%v: %q", err, r.Body)
	}
	out := []map[string]string{}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, head := range all[0] {
			row[head] = cells[i]
		}
		out = append(out, row)
	}
	return out
}

// lists are the files with the calls of the screens whose rows they have, and one field of both.
var lists = []struct{ file, screen, rows, field, head string }{
	{"ExportFinancialSupportList", "/api/BuyerCompany/SearchFinancialSupport", "buyerNegotiationList", "caseNumber", "交渉番号"},
	{"ExportPartnerList", "/api/BuyerNegotiation/PartnerListBySellerFinancial", "partnerList", "caseNumber", "交渉番号"},
	{"ExportSellerBusinessList", "/api/SellerBusiness/SearchSellerBusinessAsync", "sellerBusinessList", "businessName", "案件名"},
	{"ExportBuyerCompanyList", "/api/BuyerCompany/SearchCompanyAsync", "companyList", "displayName", "企業名"},
	{"ExportSellerCompanyList", "/api/SellerCompany/SearchCompanyAsync", "companyList", "displayName", "企業名"},
}

// Each file has the rows of its screen for each bank, in their order and under the same conditions, in both
// formats, and no name that the screen does not show.
func TestListFiles(t *testing.T) {
	w := newReportWorld(t)
	id := w.Started()
	w.FinB.Needs(w.BuyerB)
	own := map[string]string{"A": w.BuyerA, "B": w.BuyerB, "C": w.BuyerC}
	for _, x := range lists {
		filled := 0
		for name, c := range map[string]*apptest.Caller{"A": w.FinA, "B": w.FinB, "C": w.FinC} {
			for _, conditions := range []string{"", "&propertyName=modified&isDescending=false", "&sellerBusinessId=" + w.Listing,
				"&buyerCompanyId=" + own[name], "&searchStatus=1", "&searchStatus=9", "&sellerBusinessName=" + "no-such-title",
				"&isOnlyPersonInCharge=true"} {
				if strings.Contains(conditions, "buyerCompanyId") && x.file != "ExportSellerBusinessList" {
					continue // the condition is that list's
				}
				if strings.Contains(conditions, "sellerBusinessId") && strings.Contains(x.file, "Company") && name != "A" {
					continue // another bank's listing
				}
				screen := c.Get(x.screen + "?limit=99999999" + conditions)
				if screen.Status == 422 { // the condition is another list's
					c.Get(listPath + x.file + "?format=csv" + conditions).Want(422)
					continue
				}
				var want []string
				for _, row := range screen.Want(200).JSON()[x.rows].([]any) {
					text, _ := row.(map[string]any)[x.field].(string)
					want = append(want, text)
				}
				read := func(rows []map[string]string) (out []string) {
					for _, row := range rows {
						out = append(out, strings.TrimPrefix(row[x.head], "'"))
					}
					return out
				}
				// The paging of a query is not that of a file.
				file := c.Get(listPath + x.file + "?format=csv&pageNumber=7&limit=1" + conditions)
				got := read(csvRows(file))
				b := book(c.Get(listPath + x.file + "?format=xlsx" + conditions))
				excel := read(b.rows(b.f.GetSheetList()[0], true))
				if !slices.Equal(got, want) || !slices.Equal(excel, want) {
					t.Errorf("%s for %s %s:\nscreen %q\nCSV    %q\nExcel  %q", x.file, name, conditions, want, got, excel)
				}
				filled += len(got)
				if name != "B" {
					file.HasNot(apptest.BuyerBName, "内緒の取引方針", "黒潮ライバル")
					b.hasNot(apptest.BuyerBName, "内緒の取引方針", "黒潮ライバル")
				}
				if name != "A" {
					file.HasNot(apptest.SellerNames...)
					b.hasNot(apptest.SellerNames...)
				}
			}
		}
		if filled == 0 {
			t.Errorf("%s: no row was compared", x.file)
		}
		w.BuyB.Get(listPath + x.file).Want(400).Has("not_available")
	}
	partner := csvRows(w.FinA.Get(listPath + "ExportPartnerList"))[0]
	for head, want := range map[string]string{"買手": "匿名", "売手": "カナリア製作所", "交渉状況": "匿名交渉中", "状況になった日": "2026-11-21",
		"買手側金融機関": "蒼陵信用金庫", "未読（件）": "0"} {
		if partner[head] != want {
			t.Errorf("the seller's bank's file: %s is %q, want %q", head, partner[head], want)
		}
	}
	// Names are in the files when they are on the screens.
	w.FinB.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-24", "userId": ""}).Want(200)
	w.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(200)
	partner = csvRows(w.FinA.Get(listPath + "ExportPartnerList"))[0]
	if partner["買手"] != apptest.BuyerBName || partner["次回対応日"] != "" {
		t.Errorf("the seller's bank's file after the names: %v", partner)
	}
	if row := csvRows(w.FinB.Get(listPath + "ExportFinancialSupportList"))[0]; row["次回対応日"] != "2026-12-24" {
		t.Errorf("the buyer's bank's file: %v", row)
	}
}

// Texts that a spreadsheet would take for formulas are none in the files.
func TestListFilesHaveNoFormula(t *testing.T) {
	w := newReportWorld(t)
	own := listPath + "ExportBuyerCompanyList?isOnlyPersonInCharge=true&format="
	w.FinB.Get(own+"csv").Want(200).Has("'＝SUM(A1:A9)商店", "'=1+1")
	b := book(w.FinB.Get(own + "xlsx"))
	for name, part := range b.parts {
		if strings.HasPrefix(name, "xl/worksheets/") && strings.Contains(part, "<f>") {
			t.Errorf("%s has a formula", name)
		}
	}
}

func TestListFilesLeaveALineAndNoFile(t *testing.T) {
	w := newReportWorld(t)
	w.FinB.Get(listPath + "ExportBuyerCompanyList?format=xlsx&isOnlyPersonInCharge=true").Want(200)
	w.FinB.Get(listPath + "ExportSellerCompanyList?encoding=cp932").Want(200)
	w.FinB.Get(listPath + "ExportSellerCompanyList?format=pdf").Want(422)
	w.FinB.Get(listPath + "ExportBuyerCompanyList?prefecture=99").Want(422)
	w.Read(func(q *store.Q) error {
		found, _, err := q.SearchAudit(store.AuditSearch{Event: "list_exported", Page: store.Page{Limit: 10}})
		var got []string
		for _, line := range found {
			got = append(got, line.InstitutionID+" "+line.Detail)
		}
		if want := []string{w.BID + " 売手 0社 cp932", w.BID + " 買手 5社 Excel"}; !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		return err
	})
	if left, err := os.ReadDir(w.App.SpoolDir()); err != nil || len(left) != 0 {
		t.Errorf("%v %v", left, err)
	}
}

// A list of more rows than a file may have is refused, with how many there are and what to do.
func TestLongListFileIsRefused(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.Write(func(tx *store.Tx) error {
		for i := range listfile.MaxRows {
			c := &store.Company{Kind: store.Seller, InstitutionID: w.BID, Status: 1}
			if err := tx.CreateCompany(c, ""); err != nil {
				return fmt.Errorf("company %d: %w", i, err)
			}
		}
		return nil
	})
	w.FinB.Get(listPath + "ExportSellerCompanyList").Want(200)
	w.FinB.Seller("溢れた株式会社")
	for _, format := range []string{"csv", "xlsx"} {
		w.FinB.Get(listPath+"ExportSellerCompanyList?format="+format).Want(422).Has("売手が10,001社あります", "10,000社まで", "絞り込んで").HasNot("溢れた")
	}
}

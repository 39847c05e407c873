package report_test

import (
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/listfile"
	"tsunagu/app/report"
	"tsunagu/app/web"
	"tsunagu/store"
)

const reportPath = "/api/BuyerCompanyReport/ExportReport"

// newReportWorld is a world of two banks with buyers; bank B's have every kind of value that a
// report must handle.
func newReportWorld(t testing.TB) *apptest.Talks {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	overview := func(changes map[string]any) string {
		return w.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.With(apptest.OverviewBody, changes)).Want(200).Text()
	}
	details := func(id, name string, changes map[string]any) {
		w.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync",
			apptest.With(apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "companyName": name}), changes)).Want(200)
	}
	zeros := overview(map[string]any{"registrationId": "00123", "financialMemo": "内緒の取引方針", "industryType": `["17001"]`,
		"location": `{"prefecturecode":"01"}`, "salesAmount": 5})
	details(zeros, "北海零式株式会社", map[string]any{"postalCode": "060-0001", "prefectureCode": "01", "cityCode": "01101", "townName": "北一条西",
		"lastYearSalesAmount": 1234567, "operatingProfit": -4321})
	w.FinB.Needs(zeros)
	formula := overview(map[string]any{"registrationId": "=1+1"})
	details(formula, "＝SUM(A1:A9)商店", map[string]any{"representativeName": "@代表", "buildingName": "+1-2番地"})
	overview(nil) // a company with an overview only
	return w
}

func TestReportIsTheOwnBuyers(t *testing.T) {
	w := newReportWorld(t)
	res := w.FinB.Get(reportPath)
	b := book(res)
	if got := res.Header.Get("Content-Disposition"); got != `attachment; filename="BUYER_COMPANY_REPORT_EXPORT.xlsx"; filename*=UTF-8''BUYER_COMPANY_REPORT_EXPORT.xlsx` {
		t.Error(got)
	}
	if got := res.Header.Get("Content-Type"); got != "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" {
		t.Error(got)
	}
	if got := res.Header.Get("Cache-Control"); got != "no-store" {
		t.Error(got)
	}
	if got := strings.Join(b.f.GetSheetList(), " "); got != "概要 内訳 企業一覧 ニーズ" {
		t.Error(got)
	}
	rows, shown := b.rows("企業一覧", true), b.rows("企業一覧", false)
	byName := map[string]map[string]string{}
	for i, r := range rows {
		byName[r["企業名"]] = r
		if r["企業名"] == "北海零式株式会社" {
			if got := shown[i]["営業利益（千円）"] + " " + shown[i]["直近売上高（千円）"]; got != "▲4,321 1,234,567" {
				t.Error(got)
			}
		}
	}
	if len(rows) != 5 || byName[apptest.BuyerBName] == nil || byName["企業情報未設定"] == nil {
		t.Errorf("%d companies: %v", len(rows), byName)
	}
	zeros := byName["北海零式株式会社"]
	for head, want := range map[string]string{"顧客番号": "00123", "電話番号": "052-123-4567", "営業利益（千円）": "-4321", "直近売上高（千円）": "1234567",
		"登録状況": "公開中", "ニーズ（件）": "1", "交渉中（件）": "0",
		"業種": report.IndustryNames([]string{"17001"}), "所在地": "〒060-0001 北海道札幌市中央区北一条西1-1", "従業員数（人）": "25"} {
		if zeros[head] != want {
			t.Errorf("%s: %q, want %q", head, zeros[head], want)
		}
	}
	formula := byName["'＝SUM(A1:A9)商店"]
	if formula["顧客番号"] != "'=1+1" || formula["代表者"] != "'@代表" {
		t.Errorf("not neutral: %v", formula)
	}
	for name, part := range b.parts {
		if strings.Contains(part, "<f>") && strings.HasPrefix(name, "xl/worksheets/") {
			t.Errorf("%s has a formula", name)
		}
		var columns []int
		for _, m := range columnMin.FindAllStringSubmatch(part, -1) {
			n, _ := strconv.Atoi(m[1])
			columns = append(columns, n)
		}
		if !slices.IsSorted(columns) || strings.HasPrefix(name, "xl/worksheets/sheet") && columns == nil {
			t.Errorf("%s: columns in the order %v", name, columns)
		}
	}
	// The report contains nothing of another bank's buyers, and nothing that must not be passed on.
	b.hasNot(apptest.BuyerAName, "青嵐精機", "湊星銀行", "内緒の取引方針", "fin@a.example.jp")

	if got := b.counts("概要", "登録状況"); got["公開中"] != "4" || got["詳細未登録"] != "1" || got["合計"] != "5" {
		t.Error(got)
	}
	if got := b.counts("内訳", "都道府県別"); got["北海道"] != "1" || got["愛知県"] != "4" || got["合計"] != "5" {
		t.Error(got)
	}
	// A company with two classes of industries counts in both.
	if got := b.counts("内訳", "業種別（大分類）"); got["製造業"] != "4" || got["建設業"] != "4" || got["卸売業・小売業"] != "1" || len(got) != 3 {
		t.Error(got)
	}
	if got := b.counts("内訳", "年間売上高別"); got["5億円以上10億円未満"] != "1" || got["1億円以上3億円未満"] != "4" {
		t.Error(got)
	}
	if needs := b.rows("ニーズ", true); len(needs) != 1 || needs[0]["企業名"] != "北海零式株式会社" || needs[0]["希望価格"] != "3,000万円〜3億円" ||
		needs[0]["希望地域"] != "東海" {
		t.Error(needs)
	}
}

func TestReportCountsNegotiations(t *testing.T) {
	w := newReportWorld(t)
	w.Started()
	b := book(w.FinB.Get(reportPath))
	for _, r := range b.rows("企業一覧", true) {
		want := "0"
		if r["企業名"] == apptest.BuyerBName {
			want = "1"
		}
		if r["交渉中（件）"] != want {
			t.Errorf("%s has %s", r["企業名"], r["交渉中（件）"])
		}
	}
	if got := b.counts("概要", "交渉の状況"); got["匿名交渉中"] != "1" || got["合計"] != "1" {
		t.Error(got)
	}
	// The report does not say whose listings its buyers negotiate about.
	b.hasNot("湊星銀行")
	// The negotiation does not count in the report of the seller's bank: that report is about its own
	// buyers.
	if got := book(w.FinA.Get(reportPath)).counts("概要", "交渉の状況"); got["匿名交渉中"] != "0" {
		t.Error(got)
	}
}

var columnMin = regexp.MustCompile(`<col [^>]*min="([0-9]+)"`)

// The report contains exactly the companies that the list shows under the same conditions.
func TestReportFollowsTheConditions(t *testing.T) {
	w := newReportWorld(t)
	for query, want := range map[string]string{
		"companyName=" + url.QueryEscape("零式"): "北海零式株式会社",
		"prefecture=01": "北海零式株式会社",
		"prefecture=13": "",
		"noPublic=true": "企業情報未設定",
		"isOnlyPersonInCharge=false&companyIds=" + w.BuyerA:        "",
		"isNotOnlyPersonInCharge=true&companyIds=" + w.BuyerA:      "",
		"companyIds=" + w.BuyerB + "," + w.BuyerA:                  apptest.BuyerBName,
		"limit=1&pageNumber=2&companyName=" + url.QueryEscape("霧"): apptest.BuyerBName,
	} {
		names := []string{}
		for _, r := range book(w.FinB.Get(reportPath+"?"+query)).rows("企業一覧", true) {
			if r["企業名"] != "" {
				names = append(names, r["企業名"])
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	b := book(w.FinB.Get(reportPath + "?isPublic=true&prefecture=01,23&companyIndustryTypes=" +
		url.QueryEscape(`{"category":["13"],"sub_category":["17001"]}`)))
	if got, _ := b.f.GetCellValue("概要",
		"A3"); got != "対象：担当する買手企業のうち、業種：製造業、"+report.IndustryNames([]string{"17001"})+"／所在地：北海道、愛知県／登録状況：公開中" {
		t.Error(got)
	}
	w.FinB.Get(reportPath+"?prefecture=99&annualSaleF=77").Want(422).Has(`"prefecture"`, `"annualSaleF"`)
}

func TestReportLeavesALineAndNoFile(t *testing.T) {
	w := newReportWorld(t)
	w.FinB.Get(reportPath).Want(200)
	lines := func() (out []store.AuditLine) {
		w.Read(func(q *store.Q) error {
			found, _, err := q.SearchAudit(store.AuditSearch{Event: "report_exported", Page: store.Page{Limit: 10}})
			out = found
			return err
		})
		return out
	}
	got := lines()
	if len(got) != 1 || got[0].InstitutionID != w.BID || got[0].Detail != "買手企業 5件" || got[0].Role != int(deal.RoleFIN) ||
		got[0].Result != "ok" {
		t.Errorf("%+v", got)
	}
	left, err := os.ReadDir(w.App.SpoolDir())
	if err != nil || len(left) != 0 {
		t.Errorf("%v %v", left, err)
	}
	// When too many reports are made at once, the call is refused and leaves no files; the next one
	// succeeds.
	for range listfile.AtOnce {
		web.StateOf[listfile.UnderWay](w.App.Platform).Begin()
	}
	busy := w.FinB.Get(reportPath).Want(503).Has("busy", "1分ほど待って")
	if busy.Header.Get("Retry-After") == "" || len(lines()) != 1 {
		t.Error(busy.Header, len(lines()))
	}
	for range listfile.AtOnce {
		web.StateOf[listfile.UnderWay](w.App.Platform).End()
	}
	w.FinB.Get(reportPath).Want(200)
}

package valuation_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/valuation"
	"tsunagu/app/web"
	"tsunagu/store"
)

const base = "/api/SellerBusiness/"

// random is what two networks of the same data differ in.
var random = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|"version":\d+|"N-[0-9a-f]+"`)

type body = map[string]any

func inputs(listing string, version int, changes body) body {
	return apptest.With(body{"sellerBusinessId": listing, "version": version, "netAsset": 200_000, "lineList": []body{
		{"name": "土地", "isDebt": false, "book": 30_000, "market": 80_001}, {"name": "退職給付債務", "isDebt": true, "book": 0, "market": 12_000},
		{"name": "=HYPERLINK(\"http://x\")", "isDebt": false, "book": 5, "market": 4}}, "taxRate": 3458, "operatingProfit": 40_000,
		"remuneration": 12_000, "otherAdjustment": -1_999, "depreciation": 8_002, "yearsFrom": 1, "yearsTo": 3, "multipleFrom": 35,
		"multipleTo":          53,
		"interestBearingDebt": 90_000, "cashDeposit": 60_000, "note": "土地は路線価による"}, changes)
}

func get(c *apptest.Caller, listing string) apptest.Result {
	return c.Get(base + "GetValuation?sellerBusinessId=" + listing)
}

func export(c *apptest.Caller, listing string, version int) apptest.Result {
	return c.Post(base+"ExportValuation", body{"sellerBusinessId": listing, "version": version})
}

// The figures of each step, worked out by hand.
func TestCompute(t *testing.T) {
	n := func(v int64) *int64 { return &v }
	in := &valuation.ValuationInputs{NetAsset: n(200_000), LineList: []valuation.ValuationLine{{Book: n(30_000), Market: n(80_001)},
		{IsDebt: true, Book: n(0), Market: n(12_000)}}, TaxRate: n(3458), OperatingProfit: n(40_000), Remuneration: n(12_000),
		OtherAdjustment: n(-1_999), Depreciation: n(8_002), YearsFrom: n(1), YearsTo: n(3), MultipleFrom: n(35), MultipleTo: n(53),
		InterestBearingDebt: n(90_000), CashDeposit: n(60_000)}
	// 50,001 − 12,000 = 38,001; 38,001 × 34.58 % = 13,140.7; 50,001 + 8,002 = 58,003; × 3.5 = 203,010.5; × 5.3 = 307,415.9
	want := valuation.ValuationResult{LineList: []int64{50_001, -12_000}, Adjusted: 38_001, Tax: 13_140, MarketNetAsset: 224_861,
		Profit: 50_001,
		Ebitda: 58_003, GoodwillFrom: 50_001, GoodwillTo: 150_003, NetFrom: 274_862, NetTo: 374_864, IsMultiple: true, BusinessFrom: 203_010,
		BusinessTo: 307_415, MultipleFrom: 173_010, MultipleTo: 277_415}
	if got := valuation.Compute(in); fmt.Sprint(*got) != fmt.Sprint(want) {
		t.Errorf("%+v\nwant %+v", *got, want)
	}
	// A hidden loss bears no tax, a loss no goodwill, and no multiple of nothing.
	in.LineList, in.OperatingProfit = []valuation.ValuationLine{{Book: n(10), Market: n(0)}}, n(-60_000)
	if got := valuation.Compute(in); got.Tax != 0 || got.MarketNetAsset != 199_990 || got.GoodwillTo != 0 || got.NetTo != 199_990 ||
		got.IsMultiple ||
		got.MultipleTo != 0 {
		t.Errorf("%+v", *got)
	}
}

// A version is never lost: the next one comes beside it, a second click writes none, a stale screen is refused.
func TestVersions(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	save := func(c *apptest.Caller, version int, changes body) apptest.Result {
		return c.Post(base+"SaveValuation", inputs(w.Listing, version, changes))
	}
	get(w.FinA, w.Listing).Want(200).Has(`"version":0`, `"versionList":[]`, `"multipleFrom":30`)
	for field, changes := range map[string]body{"netAsset": {"netAsset": nil}, "taxRate": {"taxRate": 10_001},
		"depreciation": {"depreciation": -1},
		"yearsFrom":    {"yearsFrom": 0}, "yearsTo": {"yearsFrom": 3, "yearsTo": 2}, "multipleTo": {"multipleTo": 34},
		"note":            {"note": strings.Repeat("あ", 401)},
		"operatingProfit": {"operatingProfit": 1_000_000_000}} {
		save(w.FinA, 0, changes).Want(422).Has(`"field":"` + field + `"`)
	}
	for says, line := range map[string]body{"1行目の項目を入力": {"name": " ", "isDebt": true, "book": 1, "market": 1},
		"1行目の時価を入力": {"name": "土地", "isDebt": false, "book": 1, "market": nil}} {
		save(w.FinA, 0, body{"lineList": []body{line}}).Want(422).Has(`"field":"lineList"`, says)
	}
	save(w.FinA, 0, body{"lineList": slices.Repeat([]body{{"name": "土地", "isDebt": false, "book": 1, "market": 1}},
		31)}).Want(422).Has("30行まで")
	save(w.FinA, 0, body{"netAsset": 0.5}).Want(422)
	save(w.FinA, 0, nil).Want(200).Has(`"version":1`, `"netFrom":274861`, `"isMultiple":true`)
	save(w.FinA, 0, nil).Want(200).Has(`"version":1`) // a second click
	save(w.SecondA, 0, nil).Want(409)
	save(w.FinA, 0, body{"netAsset": 1}).Want(409)
	save(w.SecondA, 1, body{"operatingProfit": -60_000}).Want(200).Has(`"version":2`, `"isMultiple":false`,
		w.UserOf(w.SecondA).UserName, `"netFrom":274861`)
	results := apptest.Together(4, func(i int) apptest.Result { return save(w.FinA, 2, body{"netAsset": i}) })
	done := 0
	for _, r := range results {
		if r.Status == 200 {
			done++
		}
	}
	if done != 1 {
		t.Errorf("%d of four at once", done)
	}
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'valuation_saved' AND subject_kind = 'valuation' AND " +
		"detail LIKE 'version=_'"); n != 3 {
		t.Errorf("%d lines", n)
	}
	for _, change := range []string{"UPDATE valuation SET content = '{}'", "DELETE FROM valuation"} {
		if err := w.TrySQL(change); err == nil {
			t.Errorf("%s", change)
		}
	}
}

// The form begins with what the listing's details have.
func TestPrefill(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.SQLExec("UPDATE listing_content SET net_asset = 123, operating_profit = -50, ebitda = 70, " +
		"interest_bearing_debt = 7, cash_deposit = 8 " +
		"WHERE listing_id = '" + w.Listing + "'")
	get(w.FinA, w.Listing).Want(200).Has(`"netAsset":123`, `"operatingProfit":-50`, `"depreciation":120`, `"interestBearingDebt":7`,
		`"cashDeposit":8`)
	w = apptest.NewTalks(apptest.NewPlatform(t))
	w.SQLExec("UPDATE listing_content SET operating_profit = -50, ebitda = -60")
	get(w.FinA, w.Listing).Want(200).Has(`"depreciation":null`)
}

// Two networks differ in that SF computed a price: whoever is not of its desk reads the same bytes, and the same as of what is not there.
func TestValuationTellsNobodyElse(t *testing.T) {
	var answers [2][]apptest.Result
	for i := range answers {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
		w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
		office, admin := w.SignInOffice("office@n.example.jp"), w.SignInOffice("admin@a.example.jp")
		id := w.Hoped()
		if i == 1 {
			told := w.Newly(func() {
				w.FinA.Post(base+"SaveValuation", inputs(w.Listing, 0, body{"netAsset": 777_888})).Want(200)
				export(w.FinA, w.Listing, 1).Want(200)
			})
			apptest.WantMails(t, "nobody is mailed", told)
		}
		for _, c := range []*apptest.Caller{w.FinB, w.FinC, w.BuyB, w.Rival, admin, office} {
			if r := get(c, w.Listing); r.Status != 400 && r.Status != 401 {
				t.Errorf("%d", r.Status)
			}
			get(c, w.Listing).SameAs(get(c, store.NewID()))
			export(c, w.Listing, 1).SameAs(export(c, store.NewID(), 1))
			c.Post(base+"SaveValuation", inputs(w.Listing, 1, nil)).SameAs(c.Post(base+"SaveValuation", inputs(store.NewID(), 1, nil)))
		}
		see := func(r apptest.Result) {
			answers[i] = append(answers[i], r.HasNot("簡易株価", "valuation", "777888", "777,888"))
		}
		see(w.FinB.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial"))
		see(w.BuyB.Thread(id))
		see(apptest.SeeOverview(w.FinB, w.Listing))
		see(office.Get("/api/Office/GetAuditList?limit=100&event=valuation_saved"))
		office.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("簡易株価")
		office.Get("/api/Office/ExportAuditList").Want(200).HasNot("簡易株価")
		admin.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("777888", "777,888")
	}
	for i, r := range answers[1] {
		if was := answers[0][i]; was.Status != r.Status ||
			random.ReplaceAllString(was.Body, "") != random.ReplaceAllString(r.Body, "") {
			t.Errorf("%d: %d %s, before: %d %s", i, r.Status, r.Body, was.Status, was.Body)
		}
	}
}

// In another institution's charge the listing is without what the one before computed.
func TestValuationStaysWithItsDesk(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.FinA.Post(base+"SaveValuation", inputs(w.Listing, 0, nil)).Want(200)
	w.SQLExec("UPDATE listing SET institution_id = '" + w.BID + "'")
	w.SQLExec("UPDATE company SET institution_id = '" + w.BID + "' WHERE id = '" + w.Seller + "'")
	get(w.FinB, w.Listing).Want(200).Has(`"version":0`, `"versionList":[]`)
	export(w.FinB, w.Listing, 1).Want(400)
	get(w.FinA, w.Listing).Want(400)
}

// What the workbook shows is the server's, what somebody typed is no formula, and LibreOffice works out the same from the inputs.
func TestWorkbookIsWorkedOutAnew(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	soffice := os.Getenv("TSUNAGU_SOFFICE")
	for version, changes := range []body{nil, {"operatingProfit": -60_000, "lineList": []body{}}, {"netAsset": -999_999_999,
		"taxRate": 9_999, "lineList": []body{
			{"name": "土地", "isDebt": false, "book": -999_999_999, "market": 999_999_999}, {"name": "株式", "isDebt": false, "book": 1,
				"market": 999_999_998}},
		"operatingProfit": 999_999_999, "multipleFrom": 7, "multipleTo": 299}} {
		made := w.FinA.Post(base+"SaveValuation", inputs(w.Listing, version, changes)).Want(200).JSON()
		result := made["versionList"].([]any)[0].(body)["result"].(body)
		content := export(w.FinA, w.Listing, version+1).Want(200).Body
		f, open := excelize.OpenReader(strings.NewReader(content))
		if open != nil {
			t.Fatal(open)
		}
		shown, formulas, all := figures(t, f)
		for _, x := range []struct{ name, low, high string }{{"時価純資産", "marketNetAsset", ""}, {"含み益にかかる税", "tax", ""}, {"修正営業利益", "profit", ""},
			{"EBITDA", "ebitda", ""}, {"営業権", "goodwillFrom", "goodwillTo"}, {"事業価値", "businessFrom", "businessTo"},
			{"株価（参考）", "netFrom", "netTo"}, {"株価（参考）2", "multipleFrom", "multipleTo"}} {
			for i, field := range []string{x.low, x.high} {
				if field == "" {
					continue
				}
				if got, want := shown[x.name][i], strconv.FormatFloat(result[field].(float64), 'f', -1, 64); got != want {
					t.Errorf("%d: %s is %s in the workbook, %s at the server", version, x.name, got, want)
				}
			}
		}
		if formulas < 12 || !strings.Contains(all, "【参考】") || !strings.Contains(all, "湊星銀行") || strings.Contains(all, "カナリア") {
			t.Errorf("%d formulas: %s", formulas, all)
		}
		if again := export(w.FinA, w.Listing, version+1).Want(200).Body; again != content {
			t.Errorf("%d: fetched again, the workbook is another one", version)
		}
		if soffice == "" {
			t.Skip("TSUNAGU_SOFFICE names no LibreOffice; make test installs one and names it")
		}
		again := recalculated(t, soffice, content)
		for name, both := range shown {
			if fmt.Sprint(again[name]) != fmt.Sprint(both) {
				t.Errorf("%d: %s is %v in the workbook, %v worked out anew", version, name, both, again[name])
			}
		}
	}
}

// figures are the amounts in the columns of a workbook by name; of two of one name the second has a 2.
func figures(t *testing.T, f *excelize.File) (shown map[string][3]string, formulas int, all string) {
	t.Helper()
	const name = "簡易株価"
	rows, err := f.GetRows(name, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	shown, all = map[string][3]string{}, fmt.Sprint(rows)
	for i, row := range rows {
		for k, cell := range row {
			at, _ := excelize.CoordinatesToCellName(k+1, i+1)
			formula, err := f.GetCellFormula(name, at)
			if err != nil {
				t.Fatal(err)
			}
			if kind, _ := f.GetCellType(name, at); formula != "" && kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
				t.Errorf("%s: what %s comes to is kept as %v", at, formula, kind)
			}
			if strings.Contains(formula, "HYPERLINK") || strings.HasPrefix(cell, "=") {
				t.Errorf("%s: %q is a formula", at, cell)
			}
			if formula != "" {
				formulas++
			}
		}
		keep(shown, row)
	}
	return shown, formulas, all
}

func keep(shown map[string][3]string, row []string) {
	if len(row) < 2 || strings.Trim(row[1], "-.0123456789") != "" || row[1] == "" {
		return
	}
	name := row[0]
	if _, ok := shown[name]; ok {
		name += "2"
	}
	var out [3]string
	for i := range min(3, len(row)-1) {
		out[i] = row[i+1]
	}
	shown[name] = out
}

// recalculated lets LibreOffice work out a workbook whose amounts were taken out of its formulas, and reads what it shows.
func recalculated(t *testing.T, soffice, content string) map[string][3]string {
	t.Helper()
	dir := t.TempDir()
	f, err := excelize.OpenReader(strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows("簡易株価")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := f.NewStyle(&excelize.Style{})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		for k := range row {
			at, _ := excelize.CoordinatesToCellName(k+1, i+1)
			formula, err := f.GetCellFormula("簡易株価", at)
			if err == nil && formula != "" {
				if err = f.SetCellValue("簡易株価", at, "?"); err == nil {
					err = f.SetCellFormula("簡易株価", at, formula)
				}
			}
			if err == nil {
				err = f.SetCellStyle("簡易株価", at, at, plain)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	full := true
	if err := f.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &full}); err != nil {
		t.Fatal(err)
	}
	if err := f.SetAppProps(&excelize.AppProperties{Application: "another program"}); err != nil { // LibreOffice trusts what Excel kept
		t.Fatal(err)
	}
	in := filepath.Join(dir, "in.xlsx")
	if err := f.SaveAs(in); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), soffice, "-env:UserInstallation=file://"+filepath.Join(dir, "profile"), "--headless",
		"--convert-to",
		"csv:Text - txt - csv (StarCalc):44,34,76,1", "--outdir", dir, in)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b, err := os.ReadFile(filepath.Join(dir, "in.csv"))
	if err != nil {
		t.Fatal(err)
	}
	read := csv.NewReader(strings.NewReader(string(b)))
	read.FieldsPerRecord = -1
	lines, err := read.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][3]string{}
	for _, row := range lines {
		keep(out, row)
	}
	return out
}

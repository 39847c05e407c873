package yearreport_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store/master"
)

const base = "/api/Office/"

// world is a market with everybody who may ask for the report, and a movable clock.
type world struct{ *apptest.Talks }

func newWorld(t *testing.T) *world {
	w := &world{apptest.NewTalks(apptest.NewPlatform(t))}
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	for login, id := range map[string]string{"admin@a.example.jp": w.AID, "admin@b.example.jp": w.BID, "admin@c.example.jp": w.CID()} {
		w.User(deal.RoleFAD, id, login)
	}
	return w
}

// figures is the answer as its reader reads it.
type figures struct {
	FinancialName string
	Year          int
	IsOver        bool
	DealList      []dealRow
	Closed        struct{ Count, Amount int }
	OutsideCount  int
	Fees          struct{ Count, UnwrittenCount, Lowest, Highest int }
	Benchmark     struct {
		ItemList []struct {
			Label, From string
			Count       int
		}
		IndustryList, SalesList []struct {
			Label                   string
			SellerCount, BuyerCount int
		}
	}
}

type dealRow struct {
	Side                                                               string
	SignedCount, BrokerCount, AdvisorCount, MixedCount, UnwrittenCount int
}

func (w *world) figures(login string, year int) *figures {
	w.T.Helper()
	out := &figures{}
	body := w.SignInOffice(login).Get(base + "GetYearReport?year=" + strconv.Itoa(year)).Want(200).Body
	if err := json.Unmarshal([]byte(body), out); err != nil {
		w.T.Fatal(err)
	}
	return out
}

func (f *figures) of(side string) dealRow {
	for _, r := range f.DealList {
		if r.Side == side {
			return r
		}
	}
	return dealRow{}
}

// itemNames are the items in the order of the report, in the words of a recount.
var itemNames = []string{"worked for 2", "worked for 1", "registered 2", "registered 1", "published", "begun sf", "begun bf", "named sf",
	"named bf", "signed sf", "signed bf", "outside"}

// text is everything that is not zero, one figure a line.
func (f *figures) text() string {
	lines := []string{}
	add := func(what string, n int) {
		if n > 0 {
			lines = append(lines, fmt.Sprintf("%s: %d", what, n))
		}
	}
	for _, r := range f.DealList {
		add(r.Side, r.SignedCount)
		add(r.Side+" broker", r.BrokerCount)
		add(r.Side+" advisor", r.AdvisorCount)
		add(r.Side+" mixed", r.MixedCount)
		add(r.Side+" none", r.UnwrittenCount)
	}
	add("closed", f.Closed.Count)
	add("closed sum", f.Closed.Amount)
	add("fees", f.Fees.Count)
	add("fees none", f.Fees.UnwrittenCount)
	for i, item := range f.Benchmark.ItemList {
		add(itemNames[i], item.Count)
	}
	for _, b := range f.Benchmark.IndustryList {
		class := "?"
		for _, l := range master.Industries() {
			if l.Name == b.Label {
				class = l.Code
			}
		}
		add("industry "+class+" 2", b.SellerCount)
		add("industry "+class+" 1", b.BuyerCount)
	}
	for _, b := range f.Benchmark.SalesList {
		key := 0
		for _, i := range master.Items(master.AnnualSales) {
			if i.Label == b.Label {
				key = i.Key
			}
		}
		add(fmt.Sprintf("sales %d 2", key), b.SellerCount)
		add(fmt.Sprintf("sales %d 1", key), b.BuyerCount)
	}
	slices.Sort(lines)
	if f.Fees.Count > 0 {
		lines = append(lines, strings.TrimLeft(strconv.Itoa(f.Fees.Lowest), "0"), strings.TrimLeft(strconv.Itoa(f.Fees.Highest), "0"))
	}
	return strings.Join(lines, "\n")
}

func record(c *apptest.Caller, company string, kind deal.DutyKind, on string, values map[string]any) {
	c.P.T.Helper()
	c.Post("/api/Duty/RecordDuty", map[string]any{"companyId": company, "kind": int(kind), "record": 1, "performedOn": on,
		"values": values}).Want(200)
}

func mandate(role string) map[string]any {
	return map[string]any{"role": role, "until": "2027-05-01", "exclusive": "yes", "tail": "24", "tailScope": "cleared",
		"secondOpinion": "yes"}
}

func fee(minimum string) map[string]any {
	return map[string]any{"way": "manual", "base": "price", "rates": "5億円まで5％", "minimum": minimum, "otherSide": "no"}
}

// A deal counts for each bank on its own side, with what that bank recorded; taken back, it counts nowhere, and the other bank's records
// never.
func TestYearReport(t *testing.T) {
	w := newWorld(t) // 21 November
	record(w.FinA, w.Seller, deal.DutyMandate, "2026-11-01", mandate("broker"))
	record(w.FinA, w.Seller, deal.DutyFee, "2026-11-01", fee("25000"))
	record(w.FinB, w.BuyerB, deal.DutyFee, "2026-11-02", fee("7000"))
	id := w.Proposed()
	for _, login := range []string{"admin@a.example.jp", "admin@b.example.jp"} {
		if got := w.figures(login, 2026).of("all").SignedCount; got != 0 {
			t.Errorf("%s: a proposal counts as signed", login)
		}
	}
	w.FinA.To(id, 4, 5, nil).Want(200)
	w.Clock.Add(84 * 24 * time.Hour) // 13 February
	w.FinA, w.FinB = w.SignIn("fin@a.example.jp"), w.SignIn("fin@b.example.jp")
	w.FinB.Milestone(id, deal.MilestoneClosed, map[string]any{"date": "2027-02-11", "amount": 149_000}).Want(200)
	w.FinA.Confirm(id).Want(200)
	a, b := w.figures("admin@a.example.jp", 2026), w.figures("admin@b.example.jp", 2026)
	if got, want := a.of("sf"), (dealRow{"sf", 1, 1, 0, 0, 0}); got != want {
		t.Errorf("A: %v", got)
	}
	if got, want := b.of("bf"), (dealRow{"bf", 1, 0, 0, 0, 1}); got != want {
		t.Errorf("B: %v", got)
	}
	if a.of("both").SignedCount+b.of("both").SignedCount+a.of("bf").SignedCount+b.of("sf").SignedCount != 0 {
		t.Errorf("%v %v", a.DealList, b.DealList)
	}
	if a.Fees.Lowest != 25_000 || a.Fees.Highest != 25_000 || b.Fees.Lowest != 7_000 || a.Closed.Amount != 149_000 ||
		a.FinancialName != "湊星銀行" || a.IsOver {
		t.Errorf("%+v %+v", a, b)
	}
	if last := w.figures("admin@a.example.jp", 2025); last.of("all").SignedCount != 0 || !last.IsOver {
		t.Errorf("last year: %+v", last)
	}
	if none := w.figures("admin@c.example.jp", 2026).text(); strings.Contains(none, "signed") || strings.Contains(none, "begun") {
		t.Errorf("C: %s", none)
	}
	w.SignInOffice("office@n.example.jp").Post(base+"ReopenSellerBusiness", map[string]any{"sellerBusinessId": w.Listing,
		"version": w.Version(w.Listing), "comment": "契約が解除されました"}).Want(200)
	for _, login := range []string{"admin@a.example.jp", "admin@b.example.jp"} {
		if got := w.figures(login, 2026); got.of("all").SignedCount != 0 || got.Fees.Count != 0 || got.Closed.Count != 0 {
			t.Errorf("%s: what was taken back counts: %+v", login, got)
		}
	}
}

// What an institution may not know moves none of its figures or files: two worlds that differ in another bank's deal, an interest that
// never began, the other bank's records, and the name of a buyer that is not open.
func TestYearReportTellsNothingUnknown(t *testing.T) {
	read := map[bool][]string{}
	for _, hasSecret := range []bool{false, true} {
		w := newWorld(t)
		w.Started() // anonymous, of buyer B's
		if hasSecret {
			other := w.Rival.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
				map[string]any{"sellerBusinessId": w.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
			w.FinB.To(other, 0, 9, map[string]any{"endReason": int(deal.EndBuyerDeclined)}).Want(200)
			record(w.FinB, w.BuyerB, deal.DutyMandate, "2026-11-02", mandate("advisor"))
			record(w.FinB, w.BuyerB, deal.DutyFee, "2026-11-02", fee("7000"))
			w.FinC.Buyer("白嶺第二株式会社")
			w.FinB.Seller("蒼陵の売手")
			w.SignInOffice("admin@b.example.jp").Post(base+"SaveSupportRegistration", map[string]any{"version": 0, "number": "B-77",
				"expiresOn": "2026-12-01", "qualified": 9}).Want(200)
		}
		admin := w.SignInOffice("admin@a.example.jp")
		seen := []string{w.figures("admin@a.example.jp", 2026).text()}
		for _, path := range []string{"GetYearReport", "GetSupportRegistration", "GetAuditList"} {
			body := admin.Get(base + path).Want(200).HasNot(append(apptest.BuyerNames, "B-77", "蒼陵", "白嶺第二")...).Body
			if path != "GetAuditList" {
				seen = append(seen, body)
			}
		}
		for _, path := range []string{"ExportYearReport", "ExportBenchmark"} {
			seen = append(seen, cells(admin.Get(base+path).Want(200)))
		}
		read[hasSecret] = seen
	}
	if !slices.Equal(read[true], read[false]) {
		for i := range read[true] {
			t.Errorf("the worlds differ: %s", apptest.Difference(read[false][i], read[true][i]))
		}
	}
	if !strings.Contains(read[false][0], "begun sf: 1") {
		t.Error(read[false][0])
	}
}

// cells are the texts of a workbook, sheet by sheet.
func cells(r apptest.Result) string {
	r.T.Helper()
	f, err := excelize.OpenReader(strings.NewReader(r.Body))
	if err != nil {
		r.T.Fatal(err)
	}
	defer f.Close()
	out := ""
	for _, name := range f.GetSheetList() {
		rows, err := f.GetRows(name, excelize.Options{RawCellValue: true})
		if err != nil {
			r.T.Fatal(err)
		}
		out += "# " + name + "\n"
		for _, row := range rows {
			out += strings.TrimRight(strings.Join(row, " | "), " |") + "\n"
		}
	}
	return out
}

// The workbooks hold the screen's figures, ask for what nobody recorded, and name nobody; the institution reads the line of each, the
// office none; a year that is none is refused.
func TestYearReportBooks(t *testing.T) {
	w := newWorld(t)
	record(w.FinA, w.Seller, deal.DutyMandate, "2026-11-01", mandate("broker"))
	id := w.Proposed()
	w.FinA.To(id, 4, 5, nil).Want(200)
	admin := w.SignInOffice("admin@a.example.jp")
	for _, wrong := range []string{"2019", "2027", "9999"} {
		for _, path := range []string{"GetYearReport", "ExportYearReport", "ExportBenchmark"} {
			admin.Get(base + path + "?year=" + wrong).Want(422).Has(`"field":"year"`)
		}
	}
	res := admin.Get(base + "ExportYearReport?year=2026").Want(200)
	if got := res.Header.Get("Content-Disposition"); !strings.Contains(got, `filename="YEAR_REPORT_2026.xlsx"`) {
		t.Error(got)
	}
	book := cells(res)
	for _, line := range []string{"2026年度　実績報告", "湊星銀行", "（年度の途中）", "登録番号 |  | 入力してください。", "資格者数 |  | 入力してください。", "売手側 | 1 | 1 | 0 | 0 | 0",
		"合計 | 1 | 1 | 0 | 0 | 0", "受け取った手数料（千円） |  | 入力してください。", "最低手数料（千円） |  | 入力してください。", "補助金の額（千円） |  | 入力してください。",
		web.CaseNumber("N", id) + " | 売手側 | "} {
		if !strings.Contains(book, line) {
			t.Errorf("%q is missing in\n%s", line, book)
		}
	}
	bench := cells(admin.Get(base + "ExportBenchmark?year=2026").Want(200))
	for _, line := range []string{"成約（売手側） | 1 | 売手を担当する交渉のうち", "事業承継・M&Aを支援した売手企業 | 1", "2026年度　金融仲介機能のベンチマーク"} {
		if !strings.Contains(bench, line) {
			t.Errorf("%q is missing in\n%s", line, bench)
		}
	}
	for _, name := range slices.Concat(apptest.SellerNames, apptest.BuyerNames, []string{"蒼陵", w.Listing}) {
		if strings.Contains(book+bench, name) {
			t.Errorf("a workbook says %q", name)
		}
	}
	admin.Get(base+"GetAuditList").Want(200).Has("実績報告 2026年度", "金融仲介機能のベンチマーク 2026年度")
	office := w.SignInOffice("office@n.example.jp")
	for _, path := range []string{"GetAuditList?limit=100", "ExportAuditList"} {
		office.Get(base+path).Want(200).HasNot("実績報告 2026年度", "ベンチマーク 2026年度", "year_report")
	}
	w.SignInOffice("admin@b.example.jp").Get(base+"GetAuditList").Want(200).HasNot("year_report", "実績報告 2026年度")
	for _, path := range []string{"GetYearReport", "ExportYearReport", "ExportBenchmark", "GetSupportRegistration"} {
		office.Get(base + path).Want(400)
		w.FinA.Get(base + path).Want(401)
	}
}

// The registration is the institution's own, in versions; a stale tab is refused, a second press records nothing second, and its end is
// near from 60 days before on.
func TestSupportRegistration(t *testing.T) {
	w := newWorld(t) // 21 November
	admin := w.SignInOffice("admin@a.example.jp")
	admin.Get(base+"GetSupportRegistration").Want(200).Has(`"version":0`, `"state":"none"`, `"qualified":null`)
	save := func(version int, more map[string]any) apptest.Result {
		return admin.Post(base+"SaveSupportRegistration", apptest.With(map[string]any{"version": version, "number": "機-0123",
			"expiresOn": "2027-01-21", "qualified": 4}, more))
	}
	for field, value := range map[string]any{"number": strings.Repeat("1", 41), "expiresOn": "2027-02-30", "qualified": -1} {
		save(0, map[string]any{field: value}).Want(422).Has(`"field":"` + field + `"`)
	}
	for range 2 {
		save(0, nil).Want(200).Has(`"version":1`, `"number":"機-0123"`, `"state":"valid"`, `"qualified":4`, `"userName"`)
	}
	save(0, map[string]any{"qualified": 5}).Want(409)
	save(1, nil).Want(409).Has("変更がありません")
	w.Clock.Add(24 * time.Hour)
	admin = w.SignInOffice("admin@a.example.jp")
	admin.Get(base+"GetSupportRegistration").Want(200).Has(`"state":"near"`, `"leftDays":60`)
	save(1, map[string]any{"expiresOn": "2026-11-22"}).Want(200).Has(`"state":"near"`, `"leftDays":0`, `"version":2`)
	save(2, map[string]any{"expiresOn": "2026-11-21"}).Want(200).Has(`"state":"expired"`)
	book := cells(admin.Get(base + "ExportYearReport").Want(200))
	for _, line := range []string{"登録番号 | 機-0123", "資格者数 | 4 | 管理画面の「実績報告」で記録したもの"} {
		if !strings.Contains(book, line) {
			t.Errorf("%q is missing in\n%s", line, book)
		}
	}
	if n := w.Count("SELECT count(*) FROM support_registration"); n != 3 {
		t.Errorf("%d versions", n)
	}
	admin.Get(base + "GetAuditList").Want(200).Has("M&A支援機関の登録の記録")
	w.SignInOffice("admin@b.example.jp").Get(base + "GetSupportRegistration").Want(200).Has(`"version":0`).HasNot("0123")
	w.SignInOffice("office@n.example.jp").Get(base+"GetAuditList?limit=100").Want(200).HasNot("year_report", "支援機関")
	w.SignInOffice("office@n.example.jp").Post(base+"SaveSupportRegistration", map[string]any{"version": 0}).Want(400)
	db := apptest.OpenRaw(t, w.App.Store.Dir())
	if _, err := db.ExecContext(t.Context(), "UPDATE support_registration SET number = 'x'"); err == nil {
		t.Error("a registration is changed")
	}
}

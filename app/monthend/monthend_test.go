package monthend_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
)

const base = "/api/Office/"

// world is a market with everybody who may ask for the report, and a movable clock.
type world struct{ *apptest.Talks }

func newWorld(t *testing.T) *world {
	w := &world{apptest.NewTalks(apptest.NewPlatform(t))}
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	for login, id := range map[string]string{"admin@a.example.jp": w.AID, "admin@b.example.jp": w.BID,
		"admin@c.example.jp": w.UserOf(w.FinC).ClientID} {
		w.User(deal.RoleFAD, id, login)
	}
	return w
}

func (w *world) later(d time.Duration) {
	w.Clock.Add(d)
	w.FinA, w.FinB, w.BuyB, w.Rival = w.SignIn("fin@a.example.jp"), w.SignIn("fin@b.example.jp"), w.SignIn("buy@b.example.jp"), w.SignIn("rival@b.example.jp")
}

type amount struct{ Count, Amount int64 }

// report is the answer as its reader reads it.
type report struct {
	FinancialName, Month string
	IsOver               bool
	Listings             struct{ New, Showing, Concluded, Ended int }
	Sides                []struct {
		Side                           string
		Stages                         []struct{ Code, Count int }
		Started, Signed, Ended, Closed int
		SignedAmount, ClosedAmount     *amount
	}
	Financing []struct {
		Code, Count       int
		Desired, Approved *amount
	}
}

func (w *world) report(loginID, month string) *report {
	w.T.Helper()
	out := &report{}
	if err := json.Unmarshal([]byte(w.SignInOffice(loginID).Get(base+"GetMonthEnd?month="+month).Want(200).Body), out); err != nil {
		w.T.Fatal(err)
	}
	return out
}

// text is a report's numbers in short: listings, then for each side its stages at the end, started, signed, ended,
// closed and the amounts, then the financing that there is.
func (r *report) text() string {
	out := fmt.Sprint(r.Listings)
	for _, s := range r.Sides {
		out += fmt.Sprintf(" | %s", s.Side)
		for _, x := range s.Stages {
			out += fmt.Sprintf(" %d", x.Count)
		}
		out += fmt.Sprintf(" s%d g%d e%d c%d", s.Started, s.Signed, s.Ended, s.Closed)
		if s.SignedAmount != nil {
			out += fmt.Sprint(" ", *s.SignedAmount, *s.ClosedAmount)
		}
	}
	for _, f := range r.Financing {
		if f.Count > 0 {
			out += fmt.Sprintf(" | f%d:%d", f.Code, f.Count)
			if f.Desired != nil {
				out += fmt.Sprint(*f.Desired, *f.Approved)
			}
		}
	}
	return out
}

// fund brings the financing of a negotiation to 決裁済.
func (w *world) fund(id string, desired, approved int) {
	for _, step := range []map[string]any{
		{"fromFinancialSupportStatus": 0, "financialSupportStatus": 2, "financingConsent": true},
		{"fromFinancialSupportStatus": 2, "financialSupportStatus": 3, "desiredAmount": desired, "ownFunds": 0, "fundsPurpose": "買収資金"},
		{"fromFinancialSupportStatus": 3, "financialSupportStatus": 5, "approvalNumber": "R-1", "approvalDate": "2026-11-21",
			"approvedAmount": approved},
	} {
		w.FinB.Deed("UpdateFinancialSupportStatus", id, step).Want(200)
	}
}

// What an institution's administrator reads is its own side of what it knows of, as it stood at the month's end, with
// the amounts that are recorded; the office reads counts without an amount. A third bank's deal, or a rival's of the
// other bank, moves nothing of it: the world is built with and without.
func TestMonthEnd(t *testing.T) {
	read := map[bool]string{}
	for _, hasRival := range []bool{true, false} {
		w := newWorld(t) // 21 November
		id := w.Proposed()
		w.fund(id, 80_000, 70_000)
		if hasRival {
			other := w.Rival.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
				map[string]any{"sellerBusinessId": w.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
			w.FinB.To(other, 0, 9, map[string]any{"endReason": int(deal.EndBuyerDeclined)}).Want(200) // nobody else learns of it
		}
		read[hasRival] = w.report("admin@a.example.jp", "2026-11").text()
		for login, want := range map[string]string{
			"admin@a.example.jp":  "{1 1 0 0} | bf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0} | sf 0 0 0 1 s1 g0 e0 c0 {0 0} {0 0}",
			"admin@b.example.jp":  "{0 0 0 0} | bf 0 0 0 1 s1 g0 e0 c0 {0 0} {0 0} | sf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0} | f5:1{1 80000} {1 70000}",
			"admin@c.example.jp":  "{0 0 0 0} | bf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0} | sf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0}",
			"office@n.example.jp": "{1 1 0 0} | all 0 0 0 1 s1 g0 e0 c0 | f5:1",
		} {
			if got := w.report(login, "2026-11").text(); got != want {
				t.Errorf("%s, November: %s, want %s", login, got, want)
			}
		}
		if !hasRival {
			continue
		}
		// Signed in December, closed in February: what stood in November stays as it was.
		w.later(14 * 24 * time.Hour)
		w.FinA.To(id, 4, 5, nil).Want(200)
		w.later(70 * 24 * time.Hour) // 13 February
		w.FinB.Milestone(id, deal.MilestoneClosed, map[string]any{"date": "2027-02-11", "amount": 149_000}).Want(200)
		w.FinA.Confirm(id).Want(200)
		for month, want := range map[string]string{
			"2026-11": "{1 1 0 0} | bf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0} | sf 0 0 0 1 s1 g0 e0 c0 {0 0} {0 0}",
			"2026-12": "{0 0 1 0} | bf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0} | sf 0 0 0 0 s0 g1 e0 c0 {1 149000} {0 0}",
			"2027-01": "{0 0 0 0} | bf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0} | sf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0}",
			"2027-02": "{0 0 0 0} | bf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0} | sf 0 0 0 0 s0 g0 e0 c1 {0 0} {1 149000}",
		} {
			r := w.report("admin@a.example.jp", month)
			if got := r.text(); got != want || r.IsOver != (month != "2027-02") || r.FinancialName != "湊星銀行" {
				t.Errorf("A, %s: %s (%v), want %s", month, got, r.IsOver, want)
			}
		}
		// No amount reaches the office, in the answer or in the file, and nobody reads a name but the own.
		for _, path := range []string{"GetMonthEnd", "ExportMonthEnd"} {
			for _, month := range []string{"2026-11", "2026-12", "2027-02"} {
				w.SignInOffice("office@n.example.jp").Get(base+path+"?month="+month).Want(200).HasNot("149000", "80000", "70000", "mount\"", "湊星", "蒼陵")
				w.SignInOffice("admin@a.example.jp").Get(base+path+"?month="+month).Want(200).HasNot("80000", "70000", "蒼陵", "霧晴", "カナリア", id,
					w.Listing)
			}
		}
		w.SignInOffice("admin@a.example.jp").Get(base + "GetMonthEnd").Want(200).Has(`"month":"2027-02"`)
	}
	if read[true] != read[false] || read[true] == "" {
		t.Errorf("a rival's negotiation moves the seller's side's report:\n%s\n%s", read[true], read[false])
	}
}

// A deal that is taken back is not signed, and an end interrupts the financing.
func TestMonthEndOfWhatEnded(t *testing.T) {
	w := newWorld(t)
	id := w.InConditions()
	w.fund(id, 80_000, 70_000)
	w.FinB.To(id, 4, 9, map[string]any{"endReason": int(deal.EndBuyerDeclined)}).Want(200)
	for login, want := range map[string]string{
		"admin@a.example.jp":  "{1 1 0 0} | bf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0} | sf 0 0 0 0 s1 g0 e1 c0 {0 0} {0 0}",
		"admin@b.example.jp":  "{0 0 0 0} | bf 0 0 0 0 s1 g0 e1 c0 {0 0} {0 0} | sf 0 0 0 0 s0 g0 e0 c0 {0 0} {0 0} | f9:1{1 80000} {1 70000}",
		"office@n.example.jp": "{1 1 0 0} | all 0 0 0 0 s1 g0 e1 c0 | f9:1",
	} {
		if got := w.report(login, "2026-11").text(); got != want {
			t.Errorf("%s: %s, want %s", login, got, want)
		}
	}
}

// The workbook has what the screen has, and its audit line; months that are none are refused.
func TestMonthEndBook(t *testing.T) {
	w := newWorld(t)
	w.fund(w.InConditions(), 80_000, 70_000)
	admin := w.SignInOffice("admin@b.example.jp")
	for _, wrong := range []string{"2026-12", "2026-13", "2019-12", "2026-1", "x"} {
		for _, path := range []string{"GetMonthEnd", "ExportMonthEnd"} {
			admin.Get(base + path + "?month=" + wrong).Want(422).Has(`"field":"month"`)
		}
	}
	res := admin.Get(base + "ExportMonthEnd?month=2026-11").Want(200)
	if got := res.Header.Get("Content-Disposition"); !strings.Contains(got, `filename="MONTH_END_2026-11.xlsx"`) {
		t.Error(got)
	}
	f, err := excelize.OpenReader(strings.NewReader(res.Body))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows("月末の報告", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, row := range rows {
		all += strings.Join(row, " ") + "\n"
	}
	for _, line := range []string{"2026年11月　月末の報告", "蒼陵信用金庫", "（月の途中）", "買手側の交渉\n区分 件数 金額の記録（件） 成約金額（千円）", "月末に「条件交渉中」 1\n",
		"月末に「承認済」 1 1 80000", "月末に「承認済」 1 1 70000"} {
		if !strings.Contains(all, line) {
			t.Errorf("%q is missing in\n%s", line, all)
		}
	}
	w.SignInOffice("admin@b.example.jp").Get("/api/Office/GetAuditList").Want(200).Has("月末の報告 2026-11")
	w.FinB.Get(base + "GetMonthEnd").Want(401)
}

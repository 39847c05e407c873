package calendar_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	base     = "/api/Calendar/"
	feedPath = base + "GetCalendar"
)

// address makes a caller's address, and returns the path in it.
func address(c *apptest.Caller) string {
	a := c.Post(base+"MakeCalendarFeed", nil).Want(200).JSON()["address"].(string)
	path, isOurs := strings.CutPrefix(a, c.P.App.BaseURL)
	if !isOurs || !strings.HasPrefix(path, feedPath+"?key=") {
		c.P.T.Fatal(a)
	}
	return path
}

// days are a calendar's days with what is on them, in their order.
func days(t *testing.T, r apptest.Result) (out []string) {
	t.Helper()
	c, err := ics.ParseCalendar(strings.NewReader(r.Want(200).Body))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range c.Events() {
		out = append(out, e.GetProperty(ics.ComponentPropertyDtStart).Value+" "+e.GetProperty(ics.ComponentPropertySummary).Value)
	}
	return out
}

// A calendar has the dates of the user's own side, by number alone, without a sign-in.
func TestCalendar(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Hoped()
	number := web.CaseNumber("N", id)
	w.FinB.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-24", "userId": ""}).Want(200)
	w.FinA.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-28", "userId": w.UserOf(w.FinA).ID}).Want(200)
	due := strings.ReplaceAll(w.FinA.Row(id)["answerDue"].(string), "-", "")

	a, b, second := address(w.FinA), address(w.FinB), address(w.SecondA)
	read := w.Visitor().Get(a).Want(200)
	got := days(t, read)
	if len(got) != 3 || !slices.Contains(got, "20261228 次回対応："+number) || !slices.Contains(got, due+" 実名交渉の回答期限："+number) ||
		!slices.ContainsFunc(got, func(d string) bool { return strings.HasSuffix(d, "公開期限："+web.CaseNumber("L", w.Listing)) }) {
		t.Errorf("A's dates: %q", got)
	}
	if got := days(t, w.Visitor().Get(b)); len(got) != 2 || !slices.Contains(got, "20261224 次回対応："+number) ||
		!slices.Contains(got, due+" 実名交渉の回答期限："+number) {
		t.Errorf("B's dates: %q", got)
	}
	if got := days(t, w.Visitor().Get(second)); slices.ContainsFunc(got, func(d string) bool { return strings.Contains(d, number) }) {
		t.Errorf("a colleague's dates: %q", got)
	}
	for _, r := range []apptest.Result{read, w.Visitor().Get(b)} {
		r.HasNot(append(append([]string{"精密部品", "湊星", "蒼陵"}, apptest.SellerNames...), apptest.BuyerNames...)...)
	}
	for _, line := range strings.Split(read.Body, "\r\n") {
		if len(line) > 75 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
	if got := days(t, w.Visitor().Get(address(w.FinC))); len(got) != 0 {
		t.Errorf("another bank's dates: %q", got)
	}
	w.BuyB.Post(base+"MakeCalendarFeed", nil).Want(400)
	w.BuyB.Get(base + "GetCalendarFeed").Want(400)
	w.Visitor().Get(base + "GetCalendarFeed").Want(401)
}

// The seller's bank does not learn from its calendar that the buyer's bank has ended what its offer began, which stays 未交渉 to it
// (domain.md 0.4): not by a date, and not by a time.
func TestCalendarTellsNoEnd(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": w.Listing,
		"companyId": w.Candidate(w.Listing, w.BuyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).Want(200).
		JSON()["buyerNegotiationId"].(string)
	w.FinA.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-24", "userId": ""}).Want(200)
	path := address(w.FinA)
	w.Clock.Add(time.Minute)
	before := w.Visitor().Get(path).Want(200).Has("20261224")
	w.FinB.To(id, 0, 9, map[string]any{"endReason": 1}).Want(200)
	w.Visitor().Get(path).SameAs(before)
}

// The looks after a deal was signed stand in the calendar of the seller's bank alone, of who is in charge of that side, and tell
// nothing of what was recorded.
func TestCalendarHasTheAftercare(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Proposed()
	w.FinA.To(id, 4, 5, nil).Want(200)
	a, second, b := address(w.FinA), address(w.SecondA), address(w.FinB)
	look := " 成約後の確認：" + web.CaseNumber("N", id)
	looks := func(path string) (on []string) {
		t.Helper()
		for _, d := range days(t, w.Visitor().Get(path)) {
			if day, is := strings.CutSuffix(d, look); is {
				on = append(on, day)
			}
		}
		return on
	}
	if got := looks(a); !slices.Equal(got, []string{"20261221", "20270219", "20270520"}) {
		t.Errorf("who is in charge: %q", got)
	}
	if got := slices.Concat(looks(second), looks(b)); len(got) != 0 {
		t.Errorf("a colleague, or the buyer's bank: %q", got)
	}
	w.Clock.Add(30 * 24 * time.Hour)
	before := w.Visitor().Get(a).Want(200)
	w.SignIn("fin@a.example.jp").Post("/api/Duty/RecordDuty", map[string]any{"buyerNegotiationId": id, "kind": int(deal.DutyAftercare),
		"record": int(store.InChargeOfSF), "performedOn": "2026-12-21", "values": map[string]any{"guarantee": "kept", "instalments": "none",
			"pensions": "kept", "heard": "代表者に電話で"}}).Want(200)
	w.Visitor().Get(a).SameAs(before) // although everything is done
	w.Clock.Add(200 * 24 * time.Hour)
	if got := looks(a); len(got) != 0 {
		t.Errorf("long afterwards: %q", got)
	}
}

// An address ends with another one, by hand, and with the user's rights, and answers then as one that never was.
func TestCalendarEnds(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	unknown := w.Visitor().Get(feedPath + "?key=" + strings.Repeat("A", 43)).Want(400)
	ended := func(what, path string) {
		t.Helper()
		w.Visitor().Get(path).SameAs(unknown)
		if t.Failed() {
			t.Fatal(what)
		}
	}
	w.Visitor().Get(feedPath + "?key=").SameAs(unknown)
	if w.FinA.Get(base + "GetCalendarFeed").Want(200).JSON()["isMade"] != false {
		t.Error("made by nobody")
	}
	w.FinA.Post(base+"EndCalendarFeed", nil).Want(400)

	first := address(w.FinA)
	w.Visitor().Get(first).Want(200)
	state := w.FinA.Get(base + "GetCalendarFeed").Want(200).HasNot(strings.TrimPrefix(first, feedPath+"?key=")).JSON()
	if state["isMade"] != true || state["lastRead"] == nil {
		t.Errorf("%v", state)
	}
	again := address(w.FinA)
	ended("another one was made", first)
	w.FinA.Post(base+"EndCalendarFeed", nil).Want(200)
	ended("by hand", again)

	blocked := address(w.FinA)
	office := w.Office()
	user := w.UserOf(w.FinA)
	office.Post("/api/Office/DisableUser", map[string]any{"userId": user.ID, "version": user.Version}).Want(200)
	ended("the user was blocked", blocked)
	stopped := address(w.FinB)
	w.Visitor().Get(stopped).Want(200)
	office.MoveInstitution(w.InstitutionOf(w.FinB), "stop").Want(200)
	ended("the bank was stopped", stopped)
}

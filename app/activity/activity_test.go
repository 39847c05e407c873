package activity_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	base  = "/api/Activity/"
	today = "2026-11-21" // as a test's clock begins
)

// of names a record in bodies and queries.
type of struct{ name, id string }

func company(id string) of     { return of{"companyId", id} }
func negotiation(id string) of { return of{"buyerNegotiationId", id} }

func (o of) query() string { return base + "GetActivities?" + o.name + "=" + o.id }

// note is the body of a note about a record, with changes.
func note(o of, text string, changes map[string]any) map[string]any {
	return apptest.With(map[string]any{o.name: o.id, "date": today, "means": 1, "counterpart": "社長", "body": text}, changes)
}

func save(c *apptest.Caller, o of, text string, changes map[string]any) apptest.Result {
	c.P.T.Helper()
	return c.Post(base+"SaveActivity", note(o, text, changes))
}

// bodies are the texts that a caller reads about a record, in their order.
func bodies(c *apptest.Caller, o of) string {
	c.P.T.Helper()
	list := c.Get(o.query()).Want(200).JSON()
	var out []string
	for _, row := range list["activityList"].([]any) {
		out = append(out, row.(map[string]any)["body"].(string))
	}
	if n := int(list["allCount"].(float64)); n != len(out) {
		c.P.T.Errorf("%d counted, %d in the list", n, len(out))
	}
	return strings.Join(out, " ")
}

func wantBodies(c *apptest.Caller, o of, want string) {
	c.P.T.Helper()
	if got := bodies(c, o); got != want {
		c.P.T.Errorf("%q, want %q", got, want)
	}
}

// wantNothing wants a caller to read about a record, and to be told when he notes something, what he is of one that is not there.
func wantNothing(c *apptest.Caller, o of) {
	c.P.T.Helper()
	none := of{o.name, store.NewID()}
	c.Get(o.query()).SameAs(c.Get(none.query()).Want(400))
	save(c, o, "x", nil).SameAs(save(c, none, "x", nil).Want(400))
	save(c, o, "", map[string]any{"means": 99}).SameAs(save(c, none, "x", nil))
}

// A bank's users read what colleagues noted, the newest day first; nobody else reads that there is anything.
func TestActivities(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	seller, buyer, row := company(w.Seller), company(w.BuyerB), negotiation(id)
	audits := w.Count("SELECT count(*) FROM audit")
	save(w.FinA, seller, "電話した", nil).Want(200).Has(`"isOwn":true`, `"userName":"`+w.UserOf(w.FinA).UserName)
	save(w.SecondA, seller, "先に訪問した", map[string]any{"date": "2026-11-02", "means": 2}).Want(200)
	save(w.FinA, seller, "もう一度電話した", nil).Want(200)
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'activity_added' AND subject_kind = 'activity' AND detail = ''"); n != 3 ||
		w.Count("SELECT count(*) FROM audit") != audits+3 {
		t.Errorf("%d audit lines", n)
	}
	for _, c := range []*apptest.Caller{w.FinA, w.SecondA} {
		wantBodies(c, seller, "もう一度電話した 電話した 先に訪問した")
	}
	w.SecondA.Get(seller.query()+"&limit=1&pageNumber=3").Want(200).Has("先に訪問した", `"allCount":3`, `"isOwn":true`).HasNot("電話した")
	save(w.FinA, row, "売手と", nil).Want(200)
	save(w.FinB, row, "買手と", nil).Want(200)
	save(w.FinB, buyer, "買手企業と", nil).Want(200)
	wantBodies(w.SecondA, row, "売手と")
	wantBodies(w.SecondB, row, "買手と")
	wantBodies(w.SecondB, buyer, "買手企業と")
	for _, c := range []*apptest.Caller{w.FinB, w.FinC, w.BuyB} {
		wantNothing(c, seller)
	}
	wantNothing(w.FinC, row)
	wantNothing(w.FinA, buyer)
	wantNothing(w.BuyB, buyer)
	wantNothing(w.BuyB, row)
	wantNothing(w.FinA, company(w.Listing))
	w.Visitor().Get(seller.query()).Want(401)
	told := w.Newly(func() { save(w.FinA, row, "もう一度", nil).Want(200) })
	apptest.WantMails(t, "nobody is mailed", told)
}

// The seller's bank notes nothing on a row that it does not know of.
func TestActivityOnAHiddenRow(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": w.Listing}).
		Want(200).JSON()["buyerNegotiationId"].(string)
	save(w.FinB, negotiation(id), "興味がある", nil).Want(200)
	wantNothing(w.FinA, negotiation(id))
	if n := w.Count("SELECT count(*) FROM activity"); n != 1 {
		t.Errorf("%d notes", n)
	}
}

func TestActivityInput(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	seller, row := company(w.Seller), negotiation(id)
	for field, changes := range map[string]map[string]any{
		"date":              {"date": "2026-11-22"},
		"means":             {"means": 7},
		"body":              {"body": " \n "},
		"counterpart":       {"counterpart": strings.Repeat("長", 101)},
		"companyId":         {"buyerNegotiationId": id},
		"nextAction.date":   {"nextAction": map[string]any{"version": 0, "date": "12月3日"}},
		"nextAction.body":   {"nextAction": map[string]any{"version": 0, "date": "2026-12-03", "body": strings.Repeat("長", 201)}},
		"nextAction.userId": {"nextAction": map[string]any{"version": 0, "date": "2026-12-03", "userId": w.UserOf(w.FinB).ID}},
	} {
		save(w.FinA, seller, "電話した", changes).Want(422).Has(`"field":"` + field + `"`)
	}
	save(w.FinA, seller, "電話した", map[string]any{"date": ""}).Want(422).Has("日付を入力してください")
	save(w.FinA, seller, strings.Repeat("長", 2001), nil).Want(422).Has("2000文字以内", "2001文字")
	save(w.FinA, seller, "電話した", map[string]any{"nextAction": map[string]any{"version": 0, "body": "決算書"}}).Want(422).
		Has("次回対応日に入れてください")
	save(w.FinA, row, "電話した", map[string]any{"nextAction": map[string]any{"version": w.FinA.RowVersion(id), "date": "2026-13-03"}}).
		Want(422).Has(`"field":"nextAction.date"`)
	w.FinA.Get(base + "GetActivities").Want(422)
	if n := w.Count("SELECT count(*) FROM activity"); n != 0 {
		t.Errorf("%d notes", n)
	}
	// What is typed is cleaned as everywhere.
	save(w.FinA, seller, " 一行目\r\n二行目\u200b ", map[string]any{"counterpart": " 社長 "}).Want(200).
		Has(`"body":"一行目\n二行目"`, `"counterpart":"社長"`)
}

// Who wrote a note changes and deletes it, as he saw it; nobody else does.
func TestActivityIsItsWriters(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	seller := company(w.Seller)
	first := save(w.FinA, seller, "電話した", nil).Want(200).JSON()["activityId"].(string)
	change := func(c *apptest.Caller, text string, version int) apptest.Result {
		t.Helper()
		return save(c, seller, text, map[string]any{"activityId": first, "version": version})
	}
	remove := func(c *apptest.Caller, o of, id string, version int) apptest.Result {
		t.Helper()
		return c.Post(base+"DeleteActivity", map[string]any{o.name: o.id, "activityId": id, "version": version})
	}
	change(w.FinA, "訪問した", 1).Want(200).Has(`"version":2`, `"isChanged":true`)
	change(w.FinA, "来店した", 1).Want(409).Has("他の担当者が先に更新しました")
	change(w.FinA, "訪問した", 2).Want(200).Has(`"version":2`) // nothing changed
	change(w.SecondA, "来店した", 2).Want(409).Has("記録した本人だけ")
	remove(w.SecondA, seller, first, 2).Want(409).Has("記録した本人だけ")
	remove(w.FinA, seller, first, 1).Want(409)
	wantBodies(w.SecondA, seller, "訪問した")
	none := remove(w.FinB, company(store.NewID()), first, 2).Want(400)
	remove(w.FinB, seller, first, 2).SameAs(none)
	remove(w.FinA, company(w.FinA.Seller("別の売手")), first, 2).SameAs(none) // it is of another record
	change(w.FinB, "x", 2).SameAs(none)
	remove(w.FinA, seller, first, 2).Want(200)
	remove(w.FinA, seller, first, 2).SameAs(none)
	wantBodies(w.FinA, seller, "")
	for event, n := range map[string]int{"activity_added": 1, "activity_changed": 1, "activity_deleted": 1} {
		if got := w.Count("SELECT count(*) FROM audit WHERE event = ? AND subject_id = ?", event, first); got != n {
			t.Errorf("%s: %d lines", event, got)
		}
	}
}

// A form that is sent twice writes one note, and its next action once.
func TestActivityTwice(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	for _, x := range []struct {
		of   of
		next map[string]any
	}{{company(w.Seller), map[string]any{"version": 0, "date": "2026-12-03", "body": "決算書を受け取る"}},
		{negotiation(id), map[string]any{"version": w.FinA.RowVersion(id), "date": "2026-12-04"}}} {
		body := map[string]any{"requestKey": store.NewID(), "nextAction": x.next}
		first := save(w.FinA, x.of, "電話した", body).Want(200)
		save(w.FinA, x.of, "電話した", body).Want(200).SameAs(first)
		wantBodies(w.FinA, x.of, "電話した")
		save(w.SecondA, x.of, "電話した", map[string]any{"requestKey": body["requestKey"]}).Want(200) // another user's key is another form
		wantBodies(w.FinA, x.of, "電話した 電話した")
	}
	w.FinA.Get(company(w.Seller).query()).Want(200).Has(`"nextAction":{"version":1,"date":"2026-12-03","body":"決算書を受け取る"`)
	apptest.Together(8, func(int) apptest.Result {
		return save(w.FinB, company(w.BuyerB), "訪問した", map[string]any{"requestKey": "11111111-1111-4111-8111-111111111111"})
	})
	wantBodies(w.FinB, company(w.BuyerB), "訪問した")
}

// The next action of a company counts in lists, on the first screen and in the calendar of whose it is, until it is done.
func TestCompanyNextAction(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	a, a2 := w.UserOf(w.FinA).ID, w.UserOf(w.SecondA).ID
	seller, other := company(w.Seller), w.FinA.Seller("あとの売手")
	plan := func(c *apptest.Caller, id string, version int, fields map[string]any) apptest.Result {
		t.Helper()
		return c.Post(base+"SaveCompanyNextAction", apptest.With(map[string]any{"companyId": id, "version": version}, fields))
	}
	desk := func(c *apptest.Caller) apptest.Result {
		t.Helper()
		return c.Get("/api/MyPage/GetDesk?isMine=true").Want(200)
	}
	calendar := func(c *apptest.Caller) apptest.Result {
		t.Helper()
		address := c.Post("/api/Calendar/MakeCalendarFeed", nil).Want(200).JSON()["address"].(string)
		return w.Visitor().Get(strings.TrimPrefix(address, w.App.BaseURL)).Want(200)
	}
	list := func(c *apptest.Caller, query string) string {
		t.Helper()
		var out []string
		for _, row := range c.Get("/api/SellerCompany/SearchCompanyAsync?limit=100&isOnlyPersonInCharge=true&" + query).Want(200).
			JSON()["companyList"].([]any) {
			out = append(out, row.(map[string]any)["companyId"].(string))
		}
		return strings.Join(out, " ")
	}
	save(w.FinA, seller, "電話した", map[string]any{"nextAction": map[string]any{"version": 0, "date": "2026-11-24",
		"body": "決算書を受け取る"}}).Want(200)
	plan(w.FinA, other, 0, map[string]any{"date": "2026-12-20"}).Want(200)
	w.FinA.Get("/api/Persons/GetPersonsInCharge?of=company&idList=" + w.Seller).Want(200).Has(`"nextAction":"2026-11-24"`)
	if got := list(w.FinA, "nextActionT=2026-11-30"); got != w.Seller {
		t.Errorf("until November: %s", got)
	}
	if got := list(w.SecondA, "nextActionF=2026-12-01"); got != other {
		t.Errorf("from December: %s", got)
	}
	if got := list(w.FinA, "propertyName=nextAction&isDescending=false"); got != w.Seller+" "+other {
		t.Errorf("by the day: %s", got)
	}
	const title = "次回対応：決算書を受け取る"
	desk(w.FinA).Has(title, "カナリア製作所", `"place":"seller"`, `"due":"2026-11-24"`, `"taskCount":1`).HasNot("あとの売手")
	desk(w.SecondA).HasNot(title)
	w.SecondA.Get("/api/MyPage/GetDesk").Want(200).Has(title)
	number := "次回対応：" + web.CaseNumber("C", w.Seller)
	calendar(w.FinA).Has(number, "20261124", "/seller-company-manage/").HasNot("カナリア", "決算書", "あとの売手")
	calendar(w.SecondA).HasNot(number)

	// Whom it names has it, whoever is in charge.
	plan(w.SecondA, w.Seller, 0, map[string]any{"date": "2026-11-24", "userId": a2}).Want(409).Has("他の担当者が先に更新しました")
	plan(w.SecondA, w.Seller, 1, map[string]any{"date": "2026-11-24", "body": "決算書を受け取る", "userId": a2}).Want(200).Has(`"version":2`)
	desk(w.FinA).HasNot(title)
	desk(w.SecondA).Has(title)
	calendar(w.SecondA).Has(number)
	w.MoveUser(a2, deal.UserBlocked) // who may not act any more leaves it to who is in charge
	desk(w.FinA).Has(title)

	w.Clock.Add(10 * 24 * time.Hour)
	w.FinA, w.FinB = w.SignIn("fin@a.example.jp"), w.SignIn("fin@b.example.jp")
	desk(w.FinA).Has(title, `"isUrgent":true`)
	w.MoveCompany(w.Seller, deal.CompanyDisabled)
	desk(w.FinA).HasNot(title)
	calendar(w.FinA).HasNot(number)
	w.MoveCompany(w.Seller, deal.CompanyEnabled)
	desk(w.FinA).Has(title)
	plan(w.FinA, w.Seller, 2, nil).Want(200).HasNot("date")
	desk(w.FinA).HasNot(title)
	if got := list(w.FinA, "nextActionT=2026-11-30"); got != "" {
		t.Errorf("done, and found: %s", got)
	}
	plan(w.FinB, w.Seller, 3, map[string]any{"date": "2026-12-24"}).SameAs(plan(w.FinB, store.NewID(), 3,
		map[string]any{"date": "2026-12-24"}).Want(400))
	plan(w.FinA, w.BuyerB, 0, map[string]any{"date": "2026-12-24"}).Want(400)
	plan(w.FinA, w.Seller, 3, map[string]any{"date": "2026-12-24", "userId": w.UserOf(w.FinB).ID}).Want(422).Has(`"field":"userId"`)
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'company_next_action' AND user_id = ? AND detail = ''", a); n != 3 {
		t.Errorf("%d lines", n)
	}
}

// A note of a negotiation sets the next action of the own side with the same press, or nothing at all.
func TestNegotiationNextAction(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	row := negotiation(id)
	next := func(c *apptest.Caller, version int, day string) map[string]any {
		return map[string]any{"nextAction": map[string]any{"version": version, "date": day, "userId": w.UserOf(c).ID}}
	}
	seen := w.FinA.RowVersion(id)
	save(w.FinA, row, "電話した", next(w.FinA, seen, "2026-11-23")).Want(200)
	for c, want := range map[*apptest.Caller]string{w.FinA: "2026-11-23", w.FinB: ""} {
		if got, _ := c.Row(id)["nextAction"].(map[string]any)["date"].(string); got != want {
			t.Errorf("next action %q, want %q", got, want)
		}
	}
	w.FinA.Get("/api/MyPage/GetDesk?isMine=true").Want(200).Has("次回対応日の用件を進める", "2026-11-23")
	save(w.FinA, row, "遅れた記録", next(w.FinA, seen, "2026-11-25")).Want(409)
	wantBodies(w.FinA, row, "電話した")
	save(w.FinA, row, "済んだ", map[string]any{"nextAction": map[string]any{"version": w.FinA.RowVersion(id)}}).Want(200)
	w.FinA.Get("/api/MyPage/GetDesk?isMine=true").Want(200).HasNot("次回対応日の用件を進める")
	save(w.FinB, row, "買手と", next(w.FinB, w.FinB.RowVersion(id), "2026-12-01")).Want(200)
	if got := w.FinB.Row(id)["nextAction"].(map[string]any)["date"]; got != "2026-12-01" {
		t.Errorf("the buyer's side: %v", got)
	}
}

// Two worlds that differ in notes and plans alone are one to everybody but the bank that wrote them.
func TestActivityTellsNobodyElse(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	admin, office := w.SignInOffice("admin@a.example.jp"), w.Office()
	feeds := map[*apptest.Caller]string{}
	for _, c := range []*apptest.Caller{w.FinB, w.FinC} {
		feeds[c] = strings.TrimPrefix(c.Post("/api/Calendar/MakeCalendarFeed", nil).Want(200).JSON()["address"].(string), w.App.BaseURL)
	}
	read := func() map[string]string {
		out := map[string]string{}
		for name, c := range map[string]*apptest.Caller{"finB": w.FinB, "finC": w.FinC, "buyB": w.BuyB, "rival": w.Rival} {
			out[name] = w.EverythingOf(c, id)
			for _, path := range []string{"/api/MyPage/GetDesk", "/api/MyPage/GetDesk?isMine=true",
				"/api/BuyerCompany/SearchCompanyAsync?limit=100&propertyName=modified", "/api/SellerCompany/SearchCompanyAsync?limit=100",
				"/api/SellerCompany/SearchCompanyAsync?limit=100&nextActionT=2026-12-31", company(w.Seller).query(), company(w.BuyerA).query(),
				"/api/Persons/GetPersonsInCharge?of=company&idList=" + w.Seller, "/api/Persons/GetLoads",
				apptest.ListingBase + "SearchSellerBusinessAsync?limit=100&propertyName=modified", negotiation(id).query()} {
				out[name] += fmt.Sprintln(path, c.Get(path).Body)
			}
			if feed, is := feeds[c]; is {
				out[name] += w.Visitor().Get(feed).Want(200).Body
			}
		}
		for name, c := range map[string]*apptest.Caller{"FAD": admin, "ADM": office} {
			for _, path := range []string{"GetLoads", "GetCharges?limit=100", "GetCompanyList?word=" + w.Seller, "GetNegotiationList",
				"GetStatistics"} {
				out[name] += fmt.Sprintln(path, c.Get("/api/Office/"+path).Body)
			}
		}
		out["finA's view of the negotiation"] = w.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + id).Body
		return out
	}
	before := read()
	for _, o := range []of{company(w.Seller), company(w.BuyerA), negotiation(id)} {
		changes := map[string]any{}
		if o.name == "companyId" {
			changes["nextAction"] = map[string]any{"version": 0, "date": "2026-11-23", "body": "決算書"}
		}
		save(w.FinA, o, "霧晴環境と話した", changes).Want(200)
		save(w.SecondA, o, "もう一度話した", nil).Want(200)
	}
	for name, now := range read() {
		if now != before[name] {
			t.Errorf("%s: %s", name, apptest.Difference(before[name], now))
		}
	}
	if !strings.Contains(before["finB"], w.Listing) {
		t.Error("the test reads nothing")
	}
}

// What was noted stays with the bank that noted it when the record leaves it, and goes with a negotiation whose time is over.
func TestActivitiesEnd(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	office, seller, row := w.Office(), company(w.Seller), negotiation(id)
	save(w.FinA, seller, "電話した", map[string]any{"nextAction": map[string]any{"version": 0, "date": "2026-12-03"}}).Want(200)
	save(w.FinA, row, "売手と", nil).Want(200)
	save(w.FinB, row, "買手と", nil).Want(200)
	office.ChangeCharge(w.Seller, w.CID()).Want(200)
	wantNothing(w.FinA, seller)
	wantNothing(w.FinA, row)
	wantBodies(w.FinC, seller, "")
	wantBodies(w.FinC, row, "")
	w.FinC.Get(seller.query()).Want(200).Has(`"nextAction":{"version":0}`)
	wantBodies(w.FinB, row, "買手と")
	office.ChangeCharge(w.Seller, w.AID).Want(200)
	wantBodies(w.FinA, seller, "電話した")
	w.FinA.Get(seller.query()).Want(200).Has(`"nextAction":{"version":0}`)

	w.Write(func(tx *store.Tx) error { return tx.ForgetNegotiation(id) })
	if n := w.Count("SELECT count(*) FROM activity WHERE kind <> 1"); n != 0 {
		t.Errorf("%d notes of a negotiation that is gone", n)
	}
	wantBodies(w.FinA, seller, "電話した")
}

// A bank on both sides of a negotiation reads one list of it.
func TestActivityOnBothSides(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.FinA.Post(apptest.NegotiationBase+"StartNegotiation", map[string]any{"sellerBusinessId": w.Listing, "companyId": w.BuyerA}).
		Want(200).JSON()["buyerNegotiationId"].(string)
	save(w.FinA, negotiation(id), "両方と", nil).Want(200)
	w.SQLExec("INSERT INTO activity (id, kind, record_seq, institution_id, day, means, counterpart, body, version, creator, created, " +
		"modifier, modified) SELECT '" + store.NewID() + "', 4, record_seq, institution_id, '2026-11-01', 1, '', '合併の前', 1, creator, 1, " +
		"modifier, 1 FROM activity")
	wantBodies(w.SecondA, negotiation(id), "両方と 合併の前")
}

// What the seller's bank noted on an offer to a buyer that it knew as a stranger stands in the negotiation, once it knows that they
// are one; until then the buyer's bank's negotiation has nothing of it.
func TestActivityOnAnOfferBesideARow(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	offer := w.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": w.Listing,
		"companyId": w.Candidate(w.Listing, w.BuyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).Want(200).
		JSON()["buyerNegotiationId"].(string)
	if offer == id {
		t.Fatal("the offer is the negotiation")
	}
	save(w.FinA, negotiation(offer), "オファーについて", nil).Want(200)
	save(w.FinA, negotiation(id), "交渉について", nil).Want(200)
	wantNothing(w.FinB, negotiation(offer))
	w.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(200)
	wantNothing(w.FinA, negotiation(offer))
	wantBodies(w.FinA, negotiation(id), "交渉について オファーについて")
	wantBodies(w.FinB, negotiation(id), "")
}

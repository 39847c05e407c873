package readers_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

func officeReadersPath(word string) string {
	return "/api/Office/GetNameReaders?word=" + url.QueryEscape(word)
}

// Readings of one session are one line of the ledger within the window; what changed, another session, another buyer,
// another level and a later reading are lines of their own.
func TestRepeatedReadings(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id := m.Published(nil)
	n := m.Negotiation(id, m.BuyerB, m.BID, deal.NegotiationAnonymous, true)
	// A session that goes on: its token is good for ten minutes.
	refreshed := m.Sign("buy@b.example.jp", apptest.TestPassword).Want(200).JSON()
	m.BuyB.Token = refreshed["token"].(string)
	after := func(d time.Duration) {
		t.Helper()
		for step := 5 * time.Minute; d > 0; d -= step {
			m.Clock.Add(min(step, d))
			refreshed = m.Visitor().Form("/token", url.Values{"grant_type": {"refresh_token"},
				"refreshToken": {refreshed["refreshToken"].(string)}}).
				Want(200).JSON()
			m.BuyB.Token = refreshed["token"].(string)
		}
		m.FinA, m.FinB = m.SignIn("fin@a.example.jp"), m.SignIn("fin@b.example.jp")
	}
	lines := func() int {
		t.Helper()
		return len(m.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + id).Want(200).JSON()["ledgerList"].([]any))
	}
	audited := func() (n int) {
		m.SQLScan("SELECT count(*) FROM audit WHERE event IN ('listing_view', 'negotiation.view_seller')", &n)
		return n
	}
	want := func(when string, ledger int) {
		t.Helper()
		if got := lines(); got != ledger || audited() != ledger {
			t.Errorf("%s: %d lines in the ledger, %d in the audit log, want %d", when, got, audited(), ledger)
		}
	}
	m.Clock.Add(time.Minute) // after the publication
	for range 3 {
		apptest.SeeDetails(m.BuyB, id).Want(200)
		m.Clock.Add(time.Minute)
	}
	want("the same page three times", 1)
	apptest.SeeOverview(m.BuyB, id).Want(200)
	want("another part of it", 2)
	second := m.SignIn("buy@b.example.jp")
	apptest.SeeDetails(second, id).Want(200)
	apptest.SeeDetails(second, id).Want(200)
	want("another session of the same user", 3)
	apptest.SeeDetails(m.FinB, id).Want(200)
	want("the buyer's bank", 4)
	after(deal.ReadingWindow)
	apptest.SeeDetails(m.BuyB, id).Want(200)
	want("after the window", 5)

	// Content that changed is read anew, also within the window; an unpublished change is none.
	m.Clock.Add(time.Minute)
	m.Edit(id, map[string]any{"description": "東海地方で金属部品の加工を営んでいます。新しい設備があります。"}).Want(200)
	apptest.SeeDetails(m.BuyB, id).Want(200)
	want("after a change that is not published", 5)
	m.SQLExec("UPDATE listing SET published_at = " + strconv.FormatInt(m.Clock.Now().UnixMilli(), 10))
	m.Clock.Add(time.Second)
	apptest.SeeDetails(m.BuyB, id).Want(200)
	apptest.SeeDetails(m.BuyB, id).Want(200)
	want("after it was published anew", 6)

	// The name: another level is another line, and the page of the negotiation has one of its own.
	m.SetNegotiation(n, func(n *store.Negotiation) { n.Status, n.ApprovedAt = int(deal.NegotiationRealName), n.StartedAt })
	apptest.SeeDetails(m.BuyB, id).Want(200)
	want("at L4", 7)
	for range 3 {
		m.BuyB.Row(n)
		m.Clock.Add(time.Second)
	}
	want("the negotiation three times", 8)
	m.Clock.Add(-time.Minute)
	m.BuyB.Row(n)
	want("lines of a clock that was ahead do not stand for it", 9)
	m.Read(func(q *store.Q) error { return q.VerifyChains() })
}

func TestNameReaders(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.Office()
	id := tk.Named()
	path := "/api/SellerCompany/GetNameReaders?companyId="
	for range 2 {
		tk.Clock.Add(time.Hour)
		apptest.SeeDetails(tk.SignIn("buy@b.example.jp"), tk.Listing).Want(200)
	}
	tk.FinA, tk.FinB, tk.FinC, tk.BuyB = tk.SignIn("fin@a.example.jp"), tk.SignIn("fin@b.example.jp"), tk.SignIn("fin@c.example.jp"),
		tk.SignIn("buy@b.example.jp")
	office := tk.SignInOffice("office@n.example.jp")

	res := tk.FinA.Get(path+tk.Seller).Want(200).Has("カナリア製作所", web.CaseNumber("L", tk.Listing), apptest.BuyerBName, "ネームクリア")
	res.HasNot("fin@b", "buy@b", "利用者", "黒潮ライバル", "白嶺")
	list := res.JSON()["listingList"].([]any)[0].(map[string]any)["readerList"].([]any)
	var buyer map[string]any
	for _, x := range list {
		if r := x.(map[string]any); r["reader"] == "buyer" {
			buyer = r
		}
	}
	if buyer["openedAt"] == "" || buyer["learnedAt"].(string) <= buyer["openedAt"].(string) ||
		buyer["lastAt"].(string) <= buyer["learnedAt"].(string) ||
		buyer["readingCount"] != 2.0 || len(buyer["readingList"].([]any)) != 2 {
		t.Errorf("%v", buyer)
	}

	// No other bank, no buyer and no stranger learns that there is anything.
	nowhere := tk.FinA.Get(path + store.NewID()).Want(400)
	tk.FinA.Get(path + tk.BuyerB).Want(400).SameAs(nowhere)
	tk.FinB.Get(path + tk.Seller).Want(400).SameAs(nowhere)
	tk.FinC.Get(path + tk.Seller).Want(400).SameAs(nowhere)
	tk.BuyB.Get(path + tk.Seller).Want(400).SameAs(nowhere)
	tk.Visitor().Get(path + tk.Seller).Want(401)

	// The office: institutions, sides and times, and no name but of institutions.
	for _, word := range []string{web.CaseNumber("L", tk.Listing), strings.ToLower(web.CaseNumber("N", id))} {
		seen := office.Get(officeReadersPath(word)).Want(200).Has("蒼陵信用金庫", `"reader":"buyer"`, `"readingCount":2`).
			HasNot(apptest.SellerNames...).HasNot(apptest.BuyerNames...)
		seen.HasNot(tk.Seller, tk.BuyerB, "利用者", `"subject":"概要"`, `"subject":"詳細"`, "fin@", "buy@", "精密部品")
	}
	none := office.Get(officeReadersPath("L-00000000")).Want(200).Has(`"readerList":[]`, `"caseNumber":""`)
	office.Get(officeReadersPath(web.CaseNumber("L", id))).Want(200).SameAs(none)
	office.Get(officeReadersPath("カナリア製作所")).Want(422).Has(`"word"`)
	office.Get(officeReadersPath("Q-00000000")).Want(422)
	tk.User(deal.RoleFAD, tk.AID, "admin@a.example.jp")
	tk.SignInOffice("admin@a.example.jp").Get(officeReadersPath(web.CaseNumber("L", tk.Listing))).Want(400)
	tk.FinA.Get(officeReadersPath(web.CaseNumber("L", tk.Listing))).Want(401)
}

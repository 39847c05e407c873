package listing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// aWeekOn lets a week pass for what was told, and for nothing else.
func aWeekOn(p *apptest.Platform) {
	p.T.Helper()
	if _, err := apptest.OpenRaw(p.T, p.App.Store.Dir()).Exec("UPDATE recommended SET at = at - ?",
		(7 * 24 * time.Hour).Milliseconds()); err != nil {
		p.T.Fatal(err)
	}
}

// Who is told of what fits, by week and on publication: each buyer of each listing once.
func TestRecommendations(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	kinds := []mail.Kind{mail.WeeklyRecommendation, mail.ListingPublished}
	both := func(address string) []string {
		return []string{address + " " + string(mail.WeeklyRecommendation), address + " " + string(mail.ListingPublished)}
	}
	run := func() []string {
		aWeekOn(tk.Marketplace.Banks.Platform)
		return tk.Newly(func() {
			for range 2 {
				tk.Job("recommendations")
				tk.Job("new_listings")
			}
		}, kinds...)
	}
	apptest.WantMails(t, "nobody wants anything", run())

	tk.FinB.Wants(tk.BuyerB, apptest.FittingNeeds)
	tk.FinA.Wants(tk.BuyerA, apptest.FittingNeeds)
	tk.FinB.Wants(tk.RivalBuyer, apptest.With(apptest.FittingNeeds,
		map[string]any{"acquisitionIndustry": `["11001"]`, "acquisitionRegionArea": []int{1}, "acquisitionPrice": 6, "acquisitionPriceTo": 7,
			"acquisitionAnnualSales": 8}))
	got := run()
	apptest.WantMails(t, "who it fits", got, slices.Concat(both("buy@a.example.jp"), both("buy@b.example.jp"))...)
	for _, m := range tk.Mails("buy@b.example.jp") {
		if slices.Contains(kinds, m.Kind) && strings.Contains(m.Text, "おすすめ") != (m.Kind == mail.WeeklyRecommendation) {
			t.Errorf("%s:\n%s", m.Kind, m.Text)
		}
	}
	tk.SayNothing(kinds...)
	apptest.WantMails(t, "once", run())

	// Another listing: for A's own customers alone. Then one that B's buyer must not know of.
	tk.Published(map[string]any{"isLimited": true})
	apptest.WantMails(t, "限定", run(), both("buy@a.example.jp")...)
	tk.Published(map[string]any{"isRest": true, "restFinancial": []string{tk.BID}})
	apptest.WantMails(t, "制限", run(), both("buy@a.example.jp")...)

	// A buyer's mail setting holds; and what it turned down or broke off is not recommended.
	tk.SetCompany(tk.BuyerA, func(c *store.Company) { c.IsSendRecommendMail = false })
	next := tk.Published(nil)
	tk.BuyB.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync",
		map[string]any{"sellerBusinessId": next, "interestStatus": 1}).Want(200)
	apptest.WantMails(t, "nobody", run())
	tk.SetCompany(tk.BuyerA, func(c *store.Company) { c.IsSendRecommendMail = true })
	apptest.WantMails(t, "who wants it again", run(), both("buy@a.example.jp")...)

	// Who asked its bank to be left alone is told nothing from then on, and is told afterwards of what came meanwhile.
	stop := func(fields map[string]any) string {
		return tk.FinB.Post("/api/Duty/RecordDuty", apptest.With(map[string]any{"companyId": tk.BuyerB, "kind": int(deal.DutyContactStop),
			"record": int(store.InChargeOfCompany), "performedOn": "2026-11-21"}, fields)).Want(200).JSON()["dutyId"].(string)
	}
	asked := stop(map[string]any{"values": map[string]any{"request": "stop", "toName": "代表取締役", "how": "phone"}})
	tk.Published(nil)
	apptest.WantMails(t, "who is left alone", run(), both("buy@a.example.jp")...)
	lifted := stop(map[string]any{"values": map[string]any{"request": "lift", "toName": "代表取締役", "how": "phone"}, "replaces": asked})
	apptest.WantMails(t, "before the second user", run())
	tk.SecondB.Post("/api/Duty/ConfirmDuty", map[string]any{"dutyId": lifted}).Want(200)
	apptest.WantMails(t, "afterwards", run(), both("buy@b.example.jp")...)

	// What it negotiates about is no news to a buyer: neither a mail nor its list of おすすめ names it.
	recommended := func(more string) (ids []string) {
		for _, row := range tk.BuyB.Get("/api/SellerBusiness/SearchSellerBusinessAsync?isRecommended=true&limit=100" + more).Want(200).
			JSON()["sellerBusinessList"].([]any) {
			ids = append(ids, row.(map[string]any)["sellerBusinessId"].(string))
		}
		return ids
	}
	begun, other := tk.Published(nil), tk.Published(nil)
	if got := recommended("&isNotRead=true"); !slices.Contains(got, begun) || !slices.Contains(got, other) {
		t.Fatalf("before the negotiation: %q", got)
	}
	tk.Listing = begun
	tk.Started()
	if got := recommended("&isNotRead=true"); slices.Contains(got, begun) || !slices.Contains(got, other) {
		t.Errorf("in the negotiation: %q", got)
	}
	for _, more := range []string{"", "&isNotRead=true&isNegotiation=true"} { // the filter is what the tag says
		if got := recommended(more); !slices.Contains(got, begun) {
			t.Errorf("with %q: %q", more, got)
		}
	}
	if err := tk.App.Store.Read(t.Context(), func(q *store.Q) error { // begun after it was found, and before it is told
		news, err := q.NewsListings(store.Viewer{InstitutionID: tk.BID, BuyerID: tk.BuyerB}, []string{begun, other})
		if news[begun] || !news[other] {
			t.Errorf("news are %v", news)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	apptest.WantMails(t, "in the negotiation", run(), slices.Concat(both("buy@a.example.jp"), both("buy@b.example.jp"),
		[]string{"buy@a.example.jp listing_published"})...)

	// Old ones come with the week's mail alone.
	tk.Published(nil)
	tk.Clock.Add(5 * 24 * time.Hour)
	apptest.WantMails(t, "five days later", run(), "buy@a.example.jp weekly_recommendation", "buy@b.example.jp weekly_recommendation")
}

// Of many at once the week's mail stands for ten, and of new ones three mails go: the rest come
// with the week's mail.
func TestManyRecommendations(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.FinB.Wants(m.BuyerB, apptest.FittingNeeds)
	for n := range 12 {
		m.Published(map[string]any{"businessName": fmt.Sprintf("【東海】部品の加工 %d", n)})
	}
	apptest.WantMails(t, "new ones", m.Newly(func() { m.Job("new_listings"); m.Job("new_listings") }, mail.ListingPublished),
		slices.Repeat([]string{"buy@b.example.jp listing_published"}, 3)...)
	for week, want := range []int{1, 1, 0} { // ten, two, none
		if got := m.Newly(func() { m.Job("recommendations"); m.Job("recommendations") }, mail.WeeklyRecommendation); len(got) != want {
			t.Errorf("week %d: %q", week, got)
		}
		aWeekOn(m.Banks.Platform)
	}
}

// A week's run that is cut off anywhere goes on with those who were not told: nobody gets a second
// mail although more would fit, and nobody is left out.
func TestRecommendationsCutOff(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	for _, c := range []struct {
		who   *apptest.Caller
		buyer string
	}{{tk.FinA, tk.BuyerA}, {tk.FinB, tk.BuyerB}} {
		c.who.Wants(c.buyer, apptest.FittingNeeds)
	}
	const weeks = 4 // where an end falls hangs on what is remembered by then, so one of them may miss the moment
	for n := range (weeks+1)*deal.RecommendedAtOnce + 2 {
		tk.Published(map[string]any{"businessName": fmt.Sprintf("【東海】部品の加工 %d", n)})
	}
	cut, afterFirst := 0, 0
	for week := 0; week < weeks && afterFirst == 0; week++ {
		aWeekOn(tk.Marketplace.Banks.Platform)
		before := len(tk.MailsOf(mail.WeeklyRecommendation))
		for n := 0; ; n++ {
			if n > 300 {
				t.Fatal("it never comes to its end")
			}
			left := n
			r := tk.TryJob(apptest.Dying{Context: t.Context(), Left: &left}, "recommendations")
			if r.State == store.RunDone {
				break
			}
			if r.State != store.RunStopped {
				t.Fatalf("cut off after %d looks: %+v", n, r)
			}
			if cut++; len(tk.MailsOf(mail.WeeklyRecommendation)) == before+1 {
				afterFirst++
			}
		}
		got := tk.MailsOf(mail.WeeklyRecommendation)[before:]
		slices.Sort(got)
		apptest.WantMails(t, "the week's mails", got, "buy@a.example.jp weekly_recommendation", "buy@b.example.jp weekly_recommendation")
	}
	if cut == 0 || afterFirst == 0 {
		t.Errorf("cut off %d times, %d of them between the two", cut, afterFirst)
	}
	aWeekOn(tk.Marketplace.Banks.Platform)
	if got := tk.Newly(func() { tk.Job("recommendations") }, mail.WeeklyRecommendation); len(got) != 2 {
		t.Errorf("the week after: %q", got)
	}
}

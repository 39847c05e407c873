package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// fittingNeeds is a need that the test's listing fits at 70 and more.
var fittingNeeds = with(needsBody, map[string]any{"acquisitionIndustry": `["13003"]`, "negotiationTarget": []int{1}, "acquisitionRegionArea": []int{6}, "acquisitionPrice": 2, "acquisitionPriceTo": 5, "acquisitionAnnualSales": 3})

func (c *caller) wants(buyerID string, body map[string]any) {
	c.p.t.Helper()
	c.post("/api/Needs/RegistNeeds", with(body, map[string]any{"clientId": buyerID})).want(200)
}

func (p *platform) setCompany(id string, set func(*store.Company)) {
	p.t.Helper()
	p.write(func(tx *store.Tx) error {
		c, err := tx.CompanyOf(id)
		if err != nil {
			return err
		}
		set(c)
		return tx.UpdateCompany(c, "")
	})
}

// aWeekOn lets a week pass for what was told, and for nothing else.
func (p *platform) aWeekOn() {
	p.t.Helper()
	if _, err := openRaw(p.t, p.a.Store.Dir()).Exec("UPDATE recommended SET at = at - ?", (7 * 24 * time.Hour).Milliseconds()); err != nil {
		p.t.Fatal(err)
	}
}

// Who is told of what fits, by week and on publication: each buyer of each listing once.
func TestRecommendations(t *testing.T) {
	tk := newTalks(newPlatform(t))
	kinds := []mail.Kind{mail.WeeklyRecommendation, mail.ListingPublished}
	both := func(address string) []string {
		return []string{address + " " + string(mail.WeeklyRecommendation), address + " " + string(mail.ListingPublished)}
	}
	run := func() []string {
		tk.aWeekOn()
		return tk.newly(func() {
			for range 2 {
				tk.job("recommendations")
				tk.job("new_listings")
			}
		}, kinds...)
	}
	wantMails(t, "nobody wants anything", run())

	tk.finB.wants(tk.buyerB, fittingNeeds)
	tk.finA.wants(tk.buyerA, fittingNeeds)
	tk.finB.wants(tk.rivalBuyer, with(fittingNeeds, map[string]any{"acquisitionIndustry": `["11001"]`, "acquisitionRegionArea": []int{1}, "acquisitionPrice": 6, "acquisitionPriceTo": 7, "acquisitionAnnualSales": 8}))
	got := run()
	wantMails(t, "who it fits", got, slices.Concat(both("buy@a.example.jp"), both("buy@b.example.jp"))...)
	for _, m := range tk.mails("buy@b.example.jp") {
		if slices.Contains(kinds, m.Kind) && strings.Contains(m.Text, "おすすめ") != (m.Kind == mail.WeeklyRecommendation) {
			t.Errorf("%s:\n%s", m.Kind, m.Text)
		}
	}
	tk.sayNothing(kinds...)
	wantMails(t, "once", run())

	// Another listing: for A's own customers alone. Then one that B's buyer must not know of.
	tk.published(map[string]any{"isLimited": true})
	wantMails(t, "限定", run(), both("buy@a.example.jp")...)
	tk.published(map[string]any{"isRest": true, "restFinancial": []string{tk.bID}})
	wantMails(t, "制限", run(), both("buy@a.example.jp")...)

	// A buyer's mail setting holds; and what it turned down or broke off is not recommended.
	tk.setCompany(tk.buyerA, func(c *store.Company) { c.IsSendRecommendMail = false })
	next := tk.published(nil)
	tk.buyB.post(negotiationBase+"UpdateBuyerNegotiationInterestStatusAsync", map[string]any{"sellerBusinessId": next, "interestStatus": 1}).want(200)
	wantMails(t, "nobody", run())
	tk.setCompany(tk.buyerA, func(c *store.Company) { c.IsSendRecommendMail = true })
	wantMails(t, "who wants it again", run(), both("buy@a.example.jp")...)

	// Old ones come with the week's mail alone.
	tk.published(nil)
	tk.clock.Add(5 * 24 * time.Hour)
	wantMails(t, "five days later", run(), "buy@a.example.jp weekly_recommendation", "buy@b.example.jp weekly_recommendation")
}

// Of many at once the week's mail stands for ten, and of new ones three mails go: no flood.
func TestManyRecommendations(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	m.finB.wants(m.buyerB, fittingNeeds)
	for n := range 12 {
		m.published(map[string]any{"businessName": fmt.Sprintf("【東海】部品の加工 %d", n)})
	}
	wantMails(t, "new ones", m.newly(func() { m.job("new_listings"); m.job("new_listings") }, mail.ListingPublished), slices.Repeat([]string{"buy@b.example.jp listing_published"}, 3)...)
	for week, want := range []int{1, 1, 0} { // ten, two, none
		if got := m.newly(func() { m.job("recommendations"); m.job("recommendations") }, mail.WeeklyRecommendation); len(got) != want {
			t.Errorf("week %d: %q", week, got)
		}
		m.aWeekOn()
	}
}

// A week's run that is cut off anywhere goes on with those who were not told: nobody gets a second
// mail although more would fit, and nobody is left out.
func TestRecommendationsCutOff(t *testing.T) {
	tk := newTalks(newPlatform(t))
	for _, c := range []struct {
		who   *caller
		buyer string
	}{{tk.finA, tk.buyerA}, {tk.finB, tk.buyerB}} {
		c.who.wants(c.buyer, fittingNeeds)
	}
	for n := range 2*deal.RecommendedAtOnce + 2 {
		tk.published(map[string]any{"businessName": fmt.Sprintf("【東海】部品の加工 %d", n)})
	}
	cut, afterFirst := 0, 0
	for n := 0; ; n++ {
		if n > 300 {
			t.Fatal("it never comes to its end")
		}
		left := n
		r := tk.tryJob(dying{t.Context(), &left}, "recommendations")
		if r.State == store.RunDone {
			break
		}
		if r.State != store.RunStopped {
			t.Fatalf("cut off after %d looks: %+v", n, r)
		}
		if cut++; len(tk.told(mail.WeeklyRecommendation)) == 1 {
			afterFirst++
		}
	}
	got := tk.told(mail.WeeklyRecommendation)
	slices.Sort(got)
	wantMails(t, "the week's mails", got, "buy@a.example.jp weekly_recommendation", "buy@b.example.jp weekly_recommendation")
	if cut == 0 || afterFirst == 0 {
		t.Errorf("cut off %d times, %d of them between the two", cut, afterFirst)
	}
	tk.aWeekOn()
	if got := tk.newly(func() { tk.job("recommendations") }, mail.WeeklyRecommendation); len(got) != 2 {
		t.Errorf("the week after: %q", got)
	}
}

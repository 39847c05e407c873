package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/match"
	"tsunagu/store"
	"tsunagu/store/master"
)

// census are the answers of the anonymity check for all places, some industries and all bands. It
// once disclosed to a rival where six of seven listings were, and that a seller was being registered.
type census map[string]*listing.AnonymityCoordinates

var censusIndustries = [][]string{{"13003"}, {"12005"}, {"20001"}, {"20001", "13003"}}

// takeCensus asks as a bank's user. seller is one of its own, for which the call is made.
func takeCensus(m *apptest.Marketplace, by *apptest.Caller, seller string) census {
	m.T.Helper()
	out := census{}
	places := map[string]map[string]any{"全国": {"publicRegion": []int{deal.RegionAnywhere}}}
	for _, i := range master.Items(master.RegionItems) {
		places[i.Label] = map[string]any{"publicRegion": []int{i.Key}}
	}
	for _, p := range master.Prefectures() {
		places[p.Name] = map[string]any{"publicRegion": []int{match.RegionOf(p.Code)}, "isPrefecturePublic": true,
			"location": map[string]any{"prefecturecode": p.Code}}
	}
	m.Read(func(q *store.Q) error {
		viewer := actorOf(m.Banks.Platform, q, by.Token).Viewer
		for name, place := range places {
			for _, industries := range censusIndustries {
				for _, band := range master.Items(master.SalesAmount) {
					in := &listing.AnonymityInput{IndustryTypes: industries, SalesAmount: band.Key}
					at := &store.ListingContent{ListingLists: store.ListingLists{PublicRegion: place["publicRegion"].([]int)}}
					if l, ok := place["location"].(map[string]any); ok {
						at.IsPrefecturePublic, at.PrefectureCode = true, l["prefecturecode"].(string)
					}
					found, err := listing.CoordinatesOf(q, viewer, in, at)
					if err != nil {
						return err
					}
					out[fmt.Sprint(name, " ", industries, " ", band.Key)] = found
				}
			}
		}
		return nil
	})
	for _, name := range []string{"高知県", "愛知県", "四国", "東海"} { // for these the computed answers are compared with the call's
		asked := by.Post(apptest.ListingBase+"CheckAnonymity", apptest.With(places[name],
			map[string]any{"companyId": seller, "texts": map[string]string{}, "industryTypes": []string{"20001"}, "salesAmount": 5})).Want(200)
		cell, _ := json.Marshal(out[name+" [20001] 5"])
		asked.Has(`"coordinates":` + string(cell))
	}
	return out
}

func (was census) moved(now census) (cells []string) {
	for cell, c := range was {
		if fmt.Sprint(*c) != fmt.Sprint(*now[cell]) {
			cells = append(cells, fmt.Sprintf("%s: %+v, %+v", cell, *c, *now[cell]))
		}
	}
	return cells
}

// Unpublished work of another bank changes no cell; a published listing changes the cells of the
// place that it publishes, and all of them alike.
func TestCensusTellsNothing(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	own := m.FinB.Seller("蒼陵の売手株式会社")
	fits := apptest.With(apptest.FittingNeeds, map[string]any{"acquisitionIndustry": `["20001"]`, "acquisitionRegionArea": []int{9}})
	m.FinA.Wants(m.BuyerA, fits)
	m.FinB.Wants(m.BuyerB, fits)
	was := takeCensus(m, m.FinB, own)
	still := func(what string) {
		t.Helper()
		if cells := was.moved(takeCensus(m, m.FinB, own)); len(cells) > 0 {
			t.Errorf("%s: %d cells move, such as %s", what, len(cells), cells[0])
		}
	}
	hidden := map[string]any{"industryType": `["20001"]`, "location": `{"region":9,"prefecturecode":"39","citycode":"39201"}`,
		"salesAmount": 5}
	seller := m.FinA.Post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", apptest.With(apptest.OverviewBody, hidden)).Want(200).Text()
	still("another bank registers a seller")
	m.FinA.Post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync",
		apptest.With(apptest.DetailsBody, map[string]any{"companyId": seller, "companyName": "土佐の宿株式会社"})).Want(200)
	still("it tells its name")
	m.FinA.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.With(apptest.OverviewBody, hidden)).Want(200)
	still("it registers a buyer that is not public")

	listing := map[string]any{"industryTypes": []string{"20001"}, "publicRegion": []int{9}, "location": hidden["location"], "salesAmount": 3}
	m.Draft(listing)
	still("it drafts a listing")
	m.Published(apptest.With(listing, map[string]any{"isLimited": true}))
	still("it publishes a limited listing")
	m.Published(apptest.With(listing, map[string]any{"isRest": true, "restFinancial": []string{m.BID}}))
	still("it publishes a listing to all but the asker")
	if cells := was.moved(takeCensus(m, m.FinA, seller)); len(cells) == 0 {
		t.Error("the bank itself counts nothing of it either")
	}
	apptest.WantMails(t, "of what may not be known", m.Newly(func() { m.Job("recommendations"); m.Job("new_listings") },
		mail.WeeklyRecommendation, mail.ListingPublished),
		"buy@a.example.jp weekly_recommendation", "buy@a.example.jp listing_published", "buy@a.example.jp listing_published")

	// A listing published with two regions may be in any of their prefectures, and counts in each
	// alike.
	id := m.Published(apptest.With(listing, map[string]any{"publicRegion": []int{6, 9}}))
	now := takeCensus(m, m.FinB, own)
	for cell, c := range was {
		place, rest, _ := strings.Cut(cell, " ")
		more := now[cell].Visible - c.Visible
		in := place == "東海" || place == "四国" || strings.HasPrefix(place, "全国")
		for _, p := range master.Prefectures() {
			if p.Name == place {
				in = match.RegionOf(p.Code) == 6 || match.RegionOf(p.Code) == 9
			}
		}
		if want := in && strings.HasPrefix(rest, "[20001") && strings.HasSuffix(rest, " 3"); more != map[bool]int{true: 1}[want] ||
			now[cell].Own != c.Own {
			t.Errorf("%s: %+v, then %+v", cell, c, now[cell])
		}
	}
	was = now
	m.Edit(id, apptest.With(listing, map[string]any{"publicRegion": []int{6, 9},
		"location": `{"region":6,"prefecturecode":"21","citycode":"21201"}`})).Want(200)
	key, passcode := m.Request(id)
	m.Decide(key, passcode, true).Want(200)
	still("a listing moves within the regions that it publishes")

	// A buyer counts where the search shows it, once it is public.
	m.FinA.Buyer("株式会社 公開の買手")
	if cells := was.moved(takeCensus(m, m.FinB, own)); len(cells) == 0 {
		t.Error("a public buyer counts nowhere")
	}

	// A company in charge is counted already: its own listing is not counted again.
	at := takeCensus(m, m.FinA, m.Seller)
	m.Published(listing)
	if cells := at.moved(takeCensus(m, m.FinA, m.Seller)); len(cells) > 0 {
		t.Errorf("an own listing is counted beside its company: %d cells, such as %s", len(cells), cells[0])
	}
}

// The public number counts listings that everybody may see, so that it tells no bank how many are hidden
// from it.
func TestPublicNumber(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	number := func(want string) {
		t.Helper()
		m.Visitor().Get("/api/NumberToDisplay/GetNumberOfSellerBusiness").Want(200).Has(`"numberOfSellerBusiness":` + want + "}")
	}
	m.Published(nil)
	number("1")
	m.Draft(nil)
	m.Published(map[string]any{"isLimited": true})
	m.Published(map[string]any{"isRest": true, "restFinancial": []string{m.BID}})
	number("1")
	narrowed := m.Published(nil)
	number("2")
	m.FinA.Post(apptest.ListingBase+"ChangeAudience", map[string]any{"sellerBusinessId": narrowed, "version": m.Version(narrowed),
		"isLimited": true}).Want(200)
	number("1")
}

// A record that the caller may not know takes the same work as one that does not exist: as many
// statements, as many rows. Otherwise the time of an answer would reveal it.
func TestRefusalsTakeTheSameWork(t *testing.T) {
	w := newAccessWorld(t)
	p := w.thaw(t)
	if err := p.App.Store.IndexReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	finC, buyB := &apptest.Caller{P: p, Token: w.tokens["finC"]}, &apptest.Caller{P: p, Token: w.tokens["buyB"]}
	document := w.objects["document"][3]
	if document.relation != "granted to nobody" {
		t.Fatal(document.relation)
	}
	check := func(name string) func() apptest.Result {
		return func() apptest.Result {
			return finC.Get("/api/SellerCompany/CheckCompany?prefectureCode=23&companyName=" + name)
		}
	}
	free := func(address string) func() apptest.Result {
		return func() apptest.Result { return finC.Get("/api/FinancialUser/CheckMailAddress?mailAddress=" + address) }
	}
	start := func(id string) func() apptest.Result {
		return func() apptest.Result {
			return finC.Post(apptest.NegotiationBase+"StartNegotiation", map[string]any{"sellerBusinessId": id, "companyId": w.BuyerC})
		}
	}
	overview := func(id string) func() apptest.Result {
		return func() apptest.Result {
			return finC.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id)
		}
	}
	view := func(id string) func() apptest.Result {
		return func() apptest.Result {
			return buyB.Get("/api/Document/ViewDocument?documentId=" + id + "&buyerNegotiationId=" + w.documentRow[document.id])
		}
	}
	none, draft, limited := store.NewID(), w.object("listing", "own draft"), w.object("listing", "excluded by 限定")
	for _, c := range []struct {
		what            string
		secret, nothing func() apptest.Result
		status          int
	}{
		{"another bank's draft", overview(draft), overview(none), 400},
		{"another bank's limited listing", overview(limited), overview(none), 400},
		{"starting on another bank's draft", start(draft), start(none), 400},
		{"starting on another bank's limited listing", start(limited), start(none), 400},
		{"a document granted to nobody", view(document.id), view(none), 400},
		{"another bank's seller's name", check("%E3%82%AB%E3%83%8A%E3%83%AA%E3%82%A2%E8%A3%BD%E4%BD%9C%E6%89%80"),
			check("%E3%82%AB%E3%83%8A%E3%83%AA%E3%82%A2%E8%A3%BD%E4%BD%9C%E5%A0%B4"), 200},
		{"whose the ID is", free("fin@b.example.jp"), free("FAD@x.example.jp"), 200},
	} {
		for range 2 { // the second time with filled caches, for both
			c.secret()
			c.nothing()
		}
		took := func(do func() apptest.Result) string {
			statements, rows := p.App.Store.Worked()
			do().Want(c.status)
			after, read := p.App.Store.Worked()
			return fmt.Sprintf("%d statements and %d rows", after-statements, read-rows)
		}
		if secret, nothing := took(c.secret), took(c.nothing); secret != nothing || strings.HasPrefix(secret, "0 ") {
			t.Errorf("%s takes %s, what does not exist %s", c.what, secret, nothing)
		}
		c.secret().SameAs(c.nothing())
	}

	// Counting takes the same work however many hidden records there are.
	seller := w.objects["seller"][1].id
	took := func(w *accessWorld) string {
		p := w.thaw(t)
		if err := p.App.Store.IndexReady(t.Context()); err != nil {
			t.Fatal(err)
		}
		finB := &apptest.Caller{P: p, Token: w.tokens["finB"]}
		ask := func() {
			finB.Post(apptest.ListingBase+"CheckAnonymity", map[string]any{"companyId": seller, "texts": map[string]string{},
				"industryTypes": []string{"13003"}, "publicRegion": []int{6}, "salesAmount": 3}).Want(200).Has(`"coordinates"`)
		}
		ask()
		statements, rows := p.App.Store.Worked()
		ask()
		after, read := p.App.Store.Worked()
		return fmt.Sprintf("%d statements and %d rows", after-statements, read-rows)
	}
	more := append(copyOf("company", "'"+w.Seller+"'", newSeller, "registration_id = ''"),
		copyOf("listing", "%limited", newLimited, "published_at = published_at + 1")...)
	if before, now := took(w), took(w.changed(t, more)); before != now {
		t.Errorf("the anonymity check takes %s, then %s", before, now)
	}
}

package listing_test

import (
	"net/url"
	"slices"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestSearchFilters(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	parts := m.Published(nil)
	m.Clock.Add(time.Minute)
	inn := m.Published(map[string]any{"businessName": "【青森県】老舗の宿", "description": "温泉地の100%源泉かけ流しの宿_です。", "industryTypes": []string{"20001"},
		"publicRegion": []int{2},
		"location":     map[string]any{"prefecturecode": "02", "citycode": "02201"}, "isPrefecturePublic": true, "salesPrice": 5,
		"salesPriceTo":         7,
		"numberOfManagersFrom": nil, "numberOfManagersTo": nil,
		"willingnessToSell": 3, "dueDate": "2027-02-01"})
	m.Clock.Add(time.Minute)
	open := m.Published(map[string]any{"businessName": "【全国】部品の商社", "description": "応相談です。", "industryTypes": []string{"12005"},
		"publicRegion": []int{99}, "salesPrice": 0, "salesPriceTo": 9,
		"numberOfManagersFrom": 301, "numberOfManagersTo": nil, "dueDate": "2027-08-01"})
	all := []string{open, inn, parts} // the newest first
	q := func(pairs ...string) string {
		v := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			v.Add(pairs[i], pairs[i+1])
		}
		return v.Encode()
	}
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"", all},
		{q("freeWord", "精密部品"), []string{parts}},
		{q("freeWord", "　部品　ブヒン "), []string{}},
		{q("freeWord", "ﾌﾞﾋﾝ"), []string{}},
		{q("freeWord", "部品 「商社」"), []string{open}},
		{q("freeWord", "100%"), []string{inn}},
		{q("freeWord", "%"), []string{inn}},
		{q("freeWord", "宿_で"), []string{inn}},
		{q("freeWord", "_"), []string{inn}},
		{q("freeWord", "宿泊"), []string{inn}}, // the industry's name
		{q("industryTypes", `{"category":["20"],"sub_category":[]}`), []string{inn}},
		{q("industryTypes", `{"category":["20"],"sub_category":["13003"]}`), []string{inn, parts}},
		{q("industryTypes", `{"sub_category":["13004"]}`), []string{}},
		{q("location", "02"), []string{open, inn}},
		{q("location", "23"), []string{open, parts}}, // publishes its region, which has Aichi
		{q("location", "21"), []string{open, parts}}, // and Gifu: nobody can tell them apart
		{q("location", "02", "location", "23"), all},
		{q("location", "02,23"), all},
		{q("location", "03"), []string{open}}, // beside Aomori, which is published as such
		{q("salesAmount", "3"), all},
		{q("salesAmount", "4"), []string{}},
		{q("salesPrice", "6"), []string{open, inn}},
		{q("salesPriceTo", "3"), []string{open, parts}},
		{q("salesPrice", "1", "salesPriceTo", "1"), []string{open}},
		{q("numberOfManagers", "0,15"), []string{parts}},
		{q("numberOfManagers", "21,"), []string{open}},
		{q("numberOfManagersFrom", "１５", "numberOfManagersTo", "400"), []string{open, parts}},
		{q("dueDate", "2027-05-21"), []string{open, parts}},
		{q("dueDate", "2027-05-22"), []string{open}},
		{q("dueDate", "tomorrow"), all},
		{q("isPublic", "true"), all},
		{q("isSold", "true"), []string{}},
		{q("isOffered", "true"), []string{}},
		{q("isNegotiation", "true"), []string{}},
		{q("isMessage", "true"), []string{}},
		{q("isNotRead", "true"), all},
		{q("sellerBusinessId", inn), []string{inn}},
		{q("propertyName", "modified", "isDescending", "false"), []string{parts, inn, open}},
		{q("propertyName", "salesPrice"), []string{inn, parts, open}},
		{q("propertyName", "dueDate", "isDescending", "false"), []string{inn, parts, open}},
		{q("propertyName", "businessName", "isDescending", "false"), []string{open, parts, inn}},
		// Nothing that is withheld is searched, sorted or counted.
		{q("freeWord", "カナリア"), []string{}},
		{q("freeWord", "名古屋"), []string{}},
		{q("freeWord", "愛知"), []string{}},
		{q("freeWord", "金糸"), []string{}},
		{q("freeWord", "湊星"), []string{}},
		{q("freeWord", "234567"), []string{}},
	} {
		for name, who := range map[string]*apptest.Caller{"BUY": m.BuyB, "FIN": m.FinB, "own BUY": m.BuyA} {
			if got := who.Search(c.query); !slices.Equal(got, c.want) {
				t.Errorf("%s %s: %v, want %v", name, c.query, got, c.want)
			}
		}
	}
	for _, bad := range []string{"propertyName=companyName", "propertyName=c.city_code", "location=99", "salesAmount=x", "salesPrice=99",
		"industryTypes=%7B", "pageNumber=0", "limit=0", "numberOfManagersFrom=x"} {
		m.BuyB.Get(apptest.ListingBase + "SearchSellerBusinessAsync?" + bad).Want(422)
	}

	// In charge and not: for banks; without effect for buyers, to whom the result would tell who SF
	// is.
	for _, c := range []struct {
		who   *apptest.Caller
		query string
		want  []string
	}{
		{m.FinA, "isOnlyPersonInCharge=true", all}, {m.FinA, "isNotOnlyPersonInCharge=true", []string{}},
		{m.FinB, "isOnlyPersonInCharge=true", []string{}}, {m.FinB, "isNotOnlyPersonInCharge=true", all},
		{m.BuyA, "isOnlyPersonInCharge=true", all}, {m.BuyA, "isNotOnlyPersonInCharge=true", all}, {m.BuyB, "isOnlyPersonInCharge=true", all},
		{m.FinA, "companyId=" + m.Seller, all}, {m.FinA, "isOnlyPersonInCharge=true&" + q("freeWord", "カナリア"), all},
		{m.FinA, q("freeWord", "カナリア"), []string{}},
	} {
		got := c.who.Search(c.query)
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(c.want))) {
			t.Errorf("%s: %v, want %v", c.query, got, c.want)
		}
	}
	nowhere := m.FinB.Get(apptest.ListingBase + "SearchSellerBusinessAsync?companyId=" + store.NewID()).Want(400)
	m.FinB.Get(apptest.ListingBase + "SearchSellerBusinessAsync?companyId=" + m.Seller).SameAs(nowhere)
	m.BuyA.Get(apptest.ListingBase + "SearchSellerBusinessAsync?companyId=" + m.Seller).SameAs(nowhere)
	m.FinB.Get(apptest.ListingBase + "SearchSellerBusinessAsync?buyerCompanyId=" + m.BuyerA).SameAs(nowhere)

	// Pages.
	page := m.BuyB.Get(apptest.ListingBase + "SearchSellerBusinessAsync?limit=2&pageNumber=2").Want(200).Has(`"allCount":3`).JSON()
	if rows := page["sellerBusinessList"].([]any); len(rows) != 1 || rows[0].(map[string]any)["sellerBusinessId"] != parts {
		t.Errorf("page 2: %v", rows)
	}
	m.BuyB.Get(apptest.ListingBase+"SearchSellerBusinessAsync?pageNumber=999999999").Want(200).Has(`"sellerBusinessList":[]`, `"allCount":3`)

	// Rows are cut as the overview is.
	rows := m.BuyB.Get(apptest.ListingBase + "SearchSellerBusinessAsync").Want(200)
	rows.HasNot(apptest.CanariesL3...).HasNot(apptest.CanariesL4...).HasNot(apptest.CanariesSF...).HasNot(m.AID, m.Seller,
		"ChargeSellerBusiness").Has(`"formattedLocation":"青森県"`)
	m.FinA.Get(apptest.ListingBase+"SearchSellerBusinessAsync?isOnlyPersonInCharge=true").Want(200).Has("カナリア製作所", "ChargeSellerBusiness",
		`"version":`)
}

func TestSearchOwnRows(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	one, two := m.Published(nil), m.Published(map[string]any{"businessName": "【東海】もう一つの加工"})
	n := m.Negotiation(one, m.BuyerB, m.BID, deal.NegotiationAnonymous, false)
	m.SetNegotiation(n, func(n *store.Negotiation) { n.OfferSendStatus = int(deal.OfferSent) })
	m.Write(func(tx *store.Tx) error {
		return tx.AddUserAction("nobody", two, int(deal.ActionClick), 0)
	})
	is := func(c *apptest.Caller, query string, want ...string) {
		t.Helper()
		if got := c.Search(query); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	for _, c := range []*apptest.Caller{m.BuyB, m.FinB} {
		is(c, "isOffered=true", one)
		is(c, "isNegotiation=true", one)
		is(c, "isNotRead=true&isPublic=true&isNotOnlyPersonInCharge=true&isOffered=true", one) // the offers of the top page
	}
	// SF finds its listing's negotiations, a rival finds nothing of them.
	is(m.FinA, "isNegotiation=true", one)
	is(m.BuyA, "isNegotiation=true")
	is(m.BuyA, "isOffered=true")
	m.BuyA.Get(apptest.ListingBase+"SearchSellerBusinessAsync?limit=10").Want(200).HasNot("AnonymousNegotiated", n, `"isOffered":true`)
	row := m.BuyB.Get(apptest.ListingBase + "SearchSellerBusinessAsync?isOffered=true").Want(200)
	row.Has(`"isOffered":true`, `"isAnonymousNego":true`, "Offer", n)

	m.BuyB.Get(apptest.ListingBase+"OfferToSellerBusinessList").Want(200).Has(one, `"allCount":1`)
	m.FinB.Get(apptest.ListingBase+"OfferToSellerBusinessList?companyId="+m.BuyerB).Want(200).Has(one, `"allCount":1`)
	m.BuyA.Get(apptest.ListingBase + "OfferToSellerBusinessList").Want(200).Has(`"allCount":0`)
	nowhere := m.FinB.Get(apptest.ListingBase + "OfferToSellerBusinessList?companyId=" + store.NewID()).Want(400)
	m.FinB.Get(apptest.ListingBase + "OfferToSellerBusinessList?companyId=" + m.BuyerA).SameAs(nowhere)

	// Unread messages, by side.
	message := func(kind deal.MessageType, from deal.MessageOriginatorType) {
		m.Write(func(tx *store.Tx) error {
			return tx.CreateMessage(&store.Message{NegotiationID: n, MessageType: int(kind), OriginatorType: int(from), Body: "本文", AtStatus: 1})
		})
	}
	is(m.BuyB, "isMessage=true")
	message(deal.MessageBUYtoBF, deal.OriginatorBF)
	is(m.BuyB, "isMessage=true", one)
	is(m.FinB, "isMessage=true")
	is(m.FinA, "isMessage=true")
	message(deal.MessageBFtoSF, deal.OriginatorBF)
	is(m.FinA, "isMessage=true", one)
	is(m.FinB, "isMessage=true")
	message(deal.MessageBFtoSF, deal.OriginatorSF)
	is(m.FinB, "isMessage=true", one)
	is(m.BuyA, "isMessage=true")

	// Opening one marks it for this user alone.
	m.BuyB.Post("/api/UserAction/Regist", map[string]any{"sellerBusinessId": one, "actionTypes": 2, "actionRouteType": 2}).Want(200)
	is(m.BuyB, "isNotRead=true", two)
	is(m.FinB, "isNotRead=true", two, one)
	apptest.SeeOverview(m.BuyB, one).Has(`"isReaded":true`, "IsReaded")
	m.BuyB.Post("/api/UserAction/Regist", map[string]any{"sellerBusinessId": one, "actionTypes": 1,
		"actionRouteType": 9}).Want(422).Has(`"actionTypes"`, `"actionRouteType"`)
	m.BuyB.Post("/api/UserAction/Regist", map[string]any{"actionTypes": 3}).Want(422).Has(`"sellerBusinessId"`)
}

func TestSearchByScore(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	fits := m.Published(nil)
	m.Published(map[string]any{"businessName": "【北海道】宿", "industryTypes": []string{"20001"}, "publicRegion": []int{1},
		"location": map[string]any{"region": 1}, "salesPrice": 7, "salesPriceTo": 8})
	m.FinB.Needs(m.BuyerB)
	rows := m.BuyB.Get(apptest.ListingBase + "SearchSellerBusinessAsync?propertyName=score").Want(200)
	rows.Has(`"score":`, "業種：小分類『")
	list := rows.JSON()["sellerBusinessList"].([]any)
	if list[0].(map[string]any)["sellerBusinessId"] != fits || len(list) != 2 {
		t.Errorf("not by score: %s", rows.Body)
	}
	if got := m.BuyB.Search("isRecommended=true"); !slices.Equal(got, []string{fits}) {
		t.Errorf("recommended %v", got)
	}
	if got := m.FinB.Search("isRecommended=true"); !slices.Equal(got, []string{fits}) { // of all its buyers
		t.Errorf("recommended to the bank %v", got)
	}
	m.FinB.Get(apptest.ListingBase + "SearchSellerBusinessAsync").Want(200).HasNot(`"score"`)
	m.FinB.Get(apptest.ListingBase+"SearchSellerBusinessAsync?buyerCompanyId="+m.BuyerB).Want(200).Has(`"score":`, `"isRecommended":true`)
	apptest.SeeOverview(m.BuyB, fits).Has(`"score":`, "Recommended", `"reasons":[`)
	if got := m.BuyA.Search("isRecommended=true"); len(got) != 0 {
		t.Errorf("recommended without a need: %v", got)
	}
	// 興味なし ends the recommendation.
	n := m.Negotiation(fits, m.BuyerB, m.BID, deal.NegotiationNone, false)
	m.SetNegotiation(n, func(n *store.Negotiation) { n.InterestStatus = int(deal.InterestNotInterested) })
	for _, c := range []*apptest.Caller{m.BuyB, m.FinB} {
		if got := c.Search("isRecommended=true"); len(got) != 0 {
			t.Errorf("recommended though not interested: %v", got)
		}
	}
}

// TestListShowsWhatWasReached: トップ面談 and 基本合意 of a row show, from their day on, in the lists of its buyer, of its
// buyer's bank and of the listing's bank, and to nobody else; a step that is left out was not reached.
func TestListShowsWhatWasReached(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.Clock.Add(13*time.Hour + 55*time.Minute) // five minutes to midnight
	tk := apptest.NewTalks(p)
	id := tk.Named()
	callers := map[string]*apptest.Caller{"SF": tk.FinA, "BF": tk.FinB, "the buyer": tk.BuyB,
		"another buyer of BF": tk.Rival, "another bank": tk.FinC}
	want := func(when string, isInterview, isBasic bool) {
		t.Helper()
		for who, c := range callers {
			isParty := c != tk.Rival && c != tk.FinC
			rows := c.Get(apptest.ListingBase + "SearchSellerBusinessAsync").Want(200).JSON()["sellerBusinessList"].([]any)
			if len(rows) != 1 {
				t.Fatalf("%s, %s: %d rows", when, who, len(rows))
			}
			row := rows[0].(map[string]any)
			if row["isTopInterview"] != (isParty && isInterview) || row["isBasicAgreement"] != (isParty && isBasic) {
				t.Errorf("%s, %s: %v, %v", when, who, row["isTopInterview"], row["isBasicAgreement"])
			}
		}
	}
	want("before", false, false)
	tomorrow := deal.Date(tk.Clock.Now().Add(24 * time.Hour))
	tk.FinB.Milestone(id, deal.MilestoneTopInterview, map[string]any{"date": tomorrow}).Want(200)
	want("the day before the interview", false, false)
	tk.Clock.Add(6 * time.Minute)
	want("on the day of the interview", true, false)
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"date": tomorrow, "amount": 150_000}).Want(200)
	tk.FinA.Confirm(id).Want(200)
	want("after the declaration of intent", true, false)
	tk.FinB.To(id, 3, 4, nil).Want(200)
	tk.FinA.Milestone(id, deal.MilestoneContract,
		map[string]any{"skips": []int{int(deal.MilestoneBasicAgreement), int(deal.MilestoneDDStart)}}).Want(200)
	tk.FinB.Confirm(id).Want(200)
	want("after a basic agreement is left out", true, false)
	tk.FinA.Milestone(id, deal.MilestoneBasicAgreement, map[string]any{"date": tomorrow}).Want(200)
	want("proposed", true, false)
	tk.FinB.Confirm(id).Want(200)
	want("after the basic agreement", true, true)
}

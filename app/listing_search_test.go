package app

import (
	"net/url"
	"slices"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestSearchFilters(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	parts := m.published(nil)
	m.clock.Add(time.Minute)
	inn := m.published(map[string]any{"businessName": "【青森県】老舗の宿", "description": "温泉地の100%源泉かけ流しの宿_です。", "industryTypes": []string{"20001"}, "publicRegion": []int{2},
		"location": map[string]any{"prefecturecode": "02", "citycode": "02201"}, "isPrefecturePublic": true, "salesPrice": 5, "salesPriceTo": 7, "numberOfManagersFrom": nil, "numberOfManagersTo": nil,
		"willingnessToSell": 3, "dueDate": "2027-02-01"})
	m.clock.Add(time.Minute)
	open := m.published(map[string]any{"businessName": "【全国】部品の商社", "description": "応相談です。", "industryTypes": []string{"12005"}, "publicRegion": []int{99}, "salesPrice": 0, "salesPriceTo": 9,
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
		{q("freeWord", "部品 商社"), []string{open}},
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
		for name, who := range map[string]*caller{"BUY": m.buyB, "FIN": m.finB, "own BUY": m.buyA} {
			if got := who.search(c.query); !slices.Equal(got, c.want) {
				t.Errorf("%s %s: %v, want %v", name, c.query, got, c.want)
			}
		}
	}
	for _, bad := range []string{"propertyName=companyName", "propertyName=c.city_code", "location=99", "salesAmount=x", "salesPrice=99", "industryTypes=%7B", "pageNumber=0", "limit=0", "numberOfManagersFrom=x"} {
		m.buyB.get(listingBase + "SearchSellerBusinessAsync?" + bad).want(422)
	}

	// In charge and not: for banks; silent for buyers, whom it would tell who SF is.
	for _, c := range []struct {
		who   *caller
		query string
		want  []string
	}{
		{m.finA, "isOnlyPersonInCharge=true", all}, {m.finA, "isNotOnlyPersonInCharge=true", []string{}}, {m.finB, "isOnlyPersonInCharge=true", []string{}}, {m.finB, "isNotOnlyPersonInCharge=true", all},
		{m.buyA, "isOnlyPersonInCharge=true", all}, {m.buyA, "isNotOnlyPersonInCharge=true", all}, {m.buyB, "isOnlyPersonInCharge=true", all},
		{m.finA, "companyId=" + m.seller, all}, {m.finA, "isOnlyPersonInCharge=true&" + q("freeWord", "カナリア"), all}, {m.finA, q("freeWord", "カナリア"), []string{}},
	} {
		got := c.who.search(c.query)
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(c.want))) {
			t.Errorf("%s: %v, want %v", c.query, got, c.want)
		}
	}
	nowhere := m.finB.get(listingBase + "SearchSellerBusinessAsync?companyId=" + store.NewID()).want(400)
	m.finB.get(listingBase + "SearchSellerBusinessAsync?companyId=" + m.seller).sameAs(nowhere)
	m.buyA.get(listingBase + "SearchSellerBusinessAsync?companyId=" + m.seller).sameAs(nowhere)
	m.finB.get(listingBase + "SearchSellerBusinessAsync?buyerCompanyId=" + m.buyerA).sameAs(nowhere)

	// Pages.
	page := m.buyB.get(listingBase + "SearchSellerBusinessAsync?limit=2&pageNumber=2").want(200).has(`"allCount":3`).json()
	if rows := page["sellerBusinessList"].([]any); len(rows) != 1 || rows[0].(map[string]any)["sellerBusinessId"] != parts {
		t.Errorf("page 2: %v", rows)
	}
	m.buyB.get(listingBase+"SearchSellerBusinessAsync?pageNumber=999999999").want(200).has(`"sellerBusinessList":[]`, `"allCount":3`)

	// Rows are cut as the overview is.
	rows := m.buyB.get(listingBase + "SearchSellerBusinessAsync").want(200)
	rows.hasNot(canariesL3...).hasNot(canariesL4...).hasNot(canariesSF...).hasNot(m.aID, m.seller, "ChargeSellerBusiness").has(`"formattedLocation":"青森県"`)
	m.finA.get(listingBase+"SearchSellerBusinessAsync?isOnlyPersonInCharge=true").want(200).has("カナリア製作所", "ChargeSellerBusiness", `"version":`)
}

func TestSearchOwnRows(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	one, two := m.published(nil), m.published(map[string]any{"businessName": "【東海】もう一つの加工"})
	n := m.negotiation(one, m.buyerB, m.bID, deal.NegotiationAnonymous, false)
	m.setNegotiation(n, func(n *store.Negotiation) { n.OfferSendStatus = int(deal.OfferSent) })
	m.write(func(tx *store.Tx) error {
		return tx.AddUserAction("nobody", two, int(deal.ActionClick), 0)
	})
	is := func(c *caller, query string, want ...string) {
		t.Helper()
		if got := c.search(query); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	for _, c := range []*caller{m.buyB, m.finB} {
		is(c, "isOffered=true", one)
		is(c, "isNegotiation=true", one)
		is(c, "isNotRead=true&isPublic=true&isNotOnlyPersonInCharge=true&isOffered=true", one) // the offers of the top page
	}
	// SF finds its listing's negotiations, a rival finds nothing of them.
	is(m.finA, "isNegotiation=true", one)
	is(m.buyA, "isNegotiation=true")
	is(m.buyA, "isOffered=true")
	m.buyA.get(listingBase+"SearchSellerBusinessAsync?limit=10").want(200).hasNot("AnonymousNegotiated", n, `"isOffered":true`)
	row := m.buyB.get(listingBase + "SearchSellerBusinessAsync?isOffered=true").want(200)
	row.has(`"isOffered":true`, `"isAnonymousNego":true`, "Offer", n)

	m.buyB.get(listingBase+"OfferToSellerBusinessList").want(200).has(one, `"allCount":1`)
	m.finB.get(listingBase+"OfferToSellerBusinessList?companyId="+m.buyerB).want(200).has(one, `"allCount":1`)
	m.buyA.get(listingBase + "OfferToSellerBusinessList").want(200).has(`"allCount":0`)
	nowhere := m.finB.get(listingBase + "OfferToSellerBusinessList?companyId=" + store.NewID()).want(400)
	m.finB.get(listingBase + "OfferToSellerBusinessList?companyId=" + m.buyerA).sameAs(nowhere)

	// Unread messages, by side.
	message := func(kind deal.MessageType, from deal.MessageOriginatorType) {
		m.write(func(tx *store.Tx) error {
			return tx.CreateMessage(&store.Message{NegotiationID: n, MessageType: int(kind), OriginatorType: int(from), Body: "本文", AtStatus: 1})
		})
	}
	is(m.buyB, "isMessage=true")
	message(deal.MessageBUYtoBF, deal.OriginatorBF)
	is(m.buyB, "isMessage=true", one)
	is(m.finB, "isMessage=true")
	is(m.finA, "isMessage=true")
	message(deal.MessageBFtoSF, deal.OriginatorBF)
	is(m.finA, "isMessage=true", one)
	is(m.finB, "isMessage=true")
	message(deal.MessageBFtoSF, deal.OriginatorSF)
	is(m.finB, "isMessage=true", one)
	is(m.buyA, "isMessage=true")

	// Opening one marks it for this user alone.
	m.buyB.post("/api/UserAction/Regist", map[string]any{"sellerBusinessId": one, "actionTypes": 2, "actionRouteType": 2}).want(200)
	is(m.buyB, "isNotRead=true", two)
	is(m.finB, "isNotRead=true", two, one)
	seeOverview(m.buyB, one).has(`"isReaded":true`, "IsReaded")
	m.buyB.post("/api/UserAction/Regist", map[string]any{"sellerBusinessId": one, "actionTypes": 1, "actionRouteType": 9}).want(422).has(`"actionTypes"`, `"actionRouteType"`)
	m.buyB.post("/api/UserAction/Regist", map[string]any{"actionTypes": 3}).want(422).has(`"sellerBusinessId"`)
}

func TestSearchByScore(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	fits := m.published(nil)
	m.published(map[string]any{"businessName": "【北海道】宿", "industryTypes": []string{"20001"}, "publicRegion": []int{1}, "location": map[string]any{"region": 1}, "salesPrice": 7, "salesPriceTo": 8})
	m.finB.needs(m.buyerB)
	rows := m.buyB.get(listingBase + "SearchSellerBusinessAsync?propertyName=score").want(200)
	rows.has(`"score":`, "業種：小分類『")
	list := rows.json()["sellerBusinessList"].([]any)
	if list[0].(map[string]any)["sellerBusinessId"] != fits || len(list) != 2 {
		t.Errorf("not by score: %s", rows.body)
	}
	if got := m.buyB.search("isRecommended=true"); !slices.Equal(got, []string{fits}) {
		t.Errorf("recommended %v", got)
	}
	if got := m.finB.search("isRecommended=true"); !slices.Equal(got, []string{fits}) { // of all its buyers
		t.Errorf("recommended to the bank %v", got)
	}
	m.finB.get(listingBase + "SearchSellerBusinessAsync").want(200).hasNot(`"score"`)
	m.finB.get(listingBase+"SearchSellerBusinessAsync?buyerCompanyId="+m.buyerB).want(200).has(`"score":`, `"isRecommended":true`)
	seeOverview(m.buyB, fits).has(`"score":`, "Recommended", `"reasons":[`)
	if got := m.buyA.search("isRecommended=true"); len(got) != 0 {
		t.Errorf("recommended without a need: %v", got)
	}
	// 興味なし ends the recommendation.
	n := m.negotiation(fits, m.buyerB, m.bID, deal.NegotiationNone, false)
	m.setNegotiation(n, func(n *store.Negotiation) { n.InterestStatus = int(deal.InterestNotInterested) })
	for _, c := range []*caller{m.buyB, m.finB} {
		if got := c.search("isRecommended=true"); len(got) != 0 {
			t.Errorf("recommended though not interested: %v", got)
		}
	}
}

package app

import (
	"testing"
)

// Listings are counted where they say that they are: a prefecture that is not published counts in
// its region alone, and what a viewer may not see counts nowhere (domain.md 3.4, 3.5).
func TestRegionFigures(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	figures := func(c *caller) result {
		t.Helper()
		return c.get(listingBase + "GetRegionFigures").want(200)
	}
	none := figures(m.buyB).has(`"allCount":0`, `"elsewhere":0`, `"label":"北海道","count":0`, `"label":"九州・沖縄","count":0`).hasNot("全国", "海外", "prefecturecode")
	m.draft(nil)
	figures(m.finA).sameAs(none)

	m.published(nil) // 東海 alone; the prefecture is 愛知
	m.published(map[string]any{"isPrefecturePublic": true})
	m.published(map[string]any{"isPrefecturePublic": true, "location": `{"region":6,"prefecturecode":"21","citycode":"21201"}`})
	all := figures(m.finB).has(`"allCount":3`, `"label":"東海","count":3,"prefectureList":[{"prefecturecode":"21","name":"岐阜県","count":1},{"prefecturecode":"23","name":"愛知県","count":1}]`, `"label":"関東","count":0`)
	figures(m.finA).sameAs(all)
	figures(m.buyA).sameAs(all)
	figures(m.buyB).sameAs(all)

	// Out of the audience, the own institution's, stopped, and past its period.
	m.published(map[string]any{"isRest": true, "restFinancial": []string{m.bID}})
	limited := m.published(map[string]any{"isLimited": true})
	figures(m.finB).sameAs(all)
	figures(m.buyB).sameAs(all)
	figures(m.finA).has(`"allCount":5`, `"label":"東海","count":5`)
	figures(m.buyA).has(`"allCount":5`)
	m.finA.post(listingBase+"DisableSellerBusiness", map[string]any{"sellerBusinessId": limited, "version": m.version(limited), "comment": "取り下げ"}).want(200)
	figures(m.finA).has(`"allCount":4`)
	m.visitor().get(listingBase + "GetRegionFigures").want(401)
}

// The bank in charge tells companies without a name apart by whom it has invited; nobody else does.
func TestContactOfANamelessCompany(t *testing.T) {
	b := newBanks(newPlatform(t))
	const search = "/api/BuyerCompany/SearchCompanyAsync?limit=100"
	id, _ := b.finA.trial("trial@buyer.example.jp")
	b.finA.get(search).want(200).has(id, "企業情報未設定", `"contactName":"試田 栞"`).hasNot(`"contactName":"利用者`)
	b.secondA.get(search).want(200).has(`"contactName":"試田 栞"`)
	b.finB.get(search).want(200).hasNot("contactName", "試田")
	nameless := b.finA.post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", overviewBody).want(200).text()
	b.finA.get("/api/SellerCompany/SearchCompanyAsync").want(200).has(nameless, "企業情報未設定").hasNot("contactName")
	b.finA.post("/api/SellerCompanyUser/RegistUser", map[string]any{"clientId": nameless, "loginId": "owner@nameless.example.jp", "userName": "売野 主"}).want(200)
	b.finA.get("/api/SellerCompany/SearchCompanyAsync").want(200).has(`"contactName":"売野 主"`)
}

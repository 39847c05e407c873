package listing_test

import (
	"testing"

	"tsunagu/app/apptest"
)

// Listings are counted where they say that they are: a prefecture that is not published counts in
// its region alone, and what a viewer may not see counts nowhere (domain.md 3.4, 3.5).
func TestRegionFigures(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	figures := func(c *apptest.Caller) apptest.Result {
		t.Helper()
		return c.Get(apptest.ListingBase + "GetRegionFigures").Want(200)
	}
	none := figures(m.BuyB).Has(`"allCount":0`, `"elsewhere":0`, `"label":"北海道","count":0`, `"label":"九州・沖縄","count":0`).HasNot("全国", "海外",
		"prefecturecode")
	m.Draft(nil)
	figures(m.FinA).SameAs(none)

	m.Published(nil) // 東海 alone; the prefecture is 愛知
	m.Published(map[string]any{"isPrefecturePublic": true})
	m.Published(map[string]any{"isPrefecturePublic": true, "location": `{"region":6,"prefecturecode":"21","citycode":"21201"}`})
	all := figures(m.FinB).Has(`"allCount":3`,
		`"label":"東海","count":3,"prefectureList":[{"prefecturecode":"21","name":"岐阜県","count":1},{"prefecturecode":"23","name":"愛知県","count":1}]`,
		`"label":"関東","count":0`)
	figures(m.FinA).SameAs(all)
	figures(m.BuyA).SameAs(all)
	figures(m.BuyB).SameAs(all)

	// Out of the audience, the own institution's, stopped, and past its period.
	m.Published(map[string]any{"isRest": true, "restFinancial": []string{m.BID}})
	limited := m.Published(map[string]any{"isLimited": true})
	figures(m.FinB).SameAs(all)
	figures(m.BuyB).SameAs(all)
	figures(m.FinA).Has(`"allCount":5`, `"label":"東海","count":5`)
	figures(m.BuyA).Has(`"allCount":5`)
	m.FinA.Post(apptest.ListingBase+"DisableSellerBusiness", map[string]any{"sellerBusinessId": limited, "version": m.Version(limited),
		"comment": "取り下げ"}).Want(200)
	figures(m.FinA).Has(`"allCount":4`)
	m.Visitor().Get(apptest.ListingBase + "GetRegionFigures").Want(401)
}

// The bank in charge tells companies without a name apart by whom it has invited; nobody else does.
func TestContactOfANamelessCompany(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	const search = "/api/BuyerCompany/SearchCompanyAsync?limit=100"
	id, _ := b.FinA.Trial("trial@buyer.example.jp")
	b.FinA.Get(search).Want(200).Has(id, "企業情報未設定", `"contactName":"試田 栞"`).HasNot(`"contactName":"利用者`)
	b.SecondA.Get(search).Want(200).Has(`"contactName":"試田 栞"`)
	b.FinB.Get(search).Want(200).HasNot("contactName", "試田")
	nameless := b.FinA.Post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
	b.FinA.Get("/api/SellerCompany/SearchCompanyAsync").Want(200).Has(nameless, "企業情報未設定").HasNot("contactName")
	b.FinA.Post("/api/SellerCompanyUser/RegistUser", map[string]any{"clientId": nameless, "loginId": "owner@nameless.example.jp",
		"userName": "売野 主"}).Want(200)
	b.FinA.Get("/api/SellerCompany/SearchCompanyAsync").Want(200).Has(`"contactName":"売野 主"`)
}

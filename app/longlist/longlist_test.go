package longlist_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/score"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestSearchLongCompany(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.FinC.Needs(tk.BuyerC)
	tk.FinB.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody,
		map[string]any{"clientId": tk.RivalBuyer, "acquisitionIndustry": `["22003"]`, "acquisitionRegionArea": []int{1}})).Want(200)
	tk.FinB.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody,
		map[string]any{"clientId": tk.BuyerB, "acquisitionRegionArea": []int{1}})).Want(200)

	all := tk.FinA.Candidates(tk.Listing, nil)
	apptest.WantIDs(t, "the best first, those without needs last", all.CompanyIDs(), tk.BuyerC, tk.BuyerB, tk.RivalBuyer, tk.BuyerA)
	apptest.WantIDs(t, "the worst first", tk.FinA.Candidates(tk.Listing,
		map[string]any{"propertyName": "score", "isDescending": false}).CompanyIDs(), tk.RivalBuyer, tk.BuyerB, tk.BuyerC, tk.BuyerA)
	all.Has("青嵐精機", "【東海】精密部品の加工", "業種：小分類『", "（30/30）", "おすすめ").HasNot("カナリア", "受付停止中")
	best := all.Candidate(tk.BuyerC)
	if best["displayName"] != "匿名" || best["isInCharge"] != false || best["isOfferable"] != true || best["offerSendStatus"] != 0.0 ||
		best["view"] != 1.0 {
		t.Errorf("best: %v", best)
	}
	sum := 0.0
	for _, r := range best["reasons"].([]any) {
		sum += r.(map[string]any)["points"].(float64)
	}
	if sum != best["score"] {
		t.Errorf("reasons add up to %v, score %v", sum, best["score"])
	}
	if row := all.Candidate(tk.BuyerA); row["isInCharge"] != true || row["score"] != nil || row["scoreBand"] != nil {
		t.Errorf("own buyer without needs: %v", row)
	}
	apptest.WantIDs(t, "おすすめ", tk.FinA.Candidates(tk.Listing, map[string]any{"scoreFrom": score.Recommended}).CompanyIDs(), tk.BuyerC,
		tk.BuyerB)

	t.Run("pages", func(t *testing.T) {
		var got []string
		for page := 1; page <= 5; page++ {
			v := tk.FinA.Candidates(tk.Listing, map[string]any{"limit": 1, "pageNumber": page}).Want(200).JSON()
			if v["allCount"] != 4.0 {
				t.Errorf("page %d: allCount %v", page, v["allCount"])
			}
			for _, row := range v["companyList"].([]any) {
				got = append(got, tk.Own(row.(map[string]any)["companyId"].(string)))
			}
		}
		apptest.WantIDs(t, "all pages", got, tk.BuyerC, tk.BuyerB, tk.RivalBuyer, tk.BuyerA)
	})
	t.Run("conditions", func(t *testing.T) {
		b := tk.Candidate(tk.Listing, tk.BuyerB)
		classes := func(small string) map[string]any { return map[string]any{"sub_category": []string{small}} }
		for _, c := range []struct {
			fields map[string]any
			want   []string
		}{
			{map[string]any{"isOnlyPersonInCharge": true}, []string{tk.BuyerA}},
			{map[string]any{"isNotOnlyPersonInCharge": true}, []string{tk.BuyerC, tk.BuyerB, tk.RivalBuyer}},
			{map[string]any{"businessIndustryTypes": classes("22003")}, []string{tk.RivalBuyer}},
			{map[string]any{"businessIndustryTypes": `{"category":["13"]}`}, []string{tk.BuyerC, tk.BuyerB}},
			{map[string]any{"companyIndustryTypes": classes("22003")}, nil},
			{map[string]any{"needsName": "設備のある"}, []string{tk.BuyerC, tk.BuyerB, tk.RivalBuyer}},
			{map[string]any{"prefecture": []string{"01"}}, nil},
			{map[string]any{"companyIds": []string{b, tk.BuyerA, tk.Seller, store.NewID()}}, []string{tk.BuyerB, tk.BuyerA}},
			{map[string]any{"companyIds": []string{b, tk.BuyerA}, "targetCompanyIds": []string{tk.BuyerA}}, []string{tk.BuyerA}},
			{map[string]any{"isPublic": true}, []string{tk.BuyerC, tk.BuyerB, tk.RivalBuyer, tk.BuyerA}},
			{map[string]any{"noPublic": true}, nil},
			{map[string]any{"isTrial": true}, nil},
			{map[string]any{"isLongList": true}, nil},
			{map[string]any{"companyName": "青嵐"}, []string{tk.BuyerA}},
			{map[string]any{"companyName": "霧晴"}, nil}, // the name of another bank's buyer finds nothing
			{map[string]any{"companyName": "白嶺キャピタル"}, nil},
		} {
			if got := tk.FinA.Candidates(tk.Listing, c.fields).CompanyIDs(); !slices.Equal(got, c.want) && len(got)+len(c.want) > 0 {
				t.Errorf("%v finds %v, want %v", c.fields, got, c.want)
			}
		}
	})
	t.Run("names of others are no order", func(t *testing.T) {
		var orders []string
		for _, descending := range []bool{true, false} {
			r := tk.FinA.Candidates(tk.Listing, map[string]any{"propertyName": "companyName", "isDescending": descending,
				"isNotOnlyPersonInCharge": true})
			orders = append(orders, strings.Join(r.CompanyIDs(), " "))
		}
		if orders[0] != orders[1] {
			t.Errorf("sorting by name orders other banks' buyers: %v", orders)
		}
	})
	// Whatever the conditions are, the answer contains no name of other banks' buyers.
	for _, fields := range []map[string]any{nil, {"propertyName": "companyName"}, {"companyName": "霧晴"}, {"isNotOnlyPersonInCharge": true}} {
		body := tk.FinA.Candidates(tk.Listing, apptest.With(map[string]any{"isNotOnlyPersonInCharge": true}, fields))
		body.HasNot(append([]string{"inChargeFinancialInstitution", `"companyName"`, "remark", "financialMemo", "version"},
			apptest.OthersNames...)...)
	}
}

func TestSearchLongCompanyDenied(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	none := tk.FinB.Candidates(store.NewID(), nil).Want(400)
	tk.FinB.Candidates(tk.Listing, nil).SameAs(none) // another bank's listing
	tk.FinA.Candidates("", nil).SameAs(none)
	tk.FinA.Candidates(tk.Seller, nil).SameAs(none)
	tk.BuyA.Candidates(tk.Listing, nil).SameAs(none)
	tk.BuyB.Candidates(tk.Listing, nil).SameAs(none)
	tk.Visitor().Candidates(tk.Listing, nil).Want(401)
	// The listing is checked first: a wrong condition does not reveal that another bank's listing
	// exists.
	tk.FinB.Candidates(tk.Listing, map[string]any{"pageNumber": -1}).SameAs(none)
	tk.FinA.Candidates(tk.Listing, map[string]any{"pageNumber": -1, "limit": -1, "propertyName": "representativeName", "annualSaleF": 999,
		"salesPrice": 999, "prefecture": []string{"99"},
		"companyIndustryTypes": map[string]any{"category": []string{"zz"}}, "companyIds": make([]string, web.MaxLongList+1)}).Want(422).
		Has(`"pageNumber"`, `"limit"`, `"propertyName"`, `"annualSaleF"`, `"salesPrice"`, `"prefecture"`, `"companyIndustryTypes"`,
			`"companyIds"`)
	tk.FinA.Candidates(tk.Listing, map[string]any{"institutionId": tk.BID}).Want(422)
}

func TestCandidatesOfAudience(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	apptest.WantIDs(t, "自機関限定", tk.FinA.Candidates(tk.Published(map[string]any{"isLimited": true}), nil).CompanyIDs(), tk.BuyerA)
	apptest.WantIDs(t, "公開先制限", tk.FinA.Candidates(tk.Published(map[string]any{"isRest": true, "restFinancial": []string{tk.BID}}),
		map[string]any{"propertyName": "created"}).CompanyIDs(), tk.BuyerC, tk.BuyerA)
	draft, _ := tk.Draft(nil)
	r := tk.FinA.Candidates(draft, nil)
	apptest.WantIDs(t, "not published", r.CompanyIDs())
	r.Has(`"isOfferable":false`, "承認前")
	tk.Clock.Add(time.Duration(deal.StandardTerms().ListingMonths) * 31 * 24 * time.Hour)
	tk.FinA = tk.SignIn("fin@a.example.jp")
	r = tk.FinA.Candidates(tk.Listing, nil)
	apptest.WantIDs(t, "period over", r.CompanyIDs())
	r.Has("公開期間中ではありません")
}

func TestCandidatesTellNothingUnknown(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.FinB.Needs(tk.BuyerB)
	before := tk.FinA.Candidates(tk.Listing, nil)
	interest := func(c *apptest.Caller, status int) {
		o := c.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync",
			map[string]any{"sellerBusinessId": tk.Listing, "interestStatus": status}).Want(200).JSON()
		if status == 1 && c == tk.BuyB {
			tk.FinB.To(o["buyerNegotiationId"].(string), 0, 9, map[string]any{"endReason": 1}).Want(200)
		}
	}
	// Other banks' buyers decline or show interest, and one negotiation ends before it began: SF gets
	// the same bytes.
	interest(tk.BuyB, 1)
	interest(tk.Rival, 2)
	tk.FinA.Candidates(tk.Listing, nil).SameAs(before)
	// An own buyer's refusal is taken into account.
	interest(tk.BuyA, 1)
	if slices.Contains(tk.FinA.Candidates(tk.Listing, nil).CompanyIDs(), tk.BuyerA) {
		t.Error("an own buyer that is not interested is a candidate")
	}
	// After an offer SF knows the negotiation, but still not that it had ended before.
	tk.FinA.Post(apptest.NegotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": tk.Listing,
		"companyIds": tk.CandidatesOf(tk.Listing, tk.BuyerB), "offerMessage": "ご検討ください。"}).Want(200).Has(`"sentCount":1`)
	row := tk.FinA.Candidates(tk.Listing, nil).Candidate(tk.BuyerB)
	if row["negotiationStatus"] != 0.0 || row["offerSendStatus"] != 1.0 || row["offerSendStatusLabel"] != "買手金融機関確認待ち" ||
		row["isOfferable"] != false || row["offeredAt"] == nil {
		t.Errorf("offered: %v", row)
	}
	if slices.Contains(tk.FinA.Candidates(tk.Listing, map[string]any{"isOfferable": true}).CompanyIDs(), tk.BuyerB) {
		t.Error("a buyer with an open offer can be offered to")
	}
}

func TestCandidatesInNegotiation(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Hoped() // the name is open in the negotiation, but not in this search
	r := tk.FinA.Candidates(tk.Listing, nil)
	if row := r.Candidate(tk.BuyerB); row["displayName"] != "匿名" || row["negotiationStatus"] != 2.0 || row["buyerNegotiationId"] != id ||
		row["isOfferable"] != false {
		t.Errorf("in negotiation: %v", row)
	}
	r.HasNot(apptest.OthersNames[0], apptest.BuyerNames[0], "蒼陵信用金庫")
	tk.FinB.To(id, 2, 9, map[string]any{"endReason": 1}).Want(200)
	// After the end the buyer is anonymous again and still a candidate.
	if row := tk.FinA.Candidates(tk.Listing, nil).Candidate(tk.BuyerB); row["negotiationStatus"] != 0.0 || row["buyerNegotiationId"] != nil ||
		row["isOfferable"] != true {
		t.Errorf("after the end: %v", row)
	}
}

func TestLongList(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	b, c := tk.Candidate(tk.Listing, tk.BuyerB), tk.Candidate(tk.Listing, tk.BuyerC)
	save := func(c *apptest.Caller, fields map[string]any) apptest.Result {
		return c.Post(apptest.LongListBase+"RegistLongList", fields)
	}
	get := func(c *apptest.Caller, id string) apptest.Result {
		return c.Get(apptest.LongListBase + "GetLongList?longListId=" + id)
	}
	lists := func(c *apptest.Caller) apptest.Result { return c.Get(apptest.LongListBase + "GetLongListList") }

	save(tk.FinA, map[string]any{"sellerBusinessId": tk.Listing, "name": "  ", "companyIds": []string{}}).Want(422).Has(`"name"`,
		`"companyIds"`)
	save(tk.FinA, map[string]any{"sellerBusinessId": tk.Listing, "name": strings.Repeat("あ", 61),
		"companyIds": make([]string, 1001)}).Want(422).Has(`"name"`)
	none := get(tk.FinA, store.NewID()).Want(400)
	body := map[string]any{"sellerBusinessId": tk.Listing, "name": "第1候補", "companyIds": []string{b, tk.BuyerA, b}}
	// One id that is no buyer, or that does not exist, makes the whole call fail.
	for _, id := range []string{tk.Seller, store.NewID(), "", tk.Listing, tk.BuyerB, tk.Searched(tk.AID, tk.BuyerB),
		tk.Partner(tk.Listing, tk.BuyerB), tk.Candidate(tk.Published(nil), tk.BuyerB)} {
		save(tk.FinA, apptest.With(body, map[string]any{"companyIds": []string{b, id}})).SameAs(none)
	}
	save(tk.FinB, body).SameAs(none)
	save(tk.BuyA, body).SameAs(none)
	if v := lists(tk.FinA).Want(200).JSON(); v["allCount"] != 0.0 {
		t.Fatalf("a refused call saved a list: %v", v)
	}

	v := save(tk.FinA, body).Want(200).JSON()
	id := v["longListId"].(string)
	if v["version"] != 1.0 || v["companyCount"] != 2.0 || len(v["companyIds"].([]any)) != 2 {
		t.Errorf("saved: %v", v)
	}
	lists(tk.SecondA).Want(200).Has("第1候補", "精密部品", `"allCount":1`) // lists belong to the institution: a colleague sees it
	lists(tk.FinB).Want(200).HasNot("第1候補", id)
	tk.FinA.Get(apptest.LongListBase + "GetLongListList?sellerBusinessId=" + tk.Listing).Want(200).Has(id)
	tk.FinB.Get(apptest.LongListBase + "GetLongListList?sellerBusinessId=" + tk.Listing).SameAs(none)
	lists(tk.BuyA).SameAs(none)
	get(tk.SecondA, id).Want(200).Has(tk.BuyerA, b).HasNot(append(apptest.OthersNames, tk.BuyerB)...)
	get(tk.FinB, id).SameAs(none)
	apptest.WantIDs(t, "of a saved list", tk.FinA.Candidates(tk.Listing,
		map[string]any{"isLongList": true, "propertyName": "created"}).CompanyIDs(), tk.BuyerB, tk.BuyerA)

	// Renaming keeps the companies; a save with an old version is refused.
	save(tk.SecondA, map[string]any{"longListId": id, "version": 1, "name": "最終候補"}).Want(200).Has("最終候補", `"version":2`, `"companyCount":2`)
	save(tk.FinA, map[string]any{"longListId": id, "version": 1, "name": "古い名前"}).Want(409).Has("stale")
	save(tk.FinA, map[string]any{"longListId": id, "version": 2, "name": "最終候補", "companyIds": []string{b, tk.Seller}}).SameAs(none)
	save(tk.FinB, map[string]any{"longListId": id, "version": 2, "name": "乗っ取り"}).SameAs(none)
	save(tk.FinA, map[string]any{"longListId": id, "version": 2, "name": "最終候補", "sellerBusinessId": tk.Published(nil)}).SameAs(none)
	get(tk.FinA, id).Want(200).Has("最終候補", `"companyCount":2`, `"version":2`)
	save(tk.FinA, map[string]any{"longListId": id, "version": 2, "name": "最終候補", "companyIds": []string{b, c}}).Want(200).Has(c,
		`"version":3`).HasNot(tk.BuyerA)

	// A buyer that is no longer visible is missing from the list and from its count.
	tk.Write(func(tx *store.Tx) error {
		c, err := tx.CompanyOf(tk.BuyerC)
		if err != nil {
			return err
		}
		c.Status = int(deal.CompanyDisabled)
		return tx.UpdateCompany(c, "")
	})
	get(tk.FinA, id).Want(200).Has(`"companyCount":1`).HasNot(c)
	lists(tk.FinA).Want(200).Has(`"companyCount":1`)

	remove := func(c *apptest.Caller, version int) apptest.Result {
		return c.Post(apptest.LongListBase+"DeleteLongList", map[string]any{"longListId": id, "version": version})
	}
	remove(tk.FinB, 3).SameAs(none)
	remove(tk.FinA, 2).Want(409)
	remove(tk.FinA, 3).Want(200)
	get(tk.FinA, id).SameAs(none)
	remove(tk.FinA, 3).SameAs(none)
	if v := lists(tk.FinA).Want(200).JSON(); v["allCount"] != 0.0 {
		t.Errorf("after deleting: %v", v)
	}
}

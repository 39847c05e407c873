package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/longlist"
	"tsunagu/app/web"
	"tsunagu/store"
)

const longListBase = "/api/BuyerCompany/"

// candidates searches the buyers that a listing fits.
func (c *caller) candidates(listing string, fields map[string]any) result {
	c.p.t.Helper()
	return c.post(longListBase+"SearchLongCompany", with(map[string]any{"sellerBusinessId": listing, "limit": deal.LimitAll}, fields))
}

// companyIDs are whom an answer's rows are of; it fails where allCount does not fit them.
func (r result) companyIDs() []string {
	r.t.Helper()
	v, ids := r.want(200).json(), []string{}
	for _, row := range v["companyList"].([]any) {
		ids = append(ids, r.p.own(row.(map[string]any)["companyId"].(string)))
	}
	if int(v["allCount"].(float64)) != len(ids) {
		r.t.Errorf("allCount %v for %d rows", v["allCount"], len(ids))
	}
	return ids
}

// candidate is the row of one buyer.
func (r result) candidate(id string) map[string]any {
	r.t.Helper()
	for _, row := range r.want(200).json()["companyList"].([]any) {
		if row := row.(map[string]any); r.p.own(row["companyId"].(string)) == id {
			return row
		}
	}
	r.t.Fatalf("%s is no candidate: %s", id, r.body)
	return nil
}

func wantIDs(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// othersNames are what A must not read of other banks' buyers: names, persons, banks.
var othersNames = append([]string{"黒潮ライバル", "白嶺キャピタル", "蒼陵信用金庫", "白嶺銀行", "備考です", "23105"}, buyerNames...)

func TestSearchLongCompany(t *testing.T) {
	tk := newTalks(newPlatform(t))
	tk.finC.needs(tk.buyerC)
	tk.finB.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"clientId": tk.rivalBuyer, "acquisitionIndustry": `["22003"]`, "acquisitionRegionArea": []int{1}})).want(200)
	tk.finB.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"clientId": tk.buyerB, "acquisitionRegionArea": []int{1}})).want(200)

	all := tk.finA.candidates(tk.listing, nil)
	wantIDs(t, "the best first, those without needs last", all.companyIDs(), tk.buyerC, tk.buyerB, tk.rivalBuyer, tk.buyerA)
	wantIDs(t, "the worst first", tk.finA.candidates(tk.listing, map[string]any{"propertyName": "score", "isDescending": false}).companyIDs(), tk.rivalBuyer, tk.buyerB, tk.buyerC, tk.buyerA)
	all.has("青嵐精機", "【東海】精密部品の加工", "業種：小分類『", "（30/30）", "おすすめ").hasNot("カナリア", "受付停止中")
	best := all.candidate(tk.buyerC)
	if best["displayName"] != "匿名" || best["isInCharge"] != false || best["isOfferable"] != true || best["offerSendStatus"] != 0.0 || best["view"] != 1.0 {
		t.Errorf("best: %v", best)
	}
	sum := 0.0
	for _, r := range best["reasons"].([]any) {
		sum += r.(map[string]any)["points"].(float64)
	}
	if sum != best["score"] {
		t.Errorf("reasons add up to %v, score %v", sum, best["score"])
	}
	if row := all.candidate(tk.buyerA); row["isInCharge"] != true || row["score"] != nil || row["scoreBand"] != nil {
		t.Errorf("own buyer without needs: %v", row)
	}
	wantIDs(t, "おすすめ", tk.finA.candidates(tk.listing, map[string]any{"scoreFrom": deal.RecommendedScore}).companyIDs(), tk.buyerC, tk.buyerB)

	t.Run("pages", func(t *testing.T) {
		var got []string
		for page := 1; page <= 5; page++ {
			v := tk.finA.candidates(tk.listing, map[string]any{"limit": 1, "pageNumber": page}).want(200).json()
			if v["allCount"] != 4.0 {
				t.Errorf("page %d: allCount %v", page, v["allCount"])
			}
			for _, row := range v["companyList"].([]any) {
				got = append(got, tk.own(row.(map[string]any)["companyId"].(string)))
			}
		}
		wantIDs(t, "all pages", got, tk.buyerC, tk.buyerB, tk.rivalBuyer, tk.buyerA)
	})
	t.Run("conditions", func(t *testing.T) {
		b := tk.candidate(tk.listing, tk.buyerB)
		classes := func(small string) map[string]any { return map[string]any{"sub_category": []string{small}} }
		for _, c := range []struct {
			fields map[string]any
			want   []string
		}{
			{map[string]any{"isOnlyPersonInCharge": true}, []string{tk.buyerA}},
			{map[string]any{"isNotOnlyPersonInCharge": true}, []string{tk.buyerC, tk.buyerB, tk.rivalBuyer}},
			{map[string]any{"businessIndustryTypes": classes("22003")}, []string{tk.rivalBuyer}},
			{map[string]any{"businessIndustryTypes": `{"category":["13"]}`}, []string{tk.buyerC, tk.buyerB}},
			{map[string]any{"companyIndustryTypes": classes("22003")}, nil},
			{map[string]any{"needsName": "設備のある"}, []string{tk.buyerC, tk.buyerB, tk.rivalBuyer}},
			{map[string]any{"prefecture": []string{"01"}}, nil},
			{map[string]any{"companyIds": []string{b, tk.buyerA, tk.seller, store.NewID()}}, []string{tk.buyerB, tk.buyerA}},
			{map[string]any{"companyIds": []string{b, tk.buyerA}, "targetCompanyIds": []string{tk.buyerA}}, []string{tk.buyerA}},
			{map[string]any{"isPublic": true}, []string{tk.buyerC, tk.buyerB, tk.rivalBuyer, tk.buyerA}},
			{map[string]any{"noPublic": true}, nil},
			{map[string]any{"isTrial": true}, nil},
			{map[string]any{"isLongList": true}, nil},
			{map[string]any{"companyName": "青嵐"}, []string{tk.buyerA}},
			{map[string]any{"companyName": "霧晴"}, nil}, // another bank's name finds nothing
			{map[string]any{"companyName": "白嶺キャピタル"}, nil},
		} {
			if got := tk.finA.candidates(tk.listing, c.fields).companyIDs(); !slices.Equal(got, c.want) && len(got)+len(c.want) > 0 {
				t.Errorf("%v finds %v, want %v", c.fields, got, c.want)
			}
		}
	})
	t.Run("names of others are no order", func(t *testing.T) {
		var orders []string
		for _, descending := range []bool{true, false} {
			r := tk.finA.candidates(tk.listing, map[string]any{"propertyName": "companyName", "isDescending": descending, "isNotOnlyPersonInCharge": true})
			orders = append(orders, strings.Join(r.companyIDs(), " "))
		}
		if orders[0] != orders[1] {
			t.Errorf("sorting by name orders other banks' buyers: %v", orders)
		}
	})
	// Whatever was asked, nothing of the others' names is in the answer.
	for _, fields := range []map[string]any{nil, {"propertyName": "companyName"}, {"companyName": "霧晴"}, {"isNotOnlyPersonInCharge": true}} {
		body := tk.finA.candidates(tk.listing, with(map[string]any{"isNotOnlyPersonInCharge": true}, fields))
		body.hasNot(append([]string{"inChargeFinancialInstitution", `"companyName"`, "remark", "financialMemo", "version"}, othersNames...)...)
	}
}

func TestSearchLongCompanyDenied(t *testing.T) {
	tk := newTalks(newPlatform(t))
	none := tk.finB.candidates(store.NewID(), nil).want(400)
	tk.finB.candidates(tk.listing, nil).sameAs(none) // another bank's
	tk.finA.candidates("", nil).sameAs(none)
	tk.finA.candidates(tk.seller, nil).sameAs(none)
	tk.buyA.candidates(tk.listing, nil).sameAs(none)
	tk.buyB.candidates(tk.listing, nil).sameAs(none)
	tk.visitor().candidates(tk.listing, nil).want(401)
	// The listing comes first: a wrong condition says nothing more about another bank's.
	tk.finB.candidates(tk.listing, map[string]any{"pageNumber": -1}).sameAs(none)
	tk.finA.candidates(tk.listing, map[string]any{"pageNumber": -1, "limit": -1, "propertyName": "representativeName", "annualSaleF": 999, "salesPrice": 999, "prefecture": []string{"99"},
		"companyIndustryTypes": map[string]any{"category": []string{"zz"}}, "companyIds": make([]string, web.MaxLongList+1)}).want(422).
		has(`"pageNumber"`, `"limit"`, `"propertyName"`, `"annualSaleF"`, `"salesPrice"`, `"prefecture"`, `"companyIndustryTypes"`, `"companyIds"`)
	tk.finA.candidates(tk.listing, map[string]any{"institutionId": tk.bID}).want(422)
}

func TestCandidatesOfAudience(t *testing.T) {
	tk := newTalks(newPlatform(t))
	wantIDs(t, "自機関限定", tk.finA.candidates(tk.published(map[string]any{"isLimited": true}), nil).companyIDs(), tk.buyerA)
	wantIDs(t, "公開先制限", tk.finA.candidates(tk.published(map[string]any{"isRest": true, "restFinancial": []string{tk.bID}}), map[string]any{"propertyName": "created"}).companyIDs(), tk.buyerC, tk.buyerA)
	draft, _ := tk.draft(nil)
	r := tk.finA.candidates(draft, nil)
	wantIDs(t, "not published", r.companyIDs())
	r.has(`"isOfferable":false`, "承認前")
	tk.clock.Add(time.Duration(deal.StandardTerms().ListingMonths) * 31 * 24 * time.Hour)
	tk.finA = tk.signIn("fin@a.example.jp")
	r = tk.finA.candidates(tk.listing, nil)
	wantIDs(t, "period over", r.companyIDs())
	r.has("公開期間中ではありません")
}

func TestCandidatesTellNothingUnknown(t *testing.T) {
	tk := newTalks(newPlatform(t))
	tk.finB.needs(tk.buyerB)
	before := tk.finA.candidates(tk.listing, nil)
	interest := func(c *caller, status int) {
		o := c.post(negotiationBase+"UpdateBuyerNegotiationInterestStatusAsync", map[string]any{"sellerBusinessId": tk.listing, "interestStatus": status}).want(200).json()
		if status == 1 && c == tk.buyB {
			tk.finB.to(o["buyerNegotiationId"].(string), 0, 9, map[string]any{"endReason": 1}).want(200)
		}
	}
	// Another bank's buyers say no, or yes, and one row ends before it began: SF reads the same bytes.
	interest(tk.buyB, 1)
	interest(tk.rival, 2)
	tk.finA.candidates(tk.listing, nil).sameAs(before)
	// The own buyer's no counts.
	interest(tk.buyA, 1)
	if slices.Contains(tk.finA.candidates(tk.listing, nil).companyIDs(), tk.buyerA) {
		t.Error("an own buyer that is not interested is a candidate")
	}
	// After an offer the row is known, and still not that it had ended.
	tk.finA.post(negotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": tk.listing, "companyIds": tk.candidatesOf(tk.listing, tk.buyerB), "offerMessage": "ご検討ください。"}).want(200).has(`"sentCount":1`)
	row := tk.finA.candidates(tk.listing, nil).candidate(tk.buyerB)
	if row["negotiationStatus"] != 0.0 || row["offerSendStatus"] != 1.0 || row["offerSendStatusLabel"] != "買手金融機関確認待ち" || row["isOfferable"] != false || row["offeredAt"] == nil {
		t.Errorf("offered: %v", row)
	}
	if slices.Contains(tk.finA.candidates(tk.listing, map[string]any{"isOfferable": true}).companyIDs(), tk.buyerB) {
		t.Error("a buyer with an open offer can be offered to")
	}
}

func TestCandidatesInNegotiation(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.hoped() // the name is open in the negotiation, and not here
	r := tk.finA.candidates(tk.listing, nil)
	if row := r.candidate(tk.buyerB); row["displayName"] != "匿名" || row["negotiationStatus"] != 2.0 || row["buyerNegotiationId"] != id || row["isOfferable"] != false {
		t.Errorf("in negotiation: %v", row)
	}
	r.hasNot(othersNames[0], buyerNames[0], "蒼陵信用金庫")
	tk.finB.to(id, 2, 9, map[string]any{"endReason": 1}).want(200)
	// It is anonymous again, and takes its buyer out of nothing.
	if row := tk.finA.candidates(tk.listing, nil).candidate(tk.buyerB); row["negotiationStatus"] != 0.0 || row["buyerNegotiationId"] != nil || row["isOfferable"] != true {
		t.Errorf("after the end: %v", row)
	}
}

func TestLongList(t *testing.T) {
	tk := newTalks(newPlatform(t))
	b, c := tk.candidate(tk.listing, tk.buyerB), tk.candidate(tk.listing, tk.buyerC)
	save := func(c *caller, fields map[string]any) result { return c.post(longListBase+"RegistLongList", fields) }
	get := func(c *caller, id string) result { return c.get(longListBase + "GetLongList?longListId=" + id) }
	lists := func(c *caller) result { return c.get(longListBase + "GetLongListList") }

	save(tk.finA, map[string]any{"sellerBusinessId": tk.listing, "name": "  ", "companyIds": []string{}}).want(422).has(`"name"`, `"companyIds"`)
	save(tk.finA, map[string]any{"sellerBusinessId": tk.listing, "name": strings.Repeat("あ", longlist.MaxLongListName+1), "companyIds": make([]string, 1001)}).want(422).has(`"name"`)
	none := get(tk.finA, store.NewID()).want(400)
	body := map[string]any{"sellerBusinessId": tk.listing, "name": "第1候補", "companyIds": []string{b, tk.buyerA, b}}
	// One id that is no buyer, or that nobody has, refuses the whole.
	for _, id := range []string{tk.seller, store.NewID(), "", tk.listing, tk.buyerB, tk.searched(tk.aID, tk.buyerB), tk.partner(tk.listing, tk.buyerB), tk.candidate(tk.published(nil), tk.buyerB)} {
		save(tk.finA, with(body, map[string]any{"companyIds": []string{b, id}})).sameAs(none)
	}
	save(tk.finB, body).sameAs(none)
	save(tk.buyA, body).sameAs(none)
	if v := lists(tk.finA).want(200).json(); v["allCount"] != 0.0 {
		t.Fatalf("a refused call saved a list: %v", v)
	}

	v := save(tk.finA, body).want(200).json()
	id := v["longListId"].(string)
	if v["version"] != 1.0 || v["companyCount"] != 2.0 || len(v["companyIds"].([]any)) != 2 {
		t.Errorf("saved: %v", v)
	}
	lists(tk.secondA).want(200).has("第1候補", "精密部品", `"allCount":1`) // a colleague's is the institution's
	lists(tk.finB).want(200).hasNot("第1候補", id)
	tk.finA.get(longListBase + "GetLongListList?sellerBusinessId=" + tk.listing).want(200).has(id)
	tk.finB.get(longListBase + "GetLongListList?sellerBusinessId=" + tk.listing).sameAs(none)
	lists(tk.buyA).sameAs(none)
	get(tk.secondA, id).want(200).has(tk.buyerA, b).hasNot(append(othersNames, tk.buyerB)...)
	get(tk.finB, id).sameAs(none)
	wantIDs(t, "of a saved list", tk.finA.candidates(tk.listing, map[string]any{"isLongList": true, "propertyName": "created"}).companyIDs(), tk.buyerB, tk.buyerA)

	// Renaming keeps the companies; a stale tab is told.
	save(tk.secondA, map[string]any{"longListId": id, "version": 1, "name": "最終候補"}).want(200).has("最終候補", `"version":2`, `"companyCount":2`)
	save(tk.finA, map[string]any{"longListId": id, "version": 1, "name": "古い名前"}).want(409).has("stale")
	save(tk.finA, map[string]any{"longListId": id, "version": 2, "name": "最終候補", "companyIds": []string{b, tk.seller}}).sameAs(none)
	save(tk.finB, map[string]any{"longListId": id, "version": 2, "name": "乗っ取り"}).sameAs(none)
	save(tk.finA, map[string]any{"longListId": id, "version": 2, "name": "最終候補", "sellerBusinessId": tk.published(nil)}).sameAs(none)
	get(tk.finA, id).want(200).has("最終候補", `"companyCount":2`, `"version":2`)
	save(tk.finA, map[string]any{"longListId": id, "version": 2, "name": "最終候補", "companyIds": []string{b, c}}).want(200).has(c, `"version":3`).hasNot(tk.buyerA)

	// A buyer that is not to be seen any more leaves the list and its count.
	tk.write(func(tx *store.Tx) error {
		c, err := tx.CompanyOf(tk.buyerC)
		if err != nil {
			return err
		}
		c.Status = int(deal.CompanyDisabled)
		return tx.UpdateCompany(c, "")
	})
	get(tk.finA, id).want(200).has(`"companyCount":1`).hasNot(c)
	lists(tk.finA).want(200).has(`"companyCount":1`)

	remove := func(c *caller, version int) result {
		return c.post(longListBase+"DeleteLongList", map[string]any{"longListId": id, "version": version})
	}
	remove(tk.finB, 3).sameAs(none)
	remove(tk.finA, 2).want(409)
	remove(tk.finA, 3).want(200)
	get(tk.finA, id).sameAs(none)
	remove(tk.finA, 3).sameAs(none)
	if v := lists(tk.finA).want(200).json(); v["allCount"] != 0.0 {
		t.Errorf("after deleting: %v", v)
	}
}

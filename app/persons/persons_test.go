package persons_test

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

const base = "/api/Persons/"

// who are the persons of a record as a caller sees them: the main one, then the others; nil for a record that is not his bank's.
func who(c *apptest.Caller, of, id string) []string {
	c.P.T.Helper()
	list := c.Get(base + "GetPersonsInCharge?of=" + of + "&idList=" + id).Want(200).JSON()["inChargeList"].([]any)
	if len(list) == 0 {
		return nil
	}
	row := list[0].(map[string]any)
	out := []string{""}
	if main, is := row["personInCharge"].(map[string]any); is {
		out[0] = main["userId"].(string)
	}
	for _, p := range row["otherPersons"].([]any) {
		out = append(out, p.(map[string]any)["userId"].(string))
	}
	return out
}

func want(t *testing.T, what string, got []string, ids ...string) {
	t.Helper()
	if !slices.Equal(got, ids) {
		t.Errorf("%s: %q, want %q", what, got, ids)
	}
}

// put writes who works on a record.
func put(c *apptest.Caller, of, id, main string, others ...string) apptest.Result {
	c.P.T.Helper()
	return c.Post(base+"SavePersonsInCharge", map[string]any{"of": of, "id": id, "personInCharge": main,
		"otherPersons": append([]string{}, others...)})
}

// What is created is its creator's, a negotiation whose the company and the listing are, where the other side began it.
func TestPersonsInCharge(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	a, a2, b, b2 := w.UserOf(w.FinA).ID, w.UserOf(w.SecondA).ID, w.UserOf(w.FinB).ID, w.UserOf(w.SecondB).ID
	want(t, "seller", who(w.FinA, "company", w.Seller), a)
	want(t, "listing", who(w.SecondA, "listing", w.Listing), a)
	want(t, "buyer", who(w.FinB, "company", w.BuyerB), b)
	for _, of := range []string{"company", "listing", "bf", "sf"} {
		want(t, "another bank's "+of, who(w.FinB, of, w.Listing))
	}
	put(w.FinB, "listing", w.Listing, b).Want(400)
	put(w.FinB, "company", w.Seller, b).Want(400)
	w.BuyB.Get(base + "GetPersonsInCharge?of=listing&idList=" + w.Listing).Want(400)
	w.BuyB.Get(base + "GetLoads").Want(400)

	put(w.FinB, "company", w.BuyerB, b2, b).Want(200).Has(b2, b)
	id := w.Started()
	want(t, "buyer's side of a row that the buyer began", who(w.FinB, "bf", id), b2, b)
	want(t, "seller's side", who(w.FinA, "sf", id), a)
	want(t, "not of the other side", who(w.FinA, "bf", id))
	want(t, "not of the other side", who(w.FinB, "sf", id))
	w.FinA.Get(base+"GetPersonsInCharge?of=sf&idList="+id).HasNot(b, b2)

	for name, r := range map[string]apptest.Result{
		"another bank's user": put(w.FinA, "sf", id, b),
		"another role":        put(w.FinA, "sf", id, w.PersonID),
		"nobody known":        put(w.FinA, "sf", id, a, "x"),
	} {
		if r.Want(422).Has("利用中の担当者を選んでください"); t.Failed() {
			t.Fatal(name)
		}
	}
	told := w.Newly(func() { put(w.SecondA, "sf", id, a2, a).Want(200) }, mail.ChargeChanged)
	apptest.WantMails(t, "the new main person did it himself, the other one stays", told)
	told = w.Newly(func() { put(w.SecondA, "sf", id, a2).Want(200) }, mail.ChargeChanged)
	apptest.WantMails(t, "one who is not any more", told, "fin@a.example.jp charge_changed")
	told = w.Newly(func() { put(w.SecondA, "sf", id, a2).Want(200) }, mail.ChargeChanged)
	apptest.WantMails(t, "a second click", told)
	if m := w.Mails("fin@a.example.jp")[0]; !strings.Contains(m.Text, "N-") || strings.Contains(m.Text, "カナリア") {
		t.Error(m.Text)
	}
	stale := w.FinA.Post(base+"SavePersonsInCharge", map[string]any{"of": "sf", "id": id, "personInCharge": a, "seenPersonInCharge": a})
	stale.Want(409).Has("他の担当者が先に更新しました")
	want(t, "as it was", who(w.FinA, "sf", id), a2)
	put(w.FinA, "sf", id, "").Want(200)
	want(t, "nobody", who(w.FinA, "sf", id), "")
}

// A row that the seller's bank does not know of is nobody's work there: no count, list or answer tells of it.
func TestWorkTellsNoHiddenRow(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	admin := w.SignInOffice("admin@a.example.jp")
	a := w.UserOf(w.FinA).ID
	ask := func(id string) (out []apptest.Result) {
		return append(out, admin.Get("/api/Office/GetLoads"), admin.Get("/api/Office/GetCharges?limit=100"),
			admin.Get("/api/Office/GetCharges?limit=100&personInCharge="+a), w.FinA.Get(base+"GetLoads"),
			w.FinA.Get(base+"GetPersonsInCharge?of=sf&idList="+id), w.FinA.Get("/api/MyPage/GetDesk?isMine=true"))
	}
	before := ask("none")
	id := w.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": w.Listing}).
		Want(200).JSON()["buyerNegotiationId"].(string)
	for i, r := range ask(id) {
		r.Want(200).SameAs(before[i])
	}
	put(w.FinA, "sf", id, a).Want(400)
	all := map[string]any{"personInCharge": w.UserOf(w.SecondA).ID, "isAll": true, "fromPerson": a}
	handed := admin.Post("/api/Office/HandOverCharges", all).Want(200).JSON()["count"].(float64)
	if handed != 3 { // the seller, its listing, and the own buyer
		t.Errorf("%v handed over", handed)
	}
	admin.Get("/api/Office/GetCharges?limit=100").Want(200).HasNot(append(slices.Clone(apptest.SellerNames), apptest.BuyerNames...)...).
		HasNot("カナリア", "精密部品")
}

func TestHandOver(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	w.User(deal.RoleFAD, w.BID, "admin@b.example.jp")
	admin, other := w.SignInOffice("admin@a.example.jp"), w.SignInOffice("admin@b.example.jp")
	a, a2 := w.UserOf(w.FinA).ID, w.UserOf(w.SecondA).ID
	id := w.Started()
	charge := func(of, id, seen string) map[string]any {
		return map[string]any{"of": of, "id": id, "seenPersonInCharge": seen}
	}
	over := func(c *apptest.Caller, to string, charges ...map[string]any) apptest.Result {
		return c.Post(base+"HandOver", map[string]any{"personInCharge": to, "chargeList": charges, "isKept": true})
	}
	told := w.Newly(func() {
		over(w.FinB, w.UserOf(w.FinB).ID, charge("sf", id, a)).Want(400)
		over(w.FinA, w.UserOf(w.FinB).ID, charge("sf", id, a)).Want(422)
		over(w.FinA, a2, charge("sf", id, a), charge("bf", id, a)).Want(400)
		over(w.FinA, a2).Want(422)
		over(w.FinA, a2, charge("sf", id, a), charge("listing", w.Listing, a2)).Want(409).Has("どれも変わっていません")
	}, mail.ChargeChanged)
	apptest.WantMails(t, "refused", told)
	want(t, "all or none", who(w.FinA, "sf", id), a)
	told = w.Newly(func() {
		over(w.FinA, a2, charge("sf", id, a), charge("listing", w.Listing, a)).Want(200).Has(`"count":2`)
		over(w.FinA, a2, charge("sf", id, a2)).Want(200).Has(`"count":0`)
	}, mail.ChargeChanged)
	apptest.WantMails(t, "both at once", told, "fin2@a.example.jp charge_changed")
	want(t, "kept as another", who(w.FinA, "sf", id), a2, a)
	over(w.SecondA, a, charge("sf", id, a)).Want(409) // two at once

	loads := admin.Get("/api/Office/GetLoads").Want(200).Has(`"unattendedCount":0`)
	if loads.HasNot(w.UserOf(w.FinB).ID); t.Failed() {
		t.Fatal("another bank's people")
	}
	w.FinA.Get("/api/Office/GetLoads").Want(401)
	other.Post("/api/Office/HandOverCharges", map[string]any{"personInCharge": a, "isAll": true, "fromPerson": a2}).Want(422)

	user := w.UserOf(w.SecondA)
	w.Office().Post("/api/Office/DisableUser", map[string]any{"userId": a2, "version": user.Version}).Want(200)
	admin.Get("/api/Office/GetCharges").Want(200).Has(`"allCount":2`, `"isEnabled":false`, "交渉（売手側）")
	other.Get("/api/Office/GetCharges").Want(200).Has(`"allCount":0`)
	told = w.Newly(func() {
		all := map[string]any{"personInCharge": a, "isAll": true, "fromPerson": a2}
		admin.Post("/api/Office/HandOverCharges", all).Want(200).Has(`"count":2`)
	}, mail.ChargeChanged)
	apptest.WantMails(t, "told by the administrator's deed, not who is disabled", told, "fin@a.example.jp charge_changed")
	admin.Get("/api/Office/GetCharges").Want(200).Has(`"allCount":0`)
	put(w.FinA, "company", w.Seller, a2).Want(422) // disabled
}

// Mails go to who is in charge, their deputies, and who wants all; to everybody where that is nobody.
func TestMailedPersons(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	a, a2 := w.UserOf(w.FinA).ID, w.UserOf(w.SecondA).ID
	id := w.Started()
	n := 0
	says := func(what string, to ...string) {
		t.Helper()
		n++
		w.Clock.Add(11 * time.Minute)
		w.FinA, w.SecondA, w.FinB = w.SignIn("fin@a.example.jp"), w.SignIn("fin2@a.example.jp"), w.SignIn("fin@b.example.jp")
		got := w.Newly(func() { w.FinB.Say(id, 2, fmt.Sprintf("質問の%d", n)).Want(200) }, mail.MessageReceived)
		for i := range to {
			to[i] += "@a.example.jp message_received"
		}
		apptest.WantMails(t, what, got, to...)
	}
	says("who is in charge", "fin")
	w.SecondA.Post(base+"SaveMailedWork", map[string]any{"isMailedAll": true}).Want(200).Has(`"isMailedAll":true`)
	says("and who wants all", "fin", "fin2")
	w.SecondA.Post(base+"SaveMailedWork", map[string]any{"isMailedAll": false}).Want(200)
	put(w.FinA, "sf", id, a2, a).Want(200)
	says("both", "fin", "fin2")
	put(w.FinA, "sf", id, a).Want(200)
	today := w.Clock.Now().In(store.JST).Format("2006-01-02")
	away := func(deputy string) {
		t.Helper()
		w.FinA.Post(base+"SaveAbsence", map[string]any{"firstDay": today, "lastDay": today, "deputyId": deputy}).Want(200)
	}
	away("")
	says("away without a deputy: everybody", "fin", "fin2")
	away(a2)
	says("and the deputy", "fin", "fin2")
	if m := w.Mails("fin2@a.example.jp")[0]; !strings.HasSuffix(m.Subject, "（代理）") || !strings.Contains(m.Text, "代理として") {
		t.Error(m.Subject, m.Text)
	}
	if m := w.Mails("fin@a.example.jp")[0]; strings.Contains(m.Subject+m.Text, "代理") {
		t.Error(m.Subject)
	}
	w.FinA.Post(base+"EndAbsence", nil).Want(200).Has(`"absence":null`)
	says("back", "fin")
	w.User(deal.RoleFIN, w.AID, "fin3@a.example.jp")
	unattended := func(want string) {
		t.Helper()
		w.SignIn("fin3@a.example.jp").Get(base + "GetLoads").Want(200).Has(`"unattendedCount":` + want)
	}
	away(a2)
	says("the deputy is there, who is no third", "fin", "fin2")
	unattended("0")
	w.SecondA.Post(base+"SaveAbsence", map[string]any{"firstDay": today, "lastDay": today}).Want(200)
	says("the deputy is away himself: everybody", "fin", "fin2", "fin3")
	unattended("2")
	w.SecondA.Post(base+"EndAbsence", nil).Want(200)
	w.FinA.Post(base+"EndAbsence", nil).Want(200)
	put(w.FinA, "sf", id, "").Want(200)
	says("nobody is in charge", "fin", "fin2", "fin3")
	put(w.FinA, "sf", id, w.User(deal.RoleFIN, w.AID, "no-mail-address").ID).Want(200)
	says("who is in charge gets no mail", "fin", "fin2", "fin3")
}

func TestAbsence(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	a, a2 := w.UserOf(w.FinA).ID, w.UserOf(w.SecondA).ID
	w.User(deal.RoleFIN, w.AID, "fin3@a.example.jp")
	third := w.SignIn("fin3@a.example.jp")
	day := func(n int) string { return w.Clock.Now().In(store.JST).AddDate(0, 0, n).Format("2006-01-02") }
	save := func(c *apptest.Caller, from, to, deputy string) apptest.Result {
		return c.Post(base+"SaveAbsence", map[string]any{"firstDay": from, "lastDay": to, "deputyId": deputy})
	}
	for name, r := range map[string]apptest.Result{
		"no day":         save(w.FinA, "", day(1), ""),
		"not a day":      save(w.FinA, "2026-02-30", day(1), ""),
		"the wrong way":  save(w.FinA, day(3), day(1), ""),
		"over":           save(w.FinA, day(-3), day(-1), ""),
		"too long":       save(w.FinA, day(0), day(400), ""),
		"himself":        save(w.FinA, day(0), day(1), a),
		"another bank's": save(w.FinA, day(0), day(1), w.UserOf(w.FinB).ID),
	} {
		if r.Want(422); t.Failed() {
			t.Fatal(name)
		}
	}
	told := w.Newly(func() {
		save(w.FinA, day(1), day(5), a2).Want(200).Has(`"deputyId":"` + a2)
		save(w.FinA, day(1), day(5), a2).Want(200) // a second click
	}, mail.Kinds()...)
	apptest.WantMails(t, "the deputy is told", told, "fin2@a.example.jp deputy_named")
	w.SecondA.Get(base+"GetOwnWork").Want(200).Has(day(1), `"canBeDeputed":false`)
	save(w.SecondA, day(4), day(9), w.UserOf(third).ID).Want(422).Has("代理の代理は置けません")
	save(w.SecondA, day(6), day(9), w.UserOf(third).ID).Want(200) // not at the same time
	save(w.SecondA, day(4), day(9), "").Want(200)                 // without a deputy he may be away
	save(third, day(3), day(4), a2).Want(422).Has("その人も、同じ時期に不在です")
	w.FinA.Post(base+"EndAbsence", nil).Want(200)
	w.FinA.Post(base+"EndAbsence", nil).Want(200) // a second click
	w.SecondA.Get(base+"GetOwnWork").Want(200).Has(`"canBeDeputed":true`, `"standInList":[]`)
}

// Lists are narrowed and ordered by who works on a row and when next, and the first screen shows what is one's own.
func TestOwnWork(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	a, a2 := w.UserOf(w.FinA).ID, w.UserOf(w.SecondA).ID
	id := w.Hoped()
	seller2 := w.SecondA.Seller("別の会社")
	companies := func(c *apptest.Caller, query string) string {
		return c.Get("/api/SellerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=50&" + query).Want(200).Body
	}
	has := func(what, body string, ids []string, not ...string) {
		t.Helper()
		for _, id := range ids {
			if !strings.Contains(body, id) {
				t.Errorf("%s lacks %s", what, id)
			}
		}
		for _, id := range not {
			if strings.Contains(body, id) {
				t.Errorf("%s holds %s", what, id)
			}
		}
	}
	has("mine", companies(w.FinA, "personInCharge=me"), []string{w.Seller}, seller2)
	has("the colleague's", companies(w.FinA, "personInCharge="+a2), []string{seller2}, w.Seller)
	has("nobody's", companies(w.FinA, "personInCharge=none"), nil, seller2, w.Seller)
	put(w.FinA, "company", seller2, "").Want(200)
	has("nobody's", companies(w.FinA, "personInCharge=none"), []string{seller2}, w.Seller)
	has("another bank's by our user", companies(w.FinB, "personInCharge="+a), nil, w.Seller, seller2)

	w.FinA.Deed("UpdateNextAction", id, map[string]any{"date": "2026-12-28", "userId": ""}).Want(200)
	rows := func(query string) string {
		return w.FinA.Get(apptest.NegotiationBase + "PartnerListBySellerFinancial?limit=50&" + query).Want(200).Body
	}
	has("in the days", rows("nextActionF=2026-12-01&nextActionT=2026-12-31"), []string{id})
	has("later", rows("nextActionF=2026-12-29"), nil, id)
	has("not a day", rows("nextActionF=soon"), []string{id})
	has("mine", rows("personInCharge=me&propertyName=personInCharge"), []string{id})
	has("the colleague's", rows("personInCharge="+a2+"&propertyName=nextAction"), nil, id)
	has("seller with a next action", companies(w.FinA, "nextActionT=2026-12-31&propertyName=nextAction"), []string{w.Seller}, seller2)
	w.FinA.Get(base+"GetPersonsInCharge?of=listing&idList="+w.Listing).Want(200).Has(`"nextAction":"2026-12-28"`, `"isMine":true`)
	w.FinB.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial?limit=50&nextActionT=2026-12-31").Want(200).HasNot(id) // SF's day

	tasks := func(c *apptest.Caller) string { return c.Get("/api/MyPage/GetDesk?isMine=true").Want(200).Body }
	has("mine", tasks(w.FinA), []string{id})
	has("a colleague's are not mine", tasks(w.SecondA), nil, id)
	has("all of the bank", w.SecondA.Get("/api/MyPage/GetDesk").Want(200).Body, []string{id})
	today := w.Clock.Now().In(store.JST).Format("2006-01-02")
	w.FinA.Post(base+"SaveAbsence", map[string]any{"firstDay": today, "lastDay": today, "deputyId": a2}).Want(200)
	has("as the deputy", tasks(w.SecondA), []string{id})
	has("as the deputy", w.SecondA.Get("/api/SellerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&personInCharge=me").Want(200).Body,
		[]string{w.Seller})
	w.FinA.Post(base+"EndAbsence", nil).Want(200)
	put(w.FinA, "sf", id, "").Want(200)
	has("of nobody everybody sees it", tasks(w.SecondA), []string{id})
	put(w.FinA, "sf", id, a).Want(200)
	has("given away", tasks(w.SecondA), nil, id)
}

// A company that goes to another institution has nobody there.
func TestPersonsOfAnotherInstitution(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Hoped()
	w.Office().ChangeCharge(w.Seller, w.CID()).Want(200)
	for of, record := range map[string]string{"company": w.Seller, "listing": w.Listing, "sf": id} {
		want(t, of+" at the old bank", who(w.FinA, of, record))
		want(t, of+" at the new bank", who(w.FinC, of, record), "")
	}
	want(t, "the buyer's side", who(w.FinB, "bf", id), w.UserOf(w.FinB).ID)
	w.FinC.Get(base + "GetLoads").Want(200).Has(`"unattendedCount":2`)
}

// In a merger people keep their work.
func TestPersonsOfAMerger(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id, a := w.Hoped(), w.UserOf(w.FinA).ID
	w.Write(func(tx *store.Tx) error {
		_, err := tx.MergeInstitutions(&store.MergerMove{Absorbed: w.AID, Surviving: w.CID(), Mark: "A-", Name: "湊星"})
		return err
	})
	for of, record := range map[string]string{"company": w.Seller, "listing": w.Listing, "sf": id} {
		want(t, of, who(w.FinC, of, record), a)
	}
	w.FinC.Get(base + "GetLoads").Want(200).Has(`"unattendedCount":0`)
}

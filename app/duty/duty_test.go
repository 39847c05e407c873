package duty_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

const (
	base  = "/api/Duty/"
	today = "2026-11-21" // as a test's clock begins

	company, listed, bf, sf = 1, 2, 3, 4 // what a duty is about, as store.InCharge
)

type body = map[string]any

// gates sets how much duties hold back steps, by the keys of the office's settings.
func gates(p *apptest.Platform, values map[string]int) {
	p.T.Helper()
	p.Write(func(tx *store.Tx) error {
		rows, err := tx.Periods()
		if err != nil {
			return err
		}
		version := 0
		for _, r := range rows {
			version = max(version, r.Version)
		}
		return tx.AddPeriods(version, values, "")
	})
}

// forms are what a bank writes of each kind where nothing is wrong.
var forms = map[deal.DutyKind]body{
	deal.DutyAntisocial: {"sources": "own,police", "result": "clear"},
	deal.DutyIdentity:   {"owner": "yes"},
	deal.DutyBuyerCheck: {"finance": "good", "law": "good", "business": "good", "owner": "good", "funds": "concern", "record": "good",
		"note": "資金は銀行の融資による"},
	deal.DutyListedBuyer: {"takesPart": "looked", "listDate": "2026-11-20", "lookedUp": "name,number", "result": "clear"},
	deal.DutyExplanation: {"role": "broker", "text": "重要事項説明書 第3版", "handedOver": "paper", "by": "湊 一郎、M&Aアドバイザー、8年、5件",
		"items":  "role,steps,person,fee,costs,other,secrecy,direct,exclusive,tail,term,ending,liability,surviving,conflict,buyer,sharing",
		"toWhom": "representative", "toName": "代表取締役 山本 一郎", "until": today},
	deal.DutyMandate: {"role": "broker", "until": "2027-10-31", "exclusive": "no", "tail": "24", "tailScope": "cleared",
		"secondOpinion": "yes"},
	deal.DutyFee:      {"way": "manual", "base": "price", "rates": "5億円まで5%", "minimum": "5000", "otherSide": "yes"},
	deal.DutyConflict: {"toWhom": "representative", "toName": "代表取締役 山本 一郎"},
	deal.DutyContractRisk: {"items": "warranty,diligence,instalments,guarantee,retirement,competition,conditions", "toWhom": "decider",
		"toName": "財務担当 山本 二郎"},
	deal.DutyClosing: {"paid": "yes", "register": "yes", "handover": "yes"},
	deal.DutyGuarantee: {"count": "1", "wish": "yes", "bank1": "港湾信用金庫 本店", "kind1": "revolving", "band1": "3", "askedWhom1": "融資部",
		"askedOn1": "2026-11-20", "plan1": "release", "until1": "2027-06-30", "clause": "duty"},
	deal.DutyAftercare: {"guarantee": "kept", "instalments": "none", "pensions": "kept", "heard": "代表者に電話で"},
}

// of names a record in bodies and queries.
type of struct{ name, id string }

func (o of) query() string { return base + "GetDuties?" + o.name + "=" + o.id }

func ofCompany(id string) of     { return of{"companyId", id} }
func ofNegotiation(id string) of { return of{"buyerNegotiationId", id} }
func ofListing(id string) of     { return of{"sellerBusinessId", id} }

// Record writes a duty about a record; values nil is what there is to write where nothing is wrong.
func record(c *apptest.Caller, o of, about int, k deal.DutyKind, values body, changes body) apptest.Result {
	c.P.T.Helper()
	if values == nil {
		values = forms[k]
	}
	return c.Post(base+"RecordDuty", apptest.With(body{o.name: o.id, "kind": int(k), "record": about, "performedOn": today, "values": values},
		changes))
}

// row is where a duty stands for a caller; nil where he owes none of that kind there.
func row(c *apptest.Caller, o of, k deal.DutyKind) body {
	c.P.T.Helper()
	for _, x := range c.Get(o.query()).Want(200).JSON()["dutyList"].([]any) {
		if r := x.(body); int(r["kind"].(float64)) == int(k) {
			return r
		}
	}
	return nil
}

// read is the deed by which who may read a closed kind reads it.
func read(c *apptest.Caller, duty any) apptest.Result {
	c.P.T.Helper()
	return c.Get(fmt.Sprint(base, "ReadDuty?dutyId=", duty))
}

func wantState(c *apptest.Caller, o of, k deal.DutyKind, want string) body {
	c.P.T.Helper()
	r := row(c, o, k)
	if r == nil || r["state"] != want {
		c.P.T.Errorf("%s: %v, want %s", k.Label(), r, want)
	}
	return r
}

// asked is a negotiation of buyer B's that lacks nothing but duties for the request of real names.
func asked(w *apptest.Talks) string {
	w.T.Helper()
	id := w.Started()
	w.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	return id
}

// Every kind is recorded as its form says, each on the side that owes it.
func TestDutiesAreRecorded(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Hoped()
	buyer, seller, talks := ofCompany(w.BuyerB), ofCompany(w.Seller), ofNegotiation(id)
	for _, x := range []struct {
		by    *apptest.Caller
		of    of
		about int
		kinds []deal.DutyKind
	}{
		{w.FinB, buyer, company, []deal.DutyKind{deal.DutyAntisocial, deal.DutyIdentity, deal.DutyBuyerCheck, deal.DutyListedBuyer,
			deal.DutyExplanation, deal.DutyMandate, deal.DutyFee}},
		{w.FinA, seller, company, []deal.DutyKind{deal.DutyAntisocial, deal.DutyIdentity, deal.DutyExplanation, deal.DutyMandate, deal.DutyFee}},
		{w.FinB, talks, bf, []deal.DutyKind{deal.DutyContractRisk, deal.DutyClosing}},
		{w.FinA, talks, sf, []deal.DutyKind{deal.DutyListedBuyer, deal.DutyContractRisk, deal.DutyClosing}},
		{w.FinA, ofListing(w.Listing), listed, []deal.DutyKind{deal.DutyGuarantee}},
	} {
		for _, k := range x.kinds {
			wantState(x.by, x.of, k, "missing")
			made := record(x.by, x.of, x.about, k, nil, nil).Want(200).JSON()["dutyId"]
			r := wantState(x.by, x.of, k, "done")
			if r["dutyId"] != made || r["performedOn"] != today || r["userName"] == "" {
				t.Errorf("%v", r)
			}
		}
	}
	// What one of several records has belongs to it alone, and to its side.
	for _, x := range []struct {
		by    *apptest.Caller
		of    of
		about int
		kind  deal.DutyKind
	}{{w.FinA, seller, company, deal.DutyBuyerCheck}, {w.FinB, talks, sf, deal.DutyContractRisk}, {w.FinB, talks, bf, deal.DutyConflict},
		{w.FinA, talks, bf, deal.DutyContractRisk}, {w.FinB, buyer, bf, deal.DutyClosing},
		{w.FinA, talks, sf, deal.DutyAftercare}, {w.FinA, ofListing(w.Listing), listed, deal.DutyContractRisk},
		{w.FinB, talks, listed, deal.DutyGuarantee}} {
		record(x.by, x.of, x.about, x.kind, nil, nil).Want(422).Has(`"field":"kind"`)
	}
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'duty_recorded' AND subject_kind = 'duty' AND detail LIKE 'hash=%'"); n != 18 {
		t.Errorf("%d audit lines", n)
	}
	if n := w.Count("SELECT count(*) FROM audit a JOIN duty d ON d.id = a.subject_id WHERE a.detail = 'hash=' || d.hash"); n != 18 {
		t.Errorf("%d lines with the hash of their duty", n)
	}
}

// What was recorded is not changed: a correction is a successor, and who was second to write one is told.
func TestDutyIsAppendOnly(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	seller := ofCompany(w.Seller)
	key := body{"requestKey": store.NewID()}
	first := record(w.FinA, seller, company, deal.DutyIdentity, body{"owner": "no", "note": "登記を待つ"}, key).Want(200).JSON()["dutyId"]
	record(w.FinA, seller, company, deal.DutyIdentity, nil, key).Want(200).Has(first.(string)) // the same form again
	wantState(w.FinA, seller, deal.DutyIdentity, "open")
	record(w.SecondA, seller, company, deal.DutyIdentity, nil, nil).Want(409).Has("他の担当者が先に更新しました")
	record(w.SecondA, seller, company, deal.DutyIdentity, nil, body{"replaces": store.NewID()}).Want(409)
	results := apptest.Together(6, func(int) apptest.Result {
		return record(w.SecondA, seller, company, deal.DutyIdentity, nil, body{"replaces": first})
	})
	done := 0
	for _, r := range results {
		if r.Status == 200 {
			done++
		}
	}
	if done != 1 {
		t.Errorf("%d of six successors at once", done)
	}
	r := wantState(w.FinA, seller, deal.DutyIdentity, "done")
	if r["earlierCount"] != 1.0 || r["earlierList"].([]any)[0].(body)["dutyId"] != first ||
		r["earlierList"].([]any)[0].(body)["values"].(body)["note"] != "登記を待つ" {
		t.Errorf("%v", r)
	}
	if err := w.App.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.ConfirmDuty(first.(string), w.UserOf(w.SecondA).ID)
	}); err == nil {
		t.Error("a duty that needs nobody was confirmed")
	}
}

func TestDutyInput(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	seller, buyer := ofCompany(w.Seller), ofCompany(w.BuyerB)
	for _, x := range []struct {
		field string
		by    *apptest.Caller
		of    of
		kind  deal.DutyKind
		on    string
		with  body
	}{
		{"performedOn", w.FinA, seller, deal.DutyIdentity, "2026-11-22", nil},
		{"performedOn", w.FinA, seller, deal.DutyIdentity, "昨日", nil},
		{"values", w.FinA, seller, deal.DutyIdentity, today, body{"colour": "red"}},
		{"values.owner", w.FinA, seller, deal.DutyIdentity, today, body{"owner": "perhaps"}},
		{"values.owner", w.FinA, seller, deal.DutyIdentity, today, body{"owner": ""}},
		{"values.note", w.FinA, seller, deal.DutyIdentity, today, body{"note": strings.Repeat("長", 1001)}},
		{"values.sources", w.FinA, seller, deal.DutyAntisocial, today, body{"sources": ""}},
		{"values.sources", w.FinA, seller, deal.DutyAntisocial, today, body{"sources": "police,friend"}},
		{"values.note", w.FinA, seller, deal.DutyAntisocial, today, body{"result": "hit"}},
		{"values.note", w.FinB, buyer, deal.DutyBuyerCheck, today, body{"note": " "}},
		{"values.lookedUp", w.FinB, buyer, deal.DutyListedBuyer, today, body{"lookedUp": ""}},
		{"values.listDate", w.FinB, buyer, deal.DutyListedBuyer, today, body{"listDate": "2026-11-22"}},
		{"values.approval", w.FinB, buyer, deal.DutyListedBuyer, today, body{"result": "hit"}},
		{"values.note", w.FinB, buyer, deal.DutyListedBuyer, today, body{"takesPart": "outside"}},
		{"values.items", w.FinA, seller, deal.DutyExplanation, today, body{"items": "role,steps"}},
		{"values.text", w.FinA, seller, deal.DutyExplanation, today, body{"text": "一行目\n二行目"}},
		{"values.until", w.FinA, seller, deal.DutyExplanation, today, body{"until": "2026-11-20"}},
		{"values.reason", w.FinA, seller, deal.DutyMandate, today, body{"tail": "48"}},
		{"values.reason", w.FinA, seller, deal.DutyMandate, today, body{"until": "2027-11-22"}},
		{"values.tail", w.FinA, seller, deal.DutyMandate, today, body{"tail": "-1"}},
		{"values.minimum", w.FinA, seller, deal.DutyFee, today, body{"minimum": "5.5"}},
	} {
		record(x.by, x.of, company, x.kind, apptest.With(forms[x.kind], x.with), body{"performedOn": x.on}).Want(422).
			Has(fmt.Sprintf(`"field":%q`, x.field))
	}
	w.FinA.Get(base + "GetDuties").Want(422)
	w.FinA.Get(seller.query() + "&sellerBusinessId=" + w.Listing).Want(422)
	if n := w.Count("SELECT count(*) FROM duty"); n != 0 {
		t.Errorf("%d duties", n)
	}
	// A contract waits until the customer has had the time to think that he was told of; another customer's time is no matter.
	later := apptest.With(forms[deal.DutyExplanation], body{"until": "2026-12-01"})
	record(w.FinA, seller, company, deal.DutyExplanation, later, nil).Want(200)
	record(w.FinB, buyer, company, deal.DutyMandate, nil, nil).Want(200)
	record(w.FinA, seller, company, deal.DutyMandate, nil, nil).Want(422).Has(`"field":"performedOn"`, "2026/12/01")
	w.Clock.Add(11 * 24 * time.Hour)
	w.FinA = w.SignIn("fin@a.example.jp")
	record(w.FinA, seller, company, deal.DutyMandate, nil, body{"performedOn": "2026-12-01"}).Want(200)
	// What is typed is cleaned, and choices come into the order of the form.
	record(w.FinA, seller, company, deal.DutyAntisocial, body{"sources": "press,police", "result": "clear", "note": " 一行目\r\n二行目 "}, nil).
		Want(200)
	v := read(w.FinA, row(w.FinA, seller, deal.DutyAntisocial)["dutyId"]).Want(200).JSON()["values"].(body)
	if v["sources"] != "police,press" || v["note"] != "一行目\n二行目" {
		t.Errorf("%v", v)
	}
}

// A step for which a duty is 必須 waits for it at the bank that owes it; the other side is told what it would be told anyway.
func TestDutyHoldsBack(t *testing.T) {
	p := apptest.NewPlatform(t)
	gates(p, map[string]int{"gateBuyerCheckRequest": 2, "gateListedBuyerApprove": 2, "gateExplanationPublish": 2, "gateFeeRequest": 1})
	w := apptest.NewMarketplace(p)
	talks := newTalks(t, p, w)
	id := asked(talks)
	request := func() apptest.Result { return talks.FinB.To(id, 1, 2, nil) }
	request().Want(409).Has("買手調査（未実施）").HasNot("手数料", "特定事業者")
	talks.FinB.Get(ofNegotiation(id).query()).Want(200).Has(`"gateLabel":"実名交渉の申請"`, `"level":2`, `"kindLabel":"買手調査"`)
	record(talks.FinB, ofCompany(talks.BuyerB), company, deal.DutyBuyerCheck, apptest.With(forms[deal.DutyBuyerCheck], body{"law": "none"}),
		nil).Want(200)
	request().Want(409).Has("買手調査（未完了）")
	last := row(talks.FinB, ofCompany(talks.BuyerB), deal.DutyBuyerCheck)["dutyId"]
	record(talks.FinB, ofCompany(talks.BuyerB), company, deal.DutyBuyerCheck, nil, body{"replaces": last}).Want(200)
	request().Want(200)
	// The seller's bank owes its own.
	key, passcode := talks.OwnerKey(id)
	talks.OwnerDecides(key, passcode, true).Want(200)
	approve := func() apptest.Result { return talks.FinA.Deed("NegotiationApprove", id, body{"isApproval": true}) }
	approve().Want(409).Has("特定事業者リスト照会（未実施）").HasNot("買手調査")
	record(talks.FinA, ofNegotiation(id), sf, deal.DutyListedBuyer, nil, nil).Want(200)
	approve().Want(200)
}

// newTalks are talks whose listing was published although its bank owes an explanation: it recorded that before.
func newTalks(t *testing.T, p *apptest.Platform, m *apptest.Marketplace) *apptest.Talks {
	t.Helper()
	w := &apptest.Talks{Marketplace: m}
	record(w.FinA, ofCompany(w.Seller), company, deal.DutyExplanation, nil, nil).Want(200)
	w.Listing = w.Published(nil)
	users := w.FinA.Get("/api/SellerCompanyUser/GetUsersList?clientId=" + w.Seller + "&userType=3").Want(200).JSON()["userList"]
	for _, u := range users.([]any) {
		w.PersonID = u.(body)["userId"].(string)
	}
	return w
}

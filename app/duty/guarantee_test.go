package duty_test

import (
	"fmt"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/duty"
	"tsunagu/app/web"
	"tsunagu/store"
)

// A guarantee is recorded once for a listing, seen on it and on the seller's side of its negotiations, and holds back what it must.
func TestGuaranteeOfListing(t *testing.T) {
	p := apptest.NewPlatform(t)
	gates(p, map[string]int{"gateGuaranteeAsk": 2})
	w := apptest.NewTalks(p)
	id := w.Hoped()
	at, talks := ofListing(w.Listing), ofNegotiation(id)
	ask := func() apptest.Result {
		return w.FinA.Deed("RequestOwnerConsent", id, body{"userId": w.PersonID, "ppapMailaddress": "second@canary.example.co.jp"})
	}
	ask().Want(409).Has("経営者保証（未実施）")
	unfinished := apptest.With(forms[deal.DutyGuarantee], body{"plan1": ""})
	first := record(w.FinA, talks, listed, deal.DutyGuarantee, unfinished, nil).Want(200).JSON()["dutyId"]
	for _, o := range []of{at, talks} {
		if r := wantState(w.FinA, o, deal.DutyGuarantee, "open"); r["dutyId"] != first || r["recordName"] != "この案件" || r["record"] != 2.0 {
			t.Errorf("%v", r)
		}
	}
	ask().Want(409).Has("経営者保証（確認中）")
	record(w.FinA, at, listed, deal.DutyGuarantee, nil, body{"replaces": first}).Want(200)
	wantState(w.FinA, talks, deal.DutyGuarantee, "done")
	ask().Want(200)
	// None is an answer, too.
	last := row(w.FinA, at, deal.DutyGuarantee)["dutyId"]
	record(w.FinA, at, listed, deal.DutyGuarantee, body{"count": "0"}, body{"replaces": last}).Want(200)
	wantState(w.FinA, at, deal.DutyGuarantee, "done")
	if row(w.FinB, talks, deal.DutyGuarantee) != nil || row(w.FinA, ofCompany(w.Seller), deal.DutyGuarantee) != nil {
		t.Error("it is shown where it is not recorded")
	}
}

// A guarantee that stays although nobody asked its bank counts when a second user has confirmed it, and is among his tasks.
func TestGuaranteeKeptUnasked(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	at := ofListing(w.Listing)
	keep := apptest.With(forms[deal.DutyGuarantee], body{"wish": "no", "plan1": "keep", "askedWhom1": "", "askedOn1": ""})
	made := record(w.FinA, at, listed, deal.DutyGuarantee, keep, nil).Want(200).JSON()["dutyId"]
	wantState(w.FinA, at, deal.DutyGuarantee, "waiting")
	const title = "確認事項（経営者保証）を、二人目として確認する"
	desk := func(c *apptest.Caller) apptest.Result { return c.Get("/api/MyPage/GetDesk").Want(200) }
	desk(w.SecondA).Has(title, `"place":"listing"`)
	desk(w.FinB).HasNot("経営者保証")
	confirm := func(c *apptest.Caller) apptest.Result { return c.Post(base+"ConfirmDuty", body{"dutyId": made}) }
	confirm(w.FinA).Want(409).Has("別の承認者")
	confirm(w.FinB).SameAs(w.FinB.Post(base+"ConfirmDuty", body{"dutyId": store.NewID()}).Want(400))
	confirm(w.SecondA).Want(200)
	wantState(w.FinA, at, deal.DutyGuarantee, "done")
	desk(w.SecondA).HasNot(title)
	if n := len(w.LedgerOf(duty.LedgerGuarantee)); n != 0 {
		t.Errorf("%d lines of a name that nobody told", n)
	}
	// Asked, it needs nobody; the record before it did.
	w2 := apptest.NewTalks(apptest.NewPlatform(t))
	at, keep = ofListing(w2.Listing), apptest.With(forms[deal.DutyGuarantee], body{"plan1": "keep"})
	record(w2.FinA, at, listed, deal.DutyGuarantee, keep, nil).Want(200)
	wantState(w2.FinA, at, deal.DutyGuarantee, "done")
}

// Each bank that was asked is one line of the ledger, written with the record; one that says the same adds none.
func TestGuaranteeInLedger(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.Office()
	at := ofListing(w.Listing)
	replaces := ""
	say := func(changes body) {
		t.Helper()
		made := record(w.FinA, at, listed, deal.DutyGuarantee, apptest.With(forms[deal.DutyGuarantee], changes), body{"replaces": replaces})
		replaces = made.Want(200).JSON()["dutyId"].(string)
	}
	want := func(n int) {
		t.Helper()
		if got := w.LedgerOf(duty.LedgerGuarantee); len(got) != n {
			t.Errorf("%d lines, want %d: %+v", len(got), n, got)
		}
	}
	say(body{"askedWhom1": "", "askedOn1": ""})
	want(0)
	say(nil)
	want(1)
	say(body{"note": "返事を待つ"})
	want(1)
	say(body{"askedWhom1": "", "askedOn1": ""})
	say(nil)
	want(1)
	key := body{"requestKey": store.NewID(), "replaces": replaces}
	second := apptest.With(forms[deal.DutyGuarantee], body{"count": "2", "bank2": "入江銀行", "askedWhom2": "融資課", "askedOn2": today})
	record(w.FinA, at, listed, deal.DutyGuarantee, second, key).Want(200)
	record(w.FinA, at, listed, deal.DutyGuarantee, second, key).Want(200)
	want(2)
	line := w.LedgerOf(duty.LedgerGuarantee)[0]
	if line.CompanyID != w.Seller || line.InstitutionID != w.AID || line.Level != 4 || line.NegotiationID != "" || line.BuyerCompanyID != "" {
		t.Errorf("%+v", line)
	}
	const ledger = apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId="
	const readers = "/api/SellerCompany/GetNameReaders?companyId="
	w.FinA.Get(ledger+w.Listing).Want(200).Has("保証先の金融機関への開示", "入江銀行（融資課、2026-11-21）", "オーナーの希望")
	w.FinA.Get(readers+w.Seller).Want(200).Has(`"reader":"surety"`, "保証先の金融機関", "港湾信用金庫")
	// Its readers are those of the listing's bank. The office, which looks names up by numbers, learns nothing.
	for _, c := range []*apptest.Caller{w.FinB, w.FinC, w.BuyB} {
		c.Get(ledger + w.Listing).SameAs(c.Get(ledger + store.NewID()).Want(400))
		c.Get(readers + w.Seller).SameAs(c.Get(readers + store.NewID()).Want(400))
	}
	office := w.SignInOffice("office@n.example.jp")
	of := func(number string) string { return "/api/Office/GetNameReaders?word=" + number }
	office.Get(of(web.CaseNumber("L", w.Listing))).Want(200).HasNot("surety", "保証", w.Listing[len(w.Listing)-8:])
	w.Read(func(q *store.Q) error { return q.VerifyChains() })
}

func TestGuaranteeInput(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	at := ofListing(w.Listing)
	for _, x := range []struct {
		field string
		with  body
	}{
		{"values.count", body{"count": ""}},
		{"values.count", body{"count": "6"}},
		{"values.bank2", body{"bank2": "入江銀行"}}, // of a guarantee that is not there
		{"values.wish", body{"count": "0"}},
		{"values.askedOn1", body{"askedOn1": ""}},
		{"values.askedOn1", body{"askedOn1": "2026-11-22"}},
		{"values.askedWhom1", body{"askedWhom1": ""}},
		{"values.bank1", body{"bank1": ""}},
		{"values.plan1", body{"plan1": "sell"}},
		{"values.band1", body{"band1": "9"}},
		{"values.until1", body{"until1": "夏"}},
	} {
		record(w.FinA, at, listed, deal.DutyGuarantee, apptest.With(forms[deal.DutyGuarantee], x.with), nil).Want(422).
			Has(fmt.Sprintf(`"field":%q`, x.field))
	}
	if n := w.Count("SELECT count(*) FROM duty") + w.Count("SELECT count(*) FROM ledger WHERE kind = 'guarantee'"); n != 0 {
		t.Errorf("%d rows", n)
	}
}

// Two worlds that differ only in what the seller's bank recorded of the guarantee: everybody else sees, and is mailed, the same.
func TestGuaranteeTellsNobodyElse(t *testing.T) {
	var seen [2]string
	for i := range seen {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		w.Office()
		id := w.Hoped()
		if i == 1 {
			told := w.Newly(func() { record(w.FinA, ofListing(w.Listing), listed, deal.DutyGuarantee, nil, nil).Want(200) })
			apptest.WantMails(t, "nobody is mailed", told)
		}
		for _, c := range []*apptest.Caller{w.FinB, w.FinC, w.BuyB, w.Rival} {
			c.Get(ofListing(w.Listing).query()).SameAs(c.Get(ofListing(store.NewID()).query()).Want(400))
		}
		w.FinB.Get(ofNegotiation(id).query()).Want(200).HasNot("経営者保証（", `"record":2`)
		w.FinA.Deed("RequestOwnerConsent", id, body{"userId": w.PersonID, "ppapMailaddress": "second@canary.example.co.jp"}).Want(200)
		office := w.SignInOffice("office@n.example.jp")
		for _, path := range []string{"/api/Office/GetNameReaders?word=" + web.CaseNumber("L", w.Listing), "/api/Office/GetAuditList?limit=100",
			"/api/Office/GetMailList?limit=100"} {
			office.Get(path).Want(200).HasNot("guarantee", "経営者保証", "港湾信用金庫")
		}
		seen[i] = fmt.Sprint(strings.Count(w.EverythingOf(w.FinB, id), `"`), strings.Count(w.EverythingOf(w.BuyB, id), `"`),
			len(office.Get("/api/Office/GetAuditList?limit=100").Want(200).JSON()["auditList"].([]any)))
	}
	if seen[0] != seen[1] {
		t.Errorf("%s\n%s", seen[0], seen[1])
	}
}

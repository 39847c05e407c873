package company_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	teamNumber = "7990001900001"
	teamName   = "鶴見秘匿工業株式会社"
	teamAdmin  = "admin@a.example.jp"
)

// newTeams are two banks, of which the first shows its records to their teams alone, and has an administrator.
func newTeams(t *testing.T) *apptest.Banks {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	b.User(deal.RoleFAD, b.AID, teamAdmin)
	b.User(deal.RoleFAD, b.BID, "admin@b.example.jp")
	b.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(b.AID, true) })
	return b
}

func overview(c *apptest.Caller, noun string, changes map[string]any) apptest.Result {
	c.P.T.Helper()
	return c.Post("/api/"+noun+"/CreateUpdateCompanyOverviewAsync", apptest.With(apptest.OverviewBody, changes))
}

func details(c *apptest.Caller, noun, id, name, number string) apptest.Result {
	c.P.T.Helper()
	return c.Post("/api/"+noun+"/CreateUpdateCompanyDetailsAsync",
		apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "companyName": name, "corporateRegistrationNumber": number}))
}

// teamCompany registers the company that only its team sees.
func teamCompany(c *apptest.Caller, noun string) string {
	c.P.T.Helper()
	id := overview(c, noun, map[string]any{"registrationId": "K-77"}).Want(200).Text()
	details(c, noun, id, teamName, teamNumber).Want(200)
	return id
}

// onlyRefused fails unless an answer is the sentence, on a field, and nothing else.
func onlyRefused(r apptest.Result, field string) {
	r.T.Helper()
	want := fmt.Sprintf(`{"title":"Unprocessable entity","status":422,"detail":%q,"code":"invalid","errors":[{"field":%q,"detail":%q}]}`,
		company.CannotRegister, field, company.CannotRegister)
	if got := strings.TrimSpace(r.Want(422).Body); got != want {
		r.T.Errorf("%s\nwant %s", got, want)
	}
}

// A colleague who registers a company of another team is told one sentence, whatever it is of the company that he knows, and the
// administrator its number (team.md 2). In the world without the company he registers his.
func TestColleaguesCompanyIsRefused(t *testing.T) {
	for _, noun := range []string{"SellerCompany", "BuyerCompany"} {
		b := newTeams(t)
		own := overview(b.SecondA, noun, nil).Want(200).Text()
		before := apptest.With(nil, b.SecondA.Get("/api/"+noun+"/GetCompanyOverViewAsync?companyId="+own).Want(200).JSON())
		id := teamCompany(b.FinA, noun)
		count := b.Count("SELECT count(*) FROM company")
		audits := b.Count("SELECT count(*) FROM audit")
		mails := b.Newly(func() {
			onlyRefused(overview(b.SecondA, noun, map[string]any{"registrationId": "K-77"}), "registrationId")
			onlyRefused(overview(b.SecondA, noun, map[string]any{"companyId": own, "registrationId": "K-77"}), "registrationId")
			onlyRefused(details(b.SecondA, noun, own, "株式会社別名", teamNumber), "corporateRegistrationNumber")
		}, mail.CompanyUnseen)
		apptest.WantMails(t, "three tries of a day", mails, teamAdmin+" company_unseen")
		if n := b.Count("SELECT count(*) FROM company"); n != count {
			t.Errorf("%d companies, were %d", n, count)
		}
		if n := b.Count("SELECT count(*) FROM company_details WHERE company_id = ?", own); n != 0 {
			t.Error("refused details are stored")
		}
		if after := b.SecondA.Get("/api/" + noun + "/GetCompanyOverViewAsync?companyId=" + own).JSON(); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("a refused overview has changed %v to %v", before, after)
		}
		user := b.UserOf(b.SecondA)
		if n := b.Count("SELECT count(*) FROM audit"); n != audits+3 {
			t.Errorf("%d audit lines, want 3", n-audits)
		}
		if n := b.Count("SELECT count(*) FROM audit WHERE event = 'company_unseen' AND result = 'refused' AND subject_id = ? AND "+
			"user_id = ? AND institution_id = ?", id, user.ID, b.AID); n != 3 {
			t.Errorf("%d audit lines of the refusals", n)
		}
		for _, m := range b.Mails(teamAdmin) {
			if m.Kind != mail.CompanyUnseen {
				continue
			}
			if !strings.Contains(m.Text, web.CaseNumber("C", id)) || !strings.Contains(m.Text, "http://localhost:8080/office") {
				t.Error(m.Text)
			}
			for _, no := range []string{"鶴見", teamNumber, "K-77", "別名", "fin2@a", web.CaseNumber("C", own)} {
				if strings.Contains(m.Subject+m.Text+m.HTML, no) {
					t.Errorf("the mail has %s", no)
				}
			}
		}
		// Its team does not learn who has tried.
		b.FinA.Get("/api/"+noun+"/GetCompanyHistory?companyId="+id).Want(200).HasNot("company_unseen", "fin2@a")

		// The next day is another mail; somebody else, another company, the other kind and another bank are on their own.
		b.Clock.Add(25 * time.Hour)
		second := b.SignIn("fin2@a.example.jp")
		apptest.WantMails(t, "the next day", b.Newly(func() {
			onlyRefused(details(second, noun, own, "株式会社別名", teamNumber), "corporateRegistrationNumber")
		}, mail.CompanyUnseen), teamAdmin+" company_unseen")
		other := map[string]string{"SellerCompany": "BuyerCompany", "BuyerCompany": "SellerCompany"}[noun]
		apptest.WantMails(t, "what is no double", b.Newly(func() {
			teamCompany(second, other)
			teamCompany(b.SignIn("fin@b.example.jp"), noun)
			details(second, noun, own, "株式会社別名", "6990001900002").Want(200)
		}, mail.CompanyUnseen))

		// The world without it.
		w := newTeams(t)
		own = overview(w.SecondA, noun, nil).Want(200).Text()
		apptest.WantMails(t, "without the company", w.Newly(func() {
			overview(w.SecondA, noun, map[string]any{"companyId": own, "registrationId": "K-77"}).Want(200)
			details(w.SecondA, noun, own, "株式会社別名", teamNumber).Want(200)
		}, mail.CompanyUnseen))
	}
}

// Who sees the company anyway, and everybody where all see all, is told what he was told before.
func TestSeenCompanyIsNamed(t *testing.T) {
	for name, second := range map[string]func(*apptest.Banks, string) *apptest.Caller{
		"all see all": func(b *apptest.Banks, _ string) *apptest.Caller {
			b.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(b.AID, false) })
			return b.SecondA
		},
		"a reader": func(b *apptest.Banks, id string) *apptest.Caller {
			b.Write(func(tx *store.Tx) error { return tx.AddTeamMember(id, b.UserOf(b.SecondA).ID, store.TeamReader, "") })
			return b.SecondA
		},
	} {
		b := newTeams(t)
		id := teamCompany(b.FinA, "SellerCompany")
		c := second(b, id)
		apptest.WantMails(t, name, b.Newly(func() {
			overview(c, "SellerCompany", map[string]any{"registrationId": "K-77"}).Want(422).
				Has("この顧客番号は「" + teamName + "」に付いています。").HasNot(company.CannotRegister)
			own := overview(c, "SellerCompany", nil).Want(200).Text()
			details(c, "SellerCompany", own, "株式会社別名", teamNumber).Want(200)
		}, mail.CompanyUnseen))
		if n := b.Count("SELECT count(*) FROM audit WHERE event = 'company_unseen'"); n != 0 {
			t.Errorf("%s: %d refusals", name, n)
		}
	}
}

// A number that stood twice before the wall was built stays until it is changed; a buyer's own number is looked at when it is let in.
func TestNumbersBeforeTheWall(t *testing.T) {
	b := newTeams(t)
	b.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(b.AID, false) })
	id := teamCompany(b.FinA, "SellerCompany")
	own := overview(b.SecondA, "SellerCompany", nil).Want(200).Text()
	details(b.SecondA, "SellerCompany", own, "株式会社別名", teamNumber).Want(200)
	b.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(b.AID, true) })
	details(b.SecondA, "SellerCompany", own, "株式会社改名", teamNumber).Want(200)
	details(b.SecondA, "SellerCompany", own, "株式会社改名", "6990001900002").Want(200)
	onlyRefused(details(b.SecondA, "SellerCompany", own, "株式会社改名", teamNumber), "corporateRegistrationNumber")
	b.FinA.Get("/api/SellerCompany/GetCompanyDetailsAsync?companyId=" + id).Want(200).Has(teamName)

	buyer := teamCompany(b.FinA, "BuyerCompany")
	invited, key := b.SecondA.Invited("hana@example.jp")
	body := apptest.Registration(key, "株式会社新井", "hana@example.jp")
	body["details"] = apptest.With(apptest.RegistrationDetailsBody("株式会社新井"), map[string]any{"corporateRegistrationNumber": teamNumber})
	b.Visitor().Post("/api/Public/RegistBuyerCompanyByKey", body).Want(200) // a customer learns nothing
	mails := b.Newly(func() {
		decideRegistration(b.SecondA, invited, "approve", "").Want(409).Has(`"detail":"`+company.CannotRegister+`"`).HasNot("鶴見", buyer)
	}, mail.CompanyUnseen, mail.BuyerApproved)
	apptest.WantMails(t, "an approval", mails, teamAdmin+" company_unseen")
	if n := b.Count("SELECT count(*) FROM company WHERE id = ? AND status = ?", invited, int(deal.CompanyFinancialNotApproved)); n != 1 {
		t.Error("a refused approval has let the buyer in")
	}
	b.Write(func(tx *store.Tx) error { return tx.AddTeamMember(buyer, b.UserOf(b.SecondA).ID, store.TeamReader, "") })
	decideRegistration(b.SecondA, invited, "approve", "").Want(200)
}

// While a colleague's file is being registered every new number waits, those of the file and all others alike.
func TestNumbersWaitForAnImport(t *testing.T) {
	b := newTeams(t)
	own := overview(b.SecondA, "BuyerCompany", nil).Want(200).Text()
	file := apptest.CSVFile(t, store.Buyer, apptest.CSVLine(map[string]string{"企業名": teamName, "法人番号": teamNumber, "顧客番号": "K-77"}))
	id := b.FinA.Imports("BuyerCompany", file, true).Want(200).JSON()["importId"].(string)
	var i *store.CompanyImport
	b.Read(func(q *store.Q) (err error) { i, err = q.AnyImport(id); return err })
	if err := b.App.Store.ClaimImport(context.Background(), i); err != nil {
		t.Fatal(err)
	}
	of := details(b.SecondA, "BuyerCompany", own, "株式会社別名", teamNumber).Want(409).HasNot("CSV")
	details(b.SecondA, "BuyerCompany", own, "株式会社別名", "6990001900002").SameAs(of)
	overview(b.SecondA, "BuyerCompany", map[string]any{"registrationId": "K-77"}).SameAs(of)
	overview(b.SecondA, "BuyerCompany", map[string]any{"registrationId": "K-78"}).SameAs(of)
	details(b.SecondA, "BuyerCompany", own, "株式会社別名", "").Want(200) // no number, nothing to wait for
	overview(b.SecondA, "SellerCompany", map[string]any{"registrationId": "K-77"}).Want(200)
	if err := b.App.Store.EndClaims(context.Background(), id); err != nil {
		t.Fatal(err)
	}
	overview(b.SecondA, "BuyerCompany", map[string]any{"registrationId": "K-78"}).Want(200)
}

// Without an administrator the office is told.
func TestOfficeIsToldOfDoubles(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	b.Write(func(tx *store.Tx) error {
		if err := tx.SetSetting(store.SettingOfficeMail, "office@network.example.jp", ""); err != nil {
			return err
		}
		return tx.SetTeamOnly(b.AID, true)
	})
	teamCompany(b.FinA, "SellerCompany")
	apptest.WantMails(t, "no administrator", b.Newly(func() {
		onlyRefused(overview(b.SecondA, "SellerCompany", map[string]any{"registrationId": "K-77"}), "registrationId")
	}, mail.CompanyUnseen), "office@network.example.jp company_unseen")
}

package company_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
)

// Whether addresses have a login is asked so many times in a minute by one user, by whatever call
// answers it, and each question stands in the log, the address not (domain.md 0.14).
func TestLoginsAreNotAskedForEnMasse(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	b.User(deal.RoleFAD, b.AID, "admin@a.example.jp")
	second := b.SignIn("fin2@a.example.jp") // a colleague
	check := func(c *apptest.Caller, kind, address string) apptest.Result {
		return c.Get("/api/" + kind + "/CheckMailAddress?mailAddress=" + address)
	}
	kinds := []string{"FinancialUser", "BuyerCompanyUser", "SellerCompanyUser"}
	for i := range 18 { // and two more make the 20 that domain.md allows
		check(b.FinA, kinds[i%3], fmt.Sprintf("probe%d@b.example.jp", i)).Want(200)
	}
	check(b.FinA, "BuyerCompanyUser", "fin@b.example.jp").Want(200).Has(`"isAvailable":false`)
	// The confirmation and the registration answer the same question.
	b.FinA.Post("/api/BuyerCompanyUser/CheckUser", apptest.UserBody(b.BuyerA, "fin@b.example.jp")).Want(422).Has(company.LoginIDTaken)
	for _, kind := range kinds {
		r := check(b.FinA, kind, "fin@b.example.jp").Want(429).Has("メールアドレスの確認が続いた", "入力した内容は残っています")
		if r.Header.Get("Retry-After") == "" {
			t.Error("nothing says when to come back")
		}
		r.SameAs(check(b.FinA, kind, "nobody@b.example.jp"))
	}
	b.FinA.Post("/api/BuyerCompanyUser/CheckUser", apptest.UserBody(b.BuyerA,
		"fin@b.example.jp")).Want(429).SameAs(b.FinA.Post("/api/BuyerCompanyUser/CheckUser", apptest.UserBody(b.BuyerA, "free@b.example.jp")))
	b.FinA.Post("/api/BuyerCompanyUser/RegistUser", apptest.UserBody(b.BuyerA,
		"fin@b.example.jp")).Want(429).SameAs(b.FinA.Post("/api/BuyerCompanyUser/RegistUser", apptest.UserBody(b.BuyerA, "free@b.example.jp")))
	b.FinA.Post("/api/BuyerCompanyUser/CheckUser", apptest.UserBody(b.BuyerA, "no address")).Want(422) // which tells nothing
	// A colleague and another bank go on, and so does he a minute later.
	check(second, "FinancialUser", "fin@b.example.jp").Want(200)
	check(b.FinB, "FinancialUser", "fin@a.example.jp").Want(200)
	b.Clock.Add(time.Minute - time.Second)
	check(b.FinA, "FinancialUser", "fin@b.example.jp").Want(429)
	b.Clock.Add(time.Second)
	b.FinA.Post("/api/BuyerCompanyUser/RegistUser", apptest.UserBody(b.BuyerA, "fin@b.example.jp")).Want(422).Has(company.LoginIDTaken)
	b.FinA.Post("/api/BuyerCompanyUser/RegistUser", apptest.UserBody(b.BuyerA, "free@b.example.jp")).Want(200)

	log := b.SignInOffice("admin@a.example.jp").Get("/api/Office/GetAuditList?limit=100&event=login_id_checked").Want(200).
		Has(`"result":"refused"`, `"result":"throttled"`, `"result":"ok"`).HasNot("fin@b.example.jp", "probe1@b.example.jp")
	digest := b.App.Keys.HashLoginID("fin@b.example.jp")
	if n := strings.Count(log.Body, digest[:12]); n < 5 || strings.Contains(log.Body, digest) {
		t.Errorf("%d lines about the same address", n)
	}
}

// One household has a /64 of addresses: its failures are counted as one address's (domain.md 0.14).
func TestLockoutCountsNetworksOfIPv6(t *testing.T) {
	p := apptest.NewLockout(t)
	from := func(network string, i int) string { return fmt.Sprintf("[%s:%x::%x]", network, i*7, i+1) }
	for i := range 30 {
		p.SignInFrom(from("2001:db8:1:2", i), fmt.Sprintf("guess%d@a.example.jp", i), "wrong", "").Want(400)
	}
	p.SignInFrom(from("2001:db8:1:2", 99), "fin@a.example.jp", apptest.TestPassword, "").Want(429).Has(auth.LockoutMessage)
	p.SignInFrom("[fe80::1%25eth0]", "fin@a.example.jp", apptest.TestPassword, "").Want(200)
	p.SignInFrom(from("2001:db8:1:3", 99), "fin@a.example.jp", apptest.TestPassword, "").Want(200)

	// Five for one ID from one network, and the same address of IPv4 however it is written.
	p.Clock.Add(31 * time.Minute)
	for i := range 5 {
		p.SignInFrom(from("2001:db8:9:9", i), "fin2@a.example.jp", "wrong", "").Want(400)
	}
	p.SignInFrom(from("2001:db8:9:9", 50), "fin2@a.example.jp", apptest.TestPassword, "").Want(429)
	p.SignInFrom(from("2001:db8:9:8", 50), "fin2@a.example.jp", apptest.TestPassword, "").Want(200)
	for i := range 5 {
		p.SignInFrom([]string{"[::ffff:192.0.2.7]", "192.0.2.7"}[i%2], "fin@a.example.jp", "wrong", "").Want(400)
	}
	p.SignInFrom("192.0.2.7", "fin@a.example.jp", apptest.TestPassword, "").Want(429)
	p.SignInFrom("[::ffff:192.0.2.7]", "fin@a.example.jp", apptest.TestPassword, "").Want(429)
	p.SignInFrom("192.0.2.8", "fin@a.example.jp", apptest.TestPassword, "").Want(200)
	for who, want := range map[string]string{"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "::ffff:192.0.2.1": "192.0.2.1",
		"192.0.2.1": "192.0.2.1", "fe80::1%eth0": "fe80::/64", "reset abc": "reset abc"} {
		if got := web.ThrottleKey(who); got != want {
			t.Errorf("%s counts as %s, want %s", who, got, want)
		}
	}
	var whole int
	p.SQLScan("SELECT count(*) FROM audit WHERE ip = '2001:db8:1:2:cb::1e'", &whole)
	if whole == 0 {
		t.Error("the audit has not the whole address")
	}
}

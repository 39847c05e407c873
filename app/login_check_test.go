package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
)

// Whether addresses have a login is asked so many times in a minute by one user, by whatever call
// answers it, and each question stands in the log, the address not (domain.md 0.14).
func TestLoginsAreNotAskedForEnMasse(t *testing.T) {
	b := newBanks(newPlatform(t))
	b.user(deal.RoleFAD, b.aID, "admin@a.example.jp")
	second := b.signIn("fin2@a.example.jp") // a colleague
	check := func(c *caller, kind, address string) result {
		return c.get("/api/" + kind + "/CheckMailAddress?mailAddress=" + address)
	}
	kinds := []string{"FinancialUser", "BuyerCompanyUser", "SellerCompanyUser"}
	for i := range 18 { // and two more make the 20 that domain.md allows
		check(b.finA, kinds[i%3], fmt.Sprintf("probe%d@b.example.jp", i)).want(200)
	}
	check(b.finA, "BuyerCompanyUser", "fin@b.example.jp").want(200).has(`"isAvailable":false`)
	// The confirmation and the registration answer the same question.
	b.finA.post("/api/BuyerCompanyUser/CheckUser", userBody(b.buyerA, "fin@b.example.jp")).want(422).has(company.LoginIDTaken)
	for _, kind := range kinds {
		r := check(b.finA, kind, "fin@b.example.jp").want(429).has("メールアドレスの確認が続いた", "入力した内容は残っています")
		if r.header.Get("Retry-After") == "" {
			t.Error("nothing says when to come back")
		}
		r.sameAs(check(b.finA, kind, "nobody@b.example.jp"))
	}
	b.finA.post("/api/BuyerCompanyUser/CheckUser", userBody(b.buyerA, "fin@b.example.jp")).want(429).sameAs(b.finA.post("/api/BuyerCompanyUser/CheckUser", userBody(b.buyerA, "free@b.example.jp")))
	b.finA.post("/api/BuyerCompanyUser/RegistUser", userBody(b.buyerA, "fin@b.example.jp")).want(429).sameAs(b.finA.post("/api/BuyerCompanyUser/RegistUser", userBody(b.buyerA, "free@b.example.jp")))
	b.finA.post("/api/BuyerCompanyUser/CheckUser", userBody(b.buyerA, "no address")).want(422) // which tells nothing
	// A colleague and another bank go on, and so does he a minute later.
	check(second, "FinancialUser", "fin@b.example.jp").want(200)
	check(b.finB, "FinancialUser", "fin@a.example.jp").want(200)
	b.clock.Add(time.Minute - time.Second)
	check(b.finA, "FinancialUser", "fin@b.example.jp").want(429)
	b.clock.Add(time.Second)
	b.finA.post("/api/BuyerCompanyUser/RegistUser", userBody(b.buyerA, "fin@b.example.jp")).want(422).has(company.LoginIDTaken)
	b.finA.post("/api/BuyerCompanyUser/RegistUser", userBody(b.buyerA, "free@b.example.jp")).want(200)

	log := b.signInOffice("admin@a.example.jp").get("/api/Office/GetAuditList?limit=100&event=login_id_checked").want(200).
		has(`"result":"refused"`, `"result":"throttled"`, `"result":"ok"`).hasNot("fin@b.example.jp", "probe1@b.example.jp")
	digest := b.a.Keys.HashLoginID("fin@b.example.jp")
	if n := strings.Count(log.body, digest[:12]); n < 5 || strings.Contains(log.body, digest) {
		t.Errorf("%d lines about the same address", n)
	}
}

// One household has a /64 of addresses: its failures are counted as one address's (domain.md 0.14).
func TestLockoutCountsNetworksOfIPv6(t *testing.T) {
	p := newLockout(t)
	from := func(network string, i int) string { return fmt.Sprintf("[%s:%x::%x]", network, i*7, i+1) }
	for i := range 30 {
		p.signInFrom(from("2001:db8:1:2", i), fmt.Sprintf("guess%d@a.example.jp", i), "wrong", "").want(400)
	}
	p.signInFrom(from("2001:db8:1:2", 99), "fin@a.example.jp", testPassword, "").want(429).has(auth.LockoutMessage)
	p.signInFrom("[fe80::1%25eth0]", "fin@a.example.jp", testPassword, "").want(200)
	p.signInFrom(from("2001:db8:1:3", 99), "fin@a.example.jp", testPassword, "").want(200)

	// Five for one ID from one network, and the same address of IPv4 however it is written.
	p.clock.Add(31 * time.Minute)
	for i := range 5 {
		p.signInFrom(from("2001:db8:9:9", i), "fin2@a.example.jp", "wrong", "").want(400)
	}
	p.signInFrom(from("2001:db8:9:9", 50), "fin2@a.example.jp", testPassword, "").want(429)
	p.signInFrom(from("2001:db8:9:8", 50), "fin2@a.example.jp", testPassword, "").want(200)
	for i := range 5 {
		p.signInFrom([]string{"[::ffff:192.0.2.7]", "192.0.2.7"}[i%2], "fin@a.example.jp", "wrong", "").want(400)
	}
	p.signInFrom("192.0.2.7", "fin@a.example.jp", testPassword, "").want(429)
	p.signInFrom("[::ffff:192.0.2.7]", "fin@a.example.jp", testPassword, "").want(429)
	p.signInFrom("192.0.2.8", "fin@a.example.jp", testPassword, "").want(200)
	for who, want := range map[string]string{"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "::ffff:192.0.2.1": "192.0.2.1", "192.0.2.1": "192.0.2.1", "fe80::1%eth0": "fe80::/64", "reset abc": "reset abc"} {
		if got := web.ThrottleKey(who); got != want {
			t.Errorf("%s counts as %s, want %s", who, got, want)
		}
	}
	var whole int
	p.sqlScan("SELECT count(*) FROM audit WHERE ip = '2001:db8:1:2:cb::1e'", &whole)
	if whole == 0 {
		t.Error("the audit has not the whole address")
	}
}

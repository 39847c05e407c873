package company_test

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// The whole way: invited, registered, returned with a comment, mended, approved, signed in.
func TestRegistrationByKey(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	const login = "hana@buyer.example.jp"
	id, key := b.FinA.Invited(login)

	// What the bank entered is there; what it notes, and who it is, is not.
	page := b.OpenRegistration(key).Want(200).
		Has(`"industryType":["12005","13003"]`, `"prefecturecode":"23"`, `"industryOtherText12005":"古民家再生"`, "新井 はな", login, `"returnComment":""`,
			`"isPasswordSet":false`, `"isSignedUp":false`,
			"利用規約", `"termsVersion":1`, "暴力団", `"declarationVersion":1`, `"expires":"`).
		HasNot("極秘のメモ", "C-77", "内々の備考", "湊星銀行", b.AID, id, "9981", "details", "inCharge", "remark", "version\":0")
	if page.Header.Get("Cache-Control") != "no-store" {
		t.Error("the page of a key may be kept")
	}

	// Step by step, all that is wrong at once, under the name of its part; nothing is stored.
	check := func(fields map[string]any) apptest.Result {
		return b.Visitor().Post("/api/Public/CheckRegistrationByKey", apptest.With(fields, map[string]any{"key": key}))
	}
	check(map[string]any{"overview": map[string]any{"memberType": 7}}).Want(422).Has(`"overview.memberType"`, `"overview.industryType"`,
		`"overview.location"`).HasNot("details.", "user.")
	check(map[string]any{"details": map[string]any{"corporateRegistrationNumber": "123"}}).Want(422).Has(`"details.companyName"`,
		`"details.corporateRegistrationNumber"`, `"details.cityCode"`)
	check(map[string]any{"user": map[string]any{"loginId": "x", "password": "short"}}).Want(422).Has(`"user.loginId"`, `"user.userName"`,
		`"user.password"`)
	check(map[string]any{"user": apptest.With(apptest.RegistrationUserBody(login),
		map[string]any{"password": ""})}).Want(422).Has(`"user.password"`).HasNot("loginId")
	check(map[string]any{"details": apptest.RegistrationDetailsBody(" 株式会社みなと ")}).Want(200).
		Has(`"companyName":"株式会社みなと"`, `"representativePhoneNumber":"052-123-4567"`, `"cityName":"名古屋市中村区"`).HasNot("overview",
		apptest.TestPassword)
	check(map[string]any{"user": apptest.RegistrationUserBody(login)}).Want(200).Has(`"userNameKana":"アライ ハナ"`).HasNot(apptest.TestPassword)
	b.FinA.Get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + id).Want(400)

	// Without terms or declaration, and with older ones.
	send := func(changes map[string]any) apptest.Result {
		return b.Visitor().Post("/api/Public/RegistBuyerCompanyByKey", apptest.With(apptest.Registration(key, "株式会社みなと", login), changes))
	}
	send(map[string]any{"termsVersion": 0, "declarationVersion": 0}).Want(422).Has(`"termsVersion"`, `"declarationVersion"`)
	send(map[string]any{"termsVersion": 9}).Want(409).Has("terms_changed", "新しい文")
	b.FinA.Get("/api/BuyerCompany/GetRegistration?companyId=" + id).Want(400)
	b.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).Want(200).Has(`"status":5`)

	// Mass assignment: what is not of the form is no field of it.
	for _, f := range []string{"status", "inChargeFinancialInstitutionId", "financialMemo", "registrationId", "remark", "companyId", "isTrial",
		"version"} {
		send(map[string]any{"overview": apptest.With(apptest.RegistrationOverviewBody, map[string]any{f: 1})}).Want(422).Has(f)
	}
	for _, f := range []string{"status", "companyId", "version"} {
		send(map[string]any{"details": apptest.With(apptest.RegistrationDetailsBody("x"), map[string]any{f: 1})}).Want(422).Has(f)
	}
	for _, f := range []string{"status", "userId", "clientId", "systemType", "registType"} {
		send(map[string]any{"user": apptest.With(apptest.RegistrationUserBody(login), map[string]any{f: 2})}).Want(422).Has(f)
	}
	send(map[string]any{"institutionId": b.BID}).Want(422)

	send(map[string]any{"overview": apptest.With(apptest.RegistrationOverviewBody, map[string]any{"salesAmount": 4})}).Want(200)
	if mails := b.Mails("fin@a.example.jp"); len(mails) != 1 || !strings.Contains(mails[0].Text, "/buyer-company-manage/"+id) ||
		strings.Contains(mails[0].Text, "みなと") {
		t.Errorf("the bank's mails: %+v", mails)
	}
	if n := len(b.Mails("fin@b.example.jp")); n != 0 {
		t.Errorf("another bank got %d mails", n)
	}
	// The key is used: the page and a replay answer as for a key that never was.
	nothing := b.OpenRegistration(strings.Repeat("A", 43)).Want(400).Has("link_not_available").HasNot("湊星銀行")
	b.OpenRegistration(key).SameAs(nothing)
	send(nil).SameAs(nothing)
	// Nobody signs in before the bank has agreed.
	b.Sign(login, apptest.TestPassword+"-buyer").Want(400).Has("invalid_grant")
	// The bank cannot let the person in past the company.
	u := apptest.UserIDOf(b.Platform, login)
	b.FinA.Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"userId": u, "version": 2, "loginId": login, "userName": "新井 花",
		"status": 2}).Want(409).Has("企業の登録")

	// The bank sees exactly what was entered, and what changed; others nothing.
	b.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+id).Want(200).Has(`"status":11`, "FinancialNotApproved", "極秘のメモ",
		"内々の備考")
	review := b.FinA.Get("/api/BuyerCompany/GetRegistration?companyId="+id).Want(200).
		Has("株式会社みなと", `"changed":["overview.salesAmount","user.phone1","user.position","user.userName","user.userNameKana"]`,
			`"changedSince":[]`, `"decision":""`).HasNot("previous", apptest.TestPassword, "argon")
	for _, c := range []*apptest.Caller{b.FinB, b.BuyA, b.BuyB} {
		c.Get("/api/BuyerCompany/GetRegistration?companyId=" + id).Want(400).SameAs(c.Get("/api/BuyerCompany/GetRegistration?companyId=" +
			apptest.NoID))
	}
	first := review.JSON()["registrationId"]

	const comment = "住所の番地をご確認ください。"
	decideRegistration(b.FinA, id, "return", "").Want(422)
	b.FinB.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus",
		map[string]any{"companyId": id, "expectedStatus": 11, "event": "approve", "registrationId": first}).Want(400)
	b.FinA.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus",
		map[string]any{"companyId": id, "expectedStatus": 11, "event": "approve"}).Want(409).Has("stale")
	decideRegistration(b.FinA, id, "return", comment).Want(200)
	if m := b.Mails(login)[0]; strings.Contains(m.Text, comment) || strings.Contains(m.Text, "湊星銀行") ||
		!strings.Contains(m.Text, "/buyer-company-register/") {
		t.Errorf("the mail of the return: %s", m.Text)
	}
	again := b.RegistrationKey(login)
	b.OpenRegistration(key).SameAs(nothing)
	b.OpenRegistration(again).Want(200).Has(comment, "株式会社みなと", `"salesAmount":4`, `"isPasswordSet":true`, "新井 花").HasNot("湊星銀行", "極秘のメモ", id)
	for _, c := range []*apptest.Caller{b.FinB, b.BuyA, b.BuyB} {
		c.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).Want(400)
	}

	// Mended: the password stays where none is sent; the address may be another.
	const moved = "hana2@buyer.example.jp"
	mended := apptest.Registration(again, "株式会社みなと", moved)
	mended["details"] = apptest.With(apptest.RegistrationDetailsBody("株式会社みなと"), map[string]any{"buildingName": "2-2"})
	delete(mended["user"].(map[string]any), "password")
	b.Visitor().Post("/api/Public/RegistBuyerCompanyByKey", mended).Want(200)
	// saw the first one
	b.FinA.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus",
		map[string]any{"companyId": id, "expectedStatus": 11, "event": "approve", "registrationId": first}).Want(409).Has("stale")
	b.FinA.Get("/api/BuyerCompany/GetRegistration?companyId="+id).Want(200).Has(`"changedSince":["details.buildingName","overview.salesAmount","user.loginId"]`, comment, `"previous"`, "user.loginId")
	decideRegistration(b.FinA, id, "approve", "").Want(200)
	b.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+id).Want(200).Has(`"status":1`, "Public").HasNot(comment)
	b.FinA.Get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId="+id).Want(200).Has(`"status":1`, "2-2")
	if m := b.Mails(moved)[0]; !strings.Contains(m.Text, "/login") {
		t.Errorf("the mail of the approval: %s", m.Text)
	}
	b.Sign(login, apptest.TestPassword+"-buyer").Want(400)
	b.Sign(moved, apptest.TestPassword+"-buyer").Want(200)
	b.OpenRegistration(again).SameAs(nothing)
	b.FinA.Get("/api/BuyerCompany/GetCompanyHistory?companyId="+id).Want(200).Has("登録の申込みがありました", "差戻しました", "承認しました", "新井 花")
	b.Read(func(q *store.Q) error {
		c, err := q.CompanyOf(id)
		if err == nil && (c.AntisocialDeclared.IsZero() || c.FinancialMemo != "極秘のメモ" || c.Remark != "内々の備考" || c.InstitutionID != b.AID) {
			t.Errorf("%+v", c)
		}
		return err
	})
}

// Keys that do not open answer alike: none of them tells that it was one.
func TestRegistrationKeysThatDoNotOpen(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	const login = "hana@buyer.example.jp"
	id, key := b.FinA.Invited(login)
	_, other := b.FinB.Invited("other@buyer.example.jp")
	nothing := b.OpenRegistration("").Want(400)
	for _, guess := range []string{key[:42], key + "A", strings.ToUpper(key), " " + key, "../" + key} {
		b.OpenRegistration(guess).SameAs(nothing)
		b.Register(guess, "x", login).SameAs(nothing)
	}
	b.OpenRegistration(key).Want(200) // five wrong guesses do not take it from its owner

	// A key opens its own company and no other, and not what other keys open.
	b.OpenRegistration(other).Want(200).Has("other@buyer.example.jp").HasNot(login)
	b.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": key}).Want(400)
	b.Visitor().Post("/api/Public/SetPasswordByKey", map[string]any{"key": key, "password": apptest.TestPassword + "-x"}).Want(400)
	b.Reset("fin@a.example.jp").Want(200)
	b.OpenRegistration(b.MailedKey("fin@a.example.jp")).SameAs(nothing)

	// A resend replaces it.
	b.FinA.Send("PUT", "/api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": id}).Want(200)
	b.OpenRegistration(key).SameAs(nothing)
	key = b.RegistrationKey(login)
	b.OpenRegistration(key).Want(200)

	// A login ID that exists anywhere is 使用できません, in another case too, and no more.
	for _, taken := range []string{"fin@b.example.jp", "BUY@a.example.jp", "other@buyer.example.jp"} {
		b.Register(key, "株式会社みなと", taken).Want(422).Has(`"user.loginId"`, company.LoginIDTaken).HasNot("蒼陵", "details.")
	}

	// A company that was put out of use, a user that was stopped, 14 days.
	stop := func(event string, seen int) {
		b.FinA.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus",
			map[string]any{"companyId": id, "expectedStatus": seen, "event": event}).Want(200)
	}
	stop("disable", 5)
	b.OpenRegistration(key).SameAs(nothing)
	stop("enable", 2)
	b.OpenRegistration(key).SameAs(nothing)
	b.MoveUser(apptest.UserIDOf(b.Platform, "other@buyer.example.jp"), deal.UserBlocked)
	b.OpenRegistration(other).SameAs(nothing)
	_, key = b.FinA.Invited("late@buyer.example.jp")
	b.Clock.Add(14*24*time.Hour - time.Second)
	b.OpenRegistration(key).Want(200)
	b.Clock.Add(time.Second)
	b.OpenRegistration(key).SameAs(nothing)
	b.Register(key, "x", "late@buyer.example.jp").SameAs(nothing)

	// Whoever goes on guessing is held up.
	limited := 0
	for range 80 {
		if b.OpenRegistration("A").Status == 429 {
			limited++
		}
	}
	if limited == 0 {
		t.Error("guesses are not limited")
	}
}

// Twenty at once with one key: one registration, one mail.
func TestRegistrationOnce(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	id, key := b.FinA.Invited("hana@buyer.example.jp")
	watch := apptest.NewWatcher(t, b.Platform)
	won := 0
	for _, r := range apptest.Together(20, func(int) apptest.Result { return b.Register(key, "株式会社みなと", "hana@buyer.example.jp") }) {
		switch r.Status {
		case 200:
			won++
		case 400, 503: // 503: the queue of the password hashes is bounded
		default:
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	if n := apptest.TableRows(t, watch, "registration"); won != 1 || n != 1 || len(b.Mails("fin@a.example.jp")) != 1 {
		t.Errorf("%d won, %d rows, %d mails", won, n, len(b.Mails("fin@a.example.jp")))
	}
	// The bank's own saving ends what waits; the key's password holds.
	b.FinA.Post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync",
		apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "companyName": "株式会社みなと", "version": 1})).Want(200)
	b.FinA.Get("/api/BuyerCompany/GetRegistration?companyId=" + id).Want(200).Has(`"decision":"replaced"`)
	b.Sign("hana@buyer.example.jp", apptest.TestPassword+"-buyer").Want(200)
}

// What was never approved is no registration: out of use and back leads to 3.
func TestRegistrationNotByTheBackDoor(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	id, key := b.FinA.Invited("hana@buyer.example.jp")
	b.Register(key, "株式会社みなと", "hana@buyer.example.jp").Want(200)
	for _, move := range []struct {
		event string
		seen  int
	}{{"disable", 11}, {"enable", 2}} {
		b.FinA.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus",
			map[string]any{"companyId": id, "expectedStatus": move.seen, "event": move.event}).Want(200)
	}
	b.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).Want(200).Has(`"status":3`)
	b.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).Want(400)
	b.Sign("hana@buyer.example.jp", apptest.TestPassword+"-buyer").Want(400)
}

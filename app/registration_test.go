package app

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// The whole way: invited, registered, returned with a comment, mended, approved, signed in.
func TestRegistrationByKey(t *testing.T) {
	b := newBanks(newPlatform(t))
	const login = "hana@buyer.example.jp"
	id, key := b.finA.invited(login)

	// What the bank entered is there; what it notes, and who it is, is not.
	page := b.openRegistration(key).want(200).
		has(`"industryType":["12005","13003"]`, `"prefecturecode":"23"`, `"industryOtherText12005":"古民家再生"`, "新井 はな", login, `"returnComment":""`, `"isPasswordSet":false`, `"isSignedUp":false`,
			"利用規約", `"termsVersion":1`, "暴力団", `"declarationVersion":1`, `"expires":"`).
		hasNot("極秘のメモ", "C-77", "内々の備考", "湊星銀行", b.aID, id, "9981", "details", "inCharge", "remark", "version\":0")
	if page.header.Get("Cache-Control") != "no-store" {
		t.Error("the page of a key may be kept")
	}

	// Step by step, all that is wrong at once, under the name of its part; nothing is stored.
	check := func(fields map[string]any) result {
		return b.visitor().post("/api/Public/CheckRegistrationByKey", with(fields, map[string]any{"key": key}))
	}
	check(map[string]any{"overview": map[string]any{"memberType": 7}}).want(422).has(`"overview.memberType"`, `"overview.industryType"`, `"overview.location"`).hasNot("details.", "user.")
	check(map[string]any{"details": map[string]any{"corporateRegistrationNumber": "123"}}).want(422).has(`"details.companyName"`, `"details.corporateRegistrationNumber"`, `"details.cityCode"`)
	check(map[string]any{"user": map[string]any{"loginId": "x", "password": "short"}}).want(422).has(`"user.loginId"`, `"user.userName"`, `"user.password"`)
	check(map[string]any{"user": with(registrationUserBody(login), map[string]any{"password": ""})}).want(422).has(`"user.password"`).hasNot("loginId")
	check(map[string]any{"details": registrationDetailsBody(" 株式会社みなと ")}).want(200).
		has(`"companyName":"株式会社みなと"`, `"representativePhoneNumber":"052-123-4567"`, `"cityName":"名古屋市中村区"`).hasNot("overview", testPassword)
	check(map[string]any{"user": registrationUserBody(login)}).want(200).has(`"userNameKana":"アライ ハナ"`).hasNot(testPassword)
	b.finA.get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + id).want(400)

	// Without terms or declaration, and with older ones.
	send := func(changes map[string]any) result {
		return b.visitor().post("/api/Public/RegistBuyerCompanyByKey", with(registration(key, "株式会社みなと", login), changes))
	}
	send(map[string]any{"termsVersion": 0, "declarationVersion": 0}).want(422).has(`"termsVersion"`, `"declarationVersion"`)
	send(map[string]any{"termsVersion": 9}).want(409).has("terms_changed", "新しい文")
	b.finA.get("/api/BuyerCompany/GetRegistration?companyId=" + id).want(400)
	b.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).want(200).has(`"status":5`)

	// Mass assignment: what is not of the form is no field of it.
	for _, f := range []string{"status", "inChargeFinancialInstitutionId", "financialMemo", "registrationId", "remark", "companyId", "isTrial", "version"} {
		send(map[string]any{"overview": with(registrationOverviewBody, map[string]any{f: 1})}).want(422).has(f)
	}
	for _, f := range []string{"status", "companyId", "version"} {
		send(map[string]any{"details": with(registrationDetailsBody("x"), map[string]any{f: 1})}).want(422).has(f)
	}
	for _, f := range []string{"status", "userId", "clientId", "systemType", "registType"} {
		send(map[string]any{"user": with(registrationUserBody(login), map[string]any{f: 2})}).want(422).has(f)
	}
	send(map[string]any{"institutionId": b.bID}).want(422)

	send(map[string]any{"overview": with(registrationOverviewBody, map[string]any{"salesAmount": 4})}).want(200)
	if mails := b.mails("fin@a.example.jp"); len(mails) != 1 || !strings.Contains(mails[0].Text, "/buyer-company-manage/"+id) || strings.Contains(mails[0].Text, "みなと") {
		t.Errorf("the bank's mails: %+v", mails)
	}
	if n := len(b.mails("fin@b.example.jp")); n != 0 {
		t.Errorf("another bank got %d mails", n)
	}
	// The key is used: the page and a replay answer as for a key that never was.
	nothing := b.openRegistration(strings.Repeat("A", 43)).want(400).has("link_not_available").hasNot("湊星銀行")
	b.openRegistration(key).sameAs(nothing)
	send(nil).sameAs(nothing)
	// Nobody signs in before the bank has agreed.
	b.sign(login, testPassword+"-buyer").want(400).has("invalid_grant")
	// The bank cannot let the person in past the company.
	u := userIDOf(b.platform, login)
	b.finA.post("/api/BuyerCompanyUser/RegistUser", map[string]any{"userId": u, "version": 2, "loginId": login, "userName": "新井 花", "status": 2}).want(409).has("企業の登録")

	// The bank sees exactly what was entered, and what changed; others nothing.
	b.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+id).want(200).has(`"status":11`, "FinancialNotApproved", "極秘のメモ", "内々の備考")
	review := b.finA.get("/api/BuyerCompany/GetRegistration?companyId="+id).want(200).
		has("株式会社みなと", `"changed":["overview.salesAmount","user.phone1","user.position","user.userName","user.userNameKana"]`, `"changedSince":[]`, `"decision":""`).hasNot("previous", testPassword, "argon")
	for _, c := range []*caller{b.finB, b.buyA, b.buyB} {
		c.get("/api/BuyerCompany/GetRegistration?companyId=" + id).want(400).sameAs(c.get("/api/BuyerCompany/GetRegistration?companyId=" + noID))
	}
	first := review.json()["registrationId"]

	const comment = "住所の番地をご確認ください。"
	b.finA.decideRegistration(id, "return", "").want(422)
	b.finB.send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": id, "expectedStatus": 11, "event": "approve", "registrationId": first}).want(400)
	b.finA.send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": id, "expectedStatus": 11, "event": "approve"}).want(409).has("stale")
	b.finA.decideRegistration(id, "return", comment).want(200)
	if m := b.mails(login)[0]; strings.Contains(m.Text, comment) || strings.Contains(m.Text, "湊星銀行") || !strings.Contains(m.Text, "/buyer-company-register/") {
		t.Errorf("the mail of the return: %s", m.Text)
	}
	again := b.registrationKey(login)
	b.openRegistration(key).sameAs(nothing)
	b.openRegistration(again).want(200).has(comment, "株式会社みなと", `"salesAmount":4`, `"isPasswordSet":true`, "新井 花").hasNot("湊星銀行", "極秘のメモ", id)
	for _, c := range []*caller{b.finB, b.buyA, b.buyB} {
		c.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).want(400)
	}

	// Mended: the password stays where none is sent; the address may be another.
	const moved = "hana2@buyer.example.jp"
	mended := registration(again, "株式会社みなと", moved)
	mended["details"] = with(registrationDetailsBody("株式会社みなと"), map[string]any{"buildingName": "2-2"})
	delete(mended["user"].(map[string]any), "password")
	b.visitor().post("/api/Public/RegistBuyerCompanyByKey", mended).want(200)
	b.finA.send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": id, "expectedStatus": 11, "event": "approve", "registrationId": first}).want(409).has("stale") // saw the first one
	b.finA.get("/api/BuyerCompany/GetRegistration?companyId="+id).want(200).has(`"changedSince":["details.buildingName","overview.salesAmount","user.loginId"]`, comment, `"previous"`, "user.loginId")
	b.finA.decideRegistration(id, "approve", "").want(200)
	b.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+id).want(200).has(`"status":1`, "Public").hasNot(comment)
	b.finA.get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId="+id).want(200).has(`"status":1`, "2-2")
	if m := b.mails(moved)[0]; !strings.Contains(m.Text, "/login") {
		t.Errorf("the mail of the approval: %s", m.Text)
	}
	b.sign(login, testPassword+"-buyer").want(400)
	b.sign(moved, testPassword+"-buyer").want(200)
	b.openRegistration(again).sameAs(nothing)
	b.finA.get("/api/BuyerCompany/GetCompanyHistory?companyId="+id).want(200).has("登録の申込みがありました", "差戻しました", "承認しました", "新井 花")
	b.read(func(q *store.Q) error {
		c, err := q.CompanyOf(id)
		if err == nil && (c.AntisocialDeclared.IsZero() || c.FinancialMemo != "極秘のメモ" || c.Remark != "内々の備考" || c.InstitutionID != b.aID) {
			t.Errorf("%+v", c)
		}
		return err
	})
}

// Keys that do not open answer alike: none of them tells that it was one.
func TestRegistrationKeysThatDoNotOpen(t *testing.T) {
	b := newBanks(newPlatform(t))
	const login = "hana@buyer.example.jp"
	id, key := b.finA.invited(login)
	_, other := b.finB.invited("other@buyer.example.jp")
	nothing := b.openRegistration("").want(400)
	for _, guess := range []string{key[:42], key + "A", strings.ToUpper(key), " " + key, "../" + key} {
		b.openRegistration(guess).sameAs(nothing)
		b.register(guess, "x", login).sameAs(nothing)
	}
	b.openRegistration(key).want(200) // five wrong guesses do not take it from its owner

	// A key opens its own company and no other, and not what other keys open.
	b.openRegistration(other).want(200).has("other@buyer.example.jp").hasNot(login)
	b.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": key}).want(400)
	b.visitor().post("/api/Public/SetPasswordByKey", map[string]any{"key": key, "password": testPassword + "-x"}).want(400)
	b.reset("fin@a.example.jp").want(200)
	b.openRegistration(b.mailedKey("fin@a.example.jp")).sameAs(nothing)

	// A resend replaces it.
	b.finA.send("PUT", "/api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": id}).want(200)
	b.openRegistration(key).sameAs(nothing)
	key = b.registrationKey(login)
	b.openRegistration(key).want(200)

	// A login ID that exists anywhere is 使用できません, in another case too, and no more.
	for _, taken := range []string{"fin@b.example.jp", "BUY@a.example.jp", "other@buyer.example.jp"} {
		b.register(key, "株式会社みなと", taken).want(422).has(`"user.loginId"`, company.LoginIDTaken).hasNot("蒼陵", "details.")
	}

	// A company that was put out of use, a user that was stopped, 14 days.
	stop := func(event string, seen int) {
		b.finA.send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": id, "expectedStatus": seen, "event": event}).want(200)
	}
	stop("disable", 5)
	b.openRegistration(key).sameAs(nothing)
	stop("enable", 2)
	b.openRegistration(key).sameAs(nothing)
	b.moveUser(userIDOf(b.platform, "other@buyer.example.jp"), deal.UserBlocked)
	b.openRegistration(other).sameAs(nothing)
	_, key = b.finA.invited("late@buyer.example.jp")
	b.clock.Add(14*24*time.Hour - time.Second)
	b.openRegistration(key).want(200)
	b.clock.Add(time.Second)
	b.openRegistration(key).sameAs(nothing)
	b.register(key, "x", "late@buyer.example.jp").sameAs(nothing)

	// Whoever goes on guessing is held up.
	limited := 0
	for range 80 {
		if b.openRegistration("A").status == 429 {
			limited++
		}
	}
	if limited == 0 {
		t.Error("guesses are not limited")
	}
}

// Twenty at once with one key: one registration, one mail.
func TestRegistrationOnce(t *testing.T) {
	b := newBanks(newPlatform(t))
	id, key := b.finA.invited("hana@buyer.example.jp")
	watch := newWatcher(t, b.platform)
	won := 0
	for _, r := range together(20, func(int) result { return b.register(key, "株式会社みなと", "hana@buyer.example.jp") }) {
		switch r.status {
		case 200:
			won++
		case 400, 503: // 503: the queue of the password hashes is bounded
		default:
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	if n := tableRows(t, watch, "registration"); won != 1 || n != 1 || len(b.mails("fin@a.example.jp")) != 1 {
		t.Errorf("%d won, %d rows, %d mails", won, n, len(b.mails("fin@a.example.jp")))
	}
	// The bank's own saving ends what waits; the key's password holds.
	b.finA.post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync", with(detailsBody, map[string]any{"companyId": id, "companyName": "株式会社みなと", "version": 1})).want(200)
	b.finA.get("/api/BuyerCompany/GetRegistration?companyId=" + id).want(200).has(`"decision":"replaced"`)
	b.sign("hana@buyer.example.jp", testPassword+"-buyer").want(200)
}

// What was never approved is no registration: out of use and back leads to 3.
func TestRegistrationNotByTheBackDoor(t *testing.T) {
	b := newBanks(newPlatform(t))
	id, key := b.finA.invited("hana@buyer.example.jp")
	b.register(key, "株式会社みなと", "hana@buyer.example.jp").want(200)
	for _, move := range []struct {
		event string
		seen  int
	}{{"disable", 11}, {"enable", 2}} {
		b.finA.send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": id, "expectedStatus": move.seen, "event": move.event}).want(200)
	}
	b.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).want(200).has(`"status":3`)
	b.finB.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + id).want(400)
	b.sign("hana@buyer.example.jp", testPassword+"-buyer").want(400)
}

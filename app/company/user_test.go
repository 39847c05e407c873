package company_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/task"
	"tsunagu/store"
)

func TestSellersContacts(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	id := b.FinA.Seller("株式会社あおば製作所")
	// Contacts never sign in: they may repeat, and whoever signs in elsewhere may be one.
	for range 2 {
		b.FinA.Post("/api/SellerCompanyUser/RegistUser", apptest.With(apptest.UserBody(id, "fin@a.example.jp"),
			map[string]any{"systemType": 2, "registType": 3, "userType": 2, "memberType": 1, "status": 2})).Want(200)
	}
	b.FinA.Get("/api/SellerCompanyUser/CheckMailAddress?mailAddress=fin@a.example.jp&userType=3").Want(200).Has(`"isAvailable":true`)
	b.FinA.Get("/api/SellerCompanyUser/GetUsersList?clientId="+id+"&userType=3").Want(200).Has(`"userNameKana":"リヨウ タロウ"`,
		`"phone1":"052-123-4567"`, `"status":2`, `"isInvited":false`)
	if mails := b.Mails("fin@a.example.jp"); len(mails) != 0 {
		t.Errorf("a contact got %d mails", len(mails))
	}
	b.Read(func(q *store.Q) error {
		users, err := q.UsersOf(id, int(deal.RoleSEL))
		for _, u := range users {
			if u.SystemType != int(deal.SystemUser) || u.UserType != int(deal.UserTypeSEL) || u.RegistType != int(deal.RegistFinancialInstitution) {
				t.Errorf("assigned from outside: %+v", u)
			}
		}
		return err
	})
	for _, c := range []*apptest.Caller{b.FinB, b.BuyA} {
		c.Get("/api/SellerCompanyUser/GetUsersList?clientId=" + id).Want(400).SameAs(c.Get("/api/SellerCompanyUser/GetUsersList?clientId=" +
			apptest.NoID))
	}
	b.FinB.Post("/api/SellerCompanyUser/RegistUser", apptest.UserBody(id, "x@x.example.jp")).Want(400)
	b.FinA.Post("/api/SellerCompanyUser/RegistUser", map[string]any{"clientId": id, "loginId": "a@b, c@d", "phone1": "x",
		"userNameKana": "漢字"}).Want(422).Has(`"loginId"`, `"userName"`, `"phone1"`, `"userNameKana"`)
}

func TestBankUsers(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	id := b.FinA.Post("/api/FinancialUser/RegistUser", apptest.UserBody("", "new@a.example.jp")).Want(200).Text()
	mails := b.Mails("new@a.example.jp")
	if len(mails) != 1 || !strings.Contains(mails[0].Text, "/password-set?key=") {
		t.Fatalf("mails %+v", mails)
	}
	row := b.FinA.Get("/api/FinancialUser/GetUser?userId="+id).Want(200).Has(`"status":1`, `"isInvited":true`,
		`"isMe":false`).HasNot("password", "Hash").JSON()
	for _, path := range []string{"GetUser?userId=" + id, "GetUsersList?clientId=" + b.AID} {
		b.FinB.Get("/api/FinancialUser/" + path).Want(400).SameAs(b.FinB.Get("/api/FinancialUser/GetUser?userId=" + apptest.NoID))
		b.BuyA.Get("/api/FinancialUser/" + path).Want(400)
	}
	b.FinB.Post("/api/FinancialUser/RegistUser", apptest.UserBody(b.AID, "x@b.example.jp")).Want(400)
	// An ID that exists anywhere cannot be used, and no more is told; one's own can.
	for _, taken := range []string{"fin@b.example.jp", "ＦＩＮ@B.example.jp", "buy@b.example.jp"} {
		b.FinA.Post("/api/FinancialUser/RegistUser", apptest.UserBody("", taken)).Want(422).Has(company.LoginIDTaken)
		b.FinA.Get("/api/FinancialUser/CheckMailAddress?mailAddress="+url.QueryEscape(taken)).Want(200).Has(`"isAvailable":false`).HasNot("湊星",
			"蒼陵", "利用者")
	}
	b.FinA.Get("/api/FinancialUser/CheckMailAddress?mailAddress=new@a.example.jp&userId=" + id).Want(200).Has(`"isAvailable":true`)
	b.FinB.Get("/api/FinancialUser/CheckMailAddress?mailAddress=new@a.example.jp&userId=" + id).Want(200).Has(`"isAvailable":false`)

	// Before the first sign-in a wrong address can be mended; the link to the wrong one is revoked.
	edit := func(c *apptest.Caller, changes map[string]any) apptest.Result {
		return c.Post("/api/FinancialUser/RegistUser", apptest.With(apptest.With(apptest.UserBody("", "new@a.example.jp"),
			map[string]any{"userId": id, "version": row["version"]}), changes))
	}
	edit(b.FinB, nil).Want(400)
	edit(b.FinA, map[string]any{"status": 3}).Want(422).Has(`"status"`)
	edit(b.FinA, map[string]any{"loginId": "right@a.example.jp"}).Want(200)
	if got := b.Mails("right@a.example.jp"); len(got) != 1 {
		t.Errorf("%d mails to the right address", len(got))
	}
	edit(b.FinA, nil).Want(409)
	b.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": key(mails[0].Text)}).Want(400)
	// Whoever has a password keeps the ID: a colleague could take the account over by it.
	second := apptest.UserIDOf(b.Platform, "fin2@a.example.jp")
	b.FinA.Post("/api/FinancialUser/RegistUser", apptest.With(apptest.UserBody("", "evil@a.example.jp"),
		map[string]any{"userId": second, "version": 1})).Want(422).Has(`"loginId"`)
	b.FinA.Post("/api/FinancialUser/RegistUser", apptest.With(apptest.UserBody("", "fin2@a.example.jp"),
		map[string]any{"userId": second, "version": 1, "department": "融資部"})).Want(200)
	b.FinA.Send("PUT", "/api/FinancialUser/ReSendInvitation", map[string]any{"userId": second}).Want(409)
	b.FinA.Send("PUT", "/api/FinancialUser/ReSendInvitation", map[string]any{"userId": id}).Want(200)
	b.FinB.Send("PUT", "/api/FinancialUser/ReSendInvitation", map[string]any{"userId": id}).Want(400)
}

// key is the key of a mailed link.
func key(text string) string {
	_, after, _ := strings.Cut(text, "?key=")
	k, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(k)
}

func TestBuyersUsers(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	// A buyer asks for a colleague; the bank lets him in.
	id := b.BuyA.Post("/api/BuyerCompanyUser/RegistUser", apptest.UserBody("", "second@buyer.example.jp")).Want(200).Text()
	if n := len(b.Mails("second@buyer.example.jp")); n != 0 {
		t.Errorf("%d mails before the bank agreed", n)
	}
	if m := b.Mails("fin@a.example.jp"); len(m) != 1 || !strings.Contains(m[0].Text, "?tab=users") ||
		strings.Contains(m[0].Text, apptest.BuyerAName) {
		t.Errorf("the bank's mails %+v", m)
	}
	waits := func(c *apptest.Caller) apptest.Result { return c.Get("/api/MyPage/GetDesk") }
	waits(b.FinA).Want(200).Has(id, apptest.BuyerAName, task.OfUser().Title, `"place":"user"`)
	waits(b.FinB).Want(200).Has(`"taskList":[]`)
	waits(b.BuyA).Want(400)
	b.BuyA.Get("/api/BuyerCompanyUser/GetUser?userId="+id).Want(200).Has(`"status":1`, `"isInvited":false`, `"trialSendMail":0`)
	edit := func(c *apptest.Caller, version, status int) apptest.Result {
		return c.Post("/api/BuyerCompanyUser/RegistUser", apptest.With(apptest.UserBody(b.BuyerA, "second@buyer.example.jp"),
			map[string]any{"userId": id, "version": version, "status": status}))
	}
	edit(b.BuyA, 1, 2).Want(422).Has(`"status"`) // nobody lets himself in
	edit(b.FinB, 1, 2).Want(400)
	edit(b.BuyB, 1, 2).Want(400)
	edit(b.FinA, 1, 2).Want(200)
	waits(b.FinA).Want(200).Has(`"taskList":[]`)
	mails := b.Mails("second@buyer.example.jp")
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	b.Visitor().Post("/api/Public/SetPasswordByKey", map[string]any{"key": key(mails[0].Text),
		"password": apptest.TestPassword + "-x"}).Want(200)

	// Blocked: the very next request fails.
	me := apptest.UserIDOf(b.Platform, "buy@a.example.jp")
	b.FinA.Post("/api/BuyerCompanyUser/RegistUser", apptest.With(apptest.UserBody(b.BuyerA, "buy@a.example.jp"),
		map[string]any{"userId": me, "version": 1, "status": 3})).Want(200)
	b.BuyA.Get("/api/BuyerCompanyUser/GetUsersList").Want(401)
	list := b.FinA.Get("/api/BuyerCompanyUser/GetUsersList?clientId="+b.BuyerA+"&userType=1").Want(200).Has(`"status":3`,
		"second@buyer.example.jp")
	list.HasNot("buy@b.example.jp")
	for _, c := range []*apptest.Caller{b.FinB, b.BuyB} {
		c.Get("/api/BuyerCompanyUser/GetUsersList?clientId=" + b.BuyerA).Want(400)
		c.Get("/api/BuyerCompanyUser/GetUser?userId=" + id).Want(400).SameAs(c.Get("/api/BuyerCompanyUser/GetUser?userId=" + apptest.NoID))
	}
	// A user of one kind is nobody under another kind's path.
	b.FinA.Get("/api/FinancialUser/GetUser?userId=" + id).Want(400)
	b.FinA.Get("/api/BuyerCompanyUser/GetUsersList?clientId=" + b.BuyerA + "&userType=2").Want(400)
}

func TestNeeds(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	id := b.BuyA.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody,
		map[string]any{"industryOtherText12005": "使われない"})).Want(200).Text()
	b.BuyA.Get("/api/Needs/GetNeeds?needsId="+id).Want(200).Has(`"numberOfManagers":3`, `"acquisitionRegionArea":[6]`,
		`"acquisitionPriceTo":5`, `"version":1`).HasNot("使われない")
	shown := b.FinB.Get("/api/Needs/GetNeedsList?clientType=1&clientId=" +
		b.Searched(b.BID, b.BuyerA)).Want(200).HasNot(id).JSON()["needsList"].([]any)[0].(map[string]any)
	b.FinB.Get("/api/Needs/GetNeeds?needsId="+shown["needsId"].(string)).Want(200).Has(`"title":"東海の製造業の譲受けを希望"`).HasNot("version", "modified")
	b.FinB.Get("/api/Needs/GetNeeds?needsId=" + id).Want(400)
	b.BuyB.Get("/api/Needs/GetNeeds?needsId=" + id).Want(400).SameAs(b.BuyB.Get("/api/Needs/GetNeeds?needsId=" + apptest.NoID))
	for _, c := range []*apptest.Caller{b.FinB, b.BuyB} {
		c.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody, map[string]any{"needsId": id, "version": 1})).Want(400)
		c.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody, map[string]any{"clientId": b.BuyerA})).Want(400)
		c.Post("/api/Needs/RemoveNeeds", map[string]any{"needsId": id, "version": 1}).Want(400)
	}
	b.FinA.Post("/api/Needs/RegistNeeds", map[string]any{"clientId": b.BuyerA, "clientType": 2, "acquisitionPrice": 8,
		"acquisitionAsset": []int{99}, "acquisitionRegionArea": []int{99, 6},
		"negotiationTarget": []int{77}, "acquisitionDeadline": 8}).Want(422).
		Has(`"clientType"`, `"title"`, `"acquisitionIndustry"`, `"acquisitionPrice"`, `"acquisitionAssetOther"`, `"acquisitionRegionArea"`,
			`"negotiationTarget"`, `"acquisitionDeadline"`)
	b.FinA.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody,
		map[string]any{"clientId": b.BuyerA, "acquisitionPrice": 6, "acquisitionPriceTo": 2})).Want(422).Has(`"acquisitionPriceTo"`)
	b.FinA.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody,
		map[string]any{"needsId": id, "version": 1, "title": "変えた表題"})).Want(200)
	b.BuyA.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody, map[string]any{"needsId": id, "version": 1})).Want(409)
	b.BuyA.Post("/api/Needs/RemoveNeeds", map[string]any{"needsId": id, "version": 2}).Want(200)
	b.BuyA.Get("/api/Needs/GetNeedsList").Want(200).Has(`"needsList":[]`)
	b.BuyA.Get("/api/Needs/GetNeeds?needsId=" + id).Want(400)
	// A seller has no needs.
	seller := b.FinA.Seller("株式会社あおば製作所")
	b.FinA.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody, map[string]any{"clientId": seller})).Want(400)
}

// What would name the buyer is told before it is saved, to those who maintain it alone.
func TestNeedsNameNobody(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	body := apptest.With(apptest.NeedsBody, map[string]any{"clientId": b.BuyerA, "title": "青嵐精機の譲受け希望",
		"detail": "名古屋市の設備会社。連絡は052-123-4567まで。"})
	b.FinA.Post("/api/Needs/CheckNeeds", body).Want(200).Has(`"field":"title"`, "青嵐精機", `"field":"detail"`, "052-123-4567")
	b.FinA.Post("/api/Needs/CheckNeeds", apptest.With(apptest.NeedsBody,
		map[string]any{"clientId": b.BuyerA})).Want(200).Has(`"anonymityWarnings":[]`)
	for _, c := range []*apptest.Caller{b.FinB, b.BuyB} {
		c.Post("/api/Needs/CheckNeeds", body).Want(400).HasNot("青嵐")
	}
	b.BuyA.Post("/api/Needs/RegistNeeds", body).Want(200) // a warning forbids nothing
}

func TestFinancial(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	body := map[string]any{"version": 1, "representativeName": "頭取 一郎", "postcode": "4500002", "prefecture": "23", "city": "23105",
		"address": "名駅1-1", "phone": "052-123-4567",
		"responsibleParsonName": "担当 花子", "responsibleParsonTel": "052-123-4568", "responsibleParsonMail": "ma@a.example.jp",
		"salesRegion": "[6,7]", "handlingBusiness": []int{1}}
	b.FinA.Post("/api/Financial/RegistFinancial", apptest.With(body,
		map[string]any{"financialId": b.BID})).Want(400).SameAs(b.FinA.Post("/api/Financial/RegistFinancial",
		apptest.With(body, map[string]any{"financialId": apptest.NoID})))
	b.FinA.Post("/api/Financial/RegistFinancial", map[string]any{"version": 1, "financialName": "別の銀行", "financialCode": "9999",
		"prefecture": "23", "city": "13101"}).Want(422).
		Has(`"financialName"`, `"financialCode"`, `"representativeName"`, `"city"`, `"responsibleParsonMail"`)
	b.FinA.Post("/api/Financial/RegistFinancial", body).Want(200)
	b.FinA.Post("/api/Financial/RegistFinancial", body).Want(409)
	b.FinA.Get("/api/Financial/GetFinancialInfo").Want(200).Has("頭取 一郎", "ma@a.example.jp", `"salesRegion":[6,7]`, `"isMine":true`,
		`"modifier":"利用者 fin@a.example.jp"`)
	b.FinB.Get("/api/Financial/GetFinancialInfo?financialId="+b.AID).Want(200).Has("湊星銀行", `"isMine":false`).HasNot("頭取", "ma@a.example.jp",
		"052-", "担当 花子", "modifier", "version")
	b.FinB.Get("/api/Financial/GetFinancialInfo?financialId=" + apptest.NoID).Want(400)
	b.BuyA.Get("/api/Financial/GetFinancialInfo?financialId=" + b.AID).Want(400)
	b.FinA.Get(fmt.Sprintf("/api/Financial/RestFinancial?notTargetFinancialId=%s&pageNumber=1&limit=99999999",
		b.AID)).Want(200).Has(`"allCount":1`, "蒼陵信用金庫").HasNot("湊星銀行")
}

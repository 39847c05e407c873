package app

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/store"
)

func userBody(clientID, loginID string) map[string]any {
	return map[string]any{"clientId": clientID, "loginId": loginID, "userName": "利用 太郎", "userNameKana": "りよう　たろう", "department": "総務部", "phone1": "０５２－１２３－４５６７"}
}

func TestSellersContacts(t *testing.T) {
	b := newBanks(newPlatform(t))
	id := b.finA.seller("株式会社あおば製作所")
	// Contacts never sign in: they may repeat, and whoever signs in elsewhere may be one.
	for range 2 {
		b.finA.post("/api/SellerCompanyUser/RegistUser", with(userBody(id, "fin@a.example.jp"), map[string]any{"systemType": 2, "registType": 3, "userType": 2, "memberType": 1, "status": 2})).want(200)
	}
	b.finA.get("/api/SellerCompanyUser/CheckMailAddress?mailAddress=fin@a.example.jp&userType=3").want(200).has(`"isAvailable":true`)
	b.finA.get("/api/SellerCompanyUser/GetUsersList?clientId="+id+"&userType=3").want(200).has(`"userNameKana":"リヨウ タロウ"`, `"phone1":"052-123-4567"`, `"status":2`, `"isInvited":false`)
	if mails := b.mails("fin@a.example.jp"); len(mails) != 0 {
		t.Errorf("a contact got %d mails", len(mails))
	}
	b.read(func(q *store.Q) error {
		users, err := q.UsersOf(id, int(deal.RoleSEL))
		for _, u := range users {
			if u.SystemType != int(deal.SystemUser) || u.UserType != int(deal.UserTypeSEL) || u.RegistType != int(deal.RegistFinancialInstitution) {
				t.Errorf("assigned from outside: %+v", u)
			}
		}
		return err
	})
	for _, c := range []*caller{b.finB, b.buyA} {
		c.get("/api/SellerCompanyUser/GetUsersList?clientId=" + id).want(400).sameAs(c.get("/api/SellerCompanyUser/GetUsersList?clientId=" + noID))
	}
	b.finB.post("/api/SellerCompanyUser/RegistUser", userBody(id, "x@x.example.jp")).want(400)
	b.finA.post("/api/SellerCompanyUser/RegistUser", map[string]any{"clientId": id, "loginId": "a@b, c@d", "phone1": "x", "userNameKana": "漢字"}).want(422).has(`"loginId"`, `"userName"`, `"phone1"`, `"userNameKana"`)
}

func TestBankUsers(t *testing.T) {
	b := newBanks(newPlatform(t))
	id := b.finA.post("/api/FinancialUser/RegistUser", userBody("", "new@a.example.jp")).want(200).text()
	mails := b.mails("new@a.example.jp")
	if len(mails) != 1 || !strings.Contains(mails[0].Text, "/password-set?key=") {
		t.Fatalf("mails %+v", mails)
	}
	row := b.finA.get("/api/FinancialUser/GetUser?userId="+id).want(200).has(`"status":1`, `"isInvited":true`, `"isMe":false`).hasNot("password", "Hash").json()
	for _, path := range []string{"GetUser?userId=" + id, "GetUsersList?clientId=" + b.aID} {
		b.finB.get("/api/FinancialUser/" + path).want(400).sameAs(b.finB.get("/api/FinancialUser/GetUser?userId=" + noID))
		b.buyA.get("/api/FinancialUser/" + path).want(400)
	}
	b.finB.post("/api/FinancialUser/RegistUser", userBody(b.aID, "x@b.example.jp")).want(400)
	// An ID that exists anywhere cannot be used, and no more is told; one's own can.
	for _, taken := range []string{"fin@b.example.jp", "ＦＩＮ@B.example.jp", "buy@b.example.jp"} {
		b.finA.post("/api/FinancialUser/RegistUser", userBody("", taken)).want(422).has(company.LoginIDTaken)
		b.finA.get("/api/FinancialUser/CheckMailAddress?mailAddress="+url.QueryEscape(taken)).want(200).has(`"isAvailable":false`).hasNot("湊星", "蒼陵", "利用者")
	}
	b.finA.get("/api/FinancialUser/CheckMailAddress?mailAddress=new@a.example.jp&userId=" + id).want(200).has(`"isAvailable":true`)
	b.finB.get("/api/FinancialUser/CheckMailAddress?mailAddress=new@a.example.jp&userId=" + id).want(200).has(`"isAvailable":false`)

	// Before the first sign-in a wrong address can be mended; the link to the wrong one dies.
	edit := func(c *caller, changes map[string]any) result {
		return c.post("/api/FinancialUser/RegistUser", with(with(userBody("", "new@a.example.jp"), map[string]any{"userId": id, "version": row["version"]}), changes))
	}
	edit(b.finB, nil).want(400)
	edit(b.finA, map[string]any{"status": 3}).want(422).has(`"status"`)
	edit(b.finA, map[string]any{"loginId": "right@a.example.jp"}).want(200)
	if got := b.mails("right@a.example.jp"); len(got) != 1 {
		t.Errorf("%d mails to the right address", len(got))
	}
	edit(b.finA, nil).want(409)
	b.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": key(mails[0].Text)}).want(400)
	// Whoever has a password keeps the ID: a colleague could take the account over by it.
	second := userIDOf(b.platform, "fin2@a.example.jp")
	b.finA.post("/api/FinancialUser/RegistUser", with(userBody("", "evil@a.example.jp"), map[string]any{"userId": second, "version": 1})).want(422).has(`"loginId"`)
	b.finA.post("/api/FinancialUser/RegistUser", with(userBody("", "fin2@a.example.jp"), map[string]any{"userId": second, "version": 1, "department": "融資部"})).want(200)
	b.finA.send("PUT", "/api/FinancialUser/ReSendInvitation", map[string]any{"userId": second}).want(409)
	b.finA.send("PUT", "/api/FinancialUser/ReSendInvitation", map[string]any{"userId": id}).want(200)
	b.finB.send("PUT", "/api/FinancialUser/ReSendInvitation", map[string]any{"userId": id}).want(400)
}

// key is the key of a mailed link.
func key(text string) string {
	_, after, _ := strings.Cut(text, "?key=")
	k, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(k)
}

func userIDOf(p *platform, loginID string) (id string) {
	p.read(func(q *store.Q) error {
		u, err := q.UserByLogin(auth.FoldLoginID(loginID))
		if err == nil {
			id = u.ID
		}
		return err
	})
	return id
}

func TestBuyersUsers(t *testing.T) {
	b := newBanks(newPlatform(t))
	// A buyer asks for a colleague; the bank lets him in.
	id := b.buyA.post("/api/BuyerCompanyUser/RegistUser", userBody("", "second@buyer.example.jp")).want(200).text()
	if n := len(b.mails("second@buyer.example.jp")); n != 0 {
		t.Errorf("%d mails before the bank agreed", n)
	}
	if m := b.mails("fin@a.example.jp"); len(m) != 1 || !strings.Contains(m[0].Text, "?tab=users") || strings.Contains(m[0].Text, buyerAName) {
		t.Errorf("the bank's mails %+v", m)
	}
	waits := func(c *caller) result { return c.get("/api/MyPage/GetDesk") }
	waits(b.finA).want(200).has(id, buyerAName, deal.UserTask().Title, `"place":"user"`)
	waits(b.finB).want(200).has(`"taskList":[]`)
	waits(b.buyA).want(400)
	b.buyA.get("/api/BuyerCompanyUser/GetUser?userId="+id).want(200).has(`"status":1`, `"isInvited":false`, `"trialSendMail":0`)
	edit := func(c *caller, version, status int) result {
		return c.post("/api/BuyerCompanyUser/RegistUser", with(userBody(b.buyerA, "second@buyer.example.jp"), map[string]any{"userId": id, "version": version, "status": status}))
	}
	edit(b.buyA, 1, 2).want(422).has(`"status"`) // nobody lets himself in
	edit(b.finB, 1, 2).want(400)
	edit(b.buyB, 1, 2).want(400)
	edit(b.finA, 1, 2).want(200)
	waits(b.finA).want(200).has(`"taskList":[]`)
	mails := b.mails("second@buyer.example.jp")
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	b.visitor().post("/api/Public/SetPasswordByKey", map[string]any{"key": key(mails[0].Text), "password": testPassword + "-x"}).want(200)

	// Blocked: the very next request fails.
	me := userIDOf(b.platform, "buy@a.example.jp")
	b.finA.post("/api/BuyerCompanyUser/RegistUser", with(userBody(b.buyerA, "buy@a.example.jp"), map[string]any{"userId": me, "version": 1, "status": 3})).want(200)
	b.buyA.get("/api/BuyerCompanyUser/GetUsersList").want(401)
	list := b.finA.get("/api/BuyerCompanyUser/GetUsersList?clientId="+b.buyerA+"&userType=1").want(200).has(`"status":3`, "second@buyer.example.jp")
	list.hasNot("buy@b.example.jp")
	for _, c := range []*caller{b.finB, b.buyB} {
		c.get("/api/BuyerCompanyUser/GetUsersList?clientId=" + b.buyerA).want(400)
		c.get("/api/BuyerCompanyUser/GetUser?userId=" + id).want(400).sameAs(c.get("/api/BuyerCompanyUser/GetUser?userId=" + noID))
	}
	// A user of one kind is nobody under another kind's path.
	b.finA.get("/api/FinancialUser/GetUser?userId=" + id).want(400)
	b.finA.get("/api/BuyerCompanyUser/GetUsersList?clientId=" + b.buyerA + "&userType=2").want(400)
}

func TestNeeds(t *testing.T) {
	b := newBanks(newPlatform(t))
	id := b.buyA.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"industryOtherText12005": "使われない"})).want(200).text()
	b.buyA.get("/api/Needs/GetNeeds?needsId="+id).want(200).has(`"numberOfManagers":3`, `"acquisitionRegionArea":[6]`, `"acquisitionPriceTo":5`, `"version":1`).hasNot("使われない")
	shown := b.finB.get("/api/Needs/GetNeedsList?clientType=1&clientId=" + b.searched(b.bID, b.buyerA)).want(200).hasNot(id).json()["needsList"].([]any)[0].(map[string]any)
	b.finB.get("/api/Needs/GetNeeds?needsId="+shown["needsId"].(string)).want(200).has(`"title":"東海の製造業の譲受けを希望"`).hasNot("version", "modified")
	b.finB.get("/api/Needs/GetNeeds?needsId=" + id).want(400)
	b.buyB.get("/api/Needs/GetNeeds?needsId=" + id).want(400).sameAs(b.buyB.get("/api/Needs/GetNeeds?needsId=" + noID))
	for _, c := range []*caller{b.finB, b.buyB} {
		c.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"needsId": id, "version": 1})).want(400)
		c.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"clientId": b.buyerA})).want(400)
		c.post("/api/Needs/RemoveNeeds", map[string]any{"needsId": id, "version": 1}).want(400)
	}
	b.finA.post("/api/Needs/RegistNeeds", map[string]any{"clientId": b.buyerA, "clientType": 2, "acquisitionPrice": 8, "acquisitionAsset": []int{99}, "acquisitionRegionArea": []int{99, 6},
		"negotiationTarget": []int{77}, "acquisitionDeadline": 8}).want(422).
		has(`"clientType"`, `"title"`, `"acquisitionIndustry"`, `"acquisitionPrice"`, `"acquisitionAssetOther"`, `"acquisitionRegionArea"`, `"negotiationTarget"`, `"acquisitionDeadline"`)
	b.finA.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"clientId": b.buyerA, "acquisitionPrice": 6, "acquisitionPriceTo": 2})).want(422).has(`"acquisitionPriceTo"`)
	b.finA.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"needsId": id, "version": 1, "title": "変えた表題"})).want(200)
	b.buyA.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"needsId": id, "version": 1})).want(409)
	b.buyA.post("/api/Needs/RemoveNeeds", map[string]any{"needsId": id, "version": 2}).want(200)
	b.buyA.get("/api/Needs/GetNeedsList").want(200).has(`"needsList":[]`)
	b.buyA.get("/api/Needs/GetNeeds?needsId=" + id).want(400)
	// A seller has no needs.
	seller := b.finA.seller("株式会社あおば製作所")
	b.finA.post("/api/Needs/RegistNeeds", with(needsBody, map[string]any{"clientId": seller})).want(400)
}

// What would name the buyer is told before it is saved, to those who maintain it alone.
func TestNeedsNameNobody(t *testing.T) {
	b := newBanks(newPlatform(t))
	body := with(needsBody, map[string]any{"clientId": b.buyerA, "title": "青嵐精機の譲受け希望", "detail": "名古屋市の設備会社。連絡は052-123-4567まで。"})
	b.finA.post("/api/Needs/CheckNeeds", body).want(200).has(`"field":"title"`, "青嵐精機", `"field":"detail"`, "052-123-4567")
	b.finA.post("/api/Needs/CheckNeeds", with(needsBody, map[string]any{"clientId": b.buyerA})).want(200).has(`"anonymityWarnings":[]`)
	for _, c := range []*caller{b.finB, b.buyB} {
		c.post("/api/Needs/CheckNeeds", body).want(400).hasNot("青嵐")
	}
	b.buyA.post("/api/Needs/RegistNeeds", body).want(200) // a warning forbids nothing
}

func TestFinancial(t *testing.T) {
	b := newBanks(newPlatform(t))
	body := map[string]any{"version": 1, "representativeName": "頭取 一郎", "postcode": "4500002", "prefecture": "23", "city": "23105", "address": "名駅1-1", "phone": "052-123-4567",
		"responsibleParsonName": "担当 花子", "responsibleParsonTel": "052-123-4568", "responsibleParsonMail": "ma@a.example.jp", "salesRegion": "[6,7]", "handlingBusiness": []int{1}}
	b.finA.post("/api/Financial/RegistFinancial", with(body, map[string]any{"financialId": b.bID})).want(400).sameAs(b.finA.post("/api/Financial/RegistFinancial", with(body, map[string]any{"financialId": noID})))
	b.finA.post("/api/Financial/RegistFinancial", map[string]any{"version": 1, "financialName": "別の銀行", "financialCode": "9999", "prefecture": "23", "city": "13101"}).want(422).
		has(`"financialName"`, `"financialCode"`, `"representativeName"`, `"city"`, `"responsibleParsonMail"`)
	b.finA.post("/api/Financial/RegistFinancial", body).want(200)
	b.finA.post("/api/Financial/RegistFinancial", body).want(409)
	b.finA.get("/api/Financial/GetFinancialInfo").want(200).has("頭取 一郎", "ma@a.example.jp", `"salesRegion":[6,7]`, `"isMine":true`, `"modifier":"利用者 fin@a.example.jp"`)
	b.finB.get("/api/Financial/GetFinancialInfo?financialId="+b.aID).want(200).has("湊星銀行", `"isMine":false`).hasNot("頭取", "ma@a.example.jp", "052-", "担当 花子", "modifier", "version")
	b.finB.get("/api/Financial/GetFinancialInfo?financialId=" + noID).want(400)
	b.buyA.get("/api/Financial/GetFinancialInfo?financialId=" + b.aID).want(400)
	b.finA.get(fmt.Sprintf("/api/Financial/RestFinancial?notTargetFinancialId=%s&pageNumber=1&limit=99999999", b.aID)).want(200).has(`"allCount":1`, "蒼陵信用金庫").hasNot("湊星銀行")
}

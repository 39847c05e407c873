package app

import (
	"strings"
	"testing"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	approveRequest = "/api/Office/ApproveAccountRequest"
	rejectRequest  = "/api/Office/RejectAccountRequest"
)

func (p *platform) asked(changes map[string]any) string {
	p.visitor().post(registAccountRequest, with(accountRequest(), changes)).want(200)
	return p.accountRequests()[0].ID
}

// From the wish to join to the first sign-in (domain.md 6 Institution).
func TestAdmission(t *testing.T) {
	p := newPlatform(t)
	p.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := p.signInOffice("office@n.example.jp")
	id := p.asked(nil)
	office.get("/api/Office/GetSummary").want(200).has(`"requestCount":1`, `"institutionCount":0`)
	office.get("/api/Office/GetAccountRequestList?status=0").want(200).has(id, "蒼陵信用金庫", `"allCount":1`)
	office.get("/api/Office/GetAccountRequest?accountRequestId="+id).want(200).has("担当 花子", "hanako@soryo.example.jp", `"isCodeTaken":false`, `"isMailTaken":false`)

	p.visitor().post(approveRequest, map[string]any{"accountRequestId": id}).want(401)
	office.post(approveRequest, map[string]any{"accountRequestId": "no such"}).want(400)
	office.post(approveRequest, map[string]any{"accountRequestId": id, "loginId": "no mail"}).want(422).has(`"loginId"`)
	admitted := office.post(approveRequest, map[string]any{"accountRequestId": id, "shortName": "蒼陵信金"}).want(200).json()
	office.post(approveRequest, map[string]any{"accountRequestId": id}).want(409) // decided once
	office.post(rejectRequest, map[string]any{"accountRequestId": id, "reason": "x"}).want(409)
	office.get("/api/Office/GetAccountRequest?accountRequestId="+id).want(200).has(`"status":1`, admitted["financialId"].(string), "利用者 office@n.example.jp")

	kinds := map[mail.Kind]int{}
	for _, m := range p.mails("hanako@soryo.example.jp") {
		kinds[m.Kind]++
		if strings.Contains(m.Text, "蒼陵") {
			t.Errorf("a mail names the institution: %s", m.Text)
		}
	}
	if kinds[mail.AccountRequestApproved] != 1 || kinds[mail.Invitation] != 1 {
		t.Errorf("mails %v", kinds)
	}
	p.sign("hanako@soryo.example.jp", nextPassword).want(400)
	p.setByKey(p.mailedKey("hanako@soryo.example.jp"), nextPassword).want(200).has(`"signInPath":"/login"`)
	fin := &caller{p, p.sign("hanako@soryo.example.jp", nextPassword).want(200).json()["token"].(string)}
	fin.get("/api/FinancialUser/GetUsersList").want(200).has("担当 花子", "事業承継支援部")
	fin.get("/api/FinancialInstitution/GetFinancialInfo").hasNot("湊星")
	p.officeSign("hanako@soryo.example.jp", nextPassword).want(400)

	// A second request of the same institution is not admitted, and says why beforehand.
	second := p.asked(nil)
	office.get("/api/Office/GetAccountRequest?accountRequestId="+second).want(200).has(`"isCodeTaken":true`, `"isMailTaken":true`)
	office.post(approveRequest, map[string]any{"accountRequestId": second}).want(409).has("institution_exists")
	// Another code, the same person: the first user needs another address. Nothing is half done.
	third := p.asked(map[string]any{"financialCode": "9983", "financialName": "別の信用金庫"})
	office.post(approveRequest, map[string]any{"accountRequestId": third}).want(422).has(`"loginId"`)
	p.read(func(q *store.Q) error {
		is, err := q.Institutions("")
		if len(is) != 1 {
			t.Errorf("institutions %v", is)
		}
		return err
	})
	office.post(approveRequest, map[string]any{"accountRequestId": third, "loginId": "jiro@betsu.example.jp"}).want(200)
	if len(p.mails("jiro@betsu.example.jp")) != 1 {
		t.Error("the first user was not invited")
	}
}

func TestRejection(t *testing.T) {
	p := newPlatform(t)
	p.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := p.signInOffice("office@n.example.jp")
	id := p.asked(nil)
	office.post(rejectRequest, map[string]any{"accountRequestId": id, "reason": " "}).want(422).has(`"reason"`)
	office.post(rejectRequest, map[string]any{"accountRequestId": id, "reason": "本人確認ができない"}).want(200)
	office.post(approveRequest, map[string]any{"accountRequestId": id}).want(409).has("却下")
	ms := p.mails("hanako@soryo.example.jp")
	if ms[0].Kind != mail.AccountRequestRejected || strings.Contains(ms[0].Text, "本人確認") {
		t.Errorf("mail %v", ms[0])
	}
	office.get("/api/Office/GetAccountRequest?accountRequestId="+id).want(200).has(`"status":2`, "本人確認ができない")
}

// Institutions without a 金融機関コード do not stand in each other's way.
func TestAdmissionWithoutCode(t *testing.T) {
	p := newPlatform(t)
	p.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := p.signInOffice("office@n.example.jp")
	for _, who := range []string{"one", "two"} {
		id := p.asked(map[string]any{"financialType": 12, "financialCode": "", "responsibleParsonMail": who + "@shoken.example.jp"})
		office.post(approveRequest, map[string]any{"accountRequestId": id}).want(200)
	}
}

func TestAdmittedIsKeptOut(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	m.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := m.signInOffice("office@n.example.jp")
	listing := m.published(map[string]any{"isRest": true, "restFinancial": []string{m.bID}})
	id := m.asked(map[string]any{"financialCode": "9984"})
	admitted := office.post(approveRequest, map[string]any{"accountRequestId": id}).want(200).json()["financialId"].(string)
	m.read(func(q *store.Q) error {
		for _, side := range []int{store.Working, store.Published} {
			c, err := q.ListingContent(listing, side)
			if err != nil {
				return err
			}
			if len(c.RestFinancial) != 2 || c.RestFinancial[0] != admitted && c.RestFinancial[1] != admitted {
				t.Errorf("side %d keeps out %v", side, c.RestFinancial)
			}
		}
		return nil
	})
}

func TestInstitutionByTheOffice(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	id := p.asked(map[string]any{"financialCode": "9985"})
	admitted := c.office.post(approveRequest, map[string]any{"accountRequestId": id}).want(200).json()["financialId"].(string)
	c.office.get("/api/Office/GetInstitutionList?word=蒼陵").want(200).has(admitted, `"allCount":2`).hasNot("湊星")
	fields := c.office.get("/api/Office/GetInstitution?financialId=" + admitted).want(200).json()
	for _, out := range []string{"created", "modified", "status"} {
		delete(fields, out)
	}
	update := func(changes map[string]any) result {
		return c.office.send("PUT", "/api/Office/UpdateInstitution", with(fields, with(map[string]any{"reason": "名称変更の届出"}, changes)))
	}
	update(map[string]any{"financialName": "", "phone": "x", "shortName": ""}).want(422).has(`"financialName"`, `"phone"`, `"shortName"`)
	update(map[string]any{"financialCode": "9981"}).want(422).has(`"financialCode"`, "ほかの金融機関")
	update(map[string]any{"financialName": "新蒼陵信用金庫"}).want(200)
	update(map[string]any{"financialName": "古い画面から"}).want(409)
	c.office.get("/api/Office/GetInstitution?financialId="+admitted).want(200).has("新蒼陵信用金庫", "担当 花子")
	c.office.get("/api/Office/GetInstitution?financialId=no").want(400)
}

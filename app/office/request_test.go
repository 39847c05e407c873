package office_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	approveRequest = "/api/Office/ApproveAccountRequest"
	rejectRequest  = "/api/Office/RejectAccountRequest"
)

func asked(p *apptest.Platform, changes map[string]any) string {
	p.Visitor().Post(apptest.RegistAccountRequest, apptest.With(apptest.AccountRequest(), changes)).Want(200)
	return p.AccountRequests()[0].ID
}

// From the application to the first sign-in (domain.md 6 Institution).
func TestAdmission(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := p.SignInOffice("office@n.example.jp")
	id := asked(p, nil)
	office.Get("/api/Office/GetSummary").Want(200).Has(`"requestCount":1`, `"institutionCount":0`)
	office.Get("/api/Office/GetAccountRequestList?status=0").Want(200).Has(id, "蒼陵信用金庫", `"allCount":1`)
	office.Get("/api/Office/GetAccountRequest?accountRequestId="+id).Want(200).Has("担当 花子", "hanako@soryo.example.jp", `"isCodeTaken":false`,
		`"isMailTaken":false`)

	p.Visitor().Post(approveRequest, map[string]any{"accountRequestId": id}).Want(401)
	office.Post(approveRequest, map[string]any{"accountRequestId": "no such"}).Want(400)
	office.Post(approveRequest, map[string]any{"accountRequestId": id, "loginId": "no mail"}).Want(422).Has(`"loginId"`)
	admitted := office.Post(approveRequest, map[string]any{"accountRequestId": id, "shortName": "蒼陵信金"}).Want(200).JSON()
	office.Post(approveRequest, map[string]any{"accountRequestId": id}).Want(409) // it has been decided already
	office.Post(rejectRequest, map[string]any{"accountRequestId": id, "reason": "x"}).Want(409)
	office.Get("/api/Office/GetAccountRequest?accountRequestId="+id).Want(200).Has(`"status":1`, admitted["financialId"].(string),
		"利用者 office@n.example.jp")

	kinds := map[mail.Kind]int{}
	for _, m := range p.Mails("hanako@soryo.example.jp") {
		kinds[m.Kind]++
		if strings.Contains(m.Text, "蒼陵") {
			t.Errorf("a mail names the institution: %s", m.Text)
		}
	}
	if kinds[mail.AccountRequestApproved] != 1 || kinds[mail.Invitation] != 1 {
		t.Errorf("mails %v", kinds)
	}
	p.Sign("hanako@soryo.example.jp", apptest.NextPassword).Want(400)
	p.SetByKey(p.MailedKey("hanako@soryo.example.jp"), apptest.NextPassword).Want(200).Has(`"signInPath":"/login"`)
	fin := &apptest.Caller{P: p, Token: p.Sign("hanako@soryo.example.jp", apptest.NextPassword).Want(200).JSON()["token"].(string)}
	fin.Get("/api/FinancialUser/GetUsersList").Want(200).Has("担当 花子", "事業承継支援部")
	fin.Get("/api/FinancialInstitution/GetFinancialInfo").HasNot("湊星")
	p.OfficeSign("hanako@soryo.example.jp", apptest.NextPassword).Want(400)

	// A second application of the same institution is not admitted, and its page says so beforehand.
	second := asked(p, nil)
	office.Get("/api/Office/GetAccountRequest?accountRequestId="+second).Want(200).Has(`"isCodeTaken":true`, `"isMailTaken":true`)
	office.Post(approveRequest, map[string]any{"accountRequestId": second}).Want(409).Has("institution_exists")
	// Another code but the same person: the first user needs another address. A refused approval
	// creates nothing.
	third := asked(p, map[string]any{"financialCode": "9983", "financialName": "別の信用金庫"})
	office.Post(approveRequest, map[string]any{"accountRequestId": third}).Want(422).Has(`"loginId"`)
	p.Read(func(q *store.Q) error {
		is, err := q.Institutions("")
		if len(is) != 1 {
			t.Errorf("institutions %v", is)
		}
		return err
	})
	office.Post(approveRequest, map[string]any{"accountRequestId": third, "loginId": "jiro@betsu.example.jp"}).Want(200)
	if len(p.Mails("jiro@betsu.example.jp")) != 1 {
		t.Error("the first user was not invited")
	}
}

func TestRejection(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := p.SignInOffice("office@n.example.jp")
	id := asked(p, nil)
	office.Post(rejectRequest, map[string]any{"accountRequestId": id, "reason": " "}).Want(422).Has(`"reason"`)
	office.Post(rejectRequest, map[string]any{"accountRequestId": id, "reason": "本人確認ができない"}).Want(200)
	office.Post(approveRequest, map[string]any{"accountRequestId": id}).Want(409).Has("却下")
	ms := p.Mails("hanako@soryo.example.jp")
	if ms[0].Kind != mail.AccountRequestRejected || strings.Contains(ms[0].Text, "本人確認") {
		t.Errorf("mail %v", ms[0])
	}
	office.Get("/api/Office/GetAccountRequest?accountRequestId="+id).Want(200).Has(`"status":2`, "本人確認ができない")
}

// Several institutions without a 金融機関コード can be admitted: an empty code is no duplicate.
func TestAdmissionWithoutCode(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := p.SignInOffice("office@n.example.jp")
	for _, who := range []string{"one", "two"} {
		id := asked(p, map[string]any{"financialType": 12, "financialCode": "", "responsibleParsonMail": who + "@shoken.example.jp"})
		office.Post(approveRequest, map[string]any{"accountRequestId": id}).Want(200)
	}
}

func TestAdmittedIsKeptOut(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := m.SignInOffice("office@n.example.jp")
	listing := m.Published(map[string]any{"isRest": true, "restFinancial": []string{m.BID}})
	id := asked(m.Banks.Platform, map[string]any{"financialCode": "9984"})
	admitted := office.Post(approveRequest, map[string]any{"accountRequestId": id}).Want(200).JSON()["financialId"].(string)
	m.Read(func(q *store.Q) error {
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
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	id := asked(p, map[string]any{"financialCode": "9985"})
	admitted := c.Office.Post(approveRequest, map[string]any{"accountRequestId": id}).Want(200).JSON()["financialId"].(string)
	c.Office.Get("/api/Office/GetInstitutionList?word=蒼陵").Want(200).Has(admitted, `"allCount":2`).HasNot("湊星")
	fields := c.Office.Get("/api/Office/GetInstitution?financialId=" + admitted).Want(200).JSON()
	for _, out := range []string{"created", "modified", "status"} {
		delete(fields, out)
	}
	update := func(changes map[string]any) apptest.Result {
		return c.Office.Send("PUT", "/api/Office/UpdateInstitution",
			apptest.With(fields, apptest.With(map[string]any{"reason": "名称変更の届出"}, changes)))
	}
	update(map[string]any{"financialName": "", "phone": "x", "shortName": ""}).Want(422).Has(`"financialName"`, `"phone"`, `"shortName"`)
	update(map[string]any{"financialCode": "9981"}).Want(422).Has(`"financialCode"`, "ほかの金融機関")
	update(map[string]any{"financialName": "新蒼陵信用金庫"}).Want(200)
	update(map[string]any{"financialName": "古い画面から"}).Want(409)
	c.Office.Get("/api/Office/GetInstitution?financialId="+admitted).Want(200).Has("新蒼陵信用金庫", "担当 花子")
	c.Office.Get("/api/Office/GetInstitution?financialId=no").Want(400)
}

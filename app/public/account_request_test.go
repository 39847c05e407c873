package public_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestAccountRequest(t *testing.T) {
	p := apptest.NewPlatform(t)
	number := p.Visitor().Post(apptest.RegistAccountRequest, apptest.AccountRequest()).Want(200).JSON()["caseNumber"].(string)
	rs := p.AccountRequests()
	if len(rs) != 1 || rs[0].Status != 0 || rs[0].InstitutionID != nil {
		t.Fatalf("stored %+v", rs)
	}
	i, err := rs[0].Institution()
	if err != nil {
		t.Fatal(err)
	}
	if i.Code != "9982" || i.NameKana != "ソウリョウシンヨウキンコ" || i.Postcode != "4200853" || len(i.HandlingBusiness) != 2 ||
		len(i.SalesRegion) != 1 || i.ResponsibleMail != "hanako@soryo.example.jp" || i.ID != "" {
		t.Errorf("stored %+v", i)
	}
	for address, kind := range map[string]mail.Kind{"hanako@soryo.example.jp": mail.AccountRequestReceived,
		"office@network.example.jp": mail.AccountRequestNotice} {
		ms := p.Mails(address)
		if len(ms) != 1 || ms[0].Kind != kind || !strings.Contains(ms[0].Text, number) || strings.Contains(ms[0].Text+ms[0].HTML, "蒼陵") ||
			strings.Contains(ms[0].Text, "花子") {
			t.Errorf("mails to %s: %v", address, ms)
		}
	}
	p.Read(func(q *store.Q) error { // an application makes no member
		is, err := q.Institutions("")
		if len(is) != 0 {
			t.Errorf("institutions %v", is)
		}
		return err
	})
}

func TestAccountRequestInvalid(t *testing.T) {
	p := apptest.NewPlatform(t)
	empty := map[string]any{
		"financialName": "", "financialNameKana": "", "financialType": 0, "representativeName": "", "postcode": "", "prefecture": "", "city": "",
		"address": "", "phone": "",
		"responsibleParsonName": "", "responsibleParsonDepartment": "", "responsibleParsonTel": "", "responsibleParsonMail": "",
		"handlingBusiness": []int{}, "salesRegion": "", "isTermsAccepted": false,
	}
	r := p.Visitor().Post(apptest.RegistAccountRequest, empty).Want(422)
	for field := range empty {
		r.Has(`"field":"` + field + `"`)
	}
	for field, v := range map[string]any{
		"financialCode": "12a4", "financialType": 77, "prefecture": "99", "city": "13101", "postcode": "12", "phone": "電話",
		"websiteUrl": "javascript:alert(1)", "responsibleParsonMail": "x",
		"handlingBusiness": []int{77}, "salesRegion": "[77]", "isTermsAccepted": false, "financialName": strings.Repeat("長", 81),
	} {
		in := apptest.AccountRequest()
		in[field] = v
		p.Visitor().Post(apptest.RegistAccountRequest, in).Want(422).Has(`"field":"` + field + `"`)
	}
	in := apptest.AccountRequest()
	in["city"] = "22100" // 静岡市 as a whole: an address must name a ward
	p.Visitor().Post(apptest.RegistAccountRequest, in).Want(422).Has(`"field":"city"`)
	in = apptest.AccountRequest()
	in["financialCode"] = ""
	p.Visitor().Post(apptest.RegistAccountRequest, in).Want(422).Has(`"field":"financialCode"`)
	in["financialType"] = 17 // advisers have no code
	p.Visitor().Post(apptest.RegistAccountRequest, in).Want(200)
	for _, field := range []string{"status", "registApplicationId", "trialEditType", "creator"} {
		in := apptest.AccountRequest()
		in[field] = "1"
		p.Visitor().Post(apptest.RegistAccountRequest, in).Want(422)
	}
	if n := len(p.AccountRequests()); n != 1 {
		t.Errorf("%d stored", n)
	}
}

// The confirm step shows what will be stored, and stores nothing.
func TestCheckAccountRequest(t *testing.T) {
	p := apptest.NewPlatform(t)
	const path = "/api/AccountRequest/CheckAccountRequest"
	p.Visitor().Post(path, apptest.AccountRequest()).Want(200).Has(`"financialNameKana":"ソウリョウシンヨウキンコ"`, `"financialCode":"9982"`,
		`"handlingBusiness":[1,3]`, `"salesRegion":[6]`)
	in := apptest.AccountRequest()
	in["phone"] = "電話"
	p.Visitor().Post(path, in).Want(422).Has(`"phone"`)
	p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingAccountRequest, "0", "") })
	p.Visitor().Post(path, apptest.AccountRequest()).Want(409)
	if n := len(p.AccountRequests()); n != 0 {
		t.Errorf("%d stored", n)
	}
}

func TestAccountRequestSwitchedOff(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.Visitor().Get("/api/Public/GetNetwork").Want(200).Has(`"isAccountRequestEnabled":true`)
	p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingAccountRequest, "0", "") })
	p.Visitor().Get("/api/Public/GetNetwork").Want(200).Has(`"isAccountRequestEnabled":false`)
	p.Visitor().Post(apptest.RegistAccountRequest, apptest.AccountRequest()).Want(409).Has("requests_closed")
	if n := len(p.AccountRequests()); n != 0 {
		t.Errorf("%d stored", n)
	}
}

func TestAccountRequestIsThrottled(t *testing.T) {
	p := apptest.NewPlatform(t)
	in := apptest.AccountRequest()
	for i := range web.ThrottleRequest.Burst {
		in["responsibleParsonMail"] = string(rune('a'+i)) + "@soryo.example.jp"
		p.Visitor().Post(apptest.RegistAccountRequest, in).Want(200)
	}
	p.Visitor().Post(apptest.RegistAccountRequest, in).Want(429)
	if n := len(p.AccountRequests()); n != web.ThrottleRequest.Burst {
		t.Errorf("%d stored", n)
	}
}

package app

import (
	"strings"
	"testing"

	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

func accountRequest() map[string]any {
	return map[string]any{
		"financialName": "蒼陵信用金庫", "financialNameKana": "そうりょうしんようきんこ", "financialCode": "９９８２", "financialType": 6, "representativeName": "青山 一郎",
		"postcode": "〒420-0853", "prefecture": "22", "city": "22101", "address": "追手町0番地0", "phone": "054-012-3456",
		"websiteUrl": "https://soryo.example.jp", "responsibleParsonName": "担当 花子", "responsibleParsonDepartment": "事業承継支援部", "responsibleParsonTel": "054-012-3457", "responsibleParsonMail": "hanako@soryo.example.jp",
		"handlingBusiness": []int{3, 1, 3}, "salesRegion": "[6]", "isTermsAccepted": true,
	}
}

const registAccountRequest = "/api/AccountRequest/RegistAccountRequest"

func (p *platform) accountRequests() []store.AccountRequest {
	p.t.Helper()
	var rs []store.AccountRequest
	p.read(func(q *store.Q) (err error) { rs, err = q.AccountRequests(10); return err })
	return rs
}

func TestAccountRequest(t *testing.T) {
	p := newPlatform(t)
	number := p.visitor().post(registAccountRequest, accountRequest()).want(200).json()["caseNumber"].(string)
	rs := p.accountRequests()
	if len(rs) != 1 || rs[0].Status != 0 || rs[0].InstitutionID != nil {
		t.Fatalf("stored %+v", rs)
	}
	i, err := rs[0].Institution()
	if err != nil {
		t.Fatal(err)
	}
	if i.Code != "9982" || i.NameKana != "ソウリョウシンヨウキンコ" || i.Postcode != "4200853" || len(i.HandlingBusiness) != 2 || len(i.SalesRegion) != 1 || i.ResponsibleMail != "hanako@soryo.example.jp" || i.ID != "" {
		t.Errorf("stored %+v", i)
	}
	for address, kind := range map[string]mail.Kind{"hanako@soryo.example.jp": mail.AccountRequestReceived, "office@network.example.jp": mail.AccountRequestNotice} {
		ms := p.mails(address)
		if len(ms) != 1 || ms[0].Kind != kind || !strings.Contains(ms[0].Text, number) || strings.Contains(ms[0].Text+ms[0].HTML, "蒼陵") || strings.Contains(ms[0].Text, "花子") {
			t.Errorf("mails to %s: %v", address, ms)
		}
	}
	p.read(func(q *store.Q) error { // a wish makes no member
		is, err := q.Institutions("")
		if len(is) != 0 {
			t.Errorf("institutions %v", is)
		}
		return err
	})
}

func TestAccountRequestInvalid(t *testing.T) {
	p := newPlatform(t)
	empty := map[string]any{
		"financialName": "", "financialNameKana": "", "financialType": 0, "representativeName": "", "postcode": "", "prefecture": "", "city": "", "address": "", "phone": "",
		"responsibleParsonName": "", "responsibleParsonDepartment": "", "responsibleParsonTel": "", "responsibleParsonMail": "", "handlingBusiness": []int{}, "salesRegion": "", "isTermsAccepted": false,
	}
	r := p.visitor().post(registAccountRequest, empty).want(422)
	for field := range empty {
		r.has(`"field":"` + field + `"`)
	}
	for field, v := range map[string]any{
		"financialCode": "12a4", "financialType": 77, "prefecture": "99", "city": "13101", "postcode": "12", "phone": "電話", "websiteUrl": "javascript:alert(1)", "responsibleParsonMail": "x",
		"handlingBusiness": []int{77}, "salesRegion": "[77]", "isTermsAccepted": false, "financialName": strings.Repeat("長", 81),
	} {
		in := accountRequest()
		in[field] = v
		p.visitor().post(registAccountRequest, in).want(422).has(`"field":"` + field + `"`)
	}
	in := accountRequest()
	in["city"] = "22100" // 静岡市 itself: an address names a ward
	p.visitor().post(registAccountRequest, in).want(422).has(`"field":"city"`)
	in = accountRequest()
	in["financialCode"] = ""
	p.visitor().post(registAccountRequest, in).want(422).has(`"field":"financialCode"`)
	in["financialType"] = 17 // advisers have no code
	p.visitor().post(registAccountRequest, in).want(200)
	for _, field := range []string{"status", "registApplicationId", "trialEditType", "creator"} {
		in := accountRequest()
		in[field] = "1"
		p.visitor().post(registAccountRequest, in).want(422)
	}
	if n := len(p.accountRequests()); n != 1 {
		t.Errorf("%d stored", n)
	}
}

// The confirm step shows what will be stored, and stores nothing.
func TestCheckAccountRequest(t *testing.T) {
	p := newPlatform(t)
	const path = "/api/AccountRequest/CheckAccountRequest"
	p.visitor().post(path, accountRequest()).want(200).has(`"financialNameKana":"ソウリョウシンヨウキンコ"`, `"financialCode":"9982"`, `"handlingBusiness":[1,3]`, `"salesRegion":[6]`)
	in := accountRequest()
	in["phone"] = "電話"
	p.visitor().post(path, in).want(422).has(`"phone"`)
	p.write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingAccountRequest, "0", "") })
	p.visitor().post(path, accountRequest()).want(409)
	if n := len(p.accountRequests()); n != 0 {
		t.Errorf("%d stored", n)
	}
}

func TestAccountRequestSwitchedOff(t *testing.T) {
	p := newPlatform(t)
	p.visitor().get("/api/Public/GetNetwork").want(200).has(`"isAccountRequestEnabled":true`)
	p.write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingAccountRequest, "0", "") })
	p.visitor().get("/api/Public/GetNetwork").want(200).has(`"isAccountRequestEnabled":false`)
	p.visitor().post(registAccountRequest, accountRequest()).want(409).has("requests_closed")
	if n := len(p.accountRequests()); n != 0 {
		t.Errorf("%d stored", n)
	}
}

func TestAccountRequestIsThrottled(t *testing.T) {
	p := newPlatform(t)
	in := accountRequest()
	for i := range web.ThrottleRequest.Burst {
		in["responsibleParsonMail"] = string(rune('a'+i)) + "@soryo.example.jp"
		p.visitor().post(registAccountRequest, in).want(200)
	}
	p.visitor().post(registAccountRequest, in).want(429)
	if n := len(p.accountRequests()); n != web.ThrottleRequest.Burst {
		t.Errorf("%d stored", n)
	}
}

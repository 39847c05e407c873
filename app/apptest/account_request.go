package apptest

import (
	"tsunagu/store"
)

func AccountRequest() map[string]any {
	return map[string]any{
		"financialName": "蒼陵信用金庫", "financialNameKana": "そうりょうしんようきんこ", "financialCode": "９９８２", "financialType": 6,
		"representativeName": "青山 一郎",
		"postcode":           "〒420-0853", "prefecture": "22", "city": "22101", "address": "追手町0番地0", "phone": "054-012-3456",
		"websiteUrl": "https://soryo.example.jp", "responsibleParsonName": "担当 花子", "responsibleParsonDepartment": "事業承継支援部",
		"responsibleParsonTel": "054-012-3457", "responsibleParsonMail": "hanako@soryo.example.jp",
		"handlingBusiness": []int{3, 1, 3}, "salesRegion": "[6]", "isTermsAccepted": true,
	}
}

const RegistAccountRequest = "/api/AccountRequest/RegistAccountRequest"

func (p *Platform) AccountRequests() []store.AccountRequest {
	p.T.Helper()
	var rs []store.AccountRequest
	p.Read(func(q *store.Q) (err error) { rs, err = q.AccountRequests(10); return err })
	return rs
}

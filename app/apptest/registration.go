package apptest

import (
	"maps"
	"strings"
)

// The overview that a buyer sends with its registration key.
var RegistrationOverviewBody = func() map[string]any {
	out := maps.Clone(OverviewBody)
	delete(out, "remark")
	return out
}()

func RegistrationDetailsBody(name string) map[string]any {
	return With(DetailsBody, map[string]any{"companyName": name})
}

func RegistrationUserBody(loginID string) map[string]any {
	return map[string]any{"loginId": loginID, "userName": "新井 花", "userNameKana": "あらい はな", "position": "代表取締役", "phone1": "052-111-2222",
		"password": TestPassword + "-buyer"}
}

// Invited is a buyer in status 5, and the key in its first user's mail.
func (c *Caller) Invited(loginID string) (id, key string) {
	c.P.T.Helper()
	id = c.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync",
		With(OverviewBody, map[string]any{"financialMemo": "極秘のメモ", "registrationId": "C-77-" + loginID,
			"remark": "内々の備考"})).Want(200).Text()
	c.Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": id, "loginId": loginID, "userName": "新井 はな"}).Want(200)
	return id, c.P.RegistrationKey(loginID)
}

// RegistrationKey is the key in the latest mail to an address.
func (p *Platform) RegistrationKey(address string) string {
	p.T.Helper()
	for _, m := range p.Mails(address) {
		if _, after, ok := strings.Cut(m.Text, "/buyer-company-register/"); ok {
			return strings.Fields(after)[0]
		}
	}
	p.T.Fatalf("no registration's key for %s", address)
	return ""
}

// Registration is the body of a complete registration by a key.
func Registration(key, name, loginID string) map[string]any {
	return map[string]any{"key": key, "overview": RegistrationOverviewBody, "details": RegistrationDetailsBody(name),
		"user": RegistrationUserBody(loginID), "termsVersion": 1, "declarationVersion": 1}
}

func (p *Platform) Register(key, name, loginID string) Result {
	p.T.Helper()
	return p.Visitor().Post("/api/Public/RegistBuyerCompanyByKey", Registration(key, name, loginID))
}

// OpenRegistration reads the registration page of a key.
func (p *Platform) OpenRegistration(key string) Result {
	p.T.Helper()
	return p.Visitor().Post("/api/Public/GetRegistrationByKey", map[string]any{"key": key})
}

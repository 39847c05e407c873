package app

import (
	"maps"
	"strings"
)

// What a buyer sends in by its key.
var registrationOverviewBody = func() map[string]any {
	out := maps.Clone(overviewBody)
	delete(out, "remark")
	return out
}()

func registrationDetailsBody(name string) map[string]any {
	return with(detailsBody, map[string]any{"companyName": name})
}

func registrationUserBody(loginID string) map[string]any {
	return map[string]any{"loginId": loginID, "userName": "新井 花", "userNameKana": "あらい はな", "position": "代表取締役", "phone1": "052-111-2222", "password": testPassword + "-buyer"}
}

// invited is a buyer at 5 of the bank, and the key in its first user's mail.
func (c *caller) invited(loginID string) (id, key string) {
	c.p.t.Helper()
	id = c.post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", with(overviewBody, map[string]any{"financialMemo": "極秘のメモ", "registrationId": "C-77", "remark": "内々の備考"})).want(200).text()
	c.post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": id, "loginId": loginID, "userName": "新井 はな"}).want(200)
	return id, c.p.registrationKey(loginID)
}

// registrationKey is the key in the latest mail to an address.
func (p *platform) registrationKey(address string) string {
	p.t.Helper()
	for _, m := range p.mails(address) {
		if _, after, ok := strings.Cut(m.Text, "/buyer-company-register/"); ok {
			return strings.Fields(after)[0]
		}
	}
	p.t.Fatalf("no registration's key for %s", address)
	return ""
}

// registration is a whole registration by a key.
func registration(key, name, loginID string) map[string]any {
	return map[string]any{"key": key, "overview": registrationOverviewBody, "details": registrationDetailsBody(name), "user": registrationUserBody(loginID), "termsVersion": 1, "declarationVersion": 1}
}

func (p *platform) register(key, name, loginID string) result {
	p.t.Helper()
	return p.visitor().post("/api/Public/RegistBuyerCompanyByKey", registration(key, name, loginID))
}

// OpensRegistration is the page of a key.
func (p *platform) openRegistration(key string) result {
	p.t.Helper()
	return p.visitor().post("/api/Public/GetRegistrationByKey", map[string]any{"key": key})
}

// decide is the bank's answer to the registration that it sees.
func (c *caller) decideRegistration(companyID, event, comment string) result {
	c.p.t.Helper()
	seen := c.get("/api/BuyerCompany/GetRegistration?companyId=" + companyID).want(200).json()["registrationId"]
	return c.send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": companyID, "expectedStatus": 11, "event": event, "comment": comment, "registrationId": seen})
}

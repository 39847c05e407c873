package company_test

import (
	"tsunagu/app/apptest"
)

// decide is the bank's answer to the registration that it sees.
func decideRegistration(c *apptest.Caller, companyID, event, comment string) apptest.Result {
	c.P.T.Helper()
	seen := c.Get("/api/BuyerCompany/GetRegistration?companyId=" + companyID).Want(200).JSON()["registrationId"]
	return c.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus",
		map[string]any{"companyId": companyID, "expectedStatus": 11, "event": event, "comment": comment, "registrationId": seen})
}

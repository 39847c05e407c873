package apptest

// Trial is a trial buyer of the bank with a user who has set a password.
func (c *Caller) Trial(loginID string) (id string, user *Caller) {
	c.P.T.Helper()
	id = c.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", With(OverviewBody, map[string]any{"isTrial": true})).Want(200).Text()
	c.Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": id, "loginId": loginID, "userName": "試田 栞"}).Want(200)
	c.P.SetByKey(c.P.MailedKey(loginID), TestPassword).Want(200)
	return id, c.P.SignIn(loginID)
}

package company

import (
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// afterSaveUser mails the link that the saved user waits for and ends what was taken away.
func (a Room) afterSaveUser(tx *store.Tx, by web.Actor, k *UserKind, company *store.Company, u, before *store.User, isNew bool) error {
	if !k.SignsIn() {
		return nil
	}
	if k == BankUsers {
		if err := a.tellColleague(tx, by, u, before, isNew); err != nil {
			return err
		}
	}
	if before.Status == int(deal.UserEnabled) && u.Status != int(deal.UserEnabled) {
		if err := tx.RevokeSessionsOf(u.ID, "", "status changed"); err != nil {
			return err
		}
	}
	if u.Status == int(deal.UserBlocked) || u.Status == int(deal.UserUnsubscribed) {
		return tx.RevokeLinkKeys(store.LinkPassword, u.ID, "status changed")
	}
	moved := u.LoginFolded != before.LoginFolded
	isTrial := k.Role == deal.RoleBUY && company.IsTrial
	if isNew && by.Viewer.IsBuyer() {
		return a.MailInstitution(tx, mail.BuyerUserWaits, company.InstitutionID, company.ID,
			mail.Data{CaseNumber: web.CaseNumber("B", company.ID), Link: a.BaseURL + "/buyer-company-manage/" + company.ID + "?tab=users"})
	}
	if k.Role == deal.RoleBUY && !isTrial && company.Status != int(deal.CompanyEnabled) && u.Status == int(deal.UserEnabled) && u.Status != before.Status {
		// Whoever registers by key has a password before the bank has looked at the company.
		if before.Status == int(deal.UserUnapproved) {
			return web.Conflict(deal.NotAllowed, "企業の登録が完了していないため、利用者だけを承認することはできません。企業の登録を承認すると、利用者も使えるようになります。")
		}
		u.Status = int(deal.UserUnapproved)
		return tx.UpdateUser(u, by.ID())
	}
	switch {
	case isTrial && isNew && company.TrialUntil.IsZero() && !by.Viewer.IsBuyer():
		return a.beginTrial(tx, by, company, u)
	case isTrial: // a trial's users come in without its registration
	case k.Role == deal.RoleBUY && company.Status == int(deal.CompanyNoData) && !by.Viewer.IsBuyer():
		return a.inviteBuyer(tx, by, company)
	case k.Role == deal.RoleBUY && company.Status == int(deal.CompanyNotCreated):
		if moved && !isNew { // the invitation went to the wrong address
			return a.mailRegistration(tx, company, mail.InvitationResent)
		}
		return nil
	case k.Role == deal.RoleBUY && company.Status != int(deal.CompanyEnabled):
		return nil // let in with the company
	}
	switch {
	case isNew && !by.Viewer.IsBuyer():
		return a.InviteUser(tx, u, mail.Invitation)
	case !isNew && u.PasswordHash == "" && (u.Status != before.Status || moved) && !by.Viewer.IsBuyer():
		// Approved just now, or the address was mended: the older link dies with this one.
		u.Status = int(deal.UserUnapproved)
		if err := tx.UpdateUser(u, by.ID()); err != nil {
			return err
		}
		return a.InviteUser(tx, u, mail.Invitation)
	case moved && !isNew:
		return tx.RevokeLinkKeys(store.LinkPassword, u.ID, "address changed")
	}
	return nil
}

// tellColleague: whom a clerk makes, or gives another address, is told to the administrators. He can
// sign in and is no second pair of eyes (team.md 3).
func (a Room) tellColleague(tx *store.Tx, by web.Actor, u, before *store.User, isNew bool) error {
	if isNew {
		return a.TellWatchers(tx, mail.UserAdded, u, false)
	}
	if u.LoginFolded == before.LoginFolded {
		return nil
	}
	if err := tx.DropLoginChange(u.ID); err != nil {
		return err
	}
	return a.TellWatchers(tx, mail.UserChanged, u, false)
}

// inviteBuyer moves a buyer that has an overview alone to 5 and mails its first user the key
// to register the company (domain.md 6).
func (a Room) inviteBuyer(tx *store.Tx, by web.Actor, c *store.Company) error {
	e, refusal := deal.DecideCompany(deal.CompanyFacts{Exists: true, Client: deal.ClientBuyer, Status: deal.CompanyStatus(c.Status)}, deal.CompanyInvite, Decider(by))
	if refusal != nil {
		return refusal
	}
	c.Status = int(e.Status)
	if err := tx.UpdateCompany(c, by.ID()); err != nil {
		return err
	}
	if err := a.mailRegistration(tx, c, mail.BuyerInvitation); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("company_invited", "company", c.ID, "ok", ""))
}

// resendInvitation mails a new link to who has not set a password yet. A buyer's user who waits
// for its company goes with it.
func (a Room) resendInvitation(tx *store.Tx, by web.Actor, k *UserKind, userID string) error {
	u, err := userOf(by, &tx.Q, k, userID)
	if err != nil {
		return err
	}
	company, err := manages(by, &tx.Q, k, u.ClientID)
	if err != nil {
		return err
	}
	if u.PasswordHash != "" || u.Status != int(deal.UserUnapproved) {
		return web.Conflict(deal.NotAllowed, "この利用者はすでに利用を始めているか、停止されています。最新の内容を確認してください。")
	}
	if company != nil && company.Status != int(deal.CompanyEnabled) && !company.IsTrial {
		return web.Conflict(deal.NotAllowed, "企業の登録が完了していないため、利用者への案内は送れません。「登録の案内を再送する」をお使いください。")
	}
	if err := a.InviteUser(tx, u, mail.InvitationResent); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("user_invited", "user", u.ID, "ok", ""))
}

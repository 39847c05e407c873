package company

import (
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// saved is a user that has been saved, with what it was before.
type saved struct {
	kind    *UserKind
	company *store.Company // of a buyer's user
	user    *store.User
	before  *store.User
	isNew   bool
}

// facts are what deal decides by.
func (s *saved) facts(by web.Actor) deal.UserSavedFacts {
	u := s.user
	f := deal.UserSavedFacts{
		Role: s.kind.Role, ByBuyer: by.Viewer.IsBuyer(), IsNew: s.isNew,
		Before: deal.UserStatus(s.before.Status), After: deal.UserStatus(u.Status),
		LoginMoved: u.LoginFolded != s.before.LoginFolded, HasPassword: u.PasswordHash != "",
	}
	if c := s.company; c != nil {
		f.Company, f.IsTrial, f.TrialBegun = deal.CompanyStatus(c.Status), c.IsTrial, !c.TrialUntil.IsZero()
	}
	return f
}

// afterSaveUser carries out what follows when a user has been saved: the link that it waits for, the
// end of what was taken away.
func (a Room) afterSaveUser(tx *store.Tx, by web.Actor, s *saved) error {
	u, c := s.user, s.company
	e, refusal := deal.DecideUserSaved(s.facts(by))
	if refusal != nil {
		return refusal
	}
	if e.BeginTrial || e.InviteCompany || e.ResendRegistration || e.InviteUser {
		if err := mayBeContacted(&tx.Q, by, u.ClientID); err != nil {
			return err
		}
	}
	for _, follows := range []struct {
		is bool
		do func() error
	}{
		{e.TellAdded, func() error { return a.TellWatchers(tx, mail.UserAdded, u, false) }},
		{e.DropLoginChange, func() error { return tx.DropLoginChange(u.ID) }},
		{e.TellMoved, func() error { return a.TellWatchers(tx, mail.UserChanged, u, false) }},
		{e.RevokeSessions, func() error { return tx.RevokeSessionsOf(u.ID, "", "status changed") }},
		{e.RevokePasswordLinks != "", func() error {
			return tx.RevokeLinkKeys(store.LinkPassword, u.ID, string(e.RevokePasswordLinks))
		}},
		{s.isLeavingOwner(), func() error {
			return tx.RevokeLinksOf(u.ID, "status changed", store.LinkListingApproval, store.LinkOwnerConsent)
		}},
		{e.TellBank, func() error { return a.tellBank(tx, c) }},
		{e.BackToUnapproved, func() error {
			u.Status = int(deal.UserUnapproved)
			return tx.UpdateUser(u, by.ID())
		}},
		{e.BeginTrial, func() error { return a.beginTrial(tx, by, c, u) }},
		{e.InviteCompany, func() error { return a.inviteBuyer(tx, by, c) }},
		{e.ResendRegistration, func() error { return a.mailRegistration(tx, c, mail.InvitationResent) }},
		{e.InviteUser, func() error { return a.InviteUser(tx, u, mail.Invitation) }},
	} {
		if !follows.is {
			continue
		}
		if err := follows.do(); err != nil {
			return err
		}
	}
	return nil
}

// isLeavingOwner says that a seller's person no longer decides for the seller: what he holds opens nothing more.
func (s *saved) isLeavingOwner() bool {
	return !s.kind.SignsIn() && s.user.Status != int(deal.UserEnabled) && s.before.Status == int(deal.UserEnabled)
}

// tellBank: a user whom a buyer's own user registered waits for the bank.
func (a Room) tellBank(tx *store.Tx, c *store.Company) error {
	return persons.In(a.Platform).Mail(tx, mail.BuyerUserWaits, c.InstitutionID, store.InChargeOfCompany, c.ID,
		mail.Data{CaseNumber: web.CaseNumber("B", c.ID), Link: a.BaseURL + "/buyer-company-manage/" + c.ID + "?tab=users"})
}

// inviteBuyer moves a buyer that has an overview alone to 5 and mails its first user the key
// to register the company (domain.md 6).
func (a Room) inviteBuyer(tx *store.Tx, by web.Actor, c *store.Company) error {
	f := deal.CompanyFacts{Exists: true, Client: deal.ClientBuyer, Status: deal.CompanyStatus(c.Status)}
	e, refusal := deal.DecideCompany(f, deal.CompanyInvite, Decider(by))
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

package deal

// UserSavedFacts are the facts that decide what happens after a user has been saved (domain 6).
type UserSavedFacts struct {
	Role    Role
	ByBuyer bool // the actor is a buyer's own user

	IsNew         bool
	Before, After UserStatus
	LoginMoved    bool // the login address was changed
	HasPassword   bool

	// The company of a buyer's user.
	Company    CompanyStatus
	IsTrial    bool
	TrialBegun bool // the days of the trial are running
}

// PasswordLinkReason is why links to set a password were revoked, as the log records it.
type PasswordLinkReason string

const (
	LinksStatusChanged  PasswordLinkReason = "status changed"
	LinksAddressChanged PasswordLinkReason = "address changed"
)

// UserSavedEffects are the actions after a user was saved, in their order; the caller carries out all
// of them in the transaction that saves the user.
type UserSavedEffects struct {
	TellAdded       bool // tell those who manage the bank's users: he can sign in but not yet confirm
	DropLoginChange bool // a waiting change of the login address is void
	TellMoved       bool // tell those who manage the bank's users: the login address was changed

	RevokeSessions      bool
	RevokePasswordLinks PasswordLinkReason // "" for none

	TellBank           bool // tell the bank that a further user of a buyer waits for it
	BackToUnapproved   bool // the user has no access yet
	BeginTrial         bool // the trial begins with this first user, who is invited
	InviteCompany      bool // invite it to register, by a key
	ResendRegistration bool // the invitation went to the wrong address
	InviteUser         bool // invite him to set a password; an older link becomes invalid
}

// DecideUserSaved says what follows when a user has been saved. For a user who does not sign in there is nothing to do.
func DecideUserSaved(f UserSavedFacts) (UserSavedEffects, *Refusal) {
	var e UserSavedEffects
	if f.Role == RoleSEL {
		return e, nil
	}
	if f.Role == RoleFIN {
		e.TellAdded = f.IsNew
		e.DropLoginChange, e.TellMoved = f.addressChanged(), f.addressChanged()
	}
	e.RevokeSessions = f.Before == UserEnabled && f.After != UserEnabled
	switch {
	case f.After == UserBlocked || f.After == UserUnsubscribed:
		e.RevokePasswordLinks = LinksStatusChanged
		return e, nil
	case f.IsNew && f.ByBuyer:
		e.TellBank = true
		return e, nil
	case f.Role == RoleBUY && !f.IsTrial && f.Company != CompanyEnabled:
		return f.waits(e)
	case f.Role == RoleBUY && f.IsTrial && !f.TrialBegun && f.IsNew: // users of a trial get access without a registration
		e.BeginTrial = true
		return e, nil
	}
	return f.comesIn(e), nil
}

func (f UserSavedFacts) addressChanged() bool { return f.LoginMoved && !f.IsNew }

// waits: a buyer's user gets access with its company's registration.
func (f UserSavedFacts) waits(e UserSavedEffects) (UserSavedEffects, *Refusal) {
	switch {
	case f.After == UserEnabled && f.Before == UserUnapproved:
		return e, notAllowed("企業の登録が完了していないため、利用者だけを承認することはできません。企業の登録を承認すると、利用者も使えるようになります。")
	case f.After == UserEnabled && f.Before != UserEnabled:
		e.BackToUnapproved = true // whoever registers by key has a password before the bank has checked the company
	case f.Company == CompanyNoData:
		e.InviteCompany = !f.ByBuyer
	case f.Company == CompanyNotCreated:
		e.ResendRegistration = f.addressChanged()
	}
	return e, nil
}

// comesIn: a user whom nothing else keeps out sets a password and signs in. A buyer's own user cannot invite anybody.
func (f UserSavedFacts) comesIn(e UserSavedEffects) UserSavedEffects {
	approved := f.After != f.Before
	switch {
	case f.IsNew:
		e.InviteUser = !f.ByBuyer
	case !f.HasPassword && (approved || f.LoginMoved) && !f.ByBuyer:
		e.BackToUnapproved, e.InviteUser = true, true
	case f.LoginMoved:
		e.RevokePasswordLinks = LinksAddressChanged
	}
	return e
}

package deal

// UserSavedFacts is what it depends on what follows when a user has been saved (domain 6).
type UserSavedFacts struct {
	Role    Role
	ByBuyer bool // the actor is a buyer's own user

	IsNew         bool
	Before, After UserStatus
	LoginMoved    bool // another address than it had
	HasPassword   bool

	// The company of a buyer's user.
	Company    CompanyStatus
	IsTrial    bool
	TrialBegun bool // its days count
}

// PasswordLinkReason is why the links to set a password are dead, as the log has it.
type PasswordLinkReason string

const (
	LinksStatusChanged  PasswordLinkReason = "status changed"
	LinksAddressChanged PasswordLinkReason = "address changed"
)

// UserSavedEffects is what follows, in its order; the caller carries out all of it in the transaction
// that saves the user.
type UserSavedEffects struct {
	TellAdded       bool // who watches over the bank's people: he can sign in and is no second pair of eyes
	DropLoginChange bool // a change of the address that waits is void
	TellMoved       bool // who watches over the bank's people: the address is another

	RevokeSessions      bool
	RevokePasswordLinks PasswordLinkReason // "" for none

	TellBank           bool // a further user of a buyer waits for it
	BackToUnapproved   bool // the user has no access yet
	BeginTrial         bool // the days count from this first user on, who is invited
	InviteCompany      bool // to register, by a key
	ResendRegistration bool // the invitation went to the wrong address
	InviteUser         bool // to set a password; an older link dies with this one
}

// DecideUserSaved says what follows when a user has been saved. Who does not sign in waits for nothing.
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
	case f.Role == RoleBUY && f.IsTrial && !f.TrialBegun && f.IsNew: // a trial's users come in without its registration
		e.BeginTrial = true
		return e, nil
	}
	return f.comesIn(e), nil
}

func (f UserSavedFacts) addressChanged() bool { return f.LoginMoved && !f.IsNew }

// waits: a buyer's user comes in with its company's registration.
func (f UserSavedFacts) waits(e UserSavedEffects) (UserSavedEffects, *Refusal) {
	switch {
	case f.After == UserEnabled && f.Before == UserUnapproved:
		return e, notAllowed("企業の登録が完了していないため、利用者だけを承認することはできません。企業の登録を承認すると、利用者も使えるようになります。")
	case f.After == UserEnabled && f.Before != UserEnabled:
		e.BackToUnapproved = true // who registers by key has a password before the bank has looked at the company
	case f.Company == CompanyNoData:
		e.InviteCompany = !f.ByBuyer
	case f.Company == CompanyNotCreated:
		e.ResendRegistration = f.addressChanged()
	}
	return e, nil
}

// comesIn: whom nothing else keeps out sets a password and signs in. A buyer's own user invites nobody.
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

package company

import (
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// SaveUser creates a user of a client that the actor manages, or changes it, and returns its id.
// Who will sign in gets a link to set the password; a buyer's first user, where the buyer has
// no details yet, gets the link to register the company.
func (a Room) SaveUser(tx *store.Tx, by web.Actor, k *UserKind, in *UserInput) (string, error) {
	u, event := &store.User{ClientID: clientID(by, k, in.ClientID)}, "user_created"
	made := ""
	if in.UserID == "" {
		var err error
		if made, err = in.Made(tx, by); err != nil {
			return "", err
		}
		in.UserID = made
	}
	if in.UserID != "" {
		var err error
		if u, err = userOf(by, &tx.Q, k, in.UserID); err != nil {
			return "", err
		}
		event = "user_updated"
	}
	company, err := manages(by, &tx.Q, k, u.ClientID)
	if err != nil {
		return "", err
	}
	if by.Stale(made, u.Version, in.Version, u.Modifier) {
		return "", store.ErrStale
	}
	isNew, before := in.UserID == "", *u
	next, err := in.Check(k, by, u)
	if err != nil {
		return "", err
	}
	in.Apply(k, u)
	if k.SignsIn() && u.LoginFolded != before.LoginFolded { // the answer tells whether somebody has it
		if err := a.AskLogin(by); err != nil {
			return "", err
		}
	}
	if isNew {
		u.Role, u.ClientType, u.UserType, u.SystemType, u.Status = int(k.Role), k.ClientType, int(k.UserType), int(deal.SystemUser), int(deal.UserUnapproved)
		u.RegistType = int(deal.RegistFinancialInstitution)
		if by.Viewer.IsBuyer() {
			u.RegistType = int(deal.RegistOwn)
		}
		if k == BankUsers && by.User != nil && deal.Role(by.User.Role) == deal.RoleFIN {
			u.Business = by.User.Business // nobody makes a user who may do more than he (team.md 2)
		}
		if company != nil {
			u.MemberType = company.MemberType
		}
		if !k.SignsIn() {
			u.Status = int(deal.UserEnabled)
		}
		err = tx.CreateUser(u, by.ID())
	} else {
		u.Status = next
		if k == BankUsers && u.LoginFolded != before.LoginFolded { // whose mailbox it is now, who wrote it knows
			web.Unadmit(u)
			u.LoginBy = by.ID()
		}
		err = tx.UpdateUser(u, by.ID())
	}
	if errors.Is(err, store.ErrDuplicate) {
		return "", web.Invalid("loginId", LoginIDTaken)
	}
	if err != nil {
		return "", err
	}
	if isNew {
		if err := in.Keep(tx, by, u.ID); err != nil {
			return "", err
		}
	}
	if err := a.afterSaveUser(tx, by, &saved{k, company, u, &before, isNew}); err != nil {
		return "", err
	}
	return u.ID, tx.AddAudit(by.Line(event, "user", u.ID, "ok", ""))
}

// Apply puts the checked input into a user.
func (in *UserFields) Apply(k *UserKind, u *store.User) {
	u.LoginID, u.LoginFolded = in.LoginID, auth.FoldLoginID(in.LoginID)
	u.UserName, u.UserNameKana, u.Department, u.Position = in.UserName, in.UserNameKana, in.Department, in.Position
	u.Phone1, u.Phone2, u.Fax = in.Phone1, in.Phone2, in.Fax
	if in.RegistSendMail != nil {
		u.RegistSendMail = *in.RegistSendMail == 1
	} else if u.ID == "" {
		u.RegistSendMail = true
	}
	if in.TrialSendMail != nil && k.Role == deal.RoleBUY {
		u.TrialSendMail = *in.TrialSendMail == 1
	}
}

// previewUser is a new user as it would be stored, for the confirm step.
func previewUser(r *web.Request, k *UserKind, in *UserInput) (out *userRow, err error) {
	u := &store.User{Role: int(k.Role)}
	if _, err := in.Check(k, r.Actor, u); err != nil {
		return nil, err
	}
	if in.LoginID != "" {
		free, err := checkMail(r, k, &checkMailInput{MailAddress: in.LoginID})
		if err != nil {
			return nil, err
		}
		if !free.IsAvailable {
			return nil, web.Invalid("loginId", free.Detail)
		}
	}
	in.Apply(k, u)
	return web.Reading(r, func(q *store.Q) (*userRow, error) {
		return readUserRow(r.Actor, q, u)
	})
}

// Check cleans the input in place and returns the status that an existing user moves to: all
// that is wrong at once.
func (in *UserInput) Check(k *UserKind, by web.Actor, u *store.User) (next int, err error) {
	var c web.Check
	in.UserFields.check(&c, k.SignsIn())
	// Whoever could give a colleague's account another address could take it over by the password
	// reminder, and with it confirm his own deeds as a second user.
	c.Ok(u.ID == "" || !k.SignsIn() || u.PasswordHash == "" || auth.FoldLoginID(in.LoginID) == u.LoginFolded, "loginId",
		"利用を始めた方のログインIDは変更できません。変更が必要なときは事務局へお問い合わせください。")
	next = u.Status
	if u.ID != "" && in.Status != 0 && in.Status != u.Status {
		event := map[deal.UserStatus]deal.UserEvent{deal.UserEnabled: deal.UserApprove, deal.UserBlocked: deal.UserBlock,
			deal.UserUnsubscribed: deal.UserUnsubscribe}[deal.UserStatus(in.Status)]
		if u.Status == int(deal.UserBlocked) && in.Status == int(deal.UserEnabled) {
			event = deal.UserUnblock
		}
		// A bank manages its customers' people; its own are its administrator's, and nobody's own is his.
		mayManage := k.Role != deal.RoleFIN && !by.Viewer.IsBuyer()
		s, refusal := deal.MoveUser(deal.UserStatus(u.Status), event, mayManage)
		switch {
		case !mayManage:
			c.Fail("status", "利用者の状態は変更できません。変更が必要なときは管理者へご連絡ください。")
		case refusal != nil:
			return 0, refusal
		}
		next = int(s)
	}
	return next, c.Err()
}

// check cleans the fields. A seller's contact, who never signs in, may have no mail address: he is asked
// by letter.
func (in *UserFields) check(c *web.Check, needsAddress bool) {
	c.Mail("loginId", "メールアドレス", &in.LoginID, needsAddress)
	c.Text(in, "userName", "氏名", &in.UserName, true)
	c.Kana(in, "userNameKana", "氏名（カナ）", &in.UserNameKana, false)
	c.Text(in, "department", "部署", &in.Department, false)
	c.Text(in, "position", "役職", &in.Position, false)
	c.Phone("phone1", "電話番号1", &in.Phone1, false)
	c.Phone("phone2", "電話番号2", &in.Phone2, false)
	c.Phone("fax", "FAX番号", &in.Fax, false)
	c.Flag("registSendMail", in.RegistSendMail)
	c.Flag("trialSendMail", in.TrialSendMail)
}

package app

import (
	"errors"
	"regexp"

	"golang.org/x/text/unicode/norm"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
	"tsunagu/store/master"
)

// userKind is what differs between the users of buyers, of banks and the sellers' persons in
// charge. They are one noun (SPEC.md 3 User).
type userKind struct {
	role       deal.Role
	userType   deal.UserType
	clientType int // 1 buyer, 2 seller, 3 institution
	path       string
	area       string
	callers    callers
	records    string
}

const institutionClient = 3

var (
	buyerUsers  = &userKind{deal.RoleBUY, deal.UserTypeBUY, store.Buyer, "/api/BuyerCompanyUser/", "buyer-company", fin | buy, "担当の買手企業の利用者、買手本人の利用者"}
	sellerUsers = &userKind{deal.RoleSEL, deal.UserTypeSEL, store.Seller, "/api/SellerCompanyUser/", "seller-company", fin, "担当の売手企業の担当者"}
	bankUsers   = &userKind{deal.RoleFIN, deal.UserTypeFIN, institutionClient, "/api/FinancialUser/", "financial", fin, "自機関の利用者"}
)

// signsIn says that these users have a login: sellers' contacts never do (domain.md 6).
func (k *userKind) signsIn() bool { return k.role != deal.RoleSEL }

// userRow is a user as those who manage it see it (SPEC.md 3 User).
type userRow struct {
	UserID         string `json:"userId"`
	ClientID       string `json:"clientId"`
	LoginID        string `json:"loginId"`
	UserName       string `json:"userName"`
	UserNameKana   string `json:"userNameKana"`
	Department     string `json:"department"`
	Position       string `json:"position"`
	Phone1         string `json:"phone1"`
	Phone2         string `json:"phone2"`
	Fax            string `json:"fax"`
	Status         int    `json:"status"`
	RegistSendMail int    `json:"registSendMail" enum:"0,1" doc:"お知らせメールを受け取る"`
	TrialSendMail  *int   `json:"trialSendMail,omitempty" enum:"0,1" doc:"買手の利用者だけ"`
	IsInvited      bool   `json:"isInvited" doc:"パスワード設定の案内を送ってあり、まだ設定されていない"`
	IsMe           bool   `json:"isMe"`
	Version        int    `json:"version"`
	Created        string `json:"created" doc:"UTC"`
	Modified       string `json:"modified" doc:"UTC"`
}

// userList is the answer of GetUsersList.
type userList struct {
	UserList []userRow `json:"userList"`
}

// waitingUsers is the answer of GetWaitingUsers.
type waitingUsers struct {
	UserList []waitingUser `json:"userList"`
}

type waitingUser struct {
	UserID      string `json:"userId"`
	ClientID    string `json:"clientId" doc:"買手企業"`
	UserName    string `json:"userName"`
	CompanyName string `json:"companyName"`
	Created     string `json:"created" doc:"UTC"`
}

// mailCheck is the answer of CheckMailAddress: that an address cannot be used, and no more.
type mailCheck struct {
	IsAvailable bool   `json:"isAvailable"`
	Detail      string `json:"detail"`
}

// userInput is what is saved of a user. systemType, userType, memberType and registType are
// taken, as SPEC.md 7 sends them, and not believed: they follow from the call and the caller.
type userInput struct {
	UserID     string `json:"userId,omitempty" doc:"新規のときは空"`
	Version    int    `json:"version,omitempty" doc:"画面が見ている版。新規は0"`
	ClientID   string `json:"clientId,omitempty" doc:"企業または金融機関。省略は自社・自機関"`
	Status     int    `json:"status,omitempty" doc:"今の状態から動かすとき。2 有効、3 停止、4 退会。0は変えない"`
	SystemType int    `json:"systemType,omitempty" doc:"使われない"`
	UserType   int    `json:"userType,omitempty" doc:"使われない"`
	MemberType int    `json:"memberType,omitempty" doc:"使われない"`
	RegistType int    `json:"registType,omitempty" doc:"使われない"`
	UserFields
}

// UserFields are what a user says of itself, whoever registers it.
type UserFields struct {
	LoginID        string `json:"loginId,omitempty" doc:"メールアドレス"`
	UserName       string `json:"userName,omitempty"`
	UserNameKana   string `json:"userNameKana,omitempty"`
	Department     string `json:"department,omitempty"`
	Position       string `json:"position,omitempty"`
	Phone1         string `json:"phone1,omitempty"`
	Phone2         string `json:"phone2,omitempty"`
	Fax            string `json:"fax,omitempty"`
	RegistSendMail *int   `json:"registSendMail,omitempty" enum:"0,1"`
	TrialSendMail  *int   `json:"trialSendMail,omitempty" enum:"0,1"`
}

type usersOfInput struct {
	ClientID string `query:"clientId" doc:"省略は自社・自機関"`
	UserType int    `query:"userType" doc:"1 買手、2 金融機関、3 売手"`
}

type userOfInput struct {
	UserID   string `query:"userId"`
	UserType int    `query:"userType" doc:"1 買手、2 金融機関、3 売手"`
}

type checkMailInput struct {
	MailAddress string `query:"mailAddress"`
	UserType    int    `query:"userType"`
	UserID      string `query:"userId" doc:"この利用者自身のものは使える"`
}

type userSave struct{ Body userInput }

type userInvite struct {
	Body struct {
		UserID string `json:"userId"`
	}
}

func (a *App) userCalls() {
	for _, k := range []*userKind{buyerUsers, sellerUsers, bankUsers} {
		row := func(method, name, summary, spec string) call {
			return call{method, k.path + name, k.area, k.callers, k.records, summary, spec, 0, false}
		}
		add(a, row("GET", "GetUsersList", "利用者の一覧", "SPEC 3 User, 7"),
			func(r *request, in *usersOfInput) (*userList, error) { return r.readUsers(k, in) })
		add(a, row("GET", "GetUser", "利用者", "SPEC 3 User, 7"),
			func(r *request, in *userOfInput) (out *userRow, err error) {
				return out, r.read(func(q *store.Q) error {
					u, err := r.userOf(q, k, in.UserID)
					if err == nil {
						out, err = r.userRow(q, u)
					}
					return err
				})
			})
		add(a, row("GET", "CheckMailAddress", "ログインIDが使えるか", "SPEC 5; domain 6"),
			func(r *request, in *checkMailInput) (*mailCheck, error) { return r.checkMail(k, in) })
		add(a, row("POST", "RegistUser", "利用者の登録と変更。IDを返す", "SPEC 3 User, 7; domain 6"),
			func(r *request, in *userSave) (id string, err error) {
				return id, r.write(func(tx *store.Tx) error {
					id, err = r.a.saveUser(tx, r.actor, k, &in.Body)
					return err
				})
			})
		add(a, row("POST", "CheckUser", "新しい利用者の確認。保存される形で返す", "domain 9 /confirm"),
			func(r *request, in *userSave) (*userRow, error) { return r.previewUser(k, &in.Body) })
		if !k.signsIn() {
			continue
		}
		if k == buyerUsers {
			c := row("GET", "GetWaitingUsers", "買手が追加し、承認を待つ利用者", "domain 6, 9 /mypage")
			c.callers = fin
			add(a, c, func(r *request, _ *struct{}) (*waitingUsers, error) { return r.waitingUsers() })
		}
		c := row("PUT", "ReSendInvitation", "パスワード設定の案内の再送", "domain 6")
		c.callers = fin
		add(a, c, func(r *request, in *userInvite) (nothing, error) {
			return nothing{}, r.write(func(tx *store.Tx) error { return r.a.resendInvitation(tx, r.actor, k, in.Body.UserID) })
		})
	}
}

// clientID is the client asked for: one's own where none is named.
func (b actor) clientID(k *userKind, id string) string {
	switch {
	case id != "":
		return id
	case k.role == deal.RoleFIN:
		return b.institution()
	}
	return b.viewer.BuyerID
}

// manages checks that the actor may manage the users of a client.
func (b actor) manages(q *store.Q, k *userKind, clientID string) (*store.Company, error) {
	if k.role == deal.RoleFIN {
		if b.viewer.IsBuyer() || clientID == "" || clientID != b.institution() {
			return nil, store.ErrNotFound
		}
		return nil, nil
	}
	return b.maintained(q, k.clientType, clientID)
}

// userOf is a user of the kind that the actor manages.
func (b actor) userOf(q *store.Q, k *userKind, id string) (*store.User, error) {
	u, err := q.VisibleUser(b.viewer, id)
	if err == nil && u.Role != int(k.role) {
		err = store.ErrNotFound
	}
	return u, err
}

func (r *request) readUsers(k *userKind, in *usersOfInput) (*userList, error) {
	out := &userList{UserList: []userRow{}}
	return out, r.read(func(q *store.Q) error {
		if in.UserType != 0 && in.UserType != int(k.userType) {
			return store.ErrNotFound
		}
		id := r.clientID(k, in.ClientID)
		if _, err := r.manages(q, k, id); err != nil {
			return err
		}
		users, err := q.VisibleUsers(r.viewer, id, int(k.role))
		if err != nil {
			return err
		}
		for i := range users {
			row, err := r.userRow(q, &users[i])
			if err != nil {
				return err
			}
			out.UserList = append(out.UserList, *row)
		}
		return nil
	})
}

// waitingUsers are the users whom the buyers in charge have added and nobody has let in yet.
func (r *request) waitingUsers() (*waitingUsers, error) {
	out := &waitingUsers{UserList: []waitingUser{}}
	return out, r.read(func(q *store.Q) error {
		found, err := q.WaitingUsers(r.viewer)
		for _, u := range found {
			out.UserList = append(out.UserList, waitingUser{u.ID, u.ClientID, u.UserName, deal.DisplayName(u.CompanyName, true), serverTime(u.Created)})
		}
		return err
	})
}

func (b actor) userRow(q *store.Q, u *store.User) (*userRow, error) {
	number := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	row := &userRow{
		UserID: u.ID, ClientID: u.ClientID, LoginID: u.LoginID, UserName: u.UserName, UserNameKana: u.UserNameKana, Department: u.Department, Position: u.Position,
		Phone1: u.Phone1, Phone2: u.Phone2, Fax: u.Fax, Status: u.Status, RegistSendMail: number(u.RegistSendMail),
		IsMe: u.ID == b.id(), Version: u.Version, Created: serverTime(u.Created), Modified: serverTime(u.Modified),
	}
	if u.Role == int(deal.RoleBUY) {
		n := number(u.TrialSendMail)
		row.TrialSendMail = &n
	}
	if u.Role == int(deal.RoleSEL) || u.PasswordHash != "" {
		return row, nil
	}
	_, err := q.LatestLinkKey(store.LinkPassword, u.ID)
	if errors.Is(err, store.ErrNotFound) {
		return row, nil
	}
	row.IsInvited = err == nil
	return row, err
}

const loginIDTaken = "このログインIDは使用できません。別のメールアドレスを入力してください。"

// checkMail says whether a login ID is free. One that exists anywhere is 使用できません, no more.
func (r *request) checkMail(k *userKind, in *checkMailInput) (*mailCheck, error) {
	var c check
	c.mail("mailAddress", "メールアドレス", &in.MailAddress, true)
	if err := c.err(); err != nil {
		return nil, err
	}
	out := &mailCheck{IsAvailable: true}
	if !k.signsIn() {
		return out, nil
	}
	return out, r.read(func(q *store.Q) error {
		u, err := q.UserByLogin(auth.FoldLoginID(in.MailAddress))
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if u.ID == in.UserID {
			if _, err := r.userOf(q, k, u.ID); err == nil || !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		out.IsAvailable, out.Detail = false, loginIDTaken
		return nil
	})
}

// saveUser creates a user of a client that the actor manages, or changes it, and returns its id.
// Who will sign in gets a link to set the password; a buyer's first user, where the buyer has
// no details yet, gets the link to register the company.
func (a *App) saveUser(tx *store.Tx, by actor, k *userKind, in *userInput) (string, error) {
	u, event := &store.User{ClientID: by.clientID(k, in.ClientID)}, "user_created"
	if in.UserID != "" {
		var err error
		if u, err = by.userOf(&tx.Q, k, in.UserID); err != nil {
			return "", err
		}
		event = "user_updated"
	}
	company, err := by.manages(&tx.Q, k, u.ClientID)
	if err != nil {
		return "", err
	}
	if u.Version != in.Version {
		return "", store.ErrStale
	}
	isNew, before := in.UserID == "", *u
	next, err := in.check(k, by, u)
	if err != nil {
		return "", err
	}
	in.apply(k, u)
	if isNew {
		u.Role, u.ClientType, u.UserType, u.SystemType, u.Status = int(k.role), k.clientType, int(k.userType), int(deal.SystemUser), int(deal.UserUnapproved)
		u.RegistType = int(deal.RegistFinancialInstitution)
		if by.viewer.IsBuyer() {
			u.RegistType = int(deal.RegistOwn)
		}
		if company != nil {
			u.MemberType = company.MemberType
		}
		if !k.signsIn() {
			u.Status = int(deal.UserEnabled)
		}
		err = tx.CreateUser(u, by.id())
	} else {
		u.Status = next
		err = tx.UpdateUser(u, by.id())
	}
	if errors.Is(err, store.ErrDuplicate) {
		return "", invalid("loginId", loginIDTaken)
	}
	if err != nil {
		return "", err
	}
	if err := a.afterSaveUser(tx, by, k, company, u, &before, isNew); err != nil {
		return "", err
	}
	return u.ID, tx.AddAudit(by.line(event, "user", u.ID, "ok", ""))
}

// apply puts the checked input into a user.
func (in *UserFields) apply(k *userKind, u *store.User) {
	u.LoginID, u.LoginFolded = in.LoginID, auth.FoldLoginID(in.LoginID)
	u.UserName, u.UserNameKana, u.Department, u.Position = in.UserName, in.UserNameKana, in.Department, in.Position
	u.Phone1, u.Phone2, u.Fax = in.Phone1, in.Phone2, in.Fax
	if in.RegistSendMail != nil {
		u.RegistSendMail = *in.RegistSendMail == 1
	} else if u.ID == "" {
		u.RegistSendMail = true
	}
	if in.TrialSendMail != nil && k.role == deal.RoleBUY {
		u.TrialSendMail = *in.TrialSendMail == 1
	}
}

// previewUser is a new user as it would be stored, for the confirm step.
func (r *request) previewUser(k *userKind, in *userInput) (out *userRow, err error) {
	u := &store.User{Role: int(k.role)}
	if _, err := in.check(k, r.actor, u); err != nil {
		return nil, err
	}
	free, err := r.checkMail(k, &checkMailInput{MailAddress: in.LoginID})
	if err != nil {
		return nil, err
	}
	if !free.IsAvailable {
		return nil, invalid("loginId", free.Detail)
	}
	in.apply(k, u)
	return out, r.read(func(q *store.Q) error {
		out, err = r.userRow(q, u)
		return err
	})
}

// check cleans the input in place and returns the status that an existing user moves to: all
// that is wrong at once.
func (in *userInput) check(k *userKind, by actor, u *store.User) (next int, err error) {
	var c check
	in.UserFields.check(&c)
	// Whoever could give a colleague's account another address could take it over by the
	// password reminder, and be the second pair of eyes.
	c.ok(u.ID == "" || !k.signsIn() || u.PasswordHash == "" || auth.FoldLoginID(in.LoginID) == u.LoginFolded, "loginId",
		"利用を始めた方のログインIDは変更できません。変更が必要なときは事務局へお問い合わせください。")
	next = u.Status
	if u.ID != "" && in.Status != 0 && in.Status != u.Status {
		event := map[deal.UserStatus]deal.UserEvent{deal.UserEnabled: deal.UserApprove, deal.UserBlocked: deal.UserBlock, deal.UserUnsubscribed: deal.UserUnsubscribe}[deal.UserStatus(in.Status)]
		if u.Status == int(deal.UserBlocked) && in.Status == int(deal.UserEnabled) {
			event = deal.UserUnblock
		}
		// A bank manages its customers' people; its own are its administrator's, and nobody's own is his.
		mayManage := k.role != deal.RoleFIN && !by.viewer.IsBuyer()
		s, refusal := deal.MoveUser(deal.UserStatus(u.Status), event, mayManage)
		switch {
		case !mayManage:
			c.fail("status", "利用者の状態は変更できません。変更が必要なときは管理者へご連絡ください。")
		case refusal != nil:
			return 0, refusal
		}
		next = int(s)
	}
	return next, c.err()
}

func (in *UserFields) check(c *check) {
	c.mail("loginId", "メールアドレス", &in.LoginID, true)
	c.text("userName", "氏名", &in.UserName, true, 40)
	c.kana("userNameKana", "氏名（カナ）", &in.UserNameKana, false, 60)
	c.text("department", "部署", &in.Department, false, 60)
	c.text("position", "役職", &in.Position, false, 60)
	c.phone("phone1", "電話番号1", &in.Phone1, false)
	c.phone("phone2", "電話番号2", &in.Phone2, false)
	c.phone("fax", "FAX番号", &in.Fax, false)
	for field, f := range map[string]*int{"registSendMail": in.RegistSendMail, "trialSendMail": in.TrialSendMail} {
		c.ok(f == nil || *f == 0 || *f == 1, field, "0か1で指定してください。")
	}
}

var kanaPattern = regexp.MustCompile(`^[ァ-ヺー・ヽヾA-Za-z0-9 .'-]*$`)

// kana turns hiragana and half-width kana into the katakana that kana fields keep, in place.
func (c *check) kana(field, label string, s *string, required bool, max int) {
	*s = norm.NFKC.String(master.Katakana(*s))
	c.text(field, label, s, required, max)
	c.ok(kanaPattern.MatchString(*s), field, label+"はひらがなかカタカナで入力してください。")
}

// afterSaveUser mails the link that the saved user waits for and ends what was taken away.
func (a *App) afterSaveUser(tx *store.Tx, by actor, k *userKind, company *store.Company, u, before *store.User, isNew bool) error {
	if !k.signsIn() {
		return nil
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
	isTrial := k.role == deal.RoleBUY && company.IsTrial
	if isNew && by.viewer.IsBuyer() {
		return a.mailInstitution(tx, mail.BuyerUserWaits, company.InstitutionID, company.ID,
			mail.Data{CaseNumber: caseNumber("B", company.ID), Link: a.BaseURL + "/buyer-company-manage/" + company.ID + "?tab=users"})
	}
	if k.role == deal.RoleBUY && !isTrial && company.Status != int(deal.CompanyEnabled) && u.Status == int(deal.UserEnabled) && u.Status != before.Status {
		// Whoever registers by key has a password before the bank has looked at the company.
		if before.Status == int(deal.UserUnapproved) {
			return conflict(deal.NotAllowed, "企業の登録が完了していないため、利用者だけを承認することはできません。企業の登録を承認すると、利用者も使えるようになります。")
		}
		u.Status = int(deal.UserUnapproved)
		return tx.UpdateUser(u, by.id())
	}
	switch {
	case isTrial && isNew && company.TrialUntil.IsZero() && !by.viewer.IsBuyer():
		return a.beginTrial(tx, by, company, u)
	case isTrial: // a trial's users come in without its registration
	case k.role == deal.RoleBUY && company.Status == int(deal.CompanyNoData) && !by.viewer.IsBuyer():
		return a.inviteBuyer(tx, by, company)
	case k.role == deal.RoleBUY && company.Status == int(deal.CompanyNotCreated):
		if moved && !isNew { // the invitation went to the wrong address
			return a.mailRegistration(tx, company, mail.InvitationResent)
		}
		return nil
	case k.role == deal.RoleBUY && company.Status != int(deal.CompanyEnabled):
		return nil // let in with the company
	}
	switch {
	case isNew && !by.viewer.IsBuyer():
		return a.inviteUser(tx, u, mail.Invitation)
	case !isNew && u.PasswordHash == "" && (u.Status != before.Status || moved) && !by.viewer.IsBuyer():
		// Approved just now, or the address was mended: the older link dies with this one.
		u.Status = int(deal.UserUnapproved)
		if err := tx.UpdateUser(u, by.id()); err != nil {
			return err
		}
		return a.inviteUser(tx, u, mail.Invitation)
	case moved && !isNew:
		return tx.RevokeLinkKeys(store.LinkPassword, u.ID, "address changed")
	}
	return nil
}

// inviteBuyer moves a buyer that has an overview alone to 5 and mails its first user the key
// to register the company (domain.md 6).
func (a *App) inviteBuyer(tx *store.Tx, by actor, c *store.Company) error {
	e, refusal := deal.DecideCompany(deal.CompanyFacts{Exists: true, Client: deal.ClientBuyer, Status: deal.CompanyStatus(c.Status)}, deal.CompanyInvite, by.decider())
	if refusal != nil {
		return refusal
	}
	c.Status = int(e.Status)
	if err := tx.UpdateCompany(c, by.id()); err != nil {
		return err
	}
	if err := a.mailRegistration(tx, c, mail.BuyerInvitation); err != nil {
		return err
	}
	return tx.AddAudit(by.line("company_invited", "company", c.ID, "ok", ""))
}

// resendInvitation mails a new link to who has not set a password yet. A buyer's user who waits
// for its company goes with it.
func (a *App) resendInvitation(tx *store.Tx, by actor, k *userKind, userID string) error {
	u, err := by.userOf(&tx.Q, k, userID)
	if err != nil {
		return err
	}
	company, err := by.manages(&tx.Q, k, u.ClientID)
	if err != nil {
		return err
	}
	if u.PasswordHash != "" || u.Status != int(deal.UserUnapproved) {
		return conflict(deal.NotAllowed, "この利用者はすでに利用を始めているか、停止されています。最新の内容を確認してください。")
	}
	if company != nil && company.Status != int(deal.CompanyEnabled) && !company.IsTrial {
		return conflict(deal.NotAllowed, "企業の登録が完了していないため、利用者への案内は送れません。「登録の案内を再送する」をお使いください。")
	}
	if err := a.inviteUser(tx, u, mail.InvitationResent); err != nil {
		return err
	}
	return tx.AddAudit(by.line("user_invited", "user", u.ID, "ok", ""))
}

package office

import (
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeUserRow is a user as the office and the institution's administrator manage him. It names no
// company: only the institution knows to which company a buyer's user belongs.
type officeUserRow struct {
	UserID        string `json:"userId"`
	LoginID       string `json:"loginId"`
	UserName      string `json:"userName"`
	Department    string `json:"department"`
	Position      string `json:"position"`
	Role          int    `json:"role" doc:"GetEnumerations の role"`
	Status        int    `json:"status" doc:"GetEnumerations の userStatus"`
	Business      int    `json:"business" doc:"金融機関の利用者の業務。0 M&Aと融資、1 M&A、2 融資"`
	BusinessLabel string `json:"businessLabel,omitempty" doc:"金融機関の利用者だけ"`
	MayBusiness   bool   `json:"mayChangeBusiness" doc:"この人の業務を変更できる立場にある"`
	FinancialID   string `json:"financialId" doc:"所属または担当の金融機関"`
	FinancialName string `json:"financialName"`
	FailureCount  int    `json:"failureCount" doc:"直近30分のログイン失敗"`
	SessionCount  int    `json:"sessionCount" doc:"ログイン中の端末"`
	LastLogin     string `json:"lastLogin" doc:"UTC"`
	StatusLabel   string `json:"statusLabel" doc:"状態の名前。案内を受けて、まだパスワードを設定していない利用者は、承認待ちではなく案内済み"`
	Invitation    string `json:"invitation" doc:"パスワードを設定していない利用者への案内の状態。空は、まだ案内していないか、設定した"`
	HasSecondStep bool   `json:"hasSecondStep" doc:"2段階認証を設定している"`
	HasPasskey    bool   `json:"hasPasskey" doc:"パスキーを登録している"`
	IsMe          bool   `json:"isMe"`
	Version       int    `json:"version"`

	CreatedBy      string `json:"createdBy" doc:"登録した方。空は申請、または初期設定"`
	Created        string `json:"created" doc:"UTC"`
	ApproverState  *int   `json:"approverState,omitempty" doc:"金融機関と事務局の利用者だけ。0 承認者としての確認待ち、1 承認者、2 以前からの承認者、3 承認者ではない"`
	ApproverLabel  string `json:"approverLabel,omitempty"`
	AdmittedBy     string `json:"admittedBy,omitempty" doc:"承認者の状態を決めた方"`
	Admitted       string `json:"admitted,omitempty" doc:"UTC"`
	WhyNotApprover string `json:"whyNotApprover,omitempty" doc:"この利用者を承認者として確認できない理由。空は、確認できる"`
}

type officeUserList struct {
	UserList []officeUserRow `json:"userList"`
	AllCount int             `json:"allCount"`
}

type officeUsersQuery struct {
	Word        string `query:"word" maxLength:"100" doc:"氏名、カナ、ログインID"`
	Role        int    `query:"role"`
	Status      int    `query:"status"`
	Approver    string `query:"approver" enum:"0,1,2,3," doc:"承認者の状態。空はすべて"`
	FinancialID string `query:"financialId" doc:"所属または担当の金融機関"`
	web.OfficePaging
}

// officeUserDeed is one act on one user.
type officeUserDeed struct {
	UserID  string `json:"userId"`
	Version int    `json:"version,omitempty" doc:"停止・解除のとき、画面が見ている版"`
}

// officeUserInput is a new user of an institution or of the office.
type officeUserInput struct {
	Role        int    `json:"role" doc:"3 金融機関、4 金融機関管理者、9 事務局"`
	FinancialID string `json:"financialId,omitempty" doc:"事務局の利用者では空"`
	LoginID     string `json:"loginId" doc:"メールアドレス"`
	UserName    string `json:"userName" limit:"40"`
	Department  string `json:"department,omitempty" limit:"60"`
	Position    string `json:"position,omitempty" limit:"60"`
}

const officeUserRecords = "事務局：すべての利用者（売手の担当者を除く）。管理者：自機関の利用者"

func (a Room) officeUserCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetUserList", web.ADM|web.FAD, officeUserRecords, "利用者の一覧"),
		func(r *web.Request, in *officeUsersQuery) (*officeUserList, error) {
			return web.Reading(r, func(q *store.Q) (*officeUserList, error) { return a.Users(q, r.Actor, in) })
		})
	type body struct{ Body officeUserDeed }
	for _, d := range []struct {
		name, summary string
		do            func(*store.Tx, web.Actor, *store.User, *officeUserDeed) error
	}{
		{"UnlockUser", "ログイン失敗による一時停止の解除", a.unlockUser},
		{"DisableUser", "利用の停止。ログインも終了する", a.disableUser},
		{"EnableUser", "利用の停止の解除", a.enableUser},
		{"EndSessions", "すべての端末のログインの終了", endSessions},
		{"ReSendInvitation", "パスワード設定の案内の再送", a.inviteAgain},
	} {
		web.Add(a.Platform, web.OfficeCall("POST", d.name, web.ADM|web.FAD, officeUserRecords, d.summary),
			func(r *web.Request, in *body) (web.Nothing, error) {
				return web.Nothing{}, r.Write(func(tx *store.Tx) error {
					u, err := managedUser(&tx.Q, r.Actor, in.Body.UserID)
					if err != nil {
						return err
					}
					return d.do(tx, r.Actor, u, &in.Body)
				})
			})
	}
	type input struct{ Body officeUserInput }
	web.Add(a.Platform, web.OfficeCall("POST", "RegistUser", web.ADM|web.FAD, "事務局：事務局と金融機関の利用者。管理者：自機関の利用者", "利用者の登録。パスワード設定の案内を送る。IDを返す"),
		func(r *web.Request, in *input) (id string, err error) {
			err = r.Write(func(tx *store.Tx) error { id, err = a.registOfficeUser(tx, r.Actor, &in.Body); return err })
			return id, company.NoteRefusedLogin(r, in.Body.LoginID, err)
		})
}

// managedUser is a user whom the actor manages, else ErrNotFound.
func managedUser(q *store.Q, by web.Actor, id string) (*store.User, error) {
	institution, own, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	return q.ManagedUser(institution, own, id)
}

// Users are the users whom the asker manages.
func (a Room) Users(q *store.Q, by web.Actor, in *officeUsersQuery) (*officeUserList, error) {
	institution, own, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	if in.FinancialID != "" {
		if own && in.FinancialID != institution {
			return nil, store.ErrNotFound
		}
		institution = in.FinancialID
	}
	us, n, err := q.SearchManagedUsers(store.UserSearch{Word: in.Word, Role: in.Role, Status: in.Status, Institution: institution,
		OwnUsers: own, Approver: console.OptionalInt(in.Approver), Page: in.Page()})
	if err != nil {
		return nil, err
	}
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := &officeUserList{UserList: []officeUserRow{}, AllCount: n}
	for i := range us {
		u := &us[i]
		of, err := q.InstitutionOf(u)
		if err != nil {
			return nil, err
		}
		row := officeUserRow{UserID: u.ID, LoginID: u.LoginID, UserName: u.UserName, Department: u.Department, Position: u.Position, Role: u.Role,
			Status:      u.Status,
			FinancialID: of, FinancialName: names[of], IsMe: u.ID == by.ID(), Version: u.Version}
		if row.FailureCount, err = q.LoginFailures(a.Keys.HashLoginID(u.LoginID), q.Now().Add(-auth.FailureLife)); err != nil {
			return nil, err
		}
		s, err := q.SecondStep(u.ID)
		if err != nil {
			return nil, err
		}
		row.HasSecondStep = s.IsOn()
		if row.HasPasskey, err = q.HasPasskey(u.ID); err != nil {
			return nil, err
		}
		running, last, err := q.SignIns(u.ID, q.Now().Add(-auth.SessionIdle))
		if err != nil {
			return nil, err
		}
		row.SessionCount, row.LastLogin = running, web.ServerTime(last)
		if err := row.ofApprover(q, by, u); err != nil {
			return nil, err
		}
		if u.PasswordHash == "" {
			if row.Invitation, err = company.InvitationState(q, u); err != nil {
				return nil, err
			}
		}
		row.StatusLabel = deal.UserStatus(u.Status).Label()
		if row.Status == int(deal.UserUnapproved) && row.Invitation != "" {
			row.StatusLabel = statusInvited
		}
		out.UserList = append(out.UserList, row)
	}
	return out, nil
}

// statusInvited is the status of who has nothing to wait for but his own password: 承認待ち would have the office look for
// somebody who approves. The code stays the specification's Unapproved.
const statusInvited = "案内済み"

// ofApprover sets who made the user and whether he is an approver.
func (row *officeUserRow) ofApprover(q *store.Q, by web.Actor, u *store.User) error {
	row.Created = web.ServerTime(u.Created)
	for id, name := range map[string]*string{u.Creator: &row.CreatedBy, u.AdmittedBy: &row.AdmittedBy} {
		who, err := q.User(id)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return err
		case who.Role == int(deal.RoleADM) && by.Role != deal.RoleADM:
			*name = web.AuditOffice
		case who.Role == int(deal.RoleSEL):
		default:
			*name = who.UserName
		}
	}
	if u.Role == int(deal.RoleFIN) {
		row.Business, row.BusinessLabel = u.Business, deal.Business(u.Business).Label()
		has, err := company.HasOwnAdministrator(q, u.ClientID)
		if err != nil {
			return err
		}
		row.MayBusiness = by.Role == deal.RoleFAD || !has
	}
	if u.Role != int(deal.RoleFIN) && u.Role != int(deal.RoleADM) {
		row.AdmittedBy = ""
		return nil
	}
	row.ApproverState, row.ApproverLabel, row.Admitted = &u.Approver, deal.ApproverState(u.Approver).Label(), web.ServerTime(u.Admitted)
	var err error
	row.WhyNotApprover, err = whyNotAdmit(q, by, u, deal.ApproverConfirm)
	return err
}

// unlockUser resets the failed sign-ins of the login ID. Those counted by network address stay, as
// they concern no single user.
func (a Room) unlockUser(tx *store.Tx, by web.Actor, u *store.User, _ *officeUserDeed) error {
	if err := tx.ForgetLoginFailuresOf(a.Keys.HashLoginID(u.LoginID)); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "user_unlocked", u, "")
}

// disableUser stops a user: sessions at both entrances and mailed links end (trust.md G10).
func (a Room) disableUser(tx *store.Tx, by web.Actor, u *store.User, in *officeUserDeed) error {
	if err := moveManagedUser(by, u, in, deal.UserBlock); err != nil {
		return err
	}
	if err := tx.UpdateUser(u, by.ID()); err != nil {
		return err
	}
	if err := tx.RevokeSessionsOf(u.ID, "", "blocked"); err != nil {
		return err
	}
	if err := tx.RevokeLinkKeys(store.LinkPassword, u.ID, "blocked"); err != nil {
		return err
	}
	if err := a.tellUserChanged(tx, u); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "user_blocked", u, "")
}

// enableUser ends a block. A user who never set a password gets a new link, if he is a bank's or
// the office's; a buyer's user is invited again by his institution.
func (a Room) enableUser(tx *store.Tx, by web.Actor, u *store.User, in *officeUserDeed) error {
	if err := moveManagedUser(by, u, in, deal.UserUnblock); err != nil {
		return err
	}
	if by.Role == deal.RoleADM {
		web.Unadmit(u) // a user whom the institution itself has stopped must be admitted anew
	}
	waits := u.PasswordHash == ""
	if waits {
		u.Status = int(deal.UserUnapproved)
	}
	if err := tx.UpdateUser(u, by.ID()); err != nil {
		return err
	}
	if waits && u.Role != int(deal.RoleBUY) {
		if err := a.InviteUser(tx, u, mail.InvitationResent); err != nil {
			return err
		}
	}
	if err := a.tellUserChanged(tx, u); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "user_unblocked", u, "")
}

// tellUserChanged tells an institution's administrators what was done to one of its own users.
// Changes to buyers' users are not mailed: their bank sees them in its lists.
func (a Room) tellUserChanged(tx *store.Tx, u *store.User) error {
	if u.Role == int(deal.RoleBUY) {
		return nil
	}
	return company.In(a.Platform).TellWatchers(tx, mail.UserChanged, u, u.Role == int(deal.RoleFAD))
}

// moveManagedUser changes a user's status if the caller saw its current version; nobody can change
// his own.
func moveManagedUser(by web.Actor, u *store.User, in *officeUserDeed, event deal.UserEvent) error {
	if u.ID == by.ID() {
		return web.Conflict(deal.NotAllowed, "ご自身の状態は変更できません。ほかの担当者に依頼してください。")
	}
	if u.Version != in.Version {
		return store.ErrStale
	}
	next, refusal := deal.MoveUser(deal.UserStatus(u.Status), event, true)
	if refusal != nil {
		return refusal
	}
	u.Status = int(next)
	return nil
}

// endSessions signs a user out everywhere; an actor who does it to himself keeps the present
// session.
func endSessions(tx *store.Tx, by web.Actor, u *store.User, _ *officeUserDeed) error {
	except := ""
	if u.ID == by.ID() {
		except = by.Session
	}
	if err := tx.RevokeSessionsOf(u.ID, except, "ended by the office"); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "sessions_ended", u, "")
}

// waitsForPassword refuses a user who needs no invitation, and a buyer's, whom his institution invites.
func waitsForPassword(u *store.User) error {
	switch {
	case u.PasswordHash != "" || u.Status != int(deal.UserUnapproved):
		return web.Conflict(deal.NotAllowed, "この利用者はすでに利用を始めているか、停止されています。最新の内容を確認してください。")
	case u.Role == int(deal.RoleBUY):
		return web.Conflict(deal.NotAllowed, "買手企業の利用者への案内は、担当の金融機関が送ります。")
	}
	return nil
}

// inviteAgain mails a new link for the first password.
func (a Room) inviteAgain(tx *store.Tx, by web.Actor, u *store.User, _ *officeUserDeed) error {
	if err := waitsForPassword(u); err != nil {
		return err
	}
	if err := a.InviteUser(tx, u, mail.InvitationResent); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "user_invited", u, "")
}

// registOfficeUser creates a user of an institution, its administrator, or an office user, and
// returns the id. An administrator creates those of his own institution.
func (a Room) registOfficeUser(tx *store.Tx, by web.Actor, in *officeUserInput) (string, error) {
	institution, own, err := console.Managed(by)
	if err != nil {
		return "", err
	}
	if own {
		if in.FinancialID == "" {
			in.FinancialID = institution
		}
		if in.FinancialID != institution {
			return "", store.ErrNotFound
		}
	}
	var c web.Check
	role := deal.Role(in.Role)
	c.Code("role", "区分", in.Role, true, func(int) bool {
		return role == deal.RoleFIN || role == deal.RoleFAD || role == deal.RoleADM && !own
	})
	if role == deal.RoleADM {
		c.Ok(in.FinancialID == "", "financialId", "事務局の利用者には、金融機関を指定できません。")
	} else if known, err := exists(tx.Institution(in.FinancialID)); err != nil {
		return "", err
	} else {
		c.Ok(known, "financialId", "金融機関を選択してください。")
	}
	c.Mail("loginId", "メールアドレス", &in.LoginID, true)
	c.Text(in, "userName", "氏名", &in.UserName, true)
	c.Text(in, "department", "部署", &in.Department, false)
	c.Text(in, "position", "役職", &in.Position, false)
	if err := c.Err(); err != nil {
		return "", err
	}
	if err := whyNotRegist(&tx.Q, by, role, in.FinancialID); err != nil {
		return "", err
	}
	u := BankUser(role, in.FinancialID, in.LoginID)
	if own && role == deal.RoleFIN {
		web.Admit(tx, u, by.ID())
	}
	u.UserName, u.Department, u.Position = in.UserName, in.Department, in.Position
	return u.ID, a.inviteNewUser(tx, by, u)
}

// BankUser is a new user of an institution or of the office, who has not set a password yet.
func BankUser(role deal.Role, institutionID, loginID string) *store.User {
	u := &store.User{ID: store.NewID(), Role: int(role), ClientType: company.InstitutionClient, ClientID: institutionID, LoginID: loginID,
		LoginFolded: auth.FoldLoginID(loginID),
		Status:      int(deal.UserUnapproved), SystemType: int(deal.SystemUser), UserType: int(deal.UserTypeFIN),
		RegistType:     int(deal.RegistAdmin),
		RegistSendMail: true}
	if role != deal.RoleFIN {
		u.SystemType, u.UserType = int(deal.SystemAdmin), int(deal.UserTypeNone)
	}
	if role == deal.RoleADM {
		u.ClientType, u.ClientID = 9, web.OfficeClient
	}
	return u
}

// inviteNewUser stores a new user and mails the link for the first password.
func (a Room) inviteNewUser(tx *store.Tx, by web.Actor, u *store.User) error {
	if err := company.In(a.Platform).AskLogin(by); err != nil {
		return err
	}
	err := tx.CreateUser(u, by.ID())
	if errors.Is(err, store.ErrDuplicate) {
		return web.Invalid("loginId", company.LoginIDTaken)
	}
	if err != nil {
		return err
	}
	if err := a.InviteUser(tx, u, mail.Invitation); err != nil {
		return err
	}
	// Not for the first user of an institution: the mail about the application has told its contact
	// already.
	if err := company.In(a.Platform).TellWatchers(tx, mail.UserAdded, u, true); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "user_created", u, "")
}

// whyNotRegist says why the actor may not create such a user: the office creates the first
// administrator of an institution, and that administrator all other users of the institution.
func whyNotRegist(q *store.Q, by web.Actor, role deal.Role, institutionID string) error {
	if by.Role != deal.RoleADM || role == deal.RoleADM {
		return nil
	}
	has, err := company.HasOwnAdministrator(q, institutionID)
	switch {
	case err != nil:
		return err
	case has && role == deal.RoleFIN:
		return web.Conflict(deal.NotAllowed, "この金融機関には管理者がいます（案内中・停止中を含みます）。利用者は、金融機関の管理者が登録します。事務局は登録できません。")
	case has:
		return web.Conflict(deal.NotAllowed, "この金融機関には管理者がいます（案内中・停止中を含みます）。管理者の追加は、その管理者が行います。管理者が異動・退職されたときは、その管理者のログインIDを、後任の方のものに変更してください。")
	case role == deal.RoleFIN:
		return web.Conflict(deal.NotAllowed, "事務局は、金融機関の利用者を登録できません。先に金融機関の管理者を登録してください。利用者は、その管理者が登録します。")
	}
	return nil
}

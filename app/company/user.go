package company

import (
	"cmp"
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// UserKind is what differs between the users of buyers, of banks and the sellers' persons in
// charge. They are one noun (SPEC.md 3 User).
type UserKind struct {
	Role       deal.Role
	UserType   deal.UserType
	ClientType int // 1 buyer, 2 seller, 3 institution
	Path       string
	area       string
	callers    web.Callers
	records    string
}

const InstitutionClient = 3

var (
	BuyerUsers = &UserKind{deal.RoleBUY, deal.UserTypeBUY, store.Buyer, "/api/BuyerCompanyUser/", "buyer-company", web.FIN | web.BUY,
		"担当の買手企業の利用者、買手本人の利用者"}
	SellerUsers = &UserKind{deal.RoleSEL, deal.UserTypeSEL, store.Seller, "/api/SellerCompanyUser/", "seller-company", web.FIN, "担当の売手企業の担当者"}
	BankUsers   = &UserKind{deal.RoleFIN, deal.UserTypeFIN, InstitutionClient, "/api/FinancialUser/", "financial", web.FIN, "自機関の利用者"}
)

// SignsIn says that these users have a login: sellers' contacts never do (domain.md 6).
func (k *UserKind) SignsIn() bool { return k.Role != deal.RoleSEL }

func (a Room) UserCalls() {
	for _, k := range []*UserKind{BuyerUsers, SellerUsers, BankUsers} {
		row := func(method, name, summary, spec string) web.Call {
			return web.Call{
				Method: method, Path: k.Path + name, Area: k.area, Callers: k.callers,
				Records: k.records, Summary: summary, Spec: spec,
			}
		}
		web.Add(a.Platform, row("GET", "GetUsersList", "利用者の一覧", "SPEC 3 User, 7"),
			func(r *web.Request, in *usersOfInput) (*UserList, error) { return readUsers(r, k, in) })
		web.Add(a.Platform, row("GET", "GetUser", "利用者", "SPEC 3 User, 7"),
			func(r *web.Request, in *userOfInput) (*userRow, error) {
				return web.Reading(r, func(q *store.Q) (out *userRow, err error) {
					u, err := userOf(r.Actor, q, k, in.UserID)
					if err == nil {
						out, err = readUserRow(r.Actor, q, u)
					}
					return out, err
				})
			})
		web.Add(a.Platform, row("GET", "CheckMailAddress", "ログインIDが使えるか", "SPEC 5; domain 6"),
			func(r *web.Request, in *checkMailInput) (*mailCheck, error) { return checkMail(r, k, in) })
		web.Add(a.Platform, row("POST", "RegistUser", "利用者の登録と変更。IDを返す", "SPEC 3 User, 7; domain 6"),
			func(r *web.Request, in *userSave) (id string, err error) {
				err = r.Write(func(tx *store.Tx) error {
					id, err = a.SaveUser(tx, r.Actor, k, &in.Body)
					return err
				})
				return id, NoteRefusedLogin(r, in.Body.LoginID, err)
			})
		web.Add(a.Platform, row("POST", "CheckUser", "新しい利用者の確認。保存される形で返す", "domain 9 /confirm"),
			func(r *web.Request, in *userSave) (*userRow, error) { return previewUser(r, k, &in.Body) })
		if !k.SignsIn() {
			continue
		}
		c := row("PUT", "ReSendInvitation", "パスワード設定の案内の再送", "domain 6")
		c.Callers = web.FIN
		web.Add(a.Platform, c, func(r *web.Request, in *userInvite) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.resendInvitation(tx, r.Actor, k, in.Body.UserID) })
		})
		if k != BuyerUsers {
			continue
		}
		c = row("POST", "MakeLetter", "パスワード設定の招待状（印刷する案内と、電話などで伝える確認コード）。前の案内は使えなくなる", "domain 6")
		c.Callers = web.FIN
		web.Add(a.Platform, c, func(r *web.Request, in *userInvite) (*Letter, error) {
			return web.Writing(r, func(tx *store.Tx) (*Letter, error) { return a.letterForBuyer(tx, r.Actor, in.Body.UserID) })
		})
	}
}

// clientID is the client asked for: one's own where none is named.
func clientID(b web.Actor, k *UserKind, id string) string {
	switch {
	case id != "":
		return id
	case k.Role == deal.RoleFIN:
		return b.Institution()
	}
	return b.Viewer.BuyerID
}

// manages checks that the actor may manage the users of a client.
func manages(b web.Actor, q *store.Q, k *UserKind, clientID string) (*store.Company, error) {
	if k.Role == deal.RoleFIN {
		if b.Viewer.IsBuyer() || clientID == "" || clientID != b.Institution() {
			return nil, store.ErrNotFound
		}
		return nil, nil
	}
	return maintained(b, q, k.ClientType, clientID)
}

// userOf is a user of the kind that the actor manages.
func userOf(b web.Actor, q *store.Q, k *UserKind, id string) (*store.User, error) {
	u, err := q.VisibleUser(b.Viewer, id)
	if err == nil && u.Role != int(k.Role) {
		err = store.ErrNotFound
	}
	return u, err
}

func readUsers(r *web.Request, k *UserKind, in *usersOfInput) (*UserList, error) {
	return web.Reading(r, func(q *store.Q) (*UserList, error) { return usersOf(q, r.Actor, k, in) })
}

// UsersOfBank are the users of the asker's own institution, as its screen lists them.
func UsersOfBank(q *store.Q, by web.Actor) (*UserList, error) {
	return usersOf(q, by, BankUsers, &usersOfInput{})
}

func usersOf(q *store.Q, by web.Actor, k *UserKind, in *usersOfInput) (*UserList, error) {
	if in.UserType != 0 && in.UserType != int(k.UserType) {
		return nil, store.ErrNotFound
	}
	id := clientID(by, k, in.ClientID)
	if _, err := manages(by, q, k, id); err != nil {
		return nil, err
	}
	users, err := q.VisibleUsers(by.Viewer, id, int(k.Role))
	if err != nil {
		return nil, err
	}
	out := &UserList{UserList: []userRow{}}
	for i := range users {
		row, err := readUserRow(by, q, &users[i])
		if err != nil {
			return nil, err
		}
		out.UserList = append(out.UserList, *row)
	}
	return out, nil
}

func readUserRow(b web.Actor, q *store.Q, u *store.User) (*userRow, error) {
	number := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	row := &userRow{
		UserID: u.ID, ClientID: u.ClientID, LoginID: u.LoginID, UserName: u.UserName, UserNameKana: u.UserNameKana, Department: u.Department,
		Position: u.Position,
		Phone1:   u.Phone1, Phone2: u.Phone2, Fax: u.Fax, Status: u.Status, RegistSendMail: number(u.RegistSendMail),
		IsMe: u.ID == b.ID(), Version: u.Version, Created: web.ServerTime(u.Created), Modified: web.ServerTime(u.Modified),
	}
	if u.Role == int(deal.RoleBUY) {
		n := number(u.TrialSendMail)
		row.TrialSendMail = &n
	}
	if u.Role == int(deal.RoleFIN) {
		row.Business = &u.Business
		row.ApproverState, row.ApproverLabel = &u.Approver, deal.ApproverState(u.Approver).Label()
	}
	if u.Role == int(deal.RoleSEL) || u.PasswordHash != "" {
		return row, nil
	}
	var err error
	row.Invitation, err = InvitationState(q, u)
	row.IsInvited = row.Invitation != ""
	return row, err
}

const LoginIDTaken = "このログインIDは使用できません。別のメールアドレスを入力してください。"

// checkMail says whether a login ID is free. One that exists anywhere is 使用できません, no more. The
// question is counted and written down, whatever its answer and of whichever kind of user it is.
func checkMail(r *web.Request, k *UserKind, in *checkMailInput) (*mailCheck, error) {
	var c web.Check
	c.Mail("mailAddress", "メールアドレス", &in.MailAddress, true)
	if err := c.Err(); err != nil {
		return nil, err
	}
	if err := In(r.Platform).AskLogin(r.Actor); err != nil {
		return nil, cmp.Or(noteLogin(r, in.MailAddress, loginThrottled), err)
	}
	out := &mailCheck{IsAvailable: true}
	err := r.Read(func(q *store.Q) error {
		if !k.SignsIn() {
			return nil // sellers' contacts may repeat
		}
		u, err := q.UserByLogin(auth.FoldLoginID(in.MailAddress))
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if u.ID == in.UserID {
			if _, err := userOf(r.Actor, q, k, u.ID); err == nil || !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		out.IsAvailable, out.Detail = false, LoginIDTaken
		return nil
	})
	if err != nil {
		return nil, err
	}
	result := loginFree
	if !out.IsAvailable {
		result = loginRefused
	}
	return out, noteLogin(r, in.MailAddress, result)
}

// waitsForPassword is a user who is to be invited. A buyer's user who waits for its company goes
// with it.
func waitsForPassword(q *store.Q, by web.Actor, k *UserKind, userID string) (*store.User, error) {
	u, err := userOf(by, q, k, userID)
	if err != nil {
		return nil, err
	}
	company, err := manages(by, q, k, u.ClientID)
	if err != nil {
		return nil, err
	}
	if u.PasswordHash != "" || u.Status != int(deal.UserUnapproved) {
		return nil, web.Conflict(deal.NotAllowed, "この利用者はすでに利用を始めているか、停止されています。最新の内容を確認してください。")
	}
	if company != nil && company.Status != int(deal.CompanyEnabled) && !company.IsTrial {
		return nil, web.Conflict(deal.NotAllowed, "企業の登録が完了していないため、利用者への案内は送れません。「登録の案内を再送する」をお使いください。")
	}
	return u, nil
}

// letterForBuyer makes a letter for the first password of a buyer's user. There is none for a colleague:
// who makes it could use it, and be his own second person. The administrator makes those.
func (a Room) letterForBuyer(tx *store.Tx, by web.Actor, userID string) (*Letter, error) {
	u, err := waitsForPassword(&tx.Q, by, BuyerUsers, userID)
	if err != nil {
		return nil, err
	}
	if err := mayBeContacted(&tx.Q, by, u.ClientID); err != nil {
		return nil, err
	}
	out, err := a.InviteByLetter(tx, by, u)
	if err != nil {
		return nil, err
	}
	return out, tx.AddAudit(by.Line("user_letter", "user", u.ID, "ok", ""))
}

// resendInvitation mails a new link to who has not set a password yet.
func (a Room) resendInvitation(tx *store.Tx, by web.Actor, k *UserKind, userID string) error {
	u, err := waitsForPassword(&tx.Q, by, k, userID)
	if err != nil {
		return err
	}
	if err := mayBeContacted(&tx.Q, by, u.ClientID); err != nil {
		return err
	}
	if err := a.InviteUser(tx, u, mail.InvitationResent); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("user_invited", "user", u.ID, "ok", ""))
}

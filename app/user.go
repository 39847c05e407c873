package app

import (
	"cmp"
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
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

func (a *App) userCalls() {
	for _, k := range []*userKind{buyerUsers, sellerUsers, bankUsers} {
		row := func(method, name, summary, spec string) call {
			return call{
				method: method, path: k.path + name, area: k.area, callers: k.callers,
				records: k.records, summary: summary, spec: spec,
			}
		}
		add(a.Platform, row("GET", "GetUsersList", "利用者の一覧", "SPEC 3 User, 7"),
			func(r *request, in *usersOfInput) (*userList, error) { return r.readUsers(k, in) })
		add(a.Platform, row("GET", "GetUser", "利用者", "SPEC 3 User, 7"),
			func(r *request, in *userOfInput) (*userRow, error) {
				return reading(r, func(q *store.Q) (out *userRow, err error) {
					u, err := r.userOf(q, k, in.UserID)
					if err == nil {
						out, err = r.userRow(q, u)
					}
					return out, err
				})
			})
		add(a.Platform, row("GET", "CheckMailAddress", "ログインIDが使えるか", "SPEC 5; domain 6"),
			func(r *request, in *checkMailInput) (*mailCheck, error) { return r.checkMail(k, in) })
		add(a.Platform, row("POST", "RegistUser", "利用者の登録と変更。IDを返す", "SPEC 3 User, 7; domain 6"),
			func(r *request, in *userSave) (id string, err error) {
				err = r.write(func(tx *store.Tx) error {
					id, err = a.saveUser(tx, r.actor, k, &in.Body)
					return err
				})
				return id, r.noteRefusedLogin(in.Body.LoginID, err)
			})
		add(a.Platform, row("POST", "CheckUser", "新しい利用者の確認。保存される形で返す", "domain 9 /confirm"),
			func(r *request, in *userSave) (*userRow, error) { return r.previewUser(k, &in.Body) })
		if !k.signsIn() {
			continue
		}
		c := row("PUT", "ReSendInvitation", "パスワード設定の案内の再送", "domain 6")
		c.callers = fin
		add(a.Platform, c, func(r *request, in *userInvite) (nothing, error) {
			return nothing{}, r.write(func(tx *store.Tx) error { return a.resendInvitation(tx, r.actor, k, in.Body.UserID) })
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
	return reading(r, func(q *store.Q) (*userList, error) {
		if in.UserType != 0 && in.UserType != int(k.userType) {
			return nil, store.ErrNotFound
		}
		id := r.clientID(k, in.ClientID)
		if _, err := r.manages(q, k, id); err != nil {
			return nil, err
		}
		users, err := q.VisibleUsers(r.viewer, id, int(k.role))
		if err != nil {
			return nil, err
		}
		for i := range users {
			row, err := r.userRow(q, &users[i])
			if err != nil {
				return nil, err
			}
			out.UserList = append(out.UserList, *row)
		}
		return out, nil
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
	if u.Role == int(deal.RoleFIN) {
		row.ApproverState, row.ApproverLabel = &u.Approver, deal.ApproverState(u.Approver).Label()
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

// checkMail says whether a login ID is free. One that exists anywhere is 使用できません, no more. The
// question is counted and written down, whatever its answer and of whichever kind of user it is.
func (r *request) checkMail(k *userKind, in *checkMailInput) (*mailCheck, error) {
	var c check
	c.mail("mailAddress", "メールアドレス", &in.MailAddress, true)
	if err := c.err(); err != nil {
		return nil, err
	}
	if err := r.p.askLogin(r.actor); err != nil {
		return nil, cmp.Or(r.noteLogin(in.MailAddress, loginThrottled), err)
	}
	out := &mailCheck{IsAvailable: true}
	err := r.read(func(q *store.Q) error {
		if !k.signsIn() {
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
			if _, err := r.userOf(q, k, u.ID); err == nil || !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		out.IsAvailable, out.Detail = false, loginIDTaken
		return nil
	})
	if err != nil {
		return nil, err
	}
	result := loginFree
	if !out.IsAvailable {
		result = loginRefused
	}
	return out, r.noteLogin(in.MailAddress, result)
}

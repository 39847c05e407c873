package directory

import (
	"errors"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// invitationLife is how long the link of an invitation to bind is good.
const invitationLife = 3 * 24 * time.Hour

// ownDirectory is what a user reads of himself.
type ownDirectory struct {
	HasDirectory bool   `json:"hasDirectory" doc:"金融機関の認証基盤が使える"`
	IsBound      bool   `json:"isBound" doc:"社内のアカウントと結び付いている"`
	Bound        string `json:"bound,omitempty" doc:"結び付けた日時（UTC）"`
}

// directoryKey binds by an invitation: of a new user, mailed or by letter, or of one who is asked to bind.
type directoryKey struct {
	Key      string `json:"key"`
	Passcode string `json:"passcode,omitempty" doc:"招待状のとき、電話などで伝えられた8桁の確認コード"`
}

type directoryUserRow struct {
	UserID    string `json:"userId"`
	UserName  string `json:"userName"`
	LoginID   string `json:"loginId"`
	Role      int    `json:"role" doc:"項目 role"`
	Status    int    `json:"status" doc:"項目 userStatus"`
	IsBound   bool   `json:"isBound" doc:"いま有効な認証基盤の、社内のアカウントと結び付いている"`
	Bound     string `json:"bound,omitempty" doc:"結び付けた日時（UTC）"`
	Invited   string `json:"invited,omitempty" doc:"結び付けの案内の期限（UTC）。まだ使われていないもの"`
	MayInvite bool   `json:"mayInvite" doc:"結び付けの案内を送れる"`
}

type directoryUserList struct {
	UserList []directoryUserRow `json:"userList" doc:"自機関の利用者と管理者"`
}

type directoryInvite struct {
	UserID string `json:"userId"`
}

type directoryUnbind struct {
	UserID string `json:"userId"`
	Reason string `json:"reason" limit:"400" doc:"理由。監査ログに残る"`
}

func (a Room) bindingCalls() {
	for _, of := range []struct {
		row  func(method, name, records, summary string) web.Call
		door *web.Door
	}{
		{func(method, name, records, summary string) web.Call {
			return web.Call{Method: method, Path: "/api/Directory/" + name, Area: "directory", Callers: web.FIN | web.LEN, MaxBody: 4 << 10,
				Records: records, Summary: summary, Spec: spec}
		}, web.PlatformDoor},
		{func(method, name, records, summary string) web.Call {
			return call(method, name, web.FAD, records, summary)
		}, web.OfficeDoor},
	} {
		web.Add(a.Platform, of.row("GET", "GetOwnDirectory", "自分", "社内のアカウントと結び付いているか"),
			func(r *web.Request, _ *struct{}) (*ownDirectory, error) {
				return web.Reading(r, func(q *store.Q) (*ownDirectory, error) { return ownOf(q, r.Actor) })
			})
		web.Add(a.Platform, of.row("POST", "BeginDirectoryBinding", "自分", "社内のアカウントとの結び付けを始める").Freshly(),
			func(r *web.Request, _ *struct{}) (*directoryWay, error) { return a.beginOwn(r, of.door, forBind) })
		web.Add(a.Platform, of.row("POST", "BeginDirectoryProof", "自分", "社内のアカウントで、本人であることを確かめ直す"),
			func(r *web.Request, _ *struct{}) (*directoryWay, error) { return a.beginOwn(r, of.door, forProof) })
	}
	web.Add(a.Platform, web.Call{Method: "POST", Path: "/api/Directory/BeginByKey", Area: "directory", Callers: web.ByKey, MaxBody: 4 << 10,
		PasswordDue: true, Records: "案内のリンクの本人", Summary: "案内のリンクから、社内のアカウントとの結び付けを始める", Spec: spec},
		func(r *web.Request, in *struct{ Body directoryKey }) (*directoryWay, error) {
			return a.beginByKey(r, &in.Body)
		})
	const own = "管理者：自機関の利用者"
	web.Add(a.Platform, call("GET", "GetDirectoryUsers", web.FAD, own, "利用者が社内のアカウントと結び付いているか"),
		func(r *web.Request, _ *struct{}) (*directoryUserList, error) {
			return web.Reading(r, func(q *store.Q) (*directoryUserList, error) { return bound(q, r.Actor) })
		})
	web.Add(a.Platform, call("POST", "InviteToDirectory", web.FAD, own, "社内のアカウントとの結び付けの案内をメールで送る"),
		func(r *web.Request, in *struct{ Body directoryInvite }) (*directoryUserList, error) {
			return web.Writing(r, func(tx *store.Tx) (*directoryUserList, error) {
				if err := a.invite(tx, r.Actor, in.Body.UserID); err != nil {
					return nil, err
				}
				return bound(&tx.Q, r.Actor)
			})
		})
	web.Add(a.Platform, call("POST", "UnbindDirectory", web.FAD, own, "社内のアカウントとの結び付けを解く。ログインも終わる"),
		func(r *web.Request, in *struct{ Body directoryUnbind }) (*directoryUserList, error) {
			return web.Writing(r, func(tx *store.Tx) (*directoryUserList, error) {
				if err := a.unbind(tx, r.Actor, &in.Body); err != nil {
					return nil, err
				}
				return bound(&tx.Q, r.Actor)
			})
		})
}

// call is a row of the console's.
func call(method, name string, who web.Callers, records, summary string) web.Call {
	c := web.OfficeCall(method, name, who, records, summary)
	c.Spec = spec
	return c
}

// bindingOf is a user's binding to a directory; nil where he has none to it.
func bindingOf(q *store.Q, userID string, d *store.Directory) (*store.DirectoryBinding, error) {
	b, err := q.DirectoryBinding(userID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil || b.Issuer != d.Issuer || b.InstitutionID != d.InstitutionID {
		return nil, err
	}
	return b, nil
}

func ownOf(q *store.Q, by web.Actor) (*ownDirectory, error) {
	d, err := q.DirectoryInForce(by.Institution())
	if errors.Is(err, store.ErrNotFound) {
		return &ownDirectory{}, nil
	}
	if err != nil {
		return nil, err
	}
	out := &ownDirectory{HasDirectory: true}
	b, err := bindingOf(q, by.ID(), d)
	if b != nil {
		out.IsBound, out.Bound = true, web.ServerTime(b.Created)
	}
	return out, err
}

// beginOwn begins a way of who is signed in: to bind himself, or to prove again who he is.
func (a Room) beginOwn(r *web.Request, door *web.Door, purpose string) (*directoryWay, error) {
	var b *store.DirectoryBinding
	d, err := web.Reading(r, func(q *store.Q) (*store.Directory, error) {
		d, err := q.DirectoryInForce(r.Institution())
		if err == nil {
			b, err = bindingOf(q, r.ID(), d)
		}
		return d, err
	})
	if err != nil {
		return nil, notFoundIs(err, errNone)
	}
	switch {
	case purpose == forBind && b != nil:
		return nil, errHas
	case purpose == forProof && b == nil:
		return nil, errNotBound
	}
	return a.begin(r, d, flow{Purpose: purpose, Door: string(door.Audience), User: r.ID(), Session: r.Session}, r.User.LoginID)
}

// invitation is the living link by which a user may bind himself: the one by which a new user begins, or one that was sent to bind.
func (a Room) invitation(r *web.Request, in *directoryKey) (k *store.LinkKey, err error) {
	if in.Passcode != "" {
		err = r.ByLink(func(tx *store.Tx) (err error) {
			k, _, err = a.OpenLink(tx, r.Actor, store.LinkPassword, in.Key, in.Passcode)
			return err
		})
		return k, err
	}
	return web.Reading(r, func(q *store.Q) (*store.LinkKey, error) {
		k, err := q.LinkKey(auth.HashSecret(in.Key))
		if err == nil && k.PasscodeHash != "" {
			err = store.ErrNotFound
		}
		return k, err
	})
}

// invited is the user of an invitation, if he may bind himself to the directory in force of his institution; ErrNotFound.
func invited(q *store.Q, k *store.LinkKey) (*store.User, *store.Directory, error) {
	if k.Kind != store.LinkPassword && k.Kind != store.LinkDirectory || !k.Alive(q.Now()) {
		return nil, nil, store.ErrNotFound
	}
	u, err := q.User(k.SubjectID)
	if err != nil {
		return nil, nil, err
	}
	// A link to another password does not let in who has one already.
	want := deal.UserUnapproved
	if k.Kind == store.LinkDirectory {
		want = deal.UserEnabled
	}
	if out, err := web.IsOut(q, u); err != nil || out || u.Status != int(want) || !isOfInstitution(u) {
		return nil, nil, cmp(err)
	}
	d, err := q.DirectoryInForce(u.ClientID)
	return u, d, err
}

// cmp is err, or "not found" where there is none.
func cmp(err error) error {
	if err != nil {
		return err
	}
	return store.ErrNotFound
}

func isOfInstitution(u *store.User) bool {
	return u.Role == int(deal.RoleFIN) || u.Role == int(deal.RoleFAD)
}

func (a Room) beginByKey(r *web.Request, in *directoryKey) (*directoryWay, error) {
	if err := a.Throttle.Take(a.Store.Now(), throttleBegin, r.IP); err != nil {
		return nil, err
	}
	k, err := a.invitation(r, in)
	if err != nil {
		return nil, err
	}
	var u *store.User
	d, err := web.Reading(r, func(q *store.Q) (d *store.Directory, err error) {
		u, d, err = invited(q, k)
		return d, err
	})
	if err != nil {
		return nil, err
	}
	return a.begin(r, d, flow{Purpose: forBind, Door: string(doorOfUser(u).Audience), User: u.ID, Link: k.KeyHash}, u.LoginID)
}

func doorOfUser(u *store.User) *web.Door {
	if web.OfficeDoor.Callers.Has(deal.Role(u.Role)) {
		return web.OfficeDoor
	}
	return web.PlatformDoor
}

// bind binds the user who began the way to whom the directory means. By an invitation he begins here, and is signed in.
func (a Room) bind(r *web.Request, d *store.Directory, f *flow, who *person) (*directoryReturned, error) {
	var u *store.User
	err := r.Write(func(tx *store.Tx) (err error) {
		if f.Link == "" {
			if u, err = a.running(r, tx, f); err != nil {
				return err
			}
		} else if u, err = a.useInvitation(r, tx, d, f); err != nil {
			return err
		}
		b, err := bindingOf(&tx.Q, u.ID, d)
		if err != nil {
			return err
		}
		if b != nil {
			return errHas
		}
		if u.ClientID != d.InstitutionID || !isOfInstitution(u) {
			return errOver
		}
		if err := duplicateIs(tx.BindDirectory(&store.DirectoryBinding{UserID: u.ID, InstitutionID: d.InstitutionID, Issuer: d.Issuer,
			Subject: who.subject}), errOthers); err != nil {
			return err
		}
		if err := a.MailUser(tx, mail.DirectoryBound, u, u.ID, mail.Data{}); err != nil {
			return err
		}
		l := line(r.Actor, d, "directory_bound", "ok", f.how())
		l.UserID, l.Role, l.ClientID, l.SubjectKind, l.SubjectID = u.ID, u.Role, u.ClientID, "user", u.ID
		return tx.AddAudit(l)
	})
	var p *web.Problem
	if errors.As(err, &p) && p == errOthers {
		return nil, a.told(r, d, f, errOthers, "another user's")
	}
	if err != nil {
		return nil, err
	}
	door := doorOf(f.Door)
	if f.Link != "" {
		if err := a.open(r, d, u, door, who); err != nil {
			if errors.Is(err, signin.ErrWrongLogin) {
				err = errUnbound
			}
			return nil, err
		}
		return &directoryReturned{forSignIn, pageOf(door)}, nil
	}
	return &directoryReturned{f.Purpose, map[*web.Door]string{web.PlatformDoor: "/password", web.OfficeDoor: "/office/password"}[door]}, nil
}

// how says by what a user was bound, for the audit log.
func (f *flow) how() string {
	if f.Link != "" {
		return "invitation"
	}
	return "signed in"
}

// useInvitation uses the invitation up: a new user is enabled by it, without a password.
func (a Room) useInvitation(r *web.Request, tx *store.Tx, d *store.Directory, f *flow) (*store.User, error) {
	k, err := tx.LinkKey(f.Link)
	if err != nil {
		return nil, notFoundIs(err, errOver)
	}
	u, now, err := invited(&tx.Q, k)
	if err != nil {
		return nil, notFoundIs(err, errOver)
	}
	if u.ID != f.User || now.ID != d.ID {
		return nil, errOver
	}
	k.Used, k.DecidedIP = tx.Now(), r.IP
	if err := tx.UpdateLinkKey(k); err != nil {
		return nil, err
	}
	if u.Status != int(deal.UserUnapproved) {
		return u, nil
	}
	u.Status, u.IsNeedPasswordChange = int(deal.UserEnabled), false
	return u, tx.UpdateUser(u, u.ID)
}

// ofInstitution are an institution's users and administrators.
func ofInstitution(q *store.Q, institution string) ([]store.User, error) {
	us, err := q.UsersOf(institution, int(deal.RoleFIN))
	if err != nil {
		return nil, err
	}
	fads, err := q.UsersOf(institution, int(deal.RoleFAD))
	return append(us, fads...), err
}

func bound(q *store.Q, by web.Actor) (*directoryUserList, error) {
	institution, _, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	d, err := q.DirectoryInForce(institution)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	us, err := ofInstitution(q, institution)
	if err != nil {
		return nil, err
	}
	out := &directoryUserList{UserList: []directoryUserRow{}}
	for i := range us {
		u := &us[i]
		row := directoryUserRow{UserID: u.ID, UserName: u.UserName, LoginID: u.LoginID, Role: u.Role, Status: u.Status}
		if d != nil {
			b, err := bindingOf(q, u.ID, d)
			if err != nil {
				return nil, err
			}
			if b != nil {
				row.IsBound, row.Bound = true, web.ServerTime(b.Created)
			}
			row.MayInvite = b == nil && u.Status == int(deal.UserEnabled)
			k, err := q.LatestLinkKey(store.LinkDirectory, u.ID)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return nil, err
			}
			if err == nil && k.Alive(q.Now()) {
				row.Invited = web.ServerTime(k.Expires)
			}
		}
		out.UserList = append(out.UserList, row)
	}
	return out, nil
}

// managed is a user of the administrator's institution; ErrNotFound.
func managed(q *store.Q, by web.Actor, id string) (*store.User, error) {
	institution, own, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	u, err := q.ManagedUser(institution, own, id)
	if err == nil && !isOfInstitution(u) {
		err = store.ErrNotFound
	}
	return u, err
}

func (a Room) invite(tx *store.Tx, by web.Actor, id string) error {
	u, err := managed(&tx.Q, by, id)
	if err != nil {
		return err
	}
	d, err := tx.DirectoryInForce(by.Institution())
	if err != nil {
		return notFoundIs(err, web.Conflict(deal.NotAllowed, "認証基盤の設定が有効になってから、案内を送ってください。"))
	}
	if b, err := bindingOf(&tx.Q, u.ID, d); err != nil {
		return err
	} else if b != nil {
		return web.Conflict(deal.NotAllowed, "すでに社内のアカウントと結び付いています。")
	}
	if u.Status != int(deal.UserEnabled) {
		return web.Conflict(deal.NotAllowed, "利用中の方だけに送れます。登録の案内をまだ使っていない方は、その案内から社内のアカウントで始められます。")
	}
	link, _, err := a.NewLink(tx, &store.LinkKey{Kind: store.LinkDirectory, SubjectID: u.ID, UserID: u.ID}, "/directory-bind",
		invitationLife, false)
	if err != nil {
		return err
	}
	if err := a.MailUser(tx, mail.DirectoryInvitation, u, u.ID, mail.Data{Link: link, Expires: tx.Now().Add(invitationLife)}); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "directory_invited", u, "")
}

// unbind ends a binding and what it opened. What is unbound already stays so: a second click does nothing.
func (a Room) unbind(tx *store.Tx, by web.Actor, in *directoryUnbind) error {
	var c web.Check
	c.Prose(in, "reason", "理由", &in.Reason, true)
	if err := c.Err(); err != nil {
		return err
	}
	u, err := managed(&tx.Q, by, in.UserID)
	if err != nil {
		return err
	}
	if u.ID == by.ID() {
		return web.Conflict(deal.NotAllowed, "ご自身の結び付けは解けません。ほかの管理者に依頼してください。")
	}
	if err := tx.UnbindDirectory(u.ID); errors.Is(err, store.ErrStale) {
		return nil
	} else if err != nil {
		return err
	}
	if err := tx.RevokeSessionsOf(u.ID, "", "unbound from the directory"); err != nil {
		return err
	}
	if err := a.MailUser(tx, mail.DirectoryBound, u, u.ID, mail.Data{}); err != nil {
		return err
	}
	return company.UserDeed(tx, by, "directory_unbound", u, in.Reason)
}

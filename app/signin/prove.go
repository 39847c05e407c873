package signin

import (
	"errors"
	"slices"
	"time"

	"tsunagu/app/web"
	"tsunagu/store"
)

// proofWays are the ways in which the caller can prove who he is.
type proofWays struct {
	Ways []string `json:"ways" enum:"passkey,totp,directory,password" doc:"本人であることを確かめる方法。使えるものを、すすめる順に"`
}

// proofInput is a proof by what was typed.
type proofInput struct {
	Code     string `json:"code,omitempty" doc:"確認コードかリカバリーコード"`
	Password string `json:"password,omitempty" doc:"今のパスワード。ほかに確かめる方法がない利用者だけ"`
}

const notThePassword = "今のパスワードが間違っています。入力し直してください。"

// ProofCalls are the same for all who sign in, at either door.
func (a Room) ProofCalls() {
	for _, door := range []struct {
		path, area string
		callers    web.Callers
	}{{"/api/Account/", "auth", web.PlatformDoor.Callers}, {web.OfficePath, "office", web.OfficeDoor.Callers}} {
		row := func(method, name, summary string) web.Call {
			return web.Call{Method: method, Path: door.path + name, Area: door.area, Callers: door.callers, MaxBody: 4 << 10, Records: "自分",
				Summary: summary, Spec: "trust Passwords and lockout"}
		}
		web.Add(a.Platform, row("GET", "GetProofWays", "本人であることを確かめる方法"),
			func(r *web.Request, _ *struct{}) (*proofWays, error) {
				return web.Reading(r, func(q *store.Q) (*proofWays, error) {
					ways, err := a.Ways(q, r.User)
					return &proofWays{ways}, err
				})
			})
		web.Add(a.Platform, row("POST", "Prove", "確認コードかパスワードで、本人であることを確かめる。大切な操作の前に"),
			func(r *web.Request, in *struct{ Body proofInput }) (web.Nothing, error) {
				return web.Nothing{}, a.prove(r, &in.Body)
			})
	}
}

// try is one at a user's own password or code; wrong ones count for the lockout as those of signing in do.
type try struct {
	r  *web.Request
	at attempt
}

// trying begins a try, unless the user is locked out.
func trying(r *web.Request) (t try, err error) {
	t.r = r
	return t, r.Read(func(q *store.Q) (err error) {
		if t.at, err = attemptAt(r, q, r.User.LoginID, r.User); err != nil {
			return err
		}
		return checkLock(r, q, t.at)
	})
}

// wrong counts a failed try.
func (t try) wrong(field, detail string) error {
	if err := t.r.Write(func(tx *store.Tx) error { return wrongPassword(t.r, tx, t.at, t.r.User, "second_step") }); err != nil {
		return err
	}
	return web.Invalid(field, detail)
}

// alreadyProven is how young a proof makes a further one needless: two tabs ask for the same, and a code counts once.
const alreadyProven = time.Minute

// prove takes what the caller typed for a proof of the session.
func (a Room) prove(r *web.Request, in *proofInput) error {
	t, err := trying(r)
	if err != nil {
		return err
	}
	var ways []string
	isProven := false
	if err := r.Read(func(q *store.Q) (err error) {
		isProven, ways, err = a.freshness(q, r.Actor, alreadyProven)
		return err
	}); err != nil {
		return err
	}
	byCode := slices.Contains(ways, WayCode)
	switch {
	case byCode && in.Code == "":
		return web.Invalid("code", "確認コードを入力してください。")
	case isProven && byCode:
		return nil
	case !byCode && !hasOnlyPassword(ways):
		return web.Invalid("", "この方法では確かめられません。画面を読み込み直して、表示された方法で確かめてください。")
	case !byCode && in.Password == "":
		return web.Invalid("password", "今のパスワードを入力してください。")
	case !byCode:
		ok, err := a.Hasher.Verify(r, r.User.PasswordHash, in.Password)
		if err != nil {
			return err
		}
		if !ok {
			return t.wrong("password", notThePassword)
		}
	}
	err = r.Write(func(tx *store.Tx) error {
		u, err := tx.User(r.ID())
		if err != nil {
			return err
		}
		now, err := a.Ways(&tx.Q, u)
		if err != nil {
			return err
		}
		if !slices.Equal(now, ways) || u.PasswordHash != r.User.PasswordHash {
			return web.ErrStale
		}
		by := store.MethodPassword
		if byCode {
			s, err := tx.SecondStep(u.ID)
			if err != nil {
				return err
			}
			if by, err = a.takeCode(tx, u, s, in.Code); err != nil {
				return err
			}
		}
		return Prove(tx, r.Actor, by)
	})
	if errors.Is(err, errWrongCode) {
		return t.wrong("code", errWrongCode.Detail)
	}
	return err
}

// Prove records a proof of the actor's session, by one of store.Method…; the rooms that have a way of their own call it.
func Prove(tx *store.Tx, by web.Actor, method string) error {
	if err := tx.ProveSession(by.Session, method); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("proved", "user", by.ID(), "ok", ""))
}

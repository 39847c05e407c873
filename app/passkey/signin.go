package passkey

import (
	"errors"
	"net/http"
	"time"

	"github.com/go-webauthn/webauthn/protocol"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Signing in. Nobody is known until the device answers, so that the question tells nothing; and one answer is for unknown keys, users who
// may not sign in and keys of the other door.

var (
	errRefused = &web.Problem{Title: "Invalid grant", Status: http.StatusBadRequest, Code: "passkey_refused",
		Detail: "このパスキーではログインできませんでした。別のパスキーを選ぶか、ログインIDとパスワードでログインしてください。" +
			"会員の方は /login、事務局・金融機関の管理者の方は /office のログイン画面をお使いください。"}
	errOver = &web.Problem{Title: "Invalid grant", Status: http.StatusBadRequest, Code: "passkey_over",
		Detail: "パスキーで確かめる時間（5分）が過ぎたか、すでに使われています。もう一度、はじめからお試しください。"}
)

// questions are asked by a sign-in page whenever it is opened: a bank's staff sits behind one address.
var questions = web.ThrottleRule{Name: "passkey", Burst: 120, Pause: time.Second}

// Calls of signing in.
func (a Room) signInCalls() {
	row := func(name, summary string) web.Call {
		return web.Call{Method: "POST", Path: "/api/Public/" + name, Area: "auth", Callers: web.Anyone, MaxBody: 64 << 10,
			Records: "自分", Summary: summary, Spec: "trust Passwords and lockout; WebAuthn 7.2"}
	}
	web.Add(a.Platform, row("StartPasskeySignIn", "パスキーでのログインの開始。誰にも同じ形で答える"),
		func(r *web.Request, in *struct{ Body passkeyDoorForm }) (*passkeyQuestion, error) {
			return a.askSignIn(r, doorOf(in.Body.Door))
		})
	web.Add(a.Platform, row("SignInByPasskey", "パスキーでのログイン"),
		func(r *web.Request, in *struct{ Body passkeySignInForm }) (*signin.TokenAnswer, error) {
			return a.signIn(r, doorOf(in.Body.Door), in.Body.Answer)
		})
}

func doorOf(name string) *web.Door {
	if name == string(auth.Office) {
		return web.OfficeDoor
	}
	return web.PlatformDoor
}

func (a Room) askSignIn(r *web.Request, d *web.Door) (*passkeyQuestion, error) {
	w, err := a.party("")
	if err != nil {
		return nil, err
	}
	if err := a.Throttle.Take(a.Store.Now(), questions, r.IP); err != nil {
		return nil, err
	}
	options, _, err := w.BeginDiscoverableLogin()
	if err != nil {
		return nil, err
	}
	return web.Writing(r, func(tx *store.Tx) (*passkeyQuestion, error) {
		return ask(tx, options.Response.Challenge, &options.Response, d.Audience, store.PasskeySignIn, "")
	})
}

func (a Room) signIn(r *web.Request, d *web.Door, given string) (*signin.TokenAnswer, error) {
	w, err := a.party("")
	if err != nil {
		return nil, err
	}
	if err := signin.CheckAddress(r); err != nil {
		return nil, err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes([]byte(given))
	if err != nil {
		return nil, a.refuse(r, d, nil, errRefused)
	}
	if err := take(r, answer.Response.CollectedClientData.Challenge, d.Audience, store.PasskeySignIn, ""); errors.Is(err, errOver) {
		return nil, a.refuse(r, d, nil, errOver)
	} else if err != nil {
		return nil, err
	}
	of, may, err := a.ownerOf(r, d, answer.RawID)
	if err != nil {
		return nil, err
	}
	p, err := signed(w, of, answer)
	if err != nil || !may {
		return nil, a.refuse(r, d, of.user, errRefused)
	}
	out, err := signin.In(a.Platform).Open(r, of.user, d, &signin.Opening{Detail: store.MethodPasskey, Method: store.MethodPasskey,
		Passkey: p.ID, Prove: func(tx *store.Tx, u *store.User) error { return used(tx, p) }})
	if errors.Is(err, errCloned) {
		return nil, a.cloned(r, of.user, errRefused)
	}
	// Blocked, moved to the other door or its key removed in the moment since.
	if problem := (*web.Problem)(nil); errors.Is(err, errAnswer) || errors.As(err, &problem) && problem.Code == "invalid_grant" {
		return nil, a.refuse(r, d, of.user, errRefused)
	}
	return out, err
}

// ownerOf is whose a passkey is, and whether he may sign in at this door; nobody, who may not, where it is unknown.
func (a Room) ownerOf(r *web.Request, d *web.Door, credentialID []byte) (of owner, may bool, err error) {
	err = r.Read(func(q *store.Q) error {
		p, err := q.Passkey(credentialID, auth.PasskeyHost(a.BaseURL).ID)
		if errors.Is(err, store.ErrNotFound) {
			of, err = nobody()
			of.passkeys = []store.Passkey{{CredentialID: credentialID, PublicKey: of.passkeys[0].PublicKey}}
			return err
		}
		if err != nil {
			return err
		}
		u, err := q.User(p.UserID)
		if err != nil {
			return err
		}
		out, err := web.IsOut(q, u)
		of, may = owner{u, []store.Passkey{*p}}, !out && u.Status == int(deal.UserEnabled) && d.Callers.Has(deal.Role(u.Role))
		return err
	})
	return of, may, err
}

// refuse counts a failed try against its address and returns the answer.
func (a Room) refuse(r *web.Request, d *web.Door, u *store.User, p *web.Problem) error {
	if err := r.Write(func(tx *store.Tx) error { return signin.RefuseNameless(r, tx, d, u, store.MethodPasskey) }); err != nil {
		return err
	}
	return p
}

// cloned keeps for the audit that a key is in two devices, and tells its user: one of them may be somebody else's.
func (a Room) cloned(r *web.Request, u *store.User, p *web.Problem) error {
	err := r.Write(func(tx *store.Tx) error {
		if err := a.MailUser(tx, mail.PasskeyCloned, u, u.ID, mail.Data{}); err != nil {
			return err
		}
		l := r.Line("passkey_cloned", "user", u.ID, "refused", "")
		return tx.AddAudit(l)
	})
	if err != nil {
		return err
	}
	return p
}

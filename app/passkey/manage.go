package passkey

import (
	"errors"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// A user's own passkeys: seen, registered, renamed, removed, and used to prove again who he is.

// Calls of the room.
func (a Room) Calls() {
	a.signInCalls()
	a.officeCalls()
	signin.In(a.Platform).AddWay(signin.Way{Name: signin.WayPasskey, Has: func(q *store.Q, u *store.User) (bool, error) {
		s, err := q.Steps(u, auth.PasskeyHost(a.BaseURL).ID)
		return s.HasPasskey, err
	}})
	for _, of := range []struct {
		path, area string
		door       *web.Door
		callers    web.Callers
	}{{company.BankUsers.Path, "auth", web.PlatformDoor, web.FIN | web.LEN}, {company.BuyerUsers.Path, "auth", web.PlatformDoor, web.BUY},
		{web.OfficePath, "office", web.OfficeDoor, web.ADM | web.FAD}} {
		aud := of.door.Audience
		// Whoever must set one up first may do that.
		row := func(method, name, summary string) web.Call {
			return web.Call{Method: method, Path: of.path + name, Area: of.area, Callers: of.callers, MaxBody: 64 << 10, PasswordDue: true,
				Records: "自分", Summary: summary, Spec: "trust Passwords and lockout; WebAuthn 7"}
		}
		web.Add(a.Platform, row("GET", "GetPasskeys", "登録したパスキー"),
			func(r *web.Request, _ *struct{}) (*passkeyList, error) {
				return web.Reading(r, func(q *store.Q) (*passkeyList, error) { return a.list(q, r.Actor) })
			})
		web.Add(a.Platform, row("POST", "StartPasskey", "パスキーの登録の開始"),
			func(r *web.Request, in *struct{ Body passkeyStartForm }) (*passkeyQuestion, error) {
				return a.askKey(r, aud, &in.Body)
			})
		web.Add(a.Platform, row("POST", "AddPasskey", "パスキーの登録"),
			func(r *web.Request, in *struct{ Body passkeyAddForm }) (*passkeyList, error) {
				return a.add(r, aud, &in.Body)
			})
		web.Add(a.Platform, row("POST", "RenamePasskey", "パスキーの名前の変更"),
			func(r *web.Request, in *struct{ Body passkeyRenameForm }) (*passkeyList, error) {
				return web.Writing(r, func(tx *store.Tx) (*passkeyList, error) { return a.rename(tx, r.Actor, &in.Body) })
			})
		web.Add(a.Platform, row("POST", "RemovePasskey", "パスキーの削除。それで始めた、ほかのログインは終了する"),
			func(r *web.Request, in *struct{ Body passkeyRemoveForm }) (*passkeyList, error) {
				return a.remove(r, &in.Body)
			})
		web.Add(a.Platform, row("POST", "StartPasskeyProof", "パスキーでの本人確認の開始"),
			func(r *web.Request, _ *struct{}) (*passkeyQuestion, error) { return a.askProof(r, aud) })
		web.Add(a.Platform, row("POST", "ProveByPasskey", "パスキーでの本人確認"),
			func(r *web.Request, in *struct{ Body passkeyProofForm }) (web.Nothing, error) {
				return web.Nothing{}, a.prove(r, of.door, in.Body.Answer)
			})
	}
}

// mostPasskeys is how many one user may have.
const mostPasskeys = 20

func (a Room) list(q *store.Q, by web.Actor) (*passkeyList, error) {
	rp := auth.PasskeyHost(a.BaseURL)
	out := &passkeyList{IsOffered: rp.ID != "", WhyNot: rp.WhyNot, Passkeys: []passkeyRow{}}
	s, err := q.Steps(by.User, rp.ID)
	if err != nil {
		return nil, err
	}
	out.IsDemanded, out.AsksCode = s.IsDemanded, s.HasCode
	session, err := q.Session(by.Session)
	if err != nil {
		return nil, err
	}
	// Who has just signed in with nothing but a password is still asked for it by the screen.
	if out.IsProven, err = signin.In(a.Platform).IsFresh(q, by); err != nil {
		return nil, err
	}
	out.IsProven = out.IsProven && !session.Proven.IsZero()
	all, err := q.Passkeys(by.ID())
	for i := range all {
		p := &all[i]
		out.Passkeys = append(out.Passkeys, passkeyRow{p.ID, p.Name, web.ServerTime(p.Created), web.ServerTime(p.LastUsed), p.IsSynced,
			p.Host == rp.ID, p.ID == session.PasskeyID})
	}
	return out, err
}

// proven does a deed on one's own passkeys after a fresh proof: the one of the session, or password and code with the deed. Wrong ones
// count for the lockout.
func (a Room) proven(r *web.Request, password, code string, do func(*store.Tx) error) error {
	return signin.In(a.Platform).AfterProof(r, password, code, func(tx *store.Tx, _ *store.User) error { return do(tx) })
}

// askKey begins a registration (WebAuthn 7.1). The devices that have one already are named, so that none gets a second.
func (a Room) askKey(r *web.Request, aud auth.Audience, in *passkeyStartForm) (out *passkeyQuestion, err error) {
	err = a.proven(r, in.Password, in.Code, func(tx *store.Tx) error {
		network, err := tx.Setting(store.SettingNetworkName)
		if err != nil {
			return err
		}
		w, err := a.party(network)
		if err != nil {
			return err
		}
		of, err := a.own(&tx.Q, r.Actor)
		if err != nil {
			return err
		}
		if err := notTooMany(of); err != nil {
			return err
		}
		options, _, err := w.BeginRegistration(of, webauthn.WithExclusions(of.descriptors()))
		if err != nil {
			return err
		}
		out, err = ask(tx, options.Response.Challenge, &options.Response, aud, store.PasskeyRegister, r.Session)
		return err
	})
	return out, err
}

// own is the actor with his passkeys of this host.
func (a Room) own(q *store.Q, by web.Actor) (owner, error) {
	of := owner{user: by.User}
	all, err := q.Passkeys(by.ID())
	host := auth.PasskeyHost(a.BaseURL).ID
	for i := range all {
		if all[i].Host == host {
			of.passkeys = append(of.passkeys, all[i])
		}
	}
	return of, err
}

func notTooMany(of owner) error {
	if len(of.passkeys) < mostPasskeys {
		return nil
	}
	return web.Conflict(deal.NotAllowed, "登録できるパスキーは20個までです。使っていないものを削除してから、登録してください。")
}

// add writes a new passkey. Other sign-ins go on: it opens no more than what was there before.
func (a Room) add(r *web.Request, aud auth.Audience, in *passkeyAddForm) (*passkeyList, error) {
	var c web.Check
	c.Text(in, "name", "名前", &in.Name, true)
	if err := c.Err(); err != nil {
		return nil, err
	}
	w, err := a.party("")
	if err != nil {
		return nil, err
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes([]byte(in.Answer))
	if err != nil {
		return nil, errNotRegistered
	}
	challenge := answer.Response.CollectedClientData.Challenge
	if err := take(r, challenge, aud, store.PasskeyRegister, r.Session); err != nil {
		return nil, err
	}
	of := owner{user: r.User}
	key, err := w.CreateCredential(of, webauthn.SessionData{Challenge: challenge, UserID: of.WebAuthnID(), RelyingPartyID: w.Config.RPID,
		UserVerification: protocol.VerificationRequired, CredParams: webauthn.CredentialParametersDefault()}, answer)
	if err != nil {
		return nil, errNotRegistered
	}
	p := &store.Passkey{UserID: r.ID(), Host: w.Config.RPID, CredentialID: key.ID, PublicKey: key.PublicKey,
		SignCount: int64(key.Authenticator.SignCount), IsSyncable: key.Flags.BackupEligible, IsSynced: key.Flags.BackupState, Name: in.Name}
	for _, t := range key.Transport {
		if knownTransports[t] {
			p.Transports = append(p.Transports, string(t))
		}
	}
	return web.Writing(r, func(tx *store.Tx) (*passkeyList, error) {
		of, err := a.own(&tx.Q, r.Actor)
		if err != nil {
			return nil, err
		}
		if err := notTooMany(of); err != nil {
			return nil, err
		}
		if err := tx.CreatePasskey(p); errors.Is(err, store.ErrDuplicate) {
			return nil, errNotRegistered
		} else if err != nil {
			return nil, err
		}
		if err := a.MailUser(tx, mail.PasskeyAdded, r.User, r.ID(), mail.Data{}); err != nil {
			return nil, err
		}
		if err := tx.AddAudit(r.Line("passkey_added", "user", r.ID(), "ok", "")); err != nil {
			return nil, err
		}
		return a.list(&tx.Q, r.Actor)
	})
}

var (
	errNotRegistered = &web.Problem{Title: "Bad request", Status: 400, Code: "passkey_refused",
		Detail: "パスキーを登録できませんでした。端末が指紋や顔、暗証番号での確認に対応しているか確かめて、もう一度お試しください。"}
	// knownTransports are kept as hints for the browser; what else a device says is not.
	knownTransports = map[protocol.AuthenticatorTransport]bool{protocol.USB: true, protocol.NFC: true, protocol.BLE: true,
		protocol.SmartCard: true, protocol.Hybrid: true, protocol.Internal: true}
)

func (a Room) rename(tx *store.Tx, by web.Actor, in *passkeyRenameForm) (*passkeyList, error) {
	var c web.Check
	c.Text(in, "name", "名前", &in.Name, true)
	if err := c.Err(); err != nil {
		return nil, err
	}
	if err := tx.RenamePasskey(in.PasskeyID, by.ID(), in.Name); err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("passkey_renamed", "user", by.ID(), "ok", "")); err != nil {
		return nil, err
	}
	return a.list(&tx.Q, by)
}

// remove deletes one. The sign-ins that it opened end, but for the one in which its user has just proved who he is.
func (a Room) remove(r *web.Request, in *passkeyRemoveForm) (out *passkeyList, err error) {
	err = a.proven(r, in.Password, in.Code, func(tx *store.Tx) error {
		u, err := tx.User(r.ID())
		if err != nil {
			return err
		}
		if err := a.mayRemove(&tx.Q, r.Actor, u, in.PasskeyID); err != nil {
			return err
		}
		if err := tx.DropPasskey(in.PasskeyID, u.ID, r.Session); err != nil {
			return err
		}
		if err := a.MailUser(tx, mail.PasskeyRemoved, u, u.ID, mail.Data{}); err != nil {
			return err
		}
		if err := tx.AddAudit(r.Line("passkey_removed", "user", u.ID, "ok", "")); err != nil {
			return err
		}
		out, err = a.list(&tx.Q, r.Actor)
		return err
	})
	return out, err
}

// mayRemove refuses the removal of the last way in.
func (a Room) mayRemove(q *store.Q, by web.Actor, u *store.User, id string) error {
	of, err := a.own(q, by)
	if err != nil {
		return err
	}
	if len(of.passkeys) != 1 || of.passkeys[0].ID != id {
		return nil // others are left, or it is of another host and opens nothing
	}
	s, err := q.Steps(u, of.passkeys[0].Host)
	if err != nil {
		return err
	}
	rule, err := a.StepRule(q, deal.Role(u.Role))
	if err != nil {
		return err
	}
	switch {
	case s.IsDemanded:
		return web.Conflict(deal.NotAllowed, "所属する金融機関がパスキーを必須にしているため、最後の1つは削除できません。別のパスキーを登録してから、削除してください。")
	case rule == deal.SecondStepRequired && !s.HasCode:
		return web.Conflict(deal.NotAllowed, "2段階認証が必須のため、最後のパスキーは削除できません。別のパスキーを登録するか、2段階認証（確認コード）を設定してから、削除してください。")
	case u.PasswordHash == "":
		return web.Conflict(deal.NotAllowed, "パスワードが設定されていないため、最後のパスキーは削除できません。別のパスキーを登録してから、削除してください。")
	}
	return nil
}

func (a Room) askProof(r *web.Request, aud auth.Audience) (*passkeyQuestion, error) {
	w, err := a.party("")
	if err != nil {
		return nil, err
	}
	return web.Writing(r, func(tx *store.Tx) (*passkeyQuestion, error) {
		of, err := a.own(&tx.Q, r.Actor)
		if err != nil {
			return nil, err
		}
		if len(of.passkeys) == 0 {
			return nil, web.Conflict(deal.NotAllowed, "パスキーは登録されていません。ほかの方法で確かめてください。")
		}
		options, _, err := w.BeginLogin(of)
		if err != nil {
			return nil, err
		}
		return ask(tx, options.Response.Challenge, &options.Response, aud, store.PasskeyProof, r.Session)
	})
}

// prove takes an answer in an open session as a fresh proof. A wrong one counts for the lockout of the address.
func (a Room) prove(r *web.Request, d *web.Door, given string) error {
	w, err := a.party("")
	if err != nil {
		return err
	}
	if err := signin.CheckAddress(r); err != nil {
		return err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes([]byte(given))
	if err != nil {
		return a.refuse(r, d, r.User, errNotProven)
	}
	if err := take(r, answer.Response.CollectedClientData.Challenge, d.Audience, store.PasskeyProof, r.Session); errors.Is(err, errOver) {
		return a.refuse(r, d, r.User, errOver)
	} else if err != nil {
		return err
	}
	of, err := web.Reading(r, func(q *store.Q) (owner, error) { return a.own(q, r.Actor) })
	if err != nil {
		return err
	}
	p, err := signed(w, of, answer)
	if err != nil {
		return a.refuse(r, d, r.User, errNotProven)
	}
	err = r.Write(func(tx *store.Tx) error {
		if err := used(tx, p); err != nil {
			return err
		}
		return signin.Prove(tx, r.Actor, store.MethodPasskey)
	})
	if errors.Is(err, errCloned) {
		return a.cloned(r, r.User, errNotProven)
	}
	if errors.Is(err, errAnswer) {
		return a.refuse(r, d, r.User, errNotProven)
	}
	return err
}

var errNotProven = &web.Problem{Title: "Bad request", Status: 400, Code: "passkey_refused",
	Detail: "このパスキーでは確かめられませんでした。別のパスキーか、ほかの方法で確かめてください。"}

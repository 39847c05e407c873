package signin

import (
	"errors"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// secondStepView is what a user may know of the own second step. No secret is ever read again.
type secondStepView struct {
	Rule              int    `json:"rule" enum:"0,1,2" doc:"0 使わない、1 任意、2 必須"`
	IsEnabled         bool   `json:"isEnabled"`
	Enabled           string `json:"enabled" doc:"設定した日時（UTC）"`
	RecoveryCodeCount int    `json:"recoveryCodeCount" doc:"まだ使っていないリカバリーコード"`
}

// secondStepStart is a new secret for the telephone. It counts for nothing before its first code.
type secondStepStart struct {
	Key     string `json:"key" doc:"アプリに手で入力するキー"`
	Address string `json:"address" doc:"アプリが読む otpauth アドレス"`
	QRSize  int    `json:"qrSize" doc:"QRコードの一辺"`
	QRPath  string `json:"qrPath" doc:"QRコードの黒い部分（SVG の path）"`
}

// secondStepConfirm takes the new telephone into use.
type secondStepConfirm struct {
	Code        string `json:"code" doc:"新しく登録したアプリに表示された6桁の数字"`
	Password    string `json:"password" doc:"今のパスワード"`
	PresentCode string `json:"presentCode,omitempty" doc:"すでに設定しているとき、今の確認コードかリカバリーコード"`
}

// secondStepProof is what a change to the second step wants of a session that is open already: it
// may stand open on a desk.
type secondStepProof struct {
	Password string `json:"password" doc:"今のパスワード"`
	Code     string `json:"code" doc:"確認コードかリカバリーコード"`
}

// recoveryCodes are told this once.
type recoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes"`
}

func (a Room) SecondStepCalls() {
	for _, door := range []struct {
		path, area, spec string
		callers          web.Callers
	}{{company.BankUsers.Path, "auth", "trust Passwords and lockout", web.FIN | web.LEN},
		{web.OfficePath, "office", "domain 1, 9 /office; trust Passwords and lockout", web.ADM | web.FAD}} {
		row := func(method, name, summary string) web.Call {
			return web.Call{
				Method: method, Path: door.path + name, Area: door.area, Callers: door.callers, MaxBody: 4 << 10, PasswordDue: true,
				Records: "自分", Summary: summary, Spec: door.spec,
			}
		}
		web.Add(a.Platform, row("GET", "GetSecondStep", "2段階認証の設定の有無"),
			func(r *web.Request, _ *struct{}) (*secondStepView, error) {
				return web.Reading(r, func(q *store.Q) (*secondStepView, error) { return readSecondStepView(r, q) })
			})
		web.Add(a.Platform, row("POST", "StartSecondStep", "2段階認証のアプリに登録するキーの発行"),
			func(r *web.Request, _ *struct{}) (*secondStepStart, error) {
				return web.Writing(r, func(tx *store.Tx) (*secondStepStart, error) { return a.startSecondStep(tx, r.Actor) })
			})
		web.Add(a.Platform, row("POST", "ConfirmSecondStep", "2段階認証の開始、または別の端末への切替え。リカバリーコードを返す"),
			func(r *web.Request, in *struct{ Body secondStepConfirm }) (*recoveryCodes, error) {
				return a.confirmSecondStep(r, &in.Body)
			})
		web.Add(a.Platform, row("POST", "RenewRecoveryCodes", "リカバリーコードの作り直し"),
			func(r *web.Request, in *struct{ Body secondStepProof }) (*recoveryCodes, error) {
				return a.renewRecoveryCodes(r, &in.Body)
			})
		web.Add(a.Platform, row("POST", "EndSecondStep", "2段階認証の解除"),
			func(r *web.Request, in *struct{ Body secondStepProof }) (web.Nothing, error) {
				return web.Nothing{}, a.endSecondStep(r, &in.Body)
			})
	}
}

func readSecondStepView(r *web.Request, q *store.Q) (*secondStepView, error) {
	rule, err := r.Platform.StepRule(q, r.Role)
	if err != nil {
		return nil, err
	}
	s, err := q.SecondStep(r.ID())
	if err != nil {
		return nil, err
	}
	left, err := q.RecoveryCodesLeft(r.ID())
	return &secondStepView{int(rule), s.IsOn(), web.ServerTime(s.Enabled), left}, err
}

// startSecondStep makes a secret that waits for its first code. One that is in use stays so.
func (a Room) startSecondStep(tx *store.Tx, by web.Actor) (*secondStepStart, error) {
	rule, err := a.StepRule(&tx.Q, by.Role)
	if err != nil {
		return nil, err
	}
	s, err := tx.SecondStep(by.ID())
	if err != nil {
		return nil, err
	}
	if rule == deal.SecondStepOff && !s.IsOn() {
		return nil, web.Conflict(deal.NotAllowed, "このネットワークでは、2段階認証を使わない設定になっています。使いたいときは、事務局へご相談ください。")
	}
	network, err := tx.Setting(store.SettingNetworkName)
	if err != nil {
		return nil, err
	}
	secret := auth.NewCodeSecret()
	out := &secondStepStart{Key: auth.CodeKey(secret), Address: auth.CodeAddress(secret, network, by.User.LoginID)}
	if out.QRSize, out.QRPath, err = auth.QR(out.Address); err != nil {
		return nil, err
	}
	s.Pending = a.Keys.Seal(secret)
	return out, tx.PutSecondStep(s)
}

// Proven does a deed on one's own second step after the password and, where it is on, a code.
// Wrong ones count for the lockout.
func (a Room) Proven(r *web.Request, password, code, codeField string, do func(*store.Tx, *store.User, *store.SecondStep) error) error {
	return a.proven(r, password, code, codeField, func(tx *store.Tx, u *store.User, s *store.SecondStep, _ string) error {
		return do(tx, u, s)
	})
}

// proven tells do by which of store.Method… the user proved who he is.
func (a Room) proven(r *web.Request, password, code, codeField string,
	do func(tx *store.Tx, u *store.User, s *store.SecondStep, by string) error) error {
	t, err := trying(r)
	if err != nil {
		return err
	}
	ok, err := a.Hasher.Verify(r, r.User.PasswordHash, password)
	if err != nil {
		return err
	}
	if !ok {
		return t.wrong("password", notThePassword)
	}
	err = r.Write(func(tx *store.Tx) error {
		u, err := tx.User(r.ID())
		if err != nil {
			return err
		}
		if u.PasswordHash != r.User.PasswordHash {
			return web.ErrStale
		}
		s, err := tx.SecondStep(u.ID)
		if err != nil {
			return err
		}
		by := store.MethodPassword
		if s.IsOn() {
			by, err = a.takeCode(tx, u, s, code)
		} else {
			err = a.passkeyInstead(r, tx, u)
		}
		if err != nil {
			return err
		}
		return do(tx, u, s, by)
	})
	if errors.Is(err, errWrongCode) {
		return t.wrong(codeField, errWrongCode.Detail)
	}
	return err
}

// confirmSecondStep takes the waiting secret into use once the telephone has shown its code.
// Every other sign-in ends: it may be somebody's who knew the password alone.
func (a Room) confirmSecondStep(r *web.Request, in *secondStepConfirm) (out *recoveryCodes, err error) {
	err = a.Proven(r, in.Password, in.PresentCode, "presentCode", func(tx *store.Tx, u *store.User, s *store.SecondStep) error {
		if len(s.Pending) == 0 {
			return web.Conflict(deal.NotAllowed, "登録するキーがありません。はじめからやり直してください。")
		}
		secret, err := a.Keys.Open(s.Pending)
		if err != nil {
			return err
		}
		step, ok := auth.MatchCode(secret, auth.FoldPasscode(in.Code), tx.Now(), 0)
		if !ok {
			return web.Invalid("code", "コードが違います。アプリに表示されている6桁の数字を入力してください。合わないときは、スマートフォンの時刻が自動設定になっているか確かめてください。")
		}
		detail := ""
		if s.IsOn() {
			detail = "replaced"
		}
		if err := tx.PutSecondStep(&store.SecondStep{UserID: u.ID, Secret: s.Pending, Enabled: tx.Now(), LastStep: step}); err != nil {
			return err
		}
		if err := tx.RevokeSessionsOf(u.ID, r.Session, "second step set up"); err != nil {
			return err
		}
		if err := tx.ProveSession(r.Session, store.MethodCode); err != nil {
			return err
		}
		out, err = a.newRecoveryCodes(tx, r.Actor, u, "second_step_enabled", detail)
		return err
	})
	return out, err
}

func (a Room) renewRecoveryCodes(r *web.Request, in *secondStepProof) (out *recoveryCodes, err error) {
	err = a.Proven(r, in.Password, in.Code, "code", func(tx *store.Tx, u *store.User, s *store.SecondStep) error {
		if !s.IsOn() {
			return ErrStepOff
		}
		out, err = a.newRecoveryCodes(tx, r.Actor, u, "recovery_codes_renewed", "")
		return err
	})
	return out, err
}

var ErrStepOff = web.Conflict(deal.NotAllowed, "2段階認証は設定されていません。最新の内容を確認してください。")

// newRecoveryCodes replaces all codes, records the deed that made them and tells by mail.
func (a Room) newRecoveryCodes(tx *store.Tx, by web.Actor, u *store.User, event, detail string) (*recoveryCodes, error) {
	out := &recoveryCodes{}
	var hashes []string
	for range auth.RecoveryCodes {
		c := auth.NewRecoveryCode()
		out.RecoveryCodes, hashes = append(out.RecoveryCodes, c), append(hashes, a.Keys.HashRecoveryCode(u.ID, c))
	}
	if err := tx.PutRecoveryCodes(u.ID, hashes); err != nil {
		return nil, err
	}
	if err := a.MailUser(tx, mail.SecondStepChanged, u, u.ID, mail.Data{}); err != nil {
		return nil, err
	}
	return out, tx.AddAudit(by.Line(event, "user", u.ID, "ok", detail))
}

// endSecondStep takes it off where the rule allows.
func (a Room) endSecondStep(r *web.Request, in *secondStepProof) error {
	return a.Proven(r, in.Password, in.Code, "code", func(tx *store.Tx, u *store.User, s *store.SecondStep) error {
		rule, err := a.StepRule(&tx.Q, r.Role)
		if err != nil {
			return err
		}
		switch {
		case !s.IsOn():
			return ErrStepOff
		case rule == deal.SecondStepRequired:
			return web.Conflict(deal.NotAllowed, "2段階認証は必須のため、解除できません。スマートフォンを替えるときは「別のスマートフォンに切り替える」をお使いください。")
		}
		if err := tx.DropSecondStep(u.ID); err != nil {
			return err
		}
		if err := a.MailUser(tx, mail.SecondStepChanged, u, u.ID, mail.Data{}); err != nil {
			return err
		}
		return tx.AddAudit(r.Line("second_step_disabled", "user", u.ID, "ok", ""))
	})
}

// ErrNoSecondStep says that nobody with this login ID has a second step or a passkey.
var ErrNoSecondStep = errors.New("このログインIDの利用者がいないか、2段階認証もパスキーも設定されていません")

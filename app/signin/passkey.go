package signin

import (
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// What a passkey changes in the other ways in. Passkeys themselves are app/passkey.

var errNeedsPasskey = &web.Problem{Title: "Passkey needed", Status: 400, Code: "passkey_needed",
	Detail: "パスワードは正しく入力されましたが、あなたのログインにはパスキーが必要です。「パスキーでログイン」を押して、指紋や顔、端末の暗証番号で確かめてください。" +
		"パスキーを登録した端末をなくしたときは、所属する金融機関の管理者、または事務局へご連絡ください。"}

// stepsOf are the steps of a user at this network's host, and whether a second one is required of him.
func stepsOf(p *web.Platform, q *store.Q, u *store.User) (store.Steps, bool, error) {
	rule, err := p.StepRule(q, deal.Role(u.Role))
	if err != nil {
		return store.Steps{}, false, err
	}
	s, err := q.Steps(u, auth.PasskeyHost(p.BaseURL).ID)
	return s, rule == deal.SecondStepRequired, err
}

// needsPasskey refuses a way in by password to whom it opens nothing. It is asked after the right password alone, so that nobody else
// learns of it.
func needsPasskey(r *web.Request, q *store.Q, u *store.User) error {
	s, isRequired, err := stepsOf(r.Platform, q, u)
	if err == nil && s.IsPasskeyOnly(isRequired) {
		return errNeedsPasskey
	}
	return err
}

// passkeyInstead asks who has a passkey and no code for a fresh proof in the place of the code: the password alone must not open what
// takes two. Where it opens a session by itself, it is enough here too.
func (a Room) passkeyInstead(r *web.Request, tx *store.Tx, u *store.User) error {
	s, isRequired, err := stepsOf(r.Platform, &tx.Q, u)
	if err != nil || !s.IsPasskeyOnly(isRequired) {
		return err
	}
	if fresh, err := a.IsFresh(&tx.Q, r.Actor); err != nil || fresh {
		return err
	}
	return ErrProofNeeded
}

// CheckAddress refuses a try that names no login ID while its address is locked.
func CheckAddress(r *web.Request) error {
	return r.Read(func(q *store.Q) error { return checkLock(r, q, nameless(r)) })
}

// RefuseNameless counts a failed try that named no login ID against its address, and keeps it for the audit; u is whose it was, nil for
// nobody's.
func RefuseNameless(r *web.Request, tx *store.Tx, d *web.Door, u *store.User, detail string) error {
	at := nameless(r)
	if err := tx.AddLoginFailure(at.idHash, at.address, at.device); err != nil {
		return err
	}
	l := r.Line(d.Event, "user", "", "refused", detail)
	if u != nil {
		l.SubjectID = u.ID
	}
	return tx.AddAudit(l)
}

// nameless is a try without a login ID: it counts together with nothing but its address.
func nameless(r *web.Request) attempt {
	return attempt{idHash: r.Platform.Keys.HashLoginID("passkey " + store.NewID()), address: web.ThrottleKey(r.IP)}
}

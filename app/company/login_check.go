package company

import (
	"cmp"
	"errors"

	"tsunagu/app/web"
	"tsunagu/store"
)

// What came of a question whether a login ID is free.
const (
	loginFree      = "ok"
	loginRefused   = "refused"
	loginThrottled = "throttled"
)

// noteLogin writes a question down in the log of the one who asked. Of the address there is a keyed
// digest, by which two questions about the same one are told to be so, and no more.
func noteLogin(r *web.Request, loginID, result string) error {
	return r.Write(func(tx *store.Tx) error {
		return tx.AddAudit(r.Line("login_id_checked", "user", "", result, r.Platform.Keys.HashLoginID(loginID)[:12]))
	})
}

// NoteRefusedLogin does so for a user that could not be stored: what was done is undone with its line.
func NoteRefusedLogin(r *web.Request, loginID string, err error) error {
	var p *web.Problem
	switch {
	case !errors.As(err, &p):
	case p.Has("loginId", LoginIDTaken):
		return cmp.Or(noteLogin(r, loginID, loginRefused), err)
	case p.Code == web.TooMany:
		return cmp.Or(noteLogin(r, loginID, loginThrottled), err)
	}
	return err
}

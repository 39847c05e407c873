// Package directory lets the people of an institution sign in by the institution's own directory (OpenID Connect Core 1.0, authorization
// code with PKCE): its setting, the bindings of users, the way there and back, and its log-outs (trust.md Passwords and lockout).
package directory

import (
	"errors"

	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Room is this package on a platform. What lives in the process, documents and keys of directories, is kept by web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

// Calls registers this room's calls.
func (a Room) Calls() {
	a.signInCalls()
	a.bindingCalls()
	a.settingCalls()
	a.officeCalls()
	signin.In(a.Platform).AddWay(signin.Way{Name: signin.WayDirectory, Has: func(q *store.Q, u *store.User) (bool, error) {
		b, err := q.DirectoryBinding(u.ID)
		if errors.Is(err, store.ErrNotFound) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		d, err := q.DirectoryInForce(b.InstitutionID)
		if errors.Is(err, store.ErrNotFound) {
			return false, nil
		}
		return err == nil && d.Issuer == b.Issuer, err
	}})
}

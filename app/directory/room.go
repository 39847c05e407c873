// Package directory lets the people of an institution sign in by the institution's own directory (OpenID Connect Core 1.0, authorization
// code with PKCE): its setting, the bindings of users, the way there and back, and its log-outs (trust.md Passwords and lockout).
package directory

import "tsunagu/app/web"

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
}

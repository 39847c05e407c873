// Package passkey lets users sign in and prove who they are by keys of their devices (WebAuthn).
package passkey

import "tsunagu/app/web"

// Room is the room on a platform. It holds nothing of its own.
type Room struct{ *web.Platform }

// In is the room on p.
func In(p *web.Platform) Room { return Room{p} }

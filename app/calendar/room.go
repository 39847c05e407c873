// Package calendar gives a bank's user his dates for a calendar program, under a secret address that he can end.
package calendar

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

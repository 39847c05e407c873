// Package firststeps tells the office of a new network what to do first, and what of it is done.
package firststeps

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

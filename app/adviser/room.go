// Package adviser is what an institution's administrator says of who explains to its customers, and of what they pay: the profiles of its
// users and its fee tables (compliance.md 3). Both have versions; the duties of the desk use what is in force.
package adviser

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

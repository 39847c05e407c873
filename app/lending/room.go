// Package lending is the desk of a bank's users who work on lending alone (融資, team.md 2): the buyers who agreed to it, their
// financing, and of the listing what everybody may read.
package lending

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

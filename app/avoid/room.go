// Package avoid keeps whom a seller's owner does not want to be approached (打診しない先), and makes the long list for the
// owner.
package avoid

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

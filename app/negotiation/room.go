// Package negotiation takes two sides from an anonymous talk to a signed contract: moves, offers,
// owner, messages, financing, milestones.
package negotiation

import "tsunagu/app/web"

// Room is the room on a platform. It holds nothing of its own: what lives in the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room on p.
func In(p *web.Platform) Room { return Room{p} }

// Package issued keeps the papers that the product makes (発行書面, papers.md 1): numbered, hashed, and handed out again byte for byte; and
// makes those of a negotiation.
package issued

import "tsunagu/app/web"

// Room is this package on a platform. What the rooms offer to make is kept by web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

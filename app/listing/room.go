// Package listing keeps sellers' listings: approval, audience, period, documents, disclosure ledger,
// score, and who is told of a new one.
package listing

import "tsunagu/app/web"

// Room is the room on a platform. It holds nothing of its own: what lives in the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room on p.
func In(p *web.Platform) Room { return Room{p} }

// Package company keeps companies, buyers and sellers: their records, users, needs, registration and
// trial, and as whom another bank's buyer is known.
package company

import "tsunagu/app/web"

// Room is the room on a platform. It holds nothing of its own: what lives in the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room on p.
func In(p *web.Platform) Room { return Room{p} }

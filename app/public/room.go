// Package public answers visitors: master data, texts, inquiries, requests for an account, the set-up
// of a network.
package public

import "tsunagu/app/web"

// Room is the room on a platform. It holds nothing of its own: what lives in the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room on p.
func In(p *web.Platform) Room { return Room{p} }

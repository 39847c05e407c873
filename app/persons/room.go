// Package persons keeps who in a bank works on what: persons in charge (担当者), their deputies, and how work is handed over.
package persons

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

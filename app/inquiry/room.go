// Package inquiry is the thread between the office and who asked it something (domain.md 9): its answers, the sender's
// replies, and how far the office is. The form that begins it is app/public's.
package inquiry

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

// Package readers answers who learned the name of a seller's company, and when (domain.md 3.5): for its bank, and
// without any name for the office.
package readers

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

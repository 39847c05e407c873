// Package vocabulary says how the words of a search were widened, and keeps the groups of words that the network's office adds to the
// dictionary of the field (store/words).
package vocabulary

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

// Package officelist writes the lists of the console into files.
package officelist

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

// Package response is how quickly and how often a bank and a buyer company answer (返事の速さ), in bands over 90 days, made anew once a day so
// that no single answer can be read off (compliance.md 3).
package response

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

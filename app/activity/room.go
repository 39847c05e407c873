// Package activity keeps what a bank's users note of their calls and visits (活動記録), and when they turn to a customer next.
package activity

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

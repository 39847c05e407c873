// Package topic is the office's notices (お知らせ): for whom, how important, from when until when, and by mail.
package topic

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

// Package upkeep keeps a network running: delivery of mail, reminders of deals that stand still, cleanup, retention, backup.
package upkeep

import "tsunagu/app/web"

// Room is the room on a platform. It holds nothing of its own: what lives in the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room on p.
func In(p *web.Platform) Room { return Room{p} }

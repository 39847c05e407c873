// Package pipeline is the list of what a bank works on, on both sides, with days and expected fees (案件一覧, papers.md 2).
package pipeline

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

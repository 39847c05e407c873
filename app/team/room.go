// Package team is who of a bank may look at a deal (案件チーム, team.md 2): the team of each company, and whether the bank shows its
// deals to all of its users or to their teams alone.
package team

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

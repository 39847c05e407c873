// Package dutycheck is an institution's administrator's list of all its deals with where their duties stand (点検表, compliance.md 3), on a
// screen and as a workbook.
package dutycheck

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

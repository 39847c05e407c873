// Package monthend answers with what an institution's head reports at a month's end, on a screen and as a workbook.
package monthend

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

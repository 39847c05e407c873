// Package dutytext keeps the texts and lists that an institution works with (compliance.md 1, 3): what it explains before a contract, the
// points of the final contract, where it looks people up. They are data of the institution, in versions; a built-in sample (見本) is in
// force until it has its own.
package dutytext

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

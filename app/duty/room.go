// Package duty keeps what a bank's desk has to do before a deal goes on, and that it was done (確認事項, compliance.md): who explained
// what, who looked into the buyer, what was looked up. What an institution records is its own.
package duty

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

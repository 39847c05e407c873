// Package draft makes the drafts that a bank finishes (papers.md 2): Word documents from templates of the network or of an institution,
// with the fields of a deal filled in as far as they are open to the maker.
package draft

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

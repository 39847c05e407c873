// Package valuation is what a seller's bank computes of a listing's price for itself (簡易株価, papers.md 2): the inputs in versions, what they
// come to, and the calculation as a workbook that its reader can follow. Nobody but that bank's desk knows of it.
package valuation

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

// Package memorandum is 企業概要書 worked on in the product (papers.md 2): sections, three periods and pictures, shown as a buyer sees them at
// his level, as a paper, in a Word draft, and given as a document. Until then nobody but the desk of the seller's bank knows of it.
package memorandum

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

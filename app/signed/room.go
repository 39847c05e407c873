// Package signed keeps the signed copies of the papers that the product made (署名済み, papers.md 2): the PDF that came back, who signed it and
// when, the second user who looked at it, and what became of the file since it was signed digitally.
package signed

import (
	"sync"

	"tsunagu/app/web"
)

// Room is this package on a platform. What it keeps in the process is kept by web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

// verifying lets one file at a time be verified: it is in memory as a whole, twice.
type verifying struct{ sync.Mutex }

// Package stamp proves to somebody outside what the disclosure ledger and the audit log said, and when (papers.md 4): a proof of each day,
// stamped by a time-stamping authority (RFC 3161), a signed file of the day's lines, and events for the network's SIEM.
package stamp

import (
	"sync"

	"tsunagu/app/web"
)

// Room is this package on a platform. What it keeps in the process is kept by web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

// turns lets one proof be stamped at a time: by the job, by hand or by a file.
type turns struct{ stamping, sending sync.Mutex }

//go:build !linux

package replica

import "time"

// sinceBoot is a clock that nobody sets.
func sinceBoot() time.Duration { return time.Since(start) }

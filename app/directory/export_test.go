package directory

import "time"

// SetPatience shortens how long a directory is waited for, and returns what sets it back.
func SetPatience(d time.Duration) func() {
	old := patience
	patience = d
	return func() { patience = old }
}

//go:build !ablation

package store

// without reports that a cache is turned off: never, but in the bench's build (ablation.go). The compiler drops
// what depends on it.
func without(cache) bool { return false }

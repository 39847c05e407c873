//go:build !ablation

package store

// without reports whether a cache is turned off. It is always false, except in the bench's build (ablation.go).
// The compiler drops the code that depends on it.
func without(cache) bool { return false }

//go:build !windows

package host

// Linger: only Windows closes a program's window with it.
func Linger() {}

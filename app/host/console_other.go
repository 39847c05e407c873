//go:build !windows

package host

// Linger does nothing: only Windows closes a program's window when the program ends.
func Linger() {}

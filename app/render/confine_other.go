//go:build !linux

package render

import "runtime/debug"

// Elsewhere the bounds are those of the WebAssembly in which PDFs are read, of the pictures' sizes and
// of the time; there is no call that takes a process's rights to open files or connections.
func confineEarly() error { debug.SetMaxStack(64 << 20); return nil }
func confine() error      { return nil }

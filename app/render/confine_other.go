//go:build !linux

package render

import "runtime/debug"

// On other systems there is no call that takes the right to open files or connections from a process;
// what limits it is the WebAssembly in which PDFs are read, the checks of the pictures' sizes and the
// time limits.
func confineEarly() error { debug.SetMaxStack(64 << 20); return nil }
func confine() error      { return nil }

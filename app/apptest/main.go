package apptest

import (
	"os"
	"runtime/debug"
	"testing"

	"tsunagu/app/render"
)

// RunTests runs a package's tests, or the drawing worker if the test binary was started as one.
func RunTests(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == render.Command {
		os.Exit(render.Work(os.Stdin, os.Stdout, os.Args[2]))
	}
	// Tests keep little: with the usual pace the collector takes a sixth of their time.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(8 << 30) // two packages are tested at once, and this one alone would take fifteen of a machine's gigabytes
	}
	code := m.Run()
	TestRender.Close()
	os.Exit(code)
}

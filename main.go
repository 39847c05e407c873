// Tsunagu (つなぐ) is a closed M&A matching platform for business succession, run by a network
// of financial institutions: one executable with its screens and its database inside.
package main

import (
	"context"
	"embed"
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"tsunagu/app/program"
)

//go:embed testdata/demo/*.csv
var testdata embed.FS

// version is stamped by the release build (-ldflags "-X main.version=…").
var version = ""

func main() {
	world, err := fs.Sub(testdata, "testdata/demo")
	if err != nil {
		panic(err) // the name above is wrong in the source
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := program.Main(ctx, program.Built{Version: version, World: world}, os.Args[1:])
	stop()
	os.Exit(code)
}

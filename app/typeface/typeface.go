// Package typeface holds Noto Sans JP once, for every room that draws: app/render into pictures, app/typeset into PDF.
package typeface

import (
	"embed"
	"io/fs"
)

// One copy is in the program: the compiler keeps the content of a file by its hash, however often it is embedded as read-only.
//
//go:embed root
var disk embed.FS

//go:embed root/usr/share/fonts/NotoSansJP-Regular.ttf
var regular string

// Regular is the font file. A string, so that nobody changes it and nobody copies 5.5 MB to read it.
func Regular() string { return regular }

// Disk has the font at /usr/share/fonts, where a library looks that knows nothing else of this program.
func Disk() (fs.FS, error) { return fs.Sub(disk, "root") }

// Package render draws the pages of a document as pictures with their reader's watermark in the
// pixels. The files come from outside and are decoded by large libraries, so this happens in separate
// processes with limits of time and memory and without access to anything but what they are given
// (worker.go).
package render

import (
	"errors"
	"math"
	"slices"
)

const (
	MaxPages = 500 // of a document

	// The smallest and the largest width of a drawn page, in pixels. Only few widths can be asked for
	// (Widths), so that nobody can make the server draw a page in thousands of sizes.
	minWidth = 640
	maxWidth = 2240

	maxPixels = 12_000_000 // of a drawn page
	maxSide   = 12_000     // of a drawn page, in pixels
	maxBytes  = 20 << 20   // of a file (deal.AttachmentBytes)
)

// Widths are the widths in which a page can be drawn.
var Widths = []int{minWidth, 960, 1280, 1720, maxWidth}

// Media are the media types that can be drawn.
var Media = []string{"application/pdf", "image/png", "image/jpeg", "text/plain"}

// Errors: why a document, or a page, is not drawn.
var (
	ErrBroken   = errors.New("render: the file is broken")
	ErrLocked   = errors.New("render: the file wants a password")
	ErrPages    = errors.New("render: too many pages")
	ErrHeavy    = errors.New("render: takes too much memory or time")
	ErrNoPage   = errors.New("render: no such page")
	ErrBusy     = errors.New("render: busy")
	ErrNoWorker = errors.New("render: no process can be started")
)

// errorByWord are the errors that a worker reports, by the word that stands for each on the wire.
var errorByWord = map[string]error{"broken": ErrBroken, "locked": ErrLocked, "pages": ErrPages, "heavy": ErrHeavy, "no page": ErrNoPage}

// Document is what is to be drawn. Two documents with the same key have the same bytes.
type Document struct {
	Key   string
	Media string
	Read  func() ([]byte, error)
}

// Size of a page, in points.
type Size struct{ Width, Height float64 }

// pixels is the size of a page drawn in a width, reduced where it would exceed maxPixels or
// maxSide.
func (s Size) pixels(width int) (w, h int) {
	shape := s.Height / s.Width
	if !(shape > 0) || math.IsInf(shape, 0) { // the page box has no area or is missing
		shape = math.Sqrt2
	}
	shape = min(max(shape, 1e-3), 1e3)
	x := min(float64(width), math.Sqrt(maxPixels/shape), maxSide/shape)
	return max(1, int(x)), max(1, int(x*shape))
}

// Shape is the ratio of a page's height to its width, as it is drawn.
func (s Size) Shape() float64 {
	w, h := s.pixels(maxWidth)
	return float64(h) / float64(w)
}

// Picture is a drawn page.
type Picture struct {
	Width, Height int
	JPEG          []byte
}

// Draws says that files of a media type can be drawn.
func Draws(media string) bool { return slices.Contains(Media, media) }

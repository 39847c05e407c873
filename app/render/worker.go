package render

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"io"
	"os"
	"runtime/debug"
)

// Command is the argument that starts the program as a worker; the next argument is the folder of
// the compiled PDF library, "" for none. It is not in the program's help.
const Command = "draw-pages"

// pages is a document that is open in a worker.
type pages interface {
	sizes() ([]Size, error)
	draw(page, width, height int) (*image.RGBA, error)
	close()
}

// Work is the main loop of a worker: it draws what it is asked for until its input ends, and returns
// the process's exit code. The server kills it when something takes too long. One document is open
// at a time; each document gets a fresh instance of its reader.
func Work(in io.Reader, out io.Writer, cache string) int {
	if err := confineEarly(); err != nil {
		return 3
	}
	debug.SetGCPercent(50)
	debug.SetMemoryLimit(256 << 20)
	lib, err := newLibrary(cache)
	if err != nil {
		return 4
	}
	// From here on the process can open no file, no connection and no program.
	if err := confine(); err != nil {
		return 5
	}
	type asked struct {
		request
		body []byte
	}
	asks := make(chan asked)
	go func() {
		for {
			var a asked
			var err error
			if a.body, err = receive(in, &a.request); err != nil {
				os.Exit(0) // the server is gone, or needs the worker no more
			}
			asks <- a
		}
	}()
	if err := send(out, reply{}, nil); err != nil {
		return 1
	}
	var open pages
	var sizes []Size
	for a := range asks {
		var r reply
		var body []byte
		var err error
		if a.Media != "" {
			if open != nil {
				open.close()
			}
			open, sizes = nil, nil
			if open, err = openPages(lib, a.Media, a.body); err == nil {
				sizes, err = open.sizes()
			}
			for _, s := range sizes {
				r.Sizes = append(r.Sizes, [2]float64{s.Width, s.Height})
			}
		} else {
			var p *Picture
			if p, err = drawPage(open, sizes, a.request); err == nil {
				r.Width, r.Height, body = p.Width, p.Height, p.JPEG
			}
		}
		if err != nil {
			r, body = reply{Error: wordOf(err)}, nil
		}
		if err := send(out, r, body); err != nil {
			return 1
		}
	}
	return 0
}

// wordOf is the wire word of an error; the library's own message about a file does not leave this
// process.
func wordOf(err error) string {
	for word, e := range errorByWord {
		if errors.Is(err, e) {
			return word
		}
	}
	return "broken"
}

func openPages(lib *library, media string, b []byte) (pages, error) {
	switch media {
	case "application/pdf":
		return lib.open(b)
	case "image/png", "image/jpeg":
		return openPicture(b)
	case "text/plain":
		return openText(b)
	}
	return nil, ErrBroken
}

func drawPage(open pages, sizes []Size, r request) (*Picture, error) {
	if open == nil || r.Page < 1 || r.Page > len(sizes) || r.Width < 1 || r.Width > maxWidth || len(r.Mark) == 0 {
		return nil, ErrNoPage
	}
	w, h := sizes[r.Page-1].pixels(r.Width)
	img, err := open.draw(r.Page, w, h)
	if err != nil {
		return nil, err
	}
	paintMark(img, r.Mark)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 86}); err != nil {
		return nil, err
	}
	return &Picture{img.Rect.Dx(), img.Rect.Dy(), out.Bytes()}, nil
}

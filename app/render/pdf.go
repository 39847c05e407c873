package render

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"io"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"tsunagu/app/typeface"
)

// wasmPages bound the memory of the PDF library, in units of 64 KiB: 384 MiB.
const wasmPages = 6144

// library is PDFium, compiled and ready, inside WebAssembly: the only file it can read is the font that
// replaces those that a PDF names but does not embed.
type library struct {
	pool pdfium.Pool
}

func newLibrary(cache string) (*library, error) {
	c := wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).WithMemoryLimitPages(wasmPages)
	if cache != "" {
		kept, err := wazero.NewCompilationCacheWithDir(cache)
		if err != nil {
			kept = wazero.NewCompilationCache() // without a writable folder it compiles at each start, no more
		}
		c = c.WithCompilationCache(kept)
	}
	// The only folder that the library sees: it holds the font, at the path where the library looks for fonts.
	// The library does not search a folder that is mounted directly at that path.
	only, err := typeface.Disk()
	if err != nil {
		return nil, err
	}
	pool, err := webassembly.Init(webassembly.Config{
		Context: context.Background(), MaxIdle: 1, MaxTotal: 1, RuntimeConfig: c, Stdout: io.Discard, Stderr: io.Discard,
		FSConfig: wazero.NewFSConfig().WithFSMount(only, "/"),
	})
	if err != nil {
		return nil, err
	}
	return &library{pool}, nil
}

// pdf is an open PDF, in an instance of the library that has no other document.
type pdf struct {
	lib *library
	in  pdfium.Pdfium
	doc references.FPDF_DOCUMENT
}

func (l *library) open(b []byte) (_ pages, err error) {
	in, err := l.pool.GetInstance(time.Minute)
	if err != nil {
		return nil, err
	}
	p := &pdf{lib: l, in: in}
	defer func() {
		if err != nil {
			p.close()
		}
	}()
	defer fault(&err)
	opened, err := in.OpenDocument(&requests.OpenDocument{File: &b})
	switch {
	case errors.Is(err, pdferrors.ErrPassword) || errors.Is(err, pdferrors.ErrSecurity):
		return nil, ErrLocked
	case err != nil:
		return nil, ErrBroken
	}
	p.doc = opened.Document
	return p, nil
}

func (p *pdf) close() {
	defer func() { _ = recover() }()
	_ = p.in.Close()
}

// fault turns a panic inside the library into an error: the library ran out of memory, or a malformed
// file made it fail.
func fault(err *error) {
	if recover() != nil {
		*err = ErrHeavy
	}
}

func (p *pdf) sizes() (out []Size, err error) {
	defer fault(&err)
	count, err := p.in.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: p.doc})
	switch {
	case err != nil || count.PageCount < 1:
		return nil, ErrBroken
	case count.PageCount > MaxPages:
		return nil, ErrPages
	}
	for i := range count.PageCount {
		s, err := p.in.FPDF_GetPageSizeByIndex(&requests.FPDF_GetPageSizeByIndex{Document: p.doc, Index: i})
		if err != nil { // this page is unreadable; the others may be fine
			out = append(out, Size{595, 842})
			continue
		}
		out = append(out, Size{s.Width, s.Height})
	}
	return out, nil
}

func (p *pdf) draw(page, width, height int) (_ *image.RGBA, err error) {
	defer fault(&err)
	drawn, err := p.in.RenderPageInPixels(&requests.RenderPageInPixels{Width: width, Height: height, RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT,
		Page: requests.Page{ByIndex: &requests.PageByIndex{Document: p.doc, Index: page - 1}}})
	if err != nil {
		return nil, ErrBroken
	}
	defer drawn.Cleanup()
	out := image.NewRGBA(drawn.Result.RenderedImage.Bounds())
	draw.Draw(out, out.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, drawn.Result.RenderedImage, drawn.Result.RenderedImage.Bounds().Min, draw.Over)
	return out, nil
}

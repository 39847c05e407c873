package render

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"
)

// worker is the server's side of a drawing process.
type worker struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   io.Reader
	limit time.Duration
	rest  *time.Timer // ends the process when it has been idle for too long

	key    string // of the document that is open
	sizes  []Size
	dead   error // why the process cannot be used any more
	isSlow bool  // it was killed because it took too long
}

// start starts a process and waits until it is ready.
func (p *Pool) start() (*worker, error) {
	folder := p.folder()
	if folder != "" {
		if err := p.clean(folder); err != nil {
			p.o.Log.Warn("the folder for drawing pages", "err", err)
		}
	}
	cmd, err := p.command()
	if err != nil {
		return nil, errors.Join(ErrNoWorker, err)
	}
	w := &worker{cmd: cmd, limit: p.o.Limit}
	if w.in, err = cmd.StdinPipe(); err != nil {
		return nil, errors.Join(ErrNoWorker, err)
	}
	if w.out, err = cmd.StdoutPipe(); err != nil {
		return nil, errors.Join(ErrNoWorker, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(ErrNoWorker, err)
	}
	var ready reply
	if _, err := w.within(p.o.Start, func() ([]byte, error) { return receive(w.out, &ready) }); err != nil {
		return nil, errors.Join(ErrNoWorker, err)
	}
	return w, nil
}

// folder is where the compiled library of this version is cached; a library of another version
// cannot be used.
func (p *Pool) folder() string {
	if p.o.Cache == "" {
		return ""
	}
	return filepath.Join(p.o.Cache, "library-"+libraryVersion())
}

func libraryVersion() string {
	out := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "github.com/klippa-app/go-pdfium" || d.Path == "github.com/tetratelabs/wazero" {
				out += strings.TrimPrefix(d.Version, "v") + "-"
			}
		}
	}
	return strings.TrimSuffix(out, "-")
}

// clean creates the cache folder, for this user alone, and deletes those of other versions.
func (p *Pool) clean(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(p.o.Cache)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "library-") && e.Name() != filepath.Base(folder) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(p.o.Cache, e.Name())))
		}
	}
	return err
}

// open opens a document in the process, if it is not open there.
func (w *worker) open(d Document) error {
	if w.key == d.Key {
		return nil
	}
	b, err := d.Read()
	if err != nil {
		return err
	}
	if len(b) > maxBytes {
		return ErrHeavy
	}
	var r reply
	w.key, w.sizes = "", nil
	if _, err := w.ask(request{Media: d.Media}, b, &r); err != nil {
		return err
	}
	if len(r.Sizes) < 1 || len(r.Sizes) > MaxPages {
		return w.end()
	}
	w.key = d.Key
	for _, s := range r.Sizes {
		w.sizes = append(w.sizes, Size{s[0], s[1]})
	}
	return nil
}

// draw draws a page of the document that is open.
func (w *worker) draw(page, width int, mark []string) (*Picture, error) {
	if page < 1 || page > len(w.sizes) {
		return nil, ErrNoPage
	}
	var r reply
	b, err := w.ask(request{Page: page, Width: width, Mark: mark}, nil, &r)
	if err != nil {
		return nil, err
	}
	return &Picture{r.Width, r.Height, b}, nil
}

func (w *worker) ask(q request, body []byte, r *reply) ([]byte, error) {
	b, err := w.within(w.limit, func() ([]byte, error) {
		if err := send(w.in, q, body); err != nil {
			return nil, err
		}
		return receive(w.out, r)
	})
	switch {
	case err != nil:
		return nil, err
	case r.Error == "":
		return b, nil
	}
	if e := errorByWord[r.Error]; e != nil {
		return nil, e
	}
	return nil, w.end()
}

// within runs one exchange with the process, and kills it when the exchange takes longer than the
// limit or fails.
func (w *worker) within(limit time.Duration, talk func() ([]byte, error)) ([]byte, error) {
	slow := time.AfterFunc(limit, func() { _ = w.cmd.Process.Kill() })
	b, err := talk()
	w.isSlow = !slow.Stop()
	if err != nil || w.isSlow {
		return nil, w.end()
	}
	return b, nil
}

var errEnded = errors.New("render: the process ended")

// end ends the process and waits for its exit.
func (w *worker) end() error {
	_ = w.in.Close()
	_ = w.cmd.Process.Kill()
	_ = w.cmd.Wait()
	if w.dead == nil {
		w.dead = errEnded
		if s := w.cmd.ProcessState; s != nil {
			w.dead = errors.New("render: the process ended: " + s.String())
		}
	}
	return w.dead
}

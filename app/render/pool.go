package render

import (
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Options of a Pool. An empty field takes its default.
type Options struct {
	Cache   string        // folder of the compiled library; "" compiles it at each start
	Command []string      // starts a worker
	Workers int           // processes at a time
	Queue   int           // calls that may wait, of all readers
	Wait    time.Duration // longest wait for a free process
	Start   time.Duration // longest start of a process; the first one compiles the library
	Limit   time.Duration // longest time to open a document or to draw a page
	Idle    time.Duration // an idle process ends after it
	Log     *slog.Logger
}

const (
	perReader = 6                // calls of one reader that may wait
	heavyFor  = 10 * time.Minute // a task that was too heavy is refused for so long
	heavyMax  = 1000
)

// Pool draws pages in processes of their own, which it starts, limits and ends. Safe for concurrent
// use. It keeps no page that it drew.
type Pool struct {
	o Options

	life    context.Context // of the processes
	stop    context.CancelFunc
	working sync.WaitGroup

	mu      sync.Mutex
	waiting []*ticket
	drawing map[string]bool // readers for whom a process is working
	idle    []*worker
	busy    int
	closed  bool
	heavy   map[task]time.Time // tasks that broke their process, and until when they are refused
}

// ticket is a call that waits for a process.
type ticket struct {
	reader, key string
	ready       chan *worker // receives a process; nil is the permission to start one
}

// task is one page of a document to draw; page 0 means opening the document.
type task struct {
	key  string
	page int
}

// New is a pool. It starts no process yet.
func New(o Options) *Pool {
	def := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	def(&o.Wait, 15*time.Second)
	def(&o.Start, 3*time.Minute)
	def(&o.Limit, 20*time.Second)
	def(&o.Idle, time.Minute)
	if o.Workers == 0 {
		o.Workers = 2
	}
	if o.Queue == 0 {
		o.Queue = 32
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Cache != "" { // absolute, as the worker runs in another folder
		if path, err := filepath.Abs(o.Cache); err == nil {
			o.Cache = path
		}
	}
	life, stop := context.WithCancel(context.Background())
	return &Pool{o: o, life: life, stop: stop, drawing: map[string]bool{}, heavy: map[task]time.Time{}}
}

// Open returns the sizes of a document's pages, in their order. reader is the user who asks: a pool
// never works for one reader with more than one process.
func (p *Pool) Open(ctx context.Context, reader string, d Document) ([]Size, error) {
	var out []Size
	err := p.do(ctx, reader, task{d.Key, 0}, func(w *worker) error {
		err := w.open(d)
		if err == nil {
			out = w.sizes
		}
		return err
	})
	return out, err
}

// Draw draws a page of a document in one of the Widths, with the lines of the watermark all over
// it.
func (p *Pool) Draw(ctx context.Context, reader string, d Document, page, width int, mark []string) (*Picture, error) {
	if !slices.Contains(Widths, width) || len(mark) == 0 {
		return nil, ErrNoPage
	}
	var out *Picture
	err := p.do(ctx, reader, task{d.Key, page}, func(w *worker) (err error) {
		if err := w.open(d); err != nil {
			return err
		}
		out, err = w.draw(page, width, mark)
		return err
	})
	return out, err
}

// Warm compiles the library if that has not been done, so that the first reader need not wait for
// it.
func (p *Pool) Warm() {
	if p == nil || p.o.Cache == "" {
		return
	}
	if made, _ := filepath.Glob(filepath.Join(p.folder(), "*", "*")); len(made) > 0 {
		return
	}
	_ = p.do(context.Background(), "", task{}, func(*worker) error { return nil })
}

// do runs f with a process. It lets f finish even if the caller cancels meanwhile: a reader who
// turns pages quickly cancels all the time, and to kill the process would make the next call wait
// for a new one.
func (p *Pool) do(ctx context.Context, reader string, what task, f func(*worker) error) error {
	if p == nil {
		return ErrNoWorker
	}
	p.working.Add(1)
	w, err := p.take(ctx, reader, what)
	if err != nil {
		p.working.Done()
		return err
	}
	done := make(chan error, 1)
	go func() {
		defer p.working.Done()
		var err error
		for try := 0; ; try++ {
			if w == nil {
				if w, err = p.start(); err != nil {
					break
				}
			}
			if err = f(w); w.dead == nil {
				break
			}
			if p.life.Err() != nil {
				w, err = nil, ErrNoWorker
				break
			}
			p.o.Log.Warn("a process that draws pages ended", "err", w.dead)
			isSlow := w.isSlow
			if w = nil; isSlow || try > 0 { // too slow, or failed twice: the task is the cause
				err = ErrHeavy
				break
			}
		}
		if err == ErrHeavy {
			p.tooHeavy(what)
		}
		p.give(reader, w)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// take waits for a process; a nil worker is the permission to start one.
func (p *Pool) take(ctx context.Context, reader string, what task) (*worker, error) {
	t := &ticket{reader, what.key, make(chan *worker, 1)}
	p.mu.Lock()
	mine := 0
	for _, o := range p.waiting {
		if o.reader == reader {
			mine++
		}
	}
	switch {
	case p.closed:
		p.mu.Unlock()
		return nil, ErrNoWorker
	case time.Now().Before(p.heavy[what]):
		p.mu.Unlock()
		return nil, ErrHeavy
	case len(p.waiting) >= p.o.Queue || mine >= perReader:
		p.mu.Unlock()
		return nil, ErrBusy
	}
	p.waiting = append(p.waiting, t)
	p.dispatch()
	p.mu.Unlock()
	timer := time.NewTimer(p.o.Wait)
	defer timer.Stop()
	err := ErrBusy
	select {
	case w := <-t.ready:
		return w, nil
	case <-timer.C:
	case <-ctx.Done():
		err = ctx.Err()
	case <-p.life.Done():
		err = ErrNoWorker
	}
	p.mu.Lock()
	i := slices.Index(p.waiting, t)
	if i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	}
	p.mu.Unlock()
	if i < 0 { // dispatch served it at this very moment
		p.give(reader, <-t.ready)
	}
	return nil, err
}

// dispatch gives free processes to waiting calls, first come first served, but skips readers who
// already have a process.
func (p *Pool) dispatch() {
	for i := 0; i < len(p.waiting) && p.busy < p.o.Workers; {
		t := p.waiting[i]
		if p.drawing[t.reader] {
			i++
			continue
		}
		p.waiting = slices.Delete(p.waiting, i, i+1)
		p.drawing[t.reader] = true
		p.busy++
		t.ready <- p.pick(t.key)
	}
}

// pick is, in this order: the free process that has the document open, one that has none open, the
// permission to start one, the process that has been idle for the longest time.
func (p *Pool) pick(key string) *worker {
	at := slices.IndexFunc(p.idle, func(w *worker) bool { return w.key == key })
	if at < 0 {
		at = slices.IndexFunc(p.idle, func(w *worker) bool { return w.key == "" })
	}
	if at < 0 && p.busy+len(p.idle) > p.o.Workers { // busy counts this call
		at = 0
	}
	if at < 0 {
		return nil
	}
	w := p.idle[at]
	p.idle = slices.Delete(p.idle, at, at+1)
	w.rest.Stop()
	return w
}

// give takes back a process, or the permission to have one.
func (p *Pool) give(reader string, w *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy--
	delete(p.drawing, reader)
	if w != nil {
		if p.closed {
			w.end()
		} else {
			p.idle = append(p.idle, w)
			w.rest = time.AfterFunc(p.o.Idle, func() { p.retire(w) })
		}
	}
	p.dispatch()
}

// retire ends a process that has been idle for too long.
func (p *Pool) retire(w *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.idle, w); i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
		w.end()
	}
}

func (p *Pool) tooHeavy(what task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.heavy) >= heavyMax {
		clear(p.heavy)
	}
	p.heavy[what] = time.Now().Add(heavyFor)
}

// Close ends all processes, and returns when they have ended: one that went on would outlive the program, and hold the
// disk of its data folder.
func (p *Pool) Close() {
	if p == nil {
		return
	}
	defer p.working.Wait()
	p.stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, w := range p.idle {
		w.rest.Stop()
		w.end()
	}
	p.idle = nil
}

// self is the path of the program as it runs, even if its file was replaced meanwhile.
func self() (string, error) {
	if runtime.GOOS == "linux" {
		if _, err := os.Stat("/proc/self/exe"); err == nil {
			return "/proc/self/exe", nil
		}
	}
	return os.Executable()
}

// command is the worker's command: with an empty environment and outside the data folder.
func (p *Pool) command() (*exec.Cmd, error) {
	argv := p.o.Command
	if len(argv) == 0 {
		path, err := self()
		if err != nil {
			return nil, err
		}
		argv = []string{path, Command}
	}
	cmd := exec.CommandContext(p.life, argv[0], append(slices.Clone(argv[1:]), p.folder())...)
	cmd.Args[0] = "tsunagu" // the name in the list of processes
	cmd.Env = []string{}
	if cmd.Dir = "/"; runtime.GOOS == "windows" {
		cmd.Dir = os.TempDir()
	}
	return cmd, nil
}

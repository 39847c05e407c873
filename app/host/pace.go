package host

import (
	"io"
	"log/slog"
	"net/http"
	"time"
)

// Pace is how slowly a client may go. What counts is the time that the program waits for the
// client, not what it needs itself: a branch office on a slow line may take twenty minutes for a
// file, and a client that sends a byte now and then, or reads none of an answer, is disconnected.
type Pace struct {
	Header time.Duration // until all headers are in
	Idle   time.Duration // between two requests
	Stall  time.Duration // for a piece of a body, or of an answer
	Rate   int64         // bytes a second over the whole, once Stall is used up
	Work   time.Duration // for what the program does in between
}

// DefaultPace is the program's own.
var DefaultPace = Pace{Header: 10 * time.Second, Idle: 2 * time.Minute, Stall: 30 * time.Second, Rate: 8 << 10, Work: 10 * time.Minute}

const (
	maxHeader = 64 << 10
	freeBytes = 64 << 10 // of an answer: they fit into the system's own buffer
	piece     = 32 << 10 // of an answer is written under one deadline
)

// Server answers at this pace.
func (p Pace) Server(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{Handler: p.hold(h), ReadHeaderTimeout: p.Header, ReadTimeout: p.Work, WriteTimeout: p.Work, IdleTimeout: p.Idle,
		MaxHeaderBytes: maxHeader, ErrorLog: ServerLog(log)}
}

// hold lets a handler read bodies and write answers at the pace.
func (p Pace) hold(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := http.NewResponseController(w)
		var body *pacedBody
		if r.Body != nil && r.Body != http.NoBody {
			body = &pacedBody{ReadCloser: r.Body, pace: pace{Pace: p, deadline: c.SetReadDeadline}}
			// On a copy: the server looks at its own body to know that one broke off, and that what
			// follows is no request.
			r = r.WithContext(r.Context())
			r.Body = body
			_ = c.SetReadDeadline(time.Now().Add(p.Stall)) // what no handler reads, the server throws away
		}
		next.ServeHTTP(&pacedAnswer{ResponseWriter: w, pace: pace{Pace: p, deadline: c.SetWriteDeadline}}, r)
		if body != nil && !body.whole {
			_ = c.SetReadDeadline(time.Now().Add(p.Stall)) // likewise
		}
	})
}

// pace is that of one body or answer.
type pace struct {
	Pace
	deadline func(time.Time) error
	moved    int64
	waited   time.Duration
}

// move runs what waits for the client, and counts the wait.
func (p *pace) move(f func() (int, error)) (int, error) {
	began := time.Now()
	owed := p.Stall + time.Duration(float64(p.moved)/float64(p.Rate)*float64(time.Second)) - p.waited
	_ = p.deadline(began.Add(max(0, min(p.Stall, owed)))) // a connection that is gone says so itself
	n, err := f()
	p.moved += int64(n)
	p.waited += time.Since(began)
	return n, err
}

type pacedBody struct {
	io.ReadCloser
	pace
	whole bool
}

func (b *pacedBody) Read(to []byte) (int, error) {
	n, err := b.move(func() (int, error) { return b.ReadCloser.Read(to) })
	if err == nil || err == io.EOF {
		// The server keeps reading in order to notice a disconnect, and would take an expired
		// deadline for one.
		b.whole = err == io.EOF
		_ = b.deadline(time.Now().Add(b.Work))
	}
	return n, err
}

type pacedAnswer struct {
	http.ResponseWriter
	pace
}

func (a *pacedAnswer) Write(b []byte) (int, error) {
	if a.moved+int64(len(b)) <= freeBytes {
		n, err := a.ResponseWriter.Write(b)
		a.moved += int64(n)
		return n, err
	}
	all := 0
	for all < len(b) {
		n, err := a.move(func() (int, error) { return a.ResponseWriter.Write(b[all:min(len(b), all+piece)]) })
		all += n
		if err != nil {
			return all, err
		}
	}
	_ = a.deadline(time.Now().Add(a.Work))
	return all, nil
}

// Unwrap lets http.ResponseController reach the connection.
func (a *pacedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

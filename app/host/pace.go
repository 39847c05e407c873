package host

import (
	"io"
	"log/slog"
	"net/http"
	"time"
)

// Pace are the limits for slow clients. Only the time in which the program waits for the client
// counts, not its own work: a branch office on a slow line may take twenty minutes for a file, but
// a client that sends single bytes now and then, or does not read the answer, is disconnected.
type Pace struct {
	Header time.Duration // until all headers have arrived
	Idle   time.Duration // between two requests
	Stall  time.Duration // for one piece of a body, or of an answer
	Rate   int64         // least bytes a second over the whole, once Stall is used up
	Work   time.Duration // for the program's own work in between
}

// DefaultPace are the program's limits.
var DefaultPace = Pace{Header: 10 * time.Second, Idle: 2 * time.Minute, Stall: 30 * time.Second, Rate: 8 << 10, Work: 10 * time.Minute}

const (
	maxHeader = 64 << 10
	freeBytes = 64 << 10 // of an answer, not limited: they fit into the system's buffer
	piece     = 32 << 10 // of an answer, written under one deadline
)

// Server is an HTTP server with these limits.
func (p Pace) Server(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{Handler: p.hold(h), ReadHeaderTimeout: p.Header, ReadTimeout: p.Work, WriteTimeout: p.Work, IdleTimeout: p.Idle,
		MaxHeaderBytes: maxHeader, ErrorLog: ServerLog(log)}
}

// hold applies the limits to a handler's reading of bodies and writing of answers.
func (p Pace) hold(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := http.NewResponseController(w)
		var body *pacedBody
		if r.Body != nil && r.Body != http.NoBody {
			body = &pacedBody{ReadCloser: r.Body, pace: pace{Pace: p, deadline: c.SetReadDeadline}}
			// On a copy of the request: by its own body the server recognises one that broke off, so that it
			// does not read the rest as a request.
			r = r.WithContext(r.Context())
			r.Body = body
			_ = c.SetReadDeadline(time.Now().Add(p.Stall)) // for what the handler does not read, which the server discards
		}
		next.ServeHTTP(&pacedAnswer{ResponseWriter: w, pace: pace{Pace: p, deadline: c.SetWriteDeadline}}, r)
		if body != nil && !body.whole {
			_ = c.SetReadDeadline(time.Now().Add(p.Stall)) // for the rest, which the server discards
		}
	})
}

// pace is the state of one body or answer.
type pace struct {
	Pace
	deadline func(time.Time) error
	moved    int64
	waited   time.Duration
}

// move runs one read or write that waits for the client, and adds up the waiting time.
func (p *pace) move(f func() (int, error)) (int, error) {
	began := time.Now()
	owed := p.Stall + time.Duration(float64(p.moved)/float64(p.Rate)*float64(time.Second)) - p.waited
	_ = p.deadline(began.Add(max(0, min(p.Stall, owed)))) // on a closed connection the read or write itself fails
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
		// After the end of the body the server keeps reading to notice a disconnect; it would take an
		// expired deadline for one.
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

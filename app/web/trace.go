package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/gorilla/mux"
)

// trace is what is told about one request afterwards: in its line of the log, and in the figures.
// Nothing in it comes from the request itself but its method and which route it met.
type trace struct {
	id    string
	route string // the pattern, never the path: keys and ids stand in paths
	user  string // the id of who is signed in
}

// HeaderRequest tells the request's number to the client; answers that are our fault hold it too.
const HeaderRequest = "X-Request-Id"

// traceLetters are letters that are not confused when read out on the telephone.
const traceLetters = "23456789ABCDEFGHJKMNPRSTUVWXY"

// newTraceID is a number to be told to the office: ten letters, in two groups. It is made here
// and never taken from outside, or somebody could write into the log.
func newTraceID() string {
	b := make([]byte, 10)
	_, _ = rand.Read(b) // never fails
	for i := range b {
		b[i] = traceLetters[int(b[i])%len(traceLetters)]
	}
	return string(b[:5]) + "-" + string(b[5:])
}

type traceKey struct{}

// traceOf is the trace of a request, or an empty one that nobody reads.
func traceOf(ctx context.Context) *trace {
	if t, ok := ctx.Value(traceKey{}).(*trace); ok {
		return t
	}
	return &trace{}
}

// Routed notes which route a request met.
func Routed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if pattern, err := mux.CurrentRoute(r).GetPathTemplate(); err == nil {
			traceOf(r.Context()).route = pattern
		}
		next.ServeHTTP(w, r)
	})
}

// Traced gives a request its number, catches what panics in it, and tells how it went.
func (a *Platform) Traced(w *Response, r *http.Request, next http.Handler) {
	t, began := &trace{id: newTraceID()}, time.Now()
	w.Header().Set(HeaderRequest, t.id)
	defer func() {
		e := recover()
		if e != nil && e != http.ErrAbortHandler && w.err == nil {
			a.Log.Error("panic", "request", t.id, "route", t.route, "user", t.user, "value", PanicText(e), "stack", string(debug.Stack()))
			if !w.begun {
				WriteProblem(w, ErrInternal)
				e = nil
			}
		}
		a.account(r, t, w, time.Since(began), e != nil)
		if e != nil { // half an answer must not pass for a whole one; huma panics where the client is gone
			panic(http.ErrAbortHandler)
		}
	}()
	r = r.WithContext(context.WithValue(r.Context(), traceKey{}, t))
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = sentBody{r.Body}
	}
	next.ServeHTTP(w, r)
}

// account writes the request's line of the log, and counts it. Pages and their assets are logged at
// a lower level.
func (a *Platform) account(r *http.Request, t *trace, w *Response, took time.Duration, cut bool) {
	a.Metrics.request(r.Method, t.route, w.status, took)
	level := slog.LevelInfo
	if !isCall(t.route) {
		level = slog.LevelDebug
	}
	attrs := []slog.Attr{slog.String("request", t.id), slog.String("method", known(r.Method)), slog.String("route", t.route),
		slog.Int("status", w.status),
		slog.Float64("ms", float64(took.Microseconds())/1000), slog.Int64("bytes", w.bytes)}
	if t.user != "" {
		attrs = append(attrs, slog.String("user", t.user))
	}
	if cut {
		attrs = append(attrs, slog.Bool("cut", true)) // the client did not get all of it
	}
	a.Log.LogAttrs(r.Context(), level, "request", attrs...)
}

// isCall: a row of the call table, or an address below /api that is none.
func isCall(route string) bool {
	return len(route) > 1 && route != "/healthz" && route != "/readyz"
}

// known keeps what a client may invent as a method out of the log.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// PanicText is what of a panic may stand in the log: the runtime's own words hold no data, other
// values could be anything, and the stack says where.
func PanicText(e any) string {
	var re runtime.Error
	if err, ok := e.(error); ok && errors.As(err, &re) {
		return re.Error()
	}
	return fmt.Sprintf("%T", e)
}

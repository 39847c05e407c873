package program

import (
	"context"
	"net/http"
	"sync"
)

// front is what the listener answers with. On a machine of two it changes while the program runs: a standby's page, the
// platform, and a page again.
type front struct {
	mu sync.Mutex
	h  http.Handler
	in *sync.WaitGroup // the requests that h answers
}

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	h, in := f.h, f.in
	in.Add(1)
	f.mu.Unlock()
	defer in.Done()
	h.ServeHTTP(w, r)
}

// show answers with h from now on. The function that it returns waits for the requests that came before.
func (f *front) show(h http.Handler) (drained func(context.Context)) {
	f.mu.Lock()
	before := f.in
	f.h, f.in = h, &sync.WaitGroup{}
	f.mu.Unlock()
	return func(ctx context.Context) {
		if before == nil {
			return
		}
		done := make(chan struct{})
		go func() { before.Wait(); close(done) }()
		select {
		case <-done:
		case <-ctx.Done():
		}
	}
}

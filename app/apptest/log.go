package apptest

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/store"
	"tsunagu/store/storetest"
)

// Lines collects what a server logs from all goroutines.
type Lines struct {
	mu   sync.Mutex
	Text strings.Builder
}

func (l *Lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Text.Write(b)
}

// Logged is a log that a test reads. Its lines have no times, so that every date in it comes from
// the test's data.
func Logged() (*Lines, *slog.Logger) {
	l := &Lines{}
	return l, slog.New(slog.NewJSONHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))
}

// All are the lines so far, parsed and as one text; they are then removed.
func (l *Lines) All(t testing.TB) (out []map[string]any, text string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	text = l.Text.String()
	for line := range strings.Lines(text) {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		out = append(out, v)
	}
	return out, text
}

// OpenLogged is a store that logs every statement as a slow one.
func OpenLogged(t testing.TB, log *slog.Logger, measure store.Measure) (*store.Store, *storetest.Clock) {
	t.Helper()
	clock := &storetest.Clock{}
	s, err := store.Open(context.Background(), t.TempDir(), store.Options{Clock: clock.Now, Log: log, SlowQuery: time.Nanosecond,
		Measure: measure})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, clock
}

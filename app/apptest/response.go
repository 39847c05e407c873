package apptest

import (
	"strings"
	"sync"
)

// Lines is what a server logs, from whatever goroutine.
type Lines struct {
	mu   sync.Mutex
	Text strings.Builder
}

func (l *Lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Text.Write(b)
}

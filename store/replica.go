package store

import (
	"context"
	"errors"
	"sync"
)

// ErrUnconfirmed: the write is committed here, but whether it is at the replica's target cannot be said. It may be
// recorded, and it may be lost with this machine (503, in words of its own).
var ErrUnconfirmed = errors.New("store: committed, not confirmed by the replica")

// Replica is another place to which everything that is committed goes as well (trust.md G13). The store tells it of
// commits in their order; it never reads or writes through the store.
type Replica interface {
	// Ready is asked before a write begins. Its error refuses the write, and nothing has changed.
	Ready() error
	// Keep is told, before the commit, which attachments the rows of a transaction name: they go before it.
	Keep(paths []string)
	// Committed is told of each commit, before the next one begins, and returns its number.
	Committed() uint64
	// Wait returns when that commit is at the target, nil also where nobody has to wait; or ErrUnconfirmed.
	Wait(ctx context.Context, commit uint64) error
	// Close sends what is left. The store calls it when its own connections are closed and the folder is still locked.
	Close() error
}

// Answer notes what a request has committed, for whoever answers it: the answer waits, not the writer, so that a
// write which fails to be confirmed is not taken for one that was rolled back (a file whose row stands would go).
type Answer struct {
	replica Replica
	mu      sync.Mutex
	commit  uint64 // the latest; 0 for none
}

type answering struct{}

// Answering is a context whose writes do not wait for the replica: the Answer waits for them. Without a replica the
// Answer has nothing to wait for.
func (s *Store) Answering(ctx context.Context) (context.Context, *Answer) {
	a := &Answer{}
	if s == nil || s.replica == nil {
		return ctx, a
	}
	a.replica = s.replica
	return context.WithValue(ctx, answering{}, a), a
}

// Wait returns when everything that was committed so far is at the replica's target as well.
func (a *Answer) Wait(ctx context.Context) error {
	a.mu.Lock()
	commit := a.commit
	a.mu.Unlock()
	if commit == 0 {
		return nil
	}
	return a.replica.Wait(ctx, commit)
}

// replicated tells the replica of a commit. The function that it returns is called when the next write may begin; it
// waits where nobody answers for the write: a job, or a command. Such a write is done either way.
func (s *Store) replicated(ctx context.Context) (wait func()) {
	if s.replica == nil {
		return func() {}
	}
	commit := s.replica.Committed()
	if a, ok := ctx.Value(answering{}).(*Answer); ok {
		return func() {
			a.mu.Lock()
			a.commit = max(a.commit, commit)
			a.mu.Unlock()
		}
	}
	return func() { _ = s.replica.Wait(context.WithoutCancel(ctx), commit) }
}

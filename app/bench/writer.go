//go:build unix

package main

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// writer changes data at a steady pace while others search: in turn a negotiation (a message), a buyer (disabled and
// enabled) and a listing (stopped and reopened), so that the caches of all three become stale.
type writer struct {
	deeds []func() error
	pace  time.Duration
	n     int
}

// steadyDeeds are the writes that can be repeated without end.
var steadyDeeds = []string{"メッセージの送信", "買手企業の無効・有効（検索が変わる）", "案件の受付停止・解除（検索が変わる）"}

func newWriter(address string, aSecond float64) (*writer, error) {
	w := &writer{pace: time.Duration(float64(time.Second) / aSecond)}
	token, err := signIn(address, sellingLogin)
	if err != nil {
		return nil, err
	}
	for _, d := range deeds {
		if !slices.Contains(steadyDeeds, d.title) {
			continue
		}
		_, one, err := d.begin(&lasting{address: address}, address, token)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.title, err)
		}
		w.deeds = append(w.deeds, one)
	}
	return w, nil
}

// begin writes until the returned function is called. A nil writer writes nothing.
func (w *writer) begin() (end func() (measured, error)) {
	if w == nil {
		return func() (measured, error) { return measured{}, nil }
	}
	var stop atomic.Bool
	var m measured
	var failed error
	var group sync.WaitGroup
	begin := time.Now()
	group.Go(func() {
		for due := begin; failed == nil && !stop.Load(); due = due.Add(w.pace) {
			time.Sleep(time.Until(due))
			asked := time.Now()
			failed = w.deeds[w.n%len(w.deeds)]()
			m.took, w.n = append(m.took, time.Since(asked)), w.n+1
		}
	})
	return func() (measured, error) {
		stop.Store(true)
		group.Wait()
		m.wall = time.Since(begin)
		return m, failed
	}
}

// lasting is a connection that is reopened after a long pause, as the product closes idle connections.
type lasting struct {
	address string
	asker   asker
	used    time.Time
}

func (l *lasting) ask(request []byte) ([]byte, error) {
	if l.asker == nil || time.Since(l.used) > 10*time.Second {
		l.close()
		var err error
		if l.asker, err = dial(l.address); err != nil {
			return nil, err
		}
	}
	l.used = time.Now()
	return l.asker.ask(request)
}

func (l *lasting) close() {
	if l.asker != nil {
		l.asker.close()
	}
}

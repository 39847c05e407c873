package store

import (
	"context"
	"sync"
)

// memo remembers values that were worked out of the index or read of SQLite, so that the next one who asks need not.
// A value is used only by a snapshot that would find the same: every value says what ends it (lookup, Kept). It
// replaces the caches that searches had one by one. Who asks for a value that somebody is working out waits for that.
type memo struct {
	mu           sync.Mutex
	rows, values halves
	pending      map[any]*pending // what somebody is working out, by key

	tables tables // of the newest edition
	logs   [tableCount]changeLog

	changed map[Source]int64 // the number of the snapshot that last changed it
	floor   int64            // everything may have changed in it
}

// One budget in two parts, so that rows of large searches do not push out small values, of which there are thousands:
// what searches found (rows), and pages, cards and the like (values).
const (
	memoBytes      = 72 << 20
	memoValueBytes = 32 << 20
	memoRowBytes   = memoBytes - memoValueBytes

	bookkeeping = 250 // bytes that remembering one takes, about
)

func newMemo() *memo {
	return &memo{rows: halves{most: memoRowBytes}, values: halves{most: memoValueBytes}, pending: map[any]*pending{},
		changed: map[Source]int64{}}
}

// lookup says what is remembered, what ends it, and how it is worked out.
type lookup[V any] struct {
	cache   cache
	key     any   // everything that the value hangs on besides the tables; its type is the caller's own
	of      table // any change in these tables ends the value
	mends   table // changed rows of this table do not end it: mend looks at them anew
	isAlone bool  // it is not worth remembering, nor asking for
	isRows  bool  // it counts among the rows, not among the values
	isStill func(V) bool
	find    func() (Kept[V], error)
	mend    func(was V, changed []uint32) (Kept[V], error) // changed rows in ascending order
}

// remembered is a value as the snapshot of a number held it.
type remembered struct {
	value any
	bytes int
	at    int64
	of    []Source // a change of these ends it
	on    tables   // so do these, where they are not those of the one who asks
	mends table
	seen  int64 // how many changes of the table that is mended are in it
}

// pending is a value that somebody is working out.
type pending struct {
	over        chan struct{}
	isReading   bool // who works has a read transaction
	isCancelled bool // once it is over: the caller who worked had gone away, and it says nothing of the value
}

// remember is the value that x describes as the snapshot of q holds it: remembered, mended, or worked out now. It is
// everybody's and must not be changed. An error is not remembered: the caller that met it gets it, and of those that
// waited the next one tries.
func remember[V any](q *Q, ed *edition, x lookup[V]) (V, error) {
	if ed == nil || q.search == nil || x.isAlone || without(x.cache) {
		v, err := x.find()
		return v.Value, err
	}
	m := q.search.memo
	for hasWaited := false; ; {
		f := m.ask(ed, x.key, x.of, x.mends, x.isRows, q.isReading(), func(v any) bool {
			is, ok := v.(V)
			return ok && (x.isStill == nil || x.isStill(is))
		})
		switch {
		case !f.follows:
			v, err := x.find()
			return v.Value, err
		case f.was != nil && len(f.changed) == 0:
			return f.was.value.(V), nil
		case f.isLeader:
			return lead(q.ctx, m, ed, &x, f)
		}
		// Another snapshot's value was no use, or could not be found. Or the caller has a read transaction, and the one
		// it would wait for may yet need one: there are only so many.
		if hasWaited || q.isReading() && !f.pending.isReading {
			return work(m, ed, &x, f)
		}
		select {
		case <-f.pending.over:
			hasWaited = !f.pending.isCancelled
		case <-q.ctx.Done():
			var none V
			return none, q.ctx.Err()
		}
	}
}

// memoAnswer is what the memo has under a key.
type memoAnswer struct {
	follows  bool // a value of this edition can be remembered
	was      *remembered
	changed  []uint32 // the rows to mend
	pending  *pending
	isLeader bool // the caller works it out for all
}

// ask looks a key up, and makes its caller the one who works where nobody does. A panic leaves the memo usable.
func (m *memo) ask(ed *edition, key any, of, mends table, isRows, isReading bool, isUsable func(any) bool) (f memoAnswer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.follows = m.follows(ed, of, mends); !f.follows {
		return f
	}
	f.was, f.changed = m.get(m.part(isRows), ed, key, of, mends)
	if f.was != nil && !isUsable(f.was.value) {
		f.was = nil
	}
	if f.was != nil && len(f.changed) == 0 {
		return f
	}
	if f.pending = m.pending[key]; f.pending == nil {
		f.pending, f.isLeader = &pending{over: make(chan struct{}), isReading: isReading}, true
		m.pending[key] = f.pending
	}
	return f
}

// lead works a value out for all that wait for it.
func lead[V any](ctx context.Context, m *memo, ed *edition, x *lookup[V], f memoAnswer) (v V, err error) {
	defer func() { // after a panic too
		m.mu.Lock()
		defer m.mu.Unlock()
		f.pending.isCancelled = ctx.Err() != nil
		delete(m.pending, x.key)
		close(f.pending.over)
	}()
	return work(m, ed, x, f)
}

// work works a value out, by what it was where that is known, and remembers it.
func work[V any](m *memo, ed *edition, x *lookup[V], f memoAnswer) (V, error) {
	var v Kept[V]
	var err error
	if f.was != nil {
		v, err = x.mend(f.was.value.(V), f.changed)
	} else {
		v, err = x.find()
	}
	if err != nil {
		return v.Value, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(m.part(x.isRows), x.key, x.of, &remembered{value: v.Value, bytes: v.Bytes + bookkeeping, at: ed.n, of: v.Of,
		on: ed.tables(x.of), mends: x.mends, seen: ed.changes.of(x.mends)})
	return v.Value, nil
}

// isReading says that q has a read transaction already.
func (q *Q) isReading() bool {
	l, ok := q.run.(*lazyRead)
	return !ok || l.tx != nil
}

func (m *memo) part(isRows bool) *halves {
	if isRows {
		return &m.rows
	}
	return &m.values
}

// get is what is remembered under a key as an edition holds it, with the rows to mend; nil where that is nothing.
func (m *memo) get(part *halves, ed *edition, key any, of, mends table) (*remembered, []uint32) {
	r, isYoung := part.at(key, of)
	if r == nil || r.on != ed.tables(of) || !m.holds(r, ed.n) {
		return nil, nil
	}
	var changed []uint32
	if mends != 0 {
		var ok bool
		if changed, ok = m.logs[mends.index()].between(r.seen, ed.changes.of(mends)); !ok {
			return nil, nil
		}
	}
	if !isYoung {
		delete(part.old.by[of], key)
		part.put(key, of, r)
	}
	return r, changed
}

// put remembers a value, unless that of a later snapshot is there, or its tables have meanwhile changed.
func (m *memo) put(part *halves, key any, of table, r *remembered) {
	if r.on != m.tables.some(of) {
		return
	}
	if r.mends != 0 && !m.logs[r.mends.index()].has(r.seen) {
		return
	}
	if was, _ := part.at(key, of); was == nil || was.at <= r.at {
		delete(part.old.by[of], key)
		part.put(key, of, r)
	}
}

// holds says that nothing which a value was read from has changed between its snapshot and n, whichever is the
// earlier one.
func (m *memo) holds(r *remembered, n int64) bool {
	if len(r.of) == 0 && (r.mends != 0 || r.on != (tables{})) { // the tables say it
		return true
	}
	since := min(r.at, n)
	if m.floor > since {
		return false
	}
	for _, of := range r.of {
		if m.changed[of] > since {
			return false
		}
	}
	return true
}

// change notes what a write is about to change, before its commit shows the number n to anybody. The function takes it
// back where the commit fails.
func (m *memo) change(n int64, of []Source) (back func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.changed)+len(of) > maxSources {
		m.floor, m.changed = n, map[Source]int64{}
		return func() {} // forgotten needlessly, and no harm done
	}
	was := make([]int64, len(of))
	for i, s := range of {
		was[i], m.changed[s] = m.changed[s], n
	}
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		for i, s := range of {
			if m.changed[s] == n {
				m.changed[s] = was[i]
			}
		}
	}
}

// halves bound values: what is used moves into the young half, and when that is full the old one is forgotten.
type halves struct {
	young, old half
	most       int // bytes of both
}

// half are values by the tables whose change ends them, so that a commit need not look at each.
type half struct {
	by    [1 << tableCount]map[any]*remembered
	bytes [1 << tableCount]int
}

func (h *halves) at(key any, of table) (r *remembered, isYoung bool) {
	if r = h.young.by[of][key]; r != nil {
		return r, true
	}
	return h.old.by[of][key], false
}

// put adds a value to the young half. One that would fill a half by itself is not remembered.
func (h *halves) put(key any, of table, r *remembered) {
	y := &h.young
	if was := y.by[of][key]; was != nil {
		y.bytes[of] -= was.bytes
		delete(y.by[of], key)
	}
	if r.bytes > h.most/2 {
		return
	}
	sum := r.bytes
	for _, n := range y.bytes {
		sum += n
	}
	if sum > h.most/2 {
		h.old, h.young = h.young, half{}
	}
	if y.by[of] == nil {
		y.by[of] = map[any]*remembered{}
	}
	y.by[of][key] = r
	y.bytes[of] += r.bytes
}

// end forgets what a change of some tables ends.
func (h *halves) end(changed table) {
	for of := range table(1 << tableCount) {
		if of&changed != 0 {
			for _, half := range []*half{&h.young, &h.old} {
				half.by[of], half.bytes[of] = nil, 0
			}
		}
	}
}

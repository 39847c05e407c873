package store

import (
	"context"
	"sync"
)

// memo caches values that were computed from the index or read from SQLite. A value is used only by a snapshot that
// would compute the same one: each value says what makes it stale (lookup, Kept). It replaces the separate caches of
// the searches. A caller that asks for a value that another one is computing waits for that.
type memo struct {
	mu           sync.Mutex
	rows, values halves
	pending      map[any]*pending // values that are being computed, by key

	tables tables // of the newest edition
	logs   [tableCount]changeLog

	changed map[Source]int64 // the number of the snapshot that last changed the source
	floor   int64            // the snapshot in which any source may have changed
}

// One budget in bytes, in two parts, so that the rows of large searches do not evict the thousands of small values:
// rows that searches found, and values such as pages and cards.
const (
	memoBytes      = 56 << 20
	memoValueBytes = 24 << 20
	memoRowBytes   = memoBytes - memoValueBytes

	bookkeeping = 250 // about the bytes of overhead per value
)

func newMemo() *memo {
	return &memo{rows: halves{most: memoRowBytes}, values: halves{most: memoValueBytes}, pending: map[any]*pending{},
		changed: map[Source]int64{}}
}

// lookup describes a value: its key, what makes it stale, and how it is computed.
type lookup[V any] struct {
	cache   cache
	key     any   // everything the value depends on besides the tables; its type belongs to the caller alone
	of      table // any change in these tables makes the value stale
	mends   table // changed rows of this table do not make it stale: mend updates it for them
	isAlone bool  // it is neither looked up nor stored in the memo
	isRows  bool  // it counts towards the budget of rows, not of values
	isStill func(V) bool
	find    func() (Kept[V], error)
	mend    func(was V, changed []uint32) (Kept[V], error) // changed rows in ascending order
}

// remembered is a cached value as the snapshot with number at held it.
type remembered struct {
	value any
	bytes int
	at    int64
	of    []Source // a change of these makes it stale
	on    tables   // it is stale for an edition with other tables than these
	mends table
	seen  int64 // how many changes of the table mends it includes
}

// pending is a value that a caller is computing.
type pending struct {
	over        chan struct{}
	isReading   bool // the computing caller has a read transaction
	isCancelled bool // set before over is closed: the computing caller was cancelled, so its error says nothing about the value
}

// remember is the value that x describes as the snapshot of q holds it: cached, mended, or computed now. It is
// shared and must not be changed. An error is not cached: the caller that computed gets it, and one of the waiting
// callers tries next.
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
		// Compute without the others if the value of the one waited for was unusable or failed, or if this caller has a
		// read transaction and the computing one may still need one: their number is small, and both could wait for
		// ever.
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

// memoAnswer is what the memo holds under a key.
type memoAnswer struct {
	follows  bool // a value of this edition can be cached
	was      *remembered
	changed  []uint32 // the rows to mend
	pending  *pending
	isLeader bool // the caller computes it for all that wait
}

// ask looks a key up, and makes the caller the computing one if there is none yet. A panic leaves the memo
// usable.
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

// lead computes a value for all callers that wait for it.
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

// work computes a value, from its earlier state if there is one, and caches it.
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

// isReading says whether q has a read transaction already.
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

// get is the value cached under a key that an edition may use, with the rows to mend; nil where there is none.
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

// put caches a value, unless one of a later snapshot is there or its tables have changed meanwhile.
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

// holds says that no source of a value has changed between the value's snapshot and n, in either order.
func (m *memo) holds(r *remembered, n int64) bool {
	if len(r.of) == 0 && (r.mends != 0 || r.on != (tables{})) { // the tables alone decide
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

// change records what a write is about to change, before its commit makes the number n visible to readers. The
// returned function undoes this if the commit fails.
func (m *memo) change(n int64, of []Source) (back func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.changed)+len(of) > maxSources {
		m.floor, m.changed = n, map[Source]int64{}
		return func() {} // nothing to undo: everything was forgotten, which is harmless
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

// halves bound the memory of values: a value that is used moves into the young half, and when that is full the
// old half is dropped.
type halves struct {
	young, old half
	most       int // bytes of both
}

// half holds values by the tables that make them stale, so that a commit need not look at each
// value.
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

// put adds a value to the young half. A value that would fill a half by itself is not cached.
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

// end drops the values that a change of some tables makes stale.
func (h *halves) end(changed table) {
	for of := range table(1 << tableCount) {
		if of&changed != 0 {
			for _, half := range []*half{&h.young, &h.old} {
				half.by[of], half.bytes[of] = nil, 0
			}
		}
	}
}

package store

import "strconv"

// What was read of SQLite once is remembered (memo.go), with what it was read from. Every commit says
// what it changed (see watch), and nothing that was read before is used after, by nobody whose
// snapshot has the change, nor the other way round. So a kept value is what the snapshot of the
// one who asks holds, and not merely what some snapshot once held.

// noun is a kind of what a value may be read from.
type noun uint8

const (
	nounCompany     noun = 1 + iota // with its lists, needs and details; what the index holds too
	nounListing                     // with its contents and lists; likewise
	nounSession                     // but for when it was last seen
	nounUser                        // with the second step
	nounBuyer                       // the negotiations of a buyer
	nounDealing                     // the negotiations about a listing
	nounReader                      // what a user has opened
	nounNetwork                     // institutions, settings, weights of the score
	nounNegotiation                 // one, by its number, with its milestones, history and papers
	nounUnread                      // what a bank or a buyer has not read
	nounBank                        // its negotiations, on either side, its listings and what papers wait in it
)

// Source is what a value was read from: it ends with the next change of it.
type Source struct {
	of noun
	id string
}

// Sources of kept values, by the id of the noun.
func OfCompany(id string) Source { return Source{nounCompany, id} }
func OfListing(id string) Source { return Source{nounListing, id} }
func OfSession(id string) Source { return Source{nounSession, id} }
func OfUser(id string) Source    { return Source{nounUser, id} }
func OfBuyer(id string) Source   { return Source{nounBuyer, id} }
func OfDealing(id string) Source { return Source{nounDealing, id} }
func OfReader(id string) Source  { return Source{nounReader, id} }
func OfNetwork() Source          { return Source{nounNetwork, ""} }
func OfUnread(id string) Source  { return Source{nounUnread, id} }
func OfBank(id string) Source    { return Source{nounBank, id} }

// OfNegotiation is by the number of the row.
func OfNegotiation(seq uint32) Source {
	return Source{nounNegotiation, strconv.FormatUint(uint64(seq), 10)}
}

// Kept is a value with what it was read from and how much memory it takes, about.
type Kept[V any] struct {
	Value V
	Of    []Source
	Bytes int
}

// maxSources is how many changes are remembered one by one.
const maxSources = 1 << 16

// Keep is the value under a key as this snapshot holds it: one that is remembered, or else what read reads now. The
// value is everybody's and must not be changed. The key's type is the caller's own.
func Keep[V any](q *Q, key any, read func() (Kept[V], error)) (V, error) {
	ed, err := q.edition()
	if err != nil {
		var none V
		return none, err
	}
	return remember(q, ed, lookup[V]{cache: cacheKept, key: key, find: read})
}

// Peek is what is remembered under a key as this snapshot holds it, if anything is.
func Peek[V any](q *Q, key any) (v V, ok bool, err error) {
	ed, err := q.edition()
	if err != nil || ed == nil || without(cacheKept) {
		return v, false, err
	}
	v, ok = peek[V](q.search.memo, ed, key)
	return v, ok, nil
}

func peek[V any](m *memo, ed *edition, key any) (v V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, _ := m.get(&m.values, ed, key, 0, 0)
	if r == nil {
		return v, false
	}
	return r.value.(V), true
}

// atOnce is how many rows of one answer are kept, as many as a board shows: who asks for more reads what
// nobody asks for again.
const atOnce = 300

// keepMany is Keep for many values: read is asked at once for the ids of which none is remembered, and
// says by id what it found. An id of which it says nothing has no value.
func keepMany[I comparable, V any](q *Q, ids []I, key func(I) any, read func(missing []I) (map[I]Kept[V], error)) (map[I]V, error) {
	out := make(map[I]V, len(ids))
	ed, err := q.edition()
	if err != nil {
		return nil, err
	}
	ok := ed != nil && len(ids) <= atOnce && !without(cacheKept)
	missing := ids
	if ok {
		missing = nil
		for _, id := range ids {
			if v, is := peek[V](q.search.memo, ed, key(id)); is {
				out[id] = v
			} else {
				missing = append(missing, id)
			}
		}
	}
	if len(missing) == 0 {
		return out, nil
	}
	found, err := read(missing)
	for id, v := range found {
		out[id] = v.Value
		if ok && err == nil {
			q.search.memo.keep(key(id), ed.n, v.Of, v.Value, v.Bytes)
		}
	}
	return out, err
}

// keep remembers a value that was read in the snapshot of a number.
func (m *memo) keep(key any, n int64, of []Source, value any, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(&m.values, key, 0, &remembered{value: value, bytes: bytes + bookkeeping, at: n, of: of})
}

package store

import (
	"strconv"
	"sync"
)

// What was read of SQLite once is kept in memory, with what it was read from. Every commit says
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

// keptValue is one that was read in the snapshot of a number.
type keptValue struct {
	value any
	of    []Source
	at    int64
	bytes int
}

// keptBytes bounds the values, maxSources the changes that are remembered one by one.
const (
	keptBytes  = 32 << 20
	keptEach   = 250 // what the bookkeeping of one takes
	maxSources = 1 << 16
)

// kept holds the values in two halves: what is used moves into the young one, and when that is
// full the old one is forgotten.
type kept struct {
	mu         sync.Mutex
	young, old map[any]*keptValue
	bytes      int // of the young

	changed map[Source]int64 // the number of the snapshot that last changed it
	floor   int64            // everything may have changed in it
}

func newKept() *kept {
	return &kept{young: map[any]*keptValue{}, old: map[any]*keptValue{}, changed: map[Source]int64{}}
}

// get is a kept value as the snapshot n holds it.
func (k *kept) get(key any, n int64) (any, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	v, isYoung := k.young[key]
	if !isYoung {
		if v = k.old[key]; v == nil {
			return nil, false
		}
	}
	if !k.holds(v, n) {
		return nil, false
	}
	if !isYoung {
		delete(k.old, key)
		k.add(key, v)
	}
	return v.value, true
}

// holds says that nothing which a value was read from has changed between its snapshot and n,
// whichever is the earlier one.
func (k *kept) holds(v *keptValue, n int64) bool {
	since := min(v.at, n)
	if k.floor > since {
		return false
	}
	for _, of := range v.of {
		if k.changed[of] > since {
			return false
		}
	}
	return true
}

func (k *kept) add(key any, v *keptValue) {
	if was := k.young[key]; was != nil {
		k.bytes -= was.bytes
	}
	k.young[key] = v
	if k.bytes += v.bytes; k.bytes > keptBytes/2 {
		k.old, k.young, k.bytes = k.young, map[any]*keptValue{}, 0
	}
}

func (k *kept) put(key any, v *keptValue) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.old, key)
	k.add(key, v)
}

// change notes what a write is about to change, before its commit shows the number n to anybody.
// The function takes it back where the commit fails.
func (k *kept) change(n int64, of []Source) (back func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.changed)+len(of) > maxSources {
		k.floor, k.changed = n, map[Source]int64{}
		return func() {} // forgotten needlessly, and no harm done
	}
	was := make([]int64, len(of))
	for i, s := range of {
		was[i], k.changed[s] = k.changed[s], n
	}
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		for i, s := range of {
			if k.changed[s] == n {
				k.changed[s] = was[i]
			}
		}
	}
}

// Keep is the value under a key as this snapshot holds it: one that is kept, or else what read
// reads now. The value is everybody's and must not be changed. The key's type is the caller's own.
func Keep[V any](q *Q, key any, read func() (Kept[V], error)) (V, error) {
	n, ok, err := q.number()
	if err != nil || !ok || without(cacheKept) {
		v, readErr := read()
		if err == nil {
			err = readErr
		}
		return v.Value, err
	}
	if v, ok := q.search.kept.get(key, n); ok {
		return v.(V), nil
	}
	v, err := read()
	if err != nil {
		return v.Value, err
	}
	q.search.kept.put(key, &keptValue{v.Value, v.Of, n, v.Bytes + keptEach})
	return v.Value, nil
}

// Peek is what is kept under a key as this snapshot holds it, if anything is.
func Peek[V any](q *Q, key any) (v V, ok bool, err error) {
	n, ok, err := q.number()
	if err != nil || !ok || without(cacheKept) {
		return v, false, err
	}
	found, ok := q.search.kept.get(key, n)
	if ok {
		v = found.(V)
	}
	return v, ok, nil
}

// atOnce is how many rows of one answer are kept, as many as a board shows: who asks for more reads what
// nobody asks for again.
const atOnce = 300

// keepMany is Keep for many values: read is asked at once for the ids of which none is kept, and
// says by id what it found. An id of which it says nothing has no value.
func keepMany[I comparable, V any](q *Q, ids []I, key func(I) any, read func(missing []I) (map[I]Kept[V], error)) (map[I]V, error) {
	out := make(map[I]V, len(ids))
	n, ok, err := q.number()
	if err != nil {
		return nil, err
	}
	ok = ok && len(ids) <= atOnce && !without(cacheKept)
	missing := ids
	if ok {
		missing = nil
		for _, id := range ids {
			if v, is := q.search.kept.get(key(id), n); is {
				out[id] = v.(V)
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
			q.search.kept.put(key(id), &keptValue{v.Value, v.Of, n, v.Bytes + keptEach})
		}
	}
	return out, err
}

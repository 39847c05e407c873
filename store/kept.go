package store

import "strconv"

// Values that were read from SQLite are cached (memo.go) together with their sources. Every commit
// says what it changed (see watch). A cached value is used only in snapshots in which none of its
// sources differ from the snapshot it was read in, whether older or newer. So a cached value always
// equals what the asking snapshot would read.

// noun is a kind of source that a value is read from.
type noun uint8

const (
	nounCompany     noun = 1 + iota // with its lists, needs, details and whom it wants to be avoided; also a row of the index
	nounListing                     // with its contents and lists; also a row of the index
	nounSession                     // except the time when it was last seen
	nounUser                        // with the second step
	nounBuyer                       // the negotiations of a buyer
	nounDealing                     // the negotiations about a listing
	nounReader                      // the listings that a user has opened
	nounNetwork                     // institutions, settings, weights of the score
	nounNegotiation                 // one negotiation, by its number, with its milestones, history and papers
	nounUnread                      // the unread messages of a bank or a buyer
	nounBank                        // a bank's negotiations, on either side, its listings, waiting papers and plans
	nounCharge                      // who of a bank works on what, and who is away
)

// Source is something that a value was read from: its next change makes the value stale.
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
func OfCharge(id string) Source  { return Source{nounCharge, id} }

// OfNegotiation takes the number of the row.
func OfNegotiation(seq uint32) Source {
	return Source{nounNegotiation, strconv.FormatUint(uint64(seq), 10)}
}

// Kept is a value with its sources and the memory that it takes, about, in bytes.
type Kept[V any] struct {
	Value V
	Of    []Source
	Bytes int
}

// maxSources is how many changes of single sources are remembered.
const maxSources = 1 << 16

// Keep is the value under a key as this snapshot holds it: a cached one, or else what read returns, which is then
// cached. The value is shared and must not be changed. The key's type belongs to the caller alone.
func Keep[V any](q *Q, key any, read func() (Kept[V], error)) (V, error) {
	ed, err := q.edition()
	if err != nil {
		var none V
		return none, err
	}
	return remember(q, ed, lookup[V]{cache: cacheKept, key: key, find: read})
}

// Peek is the cached value under a key if this snapshot may use it.
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

// atOnce is the most rows of one answer that are cached, as many as a board shows. Larger answers are
// rarely asked for again.
const atOnce = 300

// keepMany is Keep for many values: read is called once with the ids that are not cached, and returns
// what it found by id. An id that is missing there has no value.
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

// keep caches a value that was read in snapshot n.
func (m *memo) keep(key any, n int64, of []Source, value any, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(&m.values, key, 0, &remembered{value: value, bytes: bytes + bookkeeping, at: n, of: of})
}

package store

import (
	"sync"

	"tsunagu/store/index"
)

// selections keep what searches have found among the companies of the latest edition, or among all
// that it holds; who is behind finds anew. Whom a row may be shown to is in the key, or it is the same
// for everybody.
type selections struct {
	isOfAll bool
	most    int // bytes, in two halves: when the young one is full the old one is forgotten

	mu         sync.Mutex
	of         tables
	n          int64 // the edition that began with these
	young, old map[any]*selection
	bytes      int // of the young
}

// tables are what an edition holds: another table where a row of it has changed.
type tables struct{ companies, listings, negotiations *index.Table }

// selection is what was found, once: who asks meanwhile waits for it.
type selection struct {
	once  sync.Once
	value any
	bytes int
}

// What bounds them: a selection of companies may take a bit for each, one of a bank's negotiations takes
// four bytes for each that fits.
const (
	selectionBytes            = 48 << 20
	negotiationSelectionBytes = 16 << 20
)

// selectionKey is what was asked: of the companies, and of who may know of them.
type selectionKey struct {
	asked       string
	institution string // of the own ones
	own         string // by these statuses
	isTrial     bool
	name        string
	isPublic    bool
	stopped     string // institutions, which have no public ones
}

// selected is what was found under a key, or what find finds now and how much memory it takes. The
// value is everybody's and must not be changed. Without selections nothing is kept.
func selected[V any](s *selections, ed *edition, key any, find func() (V, int)) V {
	if x := s.at(ed, key); x != nil {
		x.once.Do(func() {
			v, bytes := find()
			x.value = v
			s.weigh(key, x, bytes)
		})
		if v, ok := x.value.(V); ok {
			return v
		} // else to find it came to nothing
	}
	v, _ := find()
	return v
}

// tried is selected where to find may fail: who asked is told, nobody else, and nothing is kept.
func tried[V any](s *selections, ed *edition, key any, find func() (V, int, error)) (V, error) {
	var failed error
	found := selected(s, ed, key, func() (*V, int) {
		v, bytes, err := find()
		if failed = err; err != nil {
			return nil, 0
		}
		return &v, bytes
	})
	if found != nil {
		return *found, nil
	}
	s.forget(ed, key)
	if failed == nil { // it was another's
		v, _, err := find()
		return v, err
	}
	var none V
	return none, failed
}

// at is where something is kept; nil where nothing is.
func (s *selections) at(ed *edition, key any) *selection {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if of := s.tablesOf(ed); s.of != of {
		if ed.n < s.n {
			return nil
		}
		s.of, s.n, s.bytes = of, ed.n, 0
		s.young, s.old = map[any]*selection{}, map[any]*selection{}
	}
	x := s.young[key]
	if x == nil {
		if x = s.old[key]; x == nil {
			x = &selection{bytes: 400} // for the bookkeeping
		}
		delete(s.old, key)
		s.young[key] = x
		s.grow(x.bytes)
	}
	return x
}

func (s *selections) tablesOf(ed *edition) tables {
	if s.isOfAll {
		return tables{ed.companies, ed.listings, ed.negotiations}
	}
	return tables{companies: ed.companies}
}

// forget has it found again.
func (s *selections) forget(ed *edition, key any) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == s.tablesOf(ed) {
		delete(s.young, key)
		delete(s.old, key)
	}
}

// weigh says how much memory something takes that has just been found.
func (s *selections) weigh(key any, x *selection, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x.bytes += bytes
	if s.young[key] == x {
		s.grow(bytes)
	}
}

func (s *selections) grow(bytes int) {
	if s.bytes += bytes; s.bytes > s.most/2 {
		s.old, s.young, s.bytes = s.young, map[any]*selection{}, 0
	}
}

package store

import (
	"cmp"
	"sync"

	"tsunagu/store/index"
)

// selections cache what searches have found among the companies of the latest edition; a reader of an older edition
// searches again. Who may see a row is part of the key, or the same for everybody.
type selections struct {
	mu         sync.Mutex
	of         *index.Table
	n          int64 // the edition that began with it
	young, old map[any]*selection
	bytes      int // of the young
	most       int // of all; 0 is selectionBytes
}

// selection is what was found, once: callers that ask for it meanwhile wait (single flight).
type selection struct {
	once  sync.Once
	value any
	bytes int
}

// selectionBytes bounds them, in two halves: when the young one is full the old one is forgotten.
const selectionBytes = 24 << 20

// Pages of searches are kept beside what they are pages of: they take next to nothing, and many more of
// them are asked for again.
const pageBytes = 4 << 20

// foundPage is a page of a search, with how many there are in all.
type foundPage struct {
	slots  []uint32
	count  int
	scores []int  // of those that were scored
	fits   []bool // likewise: which are candidates
}

func (p *foundPage) bytes() int { return 800 + 16*len(p.slots) }

// companyPageKey is all that a page of found companies hangs on.
type companyPageKey struct {
	of            any
	sort          string
	isAscending   bool
	offset, limit int
}

// onePage is a page of what is found under a key.
func (s *CompanySearch) onePage(of any) companyPageKey {
	return companyPageKey{of, s.Sort, s.IsAscending, s.Offset, s.Limit}
}

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

// selected returns what was found under a key, or runs find, which returns a value and its size in memory. The value
// is shared and read-only. With nil selections nothing is kept.
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

// selectedOrError is selected for a find that can fail: the caller that ran it gets the error, others that waited run
// their own, and nothing is kept. Nil is not kept either.
func selectedOrError[V any](s *selections, ed *edition, key any, find func() (*V, int, error)) (*V, error) {
	var failed error
	isOwn := false
	found := selected(s, ed, key, func() (*V, int) {
		v, bytes, err := find()
		if failed, isOwn = err, true; err != nil {
			return nil, 0
		}
		return v, bytes
	})
	if found != nil {
		return found, nil
	}
	if s.forget(key); isOwn {
		return nil, failed
	}
	v, _, err := find() // it came to nothing for another
	return v, err
}

// forget makes nobody's what was not found.
func (s *selections) forget(key any) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.young, key)
	delete(s.old, key)
}

// at is where something is kept; nil where nothing is.
func (s *selections) at(ed *edition, key any) *selection {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of != ed.companies {
		if ed.n < s.n {
			return nil
		}
		s.of, s.n, s.bytes = ed.companies, ed.n, 0
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
	if s.bytes += bytes; s.bytes > cmp.Or(s.most, selectionBytes)/2 {
		s.old, s.young, s.bytes = s.young, map[any]*selection{}, 0
	}
}

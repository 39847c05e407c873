package store

import (
	"sync"

	"tsunagu/store/index"
)

// selections keep what searches have found among the companies of the latest edition; who is behind
// finds anew. Whom a row may be shown to is in the key, or it is the same for everybody.
type selections struct {
	mu         sync.Mutex
	of         *index.Table
	n          int64 // the edition that began with it
	young, old map[any]selection
	bytes      int // of the young
}

type selection struct {
	value any
	bytes int
}

// selectionBytes bounds them, in two halves: when the young one is full the old one is forgotten.
const selectionBytes = 32 << 20

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
	if s == nil {
		v, _ := find()
		return v
	}
	if v, ok := s.get(ed, key); ok {
		return v.(V)
	}
	v, bytes := find()
	s.put(ed, key, selection{v, bytes})
	return v
}

func (s *selections) get(ed *edition, key any) (any, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of != ed.companies {
		if ed.n < s.n {
			return nil, false
		}
		s.of, s.n, s.bytes = ed.companies, ed.n, 0
		s.young, s.old = map[any]selection{}, map[any]selection{}
	}
	v, ok := s.young[key]
	if !ok {
		if v, ok = s.old[key]; ok {
			delete(s.old, key)
			s.add(key, v)
		}
	}
	return v.value, ok
}

func (s *selections) put(ed *edition, key any, v selection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == ed.companies {
		s.add(key, v)
	}
}

func (s *selections) add(key any, v selection) {
	const bookkeeping = 400
	s.bytes += v.bytes + bookkeeping - s.young[key].bytes
	if s.young[key] = v; s.bytes > selectionBytes/2 {
		s.old, s.young, s.bytes = s.young, map[any]selection{}, 0
	}
}

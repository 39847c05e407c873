package store

import "errors"

// What searches find among companies is remembered until any company changes. Who may see a row is part of the key,
// or the same for everybody.

// foundPage is a page of a search, with how many there are in all.
type foundPage struct {
	slots  []uint32
	count  int
	scores []int  // of those that were scored
	fits   []bool // likewise: which are candidates
}

// kept is the page with its bytes.
func (p *foundPage) kept() (Kept[*foundPage], error) {
	return Kept[*foundPage]{Value: p, Bytes: 950 + 16*len(p.slots)}, nil
}

// noPage is where only SQL can tell, or an error has come.
func noPage(err error) (Kept[*foundPage], error) {
	if err == nil {
		err = errOnlySQL
	}
	return Kept[*foundPage]{}, err
}

// orSQL is nil without an error where only SQL can tell.
func orSQL[V any](found *V, err error) (*V, error) {
	if errors.Is(err, errOnlySQL) {
		return nil, nil
	}
	return found, err
}

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

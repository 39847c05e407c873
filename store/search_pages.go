package store

import "errors"

// What searches find among companies is cached until any company changes. Whoever may see a row is part of the key,
// or the value is the same for everybody.

// foundPage is a page of a search, with the total number of rows.
type foundPage struct {
	slots  []uint32
	count  int
	scores []int  // scores, if rows were scored
	fits   []bool // which rows are candidates, if rows were scored
}

// kept is the page with its size in bytes, for the memo.
func (p *foundPage) kept() (Kept[*foundPage], error) {
	return Kept[*foundPage]{Value: p, Bytes: 950 + 16*len(p.slots)}, nil
}

// noPage is the result where only SQL can answer, or after an error.
func noPage(err error) (Kept[*foundPage], error) {
	if err == nil {
		err = errOnlySQL
	}
	return Kept[*foundPage]{}, err
}

// orSQL turns errOnlySQL into nil without an error.
func orSQL[V any](found *V, err error) (*V, error) {
	if errors.Is(err, errOnlySQL) {
		return nil, nil
	}
	return found, err
}

// companyPageKey is the cache key of a page of found companies.
type companyPageKey struct {
	of            any
	sort          string
	isAscending   bool
	offset, limit int
}

// onePage is the key of a page of what is found under another key.
func (s *CompanySearch) onePage(of any) companyPageKey {
	return companyPageKey{of, s.Sort, s.IsAscending, s.Offset, s.Limit}
}

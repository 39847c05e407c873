package index

import "sort"

// Union are the rows of A and those of B that are not in Both, which are B's in A. Of either it is
// said by what number its rows are ordered, and together they stand as if that were one order.
type Union struct {
	A, B, Both *Rows
	ByA, ByB   int
}

// Count is how many rows there are.
func (u *Union) Count() int { return u.A.n + u.B.n - u.Both.n }

// Page is one page of the rows.
func (u *Union) Page(isAsc bool, offset, limit int) []uint32 {
	n := u.Count()
	if offset = max(offset, 0); offset >= n || limit <= 0 {
		return nil
	}
	limit = min(limit, n-offset)
	need := offset + limit
	if !u.A.isFar(u.ByA, need) && !u.B.isFar(u.ByB, need) {
		return Page(u.A.t.Merge(u.A.cursor(u.ByA, isAsc, need, nil), u.B.cursor(u.ByB, isAsc, need, u.Both), isAsc), offset, limit)
	}
	a, b, both := u.A.line(u.ByA, isAsc), u.B.line(u.ByB, isAsc), u.Both.line(u.ByB, isAsc)
	number := func(l *line, slot uint32) int64 { return l.t.Int(l.t.schema.Orders[l.by].Column, slot) }
	// So many of A come before the page: each comes after those of A and of B that are ahead of it.
	fromA := sort.Search(u.A.n, func(i int) bool {
		slot := a.nth(i)
		n := number(a, slot)
		return i+b.ahead(n, slot)-both.ahead(n, slot) >= offset
	})
	// And of B the others, with as many as are to be left out among these.
	fromB := offset - fromA
	out := sort.Search(u.Both.n, func(i int) bool {
		slot := both.nth(i)
		return b.ahead(number(both, slot), slot)-i > fromB
	})
	return Page(u.A.t.Merge(a.from(fromA, nil), b.from(fromB+out, u.Both), isAsc), 0, limit)
}

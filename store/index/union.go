package index

import "sort"

// Union is the rows of A and the rows of B, without those in Both, which are the rows of B that are
// in A too. A and B are each ordered by a number column of their own, and the result is one order
// by these numbers.
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
	// fromA is how many rows of A come before the page: each of them comes after fewer than offset
	// rows of A and B.
	fromA := sort.Search(u.A.n, func(i int) bool {
		slot := a.nth(i)
		n := number(a, slot)
		return i+b.ahead(n, slot)-both.ahead(n, slot) >= offset
	})
	// The other rows before the page are of B, plus those of Both among them, which are left out.
	fromB := offset - fromA
	out := sort.Search(u.Both.n, func(i int) bool {
		slot := both.nth(i)
		return b.ahead(number(both, slot), slot)-i > fromB
	})
	return Page(u.A.t.Merge(a.from(fromA, nil), b.from(fromB+out, u.Both), isAsc), 0, limit)
}

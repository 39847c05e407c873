package store

import (
	"cmp"
	"database/sql"
	"slices"
	"strings"

	"tsunagu/store/index"
)

// What lists in memory ask of who works on a row and when next. A bank of a country's size has a hundred thousand rows of a kind: the
// sets and orders are kept until what they hang on changes.

// chargeGroups are rows of a kind in ascending order of a value; those of one value the latest first.
type chargeGroups struct {
	values []string
	rows   [][]uint32
}

type chargeGroupsKey struct {
	institution string
	of          InCharge
	isNext      bool
}

// chargeGroups are the rows by main person (values are users' ids, in no order that means something) or, with isNext, by the earliest
// 次回対応日. They are shared and must not be changed.
func (q *Q) chargeGroups(v Viewer, of InCharge, isNext bool) (*chargeGroups, error) {
	query, args, source := attendedGroups, []any{v.InstitutionID, of}, OfCharge(v.InstitutionID)
	if isNext {
		source = OfBank(v.InstitutionID)
		next, n := nextActions(of)
		query = "SELECT x.seq, min(x.day) AS value FROM (" + next + ") x GROUP BY x.seq ORDER BY value, x.seq DESC"
		args = anyOf(slices.Repeat([]string{v.InstitutionID}, n))
	}
	return Keep(q, chargeGroupsKey{v.InstitutionID, of, isNext}, func() (Kept[*chargeGroups], error) {
		g, n := &chargeGroups{}, 0
		err := q.each(func(r *sql.Rows) error {
			var seq uint32
			var value string
			if err := r.Scan(&seq, &value); err != nil {
				return err
			}
			if last := len(g.values) - 1; last < 0 || g.values[last] != value {
				g.values, g.rows = append(g.values, value), append(g.rows, nil)
			}
			last := len(g.rows) - 1
			g.rows[last] = append(g.rows[last], seq)
			n++
			return nil
		}, query, args...)
		return Kept[*chargeGroups]{g, []Source{source}, 200 + 80*len(g.values) + 6*n}, err
	})
}

const attendedGroups = "SELECT p.seq, p.user_id AS value FROM person_in_charge p WHERE p.institution_id = ? AND p.kind = ? AND " +
	"p.is_main = 1 ORDER BY p.user_id, p.seq DESC"

// set is the union of some groups.
func (g *chargeGroups) set(isWanted func(value string) bool) *index.Set {
	var rows []uint32
	for i, value := range g.values {
		if isWanted(value) {
			rows = append(rows, g.rows[i]...)
		}
	}
	slices.Sort(rows)
	return index.SetOf(rows)
}

type chargeSetKey struct {
	institution string
	of          InCharge
	persons     string
	isAttended  bool
	from, to    string // of 次回対応日
}

// chargeSet is a set that is kept: of persons until somebody else works on something, of days until something of the bank changes.
func (q *Q) chargeSet(key chargeSetKey, find func() (*index.Set, error)) (*index.Set, error) {
	source := OfCharge(key.institution)
	if key.from+key.to != "" {
		source = OfBank(key.institution)
	}
	return Keep(q, key, func() (Kept[*index.Set], error) {
		set, err := find()
		if err != nil {
			return Kept[*index.Set]{}, err
		}
		return Kept[*index.Set]{set, []Source{source}, 100 + set.Bytes()}, nil
	})
}

// narrow drops the rows for which the filter does not hold: by keep those that are not in a set, by drop those that are.
func (f *ChargeFilter) narrow(q *Q, v Viewer, of InCharge, keep, drop func(set *index.Set)) error {
	key := chargeSetKey{institution: v.InstitutionID, of: of}
	if f.PersonIDs != nil {
		byPerson := key
		byPerson.persons = strings.Join(f.PersonIDs, " ") + " "
		query := "SELECT p.seq FROM person_in_charge p WHERE p.kind = ? AND p.institution_id = ? AND p.user_id IN (" + marks(len(f.PersonIDs)) +
			") GROUP BY p.seq ORDER BY p.seq"
		set, err := q.chargeSet(byPerson, func() (*index.Set, error) {
			return q.seqSet(query, append([]any{of, v.InstitutionID}, anyOf(f.PersonIDs)...)...)
		})
		if err != nil {
			return err
		}
		keep(set)
	}
	if f.NextFrom != "" || f.NextTo != "" {
		byDay := key
		byDay.from, byDay.to = f.NextFrom, cmp.Or(f.NextTo, "9999-12-31")
		set, err := q.chargeSet(byDay, func() (*index.Set, error) {
			g, err := q.chargeGroups(v, of, true)
			if err != nil {
				return nil, err
			}
			return g.set(func(day string) bool { return byDay.from <= day && day <= byDay.to }), nil
		})
		if err != nil {
			return err
		}
		keep(set)
	}
	if !f.IsNobodys {
		return nil
	}
	key.isAttended = true
	set, err := q.chargeSet(key, func() (*index.Set, error) {
		g, err := q.chargeGroups(v, of, false)
		if err != nil {
			return nil, err
		}
		return g.set(func(string) bool { return true }), nil
	})
	if err == nil {
		drop(set)
	}
	return err
}

// pageByCharge is a page of own rows, given in ascending order, by such a sort; of equal ones the latest comes first.
func (q *Q) pageByCharge(v Viewer, of InCharge, sort string, isAscending bool, rows []uint32, offset, limit int) ([]uint32, error) {
	g, err := q.chargeGroups(v, of, sort == SortNextAction)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(g.values))
	for i := range order {
		order[i] = i
	}
	if sort == SortPersonInCharge {
		names, err := q.namesToSort(g.values)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(order, func(x, y int) int { return strings.Compare(names[g.values[x]], names[g.values[y]]) })
	}
	if len(rows) == 0 {
		return nil, nil
	}
	left := make([]uint64, rows[len(rows)-1]/64+1)
	for _, seq := range rows {
		left[seq/64] |= 1 << (seq % 64)
	}
	out, end := make([]uint32, 0, min(len(rows), offset+limit)), offset+limit
	take := func(seq uint32) {
		if at := int(seq / 64); at < len(left) && left[at]&(1<<(seq%64)) != 0 {
			left[at] &^= 1 << (seq % 64)
			out = append(out, seq)
		}
	}
	if isAscending {
		for _, i := range order {
			for _, seq := range g.rows[i] {
				if take(seq); len(out) >= end {
					break
				}
			}
		}
	}
	if isAscending && len(out) >= end {
		return out[min(offset, len(out)):end], nil
	}
	if isAscending {
		for i := len(rows) - 1; i >= 0 && len(out) < end; i-- {
			take(rows[i])
		}
		return out[min(offset, len(out)):], nil
	}
	// Descending: first the rows without a value.
	valued := make([]uint64, len(left))
	for _, some := range g.rows {
		for _, seq := range some {
			if at := int(seq / 64); at < len(valued) {
				valued[at] |= 1 << (seq % 64)
			}
		}
	}
	for i := len(rows) - 1; i >= 0 && len(out) < end; i-- {
		if seq := rows[i]; valued[seq/64]&(1<<(seq%64)) == 0 {
			take(seq)
		}
	}
	for _, i := range slices.Backward(order) {
		for _, seq := range g.rows[i] {
			if len(out) >= end {
				break
			}
			take(seq)
		}
	}
	return out[min(offset, len(out)):], nil
}

// namesToSort are users' names as lists are ordered by them.
func (q *Q) namesToSort(ids []string) (map[string]string, error) {
	out := map[string]string{}
	return out, inChunks(ids, func(ids []string) error {
		return q.each(func(r *sql.Rows) error {
			var id, name string
			err := r.Scan(&id, &name)
			out[id] = name
			return err
		}, "SELECT u.id, coalesce(nullif(u.user_name_kana, ''), u.user_name) || ' ' || u.id FROM user u WHERE u.id IN ("+marks(len(ids))+")",
			anyOf(ids)...)
	})
}

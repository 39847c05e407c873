package store

import (
	"math/bits"
	"slices"

	"tsunagu/store/index"
)

// table is one of the tables of an edition of the index, or several of them.
type table uint8

const (
	companyTable table = 1 << iota
	listingTable
	negotiationTable
	tableCount = iota
	allTables  = 1<<tableCount - 1
)

// index is the place of a single table among all.
func (t table) index() int { return bits.TrailingZeros8(uint8(t)) }

// tables are the tables of an edition. A table whose rows have changed is a new *index.Table.
type tables [tableCount]*index.Table

// some keeps the given tables and leaves the others nil.
func (t tables) some(of table) tables {
	for i := range t {
		if of>>i&1 == 0 {
			t[i] = nil
		}
	}
	return t
}

// tables are some of the edition's.
func (e *edition) tables(of table) tables {
	return tables{e.companies, e.listings, e.negotiations}.some(of)
}

// table is the index of a table in the edition.
func (e *edition) table(of table) *index.Table { return e.tables(allTables)[of.index()] }

// changeCounts are how many row changes of each table an edition includes, counted from the first
// index.
type changeCounts [tableCount]int64

// of is the count of a table; 0 for no table.
func (c *changeCounts) of(t table) int64 {
	if t == 0 {
		return 0
	}
	return c[t.index()]
}

// changeLog lists the rows of a table that the latest commits have changed.
type changeLog struct {
	from int64 // how many changes are no longer in the log
	rows []uint32
}

// After more than maxMended changes a value is computed anew. The log holds some more, for snapshots that are
// behind.
const (
	maxMended = 1024
	maxLogged = 4 * maxMended
)

func (l *changeLog) add(rows []uint32) {
	if l.rows = append(l.rows, rows...); len(l.rows) > maxLogged {
		n := len(l.rows) - maxLogged/2
		l.from, l.rows = l.from+int64(n), slices.Clone(l.rows[n:])
	}
}

func (l *changeLog) has(count int64) bool {
	return l.from <= count && count <= l.from+int64(len(l.rows))
}

// between are the rows in which two editions may differ, in ascending order; false where they are too many or no longer
// in the log.
func (l *changeLog) between(a, b int64) ([]uint32, bool) {
	a, b = min(a, b), max(a, b)
	if !l.has(a) || !l.has(b) || b-a > maxMended {
		return nil, false
	}
	if a == b {
		return nil, true
	}
	rows := slices.Clone(l.rows[a-l.from : b-l.from])
	slices.Sort(rows)
	return slices.Compact(rows), true
}

// follows says that a value of an edition can be cached for others: its tables are the newest ones, and those that are
// mended are not too far behind.
func (m *memo) follows(ed *edition, of, mends table) bool {
	// Without the index there are no tables whose change could make it stale.
	if of != 0 && ed.companies == nil || ed.tables(of) != m.tables.some(of) {
		return false
	}
	return mends == 0 || ed.table(mends) != nil && m.logs[mends.index()].has(ed.changes.of(mends))
}

// follow makes an edition the newest one.
func (m *memo) follow(ed *edition) {
	m.mu.Lock()
	defer m.mu.Unlock()
	is, changed := ed.tables(allTables), table(0)
	for i := range is {
		if is[i] != m.tables[i] {
			changed |= 1 << i
		}
		m.logs[i].add(ed.changed[i])
	}
	m.tables = is
	m.rows.end(changed)
	m.values.end(changed)
}

// begin makes an edition the first one of a new index, and empties the log.
func (m *memo) begin(ed *edition) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.logs {
		l := &m.logs[i]
		*l = changeLog{from: l.from + int64(len(l.rows)) + 1}
		ed.changes[i], ed.changed[i] = l.from, nil
	}
}

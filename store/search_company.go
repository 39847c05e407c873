package store

import (
	"database/sql"

	"tsunagu/store/index"
)

// Columns and orders of the companies' index.
const (
	companyModified = iota
	companyShown
	companyCreated
	companySales
	companyPrefecture
	companyInts
)

const (
	byModified = iota
	byShown
	byCreated
	bySales
	byPrefecture
	byName
)

var companySchema = &index.Schema{Ints: companyInts, Texts: 1, Orders: []index.Order{
	byModified:   {Column: companyModified, IsKept: true},
	byShown:      {Column: companyShown, IsKept: true},
	byCreated:    {Column: companyCreated, IsKept: true},
	bySales:      {Column: companySales, IsKept: true},
	byPrefecture: {Column: companyPrefecture, IsKept: true},
	byName:       {Column: 0, IsText: true, Ties: []int{companyModified}}, // of own companies alone
}}

// Fields of the companies' index.
const (
	companyInCharge = 1 + iota
	companyKind
	companyStatus
	companyTrial
	companyBand
	companyPlace
	companyIndustry
	companyLarge
	needsIndustry
	needsLarge
	needsPrice
)

// loadCompanies reads companies into an index: those of the ids, or all, whose numbers it tells, with what the score
// looks at of their needs. It returns the rows that it read.
func (q *Q) loadCompanies(t *index.Table, ids map[string]bool, of *numbering, to *scored, on *keptTape) (*index.Table,
	[]uint32, error) {
	cond, args, err := among("c", ids)
	if err != nil {
		return nil, nil, err
	}
	e := t.Edit()
	on.record(e, companyTable)
	found, highest := 0, uint32(0)
	ints := make([]int64, companyInts)
	name, details := "coalesce(d.name_folded, '')", "LEFT JOIN company_details d ON d.company_id = c.id"
	if ids == nil {
		name, details = "''", "" // they come by themselves
		rows, err := q.rowsAbout("company")
		if err != nil {
			return nil, nil, err
		}
		of.reserve(rows)
	}
	if err := q.each(func(r *sql.Rows) error {
		var seq uint32
		var kind, status, trial int
		var id, institution, prefecture, name, number string
		if err := r.Scan(&id, &seq, &kind, &institution, &status, &prefecture, &ints[companySales], &trial, &ints[companyModified],
			&ints[companyShown], &ints[companyCreated], &name); err != nil {
			return err
		}
		if ints[companyPrefecture], err = codeNumber(prefecture); err != nil {
			return err
		}
		e.Put(seq, ints, name)
		number = numbers([]int{int(ints[companySales])})[0]
		e.Add(seq, companyInCharge, institution)
		e.Add(seq, companyKind, smallNumber(kind))
		e.Add(seq, companyStatus, smallNumber(status))
		e.Add(seq, companyBand, number)
		e.Add(seq, companyPlace, prefecture)
		if trial == 1 {
			e.Add(seq, companyTrial, "")
		}
		if ids == nil {
			of.add(id, seq)
		}
		found, highest = found+1, max(highest, seq)
		return nil
	}, "SELECT c.id, c.seq, c.kind, c.institution_id, c.status, c.prefecture_code, c.sales_amount, c.is_trial, c.modified, "+
		"c.shown_modified, c.created, "+name+" FROM company c "+details+" WHERE "+cond, args...); err != nil {
		return nil, nil, err
	}
	if err := checkRows(found, highest, ids); err != nil {
		return nil, nil, err
	}
	if ids == nil {
		of.done()
		if err := q.each(func(r *sql.Rows) error {
			var id, name string
			if err := r.Scan(&id, &name); err != nil {
				return err
			}
			_, seq, err := of.find(id)
			if err == nil {
				e.SetText(seq, 0, name)
			}
			return err
		}, "SELECT d.company_id, d.name_folded FROM company_details d WHERE d.name_folded <> ''"); err != nil {
			return nil, nil, err
		}
	}
	industries := "SELECT i.company_id, i.code FROM company_industry i"
	if ids != nil {
		industries = "SELECT c.seq, i.code FROM company c CROSS JOIN company_industry i ON i.company_id = c.id WHERE " + cond
	}
	code := ""
	o := owner{of: of}
	dests := []any{&o, &code}
	if err := q.each(func(r *sql.Rows) error {
		err := r.Scan(dests...)
		if err == nil {
			addClass(e, o.seq, companyIndustry, companyLarge, code)
		}
		return err
	}, industries, args...); err != nil {
		return nil, nil, err
	}
	if err := q.loadNeeds(e, to, ids, of, on); err != nil {
		return nil, nil, err
	}
	return e.Done(), e.Slots(), nil
}

// addClass adds a small class of industries with its large one.
func addClass(e *index.Edit, seq uint32, small, large uint8, code string) {
	e.Add(seq, small, code)
	e.Add(seq, large, code[:min(2, len(code))])
}

// smallNumber is a key as a field's value, without making a new text for each row.
func smallNumber(n int) string {
	if n >= 0 && n < 10 {
		return "0123456789"[n : n+1]
	}
	return numbers([]int{n})[0]
}

// keepAny keeps the rows that have one of the values; nil does not restrict.
func keepAny(t *index.Table, b *index.Bits, field uint8, values []string) {
	if values != nil {
		some := t.Any(field, values)
		b.AndBits(some)
		some.Free()
	}
}

// keepClasses keeps the rows with one of the small classes or of the whole large ones; none does not restrict.
func keepClasses(t *index.Table, b *index.Bits, smallField, largeField uint8, small, large []string) {
	if len(small)+len(large) > 0 {
		some, more := t.Any(smallField, small), t.Any(largeField, large)
		b.AndBits(some.OrBits(more))
		some.Free()
		more.Free()
	}
}

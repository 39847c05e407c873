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

// indexedCompany is what the index keeps of a row of companies, but for its name.
type indexedCompany struct {
	id, institution, prefecture string
	seq                         uint32
	kind, status, trial         int64
	ints                        [companyInts]int64
}

func (x *indexedCompany) put(e *index.Edit, name string) (err error) {
	if x.ints[companyPrefecture], err = codeNumber(x.prefecture); err != nil {
		return err
	}
	e.Put(x.seq, x.ints[:], name)
	e.Add(x.seq, companyInCharge, x.institution)
	e.Add(x.seq, companyKind, smallNumber(int(x.kind)))
	e.Add(x.seq, companyStatus, smallNumber(int(x.status)))
	e.Add(x.seq, companyBand, smallNumber(int(x.ints[companySales])))
	e.Add(x.seq, companyPlace, x.prefecture)
	if x.trial == 1 {
		e.Add(x.seq, companyTrial, "")
	}
	return nil
}

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
	name, details := "coalesce(d.name_folded, '')", "LEFT JOIN company_details d ON d.company_id = c.id"
	if ids == nil {
		name, details = "''", "" // they come by themselves
	}
	var x indexedCompany
	if err := q.each(func(r *sql.Rows) error {
		var name string
		if err := r.Scan(&x.id, &x.seq, &x.kind, &x.institution, &x.status, &x.prefecture, &x.ints[companySales], &x.trial,
			&x.ints[companyModified], &x.ints[companyShown], &x.ints[companyCreated], &name); err != nil {
			return err
		}
		if ids == nil {
			of.add(x.id, x.seq)
		}
		found, highest = found+1, max(highest, x.seq)
		return x.put(e, name)
	}, "SELECT c.id, c.seq, c.kind, c.institution_id, c.status, c.prefecture_code, c.sales_amount, c.is_trial, c.modified, "+
		"c.shown_modified, c.created, "+name+" FROM company c "+details+" WHERE "+cond, args...); err != nil {
		return nil, nil, err
	}
	if err := checkRows(found, highest, ids); err != nil {
		return nil, nil, err
	}
	if ids == nil {
		of.done()
		if err := q.loadNames(e, of, nil); err != nil {
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

// loadNames reads the names of all companies, whose numbers were told before, or of some of them.
func (q *Q) loadNames(e *index.Edit, of *numbering, some *index.Bits) error {
	return q.each(func(r *sql.Rows) error {
		var id sql.RawBytes
		var name string
		if err := r.Scan(&id, &name); err != nil {
			return err
		}
		_, seq, err := of.find(string(id))
		if err == nil && (some == nil || some.Has(seq)) {
			e.SetText(seq, 0, name)
		}
		return err
	}, "SELECT d.company_id, d.name_folded FROM company_details d WHERE d.name_folded <> ''")
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

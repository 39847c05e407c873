package store

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"tsunagu/store/index"
)

// All companies are read from their cards where these are there: one table of short rows in the place of five, four of
// them with long ones, is a third of the work of a build. A card that is due, missing or of other columns is not used,
// as in a page: those companies are read from the tables afterwards, as if they had changed.

// loadAllCompanies reads all companies into an index and tells their numbers.
func (q *Q) loadAllCompanies(of *numbering, to *scored) (*index.Table, error) {
	rows, err := q.rowsAbout("company")
	if err != nil {
		return nil, err
	}
	of.reserve(rows)
	var all, due int
	if err := q.scan1([]any{&all, &due}, "SELECT (SELECT count(*) FROM company), (SELECT count(*) FROM card_due WHERE kind = ?)",
		companyCards.kind); err != nil {
		return nil, err
	}
	const most = 8 // of so many, one may be without a card
	if due <= all/most {
		by := scored{needs: to.needs, needValues: to.needValues}
		t, left, err := q.loadCompanyCards(of, &by, all)
		if err == nil && len(left) <= all/most {
			if len(left) > 0 {
				t, _, err = q.loadCompanies(t, left, nil, &by, nil)
			}
			to.needs = by.needs
			return t, err
		}
		if err != nil && !errors.Is(err, errCard) {
			return nil, err
		}
		*of = numbering{} // cards of another program, or damaged ones
		of.reserve(rows)
	}
	t, _, err := q.loadCompanies(index.New(companySchema), nil, of, to, nil)
	return t, err
}

// loadCompanyCards reads the companies whose cards are right, and tells the numbers of all, so many as
// there are. It returns the ids of the others.
func (q *Q) loadCompanyCards(of *numbering, to *scored, all int) (*index.Table, map[string]bool, error) {
	due, err := q.seqSet("SELECT seq FROM card_due WHERE kind = ?", companyCards.kind)
	if err != nil {
		return nil, nil, err
	}
	e, needs := index.New(companySchema).Edit(), to.needs.Edit()
	x := &companyCardReader{entry: scoredEntry{values: to.needValues}}
	read, highest := index.NewBits(0), uint32(0)
	var seq uint32
	var card sql.RawBytes
	dests := []any{&seq, &card}
	if err := q.each(func(r *sql.Rows) error {
		if err := r.Scan(dests...); err != nil || due.Has(seq) || !x.begin(card) || x.company.seq != seq {
			return err
		}
		of.add(x.company.id, seq)
		read.Put(seq)
		highest = max(highest, seq)
		return x.put(e, needs)
	}, "SELECT k.seq, k.card FROM company_card k"); err != nil {
		return nil, nil, err
	}
	left := map[string]bool{}
	if all != read.Count() {
		if err := q.each(func(r *sql.Rows) error {
			var id string
			err := r.Scan(&id, &seq)
			if !read.Has(seq) {
				of.add(id, seq)
				left[id], highest = true, max(highest, seq)
			}
			return err
		}, "SELECT c.id, c.seq FROM company c"); err != nil {
			return nil, nil, err
		}
	}
	of.done()
	if all != read.Count()+len(left) {
		return nil, nil, errCard
	}
	if err := checkRows(all, highest, nil); err != nil {
		return nil, nil, err
	}
	if err := q.loadNames(e, of, read); err != nil {
		return nil, nil, err
	}
	to.needs = needs.Done()
	return e.Done(), left, nil
}

// cardStep is a value of a card that the index wants, after some that it does not.
type cardStep struct {
	skipped int
	number  func(x *companyCardReader) *int64 // one of these
	text    func(x *companyCardReader) *string
	people  func(x *companyCardReader) *sql.NullInt64
}

// cardSteps are those of the columns, and how many values follow the last of them.
func cardSteps(columns []column, wanted map[string]cardStep) (steps []cardStep, after int) {
	for _, c := range columns {
		step, ok := wanted[c.name]
		if !ok {
			after++
			continue
		}
		step.skipped, after = after, 0
		steps = append(steps, step)
		delete(wanted, c.name)
	}
	for name := range wanted {
		panic("store: no card has " + name)
	}
	return steps, after
}

func cardInt(column int) cardStep {
	return cardStep{number: func(x *companyCardReader) *int64 { return &x.company.ints[column] }}
}

var companySteps, afterCompany = cardSteps(columnsOf(reflect.TypeFor[Company]()), map[string]cardStep{
	"id":              {text: func(x *companyCardReader) *string { return &x.company.id }},
	"seq":             {number: func(x *companyCardReader) *int64 { return &x.seq }},
	"kind":            {number: func(x *companyCardReader) *int64 { return &x.company.kind }},
	"institution_id":  {text: func(x *companyCardReader) *string { return &x.company.institution }},
	"status":          {number: func(x *companyCardReader) *int64 { return &x.company.status }},
	"prefecture_code": {text: func(x *companyCardReader) *string { return &x.company.prefecture }},
	"is_trial":        {number: func(x *companyCardReader) *int64 { return &x.company.trial }},
	"sales_amount":    cardInt(companySales),
	"modified":        cardInt(companyModified),
	"shown_modified":  cardInt(companyShown),
	"created":         cardInt(companyCreated),
})

var needsSteps, afterNeeds = cardSteps(columnsOf(reflect.TypeFor[Needs]()), map[string]cardStep{
	"managers_from":            {people: func(x *companyCardReader) *sql.NullInt64 { return &x.need.from }},
	"managers_to":              {people: func(x *companyCardReader) *sql.NullInt64 { return &x.need.to }},
	"acquisition_price":        {number: func(x *companyCardReader) *int64 { return &x.need.price.a }},
	"acquisition_price_to":     {number: func(x *companyCardReader) *int64 { return &x.need.price.b }},
	"acquisition_annual_sales": {number: func(x *companyCardReader) *int64 { return &x.need.sales.a }},
	"acquisition_deadline":     {number: func(x *companyCardReader) *int64 { return &x.need.sales.b }},
	"free_text_folded":         {text: func(x *companyCardReader) *string { return &x.need.text }},
})

// companyCardReader reads of cards what the index keeps of companies and their needs.
type companyCardReader struct {
	card       cardReader
	needs, seq int64
	company    indexedCompany
	need       indexedNeed
	entry      scoredEntry
}

// begin begins a card, and says whether it is one of this program's.
func (x *companyCardReader) begin(card []byte) bool {
	x.card = cardReader{left: string(card)}
	if x.card.layout() != string(companyCards.layout) {
		return false
	}
	x.needs, _ = x.card.number()
	x.read(companySteps, afterCompany+1) // and the name
	x.company.seq = uint32(x.seq)
	return x.card.err == nil
}

func (x *companyCardReader) read(steps []cardStep, after int) {
	for i := range steps {
		step := &steps[i]
		x.card.skip(step.skipped)
		switch {
		case step.text != nil:
			*step.text(x) = x.card.text()
		case step.people != nil:
			to := step.people(x)
			to.Int64, to.Valid = x.card.number()
		default:
			n, ok := x.card.number()
			if !ok {
				x.card.err = errCard
			}
			*step.number(x) = n
		}
	}
	x.card.skip(after)
}

// put reads the rest of the card, and puts all of it into the index.
func (x *companyCardReader) put(e *index.Edit, needs *index.RecordsEdit) error {
	if err := x.company.put(e, ""); err != nil {
		return err
	}
	for code := range strings.FieldsSeq(x.card.text()) {
		addClass(e, x.company.seq, companyIndustry, companyLarge, code)
	}
	x.card.skip(1) // reasons
	for range x.needs {
		x.read(needsSteps, afterNeeds)
		x.need.lists = x.card.text()
		entry, err := x.entry.need(&x.need, e, x.company.seq)
		if err != nil {
			return err
		}
		needs.Add(x.company.seq, entry)
	}
	if x.card.err != nil || x.card.left != "" {
		return fmt.Errorf("store: the card of company %d cannot be read: %w", x.company.seq, errCard)
	}
	return nil
}

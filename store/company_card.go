package store

import (
	"database/sql"
	"slices"
	"strconv"
	"strings"
)

// companyColumns are the columns of a company in a list: its own, the name, and its lists.
var companyColumns = names[Company]("c") + `, coalesce(d.company_name, ''), coalesce((SELECT group_concat(i.code, ' ') FROM company_industry i
	WHERE i.company_id = c.id), ''), coalesce((SELECT group_concat(r.reason, ' ') FROM company_reason r WHERE r.company_id = c.id), '')`

// companyLists are a company's lists in the text form that a row of companyColumns has.
type companyLists struct{ industries, reasons string }

func (l *companyLists) of(c *Company) {
	c.IndustryTypes, c.MAReasons = []string{}, []int{}
	c.IndustryTypes = append(c.IndustryTypes, strings.Fields(l.industries)...)
	for reason := range strings.FieldsSeq(l.reasons) {
		n, _ := strconv.Atoi(reason) // cannot fail: the column holds integers
		c.MAReasons = append(c.MAReasons, n)
	}
	slices.Sort(c.IndustryTypes)
	slices.Sort(c.MAReasons)
}

func companyDests(c *FoundCompany, l *companyLists) []any {
	return append(dests(&c.Company), &c.CompanyName, &l.industries, &l.reasons)
}

// scanCompany reads a row of companyColumns.
func scanCompany(r *sql.Rows) (*FoundCompany, *companyLists, error) {
	c, l := &FoundCompany{}, &companyLists{}
	if err := r.Scan(companyDests(c, l)...); err != nil {
		return nil, nil, err
	}
	l.of(&c.Company)
	return c, l, nil
}

// companyWithCard is a company as the tables have it, with the values of its card.
type companyWithCard struct {
	found *FoundCompany
	card  []any
	needs int
}

// companiesWithCards reads companies and their living needs from the tables.
func (q *Q) companiesWithCards(seqs []any) (map[uint32]*companyWithCard, error) {
	out, at := map[uint32]*companyWithCard{}, map[string]*companyWithCard{}
	if err := q.each(func(r *sql.Rows) error {
		c, l, err := scanCompany(r)
		if err != nil {
			return err
		}
		x := &companyWithCard{found: c, card: append(args(&c.Company), c.CompanyName, l.industries, l.reasons)}
		out[c.Seq], at[c.ID] = x, x
		return nil
	}, "SELECT "+companyColumns+" FROM company c LEFT JOIN company_details d ON d.company_id = c.id WHERE c.seq IN ("+marks(len(seqs))+")",
		seqs...); err != nil || len(at) == 0 {
		return out, err
	}
	var w where
	in(&w, "d.client_id", sortedKeys(at))
	w.add("d.status = " + codeNeedsLiving)
	return out, q.eachNeeds(&w, func(n *Needs, lists string) {
		x := at[n.ClientID]
		x.found.Needs = append(x.found.Needs, *n)
		x.card, x.needs = append(append(x.card, args(n)...), lists), x.needs+1
	})
}

// makeCompanyCards writes the cards of companies.
func makeCompanyCards(q *Q, layout []byte, seqs []any) (map[uint32][]byte, error) {
	found, err := q.companiesWithCards(seqs)
	if err != nil {
		return nil, err
	}
	out := make(map[uint32][]byte, len(found))
	for seq, x := range found {
		if out[seq], err = appendCard(slices.Clone(layout), append([]any{x.needs}, x.card...)...); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func scanCompanyCard(c *cardReader, f *FoundCompany) {
	var needs int
	var l companyLists
	c.into(append([]any{&needs}, companyDests(f, &l)...)...)
	l.of(&f.Company)
	for range needs {
		var n Needs
		var lists string
		if c.into(append(dests(&n), &lists)...); c.err != nil {
			return
		}
		n.NeedsLists = needsListsOf(lists)
		f.Needs = append(f.Needs, n)
	}
}

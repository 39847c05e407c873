package companycsv

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"tsunagu/app/company"
	"tsunagu/app/sheet"
	"tsunagu/store"
)

// csvIndex finds the own institution's company that a row of a file means. It holds a few words of
// each company; the company itself is read when its row is processed.
//
// A row means the company with its 法人番号; without such a company, the one with its 顧客番号; without a 法人番号, the
// company of the same name in the same prefecture that has none either, and no other 顧客番号. Where the two numbers
// belong to two companies the row is refused. Before these rules, a row whose cells equal those of a company's export
// means that company: it is left unchanged, even if its cells would fail a check.
type csvIndex struct {
	ids      []string
	byNumber map[string][]int
	byOwn    map[string][]int // by customerKey
	byName   map[string][]int // of those without a 法人番号
	number   []string         // 法人番号 of each
	own      []string         // customerKey of each
	names    map[string]bool  // of all
	prints   map[print][]int
	readOnly map[int]bool // of those that the user may look at and not change

	// Companies of other teams, by 法人番号 and customerKey: ids, for no answer.
	unseenNumbers, unseenOwns map[string]string

	// What earlier rows of the file have used.
	taken   map[int]int    // company → row
	numbers map[string]int // of new companies → row
	owns    map[string]int // their 顧客番号 → row
	isOwned map[int]bool   // rows of new companies with a 顧客番号
	created map[string]int // names of new companies without a number → row
	logins  map[string]int
}

type print [16]byte

// printOf is the fingerprint of the cells of the columns that a file has.
func printOf(cells []string) print {
	h := sha256.New()
	for _, c := range cells {
		s := sheet.Canonical(c)
		fmt.Fprintf(h, "%d,%s", len(s), s)
	}
	return print(h.Sum(nil)[:16])
}

func nameKey(name, prefectureCode string) string {
	return company.FoldCompanyName(name) + "\x00" + prefectureCode
}

// newCSVIndex reads all own companies of a kind once: those that the user may look at, of which he may not change all.
func newCSVIndex(q *store.Q, v store.Viewer, table *csvSheet, at []int) (*csvIndex, error) {
	v.Part = store.PartLooks
	x := &csvIndex{byNumber: map[string][]int{}, byOwn: map[string][]int{}, byName: map[string][]int{}, names: map[string]bool{},
		prints: map[print][]int{}, taken: map[int]int{}, numbers: map[string]int{}, owns: map[string]int{}, isOwned: map[int]bool{},
		created: map[string]int{}, logins: map[string]int{}, readOnly: map[int]bool{}, unseenNumbers: map[string]string{},
		unseenOwns: map[string]string{}}
	readOnly, err := q.ReadOnlyCompanies(v, table.kind)
	if err != nil {
		return nil, err
	}
	if err := q.EachUnseenCompany(v, table.kind, func(id, corporate, customer string) {
		x.unseenNumbers[corporate], x.unseenOwns[customerKey(tidyCode(customer))] = id, id
	}); err != nil {
		return nil, err
	}
	return x, EachCSVCompany(q, v, &store.CompanySearch{Kind: table.kind, IsOwn: true, Sort: store.SortCreated, IsAscending: true},
		func(c *CSVCompany) error {
			i := len(x.ids)
			x.ids = append(x.ids, c.ID)
			if readOnly[c.Seq] {
				x.readOnly[i] = true
			}
			key := nameKey(c.Details.CompanyName, c.Details.PrefectureCode)
			if n := c.Details.CorporateRegistrationNumber; n != "" {
				x.byNumber[n] = append(x.byNumber[n], i)
			} else if c.HasDetails {
				x.byName[key] = append(x.byName[key], i)
			}
			own := customerKey(tidyCode(c.RegistrationID))
			if own != "" {
				x.byOwn[own] = append(x.byOwn[own], i)
			}
			x.number, x.own = append(x.number, c.Details.CorporateRegistrationNumber), append(x.own, own)
			x.names[key] = true
			var cells []string
			for k := range table.columns {
				if at[k] >= 0 {
					cells = append(cells, table.columns[k].write(c))
				}
			}
			x.addPrint(cells, i)
			if k := table.at[csvMain]; at[k] >= 0 && c.Main != "" { // an empty cell leaves who it is
				x.addPrint(without(cells, at, k), i)
			}
			return nil
		})
}

func (x *csvIndex) addPrint(cells []string, company int) {
	p := printOf(cells)
	x.prints[p] = append(x.prints[p], company)
}

// without are the cells of the columns that a file has, with one column's emptied.
func without(cells []string, at []int, column int) []string {
	n := 0
	for _, where := range at[:column] {
		if where >= 0 {
			n++
		}
	}
	cells[n] = ""
	return cells
}

// csvMatch is what a row means: an own company, or a new one.
type csvMatch struct {
	company        int // -1: new
	isSame         bool
	column, reason string // the error, if the company cannot be determined
	warning        string
	about          string // the id of a company of which the reason tells
	unseen         string // the id of a company of another team that the row means: the reason does not tell
}

// match returns the company that a row means, and marks it as used, so that no other row can mean
// the same.
func (x *csvIndex) match(r *csvRow) csvMatch {
	var cells []string
	for k := range r.columns {
		if c, ok := r.cell(k); ok {
			if r.columns[k].name == csvMain {
				c = r.staff.asWritten(c)
			}
			cells = append(cells, c)
		}
	}
	p := printOf(cells)
	for n, i := range x.prints[p] {
		if _, gone := x.taken[i]; !gone {
			x.prints[p] = x.prints[p][n:]
			x.taken[i] = r.number
			return csvMatch{company: i, isSame: true}
		}
	}
	word := func(column string) string { s, _ := r.cell(r.csvSheet.at[column]); return s }
	number, _ := corporateNumberOf(word(csvCorporate))
	prefecture, _ := prefectureOf(word("都道府県"))
	key := nameKey(tidyText(word(csvName)), prefecture)
	own := word(csvCustomer)
	if own, _ = customerNumberOf(own); isNothing(own, csvCustomer) {
		own = ""
	}
	own = customerKey(own)
	found, column := x.meant(number, own, key)
	if conflict := x.conflict(found, column, number, own); conflict != nil {
		return *conflict
	}
	if m := x.unseen(found, number, own); m != nil {
		return *m
	}
	free := found[:0:0]
	for _, i := range found {
		if _, gone := x.taken[i]; !gone {
			free = append(free, i)
		}
	}
	switch {
	case len(free) > 1:
		return csvMatch{company: -1, about: x.ids[free[0]], column: column, reason: "同じ" + strings.TrimSuffix(column, "名") +
			"の企業が2件以上登録されています。どの企業か決められないため、画面で直接変更してください。"}
	case len(free) == 1:
		x.taken[free[0]] = r.number
		if x.readOnly[free[0]] {
			return csvMatch{company: -1, about: x.ids[free[0]], column: column, reason: whyReadOnly}
		}
		return csvMatch{company: free[0]}
	case len(found) > 0:
		return csvMatch{company: -1, about: x.ids[found[0]], column: column,
			reason: fmt.Sprintf("%d行目と同じ企業です。どちらかの行を削除してください。", x.taken[found[0]])}
	}
	m := csvMatch{company: -1}
	if row, twice := x.owns[own]; twice {
		m.column, m.reason = csvCustomer, fmt.Sprintf("%d行目と顧客番号が同じです。番号を確認するか、同じ企業のときはどちらかの行を削除してください。", row)
		return m
	}
	rows, name := x.numbers, number
	if number == "" {
		rows, name = x.created, key
	}
	if row, twice := rows[name]; twice && word(csvName) != "" && (number != "" || own == "" || !x.isOwned[row]) {
		m.column, m.reason = column, fmt.Sprintf("%d行目と同じ企業です。どちらかの行を削除してください。", row)
		if number == "" {
			m.reason = fmt.Sprintf("%d行目と企業名・都道府県が同じです。別の企業のときは法人番号を入力し、同じ企業のときはどちらかの行を削除してください。", row)
		}
		return m
	}
	rows[name] = r.number
	if own != "" {
		x.owns[own], x.isOwned[r.number] = r.number, true
	}
	if word(csvName) != "" && x.names[key] {
		m.warning = "同じ都道府県に、同じ名前の企業が登録されています。新しい企業として登録してよいか確認してください。"
	}
	return m
}

// meant are the companies that a row's numbers or its name mean, and the column by which they are found.
func (x *csvIndex) meant(number, own, key string) (found []int, column string) {
	if found = x.byNumber[number]; len(found) > 0 {
		return found, csvCorporate
	}
	if found = x.byOwn[own]; len(found) > 0 {
		return found, csvCustomer
	}
	if number != "" {
		return nil, csvCorporate
	}
	for _, i := range x.byName[key] {
		if own == "" || x.own[i] == "" {
			found = append(found, i)
		}
	}
	return found, csvName
}

// conflict refuses a row whose two numbers belong to two companies, nil where they do not.
func (x *csvIndex) conflict(found []int, column, number, own string) *csvMatch {
	if number == "" || own == "" || len(found) != 1 {
		return nil
	}
	i := found[0]
	if of := x.byOwn[own]; column == csvCorporate && len(of) > 0 && !slices.Contains(of, i) {
		return &csvMatch{company: -1, about: x.ids[i], column: csvCustomer, reason: "この顧客番号は、法人番号とは別の担当企業のものです。どちらの企業か確認し、番号を直してください。"}
	}
	if column == csvCustomer && x.number[i] != "" {
		return &csvMatch{company: -1, about: x.ids[i], column: csvCorporate, reason: "この顧客番号の担当企業は、別の法人番号（" + x.number[i] +
			"）で登録されています。どちらの企業か確認し、番号を直してください。"}
	}
	return nil
}

// login reserves an address for a new user, and returns the earlier row with the same address, 0
// for none.
func (x *csvIndex) login(folded string, row int) int {
	if first, ok := x.logins[folded]; ok {
		return first
	}
	x.logins[folded] = row
	return 0
}

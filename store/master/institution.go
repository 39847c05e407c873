package master

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Institution is a financial institution of Japan, of which the members of
// the network are chosen. Facts only: code, name and reading.
type Institution struct {
	Code           string // 金融機関コード, four digits
	Name           string // formal: 豊田信用金庫
	Kana           string
	ShortName      string // as on a transfer form: 豊田信金
	TypeKey        int    // item of [FinancialTypes]
	TypeName       string
	DefaultVisible bool // false for single JA and JF and for foreign banks
}

type institutions struct {
	list   []Institution // by code
	at     map[string]int
	folded []string // name, short name and kana of each, folded, one per line
}

var loadInstitutions = sync.OnceValue(func() *institutions {
	d := &institutions{}
	for _, r := range readTable("financial_institutions.csv", "financial_code", "name", "kana",
		"short_name", "type_key", "type_name", "default_visible") {
		typeKey, err := strconv.Atoi(r[4])
		if err != nil {
			panic("master: institution " + r[0] + ": type " + r[4])
		}
		d.list = append(d.list, Institution{r[0], r[1], r[2], r[3], typeKey, r[5], r[6] == "1"})
	}
	slices.SortFunc(d.list, func(a, b Institution) int { return cmp.Compare(a.Code, b.Code) })
	d.at = index(d.list, func(i Institution) string { return i.Code })
	for _, i := range d.list {
		d.folded = append(d.folded, Fold(i.Name)+"\n"+Fold(i.ShortName)+"\n"+Fold(i.Kana))
	}
	return d
})

// Institutions lists the 1,146 institutions by code.
func Institutions() []Institution { return slices.Clone(loadInstitutions().list) }

// FindInstitution returns the institution of a four-digit code.
func FindInstitution(code string) (Institution, bool) {
	d := loadInstitutions()
	return find(d.list, d.at, code)
}

// SearchInstitutions lists the institutions of which every word of q begins
// the code or occurs in the name, short name or kana, whatever its width and
// kind of kana. Matches from the beginning come first, then those visible by
// default, then by code. At most limit are returned, all when it is 0 or
// less; an empty q matches all.
func SearchInstitutions(q string, limit int) []Institution {
	d := loadInstitutions()
	words := strings.Fields(Fold(q))
	type hit struct{ rank, at int }
	var hits []hit
	for at, i := range d.list {
		if rank, ok := i.rank(words, d.folded[at]); ok {
			hits = append(hits, hit{rank, at})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(a.rank-b.rank, a.at-b.at) })
	if limit > 0 && len(hits) > limit {
		hits = hits[:limit]
	}
	list := make([]Institution, len(hits))
	for n, h := range hits {
		list[n] = d.list[h.at]
	}
	return list
}

// rank tells whether all words match; the lower, the better.
func (i Institution) rank(words []string, folded string) (rank int, ok bool) {
	if !i.DefaultVisible {
		rank = 1
	}
	for _, w := range words {
		switch {
		case strings.HasPrefix(i.Code, w),
			strings.HasPrefix(folded, w), strings.Contains(folded, "\n"+w):
		case strings.Contains(folded, w):
			rank += 2
		default:
			return 0, false
		}
	}
	return rank, true
}

package master

import (
	"slices"
	"sync"
)

// Large is a large class of industries, made from the Japan Standard
// Industrial Classification.
type Large struct {
	Code  string // two digits, "11" to "23"
	Name  string
	Kana  string
	Small []Small // read-only
}

// Small is a small class, the one that companies, listings and needs carry.
type Small struct {
	Code        string // the large class and a serial of three digits
	Name        string
	HasFreeText bool   // asks for industryOtherText; see [FreeTextCodes]
	Examples    string // 耕種、畜産、… for the chooser and its search
}

// FreeTextCodes are the nine small classes with a text of their own, sent and
// answered as industryOtherText and the code (SPEC.md section 3).
var FreeTextCodes = [9]string{
	"12005", "13004", "13022", "16005", "17005", "17012", "20003", "21013", "22003",
}

type industries struct {
	large   []Large
	largeAt map[string]int
	small   []Small
	smallAt map[string]int
	parent  []int // position of the large class of each small one
}

var loadIndustries = sync.OnceValue(func() *industries {
	d := &industries{}
	for _, r := range readTable("industries_large.csv", "large_code", "name", "kana") {
		d.large = append(d.large, Large{Code: r[0], Name: r[1], Kana: r[2]})
	}
	d.largeAt = index(d.large, func(l Large) string { return l.Code })
	for _, r := range readTable("industries.csv", "small_code", "large_code", "small_name", "has_free_text", "examples") {
		i, ok := d.largeAt[r[1]]
		if !ok {
			panic("master: industry " + r[0] + " has no large class")
		}
		s := Small{r[0], r[2], r[3] == "1", r[4]}
		d.small = append(d.small, s)
		d.parent = append(d.parent, i)
		d.large[i].Small = append(d.large[i].Small, s)
	}
	d.smallAt = index(d.small, func(s Small) string { return s.Code })
	return d
})

// Industries lists the 13 large classes with their small ones, by code
// (SPEC.md section 7, GetBusinessTypes).
func Industries() []Large { return slices.Clone(loadIndustries().large) }

// FindIndustry returns the small class of a five-digit code.
func FindIndustry(code string) (Small, bool) {
	d := loadIndustries()
	return find(d.small, d.smallAt, code)
}

// FindLarge returns the large class of a two-digit code.
func FindLarge(code string) (Large, bool) {
	d := loadIndustries()
	return find(d.large, d.largeAt, code)
}

// LargeOf returns the large class of a small one.
func LargeOf(smallCode string) (Large, bool) {
	d := loadIndustries()
	i, ok := d.smallAt[smallCode]
	if !ok {
		return Large{}, false
	}
	return d.large[d.parent[i]], true
}

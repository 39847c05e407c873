package companycsv

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"tsunagu/store/master"
)

// csvAddress is the column of files that have a whole address in one cell. It is only read: an address is split into the
// columns of placeColumns by the address master, or refused.
const csvAddress = "住所"

// placeColumns are the columns that an address fills, and postalColumn that of the postal code, where the file has none.
var placeColumns = []string{"都道府県", "市区町村", "町名", "番地・建物名"}

const postalColumn = "郵便番号"

// place is an address in parts. The town is "" where the municipality has none.
type place struct{ prefecture, city, town, rest string }

// folded is a text in the form in which names are compared, and where each of its bytes begins in the text itself.
type folded struct {
	s    string // the whole text
	text string
	at   []int // for each byte of text, and its end: the byte of s with which it begins
}

func foldedOf(s string) folded {
	var b strings.Builder
	var at []int
	for i, r := range s {
		f := bareHeader(string(r))
		b.WriteString(f)
		for range len(f) {
			at = append(at, i)
		}
	}
	return folded{s, b.String(), append(at, len(s))}
}

// cut cuts a name, folded, off the beginning.
func (f folded) cut(name string) (folded, bool) {
	if !strings.HasPrefix(f.text, name) {
		return f, false
	}
	return folded{f.s, f.text[len(name):], f.at[len(name):]}, true
}

// rest is the text as it is written.
func (f folded) rest() string { return f.s[f.at[0]:] }

// namedPlace is a municipality or town by one of its names, in the form in which names are compared.
type namedPlace struct{ name, code string }

var (
	// citiesByName are the municipalities, by full name and without their county, of each prefecture.
	citiesByName = sync.OnceValue(func() map[string][]namedPlace {
		out := map[string][]namedPlace{}
		for _, p := range master.Prefectures() {
			for _, c := range master.Cities(p.Code) {
				out[p.Code] = append(out[p.Code], namedPlace{bareHeader(c.FullName), c.Code})
				if c.ParentCode == "" && c.Name != c.FullName { // 東郷町 of 愛知郡東郷町; a ward needs its city
					out[p.Code] = append(out[p.Code], namedPlace{bareHeader(c.Name), c.Code})
				}
			}
		}
		return out
	})
	townsByName sync.Map // city code → []namedPlace, longest name first
)

func townsOf(cityCode string) []namedPlace {
	if list, ok := townsByName.Load(cityCode); ok {
		return list.([]namedPlace)
	}
	var list []namedPlace
	for _, t := range master.Towns(cityCode) {
		list = append(list, namedPlace{bareHeader(t.Name), t.Code})
	}
	slices.SortStableFunc(list, func(a, b namedPlace) int { return utf8.RuneCountInString(b.name) - utf8.RuneCountInString(a.name) })
	townsByName.Store(cityCode, list)
	return list
}

// found is a municipality with which an address may begin.
type found struct {
	city    master.City
	rest    folded
	hasTown bool // what follows is one of its towns
}

// citiesIn are the municipalities of a prefecture with which a text begins.
func citiesIn(prefecture string, s folded) (out []found) {
	for _, c := range citiesByName()[prefecture] {
		rest, ok := s.cut(c.name)
		if !ok || slices.ContainsFunc(out, func(f found) bool { return f.city.Code == c.code }) {
			continue
		}
		city, _ := master.FindCity(c.code)
		_, hasTown := townIn(c.code, rest)
		out = append(out, found{city, rest, hasTown})
	}
	return out
}

// townIn cuts the longest name of a town off the beginning.
func townIn(cityCode string, s folded) (rest folded, ok bool) {
	for _, t := range townsOf(cityCode) {
		if rest, ok := s.cut(t.name); ok {
			return rest, true
		}
	}
	return s, false
}

// splitAddress splits a whole address by the address master. Where it says no prefecture, that of the postal code decides
// between places of the same name. reason says why an address is not split: nothing is guessed.
func splitAddress(cell, postalCode string) (p place, reason string) {
	s := strings.TrimSpace(strings.ReplaceAll(tidyText(cell), "\n", " "))
	if s == "" {
		return p, "住所を入力してください（例: 愛知県名古屋市中村区名駅1-1-1）。"
	}
	var at []found
	hasPrefecture, text := false, foldedOf(s)
	for _, pref := range master.Prefectures() {
		if rest, ok := text.cut(bareHeader(pref.Name)); ok {
			hasPrefecture, at = true, citiesIn(pref.Code, rest)
			break
		}
	}
	if !hasPrefecture {
		for _, pref := range master.Prefectures() {
			at = append(at, citiesIn(pref.Code, text)...)
		}
		if near := nearPostal(at, postalCode); near != nil {
			at = near
		} else if slices.ContainsFunc(at, func(f found) bool { return isWardElsewhere(f.city) }) {
			return p, whyNoPrefecture
		}
	}
	at = likeliest(at)
	switch {
	case len(at) == 0 && hasPrefecture:
		return p, "住所の市区町村が、この都道府県にありません。都道府県と市区町村から入力してください。"
	case len(at) == 0:
		return p, whyNoPrefecture
	case len(at) > 1:
		var names []string
		for _, f := range at[:min(len(at), 3)] {
			pref, _ := master.FindPrefecture(f.city.PrefCode)
			names = append(names, pref.Name+f.city.FullName)
		}
		return p, "住所の市区町村を1つに決められません（" + strings.Join(names, "、") + "など）。都道府県と市区町村を正しい名前で入力してください。"
	}
	city := at[0].city
	if !city.Selectable {
		return p, "住所に区がありません。" + city.Name + "は、区まで入力してください。"
	}
	pref, _ := master.FindPrefecture(city.PrefCode)
	p = place{prefecture: pref.Name, city: city.FullName}
	p.town, p.rest = splitTown(city.Code, at[0].rest)
	return p, ""
}

const whyNoPrefecture = "住所の都道府県と市区町村が分かりません。都道府県から入力してください（例: 愛知県名古屋市中村区名駅1-1-1）。"

// isWardElsewhere says of a ward of Tokyo that a city of another prefecture has one of this name, which people write without
// its city, too.
func isWardElsewhere(c master.City) bool {
	for _, p := range master.Prefectures() {
		isNamed := func(o master.City) bool { return o.ParentCode != "" && o.Name == c.Name }
		if c.PrefCode != p.Code && slices.ContainsFunc(master.Cities(p.Code), isNamed) {
			return true
		}
	}
	return false
}

// nearPostal are those municipalities that are in the prefecture of a postal code.
func nearPostal(at []found, postalCode string) (near []found) {
	for _, a := range master.ByPostalCode(postalCode) {
		for _, f := range at {
			if f.city.PrefCode == a.PrefectureCode && !slices.ContainsFunc(near, func(n found) bool { return n.city.Code == f.city.Code }) {
				near = append(near, f)
			}
		}
	}
	return near
}

// likeliest leaves those municipalities of which a town follows, if there are any, and a ward in place of its city.
func likeliest(at []found) []found {
	if slices.ContainsFunc(at, func(f found) bool { return f.hasTown }) {
		at = slices.DeleteFunc(at, func(f found) bool { return !f.hasTown })
	}
	for _, ward := range at {
		at = slices.DeleteFunc(slices.Clone(at), func(f found) bool { return ward.city.ParentCode != "" && f.city.Code == ward.city.ParentCode })
	}
	return at
}

// numbered is where the number of a house begins: a digit, or a kanji number before 丁目, 番 or 号.
var numbered = regexp.MustCompile(`[0-9]|[一二三四五六七八九十]+(丁目|番|号)| `)

// splitTown splits what follows a municipality into the town and the rest. A town that the master does not know is what
// stands before the first number: derive warns of it.
func splitTown(cityCode string, text folded) (town, rest string) {
	s := text.rest()
	if after, ok := townIn(cityCode, text); ok {
		return strings.TrimSpace(strings.TrimSuffix(s, after.rest())), strings.TrimSpace(after.rest())
	}
	if s = strings.TrimSpace(s); len(townsOf(cityCode)) == 0 {
		return "", s
	}
	if at := numbered.FindStringIndex(s); at != nil {
		return strings.TrimSpace(s[:at[0]]), strings.TrimSpace(s[at[0]:])
	}
	return s, ""
}

// postalOf is the postal code of a town, and all there are if it has several.
func (p place) postalOf() (code string, all []string) {
	x := placesByName()
	city := x.cities[x.prefectures[bareHeader(p.prefecture)]][bareHeader(p.city)]
	if town := townOf(city, p.town); town != "" {
		all = master.PostalCodes(town)
	}
	if len(all) == 1 {
		code = all[0]
	}
	return code, all
}

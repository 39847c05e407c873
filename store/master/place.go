package master

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Prefecture is one of the 47 prefectures (JIS X 0401).
type Prefecture struct {
	Code       string // two digits, "01" to "47"
	Name       string // 愛知県
	Kana       string // アイチケン
	RegionCode string // code of its [Region]
	RegionName string // 東海
}

// Region is one of the ten blocks of the country that publicRegion and
// acquisitionRegionArea name. Its code is two digits ("01" to "10"); the item
// list [RegionItems] has the same blocks as numbers, with 海外 and 全国 added.
type Region struct {
	Code            string
	Name            string
	Kana            string
	PrefectureCodes []string // read-only
}

// City is a municipality: 市, 町, 村, a ward of Tokyo or of a designated city,
// or a designated city itself.
type City struct {
	Code       string // JIS X 0402 with the prefecture, five digits
	PrefCode   string
	Name       string // 中村区
	FullName   string // 名古屋市中村区, 愛知郡東郷町
	Kana       string // of the full name
	Selectable bool   // false for the 20 designated cities: an address names a ward
	ParentCode string // the designated city of a ward, else ""

	county string // 郡, or the island of 三宅村 and 八丈町
}

type places struct {
	regions      []Region
	regionAt     map[string]int
	prefectures  []Prefecture
	prefectureAt map[string]int
	cities       []City // by code
	cityAt       map[string]int
	names        []string
	stems        []string
}

var loadPlaces = sync.OnceValue(func() *places {
	p := &places{}
	for _, r := range readTable("regions.csv", "region_code", "name", "kana", "prefecture_codes") {
		p.regions = append(p.regions, Region{r[0], r[1], r[2], strings.Fields(r[3])})
	}
	p.regionAt = index(p.regions, func(r Region) string { return r.Code })

	for _, r := range readTable("prefectures.csv", "pref_code", "name", "kana", "region_code", "region_name") {
		p.prefectures = append(p.prefectures, Prefecture{r[0], r[1], r[2], r[3], r[4]})
	}
	p.prefectureAt = index(p.prefectures, func(r Prefecture) string { return r.Code })

	for _, r := range readTable("municipalities.csv", "city_code", "pref_code", "name", "full_name",
		"full_kana", "selectable", "parent_city_code", "gun") {
		p.cities = append(p.cities, City{r[0], r[1], r[2], r[3], r[4], r[5] == "1", r[6], r[7]})
	}
	slices.SortFunc(p.cities, func(a, b City) int { return cmp.Compare(a.Code, b.Code) })
	p.cityAt = index(p.cities, func(c City) string { return c.Code })

	p.names, p.stems = placeNames(p.prefectures, p.cities)
	return p
})

// placeNames collects the names for the anonymity check, longest first.
func placeNames(prefectures []Prefecture, cities []City) (names, stems []string) {
	wider := map[string]bool{} // what a listing may say: prefectures, with and without suffix
	for _, p := range prefectures {
		wider[p.Name] = true
		wider[stem(p.Name)] = true
	}
	designated := map[string]bool{}
	for _, c := range cities {
		if c.ParentCode != "" {
			designated[c.ParentCode] = true
		}
	}
	add := func(to []string, name string, atLeast int) []string {
		if utf8.RuneCountInString(name) < atLeast || wider[name] {
			return to
		}
		return append(to, name)
	}
	for _, c := range cities {
		names = add(names, c.Name, 2)
		names = add(names, c.county, 2)
		s := stem(c.Name)
		switch {
		case designated[c.Code]:
			stems = add(stems, s, 2)
		case strings.IndexFunc(s, isKanji) >= 0: // さくら, みどり are words
			stems = add(stems, s, 3)
		}
	}
	byLength := func(a, b string) int {
		return cmp.Or(cmp.Compare(utf8.RuneCountInString(b), utf8.RuneCountInString(a)), cmp.Compare(a, b))
	}
	for _, list := range []*[]string{&names, &stems} {
		slices.SortFunc(*list, byLength)
		*list = slices.Compact(*list)
	}
	return names, stems
}

func isKanji(r rune) bool { return r >= 0x3400 && r <= 0x9fff || r == '々' }

// stem is the name without its last character when that is a suffix of a
// prefecture or municipality (北海道 keeps its own).
func stem(name string) string {
	r, size := utf8.DecodeLastRuneInString(name)
	if name != "北海道" && strings.ContainsRune("都府県市区町村", r) {
		return name[:len(name)-size]
	}
	return name
}

// Prefectures lists the 47 prefectures by code (SPEC.md section 7, GetPrefecturesList).
func Prefectures() []Prefecture { return slices.Clone(loadPlaces().prefectures) }

// FindPrefecture returns the prefecture of a two-digit code.
func FindPrefecture(code string) (Prefecture, bool) {
	p := loadPlaces()
	return find(p.prefectures, p.prefectureAt, code)
}

// Regions lists the ten blocks from north to south.
func Regions() []Region { return slices.Clone(loadPlaces().regions) }

// FindRegion returns the block of a two-digit code.
func FindRegion(code string) (Region, bool) {
	p := loadPlaces()
	return find(p.regions, p.regionAt, code)
}

// RegionOf returns the block that a prefecture belongs to.
func RegionOf(prefCode string) (Region, bool) {
	p, ok := FindPrefecture(prefCode)
	if !ok {
		return Region{}, false
	}
	return FindRegion(p.RegionCode)
}

// FindCity returns the municipality of a five-digit code, also a designated
// city that cannot be selected in an address.
func FindCity(code string) (City, bool) {
	p := loadPlaces()
	return find(p.cities, p.cityAt, code)
}

// Cities lists the municipalities of a prefecture by code. Designated cities
// stand before their wards and are not Selectable.
func Cities(prefCode string) []City {
	cities := loadPlaces().cities
	if _, ok := FindPrefecture(prefCode); !ok {
		return nil
	}
	from, _ := slices.BinarySearchFunc(cities, prefCode, func(c City, code string) int {
		return cmp.Compare(c.PrefCode, code)
	})
	to := from
	for to < len(cities) && cities[to].PrefCode == prefCode {
		to++
	}
	return slices.Clone(cities[from:to])
}

// PlaceNames lists the names that the anonymity check (domain.md 3.3) looks
// for: municipalities and wards with their suffix (名古屋市, 中村区) and counties
// (愛知郡), each once, longest first. Names that equal a prefecture and names
// of one character are left out. Short ones (北区, 津市) also occur inside other
// words, so a hit wants a look at its neighbours or a human.
func PlaceNames() []string { return slices.Clone(loadPlaces().names) }

// PlaceStems lists names of municipalities without their suffix (名古屋,
// 宇都宮), longest first, for texts that leave the suffix out. Only those that
// are hardly anything else: the designated cities, and names of three
// characters and more with a Chinese character among them; none that is a
// prefecture's (千葉, 広島).
func PlaceStems() []string { return slices.Clone(loadPlaces().stems) }

package companycsv

import (
	"strings"
	"sync"

	"tsunagu/store/master"
)

func readPostal(r *csvRow, cell string) {
	code := strings.TrimSpace(cell)
	if digits := restoreZeros(strings.Trim(tidyCode(code), "〒 "), 5, 7); allASCIIDigits(digits) {
		code = digits
	}
	if exponent.MatchString(tidyCode(code)) {
		r.fail("郵便番号", exponentReason)
	} else if n, ok := master.NormalizePostal(code); ok {
		code = n
		if len(master.ByPostalCode(n)) == 0 {
			r.fail("郵便番号", "この郵便番号はありません。郵便番号を確認してください。")
		}
	}
	r.details.PostalCode = code
}

func readPrefecture(r *csvRow, cell string) {
	r.details.PrefectureCode = ""
	if tidyText(cell) == "" {
		r.fail("都道府県", "都道府県を入力してください（例: 愛知県）。")
		return
	}
	if code, ok := prefectureOf(cell); ok {
		r.details.PrefectureCode = code
		return
	}
	r.fail("都道府県", "都道府県の名前を確認してください（例: 愛知県）。")
}

// placeIndex finds codes by normalised names; names of cities are searched within a prefecture's
// code.
type placeIndex struct {
	prefectures map[string]string
	cities      map[string]map[string]string
	towns       sync.Map // city code → map of names
}

var placesByName = sync.OnceValue(func() *placeIndex {
	x := &placeIndex{prefectures: map[string]string{}, cities: map[string]map[string]string{}}
	for _, p := range master.Prefectures() {
		for _, n := range []string{p.Name, p.Code, strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(p.Name, "県"), "府"), "都")} {
			x.prefectures[bareHeader(n)] = p.Code
		}
		cities := map[string]string{}
		for _, c := range master.Cities(p.Code) {
			cities[bareHeader(c.Name)] = c.Code
		}
		for _, c := range master.Cities(p.Code) { // a full name replaces another city's short form
			cities[bareHeader(c.FullName)] = c.Code
			cities[c.Code] = c.Code
		}
		x.cities[p.Code] = cities
	}
	return x
})

func prefectureOf(name string) (string, bool) {
	code, ok := placesByName().prefectures[bareHeader(tidyText(name))]
	return code, ok
}

func readCity(r *csvRow, cell string) {
	r.details.CityCode = ""
	name := bareHeader(tidyText(cell))
	if name == "" {
		r.fail("市区町村", "市区町村を入力してください（例: 名古屋市中村区）。")
		return
	}
	x := placesByName()
	if code, ok := x.cities[r.details.PrefectureCode][name]; ok {
		r.details.CityCode = code
		return
	}
	for pref, cities := range x.cities {
		if _, ok := cities[name]; ok && r.details.PrefectureCode != "" {
			p, _ := master.FindPrefecture(pref)
			r.fail("市区町村", "市区町村が都道府県と合いません（"+p.Name+"にあります）。どちらかを直してください。")
			return
		}
	}
	if r.details.PrefectureCode != "" {
		r.fail("市区町村", "この都道府県にない市区町村です。名前を確認してください（例: 名古屋市中村区。郡は省略できます）。")
	} else {
		r.failed["市区町村"] = true // the error is reported at the prefecture alone
	}
}

// townOf is the code of a town of a municipality by its name or reading, "" where it has none.
func townOf(cityCode, name string) string {
	x := placesByName()
	names, ok := x.towns.Load(cityCode)
	if !ok {
		m := map[string]string{}
		for _, t := range master.Towns(cityCode) {
			for _, n := range []string{t.Name, t.Kana} {
				if code, ok := m[bareHeader(n)]; ok && code != t.Code {
					m[bareHeader(n)] = "" // two towns have this name: the code cannot be determined
				} else if !ok {
					m[bareHeader(n)] = t.Code
				}
			}
		}
		names, _ = x.towns.LoadOrStore(cityCode, m)
	}
	return names.(map[string]string)[bareHeader(name)]
}

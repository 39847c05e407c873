package master

import (
	"bytes"
	"compress/gzip"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestTownsAreComplete(t *testing.T) {
	towns, undivided := 0, 0
	for _, p := range Prefectures() {
		for _, c := range Cities(p.Code) {
			list := Towns(c.Code)
			if !c.Selectable && len(list) > 0 {
				t.Errorf("%s is not selectable and has %d towns", c.FullName, len(list))
			}
			if c.Selectable && len(list) == 0 {
				undivided++
			}
			for _, town := range list {
				if town.CityCode != c.Code || len(town.Code) != 9 || town.Name == "" || town.Kana == "" ||
					strings.ContainsAny(town.Name+town.Kana, "\t\n") {
					t.Errorf("%s lists %+v", c.FullName, town)
				}
				if found, ok := FindTown(town.Code); !ok || found != town {
					t.Errorf("FindTown(%s) = %+v, %v", town.Code, found, ok)
				}
			}
			towns += len(list)
		}
	}
	if towns != 119_525 || len(loadAddresses().towns) != towns {
		t.Errorf("%d towns in known municipalities of %d, want 119525", towns, len(loadAddresses().towns))
	}
	if undivided != 23 {
		t.Errorf("%d municipalities without towns, want 23", undivided)
	}
}

func TestPostalCodesAreComplete(t *testing.T) {
	codes := map[uint64]bool{}
	for _, entry := range loadAddresses().postal {
		codes[entry>>32] = true
	}
	if len(codes) != 120_682 {
		t.Errorf("%d postal codes, want 120682", len(codes))
	}
	// every line, so every address that a look-up can give
	for _, entry := range loadAddresses().postal {
		a := loadAddresses().address(uint32(entry))
		if a.PrefectureName == "" || a.CityName == "" || !strings.HasPrefix(a.TownCode, a.CityCode) && a.TownCode != "" ||
			(a.TownCode == "") != (a.TownName == "") || a.Detail != "" && a.TownName == "" ||
			strings.Contains(a.Detail, "\n") {
			t.Fatalf("%07d: %+v", entry>>32, a)
		}
	}
}

func TestByPostalCode(t *testing.T) {
	aichi := func(city, name, town, townName, kana, detail string) Address {
		return Address{"23", "愛知県", city, name, town, townName, kana, detail}
	}
	for _, test := range []struct {
		code string
		want []Address
	}{
		{"4500002", []Address{aichi("23105", "名古屋市中村区", "231050002", "名駅", "メイエキ", "")}},
		{"0600000", []Address{{PrefectureCode: "01", PrefectureName: "北海道", CityCode: "01101", CityName: "札幌市中央区"}}},
		{"4980000", []Address{
			{PrefectureCode: "23", PrefectureName: "愛知県", CityCode: "23235", CityName: "弥富市"},
			{PrefectureCode: "24", PrefectureName: "三重県", CityCode: "24303", CityName: "桑名郡木曽岬町"},
		}},
		{"9806001", []Address{{"04", "宮城県", "04101", "仙台市青葉区", "041010010", "中央", "チュウオウ", "SS30住友生命仙台中央ビル 1階"}}},
		{"1000301", []Address{{PrefectureCode: "13", PrefectureName: "東京都", CityCode: "13362", CityName: "利島村"}}},
		{"0000000", nil},
		{"9999999", nil},
		{"450-0002", nil},
		{"４５００００２", nil},
		{"450000", nil},
		{"45000020", nil},
		{"", nil},
	} {
		if got := ByPostalCode(test.code); !reflect.DeepEqual(got, test.want) {
			t.Errorf("ByPostalCode(%q) =\n%+v, want\n%+v", test.code, got, test.want)
		}
	}
}

func TestByPostalCodeOrder(t *testing.T) {
	several, details := 0, 0
	seen := map[uint64]bool{}
	for _, entry := range loadAddresses().postal {
		if seen[entry>>32] {
			continue
		}
		seen[entry>>32] = true
		code := [7]byte{}
		for i, n := 6, entry>>32; i >= 0; i, n = i-1, n/10 {
			code[i] = byte('0' + n%10)
		}
		list := ByPostalCode(string(code[:]))
		if len(list) == 0 {
			t.Fatalf("%s finds nothing", code)
		}
		for i := 1; i < len(list); i++ {
			before, a := list[i-1], list[i]
			several++
			switch {
			case before == a:
				t.Errorf("%s: %+v twice", code, a)
			case before.CityCode > a.CityCode:
				t.Errorf("%s: %s after %s", code, a.CityCode, before.CityCode)
			case before.CityCode < a.CityCode:
			case before.TownCode > a.TownCode:
				t.Errorf("%s: %s after %s", code, a.TownCode, before.TownCode)
			case before.TownCode == a.TownCode && a.Detail == "":
				t.Errorf("%s: %s after a part of it", code, a.TownName)
			case a.Detail != "":
				details++
			}
		}
	}
	if several == 0 || details == 0 {
		t.Errorf("nothing to order: %d places, %d details", several, details)
	}
}

func TestUnknownTowns(t *testing.T) {
	for _, code := range []string{"", "231050000", "231059999", "99999", "999990001", "23105007", "2310500720", "名古屋名古屋"} {
		if town, ok := FindTown(code); ok {
			t.Errorf("FindTown(%q) = %+v", code, town)
		}
	}
	for _, code := range []string{"", "00000", "23100", "23", "99999"} {
		if list := Towns(code); len(list) != 0 {
			t.Errorf("Towns(%q) has %d towns", code, len(list))
		}
	}
}

func TestParseAddressesRefusesBrokenData(t *testing.T) {
	for name, text := range map[string]string{
		"cities out of order": "C\t02000\nC\t01000\n",
		"city twice":          "C\t01000\nC\t01000\n",
		"towns out of order":  "C\t01000\n0002\tあ\tア\t0000001\n0001\tい\tイ\t0000002\n",
		"short serial":        "C\t01000\n1\tあ\tア\t0000001\n",
		"short postal code":   "C\t01000\nE\t123456\n",
		"letters for a code":  "C\t01000\nE\t123456x\n",
		"cut off":             "C\t01000\nE\t1234567",
	} {
		if _, err := parseAddresses(zip(t, text)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	good := zip(t, "C\t01000\nE\t1234567\n0001\tあ\tア\t0000001 0000002\n")
	a, err := parseAddresses(good)
	if err != nil || len(a.towns) != 1 || len(a.postal) != 3 {
		t.Fatalf("good data: %+v, %v", a, err)
	}
	for _, packed := range []string{"", "x", good[:len(good)/2], good[:len(good)-6]} {
		if _, err := parseAddresses(packed); err == nil {
			t.Errorf("%d bytes of %d: accepted", len(packed), len(good))
		}
	}
}

func zip(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// BenchmarkParse is the cost of the first look-up; kept-MiB is what stays on
// the heap afterwards.
func BenchmarkParse(b *testing.B) {
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	b.ReportAllocs()
	before := heap()
	var a *addresses
	for b.Loop() {
		var err error
		if a, err = parseAddresses(packedAddresses); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(int64(heap())-int64(before))/(1<<20), "kept-MiB")
	runtime.KeepAlive(a)
}

func BenchmarkByPostalCode(b *testing.B) {
	codes := []string{"4500002", "0600000", "4980000", "9806001", "0000000"}
	Preload()
	for b.Loop() {
		for _, c := range codes {
			ByPostalCode(c)
		}
	}
}

func BenchmarkTowns(b *testing.B) {
	Preload()
	for b.Loop() {
		if !slices.ContainsFunc(Towns("23105"), func(t Town) bool { return t.Name == "名駅" }) {
			b.Fatal("名駅 is missing")
		}
	}
}

func BenchmarkSearchInstitutions(b *testing.B) {
	Institutions()
	for b.Loop() {
		if len(SearchInstitutions("とよた 信金", 20)) == 0 {
			b.Fatal("nothing found")
		}
	}
}

// Every town has a postal code, and the code leads back to it.
func TestPostalCodesOfTowns(t *testing.T) {
	for _, city := range []string{"01101", "13101", "23105", "26104", "40133"} {
		for _, town := range Towns(city) {
			list := PostalCodes(town.Code)
			if len(list) == 0 {
				t.Errorf("%s %s has none", town.Code, town.Name)
			}
			for _, code := range list {
				if !slices.ContainsFunc(ByPostalCode(code), func(a Address) bool { return a.TownCode == town.Code }) {
					t.Errorf("%s is not of %s", code, town.Name)
				}
			}
		}
	}
	for _, code := range []string{"", "131010", "999990001", "131019999"} {
		if list := PostalCodes(code); list != nil {
			t.Errorf("%q: %v", code, list)
		}
	}
}

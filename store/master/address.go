package master

import (
	"cmp"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/addresses_compact.tsv.gz
var packedAddresses string

// Town is a 町域 as in the postal code data, without 丁目 and 番地.
type Town struct {
	Code     string // CityCode and a serial of four digits; our own, never renumbered
	CityCode string
	Name     string
	Kana     string
}

// Address is one place of a postal code. TownCode, TownName and TownKana are
// empty where the code stands for the rest of a municipality
// (以下に掲載がない場合); Detail is a floor of a building or a street in Kyoto.
type Address struct {
	PrefectureCode string
	PrefectureName string
	CityCode       string
	CityName       string // full name: 名古屋市中村区
	TownCode       string
	TownName       string
	TownKana       string
	Detail         string
}

// addresses indexes the decompressed data file, whose format is the one of
// the data's README: a line "C city" opens a municipality, "serial name kana
// codes" is a town, "E code" a code without town, "D serial code detail" a
// part of a town. Only line positions are kept beside the text.
type addresses struct {
	text   string
	cities []cityLines // by code, and so by position
	towns  []uint32    // position of each town's line
	postal []uint64    // postal code << 32 | position of the line, sorted
}

type cityLines struct {
	code string
	line uint32 // position of the C line
	town int    // index of the first town
}

var loadAddresses = sync.OnceValue(func() *addresses {
	a, err := parseAddresses(packedAddresses)
	if err != nil {
		panic(fmt.Errorf("master: addresses: %w", err))
	}
	return a
})

// Preload parses the addresses, so that the first look-up does not wait for
// them (some 40 ms). A server calls it beside its start.
func Preload() { loadAddresses() }

func parseAddresses(packed string) (*addresses, error) {
	text, err := unzip(packed)
	if err != nil {
		return nil, err
	}
	a := &addresses{
		text:   text,
		cities: make([]cityLines, 0, 2048),
		towns:  make([]uint32, 0, 120_000),
		postal: make([]uint64, 0, 145_000),
	}
	lastTown := ""
	for at := 0; at < len(text); {
		line, _, ended := strings.Cut(text[at:], "\n")
		if !ended {
			return nil, fmt.Errorf("byte %d: line without end", at)
		}
		kind, rest, _ := strings.Cut(line, "\t")
		codes := ""
		switch kind {
		case "C":
			if n := len(a.cities); n > 0 && a.cities[n-1].code >= rest {
				return nil, fmt.Errorf("byte %d: city %s out of order", at, rest)
			}
			a.cities = append(a.cities, cityLines{rest, uint32(at), len(a.towns)})
			lastTown = ""
		case "E":
			codes = rest
		case "D":
			_, rest, _ = strings.Cut(rest, "\t")
			codes, _, _ = strings.Cut(rest, "\t")
		default: // the search for a town relies on serials of one length, in order
			if len(kind) != 4 || kind <= lastTown {
				return nil, fmt.Errorf("byte %d: town %q out of order", at, kind)
			}
			lastTown = kind
			a.towns = append(a.towns, uint32(at))
			codes = rest[strings.LastIndexByte(rest, '\t')+1:]
		}
		for codes != "" {
			var code string
			code, codes, _ = strings.Cut(codes, " ")
			n, err := strconv.ParseUint(code, 10, 32)
			if err != nil || len(code) != 7 {
				return nil, fmt.Errorf("byte %d: postal code %q", at, code)
			}
			a.postal = append(a.postal, n<<32|uint64(at))
		}
		at += len(line) + 1
	}
	slices.Sort(a.postal)
	return a, nil
}

// unzip decompresses into a string of the right size at once: growing would
// leave as much garbage again.
func unzip(packed string) (string, error) {
	if len(packed) < 4 {
		return "", io.ErrUnexpectedEOF
	}
	z, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.Grow(int(binary.LittleEndian.Uint32([]byte(packed[len(packed)-4:]))))
	if _, err := io.Copy(&b, z); err != nil {
		return "", err
	}
	return b.String(), nil
}

// line returns the line that begins at a position.
func (a *addresses) line(at uint32) string {
	line, _, _ := strings.Cut(a.text[at:], "\n")
	return line
}

// townsOf returns the positions of a municipality's towns.
func (a *addresses) townsOf(cityCode string) []uint32 {
	i, ok := slices.BinarySearchFunc(a.cities, cityCode, func(c cityLines, code string) int {
		return cmp.Compare(c.code, code)
	})
	if !ok {
		return nil
	}
	return a.towns[a.cities[i].town:a.townEnd(i)]
}

func (a *addresses) townEnd(city int) int {
	if city+1 < len(a.cities) {
		return a.cities[city+1].town
	}
	return len(a.towns)
}

// town reads the town of a municipality by its four-digit serial.
func (a *addresses) town(cityCode, serial string) (Town, bool) {
	lines := a.townsOf(cityCode)
	i, ok := slices.BinarySearchFunc(lines, serial, func(at uint32, serial string) int {
		return cmp.Compare(a.text[at:at+4], serial)
	})
	if !ok {
		return Town{}, false
	}
	return a.readTown(cityCode, lines[i]), true
}

func (a *addresses) readTown(cityCode string, at uint32) Town {
	serial, rest, _ := strings.Cut(a.line(at), "\t")
	name, rest, _ := strings.Cut(rest, "\t")
	kana, _, _ := strings.Cut(rest, "\t")
	return Town{cityCode + serial, cityCode, name, kana}
}

// FindTown returns the town of a nine-digit code.
func FindTown(code string) (Town, bool) {
	if len(code) != 9 {
		return Town{}, false
	}
	return loadAddresses().town(code[:5], code[5:])
}

// PostalCodes are those of the town of a nine-digit code: several where they differ by 丁目.
func PostalCodes(townCode string) []string {
	a := loadAddresses()
	if len(townCode) != 9 {
		return nil
	}
	for _, at := range a.townsOf(townCode[:5]) {
		if a.text[at:at+4] == townCode[5:] {
			return strings.Fields(a.line(at)[strings.LastIndexByte(a.line(at), '\t'):])
		}
	}
	return nil
}

// Towns lists the towns of a municipality by code. There are none for an
// unknown code, for a designated city, whose wards have them, and for 23
// villages and small towns whose one postal code covers the whole, so an
// address there is complete without a town.
func Towns(cityCode string) []Town {
	a := loadAddresses()
	lines := a.townsOf(cityCode)
	towns := make([]Town, len(lines))
	for i, at := range lines {
		towns[i] = a.readTown(cityCode, at)
	}
	return towns
}

// ByPostalCode lists the places of a postal code of seven digits (see
// [NormalizePostal]) by municipality and town: several where the code covers
// several towns, municipalities or, for 498-0000, prefectures, and the user
// has to choose. Parts of a town follow the town. An unknown or malformed
// code gives none.
func ByPostalCode(code string) []Address {
	if !allDigits(code, 7) {
		return nil
	}
	n, _ := strconv.ParseUint(code, 10, 32)
	a := loadAddresses()
	from, _ := slices.BinarySearch(a.postal, n<<32)
	var list []Address
	for _, entry := range a.postal[from:] {
		if entry>>32 != n {
			break
		}
		list = append(list, a.address(uint32(entry)))
	}
	slices.SortStableFunc(list, func(x, y Address) int {
		return cmp.Or(
			cmp.Compare(x.CityCode, y.CityCode),
			cmp.Compare(x.TownCode, y.TownCode),
			cmp.Compare(min(len(x.Detail), 1), min(len(y.Detail), 1)), // streets stay in order
		)
	})
	return list
}

// address reads the place that the line at a position stands for.
func (a *addresses) address(at uint32) Address {
	i, ok := slices.BinarySearchFunc(a.cities, at, func(c cityLines, at uint32) int {
		return cmp.Compare(c.line, at)
	})
	if !ok {
		i-- // the last municipality that begins before the line
	}
	city, _ := FindCity(a.cities[i].code)
	prefecture, _ := FindPrefecture(city.PrefCode)
	address := Address{
		PrefectureCode: prefecture.Code,
		PrefectureName: prefecture.Name,
		CityCode:       city.Code,
		CityName:       city.FullName,
	}
	var town Town
	switch kind, rest, _ := strings.Cut(a.line(at), "\t"); kind {
	case "E":
		return address
	case "D":
		serial, rest, _ := strings.Cut(rest, "\t")
		_, address.Detail, _ = strings.Cut(rest, "\t")
		town, _ = a.town(city.Code, serial)
	default:
		town = a.readTown(city.Code, at)
	}
	address.TownCode, address.TownName, address.TownKana = town.Code, town.Name, town.Kana
	return address
}

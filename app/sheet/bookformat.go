package sheet

import (
	"encoding/xml"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// cellFormat is what of a number's format changes its meaning: all else is only its look, and hides digits.
type cellFormat struct {
	isDay bool
	zeros int // digits that are shown at least
}

// The formats that every workbook has: days, also in Japanese.
func isBuiltInDay(id int) bool {
	return id >= 14 && id <= 17 || id == 22 || id >= 27 && id <= 31 || id == 36 || id >= 50 && id <= 54 || id >= 57 && id <= 58
}

var (
	unshown   = regexp.MustCompile(`"[^"]*"|\[[^\]]*\]|\\.|_.|\*.`)
	onlyZeros = regexp.MustCompile(`^0{2,20}$`)
)

func formatOf(id int, code string) cellFormat {
	code, _, _ = strings.Cut(strings.ToLower(unshown.ReplaceAllString(code, "")), ";")
	f := cellFormat{isDay: isBuiltInDay(id)}
	if code != "" && code != "general" {
		f.isDay = strings.ContainsAny(code, "yd") || strings.Contains(code, "ge") || strings.HasPrefix(code, "e")
	}
	if onlyZeros.MatchString(code) {
		f.zeros = len(code)
	}
	return f
}

// readStyles reads the formats of the cells' styles.
func (b *book) readStyles(name string) error {
	x, err := b.part(name, bookOther)
	if err != nil {
		return err
	}
	codes := map[int]string{}
	return x.each(func(e xml.StartElement) error {
		id, _ := strconv.Atoi(attribute(e, "numFmtId"))
		switch e.Name.Local {
		case "numFmt":
			codes[id] = attribute(e, "formatCode")
		case "cellXfs":
			return x.children(func(e xml.StartElement) error {
				id, _ := strconv.Atoi(attribute(e, "numFmtId"))
				b.formats = append(b.formats, formatOf(id, codes[id]))
				return x.skip()
			})
		}
		return nil
	})
}

// number is a stored number as a text, with all its digits whatever the cell shows of them.
func (f cellFormat) number(raw string, is1904 bool) string {
	v, err := strconv.ParseFloat(strings.TrimSpace(raw), 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return raw
	}
	if f.isDay && v >= 1 && v < 2_958_466 { // up to the year 9999
		return dayOf(int(v), is1904)
	}
	// A spreadsheet knows 15 digits; what a double has beyond them is noise of its arithmetic.
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64)
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if len(s) < f.zeros && strings.Trim(s, "0123456789") == "" {
		s = strings.Repeat("0", f.zeros-len(s)) + s
	}
	return s
}

// dayOf is the day of a serial number. Spreadsheets count a 29 February 1900 that there was not.
func dayOf(serial int, is1904 bool) string {
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case is1904:
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case serial < 60:
		first = first.AddDate(0, 0, 1)
	}
	return first.AddDate(0, 0, serial).Format("2006/1/2")
}

package typeset

import (
	"encoding/binary"
	"errors"
	"sort"
	"strings"
	"sync"
	"unicode"

	"tsunagu/app/typeface"
)

// face reads what a PDF needs of a TrueType font of 1000 units an em: which glyph a character has, how wide it is, and its
// outline as it stands in the file.
type face struct {
	tables                 map[string]string
	glyphs, metrics        int
	groups                 []group            // cmap, format 12
	forms                  map[[2]rune]uint16 // character and variation selector (cmap, format 14); 0 is the usual glyph
	ascent, descent        int
	xMin, yMin, xMax, yMax int
}

type group struct{ first, last, glyph uint32 }

var errFont = errors.New("typeset: the font is not as expected")

var font = sync.OnceValues(func() (f *face, err error) { return parse(typeface.Regular()) })

func u16(s string, at int) int { return int(s[at])<<8 | int(s[at+1]) }
func i16(s string, at int) int { return int(int16(u16(s, at))) }
func u24(s string, at int) int { return int(s[at])<<16 | u16(s, at+1) }
func u32(s string, at int) int { return u16(s, at)<<16 | u16(s, at+2) }

func parse(b string) (f *face, err error) {
	defer func() { // a file that is cut short
		if recover() != nil {
			f, err = nil, errFont
		}
	}()
	f = &face{tables: map[string]string{}, forms: map[[2]rune]uint16{}}
	for i := range u16(b, 4) {
		row := b[12+16*i:]
		f.tables[row[:4]] = b[u32(row, 8) : u32(row, 8)+u32(row, 12)]
	}
	head := f.tables["head"]
	if f.tables["glyf"] == "" || u16(head, 18) != 1000 || u16(head, 50) != 1 {
		return nil, errFont
	}
	f.glyphs, f.metrics = u16(f.tables["maxp"], 4), u16(f.tables["hhea"], 34)
	f.xMin, f.yMin, f.xMax, f.yMax = i16(head, 36), i16(head, 38), i16(head, 40), i16(head, 42)
	f.ascent, f.descent = i16(f.tables["hhea"], 4), i16(f.tables["hhea"], 6)
	cmap := f.tables["cmap"]
	for i := range u16(cmap, 2) {
		sub := cmap[u32(cmap, 8+8*i):]
		switch u16(sub, 0) {
		case 12:
			f.groups = nil
			for g := range u32(sub, 12) {
				f.groups = append(f.groups, group{uint32(u32(sub, 16+12*g)), uint32(u32(sub, 20+12*g)), uint32(u32(sub, 24+12*g))})
			}
		case 14:
			f.readForms(sub)
		}
	}
	if len(f.groups) == 0 {
		return nil, errFont
	}
	return f, nil
}

// readForms reads which variation sequences (葛 with U+E0100) the font knows.
func (f *face) readForms(sub string) {
	for i := range u32(sub, 6) {
		row := sub[10+11*i:]
		selector := rune(u24(row, 0))
		if at := u32(row, 3); at != 0 {
			for r := range u32(sub, at) {
				first := u24(sub, at+4+4*r)
				for c := first; c <= first+int(sub[at+4+4*r+3]); c++ {
					f.forms[[2]rune{rune(c), selector}] = 0
				}
			}
		}
		if at := u32(row, 7); at != 0 {
			for r := range u32(sub, at) {
				f.forms[[2]rune{rune(u24(sub, at+4+5*r)), selector}] = uint16(u16(sub, at+4+5*r+3))
			}
		}
	}
}

// glyph of a character; 0 is none.
func (f *face) glyph(r rune) uint16 {
	i := sort.Search(len(f.groups), func(i int) bool { return f.groups[i].last >= uint32(r) })
	if i == len(f.groups) || f.groups[i].first > uint32(r) {
		return 0
	}
	return uint16(f.groups[i].glyph + uint32(r) - f.groups[i].first)
}

func (f *face) width(glyph uint16) int {
	return u16(f.tables["hmtx"], 4*min(int(glyph), f.metrics-1))
}

// outline of a glyph, as in the file.
func (f *face) outline(glyph uint16) string {
	loca := f.tables["loca"]
	return f.tables["glyf"][u32(loca, 4*int(glyph)):u32(loca, 4*int(glyph)+4)]
}

// cluster is a character as it is drawn and copied: one rune, or one with its variation selector.
type cluster struct {
	text  string
	r     rune
	glyph uint16
	width int // thousandths of an em
}

// clusters of a line of text. missing gets the characters without a glyph.
func (f *face) clusters(s string, missing func(...rune)) (out []cluster) {
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case r == '\t':
			r = ' '
		case unicode.Is(unicode.Cf, r) || r == '\r': // nothing to see, nothing to copy
			continue
		}
		c := cluster{text: string(r), r: r, glyph: f.glyph(r)}
		if i+1 < len(runes) && unicode.Is(unicode.Variation_Selector, runes[i+1]) {
			i++
			form, ok := f.forms[[2]rune{r, runes[i]}]
			if !ok || c.glyph == 0 {
				missing(r, runes[i])
				continue
			}
			if form != 0 {
				c.glyph = form
			}
			c.text += string(runes[i])
		}
		if c.glyph == 0 {
			missing(r)
			continue
		}
		c.width = f.width(c.glyph)
		out = append(out, c)
	}
	return out
}

// ink is the part of the font that one paper uses. Each cluster has a slot of its own, also where the font draws two
// characters by one glyph (﨑 and its like): a slot's text is what was typed.
type ink struct {
	f     *face
	slots map[string]int
	used  []cluster // slot 1 is used[0]; slot 0 is the font's sign for a missing character
}

func (k *ink) slot(c cluster) int {
	n, ok := k.slots[c.text]
	if !ok {
		k.used = append(k.used, c)
		n = len(k.used)
		k.slots[c.text] = n
	}
	return n
}

// Of the parts of a composite glyph (TrueType, table glyf).
const (
	argsAreWords  = 0x1
	haveScale     = 0x8
	moreParts     = 0x20
	haveXYScale   = 0x40
	haveTwoByTwo  = 0x80
	tableChecksum = 0xB1B0AFBA
)

// subset is a TrueType file that holds the slots' glyphs, and after them the parts of those that are composed.
func (k *ink) subset() []byte {
	var loca, glyf, hmtx []byte
	order := []uint16{0}
	for _, c := range k.used {
		order = append(order, c.glyph)
	}
	parts := map[uint16]int{}
	for i := 0; i < len(order); i++ {
		g := []byte(k.f.outline(order[i]))
		if len(g) > 0 && int16(binary.BigEndian.Uint16(g)) < 0 {
			for at, more := 10, true; more; {
				flags, of := binary.BigEndian.Uint16(g[at:]), binary.BigEndian.Uint16(g[at+2:])
				if parts[of] == 0 {
					parts[of] = len(order)
					order = append(order, of)
				}
				binary.BigEndian.PutUint16(g[at+2:], uint16(parts[of]))
				at += 6
				if flags&argsAreWords != 0 {
					at += 2
				}
				switch {
				case flags&haveScale != 0:
					at += 2
				case flags&haveXYScale != 0:
					at += 4
				case flags&haveTwoByTwo != 0:
					at += 8
				}
				more = flags&moreParts != 0
			}
		}
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		glyf = append(glyf, g...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(k.f.width(order[i])))
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(k.f.bearing(order[i])))
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	head, hhea, maxp := []byte(k.f.tables["head"]), []byte(k.f.tables["hhea"]), []byte(k.f.tables["maxp"])
	binary.BigEndian.PutUint32(head[8:], 0)
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(order)))
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(order)))
	return sfntFile([]table{{"glyf", glyf}, {"head", head}, {"hhea", hhea}, {"hmtx", hmtx}, {"loca", loca}, {"maxp", maxp},
		{"prep", []byte(k.f.tables["prep"])}})
}

func (f *face) bearing(glyph uint16) int {
	if int(glyph) < f.metrics {
		return u16(f.tables["hmtx"], 4*int(glyph)+2)
	}
	return u16(f.tables["hmtx"], 4*f.metrics+2*(int(glyph)-f.metrics))
}

type table struct {
	tag  string
	data []byte
}

// sfntFile packs tables, which are in the order of their tags.
func sfntFile(tables []table) []byte {
	n := len(tables)
	power, log := 1, 0
	for power*2 <= n {
		power, log = power*2, log+1
	}
	out := binary.BigEndian.AppendUint32(nil, 0x00010000)
	for _, v := range []int{n, power * 16, log, (n - power) * 16} {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	at, headAt := len(out)+16*n, 0
	var body []byte
	for _, t := range tables {
		if t.tag == "head" {
			headAt = at
		}
		padded := append(t.data, strings.Repeat("\x00", -len(t.data)&3)...)
		out = append(out, t.tag...)
		for _, v := range []uint32{checksum(padded), uint32(at), uint32(len(t.data))} {
			out = binary.BigEndian.AppendUint32(out, v)
		}
		body = append(body, padded...)
		at += len(padded)
	}
	out = append(out, body...)
	binary.BigEndian.PutUint32(out[headAt+8:], tableChecksum-checksum(out))
	return out
}

func checksum(b []byte) (sum uint32) {
	for i := 0; i < len(b); i += 4 {
		sum += binary.BigEndian.Uint32(b[i:])
	}
	return sum
}

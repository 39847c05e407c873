package sheet

import (
	"bufio"
	"io"
	"strings"
	"sync"

	"golang.org/x/text/encoding/japanese"
)

// Writer writes a table as CSV: CRLF, cells quoted and neutralised. In CP932 it skips characters
// that the encoding lacks: Lost reports them, and the caller must not hand out such a file.
type Writer struct {
	out      *bufio.Writer
	encoding Encoding
	row      int
	lost     []Lost
	lostAll  int
	err      error
}

// Lost is a cell with a character that the encoding lacks.
type Lost struct {
	Row, Column int // from 1
	Rune        rune
	Cell        string
}

// maxLost is how many such cells are stored; beyond that they are only counted.
const maxLost = 5

// NewWriter writes in CP932, or in UTF-8 with a BOM, without which Excel does not recognise the
// encoding.
func NewWriter(w io.Writer, encoding Encoding) *Writer {
	x := &Writer{out: bufio.NewWriterSize(w, 64<<10), encoding: encoding}
	if encoding == UTF8 {
		x.string("\ufeff")
	}
	return x
}

// Header writes the first row, whose cells need no quotes.
func (w *Writer) Header(cells []string) error {
	w.row++
	w.text(strings.Join(cells, ","), cells, 1)
	w.string("\r\n")
	return w.err
}

// Write writes a row.
func (w *Writer) Write(cells []string) error {
	w.row++
	for i, c := range cells {
		if i > 0 {
			w.string(",")
		}
		w.string(`"`)
		w.text(strings.ReplaceAll(Neutral(c), `"`, `""`), cells, i+1)
		w.string(`"`)
	}
	w.string("\r\n")
	return w.err
}

// Flush writes what is buffered.
func (w *Writer) Flush() error {
	if w.err == nil {
		w.err = w.out.Flush()
	}
	return w.err
}

// Lost returns the first cells that could not be written, and how many there are in all.
func (w *Writer) Lost() (first []Lost, count int) { return w.lost, w.lostAll }

func (w *Writer) string(s string) {
	if w.err == nil {
		_, w.err = w.out.WriteString(s)
	}
}

func (w *Writer) text(s string, cells []string, column int) {
	if w.encoding != CP932 {
		w.string(s)
		return
	}
	table, isReported := cp932(), false
	for _, r := range s {
		if r < 0x80 {
			w.string(string(r))
			continue
		}
		b, ok := table[r]
		if !ok {
			if !isReported {
				isReported = true
				w.lostAll++
				if len(w.lost) < maxLost {
					w.lost = append(w.lost, Lost{w.row, column, r, cells[column-1]})
				}
			}
			continue
		}
		w.string(b)
	}
}

// lookAlikes are the characters of the Japanese standard for which Windows uses another code point:
// a round trip through CP932 returns the Windows one.
var lookAlikes = map[rune]rune{'〜': '～', '−': '－', '—': '―', '‖': '∥', '¢': '￠', '£': '￡', '¬': '￢'}

// Canonical is a text as it comes back from a file in any encoding, for comparing a file with
// stored data.
func Canonical(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\ufeff' {
			return -1
		}
		if like, ok := lookAlikes[r]; ok {
			return like
		}
		return r
	}, strings.TrimSpace(s))
}

// cp932 is Windows' table from characters to bytes. Where a character has two codes, Go's encoder
// takes NEC's (EEE0 for 髙) but Windows takes IBM's (FBFC); therefore the table is built from the
// decoder, with Windows' code taking precedence.
var cp932 = sync.OnceValue(func() map[rune]string {
	table := map[rune]string{}
	decoder := japanese.ShiftJIS.NewDecoder()
	add := func(code string) {
		if s, err := decoder.String(code); err == nil {
			if rs := []rune(s); len(rs) == 1 && !IsLost(rs[0]) {
				if _, ok := table[rs[0]]; !ok {
					table[rs[0]] = code
				}
			}
		}
	}
	for c := 0xa1; c <= 0xdf; c++ { // half-width kana
		add(string([]byte{byte(c)}))
	}
	for _, leads := range [][2]int{{0x81, 0x9f}, {0xe0, 0xea}, {0xfa, 0xfc}, {0xed, 0xee}} {
		for lead := leads[0]; lead <= leads[1]; lead++ {
			for trail := 0x40; trail <= 0xfc; trail++ {
				if trail != 0x7f {
					add(string([]byte{byte(lead), byte(trail)}))
				}
			}
		}
	}
	for r, like := range lookAlikes {
		if _, ok := table[r]; !ok {
			table[r] = table[like]
		}
	}
	return table
})

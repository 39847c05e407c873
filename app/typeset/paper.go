// Package typeset writes papers as PDF: A4, Japanese line breaking, text that is searched and copied as it was typed
// (papers.md 1 and 2). The same paper gives the same bytes.
package typeset

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Paper is what is written. Nothing else goes into the file, and nothing is read from a clock.
type Paper struct {
	Title  string
	Number string  // on every page
	Heads  []Field // for whom, by whom, when, which version of the form
	Blocks []Block
	Foot   string // on every page, beside its number
	At     time.Time
}

// Field is a label and its value. The value may have several lines.
type Field struct{ Label, Value string }

// Block is a part of a paper.
type Block interface{ block() }

// Heading is a section's; it stays with what follows it.
type Heading string

// Text is paragraphs, one a line.
type Text string

// Note is small print; it stays with the end of what it follows.
type Note string

// Fields are rows of label and value.
type Fields []Field

// Form is rows that a person fills in and signs: they stay on one page.
type Form []Field

// Table has its heading row again on each page. A row has as many cells as there are columns.
type Table struct {
	Columns []Column
	Rows    [][]string
}

// Column of a table. Width is its share among the columns.
type Column struct {
	Title string
	Width float64
	Right bool
}

// Picture is a PNG or a JPEG file. Only its pixels go into the paper, never its metadata (where a photograph was taken).
type Picture struct {
	Data    []byte
	Caption string
}

func (Heading) block() {}
func (Text) block()    {}
func (Note) block()    {}
func (Fields) block()  {}
func (Form) block()    {}
func (Table) block()   {}
func (Picture) block() {}

// GlyphError names the characters that the font lacks: a paper has no holes. A variation selector follows its character.
type GlyphError struct{ Runes []rune }

func (e *GlyphError) Error() string {
	var names []string
	for i := 0; i < len(e.Runes); i++ {
		text, codes := string(e.Runes[i]), fmt.Sprintf("U+%04X", e.Runes[i])
		if i+1 < len(e.Runes) && unicode.Is(unicode.Variation_Selector, e.Runes[i+1]) {
			i++
			text, codes = text+string(e.Runes[i]), codes+fmt.Sprintf(" U+%04X", e.Runes[i])
		}
		names = append(names, "「"+text+"」（"+codes+"）")
	}
	return "書面の書体にない文字があるため、書面を作れません：" + strings.Join(names, "、") + "。この文字を別の文字に置き換えてから、もう一度作ってください。"
}

// PictureError says which picture, counted from 1, cannot be drawn.
type PictureError struct{ Number int }

func (e *PictureError) Error() string {
	return fmt.Sprintf("書面の%d枚目の画像を読み取れないため、書面を作れません。5,000万画素までのPNGかJPEGの画像に差し替えてから、もう一度作ってください。", e.Number)
}

// Write makes the PDF of a paper.
func Write(p *Paper) ([]byte, error) {
	f, err := font()
	if err != nil {
		return nil, err
	}
	s := &setter{f: f, seen: map[string]bool{}}
	if err := s.paper(p); err != nil {
		return nil, err
	}
	if len(s.missing) > 0 {
		return nil, &GlyphError{s.missing}
	}
	return s.write(p)
}

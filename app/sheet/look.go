package sheet

import "github.com/xuri/excelize/v2"

// Font is installed in Japanese offices; elsewhere the spreadsheet program replaces it by one with
// the same characters.
const Font = "游ゴシック"

// Look is the style of a cell.
type Look int

const (
	Plainly   Look = iota // a text
	Wrapped               // a text of several lines
	Centred               // a short code or word, centred
	Number                // #,##0, negative numbers with ▲
	Share                 // 12.3%
	Day                   // a date: 2026/11/21
	Title                 // of a report
	Subtitle              // of a report
	Section               // the heading of a block
	Head                  // the heading of a column
	HeadLeft              // the heading of a column of names
	HeadRight             // the heading of a column of numbers
	Total                 // the text of a closing row
	TotalNumber
	TotalShare
	Key       // the name of a large figure
	KeyFigure // a large figure
	Note      // a remark
	Input     // an empty cell for a figure that only its reader knows
	Rate      // a rate with two digits: 34.52%
	Tenths    // a multiple: 5.5
	InputRate // a rate or multiple that its reader may type over
	InputTenths
	Typed // a cell to type a text into: digits keep their zeros, and a number of 13 digits stays one
)

// The colours of the screens (tokens.css), as used on paper.
const (
	Indigo     = "17457D"
	indigoPale = "E8EEF6"
	ink        = "1A2733"
	ink2       = "4A5A6A"
	line       = "D5DBE3"
	straw      = "FFF6D6"
	paper      = "FFFFFF"
)

func (b *Book) look(l Look) int {
	if id, ok := b.looks[l]; ok {
		return id
	}
	id, err := b.f.NewStyle(l.style())
	b.keep(err)
	b.looks[l] = id
	return id
}

func (l Look) style() *excelize.Style {
	font := &excelize.Font{Family: Font, Size: 10, Color: ink}
	at := &excelize.Alignment{Vertical: "center"}
	s := &excelize.Style{Font: font, Alignment: at}
	format := func(f string) { s.CustomNumFmt = &f }
	fill := func(colour string) { s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{colour}} }
	border := func(side, colour string, width int) {
		s.Border = append(s.Border, excelize.Border{Type: side, Color: colour, Style: width})
	}
	switch l {
	case Plainly, Total:
		at.Horizontal, at.Indent = "left", 1
	case Wrapped:
		at.WrapText, at.Horizontal, at.Indent = true, "left", 1
	case Centred:
		at.Horizontal = "center"
	case Number, TotalNumber:
		at.Horizontal = "right"
		format(`#,##0;"▲"#,##0`)
	case Share, TotalShare:
		at.Horizontal = "right"
		format(`0.0%`)
	case Day:
		at.Horizontal = "center"
		format(`yyyy/mm/dd`)
	case Title:
		font.Size, font.Bold, font.Color = 20, true, Indigo
	case Subtitle:
		font.Size, font.Color = 11, ink2
	case Section:
		font.Size, font.Bold, font.Color = 12, true, Indigo
		border("bottom", Indigo, 2)
	case Head, HeadLeft, HeadRight:
		font.Bold, font.Color = true, paper
		at.WrapText, at.Horizontal = true, "center"
		if l == HeadLeft {
			at.Horizontal, at.Indent = "left", 1
		} else if l == HeadRight {
			at.Horizontal = "right"
		}
		fill(Indigo)
	case Key:
		font.Color = ink2
		at.Horizontal = "center"
		fill(indigoPale)
	case KeyFigure:
		font.Size, font.Bold, font.Color = 20, true, Indigo
		at.Horizontal = "center"
		fill(indigoPale)
		format(`#,##0`)
	case Note:
		font.Size, font.Color = 9, ink2
	case Input:
		at.Horizontal = "right"
		fill(straw)
		format(`#,##0;"▲"#,##0`)
	case Rate, InputRate:
		at.Horizontal = "right"
		format(`0.00%`)
	case Tenths, InputTenths:
		at.Horizontal = "right"
		format(`0.0"倍"`)
	case Typed:
		at.Horizontal = "left"
		format("@")
	}
	if l == InputRate || l == InputTenths {
		fill(straw)
	}
	switch l {
	case Plainly, Wrapped, Centred, Number, Share, Day, Input, Rate, Tenths, InputRate, InputTenths:
		border("bottom", line, 1)
	case Total, TotalNumber, TotalShare:
		font.Bold = true
		border("top", ink2, 1)
		border("bottom", ink2, 1)
	}
	return s
}

package sheet

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// next is the next row of the sheet that is not empty; io.EOF after the last.
func (b *book) next() (Row, error) {
	began := time.Now()
	row, err := b.findRow()
	if b.spent += time.Since(began); err == nil && b.spent > bookTime {
		err = errSwells
	}
	if err == io.EOF {
		return row, err
	}
	return row, refused(err)
}

// The rows that a sheet can have at most, and how many elements that are neither rows nor cells are passed over.
const (
	bookRows    = 1 << 20
	bookStrange = 100_000
)

func (b *book) findRow() (Row, error) {
	for {
		t, err := b.sheet.token()
		if err != nil {
			if err == io.EOF { // before the end of the rows
				err = io.ErrUnexpectedEOF
			}
			return Row{}, err
		}
		if end, ok := t.(xml.EndElement); ok && end.Name.Local == "sheetData" {
			return Row{}, io.EOF
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local != "row" {
			if err := b.passOver(); err != nil {
				return Row{}, err
			}
			continue
		}
		number := b.number + 1
		if s := attribute(e, "r"); s != "" {
			if number, err = strconv.Atoi(s); err != nil || number <= b.number || number > bookRows {
				return Row{}, errNotABook
			}
		}
		b.number = number
		cells, err := b.cells()
		if err != nil {
			return Row{}, err
		}
		if len(cells) == 0 {
			continue
		}
		if number > b.limits.Rows+1 { // one more for the header
			return Row{}, tooManyRows(number, b.limits)
		}
		return Row{number, cells}, nil
	}
}

func (b *book) passOver() error {
	if b.strange++; b.strange > bookStrange {
		return errSwells
	}
	return nil
}

// cells reads a row, up to its last cell that is not empty.
func (b *book) cells() (out []string, err error) {
	column, size := 0, 0
	err = b.sheet.children(func(e xml.StartElement) error {
		if e.Name.Local != "c" {
			if err := b.passOver(); err != nil {
				return err
			}
			return b.sheet.skip()
		}
		if column++; attribute(e, "r") != "" {
			if column = columnOf(attribute(e, "r")); column == 0 {
				return errNotABook
			}
		}
		value, err := b.value(e)
		if err != nil || strings.TrimSpace(value) == "" {
			return err
		}
		if column > b.limits.Columns || column <= len(out) {
			return &Refusal{Row: b.number, Detail: fmt.Sprintf("%d行目の列が多すぎます。%d列まで読み込めます。", b.number, b.limits.Columns)}
		}
		if size += len(value); size > b.limits.Record || utf8.RuneCountInString(value) > b.limits.Cell {
			return &Refusal{Row: b.number, Detail: fmt.Sprintf("%d行目の%d列目が長すぎます。1つのセルは%d文字までです。", b.number, column, b.limits.Cell)}
		}
		for len(out) < column-1 {
			out = append(out, "")
		}
		out = append(out, value)
		return nil
	})
	return out, err
}

// columnOf is the number of the column of a cell's name (C12), 0 if it is none.
func columnOf(name string) (n int) {
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z' && n < 1<<16:
			n = 26*n + int(r-'A') + 1
		case r >= '0' && r <= '9':
			return n
		default:
			return 0
		}
	}
	return 0
}

// withoutValue stands in place of a formula that the writing program has not worked out: it is reported as other errors of
// spreadsheets are, where an empty cell could clear what is stored.
const withoutValue = "#VALUE!"

// value reads a cell: of a formula the value that was stored with it.
func (b *book) value(e xml.StartElement) (value string, err error) {
	kind, style := attribute(e, "t"), attribute(e, "s")
	isFormula, isWorkedOut, raw := false, false, ""
	if err := b.sheet.children(func(e xml.StartElement) (err error) {
		switch e.Name.Local {
		case "v", "is":
			isWorkedOut = true
			raw, err = b.sheet.text(b.limits)
			return err
		case "f":
			isFormula = true
		}
		return b.sheet.skip()
	}); err != nil {
		return "", err
	}
	if isFormula && !isWorkedOut {
		return withoutValue, nil
	}
	switch kind {
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(raw))
		if raw == "" {
			return "", nil
		}
		text, ok := b.texts.text(n)
		if err != nil || !ok {
			return "", errNotABook
		}
		return original(text), nil
	case "inlineStr", "str":
		return original(raw), nil
	case "b":
		return map[string]string{"0": "FALSE", "1": "TRUE"}[raw], nil
	case "e":
		return raw, nil
	case "d":
		day, _, _ := strings.Cut(raw, "T")
		return day, nil
	}
	if raw == "" {
		return "", nil
	}
	n, _ := strconv.Atoi(style)
	format := cellFormat{}
	if n >= 0 && n < len(b.formats) {
		format = b.formats[n]
	}
	return format.number(raw, b.is1904), nil
}

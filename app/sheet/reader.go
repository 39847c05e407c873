package sheet

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Row is one row of a table. Number is the row's number in a spreadsheet, from 1: a row whose cell
// has line breaks counts once, an empty row counts, too.
type Row struct {
	Number int
	Cells  []string
}

// Reader reads a table row by row in bounded memory.
type Reader struct {
	Encoding  Encoding
	Separator rune
	Notice    string // what of the file is not read, "" for nothing

	book   *book // nil unless the file is a workbook
	back   []Row // given back, to be read again
	failed error // what follows them
	limits Limits
	in     *bufio.Reader
	number int
	size   int // bytes of the row so far
}

const peekSize = 64 << 10

// Open finds out what a file is, and its encoding and separator. The error is a Refusal if the file is no table.
func Open(file io.ReadSeeker, limits Limits) (*Reader, error) {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	if size > limits.Bytes {
		return nil, tooLarge(limits)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if head := make([]byte, len(zipHead)); size >= int64(len(head)) {
		if _, err := io.ReadFull(file, head); err != nil {
			return nil, err
		}
		if string(head) == zipHead {
			b, err := openBook(file, size, limits)
			if err != nil {
				return nil, err
			}
			return &Reader{Encoding: Workbook, Notice: b.notice, book: b}, nil
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
	}
	text, encoding, err := decode(file)
	if err != nil {
		return nil, err
	}
	r := &Reader{Encoding: encoding, limits: limits, in: bufio.NewReaderSize(text, peekSize)}
	head, err := r.in.Peek(peekSize)
	if err != nil && err != io.EOF {
		return nil, err
	}
	r.Separator = separator(head)
	if line, ok := declared(head); ok { // a first line of Excel's: sep=;
		r.Separator = rune(line[len(line)-1])
		if _, err := r.Next(); err != nil && err != io.EOF {
			return nil, err
		}
	}
	return r, nil
}

func tooLarge(l Limits) *Refusal {
	return &Refusal{Detail: fmt.Sprintf("ファイルが大きすぎます。%dMBまで読み込めます。ファイルを分けてから、もう一度お試しください。", l.Bytes>>20)}
}

func tooManyRows(row int, l Limits) *Refusal {
	return &Refusal{Row: row, Detail: fmt.Sprintf("行数が多すぎます。%d行まで読み込めます。ファイルを分けてから、もう一度お試しください。", l.Rows)}
}

// TooLarge is the refusal of a file that is larger than the limit, for callers that receive the
// file themselves.
func (l Limits) TooLarge() error { return tooLarge(l) }

// declared is the separator line (sep=;) at the beginning of a file, if there is one.
func declared(head []byte) (string, bool) {
	head = bytes.TrimLeft(head, "\ufeff")
	if end := bytes.IndexAny(head, "\r\n"); end >= 0 {
		head = head[:end]
	}
	line := strings.ToLower(strings.Trim(string(head), `"`))
	return line, len(line) == len("sep=,") && strings.HasPrefix(line, "sep=") && strings.ContainsAny(line[4:], ",;\t")
}

// separator is the candidate that occurs most often, outside quotes, in the first row that is not
// empty.
func separator(head []byte) rune {
	counts, quoted, any := map[rune]int{}, false, false
	for _, c := range string(head) {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\n' || c == '\r':
			if any {
				return most(counts)
			}
		case c == ',' || c == '\t' || c == ';':
			counts[c]++
		case c != '\ufeff' && c != 0 && c != ' ':
			any = true
		}
	}
	return most(counts)
}

func most(counts map[rune]int) rune {
	best := ','
	for _, c := range []rune{'\t', ';'} {
		if counts[c] > counts[best] {
			best = c
		}
	}
	return best
}

// Next is the next row that is not empty; io.EOF after the last. A Refusal says that the rest
// cannot be read.
func (r *Reader) Next() (Row, error) {
	if len(r.back) > 0 {
		row := r.back[0]
		r.back = r.back[1:]
		return row, nil
	}
	if r.failed != nil {
		return Row{}, r.failed
	}
	if r.book != nil {
		return r.book.next()
	}
	for {
		cells, ended, err := r.record()
		if err != nil {
			return Row{}, err
		}
		for _, c := range cells {
			if strings.TrimSpace(c) != "" {
				if r.number > r.limits.Rows+1 { // one more for the header
					return Row{}, tooManyRows(r.number, r.limits)
				}
				return Row{r.number, cells}, nil
			}
		}
		if ended {
			return Row{}, io.EOF
		}
	}
}

// Unread gives rows back, and the error of Next that followed them, so that Next returns them again.
func (r *Reader) Unread(rows []Row, err error) { r.back, r.failed = rows, err }

// The states of reading a cell.
const (
	atStart = iota
	inPlain
	inQuotes
	afterQuotes
)

// record reads one row. ended says that the file ended with it.
func (r *Reader) record() (cells []string, ended bool, err error) {
	r.number++
	r.size = 0
	state, runes := atStart, 0
	var cell strings.Builder
	close := func() error {
		if len(cells) == r.limits.Columns {
			return &Refusal{Row: r.number, Detail: fmt.Sprintf("%d行目の列が多すぎます。%d列まで読み込めます。区切り文字が正しいか確認してください。", r.number, r.limits.Columns)}
		}
		cells = append(cells, original(cell.String()))
		cell.Reset()
		state, runes = atStart, 0
		return nil
	}
	for {
		c, err := r.rune()
		if err == io.EOF {
			if state == inQuotes {
				return nil, true, r.unclosed()
			}
			return cells, true, close()
		}
		if err != nil {
			return nil, false, err
		}
		if r.size > r.limits.Record {
			if state == inQuotes {
				return nil, false, r.unclosed()
			}
			return nil, false, &Refusal{Row: r.number, Detail: fmt.Sprintf("%d行目が長すぎます。改行の抜けや、CSVではないファイルの可能性があります。", r.number)}
		}
		switch {
		case state == inQuotes && c == '"':
			state = afterQuotes
			continue
		case state == afterQuotes && c == '"':
			state = inQuotes // two quotes stand for one
		case state != inQuotes && c == r.Separator:
			if err := close(); err != nil {
				return nil, false, err
			}
			continue
		case state != inQuotes && c == '\n':
			return cells, false, close()
		case state == atStart && c == '"':
			state = inQuotes
			cell.Reset()
			continue
		case state == atStart && c != ' ':
			state = inPlain
		}
		if runes++; runes > r.limits.Cell {
			return nil, false, &Refusal{Row: r.number, Detail: fmt.Sprintf("%d行目の%d列目が長すぎます。1つのセルは%d文字までです。引用符（\"）が閉じられていない可能性もあります。", r.number,
				len(cells)+1, r.limits.Cell)}
		}
		cell.WriteRune(c)
	}
}

func (r *Reader) unclosed() error {
	return &Refusal{Row: r.number, Detail: fmt.Sprintf("%d行目で始まる引用符（\"）が閉じられていません。%d行目を直してから、もう一度お試しください。何も登録されていません。", r.number, r.number)}
}

// rune reads one character: all kinds of line ends become LF; characters that mean nothing in a
// cell (NUL, the end mark of old files, a BOM in the middle) are skipped.
func (r *Reader) rune() (rune, error) {
	for {
		c, n, err := r.in.ReadRune()
		if err != nil {
			return 0, err
		}
		r.size += n
		switch c {
		case 0, 0x1a, '\ufeff':
			if r.size > r.limits.Record {
				return ' ', nil // the caller refuses the row
			}
			continue
		case '\r':
			if next, err := r.in.Peek(1); err == nil && next[0] == '\n' {
				_, _ = r.in.Discard(1)
			}
			return '\n', nil
		case utf8.RuneError:
			return utf8.RuneError, nil
		}
		return c, nil
	}
}

// original undoes what protects a cell from a spreadsheet: the apostrophe of Neutral, and the
// formula that people write to keep leading zeros: ="0123".
func original(s string) string {
	if rest, ok := strings.CutPrefix(s, `="`); ok && len(rest) > 0 && strings.HasSuffix(rest, `"`) {
		return strings.ReplaceAll(rest[:len(rest)-1], `""`, `"`)
	}
	return Plain(s)
}

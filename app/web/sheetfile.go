package web

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tsunagu/app/sheet"
	"tsunagu/store"
)

const csvMedia = "text/csv"

func (e CSVEncoding) Coded() sheet.Encoding {
	if e.Encoding == "cp932" {
		return sheet.CP932
	}
	return sheet.UTF8
}

func (e CSVEncoding) mediaType() string {
	if e.Encoding == "cp932" {
		return csvMedia + "; charset=Shift_JIS"
	}
	return csvMedia + "; charset=utf-8"
}

// SpoolDir is where files under way lie, inside the data folder. What a crash leaves there is
// removed at the next start.
func (a *Platform) SpoolDir() string { return filepath.Join(a.Store.Dir(), "spool") }

// Spooled is a file under way that is gone when it is closed.
type Spooled struct{ *os.File }

func (a *Platform) Spool() (*Spooled, error) {
	if err := os.MkdirAll(a.SpoolDir(), 0o700); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	f, err := os.CreateTemp(a.SpoolDir(), "*")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return &Spooled{f}, nil
}

// Close closes the file and removes it.
func (s *Spooled) Close() error { return errors.Join(s.File.Close(), os.Remove(s.Name())) }

// WriteSheet writes a whole table into a file under way before a byte is sent: only then it is
// known whether the encoding has all of its characters, and the reader's snapshot is let go.
func (a *Platform) WriteSheet(name string, e CSVEncoding, write func(*sheet.Writer) error) (d *Download, err error) {
	f, err := a.Spool()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	w := sheet.NewWriter(f, e.Coded())
	if err := write(w); err != nil {
		return nil, err
	}
	if err := w.Flush(); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if lost, count := w.Lost(); count > 0 {
		return nil, lostCharacters(lost, count)
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	return &Download{name, e.mediaType(), size, f}, err
}

// lostCharacters refuses a file in which characters would be missing, or marked: read in again it
// would overwrite names.
func lostCharacters(lost []sheet.Lost, count int) *Problem {
	var cells []string
	for _, l := range lost {
		cells = append(cells, fmt.Sprintf("%d行目%d列目「%s」の「%c」", l.Row, l.Column, Truncate(l.Cell, 20), l.Rune))
	}
	more := ""
	if count > len(lost) {
		more = "など"
	}
	p := *Invalid("encoding", fmt.Sprintf("Excel（Windows）用の文字コードで表せない文字があります。%s%s、あわせて%sか所です。「UTF-8」で書き出してください。", strings.Join(cells, "、"),
		more, Grouped(int64(count))))
	p.Detail = p.Errors[0].Detail
	return &p
}

// Audited hands a file out when its line is written.
func (r *Request) Audited(d *Download, event, detail string) (*Download, error) {
	return r.AuditedOf(d, event, "institution", r.Institution(), detail)
}

// AuditedOf is the same for a file about one thing.
func (r *Request) AuditedOf(d *Download, event, kind, id, detail string) (*Download, error) {
	if err := r.Write(func(tx *store.Tx) error {
		return tx.AddAudit(r.Line(event, kind, id, "ok", detail))
	}); err != nil {
		return nil, errors.Join(err, d.Body.Close())
	}
	return d, nil
}

// Grouped is a number with separators, for people.
func Grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// CSVEncoding is the choice of an encoding for a file that is written.
type CSVEncoding struct {
	Encoding string `query:"encoding" enum:"utf8,cp932," doc:"文字コード。省略は utf8（BOM付き）。cp932 は表せない文字があると 422"`
}

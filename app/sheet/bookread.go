package sheet

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"
)

// What of an uploaded workbook is read: the first sheet that is shown, its values and nothing else. Of the parts of the ZIP
// only those five are opened that this takes, each as a stream, so that what else is in the file (macros, pictures,
// links, other sheets) is never unpacked (trust.md Input and output, G8).

// The bounds of a workbook, beside those of a table.
const (
	bookDirectory = 4 << 20   // bytes that the list of parts may take
	bookParts     = 2_000     // parts
	bookSheet     = 256 << 20 // bytes of the sheet, unpacked
	bookTexts     = 96 << 20  // bytes of the shared texts with their marks, unpacked
	bookTextsKept = 24 << 20  // bytes of the shared texts themselves
	bookTextCount = 1_000_000
	bookOther     = 8 << 20 // bytes of each other part, unpacked
	bookRatio     = 200     // how much smaller a part of more than 1 MiB may be packed
	bookDepth     = 32      // elements within elements
	bookTime      = 60 * time.Second
)

var (
	errNotABook = &Refusal{Detail: "このファイルはExcelブック（.xlsx）として読み込めません。ZIPやほかの種類のファイルか、壊れている可能性があります。" + saveAsCSV}
	errSwells   = &Refusal{Detail: "このExcelブック（.xlsx）は大きすぎるか、作りが普通ではないため、読み込めません。必要な表だけを新しいブックに写すか、CSVで保存し直してから、もう一度お試しください。"}
)

// book reads the rows of a workbook.
type book struct {
	limits  Limits
	zip     *zip.Reader
	parts   map[string]*zip.File
	texts   texts
	formats []cellFormat // by the number of a cell's style
	is1904  bool
	sheet   *xmlReader
	number  int // of the last row
	strange int // elements that are neither rows nor cells
	spent   time.Duration
	notice  string
}

// openBook opens a workbook up to the first row of its first sheet.
func openBook(file io.ReadSeeker, size int64, limits Limits) (*book, error) {
	at := &atReader{file: file, left: bookDirectory}
	z, err := zip.NewReader(at, size)
	if err != nil {
		return nil, refused(err)
	}
	at.left = -1
	if len(z.File) > bookParts {
		return nil, errSwells
	}
	b := &book{limits: limits, zip: z, parts: map[string]*zip.File{}}
	for _, f := range z.File {
		if name := strings.TrimPrefix(f.Name, "/"); b.parts[name] == nil {
			b.parts[name] = f
		}
	}
	began := time.Now()
	err = b.open()
	b.spent = time.Since(began)
	return b, refused(err)
}

// refused is the refusal of a file whose error says that it is no workbook, and any other error as it is.
func refused(err error) error {
	if err == nil || errors.As(err, new(*Refusal)) || errors.As(err, new(*fs.PathError)) {
		return err
	}
	return errNotABook
}

func (b *book) open() error {
	root, err := b.relations("_rels/.rels", "")
	if err != nil {
		return err
	}
	workbook := root.of("officeDocument")
	links, err := b.relations(path.Join(path.Dir(workbook), "_rels", path.Base(workbook)+".rels"), path.Dir(workbook))
	if err != nil {
		return err
	}
	at, err := b.findSheet(workbook, links)
	if err != nil {
		return err
	}
	if p := links.of("styles"); p != "" {
		if err := b.readStyles(p); err != nil {
			return err
		}
	}
	if p := links.of("sharedStrings"); p != "" {
		if err := b.readTexts(p); err != nil {
			return err
		}
	}
	b.sheet, err = b.part(at, bookSheet)
	return err
}

// part opens a part of the workbook.
func (b *book) part(name string, most uint64) (*xmlReader, error) {
	f := b.parts[name]
	switch {
	case f == nil:
		return nil, errNotABook
	case f.UncompressedSize64 > most, f.UncompressedSize64 > 1<<20 && f.UncompressedSize64 > bookRatio*f.CompressedSize64:
		return nil, errSwells // a part that is larger than it says ends in an error of the ZIP
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	x := &xmlReader{guarded: &guarded{in: bufio.NewReaderSize(r, 64<<10)}}
	x.decoder = xml.NewDecoder(x.guarded)
	return x, nil
}

// relation is where a part of a workbook refers to another.
type relation struct{ id, kind, target string }

type relations []relation

func (l relations) of(kind string) string {
	for _, r := range l {
		if strings.HasSuffix(r.kind, "/"+kind) {
			return r.target
		}
	}
	return ""
}

// relations reads the links of a part. Links that lead out of the file are passed over.
func (b *book) relations(name, dir string) (out relations, err error) {
	x, err := b.part(name, bookOther)
	if err != nil {
		return nil, err
	}
	return out, x.each(func(e xml.StartElement) error {
		if e.Name.Local != "Relationship" || attribute(e, "TargetMode") == "External" {
			return nil
		}
		target := attribute(e, "Target")
		if rest, isFromRoot := strings.CutPrefix(target, "/"); isFromRoot {
			target = rest
		} else {
			target = path.Join(dir, target)
		}
		out = append(out, relation{attribute(e, "Id"), attribute(e, "Type"), target})
		return nil
	})
}

// findSheet is the part of the first sheet that is shown.
func (b *book) findSheet(workbook string, links relations) (at string, err error) {
	x, err := b.part(workbook, bookOther)
	if err != nil {
		return "", err
	}
	shown, title := 0, ""
	err = x.each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			b.is1904, _ = strconv.ParseBool(attribute(e, "date1904"))
		case "sheet":
			if state := attribute(e, "state"); state == "hidden" || state == "veryHidden" {
				return nil
			}
			for _, l := range links {
				if l.id == attribute(e, "id") && strings.HasSuffix(l.kind, "/worksheet") {
					if shown++; shown == 1 {
						at, title = l.target, attribute(e, "name")
					}
				}
			}
		}
		return nil
	})
	if err == nil && at == "" {
		err = errNotABook
	}
	if runes := []rune(title); shown > 1 {
		b.notice = "Excelブックの先頭のシート「" + string(runes[:min(len(runes), 31)]) + "」だけを読み込みました。ほかのシートは読み込みません。"
	}
	return at, err
}

// texts are the shared texts of a workbook, kept in blocks so that none is ever copied to grow.
type texts struct {
	blocks      [][]byte
	at          [][]textAt // where each stands in the blocks
	count, kept int
}

type textAt struct{ block, from, to uint32 }

const (
	textBlock = 1 << 20
	atBlock   = 1 << 14
)

func (t *texts) add(s string) error {
	if t.kept += len(s); t.kept > bookTextsKept || t.count == bookTextCount {
		return errSwells
	}
	n := len(t.blocks) - 1
	if n < 0 || len(t.blocks[n])+len(s) > cap(t.blocks[n]) {
		t.blocks = append(t.blocks, make([]byte, 0, max(textBlock, len(s))))
		n++
	}
	from := len(t.blocks[n])
	t.blocks[n] = append(t.blocks[n], s...)
	if t.count%atBlock == 0 {
		t.at = append(t.at, make([]textAt, 0, atBlock))
	}
	last := len(t.at) - 1
	t.at[last] = append(t.at[last], textAt{uint32(n), uint32(from), uint32(from + len(s))})
	t.count++
	return nil
}

func (t *texts) text(i int) (string, bool) {
	if i < 0 || i >= t.count {
		return "", false
	}
	at := t.at[i/atBlock][i%atBlock]
	return string(t.blocks[at.block][at.from:at.to]), true
}

func (b *book) readTexts(name string) error {
	x, err := b.part(name, bookTexts)
	if err != nil {
		return err
	}
	return x.each(func(e xml.StartElement) error {
		if e.Name.Local != "si" {
			return nil
		}
		s, err := x.text(b.limits)
		if err == nil {
			err = b.texts.add(s)
		}
		return err
	})
}

// atReader is a file as a ZIP is read, at any place. While the list of parts is read it gives up after a number of bytes:
// the list may claim to be any size.
type atReader struct {
	file io.ReadSeeker
	left int64 // -1 for no bound
}

func (a *atReader) ReadAt(p []byte, at int64) (int, error) {
	if a.left >= 0 {
		if a.left -= int64(len(p)); a.left < 0 {
			return 0, errSwells
		}
	}
	if _, err := a.file.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(a.file, p)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	return n, err
}

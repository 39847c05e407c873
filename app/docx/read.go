// Package docx reads a Word document (.docx) as a template, finds the fields {{名前}} in it and fills them (papers.md 2). It knows the
// format and nothing of the market. What a fill does not change stays byte for byte.
package docx

import (
	"archive/zip"
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"strings"
)

// The bounds of a template. A report of 200 pages with pictures lies well within them.
const (
	MostBytes    = 20 << 20 // of the file
	mostParts    = 1_000
	mostUnpacked = 96 << 20 // bytes of all parts
	mostXML      = 24 << 20 // bytes of one part of XML
	mostRatio    = 200      // how much smaller a part of more than 1 MiB may be packed
	mostDepth    = 128      // elements within elements
	mostElements = 400_000  // of one part
)

// Problem is one thing that is wrong with a template: what, and where. Both are in Japanese, for the person who made it.
type Problem struct {
	Place  string
	Detail string
}

// Refusal is why a file is no template, or cannot be filled.
type Refusal struct{ Problems []Problem }

func (r *Refusal) Error() string {
	var b strings.Builder
	for i, p := range r.Problems {
		if i > 0 {
			b.WriteString("\n")
		}
		if p.Place != "" {
			b.WriteString(p.Place + "：")
		}
		b.WriteString(p.Detail)
	}
	return b.String()
}

func refuse(place, detail string) error { return &Refusal{[]Problem{{place, detail}}} }

const (
	saveAgain = "Wordで開き、「ファイル」→「名前を付けて保存」で「Word 文書（*.docx）」として保存し直してから、もう一度選んでください。"
	notDocx   = "このファイルはWord文書（.docx）として読み込めません。ほかの種類のファイルか、壊れている可能性があります。" + saveAgain
	oldOffice = "古い形式（.doc）か、パスワード付きのファイルです。パスワードを外し、" + saveAgain
	swells    = "部品が大きすぎるか、作りが普通ではないため、読み込めません。画像を小さくするか、文書を分けてください。"
	broken    = "部品が壊れています。" + saveAgain
)

// part is one file in the ZIP.
type part struct {
	file *zip.File
	name string
	kind string // its content type
	data []byte // of XML and relations alone
}

func (p *part) isXML() bool {
	return strings.HasSuffix(p.name, ".xml") || strings.HasSuffix(p.name, ".rels")
}

// Template is a document that was read and found safe.
type Template struct {
	parts []part
	texts []*textPart // of the parts that have text, in the order of reading
	data  []byte
}

// Read reads a template and refuses one that is not safe or not whole: macros, embedded files, references out of the file, a part that
// swells, declarations of entities, broken parts. It keeps data.
func Read(data []byte) (*Template, error) {
	switch {
	case len(data) > MostBytes:
		return nil, refuse("", "ファイルが大きすぎます。20MBまでのWord文書を選んでください。")
	case bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return nil, refuse("", oldOffice)
	case !bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return nil, refuse("", notDocx)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, refuse("", notDocx)
	}
	if len(z.File) > mostParts {
		return nil, refuse("", "部品が多すぎます（"+number(len(z.File))+"個）。"+number(mostParts)+"個までの文書にしてください。")
	}
	t := &Template{data: data}
	if err := t.unpack(z); err != nil {
		return nil, err
	}
	if err := t.checkTypes(); err != nil {
		return nil, err
	}
	main, err := t.checkRelations()
	if err != nil {
		return nil, err
	}
	return t, t.readTexts(main)
}

// unpack reads all parts, each to its end, so that a broken one or a bomb shows now.
func (t *Template) unpack(z *zip.Reader) error {
	seen, left := map[string]bool{}, int64(mostUnpacked)
	for _, f := range z.File {
		name := f.Name
		folded := strings.ToLower(name)
		switch {
		case name == "" || strings.HasPrefix(name, "/") || strings.Contains(name, `\`) || strings.Contains("/"+name+"/", "/../") ||
			len(name) > 255:
			return refuse("部品「"+shortened(name)+"」", "部品の名前が正しくありません。"+saveAgain)
		case seen[folded]:
			return refuse("部品「"+name+"」", "同じ名前の部品が二つあります。"+saveAgain)
		case f.Flags&1 != 0:
			return refuse("部品「"+name+"」", "パスワードで暗号化されています。パスワードを外してから選んでください。")
		case f.Method != zip.Store && f.Method != zip.Deflate:
			return refuse("部品「"+name+"」", "使えない方法で圧縮されています。"+saveAgain)
		case f.UncompressedSize64 > mostUnpacked || f.UncompressedSize64 > 1<<20 && f.UncompressedSize64 > mostRatio*f.CompressedSize64:
			return refuse("部品「"+name+"」", swells)
		}
		seen[folded] = true
		if strings.HasSuffix(name, "/") {
			t.parts = append(t.parts, part{file: f, name: name})
			continue
		}
		p := part{file: f, name: name}
		if err := p.unpack(&left); err != nil {
			return err
		}
		t.parts = append(t.parts, p)
	}
	return nil
}

// unpack reads a part; left is what all parts together may still take.
func (p *part) unpack(left *int64) error {
	place := "部品「" + p.name + "」"
	r, err := p.file.Open()
	if err != nil {
		return refuse(place, broken)
	}
	defer r.Close() //nolint:errcheck // reading from memory
	most := *left
	if p.isXML() {
		most = min(most, mostXML)
	}
	var w io.Writer = crc32.NewIEEE()
	var kept bytes.Buffer
	if p.isXML() {
		w = &kept
	}
	n, err := io.Copy(w, io.LimitReader(r, most+1))
	switch {
	case n > most:
		return refuse(place, swells)
	case err != nil:
		return refuse(place, broken)
	}
	*left -= n
	p.data = kept.Bytes()
	return nil
}

func (t *Template) part(name string) *part {
	for i := range t.parts {
		if strings.EqualFold(t.parts[i].name, name) {
			return &t.parts[i]
		}
	}
	return nil
}

// readTexts finds the fields of all parts with text.
func (t *Template) readTexts(main string) error {
	counts := map[string]int{}
	var problems []Problem
	for _, isMain := range []bool{true, false} {
		for i := range t.parts {
			p := &t.parts[i]
			label := textKinds[kindOf(p.kind)]
			if label == "" || (p.name == main) != isMain {
				continue
			}
			if !isMain && kindOf(p.kind) == kindMain {
				return refuse("部品「"+p.name+"」", broken)
			}
			counts[label]++
			x, err := readText(p, label, counts[label])
			var r *Refusal
			if errors.As(err, &r) {
				problems = append(problems, r.Problems...)
				continue
			}
			if err != nil {
				return err
			}
			t.texts = append(t.texts, x)
		}
	}
	if len(problems) > 0 {
		return &Refusal{problems}
	}
	return nil
}

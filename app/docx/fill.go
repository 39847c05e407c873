package docx

import (
	"archive/zip"
	"bytes"
	"strings"
)

// Values are what is filled in.
type Values struct {
	Texts map[string]string              // by the field's name
	Lists map[string][]map[string]string // the rows of a list, each with its own fields
	// Pictures of a list, by row and field: they stand in the text in place of the field, whose value is then left out. In headers, footers
	// and notes they are left out.
	Pictures map[string][]map[string][]Picture
}

// Known says whether a template's fields can be filled at all.
type Known struct {
	Texts map[string]bool
	Lists map[string]map[string]bool // a list's own fields
}

// Fields are all fields of the template in the order of reading.
func (t *Template) Fields() (out []Field) {
	for _, x := range t.texts {
		out = append(out, x.fields...)
	}
	return out
}

// Check names each field that is not known, with its place.
func (t *Template) Check(k Known) (out []Problem) {
	for _, f := range t.Fields() {
		if p := k.problem(f); p != "" {
			out = append(out, Problem{f.Place, p})
		}
	}
	return out
}

func (k Known) problem(f Field) string {
	named := "「{{" + shortened(f.Name) + "}}」"
	if f.List != "" {
		own, is := k.Lists[f.List]
		if !is {
			return "一覧「{{#" + shortened(f.List) + "}}」という項目はありません。"
		}
		if own[f.Name] || k.Texts[f.Name] {
			return ""
		}
		return named + "という項目は、一覧「" + f.List + "」にありません。"
	}
	if k.Texts[f.Name] {
		return ""
	}
	for list, own := range k.Lists {
		if own[f.Name] {
			return named + "は、一覧「{{#" + list + "}}」と「{{/" + list + "}}」の間でだけ使えます。"
		}
	}
	if _, is := k.Lists[f.Name]; is {
		return named + "は一覧です。「{{#" + f.Name + "}}」と「{{/" + f.Name + "}}」で囲んで使います。"
	}
	return named + "という項目はありません。"
}

// known are the fields for which there are values.
func (v *Values) known() Known {
	k := Known{map[string]bool{}, map[string]map[string]bool{}}
	for name := range v.Texts {
		k.Texts[name] = true
	}
	for name, rows := range v.Lists {
		own := map[string]bool{}
		for i, row := range rows {
			for f := range row {
				if i == 0 || own[f] {
					own[f] = true
				}
			}
			for f := range own {
				if _, is := row[f]; !is {
					delete(own, f) // a field that one row lacks cannot be filled
				}
			}
		}
		k.Lists[name] = own
	}
	return k
}

// Fill makes the document. A field without a value is refused with its place before anything is made; the same template and values
// give the same bytes. A list must have a row: what stands for none is the caller's to say.
func (t *Template) Fill(v *Values) ([]byte, error) {
	if problems := t.Check(v.known()); len(problems) > 0 {
		return nil, &Refusal{problems}
	}
	for _, f := range t.Fields() {
		if f.List != "" && len(v.Lists[f.List]) == 0 {
			return nil, refuse(f.Place, "一覧「"+f.List+"」に行がありません。")
		}
	}
	changed, m := map[string][]byte{}, &media{t: t}
	for _, x := range t.texts {
		if len(x.edits) == 0 {
			continue
		}
		if kindOf(x.part.kind) == kindMain {
			m.main = x
		}
		var b bytes.Buffer
		f := &filler{values: v}
		if m.main == x {
			f.media = m
		}
		x.render(&b, 0, len(x.part.data), x.edits, f)
		changed[x.part.name] = b.Bytes()
	}
	if len(m.files) > 0 && m.main.isStrict() {
		return nil, refuse("", noPictures)
	}
	if err := m.changed(changed); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := range t.parts {
		p := &t.parts[i]
		header := p.file.FileHeader
		if data, is := changed[p.name]; is {
			header.CRC32, header.CompressedSize64, header.UncompressedSize64 = 0, 0, 0
			f, err := w.CreateHeader(&zip.FileHeader{Name: header.Name, Method: zip.Deflate, Modified: header.Modified,
				ExternalAttrs: header.ExternalAttrs, CreatorVersion: header.CreatorVersion})
			if err != nil {
				return nil, err
			}
			if _, err := f.Write(data); err != nil {
				return nil, err
			}
			continue
		}
		if err := w.Copy(p.file); err != nil {
			return nil, err
		}
	}
	if err := m.write(w, changed); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// filler is what a stretch of a part is filled with: row and pictures are those of the row of the list in whose block it stands.
type filler struct {
	values   *Values
	row      map[string]string
	pictures map[string][]Picture
	media    *media // nil where no picture can stand
}

// render writes a stretch of a part with its edits.
func (x *textPart) render(b *bytes.Buffer, from, to int, edits []edit, f *filler) {
	at := from
	for i := range edits {
		e := &edits[i]
		b.Write(x.part.data[at:e.from])
		at = e.to
		switch {
		case e.list != "":
			for k, r := range f.values.Lists[e.list] {
				own := filler{values: f.values, row: r, media: f.media}
				if all := f.values.Pictures[e.list]; k < len(all) {
					own.pictures = all[k]
				}
				x.render(b, e.from, e.to, e.inner, &own)
			}
		case e.text != nil:
			e.write(b, f)
		}
	}
	b.Write(x.part.data[at:to])
}

// write writes a text with its fields filled, as one or, where lines break and pictures stand, several elements. A value is never looked
// through for fields: it is text, whatever it contains.
func (e *edit) write(b *bytes.Buffer, f *filler) {
	open, end := "<"+e.prefix+`t xml:space="preserve">`, "</"+e.prefix+"t>"
	line := end + "<" + e.prefix + "br/>" + open
	b.WriteString(open)
	for _, s := range e.text {
		pictures := f.pictures[s.field]
		switch value, isRow := f.row[s.field]; {
		case s.field == "":
			plain(b, s.text, e.prefix, open, end)
		case len(pictures) > 0 && f.media != nil:
			for i := range pictures {
				if i > 0 {
					b.WriteString(line)
				}
				b.WriteString(end)
				f.media.draw(b, e.prefix, &pictures[i])
				b.WriteString(open)
				if pictures[i].Caption != "" {
					b.WriteString(line)
					plain(b, pictures[i].Caption, e.prefix, open, end)
				}
			}
		case isRow:
			plain(b, value, e.prefix, open, end)
		default:
			plain(b, f.values.Texts[s.field], e.prefix, open, end)
		}
	}
	b.WriteString(end)
}

// plain writes text.
func plain(b *bytes.Buffer, text, prefix, open, end string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	for _, c := range text {
		switch {
		case c == '\n':
			b.WriteString(end + "<" + prefix + "br/>" + open)
		case c == '\t':
			b.WriteString(end + "<" + prefix + "tab/>" + open)
		case c == '&':
			b.WriteString("&amp;")
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c < ' ', c >= 0xd800 && c <= 0xdfff, c == 0xfffe, c == 0xffff: // XML has no way to write these
		default:
			b.WriteRune(c)
		}
	}
}

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
	changed := map[string][]byte{}
	for _, x := range t.texts {
		if len(x.edits) == 0 {
			continue
		}
		var b bytes.Buffer
		x.render(&b, 0, len(x.part.data), x.edits, v, nil)
		changed[x.part.name] = b.Bytes()
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
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// render writes a stretch of a part with its edits. row is the row of the list in whose block it stands.
func (x *textPart) render(b *bytes.Buffer, from, to int, edits []edit, v *Values, row map[string]string) {
	at := from
	for i := range edits {
		e := &edits[i]
		b.Write(x.part.data[at:e.from])
		at = e.to
		switch {
		case e.list != "":
			for _, r := range v.Lists[e.list] {
				x.render(b, e.from, e.to, e.inner, v, r)
			}
		case e.text != nil:
			e.write(b, v, row)
		}
	}
	b.Write(x.part.data[at:to])
}

// write writes a text with its fields filled, as one or, where lines break, several elements. A value is never looked through for
// fields: it is text, whatever it contains.
func (e *edit) write(b *bytes.Buffer, v *Values, row map[string]string) {
	var all strings.Builder
	for _, s := range e.text {
		switch value, isRow := row[s.field]; {
		case s.field == "":
			all.WriteString(s.text)
		case isRow:
			all.WriteString(value)
		default:
			all.WriteString(v.Texts[s.field])
		}
	}
	open, end := "<"+e.prefix+`t xml:space="preserve">`, "</"+e.prefix+"t>"
	b.WriteString(open)
	text := strings.ReplaceAll(strings.ReplaceAll(all.String(), "\r\n", "\n"), "\r", "\n")
	for _, c := range text {
		switch {
		case c == '\n':
			b.WriteString(end + "<" + e.prefix + "br/>" + open)
		case c == '\t':
			b.WriteString(end + "<" + e.prefix + "tab/>" + open)
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
	b.WriteString(end)
}

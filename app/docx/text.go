package docx

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// textPart is a part with text: its bytes, and what a fill puts in place of some of them, in their order.
type textPart struct {
	part   *part
	edits  []edit
	fields []Field
}

// edit is one place of a part that a fill writes anew: a text with fields, a block that is repeated for each row of a list, or, with
// neither, something that is left out.
type edit struct {
	from, to int
	text     []segment
	prefix   string // of the names of elements, as "w:"
	list     string
	inner    []edit
}

// segment is a piece of a text: as it stands, or a field.
type segment struct{ text, field string }

// Field is one field as it stands in a template.
type Field struct {
	Name  string
	List  string // of the list in whose block it stands
	Place string
}

// reader finds the fields of one part.
type reader struct {
	part     *part
	prefix   string
	label    string
	tables   int
	paras    int
	problems []Problem
	edits    []edit
	fields   []Field
	fieldsAt []int // where the paragraph of each field begins
	marks    []mark
}

// mark is where a list begins or ends.
type mark struct {
	name   string
	isEnd  bool
	para   *element
	place  string
	isBare bool // its paragraph has nothing else
}

var wordSpaces = []string{"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
	"http://purl.oclc.org/ooxml/wordprocessingml/main"}

func readText(p *part, label string, n int) (*textPart, error) {
	root, err := parse(p)
	if err != nil {
		return nil, err
	}
	r := &reader{part: p, label: label, prefix: "\x00"}
	if label != textKinds[kindMain] {
		r.label += number(n)
	}
	for _, a := range root.attrs {
		for _, space := range wordSpaces {
			switch {
			case a.Value != space:
			case a.Name.Space == "xmlns":
				r.prefix = a.Name.Local
			case a.Name.Space == "" && a.Name.Local == "xmlns":
				r.prefix = ""
			}
		}
	}
	if r.prefix == "\x00" {
		return nil, refuse("部品「"+p.name+"」", broken)
	}
	r.walk(root, r.label)
	r.blocks()
	if len(r.problems) > 0 {
		return nil, &Refusal{r.problems}
	}
	return &textPart{part: p, edits: r.edits, fields: r.fields}, nil
}

func (r *reader) is(e *element, local string) bool {
	return e.name.Local == local && e.name.Space == r.prefix
}

// walk finds the paragraphs in the order of reading. table is where the element stands, for the places.
func (r *reader) walk(e *element, where string) {
	rows := 0
	for _, c := range e.children {
		switch {
		case r.is(c, "p"):
			place := where
			if r.cell(c) == nil {
				r.paras++
				place = where + " 第" + number(r.paras) + "段落"
			}
			r.paragraph(c, place)
			r.walkBoxes(c, place)
		case r.is(c, "tbl"):
			inner := where
			if r.cell(c) == nil {
				r.tables++
				inner = where + " 表" + number(r.tables)
				if r.label == textKinds[kindMain] {
					inner = "表" + number(r.tables)
				}
			} else {
				inner += " の中の表"
			}
			r.walk(c, inner)
		case r.is(c, "tr"):
			rows++
			r.walk(c, where+"の"+number(rows)+"行目")
		default:
			r.walk(c, where)
		}
	}
}

// walkBoxes finds the paragraphs within a paragraph (text boxes).
func (r *reader) walkBoxes(e *element, place string) {
	for _, c := range e.children {
		if r.is(c, "txbxContent") {
			tables, paras := r.tables, r.paras
			r.walk(c, place+" のテキストボックス")
			r.tables, r.paras = tables, paras
			continue
		}
		r.walkBoxes(c, place)
	}
}

func (r *reader) above(e *element, local string) *element {
	for p := e.parent; p != nil && !r.is(p, "txbxContent"); p = p.parent {
		if r.is(p, local) {
			return p
		}
	}
	return nil
}

func (r *reader) cell(e *element) *element { return r.above(e, "tc") }

// piece is one w:t of a paragraph, or something else that stands in its text as one character.
type piece struct {
	at   *element // nil for what is no text
	text string
}

const (
	lineBreak = "\n"
	object    = "\ufffc"
)

// pieces are the texts of a paragraph in their order, whatever runs they stand in.
func (r *reader) pieces(e *element, out []piece, codes *strings.Builder) []piece {
	for _, c := range e.children {
		switch {
		case c.name.Space != r.prefix:
			if c.name.Local == "AlternateContent" {
				out = append(out, piece{nil, object})
			}
		case c.name.Local == "t":
			out = append(out, piece{c, c.text})
		case c.name.Local == "instrText":
			codes.WriteString(c.text)
		case c.name.Local == "br", c.name.Local == "cr":
			out = append(out, piece{nil, lineBreak})
		case c.name.Local == "tab", c.name.Local == "drawing", c.name.Local == "pict", c.name.Local == "sym", c.name.Local == "object",
			c.name.Local == "noBreakHyphen", c.name.Local == "footnoteReference", c.name.Local == "fldChar":
			out = append(out, piece{nil, object})
		case strings.HasSuffix(c.name.Local, "Pr"), c.name.Local == "del", c.name.Local == "moveFrom", c.name.Local == "rt":
		default:
			if c.name.Local == "fldSimple" {
				codes.WriteString(" " + c.attribute("instr") + " ")
			}
			out = r.pieces(c, out, codes)
		}
	}
	return out
}

// reaching are the field codes by which Word fetches or starts something outside of the document.
var reaching = regexp.MustCompile(`(?i)(^|\s)(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|INCLUDE|IMPORT|LINK|DATABASE|RD|MACROBUTTON)\s`)

func (r *reader) fail(place, detail string) { r.problems = append(r.problems, Problem{place, detail}) }

// nameOf is a field's name as it is compared: without spaces around it, in NFC.
func nameOf(s string) string { return norm.NFC.String(strings.TrimSpace(s)) }

// paragraph finds the fields of one paragraph: its texts joined, as a field may be split over several runs.
func (r *reader) paragraph(p *element, place string) {
	var codes strings.Builder
	pieces := r.pieces(p, nil, &codes)
	var all strings.Builder
	for _, x := range pieces {
		all.WriteString(x.text)
	}
	text := all.String()
	if excerpt := strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(text, lineBreak, " "), object, " ")); excerpt != "" {
		if c := []rune(excerpt); len(c) > 20 {
			excerpt = string(c[:20]) + "…"
		}
		place += "「" + excerpt + "」"
	}
	if reaching.MatchString(codes.String() + " ") {
		r.fail(place, "フィールドコードが文書の外を読み込みます。フィールドを文字に置き換えてください。")
	}
	if strings.Contains(text, "｛｛") || strings.Contains(text, "｝｝") {
		r.fail(place, "全角の｛｛ ｝｝は差し込みになりません。半角の {{ }} で書いてください。")
	}
	found, ok := r.find(text, place)
	if !ok || len(found) == 0 {
		return
	}
	bare := text
	for _, f := range found {
		if f.kind != 0 {
			bare = strings.Replace(bare, text[f.from:f.to], "", 1)
		}
	}
	for _, f := range found {
		if f.kind != 0 {
			r.marks = append(r.marks, mark{f.name, f.kind == '/', p, place, strings.TrimSpace(bare) == ""})
		} else {
			r.fields, r.fieldsAt = append(r.fields, Field{Name: f.name, Place: place}), append(r.fieldsAt, p.from)
		}
	}
	r.join(pieces, found)
}

// span is a field in a paragraph's joined text.
type span struct {
	from, to int
	name     string
	kind     byte // '#' or '/' where a list begins or ends
}

// find finds {{…}} in a joined text; not ok where one is written wrongly.
func (r *reader) find(text, place string) (out []span, ok bool) {
	ok = true
	for at := 0; ; {
		open, end := strings.Index(text[at:], "{{"), strings.Index(text[at:], "}}")
		switch {
		case open < 0 && end < 0:
			return out, ok
		case open < 0 || end >= 0 && end < open:
			r.fail(place, "「}}」の前に「{{」がありません。")
			return out, false
		case end < 0:
			r.fail(place, "「{{"+shortened(strings.ReplaceAll(text[at+open+2:], lineBreak, " "))+"」が「}}」で閉じられていません。")
			return out, false
		}
		s := span{from: at + open, to: at + end + 2}
		inner := text[s.from+2 : at+end]
		s.name = nameOf(inner)
		for _, c := range []struct {
			mark string
			kind byte
		}{{"#", '#'}, {"＃", '#'}, {"/", '/'}, {"／", '/'}} {
			if rest, is := strings.CutPrefix(s.name, c.mark); is && s.kind == 0 {
				s.name, s.kind = nameOf(rest), c.kind
			}
		}
		switch {
		case strings.Contains(inner, "{{"):
			r.fail(place, "「{{"+shortened(inner[:strings.Index(inner, "{{")])+"」が「}}」で閉じられていません。")
			ok = false
		case s.name == "":
			r.fail(place, "「{{ }}」の中に項目の名前がありません。")
			ok = false
		case strings.ContainsAny(s.name, lineBreak+object+"{}"):
			r.fail(place, "「{{"+shortened(strings.NewReplacer(lineBreak, " ", object, " ").Replace(s.name))+
				"}}」の途中に改行や図があるか、かっこの数が違います。")
			ok = false
		}
		out, at = append(out, s), s.to
	}
}

// join makes the edits of a paragraph's texts: what a field replaces goes where it begins, the rest of it out of the texts behind.
func (r *reader) join(pieces []piece, found []span) {
	prefix := ""
	if r.prefix != "" {
		prefix = r.prefix + ":"
	}
	at := 0
	for _, x := range pieces {
		from, to := at, at+len(x.text)
		at = to
		if x.at == nil {
			continue
		}
		e := edit{from: x.at.from, to: x.at.upTo, prefix: prefix}
		touched, plain := false, from
		for _, f := range found {
			if f.to <= from || f.from >= to {
				continue
			}
			touched = true
			if f.from > plain {
				e.text = append(e.text, segment{text: x.text[plain-from : f.from-from]})
			}
			if f.from >= from && f.kind == 0 {
				e.text = append(e.text, segment{field: f.name})
			}
			plain = min(f.to, to)
		}
		if !touched {
			continue
		}
		if plain < to {
			e.text = append(e.text, segment{text: x.text[plain-from:]})
		}
		if e.text == nil {
			e.text = []segment{{}}
		}
		r.edits = append(r.edits, e)
	}
}

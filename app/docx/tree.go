package docx

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"
)

// element is one element of a part, with its place in the part's bytes.
type element struct {
	name                xml.Name // Space is the prefix as written
	attrs               []xml.Attr
	parent              *element
	children            []*element
	from, in, out, upTo int    // of the start tag, the content, the end tag, and what follows
	text                string // directly in it
}

func (e *element) local() string                 { return e.name.Local }
func (e *element) attribute(local string) string { return attributeOf(e.attrs, local) }

// parse reads a part of XML as a tree. Entities that the part declares are none, since a declaration is refused.
func parse(p *part) (*element, error) {
	place := "部品「" + p.name + "」"
	d := xml.NewDecoder(bytes.NewReader(p.data))
	var root, at *element
	var texts []byte
	depth, count := 0, 0
	for {
		from := int(d.InputOffset())
		token, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, refuse(place, broken)
		}
		to := int(d.InputOffset())
		switch x := token.(type) {
		case xml.Directive:
			return nil, refuse(place, "文書の型の宣言（DOCTYPE）が入っています。Word文書にはないものです。"+saveAgain)
		case xml.StartElement:
			depth++
			count++
			if depth > mostDepth || count > mostElements {
				return nil, refuse(place, swells)
			}
			e := &element{name: x.Name, parent: at, from: from, in: to}
			if len(x.Attr) > 0 {
				e.attrs = x.Copy().Attr
			}
			switch {
			case at != nil:
				at.children = append(at.children, e)
			case root != nil:
				return nil, refuse(place, broken)
			default:
				root = e
			}
			at, texts = e, texts[:0]
		case xml.EndElement:
			depth--
			if at == nil || at.name != x.Name {
				return nil, refuse(place, broken)
			}
			at.out, at.upTo = from, to
			if len(at.children) == 0 {
				at.text = string(texts)
			}
			at, texts = at.parent, texts[:0]
		case xml.CharData:
			if at == nil {
				if len(bytes.TrimSpace(bytes.TrimPrefix(x, []byte("\ufeff")))) > 0 {
					return nil, refuse(place, broken)
				}
				continue
			}
			texts = append(texts, x...)
		}
	}
	if root == nil || at != nil {
		return nil, refuse(place, broken)
	}
	return root, nil
}

// wellFormed checks a part that is not read further, within the same bounds.
func wellFormed(p *part) error {
	_, err := parse(p)
	return err
}

func number(n int) string { return strconv.Itoa(n) }

// shortened is a text that the file says itself, as a message may repeat it.
func shortened(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

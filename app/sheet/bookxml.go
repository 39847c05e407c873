package sheet

import (
	"bufio"
	"encoding/xml"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// xmlReader reads the XML of a part token by token. Neither the length of a token nor the depth of elements can take more
// memory than its bounds; entities that the file declares are none to the decoder.
type xmlReader struct {
	guarded *guarded
	decoder *xml.Decoder
	depth   int
}

// guarded gives the bytes of a part to the decoder, but no endless token.
type guarded struct {
	in    *bufio.Reader
	since int // bytes since the last token
}

// longestToken is the most bytes of one token: a cell of the most characters, each written as a reference.
const longestToken = 512 << 10

func (g *guarded) Read([]byte) (int, error) { return 0, io.ErrNoProgress } // the decoder reads bytes

func (g *guarded) ReadByte() (byte, error) {
	if g.since++; g.since > longestToken {
		return 0, errSwells
	}
	return g.in.ReadByte()
}

func (x *xmlReader) token() (xml.Token, error) {
	x.guarded.since = 0
	t, err := x.decoder.RawToken()
	switch t.(type) {
	case xml.StartElement:
		if x.depth++; x.depth > bookDepth {
			return nil, errSwells
		}
	case xml.EndElement:
		if x.depth--; x.depth < 0 {
			return nil, errNotABook
		}
	}
	return t, err
}

// start is the next element that begins, at any depth.
func (x *xmlReader) start() (xml.StartElement, error) {
	for {
		t, err := x.token()
		if err != nil {
			if err == io.EOF && x.depth > 0 {
				err = io.ErrUnexpectedEOF
			}
			return xml.StartElement{}, err
		}
		if e, ok := t.(xml.StartElement); ok {
			return e, nil
		}
	}
}

// each calls f for every element of the part. f may read the element to its end.
func (x *xmlReader) each(f func(xml.StartElement) error) error {
	for {
		e, err := x.start()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = f(e)
		}
		if err != nil {
			return err
		}
	}
}

// children calls f for every element in the one that has begun, to its end. f reads each to its end.
func (x *xmlReader) children(f func(xml.StartElement) error) error {
	for within := x.depth; ; {
		t, err := x.token()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if err := f(t); err != nil {
				return err
			}
		case xml.EndElement:
			if x.depth < within {
				return nil
			}
		}
	}
}

// skip reads the element that has begun to its end.
func (x *xmlReader) skip() error {
	return x.children(func(xml.StartElement) error { return x.skip() })
}

// text is the text of the element that has begun, without the readings (furigana) that stand beside it.
func (x *xmlReader) text(limits Limits) (string, error) {
	var b strings.Builder
	for within, reading := x.depth, 0; ; {
		t, err := x.token()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if t.Name.Local == "rPh" && reading == 0 {
				reading = x.depth
			}
		case xml.EndElement:
			if x.depth < within {
				return unescaped(b.String()), nil
			}
			if x.depth < reading {
				reading = 0
			}
		case xml.CharData:
			if reading == 0 {
				b.Write(t)
			}
			if b.Len() > 4*limits.Cell {
				return "", errSwells
			}
		}
	}
}

// escaped is a character that XML cannot have, as workbooks write it.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

func unescaped(s string) string {
	if strings.Contains(s, "_x") {
		s = escaped.ReplaceAllStringFunc(s, func(e string) string {
			n, _ := strconv.ParseUint(e[2:6], 16, 16)
			return string(rune(n))
		})
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

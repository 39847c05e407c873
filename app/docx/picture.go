package docx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // the two kinds
	_ "image/png"
	"path"
	"strings"
	"time"
)

// Picture is a PNG or a JPEG file that is put into the text in place of a field of a list. Its metadata go along: who fills has them
// taken out before.
type Picture struct {
	Data    []byte
	Caption string
}

// The bounds of the pictures of one document.
const (
	mostPictures     = 60
	mostPictureBytes = 16 << 20
)

// How large a picture is drawn, in EMU: as wide as the text of an A4 page at most.
const (
	emuPixel   = 914400 / 120
	emuWidest  = 5_760_000
	emuTallest = 5_040_000
)

const (
	relationSpace = "http://schemas.openxmlformats.org/package/2006/relationships"
	typesSpace    = "http://schemas.openxmlformats.org/package/2006/content-types"
	officeSpace   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	drawingSpace  = "http://schemas.openxmlformats.org/drawingml/2006/"
)

const noPictures = "この書式には画像を差し込めません。「Word 文書（*.docx）」として保存し直した書式を登録してください。"

// media are the pictures of a document that is being made.
type media struct {
	t     *Template
	main  *textPart
	files []mediaFile
	bytes int
	err   error
}

type mediaFile struct {
	name, id, kind string
	data           []byte
}

// draw writes a picture into a run, between two texts.
func (m *media) draw(b *bytes.Buffer, prefix string, p *Picture) {
	c, kind, err := image.DecodeConfig(bytes.NewReader(p.Data))
	switch m.bytes += len(p.Data); {
	case m.err != nil:
		return
	case err != nil || c.Width < 1 || c.Height < 1:
		m.err = refuse("", "差し込む画像を読み取れません。画像を選び直してください。")
		return
	case len(m.files) >= mostPictures || m.bytes > mostPictureBytes:
		m.err = refuse("", "差し込む画像が多すぎます。画像を減らしてください。")
		return
	}
	n := len(m.files) + 1
	f := mediaFile{kind: "image/" + kind, data: p.Data}
	for k := n; f.name == "" || m.t.part(f.name) != nil; k += mostPictures {
		f.name, f.id = fmt.Sprintf("word/media/picture-%d.%s", k, kind), fmt.Sprintf("picture%d", k)
	}
	m.files = append(m.files, f)
	w, h := int64(c.Width)*emuPixel, int64(c.Height)*emuPixel
	if w > emuWidest {
		w, h = emuWidest, max(1, h*emuWidest/w)
	}
	if h > emuTallest {
		w, h = max(1, w*emuTallest/h), emuTallest
	}
	fmt.Fprintf(b, `<%sdrawing><wp:inline xmlns:wp="%swordprocessingDrawing" distT="0" distB="0" distL="0" distR="0">`+
		`<wp:extent cx="%d" cy="%d"/>`+
		`<wp:docPr id="%d" name="picture%d"/><a:graphic xmlns:a="%smain"><a:graphicData uri="%spicture"><pic:pic xmlns:pic="%spicture">`+
		`<pic:nvPicPr><pic:cNvPr id="%d" name="picture%d"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="%s" r:embed="%s"/>`+
		`<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="%d"/></a:xfrm>`+
		`<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></%sdrawing>`,
		prefix, drawingSpace, w, h, 900_000+n, n, drawingSpace, drawingSpace, drawingSpace, 900_000+n, n, officeSpace, f.id, w, h, prefix)
}

// changed are the parts that name the pictures: the relations of the text, and the content types.
func (m *media) changed(out map[string][]byte) error {
	if m.err != nil || len(m.files) == 0 {
		return m.err
	}
	var relations, kinds strings.Builder
	for _, f := range m.files {
		fmt.Fprintf(&relations, `<Relationship xmlns="%s" Id="%s" Type="%s/image" Target="/%s"/>`, relationSpace, f.id, officeSpace, f.name)
		fmt.Fprintf(&kinds, `<Override xmlns="%s" PartName="/%s" ContentType="%s"/>`, typesSpace, f.name, f.kind)
	}
	rels := m.relations()
	p := m.t.part(rels)
	if p == nil {
		out[rels] = []byte(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + `<Relationships xmlns="` + relationSpace + `">` +
			relations.String() + `</Relationships>`)
	} else {
		for _, f := range m.files {
			if bytes.Contains(p.data, []byte(`"`+f.id+`"`)) {
				return refuse("部品「"+p.name+"」", noPictures)
			}
		}
		var err error
		if out[p.name], err = within(p, relations.String()); err != nil {
			return err
		}
	}
	p = m.t.part(typesPart)
	var err error
	out[p.name], err = within(p, kinds.String())
	return err
}

// relations is the name of the part with the text's relations.
func (m *media) relations() string {
	dir, base := path.Split(m.main.part.name)
	return dir + "_rels/" + base + ".rels"
}

// within puts elements at the end of a part's root.
func within(p *part, elements string) ([]byte, error) {
	root, err := parse(p)
	if err != nil {
		return nil, err
	}
	name := root.name.Local
	if root.name.Space != "" {
		name = root.name.Space + ":" + name
	}
	if i := bytes.LastIndex(p.data, []byte("</")); i >= 0 {
		return []byte(string(p.data[:i]) + elements + string(p.data[i:])), nil
	}
	i := bytes.LastIndex(p.data, []byte("/>"))
	if i < 0 {
		return nil, refuse("部品「"+p.name+"」", broken)
	}
	return []byte(string(p.data[:i]) + ">" + elements + "</" + name + ">"), nil
}

// write adds the pictures, and the relations where the template has none.
func (m *media) write(w *zip.Writer, changed map[string][]byte) error {
	add := func(name string, method uint16, data []byte) error {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: time.Time{}})
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return err
	}
	if len(m.files) == 0 {
		return nil
	}
	if rels := m.relations(); m.t.part(rels) == nil {
		if err := add(rels, zip.Deflate, changed[rels]); err != nil {
			return err
		}
	}
	for _, f := range m.files {
		if err := add(f.name, zip.Store, f.data); err != nil {
			return err
		}
	}
	return nil
}

// isStrict says that the text's elements are of the strict form, whose drawings have other names.
func (x *textPart) isStrict() bool { return bytes.Contains(x.part.data, []byte(wordSpaces[1])) }

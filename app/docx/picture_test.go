package docx

import (
	"archive/zip"
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var drawnImage = regexp.MustCompile(`/Subtype ?/Image`)

func pictureOf(t *testing.T, kind string, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	err := png.Encode(&b, img)
	if kind == "jpeg" {
		b.Reset()
		err = jpeg.Encode(&b, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A picture of a list stands in the text in place of its field, with its part, its relation and its type; the same values are the same
// bytes, and what is made is a document that is safe by the same rules, which LibreOffice opens.
func TestPictures(t *testing.T) {
	template := body(para("{{#章}}") + para("{{見出し}}") + para("{{画像}}") + para("{{/章}}"))
	x, err := Read(file(t, parts(template, map[string]string{"word/_rels/document.xml.rels": `<?xml version="1.0"?>` +
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>`})))
	if err != nil {
		t.Fatal(err)
	}
	v := &Values{Texts: map[string]string{}, Lists: map[string][]map[string]string{"章": {{"見出し": "工場", "画像": ""}, {"見出し": "沿革", "画像": ""}}},
		Pictures: map[string][]map[string][]Picture{"章": {{"画像": {
			{pictureOf(t, "png", 40, 30), "外観<b>&"}, {pictureOf(t, "jpeg", 4000, 90), ""}}}}}}
	made, err := x.Fill(v)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := x.Fill(v); err != nil || !bytes.Equal(made, again) {
		t.Errorf("made again it is another document: %v", err)
	}
	all := map[string]string{}
	z, err := zip.NewReader(bytes.NewReader(made), int64(len(made)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(b)
	}
	text := all["word/document.xml"]
	for part, has := range map[string][]string{"word/document.xml": {`r:embed="picture1"`, `r:embed="picture2"`, "外観&lt;b&gt;&amp;", "沿革",
		`cx="5760000"`}, "word/_rels/document.xml.rels": {`Target="/word/media/picture-1.png"`, `Target="/word/media/picture-2.jpeg"`},
		typesPart: {`PartName="/word/media/picture-1.png" ContentType="image/png"`, `ContentType="image/jpeg"`}} {
		for _, s := range has {
			if !strings.Contains(all[part], s) {
				t.Errorf("%s has no %s: %s", part, s, all[part])
			}
		}
	}
	if strings.Count(text, "<w:drawing>") != 2 || strings.Contains(text, "{{") ||
		all["word/media/picture-1.png"] != string(pictureOf(t, "png", 40, 30)) {
		t.Errorf("%s", text)
	}
	if _, err := Read(made); err != nil {
		t.Errorf("what is made is not safe: %v", err)
	}
	for why, p := range map[string][]Picture{"no picture": {{[]byte("GIF89a"), ""}}, "many": make([]Picture, mostPictures+1),
		"large": {{append(pictureOf(t, "png", 4, 4), make([]byte, mostPictureBytes)...), ""}}} {
		for i := range p {
			if p[i].Data == nil {
				p[i].Data = pictureOf(t, "png", 4, 4)
			}
		}
		if _, err := x.Fill(&Values{Lists: v.Lists, Pictures: map[string][]map[string][]Picture{"章": {{"画像": p}}}}); err == nil {
			t.Errorf("%s: filled", why)
		}
	}
	soffice := os.Getenv("TSUNAGU_SOFFICE")
	if soffice == "" {
		t.Skip("TSUNAGU_SOFFICE names no LibreOffice; make test installs one and names it")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.docx"), made, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), soffice, "-env:UserInstallation=file://"+dir+"/p", "--headless", "--convert-to", "pdf",
		"--outdir", dir, filepath.Join(dir, "a.docx")).CombinedOutput()
	if pdf, e := os.ReadFile(filepath.Join(dir, "a.pdf")); err != nil || e != nil || len(drawnImage.FindAll(pdf, -1)) < 2 {
		t.Errorf("%v %v: %s", err, e, out)
	}
}

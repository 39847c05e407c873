package office

import (
	"bytes"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"tsunagu/app/guide"
	"tsunagu/app/web"
)

// officeGuide is the guide for those who run the platform.
type officeGuide struct {
	Title    string               `json:"title"`
	HTML     string               `json:"html" doc:"はじめの文章"`
	Sections []officeGuideSection `json:"sections"`
}

// officeGuideSection is one chapter of it.
type officeGuideSection struct {
	Title string `json:"title"`
	HTML  string `json:"html"`
}

func (a Room) officeGuideCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetGuide", web.ADM, "運用の手引き", "運用の手引き"),
		func(*web.Request, *struct{}) (*officeGuide, error) { return TheGuide(), nil })
}

// TheGuide renders the embedded guide once. Unlike texts that the office writes, it is part of the
// program, so it may hold commands to copy; raw HTML is left out all the same.
var TheGuide = sync.OnceValue(func() *officeGuide {
	parts := strings.Split("\n"+guide.Source, "\n## ")
	title, first, _ := strings.Cut(strings.TrimSpace(parts[0]), "\n")
	out := &officeGuide{Title: strings.TrimPrefix(title, "# "), HTML: guideHTML(first), Sections: []officeGuideSection{}}
	for _, part := range parts[1:] {
		title, text, _ := strings.Cut(part, "\n")
		out.Sections = append(out.Sections, officeGuideSection{title, guideHTML(text)})
	}
	return out
})

func guideHTML(text string) string {
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)))).Convert([]byte(text), &b); err != nil {
		panic(err) // writing to a buffer never fails
	}
	return strings.TrimSpace(strings.ReplaceAll(b.String(), "<!-- raw HTML omitted -->", ""))
}

package office_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/office"
)

// The guide is split into chapters, with tables and commands, and no Markdown syntax is visible.
func TestGuidePage(t *testing.T) {
	p := apptest.NewPlatform(t)
	g := office.TheGuide()
	if g.Title != "運用の手引き" || len(g.Sections) < 8 {
		t.Fatalf("%q with %d sections", g.Title, len(g.Sections))
	}
	all := g.HTML
	for _, s := range g.Sections {
		if s.Title == "" || s.HTML == "" {
			t.Errorf("an empty chapter %q", s.Title)
		}
		all += s.HTML
	}
	for _, s := range []string{"<table>", "<pre><code>", "<h3>", "tsunagu example systemd", `align="right"`} {
		if !strings.Contains(all, s) {
			t.Errorf("no %s", s)
		}
	}
	for _, s := range []string{"```", "<!--", "**", "| ---", "<script", "style=", "<h2", "<h1"} {
		if strings.Contains(all, s) {
			t.Errorf("holds %s", s)
		}
	}
	p.Visitor().Get("/api/Office/GetGuide").Want(401).HasNot("systemd")
}

package web_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
)

// A link that somebody types is an address of the web, and nothing that a browser would run.
func TestLinkFields(t *testing.T) {
	for text, isGood := range map[string]bool{
		"": true, "https://www.example.jp/a?b=1": true, "http://example.jp": true, " https://example.jp\t": true,
		"javascript:alert(1)": false, "JavaScript://example.jp/%0aalert(1)": false, "data:text/html,<script>": false, "vbscript:x": false,
		"file:///etc/passwd": false, "ftp://example.jp": false, "//example.jp": false, "/login": false, "www.example.jp": false,
		"https:///x": false, "https:example.jp": false, "https://example.jp/\x01": false, "https://example.jp/" + strings.Repeat("a", 500): false,
	} {
		c, s := web.Check{}, text
		if c.Link("homePageUrl", "ホームページ", &s); (c.Err() == nil) != isGood {
			t.Errorf("%.60q: %v", text, c.Err())
		}
	}
}

// What a body has that the call does not know is listed in one order, and not at any length.
func TestUnknownFieldsInOrder(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	body := map[string]any{"needsId": "x", strings.Repeat("長", 300): 1}
	for _, name := range strings.Split("qwertyuiopasdfgh", "") {
		body["x"+name] = 1
	}
	first := b.FinA.Post("/api/Needs/RemoveNeeds", body).Want(422).Has("xa", "xq").HasNot(strings.Repeat("長", web.MaxFieldName+1))
	for range 20 {
		b.FinA.Post("/api/Needs/RemoveNeeds", body).SameAs(first)
	}
}

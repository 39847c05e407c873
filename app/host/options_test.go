package host

import (
	"strings"
	"testing"
)

// The base of mailed links must be this server's address and nothing else: a wrong one is reported at
// the start and not in each mail.
func TestBaseURL(t *testing.T) {
	for _, ok := range []string{"", "https://tsunagu.example.jp", "https://tsunagu.example.jp/", "https://tsunagu.example.jp:8443",
		"http://localhost:8080", "http://[::1]:8080"} {
		o, err := Parse("serve", []string{"-base-url", ok}, false)
		if err != nil {
			t.Errorf("%q: %v", ok, err)
		} else if ok != "" && o.Base("127.0.0.1:1") != strings.TrimRight(ok, "/") {
			t.Errorf("%q: links begin with %q", ok, o.Base("127.0.0.1:1"))
		}
	}
	for _, bad := range []string{"tsunagu.example.jp", "tsunagu.example.jp:443", "//tsunagu.example.jp", "/", "https://", "https:///x",
		"javascript:alert(1)", "javascript://tsunagu.example.jp/%0aalert(1)",
		"data:text/html,x", "file://tsunagu.example.jp", "ftp://tsunagu.example.jp", "https://a:b@tsunagu.example.jp",
		"https://tsunagu.example.jp/app", "https://tsunagu.example.jp?x=1",
		"https://tsunagu.example.jp#x", "https://tsunagu.example.jp /", "https://tsunagu.example.jp\r\nBcc: a@example.jp", "https://%zz"} {
		if _, err := Parse("serve", []string{"-base-url", bad}, false); err == nil || !strings.Contains(err.Error(), "-base-url には") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

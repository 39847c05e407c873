package directory_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"tsunagu/app/apptest"
)

// The server asks the address of the setting and nobody else, whatever is answered there, and reads no more than it needs.
func TestDirectoryAsksNobodyElse(t *testing.T) {
	w := newWorld(t)
	var elsewhere, written atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(other.Close)
	var says atomic.Value // what the directory answers
	at := httptest.NewServer(nil)
	t.Cleanup(at.Close)
	at.Config.Handler = http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) { says.Load().(http.HandlerFunc)(out, r) })
	document := func(authorization, token, keys string) http.HandlerFunc {
		return func(out http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(out, `{"issuer":%q,"authorization_endpoint":%q,"token_endpoint":%q,"jwks_uri":%q}`, at.URL, authorization, token, keys)
		}
	}
	trial := func(issuer string) apptest.Result {
		t.Helper()
		changes := body{"issuer": issuer}
		if n := w.Fad.Get(office + "GetDirectory").Want(200).JSON()["next"]; n != nil {
			changes["version"] = n.(body)["version"]
		}
		w.Fad.Post(office+"SaveDirectory", w.setting(changes)).Want(200)
		w.Clock.Add(afterwards)
		return w.as(w.Fad).Post(office+"BeginDirectoryTrial", body{"version": w.next()["version"]})
	}
	says.Store(document(at.URL+"/a", at.URL+"/t", at.URL+"/k"))
	trial(at.URL).Want(200) // so that what follows is refused for what it is
	for name, answer := range map[string]http.HandlerFunc{
		"a redirect":                func(out http.ResponseWriter, r *http.Request) { http.Redirect(out, r, other.URL, http.StatusFound) },
		"people sent in the clear":  document("http://directory.example.jp/a", at.URL+"/t", at.URL+"/k"),
		"tokens asked in the clear": document(at.URL+"/a", "http://directory.example.jp/t", at.URL+"/k"),
		"keys asked in the clear":   document(at.URL+"/a", at.URL+"/t", "http://directory.example.jp/k"),
		"keys from a file":          document(at.URL+"/a", at.URL+"/t", "file:///etc/passwd"),
		"a way that is a script":    document("javascript:alert(1)", at.URL+"/t", at.URL+"/k"),
		"no document":               func(out http.ResponseWriter, _ *http.Request) { fmt.Fprint(out, "<html>") },
		"an answer without an end": func(out http.ResponseWriter, _ *http.Request) {
			part := append([]byte(`{"issuer":"`), bytes.Repeat([]byte("x"), 64<<10)...)
			for {
				n, err := out.Write(part)
				if written.Add(int64(n)); err != nil {
					return
				}
			}
		},
	} {
		says.Store(answer)
		if r := trial(at.URL); r.Status != 400 || !strings.Contains(r.Body, `"code":"directory_down"`) || strings.Contains(r.Body, at.URL) {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	if n := elsewhere.Load(); n != 0 {
		t.Errorf("another machine was asked %d times", n)
	}
	if n := written.Load(); n == 0 || n > 32<<20 {
		t.Errorf("%d bytes of an answer without an end", n)
	}
	// Addresses at which machines' own services answer, by number and, in a network that is not for this machine alone, by name.
	for _, issuer := range []string{"https://169.254.169.254", "https://0.0.0.0"} {
		trial(issuer).Want(400).Has(`"code":"directory_down"`)
	}
	w.App.BaseURL = "https://tsunagu.example.jp"
	_, port, _ := strings.Cut(strings.TrimPrefix(other.URL, "http://"), ":")
	trial("https://localhost.:" + port).Want(400).Has(`"code":"directory_down"`)
	for _, issuer := range []string{other.URL, "https://127.0.0.1:" + port, "https://localhost:" + port, "https://[::1]:" + port} {
		w.Fad.Post(office+"SaveDirectory", w.setting(body{"version": w.next()["version"], "issuer": issuer})).Want(422).Has(`"field":"issuer"`)
	}
	if n := elsewhere.Load(); n != 0 {
		t.Errorf("this machine was asked %d times", n)
	}
}

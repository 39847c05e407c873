package web_test

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"
	"github.com/gorilla/mux"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
	"tsunagu/store/storetest"
)

// served runs a handler behind what holds for every answer and reads one answer of it.
func served(t *testing.T, h http.Handler, path string) (status int, body, logged string, err error) {
	t.Helper()
	said := &apptest.Lines{}
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = log.New(said, "", 0)
	s.Start()
	res, err := s.Client().Get(s.URL + path)
	var b []byte
	if err == nil {
		status = res.StatusCode
		b, err = io.ReadAll(res.Body)
		_ = res.Body.Close()
	}
	s.Close() // waits for the handlers
	return status, string(b), said.Text.String(), err
}

// Whatever breaks an answer off, the client sees that it is not whole, nothing is appended to
// what is out, and the server does not complain of its own second status.
func TestAnswerBreaksOff(t *testing.T) {
	p := apptest.NewPlatform(t)
	begin := func(w http.ResponseWriter) {
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, "half")
		_ = http.NewResponseController(w).Flush()
	}
	for _, c := range []struct {
		name   string
		do     http.HandlerFunc
		status int
		whole  bool
		body   string
	}{
		{"a second status", func(w http.ResponseWriter, _ *http.Request) { begin(w); w.WriteHeader(499) }, 200, true, "half"},
		{"a panic in the middle", func(w http.ResponseWriter, _ *http.Request) { begin(w); panic("in the middle") }, 200, false, "half"},
		{"a panic before", func(http.ResponseWriter, *http.Request) { panic("before") }, 500, true, `"code":"internal"`},
	} {
		status, body, logged, err := served(t, p.App.Around(c.do), "/")
		if status != c.status || (err == nil) != c.whole || !strings.Contains(body, c.body) {
			t.Errorf("%s: %d %q, %v", c.name, status, body, err)
		}
		if c.body == "half" && body != "half" {
			t.Errorf("%s: appended to what was out: %q", c.name, body)
		}
		if logged != "" {
			t.Errorf("%s: the server says %q", c.name, logged)
		}
	}
}

// broken is a file that cannot be read to its end.
type broken struct{ read bool }

func (b *broken) Read(p []byte) (int, error) {
	if b.read {
		return 0, errors.New("the disk is gone")
	}
	b.read = true
	return copy(p, "first line\n"), nil
}

func (*broken) Close() error { return nil }

// A file that cannot be read to its end never arrives as a whole one, nor does one that ends before it
// should, or goes on after it.
func TestDownloadBreaksOff(t *testing.T) {
	whole := func(text string) io.ReadCloser { return io.NopCloser(strings.NewReader(text)) }
	for _, x := range []struct {
		name string
		size int64
		body io.ReadCloser
		ok   bool
	}{
		{"whole", 11, whole("first line\n"), true},
		{"empty", 0, whole(""), true},
		{"cannot be read to its end", 22, &broken{}, false},
		{"cannot be read, at its end", 11, &broken{}, false},
		{"ends too early", 12, whole("first line\n"), false},
		{"is empty", 12, whole(""), false},
		{"goes on", 10, whole("first line\n"), false},
	} {
		said, log := apptest.Logged()
		clock := &storetest.Clock{}
		p := apptest.NewPlatformOn(t, storetest.New(t, clock), clock, web.Config{Log: log})
		router := mux.NewRouter()
		p.App.API = humamux.New(router, huma.DefaultConfig("test", "1"))
		web.AddFile(p.App.Platform, web.Call{Method: "GET", Path: "/api/Test/File", Callers: web.Anyone},
			func(*web.Request, *struct{}) (*web.Download, error) {
				return &web.Download{Name: "a.csv", MediaType: "text/csv", Size: x.size, Body: x.body}, nil
			})
		status, body, logged, err := served(t, p.App.Around(web.CompressJSON(router)), "/api/Test/File")
		if (err == nil) != x.ok || x.ok && (status != 200 || int64(len(body)) != x.size) {
			t.Errorf("a file that %s: %d %q, %v", x.name, status, body, err)
		}
		if logged != "" {
			t.Errorf("a file that %s: the server says %q", x.name, logged)
		}
		if _, text := said.All(t); strings.Contains(text, "download broke off") == x.ok {
			t.Errorf("a file that %s: the log says %s", x.name, text)
		}
	}
}

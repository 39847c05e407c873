package host

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Whatever looks like an address or a secret is masked, whoever logs it.
func TestLogMasks(t *testing.T) {
	var out strings.Builder
	l, err := NewLog(&Options{Log: "json", LogLevel: "debug"}, &out)
	if err != nil {
		t.Fatal(err)
	}
	l.Error("mail", "err", errors.New("550 <taro@example.jp> unknown"), "n", 3)
	l.Error("token", "err", errors.New("bad eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9aaaaaaaa.eyJzdWIiOiIxIn0.sig"), "request", "ABCDE-23456")
	l.Error("call failed", "user", "019aa1b2-0000-7000-8000-000000000001")
	text := out.String()
	for _, s := range []string{"taro", "eyJ", "sig"} {
		if strings.Contains(text, s) {
			t.Errorf("holds %q: %s", s, text)
		}
	}
	for _, s := range []string{"***@***", "550", "ABCDE-23456", "019aa1b2-0000-7000-8000-000000000001", `"n":3`} {
		if !strings.Contains(text, s) {
			t.Errorf("lacks %q: %s", s, text)
		}
	}
	// Errors of the HTTP server have the same format; a failed handshake is no warning.
	out.Reset()
	l, _ = NewLog(&Options{Log: "text", LogLevel: "warn"}, &out)
	ServerLog(l).Print("http: TLS handshake error from 192.0.2.1:443: EOF")
	ServerLog(l).Print("http: Accept error")
	if s := out.String(); strings.Contains(s, "192.0.2.1") || !strings.Contains(s, "Accept error") || !strings.Contains(s, "level=WARN") {
		t.Error(s)
	}
}

func TestMetricsAddress(t *testing.T) {
	for addr, open := range map[string]bool{"localhost:1": true, "127.0.0.1:1": true, "[::1]:1": true, "": true, ":1": false,
		"0.0.0.0:1": false, "192.0.2.1:1": false, "example.jp:1": false, "nonsense": false} {
		if err := (&Options{MetricsAddr: addr}).checkMetrics(); (err == nil) != open {
			t.Errorf("%q: %v", addr, err)
		}
	}
	if err := (&Options{MetricsAddr: "192.0.2.1:1", MetricsOpen: true}).checkMetrics(); err != nil {
		t.Error(err)
	}
	o := &Options{MetricsAddr: "localhost:0"}
	addr, stop, err := o.ServeMetrics(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "figures") }))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"/metrics": 200, "/": 404, "/api/": 404} {
		res, err := http.Get("http://" + addr + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s: %s", path, res.Status)
		}
	}
	stop()
	if _, err := http.Get("http://" + addr + "/metrics"); err == nil {
		t.Error("answers after its end")
	}
}

func TestRunning(t *testing.T) {
	dir := t.TempDir()
	if _, ok := Running(t.Context(), dir); ok {
		t.Error("nobody runs")
	}
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			http.NotFound(w, r)
		}
	}))
	forget, err := Announce(dir, s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if base, ok := Running(t.Context(), dir); !ok || base != s.URL {
		t.Errorf("%s %v", base, ok)
	}
	s.Close() // as if killed: the address file stays
	if _, ok := Running(t.Context(), dir); ok {
		t.Error("a dead one runs")
	}
	forget()
	if _, ok := Running(t.Context(), dir); ok {
		t.Error("forgotten")
	}
}

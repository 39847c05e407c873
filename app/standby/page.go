package standby

import (
	"encoding/json"
	"html/template"
	"net/http"
	"time"
)

// Readiness is the answer of /readyz of a standby. It is never ready: a proxy sends everybody to the leader. It contains
// nothing of the network's data, as anybody may ask.
type Readiness struct {
	Ready    bool   `json:"ready"`
	Reason   string `json:"reason"`
	Role     string `json:"role"` // follower
	Leader   string `json:"leader,omitempty"`
	Epoch    int    `json:"epoch"`
	BehindMS int64  `json:"behindMs"` // at most; -1: it has no whole copy yet
	Schema   int64  `json:"schema,omitempty"`
	CanLead  bool   `json:"canLead"` // it has a checked copy of a schema that it knows
	// Preparing: it could lead, and searches of a large network would be slow at first: their index is being made. Also
	// true before it has looked whether one is needed.
	Preparing bool `json:"preparing"`
}

// Readiness now.
func (s *Standby) Readiness() Readiness {
	n := s.now()
	out := Readiness{Reason: "待機しています。", Role: "follower", Leader: n.last.Name, Epoch: n.last.Epoch, BehindMS: -1, Schema: n.schema,
		CanLead: n.ready && !n.isNewer, Preparing: !n.warm}
	if !n.level.IsZero() {
		out.BehindMS = time.Since(n.level).Milliseconds()
	}
	if n.isNewer {
		out.Reason += newerText
	}
	out.Reason += n.trouble
	return out
}

var page = template.Must(template.New("standby").Parse(`<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>待機しています</title></head><body>
<h1>この機械は待機しています</h1>
<p>{{if .Leader}}つなぐは、いま「{{.Leader}}」が開いています。そちらのアドレスを使ってください。{{else}}つなぐを開いている機械は、まだありません。{{end}}</p>
<p>引き継ぎの最中のときは、しばらく待ってから読み込み直してください。</p>
</body></html>
`))

// ServeHTTP answers for a standby.
func (s *Standby) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	switch {
	case r.URL.Path == "/healthz":
		_, _ = w.Write([]byte("ok\n"))
	case r.URL.Path == "/readyz":
		h.Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusServiceUnavailable)
		_ = json.NewEncoder(w).Encode(s.Readiness())
	default:
		Unavailable(w, s.now().last.Name)
	}
}

// Unavailable is the answer of a machine that does not lead, or not at this moment.
func Unavailable(w http.ResponseWriter, leader string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cache-Control", "no-store")
	h.Set("Retry-After", "2")
	w.WriteHeader(http.StatusServiceUnavailable)
	_ = page.Execute(w, struct{ Leader string }{leader})
}

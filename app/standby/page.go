package standby

import (
	"crypto/sha256"
	"encoding/base64"
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

// page is for who comes to the wrong machine, or while the other one takes over. Its style is in it, and allowed by its
// hash: nothing else can be fetched from a machine that does not lead.
var page = template.Must(template.New("standby").Parse(`<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>この機械は待機しています｜つなぐ</title><style>` + pageStyle + `</style></head><body><main>
<h1>この機械は待機しています</h1>
<p>つなぐは、故障に備えて二台の機械で動いています。ここは控えの機械です。入力した内容は、ここには保存されません。</p>
{{if .Leader}}<p>いま動いているのは「<strong>{{.Leader}}</strong>」です。</p>
{{else}}<p>いま、つなぐを開いている機械がありません。引き継ぎの途中なら、ふつうは1分以内に開きます。</p>
{{end}}<h2>どうすればよいですか</h2>
<ol><li>1分ほど待って、<a href="">この画面を開き直して</a>ください。</li>
<li>それでも同じ画面が出るときは、いつものアドレス（ブックマークや、つなぐからのメールのリンク）から開いてください。</li>
<li>それでも開かないときは、この画面を、つなぐを運営している事務局かシステムの担当者に見せてください。</li></ol>
</main></body></html>
`))

const pageStyle = `body{margin:0;background:#f6f7f9;color:#1c2733;font:1.0625rem/1.8 sans-serif}` +
	`main{max-width:40rem;margin:2rem auto;padding:1.5rem;background:#fff;border-radius:.5rem}` +
	`h1{font-size:1.5rem;line-height:1.4;margin:0 0 1rem}h2{font-size:1.125rem;margin:1.5rem 0 .5rem}` +
	`strong{overflow-wrap:anywhere}li{margin:.5rem 0}a{color:#0b57a4}a:focus-visible{outline:3px solid #0b57a4;outline-offset:2px}`

var pagePolicy = func() string {
	sum := sha256.Sum256([]byte(pageStyle))
	return "default-src 'none'; frame-ancestors 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

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
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("Cache-Control", "no-store")
	h.Set("Retry-After", "2")
	w.WriteHeader(http.StatusServiceUnavailable)
	_ = page.Execute(w, struct{ Leader string }{leader})
}

package stamp_test

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/stamp"
	"tsunagu/store"
)

// absentAuthority is OpenSSL's time-stamping authority with a switch before it: while it is off, nobody stamps.
func absentAuthority(t *testing.T) (address, ca string, isThere *atomic.Bool) {
	t.Helper()
	inner, p := apptest.OpenSSLAuthority(t)
	to, err := url.Parse(inner)
	if err != nil {
		t.Fatal(err)
	}
	isThere = &atomic.Bool{}
	proxy := httputil.NewSingleHostReverseProxy(to)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isThere.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, p.CA(), isThere
}

// evidenceFiles are the files of an evidence by their names in its folder.
func evidenceFiles(e *stamp.Evidence) map[string]string {
	out := map[string]string{}
	for _, f := range slices.Concat(e.Files, e.Texts()) {
		out[strings.TrimPrefix(f.Name, "proofs/")] = string(f.Data)
	}
	return out
}

func hashOf(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// The authority is away for ten days and comes back: a stranger finds every line of those days proven by its one stamp, and a line of
// the fifth day that somebody altered, also where he made every file anew but the authority's.
func TestStrangerChecksTenDaysWithoutAuthority(t *testing.T) {
	const days, fifth = 10, 4
	d := daysBefore(t, days)
	address, ca, isThere := absentAuthority(t)
	d.setAuthority(body{"address": address, "ca": ca}).Want(200)
	var lines []stamp.Line
	for day := range days {
		d.audited(3, "listing")
		d.disclosed(fmt.Sprint("l", day), "b1")
		last := d.lastLine(store.ChainAudit)
		for seq := last - 2; seq <= last; seq++ {
			lines = append(lines, stamp.Line{Chain: store.ChainAudit, Seq: seq, Open: []string{stamp.PartDetail}})
		}
		lines = append(lines, stamp.Line{Chain: store.ChainLedger, Seq: d.lastLine(store.ChainLedger),
			Open: []string{stamp.PartListing}})
		d.Clock.Add(24 * time.Hour)
		if r := d.TryJob(t.Context(), "proof"); r.State != store.RunFailed || !strings.Contains(r.Error, "HTTP 503") {
			t.Fatalf("day %d: %+v", day, r)
		}
	}
	for i, l := range d.evidence(lines...).Lines {
		if l.State != stamp.LineWaitsStamp {
			t.Errorf("line %d without the authority: %+v", i, l)
		}
	}
	if out, err := strangersCheck(t, laid(t, d.evidence(lines...))); err == nil || strings.Count(out, "タイムスタンプがまだないか") != days {
		t.Errorf("without a stamp: %v %s", err, out)
	}
	isThere.Store(true)
	d.Clock.Add(time.Hour)
	d.Clock.Add(time.Since(d.now()))
	d.Office = d.SignInOffice("office@n.example.jp")
	if got := d.Office.Post(office+"StampNow", body{}).Want(200).JSON(); got["isStamped"] != true {
		t.Fatal(got)
	}
	if n := d.count("proof_stamp"); n != 1 {
		t.Errorf("%d stamps", n)
	}
	e := d.evidence(lines...)
	folders := map[string]bool{}
	for i, l := range e.Lines {
		if l.State != stamp.LineProven {
			t.Errorf("line %d: %+v", i, l)
		}
		folders[l.Proof] = true
	}
	if len(folders) != days {
		t.Errorf("the lines are in %d proofs", len(folders))
	}
	files := evidenceFiles(e)
	out, err := strangersCheck(t, laidOut(t, files))
	if err != nil || !strings.HasPrefix(out, fmt.Sprintf("OK: %d 行、開いた項目 %d 件", len(lines), len(lines))) {
		t.Fatalf("%v %s", err, out)
	}
	t.Logf("%d lines of %d days: %s", len(lines), days, strings.TrimSpace(out))
	// Each line of the fifth day, altered in the evidence alone, and with the files over it made anew one after another.
	e = d.evidence(lines[fifth*4 : fifth*4+4]...)
	files = evidenceFiles(e)
	if out, err := strangersCheck(t, laidOut(t, files)); err != nil || !strings.HasPrefix(out, "OK: 4 行") {
		t.Fatalf("the fifth day: %v %s", err, out)
	}
	for i, l := range e.Lines {
		altered := strings.Replace(l.Text, " at=", " at=9", 1)
		if altered == l.Text {
			t.Fatalf("no time in %q", l.Text)
		}
		for what, forged := range forgeries(t, files, l, altered) {
			if out, err := strangersCheck(t, laidOut(t, forged.files)); err == nil || !strings.Contains(out, forged.want) {
				t.Errorf("line %d altered, %s: not found: %s", i, what, out)
			}
		}
	}
	part := maps.Clone(files) // what an open part says, at a line of the fifth day
	p := e.Lines[0].Parts[0]
	part["lines.txt"] = strings.Replace(files["lines.txt"], p, strings.Replace(p, "秘密", "公開", 1), 1)
	if part["lines.txt"] == files["lines.txt"] {
		t.Fatalf("%q has nothing to alter", p)
	}
	if out, err := strangersCheck(t, laidOut(t, part)); err == nil || !strings.Contains(out, "開いた項目") {
		t.Errorf("an altered part: %s", out)
	}
}

func laidOut(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	apptest.Lay(t, dir, files)
	return dir
}

type forgery struct {
	files map[string]string
	want  string
}

// forgeries are files in which one line reads otherwise: it alone; also its page and the list of pages; also the day's proof; also every
// proof after it, to the one with the stamp.
func forgeries(t *testing.T, files map[string]string, l stamp.LineEvidence, altered string) map[string]forgery {
	t.Helper()
	step := maps.Clone(files)
	out := map[string]forgery{}
	keep := func(what, want string) { out[what] = forgery{maps.Clone(step), want} }
	change := func(name, from, to string) {
		if !strings.Contains(step[name], from) {
			t.Fatalf("%s has no %s", name, from)
		}
		step[name] = strings.Replace(step[name], from, to, 1)
	}
	change("lines.txt", l.Text+"\n", altered+"\n")
	keep("alone", "行目")
	day := filepath.Base(l.Proof)
	leaf, forged := hashOf(l.Text+"\n"), hashOf(altered+"\n")
	page := ""
	for name, content := range step {
		if strings.HasPrefix(name, day+"/page-") && strings.Contains(content, leaf) {
			page = name
		}
	}
	if page == "" {
		t.Fatalf("no page of %s has %s", day, leaf)
	}
	was := hashOf(step[page])
	change(page, leaf, forged)
	keep("with its page", day+" のページ")
	list := hashOf(step[day+"/pages.txt"])
	change(day+"/pages.txt", was, hashOf(step[page]))
	keep("with the list of pages", day+"/pages.txt")
	proof := step[day+"/proof.txt"]
	change(day+"/proof.txt", "lines "+list, "lines "+hashOf(step[day+"/pages.txt"]))
	keep("with the day's proof", "次の証明につながりません")
	for at := day; step[at+"/stamp.tsr"] == ""; {
		next := ""
		for name, content := range step {
			if strings.HasSuffix(name, "/proof.txt") && strings.Contains(content, "before "+hashOf(proof)) {
				next = filepath.Dir(name)
			}
		}
		if next == "" {
			t.Fatalf("nothing follows %s", at)
		}
		now := hashOf(step[at+"/proof.txt"])
		was := hashOf(proof)
		proof = step[next+"/proof.txt"]
		change(next+"/proof.txt", "before "+was, "before "+now)
		at = next
	}
	keep("with every proof to the stamp", "（タイムスタンプ）")
	return out
}

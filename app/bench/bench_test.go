//go:build unix

package main

import (
	"database/sql"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"tsunagu/app/bench/drawn"
)

// The contestant that does nothing is this executable, started as a process of its own (peer.go).
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "nothing" {
		fmt.Fprintln(os.Stderr, serveNothing(os.Args[2]))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// plainSQL asks the cards by database/sql, so that the test needs no other program.
type plainSQL struct{ db *sql.DB }

func (p plainSQL) close() {}

func (p plainSQL) ask(request []byte) ([]byte, error) {
	count, page, _ := strings.Cut(strings.TrimSuffix(string(request), ".print "+shellEnd), ";\n")
	var n int
	if err := p.db.QueryRow(count).Scan(&n); err != nil {
		return nil, err
	}
	out := fmt.Sprintln(n)
	rows, err := p.db.Query(page)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var payload string
		if err := rows.Scan(&payload); err != nil {
			return nil, err
		}
		out += payload + "\n"
	}
	return []byte(out), rows.Err()
}

// The whole bench except the other products, in a small world: the product's answers equal those of
// independent SQL, it is measured, and a wrong answer is detected.
func TestBench(t *testing.T) {
	b := &bench{dir: t.TempDir(), companies: 1200, callers: 2, rounds: 1, seconds: 0.02, lists: lists}
	if err := b.prepare("work"); err != nil {
		t.Fatal(err)
	}
	w, err := b.makeWorld(b.companies)
	if err != nil {
		t.Fatal(err)
	}
	testFresh(t, b)
	c, err := w.cards(lists)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+c.file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p, err := b.ours(w)
	if err != nil {
		t.Fatal(err)
	}
	defer p.stop()
	ours, err := b.product(p)
	if err != nil {
		t.Fatal(err)
	}
	other := shellContestant("PostgreSQL") // under this name, so that the targets have something to compare with
	other.open = func() (asker, error) { return plainSQL{db}, nil }
	all := []*contestant{ours, other}
	r := rand.New(rand.NewPCG(1, 2))
	if err := b.agree(all, r, c); err != nil {
		t.Fatal(err)
	}
	sums := results{}
	for _, l := range b.lists {
		for i := range l.kinds {
			if err := b.round(all, 0, l, &l.kinds[i], r, c, sums); err != nil {
				t.Fatal(err)
			}
		}
	}
	for key, m := range sums {
		if len(m.took) == 0 || m.bytes == 0 {
			t.Errorf("%v: %d answers, %d bytes", key, len(m.took), m.bytes)
		}
	}
	b.report(all, c, sums)
	for _, l := range b.lists {
		if !strings.Contains(b.out.String(), "\n## "+l.title+"\n") || !strings.Contains(b.out.String(), "\n| "+l.title+" | ") {
			t.Errorf("the report does not name %s among the targets and with its numbers", l.title)
		}
	}
	for _, l := range b.lists {
		was := b.lists
		b.lists = []*list{l}
		change := "UPDATE " + l.table + " SET " + l.flag + " = 1 - " + l.flag + " WHERE seq = (SELECT min(seq) FROM " + l.table + ")"
		if _, err := db.Exec(change); err != nil {
			t.Fatal(err)
		}
		if err := b.agree(all, r, c); err == nil {
			t.Errorf("%s: a card more or less goes unnoticed", l.name)
		}
		if _, err := db.Exec(change); err != nil {
			t.Fatal(err)
		}
		b.lists = was
	}

	b.out.Reset()
	for _, part := range []func(*program, *cards) error{b.writes, b.heavy, b.exports, b.weekly} {
		if err := part(p, c); err != nil {
			t.Fatal(err)
		}
	}
	for i, d := range deeds {
		if i == 1 {
			continue // a small world has fewer than twenty negotiations for it
		}
		if strings.Contains(b.out.String(), "| "+d.title+" | —") || !strings.Contains(b.out.String(), "| "+d.title+" | ") {
			t.Errorf("%s was not measured", d.title)
		}
	}
	if strings.Contains(b.out.String(), "| 買手 | 0 KB") {
		t.Error("an export of nothing")
	}
	for _, part := range []string{"**CSV の書き出し**", "| そのうち今回知らせた買手 | ", "| おすすめの処理がないとき | "} {
		if !strings.Contains(b.out.String(), part) {
			t.Errorf("the report lacks %s", part)
		}
	}
}

// The chart is an SVG that a browser can show, with a line for each kind.
func TestChart(t *testing.T) {
	names := costKinds()
	cells := map[string][]*measured{}
	for i, k := range names {
		for j := range 4 {
			cells[k.name] = append(cells[k.name], &measured{took: []time.Duration{1, 2}, cpu: time.Duration(1+i*j) * time.Millisecond})
		}
	}
	picture := chart([]int{1_000, 10_000, 100_000, 1_000_000}, names, cells)
	lines := 0
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		x, err := d.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if e, ok := x.(xml.StartElement); ok && e.Name.Local == "polyline" {
			lines++
			for _, a := range e.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s: %s", a.Name.Local, a.Value)
				}
			}
		}
	}
	if lines != len(names) {
		t.Errorf("%d lines for %d kinds", lines, len(names))
	}
}

// testFresh: two executables side by side are asked new questions while a writer writes; the world itself is not
// changed.
func testFresh(t *testing.T, b *bench) {
	b.kinds, b.against, b.writer, b.seconds = []*drawn.Kind{drawn.KindNamed("listings"), drawn.KindNamed("bestBuyers")}, b.binary, 20, 0.3
	b.isCold, b.isTeamOnly = runtime.GOOS == "linux", true
	defer func() { b.against, b.writer, b.seconds = "", 0, 0.02 }()
	if err := b.fresh(); err != nil {
		t.Fatal(err)
	}
	text := b.out.String()
	b.out.Reset()
	for _, name := range []string{"つなぐ", "もう一つの1"} {
		for _, k := range b.kinds {
			m := regexp.MustCompile(regexp.QuoteMeta("| "+k.Title+" | "+name) +
				` \| (\d+) \|.* (\d+) \| [\d.]+ ms \| [\d.]+ ms \| [^|]*満た[^|]* \|\n`).
				FindStringSubmatch(text)
			if m == nil || m[1] == "0" || m[2] == "0" {
				t.Errorf("%s, %s: no answers or no writes: %v", name, k.Title, m)
			}
		}
		m := regexp.MustCompile(`\| ` + name + ` \| [\d.]+ 秒 \| [\d.]+ 秒 \| [\d.]+ 秒 \| (\d+) MiB \| (\d+) MiB \|`).FindStringSubmatch(text)
		if m == nil || m[1] == "0" {
			t.Errorf("%s: no memory", name)
		}
	}
	if !strings.Contains(text, "目標") || t.Failed() {
		t.Log(text)
	}
}

// Missed goals are reported: those scaled by the machine's speed and the others.
func TestLacks(t *testing.T) {
	took := func(d time.Duration) measured { return measured{took: []time.Duration{d, d, d}} }
	slow := &freshResult{first: took(50 * time.Millisecond), full: took(60 * time.Millisecond), again: took(time.Millisecond),
		written: took(90 * time.Millisecond)}
	quick := &freshResult{first: took(time.Millisecond), full: took(time.Millisecond),
		again: took(time.Millisecond), written: took(time.Millisecond)}
	for _, x := range []struct {
		r         *freshResult
		slower    float64
		isWriting bool
		want      int
	}{{slow, 1, false, 4}, {slow, 1, true, 3}, {slow, 100, true, 0}, {slow, 100, false, 1}, {quick, 1, false, 0}} {
		if got := x.r.lacks(listGoal, x.slower, x.isWriting); len(got) != x.want {
			t.Errorf("%v: %v, not %d", x, got, x.want)
		}
	}
}

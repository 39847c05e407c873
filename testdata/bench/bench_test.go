//go:build unix

package main

import (
	"database/sql"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// plain asks the cards by database/sql, so that the test needs no peer.
type plain struct{ db *sql.DB }

func (p plain) close() {}

func (p plain) ask(request []byte) ([]byte, error) {
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

// The whole bench but for the peers, in a small world: the product answers as SQL of another hand
// does, is measured, and a difference would be seen.
func TestBench(t *testing.T) {
	b := &bench{dir: t.TempDir(), companies: 1500, callers: 2, rounds: 1, seconds: 0.05}
	if err := b.prepare("work"); err != nil {
		t.Fatal(err)
	}
	w, err := b.makeWorld(b.companies)
	if err != nil {
		t.Fatal(err)
	}
	cards, words, err := w.cards()
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+cards)
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
	other := shellContestant("SQL")
	other.open = func() (asker, error) { return plain{db}, nil }
	all := []*contestant{ours, other}
	r := rand.New(rand.NewPCG(1, 2))
	if err := b.agree(all, r, words); err != nil {
		t.Fatal(err)
	}
	sums := map[string]map[string]*measured{}
	for _, k := range kinds {
		sums[k.name] = map[string]*measured{}
		for _, c := range all {
			m, err := b.turn(c, k, k.many(r, words))
			if err != nil {
				t.Fatalf("%s, %s: %v", c.name, k.title, err)
			}
			if len(m.took) == 0 || m.bytes == 0 {
				t.Errorf("%s, %s: %d answers, %d bytes", c.name, k.title, len(m.took), m.bytes)
			}
			sums[k.name][c.name] = &m
		}
	}
	b.report(all, sums)
	for _, k := range kinds {
		if !strings.Contains(b.out.String(), k.title) {
			t.Errorf("the report lacks %s", k.title)
		}
	}
	if _, err := db.Exec("UPDATE card SET visible = 1 - visible WHERE seq = (SELECT min(seq) FROM card)"); err != nil {
		t.Fatal(err)
	}
	if err := b.agree(all, r, words); err == nil {
		t.Error("a card more or less goes unnoticed")
	}
}

// The chart is a picture that a browser can show, with a line for each kind.
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

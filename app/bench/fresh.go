//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tsunagu/app/bench/drawn"
	"tsunagu/store"
)

// freshASecond is how many questions of a kind are drawn for each second of a turn: no contender answers more new
// questions than that.
const freshASecond = 4000

// turnedOf is how many of the questions are asked once more for another page, in another order.
const turnedOf = 200

// againOf is how many of the questions are then asked repeatedly.
const againOf = 50

// freshResult are a contender's measurements of a kind, over all rounds.
type freshResult struct {
	first, again, written measured
	full                  measured // those answers of first that have rows
	turned                measured // questions of first, on another page and in another order
}

// contender is an executable of the product that fresh asks, with its own copy of the world.
type contender struct {
	name    string
	binary  string
	bench   *bench
	program *program
	people  *drawn.World
	tokens  []string // of the people
	askers  []asker
	writer  *writer
	of      map[*drawn.Kind]*freshResult

	healthy, searched time.Duration // since the process's start
	startCPU          time.Duration // until the first search was answered
	startPeak, peak   int64         // bytes
}

// fresh asks each contender questions that it was never asked before, and then a few of them repeatedly; on request
// while a writer writes. All contenders run side by side and take turns at every kind, so that a slow phase of the
// machine affects all. The speed of the machine itself is measured before and after.
func (b *bench) fresh() error {
	w, err := b.makeWorld(b.companies)
	if err != nil {
		return err
	}
	contenders := []*contender{{name: "つなぐ", binary: b.binary}}
	for i, path := range strings.FieldsFunc(b.against, func(r rune) bool { return r == ',' }) {
		contenders = append(contenders, &contender{name: fmt.Sprintf("もう一つの%d", i+1), binary: path})
	}
	bare, err := b.bare()
	if err != nil {
		return err
	}
	for i, c := range contenders {
		defer c.end()
		if err := b.enter(c, w, filepath.Join(b.scratch, fmt.Sprintf("contender-%d", i))); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	d := drawn.New(contenders[0].people, b.seed)
	for round := range b.rounds {
		for _, k := range b.kinds {
			n := int(b.seconds*freshASecond) + againOf
			if all := contenders[0].people.Subjects(k); all > 0 { // keeps some for later rounds
				n = min(n, max(all/b.rounds, 1))
			}
			questions := d.Many(k, n)
			var turned []*drawn.Question
			for _, q := range questions[:min(turnedOf, len(questions))] {
				if t, ok := d.Turned(q); ok {
					turned = append(turned, t)
				}
			}
			for i := range contenders {
				c := contenders[(i+round)%len(contenders)]
				if err := c.turn(b, k, questions, turned); err != nil {
					return fmt.Errorf("%s, %s: %w", c.name, k.Title, err)
				}
			}
			b.say("%d回目 %s（%d問）", round+1, k.Title, len(questions))
		}
	}
	for _, c := range contenders {
		c.peak = peak(c.program.cmd.Process.Pid)
	}
	after, err := b.bare()
	if err != nil {
		return err
	}
	bare.add(after)
	b.freshReport(contenders, &bare)
	return nil
}

// bare is how many empty answers of ten kilobytes the machine gives in a second.
func (b *bench) bare() (measured, error) {
	c, err := b.nothing()
	if err != nil {
		return measured{}, err
	}
	defer c.stop()
	return b.turn(c, &kind{}, make([]question, 1), question{})
}

// showToTeams has the institutions of the people who ask show their records to their teams alone.
func showToTeams(dir string, people *drawn.World) error {
	ctx := context.Background()
	s, err := store.Open(ctx, dir, store.Options{NoIndex: true})
	if err != nil {
		return err
	}
	if err := errors.Join(s.Write(ctx, func(tx *store.Tx) error {
		for _, l := range people.Logins {
			u, err := tx.UserByLogin(l.Name)
			if err == nil {
				err = tx.SetTeamOnly(u.ClientID, true)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}), s.Close()); err != nil {
		return err
	}
	return people.KeepTeams(filepath.Join(dir, store.DatabaseFile))
}

// enter starts a contender on a copy of the world, and waits until it is idle.
func (b *bench) enter(c *contender, w *world, dir string) error {
	b.say("%s を始めます", c.name)
	own, err := w.copyTo(dir)
	if err != nil {
		return err
	}
	if c.people, err = drawn.Open(own.database(), password); err != nil {
		return err
	}
	if b.isTeamOnly {
		if err := showToTeams(dir, c.people); err != nil {
			return err
		}
	}
	if b.isCold {
		if err := forgetFiles(dir); err != nil {
			return err
		}
	}
	c.bench = &bench{dir: dir, binary: c.binary}
	if c.program, err = c.bench.ours(own); err != nil {
		return err
	}
	b.child(c.program.cmd)
	c.healthy = c.program.healthy
	if err := awaitIndex(c.program.address); err != nil {
		return err
	}
	for _, l := range c.people.Logins {
		token, err := signIn(c.program.address, l.Name)
		if err != nil {
			return err
		}
		if c.tokens = append(c.tokens, token); len(c.tokens) > 1 {
			continue
		}
		a, err := dial(c.program.address)
		if err != nil {
			return err
		}
		_, err = a.ask(get(c.program.address, searchListings+"?location=13", token))
		a.close()
		if err != nil {
			return err
		}
		c.searched, c.startCPU = time.Since(c.program.begun), cpuTime([]int{c.program.cmd.Process.Pid})
	}
	product, err := b.product(c.program)
	if err != nil {
		return err
	}
	if err := b.calm(c.program, product); err != nil {
		return err
	}
	c.startPeak = peak(c.program.cmd.Process.Pid)
	for range b.callers {
		c.askers = append(c.askers, &lasting{address: c.program.address})
	}
	if b.writer > 0 {
		if c.writer, err = newWriter(c.program.address, b.writer); err != nil {
			return err
		}
	}
	c.of = map[*drawn.Kind]*freshResult{}
	for _, k := range b.kinds {
		c.of[k] = &freshResult{}
	}
	return nil
}

func (c *contender) end() {
	for _, a := range c.askers {
		a.close()
	}
	if c.program != nil {
		c.program.stop()
	}
}

// looking records the time of those answers that have rows. An answer without rows costs little, and the cost of a
// page is in the others.
type looking struct {
	asker
	empty []byte // this text is in an answer without rows
	took  []time.Duration
}

func (l *looking) ask(request []byte) ([]byte, error) {
	asked := time.Now()
	body, err := l.asker.ask(request)
	if took := time.Since(asked); !bytes.Contains(body, l.empty) {
		l.took = append(l.took, took)
	}
	return body, err
}

// turn asks a contender questions of a kind, each once, then some of them on another page, and then some repeatedly.
func (c *contender) turn(b *bench, k *drawn.Kind, questions, turned []*drawn.Question) error {
	requests, others := c.requests(questions), c.requests(turned)
	askers := make([]asker, len(c.askers))
	for i := range askers {
		askers[i] = &looking{asker: c.askers[i], empty: []byte(`"` + k.Rows + `":[]`)}
	}
	r, processes := c.of[k], func() []int { return []int{c.program.cmd.Process.Pid} }
	again := requests[:min(againOf, len(requests))]
	if len(again) == 0 {
		return nil // earlier rounds have asked all
	}
	end := c.writer.begin()
	m, err := load(askers, requests, true, b.seconds, processes)
	written, writeErr := end()
	if err := errors.Join(err, writeErr); err != nil {
		return err
	}
	r.first.add(m)
	r.written.add(written)
	for _, a := range askers {
		r.full.took = append(r.full.took, a.(*looking).took...)
	}
	if others = others[:min(len(others), len(m.took))]; len(others) > 0 { // only questions that were asked in time
		if m, err = load(c.askers, others, true, b.seconds, processes); err != nil {
			return err
		}
		r.turned.add(m)
	}
	if _, err := load(c.askers, slices.Concat(again, again), true, b.seconds, processes); err != nil { // a warm-up: each was asked before
		return err
	}
	if m, err = load(c.askers, again, false, b.seconds/2, processes); err != nil {
		return err
	}
	r.again.add(m)
	return nil
}

// requests are questions as raw HTTP requests to the contender.
func (c *contender) requests(questions []*drawn.Question) [][]byte {
	out := make([][]byte, len(questions))
	for i, q := range questions {
		out[i] = c.request(q)
	}
	return out
}

func (c *contender) request(q *drawn.Question) []byte {
	out := fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n", q.Method(), q.Target, c.program.address,
		c.tokens[q.Login])
	if q.Body != nil {
		out = fmt.Appendf(out, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(q.Body))
	}
	return append(append(out, "\r\n"...), q.Body...)
}

// forgetFiles removes a folder's files from the system's file cache, as after a restart of the machine.
func forgetFiles(dir string) error {
	return filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if out, err := exec.Command("sync", path).CombinedOutput(); err != nil {
			return fmt.Errorf("sync %s: %w\n%s", path, err, out)
		}
		if out, err := exec.Command("dd", "if="+path, "iflag=nocache", "count=0", "status=none").CombinedOutput(); err != nil {
			return fmt.Errorf("dd: %w\n%s", err, out)
		}
		return nil
	})
}

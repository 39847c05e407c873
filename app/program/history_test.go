package program

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// A history is what several people asked of two machines about a few rows, and what they were told. It is linear when all
// answers are as if the writes had been done one after another at one place, each between its question and its answer. A row
// is written as one saw it, by its version, so two machines that answer writes would answer for the same version twice.

// asked is a question about a row: what is there, or a write over a version.
type asked struct {
	row     string
	isWrite bool
	from    int
	value   string
}

// told is its answer: the row, or whether the write is known to stand.
type told struct {
	isKnown bool
	state
}

// state is a row.
type state struct {
	version int
	value   string
}

// rowModel is what a row does.
var rowModel = porcupine.Model{
	Partition: func(all []porcupine.Operation) (parts [][]porcupine.Operation) {
		at := map[string]int{}
		for _, op := range all {
			row := op.Input.(asked).row
			i, ok := at[row]
			if !ok {
				i = len(parts)
				at[row], parts = i, append(parts, nil)
			}
			parts[i] = append(parts[i], op)
		}
		return parts
	},
	Init: func() any { return state{} },
	Step: func(is, in, out any) (bool, any) {
		now, a, r := is.(state), in.(asked), out.(told)
		switch {
		case !a.isWrite:
			return now == r.state, now
		case now.version == a.from:
			return true, state{a.from + 1, a.value}
		default: // of a write that nobody knows of it may be that it is none
			return !r.isKnown, now
		}
	},
	DescribeOperation: func(in, out any) string { return fmt.Sprintf("%+v: %+v", in, out) },
}

// never is when a write ends of which nobody was told: it may be done at any later moment.
const never = math.MaxInt64

func linear(ops []porcupine.Operation) porcupine.CheckResult {
	return porcupine.CheckOperationsTimeout(rowModel, ops, time.Minute)
}

// seen is a read at one machine. It may show a write that is not answered yet, and so is no part of the linear history.
type seen struct {
	state
	asked   int64
	isReady bool // the machine said afterwards that it leads
}

type history struct {
	m       *machines
	began   time.Time
	rows    []string
	mu      sync.Mutex
	ops     []porcupine.Operation
	reads   map[string][]seen
	issued  map[string]bool
	refused map[string]bool
	counts  map[string]int
	people  sync.WaitGroup
	over    chan struct{}
	n       int
}

const historyLogin = "fin-b@demo.example.jp"

// newHistory makes the rows at a machine that leads.
func newHistory(m *machines, leader int) *history {
	m.t.Helper()
	h := &history{m: m, began: time.Now(), reads: map[string][]seen{}, issued: map[string]bool{}, refused: map[string]bool{},
		counts: map[string]int{}}
	g := m.n[leader].mustSignIn(historyLogin)
	for i := range 4 {
		value := fmt.Sprintf("履歴%d", i)
		asking := h.now()
		var saved struct {
			SavedSearchID string
			Version       int
		}
		g.must("POST", "/api/SavedSearch/RegistSavedSearch",
			map[string]any{"area": "seller-business", "name": value, "conditions": "freeWord=x"}, &saved)
		h.rows, h.issued[value] = append(h.rows, saved.SavedSearchID), true
		h.add(asked{saved.SavedSearchID, true, 0, value}, told{isKnown: true}, asking, h.now())
	}
	return h
}

func (h *history) now() int64 { return int64(time.Since(h.began)) }

func (h *history) add(in asked, out told, from, to int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ops = append(h.ops, porcupine.Operation{Input: in, Call: from, Output: out, Return: to})
}

func (h *history) count(what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.counts[what]++
}

// begin lets people work at both machines, until end.
func (h *history) begin(people int) {
	h.over = make(chan struct{})
	for range people {
		h.n++
		id := h.n
		h.people.Go(func() { h.work(id) })
	}
}

// work reads at either machine and writes at the one that takes it, over what was seen last.
func (h *history) work(id int) {
	known, at := map[string]int{}, 0
	tokens := [2]string{}
	for i := 0; ; i++ {
		select {
		case <-h.over:
			return
		case <-time.After(20*time.Millisecond + rand.N(80*time.Millisecond)):
		}
		for _, machine := range []int{at, rand.IntN(2)} {
			g := h.m.at(machine).guest()
			g.client.Timeout = 8 * time.Second
			if g.token = tokens[machine]; g.token == "" {
				if status, err := g.signIn(historyLogin); err != nil || status != 200 {
					continue
				}
				tokens[machine] = g.token
			}
			status, rows, asking := h.read(g)
			if status == 401 {
				tokens[machine] = ""
			}
			if len(rows) == 0 {
				continue
			}
			isReady, _ := g.n.ready()
			for row, is := range rows {
				h.saw(row, seen{is, asking, isReady == 200})
				known[row] = is.version
			}
		}
		row := h.rows[rand.IntN(len(h.rows))]
		if known[row] == 0 || tokens[at] == "" {
			at = 1 - at
			continue
		}
		g := h.m.at(at).guest()
		g.client.Timeout, g.token = 8*time.Second, tokens[at]
		if !h.write(g, asked{row, true, known[row], fmt.Sprintf("値%d-%d", id, i)}) {
			at = 1 - at
		}
	}
}

func (h *history) saw(row string, s seen) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reads[row] = append(h.reads[row], s)
}

func (h *history) read(g *guest) (status int, rows map[string]state, asking int64) {
	var found struct {
		SavedSearchList []struct {
			SavedSearchID, Name string
			Version             int
		}
	}
	asking = h.now()
	status, err := g.call("GET", "/api/SavedSearch/GetSavedSearchList?area=seller-business", nil, &found)
	if err != nil {
		return status, nil, asking
	}
	rows = map[string]state{}
	for _, s := range found.SavedSearchList {
		for _, row := range h.rows {
			if row == s.SavedSearchID {
				rows[row] = state{s.Version, s.Name}
			}
		}
	}
	return status, rows, asking
}

// write says whether this machine takes writes.
func (h *history) write(g *guest, in asked) bool {
	h.mu.Lock()
	h.issued[in.value] = true
	h.mu.Unlock()
	asking := h.now()
	status, err := g.call("POST", "/api/SavedSearch/RegistSavedSearch",
		map[string]any{"area": "seller-business", "savedSearchId": in.row, "version": in.from, "name": in.value}, nil)
	switch dial := (*net.OpError)(nil); {
	case status == 200 && err == nil:
		h.add(in, told{isKnown: true}, asking, h.now())
		h.count("answered")
		return true
	case status == 409: // another was first
		h.no(in, "stale")
		return true
	case errors.As(err, &dial) && dial.Op == "dial":
		h.count("nobody")
		return false
	case status == 0 || status == 500 || strings.Contains(fmt.Sprint(err), `"code":"unconfirmed"`):
		h.add(in, told{}, asking, never)
		h.count("unknown")
		return false
	default:
		h.no(in, "refused")
		return false
	}
}

func (h *history) no(in asked, why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refused[in.value] = true
	h.counts[why]++
}

// end stops the people, and reads what there is now at the machine that leads.
func (h *history) end(leader int) {
	t := h.m.t
	t.Helper()
	close(h.over)
	h.people.Wait()
	h.m.leads(leader)
	g := h.m.n[leader].mustSignIn(historyLogin) // a write, so it leads
	status, rows, asking := h.read(g)
	if status != 200 || len(rows) != len(h.rows) {
		t.Fatalf("the rows are read with %d: %v", status, rows)
	}
	to := h.now()
	for row, is := range rows {
		h.add(asked{row: row}, told{true, is}, asking, to)
	}
	if r := linear(h.ops); r != porcupine.Ok {
		t.Errorf("the history is not linear: %v\n%s", r, h)
	}
	for _, fault := range faults(h.ops, h.reads, h.issued, h.refused, h.m.isAuto) {
		t.Error(fault)
	}
}

// isNewer says that a write of a row was answered before a read was asked, which shows less.
func isNewer(op porcupine.Operation, row string, s seen) bool {
	in := op.Input.(asked)
	return in.row == row && in.isWrite && op.Output.(told).isKnown && op.Return < s.asked && in.from+1 > s.version
}

// faults are what is wrong with the reads: something that nobody wrote, or was told that it is not written; and, at a
// machine that says that it leads, less than was answered before the question. Where a person decides who leads, a former
// leader may say so for some seconds more.
func faults(ops []porcupine.Operation, reads map[string][]seen, issued, refused map[string]bool, isAuto bool) (all []string) {
	for row, list := range reads {
		for _, s := range list {
			if !issued[s.value] {
				all = append(all, fmt.Sprintf("%s: %q, which nobody wrote", row, s.value))
			}
			if refused[s.value] {
				all = append(all, fmt.Sprintf("%s: %q, which was refused", row, s.value))
			}
			for _, op := range ops {
				in := op.Input.(asked)
				if s.isReady && isAuto && isNewer(op, row, s) {
					all = append(all, fmt.Sprintf("%s: a machine that leads shows version %d after %d was answered", row, s.version, in.from+1))
				}
			}
		}
	}
	return all
}

func (h *history) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	unanswered, stale, n := 0, 0, 0
	stands := map[string]int64{}
	for _, op := range h.ops {
		if in := op.Input.(asked); in.isWrite && op.Output.(told).isKnown {
			stands[in.value] = op.Return
		}
	}
	for row, list := range h.reads {
		for _, s := range list {
			n++
			if _, ok := stands[s.value]; !ok {
				unanswered++
			}
			for _, op := range h.ops {
				if isNewer(op, row, s) {
					stale++
					break
				}
			}
		}
	}
	return fmt.Sprintf("%d writes answered, %d unknown, %d refused, %d over an older version; %d reads at both machines, %d of them of a write "+
		"that nobody was answered for, %d older than an answered write", h.counts["answered"], h.counts["unknown"], h.counts["refused"],
		h.counts["stale"], n, unanswered, stale)
}

// TestHistory: the check of histories finds what must not be.
func TestHistory(t *testing.T) {
	type operations = []porcupine.Operation
	op := func(in asked, out told, from, to int64) porcupine.Operation {
		return porcupine.Operation{Input: in, Call: from, Output: out, Return: to}
	}
	write := func(from int, value string, asking, answered int64) porcupine.Operation {
		return op(asked{"r", true, from, value}, told{isKnown: true}, asking, answered)
	}
	unknown := func(from int, value string, asking int64) porcupine.Operation {
		return op(asked{"r", true, from, value}, told{}, asking, never)
	}
	read := func(version int, value string, asking, answered int64) porcupine.Operation {
		return op(asked{row: "r"}, told{true, state{version, value}}, asking, answered)
	}
	other := write(0, "of another row", 1, 2)
	other.Input = asked{"other", true, 0, "of another row"}
	for name, c := range map[string]struct {
		ops operations
		ok  bool
	}{
		"one after another":        {operations{write(0, "a", 1, 2), other, write(1, "b", 3, 4), read(2, "b", 5, 6)}, true},
		"an answered one is gone":  {operations{write(0, "a", 1, 2), write(1, "b", 3, 4), read(1, "a", 5, 6)}, false},
		"two answer a write":       {operations{write(0, "a", 1, 2), write(1, "b", 3, 9), write(1, "c", 3, 9), read(2, "c", 10, 11)}, false},
		"another stands there":     {operations{write(0, "a", 1, 2), write(1, "b", 3, 4), unknown(1, "c", 3), read(2, "c", 5, 6)}, false},
		"an unknown one is done":   {operations{write(0, "a", 1, 2), unknown(1, "b", 3), read(2, "b", 5, 6)}, true},
		"an unknown one is not":    {operations{write(0, "a", 1, 2), unknown(1, "b", 3), read(1, "a", 5, 6), write(1, "c", 7, 8)}, true},
		"an unknown one came late": {operations{write(0, "a", 1, 2), unknown(1, "b", 3), read(1, "a", 5, 6), read(2, "b", 7, 8)}, true},
		"an unknown one went":      {operations{write(0, "a", 1, 2), unknown(1, "b", 3), read(2, "b", 5, 6), read(1, "a", 7, 8)}, false},
		"answered before asked":    {operations{write(1, "b", 1, 2), write(0, "a", 3, 4)}, false},
	} {
		if got := linear(c.ops) == porcupine.Ok; got != c.ok {
			t.Errorf("%s: %v", name, got)
		}
	}
	ops := operations{write(0, "a", 1, 2), write(1, "b", 3, 4)}
	issued := map[string]bool{"a": true, "b": true, "no": true}
	for name, c := range map[string]struct {
		s      seen
		isAuto bool
		n      int
	}{
		"the latest":                     {seen{state{2, "b"}, 5, true}, true, 0},
		"asked before the answer":        {seen{state{1, "a"}, 3, true}, true, 0},
		"older than answered":            {seen{state{1, "a"}, 5, true}, true, 1},
		"older, and it does not lead":    {seen{state{1, "a"}, 5, false}, true, 0},
		"older, where people take leads": {seen{state{1, "a"}, 5, true}, false, 0},
		"refused":                        {seen{state{3, "no"}, 5, true}, true, 1},
		"nobody's":                       {seen{state{3, "x"}, 5, true}, true, 1},
	} {
		all := faults(ops, map[string][]seen{"r": {c.s}}, issued, map[string]bool{"no": true}, c.isAuto)
		if len(all) != c.n {
			t.Errorf("%s: %v", name, all)
		}
	}
}

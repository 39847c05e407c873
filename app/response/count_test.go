package response

import (
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

func day(d, hour int) time.Time { return time.Date(2026, 11, d, hour, 0, 0, 0, store.JST) }

func TestBusinessDays(t *testing.T) {
	for _, c := range []struct {
		from, to time.Time
		want     int
	}{{day(9, 0), day(9, 23), 0}, {day(9, 23), day(10, 1), 1}, {day(13, 10), day(15, 10), 0}, {day(13, 10), day(16, 10), 1},
		{day(14, 10), day(16, 10), 1}, {day(9, 10), day(16, 10), 5}} {
		if got := businessDays(c.from, c.to); got != c.want {
			t.Errorf("%v to %v: %d, want %d", c.from, c.to, got, c.want)
		}
	}
}

// What is a case, and what answers it: for each side, in its own channel, and by a move; what waits still is none, and the end of a
// negotiation ends it.
func TestCases(t *testing.T) {
	const bank, own = int(deal.MessageBFtoSF), int(deal.MessageBUYtoBF)
	event := func(channel int, by string, to int, at time.Time) *store.ResponseEvent {
		return &store.ResponseEvent{Negotiation: "n", SF: "S", BF: "B", Buyer: "C", Channel: channel, Side: by, To: to, At: at}
	}
	type want struct{ cases, answered, days int }
	for what, c := range map[string]struct {
		events []*store.ResponseEvent
		want   map[string]want
	}{
		"asked twice is one case": {[]*store.ResponseEvent{event(bank, "f", 0, day(9, 9)), event(bank, "f", 0, day(9, 10)),
			event(bank, "s", 0, day(11, 10))}, map[string]want{"S": {1, 1, 2}}},
		"waits still":  {[]*store.ResponseEvent{event(bank, "f", 0, day(18, 9))}, nil},
		"not answered": {[]*store.ResponseEvent{event(bank, "f", 0, day(9, 9))}, map[string]want{"S": {1, 0, 0}}},
		"other channel": {[]*store.ResponseEvent{event(own, "b", 0, day(9, 9)), event(bank, "f", 0, day(9, 10))},
			map[string]want{"B": {1, 0, 0}, "S": {1, 0, 0}}},
		"the buyer": {[]*store.ResponseEvent{event(own, "f", 0, day(9, 9)), event(own, "b", 0, day(10, 9)),
			event(own, "f", 0, day(10, 9))}, map[string]want{"C": {2, 1, 1}}},
		"a move":  {[]*store.ResponseEvent{event(0, "f", 2, day(9, 9)), event(0, "s", 3, day(12, 9))}, map[string]want{"S": {1, 1, 3}}},
		"the end": {[]*store.ResponseEvent{event(bank, "f", 0, day(9, 9)), event(0, "f", 9, day(10, 9))}, nil},
	} {
		n := newCounting(day(20, 0))
		for _, e := range c.events {
			n.add(e)
		}
		n.finish()
		if len(n.all) != len(c.want) {
			t.Errorf("%s: parties %v, want %v", what, n.all, c.want)
		}
		for party, w := range c.want {
			if got := n.all[party]; got == nil || (want{got.cases, got.answered, got.days}) != w {
				t.Errorf("%s: %s %+v, want %v", what, party, got, w)
			}
		}
	}
}

// A figure is drawn to the network's mean, and is none with fewer than five cases.
func TestFiguresAreSmoothed(t *testing.T) {
	c := newCounting(day(20, 0))
	three := map[string]bool{"x": true, "y": true, "z": true}
	c.all["four"] = &tally{4, 4, 0, three}
	c.all["five"] = &tally{5, 0, 0, map[string]bool{"x": true}}
	c.all["many"] = &tally{91, 91, 364, three}
	got := c.figures("2026-11-20")
	if len(got) != 2 || got[0] != (store.ResponseFigure{Party: "five", Day: "2026-11-20", Speed: 3, Share: 5}) ||
		got[1] != (store.ResponseFigure{Party: "many", Day: "2026-11-20", Speed: 3, Share: 10, IsTold: true}) {
		t.Errorf("%+v", got)
	}
}

package response

import (
	"maps"
	"slices"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

const (
	windowDays    = 90
	casesAtLeast  = 5
	othersAtLeast = 3 // counterparts behind a figure that others read
	weight        = 5 // cases of the network's mean that are added to each party's own
	waitsDays     = 5 // business days after which a case without an answer counts as not answered
	longest       = 10
)

// tally is what is counted of a party.
type tally struct {
	cases, answered, days int
	others                map[string]bool
}

// open is a case that waits: when it was asked, and by whom of the counterparts.
type open struct {
	at    time.Time
	other string
}

// side is who is asked in a channel of a negotiation.
type side struct {
	who     string
	channel int
}

// counting goes through the events of negotiations, one negotiation after the other.
type counting struct {
	until time.Time // the begin of the day: what is later does not count
	all   map[string]*tally
	now   string // the negotiation
	waits map[side]open
	last  store.ResponseEvent
}

func newCounting(until time.Time) *counting {
	return &counting{until: until, all: map[string]*tally{}, waits: map[side]open{}}
}

// add takes the next event. A case is the first message of the other side, or its application for 実名交渉, since the last act of the party;
// whatever the party writes in that channel, or moves, answers it, and is no
// case itself. The end of a negotiation ends what waits in it.
func (c *counting) add(e *store.ResponseEvent) {
	if e.Negotiation != c.now {
		c.finish()
		c.now = e.Negotiation
	}
	c.last = *e
	const bank, own = int(deal.MessageBFtoSF), int(deal.MessageBUYtoBF)
	isAnswer := false
	for s, o := range c.waits {
		if s.who == e.Side && (e.Channel == 0 || e.Channel == s.channel) {
			c.count(s.who, o, e.At)
			delete(c.waits, s)
			isAnswer = e.Channel != 0
		}
	}
	ask := func(who string, channel int, other string) {
		if _, ok := c.waits[side{who, channel}]; !ok {
			c.waits[side{who, channel}] = open{e.At, other}
		}
	}
	isHouse := e.SF == e.BF // a bank that writes to itself asks nobody
	switch {
	case isAnswer: // who answers does not wait
	case e.Channel == bank && e.Side == store.SideBF && !isHouse, e.Channel == 0 && e.To == int(deal.NegotiationHope) &&
		e.Side == store.SideBF && !isHouse:
		ask(store.SideSF, bank, e.BF)
	case e.Channel == bank && e.Side == store.SideSF && !isHouse:
		ask(store.SideBF, bank, e.SF)
	case e.Channel == own && e.Side == store.SideBuyer:
		ask(store.SideBF, own, e.Buyer)
	case e.Channel == own && e.Side == store.SideBF:
		ask(store.SideBuyer, own, e.SF) // whose listing it is: its own bank is always the same
	}
	if e.Channel == 0 && (e.To == int(deal.NegotiationSigned) || e.To == int(deal.NegotiationBroken)) {
		clear(c.waits)
	}
}

// finish counts what waited at the end in a negotiation: without an answer where that is long enough ago, else not yet.
func (c *counting) finish() {
	for s, o := range c.waits {
		if businessDays(o.at, c.until) > waitsDays {
			c.count(s.who, o, time.Time{})
		}
	}
	clear(c.waits)
}

func (c *counting) count(who string, o open, answered time.Time) {
	party := map[string]string{store.SideSF: c.last.SF, store.SideBF: c.last.BF, store.SideBuyer: c.last.Buyer}[who]
	t := c.all[party]
	if t == nil {
		t = &tally{others: map[string]bool{}}
		c.all[party] = t
	}
	t.cases++
	t.others[o.other] = true
	if !answered.IsZero() {
		t.answered++
		t.days += min(businessDays(o.at, answered), longest)
	}
}

// figures are the bands of all with enough cases, each drawn towards the network's mean by a few cases.
func (c *counting) figures(day string) []store.ResponseFigure {
	c.finish()
	var cases, answered, days int
	for _, t := range c.all {
		cases, answered, days = cases+t.cases, answered+t.answered, days+t.days
	}
	out := []store.ResponseFigure{}
	for _, party := range slices.Sorted(maps.Keys(c.all)) {
		t := c.all[party]
		if t.cases < casesAtLeast {
			continue
		}
		share := (float64(t.answered) + weight*float64(answered)/float64(cases)) / float64(t.cases+weight)
		mean := float64(longest) // nobody ever answered
		if answered > 0 {
			mean = (float64(t.days) + weight*float64(days)/float64(answered)) / float64(t.answered+weight)
		}
		out = append(out, store.ResponseFigure{Party: party, Day: day, Speed: speedOf(mean), Share: int(share*10 + 0.5),
			IsTold: len(t.others) >= othersAtLeast})
	}
	return out
}

// speedOf is the band of a mean of business days.
func speedOf(mean float64) int {
	for i, below := range []float64{0.5, 2.5, 5.5} {
		if mean < below {
			return i + 1
		}
	}
	return 4
}

// businessDays are the days from one moment to another in Japan without Saturdays and Sundays: 0 on the same day, and over a week-end.
// The product has no calendar of holidays.
func businessDays(from, to time.Time) (n int) {
	day := func(at time.Time) time.Time {
		y, m, d := at.In(store.JST).Date()
		return time.Date(y, m, d, 0, 0, 0, 0, store.JST)
	}
	for at, end := day(from).AddDate(0, 0, 1), day(to); !at.After(end) && n <= windowDays; at = at.AddDate(0, 0, 1) {
		if at.Weekday() != time.Saturday && at.Weekday() != time.Sunday {
			n++
		}
	}
	return n
}

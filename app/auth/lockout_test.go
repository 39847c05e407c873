package auth

import (
	"testing"
	"time"
	"unicode/utf8"
)

// failures makes n failures, one each step, the last one at end.
func failures(n int, end time.Time, step time.Duration, f Failure) []Failure {
	out := make([]Failure, n)
	for i := range out {
		out[i] = f
		out[i].At = end.Add(-time.Duration(n-1-i) * step)
	}
	return out
}

func TestLockout(t *testing.T) {
	const s, m = time.Second, time.Minute
	me := Failure{At: now, IDHash: "id-1", Address: "192.0.2.1"}
	mine := me
	mine.Device = "d-1"
	other := func(f Failure, id, address, device string) Failure {
		f.IDHash, f.Address, f.Device = id, address, device
		return f
	}
	spread := func(n int, step time.Duration, f func(i int) Failure) []Failure {
		var out []Failure
		for i := range n {
			x := f(i)
			x.At = now.Add(-time.Duration(i) * step)
			out = append(out, x)
		}
		return out
	}
	address := func(i int) string { return "198.51.100." + string(rune('a'+i)) }

	for _, c := range []struct {
		name     string
		attempt  Failure
		failures []Failure
		wait     time.Duration // 0: open
	}{
		{"nothing", me, nil, 0},
		{"4 from here", me, failures(4, now, s, me), 0},
		{"5 from here", me, failures(5, now, s, me), 15*m - 4*s},
		{"5, the oldest just within", me, failures(5, now.Add(-(15*m - 5*s)), s, me), s},
		{"5, the oldest exactly 15 minutes ago", me, failures(5, now.Add(-15*m+4*s), s, me), 0},
		{"6, of which 5 within", me, failures(6, now.Add(-15*m+5*s), s, me), s},
		{"order does not matter", me, reversed(failures(5, now, s, me)), 15*m - 4*s},
		{"5 at another ID from here", me, failures(5, now, s, other(me, "id-2", me.Address, "")), 0},
		{"5 at my ID from elsewhere", me, failures(5, now, s, other(me, me.IDHash, "203.0.113.9", "")), 0},
		{"9 at my ID, each from elsewhere", me, spread(9, s, func(i int) Failure { return other(me, me.IDHash, address(i), "") }), 0},
		{"10 at my ID, each from elsewhere", me, spread(10, s, func(i int) Failure { return other(me, me.IDHash, address(i), "") }), 30*m - 9*s},
		{"10 at my ID, the oldest 30 minutes ago", me, spread(10, 200*s, func(i int) Failure { return other(me, me.IDHash, address(i), "") }), 0},
		{"29 from here, each for another ID", me, spread(29, s, func(i int) Failure { return other(me, address(i), me.Address, "") }), 0},
		{"30 from here, each for another ID", me, spread(30, s, func(i int) Failure { return other(me, address(i), me.Address, "") }),
			10*m - 29*s},
		{"the longest wait counts", me, append(failures(10, now, s, me), failures(30, now, 0, me)...), 30 * m},

		// Somebody else's failures cannot lock out a device that signed in before …
		{"known device, 100 from strangers", mine, failures(100, now, s, me), 0},
		{"known device, 4 of its own", mine, failures(4, now, s, mine), 0},
		// … and its own counter still works.
		{"known device, 5 of its own", mine, failures(5, now, s, mine), 15*m - 4*s},
		{"known device, 10 in half an hour", mine, failures(10, now.Add(-10*m), 2*m, mine), 2 * m},
		{"known device of another ID", mine, failures(5, now, s, other(mine, "id-2", me.Address, mine.Device)), 0},
		{"another known device", mine, failures(5, now, s, other(mine, me.IDHash, me.Address, "d-2")), 0},
		{"a device's failures are not the strangers'", me, failures(30, now, s, mine), 0},

		{"clock set back an hour", me, failures(5, now.Add(time.Hour), s, me), 15 * m},
	} {
		t.Run(c.name, func(t *testing.T) {
			locked, wait := DecideFailures(c.attempt, c.failures)
			if locked != (c.wait > 0) || wait != c.wait {
				t.Errorf("locked %v, wait %v; want %v", locked, wait, c.wait)
			}
			if !locked {
				return
			}
			later := c.attempt
			later.At = now.Add(wait)
			if c.name == "clock set back an hour" {
				return
			}
			if still, more := DecideFailures(later, c.failures); still {
				t.Errorf("still locked after the wait, %v more", more)
			}
			later.At = later.At.Add(-time.Millisecond)
			if still, _ := DecideFailures(later, c.failures); !still {
				t.Error("open before the wait is over")
			}
		})
	}
}

func reversed(fs []Failure) []Failure {
	out := make([]Failure, len(fs))
	for i, f := range fs {
		out[len(fs)-1-i] = f
	}
	return out
}

func TestDecideTallies(t *testing.T) {
	rules := RulesFor("")
	if locked, wait := Decide(now, nil); locked || wait != 0 {
		t.Error("locked by nothing")
	}
	tallies := []Tally{{Rule: rules[0], Nth: now.Add(-14 * time.Minute)}, {Rule: rules[1]}, {Rule: rules[2], Nth: now.Add(-10 * time.Minute)}}
	if locked, wait := Decide(now, tallies); !locked || wait != time.Minute {
		t.Errorf("%v, %v", locked, wait)
	}
	rules[0].Limit = 1000 // changes only the caller's copy
	if RulesFor("")[0].Limit != 5 {
		t.Error("a caller changed the rules")
	}
}

func TestRulesMatchTrustPage(t *testing.T) {
	want := []Rule{
		{ScopeIDAddress, 15 * time.Minute, 5},
		{ScopeID, 30 * time.Minute, 10},
		{ScopeAddress, 10 * time.Minute, 30},
	}
	for i, r := range RulesFor("") {
		if r != want[i] {
			t.Errorf("rule %d is %+v", i, r)
		}
	}
	for _, r := range append(RulesFor(""), RulesFor("d")...) {
		if r.Window > FailureLife {
			t.Errorf("%+v looks back further than failures are kept", r)
		}
	}
	for _, r := range RulesFor("d") {
		if r.Scope != ScopeDevice {
			t.Errorf("a known device is judged by %+v", r)
		}
	}
	if n := utf8.RuneCountInString(LockoutMessage); n <= 50 {
		t.Errorf("the message has %d characters; up to 50 it vanishes after 2 s", n)
	}
}

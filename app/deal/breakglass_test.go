package deal

import (
	"testing"
	"time"
)

func TestBreakGlassStateOf(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 11, 21, 1, minute, 0, 0, time.UTC) }
	for _, c := range []struct {
		name string
		f    BreakGlassFacts
		want BreakGlassState
	}{
		{"asked for", BreakGlassFacts{Requested: at(0), Now: at(1)}, BreakGlassWaiting},
		{"a day later", BreakGlassFacts{Requested: at(0), Now: at(24 * 60)}, BreakGlassLapsed},
		{"taken back", BreakGlassFacts{Requested: at(0), Closed: at(1), Now: at(1)}, BreakGlassWithdrawn},
		{"opened", BreakGlassFacts{Requested: at(0), Opened: at(5), Expires: at(20), Now: at(5)}, BreakGlassOpen},
		{"its last moment", BreakGlassFacts{Requested: at(0), Opened: at(5), Expires: at(20), Now: at(20).Add(-time.Millisecond)},
			BreakGlassOpen},
		{"over", BreakGlassFacts{Requested: at(0), Opened: at(5), Expires: at(20), Now: at(20)}, BreakGlassExpired},
		{"the clock went back", BreakGlassFacts{Requested: at(0), Opened: at(5), Expires: at(20), Now: at(4)}, BreakGlassExpired},
		{"closed early", BreakGlassFacts{Requested: at(0), Opened: at(5), Expires: at(20), Closed: at(6), Now: at(7)}, BreakGlassClosed},
	} {
		if got := BreakGlassStateOf(c.f); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got.Label(), c.want.Label())
		}
	}
}

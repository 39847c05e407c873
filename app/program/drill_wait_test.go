package program

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"tsunagu/app/apptest/targets"
)

// TestDrillWait measures what it costs that an answer waits for the target and for the question who leads: messages to a
// network without a replica and to one of two machines, in turns on the same machine, and a search of both.
func TestDrillWait(t *testing.T) {
	t.Run("s3", func(t *testing.T) { waits(t, "s3", s3Target(t).whole()) })
	t.Run("nats", func(t *testing.T) {
		c := targets.NATS(t, 3)
		t.Setenv("NATS_USER", c.User)
		t.Setenv("NATS_PASSWORD", c.Password)
		t.Setenv("NATS_CA_FILE", c.CA)
		waits(t, "nats", c.Address("copy"))
	})
}

func waits(t *testing.T, kind, target string) {
	t.Helper()
	m := newMachines(t, target, true)
	m.start(0)
	m.leads(0)
	m.start(1)
	m.follows(1)
	dir := drillFolder(t)
	cmd := exec.Command(os.Args[0], "serve", "-data", dir, "-addr", "localhost:0", "-open=false")
	cmd.Env = environment()
	alone := serveBy(t, dir, cmd)
	nets := []*workday{newWorkday(alone), newWorkday(m.n[0])}
	var says, searches [2][]time.Duration
	timed := func(to *[]time.Duration, do func() (int, error)) {
		began := time.Now()
		if status, err := do(); err != nil || status != 200 {
			t.Fatal(status, err)
		}
		*to = append(*to, time.Since(began))
	}
	for i := range drillSize("DRILL_WAITS", 40, 1000) {
		for k, w := range nets {
			timed(&says[k], func() (int, error) { return w.say(fmt.Sprintf("お伝えします %d", i)) })
			timed(&searches[k], func() (int, error) { return w.finB.call("GET", w.reads["search"], nil, nil) })
		}
	}
	p := func(of []time.Duration, q float64) time.Duration {
		return percentile(slices.Clone(of), q).Round(10 * time.Microsecond)
	}
	_, leader := m.n[0].memory()
	_, follower := m.n[1].memory()
	report(t, "waiting for %s, %d each in turns: a message p50 %v, p99 %v; without a replica %v, %v; a search p50 %v, p99 %v; "+
		"without %v, %v; the most memory of the leader %.0f MiB, of the standby %.0f MiB", kind, len(says[0]),
		p(says[1], 0.5), p(says[1], 0.99), p(says[0], 0.5), p(says[0], 0.99), p(searches[1], 0.5), p(searches[1], 0.99), p(searches[0], 0.5), p(searches[0], 0.99),
		leader, follower)
}

package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestDrillWait measures what it costs that an answer waits for the target and for the question who leads: messages to a
// network without a replica and to one of two machines, in turns on the same machine, and a search of both.
func TestDrillWait(t *testing.T) {
	t.Run("folder", func(t *testing.T) {
		waits(t, "a folder", newMachines(t, "file://"+filepath.ToSlash(filepath.Join(t.TempDir(), "copy")), false))
	})
	if os.Getenv("TSUNAGU_DRILL") == "" {
		return // the others in make drill
	}
	t.Run("s3", func(t *testing.T) { waits(t, "s3", newMachines(t, s3Target(t).whole(), true)) })
	t.Run("sftp", func(t *testing.T) {
		s := sftpServer(t)
		waits(t, "sftp", newMachines(t, s.At(s.Address), false))
	})
	t.Run("nats", func(t *testing.T) {
		c := natsServers(t)
		waits(t, "nats", newMachines(t, c.Address("copy"), true))
	})
}

func waits(t *testing.T, kind string, m *machines) {
	t.Helper()
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

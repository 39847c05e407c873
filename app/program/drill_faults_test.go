package program

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// What a line does with what is sent through it.
const (
	lineWhole   = iota
	lineCut     // it is refused, and what is open ends
	lineSilent  // nothing arrives, and nobody is told
	lineSlow    // each piece takes one to three seconds
	lineDribble // a kilobyte a tenth of a second
)

// line is a line to a server.
type line struct {
	mu   sync.Mutex
	is   int
	next chan struct{} // closed when it changes
	all  map[net.Conn]bool
}

// through listens for servers and hands everything on, as the line is.
func through(t *testing.T, servers ...string) (c *line, near []string) {
	t.Helper()
	c = &line{next: make(chan struct{}), all: map[net.Conn]bool{}}
	for _, server := range servers {
		near = append(near, c.through(t, server))
	}
	return c, near
}

func (c *line) through(t *testing.T, server string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", server)
			c.mu.Lock()
			if err != nil || c.is == lineCut {
				_ = in.Close()
				if err == nil {
					_ = out.Close()
				}
			} else {
				c.all[in], c.all[out] = true, true
				go c.carry(in, out)
				go c.carry(out, in)
			}
			c.mu.Unlock()
		}
	}()
	return l.Addr().String()
}

func (l *line) carry(from, to net.Conn) {
	defer to.Close()
	for piece := make([]byte, 32<<10); ; {
		l.mu.Lock()
		size := len(piece)
		if l.is == lineDribble {
			size = 1 << 10
		}
		l.mu.Unlock()
		n, err := from.Read(piece[:size])
		if err != nil {
			return
		}
		l.pass()
		if _, err := to.Write(piece[:n]); err != nil {
			return
		}
	}
}

// pass takes as long as a piece does.
func (l *line) pass() {
	for {
		l.mu.Lock()
		is, next := l.is, l.next
		l.mu.Unlock()
		takes := map[int]time.Duration{lineSlow: time.Second + rand.N(2*time.Second), lineDribble: 100 * time.Millisecond}[is]
		switch {
		case is == lineSilent:
			<-next
			continue
		case takes == 0:
			return
		}
		select {
		case <-next:
		case <-time.After(takes):
		}
		return
	}
}

func (l *line) become(is int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.is = is
	close(l.next)
	l.next = make(chan struct{})
	if is == lineCut {
		for c := range l.all {
			_ = c.Close()
		}
		clear(l.all)
	}
}

// gateway is a server that stores S3 uploads in a folder and verifies their signatures.
type gateway struct {
	t                    *testing.T
	exe, port, dir, side string
	before               []string // the command that runs it
	cmd                  *exec.Cmd
	stop                 func()
}

const s3ID, s3Secret = "tsunagu-drill", "a secret of this drill alone"

// start starts it with a secret.
func (g *gateway) start(secret string, flags ...string) {
	g.t.Helper()
	args := append(slices.Clone(g.before), g.exe, "--port", "127.0.0.1:"+g.port, "--access", s3ID, "--secret", secret)
	args = append(append(args, flags...), "posix", "--sidecar", g.side, g.dir)
	g.cmd = exec.Command(args[0], args[1:]...)
	g.stop = beside(g.t, "127.0.0.1:"+g.port, g.cmd)
}

// again is a restart, as by who operates it.
func (g *gateway) again(secret string, flags ...string) {
	g.t.Helper()
	g.stop()
	g.start(secret, flags...)
}

// newGateway starts one with a bucket.
func newGateway(t *testing.T, before ...string) *gateway {
	t.Helper()
	g := &gateway{t: t, exe: os.Getenv("TSUNAGU_VERSITYGW"), port: freePort(t), dir: t.TempDir(), side: t.TempDir(), before: before}
	if g.exe == "" {
		dir := t.TempDir()
		builtElsewhere(t, dir, "github.com/versity/versitygw/cmd/versitygw@v1.8.0")
		g.exe = filepath.Join(dir, "versitygw")
	}
	if len(before) > 0 { // a small disk of its own
		g.before = append(append([]string(nil), before...), "sh", "-c",
			`mount -t tmpfs -o size=96m none "$1" && mkdir "$1"/tsunagu && shift && exec "$@"`, "sh", g.dir)
	} else if err := os.Mkdir(filepath.Join(g.dir, "tsunagu"), 0o700); err != nil { // the bucket
		t.Fatal(err)
	}
	g.start(s3Secret)
	return g
}

// s3Target is a gateway that this test's programs may enter.
func s3Target(t *testing.T, before ...string) *gateway {
	t.Helper()
	if os.Getenv("TSUNAGU_DRILL") == "" && os.Getenv("TSUNAGU_VERSITYGW") == "" {
		t.Skip("runs in make drill")
	}
	for _, v := range os.Environ() { // this machine's own settings for an S3 store must not be used
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	t.Setenv("AWS_ACCESS_KEY_ID", s3ID)
	t.Setenv("AWS_SECRET_ACCESS_KEY", s3Secret)
	return newGateway(t, before...)
}

func (g *gateway) address(server string) string {
	return "s3://tsunagu/copy?endpoint=" + url.QueryEscape("http://"+server)
}

func (g *gateway) whole() string { return g.address("127.0.0.1:" + g.port) }

// until is the same network for writers that end when they are told to.
func (n *network) until(over *atomic.Bool) *network {
	other := *n
	other.wire = &http.Transport{Proxy: func(*http.Request) (*url.URL, error) {
		if over.Load() {
			return nil, errors.New("the drill is over")
		}
		return nil, nil
	}}
	return &other
}

// faulty are two machines, of which each has its own line to the target, with people who work through all that happens.
type faulty struct {
	*machines
	lines [2]*line
	h     *history
	log   []written
	lives int
}

// newFaulty starts them; address is that of the target behind a line.
func newFaulty(m *machines, server string, address func(string) string) *faulty {
	m.t.Helper()
	return newFaultyAt(m, []string{server}, func(near []string) string { return address(near[0]) })
}

// newFaultyAt is newFaulty for a target of more than one server.
func newFaultyAt(m *machines, servers []string, address func([]string) string) *faulty {
	m.t.Helper()
	f := &faulty{machines: m}
	for i := range f.lines {
		var near []string
		f.lines[i], near = through(m.t, servers...)
		m.address[i] = address(near)
	}
	return f.begin()
}

// begin starts the two.
func (f *faulty) begin() *faulty {
	f.t.Helper()
	m := f.machines
	m.start(0)
	m.leads(0)
	m.start(1)
	m.follows(1)
	f.h = newHistory(m, 0)
	return f
}

// settled waits until one of the two leads and takes writes, and the other could lead, and says which leads.
func (f *faulty) settled() (leader int) {
	f.t.Helper()
	await(f.t, f.n[0], "settled", func() bool {
		for i := range f.n {
			if status, _ := f.n[i].ready(); status == 200 {
				_, r := f.n[1-i].ready()
				leader = i
				return r.Role == "follower" && r.CanLead && f.n[i].probe()
			}
		}
		return false
	})
	return leader
}

// while lets a fault happen under people who read and write at both machines and under a writer with files at the one
// that leads; then one leads, and what was answered is at the target. mends ends the fault, and is nil where it ends itself.
func (f *faulty) while(what string, happens, mends func(now int)) (leader int) {
	f.t.Helper()
	now := f.settled()
	var over atomic.Bool
	f.lives++
	log := f.n[now].until(&over).atWork(f.lives, 6, messenger(2))
	f.h.begin(2)
	log.await()
	began := time.Now()
	happens(now)
	if mends != nil {
		mends(now)
	}
	leader = f.settled()
	over.Store(true)
	log.end()
	f.h.end(leader)
	f.log = append(f.log, log.all...)
	f.holds(what, f.log)
	f.hasFiles(leader)
	f.t.Logf("%s: %v, led by %d and then by %d; %s", what, time.Since(began).Round(time.Second), now, leader, f.h)
	return leader
}

// split takes a leader's line to the target away, and the other one leads.
func (f *faulty) split(is int) {
	f.t.Helper()
	f.apart(fmt.Sprintf("the leader's line is %d", is), f.become(is), f.become(lineWhole))
}

// become is what happens to the line of one machine.
func (f *faulty) become(is int) func(machine int) {
	return func(machine int) { f.lines[machine].become(is) }
}

// apart takes the target away from the leader, and the other one leads.
func (f *faulty) apart(what string, breaks, mends func(machine int)) {
	f.t.Helper()
	var old int
	leader := f.while(what, func(now int) {
		old = now
		breaks(now)
		if !f.isAuto { // a person sees that it is gone
			await(f.t, f.n[now], "refusing writes", func() bool { return !f.n[now].probe() })
		}
		f.take(1 - now)
		f.leads(1 - now)
		if f.n[now].probe() {
			f.t.Error("two machines let somebody sign in")
		}
	}, func(now int) {
		mends(now)
		f.follows(now)
	})
	if leader == old {
		f.t.Error("the lead came back by itself")
	}
}

// alone takes the standby's target away: the leader goes on, and the standby does not lead, whoever asks.
func (f *faulty) alone(breaks, mends func(machine int)) {
	f.t.Helper()
	f.while("the standby sees no target", func(now int) {
		_, before := f.n[1-now].ready()
		breaks(1 - now)
		cmd := exec.Command(os.Args[0], "promote", "-data", f.dir[1-now], "-yes")
		cmd.Env = environment()
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "保管先が答えないため、引き継げません") {
			f.t.Errorf("promoted without the target: %v\n%s", err, out)
		}
		if !f.n[now].probe() {
			f.t.Error("the leader does not go on without its standby")
		}
		f.rest()
		if _, r := f.n[1-now].ready(); r.Role != "follower" || r.Epoch != before.Epoch {
			f.t.Errorf("a standby that sees nobody says %+v", r)
		}
	}, func(now int) { mends(1 - now) })
}

// sleeps stops the leader's process, and it wakes when the other one leads.
func (f *faulty) sleeps() {
	f.t.Helper()
	f.while("the leader sleeps", func(now int) {
		signal := func(s syscall.Signal) {
			if err := f.n[now].cmd.Process.Signal(s); err != nil {
				f.t.Fatal(err)
			}
		}
		signal(syscall.SIGSTOP)
		f.take(1 - now)
		f.leads(1 - now)
		signal(syscall.SIGCONT)
		f.follows(now)
	}, nil)
}

// rest is longer than a lease, in the long form.
func (f *faulty) rest() { time.Sleep(time.Duration(drillSize("DRILL_REST", 1, 15)) * time.Second) }

// both lets a fault of the target happen to both machines for a while. It may be that nobody is answered meanwhile.
func (f *faulty) both(what string, begins, ends func()) {
	f.t.Helper()
	f.while(what, func(int) { begins(); f.rest() }, func(int) { ends() })
}

// full fills disks for a while; there is room again before mends is called.
func (f *faulty) full(mends func(), disks ...string) {
	f.t.Helper()
	f.both("the target is full", func() {
		for _, disk := range disks {
			fill(f.t, filepath.Join(disk, "filler"))
		}
	}, func() {
		for _, disk := range disks {
			if err := os.Remove(filepath.Join(disk, "filler")); err != nil {
				f.t.Error(err)
			}
		}
		mends()
	})
}

func (f *faulty) lined(is int) func() {
	return func() {
		for _, l := range f.lines {
			l.become(is)
		}
	}
}

func (f *faulty) figures(kind string) {
	report(f.t, "faults at %s: %d, %d messages with and without files answered, 0 lost; history: %s", kind, f.lives, len(f.log), f.h)
}

// TestDrillFaultsS3: whatever happens between the two and the target, no answered write is lost, and never do two answer.
// The clocks of the two are apart, as far as each round says.
func TestDrillFaultsS3(t *testing.T) {
	for _, apart := range []time.Duration{time.Hour, -24 * time.Hour} {
		t.Run(apart.String(), func(t *testing.T) { faultsS3(t, apart) })
	}
}

func faultsS3(t *testing.T, apart time.Duration) {
	g := s3Target(t)
	m := newMachines(t, g.whole(), true)
	m.ahead[1] = apart
	if exec.Command("unshare", "-T", "--boottime", "90000", "true").Run() == nil { // it seems to run for another day
		m.before[1] = []string{"unshare", "-T", "--boottime", "90000", "--monotonic", "90000"}
	}
	f := newFaulty(m, "127.0.0.1:"+g.port, g.address)
	f.split(lineSilent)
	f.split(lineCut)
	f.alone(f.become(lineSilent), f.become(lineWhole))
	f.both("nobody reaches the target", f.lined(lineCut), f.lined(lineWhole))
	f.both("nobody hears of the target", f.lined(lineSilent), f.lined(lineWhole))
	f.both("the target is slow", f.lined(lineSlow), f.lined(lineWhole))
	f.both("the target dribbles", f.lined(lineDribble), f.lined(lineWhole))
	f.both("the target is killed", g.stop, func() { g.start(s3Secret) })
	f.both("the target refuses: another secret", func() { g.again("another secret") }, func() { g.again(s3Secret) })
	f.both("the target refuses: it is read-only", func() { g.again(s3Secret, "--readonly") }, func() { g.again(s3Secret) })
	f.sleeps()
	f.figures("s3, clocks apart by " + apart.String())
}

// TestDrillFaultsFull: the target's disk is full for a while.
func TestDrillFaultsFull(t *testing.T) {
	g := s3Target(t, ownMounts(t)...)
	f := newFaulty(newMachines(t, g.whole(), true), "127.0.0.1:"+g.port, g.address)
	f.full(func() {}, fmt.Sprintf("/proc/%d/root%s", g.cmd.Process.Pid, g.dir))
	f.figures("s3 on a full disk")
}

// fill writes until the disk is full.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size >= 512; size /= 2 {
		for err == nil {
			_, err = f.Write(make([]byte, size))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		err = nil
	}
}

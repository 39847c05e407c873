package program

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tsunagu/app/apptest/targets"
	"tsunagu/app/standby"
	"tsunagu/store"
)

// machines are the two of a network, with the target between them.
type machines struct {
	t       *testing.T
	target  string    // as the drill sees it
	address [2]string // as each machine sees it
	dir     [2]string
	n       [2]*network
	isAuto  bool // the lead is taken without a person
}

// newMachines are two machines of which the first has the demo's data and the second its key file alone.
func newMachines(t *testing.T, target string, isAuto bool) *machines {
	t.Helper()
	m := &machines{t: t, target: target, address: [2]string{target, target}, isAuto: isAuto}
	m.dir = [2]string{drillFolder(t), filepath.Join(t.TempDir(), "data")}
	key, err := os.ReadFile(filepath.Join(m.dir[0], "tsunagu.key"))
	if err == nil {
		err = os.MkdirAll(m.dir[1], 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(m.dir[1], "tsunagu.key"), key, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// start starts the program on a machine, with the same command on both.
func (m *machines) start(i int) *network {
	m.t.Helper()
	cmd := exec.Command(os.Args[0], "standby", "-data", m.dir[i], "-addr", "localhost:0", "-replica", m.address[i])
	cmd.Env = environment()
	m.n[i] = serveBy(m.t, m.dir[i], cmd)
	return m.n[i]
}

// await polls until something is so.
func await(t *testing.T, n *network, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > 3*time.Minute {
			t.Fatalf("not %s after three minutes:\n%s", what, n.errors)
		}
	}
}

func (n *network) ready() (int, standby.Readiness) {
	var out standby.Readiness
	c := http.Client{Timeout: 2 * time.Second}
	res, err := c.Get(n.base + "/readyz")
	if err != nil {
		return 0, out
	}
	defer res.Body.Close()
	_ = json.NewDecoder(res.Body).Decode(&out)
	return res.StatusCode, out
}

func (m *machines) leads(i int) {
	m.t.Helper()
	await(m.t, m.n[i], "leading", func() bool { status, _ := m.n[i].ready(); return status == 200 })
}

// follows waits until a machine follows and could lead. Its pages tell who leads and nothing else.
func (m *machines) follows(i int) {
	m.t.Helper()
	await(m.t, m.n[i], "following", func() bool { status, r := m.n[i].ready(); return status == 503 && r.Role == "follower" && r.CanLead })
	if r, err := m.n[i].guest().call("GET", "/api/Office/GetUserList", nil, nil); err == nil || r != 503 {
		m.t.Errorf("a standby answers a call: %d %v", r, err)
	}
}

// take lets a standby lead where that needs a person.
func (m *machines) take(i int) {
	m.t.Helper()
	if !m.isAuto {
		if out := ofProgram(m.t, "promote", "-data", m.dir[i], "-yes"); !strings.Contains(out, "引き継ぎました") {
			m.t.Error(out)
		}
	}
}

// holds looks at the target alone: each write that was answered is there, and each row has its file.
func (m *machines) holds(when string, all []written) (lost int) {
	m.t.Helper()
	folder := fromCopy(m.t, m.target, filepath.Join(m.dir[0], "tsunagu.key"))
	defer os.RemoveAll(folder)
	st, err := soundData(m.t, folder)
	if err != nil {
		m.t.Fatalf("%s: %v", when, err)
	}
	db := openCopy(m.t, st)
	defer func() { _, _ = db.Close(), st.Close() }()
	for _, w := range all {
		var there int
		if err := db.QueryRow(w.query, w.args...).Scan(&there); err != nil || there != 1 {
			lost++
			m.t.Errorf("%s: acknowledged, and gone: %s (%d, %v)", when, w.what, there, err)
		}
	}
	if err := wholeFiles(db, folder); err != nil {
		m.t.Errorf("%s: %v", when, err)
	}
	return lost
}

// hasFiles looks at the folder of a machine that leads: each row has its file there too.
func (m *machines) hasFiles(i int) {
	m.t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(m.dir[i], store.DatabaseFile)+"?mode=ro")
	if err != nil {
		m.t.Fatal(err)
	}
	defer db.Close()
	if err := wholeFiles(db, m.dir[i]); err != nil {
		m.t.Error(err)
	}
}

// probe signs in, which is a write, again and again.
func (n *network) probe() bool {
	g := n.guest()
	g.client.Timeout = 2 * time.Second
	form := url.Values{"grant_type": {"password"}, "loginId": {"fin-a@demo.example.jp"}, "password": {drillPassword}}.Encode()
	status, _, err := g.send("POST", "/token", "application/x-www-form-urlencoded", strings.NewReader(form))
	return err == nil && status == 200
}

// TestDrillStandby: the leader is killed under writers, and the other machine takes its place with everything that was
// answered; handed over by a person; and stopped, as by a machine that sleeps, and woken when another leads (G13).
func TestDrillStandby(t *testing.T) {
	standbyDrill(t, newMachines(t, "file://"+filepath.ToSlash(filepath.Join(t.TempDir(), "copy")), false), "folder",
		drillSize("DRILL_STANDBY", 1, 20))
}

// s3Target is a bucket of a server that speaks S3, and this test may enter it.
func s3Target(t *testing.T) (endpoint string) {
	t.Helper()
	if os.Getenv("TSUNAGU_DRILL") == "" && os.Getenv("TSUNAGU_VERSITYGW") == "" {
		t.Skip("runs in make drill")
	}
	to := s3Replica(t)
	for _, v := range os.Environ() { // this machine's own settings for an S3 store must not be used
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	for _, v := range to.env {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv("AWS_"+strings.TrimPrefix(name, "LITESTREAM_"), value)
	}
	return to.values["endpoint"]
}

func s3Address(endpoint string) string {
	return "s3://tsunagu/copy?endpoint=" + url.QueryEscape(endpoint)
}

// TestDrillStandbyS3 is TestDrillStandby where nobody has to say that the other machine is gone.
func TestDrillStandbyS3(t *testing.T) {
	standbyDrill(t, newMachines(t, s3Address(s3Target(t)), true), "s3", drillSize("DRILL_STANDBY", 1, 200))
}

// TestDrillStandbySFTP is TestDrillStandby at an OpenSSH server: a person decides there, too, and two who decide at once are told apart.
func TestDrillStandbySFTP(t *testing.T) {
	s := targets.OpenSSH(t)
	t.Setenv("SFTP_KEY_FILE", s.Key)
	t.Setenv("SFTP_HOST_KEY", s.HostKey)
	standbyDrill(t, newMachines(t, "sftp://"+s.User+"@"+s.Address+s.Folder, false), "sftp", drillSize("DRILL_STANDBY", 1, 20))
}

// TestDrillStandbyNATS is TestDrillStandby at three nodes of NATS, which know a lease.
func TestDrillStandbyNATS(t *testing.T) {
	c := targets.NATS(t, 3)
	t.Setenv("NATS_USER", c.User)
	t.Setenv("NATS_PASSWORD", c.Password)
	t.Setenv("NATS_CA_FILE", c.CA)
	standbyDrill(t, newMachines(t, c.Address("copy"), true), "nats", drillSize("DRILL_STANDBY", 1, 200))
}

func standbyDrill(t *testing.T, m *machines, kind string, cycles int) {
	t.Helper()
	m.start(0)
	m.leads(0)
	m.start(1)
	m.follows(1)
	now, acknowledged, lost := 0, 0, 0
	var taken, gaps []time.Duration
	for life := range cycles {
		other := 1 - now
		g := m.n[now].mustSignIn("fin-a@demo.example.jp")
		log := m.n[now].atWork(3*life, 20, messenger(3), lister, dealer, visitor)
		log.await()
		m.n[now].kill()
		began := time.Now()
		log.end()
		m.take(other)
		m.leads(other)
		taken = append(taken, time.Since(began))
		acknowledged += len(log.all)
		lost += m.holds(fmt.Sprintf("life %d, killed", life), log.all)
		m.hasFiles(other)
		g.n = m.n[other] // who was signed in still is
		g.must("GET", "/api/SellerBusiness/SearchSellerBusinessAsync?limit=1", nil, nil)
		ofProgram(t, "check", "-data", m.dir[other])
		m.start(now)
		m.follows(now)
		now = other

		other = 1 - now
		n, lost2, gap := m.handOver(3*life+1, now)
		acknowledged, lost, gaps = acknowledged+n, lost+lost2, append(gaps, gap)
		now = other

		m.stopAndWake(3*life+2, now)
		now = 1 - now
	}
	report(t, "standby at %s: %d lives of a kill, a hand-over and a stop each; %d acknowledged writes, %d lost; "+
		"from the kill to the other one's first answer p50 %v, p95 %v; without writes during a hand-over p50 %v, most %v", kind, cycles, acknowledged, lost,
		percentile(taken, 0.5).Round(10*time.Millisecond), percentile(taken, 0.95).Round(10*time.Millisecond),
		percentile(gaps, 0.5).Round(10*time.Millisecond), percentile(gaps, 1).Round(10*time.Millisecond))
}

// handOver hands over under writers, and measures for how long nothing was answered.
func (m *machines) handOver(life, now int) (acknowledged, lost int, gap time.Duration) {
	m.t.Helper()
	other := 1 - now
	before, _ := filepath.Glob(filepath.Join(m.dir[now], "set-aside-*"))
	log := m.n[now].atWork(life, 20, messenger(3), lister, dealer)
	log.await()
	var last, first time.Time
	begun, stop, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			switch {
			case m.n[now].probe():
				if last.IsZero() {
					close(begun)
				}
				last = time.Now()
			case !last.IsZero() && m.n[other].probe():
				first = time.Now()
				return
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	<-begun
	if out := ofProgram(m.t, "hand-over", "-data", m.dir[now]); !strings.Contains(out, "引き渡しました") {
		m.t.Error(out)
	}
	m.leads(other)
	select {
	case <-done:
	case <-time.After(time.Minute):
		m.t.Errorf("nobody answers after a hand-over:\n%s", m.n[other].errors)
	}
	close(stop)
	log.end()
	lost = m.holds("handed over", log.all)
	m.follows(now)
	if after, _ := filepath.Glob(filepath.Join(m.dir[now], "set-aside-*")); len(after) != len(before) {
		m.t.Errorf("set aside after a hand-over: %v, and before %v", after, before)
	}
	return len(log.all), lost, first.Sub(last)
}

// stopAndWake stops the leader, lets the other lead, and wakes the first: it answers no write, goes back to standing by, and
// sets aside what it has.
func (m *machines) stopAndWake(life, now int) {
	m.t.Helper()
	other := 1 - now
	before, _ := filepath.Glob(filepath.Join(m.dir[now], "set-aside-*"))
	g := m.n[now].mustSignIn("fin-a@demo.example.jp")
	log := m.n[now].atWork(life, 20, messenger(3), lister, dealer)
	log.await()
	signal := func(s syscall.Signal) {
		if err := m.n[now].cmd.Process.Signal(s); err != nil {
			m.t.Fatal(err)
		}
	}
	signal(syscall.SIGSTOP)
	// Asked while it sleeps, and answered when it wakes.
	answers := make(chan int, 8)
	var asked sync.WaitGroup
	for range cap(answers) {
		asked.Go(func() {
			status, _ := g.call("POST", "/api/SellerCompany/CreateUpdateCompanyOverviewAsync", drillCompany, nil)
			answers <- status
		})
	}
	m.take(other)
	m.leads(other)
	later := m.n[other].atWork(life+1_000_000, 5, messenger(2))
	later.await()
	signal(syscall.SIGCONT)
	asked.Wait()
	close(answers)
	for status := range answers {
		if status == 200 {
			m.t.Error("a leader of the past answers a write")
		}
	}
	log.end()
	m.holds("woken", append(log.all, later.noted()...))
	m.follows(now)
	after, _ := filepath.Glob(filepath.Join(m.dir[now], "set-aside-*"))
	if len(after) != len(before)+1 {
		m.t.Errorf("set aside: %v, and before %v", after, before)
	} else if _, err := os.Stat(filepath.Join(after[len(after)-1], store.DatabaseFile)); err != nil {
		m.t.Error(err)
	}
	if m.n[now].probe() {
		m.t.Error("a standby lets somebody sign in")
	}
	m.n[other].wire.CloseIdleConnections()
	_ = m.n[other].cmd.Process.Kill() // ends the later writers
	_, _ = m.n[other].cmd.Process.Wait()
	later.end()
	m.start(other)
	m.leads(other)
}

func (n *notes) noted() []written {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]written(nil), n.all...)
}

// line is a line to a server that can be cut.
type line struct {
	mu    sync.Mutex
	isCut bool
	all   map[net.Conn]bool
}

// through listens for a server and hands everything on, until it is cut.
func through(t *testing.T, server string) (*line, string) {
	t.Helper()
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	c := &line{all: map[net.Conn]bool{}}
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", u.Host)
			c.mu.Lock()
			if err != nil || c.isCut {
				_ = in.Close()
				if err == nil {
					_ = out.Close()
				}
			} else {
				c.all[in], c.all[out] = true, true
				go func() { _, _ = io.Copy(in, out); _ = in.Close() }()
				go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
			}
			c.mu.Unlock()
		}
	}()
	return c, "http://" + l.Addr().String()
}

func (l *line) cut(is bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = is
	for c := range l.all {
		_ = c.Close()
	}
	clear(l.all)
}

// TestDrillStandbySplit: the leader lives and does not reach the target any more. It refuses writes before the other leads,
// answers none after, and follows once it sees the target again.
func TestDrillStandbySplit(t *testing.T) {
	endpoint := s3Target(t)
	m := newMachines(t, s3Address(endpoint), true)
	cable, near := through(t, endpoint)
	m.address[0] = s3Address(near)
	m.start(0)
	m.leads(0)
	m.start(1)
	m.follows(1)
	log := m.n[0].atWork(0, 20, messenger(3), lister, dealer)
	log.await()
	var mu sync.Mutex
	var answered time.Time // the last write that the old leader answered, by when it was asked
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			asked := time.Now()
			if m.n[0].probe() {
				mu.Lock()
				answered = asked
				mu.Unlock()
			}
		}
	}()
	cable.cut(true)
	m.leads(1)
	led := time.Now()
	if status, _ := m.n[0].ready(); status != 503 {
		t.Errorf("a leader that does not reach the target says %d to the proxy", status)
	}
	log.end()
	m.holds("split", log.all)
	cable.cut(false)
	m.follows(0)
	close(stop)
	<-done
	mu.Lock()
	defer mu.Unlock()
	if answered.After(led) {
		t.Errorf("two machines answer writes: %v after the other one led", answered.Sub(led))
	}
}

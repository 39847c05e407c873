package program

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tsunagu/app/replica"
	"tsunagu/app/standby"
	"tsunagu/store"
)

// machines are the two of a network, with the target between them.
type machines struct {
	t       *testing.T
	target  string    // as the drill sees it
	address [2]string // as each machine sees it
	dir     [2]string
	isAuto  bool             // the lead is taken without a person
	ahead   [2]time.Duration // how far each machine's clock is ahead of this one's
	before  [2][]string      // the command that runs the program there
	program [2]string        // another build of the program; "" is this one
	seen    [2]string        // the data folder as this process sees it, where that is not dir
	mu      sync.Mutex
	n       [2]*network
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
	args := append(slices.Clone(m.before[i]), cmp.Or(m.program[i], os.Args[0]), "standby", "-data", m.dir[i],
		"-addr", "localhost:0", "-replica", m.address[i])
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(environment(), aheadBy+"="+(ahead+m.ahead[i]).String())
	n := serveBy(m.t, m.dir[i], cmd)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n[i] = n
	return n
}

// at is the program on a machine, for those who ask while another is started there.
func (m *machines) at(i int) *network {
	m.mu.Lock()
	defer m.mu.Unlock()
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
	status, said := 0, standby.Readiness{}
	defer func() { // what a machine that does not lead waits for may be the other one's doing
		if other := m.n[1-i]; status != 200 && other != nil {
			m.t.Logf("it says %d %+v; the log of the other one:\n%s", status, said, other.errors)
		}
	}()
	await(m.t, m.n[i], "leading", func() bool { status, said = m.n[i].ready(); return status == 200 })
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
		if out := ofProgram(m.t, "promote", "-data", cmp.Or(m.seen[i], m.dir[i]), "-yes"); !strings.Contains(out, "引き継ぎました") {
			m.t.Error(out)
		}
	}
}

// fetched is the target's database, checked where this program knows its schema.
func (m *machines) fetched(when string) (folder string, db *sql.DB) {
	m.t.Helper()
	if m.program != [2]string{} {
		folder = m.t.TempDir()
		_, err := replica.Fetch(m.t.Context(), m.target, "", nil, folder)
		if err == nil {
			db, err = sql.Open("sqlite", "file:"+filepath.Join(folder, store.DatabaseFile)+"?mode=ro")
		}
		if err != nil {
			m.t.Fatalf("%s: %v", when, err)
		}
		return folder, db
	}
	folder = fromCopy(m.t, m.target, filepath.Join(m.dir[0], "tsunagu.key"))
	st, err := soundData(m.t, folder)
	if err != nil {
		m.t.Fatalf("%s: %v", when, err)
	}
	m.t.Cleanup(func() { _ = st.Close() })
	return folder, openCopy(m.t, st)
}

// holds looks at the target alone: each write that was answered is there, and each row has its file.
func (m *machines) holds(when string, all []written) (lost int) {
	m.t.Helper()
	folder, db := m.fetched(when)
	defer os.RemoveAll(folder)
	defer db.Close()
	gone := lacking(db, all)
	for _, what := range gone {
		m.t.Errorf("%s: acknowledged, and gone: %s", when, what)
	}
	if err := wholeFiles(db, folder); err != nil {
		m.t.Errorf("%s: %v", when, err)
	}
	return len(gone)
}

// lacking are the writes that a database does not have.
func lacking(db *sql.DB, all []written) (gone []string) {
	for _, w := range all {
		var there int
		if err := db.QueryRow(w.query, w.args...).Scan(&there); err != nil || there != 1 {
			gone = append(gone, fmt.Sprintf("%s (%d, %v)", w.what, there, err))
		}
	}
	return gone
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
	status, err := g.signIn("fin-a@demo.example.jp")
	return err == nil && status == 200
}

// TestDrillStandby: the leader is killed under writers, and the other machine takes its place with everything that was
// answered; handed over by a person; and stopped, as by a machine that sleeps, and woken when another leads (G13).
func TestDrillStandby(t *testing.T) {
	standbyDrill(t, newMachines(t, "file://"+filepath.ToSlash(filepath.Join(t.TempDir(), "copy")), false), "folder",
		drillSize("DRILL_STANDBY", 1, 20))
}

// TestDrillStandbyS3 is TestDrillStandby where nobody has to say that the other machine is gone.
func TestDrillStandbyS3(t *testing.T) {
	standbyDrill(t, newMachines(t, s3Target(t).whole(), true), "s3", drillSize("DRILL_STANDBY", 1, 200))
}

// TestDrillStandbySFTP is TestDrillStandby at an OpenSSH server: a person decides there, too, and two who decide at once are told apart.
func TestDrillStandbySFTP(t *testing.T) {
	s := sftpServer(t)
	standbyDrill(t, newMachines(t, s.At(s.Address), false), "sftp", drillSize("DRILL_STANDBY", 1, 20))
}

// TestDrillStandbyNATS is TestDrillStandby at three nodes of NATS, which know a lease.
func TestDrillStandbyNATS(t *testing.T) {
	c := natsServers(t)
	standbyDrill(t, newMachines(t, c.Address("copy"), true), "nats", drillSize("DRILL_STANDBY", 1, 200))
}

func standbyDrill(t *testing.T, m *machines, kind string, cycles int) {
	t.Helper()
	m.start(0)
	m.leads(0)
	m.start(1)
	m.follows(1)
	h := newHistory(m, 0)
	now, acknowledged, lost := 0, 0, 0
	each := drillSize("DRILL_STANDBY_EACH", 1, 10) // so many kills for a hand-over and a stop
	var taken, gaps []time.Duration
	for life := range cycles {
		other := 1 - now
		g := m.n[now].mustSignIn("fin-a@demo.example.jp")
		log := m.n[now].atWork(3*life, 20, messenger(3), lister, dealer, visitor)
		h.begin(2)
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
		h.end(now)
		t.Logf("life %d: the other answers after %v; %d acknowledged, %d lost", life, taken[life].Round(10*time.Millisecond), acknowledged, lost)
		if life%each != 0 {
			continue
		}

		other = 1 - now
		h.begin(2)
		n, lost2, gap := m.handOver(3*life+1, now)
		acknowledged, lost, gaps = acknowledged+n, lost+lost2, append(gaps, gap)
		m.follows(now)
		now = other

		m.stopAndWake(3*life+2, now)
		now = 1 - now
		h.end(now)
	}
	report(t, "standby at %s: %d kills, %d hand-overs and as many stops; %d acknowledged writes, %d lost; "+
		"from the kill to the other one's first answer p50 %v, p95 %v; without writes during a hand-over p50 %v, most %v; history: %s",
		kind, cycles, len(gaps), acknowledged, lost,
		percentile(taken, 0.5).Round(10*time.Millisecond), percentile(taken, 0.95).Round(10*time.Millisecond),
		percentile(gaps, 0.5).Round(10*time.Millisecond), percentile(gaps, 1).Round(10*time.Millisecond), h)
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
	await(m.t, m.n[now], "standing by", func() bool { _, r := m.n[now].ready(); return r.Role == "follower" && r.BehindMS >= 0 })
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

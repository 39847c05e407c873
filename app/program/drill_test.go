package program

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tsunagu/app/upkeep"
	"tsunagu/store"
)

// The drills check the promises of app/guide/promises.md with the real program: a process of its own
// on a real folder, called over HTTP. `make test` runs their short forms, `make drill` the long ones,
// which print the figures of the table.

// drillSize is the size of a drill: the short one in make test, the long one in make drill, or what
// the environment says.
func drillSize(name string, short, long int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	if os.Getenv("TSUNAGU_DRILL") != "" {
		return long
	}
	return short
}

// drillWorld is the folder that demoWorldFolder made, for TestMain to remove.
var drillWorld string

// demoWorldFolder is a folder with the demo's data, built once for all drills.
var demoWorldFolder = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tsunagu-drill-")
	if err != nil {
		return "", err
	}
	drillWorld = dir
	cmd := exec.Command(os.Args[0], "demo", "-data", dir, "-addr", "localhost:0", "-open=false")
	cmd.Env = environment()
	out, err := cmd.StdoutPipe()
	if err != nil {
		return dir, err
	}
	if err := cmd.Start(); err != nil {
		return dir, err
	}
	n := &network{wire: &http.Transport{}}
	for s := bufio.NewScanner(out); s.Scan(); {
		if m := addressLine.FindStringSubmatch(s.Text()); m != nil {
			n.base = m[1]
		}
		if strings.Contains(s.Text(), "Ctrl+C") {
			if err := errors.Join(n.idle(), cmd.Process.Signal(syscall.SIGTERM)); err != nil {
				return dir, err
			}
		}
	}
	return dir, cmd.Wait() // after an orderly shutdown everything is in the database file
})

// idle waits until each job has had its first run, which in a demo is at once. A drill that needs a
// job running requests it.
func (n *network) idle() error {
	office, _, err := n.signIn("office@demo.example.jp")
	if err != nil {
		return err
	}
	for waits := true; waits; time.Sleep(20 * time.Millisecond) {
		var jobs struct {
			JobList []struct{ LastRun *struct{ State string } }
		}
		if _, err := office.call("GET", "/api/Office/GetJobList", nil, &jobs); err != nil {
			return err
		}
		waits = len(jobs.JobList) == 0
		for _, j := range jobs.JobList {
			waits = waits || j.LastRun == nil || j.LastRun.State == store.RunRunning
		}
	}
	return nil
}

// drillFolder is a copy of the demo's data for one test.
func drillFolder(t *testing.T) string {
	t.Helper()
	from, err := demoWorldFolder()
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "data")
	copyData(t, from, to)
	return to
}

func copyData(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	// CopyFS widens the mode, and the program refuses keys that others could read.
	if err := os.Chmod(filepath.Join(to, "tsunagu.key"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// network is a running program with its folder.
type network struct {
	t      *testing.T
	dir    string
	base   string
	cmd    *exec.Cmd
	began  time.Time
	errors *lockedBuffer
	wire   *http.Transport
}

// lockedBuffer is a program's log, which may be read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

var addressLine = regexp.MustCompile(`アドレス: (\S+)`)

// serveDrill starts the program on a folder of the demo's, and waits for its address. before is the
// command that runs the program, such as a shell that mounts a small disk first.
func serveDrill(t *testing.T, dir string, before ...string) *network {
	t.Helper()
	args := append(slices.Clone(before), os.Args[0], "demo", "-data", dir, "-addr", "localhost:0", "-open=false")
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = environment()
	return serveBy(t, dir, cmd)
}

// serveBy is serveDrill with a given command.
func serveBy(t *testing.T, dir string, cmd *exec.Cmd) *network {
	t.Helper()
	n := &network{t: t, dir: dir, cmd: cmd, began: time.Now(), errors: &lockedBuffer{}, wire: &http.Transport{MaxIdleConnsPerHost: 1000}}
	n.cmd.Stderr = n.errors
	out, err := n.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := n.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.kill)
	s := bufio.NewScanner(out)
	for s.Scan() {
		if m := addressLine.FindStringSubmatch(s.Text()); m != nil {
			n.base = m[1]
		}
		if strings.Contains(s.Text(), "Ctrl+C") {
			break
		}
	}
	if n.base == "" {
		t.Fatalf("the program does not start:\n%s", n.errors)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return n
}

// kill kills the program, and waits until the process is gone.
func (n *network) kill() {
	n.wire.CloseIdleConnections()
	_ = n.cmd.Process.Kill()
	_, _ = n.cmd.Process.Wait()
}

// memory is the program's memory in MiB, now and at most since it started.
func (n *network) memory() (now, most float64) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.cmd.Process.Pid))
	if err != nil {
		return 0, 0
	}
	read := func(name string) float64 {
		m := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(b)
		if m == nil {
			return 0
		}
		kb, _ := strconv.ParseFloat(string(m[1]), 64)
		return kb / 1024
	}
	return read("VmRSS"), read("VmHWM")
}

// guest is a user of the network with a connection of his own. Its errors are returned and do not
// fail the test, because the program may be dead.
type guest struct {
	n       *network
	token   string
	refresh string
	number  string // of its last request, as the server gave it
	client  *http.Client
}

const drillPassword = "Tsunagu-demo1"

func (n *network) guest() *guest {
	return &guest{n: n, client: &http.Client{Timeout: 5 * time.Minute, Transport: n.wire}}
}

// signIn signs a user in; the status is what /token answered.
func (n *network) signIn(login string) (*guest, int, error) {
	g := n.guest()
	status, err := g.signIn(login)
	if err != nil || status != 200 {
		return nil, status, err
	}
	return g, status, nil
}

func (g *guest) signIn(login string) (status int, err error) {
	door := "/token"
	if strings.HasPrefix(login, "office@") || strings.HasPrefix(login, "admin-") {
		door = "/office/token"
	}
	form := url.Values{"grant_type": {"password"}, "loginId": {login}, "password": {drillPassword}}.Encode()
	status, b, err := g.send("POST", door, "application/x-www-form-urlencoded", strings.NewReader(form))
	if err != nil || status != 200 {
		return status, err
	}
	var in struct{ Token, RefreshToken string }
	if err := json.Unmarshal(b, &in); err != nil {
		return status, err
	}
	g.token, g.refresh = in.Token, in.RefreshToken
	return status, nil
}

// mustSignIn is signIn for a program that is known to run.
func (n *network) mustSignIn(login string) *guest {
	n.t.Helper()
	g, status, err := n.signIn(login)
	if err != nil || status != 200 {
		n.t.Fatalf("sign in as %s: %d %v\n%s", login, status, err, n.errors)
	}
	return g
}

func (g *guest) send(method, path, contentType string, body io.Reader) (int, []byte, error) {
	req, err := http.NewRequest(method, g.n.base+path, body)
	if err != nil {
		return 0, nil, err
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if g.token != "" {
		req.Header.Set("Authorization", "Bearer "+g.token)
	}
	res, err := g.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	g.number = res.Header.Get("X-Request-Id")
	b, err := io.ReadAll(res.Body)
	return res.StatusCode, b, err
}

// call sends JSON, or nothing, and reads the answer into out if it is a 200.
func (g *guest) call(method, path string, body, out any) (int, error) {
	var r io.Reader
	contentType := ""
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return 0, err
		}
		r, contentType = bytes.NewReader(b), "application/json"
	}
	status, b, err := g.send(method, path, contentType, r)
	if err == nil && status == 200 && out != nil {
		err = json.Unmarshal(b, out)
	}
	if err == nil && status != 200 {
		err = fmt.Errorf("%s %s: %d %s", method, path, status, b)
	}
	return status, err
}

// must is call where an error fails the test.
func (g *guest) must(method, path string, body, out any) {
	g.n.t.Helper()
	if _, err := g.call(method, path, body, out); err != nil {
		g.n.t.Fatal(err)
	}
}

// soundData opens a copy of a folder whose program is dead and checks it: damaged pages, rows
// without their parent, broken chains, files that differ from their rows.
func soundData(t *testing.T, dir string) (*store.Store, error) {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.MkdirAll(to, 0o700); err != nil {
		return nil, err
	}
	// The shared-memory file is not copied: it is rebuilt from the log, as after a power cut.
	for _, name := range []string{store.DatabaseFile, store.DatabaseFile + "-wal"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		if err == nil {
			if err := os.WriteFile(filepath.Join(to, name), b, 0o600); err != nil {
				return nil, err
			}
		}
	}
	st, err := store.Open(t.Context(), to, store.Options{NoIndex: true})
	if err != nil {
		return nil, err
	}
	return st, st.Read(t.Context(), func(q *store.Q) error {
		if err := q.Integrity(); err != nil {
			return err
		}
		return upkeep.VerifyChains(q, nil)
	})
}

// keptIndex is what the names of kept search indexes begin with.
const keptIndex = "tsunagu.index-"

// soundIndex opens a copy of a folder whose program is dead, and compares what the search index finds, read from
// its file or built, with plain SQL.
func soundIndex(t *testing.T, dir string) (isRead bool, err error) {
	t.Helper()
	to := t.TempDir()
	defer os.RemoveAll(to)
	for _, path := range append(glob(t, dir, keptIndex+"*"), glob(t, dir, store.DatabaseFile+"*")...) {
		if strings.HasSuffix(path, "-shm") {
			continue
		}
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(to, filepath.Base(path)), b, 0o600)
		}
		if err != nil {
			return false, err
		}
	}
	log := &bytes.Buffer{}
	st, err := store.Open(t.Context(), to, store.Options{KeepFrom: 1, Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if err := st.IndexReady(t.Context()); err != nil {
		return false, err
	}
	isRead = strings.Contains(log.String(), "search index read")
	return isRead, st.Read(t.Context(), func(q *store.Q) error {
		banks, err := q.InstitutionNames()
		if err != nil {
			return err
		}
		for bank := range banks {
			v := store.Viewer{InstitutionID: bank}
			for _, kind := range []int{store.Buyer, store.Seller} {
				s := &store.CompanySearch{Kind: kind, IsOwn: true, Sort: "companyName", Limit: 10_000}
				rows, n, err := q.SearchCompanies(v, s)
				if err != nil {
					return err
				}
				plain, m, err := q.Plain().SearchCompanies(v, s)
				if err != nil {
					return err
				}
				if n != m || !reflect.DeepEqual(rows, plain) {
					return fmt.Errorf("the index finds %d companies, SQL %d, or others", n, m)
				}
			}
			s := &store.ListingSearch{IsNotOwn: true, IsShowing: true, Limit: 10_000}
			rows, n, err := q.SearchListings(v, s)
			if err != nil {
				return err
			}
			plain, m, err := q.Plain().SearchListings(v, s)
			if err != nil {
				return err
			}
			if n != m || !reflect.DeepEqual(rows, plain) {
				return fmt.Errorf("the index finds %d listings, SQL %d, or others", n, m)
			}
		}
		return nil
	})
}

// report prints a figure of app/guide/promises.md.
func report(t *testing.T, format string, args ...any) {
	t.Helper()
	t.Logf("FIGURE "+format, args...)
}

// percentile of durations, which it sorts.
func percentile(ds []time.Duration, p float64) time.Duration {
	if len(ds) == 0 {
		return 0
	}
	slices.Sort(ds)
	return ds[min(len(ds)-1, int(float64(len(ds))*p))]
}

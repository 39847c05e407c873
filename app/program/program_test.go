package program

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tsunagu/app/render"
)

// asProgram is the environment setting that makes the test binary run as the program.
var asProgram string

// aheadBy tells a program how far its clock is ahead of the machine's. Its day begins at the same time
// in each run, so that jobs at the hour or at midnight do not run in the middle of a test about
// something else. TSUNAGU_TEST_BEGINS sets another beginning (RFC 3339).
const aheadBy = "TSUNAGU_TEST_AHEAD_BY"

var ahead time.Duration

// environment is the environment of a program under test, without the GOGC of whoever runs the tests,
// which would override the program's memory settings.
func environment() []string {
	return append(os.Environ(), asProgram, aheadBy+"="+ahead.String(), "GOGC=")
}

// TestMain lets the test binary run as the program, so that the tests start real processes without
// a second build.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == render.Command { // without an environment, as the program starts it
		os.Exit(Main(context.Background(), Built{}, os.Args[1:]))
	}
	if os.Getenv("TSUNAGU_AS_PROGRAM") != "" {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		b := Built{World: os.DirFS(os.Getenv("TSUNAGU_AS_PROGRAM")), KeepFrom: 1}
		if os.Getenv(hurried) != "" {
			b.Pace = hurriedPace
		}
		if ahead, err := time.ParseDuration(os.Getenv(aheadBy)); err == nil {
			b.Clock = func() time.Time { return time.Now().Add(ahead) }
		}
		code := Main(ctx, b, os.Args[1:])
		stop()
		os.Exit(code)
	}
	// These tests cover the whole repository: paths are relative to its root.
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	root, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	asProgram = "TSUNAGU_AS_PROGRAM=" + filepath.Join(root, "testdata", "demo")
	began := time.Date(2026, 11, 24, 4, 1, 0, 0, time.UTC) // a Tuesday, 13:01 in Japan
	if at, err := time.Parse(time.RFC3339, os.Getenv("TSUNAGU_TEST_BEGINS")); err == nil {
		began = at
	}
	ahead = time.Until(began)
	code := m.Run()
	_ = os.RemoveAll(drillWorld)
	os.Exit(code)
}

// process is a running tsunagu with what it printed so far.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	lines chan string
	all   *bytes.Buffer
	err   *bytes.Buffer
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	t.Cleanup(cancel)
	p := &process{t: t, cmd: exec.CommandContext(ctx, os.Args[0], args...), lines: make(chan string, 1000), all: &bytes.Buffer{},
		err: &bytes.Buffer{}}
	p.cmd.Env = environment()
	p.cmd.Stderr = p.err
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	go func() {
		defer close(p.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			p.lines <- s.Text()
		}
	}()
	return p
}

// until reads the program's lines until one matches, and returns the first group.
func (p *process) until(pattern string) string {
	p.t.Helper()
	re := regexp.MustCompile(pattern)
	for line := range p.lines {
		p.all.WriteString(line + "\n")
		if m := re.FindStringSubmatch(line); m != nil {
			return m[len(m)-1]
		}
	}
	p.t.Fatalf("no line matched %s in\n%s\n%s", pattern, p.all, p.err)
	return ""
}

// stop ends the program by a signal and returns its exit code.
func (p *process) stop() int {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	return p.wait()
}

func (p *process) wait() int {
	for line := range p.lines {
		p.all.WriteString(line + "\n")
	}
	_ = p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}

func TestServe(t *testing.T) {
	dir := t.TempDir()
	p := start(t, "serve", "-data", dir, "-addr", "localhost:0", "-open=false", "-metrics-addr", "localhost:0", "-log", "json")
	base := p.until(`アドレス: (\S+)`)
	link := p.until(`(http\S+/setup\?key=\S+)`)
	if !strings.HasPrefix(link, base) {
		t.Errorf("link %s is not below %s", link, base)
	}
	res, err := http.Get(base + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != 200 {
		t.Errorf("healthz: %s", res.Status)
	}

	p.until(`(Ctrl\+C)`)
	for _, probe := range [][]string{{"healthcheck", "-addr", strings.TrimPrefix(base, "http://")}} {
		if check := start(t, probe...); check.wait() != 0 {
			t.Errorf("%v: %s", probe, check.err)
		}
	}

	// The folder contains the address of the running server, so that a second start by a double click can open
	// it.
	if b, err := os.ReadFile(dir + "/address"); err != nil || strings.TrimSpace(string(b)) != base {
		t.Errorf("address %q, %v", b, err)
	}
	shown := start(t, "serve", "-data", dir, "-open")
	if code := shown.wait(); code != 0 || !strings.Contains(shown.all.String(), base) || !strings.Contains(shown.all.String(), "すでに動いています") {
		t.Errorf("a second one with -open: exit %d\n%s%s", code, shown.all, shown.err)
	}

	// A second process on the same data says why it ends, and does not disturb the first one.
	second := start(t, "serve", "-data", dir, "-addr", "localhost:0", "-open=false")
	if code := second.wait(); code != 1 || !strings.Contains(second.err.String(), "別の「つなぐ」が使っています") {
		t.Errorf("second process: exit %d\n%s", code, second.err)
	}

	// The link can set the network up once only.
	_, key, _ := strings.Cut(link, "key=")
	body, err := json.Marshal(map[string]string{"key": key, "networkName": "北国ネットワーク", "userName": "事務 花子", "loginId": "office@example.jp",
		"password": "Hokkoku-2026-net"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{200, 400} {
		res, err := http.Post(base+"/api/Public/Setup", "application/json", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		answer, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("setup: %s, want %d: %s", res.Status, want, answer)
		}
	}
	if code := p.stop(); code != 0 {
		t.Errorf("exit %d after SIGTERM\n%s", code, p.err)
	}

	if _, err := os.Stat(dir + "/address"); err == nil {
		t.Error("the address stays behind")
	}
	// The log is JSON, contains the request, and names the address of the private figures.
	log := p.err.String()
	for _, s := range []string{`"msg":"open"`, `"metrics":"127.0.0.1:`, `"route":"/api/Public/Setup"`, `"status":400`, `"msg":"closing"`} {
		if !strings.Contains(log, s) {
			t.Errorf("the log lacks %s: %s", s, log)
		}
	}
	_, secret, _ := strings.Cut(link, "key=")
	for _, s := range []string{secret, "北国", "花子", "office@", "Hokkoku"} {
		if strings.Contains(log, s) {
			t.Errorf("the log holds %q: %s", s, log)
		}
	}

	// The next start continues with the data, without a link.
	again := start(t, "-data", dir, "-addr", "localhost:0")
	base = again.until(`アドレス: (\S+)`)
	again.until(`(Ctrl\+C)`)
	if strings.Contains(again.all.String(), "/setup") {
		t.Error("a network that is set up must not print a link")
	}
	res, err = http.Get(base + "/api/Public/GetNetwork")
	if err != nil {
		t.Fatal(err)
	}
	answer, _ := io.ReadAll(res.Body)
	res.Body.Close()
	if !strings.Contains(string(answer), "北国ネットワーク") {
		t.Errorf("network: %s", answer)
	}
	if code := again.stop(); code != 0 {
		t.Errorf("exit %d", code)
	}
	if code := start(t, "check", "-data", dir).wait(); code != 0 {
		t.Error("check finds a fault in a fresh network")
	}
}

func TestServeKeepsItsKeyFile(t *testing.T) {
	dir := t.TempDir()
	p := start(t, "demo", "-data", dir, "-addr", "localhost:0", "-open=false")
	p.until(`(fin-a@demo\.example\.jp)`)
	p.stop()
	if err := os.Remove(dir + "/tsunagu.key"); err != nil {
		t.Fatal(err)
	}
	// A new key would make every password wrong, so the program refuses to make one.
	p = start(t, "demo", "-data", dir, "-addr", "localhost:0", "-open=false")
	if code := p.wait(); code != 1 || !strings.Contains(p.err.String(), "鍵ファイル") {
		t.Errorf("exit %d\n%s", code, p.err)
	}
	if _, err := os.Stat(dir + "/tsunagu.key"); !os.IsNotExist(err) {
		t.Errorf("a key file that belongs to nothing lies there: %v", err)
	}
}

func TestHelp(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		says []string
	}{
		{[]string{"help"}, 0, []string{"-addr", "-data", "-base-url", "-smtp-host", "-tls-cert", "-acme-domain", "-log", "-metrics-addr",
			"-slow-query", "-dev", "demo", "healthcheck", "架空のネットワーク"}},
		{[]string{"version"}, 0, nil},
		{[]string{"nonsense"}, 1, []string{"nonsense", "help"}},
		{[]string{"serve", "-data", "/tmp", "extra"}, 1, []string{"extra"}},
		{[]string{"serve", "-log", "xml"}, 1, []string{"text か json"}},
		{[]string{"serve", "-log-level", "loud"}, 1, []string{"-log-level"}},
		{[]string{"serve", "-tls-cert", "a.pem"}, 1, []string{"両方"}},
		{[]string{"serve", "-acme-domain", "a.example.jp", "-tls-cert", "a.pem", "-tls-key", "b.pem"}, 1, []string{"どちらか一方"}},
		{[]string{"serve", "-metrics-addr", ":9100"}, 1, []string{"-metrics-open"}},
		{[]string{"serve", "-metrics-addr", "192.0.2.1:9100"}, 1, []string{"-metrics-open"}},
		{[]string{"serve", "-proxied", "-proxy-from", "everywhere"}, 1, []string{"everywhere"}},
		{[]string{"healthcheck", "-addr", "localhost:1"}, 1, []string{"エラー"}},
		{[]string{"check", "-data", "/nonexistent"}, 1, []string{"データがありません"}},
	} {
		p := start(t, c.args...)
		code := p.wait()
		text := p.all.String() + p.err.String()
		if code != c.code {
			t.Errorf("%v: exit %d\n%s", c.args, code, text)
		}
		for _, s := range c.says {
			if !strings.Contains(text, s) {
				t.Errorf("%v does not say %q:\n%s", c.args, s, text)
			}
		}
	}
}

// BenchmarkDemoStart is the first start of the demo, from the process's start to the first 200,
// and its memory at rest.
func BenchmarkDemoStart(b *testing.B) {
	for b.Loop() {
		dir, err := os.MkdirTemp("", "tsunagu-bench-")
		if err != nil {
			b.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "demo", "-data", dir, "-addr", "localhost:18499", "-open=false")
		cmd.Env = environment()
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		for {
			res, err := http.Get("http://localhost:18499/healthz")
			if err == nil {
				res.Body.Close()
				if res.StatusCode == 200 {
					break
				}
			}
			time.Sleep(5 * time.Millisecond)
		}
		b.StopTimer()
		if status, err := os.ReadFile("/proc/" + strconv.Itoa(cmd.Process.Pid) + "/status"); err == nil {
			if m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status); m != nil {
				kb, _ := strconv.ParseFloat(string(m[1]), 64)
				b.ReportMetric(kb/1024, "MiB-resident")
			}
		}
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		_ = os.RemoveAll(dir)
		b.StartTimer()
	}
}

// TestDocuments: the committed documents equal what the commands print.
func TestDocuments(t *testing.T) {
	for command, file := range map[string]string{"states": "testdata/deal/states.md", "calls": "testdata/calls/README.md",
		"openapi": "ui/src/api/openapi.json"} {
		cmd := exec.Command(os.Args[0], command)
		cmd.Env = environment()
		got, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the command %s prints: write it anew, and look at the difference", file, command)
		}
	}
}

// The command for an office user without telephone needs a login ID and an existing network.
func TestResetSecondStepCommand(t *testing.T) {
	for want, args := range map[string][]string{
		"ログインIDを指定": {"reset-totp", "-data", t.TempDir()},
		"データがありません": {"reset-totp", "office@example.jp", "-data", t.TempDir()},
	} {
		if err := run(t.Context(), args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", args, err, want)
		}
	}
}

//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// contestant answers questions.
type contestant struct {
	name   string
	render func(*question) []byte
	open   func() (asker, error)
	read   func(l *list, body []byte) (answer, error)
	roots  []int // its processes
	stop   func()
}

// answer is what everyone must agree on.
type answer struct {
	count int
	ids   []string
}

func (c *contestant) processes() []int { return c.roots }

// listed is what an answer in JSON says: how many there are, and the ids of a page.
func listed(body []byte, count, rows, id string) (a answer, err error) {
	var out map[string]json.RawMessage
	var page []map[string]json.RawMessage
	err = errors.Join(json.Unmarshal(body, &out), json.Unmarshal(out[count], &a.count), json.Unmarshal(out[rows], &page))
	for _, row := range page {
		var s string
		err = errors.Join(err, json.Unmarshal(row[id], &s))
		a.ids = append(a.ids, s)
	}
	return a, err
}

// program is a process that was started and answers at an address.
type program struct {
	cmd     *exec.Cmd
	address string
	log     string
	begun   time.Time
	healthy time.Duration // from its start to the first answer
}

func (p *program) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGINT)
	_ = p.cmd.Wait()
}

// start runs a program until a path of it answers.
func (b *bench) start(name, path string, command func(address string) *exec.Cmd) (*program, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &program{address: l.Addr().String(), log: filepath.Join(b.dir, name+".log"), begun: time.Now()}
	l.Close()
	log, err := os.Create(p.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p.cmd = command(p.address)
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	b.child(p.cmd)
	for {
		res, err := http.Get("http://" + p.address + path)
		if err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				p.healthy = time.Since(p.begun)
				return p, nil
			}
		}
		var status syscall.WaitStatus
		if pid, _ := syscall.Wait4(p.cmd.Process.Pid, &status, syscall.WNOHANG, nil); pid > 0 {
			text, _ := os.ReadFile(p.log)
			return nil, fmt.Errorf("%s ended: %s", name, text)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// ours starts the product itself on a world, which it makes where there is none.
func (b *bench) ours(w *world, size ...string) (*program, error) {
	return b.start("ours", "/healthz", func(address string) *exec.Cmd {
		return exec.Command(b.binary, append([]string{"demo", "-open=false", "-addr", address, "-data", w.dir}, size...)...)
	})
}

// signIn is a token of a demo login. Signing in takes a password's whole hash, so it is done once.
func signIn(address, login string) (string, error) {
	path := "/token"
	if login == officeLogin {
		path = "/office/token"
	}
	res, err := http.PostForm("http://"+address+path, url.Values{"grant_type": {"password"}, "loginId": {login}, "password": {password}})
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	var out struct{ Token string }
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil {
		return "", err
	}
	if out.Token == "" {
		return "", fmt.Errorf("%s: %s", login, res.Status)
	}
	return out.Token, nil
}

// get and post are requests as they go over the wire.
func get(address, path, token string) []byte {
	return []byte("GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nAuthorization: Bearer " + token + "\r\n\r\n")
}

func post(method, address, path, token string, body any) []byte {
	b, err := json.Marshal(body)
	if err != nil {
		panic(err) // plain maps of strings and numbers always marshal
	}
	return fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", method, path, address, token, len(b), b)
}

func (b *bench) product(p *program) (*contestant, error) {
	tokens := map[string]string{}
	for _, login := range []string{askingLogin, sellingLogin} {
		var err error
		if tokens[login], err = signIn(p.address, login); err != nil {
			return nil, err
		}
	}
	return &contestant{
		name:   "つなぐ",
		render: func(q *question) []byte { return q.ours(p.address, tokens[q.list.login]) },
		open:   func() (asker, error) { return dial(p.address) },
		read:   func(l *list, body []byte) (answer, error) { return listed(body, "allCount", l.rows, l.id) },
		roots:  []int{p.cmd.Process.Pid},
		stop:   p.stop,
	}, nil
}

// pocketBase is PocketBase with the cards as a collection.
func (b *bench) pocketBase(cards string) (*contestant, error) {
	dir := filepath.Join(filepath.Dir(cards), "pocketbase")
	p, err := b.start("pocketbase", "/api/health", func(address string) *exec.Cmd {
		return exec.Command(b.peers, "pocketbase", address, dir, cards)
	})
	if err != nil {
		return nil, err
	}
	return &contestant{
		name:   "PocketBase",
		render: func(q *question) []byte { return get(p.address, q.pocketBase(), "") },
		open:   func() (asker, error) { return dial(p.address) },
		read:   func(_ *list, body []byte) (answer, error) { return listed(body, "totalItems", "items", "id") },
		roots:  []int{p.cmd.Process.Pid},
		stop:   p.stop,
	}, nil
}

// postgres is a cluster of its own with a plain handler before it. The server refuses to run as root,
// so it runs as its own user there.
func (b *bench) postgres(cards string) (*contestant, error) {
	bin := ""
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin/initdb", "/usr/local/pgsql/bin/initdb", "/opt/homebrew/opt/postgresql*/bin/initdb"} {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			bin = filepath.Dir(found[len(found)-1])
		}
	}
	if bin == "" {
		return nil, errors.New("PostgreSQL がありません（apt-get install postgresql）")
	}
	dir := filepath.Join(filepath.Dir(cards), "postgres")
	as := &syscall.SysProcAttr{}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return nil, err
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
		if err := os.Chown(dir, uid, gid); err != nil {
			return nil, err
		}
		for d := filepath.Dir(dir); d != filepath.Dir(b.dir); d = filepath.Dir(d) { // it must get there
			if err := os.Chmod(d, 0o755); err != nil {
				return nil, err
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "data", "PG_VERSION")); err != nil {
		cmd := exec.Command(filepath.Join(bin, "initdb"), "-D", filepath.Join(dir, "data"), "-U", "bench", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
		cmd.SysProcAttr, cmd.Dir = as, dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("initdb: %w\n%s", err, out)
		}
	}
	args := []string{"-D", filepath.Join(dir, "data"), "-k", dir, "-h", ""}
	for _, c := range []string{"shared_buffers=1GB", "effective_cache_size=4GB", "work_mem=64MB", "maintenance_work_mem=256MB", "random_page_cost=1.1", "jit=off", "plan_cache_mode=force_custom_plan", "max_wal_size=4GB", "dynamic_shared_memory_type=mmap"} {
		args = append(args, "-c", c)
	}
	server := exec.Command(filepath.Join(bin, "postgres"), args...)
	log, err := os.Create(filepath.Join(b.dir, "postgres-server.log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	server.SysProcAttr, server.Dir, server.Stdout, server.Stderr = as, dir, log, log
	if err := server.Start(); err != nil {
		return nil, err
	}
	b.child(server)
	halt := func() {
		_ = server.Process.Signal(syscall.SIGINT) // ends at once, in order
		_ = server.Wait()
	}
	for range 600 {
		if err = exec.Command(filepath.Join(bin, "pg_isready"), "-q", "-h", dir, "-d", "postgres").Run(); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	var p *program
	if err == nil {
		p, err = b.start("postgres-handler", "/ready", func(address string) *exec.Cmd {
			return exec.Command(b.peers, "postgres", address, "host="+dir+" user=bench dbname=postgres pool_max_conns=8", cards)
		})
	}
	if err != nil {
		halt()
		return nil, err
	}
	return &contestant{
		name:   "PostgreSQL",
		render: func(q *question) []byte { return get(p.address, q.postgres(), "") },
		open:   func() (asker, error) { return dial(p.address) },
		read:   func(l *list, body []byte) (answer, error) { return listed(body, "allCount", "cards", l.id) },
		roots:  []int{server.Process.Pid, p.cmd.Process.Pid},
		stop:   func() { p.stop(); halt() },
	}, nil
}

// shell is the sqlite3 shell: what SQL itself takes, without a network, a session or an encoder.
type shell struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	body []byte
}

const shellEnd = "--end--\n"

func (s *shell) ask(request []byte) ([]byte, error) {
	if _, err := s.in.Write(request); err != nil {
		return nil, err
	}
	s.body = s.body[:0]
	for {
		line, err := s.out.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		if bytes.Equal(line, []byte(shellEnd)) {
			return s.body, nil
		}
		s.body = append(s.body, line...)
	}
}

func (s *shell) close() {
	s.in.Close()
	_ = s.cmd.Wait()
}

// shellContestant is asked in SQL.
func shellContestant(name string) *contestant {
	return &contestant{
		name:   name,
		render: func(q *question) []byte { return []byte(q.sql() + ".print " + shellEnd) },
		read: func(l *list, body []byte) (a answer, err error) {
			count, rows, _ := strings.Cut(strings.TrimSpace(string(body)), "\n")
			return listed([]byte(`{"count":`+count+`,"rows":[`+strings.ReplaceAll(rows, "\n", ",")+`]}`), "count", "rows", l.id)
		},
		stop: func() {},
	}
}

func (b *bench) sqlite(cards string) (*contestant, error) {
	path, err := exec.LookPath("sqlite3")
	if err != nil {
		return nil, errors.New("sqlite3 がありません（apt-get install sqlite3）")
	}
	c := shellContestant("sqlite3")
	c.open = func() (asker, error) {
		s := &shell{cmd: exec.Command(path, "-readonly", "-batch", "-cmd", "PRAGMA mmap_size = 1073741824", "-cmd", ".output", cards)}
		s.cmd.Stderr = os.Stderr
		out, err := s.cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if s.in, err = s.cmd.StdinPipe(); err != nil {
			return nil, err
		}
		s.out = bufio.NewReaderSize(out, 64<<10)
		if err := s.cmd.Start(); err != nil {
			return nil, err
		}
		c.roots = append(c.roots, s.cmd.Process.Pid)
		if _, err := s.ask([]byte(".print " + shellEnd)); err != nil { // past what the settings print
			return nil, err
		}
		return s, nil
	}
	return c, nil
}

// nothing answers every request with ten kilobytes: what the client and the network take by themselves.
func (b *bench) nothing() (*contestant, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p, err := b.start("nothing", "/", func(address string) *exec.Cmd { return exec.Command(self, "nothing", address) })
	if err != nil {
		return nil, err
	}
	return &contestant{
		name:   "（何もしない）",
		render: func(*question) []byte { return get(p.address, "/", "") },
		open:   func() (asker, error) { return dial(p.address) },
		roots:  []int{p.cmd.Process.Pid},
		stop:   p.stop,
	}, nil
}

func serveNothing(address string) error {
	body := bytes.Repeat([]byte("0123456789abcdef"), 11_700/16)
	return http.ListenAndServe(address, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	}))
}

//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pocketBase starts PocketBase with the cards as collections.
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

// postgres starts a PostgreSQL cluster of its own with a plain HTTP handler before it. The server
// refuses to run as root; then it runs as the user postgres.
func (b *bench) postgres(cards string) (*contestant, error) {
	bin := ""
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin/initdb", "/usr/local/pgsql/bin/initdb",
		"/opt/homebrew/opt/postgresql*/bin/initdb"} {
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
		for d := filepath.Dir(dir); d != filepath.Dir(b.dir); d = filepath.Dir(d) { // the server's user must reach the folder
			if err := os.Chmod(d, 0o755); err != nil {
				return nil, err
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "data", "PG_VERSION")); err != nil {
		cmd := exec.Command(filepath.Join(bin, "initdb"), "-D", filepath.Join(dir, "data"), "-U", "bench", "--auth=trust", "--encoding=UTF8",
			"--locale=C.UTF-8")
		cmd.SysProcAttr, cmd.Dir = as, dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("initdb: %w\n%s", err, out)
		}
	}
	args := []string{"-D", filepath.Join(dir, "data"), "-k", dir, "-h", ""}
	for _, c := range []string{"shared_buffers=1GB", "effective_cache_size=4GB", "work_mem=64MB", "maintenance_work_mem=256MB",
		"random_page_cost=1.1", "jit=off", "plan_cache_mode=force_custom_plan", "max_wal_size=4GB", "dynamic_shared_memory_type=mmap"} {
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
		_ = server.Process.Signal(syscall.SIGINT) // fast shutdown
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

// shell is the sqlite3 shell: the time of SQL itself, without network, session or encoding.
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

// shellContestant is the shell as a contestant, asked in SQL.
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
		if _, err := s.ask([]byte(".print " + shellEnd)); err != nil { // skips the output of the settings
			return nil, err
		}
		return s, nil
	}
	return c, nil
}

// bareName is the name of the contestant that does nothing.
const bareName = "（何もしない）"

// nothing starts a server that answers every request with ten kilobytes: the cost of the client and the
// network alone.
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
		name:   bareName,
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

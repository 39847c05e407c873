package replica

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/app/apptest/targets"
)

// passage is a line to a server that can fall silent without ending.
type passage struct {
	net.Listener
	mu     sync.Mutex
	silent bool
	change *sync.Cond
}

func through(t *testing.T, address string) *passage {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &passage{Listener: l}
	p.change = sync.NewCond(&p.mu)
	t.Cleanup(func() { p.say(false); _ = l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", address)
			if err != nil {
				_ = in.Close()
				continue
			}
			for _, way := range [][2]net.Conn{{in, out}, {out, in}} {
				go func() {
					defer in.Close()
					defer out.Close()
					b := make([]byte, 32<<10)
					for {
						n, err := way[0].Read(b)
						p.mu.Lock()
						for p.silent {
							p.change.Wait()
						}
						p.mu.Unlock()
						if err != nil {
							return
						}
						if _, err := way[1].Write(b[:n]); err != nil {
							return
						}
					}
				}()
			}
		}
	}()
	return p
}

func (p *passage) say(silent bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent = silent
	p.change.Broadcast()
}

// the next call has a new line; close ends what is under way.
func TestSilentLine(t *testing.T) {
	s := targets.OpenSSH(t)
	p := through(t, s.Address)
	to := opened(t, sshAddress(s, p.Addr().String()), sshLines(s)...)
	to.(*server).ask, to.(*server).answer = 20*time.Millisecond, 200*time.Millisecond
	put := func(ctx context.Context, name string) error { return putSmall(ctx, to, name, "x") }
	if err := errors.Join(put(t.Context(), networkName), put(t.Context(), "pulse")); err != nil {
		t.Fatal(err)
	}
	p.say(true)
	if err := put(t.Context(), "pulse"); err == nil {
		t.Error("put over a dead line")
	}
	p.say(false)
	if err := put(t.Context(), "pulse"); err != nil {
		t.Errorf("the line is back: %v", err)
	}
	to.(*server).ask = time.Hour
	_ = to.(*server).line.conn.Close()
	<-to.(*server).line.dead
	if err := put(t.Context(), "pulse"); err != nil {
		t.Fatal(err)
	}
	p.say(true)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- put(ctx, "pulse") }()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("a call that is given up: %v", err)
	}
	go func() { ended <- put(t.Context(), "pulse") }() // it cannot even connect
	if err := to.close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err == nil {
		t.Error("put through a closed target")
	}
}

// TestUnfinishedParts: what processes that are gone left behind goes, what may be another's work stays.
func TestUnfinishedParts(t *testing.T) {
	s := targets.OpenSSH(t)
	for name, age := range map[string]time.Duration{"old": 25 * time.Hour, "new": time.Hour} {
		path := filepath.Join(s.Folder, "files", ".part-"+name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(name), 0o600),
			os.Chtimes(path, time.Now().Add(-age), time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	to := opened(t, sshAddress(s, s.Address), sshLines(s)...)
	if err := putSmall(t.Context(), to, "files/a", "x"); !isMissing(err) {
		t.Errorf("written where the copy is not: %v", err)
	}
	if err := errors.Join(putSmall(t.Context(), to, networkName, "x"), putSmall(t.Context(), to, "files/a", "x")); err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(filepath.Join(s.Folder, "files", ".part-*"))
	if err != nil || len(all) != 1 || filepath.Base(all[0]) != ".part-new" {
		t.Errorf("%v %v", all, err)
	}
	if listed, err := to.list(t.Context(), filesPart); err != nil || len(listed) != 1 {
		t.Errorf("%v %v", listed, err)
	}
}

// has is read.
func TestWeakServer(t *testing.T) {
	s := targets.OpenSSH(t, "internal-sftp", "-P", "fsync")
	to := opened(t, sshAddress(s, s.Address), sshLines(s)...)
	if err := putSmall(t.Context(), to, networkName, "x"); err == nil || !strings.Contains(err.Error(), "fsync@openssh.com") {
		t.Errorf("put: %v", err)
	}
	if _, err := os.Stat(s.Folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was written: %v", err)
	}
	network := filepath.Join(s.Folder, networkName)
	if err := errors.Join(os.MkdirAll(s.Folder, 0o700), os.WriteFile(network, []byte("mine"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if got, err := getSmall(t.Context(), to, networkName); err != nil || got != "mine" {
		t.Errorf("get: %q %v", got, err)
	}
}

// TestReachesTheDisk: the server is told to bring a file to its disk before the file has its name, and once more after.
func TestReachesTheDisk(t *testing.T) {
	const program = "/usr/lib/openssh/sftp-server"
	if _, err := os.Stat(program); err != nil {
		t.Skip("needs sftp-server as a program of its own")
	}
	log := filepath.Join(t.TempDir(), "log")
	s := targets.OpenSSH(t, program, "-e", "-l", "DEBUG3", "2>>"+log)
	to := opened(t, sshAddress(s, s.Address), sshLines(s)...)
	if err := errors.Join(putSmall(t.Context(), to, networkName, "x"), putSmall(t.Context(), to, "files/a", "x")); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var deeds []string
	for line := range strings.Lines(string(b)) {
		for _, deed := range []string{"open flags", "fsync", "posix-rename"} {
			if strings.Contains(line, "request ") && strings.Contains(line, deed) {
				deeds = append(deeds, deed)
			}
		}
	}
	want := []string{"open flags", "fsync", "posix-rename", "fsync"}
	if got := slices.Compact(deeds); !slices.Equal(got, append(slices.Clone(want), want...)) {
		t.Errorf("%v\n%s", got, b)
	}
}

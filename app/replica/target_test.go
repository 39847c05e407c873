package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/crypto/ssh"

	"tsunagu/app/apptest/targets"
)

// opened is a target of an address whose credentials are lines.
func opened(t *testing.T, address string, lines ...string) target {
	t.Helper()
	file := filepath.Join(t.TempDir(), "credentials")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	to, err := openTarget(address, file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = to.close() })
	return to
}

func sshLines(s *targets.SSH) []string {
	return []string{"SFTP_KEY_FILE=" + s.Key, "SFTP_HOST_KEY=" + s.HostKey}
}

func sshAddress(s *targets.SSH, at string) string { return "sftp://" + s.User + "@" + at + s.Folder }

func natsLines(c *targets.Cluster) []string {
	return []string{"NATS_USER=" + c.User, "NATS_PASSWORD=" + c.Password, "NATS_CA_FILE=" + c.CA}
}

// kinds are the targets that a machine without internet can have.
func kinds(t *testing.T, with func(t *testing.T, make func() target)) {
	t.Run("folder", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "copy")
		with(t, func() target { return opened(t, "file://"+filepath.ToSlash(dir)) })
	})
	t.Run("sftp", func(t *testing.T) {
		s := targets.OpenSSH(t)
		with(t, func() target { return opened(t, sshAddress(s, s.Address), sshLines(s)...) })
	})
	for name, nodes := range map[string]int{"one node of nats": 1, "three nodes of nats": 3} {
		t.Run(name, func(t *testing.T) {
			c := targets.NATS(t, nodes)
			with(t, func() target { return opened(t, c.Address("place"), natsLines(c)...) })
		})
	}
}

// patiently does what a cluster that has just begun refuses for a moment.
func patiently(t *testing.T, f func() error) {
	t.Helper()
	var err error
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		if err = f(); err == nil {
			return
		}
	}
	t.Fatal(err)
}

// TestObjects: what is put is there, whole, for who comes later, and what was never put is not there.
func TestObjects(t *testing.T) {
	kinds(t, func(t *testing.T, make func() target) {
		ctx, a, b := t.Context(), make(), make()
		if _, err := getSmall(ctx, b, networkName); !isMissing(err) {
			t.Errorf("of a place where nothing is: %v", err)
		}
		if all, err := b.list(ctx, filesPart); err != nil || len(all) > 0 {
			t.Errorf("a list of nothing: %v %v", all, err)
		}
		if err := b.remove(ctx, keyName); err != nil {
			t.Errorf("removing nothing: %v", err)
		}
		patiently(t, func() error { return putSmall(ctx, a, networkName, "mine\n") })
		want := map[string]string{"files/2026/a.pdf": strings.Repeat("0123456789", 40_000), "files/2026/b.pdf": "b", "files/empty": "", "pulse": "p"}
		for _, name := range []string{"files/2026/a.pdf", "files/2026/b.pdf", "files/empty", "pulse"} {
			for _, text := range []string{"an earlier one, which is longer than some", want[name]} {
				if err := putSmall(ctx, a, name, text); err != nil {
					t.Fatal(name, err)
				}
			}
		}
		for name, text := range want {
			if got, err := getSmall(ctx, b, name); err != nil || got != text {
				t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(text), err)
			}
		}
		all, err := b.list(ctx, filesPart)
		if err != nil || len(all) != 3 || all["2026/a.pdf"] != 400_000 || all["2026/b.pdf"] != 1 {
			t.Errorf("%v %v", all, err)
		}
		if err := a.remove(ctx, "files/2026/a.pdf"); err != nil {
			t.Fatal(err)
		}
		if _, err := getSmall(ctx, b, "files/2026/a.pdf"); !isMissing(err) {
			t.Errorf("what was removed: %v", err)
		}
		if all, err = b.list(ctx, filesPart); err != nil || len(all) != 2 {
			t.Errorf("after a removal: %v %v", all, err)
		}
		// Nothing half is there, and the one before stays.
		if err := a.put(ctx, "pulse", broken{strings.NewReader(strings.Repeat("x", 300_000))}, 600_000); err == nil {
			t.Error("half of an object was put")
		}
		if got, err := getSmall(ctx, b, "pulse"); err != nil || got != "p" {
			t.Errorf("after half of an object: %d bytes, %v", len(got), err)
		}
	})
}

// broken ends with an error that is not its end.
type broken struct{ *strings.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = errors.New("the disk here is broken")
	}
	return n, err
}

// WriteTo must not be a way around Read.
func (b broken) WriteTo(io.Writer) (int64, error) { return 0, errors.New("the disk here is broken") }

// TestStrangersAreKeptOut: a server with another key gets nothing, and with another secret nothing is given out.
func TestStrangersAreKeptOut(t *testing.T) {
	refused := func(t *testing.T, to target, want string) {
		t.Helper()
		for what, err := range map[string]error{"put": putSmall(t.Context(), to, networkName, "x"),
			"get": func() error { _, err := getSmall(t.Context(), to, networkName); return err }()} {
			if err == nil || isMissing(err) || want != "" && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	t.Run("sftp", func(t *testing.T) {
		s := targets.OpenSSH(t)
		key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(s.HostKey))
		if err != nil {
			t.Fatal(err)
		}
		other, _, _, _, err := ssh.ParseAuthorizedKey([]byte(s.OtherKey))
		if err != nil {
			t.Fatal(err)
		}
		host, port, _ := net.SplitHostPort(s.Address)
		known := filepath.Join(t.TempDir(), "known_hosts")
		knows := func(key string) string {
			if err := os.WriteFile(known, []byte("["+host+"]:"+port+" "+key+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			return "SFTP_KNOWN_HOSTS=" + known
		}
		at := sshAddress(s, s.Address)
		refused(t, opened(t, at, "SFTP_KEY_FILE="+s.Key, "SFTP_HOST_KEY="+s.OtherKey), "host key")
		refused(t, opened(t, at, "SFTP_KEY_FILE="+s.Key, "SFTP_HOST_KEY="+ssh.FingerprintSHA256(other)), "なりすまし")
		refused(t, opened(t, at, "SFTP_KEY_FILE="+s.Key, knows(s.OtherKey)), "knownhosts")
		refused(t, opened(t, at, "SFTP_KEY_FILE="+s.Stranger, "SFTP_HOST_KEY="+s.HostKey), "authenticate")
		refused(t, opened(t, at, "SFTP_PASSWORD=none", "SFTP_HOST_KEY="+s.HostKey), "authenticate")
		if _, err := os.Stat(s.Folder); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("something was written: %v", err)
		}
		for i, line := range []string{"SFTP_HOST_KEY=" + ssh.FingerprintSHA256(key), knows(s.HostKey)} {
			if err := putSmall(t.Context(), opened(t, at, "SFTP_KEY_FILE="+s.Key, line), networkName, "mine"); err != nil {
				t.Errorf("%d: %v", i, err)
			}
		}
		if info, err := os.Stat(s.Folder); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("others may look into the copy: %v %v", info, err)
		}
		for lines, want := range map[string]string{"SFTP_KEY_FILE=" + s.Key: "SFTP_KNOWN_HOSTS", "SFTP_HOST_KEY=" + s.HostKey: "SFTP_PASSWORD",
			"SFTP_HOST_KEY=x\nSFTP_PASSWORD=y": "指紋", "SFTP_PASSWORD=y\nSFTP_KNOWN_HOSTS=" + os.DevNull: "鍵がありません"} {
			for _, name := range []string{"SFTP_KEY_FILE", "SFTP_PASSWORD", "SFTP_HOST_KEY", "SFTP_KNOWN_HOSTS"} {
				t.Setenv(name, "")
			}
			u, _ := url.Parse(at)
			s := secrets{}
			for line := range strings.SplitSeq(lines, "\n") {
				name, value, _ := strings.Cut(line, "=")
				s[name] = value
			}
			if _, err := openServer(u, s); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("with %q: %v", lines, err)
			}
		}
	})
	t.Run("nats", func(t *testing.T) {
		c := targets.NATS(t, 1)
		at := c.Address("place")
		refused(t, opened(t, at, "NATS_USER="+c.User, "NATS_PASSWORD=another", "NATS_CA_FILE="+c.CA), "uthorization")
		refused(t, opened(t, at, "NATS_USER="+c.User, "NATS_PASSWORD="+c.Password), "certificate")
		another := strings.Replace(at, "/"+targets.Bucket+"/", "/another/", 1)
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		if err := putSmall(ctx, opened(t, another, natsLines(c)...), networkName, "x"); err == nil {
			t.Error("another bucket is written to with these rights")
		}
	})
}

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

// TestSilentLine: a line that says nothing any more is given up by itself, who does not want to wait does not wait, and
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

// TestWeakServer: a server that cannot say when a file is on its disk gets nothing, and is told of in words; a copy that it
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
	if err := errors.Join(os.MkdirAll(s.Folder, 0o700), os.WriteFile(filepath.Join(s.Folder, networkName), []byte("mine"), 0o600)); err != nil {
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
			if strings.Contains(line, "request ") && strings.Contains(line, deed) || deed == "open flags" && strings.Contains(line, "open \"") && strings.Contains(line, "WRITE") {
				deeds = append(deeds, deed)
			}
		}
	}
	want := []string{"open flags", "fsync", "posix-rename", "fsync"}
	if got := slices.Compact(deeds); !slices.Equal(got, append(slices.Clone(want), want...)) {
		t.Errorf("%v\n%s", got, b)
	}
}

// TestIsHeard: a leader is believed while a majority has answered it so lately that there is no other.
func TestIsHeard(t *testing.T) {
	peers := func(ago ...time.Duration) *jetstream.ClusterInfo {
		c := &jetstream.ClusterInfo{}
		for _, a := range ago {
			c.Replicas = append(c.Replicas, &jetstream.PeerInfo{Active: a})
		}
		return c
	}
	for _, c := range []struct {
		info *jetstream.ClusterInfo
		want bool
	}{{nil, true}, {peers(), true}, {peers(time.Second, time.Second), true}, {peers(time.Hour, time.Second), true},
		{peers(4*time.Second, 5*time.Second), false}, {peers(time.Hour, time.Hour, time.Hour, time.Second), false}} {
		if got := isHeard(c.info); got != c.want {
			t.Errorf("%+v: %v", c.info, got)
		}
	}
}

// TestPoorBucket: a bucket on one node of three is refused in words, with what helps against it; one that NATS's own tools
// made for three is written to.
func TestPoorBucket(t *testing.T) {
	c := targets.NATS(t, 3)
	to, ctx := opened(t, c.Address("place"), natsLines(c)...).(*cluster), t.Context()
	js, err := to.connected(ctx)
	if err != nil {
		t.Fatal(err)
	}
	own := jetstream.ObjectStoreConfig{Bucket: targets.Bucket, Storage: jetstream.FileStorage, Replicas: 1}
	patiently(t, func() error { _, err := js.CreateObjectStore(ctx, own); return err })
	if err := putSmall(ctx, to, networkName, "x"); err == nil || !strings.Contains(err.Error(), "--replicas 3") {
		t.Errorf("put: %v", err)
	}
	again := targets.NATS(t, 3)
	to = opened(t, again.Address("place"), natsLines(again)...).(*cluster)
	if js, err = to.connected(ctx); err != nil {
		t.Fatal(err)
	}
	own.Replicas = 3
	patiently(t, func() error { _, err := js.CreateObjectStore(ctx, own); return err })
	patiently(t, func() error { return putSmall(ctx, to, networkName, "mine") })
	// What is not whole is not given out as if it were.
	m, _, err := to.meta(ctx, networkName)
	if err != nil {
		t.Fatal(err)
	}
	if err := to.purge(ctx, js, to.chunkSubject(m.NUID)); err != nil {
		t.Fatal(err)
	}
	if got, err := getSmall(ctx, to, networkName); err == nil || isMissing(err) {
		t.Errorf("an object without its content: %q %v", got, err)
	}
}

// TestSwap: of many that exchange a value at once one wins, and nobody overwrites what he has not seen.
func TestSwap(t *testing.T) {
	c := targets.NATS(t, 3)
	open := func() *cluster { return opened(t, c.Address("place"), natsLines(c)...).(*cluster) }
	a, ctx := open(), t.Context()
	if _, _, err := a.read(ctx, "lease"); !isMissing(err) {
		t.Errorf("a value of nothing: %v", err)
	}
	var first string
	patiently(t, func() (err error) { first, err = a.swap(ctx, "lease", "", []byte("0")); return err })
	if _, err := a.swap(ctx, "lease", "", []byte("x")); !errors.Is(err, errSwapped) {
		t.Errorf("made twice: %v", err)
	}
	const rivals, rounds = 4, 20
	var all sync.WaitGroup
	var mu sync.Mutex
	won := map[string]int{}
	for range rivals {
		me := open()
		all.Go(func() {
			for range rounds {
				b, version, err := me.read(ctx, "lease")
				if err != nil {
					t.Error(err)
					return
				}
				now, err := me.swap(ctx, "lease", version, append(slices.Clip(b), '+'))
				if errors.Is(err, errSwapped) {
					continue
				}
				if err != nil || now == version {
					t.Error(now, err)
					return
				}
				mu.Lock()
				won[version]++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	b, _, err := a.read(ctx, "lease")
	if err != nil || len(b) != 1+len(won) {
		t.Errorf("%d exchanges are confirmed, %d stand: %v", len(won), len(b)-1, err)
	}
	for version, n := range won {
		if n != 1 {
			t.Errorf("%d won over version %s", n, version)
		}
	}
	if _, err := a.swap(ctx, "lease", first, []byte("late")); !errors.Is(err, errSwapped) {
		t.Errorf("an old version wins: %v", err)
	}
	t.Log(fmt.Sprintf("FIGURE swaps: %d rivals, %d confirmed, none over another's", rivals, len(won)))
}

// TestRemovedLeavesNothing: the database's files come and go without end, and no trace of them may stay.
func TestRemovedLeavesNothing(t *testing.T) {
	c := targets.NATS(t, 1)
	to, ctx := opened(t, c.Address("place"), natsLines(c)...).(*cluster), t.Context()
	patiently(t, func() error { return putSmall(ctx, to, networkName, "x") })
	for range 3 {
		for i := range 5 {
			if err := putSmall(ctx, to, fmt.Sprint("db/", i), strings.Repeat("x", 200_000)); err != nil {
				t.Fatal(err)
			}
		}
	}
	store, err := to.js.ObjectStore(ctx, targets.Bucket)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := store.GetInfo(ctx, "place/db/1"); err != nil || info.Size != 200_000 || info.Chunks != 2 || info.Bucket != targets.Bucket {
		t.Errorf("NATS's own tools see %+v, %v", info, err)
	}
	if all, err := to.subjects(ctx, "$O.tsunagu.C.>"); err != nil || len(all) != 6 {
		t.Errorf("chunks of what was written over stay: %d subjects, %v", len(all), err)
	}
	// One writing came to no end, two days ago.
	if _, err := to.js.Publish(ctx, to.chunkSubject(natsEncoded("place/db/9")+"."+fmt.Sprint(time.Now().Add(-48*time.Hour).Unix())+"-A"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	to.swept = time.Time{}
	for i := range 5 {
		if err := to.remove(ctx, fmt.Sprint("db/", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := putSmall(ctx, to, "pulse", "x"); err != nil {
		t.Fatal(err)
	}
	if all, err := to.subjects(ctx, "$O.tsunagu.>"); err != nil || len(all) != 4 {
		t.Errorf("%v %v", all, err)
	}
}

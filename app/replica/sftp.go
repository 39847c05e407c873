package replica

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// server is a target on another machine that speaks SFTP.
type server struct {
	address, root string
	config        *ssh.ClientConfig
	self          string // this process's beginning of names that are not whole yet
	ask, answer   time.Duration

	life context.Context
	end  context.CancelFunc
	turn chan struct{} // one connects at a time

	mu   sync.Mutex
	line *line
	made map[string]bool // folders that are there and have none of what others left
}

const (
	sftpPort    = "22"
	sftpConnect = 15 * time.Second
	// A line that does not answer for this long is dead; it is asked as often as sftpAsk.
	sftpAnswer = 10 * time.Second
	sftpAsk    = 5 * time.Second
	partPrefix = ".part-"
	// partsStay is how long what another process left unfinished stays: it may still be at work, with another clock.
	partsStay = 24 * time.Hour
)

var errServer = errors.New("-replica の SFTP は、sftp://利用者@サーバ/フォルダ のように指定してください（22番でなければ、サーバ:番号）。")

func checkServer(u *url.URL) error {
	if u.Hostname() == "" || u.User.Username() == "" || u.RawQuery != "" || u.Fragment != "" || !isPlace(u.Path) ||
		path.Clean("/"+u.Path) == "/" {
		return errServer
	}
	return nil
}

func openServer(u *url.URL, s secrets) (target, error) {
	t := &server{address: u.Host, root: path.Clean(u.Path), self: partPrefix + rand.Text()[:8] + "-",
		ask: sftpAsk, answer: sftpAnswer, turn: make(chan struct{}, 1), made: map[string]bool{}}
	if u.Port() == "" {
		t.address = net.JoinHostPort(u.Hostname(), sftpPort)
	}
	var err error
	if t.config, err = sshConfig(u.User.Username(), t.address, s); err != nil {
		return nil, err
	}
	t.life, t.end = context.WithCancel(context.Background())
	return t, nil
}

func (t *server) database(part string) litestream.ReplicaClient { return parts{t, part} }

// here: each write asks, on its connection.
func (t *server) here() error { return nil }

// line is one connection.
type line struct {
	conn  net.Conn
	files *sftp.Client
	once  sync.Once
	dead  chan struct{}
}

// end makes all calls on the line fail at once, and nobody begins another one on it.
func (l *line) end() {
	l.once.Do(func() { close(l.dead) })
	_ = l.conn.Close()
}

func (t *server) connected(ctx context.Context) (*line, error) {
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	t.mu.Lock()
	l := t.line
	t.mu.Unlock()
	if l != nil {
		select {
		case <-l.dead:
		default:
			return l, nil
		}
	}
	l, err := t.connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.address, errors.Join(err, ctx.Err()))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.line = l
	if t.life.Err() != nil {
		l.end()
	}
	return l, nil
}

func (t *server) connect(ctx context.Context) (*line, error) {
	ctx, cancel := context.WithTimeout(ctx, sftpConnect)
	defer cancel()
	defer context.AfterFunc(t.life, cancel)()
	conn, err := (&net.Dialer{KeepAlive: 15 * time.Second}).DialContext(ctx, "tcp", t.address)
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	c, channels, requests, err := ssh.NewClientConn(conn, t.address, t.config)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	client := ssh.NewClient(c, channels, requests)
	files, err := sftp.NewClient(client)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	l := &line{conn: conn, files: files, dead: make(chan struct{})}
	go func() {
		_ = client.Wait()
		l.end()
	}()
	go l.watch(client, t.ask, t.answer)
	return l, nil
}

// watch ends a line that does not answer: the other machine may be gone without having said so.
func (l *line) watch(c *ssh.Client, ask, answer time.Duration) {
	for {
		select {
		case <-l.dead:
			return
		case <-time.After(ask):
		}
		over := time.AfterFunc(answer, l.end)
		_, _, err := c.SendRequest("keepalive@openssh.com", true, nil) // any answer will do, a refusal too
		if over.Stop(); err != nil {
			l.end()
			return
		}
	}
}

// do runs f on the connection. A caller that gives up ends it, and so does an error that is not the server's answer.
func (t *server) do(ctx context.Context, f func(*sftp.Client) error) error {
	_, err := t.doOn(ctx, f)
	return err
}

// doOn is do, and the connection that it was done on.
func (t *server) doOn(ctx context.Context, f func(*sftp.Client) error) (*line, error) {
	l, err := t.connected(ctx)
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, l.end)()
	if err = f(l.files); err == nil {
		return l, nil
	}
	if !isAnswer(err) {
		l.end()
	}
	return nil, errors.Join(err, ctx.Err())
}

// isAnswer: the server has said no; the connection is sound.
func isAnswer(err error) bool {
	said := (*sftp.StatusError)(nil)
	return isMissing(err) || errors.Is(err, errSwapped) || errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrExist) ||
		errors.Is(err, errWeakServer) || errors.As(err, &said)
}

func (t *server) path(name string) string { return path.Join(t.root, name) }

var errWeakServer = errors.New("SFTP のサーバに、書き込みをディスクまで届ける機能（fsync@openssh.com と posix-rename@openssh.com）がありません。" +
	"届いたことを確かめられないので、写しは送りません。OpenSSH 6.5 以降の SFTP を使ってください。")

func (t *server) write(ctx context.Context, name string, body io.Reader, at time.Time) (int64, error) {
	return t.place(ctx, name, body, at, func(c *sftp.Client, part, to string) error { return c.PosixRename(part, to) })
}

// place writes an object whole and durably, and gives it its name.
func (t *server) place(ctx context.Context, name string, body io.Reader, at time.Time, give giving) (n int64, err error) {
	err = t.do(ctx, func(c *sftp.Client) error {
		for _, needed := range []string{"fsync@openssh.com", "posix-rename@openssh.com"} {
			if _, ok := c.HasExtension(needed); !ok {
				return errWeakServer
			}
		}
		// Where the server's disk is not mounted the same path is an empty folder, as with a folder of this machine.
		if name != networkName {
			if _, err := c.Stat(t.path(networkName)); err != nil {
				return fmt.Errorf("%s: %w", networkName, err)
			}
		}
		to := t.path(name)
		if err := t.folder(c, path.Dir(to)); err != nil {
			return err
		}
		part := path.Join(path.Dir(to), t.self+path.Base(to))
		if n, err = writePart(c, part, to, body, at, give); err != nil {
			t.mu.Lock()
			delete(t.made, path.Dir(to)) // it may be gone
			t.mu.Unlock()
			_ = c.Remove(part)
		}
		return err
	})
	return n, err
}

// writePart writes beside a file and puts it in its place. The second Sync is for the name: SFTP has none for a folder, and
// one of a file that was just renamed brings the rename to the disk with it on the file systems that log (ext4, XFS, Btrfs).
func writePart(c *sftp.Client, part, to string, body io.Reader, at time.Time, give giving) (n int64, err error) {
	f, err := c.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if n, err = f.ReadFromWithConcurrency(body, 32); err != nil {
		return n, err
	}
	if !at.IsZero() {
		if err = c.Chtimes(part, at, at); err != nil {
			return n, err
		}
	}
	if err = f.Sync(); err != nil {
		return n, err
	}
	if err = give(c, part, to); err != nil {
		return n, err
	}
	return n, f.Sync()
}

// giving gives a file that is written beside its place the name that it is to have.
type giving func(c *sftp.Client, part, to string) error

// giveOnce is for a name that there must not be yet. The protocol has no word for that (it says that it failed), so what stands there is
// looked at.
func giveOnce(c *sftp.Client, part, to string) error {
	if _, ok := c.HasExtension("hardlink@openssh.com"); !ok {
		return errWeakServer
	}
	if err := c.Link(part, to); err != nil {
		if _, there := c.Lstat(to); there == nil {
			return errSwapped
		}
		return err
	}
	return c.Remove(part)
}

// create makes an object that must not be there yet.
func (t *server) create(ctx context.Context, name string, b []byte) error {
	_, err := t.place(ctx, name, bytes.NewReader(b), time.Time{}, giveOnce)
	return err
}

// look reads an object that another machine may have made; that there is none is believed of the place of the copy alone.
func (t *server) look(ctx context.Context, name string) ([]byte, error) {
	s, err := getSmall(ctx, t, name)
	if isMissing(err) {
		if _, gone := getSmall(ctx, t, networkName); gone != nil {
			return nil, fmt.Errorf("%s: %s", networkName, gone) // not as fs.ErrNotExist
		}
	}
	return []byte(s), err
}

// folder makes a folder that nobody else may look into, and clears away what processes that are gone left in it.
func (t *server) folder(c *sftp.Client, dir string) error {
	t.mu.Lock()
	made := t.made[dir]
	t.mu.Unlock()
	if made {
		return nil
	}
	if _, err := c.Stat(dir); isMissing(err) {
		for up := path.Dir(dir); up != "/" && up != "."; up = path.Dir(up) {
			if _, err := c.Stat(up); err == nil {
				break
			}
			if err := c.MkdirAll(up); err != nil {
				return err
			}
			if err := c.Chmod(up, 0o700); err != nil {
				return err
			}
		}
		if err := errors.Join(c.MkdirAll(dir), c.Chmod(dir, 0o700)); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	all, err := c.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range all {
		if strings.HasPrefix(f.Name(), partPrefix) && time.Since(f.ModTime()) > partsStay {
			if err := c.Remove(path.Join(dir, f.Name())); err != nil && !isMissing(err) {
				return err
			}
		}
	}
	t.mu.Lock()
	t.made[dir] = true
	t.mu.Unlock()
	return nil
}

func (t *server) put(ctx context.Context, name string, body io.ReadSeeker, _ int64) error {
	_, err := t.write(ctx, name, body, time.Time{})
	return err
}

// reading is a file that is read: whoever gives up meanwhile ends the line.
type reading struct {
	*bufio.Reader
	file *sftp.File
	stop func() bool
}

func (r reading) Close() error {
	r.stop()
	return r.file.Close()
}

func (t *server) open(ctx context.Context, name string, from int64) (io.ReadCloser, error) {
	var f *sftp.File
	l, err := t.doOn(ctx, func(c *sftp.Client) (err error) {
		if f, err = c.Open(t.path(name)); err == nil {
			_, err = f.Seek(from, io.SeekStart)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	// One large read is many small ones on the way at once.
	return reading{bufio.NewReaderSize(f, 512<<10), f, context.AfterFunc(ctx, l.end)}, nil
}

func (t *server) get(ctx context.Context, name string) (io.ReadCloser, error) {
	return t.open(ctx, name, 0)
}

func (t *server) entries(ctx context.Context, prefix string) (map[string]entry, error) {
	out, root := map[string]entry{}, t.path(prefix)
	err := t.do(ctx, func(c *sftp.Client) error {
		for below := []string{""}; len(below) > 0; below = below[1:] {
			all, err := c.ReadDirContext(ctx, path.Join(root, below[0]))
			if isMissing(err) { // removed meanwhile, or there is nothing yet
				continue
			}
			if err != nil {
				return err
			}
			for _, f := range all {
				name := path.Join(below[0], f.Name())
				if f.IsDir() {
					below = append(below, name)
				} else if f.Mode().IsRegular() && !strings.HasPrefix(f.Name(), partPrefix) {
					out[name] = entry{f.Size(), f.ModTime()}
				}
			}
		}
		return nil
	})
	return out, err
}

func (t *server) list(ctx context.Context, prefix string) (map[string]int64, error) {
	return sizes(ctx, t, prefix)
}

func (t *server) remove(ctx context.Context, name string) error {
	err := t.do(ctx, func(c *sftp.Client) error { return c.Remove(t.path(name)) })
	if isMissing(err) {
		return nil
	}
	return err
}

// close ends the connection and every call on it.
func (t *server) close() error {
	t.end()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.line != nil {
		t.line.end()
	}
	return nil
}

package replica

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
		want := map[string]string{"files/2026/a.pdf": strings.Repeat("0123456789", 40_000),
			"files/2026/b.pdf": "b", "files/empty": "", "pulse": "p"}
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

// TestSilentLine: a line that says nothing any more is given up by itself, who does not want to wait does not wait, and

// TestWeakServer: a server that cannot say when a file is on its disk gets nothing, and is told of in words; a copy that it

// TestPoorBucket: a bucket on one node of three is refused in words, with what helps against it; one that NATS's own tools

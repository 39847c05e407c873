// Package targets runs the real servers that a copy of a network is sent to, for tests: OpenSSH, and three nodes of NATS.
// Each can be killed and started again on its port.
package targets

import (
	"bufio"
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Process is a server of a test.
type Process struct {
	Before []string // the command that runs it, from the next start on

	t     testing.TB
	path  string
	args  []string
	ready string // what it says when it is
	mu    sync.Mutex
	cmd   *exec.Cmd
	gone  chan struct{}
	log   said
}

// said is what a server says once it is ready.
type said struct {
	mu sync.Mutex
	b  []byte
}

func (s *said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b = append(s.b, b...)
	return len(b), nil
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.b)
}

// Start runs it and waits until it is ready.
func (p *Process) Start() { p.t.Helper(); p.start() }

// Again is a restart with more flags, as by who operates it.
func (p *Process) Again(flags ...string) { p.t.Helper(); p.Kill(); p.start(flags...) }

func (p *Process) start(flags ...string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	out, w := io.Pipe()
	args := slices.Concat(p.Before, []string{p.path}, p.args, flags)
	p.cmd = exec.Command(args[0], args[1:]...)
	p.cmd.Stdout, p.cmd.Stderr = w, w
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	cmd, gone := p.cmd, make(chan struct{})
	p.gone = gone
	go func() { _ = cmd.Wait(); _ = w.CloseWithError(io.EOF); close(gone) }()
	said := ""
	for s := bufio.NewScanner(out); s.Scan(); {
		if said += s.Text() + "\n"; strings.Contains(s.Text(), p.ready) {
			go func() { _, _ = io.Copy(&p.log, out) }()
			return
		}
	}
	p.t.Fatalf("%s: never %q\n%s", p.path, p.ready, said)
}

// Kill ends it, and what it has begun, as a power cut would.
func (p *Process) Kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return
	}
	begun := children(p.cmd.Process.Pid)
	_ = p.cmd.Process.Kill()
	for _, pid := range begun {
		if q, err := os.FindProcess(pid); err == nil {
			_ = q.Kill()
		}
	}
	<-p.gone
	p.cmd = nil
}

// children are the processes below one, where /proc tells: sshd has one for each connection, which goes on without it.
func children(pid int) (all []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	of := map[int][]int{}
	for _, path := range stats {
		b, err := os.ReadFile(path)
		if err != nil {
			continue // gone meanwhile
		}
		var child, parent int
		var state string
		if _, err := fmt.Sscan(string(b[:strings.IndexByte(string(b), ' ')]), &child); err != nil {
			continue
		}
		if _, err := fmt.Sscan(string(b[strings.LastIndexByte(string(b), ')')+1:]), &state, &parent); err == nil {
			of[parent] = append(of[parent], child)
		}
	}
	for next := of[pid]; len(next) > 0; next = next[1:] {
		all = append(all, next[0])
		next = append(next, of[next[0]]...)
	}
	return all
}

// freePorts are ports of this machine that are free now, different ones: all are held until the last is found.
func freePorts(t testing.TB, n int) (ports []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		_, port, err := net.SplitHostPort(l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, port)
	}
	return ports
}

func write(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// SSH is an OpenSSH server that lets this user in by one key.
type SSH struct {
	*Process
	Address, User, Folder string
	Key                   string // file of the key that is let in
	HostKey, OtherKey     string // the server's public key, and one that is not its
	Stranger              string // file of a key that is not let in
}

// OpenSSH starts one, or skips the test where there is none. A command takes the place of its own SFTP part.
func OpenSSH(t testing.TB, command ...string) *SSH {
	t.Helper()
	sshd := "/usr/sbin/sshd"
	if _, err := os.Stat(sshd); err != nil {
		t.Skip("needs sshd: apt-get install openssh-server")
	}
	dir := t.TempDir()
	keys := map[string]string{}
	for _, name := range []string{"host", "client", "other"} {
		path := filepath.Join(dir, name)
		if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", path).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		public, err := os.ReadFile(path + ".pub")
		if err != nil {
			t.Fatal(err)
		}
		keys[name] = strings.TrimSpace(string(public))
	}
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	if me.Uid == "0" {
		if err := os.MkdirAll("/run/sshd", 0o755); err != nil { // its privilege separation folder, which normally the service creates
			t.Fatal(err)
		}
	}
	port := freePorts(t, 1)[0]
	config := write(t, filepath.Join(dir, "sshd_config"), "ListenAddress 127.0.0.1:"+port+"\nHostKey "+filepath.Join(dir, "host")+
		"\nAuthorizedKeysFile "+filepath.Join(dir, "client.pub")+"\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"+
		"PermitRootLogin prohibit-password\nStrictModes no\nPidFile none\nUsePAM no\nSubsystem sftp "+
		cmp.Or(strings.Join(command, " "), "internal-sftp")+"\n")
	s := &SSH{Process: &Process{t: t, path: sshd, args: []string{"-D", "-e", "-f", config}, ready: "Server listening on 127.0.0.1"},
		Address: "127.0.0.1:" + port, User: me.Username, Folder: filepath.Join(dir, "replica"), Key: filepath.Join(dir, "client"),
		HostKey: keys["host"], OtherKey: keys["other"], Stranger: filepath.Join(dir, "other")}
	t.Cleanup(s.Kill)
	s.Start()
	return s
}

// At is the -replica of the server where it is reached at another address.
func (s *SSH) At(server string) string { return "sftp://" + s.User + "@" + server + s.Folder }

// natsVersion is the server that the tests build where TSUNAGU_NATS names none.
const natsVersion = "github.com/nats-io/nats-server/v2@v2.15.3"

// Bucket is the one that the user of a NATS cluster has rights to.
const Bucket = "tsunagu"

// natsRights are those that the guide names.
var natsRights = []string{"$O.tsunagu.>", "$KV.tsunagu.>", "$JS.API.STREAM.CREATE.OBJ_tsunagu", "$JS.API.STREAM.INFO.OBJ_tsunagu",
	"$JS.API.STREAM.MSG.GET.OBJ_tsunagu", "$JS.API.STREAM.PURGE.OBJ_tsunagu", "$JS.API.STREAM.CREATE.KV_tsunagu",
	"$JS.API.STREAM.INFO.KV_tsunagu", "$JS.API.STREAM.MSG.GET.KV_tsunagu"}

// Cluster is nodes of NATS with JetStream, over TLS.
type Cluster struct {
	Nodes          []*Process
	Servers        []string // their addresses
	Stores         []string // their folders
	CA             string   // file of who signed their certificate
	User, Password string
	health         []string
}

// NATS starts nodes, or skips the test outside of the long drills where TSUNAGU_NATS names no server.
func NATS(t testing.TB, nodes int) *Cluster {
	t.Helper()
	exe := os.Getenv("TSUNAGU_NATS")
	if exe == "" && os.Getenv("TSUNAGU_DRILL") == "" {
		t.Skip("runs in make drill, or with a nats-server in TSUNAGU_NATS")
	}
	if exe == "" {
		dir := t.TempDir()
		cmd := exec.Command("go", "install", natsVersion)
		cmd.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		exe = filepath.Join(dir, "nats-server")
	}
	dir := t.TempDir()
	c := &Cluster{User: "tsunagu", Password: "a password of this test alone", CA: filepath.Join(dir, "cert.pem")}
	key := filepath.Join(dir, "key.pem")
	selfSigned(t, c.CA, key)
	var routes, health []string
	for ports := range slices.Chunk(freePorts(t, 3*nodes), 3) {
		health = append(health, "127.0.0.1:"+ports[0])
		c.Servers = append(c.Servers, "127.0.0.1:"+ports[1])
		routes = append(routes, "nats://127.0.0.1:"+ports[2])
	}
	rights := `"` + strings.Join(natsRights, `", "`) + `"`
	for i := range nodes {
		c.Stores = append(c.Stores, filepath.Join(dir, fmt.Sprint("store", i)))
		text := fmt.Sprintf("server_name: n%d\nhttp: %q\nlisten: %q\njetstream { store_dir: %q }\ntls { cert_file: %q, key_file: %q }\n"+
			"accounts { A { jetstream: enabled, users: [ { user: %q, password: %q, "+
			"permissions: { publish: [%s], subscribe: [\"_INBOX.>\"] } } ] } }\n",
			i, health[i], c.Servers[i], c.Stores[i], c.CA, key, c.User, c.Password, rights)
		if nodes > 1 {
			text += fmt.Sprintf("cluster { name: C, listen: %q, no_advertise: true, routes: [%s] }\n", strings.TrimPrefix(routes[i], "nats://"),
				strings.Join(routes, ", "))
		}
		p := &Process{t: t, path: exe, args: []string{"-c", write(t, filepath.Join(dir, fmt.Sprint("n", i, ".conf")), text)},
			ready: "Server is ready"}
		t.Cleanup(p.Kill)
		p.Start()
		c.Nodes = append(c.Nodes, p)
	}
	c.health = health
	c.Healthy()
	return c
}

// Healthy waits until each node knows a leader and has what the others have.
func (c *Cluster) Healthy() {
	t := c.Nodes[0].t
	t.Helper()
	for i, address := range c.health {
		said := ""
		for until := time.Now().Add(time.Minute); said != "ok"; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(until) {
				t.Fatalf("node %d: %s\n%s", i, said, c.Nodes[i].log.String())
			}
			res, err := http.Get("http://" + address + "/healthz")
			if err != nil {
				said = err.Error()
				continue
			}
			b, err := io.ReadAll(res.Body)
			if said = fmt.Sprint(string(b), err); err == nil && res.StatusCode == http.StatusOK {
				said = "ok"
			}
			_ = res.Body.Close()
		}
	}
}

// Address is the -replica of the cluster.
func (c *Cluster) Address(place string) string { return c.At(c.Servers, place) }

// At is the -replica of the cluster where its nodes are reached at other addresses. They tell nobody of each other's own.
func (c *Cluster) At(servers []string, place string) string {
	return "tls://" + servers[0] + "/" + Bucket + "/" + place + "?servers=" + strings.Join(servers[1:], ",")
}

func selfSigned(t testing.TB, cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "nats.test"}, IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write(t, cert, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	write(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw})))
}

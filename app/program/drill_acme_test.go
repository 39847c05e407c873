package program

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// builtElsewhere builds programs of other projects, each in the given version, into a folder.
func builtElsewhere(t *testing.T, dir string, packages ...string) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"install"}, packages...)...)
	cmd.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// freePort is a port of this machine that is free now.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// selfSigned writes a certificate for localhost, and its key.
func selfSigned(t *testing.T, cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	b, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: b}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// beside runs a program until the test ends, and waits until it prints a line.
func beside(t *testing.T, line string, cmd *exec.Cmd) (stop func()) {
	t.Helper()
	out, w := io.Pipe()
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() { _ = cmd.Wait(); w.CloseWithError(errors.New("it ended")); close(gone) }()
	stop = func() { _ = cmd.Process.Kill(); <-gone }
	t.Cleanup(stop)
	said := ""
	for s := bufio.NewScanner(out); s.Scan(); {
		if said += s.Text() + "\n"; strings.Contains(s.Text(), line) {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return stop
		}
	}
	t.Fatalf("%s: never %q\n%s", cmd.Path, line, said)
	return nil
}

// TestDrillACME lets a real certificate authority (Pebble, Let's Encrypt's own for tests) issue the
// certificate: by the TLS challenge on the program's only port, only for the program's own name, and kept
// over a restart without the authority.
func TestDrillACME(t *testing.T) {
	if os.Getenv("TSUNAGU_DRILL") == "" {
		t.Skip("runs in make drill")
	}
	dir, name := t.TempDir(), "tsunagu.example.jp"
	builtElsewhere(t, dir, "github.com/letsencrypt/pebble/v2/cmd/pebble@v2.10.1",
		"github.com/letsencrypt/pebble/v2/cmd/pebble-challtestsrv@v2.10.1")
	cert, key, config := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), filepath.Join(dir, "pebble.json")
	selfSigned(t, cert, key)
	own, authority, names := freePort(t), freePort(t), freePort(t)
	b, err := json.Marshal(map[string]any{"pebble": map[string]any{"listenAddress": "127.0.0.1:" + authority,
		"managementListenAddress": "127.0.0.1:" + freePort(t), "certificate": cert, "privateKey": key,
		"httpPort": 1, "tlsPort": json.Number(own), "profiles": map[string]any{"default": map[string]any{"description": "90 days",
			"validityPeriod": 7776000}}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, b, 0o600); err != nil {
		t.Fatal(err)
	}
	beside(t, "Starting", exec.Command(filepath.Join(dir, "pebble-challtestsrv"), "-dnsserver", "127.0.0.1:"+names, "-defaultIPv6", "", "-doh",
		"", "-http01", "", "-https01", "", "-tlsalpn01", "", "-management", "127.0.0.1:"+freePort(t)))
	pebble := exec.Command(filepath.Join(dir, "pebble"), "-config", config, "-dnsserver", "127.0.0.1:"+names)
	pebble.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1")
	stop := beside(t, "ACME directory available", pebble)

	data := filepath.Join(t.TempDir(), "data")
	serve := func() *process {
		p := start(t, "serve", "-data", data, "-addr", "127.0.0.1:"+own, "-acme-domain", name, "-acme-directory",
			"https://localhost:"+authority+"/dir", "-acme-ca", cert, "-open=false")
		if base := p.until(`アドレス: (\S+)`); !strings.HasPrefix(base, "https://"+name) {
			t.Errorf("it says %s", base)
		}
		p.until(`(Ctrl\+C)`)
		return p
	}
	// asked returns the certificate that a client gets that asks for a name, and the status of the
	// answer.
	asked := func(name string) (*x509.Certificate, int, error) {
		var leaf *x509.Certificate
		client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true,
			TLSClientConfig: &tls.Config{ServerName: name, InsecureSkipVerify: true, VerifyConnection: func(s tls.ConnectionState) error {
				leaf = s.PeerCertificates[0]
				return leaf.VerifyHostname(name)
			}}}}
		res, err := client.Get("https://127.0.0.1:" + own + "/healthz")
		if err != nil {
			return nil, 0, err
		}
		defer res.Body.Close()
		return leaf, res.StatusCode, nil
	}
	p := serve()
	first, status, err := asked(name)
	if err != nil || status != 200 || !strings.Contains(first.Issuer.CommonName, "Pebble") {
		t.Fatal(status, err)
	}
	if _, _, err := asked("other.example.jp"); err == nil {
		t.Error("it has a certificate for another name")
	}
	if code := p.stop(); code != 0 {
		t.Errorf("it ended with %d", code)
	}
	stop()
	p = serve()
	again, status, err := asked(name)
	if err != nil || status != 200 || again.SerialNumber.Cmp(first.SerialNumber) != 0 {
		t.Error("the certificate is not kept", status, err)
	}
	p.stop()
	report(t, "acme: issued by %s for %v until %s, kept over a restart without the authority", first.Issuer.CommonName, first.DNSNames,
		first.NotAfter.Format(time.DateOnly))
}

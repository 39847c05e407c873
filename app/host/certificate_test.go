package host

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// writePair writes a certificate for localhost with a serial number; file times are set so that
// each pair differs from the one before.
func writePair(t *testing.T, cert, key string, serial int64) *x509.CertPool {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Unix(4e9+serial, 0), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	for file, b := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Unix(1e9+serial, 0)
		if err := os.Chtimes(file, when, when); err != nil {
			t.Fatal(err)
		}
	}
	pem, _ := os.ReadFile(cert)
	pool.AppendCertsFromPEM(pem)
	return pool
}

// A new certificate is served as soon as both of its files are there; an unusable one never is.
func TestCertificateIsReadAnew(t *testing.T) {
	dir := t.TempDir()
	o := &Options{Cert: filepath.Join(dir, "cert.pem"), Key: filepath.Join(dir, "key.pem")}
	if _, err := o.TLS(dir, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "証明書") {
		t.Errorf("without files: %v", err)
	}
	pool := writePair(t, o.Cert, o.Key, 1)
	var said strings.Builder
	c, err := o.TLS(dir, slog.New(slog.NewTextHandler(&said, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if Expiry(c) != 4e9+1 {
		t.Errorf("over at %v", Expiry(c))
	}
	l, err := tls.Listen("tcp", "127.0.0.1:0", c)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_ = conn.(*tls.Conn).Handshake()
			_ = conn.Close()
		}
	}()
	served := func(pool *x509.CertPool) int64 {
		t.Helper()
		conn, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{RootCAs: pool, ServerName: "localhost"})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		return conn.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
	}
	if n := served(pool); n != 1 {
		t.Errorf("serves %d", n)
	}
	pool = writePair(t, o.Cert, o.Key, 2)
	if n := served(pool); n != 2 {
		t.Errorf("serves %d after the change", n)
	}
	// A broken file, or the key of another certificate: the previous certificate is served, and the
	// error is logged once.
	if err := os.WriteFile(o.Cert, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	served(pool)
	if n := served(pool); n != 2 || strings.Count(said.String(), "cannot be used") != 1 {
		t.Errorf("serves %d after a broken file\n%s", n, said.String())
	}
	if pool = writePair(t, o.Cert, o.Key, 3); served(pool) != 3 {
		t.Error("does not recover")
	}
	if _, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{RootCAs: pool, ServerName: "localhost", MaxVersion: tls.VersionTLS11,
		MinVersion: tls.VersionTLS10}); err == nil {
		t.Error("speaks TLS 1.1")
	}
	for _, suite := range tls.CipherSuites() {
		if !slices.Contains(suite.SupportedVersions, uint16(tls.VersionTLS12)) || strings.Contains(suite.Name, "ECDHE_RSA") {
			continue // TLS 1.3 alone; or for a certificate of another kind than this
		}
		conn, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{RootCAs: pool, ServerName: "localhost", MaxVersion: tls.VersionTLS12,
			CipherSuites: []uint16{suite.ID}})
		if err == nil {
			_ = conn.Close()
		}
		if isCBC := strings.Contains(suite.Name, "_CBC_"); isCBC == (err == nil) {
			t.Errorf("%s: %v", suite.Name, err)
		}
	}
}

func TestACMEAsksForItsOwnNameAlone(t *testing.T) {
	o := &Options{ACMEDomain: "tsunagu.example.jp", ACMEDirectory: "https://localhost:1/dir"}
	dir := t.TempDir()
	c, err := o.TLS(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if c.MinVersion != tls.VersionTLS12 || !slices.Equal(c.CipherSuites, authenticated()) ||
		!strings.Contains(strings.Join(c.NextProtos, " "), "acme-tls/1") {
		t.Errorf("%v %v", c.MinVersion, c.NextProtos)
	}
	if _, err := c.GetCertificate(&tls.ClientHelloInfo{ServerName: "rival.example.jp"}); err == nil ||
		!strings.Contains(err.Error(), "not configured") {
		t.Errorf("another name: %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "acme")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info, err)
	}
	if got := o.Base("0.0.0.0:443"); got != "https://tsunagu.example.jp" {
		t.Error(got)
	}
}

func TestListenElsewhere(t *testing.T) {
	taken, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	o := &Options{Addr: taken.Addr().String()}
	if _, err := o.Listen(true); err == nil || !strings.Contains(err.Error(), "-addr") {
		t.Errorf("a chosen port: %v", err)
	}
	l, err := o.Listen(false)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if l.Addr().String() == taken.Addr().String() {
		t.Error("the same port twice")
	}
}

package apptest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// PKI is a certification authority of a test with what it issued.
type PKI struct {
	t    testing.TB
	Cert *x509.Certificate
	Key  *ecdsa.PrivateKey
}

func NewPKI(t testing.TB, name string) *PKI {
	t.Helper()
	p := &PKI{t: t}
	p.Cert, p.Key = p.Issue(&x509.Certificate{Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign})
	return p
}

var lastSerial = struct {
	sync.Mutex
	*big.Int
}{Int: big.NewInt(1000)}

// Issue makes a certificate; the first of all signs itself.
func (p *PKI) Issue(c *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	p.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		p.t.Fatal(err)
	}
	lastSerial.Lock()
	lastSerial.Add(lastSerial.Int, big.NewInt(1))
	c.SerialNumber = new(big.Int).Set(lastSerial.Int)
	lastSerial.Unlock()
	if c.NotBefore.IsZero() {
		c.NotBefore, c.NotAfter = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2049, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	parent, by := p.Cert, p.Key
	if parent == nil {
		parent, by = c, key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, by)
	if err != nil {
		p.t.Fatal(err)
	}
	out, err := x509.ParseCertificate(der)
	if err != nil {
		p.t.Fatal(err)
	}
	return out, key
}

// CA is the authority's own certificate as PEM.
func (p *PKI) CA() string { return CertPEM(p.Cert) }

// ForStamps is a certificate of a time-stamping authority.
func (p *PKI) ForStamps(isCritical bool, usages ...asn1.ObjectIdentifier) (*x509.Certificate, *ecdsa.PrivateKey) {
	p.t.Helper()
	if usages == nil {
		usages = []asn1.ObjectIdentifier{{1, 3, 6, 1, 5, 5, 7, 3, 8}}
	}
	value, err := asn1.Marshal(usages)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.Issue(&x509.Certificate{Subject: pkix.Name{CommonName: "試験タイムスタンプ局"}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtraExtensions: []pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 37}, Critical: isCritical, Value: value}}})
}

// ForServer is a certificate of a server or client of this name.
func (p *PKI) ForServer(name string) (*x509.Certificate, *ecdsa.PrivateKey) {
	p.t.Helper()
	return p.Issue(&x509.Certificate{Subject: pkix.Name{CommonName: name}, DNSNames: []string{name}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}})
}

// CRL is the authority's list of revoked certificates with one on it.
func (p *PKI) CRL(serial *big.Int, at time.Time, reason int) string {
	p.t.Helper()
	der, err := x509.CreateRevocationList(rand.Reader, &x509.RevocationList{Number: big.NewInt(1), ThisUpdate: at,
		NextUpdate:                at.AddDate(0, 1, 0),
		RevokedCertificateEntries: []x509.RevocationListEntry{{SerialNumber: serial, RevocationTime: at, ReasonCode: reason}}}, p.Cert, p.Key)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "X509 CRL", Bytes: der}))
}

func KeyPEM(t testing.TB, key *ecdsa.PrivateKey) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func CertPEM(c *x509.Certificate) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw}))
}

// OpenSSL runs the program, without which these tests cannot say anything.
func OpenSSL(t testing.TB, dir string, args ...string) (out string, err error) {
	t.Helper()
	path, err := exec.LookPath("openssl")
	if err != nil {
		t.Fatal("openssl is not installed (.ci/packages): apt-get install openssl")
	}
	c := exec.Command(path, args...)
	c.Dir = dir
	b, err := c.CombinedOutput()
	return string(b), err
}

// OpenSSLAuthority is OpenSSL's time-stamping authority behind an HTTP server of the test. It stamps with the machine's time.
func OpenSSLAuthority(t testing.TB) (address string, p *PKI) {
	t.Helper()
	dir := t.TempDir()
	p = NewPKI(t, "OpenSSL CA")
	cert, key := p.ForStamps(true)
	Lay(t, dir, map[string]string{"tsa.pem": CertPEM(cert), "tsa.key": KeyPEM(t, key), "serial": "01\n", "tsa.cnf": `[tsa]
default_tsa = one
[one]
dir = .
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query, _ := io.ReadAll(r.Body)
		Lay(t, dir, map[string]string{"q.tsq": string(query)})
		if out, err := OpenSSL(t, dir, "ts", "-reply", "-config", "tsa.cnf", "-section", "one", "-queryfile", "q.tsq", "-out",
			"r.tsr"); err != nil {
			t.Errorf("openssl ts -reply: %v\n%s", err, out)
		}
		b, err := os.ReadFile(filepath.Join(dir, "r.tsr"))
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/timestamp-reply")
		_, _ = w.Write(b)
	}))
	t.Cleanup(s.Close)
	return s.URL, p
}

// Lay writes files into a folder, with the folders that their names have.
func Lay(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

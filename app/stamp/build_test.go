package stamp_test

import (
	"crypto"
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
	"strings"
	"testing"
	"time"

	"github.com/digitorus/timestamp"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/stamp"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

type body = map[string]any

const office = "/api/Office/"

// desk is a network with an office.
type desk struct {
	*apptest.Platform
	Office *apptest.Caller
	folder string
}

// newDesk is a network whose clock is off from the machine's by as much; zero is the usual clock of tests.
func newDesk(t *testing.T, isNow bool) *desk {
	clock := &storetest.Clock{}
	if isNow {
		clock.Add(time.Since(storetest.Start))
	}
	d := &desk{folder: t.TempDir()}
	d.Platform = apptest.NewPlatformOn(t, storetest.New(t, clock), clock, web.Config{DailyDir: d.folder})
	d.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	d.Office = d.SignInOffice("office@n.example.jp")
	return d
}

func (d *desk) now() time.Time { return d.Clock.Now() }

func (d *desk) screen() body {
	d.T.Helper()
	return d.Office.Get(office + "GetProof?limit=100").Want(200).JSON()
}

func (d *desk) marks() (out []body) {
	d.T.Helper()
	for _, m := range d.screen()["markList"].([]any) {
		out = append(out, m.(body))
	}
	return out
}

func (d *desk) version(of string) any { d.T.Helper(); return d.screen()[of].(body)["version"] }

func (d *desk) setAuthority(changes body) apptest.Result {
	d.T.Helper()
	return d.Office.Send("PUT", office+"UpdateStampAuthority", apptest.With(body{"isOn": true, "address": "", "ca": "", "crl": "",
		"policy":  "",
		"version": d.version("authority"), "password": apptest.TestPassword}, changes))
}

func (d *desk) setSIEM(changes body) apptest.Result {
	d.T.Helper()
	return d.Office.Send("PUT", office+"UpdateSIEM", apptest.With(body{"isOn": true, "host": "localhost", "port": 0, "ca": "",
		"certificate": "", "hasAudit": true,
		"hasLedger": true, "version": d.version("siem"), "password": apptest.TestPassword}, changes))
}

// audited writes lines of the audit log.
func (d *desk) audited(n int, kind string) {
	d.T.Helper()
	d.Write(func(tx *store.Tx) error {
		for range n {
			if err := tx.AddAudit(store.AuditLine{Event: "listing_view", UserID: "u1", Role: 3, ClientID: "c1", InstitutionID: "i1",
				SubjectKind: kind,
				SubjectID:   "s1", Result: "ok", Detail: "秘密の言葉", IP: "192.0.2.7"}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d *desk) count(table string) int { d.T.Helper(); return d.Count("SELECT count(*) FROM " + table) }

// pki is a certification authority of a test with what it issued.
type pki struct {
	t    testing.TB
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newPKI(t testing.TB, name string) *pki {
	t.Helper()
	p := &pki{t: t}
	p.cert, p.key = p.issue(&x509.Certificate{Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign})
	return p
}

var lastSerial = big.NewInt(1000)

// issue makes a certificate; the first of all signs itself.
func (p *pki) issue(c *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	p.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		p.t.Fatal(err)
	}
	lastSerial.Add(lastSerial, big.NewInt(1))
	c.SerialNumber = new(big.Int).Set(lastSerial)
	if c.NotBefore.IsZero() {
		c.NotBefore, c.NotAfter = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2049, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	parent, by := p.cert, p.key
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

func (p *pki) ca() string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: p.cert.Raw}))
}

// forStamps is a certificate of a time-stamping authority.
func (p *pki) forStamps(isCritical bool, usages ...asn1.ObjectIdentifier) (*x509.Certificate, *ecdsa.PrivateKey) {
	p.t.Helper()
	if usages == nil {
		usages = []asn1.ObjectIdentifier{{1, 3, 6, 1, 5, 5, 7, 3, 8}}
	}
	value, err := asn1.Marshal(usages)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.issue(&x509.Certificate{Subject: pkix.Name{CommonName: "試験タイムスタンプ局"}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtraExtensions: []pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 37}, Critical: isCritical, Value: value}}})
}

func (p *pki) forServer(name string) (*x509.Certificate, *ecdsa.PrivateKey) {
	p.t.Helper()
	return p.issue(&x509.Certificate{Subject: pkix.Name{CommonName: name}, DNSNames: []string{name}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}})
}

func (p *pki) crl(serial *big.Int, at time.Time, reason int) string {
	p.t.Helper()
	der, err := x509.CreateRevocationList(rand.Reader, &x509.RevocationList{Number: big.NewInt(1), ThisUpdate: at, NextUpdate: at.AddDate(0,
		1, 0),
		RevokedCertificateEntries: []x509.RevocationListEntry{{SerialNumber: serial, RevocationTime: at, ReasonCode: reason}}}, p.cert, p.key)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "X509 CRL", Bytes: der}))
}

func keyPEM(t testing.TB, key *ecdsa.PrivateKey) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func certPEM(c *x509.Certificate) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw}))
}

// authority is a time-stamping authority on this machine, by the module's own maker of replies.
type authority struct {
	*httptest.Server
	pki    *pki
	cert   *x509.Certificate
	key    crypto.Signer
	clock  func() time.Time
	policy asn1.ObjectIdentifier
	spoil  func(*timestamp.Timestamp)                    // changes what is signed
	answer func(http.ResponseWriter, *http.Request) bool // answers in its place
	asked  [][]byte
}

func newAuthority(t testing.TB, clock func() time.Time) *authority {
	a := &authority{pki: newPKI(t, "試験認証局"), clock: clock, policy: asn1.ObjectIdentifier{1, 2, 392, 200, 1}}
	a.cert, a.key = a.pki.forStamps(true)
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query, _ := io.ReadAll(r.Body)
		a.asked = append(a.asked, query)
		if a.answer != nil && a.answer(w, r) {
			return
		}
		w.Header().Set("Content-Type", "application/timestamp-reply")
		_, _ = w.Write(a.reply(t, query))
	}))
	t.Cleanup(a.Close)
	return a
}

func (a *authority) reply(t testing.TB, query []byte) []byte {
	q, err := timestamp.ParseRequest(query)
	if err != nil {
		t.Fatal(err)
	}
	s := timestamp.Timestamp{HashAlgorithm: q.HashAlgorithm, HashedMessage: q.HashedMessage, Time: a.clock(), Nonce: q.Nonce, Policy: a.policy,
		AddTSACertificate: q.Certificates}
	if a.spoil != nil {
		a.spoil(&s)
	}
	b, err := s.CreateResponseWithOpts(a.cert, a.key, crypto.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// openssl runs the program, without which these tests cannot say anything.
func openssl(t testing.TB, dir string, args ...string) (out string, err error) {
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

func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// opensslAuthority is OpenSSL's time-stamping authority behind an HTTP server of the test.
func opensslAuthority(t *testing.T) (address string, p *pki) {
	dir := t.TempDir()
	p = newPKI(t, "OpenSSL CA")
	cert, key := p.forStamps(true)
	write(t, dir, map[string]string{"tsa.pem": certPEM(cert), "tsa.key": keyPEM(t, key), "serial": "01\n", "tsa.cnf": `[tsa]
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
		write(t, dir, map[string]string{"q.tsq": string(query)})
		if out, err := openssl(t, dir, "ts", "-reply", "-config", "tsa.cnf", "-section", "one", "-queryfile", "q.tsq", "-out",
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

// opensslAccepts says that OpenSSL takes a stored reply for a digest under the CA.
func opensslAccepts(t *testing.T, reply []byte, digest, ca string) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, map[string]string{"r.tsr": string(reply), "ca.pem": ca})
	if out, err := openssl(t, dir, "ts", "-verify", "-digest", digest, "-in", "r.tsr", "-CAfile",
		"ca.pem"); err != nil || !strings.Contains(out, "Verification: OK") {
		t.Errorf("openssl ts -verify: %v\n%s", err, out)
	}
	other := strings.Repeat("ab", 32)
	if out, err := openssl(t, dir, "ts", "-verify", "-digest", other, "-in", "r.tsr", "-CAfile", "ca.pem"); err == nil {
		t.Errorf("openssl accepts it for another digest: %s", out)
	}
}

// alteredCopy is what a check says of a copy of the database in which somebody altered something.
func alteredCopy(t *testing.T, d *desk, statements string) []string {
	t.Helper()
	dir := t.TempDir()
	d.SQLExec("VACUUM INTO '" + filepath.Join(dir, store.DatabaseFile) + "'")
	if _, err := apptest.OpenRaw(t, dir).Exec(statements); err != nil {
		t.Fatal(err)
	}
	var out *stamp.CheckReport
	if err := store.ReadFile(t.Context(), filepath.Join(dir, store.DatabaseFile), d.now(), func(q *store.Q) (err error) {
		out, err = stamp.Check(q)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return out.Broken
}

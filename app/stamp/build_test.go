package stamp_test

import (
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"io"
	"net/http"
	"net/http/httptest"
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

// authority is a time-stamping authority on this machine, by the module's own maker of replies.
type authority struct {
	*httptest.Server
	pki    *apptest.PKI
	cert   *x509.Certificate
	key    crypto.Signer
	clock  func() time.Time
	policy asn1.ObjectIdentifier
	spoil  func(*timestamp.Timestamp)                    // changes what is signed
	answer func(http.ResponseWriter, *http.Request) bool // answers in its place
	asked  [][]byte
}

func newAuthority(t testing.TB, clock func() time.Time) *authority {
	a := &authority{pki: apptest.NewPKI(t, "試験認証局"), clock: clock, policy: asn1.ObjectIdentifier{1, 2, 392, 200, 1}}
	a.cert, a.key = a.pki.ForStamps(true)
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

// opensslAccepts says that OpenSSL takes a stored reply for a digest under the CA.
func opensslAccepts(t *testing.T, reply []byte, digest, ca string) {
	t.Helper()
	dir := t.TempDir()
	apptest.Lay(t, dir, map[string]string{"r.tsr": string(reply), "ca.pem": ca})
	if out, err := apptest.OpenSSL(t, dir, "ts", "-verify", "-digest", digest, "-in", "r.tsr", "-CAfile",
		"ca.pem"); err != nil || !strings.Contains(out, "Verification: OK") {
		t.Errorf("openssl ts -verify: %v\n%s", err, out)
	}
	other := strings.Repeat("ab", 32)
	if out, err := apptest.OpenSSL(t, dir, "ts", "-verify", "-digest", other, "-in", "r.tsr", "-CAfile", "ca.pem"); err == nil {
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

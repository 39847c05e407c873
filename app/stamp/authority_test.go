package stamp_test

import (
	"bytes"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/digitorus/timestamp"

	"tsunagu/app/apptest"
	"tsunagu/app/stamp"
	"tsunagu/store"
)

func checked(d *desk) *stamp.CheckReport {
	d.T.Helper()
	var out *stamp.CheckReport
	d.Read(func(q *store.Q) (err error) { out, err = stamp.Check(q); return err })
	return out
}

// Two authorities that have nothing in common, OpenSSL's and the module's: what each stamps is taken here and by OpenSSL.
func TestStampsOfTwoAuthorities(t *testing.T) {
	d := newDesk(t, true)
	ours := newAuthority(t, d.now)
	address, theirs := apptest.OpenSSLAuthority(t)
	for _, a := range []struct{ name, address, ca, policy string }{{"module", ours.URL, ours.pki.CA(), "1.2.392.200.1"},
		{"OpenSSL", address, theirs.CA(), "1.2.3.4.1"}} {
		d.Clock.Add(time.Since(d.now())) // the machine's clock, which OpenSSL reads
		d.setAuthority(body{"address": a.address, "ca": a.ca, "policy": a.policy}).Want(200)
		got := d.Office.Post(office+"StampNow", body{}).Want(200).JSON()
		if got["isStamped"] != true {
			t.Fatalf("%s: %v", a.name, got)
		}
		m := d.marks()[0]
		if m["state"] != "stamped" || m["policy"] != a.policy || m["isByFile"] != false {
			t.Errorf("%s: %v", a.name, m)
		}
		file := d.Office.Get(office + "GetStampReply?proofId=" + m["proofId"].(string)).Want(200)
		opensslAccepts(t, []byte(file.Body), m["digest"].(string), a.ca)
	}
	if r := checked(d); r.Proofs != 2 || r.Stamps != 2 || r.Waiting != 0 || len(r.Broken) != 0 || len(r.Authorities) != 2 {
		t.Errorf("%+v", r)
	}
	// The request holds the hash, the number and the policy, and nothing else of the network.
	q, err := timestamp.ParseRequest(ours.asked[0])
	if err != nil || len(q.Extensions) != 0 || len(ours.asked[0]) > 100 {
		t.Errorf("%v %d bytes", err, len(ours.asked[0]))
	}
	var text string
	d.Read(func(store *store.Q) error {
		p, err := store.ProofOfDigest(fmt.Sprintf("%x", q.HashedMessage))
		text = p.Text()
		return err
	})
	if !strings.HasPrefix(text, "tsunagu-proof 1\nday -\n") {
		t.Errorf("the stamp is not over the proof's text: %s", text)
	}
}

// What is refused is refused in words, and nothing of it is kept.
func TestRepliesRefused(t *testing.T) {
	d := newDesk(t, false)
	a := newAuthority(t, d.now)
	set := func(changes body) {
		d.setAuthority(apptest.With(body{"address": a.URL, "ca": a.pki.CA()}, changes)).Want(200)
	}
	set(nil)
	stranger := apptest.NewPKI(t, "別の認証局")
	good, goodKey := a.cert, a.key
	text := func(s string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Content-Type", "application/timestamp-reply")
			_, _ = w.Write([]byte(s))
			return true
		}
	}
	for _, x := range []struct {
		name string
		do   func()
		want string
	}{
		{"another hash", func() { a.spoil = func(s *timestamp.Timestamp) { s.HashedMessage = make([]byte, 32) } }, "別のハッシュに対する応答です"},
		{"another nonce", func() { a.spoil = func(s *timestamp.Timestamp) { s.Nonce = big.NewInt(1) } }, "依頼の番号（nonce）"},
		{"no nonce", func() { a.spoil = func(s *timestamp.Timestamp) { s.Nonce = nil } }, "依頼の番号（nonce）"},
		{"another policy", func() { set(body{"policy": "1.2.3"}) }, "ポリシーが設定と違います"},
		{"clock ahead", func() { a.spoil = func(s *timestamp.Timestamp) { s.Time = s.Time.Add(3 * time.Hour) } }, "約3時間0分ずれています"},
		{"clock behind", func() { a.spoil = func(s *timestamp.Timestamp) { s.Time = s.Time.Add(-10 * time.Minute) } }, "できた時刻"},
		{"outside of its certificate", func() { a.spoil = func(s *timestamp.Timestamp) { s.Time = s.Time.AddDate(30, 0, 0) } }, "有効期間"},
		{"of a stranger", func() { a.cert, a.key = stranger.ForStamps(true) }, "認証局の証明書につながりません"},
		{"usage not critical", func() { a.cert, a.key = a.pki.ForStamps(false) }, "タイムスタンプ専用のものではありません"},
		{"two usages", func() {
			a.cert, a.key = a.pki.ForStamps(true, asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 3, 8}, asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 3, 4})
		}, "タイムスタンプ専用のものではありません"},
		{"no usage", func() { a.cert, a.key = a.pki.Issue(&x509.Certificate{KeyUsage: x509.KeyUsageDigitalSignature}) }, "タイムスタンプ専用"},
		{"no certificate", func() { a.spoil = func(s *timestamp.Timestamp) { s.AddTSACertificate = false } }, "証明書が入っていない"},
		{"garbage", func() { a.answer = text("<html>Welcome</html>") }, "応答（.tsr）として読めません"},
		{"empty", func() { a.answer = text("") }, "応答（.tsr）として読めません"},
		{"too large", func() { a.answer = text(strings.Repeat("x", 70_000)) }, "大きすぎます"},
		{"altered", func() {
			a.answer = func(w http.ResponseWriter, r *http.Request) bool {
				b := a.reply(t, a.asked[len(a.asked)-1])
				b[len(b)-3] ^= 1
				return text(string(b))(w, r)
			}
		}, "署名を確かめられません"},
		{"refused", func() {
			b, err := timestamp.CreateErrorResponse(timestamp.Rejection, timestamp.UnacceptedPolicy)
			if err != nil {
				t.Fatal(err)
			}
			a.answer = text(string(b))
		}, "断りました（指定したポリシーに対応していない）"},
		{"error", func() {
			a.answer = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return true }
		}, "HTTP 500"},
		{"another kind", func() {
			a.answer = func(w http.ResponseWriter, _ *http.Request) bool { _, _ = w.Write([]byte("hello")); return true }
		}, "タイムスタンプではありません"},
		{"moved", func() {
			a.answer = func(w http.ResponseWriter, _ *http.Request) bool {
				w.Header().Set("Location", "http://127.0.0.1:1/")
				w.WriteHeader(302)
				return true
			}
		}, "移っていません"},
		{"revoked", func() { set(body{"crl": a.pki.CRL(a.cert.SerialNumber, d.now(), 1)}) }, "失効しています"},
		{"a cloud's own address", func() { set(body{"address": "http://169.254.169.254/latest"}) }, "接続してはならない"},
		{"dead", func() { set(nil); a.Close() }, "接続を受け付けていません"},
	} {
		x.do()
		before := d.count("proof")
		r := d.Office.Post(office+"StampNow", body{}).Want(200)
		if got := r.JSON(); got["isStamped"] != false || !strings.Contains(got["detail"].(string), x.want) {
			t.Errorf("%s: %v", x.name, got)
		}
		if n := d.count("proof_stamp"); n != 0 {
			t.Fatalf("%s: %d stamps are kept", x.name, n)
		}
		if d.count("proof") != before+1 || d.marks()[0]["state"] != "waiting" {
			t.Errorf("%s: the proof does not wait", x.name)
		}
		if p := d.screen()["authority"].(body)["problem"].(string); !strings.Contains(p, x.want) {
			t.Errorf("%s: the screen says %q", x.name, p)
		}
		if x.name == "another policy" || x.name == "revoked" || strings.HasPrefix(x.name, "a cloud") {
			set(nil)
		}
		a.spoil, a.answer, a.cert, a.key = nil, nil, good, goodKey
	}
	if r := checked(d); r.Stamps != 0 || len(r.Broken) != 0 || r.Waiting != r.Proofs {
		t.Errorf("%+v", r)
	}
}

// An authority that is dead for ten days loses nothing: each day has its proof, and the first stamp after it covers them all.
func TestTenDaysWithoutAuthority(t *testing.T) {
	d := newDesk(t, false)
	a := newAuthority(t, d.now)
	a.answer = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(503); return true }
	d.setAuthority(body{"address": a.URL, "ca": a.pki.CA()}).Want(200)
	for range 10 {
		d.audited(2, "listing")
		if r := d.TryJob(t.Context(), "proof"); r.State != store.RunFailed || !strings.Contains(r.Error, "HTTP 503") {
			t.Fatalf("%+v", r)
		}
		d.Clock.Add(24 * time.Hour)
	}
	d.Office = d.SignInOffice("office@n.example.jp")
	if n := d.count("proof"); n != 10 {
		t.Fatalf("%d proofs", n)
	}
	a.answer, a.asked = nil, nil
	d.Job("proof")
	d.Job("proof")
	if len(a.asked) != 1 || d.count("proof_stamp") != 1 {
		t.Errorf("%d requests, %d stamps", len(a.asked), d.count("proof_stamp"))
	}
	ms := d.marks()
	if len(ms) != 11 || ms[0]["state"] != "stamped" || ms[0]["day"] != "2026-11-30" {
		t.Fatalf("%d %v", len(ms), ms[0])
	}
	for _, m := range ms[1:] {
		if m["state"] != "covered" || m["coveredBy"] != "2026-11-30" {
			t.Errorf("%v", m)
		}
	}
	if r := checked(d); r.Proofs != 11 || r.Stamps != 1 || r.Waiting != 0 || len(r.Broken) != 0 {
		t.Errorf("%+v", r)
	}
	if d.screen()["authority"].(body)["problem"] != "" {
		t.Error("the problem stays on the screen")
	}
	// A machine that was off closes each day that it missed.
	d.Clock.Add(5 * 24 * time.Hour)
	d.Job("proof")
	if n := d.count("proof"); n != 16 {
		t.Errorf("%d proofs", n)
	}
}

// In a closed network requests and replies travel as files; a reply to another request is refused with whose it is.
func TestStampsByFile(t *testing.T) {
	d := newDesk(t, false)
	a := newAuthority(t, d.now)
	send := func(id any, b []byte) apptest.Result {
		return d.Office.Post(office+"SendStampReply", body{"proofId": id, "reply": base64.StdEncoding.EncodeToString(b)})
	}
	first := d.Office.Post(office+"StampNow", body{"requestKey": "6f1c3a52-9a0e-4b52-8f0e-0a4d3b0f7c11"}).Want(200).JSON()
	again := d.Office.Post(office+"StampNow", body{"requestKey": "6f1c3a52-9a0e-4b52-8f0e-0a4d3b0f7c11"}).Want(200).JSON()
	if first["proofId"] != again["proofId"] || first["isStamped"] != false {
		t.Errorf("a second click: %v %v", first, again)
	}
	second := d.Office.Post(office+"StampNow", body{}).Want(200).JSON()
	query := func(p body) []byte {
		return []byte(d.Office.Get(office + "GetStampRequest?proofId=" + p["proofId"].(string)).Want(200).Body)
	}
	if one, two := query(first), query(first); !bytes.Equal(one, two) || len(a.asked) != 0 {
		t.Error("the request is not the same each time")
	}
	reply := a.reply(t, query(first))
	send(first["proofId"], reply).Want(422).Has("認証局の証明書が、まだ設定されていません")
	d.setAuthority(body{"isOn": false, "ca": a.pki.CA()}).Want(200)
	d.Clock.Add(3 * 24 * time.Hour) // the courier comes back
	d.Office = d.SignInOffice("office@n.example.jp")
	send(second["proofId"], reply).Want(422).Has("別のハッシュ", "に手で押した対象への応答です")
	send(first["proofId"], []byte("x")).Want(422).Has("読めません")
	d.Office.Post(office+"SendStampReply", body{"proofId": first["proofId"], "reply": "***"}).Want(422).Has("選び直して")
	send(store.NewID(), reply).Want(400)
	if d.count("proof_stamp") != 0 {
		t.Fatal("something is kept")
	}
	future := *a
	future.spoil = func(s *timestamp.Timestamp) { s.Time = d.now().Add(time.Hour) }
	send(first["proofId"], future.reply(t, query(first))).Want(422).Has("時計")
	send(first["proofId"], reply).Want(200).Has(`"isStamped":true`)
	send(first["proofId"], reply).Want(200) // sent twice
	if m := d.marks()[1]; m["state"] != "stamped" || m["isByFile"] != true {
		t.Errorf("%v", m)
	}
	if n := d.Count("SELECT count(*) FROM audit WHERE event = 'proof_stamped'"); n != 1 || d.count("proof_stamp") != 1 {
		t.Errorf("%d lines", n)
	}
	file := d.Office.Get(office + "GetStampReply?proofId=" + first["proofId"].(string)).Want(200)
	opensslAccepts(t, []byte(file.Body), d.marks()[1]["digest"].(string), a.pki.CA())
	d.Office.Get(office + "GetStampReply?proofId=" + second["proofId"].(string)).Want(400)
}

// A certificate that is withdrawn later takes the stamps with it, unless it was only replaced: check says which, and finds what was
// altered.
func TestCheckFindsWhatIsBroken(t *testing.T) {
	d := newDesk(t, false)
	a := newAuthority(t, d.now)
	set := func(crl string) { d.setAuthority(body{"address": a.URL, "ca": a.pki.CA(), "crl": crl}).Want(200) }
	set("")
	d.audited(1, "listing")
	d.Job("proof")
	d.Clock.Add(24 * time.Hour)
	d.Office = d.SignInOffice("office@n.example.jp")
	d.Job("proof")
	if r := checked(d); r.Stamps != 2 || len(r.Broken) != 0 {
		t.Fatalf("%+v", r)
	}
	set(a.pki.CRL(a.cert.SerialNumber, d.now().Add(time.Hour), 4)) // superseded, after the stamps
	if r := checked(d); len(r.Broken) != 0 {
		t.Errorf("%+v", r)
	}
	set(a.pki.CRL(a.cert.SerialNumber, d.now().Add(time.Hour), 1)) // the key was compromised
	if r := checked(d); len(r.Broken) != 2 || !strings.Contains(r.Broken[0], "失効") {
		t.Errorf("%+v", r)
	}
	set("")
	for _, x := range []struct{ what, trigger, sql, want string }{
		{"a hash of a chain", "proof_is_append_only", "UPDATE proof SET audit_hash = ledger_hash || 'x' WHERE seq = 1", "証明した内容と違います"},
		{"a digest", "proof_is_append_only", "UPDATE proof SET digest = upper(digest) WHERE seq = 1", "つながりません"},
		{"a time", "proof_stamp_is_append_only", "UPDATE proof_stamp SET at = at - 86400000", "タイムスタンプの中のものと違います"},
		{"a proof", "proof_stays", "DELETE FROM proof WHERE seq = 1", "つながりません"},
	} {
		if d.TrySQL(x.sql) == nil {
			t.Errorf("%s can be altered", x.what)
		}
		broken := alteredCopy(t, d, "DROP TRIGGER "+x.trigger+"; PRAGMA foreign_keys = OFF; "+x.sql)
		if len(broken) == 0 || !strings.Contains(strings.Join(broken, "\n"), x.want) {
			t.Errorf("%s: %v", x.what, broken)
		}
	}
}

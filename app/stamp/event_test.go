package stamp_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/guide"
	"tsunagu/app/stamp"
	"tsunagu/store"
)

// receiver is a receiver of the test's own, by the letter of RFC 5425.
type receiver struct {
	sync.Mutex
	net.Listener
	events []string
	drop   int // connections that are cut off in their midst
	client int // connections with a certificate
}

func newReceiver(t *testing.T, p *apptest.PKI, needsClient bool) *receiver {
	cert, key := p.ForServer("localhost")
	pair, err := tls.X509KeyPair([]byte(apptest.CertPEM(cert)), []byte(apptest.KeyPEM(t, key)))
	if err != nil {
		t.Fatal(err)
	}
	c := &tls.Config{Certificates: []tls.Certificate{pair}}
	if needsClient {
		c.ClientCAs = x509.NewCertPool()
		c.ClientCAs.AddCert(p.Cert)
		c.ClientAuth = tls.RequireAndVerifyClientCert
	}
	r := &receiver{}
	if r.Listener, err = tls.Listen("tcp", "127.0.0.1:0", c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	go func() {
		for {
			conn, err := r.Accept()
			if err != nil {
				return
			}
			r.read(conn.(*tls.Conn))
		}
	}()
	return r
}

func (r *receiver) port() int { return r.Addr().(*net.TCPAddr).Port }

// read takes the events of a connection until its end, and closes. One that is to be cut off ends after a few.
func (r *receiver) read(c *tls.Conn) {
	defer c.Close()
	in := bufio.NewReader(c)
	for n := 0; ; n++ {
		r.Lock()
		isCut := r.drop > 0 && n == 7
		if isCut {
			r.drop--
		}
		r.Unlock()
		if isCut {
			_ = c.NetConn().(*net.TCPConn).SetLinger(0)
			_ = c.NetConn().Close()
			return
		}
		size, err := in.ReadString(' ')
		if err != nil {
			return
		}
		k, err := strconv.Atoi(strings.TrimSpace(size))
		if err != nil {
			return
		}
		b := make([]byte, k)
		if _, err := io.ReadFull(in, b); err != nil {
			return
		}
		r.Lock()
		r.events = append(r.events, string(b))
		if len(c.ConnectionState().PeerCertificates) > 0 {
			r.client++
		}
		r.Unlock()
	}
}

var eventLine = regexp.MustCompile(`^<(\d+)>1 (\S+) (\S+) tsunagu - (\S+) ` +
	`\[tsunagu@32473 stream="([^"]+)" log="(audit|ledger)" seq="(\d+)"` +
	`((?: [a-zA-Z]+="(?:[^"\\\]]|\\.)*")+)\]$`)

// take drops what came twice, and says which are missing of a log. The same number is the same event.
func take(t *testing.T, events []string, log string) (once []string, twice int) {
	t.Helper()
	got := map[int]string{}
	for _, e := range events {
		m := eventLine.FindStringSubmatch(e)
		if m == nil {
			t.Fatalf("not an event: %q", e)
		}
		if m[6] != log {
			continue
		}
		n, _ := strconv.Atoi(m[7])
		if was, is := got[n]; is {
			if twice++; was != e {
				t.Fatalf("number %d is two events: %q %q", n, was, e)
			}
			continue
		}
		got[n] = e
	}
	for n := 1; n <= len(got); n++ {
		if got[n] == "" {
			t.Fatalf("event %d of %d is missing", n, len(got))
		}
		once = append(once, got[n])
	}
	return once, twice
}

// Each event of the logs arrives once, also where connections are cut off in their midst; a receiver that is dead is left alone and loses
// nothing.
func TestEventsReachTheReceiver(t *testing.T) {
	d := newDesk(t, false)
	p := apptest.NewPKI(t, "SIEM CA")
	r := newReceiver(t, p, true)
	d.audited(5, "listing") // from before it was switched on: in the daily files
	cert, key := p.ForServer("tsunagu")
	set := body{"port": r.port(), "ca": p.CA(), "certificate": apptest.CertPEM(cert), "key": apptest.KeyPEM(t, key)}
	d.setSIEM(apptest.With(set, body{"certificate": ""})).Want(422).Has("秘密鍵だけ")
	other, _ := p.ForServer("x")
	d.setSIEM(apptest.With(set, body{"certificate": apptest.CertPEM(other)})).Want(422).Has("組になっていません")
	d.setSIEM(apptest.With(set, body{"hasAudit": false, "hasLedger": false})).Want(422)
	d.setSIEM(apptest.With(set, body{"ca": ""})).Want(422).Has("認証局の証明書が必要")
	d.setSIEM(apptest.With(set, body{"password": "wrong"})).Want(422).Has("パスワード")
	d.setSIEM(set).Want(200)
	d.Office.Get(office + "GetProof").Want(200).HasNot("PRIVATE KEY")
	d.setSIEM(apptest.With(set, body{"version": 0})).Want(409)
	d.audited(1300, "listing")
	d.audited(20, "duty")
	d.Write(func(tx *store.Tx) error {
		return tx.AddLedger(store.LedgerLine{Kind: "view", ListingID: `l"1]\`, NegotiationID: "n1", Level: 4, InstitutionID: "i1",
			Basis: "秘密の言葉"})
	})
	r.Lock()
	r.drop = 3
	r.Unlock()
	for n := range 3 {
		run := d.TryJob(t.Context(), "siem")
		if run.State != store.RunFailed || !strings.Contains(run.Error, "受け取る前に接続を切りました") && !strings.Contains(run.Error, "接続できません") {
			t.Fatalf("%d %+v", n, run)
		}
		s := d.screen()["siem"].(body)
		if s["problem"] == "" || s["nextAt"] == "" || s["sentCount"] != 0.0 || s["waitingCount"].(float64) < 1300 {
			t.Fatalf("%v", s)
		}
		before := len(r.events)
		d.Job("siem") // too early: it is left alone
		if len(r.events) != before {
			t.Error("it is asked before its time")
		}
		d.Clock.Add(31 * time.Minute)
		d.Office = d.SignInOffice("office@n.example.jp")
	}
	d.Job("siem")
	r.Lock()
	events := r.events
	r.Unlock()
	audit, twice := take(t, events, "audit")
	ledger, _ := take(t, events, "ledger")
	if twice == 0 || r.client != len(events) {
		t.Errorf("%d came twice, %d of %d with our certificate", twice, r.client, len(events))
	}
	views := 0
	for _, e := range audit {
		if strings.Contains(e, `event="listing_view"`) {
			views++
		}
	}
	if views != 1300 || len(ledger) != 1 || !strings.Contains(ledger[0], `listing="l\"1\]\\"`) {
		t.Errorf("%d views, %v", views, ledger)
	}
	all := strings.Join(events, "\n")
	for _, s := range []string{"duty", "秘密の言葉", "office@n"} {
		if strings.Contains(all, s) {
			t.Errorf("an event has %q", s)
		}
	}
	s := d.screen()["siem"].(body)
	if s["problem"] != "" || s["sentCount"] != float64(len(audit)+1) || s["sentAt"] == "" {
		t.Errorf("%v", s)
	}
	// Lines that are not for it make no connection.
	d.Job("siem")
	n := len(r.events)
	d.audited(3, "duty")
	d.Job("siem")
	if len(r.events) != n || d.screen()["siem"].(body)["waitingCount"] != 0.0 {
		t.Error("a hidden line shows")
	}
	// A restored copy tells nobody, until mail is released.
	d.Write(func(tx *store.Tx) error { return tx.HoldMail() })
	d.audited(1, "listing")
	d.Job("siem")
	if len(r.events) != n || d.screen()["siem"].(body)["isHeld"] != true {
		t.Error("a restored copy sends events")
	}
	// Switched off and on again it begins anew, with a stream of its own.
	d.Write(func(tx *store.Tx) error { _, err := tx.ReleaseMail(false, ""); return err })
	d.setSIEM(apptest.With(set, body{"isOn": false})).Want(200)
	d.audited(4, "listing")
	d.setSIEM(set).Want(200)
	d.audited(1, "listing")
	d.Job("siem")
	r.Lock()
	defer r.Unlock()
	last := eventLine.FindStringSubmatch(r.events[len(r.events)-1])
	if first := eventLine.FindStringSubmatch(events[0]); last[5] == first[5] || last[7] != "2" { // the change of the setting, and the line
		t.Errorf("%v", last)
	}
}

func TestFrame(t *testing.T) {
	at := time.Date(2026, 11, 27, 1, 2, 3, 4_000_000, time.UTC)
	got := stamp.Frame("siem.example.jp", "negotiation.next action\n", "refused", at, [][2]string{{"a", "x\"y]z\\"}, {"b", "改\n行\xff"}})
	want := `<108>1 2026-11-27T01:02:03.004Z siem.example.jp tsunagu - negotiation.next_action_ [tsunagu@32473 a="x\"y\]z\\" b="改?行?"]`
	if got != fmt.Sprint(len(want), " ", want) {
		t.Errorf("%q", got)
	}
	if got := stamp.Frame("", "", "ok", at, nil); got != "61 <110>1 2026-11-27T01:02:03.004Z - tsunagu - - [tsunagu@32473]" {
		t.Errorf("%q", got)
	}
}

// rsyslog is the receiver that many networks have.
type rsyslog struct {
	t    *testing.T
	dir  string
	port int
	cmd  *exec.Cmd
}

// guideRecipe is the configuration of rsyslog and the script that the guide tells to use.
func guideRecipe(t *testing.T) (conf, once string) {
	t.Helper()
	for i, block := range strings.Split(guide.Source, "\n```\n") {
		switch {
		case i%2 == 0:
		case strings.Contains(block, `type="omprog"`):
			conf += block + "\n"
		case strings.Contains(block, "flock 9"):
			once += block + "\n"
		}
	}
	if conf == "" || !strings.HasPrefix(once, "#!/bin/sh\n") || strings.Count(once, "#!/bin/sh") != 1 {
		t.Fatalf("the guide has no recipe: %q %q", conf, once)
	}
	return conf, once
}

func newRsyslog(t *testing.T, p *apptest.PKI) *rsyslog {
	r := &rsyslog{t: t, dir: t.TempDir()}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.port = l.Addr().(*net.TCPAddr).Port
	l.Close()
	cert, key := p.ForServer("localhost")
	conf, once := guideRecipe(t)
	conf = strings.NewReplacer("/var/spool/rsyslog", r.dir, "/etc/tsunagu/", r.dir+"/", "/var/log/tsunagu/", r.dir+"/",
		"/usr/local/sbin/", r.dir+"/", `port="6514"`, fmt.Sprintf(`port="%d" address="127.0.0.1"`, r.port)).Replace(conf)
	apptest.Lay(t, r.dir, map[string]string{"ca.pem": p.CA(), "cert.pem": apptest.CertPEM(cert), "key.pem": apptest.KeyPEM(t, key),
		"rsyslog.conf": conf, "tsunagu-once": once})
	if err := os.Chmod(filepath.Join(r.dir, "tsunagu-once"), 0o700); err != nil {
		t.Fatal(err)
	}
	r.start()
	t.Cleanup(r.kill)
	return r
}

func (r *rsyslog) start() {
	r.t.Helper()
	path, err := exec.LookPath("rsyslogd")
	if err != nil {
		if _, err = os.Stat("/usr/sbin/rsyslogd"); err != nil {
			r.t.Fatal("rsyslog with gtls is not installed (.ci/packages): apt-get install rsyslog rsyslog-gnutls")
		}
		path = "/usr/sbin/rsyslogd"
	}
	var said bytes.Buffer
	r.cmd = exec.Command(path, "-n", "-f", filepath.Join(r.dir, "rsyslog.conf"), "-i", filepath.Join(r.dir, "pid"))
	r.cmd.Stdout, r.cmd.Stderr = &said, &said
	if err := r.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	for until := time.Now().Add(30 * time.Second); ; {
		if c, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", r.port)); err == nil {
			c.Close()
			return
		}
		if time.Now().After(until) {
			r.t.Fatalf("rsyslog does not listen: %s", said.String())
		}
	}
}

func (r *rsyslog) kill() {
	_ = r.cmd.Process.Kill()
	_ = r.cmd.Wait()
	_ = os.Remove(filepath.Join(r.dir, "pid"))
}

func (r *rsyslog) size() int64 {
	info, err := os.Stat(filepath.Join(r.dir, "events.log"))
	if err != nil {
		return 0
	}
	return info.Size()
}

// events are the lines that it has written in full.
func (r *rsyslog) events() (out []string) {
	b, err := os.ReadFile(filepath.Join(r.dir, "events.log"))
	if err != nil {
		return nil
	}
	all := strings.Split(string(b), "\n")
	return all[:len(all)-1]
}

// The guide's script writes each line once: after a line that was cut off, after the file was changed for a new one, in a new stream,
// and with two of it at once; what is not an event of ours it keeps.
func TestReceiverScript(t *testing.T) {
	_, once := guideRecipe(t)
	event := func(stream, log string, seq int) string {
		return fmt.Sprintf("<110>1 2026-11-26T00:00:00Z h tsunagu - x [tsunagu@32473 stream=%q log=%q seq=\"%d\" event=\"x\"]",
			stream, log, seq)
	}
	dir := t.TempDir()
	file := func(lines ...string) string { return strings.Join(lines, "\n") + "\n" }
	a1, a2, a3, a10 := event("s1", "audit", 1), event("s1", "audit", 2), event("s1", "audit", 3), event("s1", "audit", 10)
	l1, n1, n2 := event("s2", "ledger", 1), event("s3", "audit", 1), event("s3", "audit", 2)
	apptest.Lay(t, dir, map[string]string{"once": once, "in1": file(a1, a2, a2, l1), "in2": file(a3, l1),
		"in3": file(a3, a10, "other", "other", n1), "in4": file(n1, n2)})
	run := func(command, want string) {
		t.Helper()
		if out, err := shell(t, dir, command); err != nil || strings.ReplaceAll(out, "OK\n", "+") != want {
			t.Fatalf("%s: %v %q, want %q", command, err, out, want)
		}
	}
	holds := func(name string, lines ...string) {
		t.Helper()
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != file(lines...) {
			t.Fatalf("%s: %v %q, want %q", name, err, b, file(lines...))
		}
	}
	run("sh once events <in1", "+++++")
	holds("events", a1, a2, l1)
	run("printf '%s' '"+a3[:60]+"' >>events; sh once events <in2", "+++") // cut off in the midst of a line
	holds("events", a1, a2, l1, a3)
	run("mv events events.1; sh once events <in3", "++++++")
	holds("events", a10, "other", "other", n1)
	run("sh once events <in4 & sh once events <in4; wait", "++++++")
	holds("events", a10, "other", "other", n1, n2)
	holds("events.1", a1, a2, l1, a3)
}

// rsyslog, set up by the guide, takes ten thousand events and is killed three times among them: none is lost, and none stands twice in
// its file, though what it was not known to have is sent again.
func TestRsyslogTakesTenThousand(t *testing.T) {
	d := newDesk(t, false)
	p := apptest.NewPKI(t, "SIEM CA")
	r := newRsyslog(t, p)
	d.setSIEM(body{"port": r.port, "ca": p.CA()}).Want(200)
	d.audited(10_000, "listing")
	for kills := 1; kills <= 3; kills++ {
		done := make(chan *store.JobRun, 1)
		go func() { done <- d.TryJob(t.Context(), "siem") }()
		for r.size() < int64(2000*kills*200) { // a line has more than 200 bytes
			select {
			case run := <-done:
				t.Fatalf("it ended before the kill: %+v %d", run, len(r.events()))
			default:
			}
		}
		r.kill()
		if run := <-done; run.State != store.RunFailed {
			t.Fatalf("kill %d: %+v", kills, run)
		}
		r.start()
		d.Clock.Add(31 * time.Minute)
	}
	d.Job("siem")
	d.Office = d.SignInOffice("office@n.example.jp")
	once, twice := take(t, r.events(), "audit")
	views := 0
	for _, e := range once {
		if strings.Contains(e, `event="listing_view" user="u1" role="3"`) {
			views++
		}
	}
	t.Logf("%d events, %d stand twice", len(once), twice)
	if twice != 0 {
		t.Errorf("%d events stand twice", twice)
	}
	if views != 10_000 {
		t.Errorf("%d views of %d events", views, len(once))
	}
	s := d.screen()["siem"].(body)
	if s["sentCount"] != float64(len(once)) {
		t.Errorf("sent %v, received %d", s["sentCount"], len(once))
	}
}

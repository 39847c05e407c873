package stamp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/duty"
	"tsunagu/app/stamp"
	"tsunagu/store"
)

// shell follows a line of the page in a folder of files.
func shell(t *testing.T, dir, command string) (string, error) {
	t.Helper()
	c := exec.Command("bash", "-c", "set -o pipefail; "+command)
	c.Dir = dir
	b, err := c.CombinedOutput()
	return string(b), err
}

// The commands of the page, to the letter, hold for the files of the folder and find a line that was altered.
func TestDailyFilesByHand(t *testing.T) {
	d := newDesk(t, false)
	for range 3 {
		d.audited(3, "listing")
		d.Clock.Add(24 * time.Hour)
		d.Job("proof")
	}
	d.Job("proof")
	d.Office = d.SignInOffice("office@n.example.jp")
	if got := apptest.Entries(t, d.folder, "*"); len(got) != 6 {
		t.Fatalf("%v", got)
	}
	screen := d.screen()["daily"].(body)
	key := d.Office.Get(office + "GetDailyKey").Want(200).Body
	apptest.Lay(t, d.folder, map[string]string{stamp.KeyName: key})
	before := ""
	for _, day := range []string{"2026-11-21", "2026-11-22", "2026-11-23"} {
		name := stamp.DailyName(day)
		c := stamp.Commands(day)
		if out, err := shell(t, d.folder, c[0]); err != nil || !strings.HasPrefix(out, screen["fingerprint"].(string)) {
			t.Errorf("%s: %v %s", c[0], err, out)
		}
		sum, err := shell(t, d.folder, c[1])
		if err != nil {
			t.Errorf("%s: %v %s", c[1], err, sum)
		}
		if out, err := shell(t, d.folder, c[2]); err != nil || !strings.Contains(out, "Signature Verified Successfully") {
			t.Errorf("%s: %v %s", c[2], err, out)
		}
		head, err := shell(t, d.folder, c[3])
		var first map[string]any
		if err != nil || json.Unmarshal([]byte(head), &first) != nil || first["previous"] != before ||
			first["day"] != day || first["file"] != name {
			t.Errorf("%s: %v %s", c[3], err, head)
		}
		before, _, _ = strings.Cut(sum, " ")
		i := slices.IndexFunc(d.marks(), func(m body) bool { return m["day"] == day })
		if m := d.marks()[i]; m["dailyHash"] != before || m["hasDaily"] != true {
			t.Errorf("the screen says %v, sha256sum %s", m, before)
		}
		// The console hands out the same bytes.
		file, err := os.ReadFile(filepath.Join(d.folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if d.Office.Get(office+"GetDailyFile?day="+day).Want(200).Body != string(file) {
			t.Error("the console's file is another")
		}
		signature, err := os.ReadFile(filepath.Join(d.folder, name+".sig"))
		if err != nil || d.Office.Get(office+"GetDailySignature?day="+day).Want(200).Body != string(signature) {
			t.Errorf("the console's signature is another: %v", err)
		}
		for _, s := range []string{"秘密の言葉", "192.0.2.7", `"prev"`, `"hash"`, "detail", "clientId", "sessionId"} {
			if strings.Contains(string(file), s) {
				t.Errorf("%s has %q", name, s)
			}
		}
		if n := strings.Count(string(file), `"event":"listing_view"`); n != 3 && day != "2026-11-21" || !strings.HasSuffix(string(file), "}\n") {
			t.Errorf("%s: %d lines", name, n)
		}
	}
	files, broken := checkedFolder(d)
	if files != 3 || len(broken) != 0 {
		t.Errorf("%d %v", files, broken)
	}
	// One line altered, in any place, and the page's commands say so.
	name := stamp.DailyName("2026-11-22")
	path := filepath.Join(d.folder, name)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(path, 0o600), os.WriteFile(path, bytes.Replace(file, []byte(`"userId":"u1"`),
		[]byte(`"userId":"u2"`), 1), 0o600)); err != nil {
		t.Fatal(err)
	}
	if out, err := shell(t, d.folder, stamp.Commands("2026-11-22")[2]); err == nil {
		t.Errorf("an altered line is not found: %s", out)
	}
	if _, broken := checkedFolder(d); len(broken) != 1 || !strings.Contains(broken[0], name+"：ファイルの内容が、作ったときと違います") {
		t.Errorf("%v", broken)
	}
	// It is never written over, and the office is told.
	altered, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if r := d.TryJob(t.Context(), "proof"); r.State != store.RunFailed || !strings.Contains(r.Error, name) {
		t.Errorf("%+v", r)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, altered) {
		t.Errorf("it was written over: %v", err)
	}
	d.Office.Get(office + "GetProof").Want(200).Has("作ったときと違う内容")
	if err := os.Remove(filepath.Join(d.folder, stamp.DailyName("2026-11-23")+".sig")); err != nil {
		t.Fatal(err)
	}
	if _, broken := checkedFolder(d); len(broken) != 2 || !strings.Contains(broken[1], "署名のファイル") {
		t.Errorf("%v", broken)
	}
	d.Office.Get(office + "GetDailyFile?day=2026-11-30").Want(400)
	d.Office.Get(office + "GetDailyFile?day=").Want(422)
}

func checkedFolder(d *desk) (files int, broken []string) {
	d.T.Helper()
	d.Read(func(q *store.Q) (err error) { files, broken, err = stamp.CheckFolder(q, d.folder); return err })
	return files, broken
}

// A folder that is away for days gets the files of those days when it is back.
func TestFolderComesBack(t *testing.T) {
	d := newDesk(t, false)
	if err := os.Remove(d.folder); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if r := d.TryJob(t.Context(), "proof"); r.State != store.RunFailed || !strings.Contains(r.Error, "書き込めません") {
			t.Fatalf("%+v", r)
		}
		d.Clock.Add(24 * time.Hour)
	}
	d.Office = d.SignInOffice("office@n.example.jp")
	d.Office.Get(office + "GetProof").Want(200).Has("保管先のフォルダに書き込めません").HasNot(d.folder)
	if err := os.Mkdir(d.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	d.Job("proof")
	if files, broken := checkedFolder(d); files != 4 || len(broken) != 0 {
		t.Errorf("%d %v", files, broken)
	}
	if d.screen()["daily"].(body)["problem"] != "" {
		t.Error("the problem stays on the screen")
	}
}

const writerEnv = "TSUNAGU_TEST_WRITER"

// TestWriter is the process that the next test kills, or gives no room.
func TestWriter(t *testing.T) {
	folder, kind, _ := strings.Cut(os.Getenv(writerEnv), "|")
	if folder == "" {
		t.Log("a part of TestWrittenWhole")
		return
	}
	if kind == "full" {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1000, Max: 1000}); err != nil {
			t.Fatal(err)
		}
		if err := stamp.WriteOnce(folder, filepath.Join(folder, "full.jsonl"), content(0)); err == nil {
			t.Fatal("a full disk took all of it")
		}
		return
	}
	for i := range 100_000 {
		if err := stamp.WriteOnce(folder, filepath.Join(folder, fmt.Sprintf("%d.jsonl", i)), content(i)); err != nil {
			t.Fatal(err)
		}
	}
}

func content(i int) []byte { return bytes.Repeat([]byte(fmt.Sprintln("line", i)), 50_000) }

// A process that is killed, or a disk that is full, leaves no half of a file under its name.
func TestWrittenWhole(t *testing.T) {
	run := func(folder, kind string) *exec.Cmd {
		c := exec.Command(os.Args[0], "-test.run", "^TestWriter$")
		c.Env = append(os.Environ(), writerEnv+"="+folder+"|"+kind)
		return c
	}
	folder := t.TempDir()
	if out, err := run(folder, "full").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	if got := apptest.Entries(t, folder, "*"); len(got) != 0 {
		t.Errorf("a full disk leaves %v", got)
	}
	for round := range 3 {
		folder := t.TempDir()
		c := run(folder, "killed")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for len(apptest.Entries(t, folder, "*.jsonl")) <= round {
			if c.ProcessState != nil {
				t.Fatal("the writer ended")
			}
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		for _, name := range apptest.Entries(t, folder, "*.jsonl") {
			var i int
			if _, err := fmt.Sscanf(filepath.Base(name), "%d.jsonl", &i); err != nil {
				t.Fatal(err)
			}
			if b, err := os.ReadFile(filepath.Join(folder, filepath.Base(name))); err != nil || !bytes.Equal(b, content(i)) {
				t.Errorf("%s is not whole: %d bytes %v", name, len(b), err)
			}
		}
	}
}

var errUndone = errors.New("undone")

// What the office may not read leaves no trace in what it gets: with duties and a guarantee's line in the logs, between its lines and after
// them, the file of the day and the events are byte for byte what they are without, and as many.
func TestExportsTellOfNoDuties(t *testing.T) {
	if kept := store.KeptFromOffice(); !slices.Contains(kept[store.ChainAudit], "duty") || !slices.Contains(kept[store.ChainAudit],
		"year_report") ||
		len(kept[store.ChainAudit]) < 7 || !slices.Equal(kept[store.ChainLedger], []string{duty.LedgerGuarantee}) {
		t.Fatalf("%v", kept)
	}
	d := newDesk(t, false)
	ca := apptest.NewPKI(t, "SIEM CA").CA()
	d.setSIEM(body{"ca": ca}).Want(200)
	a := stamp.In(d.App.Platform)
	over := time.Date(2026, 11, 22, 0, 0, 0, 0, store.JST)
	world := func(hidden int) (file, events string, waiting int) {
		err := d.App.Store.Write(t.Context(), func(tx *store.Tx) error {
			secret := func() error {
				for range hidden {
					for _, kind := range store.KeptFromOffice()[store.ChainAudit] {
						if err := tx.AddAudit(store.AuditLine{Event: "duty_recorded", SubjectKind: kind, SubjectID: "hidden", Result: "ok"}); err != nil {
							return err
						}
					}
					if err := tx.AddLedger(store.LedgerLine{Kind: duty.LedgerGuarantee, ListingID: "hidden", Level: 4}); err != nil {
						return err
					}
				}
				return nil
			}
			for i := range 3 {
				if err := errors.Join(secret(), tx.AddAudit(store.AuditLine{Event: "login", UserID: fmt.Sprint("u", i), Role: int(deal.RoleFIN),
					SubjectKind: "user", Result: "ok"}), tx.AddLedger(store.LedgerLine{Kind: "view", ListingID: "l1", Level: 4}), secret()); err != nil {
					return err
				}
			}
			var err error
			if file, err = stamp.Content(a, &tx.Q, "2026-11-21", over); err != nil {
				return err
			}
			if events, waiting, err = stamp.Batch(a, &tx.Q); err != nil {
				return err
			}
			return errUndone
		})
		if !errors.Is(err, errUndone) {
			t.Fatal(err)
		}
		return file, events, waiting
	}
	file, events, waiting := world(0)
	if strings.Count(file, `"event":"login"`) != 3 || strings.Count(file,
		`"log":"ledger"`) != 3 || strings.Count(events, `event="login"`) != 3 {
		t.Fatalf("%s\n%s", file, events)
	}
	for hidden := 1; hidden < 4; hidden++ {
		f, e, w := world(hidden)
		if f != file || e != events || w != waiting {
			t.Errorf("%d hidden lines show: %s %s %d", hidden, apptest.Difference(f, file), apptest.Difference(e, events), w-waiting)
		}
	}
	// A day on which nothing but hidden lines were written looks like any other to who reads digests: each has a salt of its own.
	d.Job("proof")
	d.Office.Post(office+"StampNow", body{}).Want(200)
	d.Office.Post(office+"StampNow", body{}).Want(200)
	ms := d.marks()
	if ms[0]["digest"] == ms[1]["digest"] || ms[1]["digest"] == ms[2]["digest"] {
		t.Error("the same heads have the same digest")
	}
	// No answer holds a number of the chain or a hash of it.
	var heads []string
	d.Read(func(q *store.Q) error {
		p, err := q.LastProof(false)
		heads = []string{p.AuditHash, p.Salt, p.Nonce, p.ID + "x"}
		return err
	})
	d.Office.Get(office + "GetProof").Want(200).HasNot(append(heads, "Seq", `"seq"`, "salt")...)
}

// Nobody but the office has these calls.
func TestProofIsTheOfficesAlone(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	c.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	fin := c.SignIn("fin@a.example.jp")
	c.Office.Get(office + "GetProof").Want(200)
	for status, who := range map[int]*apptest.Caller{400: c.FadA, 401: fin, -401: c.Visitor()} {
		status = max(status, -status)
		for _, path := range []string{"GetProof", "GetStampRequest?proofId=x", "GetStampReply?proofId=x", "GetDailyFile?day=2026-11-20",
			"GetDailySignature?day=2026-11-20", "GetDailyKey"} {
			who.Get(office + path).Want(status)
		}
		who.Post(office+"StampNow", body{}).Want(status)
		who.Post(office+"SendStampReply", body{"proofId": "x", "reply": "x"}).Want(status)
	}
}

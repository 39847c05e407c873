package upkeep_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/mail/mailtest"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// A backup may be checked while the server makes its next one: that one takes away what a killed check
// left, and not what a check is at.
func TestCheckBesideABackup(t *testing.T) {
	p := apptest.NewPost(t, mailtest.Options{})
	p.Attach("一")
	p.Job("backup")
	made := filepath.Join(p.App.BackupDir, apptest.Entries(t, p.App.BackupDir, "*.tar")[0])
	pipe := filepath.Join(p.App.BackupDir, "pipe") // who reads it waits until somebody writes
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	type checked struct {
		*upkeep.CheckReport
		error
	}
	done := make(chan checked, 1)
	go func() {
		r, err := upkeep.CheckBackup(t.Context(), pipe, nil)
		done <- checked{r, err}
	}()
	w, err := os.OpenFile(pipe, os.O_WRONLY, 0) // the check has its folder, and reads
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := os.Mkdir(filepath.Join(p.App.BackupDir, upkeep.PartPrefix+"killed"+upkeep.PartSuffix), 0o700); err != nil {
		t.Fatal(err)
	}
	p.Clock.Add(time.Hour)
	p.Job("backup")
	if left := apptest.Entries(t, p.App.BackupDir, upkeep.PartPrefix+"*"); len(left) != 1 || strings.Contains(left[0], "killed") {
		t.Errorf("beside a backup that is checked lie %v", left)
	}
	b, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if r := <-done; r.error != nil || len(r.Damaged) > 0 || r.Attachments != 1 {
		t.Errorf("%+v %v", r.CheckReport, r.error)
	}
	p.WantNoParts()
}

// The way back (trust.md G6): attachments by their hashes, no mail, no sign-in from before, the chains
// whole; and what people know by heart, their passwords, as it was.
func TestRestore(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	before := x.SignInOffice("adm@n.example.jp")
	var paths []string
	for _, c := range []string{"一", "二", "三"} {
		paths = append(paths, x.Attach(c))
	}
	queue(x, 2)
	run := x.Job("backup")
	if len(run.Counts) != 2 || run.Counts[1].Count != 3 {
		t.Errorf("%+v", run)
	}
	files, err := upkeep.Backups(x.App.BackupDir)
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	x.WantNoParts()
	x.Send() // after the backup, so the restored network must not send them again
	wantArrived(x, 2)
	x.Attach("後から")

	report, err := upkeep.CheckBackup(t.Context(), filepath.Join(x.App.BackupDir, files[0].Name), nil)
	if err != nil || report.Attachments != 3 || len(report.Damaged) > 0 || report.HasKeyFile {
		t.Errorf("%+v %v", report, err)
	}
	p, r := x.Restored(app.RestoreInput{File: filepath.Join(x.App.BackupDir, files[0].Name), Key: x.KeyFile()})
	if r.Attachments != 3 || r.HeldMails != 2 || r.Sessions != 1 || len(r.NewPasswords) > 0 || r.Aside != "" {
		t.Errorf("%+v", r)
	}
	for _, path := range paths {
		was, err := upkeep.HashFile(filepath.Join(x.App.Store.Dir(), store.FilesDir, path))
		if err != nil {
			t.Fatal(err)
		}
		if is, err := upkeep.HashFile(filepath.Join(p.App.Store.Dir(), store.FilesDir, path)); err != nil || is != was {
			t.Errorf("%s: %s, was %s, %v", path, is, was, err)
		}
	}
	if c, err := upkeep.CheckData(t.Context(), p.App.Store.Dir()); err != nil || c.Attachments != 3 || len(c.Damaged) > 0 || !c.HasChains {
		t.Errorf("%+v %v", c, err)
	}

	// The token from before opens nothing, by its session's row and by its signature.
	(&apptest.Caller{P: p, Token: before.Token}).Get("/api/Office/GetMe").Want(401)
	var sessions, tokens, running int
	db := apptest.OpenRaw(t, p.App.Store.Dir())
	if err := db.QueryRow("SELECT (SELECT count(*) FROM session WHERE revoked IS NULL), (SELECT count(*) FROM refresh_token), (SELECT count(*) FROM job_run WHERE state = 'running')").Scan(&sessions, &tokens, &running); err != nil || sessions+tokens+running != 0 {
		t.Error(sessions, tokens, running, err)
	}
	if raw, err := os.ReadFile(filepath.Join(p.App.Store.Dir(), auth.KeyFile)); err != nil ||
		strings.Contains(string(raw), signingOf(t, x.KeyFile())) {
		t.Errorf("the signing key was kept (%v)", err)
	}

	p.Clock.Add(time.Second)
	// Mail is held, whatever is queued, until the office lets it go.
	office := p.SignInOffice("adm@n.example.jp")
	y := &apptest.Post{Platform: p, Server: x.Server}
	more := queue(y, 1)
	y.Send()
	wantArrived(y, 2)
	office.Get("/api/Office/GetSummary").Want(200).Has(`"isMailHeld":true`)
	office.Get("/api/Office/GetMailList").Want(200).Has(`"isMailHeld":true`)
	office.Get("/api/Office/GetBackupList").Want(200).Has(`"isMailHeld":true`, `"heldMailCount":2`)
	p.Visitor().Post("/api/Office/ReleaseMail", map[string]any{"isDropped": true}).Want(401)
	office.Post("/api/Office/ReleaseMail", map[string]any{"isDropped": true}).Want(200)
	office.Post("/api/Office/ReleaseMail", map[string]any{"isDropped": true}).Want(409)
	y.Send()
	wantArrived(y, 3) // the new one alone
	if got := y.Server.Mails(); len(got) == 3 && !strings.Contains(got[2].Body, more[0]) {
		t.Errorf("another mail than that to %s was sent", more[0])
	}
	office.Get("/api/Office/GetSummary").Want(200).Has(`"isMailHeld":false`)
	rows := office.Get("/api/Office/GetMailList?state=2").Want(200).JSON()
	if rows["allCount"].(float64) != 2 {
		t.Errorf("%v", rows["allCount"])
	}
	id := rows["mailList"].([]any)[0].(map[string]any)["mailId"]
	office.Post("/api/Office/RetryMail", map[string]any{"mailId": id}).Want(200)
	y.Send()
	wantArrived(y, 4)
	office.Get("/api/Office/GetAuditList?event=restored").Want(200).Has(`"allCount":1`)
	office.Get("/api/Office/GetAuditList?event=mail_released").Want(200).Has(`"allCount":1`)
	p.Read(func(q *store.Q) error {
		return upkeep.VerifyChains(q, func() (*auth.Keys, error) { return p.App.Keys, nil })
	})
}

// signingOf is the signing key as it stands in a key file.
func signingOf(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(raw), `"signing": "`)
	key, _, found := strings.Cut(rest, `"`)
	if !found || len(key) < 40 {
		t.Fatalf("no signing key in %s", raw)
	}
	return key
}

// An encrypted backup opens to its private key alone, and holds the key file.
func TestRestoreEncrypted(t *testing.T) {
	p := apptest.NewPlatform(t)
	apptest.NewConsole(p)
	p.Attach("暗号")
	identity := identity(p)
	file := backUp(p)
	if raw, err := os.ReadFile(file); err != nil || strings.Contains(string(raw), "SQLite format") || strings.Contains(string(raw), "%PDF") ||
		!strings.HasSuffix(file, "-hand.tar.age") {
		t.Errorf("%s is not encrypted (%v)", file, err)
	}
	in := app.RestoreInput{File: file, Data: filepath.Join(t.TempDir(), "new"), Clock: p.Clock.Now}
	if _, err := app.Restore(t.Context(), in); err == nil || !strings.Contains(err.Error(), "-identity") {
		t.Errorf("without an identity: %v", err)
	}
	if left := apptest.Entries(t, in.Data, app.RestorePrefix+"*"); len(left) > 0 {
		t.Error(left)
	}
	in.Identity = identity
	q, _ := p.Restored(in)
	q.SignInOffice("office@n.example.jp")
	if was, is := signingOf(t, p.KeyFile()), signingOf(t, q.KeyFile()); was == is {
		t.Error("the signing key was kept")
	}
}

// What must not be overwritten is not, and can be set aside; a restore that is refused leaves nothing.
func TestRestoreRefuses(t *testing.T) {
	p := apptest.NewPlatform(t)
	apptest.NewConsole(p)
	p.Attach("元")
	p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingKeyMark, p.App.Keys.Mark(), "") })
	file, key := backUp(p), p.KeyFile()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := auth.LoadKeys(other); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(t.TempDir(), "broken.tar")
	apptest.WriteFile(t, broken, strings.Replace(string(raw), "%PDF-1.7", "%PDF-1.8", 1))
	short := filepath.Join(t.TempDir(), "short.tar")
	apptest.WriteFile(t, short, string(raw[:len(raw)/2]))
	full := filepath.Join(t.TempDir(), "full")
	if err := os.MkdirAll(filepath.Join(full, store.FilesDir, "Ab"), 0o700); err != nil {
		t.Fatal(err)
	}
	for says, in := range map[string]app.RestoreInput{
		"内容が目録と違います":                 {File: broken, Key: key},
		"途中で切れています":                  {File: short, Key: key},
		"鍵ファイル（tsunagu.key）が入っていません": {File: file},
		"バックアップのデータのものではありません":       {File: file, Key: filepath.Join(other, auth.KeyFile)},
		"鍵ファイルを読めません":                {File: file, Key: key + ".none"},
		"バックアップのファイルを開けません":          {File: file + ".none", Key: key},
		"すでにデータがあります":                {File: file, Key: key, Data: full},
	} {
		in.Clock = p.Clock.Now
		if in.Data == "" {
			in.Data = filepath.Join(t.TempDir(), "new")
		}
		if _, err := app.Restore(t.Context(), in); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %s", err, says)
		}
		if left := append(apptest.Entries(t, in.Data, app.RestorePrefix+"*"), apptest.Entries(t, in.Data, store.DatabaseFile)...); len(left) > 0 {
			t.Errorf("%s: left %v", says, left)
		}
	}
	// A running network is left alone.
	if _, err := app.Restore(t.Context(), app.RestoreInput{File: file, Data: p.App.Store.Dir(), SetAside: true,
		Clock: p.Clock.Now}); !errors.Is(err, store.ErrInUse) {
		t.Errorf("running: %v", err)
	}

	// In the same folder, with what was there beside it and its key file.
	dir := p.App.Store.Dir()
	if err := p.App.Store.Close(); err != nil {
		t.Fatal(err)
	}
	apptest.WriteFile(t, filepath.Join(dir, store.DatabaseFile), "garbage")
	q, r := p.Restored(app.RestoreInput{File: file, Data: dir, SetAside: true})
	if b, err := os.ReadFile(filepath.Join(r.Aside, store.DatabaseFile)); err != nil || string(b) != "garbage" ||
		len(apptest.Entries(t, r.Aside, "*")) != 3 {
		t.Errorf("aside: %q %v %v", b, err, apptest.Entries(t, r.Aside, "*"))
	}
	q.SignInOffice("office@n.example.jp")
	if len(apptest.Entries(t, dir, "backup/tsunagu-*")) != 1 {
		t.Error("the backups are gone")
	}
}

// Without any key file, passwords and second steps begin anew; the office gets a link each.
func TestRestoreWithNewKeys(t *testing.T) {
	p := apptest.NewPlatform(t)
	apptest.NewConsole(p)
	p.Write(func(tx *store.Tx) error {
		for range 3 {
			if err := tx.AddAudit(web.System.Line("test", "network", "network", "ok", "")); err != nil {
				return err
			}
		}
		c, err := tx.PurgeableAudit(tx.Now().Add(time.Hour), 2)
		if err != nil {
			return err
		}
		c.Signature = p.App.Keys.SignCheckpoint(c.Text())
		return tx.Purge(c)
	})
	p.User(2, web.OfficeClient, "unrelated@n.example.jp") // no office user: gets no link
	file := backUp(p)
	q, r := p.Restored(app.RestoreInput{File: file, NewKey: true})
	if len(r.NewPasswords) != 1 || r.NewPasswords[0][0] != "office@n.example.jp" {
		t.Fatalf("%v", r.NewPasswords)
	}
	q.OfficeSign("office@n.example.jp", apptest.TestPassword).Want(400)
	_, key, _ := strings.Cut(r.NewPasswords[0][1], "/password-set?key=")
	q.Visitor().Post("/api/Public/SetPasswordByKey", map[string]any{"key": key, "password": "Atarashii-kagi-7"}).Want(200)
	q.OfficeSign("office@n.example.jp", "Atarashii-kagi-7").Want(200)
	if _, err := upkeep.CheckData(t.Context(), q.App.Store.Dir()); err != nil {
		t.Errorf("the chains do not verify under the new key: %v", err)
	}
	// The database now belongs to this key file and to no other.
	q.App.Keys = p.App.Keys
	var wrong *auth.ErrOtherKeys
	if err := q.App.BindKeys(t.Context()); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "このデータのものではありません") {
		t.Errorf("with the old key file: %v", err)
	}
}

// What is not sound is not backed up: the copy is looked through before it gets a backup's name, and
// the older ones stay.
func TestBackupOfUnsoundData(t *testing.T) {
	p := apptest.NewPlatform(t)
	good := backUp(p)
	p.Clock.Add(time.Second)
	if _, err := apptest.OpenRaw(t,
		p.App.Store.Dir()).Exec("INSERT INTO refresh_token (hash, session_id, created) VALUES ('x', 'of nobody', 1)"); err != nil {
		t.Fatal(err)
	}
	b, err := upkeep.MakeBackup(t.Context(), upkeep.BackupInput{Data: p.App.Store.Dir(), To: p.App.BackupDir, Version: "test",
		Now: p.Clock.Now(), Rotate: true})
	if err == nil {
		t.Errorf("made %+v", b)
	}
	if left := apptest.Entries(t, p.App.BackupDir, "*"); len(left) != 1 || filepath.Base(left[0]) != filepath.Base(good) {
		t.Errorf("left %v", left)
	}
}

// Backups are of one moment each while others write, hold all that was written before them, and take
// nothing from the writers.
func TestBackupUnderWriters(t *testing.T) {
	p := apptest.NewPlatform(t)
	ctx, stop := context.WithCancel(t.Context())
	written := make(chan int)
	go func() {
		n := 0
		for ctx.Err() == nil {
			if err := p.App.Store.Write(context.Background(), func(tx *store.Tx) error {
				n++
				return tx.AddAudit(web.System.Line("test", "network", "network", "ok", strings.Repeat("x", 500)))
			}); err != nil {
				t.Error(err)
				break
			}
		}
		written <- n
	}()
	lines := func(dir string) (n int) {
		if err := apptest.OpenRaw(t, dir).QueryRow("SELECT count(*) FROM audit WHERE event = 'test'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for range 4 {
		p.Clock.Add(time.Second)
		before := lines(p.App.Store.Dir())
		made := backUp(p)
		inside := t.TempDir()
		if _, err := upkeep.Unpack(t.Context(), made, nil, inside); err != nil {
			t.Fatal(err)
		}
		if n := lines(inside); n < before {
			t.Errorf("%d lines in a backup that was begun after %d", n, before)
		}
		report, err := upkeep.CheckBackup(t.Context(), made, nil)
		if err != nil {
			t.Fatal(err)
		}
		if report.HasChains {
			t.Error("a plain backup has no keys to verify checkpoints with")
		}
	}
	stop()
	if n, got := <-written, lines(p.App.Store.Dir()); got != n {
		t.Errorf("%d lines of %d are there", got, n)
	}
	if err := p.App.Store.Read(t.Context(), func(q *store.Q) error { return q.VerifyChains() }); err != nil {
		t.Error(err)
	}
}

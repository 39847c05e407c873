package office_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/backup"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The office makes, encrypts and downloads backups; no other role learns of them.
func TestOfficeBackups(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	c.User(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	c.FadA.Get("/api/Office/GetBackupList").Want(400)
	c.Visitor().Get("/api/Office/GetBackupList").Want(401)
	c.Office.Get("/api/Office/GetBackupList").Want(200).Has(`"backupList":[]`, `"isOld":false`, `"recipient":""`)
	c.Office.Post("/api/Office/RunJob", map[string]any{"name": "backup"}).Want(200)
	c.App.RunJobs(t.Context())
	list := c.Office.Get("/api/Office/GetBackupList").Want(200).Has(`"kind":"hand"`, `"isEncrypted":false`,
		`"state":"done"`).JSON()["backupList"].([]any)
	plain := list[0].(map[string]any)["name"].(string)
	download := func(who *apptest.Caller, name, password string) apptest.Result {
		return who.Post("/api/Office/DownloadBackup", map[string]any{"name": name, "password": password})
	}
	download(c.Office, plain, apptest.TestPassword).Want(409).Has("暗号化していないバックアップ").HasNot("SQLite")
	for _, name := range []string{"tsunagu-20200101T000000Z.tar.age", "../tsunagu.db", "../tsunagu.key", "", "tsunagu.key"} {
		download(c.Office, name, apptest.TestPassword).Want(400)
	}

	set := func(who *apptest.Caller, recipient, password string) apptest.Result {
		return who.Send("PUT", "/api/Office/UpdateBackupKey", map[string]any{"recipient": recipient, "password": password})
	}
	set(c.FadA, apptest.TestRecipient, apptest.TestPassword).Want(400)
	set(c.Office, "AGE-SECRET-KEY-1QQQ", apptest.TestPassword).Want(422).Has("秘密鍵").HasNot("QQQ")
	set(c.Office, apptest.TestRecipient[:40], apptest.TestPassword).Want(422).Has(`"recipient"`)
	set(c.Office, apptest.TestRecipient, "wrong").Want(422).Has(`"password"`)
	c.Office.Get("/api/Office/GetBackupList").Want(200).Has(`"recipient":""`)
	told := c.Newly(func() { set(c.Office, " "+apptest.TestRecipient+"\n", apptest.TestPassword).Want(200) }, mail.BackupKeyChanged)
	apptest.WantMails(t, "a new key", told, "office@n.example.jp backup_key_changed", "second@n.example.jp backup_key_changed")
	set(c.Office, apptest.TestRecipient, apptest.TestPassword).Want(409)
	c.Clock.Add(time.Hour)
	c.Job("backup")
	c.Office, c.FadA = c.SignInOffice("office@n.example.jp"), c.SignInOffice("admin@a.example.jp")
	list = c.Office.Get("/api/Office/GetBackupList").Want(200).Has(apptest.TestRecipient, `"isEncrypted":true`).JSON()["backupList"].([]any)
	sealed := list[0].(map[string]any)
	if len(list) != 2 || sealed["kind"] != "scheduled" {
		t.Fatalf("%v", list)
	}
	name := sealed["name"].(string)
	download(c.FadA, name, apptest.TestPassword).Want(400)
	download(c.Visitor(), name, apptest.TestPassword).Want(401)
	download(c.Office, name, "wrong").Want(422).HasNot("age-encryption")
	c.Office.Get("/api/Office/GetAuditList?event=backup_downloaded").Want(200).Has(`"allCount":0`)
	got := download(c.Office, name, apptest.TestPassword).Want(200)
	whole, err := os.ReadFile(filepath.Join(c.App.BackupDir, name))
	if err != nil || got.Body != string(whole) || !strings.Contains(got.Header.Get("Content-Disposition"), name) ||
		!strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%v %v", err, got.Header)
	}
	c.Office.Get("/api/Office/GetAuditList?event=backup_downloaded").Want(200).Has(`"allCount":1`, name)
	c.Office.Get("/api/Office/GetAuditList?event=backup_key_changed").Want(200).Has(`"allCount":1`)
	c.Clock.Add(25 * time.Hour)
	c.SignInOffice("office@n.example.jp").Get("/api/Office/GetBackupList").Want(200).Has(`"isOld":true`)
}

// With the second step on, the password alone is not enough to change the backup key.
func TestBackupKeyWantsTheCode(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	phone, _ := c.Office.Enrol(web.OfficePath)
	body := map[string]any{"recipient": apptest.TestRecipient, "password": apptest.TestPassword}
	c.Office.Send("PUT", "/api/Office/UpdateBackupKey", body).Want(422).Has(`"code"`)
	c.Clock.Add(time.Minute)
	body["code"] = phone.Code()
	c.Office.Send("PUT", "/api/Office/UpdateBackupKey", body).Want(200)
}

// A backup that cannot be made is reported to the office; it leaves no partial file and deletes no
// older backup.
func TestBackupFails(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	c.Job("backup")
	good := apptest.Entries(t, c.App.BackupDir, "*")
	c.Clock.Add(time.Hour)
	c.Office = c.SignInOffice("office@n.example.jp")

	// A file stands where the backup folder should be.
	dir := c.App.BackupDir
	c.App.BackupDir = filepath.Join(t.TempDir(), "file")
	apptest.WriteFile(t, c.App.BackupDir, "x")
	if r := c.TryJob(t.Context(), "backup"); r.State != store.RunFailed || !strings.Contains(r.Error, "書き込めません") {
		t.Errorf("%+v", r)
	}
	c.Office.Get("/api/Office/GetSummary").Want(200).Has(`"failedJobCount":1`)
	c.App.BackupDir = dir

	// One attachment is missing, another one was altered: the rest is backed up, and the office is
	// told.
	gone, altered := c.Attach("消える"), c.Attach("変わる")
	c.Attach("残る")
	files := filepath.Join(c.App.Store.Dir(), store.FilesDir)
	if err := os.Remove(filepath.Join(files, gone)); err != nil {
		t.Fatal(err)
	}
	apptest.WriteFile(t, filepath.Join(files, altered), "%PDF-9")
	if r := c.TryJob(t.Context(), "backup"); r.State != store.RunFailed || !strings.Contains(r.Error, "2件") {
		t.Errorf("%+v", r)
	}
	if c, err := upkeep.CheckData(t.Context(), c.App.Store.Dir()); err != nil || len(c.Damaged) != 2 || c.Attachments != 3 {
		t.Errorf("%+v %v", c, err)
	}
	all, err := upkeep.Backups(dir)
	if err != nil || len(all) != len(good)+1 {
		t.Fatal(all, err)
	}
	if r, err := upkeep.CheckBackup(t.Context(), filepath.Join(dir, all[0].Name), nil); err != nil || len(r.Damaged) > 0 ||
		len(r.Manifest.Damaged) != 2 {
		t.Errorf("%+v %v", r, err)
	}
	q, r := c.Restored(app.RestoreInput{File: filepath.Join(dir, all[0].Name), Key: c.KeyFile()})
	if len(r.Damaged) != 2 {
		t.Errorf("%+v", r)
	}
	q.SignInOffice("office@n.example.jp")

	// The temporary files of a killed backup are deleted by the next backup, and at the next start.
	for range 2 {
		apptest.WriteFile(t, filepath.Join(dir, upkeep.PartPrefix+"1"+upkeep.PartSuffix), "half")
		if err := os.MkdirAll(filepath.Join(c.App.Store.Dir(), upkeep.SnapshotPrefix+"1", "x"), 0o700); err != nil {
			t.Fatal(err)
		}
		upkeep.In(c.App.Platform).ClearKilled()
		c.WantNoParts()
	}

	// While another process makes a backup, a second one fails and leaves the file of the first alone.
	lock, err := store.Lock(c.App.Store.Dir(), upkeep.BackupLock)
	if err != nil {
		t.Fatal(err)
	}
	apptest.WriteFile(t, filepath.Join(dir, upkeep.PartPrefix+"1"+upkeep.PartSuffix), "of the other")
	if r := c.TryJob(t.Context(), "backup"); r.State != store.RunFailed || !strings.Contains(r.Error, "別のバックアップ") {
		t.Errorf("%+v", r)
	}
	upkeep.In(c.App.Platform).ClearKilled()
	if len(apptest.Entries(t, dir, upkeep.PartPrefix+"*")) != 1 {
		t.Error("the other's file is gone")
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	c.TryJob(t.Context(), "backup")
	c.WantNoParts()
}

// The hourly job deletes the oldest backups.
func TestBackupRotates(t *testing.T) {
	p := apptest.NewPlatform(t)
	if err := os.MkdirAll(p.App.BackupDir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		apptest.WriteFile(t, filepath.Join(p.App.BackupDir, backup.NameOf(p.Clock.Now().Add(-time.Duration(i+1)*time.Hour), backup.Scheduled,
			false)), "x")
	}
	apptest.WriteFile(t, filepath.Join(p.App.BackupDir, "notes.txt"), "kept")
	r := p.Job("backup")
	files, err := upkeep.Backups(p.App.BackupDir)
	if err != nil || len(files) != 27 || r.Counts[len(r.Counts)-1].Count != 74 {
		t.Errorf("%d files, %v, %+v", len(files), err, r)
	}
	if len(apptest.Entries(t, p.App.BackupDir, "notes.txt")) != 1 {
		t.Error("what is no backup was taken away")
	}
}

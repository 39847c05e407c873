package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tsunagu/app/backup"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The office has backups made, encrypted and taken home; nobody else learns of them.
func TestOfficeBackups(t *testing.T) {
	c := newConsole(newPlatform(t))
	c.user(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	c.fadA.get("/api/Office/GetBackupList").want(400)
	c.visitor().get("/api/Office/GetBackupList").want(401)
	c.office.get("/api/Office/GetBackupList").want(200).has(`"backupList":[]`, `"isOld":false`, `"recipient":""`)
	c.office.post("/api/Office/RunJob", map[string]any{"name": "backup"}).want(200)
	c.a.RunJobs(t.Context())
	list := c.office.get("/api/Office/GetBackupList").want(200).has(`"kind":"hand"`, `"isEncrypted":false`, `"state":"done"`).json()["backupList"].([]any)
	plain := list[0].(map[string]any)["name"].(string)
	download := func(who *caller, name, password string) result {
		return who.post("/api/Office/DownloadBackup", map[string]any{"name": name, "password": password})
	}
	download(c.office, plain, testPassword).want(409).has("暗号化していないバックアップ").hasNot("SQLite")
	for _, name := range []string{"tsunagu-20200101T000000Z.tar.age", "../tsunagu.db", "../tsunagu.key", "", "tsunagu.key"} {
		download(c.office, name, testPassword).want(400)
	}

	set := func(who *caller, recipient, password string) result {
		return who.send("PUT", "/api/Office/UpdateBackupKey", map[string]any{"recipient": recipient, "password": password})
	}
	set(c.fadA, testRecipient, testPassword).want(400)
	set(c.office, "AGE-SECRET-KEY-1QQQ", testPassword).want(422).has("秘密鍵").hasNot("QQQ")
	set(c.office, testRecipient[:40], testPassword).want(422).has(`"recipient"`)
	set(c.office, testRecipient, "wrong").want(422).has(`"password"`)
	c.office.get("/api/Office/GetBackupList").want(200).has(`"recipient":""`)
	told := c.newly(func() { set(c.office, " "+testRecipient+"\n", testPassword).want(200) }, mail.BackupKeyChanged)
	wantMails(t, "a new key", told, "office@n.example.jp backup_key_changed", "second@n.example.jp backup_key_changed")
	set(c.office, testRecipient, testPassword).want(409)
	c.clock.Add(time.Hour)
	c.job("backup")
	c.office, c.fadA = c.signInOffice("office@n.example.jp"), c.signInOffice("admin@a.example.jp")
	list = c.office.get("/api/Office/GetBackupList").want(200).has(testRecipient, `"isEncrypted":true`).json()["backupList"].([]any)
	sealed := list[0].(map[string]any)
	if len(list) != 2 || sealed["kind"] != "scheduled" {
		t.Fatalf("%v", list)
	}
	name := sealed["name"].(string)
	download(c.fadA, name, testPassword).want(400)
	download(c.visitor(), name, testPassword).want(401)
	download(c.office, name, "wrong").want(422).hasNot("age-encryption")
	c.office.get("/api/Office/GetAuditList?event=backup_downloaded").want(200).has(`"allCount":0`)
	got := download(c.office, name, testPassword).want(200)
	whole, err := os.ReadFile(filepath.Join(c.a.BackupDir, name))
	if err != nil || got.body != string(whole) || !strings.Contains(got.header.Get("Content-Disposition"), name) || !strings.HasPrefix(got.header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%v %v", err, got.header)
	}
	c.office.get("/api/Office/GetAuditList?event=backup_downloaded").want(200).has(`"allCount":1`, name)
	c.office.get("/api/Office/GetAuditList?event=backup_key_changed").want(200).has(`"allCount":1`)
	c.clock.Add(25 * time.Hour)
	c.signInOffice("office@n.example.jp").get("/api/Office/GetBackupList").want(200).has(`"isOld":true`)
}

// With the second step, the password alone is not enough for what opens everything.
func TestBackupKeyWantsTheCode(t *testing.T) {
	c := newConsole(newPlatform(t))
	phone, _ := c.office.enrol(web.OfficePath)
	body := map[string]any{"recipient": testRecipient, "password": testPassword}
	c.office.send("PUT", "/api/Office/UpdateBackupKey", body).want(422).has(`"code"`)
	c.clock.Add(time.Minute)
	body["code"] = phone.code()
	c.office.send("PUT", "/api/Office/UpdateBackupKey", body).want(200)
}

// A backup that cannot be made says so to the office, and leaves neither half a file nor the older
// ones' places empty.
func TestBackupFails(t *testing.T) {
	c := newConsole(newPlatform(t))
	c.job("backup")
	good := entries(t, c.a.BackupDir, "*")
	c.clock.Add(time.Hour)
	c.office = c.signInOffice("office@n.example.jp")

	// The folder's place is taken.
	dir := c.a.BackupDir
	c.a.BackupDir = filepath.Join(t.TempDir(), "file")
	writeFile(t, c.a.BackupDir, "x")
	if r := c.tryJob(t.Context(), "backup"); r.State != store.RunFailed || !strings.Contains(r.Error, "書き込めません") {
		t.Errorf("%+v", r)
	}
	c.office.get("/api/Office/GetSummary").want(200).has(`"failedJobCount":1`)
	c.a.BackupDir = dir

	// An attachment is gone, another one was altered: the rest is backed up, and the office is told.
	gone, altered := c.attach("消える"), c.attach("変わる")
	c.attach("残る")
	files := filepath.Join(c.a.Store.Dir(), store.FilesDir)
	if err := os.Remove(filepath.Join(files, gone)); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(files, altered), "%PDF-9")
	if r := c.tryJob(t.Context(), "backup"); r.State != store.RunFailed || !strings.Contains(r.Error, "2件") {
		t.Errorf("%+v", r)
	}
	if c, err := upkeep.CheckData(t.Context(), c.a.Store.Dir()); err != nil || len(c.Damaged) != 2 || c.Attachments != 3 {
		t.Errorf("%+v %v", c, err)
	}
	all, err := upkeep.Backups(dir)
	if err != nil || len(all) != len(good)+1 {
		t.Fatal(all, err)
	}
	if r, err := upkeep.CheckBackup(t.Context(), filepath.Join(dir, all[0].Name), nil); err != nil || len(r.Damaged) > 0 || len(r.Manifest.Damaged) != 2 {
		t.Errorf("%+v %v", r, err)
	}
	q, r := c.restored(RestoreInput{File: filepath.Join(dir, all[0].Name), Key: c.keyFile()})
	if len(r.Damaged) != 2 {
		t.Errorf("%+v", r)
	}
	q.signInOffice("office@n.example.jp")

	// What a killed one left goes with the next, and at the next start.
	for range 2 {
		writeFile(t, filepath.Join(dir, upkeep.PartPrefix+"1"+upkeep.PartSuffix), "half")
		if err := os.MkdirAll(filepath.Join(c.a.Store.Dir(), upkeep.SnapshotPrefix+"1", "x"), 0o700); err != nil {
			t.Fatal(err)
		}
		upkeep.In(c.a.Platform).ClearKilled()
		c.wantNoParts()
	}

	// Two at once do not get in each other's way.
	lock, err := store.Lock(c.a.Store.Dir(), upkeep.BackupLock)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, upkeep.PartPrefix+"1"+upkeep.PartSuffix), "of the other")
	if r := c.tryJob(t.Context(), "backup"); r.State != store.RunFailed || !strings.Contains(r.Error, "別のバックアップ") {
		t.Errorf("%+v", r)
	}
	upkeep.In(c.a.Platform).ClearKilled()
	if len(entries(t, dir, upkeep.PartPrefix+"*")) != 1 {
		t.Error("the other's file is gone")
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	c.tryJob(t.Context(), "backup")
	c.wantNoParts()
}

// The hourly job rotates.
func TestBackupRotates(t *testing.T) {
	p := newPlatform(t)
	if err := os.MkdirAll(p.a.BackupDir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		writeFile(t, filepath.Join(p.a.BackupDir, backup.NameOf(p.clock.Now().Add(-time.Duration(i+1)*time.Hour), backup.Scheduled, false)), "x")
	}
	writeFile(t, filepath.Join(p.a.BackupDir, "notes.txt"), "kept")
	r := p.job("backup")
	files, err := upkeep.Backups(p.a.BackupDir)
	if err != nil || len(files) != 27 || r.Counts[len(r.Counts)-1].Count != 74 {
		t.Errorf("%d files, %v, %+v", len(files), err, r)
	}
	if len(entries(t, p.a.BackupDir, "notes.txt")) != 1 {
		t.Error("what is no backup was taken away")
	}
}

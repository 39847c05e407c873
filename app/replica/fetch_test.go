package replica_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/backup"
	"tsunagu/app/deal"
	"tsunagu/app/replica"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// TestKeyFile: the key file is at the target only where the office has registered a public key, and nobody reads it
// without the private one.
func TestKeyFile(t *testing.T) {
	p := newPair(t, replica.Options{})
	raw, err := os.ReadFile(p.KeyFile())
	if err != nil {
		t.Fatal(err)
	}
	sealed := filepath.Join(p.folder, "tsunagu.key.age")
	if _, err := os.Stat(sealed); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the key file is sent without a public key: %v", err)
	}
	identity := filepath.Join(t.TempDir(), "identity.txt")
	recipient, err := backup.NewKey(identity)
	if err != nil {
		t.Fatal(err)
	}
	p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingBackupKey, recipient, "") })
	if err := p.r.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.await(isThere)
	secret := raw[bytes.IndexByte(raw, ':')+1:]
	if err := filepath.WalkDir(p.folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, secret) {
			t.Errorf("%s has the key file in clear", path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}

	p.User(deal.RoleFAD, p.Institution("0001", "甲銀行"), "fad@example.jp")
	path := p.Attach("restored")
	p.await(isThere)
	in := app.RestoreInput{Replica: "file://" + filepath.ToSlash(p.folder), Identity: identity}
	to, report := p.Restored(in)
	if report.Attachments != 1 || report.Manifest.Time.IsZero() {
		t.Errorf("%+v", report)
	}
	if _, err := os.Stat(filepath.Join(to.App.Store.Dir(), store.FilesDir, path)); err != nil {
		t.Error(err)
	}
	to.SignInOffice("fad@example.jp") // the pepper is the same

	in.Data, in.Clock, in.Identity = filepath.Join(t.TempDir(), "data"), time.Now, ""
	if _, err := app.Restore(t.Context(), in); err == nil || !strings.Contains(err.Error(), "-key") {
		t.Errorf("restored without a key: %v", err)
	}
	other := filepath.Join(t.TempDir(), "other.txt")
	if _, err := backup.NewKey(other); err != nil {
		t.Fatal(err)
	}
	in.Identity = other
	if _, err := app.Restore(t.Context(), in); err == nil || !strings.Contains(err.Error(), "秘密鍵") {
		t.Errorf("restored with another key: %v", err)
	}
	if _, err := os.Stat(filepath.Join(in.Data, store.DatabaseFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a refused restore leaves a database: %v", err)
	}

	p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingBackupKey, "", "") })
	if err := p.r.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(sealed); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the key file stays after the public key is gone: %v", err)
	}
}

// TestAnotherNetworksCopyIsKept: a target that another network is copied to is not written over.
func TestAnotherNetworksCopyIsKept(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Lost: replica.LostStop})
	if err := p.note("mine"); err != nil {
		t.Fatal(err)
	}
	r, err := replica.New(replica.Options{URL: "file://" + filepath.ToSlash(p.folder)})
	if err != nil {
		t.Fatal(err)
	}
	st := storetest.NewWith(t, store.Options{Replica: r})
	if err := r.Start(t.Context(), st.Dir(), strings.Repeat("0", 32)); !errors.Is(err, replica.ErrOtherNetwork) {
		t.Errorf("begins on another's copy: %v", err)
	}
	p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		if !p.has(q, "mine") {
			t.Error("the copy is gone")
		}
	})
}

// TestMissingAttachment: one that was lost before it could be sent is named at the target, so that a restore knows of it
// and does not refuse the rest.
func TestMissingAttachment(t *testing.T) {
	p := newPair(t, replica.Options{})
	lost, kept := p.Attach("lost"), p.Attach("kept")
	p.await(isThere)
	for _, path := range []string{filepath.Join(p.folder, "files", lost), filepath.Join(p.App.Store.Dir(), store.FilesDir, lost)} {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.r.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, report := p.Restored(app.RestoreInput{Replica: "file://" + filepath.ToSlash(p.folder), Key: p.KeyFile()})
	if !slices.Equal(report.Damaged, []string{lost}) || slices.Contains(report.Damaged, kept) {
		t.Errorf("damaged: %v", report.Damaged)
	}
	// One that is lost at the target alone is no such one.
	if err := os.Remove(filepath.Join(p.folder, "files", kept)); err != nil {
		t.Fatal(err)
	}
	if _, err := app.Restore(t.Context(), app.RestoreInput{Replica: "file://" + filepath.ToSlash(p.folder), Key: p.KeyFile(),
		Data: filepath.Join(t.TempDir(), "data"), Clock: time.Now}); err == nil || !strings.Contains(err.Error(), "1件") {
		t.Errorf("restored without an attachment: %v", err)
	}
}

// TestAddresses: what may stand in -replica.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"file:///mnt/tsunagu":                      "",
		"/mnt/tsunagu":                             "のどれか",
		"file://server/share":                      "いちばん上から",
		"file:///":                                 "いちばん上から",
		"file:///mnt/tsunagu?a=b":                  "いちばん上から",
		"ftp://example.jp/a":                       "のどれか",
		"sftp://me:secret@example.jp/":             "パスワードを書かないで",
		"sftp://me@example.jp/srv/a":               "",
		"sftp://example.jp/srv/a":                  "利用者",
		"sftp://me@example.jp/":                    "利用者",
		"tls://n1/bucket/place?servers=n2:4222,n3": "",
		"tls://n1/bucket?verify=no":                "バケット",
		"tls://n1/":                                "バケット",
		"tls://me@n1/bucket":                       "バケット",
		"nats://127.0.0.1:4222/bucket":             "",
		"nats://n1/bucket":                         "tls:",
		"nats://127.0.0.1/bucket?servers=n2":       "tls:",
		"s3://bucket/place":                        "",
		"s3:///place":                              "バケット",
		"s3://b/p?skip-verify=true":                "バケット",
		"s3://b/p?endpoint=https%3A%2F%2Fs3.example.jp&region=jp":  "",
		"s3://b/p?endpoint=http%3A%2F%2Fs3.example.jp":             "https://",
		"s3://b/p?endpoint=http%3A%2F%2F127.0.0.1%3A9000":          "",
		"s3://b/p?endpoint=https%3A%2F%2Fme%3Asecret%40example.jp": "バケット",
		"%": "読めません",
	} {
		err := replica.CheckURL(address)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the password is repeated: %v", err)
		}
	}
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "SFTP_HOST_KEY", "SFTP_KNOWN_HOSTS", "NATS_USER",
		"NATS_NKEY_FILE", "NATS_CREDS_FILE", "NATS_CERT_FILE", "NATS_CERT_KEY_FILE", "NATS_CA_FILE"} {
		t.Setenv(name, "")
	}
	for address, want := range map[string]string{"s3://bucket/place": "AWS_SECRET_ACCESS_KEY", "sftp://me@h/a": "SFTP_HOST_KEY",
		"tls://h/bucket": "NATS_CREDS_FILE"} {
		if _, err := replica.New(replica.Options{URL: address}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s without what it needs: %v", address, err)
		}
	}
	if _, err := replica.Fetch(t.Context(), "file://"+t.TempDir(), "", nil, t.TempDir()); err == nil ||
		!strings.Contains(err.Error(), "写しがありません") {
		t.Errorf("of an empty folder: %v", err)
	}
	credentials := filepath.Join(t.TempDir(), "credentials")
	apptest.WriteFile(t, credentials, "# a comment\nwithout a value\n")
	if _, err := replica.New(replica.Options{URL: "file:///mnt/tsunagu", Credentials: credentials}); err == nil ||
		!strings.Contains(err.Error(), "2行目") || strings.Contains(err.Error(), "without a value") {
		t.Errorf("a file of credentials that is none: %v", err)
	}
}

package app

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"tsunagu/app/auth"
	"tsunagu/app/backup"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// testRecipient is the public key of a pair whose private key nobody has.
const testRecipient = "age1eanyfcdys0d5qawj80q0n6dkc5s3nrt5tlxzrvuk5yefp2y2xetsp07jdv"

// attach keeps a file with its row and returns its path below the folder of attachments.
func (p *platform) attach(content string) string {
	p.t.Helper()
	f, err := p.a.KeepFile("資料.pdf", bytes.NewReader([]byte("%PDF-1.7 "+content)))
	if err != nil {
		p.t.Fatal(err)
	}
	p.write(func(tx *store.Tx) error { return tx.CreateFile(f, "") })
	return f.Path
}

// BackUp makes a backup now and returns its path.
func (p *platform) backUp() string {
	p.t.Helper()
	b, err := upkeep.MakeBackup(p.t.Context(), upkeep.BackupInput{Data: p.a.Store.Dir(), To: p.a.BackupDir, Version: "test", Label: backup.ByHand, Now: p.clock.Now()})
	if err != nil {
		p.t.Fatal(err)
	}
	return b.Path
}

// restored is a platform on a folder that a backup was restored into.
func (p *platform) restored(in RestoreInput) (*platform, *RestoreResult) {
	p.t.Helper()
	if in.Data == "" {
		in.Data = filepath.Join(p.t.TempDir(), "restored")
	}
	in.Clock, in.BaseURL = p.clock.Now, "http://localhost:8080"
	r, err := Restore(p.t.Context(), in)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.opened(in.Data), r
}

// opened is another platform on the same clock.
func (p *platform) opened(dir string) *platform {
	p.t.Helper()
	s, err := store.Open(p.t.Context(), dir, store.Options{Clock: p.clock.Now})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = s.Close() })
	keys, err := auth.OpenKeys(dir)
	if err != nil {
		p.t.Fatal(err)
	}
	out := &platform{p.t, New(web.Config{Store: s, Keys: keys, BaseURL: "http://localhost:8080", MailFrom: p.a.MailFrom, SMTP: p.a.SMTP, FreeCode: true, Render: testRender}), p.clock}
	out.a.ResetAnswerTime = -1
	if err := out.a.BindKeys(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
	return out
}

func (p *platform) keyFile() string { return filepath.Join(p.a.Store.Dir(), auth.KeyFile) }

// entries are the names in a folder, but those of other kinds than were asked for.
func entries(t testing.TB, dir, pattern string) (names []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		names = append(names, filepath.Base(f))
	}
	return names
}

// wantNoParts fails where a backup left something under way.
func (p *platform) wantNoParts() {
	p.t.Helper()
	if left := append(entries(p.t, p.a.Store.Dir(), upkeep.SnapshotPrefix+"*"), entries(p.t, p.a.BackupDir, upkeep.PartPrefix+"*")...); len(left) > 0 {
		p.t.Errorf("left behind: %v", left)
	}
}

// identity writes a pair of keys and has the network encrypt to it; it returns the private key's file.
func (p *platform) identity() string {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), "identity.txt")
	recipient, err := backup.NewKey(file)
	if err != nil {
		p.t.Fatal(err)
	}
	p.write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingBackupKey, recipient, "") })
	return file
}

func writeFile(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

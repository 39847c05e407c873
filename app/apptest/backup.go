package apptest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"tsunagu/app"
	"tsunagu/app/auth"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// TestRecipient is the public key of a pair whose private key nobody has.
const TestRecipient = "age1eanyfcdys0d5qawj80q0n6dkc5s3nrt5tlxzrvuk5yefp2y2xetsp07jdv"

// Attach stores a file with its row and returns its path below the folder of attachments.
func (p *Platform) Attach(content string) string {
	p.T.Helper()
	f, err := p.App.KeepFile("資料.pdf", bytes.NewReader([]byte("%PDF-1.7 "+content)))
	if err != nil {
		p.T.Fatal(err)
	}
	p.Write(func(tx *store.Tx) error { return tx.CreateFile(f, "") })
	return f.Path
}

// Restored is a platform on a folder into which a backup was restored.
func (p *Platform) Restored(in app.RestoreInput) (*Platform, *app.RestoreResult) {
	p.T.Helper()
	if in.Data == "" {
		in.Data = filepath.Join(p.T.TempDir(), "restored")
	}
	in.Clock, in.BaseURL = p.Clock.Now, "http://localhost:8080"
	r, err := app.Restore(p.T.Context(), in)
	if err != nil {
		p.T.Fatal(err)
	}
	return p.opened(in.Data), r
}

// Reopened is the platform opened anew, with an index of all that its tables have.
func (p *Platform) Reopened() *Platform {
	p.T.Helper()
	if err := p.App.Store.Close(); err != nil {
		p.T.Fatal(err)
	}
	out := p.opened(p.App.Store.Dir())
	if err := out.App.Store.IndexReady(p.T.Context()); err != nil {
		p.T.Fatal(err)
	}
	return out
}

// opened is another platform with the same clock.
func (p *Platform) opened(dir string) *Platform {
	p.T.Helper()
	s, err := store.Open(p.T.Context(), dir, store.Options{Clock: p.Clock.Now})
	if err != nil {
		p.T.Fatal(err)
	}
	p.T.Cleanup(func() { _ = s.Close() })
	keys, err := auth.OpenKeys(dir)
	if err != nil {
		p.T.Fatal(err)
	}
	out := &Platform{p.T, app.New(web.Config{Store: s, Keys: keys, BaseURL: "http://localhost:8080", MailFrom: p.App.MailFrom,
		SMTP: p.App.SMTP, FreeCode: true, Render: TestRender, PasswordCost: PasswordCost}), p.Clock}
	out.App.ResetAnswerTime = -1
	if err := out.App.BindKeys(p.T.Context()); err != nil {
		p.T.Fatal(err)
	}
	return out
}

func (p *Platform) KeyFile() string { return filepath.Join(p.App.Store.Dir(), auth.KeyFile) }

// Entries are the names in a folder that match the pattern.
func Entries(t testing.TB, dir, pattern string) (names []string) {
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

// WantNoParts fails if a backup left a temporary file.
func (p *Platform) WantNoParts() {
	p.T.Helper()
	if left := append(Entries(p.T, p.App.Store.Dir(), upkeep.SnapshotPrefix+"*"),
		Entries(p.T, p.App.BackupDir, upkeep.PartPrefix+"*")...); len(left) > 0 {
		p.T.Errorf("left behind: %v", left)
	}
}

func WriteFile(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

package program

import (
	"archive/tar"
	"compress/gzip"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"tsunagu/app/upkeep"
	"tsunagu/store"
)

// ends runs a command until it exits, and returns its output.
func ends(t *testing.T, want int, args ...string) string {
	t.Helper()
	p := start(t, args...)
	if code := p.wait(); code != want {
		t.Fatalf("%v: exit %d\n%s%s", args, code, p.all, p.err)
	}
	return p.all.String() + p.err.String()
}

// released unpacks the data folder of a released version (testdata/upgrade).
func released(t *testing.T, version string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	f, err := os.Open("testdata/upgrade/" + version + ".tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return dir
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, filepath.FromSlash(h.Name))
		b, err := io.ReadAll(r)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o700)
		}
		if err == nil {
			err = os.WriteFile(to, b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// counts of rows that a network must not lose. The eighth milestone, a completed closing, is added by
// migration 0028 for deals whose day of closing is over.
func counts(t *testing.T, dir string) string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, store.DatabaseFile)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out []string
	for _, table := range []string{"user", "institution", "company", "needs", "listing", "listing_content", "negotiation", "message", "file",
		"ledger", "milestone WHERE kind < 8", "setting WHERE key NOT IN ('keyMark', 'aftercare_since')"} {
		var n int
		if err := db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprint(table, " ", n))
	}
	return strings.Join(out, ", ")
}

// A network of every released schema is migrated to this one with all its data, after a backup of
// its earlier state, with which an older program can go on.
func TestUpgrade(t *testing.T) {
	found, err := filepath.Glob("testdata/upgrade/*.tar.gz")
	if err != nil || len(found) < 6 {
		t.Fatal(found, err)
	}
	// Whoever adds a migration adds a network of the schema before it.
	steps := glob(t, "store/migrations", "*.sql")
	if last, _, _ := strings.Cut(filepath.Base(steps[len(steps)-2]), "_"); !slices.ContainsFunc(found,
		func(file string) bool { return filepath.Base(file) == last+".tar.gz" }) {
		t.Errorf("no network of %s among %v", last, found)
	}
	for _, file := range found {
		version := strings.TrimSuffix(filepath.Base(file), ".tar.gz")
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := released(t, version)
			before := counts(t, dir)
			if out := ends(t, 0, "check", "-data", dir); !strings.Contains(out, "前の版のデータベースです") {
				t.Errorf("check of the old one: %s", out)
			}
			if counts(t, dir) != before || len(glob(t, dir, "backup/*")) != 0 {
				t.Error("a check changes something")
			}
			p := start(t, "serve", "-data", dir, "-addr", "localhost:0", "-open=false")
			kept := p.until(`その前のバックアップ: (\S+)`)
			base := p.until(`アドレス: (\S+)`)
			res, err := http.PostForm(base+"/token", url.Values{"grant_type": {"password"}, "loginId": {"fin-a@demo.example.jp"},
				"password": {"Tsunagu-demo1"}})
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if res.StatusCode != http.StatusOK || !strings.Contains(string(body), `"token"`) {
				t.Errorf("sign in: %s %s", res.Status, body)
			}
			if code := p.stop(); code != 0 {
				t.Errorf("exit %d\n%s", code, p.err)
			}
			if after := counts(t, dir); after != before {
				t.Errorf("before %s\nafter  %s", before, after)
			}
			if out := ends(t, 0, "check", "-data", dir); !strings.Contains(out, "開示台帳、監査ログ") || strings.Contains(out, "前の版") {
				t.Errorf("check: %s", out)
			}
			// The next start has nothing to migrate.
			p = start(t, "serve", "-data", dir, "-addr", "localhost:0", "-open=false")
			p.until(`(Ctrl\+C)`)
			p.stop()
			if all := glob(t, dir, "backup/*-update.tar"); len(all) != 1 || all[0] != kept {
				t.Errorf("%v, want %s alone", all, kept)
			}
			if out := ends(t, 0, "check", "-backup", kept); !strings.Contains(out, "前の版のデータベースです") {
				t.Errorf("check of the backup: %s", out)
			}
			to := filepath.Join(t.TempDir(), "back")
			ends(t, 0, "restore", kept, "-data", to, "-key", filepath.Join(dir, "tsunagu.key"))
			if after := counts(t, to); !strings.HasPrefix(after, before[:strings.Index(before, ", setting")]) {
				t.Errorf("before %s\nback   %s", before, after)
			}
		})
	}
}

func glob(t *testing.T, dir, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// If the backup fails, there is no migration.
func TestUpgradeWantsItsBackup(t *testing.T) {
	dir := released(t, "0001")
	before := counts(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "backup"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if out := ends(t, 1, "serve", "-data", dir, "-addr", "localhost:0", "-open=false"); !strings.Contains(out, "前の版のまま") ||
		!strings.Contains(out, "書き込めません") {
		t.Error(out)
	}
	if counts(t, dir) != before {
		t.Error("something changed")
	}
	if out := ends(t, 0, "check", "-data", dir); !strings.Contains(out, "前の版のデータベースです") {
		t.Error(out)
	}
}

// A damaged database stops the start, whatever the damage. The message has the command that
// restores the newest good backup, and that command works.
func TestDamagedDatabase(t *testing.T) {
	whole := t.TempDir()
	p := start(t, "demo", "-data", whole, "-addr", "localhost:0", "-open=false")
	p.until(`(Ctrl\+C)`)
	if out := ends(t, 0, "backup", "-data", whole); !strings.Contains(out, "バックアップを作りました") { // the server is running meanwhile
		t.Error(out)
	}
	p.stop()
	good := glob(t, whole, "backup/*-hand.tar")
	if len(good) != 1 {
		t.Fatal(good)
	}
	for name, damage := range map[string]func(t *testing.T, path string, size int64){
		"no header": func(t *testing.T, path string, _ int64) { write(t, path, 0, "not a database at all") },
		"garbage": func(t *testing.T, path string, size int64) {
			write(t, path, size/2/4096*4096, strings.Repeat("garbage!", 2048))
		},
		"cut off":  func(t *testing.T, path string, size int64) { cut(t, path, size/2/4096*4096) },
		"a little": func(t *testing.T, path string, _ int64) { cut(t, path, 1000) },
		"emptied":  func(t *testing.T, path string, _ int64) { cut(t, path, 0) },
		"gone": func(t *testing.T, path string, _ int64) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data folder")
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(filepath.Join(dir, "tsunagu.key"), 0o600); err != nil {
				t.Fatal(err)
			}
			// A newer backup is broken: it must not be chosen.
			if err := os.WriteFile(filepath.Join(dir, "backup", "tsunagu-20990101T000000Z.tar"), []byte("broken"), 0o600); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, store.DatabaseFile)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			damage(t, path, info.Size())
			write(t, filepath.Join(dir, keptIndex+"1"), 0, "of the data before")
			out := ends(t, 1, "serve", "-data", dir, "-addr", "localhost:0", "-open=false")
			if !strings.Contains(out, "起動しません") || !strings.Contains(out, filepath.Base(good[0])) || strings.Contains(out, "2099") {
				t.Fatal(out)
			}
			m := regexp.MustCompile(`(?m)^  tsunagu (restore .*)$`).FindStringSubmatch(out)
			if m == nil {
				t.Fatal(out)
			}
			var args []string
			for _, a := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(m[1], -1) {
				args = append(args, strings.Trim(a, `"`))
			}
			if out := ends(t, 0, args...); !strings.Contains(out, "メールの送信を止めています") {
				t.Error(out)
			}
			ends(t, 0, "check", "-data", dir)
			if counts(t, dir) == "" || name != "gone" && len(glob(t, dir, "replaced-*/tsunagu.db")) != 1 {
				t.Error("what was there is gone")
			}
			if left := append(glob(t, dir, keptIndex+"*"), glob(t, dir, "*/"+keptIndex+"*")...); len(left) > 0 {
				t.Errorf("names of what was there are in %q", left)
			}
			p := start(t, "demo", "-data", dir, "-addr", "localhost:0", "-open=false") // in a demo the office needs no second step
			c := signInConsole(t, p.until(`アドレス: (\S+)`))
			if v := c.call("GET", "GetSummary", ""); v["isMailHeld"] != true {
				t.Errorf("%v", v)
			}
			p.stop()
			if out := ends(t, 0, "release-mail", "-data", dir, "-drop"); !strings.Contains(out, "再開します") {
				t.Error(out)
			}
			if out := ends(t, 1, "release-mail", "-data", dir); !strings.Contains(out, "止めていません") {
				t.Error(out)
			}
		})
	}
}

func write(t *testing.T, path string, at int64, what string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = f.WriteAt([]byte(what), at)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

func cut(t *testing.T, path string, size int64) {
	t.Helper()
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}

// A key file of another network is reported at the start, not only when passwords fail.
func TestServeWithAnotherKeyFile(t *testing.T) {
	var dirs [2]string
	for i := range dirs {
		dirs[i] = t.TempDir()
		p := start(t, "serve", "-data", dirs[i], "-addr", "localhost:0", "-open=false")
		p.until(`(Ctrl\+C)`)
		p.stop()
	}
	if err := os.Rename(filepath.Join(dirs[0], "tsunagu.key"), filepath.Join(dirs[1], "tsunagu.key")); err != nil {
		t.Fatal(err)
	}
	if out := ends(t, 1, "serve", "-data", dirs[1], "-addr", "localhost:0", "-open=false"); !strings.Contains(out, "このデータのものではありません") {
		t.Error(out)
	}
}

// A backup that is killed at any time leaves no incomplete file under a backup's name, and the next
// one cleans up.
func TestBackupKilled(t *testing.T) {
	dir := released(t, "0019")
	// While the database is copied, and while the archive is written.
	for _, sight := range []string{".snapshot-*/*", "backup/*", "backup/*", "backup/*"} {
		for begun := false; !begun; {
			if err := os.RemoveAll(filepath.Join(dir, "backup")); err != nil {
				t.Fatal(err)
			}
			p := start(t, "backup", "-data", dir)
			for !begun && len(glob(t, dir, "backup/tsunagu-*")) == 0 {
				begun = len(glob(t, dir, sight)) > 0
			}
			if err := p.cmd.Process.Signal(syscall.SIGKILL); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
			p.wait()
			for _, b := range glob(t, dir, "backup/tsunagu-*") {
				ends(t, 0, "check", "-backup", b)
			}
		}
	}
	ends(t, 0, "backup", "-data", dir)
	for _, b := range glob(t, dir, "backup/tsunagu-*") {
		ends(t, 0, "check", "-backup", b)
	}
	if left := append(glob(t, dir, ".snapshot-*"), glob(t, dir, "backup/.*")...); len(left) > 0 {
		t.Error(left)
	}
}

func TestBackupCommands(t *testing.T) {
	file := filepath.Join(t.TempDir(), "identity.txt")
	if out := ends(t, 0, "backup-key", file); !strings.Contains(out, "age1") || strings.Contains(out, "AGE-SECRET-KEY") {
		t.Error(out)
	}
	for want, args := range map[string][]string{
		"ファイルを指定してください":      {"backup-key"},
		"すでにあります":            {"backup-key", file},
		"復元するバックアップのファイルを指定": {"restore", "-data", t.TempDir()},
		"バックアップのファイルを開けません":  {"restore", "/nonexistent.tar", "-data", t.TempDir()},
		"データがありません":          {"backup", "-data", t.TempDir()},
		"-base-url には": {"restore", "/nonexistent.tar", "-data", t.TempDir(), "-base-url",
			"javascript://tsunagu.example.jp/%0aalert(1)"},
		"余分な指定":                  {"check", "-data", t.TempDir(), "x", "y"},
		"データがありません: stat /nonex": {"release-mail", "-data", "/nonexistent"},
	} {
		if err := run(t.Context(), args); err == nil || !strings.Contains(explain(err), want) {
			t.Errorf("%v: %v, want %s", args, err, want)
		}
	}
	if _, err := upkeep.Backups("/nonexistent"); err != nil {
		t.Error(err)
	}
}

package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/store"
)

// litestream is the engine that the guide names: a program of its own, built here in the version that
// the guide was tried with, unless TSUNAGU_LITESTREAM says where it is.
func litestream(t *testing.T) string {
	t.Helper()
	if os.Getenv("TSUNAGU_DRILL") == "" {
		t.Skip("runs in make drill")
	}
	if path := os.Getenv("TSUNAGU_LITESTREAM"); path != "" {
		return path
	}
	dir := t.TempDir()
	builtElsewhere(t, dir, "github.com/benbjohnson/litestream/cmd/litestream@v0.5.18")
	return filepath.Join(dir, "litestream")
}

// ofProgram runs a command of the program to its end.
func ofProgram(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = environment()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("tsunagu %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestDrillReplica replicates a working network to a folder, kills the program and the replicator at
// once, and goes on from the replica as the guide says: what was acknowledged before the replica was last
// seen whole is there, and the data is sound.
func TestDrillReplica(t *testing.T) {
	engine, dir, replica := litestream(t), drillFolder(t), t.TempDir()
	// The example, with a folder instead of the store elsewhere.
	text, _, found := strings.Cut(ofProgram(t, "example", "litestream", "-data", dir), "      type: s3")
	if !found || !strings.Contains(text, filepath.Join(dir, store.DatabaseFile)) {
		t.Fatal(text)
	}
	config := filepath.Join(t.TempDir(), "litestream.yml")
	if err := os.WriteFile(config, []byte(text+"      type: file\n      path: "+replica+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	n := serveDrill(t, dir)
	said := &lockedBuffer{}
	copier := exec.Command(engine, "replicate", "-config", config)
	copier.Stdout, copier.Stderr = said, said
	if err := copier.Start(); err != nil {
		t.Fatal(err)
	}
	gone := false
	end := func() {
		if !gone {
			_, _ = copier.Process.Kill(), copier.Wait()
		}
		gone = true
	}
	t.Cleanup(end)

	log, stopped := &notes{wanted: 40, enough: make(chan struct{})}, make(chan error, 4)
	for _, w := range []writer{messenger, lister, dealer, visitor} {
		go func() { stopped <- w(n, 0, log) }()
	}
	select {
	case <-log.enough:
	case err := <-stopped:
		t.Fatalf("a writer stopped: %v\n%s", err, n.errors)
	}
	noted := func() []written {
		log.mu.Lock()
		defer log.mu.Unlock()
		return slices.Clone(log.all)
	}
	early := noted()
	// restored is the replica's database in a folder of its own, and which of the writes it lacks.
	restored := func(wanted []written) (folder string, lost []int) {
		folder = filepath.Join(t.TempDir(), "data")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(engine, "restore", "-config", config, "-o", filepath.Join(folder, store.DatabaseFile), filepath.Join(dir, store.DatabaseFile)).CombinedOutput()
		if err != nil {
			if len(wanted) > len(early) {
				t.Fatalf("restore: %v\n%s", err, out)
			}
			return "", []int{0} // there is nothing of it yet
		}
		st, err := soundData(t, folder)
		if err != nil {
			t.Fatal(err)
		}
		db := openCopy(t, st)
		defer func() { _, _ = db.Close(), st.Close() }()
		for i, w := range wanted {
			var there int
			if err := db.QueryRow(w.query, w.args...).Scan(&there); err != nil || there != 1 {
				lost = append(lost, i)
			}
		}
		return folder, lost
	}
	began := time.Now()
	for {
		_, lost := restored(early)
		if len(lost) == 0 {
			break
		}
		if time.Since(began) > 5*time.Minute {
			t.Fatalf("the replica lacks %d of %d writes after five minutes:\n%s", len(lost), len(early), said)
		}
	}
	caught := time.Since(began)
	n.kill()
	end()
	for range 4 {
		<-stopped
	}

	// As the guide says: the database from the replica, files and key from where they were; a backup of
	// that is restored, which ends the sessions and holds the mail.
	all := noted()
	folder, lost := restored(all)
	for i, w := range early {
		if slices.Contains(lost, i) {
			t.Errorf("replicated, and lost: %s", w.what)
		}
	}
	if err := os.CopyFS(filepath.Join(folder, store.FilesDir), os.DirFS(filepath.Join(dir, store.FilesDir))); err != nil {
		t.Fatal(err)
	}
	key, err := os.ReadFile(filepath.Join(dir, "tsunagu.key"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "tsunagu.key"), key, 0o600); err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	ofProgram(t, "backup", "-data", folder, "-to", to)
	made, err := filepath.Glob(filepath.Join(to, "tsunagu-*.tar"))
	if err != nil || len(made) != 1 {
		t.Fatal(made, err)
	}
	final := filepath.Join(t.TempDir(), "data")
	ofProgram(t, "restore", made[0], "-data", final, "-key", filepath.Join(folder, "tsunagu.key"))
	ofProgram(t, "check", "-data", final)
	again := serveDrill(t, final)
	again.mustSignIn("fin-a@demo.example.jp")
	report(t, "replica: %d acknowledged writes, %d of them before it was seen whole and none of these lost, %d lost of the %d of the last moments; caught up in %v",
		len(all), len(early), len(lost), len(all)-len(early), caught.Round(time.Millisecond))
}

package program

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest/targets"
	"tsunagu/store"
)

// litestream is the replication program that the guide names, built here in the version that the
// guide was tested with, unless TSUNAGU_LITESTREAM says where it is.
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

// ofProgram runs a command of the program until it exits.
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

// copied is a target of the replication: the lines of the example's block of that type, each with
// the value for this drill. A value "" keeps the example's.
type copied struct {
	kind   string
	values map[string]string
	env    []string
	wrong  map[string]string // wrong values, with which neither replication nor restore may work
}

// ofExample is the example configuration with the block of one type, chosen as the guide says.
func ofExample(t *testing.T, text string, r copied) string {
	t.Helper()
	head, blocks, found := strings.Cut(text, "    replica:\n")
	if !found {
		t.Fatal(text)
	}
	out, kind, left := head+"    replica:\n", "", maps.Clone(r.values)
	for line := range strings.Lines(blocks) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "# ")
		key, value, isSetting := strings.Cut(line, ": ")
		if !isSetting || strings.ContainsFunc(key, func(c rune) bool { return c != '-' && (c < 'a' || c > 'z') && c != '3' }) {
			continue
		}
		if key == "type" {
			kind = value
		}
		if kind != r.kind {
			continue
		}
		if own := left[key]; own != "" {
			value = own
		}
		delete(left, key)
		out += "      " + key + ": " + value + "\n"
	}
	if len(left) > 0 {
		t.Fatalf("the example's %s lacks %v", r.kind, left)
	}
	return out
}

// folderReplica replicates to a folder, as on another disk.
func folderReplica(t *testing.T) copied {
	return copied{kind: "file", values: map[string]string{"path": filepath.Join(t.TempDir(), "replica")}}
}

// sftpReplica starts an OpenSSH server for this user and one key only.
func sftpReplica(t *testing.T) copied {
	t.Helper()
	s := targets.OpenSSH(t)
	return copied{kind: "sftp", values: map[string]string{"host": s.Address, "user": s.User, "key-path": s.Key, "host-key": s.HostKey,
		"path": s.Folder}, wrong: map[string]string{"host-key": s.OtherKey}}
}

// s3Replica starts a server that stores S3 uploads in a folder and verifies their signatures.
func s3Replica(t *testing.T) copied {
	t.Helper()
	return copied{kind: "s3", values: map[string]string{"endpoint": "http://127.0.0.1:" + newGateway(t).port},
		env:   []string{"LITESTREAM_ACCESS_KEY_ID=" + s3ID, "LITESTREAM_SECRET_ACCESS_KEY=" + s3Secret},
		wrong: map[string]string{"secret-access-key": "another secret"}}
}

// TestDrillReplica replicates a working network to a folder, by SFTP and to an S3 store, kills the
// program and the replicator at once, and restores from the replica as the guide says: everything
// acknowledged before the replica was last up to date is there, and the data is intact.
func TestDrillReplica(t *testing.T) {
	engine := litestream(t)
	t.Run("folder", func(t *testing.T) { replicate(t, engine, folderReplica(t)) })
	t.Run("sftp", func(t *testing.T) { replicate(t, engine, sftpReplica(t)) })
	t.Run("s3", func(t *testing.T) { replicate(t, engine, s3Replica(t)) })
}

func replicate(t *testing.T, engine string, to copied) {
	dir := drillFolder(t)
	text := ofExample(t, ofProgram(t, "example", "litestream", "-data", dir), to)
	if !strings.Contains(text, filepath.Join(dir, store.DatabaseFile)) {
		t.Fatal(text)
	}
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "litestream.yml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	config := write(text)
	run := func(args ...string) *exec.Cmd {
		cmd := exec.Command(engine, args...)
		// This machine's own settings for an S3 store must not be used.
		cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "AWS_") }), to.env...)
		return cmd
	}
	n := serveDrill(t, dir)
	said := &lockedBuffer{}
	copier := run("replicate", "-config", config)
	copier.Stdout, copier.Stderr = said, said
	if err := copier.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() { _ = copier.Wait(); close(gone) }()
	end := func() { _ = copier.Process.Kill(); <-gone }
	t.Cleanup(end)

	log := n.atWork(0, 40, messenger(3), lister, dealer, visitor)
	log.await()
	noted := func() []written {
		log.mu.Lock()
		defer log.mu.Unlock()
		return slices.Clone(log.all)
	}
	early := noted()
	// restored is the replica's database in a folder of its own, and the writes that it lacks.
	restored := func(wanted []written) (folder string, lost []int) {
		folder = filepath.Join(t.TempDir(), "data")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		out, err := run("restore", "-config", config, "-o", filepath.Join(folder, store.DatabaseFile),
			filepath.Join(dir, store.DatabaseFile)).CombinedOutput()
		if err != nil {
			if len(wanted) > len(early) {
				t.Fatalf("restore: %v\n%s", err, out)
			}
			return "", []int{0} // the replica is still empty
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
		select {
		case <-gone:
			t.Fatalf("the replicator ended:\n%s", said)
		default:
		}
		if time.Since(began) > 5*time.Minute {
			t.Fatalf("the replica lacks %d of %d writes after five minutes:\n%s", len(lost), len(early), said)
		}
	}
	caught := time.Since(began)
	n.kill()
	end()
	log.end()

	// As the guide says: the database from the replica, files and key from their place; then a backup
	// of that is restored, which ends the sessions and holds the mail.
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
	backups := t.TempDir()
	ofProgram(t, "backup", "-data", folder, "-to", backups)
	made, err := filepath.Glob(filepath.Join(backups, "tsunagu-*.tar"))
	if err != nil || len(made) != 1 {
		t.Fatal(made, err)
	}
	final := filepath.Join(t.TempDir(), "data")
	ofProgram(t, "restore", made[0], "-data", final, "-key", filepath.Join(folder, "tsunagu.key"))
	ofProgram(t, "check", "-data", final)
	again := serveDrill(t, final)
	again.mustSignIn("fin-a@demo.example.jp")
	if to.wrong != nil {
		other := to
		other.values = maps.Clone(to.values)
		maps.Copy(other.values, to.wrong)
		path := write(ofExample(t, ofProgram(t, "example", "litestream", "-data", dir), other))
		if out, err := run("restore", "-config", path, "-o", filepath.Join(t.TempDir(), store.DatabaseFile),
			filepath.Join(dir, store.DatabaseFile)).CombinedOutput(); err == nil {
			t.Errorf("a store with another %v gives the replica out:\n%s", slices.Collect(maps.Keys(to.wrong)), out)
		}
	}
	report(t, "replica by %s: %d acknowledged writes, %d of them before it was seen whole and none of these lost, %d lost of the %d of the last moments; caught up in %v",
		to.kind, len(all), len(early), len(lost), len(all)-len(early), caught.Round(time.Millisecond))
}

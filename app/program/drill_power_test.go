package program

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// TestDrillPower cuts the power at any moment (trust.md G3). strace records what the program does to its
// files and folders, each sync and each answer, in order; from that, disks are made as a cut would leave
// them: unsynced data is lost, torn or in another order. Each of them has all writes that were answered
// before, an intact database, and complete attachments for all rows. Attachments without a row are
// deleted once they are old. If any one of the syncs is left out, something is lost.
func TestDrillPower(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "trace")
	notingDisk(t, trace)                              // skips where tracing is not permitted
	dir, err := filepath.EvalSymlinks(drillFolder(t)) // the path as strace prints it
	if err != nil {
		t.Fatal(err)
	}
	if err := store.RemoveKeptIndex(dir, ""); err != nil { // so that the index is built and saved during the work
		t.Fatal(err)
	}
	first := filepath.Join(t.TempDir(), "first")
	copyData(t, dir, first)
	n := serveDrill(t, dir, recorded(trace)...)
	end := func() { n.endRecorded() }
	t.Cleanup(end)
	writes := drillSize("DRILL_WRITES", 48, 400)
	files := n.atWork(0, writes/4, messenger(1))
	log := n.atWork(0, writes, lister, dealer, visitor)
	log.await()
	files.await()
	end()
	log.end()
	files.end()
	_ = n.cmd.Wait()
	log.all = append(log.all, files.all...)

	events := diskEvents(t, trace, dir, ofTheData)
	byNumber := map[string][]written{}
	for _, w := range log.all {
		byNumber[w.number] = append(byNumber[w.number], w)
	}
	syncs, told := 0, 0
	for _, e := range events {
		switch e.does {
		case diskTold:
			told += len(byNumber[e.told])
		case diskSyncs:
			syncs++
		}
	}
	if told < len(log.all)*9/10 || syncs < told {
		t.Fatalf("of %d writes %d were seen to be answered, with %d syncs", len(log.all), told, syncs)
	}
	chance := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	// run makes images of the disk from the event with the given number on, and checks each. unsynced
	// are the syncs to leave out.
	run := func(images, from int, unsynced func(file string) bool, look func(image string, answered []written, orphans []string, err error)) {
		d, at := newDisk(t, first, store.DatabaseFile, store.FilesDir), map[int]bool{}
		for range images {
			at[from+chance.IntN(len(events)-from)] = true
		}
		var answered []written
		for i, e := range events {
			if e.does == diskTold {
				answered = append(answered, byNumber[e.told]...)
			} else if e.does != diskSyncs || !unsynced(e.file) {
				d.take(t, e)
			}
			if at[i] {
				image := t.TempDir()
				d["."].cut(t, chance, image)
				orphans, err := lookAt(t, image, answered)
				look(image, answered, orphans, err)
				_ = os.RemoveAll(image)
			}
		}
	}
	var images, bad, checked, most int
	left := filepath.Join(t.TempDir(), "left") // the image with the most files without a row
	run(drillSize("DRILL_IMAGES", 8, 400), len(events)/4, func(string) bool { return false },
		func(image string, answered []written, orphans []string, err error) {
			images, checked = images+1, checked+len(answered)
			if err != nil {
				bad++
				t.Errorf("image %d: %v", images, err)
			} else if len(orphans) > most || images == 1 {
				most = len(orphans)
				if err := errors.Join(os.RemoveAll(left), os.Rename(image, left)); err != nil {
					t.Fatal(err)
				}
			}
		})
	// The drill must lose something if one of the syncs is left out; otherwise it would prove
	// nothing about that sync.
	for what, unsynced := range map[string]func(string) bool{
		"log":                     func(file string) bool { return file == store.DatabaseFile+"-wal" },
		"attachment":              func(file string) bool { return path.Dir(path.Dir(file)) == store.FilesDir },
		"attachment's folder":     func(file string) bool { return path.Dir(file) == store.FilesDir },
		"folder of those folders": func(file string) bool { return file == store.FilesDir },
	} {
		lost := 0
		run(drillSize("DRILL_CONTROLS", 3, 20), len(events)*7/8, unsynced, func(_ string, _ []written, _ []string, err error) {
			if err != nil {
				lost++
			}
		})
		if lost == 0 {
			t.Errorf("without any sync of the %s nothing is lost: these images are no power cuts", what)
		}
	}
	report(t, "power: %d images of %d writes, %d of them with a file, and %d syncs, %d answered writes looked for, %d images with a loss or damage, at most %d files without a row", images, len(log.all), len(files.all), syncs, checked, bad, most)
	if !t.Failed() {
		sweptLater(t, left, filepath.Join(dir, auth.KeyFile))
	}
}

// recorded is the command that runs a program and records what it does to its disk.
func recorded(trace string) []string {
	return []string{"strace", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "1000000", "-e", powerCalls, "-e", "signal=none", "-o", trace}
}

// endRecorded kills the program itself: strace then exits by itself, with complete output.
func (n *network) endRecorded() {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", n.cmd.Process.Pid, n.cmd.Process.Pid))
	id, _, _ := strings.Cut(string(b), " ")
	if pid, _ := strconv.Atoi(id); pid > 0 {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// lost is an error if a database lacks any of the answered writes.
func lost(db *sql.DB, answered []written) error {
	for _, w := range answered {
		var there int
		if err := db.QueryRow(w.query, w.args...).Scan(&there); err != nil || there != 1 {
			return fmt.Errorf("answered, and lost: %s (%d, %v)", w.what, there, err)
		}
	}
	return nil
}

// lookAt returns an error if a folder lacks an answered write or is not intact, and the attachments in
// it that no row refers to.
func lookAt(t *testing.T, dir string, answered []written) (orphans []string, err error) {
	t.Helper()
	st, err := soundData(t, dir)
	if err != nil {
		return nil, err
	}
	if _, err := soundIndex(t, dir); err != nil {
		return nil, err
	}
	db := openCopy(t, st)
	defer func() { _, _ = db.Close(), st.Close() }()
	defer os.RemoveAll(st.Dir())
	if err := lost(db, answered); err != nil {
		return nil, err
	}
	for _, file := range glob(t, dir, store.FilesDir+"/*/*") {
		name, err := filepath.Rel(filepath.Join(dir, store.FilesDir), file)
		if err != nil {
			return nil, err
		}
		var there int
		if err := db.QueryRow("SELECT count(*) FROM file WHERE path = ?", filepath.ToSlash(name)).Scan(&there); err != nil {
			return nil, err
		}
		if there == 0 {
			orphans = append(orphans, file)
		}
	}
	return orphans, wholeFiles(db, dir)
}

// sweptLater starts the program on a disk after a power cut and lets it clean up a day later: files
// without a row, and one more that is torn, are deleted, and files with a row stay unchanged.
func sweptLater(t *testing.T, dir, key string) {
	t.Helper()
	b, err := os.ReadFile(key)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, auth.KeyFile), b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	files := glob(t, dir, store.FilesDir+"/*/*")
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	torn := filepath.Join(filepath.Dir(files[0]), auth.NewSecret())
	if err := os.WriteFile(torn, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(ahead - 25*time.Hour) // by the program's clock
	for _, file := range append(files, torn) {
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
	n := serveDrill(t, dir)
	office := signInConsole(t, n.base)
	runs := office.call("GET", "GetJobRunList?name=retention", "")["allCount"].(float64)
	office.call("POST", "RunJob", `{"name":"retention"}`)
	office.until("GetJobRunList?name=retention", func(v map[string]any) bool {
		return v["allCount"].(float64) > runs && v["runList"].([]any)[0].(map[string]any)["state"] == "done"
	})
	n.kill()
	orphans, err := lookAt(t, dir, nil)
	if err != nil {
		t.Errorf("after the files without a row were swept: %v", err)
	}
	if len(orphans) > 0 {
		t.Errorf("were not swept: %v", orphans)
	}
}

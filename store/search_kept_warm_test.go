package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// warming is a warmer of a database that another store writes.
type warming struct {
	*IndexWarmer
	t    *testing.T
	path string // of the database
}

func newWarming(t *testing.T, s *Store) *warming {
	t.Helper()
	w, err := NewIndexWarmer(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w.atOnce = 7
	w.kept.free = func(string) (uint64, error) { return 1 << 40, nil }
	return &warming{w, t, filepath.Join(s.Dir(), DatabaseFile)}
}

func (w *warming) step() (is Warmth) {
	w.t.Helper()
	if err := ReadFile(w.t.Context(), w.path, time.Now(), func(q *Q) (err error) { is, err = w.Step(q); return err }); err != nil {
		w.t.Fatal(err)
	}
	return is
}

// all reads to the end, does something between two steps, and saves.
func (w *warming) all(between func()) {
	w.t.Helper()
	for w.step() != WarmWhole {
		between()
	}
	if err := w.Save(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// overtaken is a copy of a database's folder as it is now, with the file of the warmer instead of its own.
func (w *warming) overtaken() string {
	w.t.Helper()
	dir := killed(w.t, filepath.Dir(w.path))
	if err := RemoveKeptIndex(dir, ""); err != nil {
		w.t.Fatal(err)
	}
	for _, path := range kept(w.t, w.dir) {
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(path)), b, 0o600)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
	return dir
}

// A file that was made while rows changed, before and behind where it was read, is read by whoever opens the database
// later, and is the index that a build gives.
func TestWarmedIndexIsRead(t *testing.T) {
	s, bank, _ := keptWorld(t)
	save(t, s)
	w := newWarming(t, s)
	run := statements(t, s)
	happen := func() {
		run("UPDATE company SET sales_amount = ?, modified = modified + 1 WHERE seq % 11 = ?", rand.IntN(9), rand.IntN(11))
		run("UPDATE company_details SET name_folded = ? WHERE company_id = (SELECT id FROM company WHERE seq = ?)",
			strings.Repeat("あ", 1+rand.IntN(9)), 1+rand.IntN(40))
		newBuyer(t, s, bank)
	}
	for round := range 4 {
		steps := 0
		w.all(func() { happen(); steps++ })
		if steps < 6 {
			t.Errorf("read in %d steps", steps)
		}
		if info, err := os.Stat(kept(t, w.dir)[0]); err != nil || info.Mode().Perm() != 0o600 {
			t.Error(info.Mode(), err)
		}
		if read, log := isRead(t, w.overtaken(), bank); !read || strings.Contains(log, `"changed since"=0`) {
			t.Error(log)
		}
		happen()
		if is := w.step(); is != WarmSaved {
			t.Errorf("it is at %d and was saved", is)
		}
		if read, log := isRead(t, w.overtaken(), bank); !read {
			t.Error(log)
		}
		save(t, s) // under another key, and the log ends
		if read, log := isRead(t, w.overtaken(), bank); read {
			t.Errorf("round %d: the file of another key is read\n%s", round, log)
		}
		if is := w.step(); is != WarmPartly || len(kept(t, w.dir)) > 0 {
			t.Errorf("it is at %d, and %q are there", is, kept(t, w.dir))
		}
	}
}

// What was made of one history is not read by another that has the same key: a database that was restored, or that lost
// its last moments and went on with others.
func TestWarmedIndexOfAnotherHistory(t *testing.T) {
	s, bank, _ := keptWorld(t)
	save(t, s)
	newBuyer(t, s, bank)
	fork := killed(t, s.Dir())
	run := statements(t, s)
	w := newWarming(t, s)
	for i := 0; w.step() == WarmPartly && i < 2; i++ {
		run("UPDATE company SET sales_amount = 8 WHERE seq = 3")
	}
	// The rows that were read have what the fork has not.
	w.path = filepath.Join(fork, DatabaseFile)
	if w.step(); w.noun != 0 || w.after > uint32(w.atOnce) {
		t.Error("it goes on with rows of another history")
	}
	w.path = filepath.Join(s.Dir(), DatabaseFile)
	w.all(func() { run("UPDATE company SET sales_amount = 7 WHERE seq = 3") })
	run("UPDATE company SET sales_amount = 7 WHERE seq = 3")
	if read, log := isRead(t, w.overtaken(), bank); !read {
		t.Error(log)
	}
	for _, after := range []string{"", "UPDATE company SET sales_amount = 5 WHERE seq IN (1, 2)"} {
		dir := killed(t, fork)
		if after != "" { // as many commits, of other rows
			other, _ := openKept(t, dir)
			for range 40 {
				statements(t, other)(after)
			}
			dir = killed(t, dir)
		}
		w.path = filepath.Join(dir, DatabaseFile)
		if read, log := isRead(t, w.overtaken(), bank); read || !strings.Contains(log, errOtherMoment.Error()) {
			t.Errorf("after %q: the file of another history is read\n%s", after, log)
		}
	}
	if is := w.step(); is != WarmPartly || len(kept(t, w.dir)) > 0 {
		t.Errorf("it is at %d, and %q are there", is, kept(t, w.dir))
	}
}

// A warmer that is killed, stopped, or finds the disk full leaves nothing that is read wrongly, and goes on afterwards.
func TestWarmerIsInterrupted(t *testing.T) {
	s, bank, _ := keptWorld(t)
	save(t, s)
	newBuyer(t, s, bank)
	w := newWarming(t, s)
	images := map[string]string{}
	w.kept.step = func(name string) { images[name] = w.overtaken() }
	w.all(func() {})
	for name, want := range map[string]bool{"begun": false, "written": false, "renamed": true} {
		if read, log := isRead(t, images[name], bank); read != want {
			t.Errorf("killed after %s: read is %v\n%s", name, read, log)
		}
	}
	b, err := os.ReadFile(kept(t, w.dir)[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(b); i += max(1, len(b)/9) {
		dir := w.overtaken()
		b[i] ^= 16
		if err := os.WriteFile(kept(t, dir)[0], b, 0o600); err != nil {
			t.Fatal(err)
		}
		b[i] ^= 16
		if read, log := isRead(t, dir, bank); read {
			t.Errorf("byte %d is another, and it is read\n%s", i, log)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	for what, set := range map[string]func(){
		"stopped": func() { w.kept.step = func(string) { stop() } },
		"full":    func() { w.kept.free = func(string) (uint64, error) { return leastFree - 1, nil } },
	} {
		save(t, s)
		for w.step() != WarmWhole {
		}
		set()
		if err := w.Save(ctx); err == nil || !errors.Is(err, map[string]error{"stopped": context.Canceled, "full": errNoRoom}[what]) {
			t.Errorf("%s: %v", what, err)
		}
		entries, err := os.ReadDir(w.dir)
		if err != nil || len(entries) > 0 {
			t.Errorf("%s: %v is left, %v", what, entries, err)
		}
		w.kept.step, w.kept.free = func(string) {}, func(string) (uint64, error) { return 1 << 40, nil }
		w.all(func() {})
		if read, log := isRead(t, w.overtaken(), bank); !read {
			t.Errorf("after %s: %s", what, log)
		}
		ctx, stop = context.WithCancel(t.Context())
	}
	stop()
}

// Nothing is made where the database names no file, or has another schema than this program.
func TestWarmerHasNothingToDo(t *testing.T) {
	s, bank, _ := keptWorld(t)
	w := newWarming(t, s)
	if is := w.step(); is != WarmNothing {
		t.Errorf("without a file it is at %d", is)
	}
	save(t, s)
	w.all(func() {})
	run := statements(t, s)
	for _, change := range [][2]string{
		{"INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)",
			"DELETE FROM goose_db_version WHERE version_id = 99999"},
		{"UPDATE goose_db_version SET is_applied = 0 WHERE version_id = 1",
			"UPDATE goose_db_version SET is_applied = 1 WHERE version_id = 1"},
	} {
		run(change[0])
		if is := w.step(); is != WarmNothing || len(kept(t, w.dir)) > 0 {
			t.Errorf("%s: it is at %d with %q", change[0], is, kept(t, w.dir))
		}
		run(change[1])
		w.all(func() {})
	}
	if read, log := isRead(t, w.overtaken(), bank); !read {
		t.Error(log)
	}
}

// Where another machine follows, the end names no file of the last moment, and the file that was made there is read.
func TestFollowedStoreLeavesTheFile(t *testing.T) {
	s, bank, _ := keptWorld(t)
	save(t, s)
	w := newWarming(t, s)
	w.all(func() {})
	for _, isFollowed := range []bool{true, false} {
		dir := killed(t, s.Dir())
		other, _ := openKept(t, dir)
		other.search.kept.isFollowed = isFollowed
		newBuyer(t, other, bank)
		other.search.kept.mu.Lock()
		other.search.kept.rows = saveAtEnd
		other.search.kept.mu.Unlock()
		if err := other.Close(); err != nil {
			t.Fatal(err)
		}
		w.path = filepath.Join(dir, DatabaseFile)
		if read, log := isRead(t, w.overtaken(), bank); read != isFollowed {
			t.Errorf("followed is %v: read is %v\n%s", isFollowed, read, log)
		}
	}
}

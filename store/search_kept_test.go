package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// keptWorld is a store with some rows of each kind, whose index is saved however small it is, and its log.
func keptWorld(t *testing.T) (s *Store, bank string, log *bytes.Buffer) {
	t.Helper()
	s, log = openKept(t, t.TempDir())
	i := &Institution{Name: "試験銀行", Status: 1}
	if err := s.Write(t.Context(), func(tx *Tx) error { return tx.CreateInstitution(i, "") }); err != nil {
		t.Fatal(err)
	}
	for n := range 40 {
		c := &Company{Kind: []int{Buyer, Seller}[n%2], InstitutionID: i.ID, Status: 1, SalesAmount: n % 7,
			IndustryTypes: []string{"A01", "B05"}[:n%3]}
		if err := s.Write(t.Context(), func(tx *Tx) error {
			if err := tx.CreateCompany(c, ""); err != nil {
				return err
			}
			_, err := tx.exec("UPDATE company_details SET name_folded = ? WHERE company_id = ?", fmt.Sprintf("かいしゃ%02d", n*17%40), c.ID)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	return s, i.ID, log
}

func openKept(t *testing.T, dir string) (*Store, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	s, err := Open(t.Context(), dir, Options{KeepFrom: 1, Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	s.search.kept.ends = time.Hour // long enough on any machine
	t.Cleanup(func() { s.Close() })
	if err := s.IndexReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, log
}

// killed is a copy of a folder as a process leaves it that is killed now.
func killed(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	for _, pattern := range []string{DatabaseFile, DatabaseFile + "-wal", indexFile + "*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if errors.Is(err, fs.ErrNotExist) { // what was being saved has its name meanwhile
				continue
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(to, filepath.Base(name)), b, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return to
}

func save(t *testing.T, s *Store) {
	t.Helper()
	if err := s.saveIndex(t.Context(), false); err != nil {
		t.Fatal(err)
	}
}

// isRead opens a folder and says whether its index was read from the file, and with how many changes since. In
// both cases the index must equal one built from the database, and later writes must reach it.
func isRead(t *testing.T, dir, bank string) (read bool, log string) {
	t.Helper()
	s, buffer := openKept(t, dir)
	same(t, s, bank)
	newBuyer(t, s, bank)
	same(t, s, bank)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	log = buffer.String()
	if read = strings.Contains(log, "search index read"); read == strings.Contains(log, "search index built") {
		t.Errorf("read and built, or neither:\n%s", log)
	}
	if files := kept(t, dir); len(files) != 1 || strings.HasSuffix(files[0], keptExtension) {
		t.Errorf("kept are %q", files)
	}
	return read, log
}

// same compares the index of a store with what plain SQL finds.
func same(t *testing.T, s *Store, bank string) {
	t.Helper()
	if err := s.Read(t.Context(), func(q *Q) error {
		if has, err := q.HasIndex(); err != nil || !has {
			t.Error("the index does not stand", err)
		}
		for _, kind := range []int{Buyer, Seller} {
			for _, sort := range []string{"", "companyName", "modified", "salesAmount"} {
				search := &CompanySearch{Kind: kind, Sort: sort, Limit: 1000, IsOwn: true}
				rows, n, err := q.SearchCompanies(Viewer{InstitutionID: bank}, search)
				if err != nil {
					return err
				}
				plain, m, err := q.Plain().SearchCompanies(Viewer{InstitutionID: bank}, search)
				if err != nil {
					return err
				}
				if n == 0 || n != m || !reflect.DeepEqual(rows, plain) {
					t.Errorf("%+v: the index finds %d, SQL %d", search, n, m)
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func kept(t *testing.T, dir string) []string {
	t.Helper()
	files, err := keptFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(path string) bool { return strings.HasSuffix(path, tapeExtension) })
}

// A start reads what was saved at the last shutdown, with what was written since: after an orderly shutdown,
// and after a kill.
func TestKeptIndexIsRead(t *testing.T) {
	s, bank, _ := keptWorld(t)
	save(t, s)
	if read, log := isRead(t, killed(t, s.Dir()), bank); !read || !strings.Contains(log, `"changed since"=0`) {
		t.Error(log)
	}
	info, err := os.Stat(kept(t, s.Dir())[0])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	var gone string
	if err := s.Read(t.Context(), func(q *Q) error {
		return q.scan1([]any{&gone}, "SELECT id FROM company LIMIT 1")
	}); err != nil {
		t.Fatal(err)
	}
	statements(t, s)("UPDATE company SET sales_amount = 3 WHERE id = ?", gone)
	newBuyer(t, s, bank)
	if read, log := isRead(t, killed(t, s.Dir()), bank); !read || !strings.Contains(log, `"changed since"=2`) {
		t.Error(log)
	}
	save(t, s)
	if read, log := isRead(t, killed(t, s.Dir()), bank); !read || !strings.Contains(log, `"changed since"=0`) {
		t.Error(log)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 3 { // each start writes one row
		if read, log := isRead(t, s.Dir(), bank); !read {
			t.Error(log)
		}
	}
	s, _ = openKept(t, s.Dir())
	statements(t, s)("DELETE FROM company WHERE id = ?", gone) // the index cannot follow a deleted row
	dir := killed(t, s.Dir())
	if read, log := isRead(t, dir, bank); read || !strings.Contains(log, "gone") {
		t.Error(log)
	}
	if read, log := isRead(t, dir, bank); !read { // the index that was built is saved again
		t.Error(log)
	}
}

// A process that is killed while saving loses what was not saved, and never gives a wrong answer.
func TestKilledWhileSaving(t *testing.T) {
	for _, round := range []string{"first", "second"} {
		s, bank, _ := keptWorld(t)
		if round == "second" {
			save(t, s)
			newBuyer(t, s, bank)
		}
		images := map[string]string{}
		var steps []string
		s.search.kept.step = func(name string) {
			steps = append(steps, name)
			images[name] = killed(t, s.Dir())
		}
		save(t, s)
		if want := []string{"logging", "begun", "written", "renamed", "kept", "named", "alone", "trimmed"}; !slices.Equal(steps, want) {
			t.Fatalf("%q", steps)
		}
		s.search.kept.step = func(string) {}
		for i, name := range steps {
			want := round == "second" || i >= slices.Index(steps, "named")
			if read, log := isRead(t, images[name], bank); read != want {
				t.Errorf("%s save, killed after %s: read is %v\n%s", round, name, read, log)
			}
		}
	}
}

// The index is right for any file: one that is truncated, damaged, of another database, another moment or
// another program is deleted, and as with a missing file the index is built.
func TestWrongFilesAreBuiltAnew(t *testing.T) {
	s, bank, _ := keptWorld(t)
	save(t, s)
	older := killed(t, s.Dir())
	newBuyer(t, s, bank)
	save(t, s)
	other, _, _ := keptWorld(t)
	save(t, other)
	read := func(path string) []byte {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	whole := read(kept(t, s.Dir())[0])
	flipped, layout := slices.Clone(whole), slices.Clone(whole)
	flipped[len(flipped)*2/3] ^= 4
	layout[len(indexMagic)+7] ^= 1
	for name, b := range map[string][]byte{
		"cut": whole[:len(whole)/2], "empty": nil, "longer": append(slices.Clone(whole), 0), "flipped": flipped, "other program": layout,
		"other database": read(kept(t, other.Dir())[0]), "older": read(kept(t, older)[0]), "gone": nil,
	} {
		dir := killed(t, s.Dir())
		path := kept(t, dir)[0]
		err := os.WriteFile(path, b, 0o600)
		if name == "gone" {
			err = os.Remove(path)
		}
		if err != nil {
			t.Fatal(err)
		}
		if read, log := isRead(t, dir, bank); read {
			t.Errorf("%s is read\n%s", name, log)
		}
		if now := kept(t, dir); now[0] == path {
			t.Errorf("%s is still there", name)
		}
		if read, log := isRead(t, dir, bank); !read {
			t.Errorf("after %s the new one is not read\n%s", name, log)
		}
	}
	// A backup restored beside a newer file continues from its own moment.
	if err := os.WriteFile(filepath.Join(older, filepath.Base(kept(t, s.Dir())[0])), whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if read, log := isRead(t, older, bank); !read {
		t.Error(log)
	}
}

// A process that writes without an index makes the file invalid with its first write; one that only
// reads does not.
func TestWriterWithoutIndexEndsTheFile(t *testing.T) {
	s, bank, _ := keptWorld(t)
	save(t, s)
	for _, what := range []string{"reads", "fails", "writes"} {
		dir := killed(t, s.Dir())
		quiet, err := Open(t.Context(), dir, Options{NoIndex: true})
		if err != nil {
			t.Fatal(err)
		}
		switch what {
		case "reads":
			err = quiet.Read(t.Context(), func(q *Q) error { return q.Integrity() })
		case "fails":
			if err = quiet.Write(t.Context(), func(*Tx) error { return ErrStale }); errors.Is(err, ErrStale) {
				err = nil
			}
		default:
			newBuyer(t, quiet, bank)
			if files := kept(t, dir); len(files) > 0 {
				t.Errorf("kept are %q", files)
			}
		}
		if err := errors.Join(err, quiet.Close()); err != nil {
			t.Fatal(err)
		}
		if read, log := isRead(t, dir, bank); read == (what == "writes") {
			t.Errorf("%s: read is %v\n%s", what, read, log)
		}
	}
}

// If the file cannot be written, the log stays bounded and no partial file remains.
func TestIndexThatCannotBeSaved(t *testing.T) {
	s, bank, _ := keptWorld(t)
	k := s.search.kept
	save(t, s)
	full := func() {
		t.Helper()
		if err := s.saveIndex(t.Context(), false); err == nil {
			t.Error("saved on a full disk")
		}
		if files := kept(t, s.Dir()); len(files) > 1 {
			t.Errorf("kept are %q", files)
		}
	}
	newBuyer(t, s, bank)
	k.free = func(string) (uint64, error) { return leastFree - 1, nil }
	full()
	if read, log := isRead(t, killed(t, s.Dir()), bank); !read { // the previous file is still valid
		t.Error(log)
	}
	k.most = 3
	for range 4 {
		newBuyer(t, s, bank)
	}
	if n := logged(t, s); n > 0 || k.isLogging {
		t.Errorf("%d rows are logged", n)
	}
	if read, log := isRead(t, killed(t, s.Dir()), bank); read {
		t.Error(log)
	}
	full()
	k.free, k.most = FreeBytes, keptLogMost
	save(t, s)
	newBuyer(t, s, bank)
	if read, log := isRead(t, killed(t, s.Dir()), bank); !read {
		t.Error(log)
	}
	// The log is ended while the file is written, so the file is invalid.
	k.step = func(name string) {
		if name == "written" {
			k.most = 0
			newBuyer(t, s, bank)
		}
	}
	if err := s.saveIndex(t.Context(), false); !errors.Is(err, ErrStale) {
		t.Error(err)
	}
	if files := kept(t, s.Dir()); len(files) > 0 {
		t.Errorf("kept are %q", files)
	}
	k.step = func(string) {}
}

func logged(t *testing.T, s *Store) (n int) {
	t.Helper()
	if err := s.Read(t.Context(), func(q *Q) error { return q.scan1([]any{&n}, "SELECT count(*) FROM search_log") }); err != nil {
		t.Fatal(err)
	}
	return n
}

// When the file is written again: after many changes, when it is a day old, at shutdown.
func TestWhenTheIndexIsSaved(t *testing.T) {
	s, bank, _ := keptWorld(t)
	k := s.search.kept
	save(t, s)
	isOld := func() bool {
		t.Helper()
		is, err := s.keptIsOld(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return is
	}
	clock := time.Now()
	s.clock = func() time.Time { return clock }
	clock = clock.Add(keptAtMost + time.Minute)
	if isOld() {
		t.Error("a file that lacks nothing is old")
	}
	newBuyer(t, s, bank)
	if clock = clock.Add(-2 * time.Hour); isOld() {
		t.Error("a file of yesterday evening is old")
	}
	if clock = clock.Add(2 * time.Hour); !isOld() {
		t.Error("what was written a day ago is not in the file, which is not old")
	}
	before := kept(t, s.Dir())
	k.mu.Lock()
	k.rows = saveAtEnd - 1
	k.mu.Unlock()
	s.saveAtLast()
	if now := kept(t, s.Dir()); !slices.Equal(now, before) {
		t.Error("the end saves what is caught up in no time")
	}
	k.mu.Lock()
	k.rows = saveAtEnd
	k.mu.Unlock()
	s.saveAtLast()
	if now := kept(t, s.Dir()); slices.Equal(now, before) || logged(t, s) > 0 {
		t.Error("the end does not save")
	}
}

package store

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsunagu/store/index"
)

// tapesIn are the paths of the tapes in a folder.
func tapesIn(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, indexFile+"*"+tapeExtension))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// taped is a world with a saved index and commits since, each of which is on its tape.
func taped(t *testing.T) (s *Store, bank string, tape []byte) {
	t.Helper()
	s, bank, _ = keptWorld(t)
	save(t, s)
	buyer := newBuyer(t, s, bank)
	needs := &Needs{ClientID: buyer, Title: "希望", AcquisitionPrice: 2, Status: 1,
		NeedsLists: NeedsLists{AcquisitionIndustry: []string{"A01", "C09"}, AcquisitionRegion: []string{"13"}}}
	if err := s.Write(t.Context(), func(tx *Tx) error { return tx.CreateNeeds(needs, "") }); err != nil {
		t.Fatal(err)
	}
	statements(t, s)("UPDATE company SET sales_amount = 3 WHERE id = ?", buyer)
	tapes := tapesIn(t, s.Dir())
	if len(tapes) != 1 || tapes[0] != kept(t, s.Dir())[0]+tapeExtension {
		t.Fatalf("%q beside %q", tapes, kept(t, s.Dir()))
	}
	tape, err := os.ReadFile(tapes[0])
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(tapes[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	return s, bank, tape
}

// What commits since the save did is read from the tape; what is missing there, or damaged, is looked up, and the
// index is the same.
func TestTapeIsPlayed(t *testing.T) {
	s, bank, tape := taped(t)
	for i := 0; i <= len(tape); i += max(1, len(tape)/12) {
		flipped := slices.Clone(tape)
		flipped[min(i, len(tape)-1)] ^= 8
		for name, b := range map[string][]byte{"cut": tape[:i], "flipped": flipped, "longer": append(slices.Clone(tape), flipped[:i]...)} {
			dir := killed(t, s.Dir())
			if err := os.WriteFile(tapesIn(t, dir)[0], b, 0o600); err != nil {
				t.Fatal(err)
			}
			read, log := isRead(t, dir, bank)
			if isWhole := name == "longer" || len(b) == len(tape) && name == "cut"; !read || isWhole != strings.Contains(log, `"looked up"=0`) {
				t.Errorf("%s at %d:\n%s", name, i, log)
			}
			if read, log = isRead(t, dir, bank); !read { // the tape went on after what was right
				t.Errorf("%s at %d, the second time:\n%s", name, i, log)
			}
		}
	}
}

// A tape with commits of another time than the database's, beside which it was put by hand, is not believed.
func TestTapeOfAnotherTime(t *testing.T) {
	s, bank, _ := keptWorld(t)
	save(t, s)
	before := killed(t, s.Dir())
	for range 3 {
		newBuyer(t, s, bank)
	}
	tape, err := os.ReadFile(tapesIn(t, s.Dir())[0])
	if err == nil {
		err = os.WriteFile(tapesIn(t, before)[0], tape, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	again, _ := openKept(t, before)
	statements(t, again)("UPDATE company SET sales_amount = 5, status = 2 WHERE kind = ?", Seller)
	newBuyer(t, again, bank)
	if read, log := isRead(t, killed(t, before), bank); !read || !strings.Contains(log, `"looked up"=0`) {
		t.Error(log)
	}
}

// A tape ends where it cannot go on, with its log, and with its file.
func TestTapeEnds(t *testing.T) {
	s, bank, _ := taped(t)
	k := s.search.kept
	if err := k.tapes[0].f.Close(); err != nil { // as good as a full disk
		t.Fatal(err)
	}
	newBuyer(t, s, bank)
	if files := tapesIn(t, s.Dir()); len(files) > 0 {
		t.Errorf("%q go on", files)
	}
	if read, log := isRead(t, killed(t, s.Dir()), bank); !read || !strings.Contains(log, `"looked up"=4`) {
		t.Error(log)
	}
	save(t, s)
	k.step = func(name string) {
		if name == "written" {
			newBuyer(t, s, bank) // on the tape of the old file and of the new one
			if files := tapesIn(t, s.Dir()); len(files) != 2 {
				t.Errorf("%q while saving", files)
			}
		}
	}
	save(t, s)
	k.step = func(string) {}
	if read, log := isRead(t, killed(t, s.Dir()), bank); !read || !strings.Contains(log, `"changed since"=1 "looked up"=0`) {
		t.Error(log)
	}
	k.free = func(string) (uint64, error) { return 0, nil }
	if s.saveIndex(t.Context(), false) == nil || len(tapesIn(t, s.Dir())) != 1 {
		t.Errorf("%q after a save that failed", tapesIn(t, s.Dir()))
	}
	k.most = 0
	newBuyer(t, s, bank)
	if files := tapesIn(t, s.Dir()); len(files) > 0 {
		t.Errorf("%q without a log", files)
	}
}

// playAnything plays bytes on a small edition as each part of a tape.
func playAnything(t testing.TB, b []byte) (played int) {
	t.Helper()
	whole := smallKept(t)
	for part := range tableCount + tapeRecords {
		e, err := readEdition(index.NewReader(bytes.NewReader(framed(whole)), int64(len(whole)+16), nil))
		if err != nil {
			t.Fatal(err)
		}
		x := &keptTapeRead{}
		x.parts[part] = string(b)
		if e, err = e.play([]*keptTapeRead{x}); err != nil {
			continue
		}
		played++
		for _, of := range e.tables(allTables) {
			of.Rows().Each(func(slot uint32) { of.Int(0, slot) })
			of.Select()
		}
		e.companies.Rows().Each(func(slot uint32) {
			index.Entries(e.scored.needs.At(slot), scoredColumns, scoredSets, func(string, [][]uint32) {})
		})
	}
	return played
}

// Bytes that no edit recorded never cause a panic.
func TestHostileTapesAreRefused(t *testing.T) {
	_, _, tape := taped(t)
	refused := 0
	for from := 0; from < len(tape); from += 11 {
		for i := from; i < len(tape); i += 37 {
			refused += tableCount + tapeRecords - playAnything(t, tape[from:i])
		}
	}
	if refused < 100 {
		t.Errorf("only %d are refused", refused)
	}
}

// FuzzKeptTape does the same with random bytes.
func FuzzKeptTape(f *testing.F) {
	f.Add([]byte{1, 2, 2, 2, 2, 2, 2, 0})
	f.Add([]byte{0, 3, 1, 3, 1, 0, 2, 4, 6, 1, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6})
	f.Fuzz(func(t *testing.T, b []byte) { playAnything(t, b) })
}

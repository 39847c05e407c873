package store

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tsunagu/store/index"
)

// The file in which the index is kept (search_kept.go says when, and when it may be used). It holds what
// the index does, folded names of companies and titles of listings that nobody has published, so it is
// as confidential as the database: its owner's alone, in no backup, and never older than a day.

// indexFile is what the names of these files in the data folder begin with; a random key follows.
const indexFile = "tsunagu.index-"

// indexMagic is what such a file begins with, then its layout.
const indexMagic = "tsunagu index 1\n"

// layoutSources are the files that decide what a kept index holds and what its bytes mean.
//
//go:embed search_company.go search_company_cards.go search_listing.go search_negotiation.go search_scan.go
//go:embed search_score.go search_kept_file.go search_kept_tape.go search_kept_warm.go visible_index.go
//go:embed index/frame.go index/kept.go index/numbers.go index/order.go index/record.go index/score.go index/set.go
//go:embed index/sliced.go index/table.go index/tape.go
//go:embed master/fold.go words/concept.go words/data.go words/phrase.go words/wide.go words/data/everywhere.tsv
//go:embed words/words.go words/trie.go words/data/groups.tsv
var layoutSources embed.FS

type indexLayout [sha256.Size]byte

// layoutOf tells programs apart whose indexes may differ: by the steps of the schema and by the text of what
// makes the index of the rows. That is more than differ, but nobody has to remember to raise a number.
func layoutOf(sources fs.FS, steps []int64) (l indexLayout, err error) {
	h := sha256.New()
	fmt.Fprintln(h, steps, indexedNegotiation, tellsPrefecture("p"), codeNeedsLiving, codeSideWorking, codeSidePublished)
	for _, dir := range []string{".", "index", "master", "words", "words/data"} {
		entries, err := fs.ReadDir(sources, dir)
		if err != nil {
			return l, err
		}
		for _, e := range entries {
			if e.IsDir() {
				continue
			}
			text, err := fs.ReadFile(sources, strings.TrimPrefix(dir+"/"+e.Name(), "./"))
			if err != nil {
				return l, err
			}
			fmt.Fprintln(h, e.Name(), len(text))
			h.Write(text)
		}
	}
	h.Sum(l[:0])
	return l, nil
}

// thisLayout is that of this program.
func thisLayout() (indexLayout, error) {
	steps, err := migrationVersions()
	if err != nil {
		return indexLayout{}, err
	}
	return layoutOf(layoutSources, steps)
}

// keptFiles are the paths of all kept indexes of a data folder, whole or not.
func keptFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), indexFile) {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out, nil
}

// RemoveKeptIndex takes the kept indexes of a data folder away, with their tapes, but for the one of a key: whoever puts
// another database there leaves none of the one before.
func RemoveKeptIndex(dir, but string) error {
	files, err := keptFiles(dir)
	errs := []error{err}
	for _, path := range files {
		if but == "" || strings.TrimSuffix(filepath.Base(path), tapeExtension) != indexFile+but {
			errs = append(errs, os.Remove(path))
		}
	}
	return errors.Join(errs...)
}

const (
	syncedAtOnce  = 4 << 20   // to sync a whole file at its end would hold up the syncs of commits
	leastFree     = 256 << 20 // of the disk, which is the database's before it is the index's
	longestPause  = 50 * time.Millisecond
	keptExtension = ".part" // while it is written
)

var errNoRoom = errors.New("store: too little room on the disk for the index")

// keptWriter writes a file in small pieces, each on the disk before the next, and where there is time gives
// the processor back between two of them for as long as one took.
type keptWriter struct {
	ctx      context.Context
	f        *os.File
	isCalm   bool
	free     func(dir string) (uint64, error)
	unsynced int
	began    time.Time
}

func (w *keptWriter) Write(b []byte) (n int, err error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	if n, err = w.f.Write(b); err != nil {
		return n, err
	}
	if w.unsynced += n; w.unsynced >= syncedAtOnce {
		w.unsynced = 0
		if err := errors.Join(w.hasRoom(), w.f.Sync()); err != nil {
			return n, err
		}
	}
	if w.isCalm {
		select {
		case <-time.After(min(longestPause, time.Since(w.began))):
		case <-w.ctx.Done():
		}
	}
	w.began = time.Now()
	return n, nil
}

// hasRoom refuses to take the last of the disk.
func (w *keptWriter) hasRoom() error {
	if free, err := w.free(filepath.Dir(w.f.Name())); err == nil && free < leastFree { // not every system tells
		return errNoRoom
	}
	return nil
}

// keptFile is what a file of a key holds.
type keptFile struct {
	e   *edition
	key string
	log heldLog
}

// write puts an edition into its file, on disk when it returns.
func (k *keeper) write(ctx context.Context, dir string, x keptFile, isCalm bool) (err error) {
	layout, err := thisLayout()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, indexFile+x.key)
	f, err := os.OpenFile(path+keptExtension, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}()
	to := &keptWriter{ctx: ctx, f: f, isCalm: isCalm, began: time.Now(), free: k.free}
	if err := to.hasRoom(); err != nil {
		return err
	}
	if _, err := to.Write(append([]byte(indexMagic), layout[:]...)); err != nil {
		return err
	}
	k.step("begun")
	w := index.NewWriter(to, []byte(x.key))
	x.log.write(w)
	x.e.write(w)
	if err := errors.Join(w.Close(), f.Sync()); err != nil {
		return err
	}
	k.step("written")
	if err := f.Close(); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	k.step("renamed")
	return SyncFolder(dir)
}

// Why a kept index cannot be used.
var (
	errNotKept     = errors.New("none is kept")
	errOtherKept   = errors.New("another version of the program has kept it")
	errOtherMoment = errors.New("it is of another moment")
)

// readKept reads the index from the file of a key, and what the database's log has to have.
func readKept(dir, key string, n int64, layout indexLayout) (e *edition, log heldLog, err error) {
	f, err := os.Open(filepath.Join(dir, indexFile+key))
	if errors.Is(err, os.ErrNotExist) {
		return nil, log, errNotKept
	}
	if err != nil {
		return nil, log, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		err = f.Chmod(0o600) // a copy may have widened it
	}
	if err != nil {
		return nil, log, err
	}
	return decodeKept(f, info.Size(), key, n, layout)
}

func decodeKept(from io.Reader, size int64, key string, n int64, layout indexLayout) (e *edition, log heldLog, err error) {
	head := make([]byte, len(indexMagic)+len(layout))
	if _, err := io.ReadFull(from, head); err != nil || string(head[:len(indexMagic)]) != indexMagic {
		return nil, log, index.ErrBroken
	}
	if indexLayout(head[len(indexMagic):]) != layout {
		return nil, log, errOtherKept
	}
	r := index.NewReader(from, size-int64(len(head)), []byte(key))
	log = readHeld(r)
	e, err = readEdition(r)
	if err == nil {
		err = r.Close()
	}
	if err == nil && e.n != n {
		err = errOtherMoment
	}
	if err != nil {
		return nil, log, err
	}
	return e, log, nil
}

// write writes the edition. What was numbered after it was made is written too, which nothing refers to.
func (e *edition) write(w *index.Writer) {
	w.Uint(uint64(e.n))
	for _, t := range e.tables(allTables) {
		t.Write(w)
	}
	e.scored.needValues.write(w)
	e.scored.needs.Write(w)
	e.scored.contentValues.write(w)
	e.scored.contents.Write(w)
}

func readEdition(r *index.Reader) (*edition, error) {
	e := &edition{n: int64(r.Uint())}
	for _, x := range []struct {
		to     **index.Table
		schema *index.Schema
	}{{&e.companies, companySchema}, {&e.listings, listingSchema}, {&e.negotiations, negotiationSchema}} {
		var err error
		if *x.to, err = index.ReadTable(r, x.schema); err != nil {
			return nil, err
		}
	}
	for _, x := range []struct {
		values  **scoredValues
		records **index.Records
	}{{&e.scored.needValues, &e.scored.needs}, {&e.scored.contentValues, &e.scored.contents}} {
		values, counts := readScoredValues(r)
		records, err := index.ReadRecords(r, scoredSets, counts)
		if err != nil {
			return nil, err
		}
		*x.values, *x.records = values, records
	}
	return e, nil
}

func (s *scoredValues) write(w *index.Writer) {
	for _, of := range s.now() {
		w.Uint(uint64(len(of)))
		for _, v := range of {
			w.String(v.text)
			w.Int(v.a)
			w.Int(v.b)
			w.Int(v.c)
		}
	}
}

// readScoredValues reads values with their numbers, and says how many there are in each column.
func readScoredValues(r *index.Reader) (s *scoredValues, counts []int) {
	s = &scoredValues{}
	for column := range s.all {
		s.code[column] = map[scoredValue]uint32{}
		for range r.Count(4) {
			v := scoredValue{text: r.String(), a: r.Int(), b: r.Int(), c: r.Int()}
			if _, ok := s.code[column][v]; ok {
				r.Fail()
			}
			if r.Err() != nil {
				break
			}
			s.code[column][v] = uint32(len(s.all[column]))
			s.all[column] = append(s.all[column], v)
		}
		counts = append(counts, len(s.all[column]))
	}
	return s, counts
}

// newKey is the random name of a file.
func newKey(random io.Reader) (string, error) {
	var b [16]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", err
	}
	return fmt.Sprintf("%016x%016x", binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])), nil
}

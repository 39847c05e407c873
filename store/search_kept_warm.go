package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"tsunagu/store/index"
)

// An IndexWarmer makes the file with the index of a database that another process writes: of a standby's, which is
// brought on page by page. It lies under the key that the database names, so whoever opens the database reads it.
//
// It reads some rows at a time, each time a snapshot of its own, and the database goes on between two. So the file is
// of no moment: each row is as it was at one or another since the number n that the database names. That is enough.
// Every row of which anything has changed since n is in the log, and who reads the file reads all of those again. What
// has to be true is only that the log of the database that reads it goes on from that of the database which was read:
// a copy that was begun anew from another history must not have lost a change. So the file says what the log had when
// the last row was read, and a database whose log has something else takes it for one of another moment.

// heldLog is how far the log went that a file counts on, and what it had from the file's own number to there.
type heldLog struct {
	n   int64
	sum string // "" for nothing
}

func (h heldLog) write(w *index.Writer) {
	w.Uint(uint64(h.n))
	w.String(h.sum)
}

func readHeld(r *index.Reader) heldLog { return heldLog{n: int64(r.Uint()), sum: r.String()} }

// held is what the log has between two numbers, without the first.
func (q *Q) held(after, upTo int64) (heldLog, error) {
	h, rows := sha256.New(), 0
	var n, kind int64
	var id string
	err := q.each(func(r *sql.Rows) error {
		err := r.Scan(&n, &kind, &id)
		rows++
		fmt.Fprintf(h, "%d %d %q\n", n, kind, id)
		return err
	}, "SELECT n, kind, id FROM search_log WHERE n > ? AND n <= ? ORDER BY seq", after, upTo)
	if err != nil || rows == 0 {
		return heldLog{n: upTo}, err
	}
	return heldLog{upTo, hex.EncodeToString(h.Sum(nil))}, nil
}

// IndexWarmer of a data folder. One goroutine uses it.
type IndexWarmer struct {
	dir  string
	kept *keeper

	row    keptRow  // what the database says of the file that is made; no key: nothing is made
	log    heldLog  // of the database when it was last read
	e      *edition // as far as it is read; nil when it is saved
	noun   int      // which of warmedNouns is read
	after  uint32   // the last row of it that was read
	atOnce int      // rows; tests take fewer
}

// NewIndexWarmer begins with nothing: what an earlier process left may be another program's.
func NewIndexWarmer(dir string) (*IndexWarmer, error) {
	return &IndexWarmer{dir: dir, kept: newKeeper(0, false), atOnce: warmedAtOnce}, RemoveKeptIndex(dir, "")
}

// warmedAtOnce are the rows of one step, which takes some hundred milliseconds of a processor.
const warmedAtOnce = 4_000

// Warmth is what a step of an IndexWarmer leaves.
type Warmth int

const (
	WarmNothing Warmth = iota // the database names no file, or is not of this program's schema
	WarmPartly                // there is more to read
	WarmWhole                 // all is read, and can be saved
	WarmSaved                 // the file is there
)

// warmedNouns are the tables of the index, with the ids by which it is told of their rows.
var warmedNouns = []struct {
	noun  noun
	query string
}{
	{nounCompany, "SELECT seq, id FROM company WHERE seq > ? ORDER BY seq LIMIT ?"},
	{nounListing, "SELECT seq, id FROM listing WHERE seq > ? ORDER BY seq LIMIT ?"},
	{nounNegotiation, "SELECT seq, CAST(seq AS TEXT) FROM negotiation WHERE seq > ? ORDER BY seq LIMIT ?"},
}

// Step reads some rows more. Each call may have a later snapshot, or one of another history: then it begins anew.
func (w *IndexWarmer) Step(q *Q) (Warmth, error) {
	row, err := q.kept()
	if err != nil {
		return WarmNothing, err
	}
	schema, err := q.Schema()
	if err != nil {
		return WarmNothing, err
	}
	if row == nil || row.key == "" || schema.IsOlder || schema.IsNewer {
		return WarmNothing, w.begin(keptRow{})
	}
	log, err := q.held(row.n, w.log.n)
	if err == nil && (*row != w.row || log != w.log) {
		err = w.begin(*row)
	}
	if err != nil {
		return WarmNothing, err
	}
	if w.e == nil {
		return WarmSaved, nil
	}
	now, err := q.searchVersion()
	if err == nil {
		w.log, err = q.held(row.n, now)
	}
	if err == nil && w.noun < len(warmedNouns) {
		err = w.read(q)
	}
	if err != nil {
		return WarmNothing, errors.Join(err, w.begin(keptRow{}))
	}
	if w.noun < len(warmedNouns) {
		return WarmPartly, nil
	}
	return WarmWhole, nil
}

// begin begins anew, for the file that a row names.
func (w *IndexWarmer) begin(row keptRow) error {
	w.row, w.log, w.noun, w.after, w.e = row, heldLog{n: row.n}, 0, 0, nil
	if row.key != "" {
		w.e = &edition{n: row.n, companies: index.New(companySchema), listings: index.New(listingSchema),
			negotiations: index.New(negotiationSchema), scored: scored{needValues: &scoredValues{}, contentValues: &scoredValues{},
				needs: &index.Records{}, contents: &index.Records{}}}
	}
	return RemoveKeptIndex(w.dir, "")
}

func (w *IndexWarmer) read(q *Q) error {
	of := warmedNouns[w.noun]
	var rows []Source
	if err := q.each(func(r *sql.Rows) error {
		x := Source{of: of.noun}
		err := r.Scan(&w.after, &x.id)
		rows = append(rows, x)
		return err
	}, of.query, w.after, w.atOnce); err != nil {
		return err
	}
	if len(rows) < w.atOnce { // rows that come after it are in the log
		w.noun, w.after = w.noun+1, 0
	}
	e, err := q.nextEdition(w.e, changesOf(rows), nil)
	w.e = e
	return err
}

// Save puts what was read into the file, calmly. It needs no snapshot. If it fails the next Step begins anew.
func (w *IndexWarmer) Save(ctx context.Context) error {
	err := w.kept.write(ctx, w.dir, keptFile{w.e, w.row.key, w.log}, true)
	if err != nil {
		return errors.Join(err, w.begin(keptRow{}))
	}
	w.e = nil
	return nil
}

package store

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync"

	"tsunagu/store/index"
)

// Beside the file with the index lies its tape: what each commit since did to the index's rows, as the index itself
// was told. To look up the rows of 20,000 logged changes takes some ten thousand reads in a dozen trees, which is eight
// seconds from a cold disk; the tape is one file of a few megabytes that is read from its beginning to its end.
//
// The log in the database stays what is true. The tape is written after the commit and never synced; what it lacks, or
// holds damaged, is looked up as if there were none. It only grows while its file is the one that the database names,
// or is going to be, and a start cuts off what is not of commits of this database. Names stand in it, as in the file.

const (
	tapeExtension = ".tape"
	tapeMost      = 64 << 20 // bytes; a log of as many rows as it may have takes half of that
	tapeHead      = 8        // of each commit's part: its length and checksum
)

// keptTape is what one commit did to the index.
type keptTape struct {
	n       int64
	tables  [tableCount][]byte
	records [tapeRecords][]byte
}

// The records of a keptTape.
const (
	tapeNeeds = iota
	tapeContents
	tapeRecords
)

// record has an edit of a table recorded; without a tape nothing is.
func (on *keptTape) record(e *index.Edit, of table) {
	if on != nil {
		e.Record(&on.tables[of.index()])
	}
}

// What stands on the tape of records: one of these and the slot; with an entry, its values.
const (
	tapeRow = iota // a row, whose entries follow
	tapeEntry
)

func (on *keptTape) row(of int, slot uint32) {
	if on != nil {
		on.records[of] = binary.AppendUvarint(append(on.records[of], tapeRow), uint64(slot))
	}
}

func (on *keptTape) entry(of int, slot uint32, e *scoredEntry) {
	if on != nil {
		on.records[of] = append(binary.AppendUvarint(append(on.records[of], tapeEntry), uint64(slot)), e.told...)
	}
}

// tell encodes the values of an entry themselves: their numbers are of this process, and the next one counts anew.
func (e *scoredEntry) tell() {
	e.told = e.told[:0]
	all := e.values.now()
	for column, codes := range e.codes {
		if column < scoredSets {
			e.told = binary.AppendUvarint(e.told, uint64(len(codes)))
		}
		for _, code := range codes {
			v := &all[column][code]
			e.told = index.AppendTape(e.told, []byte(v.text))
			for _, n := range []int64{v.a, v.b, v.c} {
				e.told = binary.AppendVarint(e.told, n)
			}
		}
	}
}

// play does to records what stands on tapes, each row as the last one has it, if it is a row of the table.
func (v *scoredValues) play(r *index.Records, tapes []string, rows *index.Set) (*index.Records, error) {
	last := map[uint32]int{}
	edit, entry := r.Edit(), &scoredEntry{values: v}
	for _, isSecond := range []bool{false, true} {
		for i, tape := range tapes {
			for t := index.NewTapeReader(tape); t.More(); {
				what, slot := t.Byte(), t.Slot()
				switch {
				case what == tapeRow && !isSecond:
					last[slot] = i
				case what == tapeRow && last[slot] == i:
					edit.Put(slot)
				case what == tapeEntry:
					entry.read(t)
				}
				if at, ok := last[slot]; t.IsBroken || what > tapeEntry || !ok || !rows.Has(slot) {
					return nil, index.ErrBroken
				} else if what == tapeEntry {
					if bytes := entry.take(); isSecond && at == i {
						edit.Add(slot, bytes)
					}
				}
			}
		}
	}
	return edit.Done(), nil
}

// read reads what tell wrote.
func (e *scoredEntry) read(t *index.TapeReader) {
	for column := range e.codes {
		n := uint64(1)
		if column < scoredSets {
			n = t.Uint()
		}
		for ; n > 0 && !t.IsBroken; n-- {
			if v := (scoredValue{text: t.Text(), a: t.Int(), b: t.Int(), c: t.Int()}); !t.IsBroken {
				e.add(column, v)
			}
		}
	}
}

// play is the edition after the commits of tapes.
func (e *edition) play(tapes []*keptTapeRead) (*edition, error) {
	next := *e
	errs := make([]error, tableCount)
	var group sync.WaitGroup
	for i, of := range []**index.Table{&next.companies, &next.listings, &next.negotiations} {
		group.Go(func() {
			parts := make([]string, len(tapes))
			for k, tape := range tapes {
				parts[k] = tape.parts[i]
			}
			*of, errs[i] = (*of).Play(parts)
		})
	}
	group.Wait()
	for i, of := range []**index.Records{&next.scored.needs, &next.scored.contents} {
		parts := make([]string, len(tapes))
		for k, tape := range tapes {
			parts[k] = tape.parts[tableCount+i]
		}
		if err := errors.Join(errs...); err != nil {
			return nil, err
		}
		var err error
		*of, err = []*scoredValues{e.scored.needValues, e.scored.contentValues}[i].play(*of, parts, next.table(1<<i).Rows())
		errs = append(errs, err)
	}
	return &next, errors.Join(errs...)
}

// playTape is the edition of a file after what stands on its tape of the commits since, which it takes out of those, and
// how many bytes of the tape are of these commits. A tape that cannot be played is none.
func (e *edition) playTape(dir string, file *keptRow, since map[int64][]Source) (*edition, int64) {
	last, end := int64(0), int64(0)
	var tapes []*keptTapeRead
	for _, x := range readTape(dir, file.key, func(n int64) bool {
		is := n > last && (n <= file.n || len(since[n]) > 0)
		last = n
		return is
	}) {
		if end = x.end; x.n > file.n {
			tapes = append(tapes, x)
		}
	}
	next, err := e.play(tapes)
	if err != nil {
		return e, 0
	}
	for _, x := range tapes {
		delete(since, x.n)
	}
	return next, end
}

// bytes are a commit's part of the tape of a key.
func (on *keptTape) bytes(key string) []byte {
	out := binary.AppendUvarint(make([]byte, tapeHead), uint64(on.n))
	for _, part := range on.tables {
		out = index.AppendTape(out, part)
	}
	for _, part := range on.records {
		out = index.AppendTape(out, part)
	}
	binary.LittleEndian.PutUint32(out, uint32(len(out)-tapeHead))
	binary.LittleEndian.PutUint32(out[4:], tapeChecksum(key, out[tapeHead:]))
	return out
}

func tapeChecksum(key string, part []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum([]byte(key), table), table, part)
}

// keptTapeRead is a commit's part of the tape, and where it ends.
type keptTapeRead struct {
	n     int64
	parts [tableCount + tapeRecords]string
	end   int64
}

// readTape reads the tape of a key up to what is not whole, or is not the next of the commits.
func readTape(dir, key string, isNext func(n int64) bool) (out []*keptTapeRead) {
	all, err := os.ReadFile(filepath.Join(dir, indexFile+key+tapeExtension))
	if err != nil || len(all) > tapeMost {
		return nil
	}
	for left, end := all, int64(0); len(left) >= tapeHead; {
		length := binary.LittleEndian.Uint32(left)
		if uint64(length) > uint64(len(left)-tapeHead) {
			break
		}
		part := left[tapeHead : tapeHead+length]
		left, end = left[tapeHead+length:], end+tapeHead+int64(length)
		if binary.LittleEndian.Uint32(all[end-int64(length)-4:]) != tapeChecksum(key, part) {
			break
		}
		r := index.NewTapeReader(string(part))
		x := &keptTapeRead{n: int64(r.Uint()), end: end}
		for i := range x.parts {
			x.parts[i] = r.Text()
		}
		if r.IsBroken || r.More() || !isNext(x.n) {
			break
		}
		out = append(out, x)
	}
	return out
}

// tapeFile is a tape that is being written.
type tapeFile struct {
	f    *os.File
	key  string
	size int64
}

// beginTape begins the tape of a key, or goes on with it after so many bytes. What cannot be gone on with must be
// away: commits to come could have the numbers of others on it.
func (k *keeper) beginTape(dir, key string, after int64) error {
	path := filepath.Join(dir, indexFile+key+tapeExtension)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		if err = errors.Join(f.Chmod(0o600), f.Truncate(after)); err == nil {
			_, err = f.Seek(after, 0)
		}
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}
	if err != nil {
		if gone := os.Remove(path); gone != nil && !errors.Is(gone, os.ErrNotExist) {
			return errors.Join(err, gone)
		}
		return nil // there is none then
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tapes = append(k.tapes, &tapeFile{f, key, after})
	return nil
}

// endTapes ends tapes of which a key is, or is not, the given one.
func (k *keeper) endTapes(is func(key string) bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.endTapesOf(func(t *tapeFile) bool { return is(t.key) })
}

func (k *keeper) endTapesOf(is func(*tapeFile) bool) {
	var left []*tapeFile
	for _, t := range k.tapes {
		if !is(t) {
			left = append(left, t)
			continue
		}
		_ = t.f.Close() // a tape that is still there without its index is removed with the other files
		_ = os.Remove(t.f.Name())
	}
	k.tapes = left
}

// closeTapes is for the end of the process: the next one reads them.
func (k *keeper) closeTapes() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, t := range k.tapes {
		_ = t.f.Close()
	}
	k.tapes = nil
}

// record writes what a commit did on all tapes. One that cannot go on ends.
func (k *keeper) record(on *keptTape) {
	if on == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.endTapesOf(func(t *tapeFile) bool {
		part := on.bytes(t.key)
		if t.size += int64(len(part)); t.size > tapeMost {
			return true
		}
		_, err := t.f.Write(part)
		return err != nil
	})
}

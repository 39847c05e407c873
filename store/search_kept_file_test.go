package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tsunagu/store/index"
)

// A file with any byte changed or missing is refused; and reading never takes more memory than the file has
// bytes to fill.
func TestEveryByteOfTheFileCounts(t *testing.T) {
	s, _, _ := keptWorld(t)
	save(t, s)
	path := kept(t, s.Dir())[0]
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	layout, err := thisLayout()
	if err != nil {
		t.Fatal(err)
	}
	key := strings.TrimPrefix(filepath.Base(path), indexFile)
	e := s.search.head
	decode := func(b []byte) (*edition, error) {
		e, _, err := decodeKept(bytes.NewReader(b), int64(len(b)), key, e.n, layout)
		return e, err
	}
	if _, err := decode(whole); err != nil {
		t.Fatal(err)
	}
	step := max(1, len(whole)/4000)
	for i := 0; i < len(whole); i += step {
		b := slices.Clone(whole)
		b[i] ^= 1 << (i % 8)
		if _, err := decode(b); err == nil {
			t.Fatalf("byte %d is another", i)
		}
		if _, err := decode(whole[:i]); err == nil {
			t.Fatalf("cut at %d", i)
		}
	}
	if _, _, err := decodeKept(bytes.NewReader(whole), int64(len(whole)), key, e.n+1, layout); !errors.Is(err, errOtherMoment) {
		t.Error(err)
	}
}

// Programs whose indexes may differ have other layouts.
func TestLayoutTellsPrograms(t *testing.T) {
	a, err := layoutOf(layoutSources, []int64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := layoutOf(layoutSources, []int64{1, 2, 3}); err != nil || a == b {
		t.Error("another step is the same layout", err)
	}
	files := fstest.MapFS{}
	if err := fs.WalkDir(layoutSources, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := layoutSources.ReadFile(path)
		files[path] = &fstest.MapFile{Data: text}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if b, err := layoutOf(files, []int64{1, 2}); err != nil || a != b {
		t.Error("the same sources are another layout", err)
	}
	for path, file := range files {
		whole := file.Data
		file.Data = append([]byte("\n"), whole...)
		if b, err := layoutOf(files, []int64{1, 2}); err != nil || a == b {
			t.Error(path, "is another, and the layout the same", err)
		}
		file.Data = whole
	}
	if len(files) < 10 {
		t.Errorf("%d sources", len(files))
	}
}

// framed are bytes in a frame with their correct checksum, followed by the end.
func framed(b []byte) (out []byte) {
	for i, part := range [][]byte{b, nil} {
		head := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(i)), uint32(len(part)))
		sum := crc32.Checksum(append(head, part...), crc32.MakeTable(crc32.Castagnoli))
		out = append(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, uint32(len(part))), sum), part...)
	}
	return out
}

// smallKept is an edition with a little of everything, as bytes without their frames.
func smallKept(t testing.TB) []byte {
	t.Helper()
	e := &edition{n: 7, companies: index.New(companySchema), listings: index.New(listingSchema), negotiations: index.New(negotiationSchema),
		scored: scored{needs: &index.Records{}, contents: &index.Records{}, needValues: &scoredValues{}, contentValues: &scoredValues{}}}
	edit := e.companies.Edit()
	for slot := uint32(1); slot < 9; slot++ {
		edit.Put(slot, []int64{int64(slot), 300 * int64(slot), 70_000 * int64(slot), 1, 1}, "かいしゃ")
		edit.Add(slot, companyKind, "2")
	}
	e.companies = edit.Done()
	entry := scoredEntry{values: e.scored.needValues}
	entry.add(scoredIndustry, scoredValue{text: "A01"})
	for column := scoredPrice; column < scoredColumns; column++ {
		entry.add(column, scoredValue{a: int64(column)})
	}
	records := e.scored.needs.Edit()
	records.Add(3, entry.take())
	e.scored.needs = records.Done()
	whole := &bytes.Buffer{}
	w := index.NewWriter(whole, nil)
	e.write(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	const head = 8
	return whole.Bytes()[head : whole.Len()-head]
}

// readAnything reads bytes with correct checksums: they are refused, or read and then searched.
func readAnything(b []byte) (isRead bool) {
	from := index.NewReader(bytes.NewReader(framed(b)), int64(len(b)+16), nil)
	e, err := readEdition(from)
	if err != nil || from.Close() != nil {
		return false
	}
	for _, of := range e.tables(allTables) {
		of.Rows().Each(func(slot uint32) { of.Int(0, slot) })
		of.Select()
	}
	e.companies.Rows().Each(func(slot uint32) {
		e.companies.Text(0, slot)
		index.Entries(e.scored.needs.At(slot), scoredColumns, scoredSets, func(string, [][]uint32) {})
	})
	again := e.companies.Edit()
	again.Put(2, make([]int64, companyInts), "")
	again.Done()
	return true
}

// Bytes that no Writer wrote never cause a panic, even with correct checksums.
func TestHostileBytesAreRefused(t *testing.T) {
	whole := smallKept(t)
	if !readAnything(whole) {
		t.Fatal("what was written is not read")
	}
	refused := 0
	for i := 0; i < len(whole); i += 7 { // each seventh byte: most bytes are parts of numbers
		for _, to := range []byte{0, 0x7f, 0xff, whole[i] + 1} {
			b := slices.Clone(whole)
			if b[i] = to; !readAnything(b) {
				refused++
			}
		}
		if readAnything(whole[:i]) {
			t.Fatalf("cut at %d and read", i)
		}
	}
	if refused < 100 {
		t.Errorf("only %d are refused", refused)
	}
}

// FuzzKeptIndex does the same with random bytes.
func FuzzKeptIndex(f *testing.F) {
	f.Add(smallKept(f))
	f.Add([]byte{7, 1, 1, 0, 0, 0})
	f.Fuzz(func(_ *testing.T, b []byte) { readAnything(b) })
}

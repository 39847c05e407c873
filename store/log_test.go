package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// Commits are copied into the database beside the writes, and the log starts from its beginning
// again.
func TestLogIsWrittenBack(t *testing.T) {
	s, bank, _ := memory(t)
	ctx := context.Background()
	file := filepath.Join(s.dir, DatabaseFile)
	size := func(name string) int64 {
		t.Helper()
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	pages := func() (n int64) {
		t.Helper()
		if err := s.Read(ctx, func(q *Q) error { return q.scan1([]any{&n}, "PRAGMA page_count") }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	const pageSize = 4096
	was := pages()
	for range writeBackAfter / 2 {
		newBuyer(t, s, bank)
	}
	if is := pages(); is <= was {
		t.Fatalf("the database has not grown from %d pages", was)
	} else if size(file) >= is*pageSize {
		t.Fatal("the commits stand in the database before they are written back")
	}
	long, err := s.writeBack(ctx)
	if err != nil || long == 0 {
		t.Fatal(long, err)
	}
	// All of the log is in the database now. SQLite itself is asked: reading the live file by other
	// means, in the process that has it open, would release its locks.
	var busy, length, done int
	if err := s.log.db.QueryRow("PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &length, &done); err != nil || busy != 0 || done != length ||
		length != long {
		t.Errorf("busy %d, %d of %d pages, %d before (%v)", busy, done, length, long, err)
	}
	if is := size(file); is != pages()*pageSize {
		t.Errorf("a file of %d bytes for %d pages", is, pages())
	}
	// Copied back completely, the log starts again and does not grow.
	before := size(file + "-wal")
	for range 20 {
		newBuyer(t, s, bank)
		if _, err := s.writeBack(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if is := size(file + "-wal"); is > before {
		t.Errorf("the log has grown from %d to %d bytes", before, is)
	}
}

package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// What was committed comes into the database itself beside the writes, and the log begins anew.
func TestLogIsWrittenBack(t *testing.T) {
	s, bank, _ := memory(t)
	ctx := context.Background()
	file := filepath.Join(s.dir, DatabaseFile)
	size := func() int64 {
		t.Helper()
		info, err := os.Stat(file + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	for range writeBackAfter / 2 {
		newBuyer(t, s, bank)
	}
	pages, err := s.writeBack(ctx)
	if err != nil || pages == 0 {
		t.Fatal(pages, err)
	}
	// The file alone, without its log, holds all of it.
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, DatabaseFile), b, 0o600); err != nil {
		t.Fatal(err)
	}
	alone, err := Open(ctx, dir, Options{NoIndex: true})
	if err != nil {
		t.Fatal(err)
	}
	defer alone.Close()
	var buyers int
	if err := alone.Read(ctx, func(q *Q) error { return q.scan1([]any{&buyers}, "SELECT count(*) FROM company") }); err != nil || buyers != 2+writeBackAfter/2 {
		t.Errorf("%d companies (%v)", buyers, err)
	}
	// Written back to its end, the log begins anew and grows no longer.
	was := size()
	for range 20 {
		newBuyer(t, s, bank)
		if _, err := s.writeBack(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if is := size(); is > was {
		t.Errorf("the log has grown from %d to %d bytes", was, is)
	}
}

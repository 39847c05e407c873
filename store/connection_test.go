package store

import (
	"context"
	"database/sql"
	"testing"
)

// The pragmas of each connection, which decide how safely it writes (trust.md Storage).
func TestConnections(t *testing.T) {
	s, _, _ := memory(t)
	ctx := context.Background()
	reader, err := s.reader.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for name, c := range map[string]interface {
		QueryRowContext(context.Context, string, ...any) *sql.Row
	}{"writer": s.conn, "reader": reader, "log": s.log.db} {
		want := map[string]string{"journal_mode": "wal", "synchronous": "2", "trusted_schema": "0", "busy_timeout": "5000"}
		switch name {
		case "writer":
			want["foreign_keys"], want["query_only"] = "1", "0"
		case "reader":
			delete(want, "synchronous") // this connection writes nothing
			want["query_only"] = "1"
		}
		for pragma, value := range want {
			var is string
			if err := c.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&is); err != nil || is != value {
				t.Errorf("%s: %s is %s, want %s (%v)", name, pragma, is, value, err)
			}
		}
	}
	if _, err := reader.ExecContext(ctx, "PRAGMA query_only = 0"); err != nil {
		t.Fatal(err)
	}
	if _, err := reader.ExecContext(ctx, "DELETE FROM audit"); err == nil {
		t.Error("a reader's file can be written once it says so itself")
	}
	if n := s.writer.Stats().MaxOpenConnections; n != 1 {
		t.Errorf("%d connections may write", n)
	}
}

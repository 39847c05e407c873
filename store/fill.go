package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Fill runs f, which writes very much in many transactions, without the settings that make each
// transaction durable and slow: a commit does not wait for the disk, and the indexes are dropped
// and rebuilt at the end from sorted rows. If it fails, the database is unusable and the caller has
// to delete the folder. With a search index, which has to follow every row, it takes far longer.
func (s *Store) Fill(ctx context.Context, f func() error) (err error) {
	const fast, safe = "PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 32768",
		"PRAGMA synchronous = FULL; PRAGMA cache_size = " + writerCache + "; PRAGMA wal_autocheckpoint = 1000"
	if _, err := s.conn.ExecContext(ctx, fast); err != nil {
		return mapErr(err)
	}
	defer func() {
		_, e := s.conn.ExecContext(context.WithoutCancel(ctx), safe+"; PRAGMA wal_checkpoint(TRUNCATE)")
		err = errors.Join(err, mapErr(e))
	}()
	var again []string
	if err := s.Write(ctx, func(tx *Tx) error {
		var names []string
		// needs_client stays: the words of a company's needs are looked up by it during the writes.
		if err := tx.each(func(r *sql.Rows) error {
			var name, statement string
			err := r.Scan(&name, &statement)
			names, again = append(names, name), append(again, statement)
			return err
		}, "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql NOT LIKE 'CREATE UNIQUE%' AND name <> 'needs_client'"); err != nil {
			return err
		}
		for _, name := range names {
			if _, err := tx.run.ExecContext(ctx, `DROP INDEX "`+name+`"`); err != nil {
				return mapErr(err)
			}
		}
		return nil
	}); err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *Tx) error {
		for _, statement := range append(again, "INSERT INTO listing_words (listing_words) VALUES ('optimize')",
			"INSERT INTO needs_words (needs_words) VALUES ('optimize')") {
			if _, err := tx.run.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("%w in %s", mapErr(err), statement)
			}
		}
		return nil
	})
}

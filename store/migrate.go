package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrateSchema runs the migrations that the database lacks, each in a transaction of its own. Foreign keys are
// off on its connection: a migration that rebuilds a table drops the one that others refer to. The
// references are checked after the last migration.
func migrateSchema(ctx context.Context, dsn string) (err error) {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	sub, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, sub,
		goose.WithAllowOutofOrder(true)) // numbers are assigned in advance: a migration may arrive after a later one
	if err != nil {
		return err
	}
	applied, err := p.Up(ctx)
	if err == nil && len(applied) > 0 {
		err = danglingKeys(ctx, db)
	}
	if errors.Is(mapErr(err), ErrUnavailable) {
		return fmt.Errorf("%w: migrate: %w", ErrFolder, err)
	} else if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// danglingKeys returns an error if a row refers to a row that does not exist.
func danglingKeys(ctx context.Context, db *sql.DB) error {
	var table, parent string
	err := db.QueryRowContext(ctx, `SELECT "table", parent FROM pragma_foreign_key_check`).Scan(&table, &parent)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("a row of %s refers to one that %s does not have", table, parent)
}

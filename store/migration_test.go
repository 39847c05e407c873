package store

import (
	"archive/tar"
	"compress/gzip"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"modernc.org/sqlite"
)

// dyingSteps are the migrations with a call of die(n) before the first statement, and after each.
func dyingSteps(t *testing.T) (steps fstest.MapFS, stops int) {
	t.Helper()
	steps = fstest.MapFS{}
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		die := func() {
			fmt.Fprintf(&out, "SELECT die(%d);\n", stops)
			stops++
		}
		inside := false // inside a statement that contains semicolons
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		for line := range strings.Lines(up) {
			out.WriteString(strings.TrimSuffix(line, "\n") + "\n")
			code, _, _ := strings.Cut(line, "--")
			switch line = strings.TrimSpace(line); {
			case line == "-- +goose Up":
				die()
			case line == "-- +goose StatementBegin":
				inside = true
			case line == "-- +goose StatementEnd":
				inside = false
				die()
			case !inside && strings.HasSuffix(strings.TrimSpace(code), ";"):
				die()
			}
		}
		steps[name] = &fstest.MapFile{Data: []byte(out.String())}
	}
	return steps, stops
}

// upTo returns the migrations up to a version.
func upTo(t *testing.T, version int64) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		number, _, _ := strings.Cut(filepath.Base(name), "_")
		if v, err := strconv.ParseInt(number, 10, 64); err != nil {
			t.Fatal(err)
		} else if v > version {
			continue
		}
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = &fstest.MapFile{Data: text}
	}
	return out
}

// migrate runs the given steps on a folder's database, as Open does.
func migrate(t *testing.T, dir string, steps fs.FS) {
	t.Helper()
	before := migrationFiles
	migrationFiles = steps
	defer func() { migrationFiles = before }()
	if err := migrateSchema(t.Context(), writerDSN(filepath.Join(dir, DatabaseFile))); err != nil {
		t.Fatal(err)
	}
}

// TestCardsOfAnEarlierProgram migrates the database of each released version that has cards: each of them has this program's
// columns, or is due. Another one would be read in vain, and its row from the tables, for good.
func TestCardsOfAnEarlierProgram(t *testing.T) {
	archives, err := filepath.Glob("../testdata/upgrade/*.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, archive := range archives {
		dir, step := t.TempDir(), strings.TrimSuffix(filepath.Base(archive), ".tar.gz")
		path := filepath.Join(dir, DatabaseFile)
		if err := os.WriteFile(path, released(t, step), 0o600); err != nil {
			t.Fatal(err)
		}
		migrate(t, dir, migrationFiles)
		err := ReadFile(t.Context(), path, time.Now(), func(q *Q) error {
			for _, of := range []*cardsOf{companyCards, listingCards, negotiationCards} {
				all, wrong := 0, 0
				if err := q.scan1([]any{&all, &wrong}, "SELECT count(*), coalesce(sum(substr(k.card, 1, ?) <> ?"+of.notDue()+
					"), 0) FROM "+of.table+" k",
					len(of.layout), of.layout); err != nil {
					return err
				}
				if seen += all; wrong > 0 {
					t.Errorf("%s: %d cards of a %s have other columns, and are not due: mark them in the step that adds the columns",
						step, wrong, of.noun)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen == 0 {
		t.Error("no archive has cards")
	}
}

// pictured describes a database: its schema, the number of rows of every table, and its last
// migration's version.
func pictured(t *testing.T, dir string) (version int64, schema string, rows map[string]int) {
	t.Helper()
	rows = map[string]int{}
	err := ReadFile(t.Context(), filepath.Join(dir, DatabaseFile), time.Now(), func(q *Q) error {
		s, err := q.Schema()
		if err != nil {
			return err
		}
		version = s.Version
		lines, err := codes[string](q, "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master ORDER BY type, name")
		if err != nil {
			return err
		}
		schema = strings.Join(lines, "\n")
		tables, err := codes[string](q, "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
		if err != nil {
			return err
		}
		for _, table := range tables {
			n := 0
			if err := q.scan1([]any{&n}, "SELECT count(*) FROM "+table); err != nil {
				return err
			}
			rows[table] = n
		}
		var sound string
		if err := q.scan1([]any{&sound}, "PRAGMA integrity_check"); err != nil {
			return err
		}
		if sound != "ok" {
			return errors.New(sound)
		}
		broken, err := codes[string](q, "SELECT \"table\" FROM pragma_foreign_key_check")
		if err == nil && len(broken) > 0 {
			err = fmt.Errorf("broken keys: %v", broken)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return version, schema, rows
}

// released is a database of a released version, by its last migration.
func released(t *testing.T, step string) []byte {
	t.Helper()
	f, err := os.Open("../testdata/upgrade/" + step + ".tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(h.Name) != DatabaseFile {
			continue
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}

// TestDrillMigration kills the program at every statement of every migration (trust.md G5): the
// database then has the schema of some migration, with all rows, and the next start completes the
// others. With TSUNAGU_DRILL it kills at each statement and then makes all other steps; in make test at each
// tenth and around the end of each migration, in a network of the step before, and then makes that one: the
// next step begins from what is compared here.
func TestDrillMigration(t *testing.T) {
	if at := os.Getenv("TSUNAGU_DIE_AT"); at != "" {
		sqlite.MustRegisterScalarFunction("die", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			if fmt.Sprint(args[0]) == at {
				if p, err := os.FindProcess(os.Getpid()); err == nil {
					_ = p.Kill()
				}
				select {} // wait for the kill signal
			}
			return int64(0), nil
		})
		steps, _ := dyingSteps(t)
		migrate(t, os.Getenv("TSUNAGU_DIE_IN"), steps)
		return
	}
	steps, stops := dyingSteps(t)
	if stops < 140 {
		t.Fatalf("%d statements", stops)
	}
	first := map[int]bool{} // the stop before each step's first statement
	for _, step := range steps {
		_, rest, _ := strings.Cut(string(step.Data), "SELECT die(")
		number, _, _ := strings.Cut(rest, ")")
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		first[n] = true
	}
	versions, err := migrationVersions()
	if err != nil {
		t.Fatal(err)
	}
	killed := 0
	for name, world := range map[string][]byte{"nothing yet": nil, "the first release": released(t, "0001")} {
		lay := func(world []byte) string {
			dir := t.TempDir()
			if world != nil {
				if err := os.WriteFile(filepath.Join(dir, DatabaseFile), world, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			return dir
		}
		// The allowed results: the schema and the rows after each migration; and the network before each.
		schemas, counts := map[int64]string{}, map[int64]map[string]int{}
		before := [][]byte{world}
		for _, v := range versions {
			dir := lay(before[len(before)-1])
			migrate(t, dir, upTo(t, v))
			got, schema, rows := pictured(t, dir)
			if got != v {
				t.Fatalf("%s: step %d leaves version %d", name, v, got)
			}
			schemas[v], counts[v] = schema, rows
			after, err := os.ReadFile(filepath.Join(dir, DatabaseFile))
			if err != nil {
				t.Fatal(err)
			}
			before = append(before, after)
		}
		isDrill := os.Getenv("TSUNAGU_DRILL") != ""
		step := -1 // the one that the statement is of
		seen := map[int64]bool{}
		for n := range stops {
			if first[n] {
				step++
			}
			if !isDrill && n%10 != 0 && !first[n] && !first[n+1] {
				continue
			}
			last, rest := versions[len(versions)-1], fs.FS(migrations)
			dir := lay(world)
			if !isDrill {
				last = versions[step]
				rest = upTo(t, last)
				dir = lay(before[step])
			}
			cmd := exec.Command(os.Args[0], "-test.run=^TestDrillMigration$")
			cmd.Env = append(os.Environ(), "TSUNAGU_DIE_AT="+strconv.Itoa(n), "TSUNAGU_DIE_IN="+dir)
			out, err := cmd.CombinedOutput()
			if err == nil {
				if world == nil {
					t.Errorf("%s: statement %d was not reached", name, n)
				}
				continue // this database has this migration already
			}
			var exit *exec.ExitError
			if !errors.As(err, &exit) || !exit.Sys().(syscall.WaitStatus).Signaled() {
				t.Fatalf("%s, statement %d: %v\n%s", name, n, err, out)
			}
			killed++
			v, schema, rows := pictured(t, dir)
			seen[v] = true
			if v == 0 {
				// Before the first migration there may be the list of migrations, and nothing else.
				delete(rows, "goose_db_version")
				delete(rows, "sqlite_sequence")
				if len(rows) > 0 {
					t.Errorf("%s, statement %d: half of the first step: %v", name, n, rows)
				}
			} else if schema != schemas[v] {
				t.Errorf("%s, statement %d: neither the schema of step %d nor another\n%s", name, n, v, schema)
			} else if !maps.Equal(rows, counts[v]) {
				t.Errorf("%s, statement %d: rows of step %d: %v, want %v", name, n, v, rows, counts[v])
			}
			migrate(t, dir, rest)
			if v, schema, rows := pictured(t, dir); v != last || schema != schemas[last] || !maps.Equal(rows, counts[last]) {
				t.Errorf("%s, statement %d: the next start does not finish: version %d, %v", name, n, v, rows)
			}
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
		if got := slices.Sorted(maps.Keys(seen)); len(got) < len(versions)-1 {
			t.Errorf("%s: killed after the steps %v alone", name, got)
		}
	}
	t.Logf("FIGURE killed %d times at %d statements of %d steps", killed, stops, len(versions))
}

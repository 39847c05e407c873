package app_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// keeps closes the world, so that its index is saved, and opens it again several times: unchanged, and copied
// while it is written to. The index read from the file, brought up to date with what was written since, must find
// what plain SQL finds.
func (w *searchWorld) keeps(dir string) {
	w.T.Helper()
	taped := 0
	for round := range 4 {
		if err := w.App.Store.Close(); err != nil {
			w.T.Fatal(err)
		}
		log := &bytes.Buffer{}
		w.Platform = reopenKeeping(w.Platform, w.T, dir, log)
		if err := w.App.Store.IndexReady(context.Background()); err != nil {
			w.T.Fatal(err)
		}
		w.look()
		for range 20 {
			w.happen()
			w.compare()
		}
		var warmed string
		if round == 2 {
			warmed = w.warms(dir)
		}
		killed := w.T.TempDir()
		if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
			w.T.Fatal(err)
		}
		if warmed != "" {
			err := store.RemoveKeptIndex(killed, "")
			if err == nil {
				err = os.CopyFS(killed, os.DirFS(warmed))
			}
			if err != nil {
				w.T.Fatal(err)
			}
		}
		if err := os.Chmod(filepath.Join(killed, auth.KeyFile), 0o600); err != nil {
			w.T.Fatal(err)
		}
		if round == 1 { // what is not on the tape is looked up
			tapes, err := filepath.Glob(filepath.Join(killed, "tsunagu.index-*.tape"))
			if err != nil || len(tapes) == 0 || os.Remove(tapes[0]) != nil {
				w.T.Fatal(tapes, err)
			}
		}
		alive := w.Platform
		log.Reset()
		w.Platform = reopenKeeping(w.Platform, w.T, killed, log)
		if err := w.App.Store.IndexReady(context.Background()); err != nil {
			w.T.Fatal(err)
		}
		for range 40 {
			w.compare()
		}
		if err := w.App.Store.Close(); err != nil {
			w.T.Fatal(err)
		}
		w.Platform = alive
		w.said += strings.Count(log.String(), "search index read")
		if strings.Contains(log.String(), `"looked up"=0`) {
			taped++
		}
	}
	if w.said < 4 || taped < 2 { // a file that a standby made has none
		w.T.Errorf("an index was read %d times, %d of them with all of its tape", w.said, taped)
	}
}

// warms makes the file with the index as a standby does, while the world is written to, and returns its folder.
func (w *searchWorld) warms(dir string) string {
	w.T.Helper()
	to := w.T.TempDir()
	warmer, err := store.NewIndexWarmer(to)
	for is := store.WarmPartly; err == nil && is != store.WarmWhole; {
		w.happen()
		if err = store.ReadFile(context.Background(), filepath.Join(dir, store.DatabaseFile), w.Clock.Now(), func(q *store.Q) (err error) {
			is, err = warmer.Step(q)
			return err
		}); err == nil && is == store.WarmNothing {
			w.T.Fatal("the database names no file")
		}
	}
	if err == nil {
		w.happen()
		err = warmer.Save(context.Background())
	}
	if err != nil {
		w.T.Fatal(err)
	}
	return to
}

// reopen is a platform on the data in a folder, with the clock of the platform from which it was
// copied.
func reopen(w *apptest.Platform, t testing.TB, dir string) *apptest.Platform {
	return reopenWith(w, t, dir, store.Options{})
}

// reopenKeeping is reopen with an index that is saved on disk.
func reopenKeeping(w *apptest.Platform, t testing.TB, dir string, log io.Writer) *apptest.Platform {
	return reopenWith(w, t, dir, store.Options{KeepFrom: 1, Log: slog.New(slog.NewTextHandler(log, nil))})
}

func reopenWith(w *apptest.Platform, t testing.TB, dir string, o store.Options) *apptest.Platform {
	t.Helper()
	s, clock := openedAt(w, t, dir, o)
	p := platformOn(w, t, s, clock)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		s = nil // a subtest is kept, with what its cleanups know, until all have ended
	})
	return p
}

// openedAt is the store of a folder, on a clock of its own that stands where that of w does.
func openedAt(w *apptest.Platform, t testing.TB, dir string, o store.Options) (*store.Store, *storetest.Clock) {
	t.Helper()
	clock := &storetest.Clock{}
	clock.Add(w.Clock.Now().Sub(storetest.Start))
	o.Clock = clock.Now
	s, err := store.Open(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return s, clock
}

// platformOn is a platform configured as w is, on another store.
func platformOn(w *apptest.Platform, t testing.TB, s *store.Store, clock *storetest.Clock) *apptest.Platform {
	t.Helper()
	keys, err := auth.LoadKeys(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return &apptest.Platform{T: t, App: app.New(web.Config{Store: s, Keys: keys, BaseURL: w.App.BaseURL, MailFrom: w.App.MailFrom,
		FreeCode: w.App.FreeCode, Log: w.App.Log, Render: apptest.TestRender, PasswordCost: apptest.PasswordCost}), Clock: clock}
}

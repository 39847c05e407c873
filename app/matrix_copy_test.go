package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// freeze stores the data folder as it is now, and closes the platform.
func (w *accessWorld) freeze() {
	w.T.Helper()
	dir := w.App.Store.Dir()
	if err := w.App.Store.Close(); err != nil {
		w.T.Fatal(err)
	}
	w.stored(w.T, dir)
}

// stored makes the files of a closed folder the stored world.
func (w *accessWorld) stored(t testing.TB, dir string) {
	t.Helper()
	w.files, w.calm = readFolder(t, dir), &calmCopies{t: t}
	t.Cleanup(w.calm.close)
}

func readFolder(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err == nil && !strings.HasSuffix(name, ".lock") {
			files[name], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func (w *accessWorld) writeFiles(t testing.TB, dir string) {
	t.Helper()
	for name, content := range w.files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// thaw opens a copy of the stored world in a folder of its own.
func (w *accessWorld) thaw(t testing.TB) *apptest.Platform {
	t.Helper()
	dir := t.TempDir()
	w.writeFiles(t, dir)
	return reopen(w.Talks.Marketplace.Banks.Platform, t, dir)
}

// calmCopies are open copies of a stored world in which nothing was written since they were opened: who makes a call
// in one need not open another.
type calmCopies struct {
	t    testing.TB // that they end with
	mu   sync.Mutex
	left []*calmCopy
}

func (c *calmCopies) take() (one *calmCopy) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.left); n > 0 {
		one, c.left[n-1], c.left = c.left[n-1], nil, c.left[:n-1]
	}
	return one
}

func (c *calmCopies) leave(one *calmCopy) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one.t, c.left = c.t, append(c.left, one)
}

func (c *calmCopies) close() {
	for one := c.take(); one != nil; one = c.take() {
		one.close()
	}
}

// calmCopy is an open copy of a stored world, and what tells whether it is still as it was opened.
type calmCopy struct {
	t     testing.TB
	store *store.Store
	clock *storetest.Clock
	watch *sql.DB // one connection, whose data_version changes with every commit of another one
	was   string
	app   *app.App // nil where what it counted in the process must not count for the next
}

func (w *accessWorld) openCalm(t testing.TB) *calmCopy {
	t.Helper()
	dir, err := os.MkdirTemp("", "tsunagu-calm-")
	if err != nil {
		t.Fatal(err)
	}
	w.writeFiles(t, dir)
	c := &calmCopy{t: t}
	c.store, c.clock = openedAt(w.Platform, t, dir, w.options)
	if c.watch, err = sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(dir, store.DatabaseFile))+"?mode=ro"); err != nil {
		t.Fatal(err)
	}
	c.watch.SetMaxOpenConns(1)
	c.was = c.state()
	return c
}

// state changes with every commit, with every file of the data folder, and with the clock.
func (c *calmCopy) state() string {
	c.t.Helper()
	version := 0
	if err := c.watch.QueryRowContext(context.Background(), "PRAGMA data_version").Scan(&version); err != nil {
		c.t.Fatal(err)
	}
	out := fmt.Sprintln(version, c.clock.Now())
	err := filepath.WalkDir(c.store.Dir(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || strings.HasPrefix(d.Name(), store.DatabaseFile) || strings.HasSuffix(d.Name(), ".lock") {
			return err
		}
		info, err := d.Info()
		if err == nil && !d.IsDir() {
			out += fmt.Sprintln(path, info.Size(), info.ModTime())
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return out
}

func (c *calmCopy) close() {
	if err := apptest.ErrorsOf(c.watch.Close(), c.store.Close(), os.RemoveAll(c.store.Dir())); err != nil {
		c.t.Error(err)
	}
}

// visit is the stored world while one call is tested.
type visit struct {
	w  *accessWorld
	t  testing.TB
	at *calmCopy
	p  *apptest.Platform
}

func (w *accessWorld) visit(t testing.TB, c web.Call) *visit {
	v := &visit{w: w, t: t}
	t.Cleanup(func() {
		defer func() { *v = visit{} }() // a subtest is kept, with what its cleanups know, until all have ended
		if !v.isCalm() {
			if v.at != nil {
				v.at.close()
			}
			return
		}
		// Tries are counted in the process: how many a call leaves must not depend on which came before it.
		if op := w.App.OperationOf(c); op == nil || op.Responses["429"] != nil {
			v.at.app = nil
		}
		w.calm.leave(v.at)
	})
	return v
}

func (v *visit) isCalm() bool { return v.at != nil && v.at.state() == v.at.was }

// platform is the stored world, unchanged: the copy of the last time if nothing was written there, or else another
// one.
func (v *visit) platform() *apptest.Platform {
	v.t.Helper()
	if !v.isCalm() {
		if v.at != nil {
			v.at.close()
		}
		if v.at = v.w.calm.take(); v.at == nil {
			v.at = v.w.openCalm(v.t)
		}
		v.at.t = v.t
		if v.at.app == nil {
			v.at.app = platformOn(v.w.Platform, v.t, v.at.store, v.at.clock).App
		}
		v.p = &apptest.Platform{T: v.t, App: v.at.app, Clock: v.at.clock}
	}
	v.p.App.Throttle = web.Throttle{}
	return v.p
}

// A copy is left to the next call only if nothing was written in it: by a call, in a file, or to its clock.
func TestCalmCopies(t *testing.T) {
	w := newAccessWorld(t)
	search := web.Call{Method: "GET", Path: apptest.ListingBase + "SearchSellerBusinessAsync"}
	row := w.object("negotiation", "counterparty before the names")
	var first *app.App
	for _, x := range []struct {
		what   string
		do     func(*apptest.Platform)
		isKept bool
	}{
		{"a search", func(p *apptest.Platform) { (&apptest.Caller{P: p, Token: w.tokens["finA"]}).Get(search.Path).Want(200) }, true},
		{"a refused deed", func(p *apptest.Platform) {
			(&apptest.Caller{P: p, Token: w.tokens["finC"]}).Post(apptest.SayPath,
				map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "質問"}).Want(400)
		}, true},
		{"a message", func(p *apptest.Platform) {
			(&apptest.Caller{P: p, Token: w.tokens["finB"]}).Post(apptest.SayPath,
				map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "質問"}).Want(200)
		}, false},
		{"a file", func(p *apptest.Platform) {
			if err := os.WriteFile(filepath.Join(p.App.Store.Dir(), store.FilesDir, "left"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"the clock", func(p *apptest.Platform) { p.Clock.Add(1) }, false},
	} {
		t.Run(x.what, func(t *testing.T) {
			v := w.visit(t, search)
			p := v.platform()
			if first == nil {
				first = p.App
			}
			if again := v.platform(); again.App != p.App {
				t.Error("where nothing was done another copy is opened")
			}
			x.do(p)
			if again := v.platform(); (again.App == p.App) != x.isKept {
				t.Errorf("the copy is used again: %v", !x.isKept)
			}
		})
		if x.isKept && (len(w.calm.left) != 1 || w.calm.left[0].app != first) {
			t.Errorf("%s: the copy is not left to the next", x.what)
		}
	}
	t.Run("tries that are counted", func(t *testing.T) {
		w.visit(t, web.Call{Method: "POST", Path: web.PlatformDoor.Path}).platform()
	})
	if one := w.calm.take(); one == nil || one.app != nil {
		t.Error("the next call counts on from the tries of another one")
	} else {
		one.close()
	}
}

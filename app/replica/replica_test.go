package replica_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/backup"
	"tsunagu/app/deal"
	"tsunagu/app/replica"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// pair is a platform and what it is copied to: a folder where nothing else is said.
type pair struct {
	*apptest.Platform
	r                    *replica.Replica
	g                    *replica.Gate
	folder               string
	address, credentials string
}

// unhurried: no test waits for a replica that answers.
const unhurried = time.Minute

func newPair(t *testing.T, o replica.Options) *pair {
	t.Helper()
	p := &pair{folder: filepath.Join(t.TempDir(), "copy")}
	p.open(t, o, func(so store.Options) *store.Store { return storetest.NewWith(t, so) })
	return p
}

// open begins to copy a store that make opens.
func (p *pair) open(t *testing.T, o replica.Options, make func(store.Options) *store.Store) {
	t.Helper()
	if o.URL == "" {
		o.URL = "file://" + filepath.ToSlash(p.folder)
	}
	if p.address, p.credentials = o.URL, o.Credentials; o.Patience == 0 {
		o.Patience = unhurried
	}
	if o.Pulse == 0 {
		o.Pulse = 5 * time.Millisecond
	}
	var err error
	if p.r, err = replica.New(o); err != nil {
		t.Fatal(err)
	}
	p.g = replica.Gated(p.r)
	if o.Pair {
		replica.Leased(p.r)
	}
	clock := &storetest.Clock{}
	st := make(store.Options{Clock: clock.Now, Replica: p.r})
	p.Platform = apptest.NewPlatformOn(t, st, clock, web.Config{})
	if err := p.App.BindKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := p.r.Start(t.Context(), st.Dir(), p.App.Keys.Mark()); err != nil {
		t.Fatal(err)
	}
	web.StateOf[replica.Running](p.App.Platform).Replica = p.r
}

// note writes a row under a name.
func (p *pair) note(name string) error {
	return p.App.Store.Write(context.Background(), func(tx *store.Tx) error { return tx.SetSetting("copied-"+name, name, "") })
}

func (p *pair) has(q *store.Q, name string) bool {
	v, err := q.Setting("copied-" + name)
	if err != nil {
		p.T.Fatal(err)
	}
	return v == name
}

// copied looks at the copy as it is now, in a folder of its own.
func (p *pair) copied(look func(q *store.Q, dir string, m *backup.Manifest)) {
	p.T.Helper()
	dir := p.T.TempDir()
	m, err := replica.Fetch(context.Background(), p.address, p.credentials, nil, dir)
	if err != nil {
		p.T.Fatal(err)
	}
	if err := store.ReadFile(context.Background(), filepath.Join(dir, store.DatabaseFile), time.Now(), func(q *store.Q) error {
		look(q, dir, m)
		return nil
	}); err != nil {
		p.T.Fatal(err)
	}
}

// wantFiles fails where a row of the copy has no attachment beside it.
func (p *pair) wantFiles() (rows int) {
	p.T.Helper()
	p.copied(func(q *store.Q, dir string, _ *backup.Manifest) {
		files, err := q.Files()
		if err != nil {
			p.T.Fatal(err)
		}
		for _, f := range files {
			if info, err := os.Stat(filepath.Join(dir, store.FilesDir, f.Path)); err != nil || info.Size() != f.Size {
				p.T.Errorf("a row without its file: %v", err)
			}
		}
		rows = len(files)
	})
	return rows
}

func (p *pair) await(as func(replica.Status) bool) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), unhurried)
	defer cancel()
	if err := p.r.Await(ctx, as); err != nil {
		p.T.Fatalf("%v: %+v", err, p.r.Status())
	}
}

func isLost(s replica.Status) bool     { return !s.Since.IsZero() }
func isThere(s replica.Status) bool    { return s.Since.IsZero() && s.Writes == 0 }
func (p *pair) readyz() apptest.Result { return p.Visitor().Get("/readyz") }

// TestAcknowledgedWritesAreThere: a write that was answered is at the target at that moment, without any close.
func TestAcknowledgedWritesAreThere(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Lost: replica.LostStop})
	for i := range 20 {
		name := fmt.Sprint(i)
		if err := p.note(name); err != nil {
			t.Fatal(err)
		}
		if i%7 == 0 {
			p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
				for j := range i + 1 {
					if !p.has(q, fmt.Sprint(j)) {
						t.Errorf("write %d is acknowledged and not at the target", j)
					}
				}
			})
		}
	}
	p.Attach("of the copy")
	if rows := p.wantFiles(); rows != 1 {
		t.Errorf("%d rows of attachments", rows)
	}
	p.readyz().Want(200).Has(`"replica":"ok"`)
}

// TestWaitersShare: writes of one moment wait for one sending, not each for its own.
func TestWaitersShare(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Lost: replica.LostStop})
	p.await(isThere)
	before := len(slices.DeleteFunc(p.g.Names(), func(n string) bool { return n != "db" }))
	p.g.Shut("db")
	var all sync.WaitGroup
	const writers = 24
	for i := range writers {
		all.Go(func() {
			if err := p.note(fmt.Sprint(i)); err != nil {
				t.Error(err)
			}
		})
	}
	for p.r.Status().Writes < writers { // each commit is made while the first one is on its way
		if err := p.App.Store.Read(t.Context(), func(*store.Q) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	p.g.Open("db")
	all.Wait()
	if sent := len(slices.DeleteFunc(p.g.Names(), func(n string) bool { return n != "db" })) - before; sent > 4 {
		t.Errorf("%d writes of one moment took %d parts of the database", writers, sent)
	}
	p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		for i := range writers {
			if !p.has(q, fmt.Sprint(i)) {
				t.Errorf("write %d is not at the target", i)
			}
		}
	})
}

// TestFileBeforeRow: as long as an attachment is not at the target, no row that names it is there, whoever sends the
// database meanwhile; a row that is gone there takes its attachment with it afterwards.
func TestFileBeforeRow(t *testing.T) {
	p := newPair(t, replica.Options{Waits: false})
	p.await(isThere)
	p.g.Shut("files/")
	path := p.Attach("the attachment")
	if err := p.note("after"); err != nil {
		t.Fatal(err)
	}
	select {
	case name := <-p.g.Waits():
		if name != "files/"+path {
			t.Errorf("first comes %s", name)
		}
	case <-time.After(unhurried):
		t.Fatal("the attachment is not sent")
	}
	p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		if files, err := q.Files(); err != nil || len(files) > 0 || p.has(q, "after") {
			t.Errorf("the rows are there before the file: %d %v", len(files), err)
		}
	})
	p.g.Open("files/")
	p.await(isThere)
	if rows := p.wantFiles(); rows != 1 {
		t.Errorf("%d rows of attachments", rows)
	}
	names := p.g.Names()
	file := slices.Index(names, "files/"+path)
	if file < 0 || !slices.Contains(names[file:], "db") {
		t.Errorf("the order is %v", names)
	}

	// The row goes, and then the file.
	p.SQLExec("DELETE FROM file WHERE path = '" + path + "'")
	if err := p.note("deleted"); err != nil {
		t.Fatal(err)
	}
	there := filepath.Join(p.folder, "files", path)
	if err := p.r.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(there); err != nil {
		t.Errorf("removed while it stands on the disk here: %v", err)
	}
	if err := os.Remove(filepath.Join(p.App.Store.Dir(), store.FilesDir, path)); err != nil {
		t.Fatal(err)
	}
	if err := p.r.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(there); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an attachment whose row is gone stays at the target: %v", err)
	}
}

// TestLostStop: while the target does not answer, writes are refused and change nothing, who is signed in reads on, and
// it goes on by itself once the target answers.
func TestLostStop(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Lost: replica.LostStop})
	bank := p.Institution("0001", "甲銀行")
	p.User(deal.RoleFAD, bank, "fad@example.jp")
	c := p.SignInOffice("fad@example.jp")
	p.g.Break(errors.New("the target is gone"))
	p.await(isLost)
	if err := p.note("refused"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a write without the target: %v", err)
	}
	res := p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {"office@network.example.jp"}, "password": {"x"}})
	res.Want(503).Has("ただいま保存できません。何も変更されていません。").HasNot("可能性")
	c.Get("/api/Office/GetUserList?page=1&limit=20").Want(200)
	p.readyz().Want(200).Has(`"replica":"lost"`)
	if s := p.r.Status(); s.Writes != 0 {
		t.Errorf("refused writes are counted: %+v", s)
	}
	p.g.Break(nil)
	p.await(isThere)
	if err := p.note("again"); err != nil {
		t.Error(err)
	}
	p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		if p.has(q, "refused") || !p.has(q, "again") {
			t.Error("the copy is not what was answered")
		}
	})
}

// TestUnconfirmed: a write that is committed when the target stops answering is told of in words that say so, without
// anything of the answer that it would have had; the file of its row stays.
func TestUnconfirmed(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Lost: replica.LostStop, Patience: time.Second})
	bank := p.Institution("0001", "甲銀行")
	p.User(deal.RoleFIN, bank, "fad@example.jp")
	p.await(isThere)
	p.g.Shut("db")
	res := p.Window().Form(url.Values{"grant_type": {"password"}, "loginId": {"fad@example.jp"}, "password": {apptest.TestPassword}})
	res.Want(503).Has(`"code":"unconfirmed"`, "記録された可能性があります", "確かめられませんでした").HasNot("refresh", `"token"`, "何も変更されていません")
	if cookies := res.Header.Values("Set-Cookie"); len(cookies) > 0 {
		t.Errorf("an answer that is not given sets cookies: %v", cookies)
	}
	if res.Header.Get("X-Content-Type-Options") != "nosniff" ||
		!strings.HasPrefix(res.Header.Get("Content-Type"), "application/problem+json") {
		t.Errorf("headers: %v", res.Header)
	}
	if sessions := p.Count("SELECT count(*) FROM session"); sessions != 1 {
		t.Errorf("%d sessions stand; the answer says that it may", sessions)
	}
	// Now that it is known to be slow, nothing is begun.
	if err := p.note("later"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a write while the target is slow: %v", err)
	}
	p.g.Open("db")
	p.await(isThere)
	p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		if p.has(q, "later") {
			t.Error("a refused write is at the target")
		}
	})
}

// TestLostTell: writes are answered without the target, which is told where one looks; they are there later.
func TestLostTell(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Lost: replica.LostTell})
	p.g.Break(errors.New("the target is gone"))
	p.await(isLost)
	path := p.Attach("meanwhile")
	if err := p.note("meanwhile"); err != nil {
		t.Fatal(err)
	}
	if s := p.r.Status(); s.Writes < 2 || s.Behind <= 0 || s.Since.IsZero() {
		t.Errorf("nobody is told: %+v", s)
	}
	p.readyz().Want(200).Has(`"replica":"lost"`)
	p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		if p.has(q, "meanwhile") {
			t.Error("the gate is open")
		}
	})
	p.g.Break(nil)
	p.await(isThere)
	p.copied(func(q *store.Q, dir string, _ *backup.Manifest) {
		if _, err := os.Stat(filepath.Join(dir, store.FilesDir, path)); err != nil || !p.has(q, "meanwhile") {
			t.Errorf("what was written meanwhile is not there: %v", err)
		}
	})
}

// TestUnmountedDiskIsNoTarget: what stands in the place of a disk that is not mounted is not written to.
func TestUnmountedDiskIsNoTarget(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Lost: replica.LostStop})
	p.await(isThere)
	aside := p.folder + "-away"
	if err := os.Rename(p.folder, aside); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(p.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	p.await(isLost)
	if err := p.note("into nothing"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a write into an empty folder: %v", err)
	}
	if entries, err := os.ReadDir(p.folder); err != nil || len(entries) > 0 {
		t.Errorf("written into an empty folder: %v %v", entries, err)
	}
	if err := errors.Join(os.Remove(p.folder), os.Rename(aside, p.folder)); err != nil {
		t.Fatal(err)
	}
	p.await(isThere)
	if err := p.note("mounted again"); err != nil {
		t.Error(err)
	}
}

// TestRestart: the next process goes on with the copy, and what was written while nobody copied is in it.
func TestRestart(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Lost: replica.LostStop})
	if err := p.note("first"); err != nil {
		t.Fatal(err)
	}
	dir := p.App.Store.Dir()
	if err := p.App.Store.Close(); err != nil {
		t.Fatal(err)
	}
	reopen := func(so store.Options) *store.Store {
		st, err := store.Open(t.Context(), dir, so)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = st.Close() })
		return st
	}
	alone := reopen(store.Options{})
	if err := alone.Write(t.Context(), func(tx *store.Tx) error { return tx.SetSetting("copied-alone", "alone", "") }); err != nil {
		t.Fatal(err)
	}
	if err := alone.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := replica.New(replica.Options{URL: "file://" + filepath.ToSlash(p.folder), Waits: true,
		Lost: replica.LostStop, Patience: unhurried})
	if err != nil {
		t.Fatal(err)
	}
	st := reopen(store.Options{Replica: r})
	if err := r.Start(t.Context(), dir, p.App.Keys.Mark()); err != nil {
		t.Fatal(err)
	}
	if err := st.Write(t.Context(), func(tx *store.Tx) error { return tx.SetSetting("copied-second", "second", "") }); err != nil {
		t.Fatal(err)
	}
	p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		for _, name := range []string{"first", "alone", "second"} {
			if !p.has(q, name) {
				t.Errorf("%s is not at the target", name)
			}
		}
	})
}

// TestAnswersWithoutReplica: without one nothing is held back.
func TestAnswersWithoutReplica(t *testing.T) {
	st := storetest.New(t, &storetest.Clock{})
	called := false
	h := replica.Answers(st, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, isPlain := w.(*plain)
		called = isPlain
	}))
	h.ServeHTTP(&plain{}, (&http.Request{}).WithContext(t.Context()))
	if !called {
		t.Error("an answer is wrapped for nothing")
	}
}

type plain struct{ http.ResponseWriter }

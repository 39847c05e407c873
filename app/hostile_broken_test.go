package app_test

import (
	"bytes"
	"context"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/signin"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// brokenTalks is a world in which a client can be disconnected at every statement, with the tables that a
// message changes.
type brokenTalks struct {
	*apptest.Talks
	of     *testing.T
	id     string
	watch  *apptest.Watcher
	before map[string]string
}

func newBrokenTalks(t *testing.T) *brokenTalks {
	clock, heard := &storetest.Clock{}, storetest.Heard()
	heard.Clock = clock.Now
	s, err := store.Open(t.Context(), t.TempDir(), heard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	b := &brokenTalks{of: t, Talks: apptest.NewTalks(apptest.NewPlatformOn(t, s, clock, web.Config{Log: heard.Log}))}
	b.id, b.watch = b.Started(), apptest.NewWatcher(t, b.Platform)
	b.watch.Tables = append(b.watch.Tables, "audit")
	b.before = contents(b.watch, t)
	return b
}

// message is the request that sends a message with an attachment.
func (b *brokenTalks) message(ctx context.Context, base string) *http.Request {
	b.T.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, value := range map[string]string{"buyerNegotiationId": b.id, "messageType": "2", "messageBody": "添付します"} {
		_ = w.WriteField(name, value)
	}
	file, err := w.CreateFormFile(web.FormFile, "資料.pdf")
	if err == nil {
		_, err = file.Write([]byte(apptest.Pdf))
	}
	if err != nil || w.Close() != nil {
		b.T.Fatal(err)
	}
	r, err := http.NewRequestWithContext(ctx, "POST", base+apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync", &body)
	if err != nil {
		b.T.Fatal(err)
	}
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Authorization", "Bearer "+b.FinB.Token)
	return r
}

// wantNothing checks that the tables and the audit log are unchanged, and that no file was written.
func (b *brokenTalks) wantNothing(when string) {
	b.T.Helper()
	for table, is := range contents(b.watch, b.of) {
		if is != b.before[table] {
			b.T.Errorf("%s: %s is changed", when, table)
		}
	}
	if files, err := filepath.Glob(filepath.Join(b.App.Store.Dir(), store.FilesDir, "*", "*")); err != nil || len(files) > 0 {
		b.T.Errorf("%s: %v %v on the disk", when, files, err)
	}
}

// A client that disconnects during a write leaves no row, no line, no mail and no file, at whichever
// statement that happens. For a client that stays connected everything is written.
func TestDeedOfWhoLeavesAnywhere(t *testing.T) {
	b := newBrokenTalks(t)
	n := 1
	for left := true; left && !t.Failed(); n++ {
		ctx, caller := storetest.NewLeaving(t.Context())
		caller.After(n)
		w := httptest.NewRecorder()
		b.App.ServeHTTP(w, b.message(ctx, ""))
		caller.End()
		if left = caller.IsGone(); left {
			if w.Code < 400 {
				t.Errorf("left after statement %d: %d %s", n, w.Code, w.Body)
			}
			b.wantNothing("left in the midst")
			continue
		}
		if w.Code != 200 {
			t.Fatalf("who stayed: %d %s", w.Code, w.Body)
		}
		after := contents(b.watch, t)
		for _, table := range []string{"message", "file", "outbox", "audit"} {
			if after[table] == b.before[table] {
				t.Errorf("who stayed has changed nothing in %s", table)
			}
		}
	}
	if n < 15 {
		t.Errorf("a deed of %d statements", n-2)
	}
}

// endOf is a body that reports when it was read to its end.
type endOf struct {
	io.ReadCloser
	once sync.Once
	end  chan struct{}
}

func (e *endOf) Read(p []byte) (int, error) {
	n, err := e.ReadCloser.Read(p)
	if err != nil {
		e.once.Do(func() { close(e.end) })
	}
	return n, err
}

// A client that disconnects while its write waits for another one has written nothing, over a real
// connection.
func TestDeedOfWhoHangsUpWaiting(t *testing.T) {
	b := newBrokenTalks(t)
	arrived, over := &endOf{end: make(chan struct{})}, make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(over)
		arrived.ReadCloser = r.Body
		r.Body = arrived
		b.App.ServeHTTP(w, r)
	}))
	defer s.Close()
	ctx, hangUp := context.WithCancel(t.Context())
	b.Write(func(*store.Tx) error { // holds the write lock meanwhile
		failed := make(chan error, 1)
		go func() {
			res, err := s.Client().Do(b.message(ctx, s.URL))
			if err == nil {
				_ = res.Body.Close()
			}
			failed <- err
		}()
		<-arrived.end // the body has been read; the write is still waiting
		hangUp()
		if err := <-failed; err == nil {
			t.Error("answered while another one writes")
		}
		<-over
		return nil
	})
	b.wantNothing("hung up")
}

// If the database refuses a commit, the call fails and leaves nothing; later the same request succeeds
// completely.
func TestDeedWhoseCommitIsRefused(t *testing.T) {
	b := newBrokenTalks(t)
	db := apptest.OpenRaw(t, b.App.Store.Dir())
	// An error that occurs at the commit only: a reference to a row that does not exist.
	if _, err := db.Exec(`CREATE TABLE promise (id TEXT NOT NULL REFERENCES institution(id) DEFERRABLE INITIALLY DEFERRED) STRICT;
		CREATE TRIGGER promised AFTER INSERT ON message BEGIN INSERT INTO promise VALUES ('nobody'); END`); err != nil {
		t.Fatal(err)
	}
	send := func() apptest.Result {
		w := httptest.NewRecorder()
		b.App.ServeHTTP(w, b.message(t.Context(), ""))
		return apptest.Result{T: t, Status: w.Code, Header: w.Header(), Body: w.Body.String()}
	}
	for range 2 {
		send().Want(500).Has(`"internal"`).HasNot("FOREIGN", "promise")
		b.wantNothing("a refused commit")
	}
	if _, err := db.Exec("DROP TRIGGER promised"); err != nil {
		t.Fatal(err)
	}
	send().Want(200)
	if after := contents(b.watch, t); maps.Equal(after, b.before) {
		t.Error("nothing came of it")
	}
	b.FinA.Thread(b.id).Want(200).Has("添付します", "資料.pdf")
}

// A signed-in user can go on reading when nothing can be written, although the time of his last
// request is due to be stored: another program has locked the database. Afterwards the time is stored
// again.
func TestReadingGoesOnWhereNothingIsWritten(t *testing.T) {
	t.Parallel() // SQLite waits five seconds for the lock
	p := apptest.NewPlatform(t)
	p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	c := p.SignIn("fin@a.example.jp")
	seen := func() int { return p.Count("SELECT max(last_seen) FROM session") }
	before := seen()
	p.Clock.Add(signin.SeenEvery + time.Second)
	held, err := apptest.OpenRaw(t, p.App.Store.Dir()).Conn(t.Context())
	if err == nil {
		_, err = held.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	}
	if err != nil {
		t.Fatal(err)
	}
	c.Get(apptest.ProbePath).Want(200)
	if seen() != before {
		t.Error("written all the same")
	}
	if _, err := held.ExecContext(t.Context(), "ROLLBACK"); err != nil || held.Close() != nil {
		t.Fatal(err)
	}
	c.Get(apptest.ProbePath).Want(200)
	if seen() == before {
		t.Error("not noted once it could be")
	}
}

// A file to which no row refers is deleted once it is a day old: a younger one may be an upload whose row
// is not written yet. Files with a row stay, and so do files that the program has not written.
func TestOrphansAreSwept(t *testing.T) {
	p := apptest.NewPlatform(t)
	kept := p.Attach("残る")
	folder := filepath.Join(p.App.Store.Dir(), store.FilesDir)
	name := func(letter byte) string { return "ab/" + string(bytes.Repeat([]byte{letter}, 43)) }
	const none = "ab/README.txt"
	for path, age := range map[string]time.Duration{
		kept: 1000 * time.Hour, none: 1000 * time.Hour, "ab/.upload-1": upkeep.OrphanAge + time.Minute, name('o'): upkeep.OrphanAge + time.Minute,
		"ab/.upload-2": upkeep.OrphanAge - time.Minute, name('y'): upkeep.OrphanAge - time.Minute, name('n'): 0, name('f'): -time.Hour,
	} {
		file := filepath.Join(folder, filepath.FromSlash(path))
		if path != kept {
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte("%PDF-1.7"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if at := p.Clock.Now().Add(-age); os.Chtimes(file, at, at) != nil {
			t.Fatal(file)
		}
	}
	left := func() map[string]bool {
		out := map[string]bool{}
		found, err := filepath.Glob(filepath.Join(folder, "*", "*"))
		hidden, err2 := filepath.Glob(filepath.Join(folder, "*", ".*"))
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		for _, file := range append(found, hidden...) {
			path, _ := filepath.Rel(folder, file)
			out[filepath.ToSlash(path)] = true
		}
		return out
	}
	p.Job("retention")
	if got, want := left(), (map[string]bool{kept: true, none: true, "ab/.upload-2": true, name('y'): true, name('n'): true,
		name('f'): true}); !maps.Equal(got, want) {
		t.Errorf("left are %v, want %v", got, want)
	}
	p.Clock.Add(2 * time.Minute)
	p.Job("retention")
	if got, want := left(), (map[string]bool{kept: true, none: true, name('n'): true, name('f'): true}); !maps.Equal(got, want) {
		t.Errorf("two minutes later: %v, want %v", got, want)
	}
}

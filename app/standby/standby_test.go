package standby_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/replica"
	"tsunagu/app/standby"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// two are a leader and the folder of a standby.
type two struct {
	*apptest.Platform
	r       *replica.Replica
	address string
	dir     string
	s       *standby.Standby
	ends    context.CancelFunc
	ended   chan error
}

// newTwo is a leader that sends to a folder, and a standby that follows.
func newTwo(t *testing.T) *two {
	return newTwoOn(t, func(o store.Options) *store.Store { return storetest.NewWith(t, o) })
}

func newTwoOn(t *testing.T, open func(store.Options) *store.Store) *two {
	t.Helper()
	x := &two{address: "file://" + filepath.ToSlash(filepath.Join(t.TempDir(), "copy")), dir: t.TempDir()}
	var err error
	if x.r, err = replica.New(replica.Options{URL: x.address, Waits: true, Lost: replica.LostStop, Pair: true, Patience: time.Minute,
		Pulse: 5 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	clock := &storetest.Clock{}
	st := open(store.Options{Clock: clock.Now, Replica: x.r})
	x.Platform = apptest.NewPlatformOn(t, st, clock, web.Config{})
	if err := x.App.BindKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := x.r.Start(t.Context(), st.Dir(), x.App.Keys.Mark()); err != nil {
		t.Fatal(err)
	}
	key, err := os.ReadFile(x.KeyFile())
	if err == nil {
		err = os.WriteFile(filepath.Join(x.dir, auth.KeyFile), key, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	x.follow()
	return x
}

func (x *two) follow() {
	x.T.Helper()
	keys, err := standby.Prepare(x.dir)
	if err != nil {
		x.T.Fatal(err)
	}
	if x.s, err = standby.New(standby.Options{Dir: x.dir, URL: x.address, Keys: keys, Log: slog.New(slog.DiscardHandler)}); err != nil {
		x.T.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	x.ends, x.ended = end, make(chan error, 1)
	s, ended := x.s, x.ended
	go func() { ended <- s.Follow(ctx) }()
	x.T.Cleanup(func() { end(); _ = s.Close() })
}

func (x *two) await(is func(standby.Readiness) bool) standby.Readiness {
	x.T.Helper()
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		r := x.s.Readiness()
		if is(r) {
			return r
		}
		if time.Since(began) > time.Minute {
			x.T.Fatalf("the standby stands at %+v", r)
		}
	}
}

// followed reads the standby's database, once it has what the leader has.
func (x *two) followed(name string) (value string) {
	x.T.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(5 * time.Millisecond) {
		_ = store.ReadFile(x.T.Context(), filepath.Join(x.dir, "following", store.DatabaseFile), time.Now(), func(q *store.Q) (err error) {
			value, err = q.Setting(name)
			return err
		})
		if value != "" {
			return value
		}
	}
	x.T.Fatalf("%s does not come", name)
	return ""
}

// write writes as a request does that is answered, and returns why it is not.
func (x *two) write(name string) error {
	ctx, answer := x.App.Store.Answering(context.Background())
	if err := x.App.Store.Write(ctx, func(tx *store.Tx) error { return tx.SetSetting(name, name, "") }); err != nil {
		return err
	}
	return answer.Wait(ctx)
}

func canLead(r standby.Readiness) bool { return r.CanLead }

// TestFollows: a standby has what the leader wrote, with its attachment, tells nothing of it, and is taken for no network's
// folder by other commands.
func TestFollows(t *testing.T) {
	x := newTwo(t)
	r := x.await(canLead)
	if r.Ready || r.Role != "follower" || r.Epoch != 1 || r.Leader == "" {
		t.Errorf("it says %+v", r)
	}
	path := x.Attach("the attachment")
	x.Write(func(tx *store.Tx) error { return tx.SetSetting("followed", "so", "") })
	if got := x.followed("followed"); got != "so" {
		t.Errorf("the copy has %q", got)
	}
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		if b, err := os.ReadFile(filepath.Join(x.dir, store.FilesDir, path)); err == nil && strings.HasSuffix(string(b), "the attachment") {
			break
		} else if time.Since(began) > time.Minute {
			t.Fatalf("the attachment does not come: %q %v", b, err)
		}
	}
	for _, path := range []string{"/", "/office", "/api/Office/GetUserList", "/token"} {
		rec := httptest.NewRecorder()
		x.s.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
		if rec.Code != 503 || !strings.Contains(rec.Body.String(), "この機械は待機しています") || rec.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", path, rec.Code, rec.Body)
		}
	}
	rec := httptest.NewRecorder()
	x.s.ServeHTTP(rec, httptest.NewRequest("GET", "/readyz", nil))
	var said map[string]any
	err := json.Unmarshal(rec.Body.Bytes(), &said)
	if err != nil || rec.Code != 503 || said["ready"] != false || said["behindMs"].(float64) < 0 {
		t.Errorf("/readyz: %d %s", rec.Code, rec.Body)
	}
	rec = httptest.NewRecorder()
	x.s.ServeHTTP(rec, httptest.NewRequest("GET", "/healthz", nil))
	if rec.Code != 200 {
		t.Errorf("/healthz: %d", rec.Code)
	}
	if _, err := os.Stat(filepath.Join(x.dir, store.DatabaseFile)); err == nil {
		t.Error("the followed database stands where a network's does")
	}
	if _, err := store.Lock(x.dir, store.LockFile); !errors.Is(err, store.ErrInUse) {
		t.Errorf("the folder is free for others: %v", err)
	}
}

// promote asks as the command does, and returns what was not done.
func (x *two) promote() string {
	x.T.Helper()
	if err := (replica.Asked{ID: store.NewID(), At: time.Now()}).Write(x.dir, replica.PromoteFile); err != nil {
		x.T.Fatal(err)
	}
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(5 * time.Millisecond) {
		if a := replica.ReadAsked(x.dir, replica.PromoteFile); a != nil && (a.Done || a.Failed != "") {
			return a.Failed
		}
	}
	x.T.Fatal("nobody answers")
	return ""
}

// TestPromoted: the followed database stands in its place when Follow returns, with everything; the leader of before is
// told by the target.
func TestPromoted(t *testing.T) {
	x := newTwo(t)
	x.await(canLead)
	path := x.Attach("the attachment")
	answered, begun, over := 0, make(chan struct{}), make(chan struct{})
	go func() { // the leader lives, and is answered for until the target tells it
		defer close(over)
		for x.write(fmt.Sprint("write-", answered)) == nil {
			if answered++; answered == 1 {
				close(begun)
			}
		}
	}()
	select {
	case <-begun:
	case <-over:
	}
	if failed := x.promote(); failed != "" {
		t.Fatal(failed)
	}
	if err := <-x.ended; err != nil {
		t.Fatal(err)
	}
	<-over
	own, err := replica.ReadOwn(x.dir)
	if err != nil || own.Epoch != 2 {
		t.Errorf("it leads as %+v %v", own, err)
	}
	if err := store.ReadFile(t.Context(), filepath.Join(x.dir, store.DatabaseFile), time.Now(), func(q *store.Q) error {
		for i := range answered {
			name := fmt.Sprint("write-", i)
			if v, err := q.Setting(name); err != nil || v != name {
				t.Errorf("of %d writes that were answered %d is gone: %v", answered, i, err)
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(x.dir, store.FilesDir, path)); err != nil {
		t.Error(err)
	}
	if answered == 0 {
		t.Error("nothing was written meanwhile")
	}
	<-x.r.Overtaken()
	err = x.App.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.SetSetting("after", "x", "") })
	if !errors.Is(err, replica.ErrFenced) {
		t.Errorf("the leader of before writes: %v", err)
	}
}

// TestNewerSchemaIsRefused: an older program follows a newer one's network and does not take the lead, whoever asks.
func TestNewerSchemaIsRefused(t *testing.T) {
	x := newTwo(t)
	x.await(canLead)
	x.SQLExec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)")
	x.Write(func(tx *store.Tx) error { return tx.SetSetting("newer", "so", "") })
	r := x.await(func(r standby.Readiness) bool { return r.Schema == 99999 })
	if r.CanLead || !strings.Contains(r.Reason, "新しい版にして") {
		t.Errorf("it says %+v", r)
	}
	if failed := x.promote(); !strings.Contains(failed, "新しい版にして") {
		t.Errorf("promoted: %q", failed)
	}
	if err := x.App.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.SetSetting("after", "so", "") }); err != nil {
		t.Errorf("the leader is disturbed: %v", err)
	}
	select {
	case err := <-x.ended:
		t.Errorf("it leads: %v", err)
	default:
	}
}

// TestKeyFileFirst: without the network's key file, or with another's, nothing begins.
func TestKeyFileFirst(t *testing.T) {
	x := newTwo(t)
	_, err := standby.Prepare(t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "tsunagu.key") || !strings.Contains(err.Error(), "写して") {
		t.Errorf("without a key file: %v", err)
	}
	x.dir = t.TempDir()
	if _, err := auth.LoadKeys(x.dir); err != nil { // another network's
		t.Fatal(err)
	}
	x.follow()
	if err := <-x.ended; !errors.Is(err, standby.ErrOtherNetwork) {
		t.Errorf("with another network's key file: %v", err)
	}
	if _, err := os.Stat(filepath.Join(x.dir, "following", store.DatabaseFile)); err == nil {
		t.Error("another network's database is here")
	}
}

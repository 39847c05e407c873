package replica_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/superfly/ltx"

	"tsunagu/app/backup"
	"tsunagu/app/replica"
	"tsunagu/store"
)

func (p *pair) place() *replica.Place {
	p.T.Helper()
	place, err := replica.OpenPlace("file://"+filepath.ToSlash(p.folder), "")
	if err != nil {
		p.T.Fatal(err)
	}
	return place
}

// TestNotAnsweredWhenOvertaken: a write that reaches the target after another machine has begun to lead is not answered,
// whatever the clocks say: who leads then may have read the place to its end before. Nothing is written afterwards, nothing
// is removed at the target, and the other's word stays.
func TestNotAnsweredWhenOvertaken(t *testing.T) {
	for _, lost := range []string{replica.LostStop, replica.LostTell} {
		t.Run(lost, func(t *testing.T) {
			p := newPair(t, replica.Options{Waits: true, Lost: lost, Pair: true})
			path := p.Attach("an attachment")
			p.await(isThere)
			p.g.Shut("db")
			ctx, answer := p.App.Store.Answering(t.Context())
			if err := p.App.Store.Write(ctx, func(tx *store.Tx) error { return tx.SetSetting("copied-late", "late", "") }); err != nil {
				t.Fatal(err)
			}
			<-p.g.Waits() // it is on its way
			last, err := p.place().Newest(t.Context())
			if err != nil || last.Epoch != 1 {
				t.Fatal(last, err)
			}
			next, err := p.place().Take(t.Context(), last, "another")
			if err != nil || next.Epoch != 2 {
				t.Fatal(next, err)
			}
			p.g.Open("db")
			if err := answer.Wait(t.Context()); !errors.Is(err, store.ErrUnconfirmed) {
				t.Errorf("a write is answered that the other leader may not have: %v", err)
			}
			<-p.r.Overtaken()
			if err := p.note("after"); !errors.Is(err, store.ErrUnavailable) || !errors.Is(err, replica.ErrFenced) {
				t.Errorf("a leader of the past begins a write: %v", err)
			}
			p.SQLExec("DELETE FROM file")
			if err := os.Remove(filepath.Join(p.App.Store.Dir(), store.FilesDir, path)); err != nil {
				t.Fatal(err)
			}
			if err := p.r.Tend(t.Context()); !errors.Is(err, replica.ErrFenced) {
				t.Errorf("a leader of the past compares the attachments: %v", err)
			}
			if _, err := os.Stat(filepath.Join(p.folder, "files", path)); err != nil {
				t.Errorf("a leader of the past removes an attachment: %v", err)
			}
			if now, err := p.place().Newest(t.Context()); err != nil || now.ID != "another" {
				t.Errorf("the other's word is written over: %+v %v", now, err)
			}
		})
	}
}

// TestEpochBeginsOnce: of two who take the lead after the same epoch one leads.
func TestEpochBeginsOnce(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true})
	p.await(isThere)
	last, err := p.place().Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.place().Take(t.Context(), last, "one"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.place().Take(t.Context(), last, "two"); !errors.Is(err, replica.ErrTaken) {
		t.Errorf("two lead: %v", err)
	}
	// Of an epoch that has only begun nothing was answered: what was answered is in the one before.
	p.copied(func(q *store.Q, dir string, _ *backup.Manifest) {
		own, err := replica.ReadOwn(dir)
		if err != nil || own.Restored != 2 || own.Epoch != 0 {
			t.Errorf("the restored folder does not know after which epoch it goes on: %+v %v", own, err)
		}
	})
}

// TestAnotherFolderDoesNotWrite: a second process that is started on the same target is told who leads, and sends nothing;
// unless a person has said that it leads from now on.
func TestAnotherFolderDoesNotWrite(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true})
	if err := p.note("first"); err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	if err := os.CopyFS(other, os.DirFS(p.App.Store.Dir())); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(other, replica.OwnFile)); err != nil {
		t.Fatal(err)
	}
	start := func() (*store.Store, *replica.Replica, error) {
		r, err := replica.New(replica.Options{URL: "file://" + filepath.ToSlash(p.folder), Waits: true, Lost: replica.LostStop})
		if err != nil {
			t.Fatal(err)
		}
		st, err := store.Open(t.Context(), other, store.Options{Replica: r, NoIndex: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = st.Close() })
		return st, r, r.Start(t.Context(), other, p.App.Keys.Mark())
	}
	st, _, err := start()
	var told *replica.ErrOtherLeads
	if !errors.As(err, &told) || told.Epoch != 1 || !strings.Contains(err.Error(), "tsunagu standby") {
		t.Fatalf("a second leader: %v", err)
	}
	err = st.Write(t.Context(), func(tx *store.Tx) error { return tx.SetSetting("copied-x", "x", "") })
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("it writes: %v", err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.note("second"); err != nil {
		t.Errorf("the leader is disturbed: %v", err)
	}
	if err := (replica.Asked{ID: "1", At: p.App.Store.Now()}).Write(other, replica.PromoteFile); err != nil {
		t.Fatal(err)
	}
	if replica.Wanted(other, replica.PromoteFile) {
		t.Error("what was asked long ago is done")
	}
}

// TestLeaseEnds: a leader that cannot renew refuses writes before another may lead, also where it would go on without the
// target; and writes again once it could renew.
func TestLeaseEnds(t *testing.T) {
	if replica.RenewWithin >= replica.TakeAfter {
		t.Fatal("the lease ends after another may lead")
	}
	p := newPair(t, replica.Options{Waits: true, Lost: replica.LostTell, Pair: true})
	p.await(isThere)
	p.g.Break(errors.New("the target is gone"))
	p.await(isLost)
	if err := p.note("alone"); err != nil {
		t.Errorf("within the lease: %v", err)
	}
	p.readyz().Want(200)
	replica.Aged(p.r, replica.RenewWithin)
	if err := p.note("too late"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a write after the lease: %v", err)
	}
	p.readyz().Want(503)
	p.g.Break(nil)
	p.await(isThere)
	if err := p.note("again"); err != nil {
		t.Error(err)
	}
	p.readyz().Want(200)
}

// TestConditionsAreProved: a store that ignores conditions is found out before anybody leads on it.
func TestConditionsAreProved(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true})
	p.await(isThere)
	for range 2 {
		if err := replica.Proved(t.Context(), p.place(), false); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(p.folder, "try", "x")); err == nil {
		t.Error("the trial stays at the target")
	}
	if err := replica.Proved(t.Context(), p.place(), true); !errors.Is(err, replica.ErrNoCondition) {
		t.Errorf("a store without conditions: %v", err)
	}
}

// TestOvertakenWhileItCompares: a leader that another overtakes between its list of the attachments and their removal removes none: one
// that it does not know is perhaps the other's.
func TestOvertakenWhileItCompares(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Pair: true})
	p.Attach("an attachment")
	p.await(isThere)
	theirs := filepath.Join(p.folder, "files", "theirs")
	if err := os.WriteFile(theirs, []byte("of the next leader"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.g.Shut("missing")
	compared := make(chan error, 1)
	go func() { compared <- p.r.Tend(t.Context()) }()
	<-p.g.Waits() // the list is read
	last, err := p.place().Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.place().Take(t.Context(), last, "another"); err != nil {
		t.Fatal(err)
	}
	p.g.Open("missing")
	if err := <-compared; !errors.Is(err, replica.ErrFenced) {
		t.Errorf("a leader of the past compares to the end: %v", err)
	}
	if _, err := os.Stat(theirs); err != nil {
		t.Errorf("a leader of the past removes the other's attachment: %v", err)
	}
}

// TestOvertakenKeepsItsParts: a leader that was overtaken joins and removes none of its parts, of which the next one's go on.
func TestOvertakenKeepsItsParts(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Pair: true, Pulse: time.Hour})
	if err := p.note("first"); err != nil {
		t.Fatal(err)
	}
	parts := func() (names []string) {
		names, err := filepath.Glob(filepath.Join(p.folder, "db", "ltx", "[01]", "*.ltx"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	engine, all := replica.Engine(p.r), parts()
	if err := engine.DeleteLTXFiles(t.Context(), []*ltx.FileInfo{{MinTXID: 1000, MaxTXID: 1000}}); err != nil {
		t.Errorf("the leader may not remove: %v", err)
	}
	last, err := p.place().Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.place().Take(t.Context(), last, "another"); err != nil {
		t.Fatal(err)
	}
	if err := engine.DeleteLTXFiles(t.Context(), []*ltx.FileInfo{{MinTXID: 1, MaxTXID: 1}}); !errors.Is(err, replica.ErrFenced) {
		t.Errorf("a leader of the past removes: %v", err)
	}
	b, err := os.ReadFile(all[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.WriteLTXFile(t.Context(), 1, 1, 2, bytes.NewReader(b)); !errors.Is(err, replica.ErrFenced) {
		t.Errorf("a leader of the past joins parts: %v", err)
	}
	if left := parts(); !slices.Equal(left, all) {
		t.Errorf("its parts were %q and are %q", all, left)
	}
}

// TestPlacesBeforeStayUntilCopied: while an epoch that goes on from another one has no whole copy of its own, the parts
// before it are not removed; with it they are.
func TestPlacesBeforeStayUntilCopied(t *testing.T) {
	o := replica.Options{Waits: true, Pulse: time.Hour}
	p := newPair(t, o)
	if err := p.note("first"); err != nil {
		t.Fatal(err)
	}
	dir := p.App.Store.Dir()
	if err := p.App.Store.Close(); err != nil {
		t.Fatal(err)
	}
	parts := func(place string, level int) []string {
		names, err := filepath.Glob(filepath.Join(p.folder, place, "ltx", fmt.Sprint(level), "*.ltx"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	before := parts("db", 0)
	_, at, err := ltx.ParseFilename(filepath.Base(before[len(before)-1]))
	if err != nil {
		t.Fatal(err)
	}
	last, err := p.place().Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lead, err := p.place().Take(t.Context(), last, last.ID)
	if err != nil {
		t.Fatal(err)
	}
	if is, err := p.place().Link(t.Context(), lead.Epoch, last.Epoch, at, slog.New(slog.DiscardHandler)); err != nil || !is {
		t.Fatal(is, err)
	}
	if err := (replica.Own{ID: lead.ID, Epoch: lead.Epoch}).Save(dir); err != nil {
		t.Fatal(err)
	}
	next := &pair{folder: p.folder}
	next.open(t, o, func(so store.Options) *store.Store {
		st, err := store.Open(t.Context(), dir, so)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = st.Close() })
		return st
	})
	if err := next.note("second"); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); len(parts("db-2", 9)) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > unhurried {
			t.Fatal("the engine sends no whole copy")
		}
	}
	whole := parts("db-2", 9)[0]
	aside := filepath.Join(t.TempDir(), "whole")
	if err := os.Rename(whole, aside); err != nil {
		t.Fatal(err)
	}
	if err := next.r.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(parts("db", 0)) == 0 {
		t.Error("the parts before are removed, and nothing else has what is in them")
	}
	next.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		if !next.has(q, "first") || !next.has(q, "second") {
			t.Error("what is restored lacks an answered write")
		}
	})
	if err := os.Rename(aside, whole); err != nil {
		t.Fatal(err)
	}
	if err := next.r.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := parts("db", 0); left != nil {
		t.Errorf("with a whole copy of its own the parts before are still there: %v", left)
	}
}

// TestFirstPartIsNotJoined: the first part, which has all pages, is joined with no other one; it stays until there is another
// whole copy, and what is restored is the same without it.
func TestFirstPartIsNotJoined(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Pulse: time.Hour})
	for _, name := range []string{"first", "second"} {
		if err := p.note(name); err != nil {
			t.Fatal(err)
		}
	}
	parts := func(level int) (names []string) {
		paths, err := filepath.Glob(filepath.Join(p.folder, "db", "ltx", fmt.Sprint(level), "*.ltx"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			names = append(names, filepath.Base(path))
		}
		return names
	}
	first := ltx.FormatFilename(1, 1)
	if !slices.Contains(parts(0), first) {
		t.Fatalf("no first part: %q", parts(0))
	}
	for began := time.Now(); len(parts(9)) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > unhurried {
			t.Fatal("the engine sends no whole copy")
		}
	}
	for began := time.Now(); len(parts(1)) == 0; time.Sleep(5 * time.Millisecond) {
		if err := replica.Join(t.Context(), p.r); err != nil && time.Since(began) > unhurried { // the engine joins by its own clock too
			t.Fatal(err)
		}
	}
	if joined := parts(1); len(joined) != 1 || !strings.HasPrefix(joined[0], ltx.TXID(2).String()) {
		t.Errorf("joined are %q", joined)
	}
	restored := func(when string) {
		t.Helper()
		p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
			if !p.has(q, "first") || !p.has(q, "second") {
				t.Errorf("%s an answered write is missing", when)
			}
		})
	}
	restored("joined:")
	whole := filepath.Join(p.folder, "db", "ltx", "9", parts(9)[0])
	aside := filepath.Join(t.TempDir(), "whole")
	if err := os.Rename(whole, aside); err != nil {
		t.Fatal(err)
	}
	remove := func() {
		t.Helper()
		if err := replica.Engine(p.r).DeleteLTXFiles(t.Context(), []*ltx.FileInfo{{MinTXID: 1, MaxTXID: 1}}); err != nil {
			t.Fatal(err)
		}
	}
	if remove(); !slices.Contains(parts(0), first) {
		t.Error("the only whole copy is removed")
	}
	restored("with the first part alone:")
	if err := os.Rename(aside, whole); err != nil {
		t.Fatal(err)
	}
	if remove(); slices.Contains(parts(0), first) {
		t.Error("the first part stays though there is a whole copy")
	}
	restored("without the first part:")
}

// TestOvertakenWhileNothingIsTaken: a leader of whom the target takes nothing learns all the same that another leads, also
// where it keeps no lease by which it would ask.
func TestOvertakenWhileNothingIsTaken(t *testing.T) {
	p := newPair(t, replica.Options{Waits: true, Lost: replica.LostTell})
	p.await(isThere)
	p.g.Break(errors.New("nothing is taken"))
	if err := p.note("waits to be sent"); err != nil {
		t.Fatal(err)
	}
	last, err := p.place().Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.place().Take(t.Context(), last, "another"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.r.Overtaken():
	case <-time.After(unhurried):
		t.Error("it does not learn that another leads")
	}
}

// TestGivesUpOnlyWhatIsThere: a lead from which nothing can be sent is handed over where everything that was answered is at
// the target, and stays where it may not be.
func TestGivesUpOnlyWhatIsThere(t *testing.T) {
	for _, c := range []struct {
		waits bool
		lost  string
		hands bool
	}{{true, replica.LostStop, true}, {true, replica.LostTell, false}, {false, replica.LostStop, false}} {
		t.Run(fmt.Sprint(c.waits, c.lost), func(t *testing.T) {
			p := newPair(t, replica.Options{Waits: c.waits, Lost: c.lost, Pair: true})
			p.await(isThere)
			p.r.GiveUp()
			if err := p.r.Close(); err != nil {
				t.Fatal(err)
			}
			id, err := p.place().Handed(t.Context(), 1)
			if err != nil || (id != "") != c.hands {
				t.Errorf("handed over by %q, %v", id, err)
			}
			if own, err := replica.ReadOwn(p.App.Store.Dir()); err != nil || own.IsClean {
				t.Errorf("what is here counts as sent: %+v %v", own, err)
			}
		})
	}
}

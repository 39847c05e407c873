package standby_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/superfly/ltx"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/replica"
	"tsunagu/app/web"
	"tsunagu/store"
)

// machine is a folder that follows, and leads when it is told to.
func (x *two) machine() *two {
	x.T.Helper()
	m := &two{Platform: x.Platform, address: x.address, dir: x.T.TempDir()}
	key, err := os.ReadFile(filepath.Join(x.dir, auth.KeyFile))
	if err == nil {
		err = os.WriteFile(filepath.Join(m.dir, auth.KeyFile), key, 0o600)
	}
	if err != nil {
		x.T.Fatal(err)
	}
	m.follow()
	return m
}

// lead opens the folder as its program does after Follow returned.
func (x *two) lead() {
	x.T.Helper()
	if failed := x.promote(); failed != "" {
		x.T.Fatal(failed)
	}
	if err := <-x.ended; err != nil {
		x.T.Fatal(err)
	}
	x.opens(time.Hour)
}

// opens opens the folder; what is not needed any more goes from the target each upkeep.
func (x *two) opens(upkeep time.Duration) {
	x.T.Helper()
	var err error
	if x.r, err = replica.New(replica.Options{URL: x.address, Waits: true, Lost: replica.LostStop, Pair: true, Patience: time.Minute,
		Pulse: 5 * time.Millisecond, Upkeep: upkeep}); err != nil {
		x.T.Fatal(err)
	}
	st, err := store.Open(context.Background(), x.dir, store.Options{Clock: x.Clock.Now, Replica: x.r})
	if err != nil {
		x.T.Fatal(err)
	}
	closed := false
	x.ends = func() {
		if !closed {
			closed = true
			_ = st.Close()
			_ = x.r.Close()
		}
	}
	x.T.Cleanup(x.ends)
	x.Platform = apptest.NewPlatformOn(x.T, st, x.Clock, web.Config{})
	keys, err := auth.LoadKeys(x.dir)
	if err == nil {
		err = x.r.Start(x.T.Context(), x.dir, keys.Mark())
	}
	if err != nil {
		x.T.Fatal(err)
	}
}

func (x *two) log() string { return filepath.Join(x.dir, store.DatabaseFile+"-wal") }

// fetched is what a person would get back from the target now.
func (x *two) fetched(names ...string) (missing []string) {
	x.T.Helper()
	dir := x.T.TempDir()
	if _, err := replica.Fetch(x.T.Context(), x.address, "", nil, dir); err != nil {
		x.T.Fatal(err)
	}
	return x.missing(filepath.Join(dir, store.DatabaseFile), names)
}

// own are an epoch's own files of one level, in their order.
func (x *two) own(epoch, level int) []string {
	x.T.Helper()
	place := "db"
	if epoch > 1 {
		place += fmt.Sprint("-", epoch)
	}
	names, err := filepath.Glob(filepath.Join(strings.TrimPrefix(x.address, "file://"), place, "ltx", fmt.Sprint(level), "*.ltx"))
	if err != nil {
		x.T.Fatal(err)
	}
	return names
}

func (x *two) withoutWholeCopies(epoch int) {
	x.T.Helper()
	for _, name := range x.own(epoch, 9) {
		if err := os.Remove(name); err != nil {
			x.T.Fatal(err)
		}
	}
}

// cutOff leaves in the place before an epoch's what its leader may still have joined or sent when it was overtaken: past
// the part that the epoch goes on from. Who reads it finds no database.
func (x *two) cutOff(epoch int) {
	x.T.Helper()
	first, _, err := ltx.ParseFilename(filepath.Base(x.own(epoch, 0)[0]))
	if err != nil {
		x.T.Fatal(err)
	}
	place := filepath.Join(filepath.Dir(filepath.Dir(x.own(epoch-1, 0)[0])), "1")
	if err := os.MkdirAll(place, 0o700); err != nil {
		x.T.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(place, ltx.FormatFilename(first-1, first+100)), []byte("of another time"), 0o600); err != nil {
		x.T.Fatal(err)
	}
}

// parts are the sizes of an epoch's own files of one level.
func (x *two) parts(epoch, level int) (sizes []int64) {
	x.T.Helper()
	for _, name := range x.own(epoch, level) {
		info, err := os.Stat(name)
		if err != nil {
			x.T.Fatal(err)
		}
		sizes = append(sizes, info.Size())
	}
	return sizes
}

// TestGoesOnFromItsCopy: a new leader is answered for before its database was sent once more; what is at the target is
// whole at each moment, also through several leaders, and who follows one goes on with the next. Once a whole copy of the
// latest is there, what was erased is gone with the places before.
func TestGoesOnFromItsCopy(t *testing.T) {
	x := newTwo(t)
	watcher := x.machine()
	watcher.await(canLead)
	copyOf := func() os.FileInfo {
		info, err := os.Stat(filepath.Join(watcher.dir, "following", store.DatabaseFile))
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	before := copyOf()
	var err error
	var names []string
	write := func(by *two) {
		t.Helper()
		name := fmt.Sprint("write-", len(names))
		if err := by.write(name); err != nil {
			t.Fatal(name, err)
		}
		names = append(names, name)
		if missing := x.fetched(names...); missing != nil {
			t.Errorf("answered and not at the target: %v", missing)
		}
	}
	write(x)
	leader := x
	var early []byte // the log of the leader before, without its last writes
	for epoch := 2; epoch <= 7; epoch++ {
		next := x.machine()
		next.await(canLead)
		x.withoutWholeCopies(epoch - 1) // the leader before ends before its whole copy is there
		// As a power cut leaves it where the lead was being taken: it belongs to no database that comes there later.
		if err := os.WriteFile(next.log(), early, 0o600); err != nil {
			t.Fatal(err)
		}
		next.lead()
		if epoch != 6 {
			x.cutOff(epoch)
		}
		write(next)
		if early, err = os.ReadFile(next.log()); err != nil {
			t.Fatal(err)
		}
		write(next)
		first, whole := x.parts(epoch, 0)[0], int64(32<<10)
		if epoch == 6 { // the fifth place before it would have to be read
			if first < whole {
				t.Errorf("epoch %d begins with %d bytes, and not with a whole copy", epoch, first)
			}
		} else if first >= whole {
			t.Errorf("epoch %d begins with %d bytes, as much as a whole copy", epoch, first)
		}
		watcher.followed(names[len(names)-1])
		if epoch < 6 && !os.SameFile(before, copyOf()) {
			t.Errorf("epoch %d: who follows has fetched everything anew", epoch)
		}
		if missing := watcher.lacks(names...); missing != nil {
			t.Errorf("epoch %d: who follows lacks %v", epoch, missing)
		}
		leader = next
	}
	leader.ends()
	leader.opens(time.Millisecond)
	write(leader)

	// The engine sends a whole copy by itself, and then the places before go.
	for began := time.Now(); x.parts(5, 0) != nil || x.parts(6, 0) != nil; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("the places before are still there: %v %v, whole copies %v", x.parts(5, 0), x.parts(6, 0), x.parts(7, 9))
		}
	}
	write(leader)
	watcher.followed(names[len(names)-1])
}

// lacks is what a copy that is followed with does not have.
func (x *two) lacks(names ...string) (missing []string) {
	x.T.Helper()
	return x.missing(filepath.Join(x.dir, "following", store.DatabaseFile), names)
}

// missing is what a whole database does not have.
func (x *two) missing(path string, names []string) (missing []string) {
	x.T.Helper()
	if err := store.ReadFile(x.T.Context(), path, time.Now(), func(q *store.Q) error {
		for _, name := range names {
			if v, err := q.Setting(name); err != nil || v != name {
				missing = append(missing, name)
			}
		}
		return q.Integrity()
	}); err != nil {
		x.T.Fatal(err)
	}
	return missing
}

// TestDamagedCopyIsFetchedAnew: a copy that is damaged on the disk may not lead, and does not stay: the next check finds it.
func TestDamagedCopyIsFetchedAnew(t *testing.T) {
	x := newTwo(t)
	if err := x.write("before"); err != nil {
		t.Fatal(err)
	}
	x.await(canLead)
	x.followed("before")
	x.ends()
	<-x.ended
	path := filepath.Join(x.dir, "following", store.DatabaseFile)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil { // all but the schema
		_, err = f.WriteAt(make([]byte, info.Size()/2), info.Size()/2)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	x.follow()
	x.await(canLead)
	if missing := x.lacks("before"); missing != nil {
		t.Errorf("the copy lacks %v", missing)
	}
}

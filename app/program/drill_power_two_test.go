package program

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tsunagu/app/replica"
	"tsunagu/store"
)

// powerTwo are the disks of two machines and of their target, as they were before anything was recorded.
type powerTwo struct {
	*machines
	chance *rand.Rand
	first  [2]string // copies of the data folders
	place  string    // the target's folder
	before string    // its copy
	trace  [2]string
	all    []written
}

const (
	ofTheCopying   = "." + store.DatabaseFile + "-litestream" // what a leader knows of what it has sent
	ofTheFollowing = "following"
)

// TestDrillPowerOfTwo cuts the power of one machine of two at any moment (trust.md G3, G13). The target, which is another
// machine, has at that moment all that was answered; so has the leader when it comes back first, and goes on; and where the
// other one took the lead meanwhile, the former leader stands by, and what it has is set aside. A standby that comes back
// follows to the end and can lead.
func TestDrillPowerOfTwo(t *testing.T) {
	w := newPowerTwo(t)
	leader, follower := drillSize("DRILL_IMAGES", 1, 60), drillSize("DRILL_IMAGES", 1, 60)
	answered, back, aside := w.leaderCut(leader)
	w.followerCut(follower)
	report(t, "power of one machine of two: %d images of a leader's disk in %d writes, %d answered writes looked for at the target and here, "+
		"%d times it led on, %d times it was set aside; %d images of a standby's disk", leader, len(w.all), answered, back, aside, follower)
}

func newPowerTwo(t *testing.T) *powerTwo {
	t.Helper()
	at := func(dir string) string { // as strace prints it
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			t.Fatal(err)
		}
		return real
	}
	w := &powerTwo{chance: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)), place: filepath.Join(at(t.TempDir()), "copy"),
		before: filepath.Join(t.TempDir(), "copy")}
	w.trace = [2]string{filepath.Join(t.TempDir(), "leader"), filepath.Join(t.TempDir(), "standby")}
	notingDisk(t, w.trace[0]) // skips where tracing is not permitted
	w.machines = newMachines(t, "file://"+filepath.ToSlash(w.place), false)
	w.dir = [2]string{at(w.dir[0]), at(w.dir[1])}
	for i, is := range []func(int){w.leads, w.follows} {
		w.start(i)
		is(i)
	}
	for i := range w.dir {
		w.n[i].kill()
		w.first[i] = filepath.Join(t.TempDir(), "data")
		copyData(t, w.dir[i], w.first[i])
	}
	if err := os.CopyFS(w.before, os.DirFS(w.place)); err != nil {
		t.Fatal(err)
	}
	for i, is := range []func(int){w.leads, w.follows} {
		w.machines.before[i] = recorded(w.trace[i])
		n := w.start(i)
		t.Cleanup(n.endRecorded)
		is(i)
	}
	log := w.n[0].atWork(0, drillSize("DRILL_WRITES", 24, 200), messenger(2), lister, dealer, visitor)
	log.await()
	for i := range w.n {
		w.n[i].endRecorded()
	}
	log.end()
	for i := range w.n {
		_ = w.n[i].cmd.Wait()
	}
	w.all = log.all
	return w
}

// settle is take on a disk whose power stays, of a folder as it is in the end. What is at a target is copied by the system,
// whose calls do not tell of the content, gets its name when it is whole, and is not changed after that.
func (d disk) settle(t *testing.T, e diskEvent, end string) {
	t.Helper()
	d.take(t, e)
	if b, err := os.ReadFile(filepath.Join(end, e.to)); err == nil && e.does == diskRenames {
		d[e.to].content, d[e.to].size, d[e.to].writes = b, int64(len(b)), nil
	}
	for _, name := range []string{e.file, e.to, path.Dir(e.file)} {
		if d[name] != nil {
			d.take(t, diskEvent{does: diskSyncs, file: name})
		}
	}
}

// leaderCut looks at the target and at the leader's disk as they stand at some moments. The attachments at the target are
// those of the end: each is there before its row, and those without a row do not disturb.
func (w *powerTwo) leaderCut(images int) (answered, back, aside int) {
	t := w.t
	t.Helper()
	here := diskEvents(t, w.trace[0], w.dir[0], func(rel string) bool {
		return ofTheData(rel) || strings.HasPrefix(rel+"/", ofTheCopying+"/")
	})
	there := diskEvents(t, w.trace[0], w.place, func(rel string) bool { return !strings.HasPrefix(rel, store.FilesDir) })
	there = slices.DeleteFunc(there, func(e diskEvent) bool { return e.does == diskTold })
	byNumber := map[string][]written{}
	for _, one := range w.all {
		byNumber[one.number] = append(byNumber[one.number], one)
	}
	ownFiles := []string{store.DatabaseFile, store.DatabaseFile + "-wal", store.FilesDir, ofTheCopying}
	own, unsynced := newDisk(t, w.first[0], ownFiles...), newDisk(t, w.first[0], ownFiles...)
	other := newDisk(t, w.before, ".")
	at, control := map[int]bool{}, map[int]bool{}
	for len(at) < images {
		at[len(here)/4+w.chance.IntN(len(here)*3/4)] = true
	}
	for range drillSize("DRILL_CONTROLS", 3, 20) {
		control[len(here)*7/8+w.chance.IntN(len(here)/8)] = true
	}
	var told []written
	lost := 0
	for i, e := range here {
		for len(there) > 0 && there[0].line < e.line {
			other.settle(t, there[0], w.place)
			there = there[1:]
		}
		if e.does == diskTold {
			told = append(told, byNumber[e.told]...)
		} else {
			own.take(t, e)
			if e.does != diskSyncs || e.file != store.DatabaseFile+"-wal" {
				unsynced.take(t, e)
			}
		}
		if control[i] {
			folder := filepath.Join(t.TempDir(), "data")
			unsynced["."].cut(t, w.chance, folder)
			if _, err := lookAt(t, folder, told); err != nil {
				lost++
			}
			_ = os.RemoveAll(folder)
		}
		if !at[i] {
			continue
		}
		when := fmt.Sprintf("cut after %d of %d", i, len(here))
		folder := t.TempDir()
		dir, place := filepath.Join(folder, "data"), filepath.Join(folder, "copy")
		own["."].cut(t, w.chance, dir)
		other["."].cut(t, w.chance, place)
		w.bring(w.place, place, store.FilesDir)
		w.bring(w.first[0], dir, "tsunagu.key", replica.OwnFile)
		if _, err := lookAt(t, dir, told); err != nil {
			t.Errorf("%s: %v", when, err)
		}
		m := w.on(dir, place)
		answered += len(told)
		m.holds(when, told)
		if w.chance.IntN(2) == 0 {
			back++
			m.start(0)
			m.leads(0)
		} else {
			aside++
			m.start(1)
			m.follows(1)
			m.take(1)
			m.leads(1)
			m.start(0)
			m.follows(0)
			if kept := glob(t, dir, "set-aside-*"); len(kept) != 1 {
				t.Errorf("%s: set aside: %v", when, kept)
			}
		}
		m.holds(when+", afterwards", told)
		m.end()
		_ = os.RemoveAll(folder)
	}
	w.withoutLastParts()
	if lost == 0 {
		t.Error("without any sync of the leader's log nothing is lost: these images are no power cuts")
	}
	if len(told) < len(w.all)*9/10 {
		t.Errorf("of %d writes %d were seen to be answered", len(w.all), len(told))
	}
	return answered, back, aside
}

// withoutLastParts looks at the target of the end without its last parts: it lacks something that was answered; otherwise to
// look at a target would prove nothing.
func (w *powerTwo) withoutLastParts() {
	t, number := w.t, regexp.MustCompile(`-([0-9a-f]{16})\.ltx$`)
	t.Helper()
	place, newest := filepath.Join(t.TempDir(), "copy"), map[string]uint64{}
	if err := os.CopyFS(place, os.DirFS(w.place)); err != nil {
		t.Fatal(err)
	}
	ends := map[string]uint64{}
	for _, file := range glob(t, place, "*/ltx/*/*.ltx") {
		end, err := strconv.ParseUint(number.FindStringSubmatch(file)[1], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		epoch := filepath.Dir(filepath.Dir(file))
		ends[file], newest[epoch] = end, max(newest[epoch], end)
	}
	for file, end := range ends {
		if end+5 > newest[filepath.Dir(filepath.Dir(file))] {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	folder, db := w.on(w.first[0], place).fetched("without the last parts")
	defer os.RemoveAll(folder)
	defer db.Close()
	if len(lacking(db, w.all)) == 0 {
		t.Errorf("without the last parts of %v nothing is lost: to look at the target proves nothing", newest)
	}
}

// followerCut starts a standby from its disk as it stands at some moments. The target is that of the end.
func (w *powerTwo) followerCut(images int) {
	t := w.t
	t.Helper()
	events := diskEvents(t, w.trace[1], w.dir[1], func(rel string) bool {
		return rel == "." || strings.HasPrefix(rel+"/", ofTheFollowing+"/") || strings.HasPrefix(rel+"/", store.FilesDir+"/")
	})
	own, at := newDisk(t, w.first[1], ofTheFollowing, store.FilesDir), map[int]bool{}
	for len(at) < images {
		at[w.chance.IntN(len(events))] = true
	}
	for i, e := range events {
		if e.does != diskTold {
			own.take(t, e)
		}
		if !at[i] {
			continue
		}
		folder := t.TempDir()
		dir, place := filepath.Join(folder, "data"), filepath.Join(folder, "copy")
		own["."].cut(t, w.chance, dir)
		w.bring(w.first[1], dir, "tsunagu.key", replica.OwnFile)
		if err := os.CopyFS(place, os.DirFS(w.place)); err != nil {
			t.Fatal(err)
		}
		m := w.on(dir, place)
		m.start(0)
		m.follows(0)
		m.take(0)
		m.leads(0)
		m.holds(fmt.Sprintf("a standby cut after %d of %d", i, len(events)), w.all)
		m.hasFiles(0)
		ofProgram(t, "check", "-data", dir)
		m.end()
		_ = os.RemoveAll(folder)
	}
}

// on are two machines at a target, of which the second is new.
func (w *powerTwo) on(dir, place string) *machines {
	other := filepath.Join(w.t.TempDir(), "data")
	if err := os.MkdirAll(other, 0o700); err != nil {
		w.t.Fatal(err)
	}
	w.bring(w.first[0], other, "tsunagu.key")
	target := "file://" + filepath.ToSlash(place)
	return &machines{t: w.t, target: target, address: [2]string{target, target}, dir: [2]string{dir, other}}
}

func (m *machines) end() {
	for _, n := range m.n {
		if n != nil {
			n.kill()
		}
	}
}

// bring copies files and folders whose content no power cut concerns.
func (w *powerTwo) bring(from, to string, names ...string) {
	w.t.Helper()
	for _, name := range names {
		info, err := os.Stat(filepath.Join(from, name))
		if err == nil && info.IsDir() {
			if err = os.RemoveAll(filepath.Join(to, name)); err == nil {
				err = os.CopyFS(filepath.Join(to, name), os.DirFS(filepath.Join(from, name)))
			}
		} else if err == nil {
			var b []byte
			if b, err = os.ReadFile(filepath.Join(from, name)); err == nil {
				err = os.WriteFile(filepath.Join(to, name), b, 0o600)
			}
		}
		if err != nil && !os.IsNotExist(err) {
			w.t.Fatal(err)
		}
	}
}

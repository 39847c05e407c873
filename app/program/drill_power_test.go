package program

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tsunagu/store"
)

// diskEvent is what the program asked of the disk, or told somebody, in its order.
type diskEvent struct {
	file  string // the database or its log; empty for an answer
	data  []byte // written at; nil for a sync and a cut
	at    int64
	isCut bool   // the file ends at at
	told  string // the number of the request that was answered with success
}

var (
	traced = regexp.MustCompile(`^\d+ +(?:(pwrite64|write|fsync|fdatasync|ftruncate)\((\d+)<([^>]*)>(.*)|<\.\.\. (fsync|fdatasync) resumed>.*= (-?\d+).*)$`)
	held   = regexp.MustCompile(`^, "((?:\\x[0-9a-f]{2})*)"(\.\.\.)?(?:, (\d+))(?:, (\d+))?`)
	number = regexp.MustCompile(`(?i)\r\nX-Request-Id: (\S+)\r\n`)
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, `\x`, ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// diskEvents reads what strace wrote.
func diskEvents(t *testing.T, path string) (events []diskEvent) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	waits := map[string]string{} // the file that a thread's sync is about
	s := bufio.NewScanner(f)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		m := traced.FindStringSubmatch(s.Text())
		if m == nil {
			continue
		}
		thread, _, _ := strings.Cut(s.Text(), " ")
		if m[5] != "" {
			if file, ok := waits[thread]; ok && m[6] == "0" {
				events = append(events, diskEvent{file: file})
			}
			delete(waits, thread)
			continue
		}
		what, rest := m[1], m[4]
		name := m[3]
		if strings.HasPrefix(name, `\x`) {
			name = string(unhex(t, name))
		}
		file := filepath.Base(name)
		isData := file == store.DatabaseFile || file == store.DatabaseFile+"-wal"
		switch {
		case what == "write" && strings.HasPrefix(name, "socket:"):
			h := held.FindStringSubmatch(rest)
			if h == nil {
				continue
			}
			answer := unhex(t, h[1])
			if n := number.FindSubmatch(answer); n != nil && strings.HasPrefix(string(answer), "HTTP/1.1 2") {
				events = append(events, diskEvent{told: string(n[1])})
			}
		case !isData:
		case what == "pwrite64":
			h := held.FindStringSubmatch(rest)
			if h == nil || h[2] != "" {
				t.Fatalf("a write that was not noted whole: %.200s", s.Text())
			}
			at, err := strconv.ParseInt(h[4], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			events = append(events, diskEvent{file: file, data: unhex(t, h[1]), at: at})
		case what == "write":
			t.Fatalf("a write without a place: %.200s", s.Text())
		case what == "ftruncate":
			size, _, _ := strings.Cut(strings.TrimPrefix(rest, ", "), ")")
			at, err := strconv.ParseInt(strings.TrimSuffix(size, " <unfinished ...>"), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			events = append(events, diskEvent{file: file, at: at, isCut: true})
		case strings.Contains(rest, "unfinished"):
			waits[thread] = file
		case strings.HasSuffix(rest, "= 0"):
			events = append(events, diskEvent{file: file})
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return events
}

// disk is what a power cut leaves: what was synced, and of the rest whatever chance gives.
type disk struct {
	safe    map[string][]byte
	pending map[string][]diskEvent
}

func (e diskEvent) apply(b []byte) []byte {
	if e.isCut {
		if int64(len(b)) > e.at {
			return b[:e.at]
		}
		return append(b, make([]byte, e.at-int64(len(b)))...)
	}
	if end := e.at + int64(len(e.data)); end > int64(len(b)) {
		b = append(b, make([]byte, end-int64(len(b)))...)
	}
	copy(b[e.at:], e.data)
	return b
}

func (d *disk) take(e diskEvent) {
	if e.told != "" {
		return
	}
	if e.data != nil || e.isCut {
		d.pending[e.file] = append(d.pending[e.file], e)
		return
	}
	for _, p := range d.pending[e.file] {
		d.safe[e.file] = p.apply(d.safe[e.file])
	}
	d.pending[e.file] = nil
}

// cut writes the disk into a folder: each write that was not synced is there, missing, or there as far
// as one of its sectors.
func (d *disk) cut(t *testing.T, chance *rand.Rand, dir string) {
	t.Helper()
	for file, safe := range d.safe {
		b := append([]byte(nil), safe...)
		for _, p := range d.pending[file] {
			switch chance.IntN(3) {
			case 0:
				continue
			case 1:
				p.data = p.data[:min(len(p.data), 512*chance.IntN(len(p.data)/512+1))]
			}
			b = p.apply(b)
		}
		if err := os.WriteFile(filepath.Join(dir, file), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDrillPower cuts the power at any moment (trust.md G3). strace notes each write and sync of the
// database and each answer, in their order; from that, disks are made as a cut would leave them, with
// what was not synced lost, torn or in another order. What was answered before is on each of them, and
// each is sound. The folder's own entries and the attachments are not part of it.
func TestDrillPower(t *testing.T) {
	if os.Getenv("TSUNAGU_DRILL") == "" {
		t.Skip("runs in make drill")
	}
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("needs strace")
	}
	dir, trace := drillFolder(t), filepath.Join(t.TempDir(), "trace")
	first, err := os.ReadFile(filepath.Join(dir, store.DatabaseFile))
	if err != nil {
		t.Fatal(err)
	}
	n := serveDrill(t, dir, "strace", "-f", "-y", "-xx", "-s", "1000000", "-e", "trace=pwrite64,write,fsync,fdatasync,ftruncate", "-e", "signal=none", "-o", trace)
	child := fmt.Sprintf("/proc/%d/task/%d/children", n.cmd.Process.Pid, n.cmd.Process.Pid)
	program := func() int {
		b, _ := os.ReadFile(child)
		id, _, _ := strings.Cut(string(b), " ")
		pid, _ := strconv.Atoi(id)
		return pid
	}
	end := func() {
		if pid := program(); pid > 0 {
			_ = syscall.Kill(pid, syscall.SIGKILL) // strace then ends by itself, with its notes whole
		}
	}
	t.Cleanup(end)
	log, stopped := &notes{wanted: drillSize("DRILL_WRITES", 100, 400), enough: make(chan struct{})}, make(chan error, 4)
	for _, w := range []writer{messenger, lister, dealer, visitor} {
		go func() { stopped <- w(n, 0, log) }()
	}
	select {
	case <-log.enough:
	case err := <-stopped:
		t.Fatalf("a writer stopped: %v\n%s", err, n.errors)
	}
	end()
	for range 4 {
		<-stopped
	}
	_ = n.cmd.Wait()

	events := diskEvents(t, trace)
	byNumber := map[string][]written{}
	for _, w := range log.all {
		byNumber[w.number] = append(byNumber[w.number], w)
	}
	syncs, told := 0, 0
	for _, e := range events {
		if e.told != "" {
			told += len(byNumber[e.told])
		} else if e.data == nil && !e.isCut {
			syncs++
		}
	}
	if told < len(log.all)*9/10 || syncs < told {
		t.Fatalf("of %d writes %d were seen to be answered, with %d syncs", len(log.all), told, syncs)
	}
	images := drillSize("DRILL_IMAGES", 40, 400)
	chance := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	// run makes the images, and says in how many an answered write was missing or the data not sound.
	run := func(images int, synced func(file string) bool) (bad, checked int) {
		d := disk{safe: map[string][]byte{store.DatabaseFile: append([]byte(nil), first...), store.DatabaseFile + "-wal": nil}, pending: map[string][]diskEvent{}}
		at := map[int]bool{}
		for range images {
			at[len(events)/4+chance.IntN(len(events)*3/4)] = true
		}
		var answered []written
		for i, e := range events {
			if e.told != "" {
				answered = append(answered, byNumber[e.told]...)
			} else if e.data != nil || e.isCut || synced(e.file) {
				d.take(e)
			}
			if !at[i] {
				continue
			}
			image := t.TempDir()
			d.cut(t, chance, image)
			if err := missing(t, image, answered); err != nil {
				bad++
				if synced(store.DatabaseFile + "-wal") {
					t.Errorf("cut after event %d of %d: %v", i, len(events), err)
				}
			}
			checked += len(answered)
			_ = os.RemoveAll(image)
		}
		return bad, checked
	}
	bad, checked := run(images, func(string) bool { return true })
	// The same with a log that is never synced: if that lost nothing, this drill would show nothing.
	if lost, _ := run(10, func(file string) bool { return !strings.HasSuffix(file, "-wal") }); lost == 0 {
		t.Error("a log without syncs loses nothing: these images are no power cuts")
	}
	report(t, "power: %d images of %d writes and %d syncs, %d answered writes looked for, %d images with a loss or damage", images, len(log.all), syncs, checked, bad)
}

// missing is what of the answered writes a folder lacks, or why it is not sound.
func missing(t *testing.T, dir string, answered []written) error {
	t.Helper()
	st, err := soundData(t, dir)
	if err != nil {
		return err
	}
	db := openCopy(t, st)
	defer func() { _, _ = db.Close(), st.Close() }()
	defer os.RemoveAll(st.Dir())
	for _, w := range answered {
		var there int
		if err := db.QueryRow(w.query, w.args...).Scan(&there); err != nil || there != 1 {
			return fmt.Errorf("answered, and lost: %s (%d, %v)", w.what, there, err)
		}
	}
	return nil
}

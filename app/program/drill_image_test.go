package program

import (
	"bufio"
	"encoding/hex"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tsunagu/store"
)

// diskEvent is an operation of the program on the disk, or an answer to a client, in order of time.
type diskEvent struct {
	does string
	file string // its path at that moment, relative to the data folder
	to   string // its new name
	data []byte
	at   int64  // offset of the data, or the new length
	told string // the number of the request that was answered with success
	line int    // where it stands in what was recorded
}

const (
	diskWrites  = "write"
	diskAppends = "append"
	diskCuts    = "cut"
	diskSyncs   = "sync" // a file's content, or a folder's entries
	diskCreates = "create"
	diskFolder  = "folder"
	diskRenames = "rename"
	diskRemoves = "remove"
	diskTold    = "told"
)

// powerCalls are the system calls that strace records.
const powerCalls = "trace=pwrite64,write,fsync,fdatasync,ftruncate,open,openat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat"

var (
	tracedFile = regexp.MustCompile(`^\d+ +(pwrite64|write|fsync|fdatasync|ftruncate)\((\d+)<([^>]*)>(.*)$`)
	tracedName = regexp.MustCompile(`^\d+ +(open|mkdir|rename|unlink)(?:at2?)?\((.*)$`)
	tracedEnd  = regexp.MustCompile(`^\d+ +<\.\.\. (?:fsync|fdatasync) resumed>.*= (-?\d+)`)
	held       = regexp.MustCompile(`^, "((?:\\x[0-9a-f]{2})*)"(\.\.\.)?(?:, (\d+))(?:, (\d+))?`)
	quotedHex  = regexp.MustCompile(`"((?:\\x[0-9a-f]{2})*)"`)
	requestID  = regexp.MustCompile(`(?i)\r\nX-Request-Id: (\S+)\r\n`)
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, `\x`, ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// ofTheData says which paths of a data folder must survive a power cut.
func ofTheData(rel string) bool {
	return rel == "." || rel == store.DatabaseFile || rel == store.DatabaseFile+"-wal" || strings.HasPrefix(rel+"/", store.FilesDir+"/")
}

// diskEvents reads strace's output for a program with its data in dir, of the paths in it that must survive a power cut. A
// call that changes something counts from its beginning, since it may be on the disk from then on; a sync counts from its
// end.
func diskEvents(t *testing.T, trace, dir string, survives func(rel string) bool) (events []diskEvent) {
	t.Helper()
	f, err := os.Open(trace)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	// kept is a path relative to the folder, if the file must survive a power cut.
	kept := func(name string) (string, bool) {
		rel, err := filepath.Rel(dir, name)
		return rel, err == nil && rel != ".." && !strings.HasPrefix(rel, "../") && survives(rel)
	}
	number := 0
	add := func(e diskEvent) {
		e.line = number
		events = append(events, e)
	}
	waits := map[string]string{} // the file that a thread is syncing
	s := bufio.NewScanner(f)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		line := s.Text()
		number++
		thread, _, _ := strings.Cut(line, " ")
		if m := tracedEnd.FindStringSubmatch(line); m != nil {
			if file, ok := waits[thread]; ok && m[1] == "0" {
				add(diskEvent{does: diskSyncs, file: file})
			}
			delete(waits, thread)
			continue
		}
		if m := tracedName.FindStringSubmatch(line); m != nil {
			if strings.Contains(m[2], ") = -1 ") || m[1] == "open" && !strings.Contains(m[2], "O_CREAT") {
				continue
			}
			e := diskEvent{does: map[string]string{"open": diskCreates, "mkdir": diskFolder, "rename": diskRenames, "unlink": diskRemoves}[m[1]]}
			names := quotedHex.FindAllStringSubmatch(m[2], 2)
			if len(names) == 0 || m[1] == "rename" && len(names) < 2 {
				t.Fatalf("a call without a name: %.200s", line)
			}
			// What a folder is looked at with holds nothing. Where there is no such folder it fails, and of a call that
			// strace notes in two lines the first does not say so.
			if strings.HasPrefix(path.Base(string(unhex(t, names[0][1]))), ".look-") {
				continue
			}
			var ok bool
			if e.file, ok = kept(string(unhex(t, names[0][1]))); !ok {
				continue
			}
			if m[1] == "rename" {
				if e.to, ok = kept(string(unhex(t, names[1][1]))); !ok || path.Dir(e.to) != path.Dir(e.file) {
					t.Fatalf("a rename out of its folder: %.200s", line)
				}
			}
			add(e)
			continue
		}
		m := tracedFile.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		what, name, rest := m[1], m[3], m[4]
		if strings.HasPrefix(name, `\x`) {
			name = string(unhex(t, name))
		}
		if what == "write" && strings.HasPrefix(name, "socket:") {
			if h := held.FindStringSubmatch(rest); h != nil {
				answer := unhex(t, h[1])
				if n := requestID.FindSubmatch(answer); n != nil && strings.HasPrefix(string(answer), "HTTP/1.1 2") {
					add(diskEvent{does: diskTold, told: string(n[1])})
				}
			}
			continue
		}
		file, ok := kept(name)
		if !ok {
			continue
		}
		e := diskEvent{does: map[string]string{"pwrite64": diskWrites, "write": diskAppends, "ftruncate": diskCuts}[what], file: file}
		switch {
		case e.does == diskWrites || e.does == diskAppends:
			h := held.FindStringSubmatch(rest)
			if h == nil || h[2] != "" {
				t.Fatalf("a write that was not noted whole: %.200s", line)
			}
			if e.data = unhex(t, h[1]); e.does == diskAppends {
				break
			}
			if e.at, err = strconv.ParseInt(h[4], 10, 64); err != nil {
				t.Fatal(err)
			}
		case e.does == diskCuts:
			size, _, _ := strings.Cut(strings.TrimPrefix(rest, ", "), ")")
			if e.at, err = strconv.ParseInt(strings.TrimSuffix(size, " <unfinished ...>"), 10, 64); err != nil {
				t.Fatal(err)
			}
		case strings.Contains(rest, "unfinished"):
			waits[thread] = file
			continue
		case strings.HasSuffix(rest, "= 0"):
			e.does = diskSyncs
		default:
			continue
		}
		add(e)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return events
}

// node is a file or folder of a disk: its synced state, and the changes since.
type node struct {
	isFolder bool
	content  []byte
	writes   []diskEvent
	size     int64 // with unsynced writes, as the program sees it
	entries  map[string]*node
	moves    []move
}

// move is a change of a folder's entries: one is removed, one is added, or both at once.
type move struct {
	without, with string
	node          *node
}

func (m move) apply(entries map[string]*node) {
	delete(entries, m.without)
	if m.node != nil {
		entries[m.with] = m.node
	}
}

// disk is the state after a power cut: all that was synced, and of the rest a random part.
type disk map[string]*node // by the names that the program sees

// newDisk is a disk with what some roots of a folder contain, all synced.
func newDisk(t *testing.T, dir string, roots ...string) disk {
	t.Helper()
	d := disk{".": &node{isFolder: true, entries: map[string]*node{}}}
	add := func(name string, n *node) {
		d[name], d[path.Dir(name)].entries[path.Base(name)] = n, n
	}
	for _, root := range roots {
		if err := filepath.WalkDir(filepath.Join(dir, root), func(name string, e fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && name == filepath.Join(dir, root) {
				return nil
			}
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(dir, name)
			if err != nil || rel == "." {
				return err
			}
			if e.IsDir() {
				add(rel, &node{isFolder: true, entries: map[string]*node{}})
				return nil
			}
			b, err := os.ReadFile(name)
			add(rel, &node{content: b, size: int64(len(b))})
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func (e diskEvent) apply(b []byte) []byte {
	if e.does == diskCuts {
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

func (d disk) take(t *testing.T, e diskEvent) {
	t.Helper()
	n, folder := d[e.file], d[path.Dir(e.file)]
	if folder == nil && e.does != diskTold {
		t.Fatalf("%s in a folder that is not there: %s", e.does, e.file)
	}
	switch e.does {
	case diskCreates, diskFolder:
		if n == nil { // or it existed before
			n = &node{isFolder: e.does == diskFolder, entries: map[string]*node{}}
			d[e.file], folder.moves = n, append(folder.moves, move{with: path.Base(e.file), node: n})
		}
	case diskRenames, diskRemoves:
		m := move{without: path.Base(e.file)}
		if delete(d, e.file); e.does == diskRenames {
			m.with, m.node, d[e.to] = path.Base(e.to), n, n
		}
		folder.moves = append(folder.moves, m)
	case diskWrites, diskAppends, diskCuts:
		if e.does == diskAppends {
			e.at = n.size
		}
		if n.size = max(n.size, e.at+int64(len(e.data))); e.does == diskCuts {
			n.size = e.at
		}
		n.writes = append(n.writes, e)
	case diskSyncs:
		for _, w := range n.writes {
			n.content = w.apply(n.content)
		}
		for _, m := range n.moves {
			m.apply(n.entries)
		}
		n.writes, n.moves = nil, nil
	}
}

// cut writes the disk as a folder: each unsynced write is there, missing, or there up to one of its
// sectors; each unsynced entry of a folder is old or new.
func (n *node) cut(t *testing.T, chance *rand.Rand, to string) {
	t.Helper()
	if !n.isFolder {
		b := append([]byte(nil), n.content...)
		for _, w := range n.writes {
			switch chance.IntN(3) {
			case 0:
				continue
			case 1:
				w.data = w.data[:min(len(w.data), 512*chance.IntN(len(w.data)/512+1))]
			}
			b = w.apply(b)
		}
		if err := os.WriteFile(to, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	entries := map[string]*node{}
	for name, in := range n.entries {
		entries[name] = in
	}
	for _, m := range n.moves {
		if chance.IntN(2) == 0 {
			m.apply(entries)
		}
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, in := range entries {
		in.cut(t, chance, filepath.Join(to, name))
	}
}

package program

import (
	"bytes"
	"cmp"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// alone are the rooms that import no other room.
var alone = []string{"app/anonymity", "app/auth", "app/backup", "app/deal", "app/guide", "app/host", "app/mail", "app/mail/mailtest",
	"app/photo", "app/sheet", "app/typeface", "store/index", "store/master", "ui"}

// TestArrows: the picture of the house in README.md has the rooms of the code, and its arrows are imports.
// It is the smallest complete picture: an import that other arrows imply is not drawn, every other one is.
// Whoever adds or removes an import changes the picture.
func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}: {{join .Imports \" \"}}", "./...").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	code, importsOf, reach := map[string]bool{}, map[string]map[string]bool{}, map[string]map[string]bool{} // code: a room, or "room → room"
	for line := range strings.Lines(string(out)) {
		room, imports, _ := strings.Cut(strings.TrimSpace(line), ": ")
		room = roomOf(room)
		code[room] = true
		for i := range strings.FieldsSeq(imports) {
			if i != "tsunagu" && !strings.HasPrefix(i, "tsunagu/") {
				continue
			}
			if importsOf[room] == nil {
				importsOf[room] = map[string]bool{}
			}
			importsOf[room][roomOf(i)] = true
			if code[room+" → "+roomOf(i)] = true; contains(alone, room) {
				t.Errorf("%s knows no other room, and imports %s", room, i)
			}
		}
	}
	picture := pictureOf(t, "README.md")
	for x := range code {
		from, to, isArrow := strings.Cut(x, " → ")
		isImplied := isArrow && leads(importsOf, reach, from, to)
		switch {
		case isImplied && picture[x]:
			t.Errorf("the picture in README.md need not have %s: other arrows say so", x)
		case !isImplied && !picture[x]:
			t.Errorf("the picture in README.md lacks %s", x)
		}
	}
	for x := range picture {
		if !code[x] {
			t.Errorf("the picture in README.md has %s, the code has not", x)
		}
	}
	if len(code) < 30 {
		t.Errorf("only %d rooms and arrows", len(code))
	}
}

// leads says whether a room imports another through a third.
func leads(imports, reach map[string]map[string]bool, from, to string) bool {
	for via := range imports[from] {
		if via != to && reached(imports, reach, via)[to] {
			return true
		}
	}
	return false
}

// reached are the rooms that a room imports, by others or itself; reach keeps what was found.
func reached(imports, reach map[string]map[string]bool, room string) map[string]bool {
	if reach[room] == nil {
		reach[room] = map[string]bool{}
		for x := range imports[room] {
			reach[room][x] = true
			maps.Copy(reach[room], reached(imports, reach, x))
		}
	}
	return reach[room]
}

// roomOf is a package's name in the picture.
func roomOf(path string) string {
	if path == "tsunagu" {
		return "main.go"
	}
	return strings.TrimPrefix(path, "tsunagu/")
}

var (
	pictureRoom  = regexp.MustCompile(`^(\w+)\["([^"]+)"\]$`)
	pictureArrow = regexp.MustCompile(`^(\w+(?: & \w+)*) --> (\w+(?: & \w+)*)$`)
)

// pictureOf reads the Mermaid text of a page: rooms and "room → room". What has no label of its own is a
// room of app, by its name. Dotted arrows are not imports.
func pictureOf(t *testing.T, page string) map[string]bool {
	t.Helper()
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(b), "```mermaid\nflowchart TD\n")
	text, _, found := strings.Cut(text, "```")
	if !found {
		t.Fatalf("%s has no picture", page)
	}
	rooms, out := map[string]string{}, map[string]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		room, arrow := pictureRoom.FindStringSubmatch(line), pictureArrow.FindStringSubmatch(line)
		switch {
		case line == "" || strings.Contains(line, " -. "):
		case room != nil:
			rooms[room[1]], out[room[2]] = room[2], true
		case arrow != nil:
			for from := range strings.SplitSeq(arrow[1], " & ") {
				for to := range strings.SplitSeq(arrow[2], " & ") {
					for _, name := range []string{from, to} {
						rooms[name] = cmp.Or(rooms[name], "app/"+name)
						out[rooms[name]] = true
					}
					if x := rooms[from] + " → " + rooms[to]; out[x] {
						t.Errorf("%s: twice: %s", page, x)
					} else {
						out[x] = true
					}
				}
			}
		default:
			t.Errorf("%s: neither a room nor an arrow: %s", page, line)
		}
	}
	return out
}

// longestFile is the most lines of a file: a longer one has more than one subject.
const longestFile = 500

func TestFilesAreShort(t *testing.T) {
	read := 0
	for _, root := range []string{"main.go", "app", "store", "ui"} {
		if err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist") {
				return filepath.SkipDir
			}
			if err != nil || !strings.HasSuffix(path, ".go") {
				return err
			}
			b, err := os.ReadFile(path)
			if n := bytes.Count(b, []byte("\n")); n > longestFile {
				t.Errorf("%s has %d lines", path, n)
			}
			read++
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if read < 400 {
		t.Errorf("read %d files", read)
	}
}

// widest is how many characters a line of Go has at most. Texts that cannot be broken (a Japanese sentence, SQL
// in one piece) may be wider; their number may not grow.
const (
	widest    = 140
	wideLines = 267
)

func TestLinesAreShort(t *testing.T) {
	wide, read := 0, 0
	for _, root := range []string{"main.go", "app", "store", "ui/embed.go"} {
		if err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") {
				return err
			}
			b, err := os.ReadFile(path)
			read++
			for line := range strings.Lines(string(b)) {
				if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > widest {
					wide++
				}
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if wide > wideLines {
		t.Errorf("%d lines of Go have more than %d characters, %d had: break the new ones", wide, widest, wideLines)
	}
	if wide < wideLines-5 {
		t.Errorf("only %d lines of Go have more than %d characters: write that number into wideLines", wide, widest)
	}
	if read < 400 {
		t.Errorf("read %d files", read)
	}
}

// largestRoom is the most lines of a room of app, without its tests: a larger one should be two
// rooms.
const largestRoom = 5000

func TestRoomsAreSmall(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}{{range .GoFiles}} {{.}}{{end}}", "./app/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	rooms := 0
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		lines := 0
		for _, name := range names[1:] {
			b, err := os.ReadFile(filepath.Join(names[0], name))
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(b, []byte("\n"))
		}
		if rooms++; lines > largestRoom {
			t.Errorf("%s has %d lines", names[0], lines)
		}
	}
	if rooms < 25 {
		t.Errorf("only %d rooms", rooms)
	}
}

// The rooms of rules decide only by their arguments: they import no HTTP, SQL or operating system, also not
// through other packages, and use no clock.
func TestRulesArePure(t *testing.T) {
	clock := regexp.MustCompile(`\btime\.(Now|Since|Until|Sleep|After|Tick|NewTimer|NewTicker)\b`)
	for _, room := range []string{"app/deal", "app/disclosure", "app/score", "app/anonymity", "app/task"} {
		out, err := exec.Command("go", "list", "-deps", "./"+room).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		packages := strings.Fields(string(out))
		for _, not := range []string{"net", "net/http", "database/sql", "os/exec", "tsunagu/store", "tsunagu/app/web"} {
			if contains(packages, not) {
				t.Errorf("%s imports %s", room, not)
			}
		}
		files, err := filepath.Glob(filepath.Join(room, "*.go"))
		if err != nil || len(files) < 4 || len(packages) < 10 {
			t.Fatal(room, len(files), len(packages), err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if m := clock.Find(b); m != nil && !strings.HasSuffix(f, "_test.go") {
				t.Errorf("%s reads the clock: %s", f, m)
			}
		}
	}
}

// Every module that go.mod requires directly is imported by a package of this repository.
func TestDependenciesAreUsed(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}`,
		"./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	imports, asked := strings.Fields(string(out)), 0
	for line := range strings.Lines(string(mod)) {
		f := strings.Fields(line)
		if len(f) != 2 || !strings.HasPrefix(f[1], "v") {
			continue // indirect ones have a comment
		}
		asked++
		if !slices.ContainsFunc(imports, func(i string) bool { return i == f[0] || strings.HasPrefix(i, f[0]+"/") }) {
			t.Errorf("nothing imports %s", f[0])
		}
	}
	if asked < 15 {
		t.Errorf("go.mod asks for %d modules", asked)
	}
}

// The server connects only to the mail server, the certificate authority, its own address, in development Vite, and
// where they are set to the time-stamping authority, the receiver of events (the office's), the place of the copy (who runs the program),
// and an institution's directory (its administrator's, with the office's confirmation): it never fetches another address that somebody
// typed (trust.md Input and output).
// The only program that it starts is itself, to draw pages.
func TestServerFetchesNothing(t *testing.T) {
	calls := regexp.MustCompile(`\bhttp\.(Client|Transport|DefaultClient|DefaultTransport|Get|Head|Post|PostForm|NewRequest|NewRequestWithContext)\b|\b(net|tls)\.(Dial|Dialer)\b|\b(net|tls)\.Dial[A-Z]|\bnet\.(Lookup[A-Z]|Resolver|DefaultResolver)|\bsyscall\.Connect|\bhttputil\.|\bsmtp\.Dial|\bexec\.Command`)
	may := map[string]bool{"app/mail/smtp.go": true, "app/host/certificate.go": true, "app/host/running.go": true, "app/app.go": true,
		"app/render/pool.go": true, "app/stamp/authority.go": true, "app/stamp/event.go": true, "app/directory/provider.go": true,
		"app/replica/bucket.go": true, "app/replica/sftp.go": true, "app/replica/nats.go": true}
	read, met := 0, map[string]bool{}
	for _, root := range []string{"main.go", "app", "store"} {
		if err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			path = filepath.ToSlash(path)
			isTool := slices.ContainsFunc([]string{"app/mail/mailtest/", "app/bench/", "app/apptest/"}, // not part of the program
				func(dir string) bool { return strings.HasPrefix(path, dir) })
			if err != nil || isTool || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			b, err := os.ReadFile(path)
			if read++; calls.Match(b) {
				if met[path] = true; !may[path] {
					t.Errorf("%s calls somebody: %s", path, calls.Find(b))
				}
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if read < 200 || len(met) != len(may) {
		t.Errorf("read %d files, of which %v call", read, met)
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestArrows keeps the rooms apart: main → program → app → store, and the rooms that know no other
// (architecture: "The house").
func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}: {{join .Imports \" \"}}", "./...").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	may := map[string][]string{
		"tsunagu":                   {"tsunagu/app/program"},
		"tsunagu/app/program":       {"tsunagu/app", "tsunagu/app/auth", "tsunagu/app/backup", "tsunagu/app/guide", "tsunagu/app/host", "tsunagu/app/mail", "tsunagu/app/render", "tsunagu/store", "tsunagu/ui"},
		"tsunagu/app":               {"tsunagu/app/deal", "tsunagu/app/auth", "tsunagu/app/backup", "tsunagu/app/guide", "tsunagu/app/mail", "tsunagu/app/render", "tsunagu/app/sheet", "tsunagu/store", "tsunagu/store/master"},
		"tsunagu/app/bench":         {"tsunagu/app/auth", "tsunagu/store", "tsunagu/store/master"},
		"tsunagu/app/deal":          {},
		"tsunagu/app/auth":          {},
		"tsunagu/app/backup":        {},
		"tsunagu/app/guide":         {},
		"tsunagu/app/host":          {},
		"tsunagu/app/mail":          {},
		"tsunagu/app/mail/mailtest": {},
		"tsunagu/app/render":        {},
		"tsunagu/app/sheet":         {},
		"tsunagu/store":             {"tsunagu/store/fts5", "tsunagu/store/index", "tsunagu/store/master"},
		"tsunagu/store/fts5":        {"tsunagu/store/index"},
		"tsunagu/store/index":       {},
		"tsunagu/store/master":      {},
		"tsunagu/store/storetest":   {"tsunagu/store"},
		"tsunagu/ui":                {},
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		room, imports, _ := strings.Cut(strings.TrimSpace(line), ": ")
		allowed, known := may[room]
		if !known {
			t.Errorf("%s is a room that the house does not know: give it a row here and in the README", room)
			continue
		}
		seen++
		for _, i := range strings.Fields(imports) {
			if (i == "tsunagu" || strings.HasPrefix(i, "tsunagu/")) && !contains(allowed, i) {
				t.Errorf("%s must not import %s", room, i)
			}
		}
	}
	if seen != len(may) {
		t.Errorf("saw %d rooms of %d", seen, len(may))
	}
}

// The server calls nobody but the mail server, the authority of its certificate, its own address, and in
// development Vite: no address that somebody typed is ever fetched (trust.md Input and output). The one
// program that it starts is itself, to draw pages.
func TestServerFetchesNothing(t *testing.T) {
	calls := regexp.MustCompile(`\bhttp\.(Client|Transport|DefaultClient|DefaultTransport|Get|Head|Post|PostForm|NewRequest|NewRequestWithContext)\b|\b(net|tls)\.(Dial|Dialer)\b|\b(net|tls)\.Dial[A-Z]|\bnet\.(Lookup[A-Z]|Resolver|DefaultResolver)|\bsyscall\.Connect|\bhttputil\.|\bsmtp\.Dial|\bexec\.Command`)
	may := map[string]bool{"app/mail/smtp.go": true, "app/host/certificate.go": true, "app/host/running.go": true, "app/app.go": true, "app/render/pool.go": true}
	read, met := 0, map[string]bool{}
	for _, root := range []string{"main.go", "app", "store"} {
		if err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			path = filepath.ToSlash(path)
			isTool := strings.HasPrefix(path, "app/mail/mailtest/") || strings.HasPrefix(path, "app/bench/") // no part of the program
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

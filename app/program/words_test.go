package program

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readmeBytes is the largest size of README.md: what the product is, how to try it, and where to read
// on. All else belongs to a room's page.
const readmeBytes = 10 << 10

func TestReadmeIsShort(t *testing.T) {
	b, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(b) > readmeBytes {
		t.Errorf("README.md has %d bytes, at most %d: give what is new to the room that it concerns", len(b), readmeBytes)
	}
	for _, s := range []string{"`go run . demo`", "`make test`", "Tsunagu-demo1", "# Tsunagu"} {
		if !strings.Contains(string(b), s) {
			t.Errorf("README.md lacks %s", s)
		}
	}
}

// Every package has a page, and so have the rooms of the screens.
func TestEveryRoomHasAPage(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}", "./...").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rooms := []string{"ui/src", "ui/e2e", "testdata"}
	for room := range strings.FieldsSeq(string(out)) {
		rooms = append(rooms, strings.TrimPrefix(strings.TrimPrefix(room, "tsunagu"), "/"))
	}
	for _, room := range rooms {
		if b, err := os.ReadFile(filepath.Join(room, "README.md")); err != nil || len(b) < 300 {
			t.Errorf("%s has no page: write %s", room, filepath.Join(room, "README.md"))
		}
	}
}

// pages are all Markdown files except third-party ones.
func pages(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || path != "." && strings.HasPrefix(d.Name(), ".") || path == "ci-output" ||
			path == "release") {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".md") {
			out = append(out, filepath.ToSlash(path))
		}
		return nil
	})
	if err != nil || len(out) < 40 {
		t.Fatal(len(out), err)
	}
	return out
}

func exists(path string) bool {
	_, err := os.Stat(filepath.FromSlash(path))
	return err == nil
}

// The targets of a page's links exist.
func TestLinksOfPages(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	seen := 0
	for _, page := range pages(t) {
		b, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(b), -1) {
			to, _, _ := strings.Cut(m[1], "#")
			if to == "" || strings.Contains(to, ":") || strings.HasPrefix(to, "/") || strings.HasPrefix(page, "testdata/calls/") &&
				!strings.HasSuffix(to, ".md") {
				continue // an anchor, an address, or a quotation in a transcript
			}
			if seen++; !exists(filepath.ToSlash(filepath.Join(filepath.Dir(page), to))) {
				t.Errorf("%s links to %s, which there is not", page, m[1])
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d links", seen)
	}
}

// Files and tests that a room's page names exist. A file is named from the root or from the page's
// folder.
func TestNamesInPages(t *testing.T) {
	file := regexp.MustCompile("`([A-Za-z0-9_][A-Za-z0-9_./-]*\\.(?:go|ts|tsx|css|tsv|csv|sql|json|md|txt|html|yml))`")
	test := regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w*`)
	tests, seen := testNames(t), 0
	for _, page := range pages(t) {
		if filepath.Base(page) != "README.md" && page != "app/guide/promises.md" || strings.HasPrefix(page, "testdata/calls/") {
			continue
		}
		b, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range file.FindAllStringSubmatch(string(b), -1) {
			if seen++; !exists(m[1]) && !exists(filepath.ToSlash(filepath.Join(filepath.Dir(page), m[1]))) {
				t.Errorf("%s names %s, which there is not", page, m[1])
			}
		}
		for _, name := range test.FindAllString(string(b), -1) {
			if seen++; !tests[name] {
				t.Errorf("%s names the test %s, which there is not", page, name)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d names", seen)
	}
}

// Each entry of a room's decisions stands under its day and says whether it holds.
func TestDecisionsHaveAStatus(t *testing.T) {
	day := regexp.MustCompile(`^## (\d{4}-\d\d-\d\d)$`)
	entry := regexp.MustCompile(`^- 〔(有効|[^〕]+に代わられた)〕 \S`)
	entries := 0
	for _, page := range pages(t) {
		b, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(page) != "DECISIONS.md" || !strings.HasPrefix(string(b), "# Decisions of this room\n") {
			continue
		}
		last := ""
		for line := range strings.Lines(string(b)) {
			line = strings.TrimRight(line, "\n")
			switch m := day.FindStringSubmatch(line); {
			case m != nil && m[1] > last:
				last = m[1]
			case strings.HasPrefix(line, "## "):
				t.Errorf("%s: %q is no day after %s", page, line, last)
			case strings.HasPrefix(line, "- "):
				if entries++; last == "" || !entry.MatchString(line) {
					t.Errorf("%s: an entry without a day or a status, 〔有効〕 or 〔…に代わられた〕: %.60q", page, line)
				}
			}
		}
	}
	if entries < 90 {
		t.Errorf("only %d entries", entries)
	}
}

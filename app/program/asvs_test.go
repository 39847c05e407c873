package program

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// asvsItems are the numbers of OWASP ASVS 5.0 of levels 1 (') and 2, by section.
const asvsItems = `
1.1: 1 2
1.2: 1' 2' 3' 4' 5' 6 7 8 9
1.3: 1' 2' 3 4 5 6 7 8 9 10 11
1.4: 1 2 3
1.5: 1' 2
2.1: 1' 2 3
2.2: 1' 2' 3
2.3: 1' 2 3 4
2.4: 1
3.2: 1' 2'
3.3: 1' 2 3 4
3.4: 1' 2' 3 4 5 6
3.5: 1' 2' 3' 4 5
3.7: 1 2
4.1: 1' 2 3
4.2: 1
4.3: 1 2
4.4: 1' 2 3 4
5.1: 1
5.2: 1' 2' 3
5.3: 1' 2'
5.4: 1 2 3
6.1: 1' 2 3
6.2: 1' 2' 3' 4' 5' 6' 7' 8' 9 10 11 12
6.3: 1' 2' 3 4
6.4: 1' 2' 3 4
6.5: 1 2 3 4 5
6.6: 1 2 3
6.8: 1 2 3 4
7.1: 1 2 3
7.2: 1' 2' 3' 4'
7.3: 1 2
7.4: 1' 2' 3 4 5
7.5: 1 2
7.6: 1 2
8.1: 1' 2
8.2: 1' 2' 3
8.3: 1'
8.4: 1
9.1: 1' 2' 3'
9.2: 1' 2 3 4
10.1: 1 2
10.2: 1 2
10.5: 1 2 3 4 5
11.1: 1 2
11.2: 1 2 3
11.3: 1' 2' 3
11.4: 1' 2 3 4
11.5: 1
11.6: 1
12.1: 1' 2 3
12.2: 1' 2'
12.3: 1 2 3 4
13.1: 1
13.2: 1 2 3 4 5
13.3: 1 2
13.4: 1' 2 3 4 5
14.1: 1 2
14.2: 1' 2 3 4
14.3: 1' 2 3
15.1: 1' 2 3
15.2: 1' 2 3
15.3: 1' 2 3 4 5 6 7
16.1: 1
16.2: 1 2 3 4 5
16.3: 1 2 3 4
16.4: 1 2 3
16.5: 1 2 3
`

// TestASVS: testdata/asvs.tsv lists every item of the two levels once; each names existing tests
// that check it, or says why it does not apply.
func TestASVS(t *testing.T) {
	levels := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(asvsItems)) {
		section, items, _ := strings.Cut(line, ":")
		for item := range strings.FieldsSeq(items) {
			number, isFirst := strings.CutSuffix(item, "'")
			levels[section+"."+number] = "2"
			if isFirst {
				levels[section+"."+number] = "1"
			}
		}
	}
	tests := testNames(t)
	count, seen := map[string]int{}, map[string]bool{}
	for _, row := range tableOf(t, "testdata/asvs.tsv") {
		number, level, verdict, how, named := row[0], row[1], row[2], row[3], row[4]
		if levels[number] != level || seen[number] {
			t.Errorf("%s of level %s is no item, or stands here twice", number, level)
		}
		seen[number] = true
		count[verdict]++
		if verdict != "満たす" && verdict != "該当なし" && verdict != "相違" || how == "" || verdict == "満たす" && named == "" {
			t.Errorf("%s: %s without a test or a reason", number, verdict)
		}
		wantTests(t, tests, number, named)
	}
	for number := range levels {
		if !seen[number] {
			t.Errorf("%s is missing", number)
		}
	}
	promises, err := os.ReadFile("app/guide/promises.md")
	if err != nil {
		t.Fatal(err)
	}
	if says := fmt.Sprintf("%d項目: 満たす %d、該当なし %d、相違 %d", len(levels), count["満たす"], count["該当なし"],
		count["相違"]); !strings.Contains(string(promises), says) {
		t.Errorf("app/guide/promises.md does not say: %s", says)
	}
}

// trustSections are the headings of the rules of trust.
var trustSections = []string{"権限", "トークンとCookie", "パスワードとロック", "入力と出力", "監査", "保存"}

// TestTrust: testdata/trust.tsv lists the rules that the product must never break, each with the
// tests that fail if it is broken.
func TestTrust(t *testing.T) {
	tests, seen, rules := testNames(t), map[string]int{}, map[string]bool{}
	for _, row := range tableOf(t, "testdata/trust.tsv") {
		section, rule, named := row[0], row[1], row[2]
		if !slices.Contains(trustSections, section) || rule == "" || rules[rule] || named == "" {
			t.Errorf("%q: no section, no test, or here twice", row)
		}
		seen[section]++
		rules[rule] = true
		wantTests(t, tests, rule, named)
	}
	for _, section := range trustSections {
		if seen[section] < 2 {
			t.Errorf("%s has %d rules", section, seen[section])
		}
	}
}

// tableOf reads a table of testdata without its header.
func tableOf(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatal(len(rows), err)
	}
	return rows[1:]
}

// wantTests checks that the tests that a table names exist: Go tests by function name, tests of the
// screens as "file › title".
func wantTests(t *testing.T, tests map[string]bool, row, named string) {
	t.Helper()
	if path, title, isUI := strings.Cut(named, " › "); isUI {
		b, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(b), title) {
			t.Errorf("%s: no test %q in %s: %v", row, title, path, err)
		}
		return
	}
	for name := range strings.FieldsSeq(named) {
		if !tests[name] {
			t.Errorf("%s: there is no test %s", row, name)
		}
	}
}

// testNames are all tests and fuzz targets in the tree.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names, function := map[string]bool{}, regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "ui") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		b, err := os.ReadFile(path)
		for _, m := range function.FindAllSubmatch(b, -1) {
			names[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

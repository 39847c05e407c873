package program

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Older versions of SQLite can damage a database, and the driver must be used with exactly the libc
// version that it requires (trust.md Storage).
func TestDriver(t *testing.T) {
	list := func(format, module string) string {
		t.Helper()
		out, err := exec.Command("go", "list", "-m", "-f", format, module).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	const oldest = "v1.60.1"
	version := list("{{.Version}}", "modernc.org/sqlite")
	if !isAtLeast(version, oldest) {
		t.Errorf("the driver is %s, older than %s", version, oldest)
	}
	for is, want := range map[string]bool{"v1.60.0": false, "v1.9.9": false, "v1.60.1": true, "v1.60.2": true, "v1.100.0": true,
		"v2.0.0": true} {
		if isAtLeast(is, oldest) != want {
			t.Errorf("%s against %s", is, oldest)
		}
	}
	b, err := os.ReadFile(list("{{.GoMod}}", "modernc.org/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`modernc\.org/libc (v\S+)`).FindSubmatch(b)
	if m == nil {
		t.Fatalf("the driver names no libc:\n%s", b)
	}
	if is := list("{{.Version}}", "modernc.org/libc"); is != string(m[1]) {
		t.Errorf("libc is %s, the driver wants %s", is, m[1])
	}
}

// isAtLeast compares versions of the form v1.2.3.
func isAtLeast(version, least string) bool {
	var a, b [3]int
	for i, part := range strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3) {
		a[i], _ = strconv.Atoi(part)
	}
	for i, part := range strings.SplitN(strings.TrimPrefix(least, "v"), ".", 3) {
		b[i], _ = strconv.Atoi(part)
	}
	return slices.Compare(a[:], b[:]) >= 0
}

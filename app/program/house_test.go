package program

import (
	"os/exec"
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
		"tsunagu/app/program":       {"tsunagu/app", "tsunagu/app/auth", "tsunagu/app/backup", "tsunagu/app/guide", "tsunagu/app/host", "tsunagu/app/mail", "tsunagu/store", "tsunagu/ui"},
		"tsunagu/app":               {"tsunagu/app/deal", "tsunagu/app/auth", "tsunagu/app/backup", "tsunagu/app/guide", "tsunagu/app/mail", "tsunagu/app/sheet", "tsunagu/store", "tsunagu/store/master"},
		"tsunagu/app/deal":          {},
		"tsunagu/app/auth":          {},
		"tsunagu/app/backup":        {},
		"tsunagu/app/guide":         {},
		"tsunagu/app/host":          {},
		"tsunagu/app/mail":          {},
		"tsunagu/app/mail/mailtest": {},
		"tsunagu/app/sheet":         {},
		"tsunagu/store":             {"tsunagu/store/index", "tsunagu/store/master"},
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

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

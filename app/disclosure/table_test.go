package disclosure

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata/deal/levels.tsv")

// The allow-lists as a golden table: a field that opens earlier, or to more viewers, appears as a
// difference in review.
func TestLevelsGolden(t *testing.T) {
	const path = "../../testdata/deal/levels.tsv"
	if *update {
		if err := os.WriteFile(path, []byte(Table()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := Table(); got != string(want) {
		t.Errorf("%s differs (go test ./app/disclosure -update, then git diff):\n%s", path, got)
	}
}

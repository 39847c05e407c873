package draft_test

import (
	"archive/zip"
	"bytes"
	"flag"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/draft"
)

var update = flag.Bool("update", false, "rewrite testdata/deal/drafts.tsv")

// Which field may stand in a draft at which level, as a golden table: one that opens earlier shows as a difference in
// review. Nothing is in it that
// no allow-list opens to the other side.
func TestFieldsGolden(t *testing.T) {
	const path = "../../testdata/deal/drafts.tsv"
	if *update {
		if err := os.WriteFile(path, []byte(draft.FieldTable()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := draft.FieldTable()
	if got != string(want) {
		t.Errorf("%s differs (go test ./app/draft -update, then git diff):\n%s", path, got)
	}
	if strings.Contains(got, "InCharge") || strings.Contains(got, "L9") {
		t.Errorf("a field that is nobody's but the bank's in charge:\n%s", got)
	}
	if n := strings.Count(got, "\tL4\t"); n < 20 {
		t.Errorf("%d fields of L4", n)
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// docxText is all text of a document's parts, what a reader of its bytes can find.
func docxText(t *testing.T, b []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(f.Name + "\n" + tags.ReplaceAllString(string(all), ""))
	}
	return out.String()
}

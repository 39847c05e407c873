package render

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"tsunagu/app/typeset"
)

// TestIssuedPaperIsDrawn: what app/typeset writes can be read in the data room, each character of it.
func TestIssuedPaperIsDrawn(t *testing.T) {
	page := func(key, name string) *image.RGBA {
		b, err := typeset.Write(&typeset.Paper{Title: "書面", Blocks: []typeset.Block{typeset.Text(strings.Repeat(name, 300))}})
		if err != nil {
			t.Fatal(err)
		}
		return drawn(t, shared, doc(key, "application/pdf", b), 1, 960, mark)
	}
	blank := share(page("paper-blank", "　"), isBlack)
	seen := map[float64]string{}
	for i, name := range []string{"𠮷", "髙", "﨑", "①", "㈱", "葛\U000E0100", "葛", "A"} {
		black := share(page(fmt.Sprint("paper-", i), name), isBlack)
		if black < blank+.0005 {
			t.Errorf("%s is not drawn: %v, an empty page has %v", name, black, blank)
		}
		if seen[black] != "" {
			t.Errorf("%s looks as %s", name, seen[black])
		}
		seen[black] = name
	}
}

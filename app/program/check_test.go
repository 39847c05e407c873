package program

import (
	"io"
	"os"
	"strings"
	"testing"

	"tsunagu/app/stamp"
)

// printed is what a function prints.
func printed(t *testing.T, f func() error) (string, error) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	was := os.Stdout
	os.Stdout = w
	failed := f()
	os.Stdout = was
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), failed
}

// `tsunagu check` says how many proofs and stamps it verified, and under whose certificates, which a person compares; of broken ones it
// names each, and nothing that sounds well.
func TestCheckTellsOfProofs(t *testing.T) {
	word := "CN=試験タイムスタンプ局 SHA-256 0a1b"
	for name, x := range map[string]struct {
		report stamp.CheckReport
		out    string
		broken []string
	}{
		"none":    {stamp.CheckReport{}, "", nil},
		"waiting": {stamp.CheckReport{Proofs: 1, Waiting: 1}, "第三者による証明 1 件、タイムスタンプ 0 件に問題はありません（まだ押していない分 1 件）。\n", nil},
		"well": {stamp.CheckReport{Proofs: 12, Stamps: 3, Waiting: 2, Authorities: []string{word}},
			"第三者による証明 12 件、タイムスタンプ 3 件に問題はありません（まだ押していない分 2 件）。\n  確かめた認証局: " + word + "\n", nil},
		"broken": {stamp.CheckReport{Proofs: 12, Stamps: 3, Authorities: []string{word},
			Broken: []string{"2026-11-26 の証明：一", "2026-11-27 の証明：二"}}, "", []string{"2件が確かめられません", "\n  2026-11-26 の証明：一", "\n  2026-11-27 の証明：二"}},
	} {
		out, err := printed(t, func() error { return tellProofs(t.Context(), &x.report, t.TempDir(), "") })
		if out != x.out || (err != nil) != (x.broken != nil) {
			t.Errorf("%s: %v %q", name, err, out)
		}
		for _, want := range x.broken {
			if err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v lacks %q", name, err, want)
			}
		}
	}
}

package auth

import "testing"

// A key of one user is none of another, and nothing cut off, added or of another installation is one.
func TestStopKey(t *testing.T) {
	keys, err := LoadKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	other, err := LoadKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	key := keys.StopKey("a")
	if u, ok := keys.StopKeyUser(key); !ok || u != "a" {
		t.Errorf("%q, %v", u, ok)
	}
	for _, wrong := range []string{"", "a", "a.", key[:len(key)-1], key + "A", "b" + key[1:], other.StopKey("a"), "." + key} {
		if u, ok := keys.StopKeyUser(wrong); ok {
			t.Errorf("%q is a key of %q", wrong, u)
		}
	}
}

package store

import (
	"database/sql"
	"testing"
)

// A search text is matched literally: no character of it is a pattern (trust.md Input and output).
func TestLike(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"売上100%増", "100%", true}, {"売上1000増", "100%", false},
		{"部品_a1", "品_a", true}, {"部品xa1", "品_a", false},
		{`C:\temp`, `:\t`, true}, {`C:/temp`, `:\t`, false}, {`C:\%emp`, `\%`, true}, {`C:\temp`, `\%`, false},
		{"何でも", "", true}, {"何でも", "_", false}, {"何でも", "%", false},
	} {
		var got bool
		if err := db.QueryRow(`SELECT ? LIKE ? ESCAPE '\'`, c.text, like(c.word)).Scan(&got); err != nil || got != c.want {
			t.Errorf("%q in %q: %v %v", c.word, c.text, got, err)
		}
	}
}

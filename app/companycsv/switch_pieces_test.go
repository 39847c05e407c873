package companycsv

import (
	"testing"
	"time"
)

// Pieces grow and shrink with what they take, and neither to one row each nor to all rows at once.
func TestNextPiece(t *testing.T) {
	for _, c := range []struct {
		rows int
		took time.Duration
		want int
	}{
		{50, time.Millisecond, 100}, {50, 0, 100}, {200, pieceTime, 200}, {200, 2 * pieceTime, 100}, {400, 3 * pieceTime / 2, 266},
		{100, time.Hour, pieceLeast}, {pieceMost, time.Millisecond, pieceMost},
	} {
		if got := nextPiece(c.rows, c.took); got != c.want {
			t.Errorf("after %d rows in %v: %d, want %d", c.rows, c.took, got, c.want)
		}
	}
}

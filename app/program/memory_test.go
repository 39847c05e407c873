package program

import "testing"

// A small network may have as much garbage as Go allows by default; a large one a limited share.
func TestGarbagePercent(t *testing.T) {
	for live, want := range map[uint64]int{0: 100, 1 << 20: 100, 64 << 20: 100, 128 << 20: 50, 1 << 30: leastGarbage} {
		if got := garbagePercent(live); got != want {
			t.Errorf("%d bytes: %d, not %d", live, got, want)
		}
	}
}

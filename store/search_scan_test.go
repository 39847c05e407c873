package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// In whatever order rows are added and asked for, each is found by its own id only.
func TestNumbering(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, inOrder := range []bool{true, false} {
		var ids []string
		for i := range 500 {
			ids = append(ids, fmt.Sprintf("%08x-0000-7000-8000-%012x", 1000+7*i/3, i%3))
			if i%50 == 0 { // an id that is no UUID, as tests make them
				ids[i] = strconv.Itoa(i) + []string{"", "-", "-long", "0000000-0000-0000-0000-000000000000", strings.ToUpper(ids[i][1:])}[i/50%5]
			}
		}
		if !inOrder {
			r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		}
		var n numbering
		for i, id := range ids {
			n.add(id, uint32(10*i))
		}
		n.done()
		asked := slices.Sorted(slices.Values(ids))
		for range 500 {
			asked = append(asked, ids[r.IntN(len(ids))])
		}
		for _, id := range asked {
			want := slices.Index(ids, id)
			if place, seq, err := n.find(id); err != nil || place != want || seq != uint32(10*want) {
				t.Fatalf("%s is %d, %d (%v), want %d", id, place, seq, err, want)
			}
		}
		for _, id := range []string{"", "1", "9999", ids[3] + "x", ids[3][1:], strings.Replace(ids[3], "7000", "7001", 1),
			"00000000-0000-0000-0000-000000000000"} {
			if _, _, err := n.find(id); err == nil {
				t.Errorf("%q is found", id)
			}
		}
	}
	if _, _, err := (&numbering{}).find("1"); err == nil {
		t.Error("found among none")
	}
}

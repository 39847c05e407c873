package index

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Holders find the rows that have any code of each set, whatever else stands in a row's entries, and codes that came later find none.
func TestHoldersAreRecords(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 40 {
		e := (&Records{}).Edit()
		rows := 1 + r.IntN(3000)
		codes := uint32(1 + r.IntN(400))
		for slot := uint32(r.IntN(5)); slot < uint32(rows); slot += 1 + uint32(r.IntN(1+round)) {
			e.Put(slot)
			for range r.IntN(3) {
				var entry []byte
				for range 2 {
					some := make([]uint32, r.IntN(5))
					for i := range some {
						some[i] = r.Uint32N(codes)
					}
					entry = AppendCodes(entry, true, some...)
				}
				e.Add(slot, AppendCodes(entry, false, r.Uint32N(codes), r.Uint32N(90000)))
			}
		}
		records := e.Done()
		column := r.IntN(2)
		w := &Wanted{Columns: 4, Sets: 2, Column: column}
		holders := HoldersOf(records, w)
		for range r.IntN(int(codes) + 20) {
			w.Codes = append(w.Codes, uint8(r.Uint32N(256)&r.Uint32N(256)))
		}
		found := holders.With(w, 8)
		for set, is := range found {
			var got, want []uint32
			is.Each(func(slot uint32) { got = append(got, slot) })
			for slot := range uint32(rows + 2000) {
				if w.In(records.At(slot))&(1<<set) != 0 {
					want = append(want, slot)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("round %d, set %d: %v, want %v", round, set, got, want)
			}
		}
	}
	if none := HoldersOf(&Records{}, &Wanted{Columns: 4, Sets: 2}); none.With(&Wanted{Codes: []uint8{1}}, 1)[0].Count() != 0 {
		t.Error("no records have rows")
	}
}

package index

import (
	"math"
	"math/bits"
)

// numbers are those of one column in one chunk, in as many bytes each as their spread takes. The
// least number of all stands for what is not there, and spreads nothing.
type numbers struct {
	low  int64 // what stands as 1
	one  *[chunkSlots]uint8
	two  *[chunkSlots]uint16
	four *[chunkSlots]uint32
	all  *[chunkSlots]uint64
}

const absent = math.MinInt64

func pack(values *[chunkSlots]int64) *numbers {
	low, high := int64(math.MaxInt64), int64(absent)
	for _, v := range values {
		if v != absent {
			low, high = min(low, v), max(high, v)
		}
	}
	n := &numbers{low: low}
	spread := uint64(high) - uint64(low) // nothing at all comes out as 1, which is as good
	switch {
	case spread < math.MaxUint8:
		n.one = new([chunkSlots]uint8)
		fill(n.one, values, low)
	case spread < math.MaxUint16:
		n.two = new([chunkSlots]uint16)
		fill(n.two, values, low)
	case spread < math.MaxUint32:
		n.four = new([chunkSlots]uint32)
		fill(n.four, values, low)
	default:
		n.all = new([chunkSlots]uint64)
		fill(n.all, values, low)
	}
	return n
}

func fill[N uint8 | uint16 | uint32 | uint64](to *[chunkSlots]N, values *[chunkSlots]int64, low int64) {
	for i, v := range values {
		if v != absent {
			to[i] = N(uint64(v)-uint64(low)) + 1
		}
	}
}

func (n *numbers) at(i uint32) int64 {
	i %= chunkSlots
	code := uint64(0)
	switch {
	case n.one != nil:
		code = uint64(n.one[i])
	case n.two != nil:
		code = uint64(n.two[i])
	case n.four != nil:
		code = uint64(n.four[i])
	default:
		code = n.all[i]
	}
	if code == 0 {
		return absent
	}
	return int64(uint64(n.low) + code - 1)
}

// unpack writes all of them; of nil, nothing is there.
func (n *numbers) unpack(to *[chunkSlots]int64) {
	for i := range to {
		if to[i] = absent; n != nil {
			to[i] = n.at(uint32(i))
		}
	}
}

// keepBetween drops the bits of the numbers that do not lie between two.
func (n *numbers) keepBetween(of *[chunkSlots / 64]uint64, low, high int64) {
	if n == nil {
		return
	}
	if high < n.low && low != absent || low > high {
		clear(of[:])
		return
	}
	first, last := uint64(1), uint64(0) // as they are packed
	switch {
	case low == absent:
		first = 0
	case low > n.low:
		first += uint64(low) - uint64(n.low)
	}
	if high >= n.low {
		last = uint64(high) - uint64(n.low) + 1
	}
	switch {
	case n.one != nil:
		keepPacked(of, n.one, first, last, math.MaxUint8)
	case n.two != nil:
		keepPacked(of, n.two, first, last, math.MaxUint16)
	case n.four != nil:
		keepPacked(of, n.four, first, last, math.MaxUint32)
	default:
		keepCodes(of, n.all, first, last)
	}
}

func keepPacked[N uint8 | uint16 | uint32](of *[chunkSlots / 64]uint64, codes *[chunkSlots]N, first, last, most uint64) {
	if first > most {
		clear(of[:])
		return
	}
	keepCodes(of, codes, N(first), N(min(last, most)))
}

// keepCodes does not branch on the values, since the processor could not predict them.
func keepCodes[N uint8 | uint16 | uint32 | uint64](of *[chunkSlots / 64]uint64, codes *[chunkSlots]N, first, last N) {
	width := last - first // as nothing is below the first, one comparison does
	for i, w := range of {
		row, kept := (*[64]N)(codes[i<<6:]), uint64(0)
		for left := w; left != 0; left &= left - 1 {
			bit, in := bits.TrailingZeros64(left)&63, uint64(0)
			if row[bit]-first <= width {
				in = 1
			}
			kept |= in << bit
		}
		of[i] = kept
	}
}

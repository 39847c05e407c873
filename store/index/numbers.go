package index

import "math"

// numbers are those of one column in one chunk, in as many bytes each as their spread takes. The
// least number of all stands for what is not there, and spreads nothing.
type numbers struct {
	low  int64 // what stands as 1
	one  *[chunkSlots]uint8
	two  *[chunkSlots]uint16
	four *[chunkSlots]uint32
	all  *[chunkSlots]int64
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
		n.all = new([chunkSlots]int64)
		*n.all = *values
	}
	return n
}

func fill[N uint8 | uint16 | uint32](to *[chunkSlots]N, values *[chunkSlots]int64, low int64) {
	for i, v := range values {
		if v != absent {
			to[i] = N(v-low) + 1
		}
	}
}

func (n *numbers) at(i uint32) int64 {
	i %= chunkSlots
	code := int64(0)
	switch {
	case n.one != nil:
		code = int64(n.one[i])
	case n.two != nil:
		code = int64(n.two[i])
	case n.four != nil:
		code = int64(n.four[i])
	default:
		return n.all[i]
	}
	if code == 0 {
		return absent
	}
	return n.low + code - 1
}

// unpack writes all of them; of nil, nothing is there.
func (n *numbers) unpack(to *[chunkSlots]int64) {
	for i := range to {
		if to[i] = absent; n != nil {
			to[i] = n.at(uint32(i))
		}
	}
}

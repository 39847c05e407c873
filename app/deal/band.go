package deal

// Bound is one band of an item list: from Min (included) to below Max, in 千円.
// A nil limit is open.
type Bound struct {
	Key   int
	Label string
	Min   *int64
	Max   *int64
}

// Band returns the band of an exact amount in 千円; 0 and "" where no band holds
// it (domain 3.5: the band is that of the item masters).
func Band(value int64, bounds []Bound) (key int, label string) {
	for _, b := range bounds {
		if (b.Min == nil || value >= *b.Min) && (b.Max == nil || value < *b.Max) {
			return b.Key, b.Label
		}
	}
	return 0, ""
}

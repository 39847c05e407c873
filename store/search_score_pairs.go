package store

// mostPairs is the most pairs of a column's values whose points are all worked out at once and remembered.
const mostPairs = 1 << 14

// pairPointsKey is a cache key: the weights, a column, and how many of its values there were. The values themselves only
// grow, and those of another index are others.
type pairPointsKey struct {
	weights                   string
	column                    int
	contentValues, needValues *scoredValues
	contentsCount, needsCount int
}

// remembered has the scoring look points up that are the same for everybody who uses these weights: those of the columns
// with few pairs of values. A search for the best looks at every value of these columns.
func (s *scoring) remembered(q *Q, of *scored, weights string) error {
	for column := range scoredColumns {
		contents, needs := len(s.contents[column]), len(s.needs[column])
		if contents*needs > mostPairs {
			continue
		}
		var err error
		key := pairPointsKey{weights, column, of.contentValues, of.needValues, contents, needs}
		if s.pairs[column], err = Keep(q, key, func() (Kept[[]int8], error) {
			all := make([]int8, 0, contents*needs)
			for content := range contents {
				for need := range needs {
					all = append(all, s.points(column, uint32(content), uint32(need)))
				}
			}
			return Kept[[]int8]{Value: all, Bytes: len(all)}, nil
		}); err != nil {
			return err
		}
	}
	return nil
}

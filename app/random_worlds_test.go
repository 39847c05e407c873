package app_test

import "os"

// randomWorlds are the seeds of the worlds in which the index is compared with plain SQL: one in each run, which draws another world each
// time as ids are random, and four in `make drill`. One takes two minutes and a half of a processor.
func randomWorlds() []uint64 {
	if os.Getenv("TSUNAGU_DRILL") == "" {
		return []uint64{1}
	}
	return []uint64{1, 2, 3, 4}
}

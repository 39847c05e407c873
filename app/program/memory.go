package program

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"

	"tsunagu/store"
)

// The search index is most of the memory of a large network, holds hardly any pointers and stays: to
// let as much garbage again lie beside it, as Go does by itself, would take twice the memory and
// spare next to no time. A small network gets what Go gives.
const (
	leastGarbage = 25       // percent of what lives
	roomyGarbage = 64 << 20 // bytes that are always allowed
)

// Answers, and what is kept of them, take no more beside the index than this without the collector
// giving back at once what they leave. It is no hard bound: a file of a hundred thousand companies
// takes more.
const (
	besideIndex = 160 << 20
	leastLimit  = 352 << 20
)

// keepSmall bounds the memory, the more so while the index is being built, and gives back what that
// took. Who sets GOGC has the last word.
func keepSmall(ctx context.Context, st *store.Store) {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(leastGarbage)
	if err := st.IndexReady(ctx); ctx.Err() != nil {
		return
	} else if err == nil {
		debug.FreeOSMemory()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	debug.SetGCPercent(garbagePercent(m.HeapAlloc))
	debug.SetMemoryLimit(max(leastLimit, int64(m.HeapAlloc)+besideIndex))
}

// garbagePercent is the GOGC for so many bytes that live.
func garbagePercent(live uint64) int {
	return max(leastGarbage, int(min(100, 100*roomyGarbage/max(live, 1))))
}

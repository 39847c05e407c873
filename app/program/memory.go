package program

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"

	"tsunagu/store"
)

// The search index is most of the memory of a large network, contains hardly any pointers and stays
// for long. Go's default, which allows as much garbage as live memory, would double the memory and
// save almost no time. A small network keeps the default.
const (
	leastGarbage = 25       // percent of live memory
	buildGarbage = 60       // while the index is made, which takes a tenth less of the processor then
	roomyGarbage = 64 << 20 // bytes that are always allowed
)

// The memory limit beside the index for answers and caches; above it the collector returns free
// memory at once. It is not a hard limit: a file of a hundred thousand companies takes more.
const (
	besideIndex = 160 << 20
	leastLimit  = 352 << 20
)

// keepSmall limits the memory, by the garbage alone while the index is being built, and returns the memory
// that the build used. If GOGC is set, that applies instead.
func keepSmall(ctx context.Context, st *store.Store) {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(buildGarbage)
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

// garbagePercent is the GOGC value for a number of live bytes.
func garbagePercent(live uint64) int {
	return max(leastGarbage, int(min(100, 100*roomyGarbage/max(live, 1))))
}

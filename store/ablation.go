//go:build ablation

package store

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// caches are all caches that the bench can turn off.
var caches = []cache{cacheStatements, cacheKept, cacheLazyReads, cachePages, cacheRankings, cacheDealings, cacheShowing,
	cacheAudiences, cacheWords, cacheOrders}

// turnedOff are the caches that TSUNAGU_WITHOUT names, separated by commas; "all" is every one. Only the build
// that the bench makes with -tags ablation has this.
var turnedOff = func() map[cache]bool {
	off := map[cache]bool{}
	names := strings.FieldsFunc(os.Getenv("TSUNAGU_WITHOUT"), func(r rune) bool { return r == ',' })
	for _, name := range names {
		if !slices.Contains(caches, cache(name)) && name != "all" {
			panic(fmt.Sprintf("TSUNAGU_WITHOUT: there is no cache %q, only %v", name, caches))
		}
		off[cache(name)] = true
	}
	for _, c := range caches {
		off[c] = off[c] || off["all"]
	}
	return off
}()

func without(c cache) bool { return turnedOff[c] }

package store

// cache names one of the store's caches, so that the bench can turn it off (ablation.go): a kind of value in the memo,
// or one of two caches outside of it. `go run ./app/bench ablation` measures what each cache saves.
type cache string

const (
	cacheStatements cache = "statements" // prepared statements, by their text
	cacheKept       cache = "kept"       // values read by Keep and keepMany, with what they were read from
	cacheLazyReads  cache = "lazyReads"  // no read transaction where everything is in memory (ReadLazily)
	cachePages      cache = "pages"      // pages of searches for companies
	cacheRankings   cache = "rankings"   // buyers by their scores for a listing
	cacheDealings   cache = "dealings"   // rows that searches for negotiations have found
	cacheShowing    cache = "showing"    // listings that show today
	cacheAudiences  cache = "audiences"  // listings, and buyers, that an institution may know of
	cacheWords      cache = "words"      // rows that contain a word
	cacheOrders     cache = "orders"     // a bank's negotiations in an order
	cacheParties    cache = "parties"    // a bank's negotiations with their listings and buyers
)

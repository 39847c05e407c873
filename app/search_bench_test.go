//go:build unix

package app_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tsunagu/app"
	"tsunagu/app/auth"
	"tsunagu/app/demo"
	"tsunagu/app/web"
	"tsunagu/store"
)

// searchSizes are the sizes of networks that BenchmarkSearch builds; TSUNAGU_BENCH_SIZE=country adds the
// last one.
var searchSizes = []demo.DemoSize{{Companies: 2_000, Listings: 1_000, Negotiations: 2_000},
	{Companies: 50_000, Listings: 10_000, Negotiations: 25_000}, {Companies: 1_000_000, Listings: 200_000, Negotiations: 500_000}}

// benchWorld is the environment variable with the folder of an existing demo, of any size, which is then
// measured instead.
const benchWorld = "TSUNAGU_BENCH_WORLD"

// askers is how many callers ask at the same time.
const askers = 8

// question is a kind of search; its address may differ at each call of path.
type question struct {
	name string
	ask  func(r *rand.Rand, words []string) string
}

const (
	askListings  = "/api/SellerBusiness/SearchSellerBusinessAsync?"
	askCompanies = "/api/BuyerCompany/SearchCompanyAsync?"
)

func always(address string) func(*rand.Rand, []string) string {
	return func(*rand.Rand, []string) string { return address }
}

// questions have some hundreds of different addresses for common filters, so that only repeated
// search words can be cached.
var questions = []question{
	{"listings/default", always(askListings)},
	{"listings/filters", func(r *rand.Rand, _ []string) string {
		return fmt.Sprintf("%sindustryTypes=%s&location=%02d,%02d,%02d,%02d,%02d&salesPriceTo=6&dueDate=2027-0%d-01", askListings,
			url.QueryEscape(`{"category":["13","12","17"]}`), 1+r.IntN(47), 1+r.IntN(47), 1+r.IntN(47), 1+r.IntN(47), 1+r.IntN(47), 1+r.IntN(9))
	}},
	{"listings/sorted", func(r *rand.Rand, _ []string) string {
		return askListings + "propertyName=" + demo.One(r, []string{"salesPrice", "dueDate", "businessName", "operatingProfit"}) +
			"&isDescending=" + demo.One(r, []string{"true", "false"})
	}},
	{"listings/page100", always(askListings + "pageNumber=100")},
	{"listings/own", always(askListings + "isOnlyPersonInCharge=true")},
	{"listings/wordNew", func(r *rand.Rand, words []string) string {
		return askListings + "freeWord=" + url.QueryEscape(demo.One(r, words))
	}},
	{"listings/wordAgain", always(askListings + "freeWord=" + url.QueryEscape("製造"))},
	{"companies/default", always(askCompanies)},
	{"companies/filters", func(r *rand.Rand, _ []string) string {
		return fmt.Sprintf("%scompanyIndustryTypes=%s&prefecture=%02d,%02d,%02d&salesPrice=2", askCompanies,
			url.QueryEscape(`{"category":["13","12"]}`), 1+r.IntN(47), 1+r.IntN(47), 1+r.IntN(47))
	}},
	{"companies/sorted", func(r *rand.Rand, _ []string) string {
		return askCompanies + "propertyName=" + demo.One(r, []string{"companyName", "salesAmount", "prefecture", "created"}) + "&isDescending=" +
			demo.One(r, []string{"true", "false"})
	}},
	{"companies/wordNew", func(r *rand.Rand, words []string) string {
		return askCompanies + "needsName=" + url.QueryEscape(demo.One(r, words))
	}},
	{"companies/wordAgain", always(askCompanies + "needsName=" + url.QueryEscape("雇用"))},
}

// BenchmarkSearch asks the whole product, with sessions, as eight callers at a time. It reports the
// median and the 99th percentile, the processor time of an answer, and how many times longer plain
// SQL takes for the median in the same run.
func BenchmarkSearch(b *testing.B) {
	if dir := os.Getenv(benchWorld); dir != "" {
		b.Run("World", func(b *testing.B) { benchSearch(b, dir, wordsIn(b, dir), nil) })
		return
	}
	for _, size := range searchSizes {
		if size.Companies >= 1_000_000 && os.Getenv("TSUNAGU_BENCH_SIZE") != "country" {
			continue
		}
		b.Run(fmt.Sprintf("%dListings", size.Listings), func(b *testing.B) {
			dir := b.TempDir()
			words := growFor(b, dir, size)
			plain := map[string]time.Duration{}
			a, closed := benchOpen(b, dir, true)
			for _, q := range questions {
				plain[q.name] = half(askAll(b, a, q, words, 3*askers, 5*time.Second))
			}
			closed()
			benchSearch(b, dir, words, plain)
		})
	}
}

// benchSearch asks all questions of a world; plain is plain SQL's median for each, if measured.
func benchSearch(b *testing.B, dir string, words []string, plain map[string]time.Duration) {
	begin := time.Now()
	a, closed := benchOpen(b, dir, false)
	defer closed()
	if err := a.Store.IndexReady(context.Background()); err != nil {
		b.Fatal(err)
	}
	b.Logf("the index stands after %.2f s", time.Since(begin).Seconds())
	for _, q := range questions {
		b.Run(q.name, func(b *testing.B) {
			var took []time.Duration
			begin := processTime()
			for b.Loop() {
				took = append(took, askAll(b, a, q, words, 50*askers, 10*time.Second)...)
			}
			slices.Sort(took)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64((processTime()-begin).Microseconds())/float64(len(took)), "cpu-us")
			b.ReportMetric(half(took).Seconds()*1000, "ms-p50")
			b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "ms-p99")
			if plain != nil {
				b.ReportMetric(plain[q.name].Seconds()/half(took).Seconds(), "x-sql")
			}
		})
	}
}

// processTime is the processor time of this process, which depends little on other programs on the
// machine.
func processTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func half(took []time.Duration) time.Duration {
	slices.Sort(took)
	return took[len(took)/2]
}

// growFor creates a demo of the size in a folder, and returns words from its texts.
func growFor(b *testing.B, dir string, size demo.DemoSize) (words []string) {
	a, closed := benchOpen(b, dir, true)
	defer closed()
	if err := demo.In(a.Platform).BuildDemo(context.Background(), os.DirFS("../testdata/demo")); err != nil {
		b.Fatal(err)
	}
	words = wordsOf(b, a)
	if err := demo.In(a.Platform).GrowDemo(context.Background(), os.DirFS("../testdata/demo"), size, func(string, int, int) {}); err != nil {
		b.Fatal(err)
	}
	return words
}

func wordsIn(b *testing.B, dir string) []string {
	a, closed := benchOpen(b, dir, true)
	defer closed()
	return wordsOf(b, a)
}

// wordsOf are substrings of the listings' texts.
func wordsOf(b *testing.B, a *app.App) (words []string) {
	if err := a.Store.Read(context.Background(), func(q *store.Q) error {
		institutions, err := q.InstitutionNames()
		if err != nil {
			return err
		}
		for id := range institutions {
			found, _, err := q.SearchListings(store.Viewer{InstitutionID: id}, &store.ListingSearch{IsOwn: true, Limit: 1000})
			if err != nil {
				return err
			}
			for _, l := range found {
				text := []rune(l.Content.Description)
				for i := range len(text) - 5 {
					words = append(words, string(text[i:i+2+i%4]))
				}
			}
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func benchOpen(b *testing.B, dir string, noIndex bool) (a *app.App, closed func()) {
	s, err := store.Open(context.Background(), dir, store.Options{NoIndex: noIndex})
	if err != nil {
		b.Fatal(err)
	}
	keys, err := auth.LoadKeys(dir)
	if err != nil {
		b.Fatal(err)
	}
	return app.New(web.Config{Store: s, Keys: keys, BaseURL: "http://localhost:8080", MailFrom: "office@demo.example.jp", Demo: true}),
		func() { s.Close() }
}

// askAll asks a question many times as several callers at once, or until the time is over.
func askAll(b *testing.B, a *app.App, q question, words []string, times int, atMost time.Duration) []time.Duration {
	token := benchToken(b, a, "fin-b@demo.example.jp")
	end := time.Now().Add(atMost)
	var next atomic.Int64
	var group sync.WaitGroup
	took := make([][]time.Duration, askers)
	for i := range took {
		r := rand.New(rand.NewPCG(uint64(i), uint64(times)))
		group.Go(func() {
			for n := 0; next.Add(1) <= int64(times) && (n == 0 || time.Now().Before(end)); n++ {
				req := httptest.NewRequest("GET", q.ask(r, words), nil)
				req.Header.Set("Authorization", "Bearer "+token)
				w := httptest.NewRecorder()
				begin := time.Now()
				a.ServeHTTP(w, req)
				took[i] = append(took[i], time.Since(begin))
				if w.Code != 200 {
					b.Errorf("%s: %d %s", q.name, w.Code, w.Body)
					return
				}
			}
		})
	}
	group.Wait()
	return slices.Concat(took...)
}

package companycsv_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// BenchmarkRename20k carries out a file that renames 20,000 of 30,000 companies while a colleague writes all the time.
// It reports the seconds until the answer, the longest and the number of the transactions, and how long the colleague
// waited for the writer at most and in the middle.
func BenchmarkRename20k(b *testing.B) {
	const all, renamed = 30_000, 20_000
	var longest, writes atomic.Int64
	measure := func(what string, took time.Duration) {
		if what != store.MeasuredWrite {
			return
		}
		writes.Add(1)
		for was := longest.Load(); int64(took) > was && !longest.CompareAndSwap(was, int64(took)); was = longest.Load() {
		}
	}
	for b.Loop() {
		b.StopTimer()
		clock := &storetest.Clock{}
		p := apptest.NewPlatformOn(b, storetest.NewWith(b, store.Options{Clock: clock.Now, Measure: measure}), clock, web.Config{})
		bank := apptest.NewBanks(p)
		counts(bank.FinA.Imports("BuyerCompany", renamedCompanies(all, 0), false), "done", all, 0, 0, 0)
		id := counts(bank.FinA.Imports("BuyerCompany", renamedCompanies(all, renamed), true), "ready", 0, renamed, all-renamed,
			0).JSON()["importId"].(string)
		done := make(chan struct{})
		var colleague sync.WaitGroup
		var took []time.Duration
		longest.Store(0)
		before := writes.Load()
		colleague.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(time.Millisecond):
				}
				begin := time.Now()
				if err := p.App.Store.Write(context.Background(), func(tx *store.Tx) error { return tx.DueNow(web.StatisticsJob) }); err != nil {
					b.Error(err)
					return
				}
				took = append(took, time.Since(begin))
			}
		})
		b.StartTimer()
		began := time.Now()
		counts(bank.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}), "done", 0, renamed, all-renamed, 0)
		b.ReportMetric(time.Since(began).Seconds(), "s/switch")
		b.StopTimer()
		close(done)
		colleague.Wait()
		slices.Sort(took)
		b.ReportMetric(float64(longest.Load())/1e6, "ms-longest-hold")
		b.ReportMetric(float64(writes.Load()-before)-float64(len(took)), "writes")
		b.ReportMetric(float64(took[len(took)-1].Microseconds())/1e3, "ms-colleague-max")
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1e3, "ms-colleague-p50")
		b.StartTimer()
	}
}

// renamedCompanies is a file of companies, the first of which have another name.
func renamedCompanies(all, renamed int) []byte {
	var out strings.Builder
	w := sheet.NewWriter(&out, sheet.UTF8)
	header := companycsv.CSVSheets()[store.Buyer].Header()
	_ = w.Header(header)
	cells := make([]string, len(header))
	for n := range all {
		name := fmt.Sprintf("蒼陵製作所%d", n)
		if n < renamed {
			name = fmt.Sprintf("蒼陵工業%d", n)
		}
		line := apptest.CSVLine(map[string]string{"企業名": name, "法人番号": corporateNumber(n),
			"メールアドレス": fmt.Sprintf("tanaka%d@example.jp", n), "業種コード": "13015 13017"})
		for i, h := range header {
			cells[i] = line[h]
		}
		_ = w.Write(cells)
	}
	_ = w.Flush()
	return []byte(out.String())
}

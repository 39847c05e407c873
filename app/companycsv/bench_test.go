package companycsv_test

import (
	"fmt"
	"net/http/httptest"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/app/sheet"
	"tsunagu/store"
)

// benchCompanies is how many companies the benchmarks read and write.
const benchCompanies = 100_000

// BenchmarkImport100k imports a file of 100,000 new companies, and reads the same file again, while
// a colleague searches. It reports the seconds of checking and of the switch (while nobody else can
// write), the growth of the process's memory, and how long the searches took meanwhile.
func BenchmarkImport100k(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		p := apptest.NewPlatform(b)
		bank := apptest.NewBanks(p)
		file := manyCompanies()
		stop := watch(b, bank)
		b.StartTimer()
		begin := time.Now()
		id := counts(bank.FinA.Imports("BuyerCompany", file, true), "ready", benchCompanies, 0, 0, 0).JSON()["importId"].(string)
		checked := time.Now()
		counts(bank.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}), "done", benchCompanies, 0, 0, 0)
		switched := time.Now()
		b.StopTimer()
		stop("import")
		b.ReportMetric(checked.Sub(begin).Seconds(), "s/check")
		b.ReportMetric(switched.Sub(checked).Seconds(), "s/switch")
		again := time.Now()
		counts(bank.FinA.Imports("BuyerCompany", file, true), "ready", 0, 0, benchCompanies, 0)
		b.ReportMetric(time.Since(again).Seconds(), "s/again")
		b.StartTimer()
	}
}

// BenchmarkExport100k writes 100,000 companies.
func BenchmarkExport100k(b *testing.B) {
	p := apptest.NewPlatform(b)
	bank := apptest.NewBanks(p)
	counts(bank.FinA.Imports("BuyerCompany", manyCompanies(), false), "done", benchCompanies, 0, 0, 0)
	for b.Loop() {
		stop := watch(b, bank)
		r := httptest.NewRequest("GET", companycsv.CSVBase+"CsvExportBuyerCompany", nil)
		r.Header.Set("Authorization", "Bearer "+bank.FinA.Token)
		w := &counting{ResponseRecorder: httptest.NewRecorder()}
		p.App.ServeHTTP(w, r)
		stop("export")
		if w.Code != 200 || w.n < benchCompanies*100 {
			b.Fatal(w.Code, w.n)
		}
	}
}

// counting is a response writer that counts the bytes and keeps nothing.
type counting struct {
	*httptest.ResponseRecorder
	n int
}

func (c *counting) Write(p []byte) (int, error) { c.n += len(p); return len(p), nil }

// watch samples the memory and searches as a colleague until the returned function is called, which
// reports both.
func watch(b *testing.B, bank *apptest.Banks) func(of string) {
	done := make(chan struct{})
	var all sync.WaitGroup
	before, peak := memory(), uint64(0)
	var took []time.Duration
	all.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(10 * time.Millisecond):
				peak = max(peak, memory())
			}
		}
	})
	all.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(100 * time.Millisecond):
				begin := time.Now()
				bank.SecondA.Get("/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true").Want(200)
				took = append(took, time.Since(begin))
			}
		}
	})
	return func(of string) {
		close(done)
		all.Wait()
		b.ReportMetric(float64(max(peak, before)-before)/(1<<20), "MiB-growth/"+of)
		if slices.Sort(took); len(took) > 0 {
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-search-p50")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-search-p99")
		}
	}
}

// memory is how many bytes the process uses for its heap and stacks.
func memory() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() + s[1].Value.Uint64() + s[2].Value.Uint64()
}

func manyCompanies() []byte {
	var out strings.Builder
	w := sheet.NewWriter(&out, sheet.UTF8)
	header := companycsv.CSVSheets()[store.Buyer].Header()
	_ = w.Header(header)
	cells := make([]string, len(header))
	for n := range benchCompanies {
		line := apptest.CSVLine(map[string]string{"企業名": fmt.Sprintf("蒼陵製作所%d", n), "法人番号": corporateNumber(n),
			"メールアドレス": fmt.Sprintf("tanaka%d@example.jp", n), "業種コード": "13015 13017"})
		for i, h := range header {
			cells[i] = line[h]
		}
		_ = w.Write(cells)
	}
	_ = w.Flush()
	return []byte(out.String())
}

package report_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/store"
)

// BenchmarkReport100k makes the report of a bank with 100,000 buyers, each with a need, while
// somebody else searches all the time. It reports the duration, the additional memory, and how long
// the searches took.
func BenchmarkReport100k(b *testing.B) {
	const companies = 100_000
	w := apptest.NewBanks(apptest.NewPlatform(b))
	industries := []string{"11001", "12001", "13003", "15001", "17001", "17005", "21001"}
	for from := 0; from < companies; from += 5000 {
		w.Write(func(tx *store.Tx) error {
			for i := from; i < from+5000; i++ {
				c := &store.Company{Kind: store.Buyer, InstitutionID: w.BID, Status: 1, MemberType: 2, Region: 6,
					PrefectureCode: fmt.Sprintf("%02d", 1+i%47), SalesAmount: 1 + i%9,
					RegistrationID: fmt.Sprintf("%08d", i), IndustryTypes: []string{industries[i%7], industries[(i+3)%7]}}
				if err := tx.CreateCompany(c, ""); err != nil {
					return err
				}
				name := fmt.Sprintf("計測商事%06d株式会社", i)
				n := int64(i * 37)
				profit, staff := n/20-5000, n%900
				if err := tx.PutCompanyDetails(&store.CompanyDetails{CompanyID: c.ID, CompanyName: name, NameFolded: company.FoldCompanyName(name),
					RepresentativeName: "計測 太郎", PostalCode: "4500002",
					PrefectureCode: "23", PrefectureName: "愛知県", CityCode: "23105", CityName: "名古屋市中村区", TownName: "名駅",
					BuildingName: fmt.Sprintf("%d番地0", i), RepresentativePhoneNumber: "052-012-3456",
					CorporateRegistrationNumber: fmt.Sprintf("9990001%06d", i), SalesAmount: &n, OperatingProfit: &profit, TotalAssets: &n,
					NumberOfEmployees: &staff}, ""); err != nil {
					return err
				}
				if err := tx.CreateNeeds(&store.Needs{ClientID: c.ID, ClientType: 1, Title: "東海の製造業の譲受けを希望", Detail: "設備と技術者のいる会社を探しています。従業員の雇用は継続します。",
					Status: 1, AcquisitionPrice: 2, AcquisitionPriceTo: 1 + i%8,
					NeedsLists: store.NeedsLists{AcquisitionIndustry: []string{industries[i%7]}, AcquisitionRegionArea: []int{1 + i%10},
						NegotiationTarget: []int{1, 3}}}, ""); err != nil {
					return err
				}
			}
			return nil
		})
	}
	search := func() time.Duration {
		start := time.Now()
		w.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?prefecture=13,23").Want(200)
		return time.Since(start)
	}
	quantile := func(all []time.Duration, q float64) float64 {
		slices.Sort(all)
		return float64(all[int(float64(len(all)-1)*q)].Microseconds()) / 1000
	}
	alone := []time.Duration{}
	for range 200 {
		alone = append(alone, search())
	}
	var peak uint64
	var meanwhile []time.Duration
	size := int64(0)
	for b.Loop() {
		debug.FreeOSMemory()
		var before runtime.MemStats
		runtime.ReadMemStats(&before)
		done := make(chan struct{})
		var watching sync.WaitGroup
		watching.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(10 * time.Millisecond):
				}
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				peak = max(peak, now.HeapInuse+now.StackInuse-before.HeapInuse-before.StackInuse)
			}
		})
		watching.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(200 * time.Millisecond):
					meanwhile = append(meanwhile, search())
				}
			}
		})
		r := httptest.NewRequest("GET", reportPath, nil)
		r.Header.Set("Authorization", "Bearer "+w.FinB.Token)
		sink := &countingWriter{header: http.Header{}}
		w.App.ServeHTTP(sink, r)
		close(done)
		watching.Wait()
		if sink.status > 200 || sink.n < 1<<20 {
			b.Fatal(sink.status, sink.n)
		}
		size = sink.n
	}
	b.ReportMetric(float64(peak)/(1<<20), "peak-MiB")
	b.ReportMetric(float64(size)/(1<<20), "file-MiB")
	b.ReportMetric(quantile(alone, 0.5), "search-p50-ms-alone")
	b.ReportMetric(quantile(alone, 0.99), "search-p99-ms-alone")
	b.ReportMetric(quantile(meanwhile, 0.5), "search-p50-ms-meanwhile")
	b.ReportMetric(quantile(meanwhile, 0.99), "search-p99-ms-meanwhile")
}

// countingWriter is a response writer that counts the bytes and keeps nothing.
type countingWriter struct {
	header http.Header
	status int
	n      int64
}

func (w *countingWriter) Header() http.Header { return w.header }

func (w *countingWriter) WriteHeader(status int) { w.status = status }

func (w *countingWriter) Write(p []byte) (int, error) { w.n += int64(len(p)); return len(p), nil }

package web

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tsunagu/store"
)

// Metrics are the platform's figures for Prometheus. Their labels are routes, methods, classes of
// status, names of jobs and states: nothing of a user, a company, a case or an address.
type Metrics struct {
	Registry *prometheus.Registry
	requests *prometheus.CounterVec
	latency  *prometheus.HistogramVec
	store    *prometheus.HistogramVec
	slow     prometheus.Counter
}

// NewMetrics makes an empty set: main hands it to the store and to the platform.
func NewMetrics(version string) *Metrics {
	m := &Metrics{
		Registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tsunagu_http_requests_total",
			Help: "Answers by route and class of status."}, []string{"method", "route", "status"}),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "tsunagu_http_request_seconds", Help: "Time to the end of the answer.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}}, []string{"route"}),
		store: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "tsunagu_store_seconds",
			Help:    "Writes: the wait for the one writer, BEGIN to COMMIT, COMMIT alone.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .05, .25, 1, 5}}, []string{"what"}),
		slow: prometheus.NewCounter(prometheus.CounterOpts{Name: "tsunagu_slow_statements_total",
			Help: "SQL statements over the threshold of -slow-query."}),
	}
	info := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "tsunagu_info", Help: "1, with the version."}, []string{"version"})
	info.WithLabelValues(version).Set(1)
	m.Registry.MustRegister(m.requests, m.latency, m.store, m.slow, info, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Store is what the store tells its durations to.
func (m *Metrics) Store(what string, took time.Duration) {
	if what == store.MeasuredStatement {
		m.slow.Inc()
		return
	}
	m.store.WithLabelValues(what).Observe(took.Seconds())
}

// Gauge adds a figure that main knows how to read.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
}

// request counts one answer; nobody counts where there are no Metrics.
func (m *Metrics) request(method, route string, status int, took time.Duration) {
	if m == nil {
		return
	}
	if route == "" {
		route = "none"
	}
	m.requests.WithLabelValues(known(method), route, fmt.Sprintf("%dxx", status/100)).Inc()
	m.latency.WithLabelValues(route).Observe(took.Seconds())
}

// Handler answers a scrape. It belongs on an address of its own, never on the platform's.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.Registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, Timeout: 10 * time.Second})
}

// standing reads at each scrape how the platform stands.
type standing struct{ p *Platform }

func figure(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("tsunagu_"+name, help, labels, nil)
}

var (
	figureUp          = figure("database_up", "1 where the database can be read.")
	figureDatabase    = figure("database_bytes", "Size of the database file.")
	figureWAL         = figure("wal_bytes", "Size of the write-ahead log.")
	figureFree        = figure("disk_free_bytes", "What the disk of the data folder still takes.")
	figureMails       = figure("mails", "Mails in the outbox: waiting, and given up.", "state")
	figureSessions    = figure("sessions", "Sign-ins that are neither ended nor over.")
	figureJobFailed   = figure("jobs_failed", "Jobs whose last run failed.")
	figureJobSuccess  = figure("job_success_timestamp_seconds", "When a job last came to its end.", "job")
	figureIndexReady  = figure("search_index_ready", "1 where searches have their index.")
	figureIndex       = figure("search_index_edition", "Number of the last write that the search index holds.")
	figureIndexBehind = figure("search_index_behind", "Writes that the search index does not hold yet.")
	figurePasswords   = figure("password_checks", "Passwords being hashed, and waiting for a core.", "state")
)

func (s standing) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{figureUp, figureDatabase, figureWAL, figureFree, figureMails, figureSessions, figureJobFailed,
		figureJobSuccess, figureIndexReady, figureIndex, figureIndexBehind, figurePasswords} {
		out <- d
	}
}

func (s standing) Collect(out chan<- prometheus.Metric) {
	tell := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	running, waiting := s.p.Hasher.Load()
	tell(figurePasswords, float64(running), "running")
	tell(figurePasswords, float64(waiting), "waiting")
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	h, err := s.p.Store.Health(ctx)
	if err != nil {
		s.p.Log.Error("metrics", "err", err)
		tell(figureUp, 0)
		return
	}
	tell(figureUp, 1)
	tell(figureDatabase, float64(h.DatabaseBytes))
	tell(figureWAL, float64(h.WALBytes))
	tell(figureFree, float64(h.FreeBytes))
	tell(figureMails, float64(h.WaitingMails), "waiting")
	tell(figureMails, float64(h.DeadMails), "dead")
	tell(figureSessions, float64(h.Sessions))
	tell(figureJobFailed, float64(h.FailedJobs))
	for job, t := range h.JobSuccess {
		tell(figureJobSuccess, float64(t.UnixMilli())/1000, job)
	}
	ready := 0.0
	if h.IndexReady {
		ready = 1
	}
	tell(figureIndexReady, ready)
	tell(figureIndex, float64(h.IndexEdition))
	tell(figureIndexBehind, float64(h.IndexBehind))
}

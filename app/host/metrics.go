package host

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// checkMetrics refuses an address that other machines can reach: the metrics reveal how busy the
// network is.
func (o *Options) checkMetrics() error {
	if o.MetricsAddr == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(o.MetricsAddr)
	if err != nil {
		return fmt.Errorf("-metrics-addr は localhost:9100 のように指定してください: %w", err)
	}
	if ip := net.ParseIP(host); !o.MetricsOpen && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return errors.New("-metrics-addr がこのパソコンの外から届くアドレスです。監視の数値は外に見せないでください。閉じたネットワークの中で必要なときだけ、-metrics-open を付けてください。")
	}
	return nil
}

// ServeMetrics serves metrics at an address of its own until stop is called. Without an address it
// does nothing.
func (o *Options) ServeMetrics(h http.Handler) (address string, stop func(), err error) {
	if o.MetricsAddr == "" {
		return "", func() {}, nil
	}
	l, err := net.Listen("tcp", o.MetricsAddr)
	if err != nil {
		return "", nil, fmt.Errorf("監視用のアドレス %s で待ち受けられません: %w", o.MetricsAddr, err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", h)
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
		MaxHeaderBytes: maxHeader}
	go func() { _ = s.Serve(l) }() // returns after stop
	return l.Addr().String(), func() { _ = s.Close() }, nil
}

package web

import (
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

func WriteProblem(w http.ResponseWriter, p *Problem) {
	for k, v := range p.GetHeaders() {
		w.Header()[k] = v
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p.numbered(w))
}

// ClientIP is the address that lockout and audit count. X-Forwarded-For is believed from our
// own proxies alone, and only its last entry, which that proxy wrote itself.
func (a *Platform) ClientIP(r *http.Request) string {
	if a.fromProxy(r) {
		xs := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
		if ip, err := netip.ParseAddr(strings.TrimSpace(xs[len(xs)-1])); err == nil {
			return ip.Unmap().WithZone("").String()
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// fromProxy: the connection comes from one of our proxies. From anywhere else the headers that a
// proxy sets are a client's own invention.
func (a *Platform) fromProxy(r *http.Request) bool {
	if len(a.Proxies) == 0 {
		return false
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	ip := peer.Addr().Unmap().WithZone("")
	return slices.ContainsFunc(a.Proxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// Secure says that Secure cookies work here: TLS, a proxy that ends it, or localhost.
func (a *Platform) Secure(r *http.Request) bool {
	if r.TLS != nil || a.fromProxy(r) && r.Header.Get("X-Forwarded-Proto") == "https" {
		return true
	}
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

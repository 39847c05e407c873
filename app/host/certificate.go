package host

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// TLS is the program's TLS configuration; nil if it does not speak TLS itself. dir is the data
// folder, where certificates from an authority are kept.
func (o *Options) TLS(dir string, log *slog.Logger) (*tls.Config, error) {
	switch {
	case o.ACMEDomain != "":
		return o.acme(dir)
	case o.Cert != "":
		c := &certificate{cert: o.Cert, key: o.Key, log: log}
		if _, err := c.get(nil); err != nil {
			return nil, fmt.Errorf("TLS の証明書または秘密鍵を読めません: %w", err)
		}
		return &tls.Config{MinVersion: tls.VersionTLS12, CipherSuites: authenticated(), GetCertificate: c.get,
			NextProtos: []string{"h2", "http/1.1"}}, nil
	}
	return nil, nil
}

// authenticated are the suites of TLS 1.2 that authenticate what they encrypt (AEAD). Those in CBC mode, which the
// library still offers, are what an assessor's scan complains of (BSI TR-02102-2, CRYPTREC LS-0001). TLS 1.3 has no others.
func authenticated() (ids []uint16) {
	for _, s := range tls.CipherSuites() {
		if strings.Contains(s.Name, "_ECDHE_") && (strings.Contains(s.Name, "_GCM_") || strings.Contains(s.Name, "_CHACHA20_")) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// certificate is a pair of files that is read again when one of them changes: a renewal needs no
// restart.
type certificate struct {
	cert, key string
	log       *slog.Logger

	mu     sync.Mutex
	pair   *tls.Certificate
	read   [2]stamp // of the files from which pair was read
	failed [2]stamp // of files that could not be used, so that the error is logged once
}

// stamp identifies one state of a file.
type stamp struct {
	changed time.Time
	size    int64
}

func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var now [2]stamp
	for i, file := range []string{c.cert, c.key} {
		if info, err := os.Stat(file); err == nil {
			now[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	if c.pair != nil && (now == c.read || now == c.failed) {
		return c.pair, nil
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		if c.pair == nil {
			return nil, err
		}
		// While only one of the two files has been replaced they do not match: the old certificate stays
		// in use.
		c.failed = now
		c.log.Error("the new certificate cannot be used: the one before serves on", "err", err)
		return c.pair, nil
	}
	if c.pair != nil {
		c.log.Info("a new certificate", "until", pair.Leaf.NotAfter)
	}
	c.pair, c.read = &pair, now
	return c.pair, nil
}

// acme gets certificates from an authority and renews them, with the challenge inside the TLS
// handshake (TLS-ALPN-01): no second port is needed.
func (o *Options) acme(dir string) (*tls.Config, error) {
	roots, err := Certificates(o.ACMECA)
	if err != nil {
		return nil, err
	}
	keep := filepath.Join(dir, "acme")
	if err := os.MkdirAll(keep, 0o700); err != nil {
		return nil, err
	}
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(keep), HostPolicy: autocert.HostWhitelist(o.ACMEDomain), Email: o.ACMEMail,
		Client: &acme.Client{DirectoryURL: o.ACMEDirectory, HTTPClient: &http.Client{Timeout: 30 * time.Second,
			Transport: &http.Transport{Proxy: http.ProxyFromEnvironment,
				TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}}},
	}
	c := m.TLSConfig()
	c.MinVersion, c.CipherSuites = tls.VersionTLS12, authenticated()
	return c, nil
}

// Certificates reads a file of trusted certificates; without a file the system's are used.
func Certificates(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("認証局の証明書を読めません: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(b) {
		return nil, fmt.Errorf("認証局の証明書を読めません: %s に PEM 形式の証明書がありません", file)
	}
	return pool, nil
}

// Expiry is when the certificate that c serves expires, in seconds since 1970; 0 if unknown.
func Expiry(c *tls.Config) float64 {
	pair, err := c.GetCertificate(nil)
	if err != nil || pair.Leaf == nil {
		return 0
	}
	return float64(pair.Leaf.NotAfter.Unix())
}

package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// Pages serves the built screens: hashed assets for ever, the one HTML page for every other path,
// never stored, so that a browser that signed out shows nothing from its cache. A missing asset is
// a 404 and never index.html (trust.md Input and output). note goes into the page's head.
func Pages(dist fs.FS, note func(context.Context) string) http.Handler {
	gz := &compressed{dist: dist, gz: map[string][]byte{}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			WriteProblem(w, ErrNotAvailable)
			return
		}
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if isAsset := strings.HasPrefix(name+"/", "assets/"); isAsset || path.Ext(name) != "" {
			f, err := fs.Stat(dist, name)
			if err != nil || f.IsDir() || strings.HasPrefix(path.Base(name), ".") {
				http.NotFound(w, r)
				return
			}
			if isAsset {
				w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
				if gz.serve(w, r, name) {
					return
				}
			}
			http.ServeFileFS(w, r, dist, name)
			return
		}
		b, err := fs.ReadFile(dist, "index.html")
		if err != nil {
			http.Error(w, "ui/dist is empty: run 'make ui'", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(bytes.Replace(b, []byte("</head>"), []byte(note(r.Context())+"</head>"), 1))
	})
}

// compressed keeps each asset's gzip after its first request: the build stays free of files
// that depend on the compressor's version.
type compressed struct {
	dist fs.FS
	mu   sync.Mutex
	gz   map[string][]byte
}

func (c *compressed) serve(w http.ResponseWriter, r *http.Request, name string) bool {
	w.Header().Add("Vary", "Accept-Encoding")
	media := mime.TypeByExtension(path.Ext(name))
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") || !strings.HasPrefix(media, "text/") && !strings.Contains(media, "json") &&
		!strings.Contains(media, "svg") {
		return false
	}
	b, err := c.bytes(name)
	if err != nil {
		return false
	}
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(b)
	}
	return true
}

func (c *compressed) bytes(name string) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if b, ok := c.gz[name]; ok {
		return b, nil
	}
	plain, err := fs.ReadFile(c.dist, name)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	if _, err := z.Write(plain); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	c.gz[name] = buf.Bytes()
	return buf.Bytes(), nil
}

// ContentDisposition names a download twice: plain ASCII for old clients, UTF-8 for the rest.
func ContentDisposition(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < 0x20 || r > 0x7e || strings.ContainsRune(`"\%;`, r) {
			return '_'
		}
		return r
	}, name)
	return `attachment; filename="` + ascii + `"; filename*=UTF-8''` + rfc5987(name)
}

func rfc5987(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

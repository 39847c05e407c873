package web

import (
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// compressFrom is the size from which an answer is worth compressing: less fits into one packet.
const compressFrom = 1400

// gzips are kept for the next answers: a new one costs more than what it compresses.
var gzips = sync.Pool{New: func() any { z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed); return z }}

// CompressJSON compresses the JSON of what is read from /api/. Compression lets who can choose a
// part of an answer and watch its length guess the rest (BREACH). Nobody else's page can have such
// an answer made here: a call wants the bearer token in a header that only our own pages set, and
// the answers that go by a cookie (tokens, log-out) are not compressed.
func CompressJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || !strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Add("Vary", "Accept-Encoding")
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		c := &compressing{ResponseWriter: w}
		next.ServeHTTP(c, r)
		c.end() // not after a panic: half an answer must not pass for a whole one
	})
}

// compressing waits for the first piece of an answer, which says whether it is worth it.
type compressing struct {
	http.ResponseWriter
	status int
	begun  bool
	gz     *gzip.Writer
}

func (c *compressing) WriteHeader(status int) {
	if status < http.StatusOK { // no answer yet
		c.ResponseWriter.WriteHeader(status)
	} else if c.status == 0 {
		c.status = status
	}
}

func (c *compressing) Write(b []byte) (int, error) {
	if !c.begun {
		c.begin(len(b))
	}
	if c.gz != nil {
		return c.gz.Write(b)
	}
	return c.ResponseWriter.Write(b)
}

func (c *compressing) begin(size int) {
	c.begun = true
	h := c.Header()
	media, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	if size >= compressFrom && media == "application/json" && h.Get("Content-Encoding") == "" {
		h.Set("Content-Encoding", "gzip")
		h.Del("Content-Length")
		c.gz = gzips.Get().(*gzip.Writer)
		c.gz.Reset(c.ResponseWriter)
	}
	if c.status != 0 {
		c.ResponseWriter.WriteHeader(c.status)
	}
}

func (c *compressing) end() {
	if !c.begun {
		c.begin(0)
	}
	if c.gz != nil {
		_ = c.gz.Close() // a client that is gone needs no end
		gzips.Put(c.gz)
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (c *compressing) Unwrap() http.ResponseWriter { return c.ResponseWriter }

package web

import (
	"net/http"
)

// Response is a ResponseWriter that knows how far its answer has come. huma sets a status a
// second time where the client left in the middle of an answer (499), and a panic may come
// when half of it is out: neither can be told to the client any more.
type Response struct {
	http.ResponseWriter
	begun  bool // the status is out
	status int
	bytes  int64
	err    error // the client is gone
}

func (w *Response) WriteHeader(status int) {
	if w.begun {
		return
	}
	w.begun, w.status = status >= http.StatusOK, status // what comes before is no answer yet
	w.ResponseWriter.WriteHeader(status)
}

func (w *Response) Write(b []byte) (int, error) {
	if !w.begun {
		w.begun, w.status = true, http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	if err != nil {
		w.err = err
	}
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *Response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

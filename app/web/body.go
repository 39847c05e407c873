package web

import (
	"errors"
	"io"
	"net/http"
	"os"
)

// sentBody is a request's body as it comes over the line. An error of the connection is told apart
// from an error in the text that was received.
type sentBody struct{ io.ReadCloser }

// brokenOff: the body ended before its end, or not as its headers had said.
type brokenOff struct{ error }

func (b brokenOff) Unwrap() error { return b.error }

func (b sentBody) Read(to []byte) (int, error) {
	n, err := b.ReadCloser.Read(to)
	if err != nil && err != io.EOF && !errors.Is(err, os.ErrDeadlineExceeded) {
		err = brokenOff{err}
	}
	return n, err
}

// OfBody is the answer to a body that could not be read to its end; nil where that is not what failed.
func OfBody(err error) *Problem {
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return errTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errTooSlow
	case errors.As(err, new(brokenOff)):
		return errBrokenOff
	}
	return nil
}

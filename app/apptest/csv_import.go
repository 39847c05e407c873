package apptest

import (
	"io"
)

// Metre counts how much of a gigabyte is read.
type Metre struct{ N int64 }

func (m *Metre) Read(p []byte) (int, error) {
	if m.N >= 1<<30 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = 'x'
	}
	m.N += int64(len(p))
	return len(p), nil
}

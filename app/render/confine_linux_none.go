//go:build linux && !amd64 && !arm64

package render

const machine = 0

var refused []uint32

// Package marketprice is 相場: medians of what was concluded in the network, by large class and band of sales, published once a quarter so
// that neither a figure nor two editions of it tell of one deal (compliance.md 3).
package marketprice

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own: state of the process is kept by
// web.StateOf.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

// Package diligence makes the list of documents that a buyer asks for at its due diligence (DD資料依頼リスト, papers.md 2), marked with what its
// reader knows to be there already.
package diligence

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

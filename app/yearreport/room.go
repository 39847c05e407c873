// Package yearreport writes what an institution reports once a year of its deals (実績報告, 金融仲介機能のベンチマーク), and keeps its registration
// as an M&A支援機関.
package yearreport

import "tsunagu/app/web"

// Room is this package on a platform. It has no state of its own.
type Room struct{ *web.Platform }

// In is the room of a platform.
func In(p *web.Platform) Room { return Room{p} }

package listfile

import (
	"sync/atomic"

	"tsunagu/app/web"
)

// BookMedia is the media type of an Excel workbook.
const BookMedia = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// AtOnce is how many reports and lists are made at a time: one takes a core and some dozens of
// megabytes, and everybody's searches must stay fast.
const AtOnce = 2

// UnderWay counts the reports and lists being made.
type UnderWay struct{ n atomic.Int32 }

// Begin is false when too many are being made.
func (u *UnderWay) Begin() bool {
	if u.n.Add(1) > AtOnce {
		u.End()
		return false
	}
	return true
}

func (u *UnderWay) End() { u.n.Add(-1) }

// ErrBusy is the answer while too many are being made.
var ErrBusy = &web.Problem{Title: "Service unavailable", Status: 503, Detail: "ただいま、ほかのレポートを作成しています。1分ほど待ってから、もう一度お試しください。",
	Code: "busy", RetryAfter: 30}

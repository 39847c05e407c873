package deal

import "time"

// SearchNotice is how often the user of a saved search is mailed what is new by it (domain 7).
type SearchNotice int

const (
	SearchNever  SearchNotice = 0
	SearchDaily  SearchNotice = 1
	SearchWeekly SearchNotice = 2
)

var searchNotices = []value[SearchNotice]{{SearchDaily, "Daily", "毎日"}, {SearchWeekly, "Weekly", "毎週"}, {SearchNever, "Never", "しない"}}

func (n SearchNotice) Label() string  { return labelOf(searchNotices, n) }
func (n SearchNotice) String() string { return nameOf(searchNotices, n) }

// Known says whether it is a choice.
func (n SearchNotice) Known() bool { return known(searchNotices, n) }

// Until is up to when a mail at a moment tells of publications: a daily one of all, a weekly one of those before the week's Monday, so
// that one that is late or broken off tells of the same as it would have on the Monday, and none comes twice a week.
func (n SearchNotice) Until(now time.Time) time.Time {
	if n != SearchWeekly {
		return now
	}
	y, m, d := now.In(JST).Date()
	sinceMonday := (int(now.In(JST).Weekday()) + 6) % 7
	return time.Date(y, m, d-sinceMonday, 0, 0, 0, 0, JST).UTC()
}

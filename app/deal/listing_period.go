package deal

import (
	"fmt"
	"time"
)

// ShownStatus returns the status as it is read (domain 3.1): 5 for a showing listing outside 公開開始日…dueDate, both days included. An empty
// date does not limit.
func ShownStatus(stored ListingStatus, startDate, dueDate string, now time.Time) ListingStatus {
	if stored == ListingShowing && !InPeriod(startDate, dueDate, now) {
		return ListingOutsidePeriod
	}
	return stored
}

// InPeriod says whether today in Japan lies within a period, both days included.
func InPeriod(startDate, dueDate string, now time.Time) bool {
	today := Date(now)
	return (startDate == "" || today >= startDate) && (dueDate == "" || today <= dueDate)
}

// IsSearchable says whether everyone in the audience finds a listing: it is showing and in its
// period, or was concluded within 6 months (domain 3.1).
func IsSearchable(shown ListingStatus, concludedAt, now time.Time) bool {
	switch shown {
	case ListingShowing:
		return true
	case ListingConcluded:
		return !concludedAt.IsZero() && Date(now) <= AddMonths(concludedAt, ConcludedMonths)
	}
	return false
}

// CheckDueDate says whether a listing's period may end on a day: a day in the
// future, and not further away than the terms allow (domain 3.1).
func (t Terms) CheckDueDate(dueDate string, now time.Time) *Refusal {
	if r := checkFutureDay(dueDate, now); r != nil {
		return r
	}
	if last := AddMonths(now, t.ListingMonthsMax); dueDate > last {
		return invalid("dueDate", fmt.Sprintf("公開期限は%dか月以内（%sまで）の日付を入力してください。", t.ListingMonthsMax, japaneseDate(last)))
	}
	return nil
}

func checkFutureDay(dueDate string, now time.Time) *Refusal {
	if _, ok := ParseDate(dueDate); !ok {
		return invalid("dueDate", "公開期限を正しい日付で入力してください。")
	}
	if dueDate <= Date(now) {
		return invalid("dueDate", "公開期限は明日以降の日付を入力してください。")
	}
	return nil
}

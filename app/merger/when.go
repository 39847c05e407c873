package merger

import (
	"fmt"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// notice is how long both confirmations stand before a merger is done: whoever is mailed the date has at least a day to
// read it and to object.
const notice = 24 * time.Hour

// nightHour is the hour in Japan from which the job does what has become due.
const nightHour = 1

// earliest is the moment before which a merger that was fixed at a time is not done, not even by hand: its date, or the
// end of the notice if that is later.
func earliest(m *store.Merger, fixed time.Time) (time.Time, error) {
	day, ok := deal.ParseDate(m.Date)
	if !ok {
		return time.Time{}, fmt.Errorf("merger %s: date %q", m.ID, m.Date)
	}
	if end := fixed.Add(notice); end.After(day) {
		return end, nil
	}
	return day, nil
}

// nightAfter is the first night at or after a moment: a merger signs people out, so that the job leaves working hours alone.
func nightAfter(t time.Time) time.Time {
	y, m, d := t.In(deal.JST).Date()
	night := time.Date(y, m, d, nightHour, 0, 0, 0, deal.JST)
	if night.Before(t) {
		night = night.AddDate(0, 0, 1)
	}
	return night
}

// fixedAt is when the last confirmation that was needed was given. One that became void and was given anew counts from
// then on.
func fixedAt(m *store.Merger) time.Time {
	if m.SurvivingAt.After(m.AbsorbedAt) {
		return m.SurvivingAt
	}
	return m.AbsorbedAt
}

// isDue says that a run may do a merger now: it is fixed and its earliest moment has come; a run that nobody asked for
// also waits for the night.
func isDue(q *store.Q, m *store.Merger, byHand bool) (bool, error) {
	if ok, err := isFixed(q, m); err != nil || !ok {
		return false, err
	}
	from, err := earliest(m, fixedAt(m))
	if err != nil {
		return false, err
	}
	if !byHand {
		from = nightAfter(from)
	}
	return !q.Now().Before(from), nil
}

// Refuse is asked before the office starts the job by hand: mergers that are fixed, of which none may be done yet, are
// refused with the time from which one may.
func (a Room) Refuse(q *store.Q) error {
	all, err := q.ConfirmedMergers()
	if err != nil {
		return err
	}
	var first time.Time
	for _, id := range all {
		m, err := q.Merger("", id)
		if err != nil {
			return err
		}
		if ok, err := isFixed(q, m); err != nil {
			return err
		} else if !ok {
			continue
		}
		from, err := earliest(m, fixedAt(m))
		if err != nil {
			return err
		}
		if !q.Now().Before(from) {
			return nil
		}
		if first.IsZero() || from.Before(first) {
			first = from
		}
	}
	if first.IsZero() {
		return nil
	}
	return web.Conflict(deal.NotAllowed, "まだ合併を行えません。合併日が来て、双方の確認がそろってから24時間がたつと行えます。"+
		"最も早い合併は、"+first.In(deal.JST).Format("2006/01/02 15:04")+"からです。何もしなくても、その後の午前1時すぎに、自動で行います。")
}

package store

import (
	"database/sql"
	"time"
)

// MonthNegotiation is a negotiation that has begun, as it stood at a month's end.
type MonthNegotiation struct {
	IsBF, IsSF bool // the asking institution is in charge of the buyer, of the seller
	Status     int
	Started    time.Time
	Signed     time.Time // since when it has been signed, of one that was at the end
	Ended      time.Time // when it ended, of one that had
	Financing  int       // of its buyer
	Closed     string    // day of the closing, "" for none
	ClosedFor  *int64    // 成約金額, 千円
	Desired    *int64    // of the financing, as recorded now
	Approved   *int64
}

// EachMonthNegotiation calls f with the negotiations that had begun before a moment: those that the viewer may
// know of, or with an empty one the network's. Notes (NoteOf) are none of their own.
func (q *Q) EachMonthNegotiation(v Viewer, end time.Time, f func(*MonthNegotiation)) error {
	var w where
	w.add("n.is_note = 0 AND n.started_at < ?", ms(end))
	if v.InstitutionID != "" {
		q.visibleNegotiation(v, &w)
	}
	last := func(column, cond string) string {
		return "(SELECT h." + column + " FROM negotiation_history h WHERE h.negotiation_id = n.id AND h.at < ? AND " +
			cond + " ORDER BY h.seq DESC LIMIT 1)"
	}
	until := ms(end)
	return q.each(func(r *sql.Rows) error {
		n := &MonthNegotiation{}
		var status, financing sql.NullInt64
		if err := r.Scan(&n.IsBF, &n.IsSF, &status, timeColumn{&n.Started}, timeColumn{&n.Signed}, timeColumn{&n.Ended}, &financing, &n.Closed,
			&n.ClosedFor, &n.Desired, &n.Approved); err != nil {
			return err
		}
		n.Status, n.Financing = int(status.Int64), int(financing.Int64)
		f(n)
		return nil
	}, "SELECT "+v.isBF()+", "+v.isSF()+", "+last("to_status", "1")+", n.started_at, "+
		last("at", "h.to_status = "+codeNegotiationSigned+" AND h.from_status <> h.to_status")+", "+
		last("at", "h.to_status = "+codeNegotiationBroken+" AND h.from_status <> h.to_status")+", "+last("reason", "h.event = 'financing'")+
		", coalesce(m.date, ''), m.amount, n.desired_amount, n.approved_amount FROM negotiation n "+
		"LEFT JOIN milestone m ON m.negotiation_id = n.id AND m.kind = "+
		codeMilestoneClosed+" WHERE "+w.String(),
		append([]any{v.InstitutionID, v.InstitutionID, until, until, until, until}, w.args...)...)
}

// MonthListings counts the listings of the viewer's institution, or with an empty one of the network, by where they stood at a moment, and
// those that came to that status since another.
func (q *Q) MonthListings(v Viewer, from, end time.Time) (at, since map[int]int, err error) {
	at, since = map[int]int{}, map[int]int{}
	var w where
	w.add("l.created < ?", ms(end))
	if v.InstitutionID != "" {
		w.add(v.ownListing(), v.InstitutionID)
	}
	return at, since, q.each(func(r *sql.Rows) error {
		var status int
		var moved time.Time
		if err := r.Scan(&status, timeColumn{&moved}); err != nil {
			return err
		}
		at[status]++
		if !moved.Before(from) {
			since[status]++
		}
		return nil
	}, "SELECT h.to_status, (SELECT max(m.at) FROM listing_history m WHERE m.listing_id = l.id AND m.seq <= h.seq "+
		"AND m.to_status = h.to_status AND "+
		"m.from_status <> m.to_status) FROM listing l JOIN listing_history h ON h.seq = "+
		"(SELECT x.seq FROM listing_history x WHERE x.listing_id = l.id AND "+
		"x.at < ? ORDER BY x.seq DESC LIMIT 1) WHERE "+w.String(), append([]any{ms(end)}, w.args...)...)
}

package store

import (
	"database/sql"
	"time"
)

// FigureCount is how often the same event happened to negotiations in a period. It does not say to
// which negotiations.
type FigureCount struct {
	Event    string // offer_send or offer_open; else the event that moved the status
	From, To int
	Reason   int
	IsOwn    bool // the institution's own side did it
	Count    int
}

// counted selects what figures count: moves forward, and offers. It must equal the condition of the
// index negotiation_history_figure literally, or SQLite does not use the index.
const counted = "h.from_status < h.to_status OR h.event IN ('offer_send', 'offer_open')"

// FigureCounts counts the moves forward and the offers of negotiations in a period: those that a
// bank's user may count, or with an empty viewer the whole network's.
func (q *Q) FigureCounts(v Viewer, from, to time.Time) (out []FigureCount, err error) {
	w := inTime(from, to)
	w.add(counted)
	// A note (NoteOf) ends together with its negotiation; the network's figures count that as one
	// end.
	w.add("h.from_status = h.to_status OR h.negotiation_id NOT IN (SELECT id FROM negotiation WHERE is_note = 1)")
	own, join := "0", ""
	var args []any
	if v.InstitutionID != "" {
		q.countedHistory(v, &w)
		own, join = "h.side = 'bf' AND "+v.isBF()+" OR h.side = 'sf' AND "+v.isSF(), " JOIN negotiation n ON n.id = h.negotiation_id"
		args = []any{v.InstitutionID, v.InstitutionID}
	}
	err = q.each(func(r *sql.Rows) error {
		var c FigureCount
		if err := r.Scan(&c.Event, &c.From, &c.To, &c.Reason, &c.IsOwn, &c.Count); err != nil {
			return err
		}
		out = append(out, c)
		return nil
	}, "SELECT h.event, h.from_status, h.to_status, h.reason, "+own+" own, count(*) FROM negotiation_history h"+join+" WHERE "+w.String()+
		" GROUP BY 1, 2, 3, 4, 5", append(args, w.args...)...)
	return out, err
}

// EachArrival calls f with the moves forward to a status between two of negotiations in a time, and
// when the negotiation first began.
func (q *Q) EachArrival(v Viewer, lowest, highest int, from, to time.Time, f func(status int, at, began time.Time)) error {
	w := inTime(from, to)
	w.add(counted)
	w.add("h.from_status < h.to_status AND h.to_status BETWEEN ? AND ? AND n.started_at IS NOT NULL", lowest, highest)
	if v.InstitutionID != "" {
		q.countedHistory(v, &w)
	}
	return q.each(func(r *sql.Rows) error {
		var status int
		var at, began time.Time
		if err := r.Scan(&status, timeColumn{&at}, timeColumn{&began}); err != nil {
			return err
		}
		f(status, at, began)
		return nil
	}, "SELECT h.to_status, h.at, n.started_at FROM negotiation_history h JOIN negotiation n ON n.id = h.negotiation_id WHERE "+w.String(),
		w.args...)
}

// EachPublication calls f with the times at which listings came to be shown, of the viewer's institution or, with an empty
// viewer, of all.
func (q *Q) EachPublication(v Viewer, from, to time.Time, f func(time.Time)) error {
	w := inTime(from, to)
	w.add("h.to_status = " + codeNegotiationAnonymous + " AND h.from_status IN (" + codeNegotiationNone + ", " + codeNegotiationConditions +
		")")
	if v.InstitutionID != "" {
		w.add(v.ownListing(), v.InstitutionID)
	}
	return q.each(func(r *sql.Rows) error {
		var at time.Time
		if err := r.Scan(timeColumn{&at}); err != nil {
			return err
		}
		f(at)
		return nil
	}, "SELECT h.at FROM listing_history h JOIN listing l ON l.id = h.listing_id WHERE "+w.String(), w.args...)
}

// inTime selects the lines of a history `h` from one moment up to, not including, another.
func inTime(from, to time.Time) (w where) {
	w.add("h.at >= ? AND h.at < ?", ms(from), ms(to))
	return w
}

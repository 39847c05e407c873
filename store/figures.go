package store

import (
	"database/sql"
	"time"
)

// FigureEvent is something that happened to some negotiation: when, which move, why it ended. Of
// which negotiation stands nowhere.
type FigureEvent struct {
	At       time.Time
	Event    string // offer_send and offer_open; else what moved the status
	From, To int
	Reason   int
	IsOwn    bool      // the institution's own side did it
	Started  time.Time // when the negotiation first began, zero before it did
}

// EachFigureEvent calls f with the moves forward and the offers of negotiations in a time. An
// institution's are those that it may count; "" is the whole network's.
func (q *Q) EachFigureEvent(institution string, from, to time.Time, f func(FigureEvent)) error {
	var w where
	w.add("h.at >= ? AND h.at < ?", ms(from), ms(to))
	w.add("h.from_status < h.to_status OR h.event IN ('offer_send', 'offer_open')")
	if institution != "" {
		q.countedHistory(institution, &w)
	}
	return q.each(func(r *sql.Rows) error {
		var e FigureEvent
		if err := r.Scan(timeColumn{&e.At}, &e.Event, &e.From, &e.To, &e.Reason, &e.IsOwn, timeColumn{&e.Started}); err != nil {
			return err
		}
		f(e)
		return nil
	}, `SELECT h.at, h.event, h.from_status, h.to_status, h.reason, h.side = 'bf' AND n.bf_id = ? OR h.side = 'sf' AND n.sf_id = ?,
		(SELECT min(s.at) FROM negotiation_history s WHERE s.negotiation_id = h.negotiation_id AND s.from_status = 0 AND s.to_status = 1)
		FROM negotiation_history h JOIN negotiation n ON n.id = h.negotiation_id WHERE `+w.String(), append([]any{institution, institution}, w.args...)...)
}

// EachPublication calls f with the times at which listings came to be shown, of an institution or,
// with "", of all.
func (q *Q) EachPublication(institution string, from, to time.Time, f func(time.Time)) error {
	var w where
	w.add("h.at >= ? AND h.at < ?", ms(from), ms(to))
	w.add("h.to_status = 1 AND h.from_status IN (0, 4)")
	if institution != "" {
		w.add("l.institution_id = ?", institution)
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

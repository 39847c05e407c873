package store

import (
	"database/sql"
	"time"
)

// ResponseFigure is how a party answers, in bands (response_figure).
type ResponseFigure struct {
	Party  string `db:"party"` // institution or buyer company
	Day    string `db:"day"`
	Speed  int    `db:"speed"`
	Share  int    `db:"share"`
	IsTold bool   `db:"is_told"`
}

// ResponseEvent is a message or a move of a negotiation. Of a move Channel is 0.
type ResponseEvent struct {
	Negotiation   string
	SF, BF, Buyer string
	Channel       int    // type of the message
	Side          string // who wrote or moved: SideBuyer, SideBF, SideSF, or another word
	To            int    // status after a move
	At            time.Time
}

// ResponseFigure of a party; ErrNotFound.
func (q *Q) ResponseFigure(party string) (*ResponseFigure, error) {
	return get[ResponseFigure](q, "SELECT "+names[ResponseFigure]("f")+" FROM response_figure f WHERE f.party = ?", party)
}

// ResponseDay is the day of the figures; "" for none.
func (q *Q) ResponseDay() (day string, err error) {
	return day, q.scan1([]any{&day}, "SELECT coalesce(max(day), '') FROM response_figure")
}

// EachResponseEvent calls f with what was written and moved between two moments, of a negotiation one after the other. It asks for no
// viewer: nothing of an event leaves the room that counts them. Negotiations about listings that some members may not know of are none of them.
func (q *Q) EachResponseEvent(from, until time.Time, f func(*ResponseEvent)) error {
	return q.each(func(r *sql.Rows) error {
		e := &ResponseEvent{}
		if err := r.Scan(&e.Negotiation, &e.SF, &e.BF, &e.Buyer, &e.Channel, &e.Side, &e.To, timeColumn{&e.At}); err != nil {
			return err
		}
		f(e)
		return nil
	}, "SELECT n.id, n.sf_id, n.bf_id, n.buyer_company_id, x.channel, x.side, x.to_status, x.at FROM ("+
		"SELECT m.negotiation_id, m.message_type AS channel, CASE m.originator_type WHEN "+codeOriginatorBUY+" THEN 'b' WHEN "+
		codeOriginatorBF+" THEN 'f' ELSE 's' END AS side, 0 AS to_status, m.created AS at, m.seq AS seq FROM message m "+
		"WHERE m.message_type IN ("+codeMessageBUYtoBF+", "+codeMessageBFtoSF+") AND m.created >= ?1 AND m.created < ?2 UNION ALL "+
		"SELECT h.negotiation_id, 0, "+
		"CASE h.side WHEN 'buyer' THEN 'b' WHEN 'bf' THEN 'f' WHEN 'sf' THEN 's' ELSE '' END, h.to_status, h.at, h.seq "+
		"FROM negotiation_history h WHERE h.at >= ?1 AND h.at < ?2) x "+
		"JOIN negotiation n ON n.id = x.negotiation_id JOIN listing_content p ON p.listing_id = n.listing_id AND p.side = 2 "+
		"WHERE n.is_note = 0 AND n.started_at IS NOT NULL AND "+forAllMembers+" "+
		"ORDER BY n.seq, x.at, x.channel, x.seq", ms(from), ms(until))
}

// ReplaceResponseFigures writes the figures of a day in the place of those before.
func (t *Tx) ReplaceResponseFigures(all []ResponseFigure) error {
	if _, err := t.exec("DELETE FROM response_figure"); err != nil {
		return err
	}
	for i := range all {
		if err := insert(t, "response_figure", &all[i]); err != nil {
			return err
		}
	}
	return nil
}

// IsOwnBuyer says that a buyer company is in the charge of the viewer's institution, and he may know of it.
func (q *Q) IsOwnBuyer(v Viewer, companyID string) (is bool, err error) {
	return is, q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM company c WHERE "+v.ownCompany()+" AND c.id = ? AND c.kind = "+codeKindBuyer+
		")", v.InstitutionID, companyID)
}

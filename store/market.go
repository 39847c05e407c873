package store

import (
	"database/sql"
	"time"
)

// MarketFigure is one published figure of a cell of 相場 (compliance.md 3): it stays as it is until enough further deals stand behind
// another one.
type MarketFigure struct {
	Seq     int64  `db:"seq,given"`
	Class   string `db:"class"`   // large class of the listing's industry
	Band    int    `db:"band"`    // item key of the listing's sales
	Kind    int    `db:"kind"`    // what the value is
	Quarter string `db:"quarter"` // first day of the quarter in which it was published
	Value   int64  `db:"value"`   // rounded
	Deals   int    `db:"deals"`   // how many deals at least, as a step
}

// MarketDeal is a deal that may stand behind a figure: signed, and of a listing that was hidden from no member.
type MarketDeal struct {
	ID, SF, BF string
	Published  time.Time // when its listing came to be shown first, zero where it never was
	Signed     time.Time
	Band       int
	Price      *int64 // 成約金額, 千円, as both sides confirmed it
	Sales      *int64 // 千円
	Ebitda     *int64 // 千円
	Industries []string
}

// MarketFigures are the figures that are published, by class and band.
func (q *Q) MarketFigures() ([]MarketFigure, error) {
	return list[MarketFigure](q, "SELECT "+names[MarketFigure]("f")+" FROM market_figure f ORDER BY f.class, f.band, f.kind")
}

// LastMarketEdition is the first day of the quarter of the newest edition; "" for none.
func (q *Q) LastMarketEdition() (quarter string, err error) {
	return quarter, q.scan1([]any{&quarter}, "SELECT coalesce(max(quarter), '') FROM market_edition")
}

// MarketFigureDeals are the deals behind a figure that are stored still.
func (q *Q) MarketFigureDeals(figure int64) ([]string, error) {
	return codes[string](q, "SELECT d.negotiation_id FROM market_deal d WHERE d.figure = ? ORDER BY d.negotiation_id", figure)
}

// MarketDeals are the deals of the network that were signed before a moment and are signed still. It asks for no viewer: nothing of a deal
// leaves the room that counts them. Those of limited listings, and of listings that some members may not know of, are none of them.
func (q *Q) MarketDeals(before time.Time) ([]MarketDeal, error) {
	var out []MarketDeal
	const signed = "(SELECT max(h.at) FROM negotiation_history h WHERE h.negotiation_id = n.id AND h.to_status = " + codeNegotiationSigned +
		" AND h.from_status <> h.to_status)"
	if err := q.each(func(r *sql.Rows) error {
		d := MarketDeal{}
		err := r.Scan(&d.ID, &d.SF, &d.BF, timeColumn{&d.Published}, timeColumn{&d.Signed}, &d.Band, &d.Price, &d.Sales, &d.Ebitda)
		out = append(out, d)
		return err
	}, "SELECT n.id, n.sf_id, n.bf_id, (SELECT min(h.at) FROM listing_history h WHERE h.listing_id = n.listing_id AND h.to_status = "+
		codeListingShowing+" AND h.from_status <> h.to_status), "+signed+", p.sales_amount, m.amount, p.amount_of_sales, p.ebitda "+
		"FROM negotiation n JOIN listing_content p ON p.listing_id = n.listing_id AND p.side = 2 "+
		"LEFT JOIN milestone m ON m.negotiation_id = n.id AND m.kind = "+codeMilestoneClosed+" WHERE n.status = "+codeNegotiationSigned+
		" AND n.is_note = 0 AND "+forAllMembers+" AND "+signed+" < ? ORDER BY n.seq", ms(before)); err != nil {
		return nil, err
	}
	for i := range out {
		var err error
		if out[i].Industries, err = codes[string](q, "SELECT c.code FROM negotiation n JOIN listing_code c ON c.listing_id = n.listing_id "+
			"WHERE n.id = ? AND c.side = 2 AND c.field = 'industry' ORDER BY c.code", out[i].ID); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// CreateMarketEdition writes that the edition of a quarter is made; ErrDuplicate where it is.
func (t *Tx) CreateMarketEdition(quarter string) error {
	_, err := t.exec("INSERT INTO market_edition (quarter, created) VALUES (?, ?)", quarter, ms(t.now))
	return err
}

// PublishMarketFigure puts a figure into the place of that of its cell, with the deals behind it.
func (t *Tx) PublishMarketFigure(f *MarketFigure, deals []string) error {
	if err := t.scan1([]any{&f.Seq}, "INSERT INTO market_figure (class, band, kind, quarter, value, deals) VALUES (?, ?, ?, ?, ?, ?) "+
		"ON CONFLICT (class, band, kind) DO UPDATE SET quarter = excluded.quarter, value = excluded.value, deals = excluded.deals "+
		"RETURNING seq", f.Class, f.Band, f.Kind, f.Quarter, f.Value, f.Deals); err != nil {
		return err
	}
	if _, err := t.exec("DELETE FROM market_deal WHERE figure = ?", f.Seq); err != nil {
		return err
	}
	for _, id := range deals {
		if _, err := t.exec("INSERT INTO market_deal (figure, negotiation_id) VALUES (?, ?)", f.Seq, id); err != nil {
			return err
		}
	}
	return nil
}

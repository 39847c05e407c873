package store

import (
	"database/sql"
	"fmt"
	"slices"
)

type negotiationRowKey struct {
	seq uint32
	day string // whether a listing shows, or is stopped, depends on the day
}

// NegotiationsAt are rows by their numbers and in the order of these. The caller has found the
// numbers for a viewer in this same snapshot. The rows are shared and must not be changed.
func (q *Q) NegotiationsAt(seqs []uint32) ([]*NegotiationRow, error) {
	ed, err := q.edition()
	if err != nil {
		return nil, err
	}
	if ed == nil || ed.listings == nil {
		found, err := q.negotiationsBySeq(seqs)
		if err != nil {
			return nil, err
		}
		return rowsInOrder(seqs, found)
	}
	// A sold listing stops showing six months later to the moment, not at the end of a day.
	audience, err := q.visibleIndex(ed).audience()
	if err != nil {
		return nil, err
	}
	shows := func(row *NegotiationRow) bool {
		return audience(uint32(ed.negotiations.Int(negotiationListing, row.Seq)), row.BFID)
	}
	day := q.Today()
	found, err := keepMany(q, seqs, func(seq uint32) any { return negotiationRowKey{seq, day} },
		func(missing []uint32) (map[uint32]Kept[*NegotiationRow], error) {
			return q.keptNegotiations(missing, shows)
		})
	if err != nil {
		return nil, err
	}
	out, err := rowsInOrder(seqs, found)
	if err != nil {
		return nil, err
	}
	for i, row := range out {
		if is := shows(row); is != row.InAudience {
			other := *row
			other.InAudience = is
			out[i] = &other
		}
	}
	return out, nil
}

// rowsInOrder are rows in the order of their numbers.
func rowsInOrder(seqs []uint32, found map[uint32]*NegotiationRow) ([]*NegotiationRow, error) {
	out := make([]*NegotiationRow, len(seqs))
	for i, seq := range seqs {
		if out[i] = found[seq]; out[i] == nil {
			return nil, fmt.Errorf("store: the index tells of a negotiation %d that is not there", seq)
		}
	}
	return out, nil
}

// keptNegotiations reads rows for the memo, from their cards where these are right.
func (q *Q) keptNegotiations(seqs []uint32, shows func(*NegotiationRow) bool) (map[uint32]Kept[*NegotiationRow], error) {
	today := q.Today()
	found, err := readCards(q, negotiationCards, seqs, func(c *cardReader, row *NegotiationRow) {
		var until string
		c.into(negotiationCardDests(row, &until)...)
		row.IsStopped = until >= today
	}, func(missing []any) (map[uint32]*NegotiationRow, error) {
		var some []uint32
		for _, seq := range missing {
			some = append(some, seq.(uint32))
		}
		return q.negotiationsBySeq(some)
	})
	out := make(map[uint32]Kept[*NegotiationRow], len(found))
	for seq, row := range found {
		row.Seq = seq
		row.InAudience = shows(row)
		out[seq] = Kept[*NegotiationRow]{row, row.Sources(), 2500 + len(row.OfferMessage) + len(row.EndComment) + len(row.FundsPurpose)}
	}
	return out, err
}

// Sources are the sources of a row, for Keep.
func (r *NegotiationRow) Sources() []Source {
	return []Source{OfNegotiation(r.Seq), OfListing(r.ListingID), OfCompany(r.BuyerCompanyID), OfCompany(r.SellerCompanyID), OfNetwork()}
}

func (q *Q) negotiationsBySeq(seqs []uint32) (map[uint32]*NegotiationRow, error) {
	found := make(map[uint32]*NegotiationRow, len(seqs))
	for part := range slices.Chunk(seqs, batchSize) {
		var page where
		in(&page, "n.seq", part)
		cols, params := q.negotiationColumns()
		if err := q.each(func(r *sql.Rows) error {
			row := &NegotiationRow{}
			err := r.Scan(append([]any{&row.Seq}, dests(row)...)...)
			found[row.Seq] = row
			return err
		}, "SELECT n.seq, "+cols+negotiationFrom+" WHERE "+page.String(), append(params, page.args...)...); err != nil {
			return nil, err
		}
	}
	return found, nil
}

package store

import (
	"database/sql"
	"reflect"
	"slices"
)

// negotiationCardColumns are the columns of NegotiationRow in a card: all but those that hang on the day.
var negotiationCardColumns = names[Negotiation]("n") + ", l.status, " + stoppedUntil + ", " + negotiationParties

// stoppedUntil is the last day of 受付停止; "" without one, and a day that never comes where it has no end.
const stoppedUntil = "CASE WHEN l.is_suspended = 0 THEN '' WHEN l.exclusive_until = '' THEN '" + neverDay + "' ELSE l.exclusive_until END"

const neverDay = "9999-12-31"

// negotiationCardDests are the destinations of negotiationCardColumns.
func negotiationCardDests(row *NegotiationRow, stoppedUntil *string) []any {
	all, own := dests(row), len(columnsOf(reflect.TypeFor[Negotiation]()))
	const onDay = 2 // whether it is stopped, and in the audience
	return slices.Concat(all[:own+1], []any{stoppedUntil}, all[own+1+onDay:])
}

// makeNegotiationCards writes the cards of negotiations.
func makeNegotiationCards(q *Q, layout []byte, seqs []any) (map[uint32][]byte, error) {
	out := make(map[uint32][]byte, len(seqs))
	var row NegotiationRow
	var until string
	values := make([]any, len(negotiationCardDests(&row, &until)))
	into := []any{new(uint32)}
	for i := range values {
		into = append(into, &values[i])
	}
	err := q.each(func(r *sql.Rows) error {
		err := r.Scan(into...)
		if err == nil {
			out[*into[0].(*uint32)], err = appendCard(slices.Clone(layout), values...)
		}
		return err
	}, "SELECT n.seq, "+negotiationCardColumns+negotiationFrom+" WHERE n.seq IN ("+marks(len(seqs))+")", seqs...)
	return out, err
}

package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
)

// A card is what a list shows of a published listing, of a negotiation, or of a company with its living needs, stored as one
// short row under the row's number: a page of a new search is then one statement that reads the leaves of one B-tree. The values
// of a card come from other tables, whose triggers put the row's number into card_due when they change; the write that
// changed them rewrites the card before it commits. A card that is due, missing, or written by a program with other
// columns is not used: the tables are read instead and give the same values.
type cardsOf struct {
	kind        int
	table, noun string
	layout      []byte // the first bytes of every card with this program's columns
	make        func(q *Q, layout []byte, seqs []any) (map[uint32][]byte, error)
}

var (
	companyCards     = &cardsOf{1, "company_card", "company", cardLayoutOf(companyColumns + needsColumns), makeCompanyCards}
	listingCards     = &cardsOf{2, "listing_card", "listing", cardLayoutOf(listingColumns), makeListingCards}
	negotiationCards = &cardsOf{3, "negotiation_card", "negotiation", cardLayoutOf(negotiationCardColumns), makeNegotiationCards}
)

// cardLayoutOf is the first bytes of a card; they differ for cards with other columns.
func cardLayoutOf(columns string) []byte {
	return binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(columns)))
}

// cardsAtOnce is the most cards that one write makes for rows that an earlier write left without
// one.
const cardsAtOnce = 100

// mendCards makes the cards of what this transaction changed, and says whether any are left.
func (t *Tx) mendCards() (more bool, err error) {
	found, due := 0, map[int][]any{}
	if err := t.each(func(r *sql.Rows) error {
		var kind int
		var seq int64
		err := r.Scan(&kind, &seq)
		due[kind] = append(due[kind], seq)
		found++
		return err
	}, "SELECT kind, seq FROM card_due LIMIT ?", cardsAtOnce); err != nil || len(due) == 0 {
		return false, err
	}
	for _, of := range []*cardsOf{companyCards, listingCards, negotiationCards} {
		if len(due[of.kind]) == 0 {
			continue
		}
		cards, err := of.make(&t.Q, of.layout, due[of.kind])
		if err != nil {
			return false, err
		}
		for _, x := range due[of.kind] {
			seq := uint32(x.(int64))
			if card := cards[seq]; card != nil {
				_, err = t.exec("INSERT INTO "+of.table+" (seq, card) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET card = excluded.card", x, card)
			} else {
				_, err = t.exec("DELETE FROM "+of.table+" WHERE seq = ?", x)
			}
			if err != nil {
				return false, err
			}
			if _, err := t.exec("DELETE FROM card_due WHERE kind = ? AND seq = ?", of.kind, x); err != nil {
				return false, err
			}
		}
	}
	return found == cardsAtOnce, nil
}

// keepCards makes the cards that an older version of the program, or a very large write, has left to be made: once the
// index stands, and whenever a write leaves some. After every few cards other writers get their turn.
func (s *Store) keepCards(ctx context.Context) {
	s.search.mu.Lock()
	ready := s.search.done
	s.search.mu.Unlock()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ready:
			ready = nil // never again
		case <-s.cardsLeft:
		}
		for more := true; more; {
			err := s.Read(ctx, func(q *Q) error { return q.scan1([]any{&more}, "SELECT EXISTS (SELECT 1 FROM card_due)") })
			if err == nil && more {
				err = s.Write(ctx, func(*Tx) error { return nil }) // every write makes some
			}
			if err != nil { // the next write tries again
				break
			}
		}
	}
}

// notDue is true for cards k that are right.
func (of *cardsOf) notDue() string {
	return fmt.Sprintf(" AND NOT EXISTS (SELECT 1 FROM card_due d WHERE d.kind = %d AND d.seq = k.seq)", of.kind)
}

// pageOfCards is how many cards are read by one arm of a statement each: for so few, IN would take as long to put its
// numbers into a table of its own as to read the cards.
const pageOfCards = 20

// page is the statement that reads so many cards.
func (of *cardsOf) page(cards int) string {
	one := "SELECT k.seq, k.card FROM " + of.table + " k WHERE k.seq = ?" + of.notDue()
	return one + strings.Repeat(" UNION ALL "+one, cards-1)
}

// readCards reads the cards of rows, and those without one from the tables.
func readCards[F any](q *Q, of *cardsOf, seqs []uint32, scan func(c *cardReader, f *F), readTables func(seqs []any) (map[uint32]*F, error)) (
	map[uint32]*F, error) {
	out := make(map[uint32]*F, len(seqs))
	read := func(query string, args []any) error {
		return q.each(func(r *sql.Rows) error {
			var seq uint32
			var card sql.RawBytes
			if err := r.Scan(&seq, &card); err != nil {
				return err
			}
			c := &cardReader{left: string(card)}
			if c.layout() != string(of.layout) {
				return nil
			}
			f := new(F)
			if scan(c, f); c.err != nil || c.left != "" {
				return fmt.Errorf("store: the card of %s %d cannot be read: %w", of.noun, seq, errors.Join(c.err, errCard))
			}
			out[seq] = f
			return nil
		}, query, args...)
	}
	for part := range slices.Chunk(seqs, batchSize) {
		if len(part) <= pageOfCards {
			if err := read(of.page(len(part)), anyOf(part)); err != nil {
				return nil, err
			}
		} else if err := read(fmt.Sprintf("SELECT k.seq, k.card FROM %s k WHERE k.seq IN (%s)", of.table, marks(len(part)))+of.notDue(),
			anyOf(part)); err != nil {
			return nil, err
		}
	}
	var missing []any
	for _, seq := range seqs {
		if out[seq] == nil {
			missing = append(missing, seq)
		}
	}
	for part := range slices.Chunk(missing, batchSize) {
		found, err := readTables(part)
		if err != nil {
			return nil, err
		}
		maps.Copy(out, found)
	}
	return out, nil
}

var errCard = errors.New("store: a card does not hold what it should")

// The types of a card's values, as SQLite has them: NULL, a number, or a text.
const (
	cardNull = iota
	cardNumber
	cardText
)

// appendCard appends the values of columns to a card.
func appendCard(to []byte, values ...any) ([]byte, error) {
	for _, v := range values {
		v, err := driver.DefaultParameterConverter.ConvertValue(v)
		if err != nil {
			return nil, err
		}
		switch v := v.(type) {
		case nil:
			to = append(to, cardNull)
		case int64:
			to = binary.AppendVarint(append(to, cardNumber), v)
		case bool:
			n := int64(0)
			if v {
				n = 1
			}
			to = binary.AppendVarint(append(to, cardNumber), n)
		case string:
			to = append(binary.AppendUvarint(append(to, cardText), uint64(len(v))), v...)
		default:
			return nil, fmt.Errorf("store: no card holds %T", v)
		}
	}
	return to, nil
}

// cardReader reads the values of a card one after another.
type cardReader struct {
	left string
	err  error
}

func (c *cardReader) layout() string { return c.take(uint64(crc32.Size)) }

func (c *cardReader) take(n uint64) (s string) {
	if n > uint64(len(c.left)) {
		c.err, n = errCard, 0
	}
	s, c.left = c.left[:n], c.left[n:]
	return s
}

func (c *cardReader) uvarint() (n uint64) {
	if len(c.left) > 0 && c.left[0] < 0x80 { // nearly all of them
		n, c.left = uint64(c.left[0]), c.left[1:]
		return n
	}
	for shift := 0; ; shift += 7 {
		b := c.take(1)
		if c.err != nil || shift > 63 {
			c.err = errCard
			return 0
		}
		if n |= uint64(b[0]&0x7f) << shift; b[0] < 0x80 {
			return n
		}
	}
}

// next is the next value: nil, an int64 or a string.
func (c *cardReader) next() any {
	kind := c.take(1)
	if c.err != nil || kind[0] == cardNull {
		return nil
	}
	if kind[0] == cardNumber {
		n := c.uvarint()
		return int64(n>>1) ^ -int64(n&1)
	}
	return c.take(c.uvarint())
}

// skip passes over so many values.
func (c *cardReader) skip(n int) {
	for range n {
		kind := c.take(1)
		switch {
		case c.err != nil:
			return
		case kind[0] == cardNumber:
			c.uvarint()
		case kind[0] == cardText:
			c.take(c.uvarint())
		}
	}
}

// number is the next value as a number, and whether it is one.
func (c *cardReader) number() (n int64, ok bool) {
	if kind := c.take(1); c.err != nil || kind[0] != cardNumber {
		if c.err == nil && kind[0] != cardNull {
			c.err = errCard
		}
		return 0, false
	}
	u := c.uvarint()
	return int64(u>>1) ^ -int64(u&1), true
}

// text is the next value, which is a text.
func (c *cardReader) text() string {
	if kind := c.take(1); c.err != nil || kind[0] != cardText {
		c.err = errCard
		return ""
	}
	return c.take(c.uvarint())
}

// into reads the next values into destinations, as Scan does.
func (c *cardReader) into(dests ...any) {
	for _, d := range dests {
		v := c.next()
		if scanner, ok := d.(sql.Scanner); ok {
			c.err = errors.Join(c.err, scanner.Scan(v))
			continue
		}
		switch v := v.(type) {
		case nil:
			switch d := d.(type) {
			case **int64:
				*d = nil
			case **int:
				*d = nil
			case **string:
				*d = nil
			default:
				c.err = errCard
			}
		case string:
			switch d := d.(type) {
			case *string:
				*d = v
			case **string:
				*d = &v
			default:
				c.err = errCard
			}
		case int64:
			switch d := d.(type) {
			case *int64:
				*d = v
			case *int:
				*d = int(v)
			case *uint32:
				*d = uint32(v)
			case *bool:
				*d = v != 0
			case **int64:
				*d = &v
			case **int:
				n := int(v)
				*d = &n
			default:
				c.err = errCard
			}
		}
	}
}

package store

import (
	"database/sql"
	"strings"

	"tsunagu/store/index"
)

// Columns of the negotiations' index.
const (
	negotiationListing = iota // numbers of the listing and of the buyer
	negotiationBuyer
	negotiationStatus
	negotiationStatusAt
	negotiationShown // both as SF is told of them
	negotiationShownAt
	negotiationMoved // what BF can see
	negotiationInterest
	negotiationOffer
	negotiationFinancing
	negotiationNextBF
	negotiationNextSF
	negotiationInts
)

// Fields of the negotiations' index: whose the rows are, those that wait for a bank, and what filters ask.
const (
	negotiationBF         = 1 + iota
	negotiationSF         // that knows of it
	negotiationWaits      // for BF whatever the day
	negotiationWaitsSF    // for SF whatever the day
	negotiationState      // its status
	negotiationShownState // as SF is told of it
	negotiationInterested // 興味あり
	negotiationOffered    // with an offer in any state
	negotiationFinanced   // with financing that was at least asked for
)

// Its rows are put in order bank by bank (search_negotiation_order.go).
var negotiationSchema = &index.Schema{Ints: negotiationInts}

const indexedNegotiation = "n.seq, " + indexedParties + ", " + actionForBF + ", " + actionForSF + ", n.status, n.status_at, " +
	statusForSF + ", " + statusAtForSF +
	", n.bf_modified, n.interest_status, n.offer_send_status, n.financial_support_status, n.next_action_bf, n.next_action_sf"

// putNegotiations reads rows into an edit: what owners names of each, then indexedNegotiation. With an edit of the
// listings too, the bank and whether it is a note follow, and listings learn whom they deal with.
func (q *Q) putNegotiations(e, listings *index.Edit, listing, buyer *owner, query string, args ...any) error {
	ints := make([]int64, negotiationInts)
	texts := map[string]string{} // one text for all rows of each bank
	same := func(s string) string {
		if _, ok := texts[s]; !ok {
			texts[s] = s
		}
		return texts[s]
	}
	var seq uint32
	var bf, sf, nextBF, nextSF string
	var isKnown, waits, waitsSF bool
	var shownAt, moved sql.NullInt64
	dests := []any{listing, buyer, &seq, &bf, &sf, &isKnown, &waits, &waitsSF, &ints[negotiationStatus],
		&ints[negotiationStatusAt], &ints[negotiationShown], &shownAt, &moved,
		&ints[negotiationInterest], &ints[negotiationOffer], &ints[negotiationFinancing], &nextBF, &nextSF}
	var anyBF string
	var isNote bool
	if listings != nil {
		dests = append(dests, &anyBF, &isNote)
	}
	return q.each(func(r *sql.Rows) (err error) {
		if err = r.Scan(dests...); err != nil {
			return err
		}
		if listings != nil && listing.seq != nobody {
			addDealing(listings, listing.seq, anyBF, sf, int(ints[negotiationStatus]), int(ints[negotiationOffer]), isNote)
		}
		ints[negotiationListing], ints[negotiationBuyer] = int64(listing.seq), int64(buyer.seq)
		ints[negotiationShownAt], ints[negotiationMoved] = orUnset(shownAt), orUnset(moved)
		if ints[negotiationNextBF], err = dayOrUnset(nextBF); err != nil {
			return err
		}
		if ints[negotiationNextSF], err = dayOrUnset(nextSF); err != nil {
			return err
		}
		e.Put(seq, ints)
		if bf != "" {
			e.Add(seq, negotiationBF, same(bf))
		}
		if isKnown {
			e.Add(seq, negotiationSF, same(sf))
		}
		if waits {
			e.Add(seq, negotiationWaits, "")
		}
		if waitsSF {
			e.Add(seq, negotiationWaitsSF, "")
		}
		e.Add(seq, negotiationState, smallNumber(int(ints[negotiationStatus])))
		e.Add(seq, negotiationShownState, smallNumber(int(ints[negotiationShown])))
		if smallNumber(int(ints[negotiationInterest])) == codeInterestInterested {
			e.Add(seq, negotiationInterested, "")
		}
		if smallNumber(int(ints[negotiationOffer])) != codeOfferNone {
			e.Add(seq, negotiationOffered, "")
		}
		if n := ints[negotiationFinancing]; n >= 2 && n <= 8 { // codeFinancingConsulted to codeFinancingDeclined
			e.Add(seq, negotiationFinanced, "")
		}
		return nil
	}, query, args...)
}

// loadNegotiations reads all negotiations, some at a time, and finds their listings and buyers by
// what was told of these. A row that came after its listings were read belongs to nobody: it is read
// again with all that was written meanwhile. It returns the listings' index with whom they deal with too.
func (q *Q) loadNegotiations(of *index.Table, listings, buyers *numbering) (t, dealing *index.Table, err error) {
	const atATime = 1 << 16
	t = index.New(negotiationSchema)
	highest, found := uint32(0), 0
	if err := q.scan1([]any{&highest}, "SELECT coalesce(max(n.seq), 0) FROM negotiation n"); err != nil {
		return nil, nil, err
	}
	// Few rows have a note beside them: those are read a second time, instead of all being asked whether they have.
	columns := strings.Replace(indexedNegotiation, noteStatus, "0", 1)
	dealings := of.Edit()
	for from := uint32(0); from <= highest; from += atATime {
		e := t.Edit()
		if err := q.putNegotiations(e, dealings, &owner{of: listings, isLoose: true}, &owner{of: buyers, isLoose: true},
			"SELECT n.listing_id, n.buyer_company_id, "+columns+", n.bf_id, n.is_note FROM negotiation n WHERE n.seq >= ? AND n.seq < ?",
			from, from+atATime); err != nil {
			return nil, nil, err
		}
		found += len(e.Slots())
		if len(e.Slots()) > 0 {
			t = e.Done()
		}
	}
	beside, err := codes[string](q, `SELECT DISTINCT CAST(n.seq AS TEXT) FROM negotiation x CROSS JOIN negotiation n
		ON n.listing_id = x.listing_id AND n.buyer_company_id = x.buyer_company_id AND n.id <> x.id WHERE x.is_note = 1`)
	if err == nil && len(beside) > 0 {
		noted := map[string]bool{}
		for _, number := range beside {
			noted[number] = true
		}
		t, _, err = q.reloadNegotiations(t, noted, nil)
	}
	if err == nil {
		err = checkRows(found, highest, nil)
	}
	return t, dealings.Done(), err
}

// reloadNegotiations reads again those of the numbers; those that are not there any more go.
func (q *Q) reloadNegotiations(t *index.Table, numbers map[string]bool, on *keptTape) (*index.Table, []uint32, error) {
	seqs, err := jsonList(numbers)
	if err != nil {
		return nil, nil, err
	}
	e := t.Edit()
	on.record(e, negotiationTable)
	if err := q.putNegotiations(e, nil, &owner{}, &owner{},
		"SELECT l.seq, c.seq, "+indexedNegotiation+` FROM json_each(?) j CROSS JOIN negotiation n ON n.seq = CAST(j.value AS INTEGER)
		CROSS JOIN listing l ON l.id = n.listing_id CROSS JOIN company c ON c.id = n.buyer_company_id`, seqs); err != nil {
		return nil, nil, err
	}
	there := index.SetOf(e.Slots())
	changed := make([]uint32, 0, len(numbers))
	for _, number := range sortedKeys(numbers) {
		seq, err := parseSeq(number)
		if err != nil {
			return nil, nil, err
		}
		if changed = append(changed, seq); !there.Has(seq) {
			e.Drop(seq)
		}
	}
	return e.Done(), changed, nil
}

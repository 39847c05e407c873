package store

import (
	"database/sql"
	"math"
	"strconv"
	"strings"

	"tsunagu/store/index"
)

// Columns of the listings' index. What stands in a content is there twice: as published, and, so
// much further, as SF edits it.
const (
	listingPublished = iota
	listingModified
	listingConcluded
	contentSales
	contentPrice
	contentDue
	contentProfit
	contentManagersFrom
	contentManagersTo
	contentStart
	workingColumns = iota - contentSales
	listingInts    = contentSales + 2*workingColumns
)

// unset stands for NULL, which SQLite sorts before all numbers.
const unset = math.MinInt64

// Orders of the listings' index: of contents as published and, so much further, as edited.
const (
	byListingModified = iota
	byPublished
	byListingName
	byListingSales
	byPrice
	byDue
	byProfit
	workingOrders = byProfit + 1 - byListingName
)

var listingSchema = func() *index.Schema {
	s := &index.Schema{Ints: listingInts, Texts: 2, Sliced: []int{listingPublished, contentDue, contentManagersFrom, contentManagersTo}, Orders: []index.Order{byListingModified: {Column: listingModified},
		byPublished: {Column: listingPublished, IsKept: true}}}
	for working := range 2 { // the own list is short enough to be sorted each time
		s.Orders = append(s.Orders, index.Order{Column: working, IsText: true, IsKept: working == 0})
		for _, column := range []int{contentSales, contentPrice, contentDue, contentProfit} {
			s.Orders = append(s.Orders, index.Order{Column: column + working*workingColumns, IsKept: working == 0})
		}
	}
	return s
}()

// Fields of the listings' index.
const (
	listingInCharge = 1 + iota
	listingStatus
	listingIsPublished
	listingIsWorking
	listingLimited   // is_limited as published
	listingRest      // is_rest as published
	listingKeptFrom  // institutions kept out
	listingBuying    // institutions of buyers that negotiate or have: 1 to 5
	listingBuyingNow // 1 to 4
	listingSelling   // institutions of sellers that negotiate: 1 to 4
	listingOffered   // state and institution of the buyer of offers
	listingDealing   // institutions of either side of any negotiation, whatever its state
	contentIndustry
	contentLarge
	contentPlace       // the prefecture where it is published; as SF edits it, where the company is
	contentPlacePublic // has one
	contentRegion      // the regions published, which stand for nothing beside a prefecture; as SF edits it, the one where the company is
	contentBand
	contentPriceFrom
	contentPriceTo
	workingFields = contentPriceTo + 1 - contentIndustry
)

// loadListings reads listings into an index: those of the ids, or all, whose numbers it tells, with what the score looks
// at of published contents. It returns the rows that it read.
func (q *Q) loadListings(t *index.Table, ids map[string]bool, of *numbering, to *scored, on *keptTape) (*index.Table,
	[]uint32, error) {
	cond, args, err := among("l", ids)
	if err != nil {
		return nil, nil, err
	}
	e, contents, entry := t.Edit(), to.contents.Edit(), &scoredEntry{values: to.contentValues, isTold: on != nil}
	on.record(e, listingTable)
	found, highest := 0, uint32(0)
	ints := make([]int64, listingInts)
	put := func(x *indexedListing) error {
		if err := x.ints(ints); err != nil {
			return err
		}
		e.Put(x.seq, ints, x.sides[0].name, x.sides[1].name)
		x.facets(e)
		contents.Put(x.seq)
		on.row(tapeContents, x.seq)
		if x.sides[0].there {
			content, err := entry.content(&x.sides[0])
			if err != nil {
				return err
			}
			contents.Add(x.seq, content)
			on.entry(tapeContents, x.seq, entry)
		}
		found, highest = found+1, max(highest, x.seq)
		return nil
	}
	if ids == nil {
		rows, err := q.rowsAbout("listing")
		if err != nil {
			return nil, nil, err
		}
		of.reserve(rows)
	}
	if err := q.readIndexedListings(cond, args, of, put); err != nil {
		return nil, nil, err
	}
	if ids == nil {
		of.done()
	}
	if err := checkRows(found, highest, ids); err != nil {
		return nil, nil, err
	}
	if ids != nil { // of all listings it comes with the negotiations
		if err := q.each(func(r *sql.Rows) error {
			var seq uint32
			var bf, sf string
			var status, offer int
			var isNote bool
			if err := r.Scan(&seq, &bf, &sf, &status, &offer, &isNote); err != nil {
				return err
			}
			addDealing(e, seq, bf, sf, status, offer, isNote)
			return nil
		}, "SELECT l.seq, n.bf_id, n.sf_id, n.status, n.offer_send_status, n.is_note FROM listing l CROSS JOIN negotiation n ON "+
			"n.listing_id = l.id WHERE "+cond, args...); err != nil {
			return nil, nil, err
		}
	}
	to.contents = contents.Done()
	return e.Done(), e.Slots(), nil
}

// byID is the order in which the contents of all listings lie: by their own numbers each would be sought elsewhere.
func byID(isAll bool) string {
	if isAll {
		return " ORDER BY l.id"
	}
	return ""
}

// readIndexedListings reads those of a condition. With all of them it tells their numbers.
func (q *Q) readIndexedListings(cond string, args []any, of *numbering, put func(*indexedListing) error) error {
	var id string
	var x indexedListing
	dests := append([]any{&id}, append(append(x.dests(), x.sides[0].dests()...), x.sides[1].dests()...)...)
	return q.each(func(r *sql.Rows) error {
		if err := r.Scan(dests...); err != nil {
			return err
		}
		if of != nil {
			of.add(id, x.seq)
		}
		return put(&x)
	}, "SELECT l.id, l.seq, l.institution_id, l.status, l.published_at, l.modified, "+
		"CASE WHEN l.is_sold_hidden = 0 THEN l.concluded_at END, "+indexedContent("p")+", "+
		indexedContent("c")+" FROM listing l LEFT JOIN listing_content p ON p.listing_id = l.id AND p.side = "+codeSidePublished+
		" LEFT JOIN listing_content c ON c.listing_id = l.id AND c.side = "+codeSideWorking+" WHERE "+cond+byID(of != nil), args...)
}

// indexedListing is what the index keeps of a listing.
type indexedListing struct {
	indexedState
	sides [2]indexedSide // published, working
}

type indexedState struct {
	seq                            uint32
	institution                    string
	status                         int
	published, modified, concluded sql.NullInt64
}

type indexedSide struct {
	there                         bool
	name, start, due              string
	sales, price, priceTo, profit int
	managersFrom, managersTo      sql.NullInt64
	region                        int
	prefecture                    string
	isPrefecturePublic            bool
	isLimited, isRest             bool
	description                   string // of the published side alone
	willingness                   int
	lists                         string // its codes, each with its field
}

func indexedContent(alias string) string {
	out := alias + ".listing_id IS NOT NULL"
	for _, c := range []string{"business_name", "start_date", "due_date", "prefecture_code"} {
		out += ", coalesce(" + alias + "." + c + ", '')"
	}
	for _, c := range []string{"sales_amount", "sales_price", "sales_price_to", "operating_profit_band", "region", "is_prefecture_public",
		"is_limited", "is_rest"} {
		out += ", coalesce(" + alias + "." + c + ", 0)"
	}
	description := "''"
	if alias == "p" {
		description = "coalesce(p.description, '')"
	}
	return out + ", " + alias + ".managers_from, " + alias + ".managers_to, " + description + ", " +
		"coalesce(" + alias + ".willingness_to_sell, 0), coalesce((SELECT group_concat(y.field || ':' || y.code, ' ') " +
		"FROM listing_code y WHERE y.listing_id = " + alias + ".listing_id AND y.side = " + alias + ".side), '')"
}

func (x *indexedState) dests() []any {
	return []any{&x.seq, &x.institution, &x.status, &x.published, &x.modified, &x.concluded}
}

func (c *indexedSide) dests() []any {
	return []any{&c.there, &c.name, &c.start, &c.due, &c.prefecture, &c.sales, &c.price, &c.priceTo, &c.profit, &c.region,
		&c.isPrefecturePublic, &c.isLimited, &c.isRest, &c.managersFrom, &c.managersTo,
		&c.description, &c.willingness, &c.lists}
}

func orUnset(n sql.NullInt64) int64 {
	if !n.Valid {
		return unset
	}
	return n.Int64
}

// dayOrUnset is a date for a column: none sorts before all others either way, but as a number of its
// own it would make all of them take twice the room.
func dayOrUnset(date string) (int64, error) {
	if date == "" {
		return unset, nil
	}
	return dayNumber(date)
}

func (x *indexedListing) ints(to []int64) (err error) {
	to[listingPublished], to[listingModified], to[listingConcluded] = orUnset(x.published), orUnset(x.modified), orUnset(x.concluded)
	for i := range x.sides {
		c, to := &x.sides[i], to[i*workingColumns:]
		to[contentSales], to[contentPrice], to[contentProfit] = int64(c.sales), int64(c.price)<<32+int64(c.priceTo), int64(c.profit)
		to[contentManagersFrom], to[contentManagersTo] = orUnset(c.managersFrom), orUnset(c.managersTo)
		if to[contentStart], err = dayOrUnset(c.start); err != nil {
			return err
		}
		if to[contentDue], err = dayOrUnset(c.due); err != nil {
			return err
		}
	}
	return nil
}

func (x *indexedListing) facets(e *index.Edit) {
	e.Add(x.seq, listingInCharge, x.institution)
	e.Add(x.seq, listingStatus, smallNumber(x.status))
	if x.sides[0].there {
		e.Add(x.seq, listingIsPublished, "")
	}
	if x.sides[1].there {
		e.Add(x.seq, listingIsWorking, "")
	}
	if x.sides[0].isLimited {
		e.Add(x.seq, listingLimited, "")
	}
	if x.sides[0].isRest {
		e.Add(x.seq, listingRest, "")
	}
	for i := range x.sides {
		c, further := &x.sides[i], uint8(i*workingFields)
		if !c.there {
			continue
		}
		if i == 1 {
			e.Add(x.seq, contentRegion+further, smallNumber(c.region))
		}
		if c.prefecture != "" && (c.isPrefecturePublic || i == 1) {
			e.Add(x.seq, contentPlacePublic+further, "")
			e.Add(x.seq, contentPlace+further, c.prefecture)
		}
		e.Add(x.seq, contentBand+further, smallNumber(c.sales))
		e.Add(x.seq, contentPriceFrom+further, smallNumber(c.price))
		e.Add(x.seq, contentPriceTo+further, smallNumber(c.priceTo))
		for part := range strings.FieldsSeq(c.lists) {
			field, code, _ := strings.Cut(part, ":")
			switch {
			case field == "industry":
				addClass(e, x.seq, contentIndustry+further, contentLarge+further, code)
			case i == 1:
			case field == "region":
				number, _ := strconv.Atoi(code) // what is no number is 0 to SQLite too
				e.Add(x.seq, contentRegion, smallNumber(number))
			case field == "rest":
				e.Add(x.seq, listingKeptFrom, code)
			}
		}
	}
}

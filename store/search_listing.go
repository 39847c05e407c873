package store

import (
	"database/sql"
	"math"
	"time"

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
	workingColumns = contentStart + 1 - contentSales
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
	s := &index.Schema{Ints: listingInts, Texts: 2, Orders: []index.Order{byListingModified: {Column: listingModified}, byPublished: {Column: listingPublished, IsKept: true}}}
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
	contentIndustry
	contentLarge
	contentPlace
	contentPlacePublic
	contentRegion
	contentBand
	contentPrices
	workingFields = contentPrices + 1 - contentIndustry
)

// loadListings reads listings into an index: those of the ids, or all.
func (q *Q) loadListings(t *index.Table, ids map[string]bool) (*index.Table, error) {
	cond, args, err := among("l", ids)
	if err != nil {
		return nil, err
	}
	e := t.Edit()
	found, highest := 0, uint32(0)
	ints := make([]int64, listingInts)
	if err := q.each(func(r *sql.Rows) error {
		var x indexedListing
		if err := r.Scan(x.dests()...); err != nil {
			return err
		}
		if err := x.ints(ints); err != nil {
			return err
		}
		e.Put(x.seq, ints, x.sides[0].name, x.sides[1].name)
		x.facets(e, ints)
		found, highest = found+1, max(highest, x.seq)
		return nil
	}, `SELECT l.seq, l.institution_id, l.status, l.published_at, l.modified, l.concluded_at, coalesce(p.is_limited, 0), coalesce(p.is_rest, 0), `+indexedContent("p")+", "+indexedContent("c")+`
		FROM listing l LEFT JOIN listing_content p ON p.listing_id = l.id AND p.side = 2 LEFT JOIN listing_content c ON c.listing_id = l.id AND c.side = 1 WHERE `+cond, args...); err != nil {
		return nil, err
	}
	if err := checkRows(found, highest, ids); err != nil {
		return nil, err
	}
	if err := q.each(func(r *sql.Rows) error {
		var seq uint32
		var side, number int
		var field, code string
		if err := r.Scan(&seq, &side, &field, &code, &number); err != nil {
			return err
		}
		further := uint8(0)
		if side == Working {
			further = workingFields
		}
		switch {
		case field == "industry":
			addClass(e, seq, contentIndustry+further, contentLarge+further, code)
		case field == "region":
			e.Add(seq, contentRegion+further, smallNumber(number))
		case side == Published:
			e.Add(seq, listingKeptFrom, code)
		}
		return nil
	}, "SELECT l.seq, x.side, x.field, x.code, CAST(x.code AS INTEGER) FROM listing l CROSS JOIN listing_code x ON x.listing_id = l.id AND x.side IN (1, 2) AND x.field IN ('industry', 'region', 'rest') WHERE "+cond, args...); err != nil {
		return nil, err
	}
	if err := q.each(func(r *sql.Rows) error {
		var seq uint32
		var bf, sf string
		var status, offer int
		if err := r.Scan(&seq, &bf, &sf, &status, &offer); err != nil {
			return err
		}
		if status >= 1 && status <= 5 {
			e.Add(seq, listingBuying, bf)
		}
		if status >= 1 && status <= 4 {
			e.Add(seq, listingBuyingNow, bf)
			e.Add(seq, listingSelling, sf)
		}
		e.Add(seq, listingOffered, smallNumber(offer)+bf)
		return nil
	}, "SELECT l.seq, n.bf_id, n.sf_id, n.status, n.offer_send_status FROM listing l CROSS JOIN negotiation n ON n.listing_id = l.id WHERE "+cond, args...); err != nil {
		return nil, err
	}
	is := e.Done()
	if ids == nil {
		return is, nil
	}
	carryShowing(t, is, e.Slots())
	return is, listingWords.carry(q, t, is, e.Slots())
}

// indexedListing is what the index keeps of a listing.
type indexedListing struct {
	seq                            uint32
	institution                    string
	status                         int
	published, modified, concluded sql.NullInt64
	isLimited, isRest              bool
	sides                          [2]indexedSide // published, working
}

type indexedSide struct {
	there                         bool
	name, start, due              string
	sales, price, priceTo, profit int
	managersFrom, managersTo      sql.NullInt64
	region                        int
	prefecture                    string
	isPrefecturePublic            bool
}

func indexedContent(alias string) string {
	out := alias + ".listing_id IS NOT NULL"
	for _, c := range []string{"business_name", "start_date", "due_date", "prefecture_code"} {
		out += ", coalesce(" + alias + "." + c + ", '')"
	}
	for _, c := range []string{"sales_amount", "sales_price", "sales_price_to", "operating_profit_band", "region", "is_prefecture_public"} {
		out += ", coalesce(" + alias + "." + c + ", 0)"
	}
	return out + ", " + alias + ".managers_from, " + alias + ".managers_to"
}

func (x *indexedListing) dests() []any {
	out := []any{&x.seq, &x.institution, &x.status, &x.published, &x.modified, &x.concluded, &x.isLimited, &x.isRest}
	for i := range x.sides {
		c := &x.sides[i]
		out = append(out, &c.there, &c.name, &c.start, &c.due, &c.prefecture, &c.sales, &c.price, &c.priceTo, &c.profit, &c.region, &c.isPrefecturePublic, &c.managersFrom, &c.managersTo)
	}
	return out
}

func orUnset(n sql.NullInt64) int64 {
	if !n.Valid {
		return unset
	}
	return n.Int64
}

func (x *indexedListing) ints(to []int64) (err error) {
	to[listingPublished], to[listingModified], to[listingConcluded] = orUnset(x.published), orUnset(x.modified), orUnset(x.concluded)
	for i := range x.sides {
		c, to := &x.sides[i], to[i*workingColumns:]
		to[contentSales], to[contentPrice], to[contentProfit] = int64(c.sales), int64(c.price)<<32+int64(c.priceTo), int64(c.profit)
		to[contentManagersFrom], to[contentManagersTo] = orUnset(c.managersFrom), orUnset(c.managersTo)
		if to[contentStart], err = dayNumber(c.start); err != nil {
			return err
		}
		if to[contentDue], err = dayNumber(c.due); err != nil {
			return err
		}
	}
	return nil
}

func (x *indexedListing) facets(e *index.Edit, ints []int64) {
	e.Add(x.seq, listingInCharge, x.institution)
	e.Add(x.seq, listingStatus, smallNumber(x.status))
	for field, on := range map[uint8]bool{listingIsPublished: x.sides[0].there, listingIsWorking: x.sides[1].there, listingLimited: x.isLimited, listingRest: x.isRest} {
		if on {
			e.Add(x.seq, field, "")
		}
	}
	for i := range x.sides {
		c, further := &x.sides[i], uint8(i*workingFields)
		if !c.there {
			continue
		}
		if c.isPrefecturePublic {
			e.Add(x.seq, contentPlacePublic+further, "")
		}
		e.Add(x.seq, contentPlace+further, c.prefecture)
		e.Add(x.seq, contentRegion+further, smallNumber(c.region))
		e.Add(x.seq, contentBand+further, smallNumber(c.sales))
		e.Add(x.seq, contentPrices+further, pair(c.price, c.priceTo))
	}
}

// showing are the listings that show on one day, and those concluded within six months of some
// moments of it.
type showing struct {
	day         int64
	set, sold   *index.Set
	from, until int64 // the moments six months ago for which sold is right
}

const derivedShowing = "showing"

// showingNow works the day's listings out once for each edition.
func (q *Q) showingNow(t *index.Table) (*showing, error) {
	day, err := dayNumber(q.Today())
	if err != nil {
		return nil, err
	}
	since := soldSince(q.now)
	if x, ok := t.Derived.Load(derivedShowing); ok {
		if s := x.(*showing); s.day == day && s.from <= since && since <= s.until {
			return s, nil
		}
	}
	s := &showing{day: day, from: since, until: math.MaxInt64}
	var set, sold []uint32
	t.Set(listingStatus, "1").Each(func(slot uint32) {
		if isShowing(t, slot, day) {
			set = append(set, slot)
		}
	})
	t.Set(listingStatus, "2").Each(func(slot uint32) {
		if at := t.Int(listingConcluded, slot); at >= since {
			sold = append(sold, slot)
			s.until = min(s.until, at)
		}
	})
	s.set, s.sold = index.SetOf(set), index.SetOf(sold)
	t.Derived.Store(derivedShowing, s)
	return s, nil
}

func soldSince(now time.Time) int64 { return now.AddDate(0, -6, 0).UnixMilli() }

// isShowing is right for listings that are public, and false for those without a published content.
func isShowing(t *index.Table, slot uint32, day int64) bool {
	return t.Set(listingIsPublished, "").Has(slot) && t.Int(contentStart, slot) <= day && t.Int(contentDue, slot) >= day
}

// carryShowing takes over what was worked out of the table before, with the rows that changed.
func carryShowing(was, is *index.Table, slots []uint32) {
	x, ok := was.Derived.Load(derivedShowing)
	if !ok {
		return
	}
	old := x.(*showing)
	s := *old
	var set, sold []uint32
	for _, slot := range slots {
		if is.Set(listingStatus, "1").Has(slot) && isShowing(is, slot, s.day) {
			set = append(set, slot)
		}
		if at := is.Int(listingConcluded, slot); is.Set(listingStatus, "2").Has(slot) && at >= s.from {
			sold = append(sold, slot)
			s.until = min(s.until, at)
		}
	}
	changed := index.SetOf(slots)
	s.set, s.sold = old.set.Change(changed, set), old.sold.Change(changed, sold)
	is.Derived.Store(derivedShowing, &s)
}

package store

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tsunagu/store/words"
)

// ListingSearch are the conditions of a search for listings (SPEC.md 7). Nil lists and zero values
// do not restrict, an empty list matches nothing. Codes are the masters'.
type ListingSearch struct {
	IsOwn     bool     // the viewer's institution's listings alone, by their working content
	IsNotOwn  bool     // only the others
	CompanyID string   // a seller of the own institution; the working content
	IDs       []string // of listings

	BuyerID       string // one of the bank's own buyers, to whose negotiations the next conditions apply
	Offers        []int  // own negotiation with an offer in one of these states
	IsNegotiation bool   // own negotiation in status 1 to 4
	IsMessage     bool   // unread by the viewer's side
	IsNotRead     bool   // not opened by the viewer's user
	IsNotBegun    bool   // no own negotiation in status 1 to 5: what a buyer negotiates about is no news to it
	IsShowing     bool   // in its period; together with IsSold: either of the two
	IsSold        bool

	Words        []words.Asked // all of them occur, or what they are widened by
	Without      []string      // what they are not widened by
	Industries   []string      // small classes
	LargeClasses []string
	Prefectures  []string // where the published place may be; in the own list, where the company is
	Regions      []int    // the regions of these prefectures, for listings that tell no prefecture
	SalesAmounts []int
	PriceLow     []int // salesPrice: the keys whose amount is at most the upper bound sought; 0 is open
	PriceHigh    []int // salesPriceTo: the keys whose amount is at least the lower bound sought
	ManagersFrom *int64
	ManagersTo   *int64
	DueFrom      string // YYYY-MM-DD

	PublishedAfter time.Time // published, or published anew, later than this
	PublishedUntil time.Time // and not after this

	ChargeFilter // of the viewer's own listings

	Sort          string
	IsAscending   bool
	Limit, Offset int
}

// Sorts of a listing search: published L1 columns alone, so that no order tells what is withheld.
const (
	SortBusinessName    = "businessName"
	SortSalesPrice      = "salesPrice"
	SortDueDate         = "dueDate"
	SortOperatingProfit = "operatingProfit"
)

// FoundListing is a row of a listing search with what a list shows of the searched content: the columns tagged "card",
// and the lists. It is shared and must not be changed.
type FoundListing struct {
	Listing
	Content ListingContent
}

// priceOpen is the item of salesPriceTo for 応相談, which no price filter drops.
const priceOpen = 9

// SearchListings is one page of the listings that the viewer may know of, and how many there
// are in all. It sees published L1 columns and nothing else (domain.md, rule 1); the own list
// of the institution in charge sees the working ones.
func (q *Q) SearchListings(v Viewer, s *ListingSearch) ([]*FoundListing, int, error) {
	working := (s.IsOwn || s.CompanyID != "") && !v.IsBuyer()
	side := map[bool]int{false: Published, true: Working}[working]
	if t, b, err := q.indexedListings(v, s, working); err != nil {
		return nil, 0, err
	} else if t != nil {
		defer b.Free()
		page, err := q.indexedListingPage(v, s, t, b, working)
		if err != nil {
			return nil, 0, err
		}
		out, err := q.listingsAt(page, side)
		return out, b.Count(), err
	}
	c, from, w, err := q.listingConditions(v, s, working)
	if err != nil {
		return nil, 0, err
	}
	count := 0
	if err := q.scan1([]any{&count}, "SELECT count(*)"+from+" WHERE "+w.String(), w.args...); err != nil {
		return nil, 0, err
	}
	// The page's ids first: sorting whole contents costs more than reading ten of them in a second
	// statement.
	order, orderArgs, err := q.listingOrder(v, s, c, working)
	if err != nil {
		return nil, 0, err
	}
	ids, err := codes[string](q, "SELECT l.id"+from+" WHERE "+w.String()+" ORDER BY "+order+" LIMIT ? OFFSET ?",
		append(append(w.args, orderArgs...), s.Limit, s.Offset)...)
	if err != nil {
		return nil, 0, err
	}
	out, err := q.foundListings(ids, side)
	return out, count, err
}

// countListings is how many listings SearchListings finds in the general search.
func (q *Q) countListings(v Viewer, s *ListingSearch) (n int, err error) {
	if t, b, err := q.indexedListings(v, s, false); err != nil {
		return 0, err
	} else if t != nil {
		defer b.Free()
		return b.Count(), nil
	}
	_, from, w, err := q.listingConditions(v, s, false)
	if err != nil {
		return 0, err
	}
	return n, q.scan1([]any{&n}, "SELECT count(*)"+from+" WHERE "+w.String(), w.args...)
}

// NewsListings are those of the given listings that show, that the viewer may know of and that he does not negotiate about.
// It also works inside a write.
func (q *Q) NewsListings(v Viewer, ids []string) (map[string]bool, error) {
	out := make(map[string]bool, len(ids))
	err := inChunks(ids, func(ids []string) error {
		_, from, w, err := q.listingConditions(v, &ListingSearch{IsShowing: true, IsNotBegun: true, IDs: ids}, false)
		if err != nil {
			return err
		}
		found, err := codes[string](q, "SELECT l.id"+from+" WHERE "+w.String(), w.args...)
		for _, id := range found {
			out[id] = true
		}
		return err
	})
	return out, err
}

// listingConditions are those of a search in SQL. c is the alias of the searched content: the
// published one, except in SF's own list.
func (q *Q) listingConditions(v Viewer, s *ListingSearch, working bool) (c, from string, w where, err error) {
	c, from = "p", " FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = "+codeSidePublished
	if working {
		c, from = "c", " FROM listing l LEFT JOIN listing_content p ON p.listing_id = l.id AND p.side = "+codeSidePublished+
			" JOIN listing_content c ON c.listing_id = l.id AND c.side = "+codeSideWorking
		w.add(v.ownListing(), v.InstitutionID)
	}
	q.visibleListing(v, &w)
	showing, showingArgs := q.showing()
	sold, soldArgs := q.recentlySold()
	switch {
	case s.IsShowing && s.IsSold:
		w.add(showing+" OR "+sold, append(showingArgs, soldArgs...)...)
	case s.IsShowing:
		w.add(showing, showingArgs...)
	case s.IsSold:
		w.add("l.status = " + codeListingConcluded)
	case !working && !v.IsBuyer():
		// In the general search a bank finds its own listings only while they show, as everybody
		// does.
		w.add(v.isNotOwnListing()+" OR "+showing+" OR "+sold, append(append([]any{v.InstitutionID}, showingArgs...), soldArgs...)...)
	}
	if s.IsNotOwn && !v.IsBuyer() {
		w.add(v.isNotOwnListing(), v.InstitutionID)
	}
	if s.CompanyID != "" {
		w.add("l.company_id = ?", s.CompanyID)
	}
	if !s.PublishedAfter.IsZero() {
		w.add("l.published_at > ?", ms(s.PublishedAfter))
	}
	if !s.PublishedUntil.IsZero() {
		w.add("l.published_at <= ?", ms(s.PublishedUntil))
	}
	in(&w, "l.id", s.IDs)
	s.conditions(v, InChargeOfListing, &w, "l.seq", v.ownListing())
	s.rows(v, &w)
	terms, err := q.terms(s.Words, s.Without)
	if err != nil {
		return "", "", where{}, err
	}
	for _, term := range terms {
		cond, args, err := q.listingHas(v, c, term, working)
		if err != nil {
			return "", "", where{}, err
		}
		w.add(cond, args...)
	}
	s.content(c, working, &w)
	return c, from, w, nil
}

// foundListings reads listings with one side of their contents, in the order of the ids.
func (q *Q) foundListings(ids []string, side int) ([]*FoundListing, error) {
	out, at := make([]*FoundListing, len(ids)), map[string]int{}
	for i, id := range ids {
		at[id] = i
	}
	if err := inChunks(ids, func(ids []string) error {
		return q.eachListing(side, "l.id", anyOf(ids), func(f *FoundListing, _ string) { out[at[f.ID]] = f })
	}); err != nil {
		return nil, err
	}
	for _, f := range out {
		q.lapse(&f.Listing)
	}
	return out, nil
}

// listingColumns are the columns of a listing in a list: its own, those of one side of its content that a list shows,
// and the lists.
var listingColumns = names[Listing]("l") + ", " + cardNames[ListingContent]("c") + `, coalesce((SELECT group_concat(x.field || ':' ||
	x.code, ' ') FROM listing_code x WHERE x.listing_id = l.id AND x.side = c.side), '')`

// eachListing reads listings by the values of a column, with what a list shows of one side of their
// contents.
func (q *Q) eachListing(side int, column string, values []any, f func(found *FoundListing, lists string)) error {
	return q.each(func(r *sql.Rows) error {
		var found FoundListing
		var lists string
		if err := r.Scan(append(append(dests(&found.Listing), cardDests(&found.Content)...), &lists)...); err != nil {
			return err
		}
		found.Content.ListingLists = listsOf(lists)
		f(&found, lists)
		return nil
	}, "SELECT "+listingColumns+" FROM listing l JOIN listing_content c ON c.listing_id = l.id AND c.side = ? WHERE "+column+" IN ("+
		marks(len(values))+")", append([]any{side}, values...)...)
}

// makeListingCards writes the cards of published listings.
func makeListingCards(q *Q, layout []byte, seqs []any) (map[uint32][]byte, error) {
	out := map[uint32][]byte{}
	var failed error
	err := q.eachListing(Published, "l.seq", seqs, func(f *FoundListing, lists string) {
		card, err := appendCard(slices.Clone(layout), append(append(args(&f.Listing), cardArgs(&f.Content)...), lists)...)
		out[f.Seq], failed = card, errors.Join(failed, err)
	})
	return out, errors.Join(err, failed)
}

func scanListingCard(c *cardReader, f *FoundListing) {
	var lists string
	c.into(append(append(dests(&f.Listing), cardDests(&f.Content)...), &lists)...)
	f.Content.ListingLists = listsOf(lists)
}

type listingKey struct {
	seq  uint32
	side int
}

// listingsAt is foundListings by the rows' numbers.
func (q *Q) listingsAt(seqs []uint32, side int) ([]*FoundListing, error) {
	found, err := keepMany(q, seqs, func(seq uint32) any { return listingKey{seq, side} },
		func(missing []uint32) (map[uint32]Kept[*FoundListing], error) {
			read := func(seqs []any) (map[uint32]*FoundListing, error) {
				found := make(map[uint32]*FoundListing, len(seqs))
				return found, q.eachListing(side, "l.seq", seqs, func(f *FoundListing, _ string) { found[f.Seq] = f })
			}
			var found map[uint32]*FoundListing
			var err error
			if side == Published {
				found, err = readCards(q, listingCards, missing, scanListingCard, read)
			} else {
				found, err = read(anyOf(missing))
			}
			out := make(map[uint32]Kept[*FoundListing], len(found))
			for seq, f := range found {
				out[seq] = Kept[*FoundListing]{f, []Source{OfListing(f.ID)}, 1500 + 2*len(f.Content.Description)}
			}
			return out, err
		})
	if err != nil {
		return nil, err
	}
	out := make([]*FoundListing, len(seqs))
	for i, seq := range seqs {
		if out[i] = found[seq]; out[i] == nil {
			return nil, fmt.Errorf("store: the index tells of a listing %d that is not there", seq)
		}
		if q.isLapsed(&out[i].Listing) {
			own := *out[i]
			q.lapse(&own.Listing)
			out[i] = &own
		}
	}
	return out, nil
}

// rows adds the conditions on the viewer's own negotiations and actions.
func (s *ListingSearch) rows(v Viewer, w *where) {
	own, args := s.ownRow(v)
	if s.Offers != nil {
		w.add("EXISTS (SELECT 1 FROM negotiation n WHERE n.listing_id = l.id AND "+own+" AND n.offer_send_status IN ("+marks(len(s.Offers))+
			"))", append(args, anyOf(s.Offers)...)...)
	}
	if s.IsNegotiation {
		sideOfSF, sfArgs := "", []any{}
		if !v.IsBuyer() && s.BuyerID == "" {
			sideOfSF, sfArgs = " OR "+v.isSF(), []any{v.InstitutionID}
		}
		w.add("EXISTS (SELECT 1 FROM negotiation n WHERE n.listing_id = l.id AND ("+own+sideOfSF+") AND n.status "+codesLive+")",
			append(append([]any{}, args...), sfArgs...)...)
	}
	if s.IsNotBegun {
		w.add("NOT EXISTS (SELECT 1 FROM negotiation n WHERE n.listing_id = l.id AND "+own+" AND n.status "+codesBegun+")", args...)
	}
	if s.IsMessage {
		query, all := s.unread(v, "n.listing_id")
		w.add("l.id IN ("+query+")", all...)
	}
	if s.IsNotRead {
		w.add("NOT EXISTS (SELECT 1 FROM user_action u WHERE u.user_id = ? AND u.action_type = "+codeActionClick+" AND u.listing_id = l.id)",
			v.UserID)
	}
}

// unread selects the listings in whose negotiations `n` there is a message that nobody of the
// viewer's side has read: for a buyer the buying side's, for a bank also the selling side's. column
// is the column to select.
func (s *ListingSearch) unread(v Viewer, column string) (query string, all []any) {
	own, args := s.ownRow(v)
	side := func(side, owner, own, unread string, args ...any) string {
		all = append(append(all, owner, side), args...)
		return "SELECT " + column + ` FROM message_unread u CROSS JOIN message m ON m.seq = u.message_seq CROSS JOIN negotiation n ON n.id = u.negotiation_id CROSS JOIN listing l0 ON l0.id = n.listing_id
			WHERE u.owner_id = ? AND u.side = ? AND ` + own + " AND " + unread
	}
	// Channel 1 is BUY and BF, 2 is BF and SF; originators 1 BUY, 2 BF, 3 SF.
	if v.IsBuyer() {
		query = side(SideBuyer, v.BuyerID, own, "m.message_type = "+codeMessageBUYtoBF+" AND m.originator_type = "+codeOriginatorBF, args...)
		return query, all
	}
	query = side(SideBF, v.InstitutionID, own,
		"(m.message_type = "+codeMessageBUYtoBF+" AND m.originator_type = "+codeOriginatorBUY+" OR m.message_type = "+
			codeMessageBFtoSF+" AND m.originator_type = "+codeOriginatorSF+")", args...)
	if s.BuyerID != "" {
		return query, all
	}
	query += " UNION ALL " + side(SideSF, v.InstitutionID, v.isSF(), "m.message_type = "+codeMessageBFtoSF+
		" AND m.originator_type = "+codeOriginatorBF, v.InstitutionID)
	return query, all
}

// ownRow is true for rows of `n` that are the viewer's as the buying side.
func (s *ListingSearch) ownRow(v Viewer) (string, []any) {
	return ownRow(v, s.BuyerID)
}

// content adds the conditions on the L1 columns of the content c (a table alias).
func (s *ListingSearch) content(c string, working bool, w *where) {
	classes(w, "EXISTS (SELECT 1 FROM listing_code i WHERE i.listing_id = l.id AND i.side = "+c+".side AND i.field = 'industry' AND (%))",
		"i.code", s.Industries, s.LargeClasses)
	if s.Prefectures != nil {
		known, region := tellsPrefecture(c), "EXISTS (SELECT 1 FROM listing_code i WHERE i.listing_id = l.id AND i.side = "+codeSidePublished+
			" AND i.field = 'region' AND CAST(i.code AS INTEGER) IN (%))"
		if working { // SF finds its own listings by the company's actual place
			known, region = c+".prefecture_code <> ''", c+".region IN (%)"
		}
		w.add(known+" AND "+c+".prefecture_code IN ("+marks(len(s.Prefectures))+") OR NOT "+known+" AND "+strings.Replace(region, "%",
			marks(len(s.Regions)), 1),
			append(anyOf(s.Prefectures), anyOf(s.Regions)...)...)
	}
	in(w, c+".sales_amount", s.SalesAmounts)
	if s.PriceLow != nil || s.PriceHigh != nil {
		var p where
		in(&p, c+".sales_price", s.PriceLow)
		in(&p, c+".sales_price_to", s.PriceHigh)
		w.add(c+".sales_price_to = ? OR "+c+".sales_price = 0 AND "+c+".sales_price_to = 0 OR "+p.String(), append([]any{priceOpen},
			p.args...)...)
	}
	if s.ManagersFrom != nil || s.ManagersTo != nil {
		w.add(c + ".managers_from IS NOT NULL OR " + c + ".managers_to IS NOT NULL")
	}
	if s.ManagersFrom != nil {
		w.add(c+".managers_to IS NULL OR "+c+".managers_to >= ?", *s.ManagersFrom)
	}
	if s.ManagersTo != nil {
		w.add(c+".managers_from IS NULL OR "+c+".managers_from <= ?", *s.ManagersTo)
	}
	if s.DueFrom != "" {
		w.add(c+".due_date >= ?", s.DueFrom)
	}
}

// listingHas is true for rows of `l` whose content c has a term. What somebody typed may stand in all of the searchable text, what is
// searched beside it in what was written alone. The institution in charge also finds its own listings by the company's name.
func (q *Q) listingHas(v Viewer, c string, term words.Term, working bool) (cond string, args []any, err error) {
	var some []string
	has := func(text string, all []string) {
		var parts []string
		for _, word := range all {
			parts, args = append(parts, text+` LIKE ? ESCAPE '\'`), append(args, like(word))
		}
		some = append(some, strings.Join(parts, " AND "))
		if working && len(all) == 1 {
			some = append(some, `EXISTS (SELECT 1 FROM company_details d WHERE d.company_id = l.company_id AND d.name_folded LIKE ? ESCAPE '\')`)
			args = append(args, like(all[0]))
		}
	}
	text := c + ".free_text_folded"
	has(text, []string{term.Word})
	written := "substr(" + text + ", 1, instr(" + text + " || char(10), char(10)) - 1)"
	for _, all := range term.Alternatives() {
		has(written, all)
	}
	if len(term.Kinds)+len(term.Deeds) == 0 {
		return strings.Join(some, " OR "), args, nil
	}
	side, own := codeSidePublished, []any(nil)
	if working {
		side, own = codeSideWorking+" WHERE "+v.ownListing(), []any{v.InstitutionID}
	}
	rows, err := q.plainOfKinds(kindSets(term), "SELECT l.seq, x.business_name, x.description FROM listing l JOIN listing_content x "+
		"ON x.listing_id = l.id AND x.side = "+side, own...)
	if err != nil {
		return "", nil, err
	}
	some, args = append(some, isOneOf("l.seq")), append(args, rows[0])
	for i, deed := range term.Deeds {
		named, does := isOneOf("l.seq"), []string(nil)
		if deed.Of != "" {
			named, args = written+` LIKE ? ESCAPE '\' OR `+named, append(args, like(deed.Of))
		}
		args = append(args, rows[i+1])
		for _, word := range deed.Does {
			does, args = append(does, written+` LIKE ? ESCAPE '\'`), append(args, like(word))
		}
		some = append(some, "("+named+") AND ("+strings.Join(does, " OR ")+")")
	}
	return strings.Join(some, " OR "), args, nil
}

// listingOrder is order, with the listings first that have each word of the question itself, where exactFirst says so.
func (q *Q) listingOrder(v Viewer, s *ListingSearch, c string, working bool) (order string, args []any, err error) {
	terms, err := q.exactFirst(s.Words, s.Without, s.Sort, s.IsAscending)
	if err != nil {
		return "", nil, err
	}
	order, args = s.order(v, c, working)
	var exact where
	for _, term := range terms {
		cond, args, err := q.listingHas(v, c, words.Term{Word: term.Word}, working)
		if err != nil {
			return "", nil, err
		}
		exact.add(cond, args...)
	}
	if terms != nil {
		order, args = "("+exact.String()+") DESC, "+order, append(exact.args, args...)
	}
	return order, args, nil
}

func (s *ListingSearch) order(v Viewer, c string, working bool) (order string, args []any) {
	direction := " DESC"
	if s.IsAscending {
		direction = " ASC"
	}
	if working && isByCharge(s.Sort) {
		order, args = chargeOrderBy(v, InChargeOfListing, s.Sort, "l.seq", direction)
		return order + ", l.seq DESC", args
	}
	column := "l.published_at"
	switch s.Sort {
	case SortBusinessName:
		column = c + ".business_name"
	case SortSalesAmount:
		column = c + ".sales_amount"
	case SortSalesPrice:
		column = c + ".sales_price" + direction + ", " + c + ".sales_price_to"
	case SortDueDate:
		column = c + ".due_date"
	case SortOperatingProfit:
		column = c + ".operating_profit_band"
	default:
		if working {
			column = "l.modified"
		}
	}
	return column + direction + ", l.seq DESC", nil
}

// inChunks calls f with the ids in pieces that fit into one statement.
func inChunks(ids []string, f func([]string) error) error {
	const size = 500
	for ; len(ids) > 0; ids = ids[min(size, len(ids)):] {
		if err := f(ids[:min(size, len(ids))]); err != nil {
			return err
		}
	}
	return nil
}

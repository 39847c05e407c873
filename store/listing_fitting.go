package store

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"tsunagu/store/index"
)

// Fitting says which listings buyers are told of by mail: those that show, whose score is high enough, that the buyer
// may see, neither negotiates about nor has turned down, and was not told of by this kind of mail.
type Fitting struct {
	Kind           string
	Fit            Fit
	Least          int       // score
	Most           int       // listings for each buyer, the best first
	PublishedAfter time.Time // published, or published anew, later than this
	Since          time.Time // leaves out buyers that got a mail of this kind since then; zero leaves out none
}

// FittingBuyer is a buyer with the listings that its mail names, the best first.
type FittingBuyer struct {
	Viewer
	Listings []string
}

// fittingBuyer is a buyer while its listings are looked for.
type fittingBuyer struct {
	FittingBuyer
	seq      uint32
	known    []uint32 // listings that it negotiates about, has turned down or has let go
	listings []fittingListing
}

type fittingListing struct {
	slot      uint32
	score     int
	published int64
}

func (l fittingListing) before(o fittingListing) int {
	return cmp.Or(cmp.Compare(o.score, l.score), cmp.Compare(o.published, l.published), cmp.Compare(o.slot, l.slot))
}

const (
	fittingAtOnce      = 200 // buyers in one statement
	fittingBetweenRest = 32  // listings between two calls of rest
)

// FittingListingsOf finds what FittingListings finds for each buyer, for those of the given buyers that want such mails
// and have a user who receives them. It goes through the listings and scores each with the needs of all buyers at once.
// rest is called after each few milliseconds of work.
func (q *Q) FittingListingsOf(buyers []string, f *Fitting, rest func() error) ([]FittingBuyer, error) {
	var wanted []*fittingBuyer
	for part := range slices.Chunk(buyers, fittingAtOnce) {
		some, err := q.buyersToTell(part, f)
		if err != nil {
			return nil, err
		}
		wanted = append(wanted, some...)
		if err := rest(); err != nil {
			return nil, err
		}
	}
	ed, err := q.edition()
	if err != nil || len(wanted) == 0 {
		return nil, err
	}
	if ed == nil || ed.listings == nil {
		err = q.readFitting(wanted, f, rest)
	} else {
		err = q.findFitting(ed, wanted, f, rest)
	}
	if err != nil {
		return nil, err
	}
	var out []FittingBuyer
	for _, b := range wanted {
		if len(b.Listings) > 0 {
			out = append(out, b.FittingBuyer)
		}
	}
	return out, nil
}

// readFitting asks for each buyer alone, in plain SQL; findFitting must find the same.
func (q *Q) readFitting(buyers []*fittingBuyer, f *Fitting, rest func() error) (err error) {
	for _, b := range buyers {
		b.Listings, err = q.FittingListings(b.Viewer, &ListingSearch{IsShowing: true, IsNotBegun: true, PublishedAfter: f.PublishedAfter,
			Limit: f.Most},
			&ListingScoring{Fit: f.Fit, BuyerID: b.BuyerID, Least: f.Least, ByScore: true, NotTold: f.Kind})
		if err == nil {
			err = rest()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// findFitting finds the listings by the index.
func (q *Q) findFitting(ed *edition, buyers []*fittingBuyer, f *Fitting, rest func() error) error {
	t, visible := ed.listings, q.visibleIndex(ed)
	now, err := q.showingNow(ed)
	if err != nil {
		return err
	}
	shown := t.Bits().Or(now.set)
	defer shown.Free()
	if !f.PublishedAfter.IsZero() {
		shown.KeepBetween(t, listingPublished, f.PublishedAfter.UnixMilli()+1, 1<<62)
	}
	slots := shown.Set()
	if slots.Count() == 0 {
		return nil
	}
	open, err := visible.openListing()
	if err != nil {
		return err
	}
	defer open.Free()
	audience, err := visible.audience()
	if err != nil {
		return err
	}
	at := make(map[uint32]*fittingBuyer, len(buyers))
	for _, b := range buyers {
		at[b.seq] = b
	}
	// If all listings that show count, most fit, so only the best are kept, and what a buyer was told of must be known
	// before. If only new listings count, few fit, and asking about these alone (endFitting) costs less than reading
	// years of mails.
	isBounded, told := f.PublishedAfter.IsZero(), map[*fittingBuyer]*index.Set{}
	for part := range slices.Chunk(buyers, fittingAtOnce) {
		if err := q.readKnown(part); err != nil {
			return err
		}
		if isBounded {
			if err := q.readTold(part, f.Kind, told); err != nil {
				return err
			}
		}
		if err := rest(); err != nil {
			return err
		}
	}
	needs, err := newFittingNeeds(ed, f.Fit, at, rest)
	if err != nil {
		return err
	}
	n := 0
	slots.Each(func(slot uint32) {
		if n++; n%fittingBetweenRest == 0 && err == nil {
			err = rest()
		}
		if err != nil {
			return
		}
		isOpen, published := open.Has(slot), t.Int(listingPublished, slot)
		needs.best(slot, ed.scored.contents.At(slot), f.Least, func(b *fittingBuyer, score int) {
			if told[b] != nil && told[b].Has(slot) || slices.Contains(b.known, slot) || !isOpen && !audience(slot, b.InstitutionID) {
				return
			}
			b.listings = append(b.listings, fittingListing{slot, score, published})
			if isBounded && len(b.listings) > 4*f.Most {
				slices.SortFunc(b.listings, fittingListing.before)
				b.listings = b.listings[:f.Most]
			}
		})
	})
	if err != nil {
		return err
	}
	for _, b := range buyers {
		if len(b.listings) == 0 {
			continue
		}
		if err := rest(); err != nil {
			return err
		}
		if err := q.endFitting(b, f); err != nil {
			return err
		}
	}
	return nil
}

// endFitting sorts the listings found for a buyer and adds their ids.
func (q *Q) endFitting(b *fittingBuyer, f *Fitting) error {
	slices.SortFunc(b.listings, fittingListing.before)
	numbers := make([]uint32, len(b.listings))
	for i, l := range b.listings {
		numbers[i] = l.slot
	}
	list, err := json.Marshal(numbers)
	if err != nil {
		return err
	}
	names, err := codes[string](q, "SELECT l.id FROM json_each(?) j CROSS JOIN listing l ON l.seq = j.value WHERE NOT EXISTS (SELECT 1 FROM "+
		"recommended r WHERE r.kind = ? AND r.buyer_company_id = ? AND r.listing_id = l.id) ORDER BY j.key", string(list), f.Kind, b.BuyerID)
	b.Listings = names[:min(len(names), f.Most)]
	return err
}

// fittingNeeds are the needs of buyers, in groups (needGroup), with the buyer of each.
type fittingNeeds struct {
	*needGroup
	buyers []*fittingBuyer // the buyer of each need; needs of one buyer are neighbours
	codes  []uint32        // room
}

func newFittingNeeds(ed *edition, fit Fit, at map[uint32]*fittingBuyer, rest func() error) (*fittingNeeds, error) {
	companies := ed.companies.Bits()
	defer companies.Free()
	for slot := range at {
		companies.Put(slot)
	}
	n := &fittingNeeds{needGroup: newNeedGroup(ed.scored.by(fit), ed.scored.needs, companies)}
	for i := range n.needs {
		n.buyers = append(n.buyers, at[n.needs[i].company])
	}
	return n, rest()
}

// best calls found with each buyer whose score with a listing is at least least.
func (n *fittingNeeds) best(slot uint32, record string, least int, found func(b *fittingBuyer, score int)) {
	if record == "" || len(n.needs) == 0 {
		return
	}
	l := n.listing(slot, record)
	industry, place := n.kinds[scoredIndustry].worth[l.pair>>32], n.kinds[scoredPlace].worth[uint32(l.pair)]
	n.codes = index.Codes(n.codes[:0], l.words)
	worth, words, wanted := n.worthOf(l.rest), n.worthOfWords(n.codes), int16(least-n.s.base)
	score := -1
	for i := range n.needs {
		need := &n.needs[i]
		if s := int16(industry[need.industry]) + int16(place[need.place]) + int16(words[need.words]) + worth[need.others]; s >= wanted {
			if s := n.total(int(s), n.isApart(industry[need.industry], need.industry)); s >= least {
				score = max(score, s)
			}
		}
		if score >= 0 && (i+1 == len(n.needs) || n.buyers[i+1] != n.buyers[i]) {
			found(n.buyers[i], score)
			score = -1
		}
	}
}

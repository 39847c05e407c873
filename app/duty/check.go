package duty

import (
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Where the duties of many deals stand, by the rules of the panel and out of rows that were read together: the administrator's list of all
// deals (点検表, compliance.md 3). It has no contents, and of a poisonous kind only that it is done, or not.

// Mark is where a kind stands on a side of a deal, as the administrator is told of it.
type Mark uint8

// Those that are none of the panel's states: not owed, and recorded only on the customer's request, which there was none.
const (
	MarkNone Mark = iota
	MarkUnasked
	markFirst // of standing's values
)

// Kinds are the kinds of duties in the order of the screen, in which Line has them.
func Kinds() (out []deal.DutyKind) {
	for i := range kinds {
		out = append(out, kinds[i].of)
	}
	return out
}

// IsPoisonous says that the administrator is told of a kind only that it is done, or not.
func IsPoisonous(k deal.DutyKind) bool { return kindOf(k).isPoisonous }

// markOf is what the administrator is told of a duty.
func markOf(o *owed, at standing) Mark {
	switch {
	case at == missing && o.isOnRequest:
		return MarkUnasked
	case o.isPoisonous && at != fulfilled:
		at = unfinished
	}
	return markFirst + Mark(at)
}

// State is a mark as the panel's state; "" for what is not owed.
func (m Mark) State() string {
	switch m {
	case MarkNone:
		return ""
	case MarkUnasked:
		return "none"
	}
	return states[standing(m-markFirst)]
}

// Label is a mark in words.
func (m Mark) Label(k deal.DutyKind) string {
	kind := kindOf(k)
	switch {
	case m == MarkNone:
		return "―"
	case m == MarkUnasked:
		return kind.label(missing)
	case kind.isPoisonous && m != markFirst+Mark(fulfilled):
		return unfinishedForOthers
	}
	return kind.label(standing(m - markFirst))
}

// IsLacking says that a duty is owed and does not count.
func (m Mark) IsLacking() bool { return m >= markFirst && standing(m-markFirst) != fulfilled }

// IsExpired says that the administrator is told that a duty ended.
func (m Mark) IsExpired() bool { return m == markFirst+Mark(expired) }

// KindCount is how many kinds there are.
const KindCount = 14

// Line is where one side of a deal stands.
type Line struct {
	Marks   [KindCount]Mark // in the order of Kinds
	HasNext bool
	Next    deal.Gate      // the next step that the side makes
	Level   deal.GateLevel // how much what is missing holds it back, after what a second user let pass
	Lacking uint16         // the kinds that are missing for it, a bit for each in the order of Kinds
	Expiry  string         // the first day on which one of them ends, or is looked at again, also one that is past; "" for none
}

// Checker tells where deals of one institution stand today.
type Checker struct {
	today   string
	now     *store.Q
	periods deal.Schedule
	waivers map[store.Record][]store.DutyWaiver

	// Used again for each deal.
	side     side
	all      []store.Duty
	records  []store.Record
	began    time.Time
	hasTerms bool
}

// TermsSince is the moment from which on the terms are today's: it makes no difference when a deal began after it.
func (c *Checker) TermsSince() time.Time {
	if len(c.periods) == 0 {
		return time.Time{}
	}
	return c.periods[len(c.periods)-1].Since
}

// CheckerOf reads what it needs beside the deals.
func CheckerOf(q *store.Q, institution string) (*Checker, error) {
	periods, err := web.PeriodsOf(q)
	if err != nil {
		return nil, err
	}
	c := &Checker{today: q.Today(), now: q, periods: periods, waivers: map[store.Record][]store.DutyWaiver{}}
	waivers, err := q.InstitutionWaivers(institution)
	for i := range waivers {
		r := store.Record{Of: waivers[i].Of, Seq: waivers[i].RecordSeq}
		c.waivers[r] = append(c.waivers[r], waivers[i])
	}
	return c, err
}

// fill makes the side of a deal, as sideOf and listingSide do for one.
func (c *Checker) fill(d *store.DutyDeal) *side {
	own := store.Record{Of: d.Of, Seq: d.Seq}
	c.records = append(c.records[:0], store.Record{Of: store.InChargeOfCompany, Seq: d.CompanySeq}, own)
	c.all = d.Own.Append(d.Company.Append(c.all[:0], store.InChargeOfCompany, d.CompanySeq), d.Of, d.Seq)
	if d.Of == store.InChargeOfSF {
		c.records = append(c.records, store.Record{Of: store.InChargeOfListing, Seq: d.ListingSeq})
		c.all = d.Listing.Append(c.all, store.InChargeOfListing, d.ListingSeq)
	}
	s := &c.side
	s.of, s.owes, s.waivers, s.signed = d.Of, s.owes[:0], c.waivers[own], ""
	if !c.hasTerms || !d.Began.Equal(c.began) { // most deals have those of the one before, and they are large
		s.terms, c.began, c.hasTerms = c.periods.At(began(c.now, d.Began)), d.Began, true
	}
	if d.Of == store.InChargeOfListing {
		s.of = store.InChargeOfSF
		s.fill(c.records, c.all, false, false)
		s.of = d.Of
		return s
	}
	status := deal.NegotiationStatus(d.RealStatus)
	if status == deal.NegotiationSigned && d.HasContract {
		s.signed = deal.Date(d.StatusAt)
	}
	s.fill(c.records, c.all, d.IsHouse, d.IsHouse || deal.BuyerNameOpen(status))
	return s
}

// next is the next step that the side of a deal makes; false for none.
func next(d *store.DutyDeal) (deal.Gate, bool) {
	if d.Of == store.InChargeOfListing {
		return deal.GatePublish, true
	}
	status := deal.NegotiationStatus(d.RealStatus)
	if d.Of == store.InChargeOfSF && d.IsUnbegun {
		status = deal.NegotiationNone
	}
	for _, g := range reaches(status, deal.SellerApprovalStatus(d.SellerApproval)) {
		for _, own := range gatesOf(d.Of) {
			if own == g {
				return g, true
			}
		}
	}
	return 0, false
}

// Line is where a deal stands.
func (c *Checker) Line(d *store.DutyDeal) (out Line) {
	s := c.fill(d)
	for i := range s.owes {
		o := &s.owes[i]
		at := standingOf(o.duty, c.today)
		out.Marks[o.index()] = markOf(o, at)
		ends := o.dueOn()
		if ends == "" && o.duty != nil && (!o.isPoisonous || at == fulfilled) {
			ends = o.duty.ValidUntil
		}
		if ends != "" && (out.Expiry == "" || ends < out.Expiry) {
			out.Expiry = ends
		}
	}
	if out.Next, out.HasNext = next(d); !out.HasNext {
		return out
	}
	var lacking []lack
	lacking, out.Level = s.lacking(out.Next, c.today)
	for i := range lacking {
		out.Lacking |= 1 << lacking[i].index()
	}
	return out
}

// index is a kind's place in kinds.
func (k *kind) index() int { return places[k.of] }

var places = func() (out [KindCount + 1]int) {
	for i := range kinds {
		out[kinds[i].of] = i
	}
	return out
}()

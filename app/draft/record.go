package draft

import (
	"errors"
	"strconv"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/dutytext"
	"tsunagu/app/memorandum"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// RecordRef names what a draft is about: an own listing, or the own side of a negotiation.
type RecordRef struct {
	SellerBusinessID   string `json:"sellerBusinessId,omitempty" maxLength:"64" doc:"自機関の案件。交渉の書面では省く"`
	BuyerNegotiationID string `json:"buyerNegotiationId,omitempty" maxLength:"64" doc:"交渉"`
	Side               string `json:"side,omitempty" maxLength:"2" doc:"両側が自機関の交渉で、どちらの側の書面か。bf または sf。ふつうは省く"`
	Level              int    `json:"level,omitempty" doc:"自機関の案件を、どの段階の買手に見せる書面か。2、3、4。省くと 4"`
}

// record is what a draft is about, as its maker may know it.
type record struct {
	of      store.InCharge
	listing *store.Listing
	content *store.ListingContent // the working one of an own listing, of a negotiation the published one
	level   disclosure.Level      // L4 at the most, also of the own listing: a draft is written to be given away
	isOpen  bool                  // the names are open on both sides
	isCut   bool                  // it was said for a buyer of which level it is
	memo    *memorandum.Draft     // of an own listing, as far as the level has it; nil where there is none

	dealing      *negotiation.Dealing // nil for a listing
	buyer        *store.Company
	buyerDetails *store.CompanyDetails
	view         disclosure.BuyerView // status 3 at the most

	bank   *store.Institution // the maker's
	user   *store.User
	banks  map[string]string
	points *dutytext.Text // 最終契約の注意点 of the maker's institution
	facts  map[deal.Milestone]store.Milestone
}

// recordOf finds the record that the actor may make a draft about; ErrNotFound.
func (a Room) recordOf(q *store.Q, by web.Actor, ref *RecordRef) (x *record, err error) {
	if by.Institution() == "" || by.Viewer.IsBuyer() || by.User == nil {
		return nil, store.ErrNotFound
	}
	if ref.BuyerNegotiationID != "" {
		x, err = ofNegotiation(q, by, ref)
	} else {
		x, err = a.ofListing(q, by, ref)
	}
	if err != nil {
		return nil, err
	}
	x.user = by.User
	if x.bank, err = q.Institution(by.Institution()); err != nil {
		return nil, err
	}
	if x.banks, err = q.InstitutionNames(); err != nil {
		return nil, err
	}
	x.points, err = dutytext.InForce(q, by.Institution(), deal.DutyContractRisk)
	return x, err
}

func (a Room) ofListing(q *store.Q, by web.Actor, ref *RecordRef) (*record, error) {
	l, err := web.OwnListing(q, by, ref.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	level := disclosure.L4
	if ref.Level != 0 {
		level = disclosure.Level(ref.Level)
	}
	if level < disclosure.L2 || level > disclosure.L4 {
		return nil, web.Invalid("level", "どの段階の買手に見せる書面かを選んでください。画面を読み込み直してください。")
	}
	c, err := q.ListingContent(l.ID, store.Working)
	if err != nil {
		return nil, err
	}
	if c.CompanyName == "" { // the details are not saved yet
		d, err := q.CompanyDetails(l.CompanyID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err == nil {
			c.CompanyName = d.CompanyName
		}
	}
	memo, err := memorandum.In(a.Platform).ForDraft(q, by, l, level)
	return &record{of: store.InChargeOfListing, listing: l, content: c, level: level, isCut: level < disclosure.L4, memo: memo}, err
}

func ofNegotiation(q *store.Q, by web.Actor, ref *RecordRef) (*record, error) {
	row, err := q.NegotiationRow(by.Viewer, ref.BuyerNegotiationID)
	if err != nil {
		return nil, err
	}
	d, err := negotiation.DealingOf(q, by, row)
	if err != nil {
		return nil, err
	}
	x := &record{dealing: d, of: store.InChargeOfBF, isOpen: d.ShownStatus().NamesOpen(), facts: map[deal.Milestone]store.Milestone{}}
	switch {
	case ref.Side != "" && ref.Side != negotiation.SideBF && ref.Side != negotiation.SideSF:
		return nil, web.Invalid("side", "どちらの側の書面かを選んでください。画面を読み込み直してください。")
	case !d.IsSF() && !d.IsBuyerSide(), ref.Side == negotiation.SideBF && !d.IsBuyerSide(), ref.Side == negotiation.SideSF && !d.IsSF():
		return nil, store.ErrNotFound
	case ref.Side == negotiation.SideSF || !d.IsBuyerSide():
		x.of = store.InChargeOfSF
	}
	x.level, x.view = min(d.Level(), disclosure.L4), min(d.BuyerView(), disclosure.BuyerStatus3)
	if x.listing, err = q.ListingOfNegotiation(&row.Negotiation); err != nil {
		return nil, err
	}
	if x.content, err = q.ListingContent(d.ListingID, store.Published); err != nil {
		return nil, err
	}
	if x.buyer, err = q.CompanyOf(d.BuyerCompanyID); err != nil {
		return nil, err
	}
	x.buyerDetails, err = q.CompanyDetails(d.BuyerCompanyID)
	if errors.Is(err, store.ErrNotFound) {
		x.buyerDetails, err = &store.CompanyDetails{}, nil
	}
	if err != nil || !x.isOpen {
		return x, err
	}
	ms, err := q.Milestones(d.ID)
	for _, m := range ms {
		x.facts[deal.Milestone(m.Kind)] = m
	}
	return x, err
}

func (x *record) id() string {
	if x.dealing != nil {
		return x.dealing.ID
	}
	return x.listing.ID
}

func (x *record) number() string {
	if x.dealing != nil {
		return web.CaseNumber("N", x.dealing.ID)
	}
	return web.CaseNumber("L", x.listing.ID)
}

// basis is on which consent and approval the seller's fields are open, for the ledger.
func (x *record) basis() string {
	switch {
	case x.dealing == nil || x.dealing.IsSF():
		return "担当金融機関"
	case x.level == disclosure.L4:
		return "実名交渉の承認"
	}
	return "秘密保持契約に承諾"
}

// day is a date as a contract writes it; "" for none.
func day(s string) string {
	t, err := time.Parse("2006-01-02", s)
	if err != nil {
		return ""
	}
	return t.Format("2006年1月2日")
}

func dayOf(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.In(store.JST).Format("2006年1月2日")
}

// fact is the date of a milestone that both banks have confirmed.
func (x *record) fact(m deal.Milestone) string { return day(x.facts[m].Date) }

func (x *record) fiscalYear(before int64) string {
	y := x.content.FiscalYear
	if y == nil {
		return ""
	}
	return strconv.FormatInt(*y-before, 10) + "年度"
}

package listing

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/score"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// ListingView is one caller looking at one listing. Every answer that shows a listing is
// composed here, and nowhere else, from the allow-list of domain.md 3.5.
type ListingView struct {
	Listing   *store.Listing
	Content   *store.ListingContent // the working one for SF, else the published one
	Level     disclosure.Level
	IsFIN     bool
	isOwn     bool               // the listing is in charge of the caller's institution
	isOwnList bool               // SF's own list instead of the general search
	own       *store.Negotiation // the caller's own row; of a bank's several buyers' the furthest
	opener    *store.Negotiation // the row that gives the level beyond the audience's
	isOneRow  bool               // own is the only one there can be
	isOffered bool               // any own row with an offer sent or opened
	isOpened  bool
	reached   store.Reached
	score     *score.Score
	SfName    string
	shown     deal.ListingStatus // today
	isNew     bool
	now       time.Time
	periods   deal.Schedule
}

// Viewers tells who is looking, and for which buyer where a bank asks for one of its own.
type Viewers struct {
	Viewer  store.Viewer
	BuyerID string // of a bank; "" for all of its buyers
}

// viewersOf checks the buyer for whom a caller wants to see.
func viewersOf(q *store.Q, by web.Actor, buyerID string) (Viewers, error) {
	switch {
	case by.Viewer.IsBuyer():
		if buyerID != "" && buyerID != by.Viewer.BuyerID {
			return Viewers{}, store.ErrNotFound
		}
		return Viewers{by.Viewer, ""}, nil
	case buyerID == "":
		return Viewers{by.Viewer, ""}, nil
	}
	c, err := q.MaintainedCompany(by.Viewer, buyerID)
	if err == nil && c.Kind != store.Buyer {
		err = store.ErrNotFound
	}
	return Viewers{by.Viewer, buyerID}, err
}

// view is one listing as the caller sees it; ErrNotFound where it sees none. SF sees what it
// edits, unless it asks for what is published.
func view(q *store.Q, vs Viewers, id string, isPublished bool) (*ListingView, error) {
	l, err := q.Listing(vs.Viewer, id)
	if err != nil {
		return nil, err
	}
	side := store.Published
	if manages, err := q.Manages(vs.Viewer, l); err != nil {
		return nil, err
	} else if manages && vs.BuyerID == "" && !isPublished {
		side = store.Working
	}
	c, err := q.ListingContent(l.ID, side)
	if err != nil {
		return nil, err
	}
	out, err := views(q, vs, []*store.FoundListing{{Listing: *l, Content: *c}}, side == store.Working)
	if err != nil {
		return nil, err
	}
	if out[0].Level == disclosure.Hidden {
		return nil, store.ErrNotFound
	}
	if side == store.Working && c.CompanyName == "" {
		d, err := q.CompanyDetails(l.CompanyID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err == nil {
			c.CompanyName = d.CompanyName
		}
		out[0].Content.CompanyName = disclosure.DisplayName(c.CompanyName, true)
	}
	return out[0], nil
}

// Anonymous is what everybody of its audience reads of a listing, for who may read it at L1 or beyond (papers.md 2, ノンネームシート).
func Anonymous(q *store.Q, by web.Actor, id string) (*ListingOverview, *ListingDetails, error) {
	v, err := view(q, Viewers{Viewer: by.Viewer}, id, true)
	if err != nil {
		return nil, nil, err
	}
	as := &ListingView{Listing: v.Listing, Content: v.Content, Level: disclosure.L1}
	as.At(q.Now())
	return as.Overview(), as.Details(), nil
}

// views are found listings as the caller sees them. working says that the contents are those
// that SF edits, which only the own list of the institution in charge may ask for.
func views(q *store.Q, vs Viewers, found []*store.FoundListing, working bool) ([]*ListingView, error) {
	rows, err := q.OwnNegotiations(vs.Viewer, vs.BuyerID, found)
	if err != nil {
		return nil, err
	}
	opened, err := q.OpenedListings(vs.Viewer.UserID)
	if err != nil {
		return nil, err
	}
	reached, err := q.ReachedMilestones(vs.Viewer, vs.BuyerID, found)
	if err != nil {
		return nil, err
	}
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	periods, err := web.PeriodsOf(q)
	if err != nil {
		return nil, err
	}
	isTrial, err := q.IsTrial(cmp.Or(vs.Viewer.BuyerID, vs.BuyerID))
	if err != nil {
		return nil, err
	}
	now, terms := q.Now(), periods.At(q.Now())
	out := make([]*ListingView, len(found))
	for i := range found {
		l, c := &found[i].Listing, &found[i].Content
		isOwn, err := q.Manages(vs.Viewer, l)
		if err != nil {
			return nil, err
		}
		v := &ListingView{Listing: l, Content: c, IsFIN: !vs.Viewer.IsBuyer(), isOwn: isOwn,
			isOwnList: working,
			isOneRow:  vs.Viewer.IsBuyer() || vs.BuyerID != "", isOpened: opened[l.ID], reached: reached[l.ID], SfName: names[l.InstitutionID],
			periods: periods}
		v.atTerms(now, terms)
		facts := disclosure.ViewerFacts{IsBUY: vs.Viewer.IsBuyer(), IsInCharge: v.isOwn && vs.BuyerID == "", IsTrial: isTrial,
			InAudience: inAudience(l, c, vs.Viewer.InstitutionID, now)}
		v.Level = disclosure.ListingLevel(facts)
		for j := range rows[l.ID] {
			n := &rows[l.ID][j]
			facts.HasRow, facts.Status, facts.IsConsent = true, deal.NegotiationStatus(n.Status), n.IsConsent
			if level := disclosure.ListingLevel(facts); level > v.Level {
				v.Level, v.opener = level, n
			}
			o := deal.OfferSendStatus(n.OfferSendStatus)
			v.isOffered = v.isOffered || o == deal.OfferSent || o == deal.OfferOpened
			if v.own == nil || further(n, v.own) {
				v.own = n
			}
		}
		out[i] = v
	}
	return out, nil
}

// further orders a bank's own rows of one listing: the furthest live one stands for all, one
// that is over only where there is no other.
func further(n, than *store.Negotiation) bool {
	rank := func(n *store.Negotiation) int {
		if deal.NegotiationStatus(n.Status) == deal.NegotiationBroken {
			return -1
		}
		return n.Status
	}
	return cmp.Or(cmp.Compare(rank(n), rank(than)), n.Modified.Compare(than.Modified)) > 0
}

// inAudience says that the published content c is shown to the institution and its buyers.
func inAudience(l *store.Listing, c *store.ListingContent, institution string, now time.Time) bool {
	shown := deal.ShownStatus(deal.ListingStatus(l.Status), c.StartDate, c.DueDate, now)
	return deal.IsSearchable(shown, l.ConcludedAt, now) && audienceOf(c).Shows(institution, l.InstitutionID)
}

func audienceOf(c *store.ListingContent) deal.Audience {
	return deal.Audience{IsLimited: c.IsLimited, IsRest: c.IsRest, Rest: c.RestFinancial}
}

// At sets what depends on the time.
func (v *ListingView) At(now time.Time) { v.atTerms(now, v.periods.At(now)) }

// atTerms is at with the terms of that moment.
func (v *ListingView) atTerms(now time.Time, terms deal.Terms) {
	v.shown = deal.ShownStatus(deal.ListingStatus(v.Listing.Status), v.Content.StartDate, v.Content.DueDate, now)
	v.now, v.isNew = now, terms.IsNew(v.Listing.PublishedAt, now)
}

// modified is the time of publication for everyone but SF at its own desk: no deed of a rival
// and no draft of SF's moves it (domain.md 3.5).
func (v *ListingView) modified() string {
	if v.isOwnList {
		return web.ServerTime(v.Listing.Modified)
	}
	return web.ServerTime(v.Listing.PublishedAt)
}

func (v *ListingView) flagFacts() deal.FlagFacts {
	f := deal.FlagFacts{Listing: v.shown, IsPublished: v.isNew, IsClicked: v.isOpened}
	f.IsRecommended = v.score != nil && v.score.Total >= score.Recommended
	if v.own != nil {
		f.HasRow, f.Status, f.Offer, f.Interest = true, deal.NegotiationStatus(v.own.Status), deal.OfferSendStatus(v.own.OfferSendStatus), deal.InterestStatus(v.own.InterestStatus)
	}
	return f
}

// card composes what the list row and the overview share. It is not cut yet.
func (v *ListingView) card() ListingCard {
	l, c := v.Listing, v.Content
	flags := deal.FlagsOf(v.flagFacts())
	flags.IsOffered = v.isOffered
	out := ListingCard{
		SellerBusinessID: l.ID, Status: int(v.shown), Level: int(v.Level), BusinessName: c.BusinessName, Description: c.Description,
		IndustryTypes: c.IndustryTypes, PublicRegion: c.PublicRegion, NegotiationTarget: c.NegotiationTarget, SalesAsset: c.SalesAsset,
		SalesAmount: c.SalesAmount, OperatingProfit: c.OperatingProfitBand, SalesPrice: c.SalesPrice, SalesPriceTo: c.SalesPriceTo,
		NumberOfManagersFrom: c.ManagersFrom, NumberOfManagersTo: c.ManagersTo, WillingnessToSell: c.WillingnessToSell, DueDate: c.DueDate,
		Modified: v.modified(),
		Location: locationAt(c, v.Level), FormattedLocation: formatLocation(c, v.Level),
		ListingFlags: ListingFlags{
			IsBasicAgreement: v.reached.BasicAgreement, IsTopInterview: v.reached.TopInterview,
			IsOffered: flags.IsOffered, IsNew: flags.IsNew, IsRecommended: flags.IsRecommended, IsAnonymousNego: flags.IsAnonymousNego,
			IsRealNameNego: flags.IsRealNameNego, IsSuspended: flags.IsSuspended, IsSold: flags.IsSold, IsReaded: flags.IsReaded,
		},
		IsStopped:                        v.isStopped(),
		InChargeFinancialInstitutionID:   l.InstitutionID,
		InChargeFinancialInstitutionName: v.SfName,
		CompanyID:                        l.CompanyID, CompanyName: c.CompanyName,
		IsLimited: c.IsLimited, IsRest: c.IsRest, IsPending: l.IsPending, Version: l.Version, Created: web.ServerTime(l.Created),
	}
	tags := deal.ListingTagFacts{Flags: flags, Listing: v.shown, Willingness: deal.Willingness(c.WillingnessToSell), IsLimited: c.IsLimited,
		IsRest:     c.IsRest,
		IsInCharge: v.isOwn, NamesSF: disclosure.KnowsSF(v.Level, v.IsFIN), IsOwnList: v.isOwnList}
	if v.own != nil {
		tags.HasRow, tags.Status, tags.Interest = true, deal.NegotiationStatus(v.own.Status), deal.InterestStatus(v.own.InterestStatus)
		if v.isOneRow {
			out.InterestStatus, out.IsConsent, out.BuyerNegotiationID = v.own.InterestStatus, v.own.IsConsent, v.own.ID
		}
	}
	out.Tags = deal.ListingTags(tags)
	return out
}

// isStopped: what is sold takes no negotiations, and nothing of it is stopped.
func (v *ListingView) isStopped() bool {
	return v.Listing.IsSuspended && v.shown != deal.ListingConcluded
}

// row is a row of a list. Lists leave no line in the ledger, so they show to nobody but SF
// what opens beyond L2; the level itself is the caller's own.
func (v *ListingView) row() listingRow {
	as := *v
	if as.Level != disclosure.InCharge {
		as.Level = min(as.Level, disclosure.L2)
	}
	out := listingRow{ListingCard: as.card()}
	out.Score, out.Reasons = v.scored()
	disclosure.Cut(&out, disclosure.ListingFilter(disclosure.Overview, as.Level, as.IsFIN, as.Content.IsPrefecturePublic))
	out.Level = int(v.Level)
	return out
}

// sight is all that this view depends on besides the listing, where it is not the viewer's alone.
func (v *ListingView) sight() (disclosure.Sight, bool) {
	return disclosure.ListingSight(disclosure.ListingSightFacts{Level: v.Level, IsFIN: v.IsFIN, IsOwn: v.isOwn, IsOwnList: v.isOwnList,
		IsOpened: v.isOpened, IsNew: v.isNew, IsStopped: v.isStopped(), Shown: v.shown,
		HasRow: v.own != nil || v.opener != nil, HasMilestone: v.reached != (store.Reached{}), HasScore: v.score != nil, IsOffered: v.isOffered})
}

// seenWith is the view of anybody with a sight.
func seenWith(s disclosure.Sight, l store.Listing, c *store.ListingContent, sfName string) *ListingView {
	f := s.Listing()
	l.IsSuspended = f.IsStopped
	return &ListingView{Listing: &l, Content: c, Level: f.Level, IsFIN: f.IsFIN, isOwn: f.IsOwn, isOwnList: f.IsOwnList, isOpened: f.IsOpened,
		isNew: f.IsNew, shown: f.Shown, SfName: sfName}
}

// encoded is the row as JSON. With keeps, the row is cached for all viewers of the same sight.
func (v *ListingView) encoded(q *store.Q, keeps bool) ([]byte, error) {
	s, ok := v.sight()
	if !ok || !keeps {
		return web.Encode(v.row())
	}
	return web.EncodedRow(q, company.EncodedKey{ID: v.Listing.ID, Side: v.Content.Side, Sight: s},
		[]store.Source{store.OfListing(v.Listing.ID), store.OfNetwork()},
		func() (any, error) { return seenWith(s, *v.Listing, v.Content, v.SfName).row(), nil })
}

func (v *ListingView) scored() (*int, []score.Reason) {
	if v.score == nil {
		return nil, nil
	}
	return &v.score.Total, v.score.Reasons
}

func (v *ListingView) Overview() *ListingOverview {
	l, c := v.Listing, v.Content
	out := &ListingOverview{ListingCard: v.card(), ListingOverviewRest: ListingOverviewRest{
		SalesAssetOther: c.SalesAssetOther, Others: c.Others, IndustryTexts: company.IndustryTextsOf(c.IndustryOtherText, c.IndustryOtherTexts),
		IsPrefecturePublic: c.IsPrefecturePublic, RestFinancial: c.RestFinancial, StartDate: c.StartDate,
		ReturnComment: l.ReturnComment, StopReason: l.StopReason, PublishedAt: web.ServerTime(l.PublishedAt),
	}}
	if v.isStopped() && l.ExclusiveUntil != "" { // it ends with the period at the latest
		out.StoppedUntil = min(l.ExclusiveUntil, c.DueDate)
	}
	out.Score, out.Reasons = v.scored()
	allowed := disclosure.ListingFilter(disclosure.Overview, v.Level, v.IsFIN, c.IsPrefecturePublic)
	disclosure.Cut(out, allowed)
	out.Withheld = withheldOf(reflect.TypeFor[ListingOverview](), disclosure.Overview, allowed, v.ownFacts())
	return out
}

func (v *ListingView) Details() *ListingDetails {
	c := v.Content
	out := &ListingDetails{SellerBusinessID: v.Listing.ID, Level: int(v.Level), Modified: v.modified(), AssignmentReason: c.AssignmentReason,
		Advantage: c.Advantage, ProvidingMethod: c.ProvidingMethod, AssignmentReasonAddition: c.AssignmentReasonAddition,
		FiscalYear: c.FiscalYear,
		Markets:    c.Markets, TargetCustomers: c.TargetCustomers, Services: c.Services, SupplementaryDescription: c.SupplementaryDescription,
		CompanyName: c.CompanyName, RepresentativeName: c.RepresentativeName, PostalCode: c.PostalCode, Address: c.Address, Phone: c.Phone,
		Fax:         c.Fax,
		HomePageURL: c.HomePageURL, TargetURL: c.TargetURL, Status: c.DetailsStatus, Version: v.Listing.Version}
	switch disclosure.AmountsAt(v.Level) {
	case disclosure.AmountExact:
		out.ListingAmounts = amountsOf(c)
	case disclosure.AmountBand:
		out.ListingBands = bandsOf(amountsOf(c), v.periods.BandWidth(v.Listing.ApprovedAt, v.now))
	}
	allowed := disclosure.ListingFilter(disclosure.Details, v.Level, v.IsFIN, c.IsPrefecturePublic)
	disclosure.Cut(out, allowed)
	out.Withheld = withheldOf(reflect.TypeFor[ListingDetails](), disclosure.Details, allowed, v.ownFacts())
	return out
}

// withheldOf names the fields of an answer's type that are withheld and will open at a level.
// It depends on the level and on how far the viewer's own row is alone, never on what the fields hold.
func withheldOf(t reflect.Type, part disclosure.Part, allowed func(string) bool, own disclosure.ViewerFacts) Withheld {
	w := Withheld{OpensAt: map[string]int{}, WithheldReasons: map[int]string{}}
	for _, f := range jsonFields(t, "") {
		if at := disclosure.OpensAt(part, f); !allowed(f) && at < disclosure.InCharge {
			w.OpensAt[f] = int(at)
			w.WithheldReasons[int(at)] = disclosure.WithheldReason(at, own)
		}
	}
	return w
}

// ownFacts are those of the viewer's own row that say which condition is left for it.
func (v *ListingView) ownFacts() disclosure.ViewerFacts {
	f := disclosure.ViewerFacts{IsBUY: !v.IsFIN}
	if v.own != nil {
		f.HasRow, f.Status, f.IsConsent = true, deal.NegotiationStatus(v.own.Status), v.own.IsConsent
	}
	return f
}

// jsonFields lists the JSON names of a struct's fields, those of a nested object as "object.field".
func jsonFields(t reflect.Type, prefix string) []string {
	var out []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			out = append(out, jsonFields(f.Type, prefix)...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		out = append(out, prefix+name)
		if f.Type == reflect.TypeFor[*ListingLocation]() {
			out = append(out, jsonFields(f.Type.Elem(), prefix+name+".")...)
		}
	}
	return out
}

func joinLabels(list string, keys []int) string {
	labels := make([]string, len(keys))
	for i, k := range keys {
		labels[i] = master.ItemLabel(list, k)
	}
	return strings.Join(labels, "・")
}

func amountsOf(c *store.ListingContent) ListingAmounts {
	return ListingAmounts{
		DebitAmount: c.DebitAmount, AssetAmount: c.AssetAmount, CashDeposit: c.CashDeposit, InterestBearingDebt: c.InterestBearingDebt,
		NetAsset:      c.NetAsset,
		AmountOfSales: c.AmountOfSales, OperatingProfit: c.OperatingProfit, OrdinaryIncome: c.OrdinaryIncome, Ebitda: c.Ebitda,
		NetIncome: c.NetIncome, ExecutiveRemuneration: c.ExecutiveRemuneration,
		PreAmountOfSales: c.PreAmountOfSales, PreOperatingProfit: c.PreOperatingProfit, PreOrdinaryIncome: c.PreOrdinaryIncome,
		PreEbitda: c.PreEbitda, PreNetIncome: c.PreNetIncome, PreExecutiveRemuneration: c.PreExecutiveRemuneration,
	}
}

// bandsOf turns the amounts into the bands of the item masters (domain.md 3.5), so many told as one.
func bandsOf(x ListingAmounts, width int) ListingBands {
	stock := func(v *int64) string { return bandLabel(master.SalesAmount, v, width) }
	profit := func(v *int64) string { return bandLabel(master.Profit, v, width) }
	return ListingBands{
		DebitAmountBand: stock(x.DebitAmount), AssetAmountBand: stock(x.AssetAmount), CashDepositBand: stock(x.CashDeposit),
		InterestBearingDebtBand: stock(x.InterestBearingDebt), NetAssetBand: stock(x.NetAsset),
		AmountOfSalesBand: stock(x.AmountOfSales), OperatingProfitBand: bandLabel(master.OperatingProfit, x.OperatingProfit, width),
		OrdinaryIncomeBand: profit(x.OrdinaryIncome), EbitdaBand: profit(x.Ebitda), NetIncomeBand: profit(x.NetIncome),
		ExecutiveRemunerationBand: profit(x.ExecutiveRemuneration),
		PreAmountOfSalesBand:      stock(x.PreAmountOfSales), PreOperatingProfitBand: bandLabel(master.OperatingProfit, x.PreOperatingProfit,
			width),
		PreOrdinaryIncomeBand: profit(x.PreOrdinaryIncome), PreEbitdaBand: profit(x.PreEbitda), PreNetIncomeBand: profit(x.PreNetIncome),
		PreExecutiveRemunerationBand: profit(x.PreExecutiveRemuneration),
	}
}

// bandLabel is the label of the band that holds an amount in 千円; below the first one of a
// list without losses it is マイナス (債務超過).
func bandLabel(list string, v *int64, width int) string {
	if v == nil {
		return ""
	}
	if label, ok := master.WideBand(list, *v, width); ok {
		return label
	}
	return "マイナス"
}

// disclosure are the lines for reading this view, nil where nothing beyond L2 was read
// or SF read its own.
func (v *ListingView) disclosure(by web.Actor, subject string) *store.Reading {
	if v.Level < disclosure.L3 || v.Level == disclosure.InCharge {
		return nil
	}
	n := v.opener
	basis := fmt.Sprintf("秘密保持契約 第%d版に承諾（%s）", n.ConsentVersion, japanDate(n.ConsentAt))
	if v.Level >= disclosure.L4 {
		basis += fmt.Sprintf("、実名交渉の承認（%s）", japanDate(n.ApprovedAt))
	}
	return &store.Reading{
		Ledger: store.LedgerLine{Kind: "view", ListingID: v.Listing.ID, CompanyID: v.Listing.CompanyID, BuyerCompanyID: n.BuyerCompanyID,
			NegotiationID: n.ID, Level: int(v.Level),
			UserID: by.ID(), ClientID: by.User.ClientID, InstitutionID: by.Institution(), Basis: basis, Subject: subject, IP: by.IP},
		Audit: by.Line("listing_view", "listing", v.Listing.ID, "ok", fmt.Sprintf("level=%d %s", v.Level, subject))}
}

func japanDate(t time.Time) string {
	if t.IsZero() {
		return "－"
	}
	return t.In(store.JST).Format("2006/01/02")
}

package company

import (
	"errors"
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/match"
	"tsunagu/app/persons"
	"tsunagu/app/score"
	"tsunagu/app/vocabulary"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// CompanySearchInput are the search words of SPEC.md 7. What does not fit the kind of company
// is not restricting: a seller has no needs.
type CompanySearchInput struct {
	IsOnlyPersonInCharge    bool     `query:"isOnlyPersonInCharge" doc:"担当企業だけ"`
	IsNotOnlyPersonInCharge bool     `query:"isNotOnlyPersonInCharge" doc:"担当以外だけ。売手の検索では無視"`
	CompanyName             string   `query:"companyName" limit:"100" doc:"担当企業の名前の一部"`
	NeedsName               string   `query:"needsName" limit:"100" doc:"ニーズの文章から、空白区切りですべて含む。同じ意味や種類の言葉でも探す。「」はその言葉だけ"`
	Without                 []string `query:"without,explode" doc:"いっしょに探さない言葉。widenedList にあるもの"`
	CompanyIndustryTypes    string   `query:"companyIndustryTypes" doc:"JSON: {\"category\":[大分類],\"sub_category\":[小分類]}"`
	BusinessIndustryTypes   string   `query:"businessIndustryTypes" doc:"ニーズの業種。JSON は同じ形"`
	AnnualSaleF             int      `query:"annualSaleF" doc:"年間売上高の下限の項目キー。0は制限なし"`
	AnnualSaleT             int      `query:"annualSaleT" doc:"年間売上高の上限の項目キー。0は制限なし"`
	Prefecture              []string `query:"prefecture,explode" doc:"所在地の都道府県コード"`
	SalesPrice              int      `query:"salesPrice" doc:"希望価格の下限の項目キー。0は制限なし"`
	SalesPriceTo            int      `query:"salesPriceTo" doc:"希望価格の上限の項目キー。0と8、9は制限なし"`
	IsPublic                bool     `query:"isPublic" doc:"公開中"`
	NoPublic                bool     `query:"noPublic" doc:"非公開（担当企業だけ）"`
	NoApproved              bool     `query:"noApproved" doc:"承認待ち（担当企業だけ）"`
	IsTrial                 bool     `query:"isTrial" doc:"体験利用の担当企業"`
	CompanyIDs              []string `query:"companyIds,explode" doc:"この企業の中から"`
	TargetCompanyIDs        []string `query:"targetCompanyIds,explode" doc:"この企業の中から"`
	SellerBusinessID        string   `query:"sellerBusinessId" doc:"担当する売却案件。買手にその一致度がつき、score で並べ替えられる"`
	IsLongList              bool     `query:"isLongList" doc:"自機関のロングリストに載っている買手だけ（案件を指定すればその案件のもの、しなければ自機関の買手に限る）"`
	persons.Filter
	web.Paging
}

// CompanySorts are what a company search may be ordered by (trust.md: an allow-list per call).
var CompanySorts = []string{store.SortModified, store.SortCreated, store.SortCompanyName, store.SortSalesAmount, store.SortPrefecture}

// Search checks the conditions, all at once, and translates them for the store.
func (in *CompanySearchInput) Search(kind int) (*store.CompanySearch, error) {
	var c web.Check
	sorts := append(slices.Clone(CompanySorts), store.SortPersonInCharge, store.SortNextAction) // the last two of own companies
	if kind == store.Buyer && in.SellerBusinessID != "" {
		sorts = append(sorts, web.SortScore)
	}
	in.Paging.Check(&c, sorts...)
	s := &store.CompanySearch{Kind: kind, IsOwn: in.IsOnlyPersonInCharge, IsNotOwn: in.IsNotOnlyPersonInCharge, IsTrial: in.IsTrial,
		Sort: in.PropertyName, IsAscending: !in.Descending(), Limit: in.Limit, Offset: in.Offset()}
	if kind == store.Seller {
		s.IsOwn, s.IsNotOwn = true, false // always the caller's own customers (SPEC.md 6)
	}
	c.Text(in, "companyName", "企業名", &in.CompanyName, false)
	s.NameFolded = SearchedName(in.CompanyName)
	s.LargeClasses, s.Industries = web.IndustryFilter(&c, "companyIndustryTypes", in.CompanyIndustryTypes)
	s.SalesAmounts = salesBands(&c, in.AnnualSaleF, in.AnnualSaleT)
	in.CompanyIDs, in.TargetCompanyIDs, in.Prefecture = web.ListParam(in.CompanyIDs), web.ListParam(in.TargetCompanyIDs), web.ListParam(in.Prefecture)
	s.Prefectures = prefectureFilter(&c, in.Prefecture)
	for _, f := range []struct {
		on       bool
		statuses []int
	}{
		{in.IsPublic, []int{int(deal.CompanyEnabled)}},
		{in.NoApproved, []int{int(deal.CompanyFinancialNotApproved)}},
		{in.NoPublic, []int{int(deal.CompanyDisabled), int(deal.CompanyNoData), int(deal.CompanyNotCreated)}},
	} {
		if f.on {
			s.Statuses = append(s.Statuses, f.statuses...)
		}
	}
	if len(in.CompanyIDs) > 0 {
		s.IDs = in.CompanyIDs
	}
	if len(in.TargetCompanyIDs) > 0 {
		s.IDs = intersect(s.IDs, in.TargetCompanyIDs)
	}
	if kind == store.Buyer {
		c.Text(in, "needsName", "ニーズ", &in.NeedsName, false)
		s.Needs, s.Without = vocabulary.Question(&c, "needsName", in.NeedsName, in.Without)
		s.NeedsLarge, s.NeedsClasses = web.IndustryFilter(&c, "businessIndustryTypes", in.BusinessIndustryTypes)
		s.IsInLongList, s.LongListOf = in.IsLongList, in.SellerBusinessID
		s.PriceLow, s.PriceHigh = priceBands(&c, in.SalesPrice, in.SalesPriceTo)
	}
	return s, c.Err()
}

// searchCompanies is one page of companies: sellers among the own customers, buyers of the
// whole network, those of others anonymously.
func (a Room) searchCompanies(r *web.Request, kind int, in *CompanySearchInput) (*CompanyList, error) {
	s, err := in.Search(kind)
	if err != nil {
		return nil, err
	}
	listingID := in.SellerBusinessID
	if kind == store.Seller {
		listingID = ""
	}
	return web.ReadingLazily(r, func(q *store.Q) (*CompanyList, error) {
		var err error
		if s.ChargeFilter, err = in.Conditions(q, r.Actor); err != nil {
			return nil, err
		}
		return a.FoundCompanies(q, r.Actor, s, listingID)
	})
}

// FoundCompanies searches and composes; with a listing it scores the buyers for it.
func (a Room) FoundCompanies(q *store.Q, by web.Actor, s *store.CompanySearch, listingID string) (out *CompanyList, err error) {
	out = &CompanyList{}
	if out.Shown, err = vocabulary.Of(q, s.Needs, s.Without); err != nil {
		return nil, err
	}
	var content *store.ListingContent
	ids, err := a.SearchIDs(q, by, listingID)
	if err != nil {
		return nil, err
	}
	if err := a.SoughtBuyers(q, by, s, ids); err != nil {
		return nil, err
	}
	if listingID != "" {
		if content, err = scoredContent(q, by, listingID); err != nil {
			return nil, err
		}
	}
	var found []store.FoundCompany
	if s.Sort == web.SortScore && content != nil {
		found, out.AllCount, err = foundByScore(q, by.Viewer, s, listingID, content)
	} else {
		found, out.AllCount, err = q.SearchCompanies(by.Viewer, s)
	}
	if err != nil {
		return nil, err
	}
	scored := ScoredFor{by.Institution(), listingID, q.Today()}
	scores, err := buyerScores(q, by, scored, content, found)
	if err != nil {
		return nil, err
	}
	out.rows, err = encodedCompanies(by, q, found, scores, scored, ids)
	return out, err
}

// encodedCompanies are the rows of found companies as JSON. What others of the same sight see too at the
// same place is kept; what has a score, for the bank of the listing alone.
func encodedCompanies(b web.Actor, q *store.Q, found []store.FoundCompany, scores map[string]*score.Score, scored ScoredFor,
	ids BuyerIDs) ([][]byte, error) {
	institutions, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out, views := make([][]byte, len(found)), make([]*companyView, len(found))
	isComplete := true
	for i := range found {
		v := &companyView{company: &found[i], score: scores[found[i].ID]}
		if views[i] = v; found[i].CompanyName == "" && ViewOf(b, &found[i].Company) == disclosure.BuyerInCharge {
			if v.contact, err = ContactOf(b, q, &found[i].Company); err != nil {
				return nil, err
			}
		}
		var ok bool
		if v.sight, ok = disclosure.BuyerSight(ViewOf(b, &found[i].Company), found[i].IsTrial, v.contact != ""); ok &&
			len(found) <= web.KeptRows {
			v.key = &EncodedKey{ID: found[i].ID, Side: found[i].Kind, Sight: v.sight}
			if v.sight.Buyer() != disclosure.BuyerInCharge {
				v.key.Place = ids.IDPlace
			}
			if v.score != nil {
				v.key.Scored = scored
			}
			if out[i], ok, err = store.Peek[[]byte](q, *v.key); err != nil {
				return nil, err
			} else if ok {
				continue
			}
		}
		isComplete = false
	}
	if isComplete {
		return out, nil
	}
	for i, v := range views {
		if out[i] != nil {
			continue
		}
		row := ReadCompanyRow(b, q, v.company, institutions, ids)
		if v.contact != "" {
			row.Contact = v.contact
		}
		if s := v.score; s != nil {
			row.Score, row.ScoreBand, row.NeedsID, row.Reasons = &s.Total, s.Band, NeedsID(b, v.company, s.NeedID, ids), s.Reasons
		}
		if v.key == nil {
			out[i], err = web.Encode(row)
		} else {
			// What a bank may know of a buyer's needs hangs on the buyer's negotiations too.
			of := []store.Source{store.OfCompany(v.company.ID), store.OfBuyer(v.company.ID), store.OfNetwork()}
			if v.score != nil {
				of = append(of, scored.Sources()...)
			}
			out[i], err = web.EncodedRow(q, *v.key, of, func() (any, error) { return row, nil })
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// companyView is a found company on its way to a row.
type companyView struct {
	company *store.FoundCompany
	score   *score.Score
	contact string
	sight   disclosure.Sight
	key     *EncodedKey // nil where the row is this answer's alone
}

// scoredContent is what an own listing is scored by: nil where nothing of it is published, so that
// there is nothing to compare.
func scoredContent(q *store.Q, by web.Actor, listingID string) (*store.ListingContent, error) {
	l, err := q.KnownListing(by.Viewer, listingID)
	if err != nil {
		return nil, err
	}
	content, err := q.KnownContent(l.ID, store.Published)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return content, err
}

// buyerScores are how well an own listing fits found buyers, by company. Whom the listing cannot be
// offered to has none, by the one predicate that tells nothing of what another bank alone knows of
// its buyer.
func buyerScores(q *store.Q, by web.Actor, scored ScoredFor, content *store.ListingContent,
	found []store.FoundCompany) (map[string]*score.Score, error) {
	out := map[string]*score.Score{}
	if content == nil {
		return out, nil
	}
	avoided, err := q.AvoidedOfListing(by.Viewer, scored.Listing)
	if err != nil {
		return nil, err
	}
	if len(avoided) > 0 { // what is kept of one is of before the list had it
		found = slices.DeleteFunc(slices.Clone(found), func(c store.FoundCompany) bool { return slices.Contains(avoided, c.Seq) })
	}
	missing := found
	if len(found) <= web.KeptRows {
		missing = nil
		for i := range found {
			kept, ok, err := store.Peek[*score.Score](q, scoreKey{scored, found[i].ID})
			if err != nil {
				return nil, err
			}
			if !ok {
				missing = append(missing, found[i])
			} else if kept != nil {
				out[found[i].ID] = kept
			}
		}
	}
	weights, err := match.WeightsOf(q)
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(missing, scoredAtOnce) {
		ids := make([]string, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		some, _, err := q.ScoredBuyers(by.Viewer, &store.LongSearch{CompanySearch: store.CompanySearch{IDs: ids, Limit: len(ids)},
			ListingID: scored.Listing},
			&store.BuyerScoring{Fit: match.FitOf(weights), Weights: weights.Key(), Content: content, IsCandidate: true})
		if err != nil {
			return nil, err
		}
		for _, c := range ScoreCandidates(content, some, weights) {
			out[c.CompanyID] = c.Points
		}
	}
	if len(found) > web.KeptRows {
		return out, nil
	}
	for i := range missing {
		id := missing[i].ID
		of := append(scored.Sources(), store.OfCompany(id), store.OfBuyer(id))
		if _, err := store.Keep(q, scoreKey{scored, id}, func() (store.Kept[*score.Score], error) {
			return store.Kept[*score.Score]{Value: out[id], Of: of, Bytes: 600}, nil
		}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// scoreKey is what a buyer's score is kept under; nil is kept of whom the listing cannot be offered to.
type scoreKey struct {
	ScoredFor
	company string
}

// scoredAtOnce bounds what one statement asks for.
const scoredAtOnce = 500

// foundByScore is one page of a search in the order of the scores, who has none last.
func foundByScore(q *store.Q, v store.Viewer, s *store.CompanySearch, listingID string,
	content *store.ListingContent) ([]store.FoundCompany, int, error) {
	weights, err := match.WeightsOf(q)
	if err != nil {
		return nil, 0, err
	}
	scored, count, err := q.ScoredBuyers(v, &store.LongSearch{CompanySearch: *s, ListingID: listingID},
		&store.BuyerScoring{Fit: match.FitOf(weights), Weights: weights.Key(), Content: content, ByScore: true, IsWorst: s.IsAscending})
	if err != nil {
		return nil, 0, err
	}
	out := make([]store.FoundCompany, len(scored))
	for i := range scored {
		out[i] = scored[i].Company
	}
	return out, count, nil
}

// ReadCompanyRow is a found company as its row. In search a buyer of another bank is anonymous,
// whatever a negotiation has opened (domain.md 3.5).
func ReadCompanyRow(b web.Actor, q *store.Q, c *store.FoundCompany, institutions map[string]string, ids BuyerIDs) *CompanyRow {
	view := ViewOf(b, &c.Company)
	row := &CompanyRow{CompanyOverview: *overviewOf(&c.Company, c.CompanyName, c.CompanyName != "", institutions, view, ids, false, q.Now())}
	if c.Kind == store.Buyer {
		row.NeedsList = needsRows(c.Needs, &KnownCompany{Company: &c.Company, View: view, IDs: ids})
	}
	return row
}

// NeedsID is the id of one of a found company's needs.
func NeedsID(b web.Actor, c *store.FoundCompany, id string, ids BuyerIDs) string {
	for i := range c.Needs {
		if n := &c.Needs[i]; n.ID == id {
			return ids.Needs(n, ViewOf(b, &c.Company))
		}
	}
	return ""
}

// ViewOf is the view at which a search shows a company. What it finds of the own institution is of the actor's teams.
func ViewOf(b web.Actor, c *store.Company) disclosure.BuyerView {
	if b.Viewer.IsBuyer() && c.ID == b.Viewer.BuyerID || !b.Viewer.IsBuyer() && b.Institution() != "" && c.InstitutionID == b.Institution() {
		return disclosure.BuyerInCharge
	}
	return disclosure.BuyerSearch
}

// ContactOf is the name of a company's first user: what tells the institution in charge one
// company that has not registered its name yet from another.
func ContactOf(b web.Actor, q *store.Q, c *store.Company) (string, error) {
	role := deal.RoleBUY
	if c.Kind == store.Seller {
		role = deal.RoleSEL
	}
	us, err := q.VisibleUsers(b.Viewer, c.ID, int(role))
	if err != nil || len(us) == 0 {
		return "", err
	}
	return us[0].UserName, nil
}

// prefectureFilter are the prefectures sought; nil is all.
func prefectureFilter(c *web.Check, sought []string) []string {
	if len(sought) == 0 {
		return nil
	}
	web.Codes(c, "prefecture", "都道府県", &sought, false, func(code string) bool { _, ok := master.FindPrefecture(code); return ok })
	return sought
}

// salesBands are the bands that lie between two thresholds of the annual sales; nil is all.
func salesBands(c *web.Check, from, to int) []int {
	low, okFrom := master.FindItem(master.AnnualSalesSearch, from)
	high, okTo := master.FindItem(master.AnnualSalesSearch, to)
	c.Ok(okFrom, "annualSaleF", "年間売上高の下限の選択肢にない値です。選び直してください。")
	c.Ok(okTo, "annualSaleT", "年間売上高の上限の選択肢にない値です。選び直してください。")
	if !okFrom || !okTo || from == 0 && to == 0 {
		return nil
	}
	c.Ok(from == 0 || to == 0 || *low.Min < *high.Max, "annualSaleT", "年間売上高の上限は、下限より大きいものを選択してください。")
	keys := []int{}
	for b := range master.EachItem(master.AnnualSales) {
		if (from == 0 || b.Min != nil && *b.Min >= *low.Min) && (to == 0 || b.Max != nil && *b.Max <= *high.Max) {
			keys = append(keys, b.Key)
		}
	}
	return keys
}

// priceBands are the keys of acquisitionPrice and acquisitionPriceTo of the needs whose range
// of prices meets the one asked for. A bound that a need does not name (0) is open.
func priceBands(c *web.Check, from, to int) (low, high []int) {
	f, okFrom := master.FindItem(master.AcquisitionPrice, from)
	t, okTo := master.FindItem(master.SalesPriceTo, to)
	c.Ok(from == 0 || okFrom, "salesPrice", "希望価格の下限の選択肢にない値です。選び直してください。")
	c.Ok(to == 0 || okTo, "salesPriceTo", "希望価格の上限の選択肢にない値です。選び直してください。")
	if okFrom && okTo && f.Min != nil && t.Max != nil && *f.Min > *t.Max {
		c.Fail("salesPriceTo", "希望価格の上限は、下限以上のものを選択してください。")
	}
	for i := range master.EachItem(master.AcquisitionPrice) {
		if okTo && t.Max != nil && i.Min != nil && *i.Min <= *t.Max {
			low = append(low, i.Key)
		}
		if okFrom && f.Min != nil && (i.Max == nil || *i.Max >= *f.Min) {
			high = append(high, i.Key)
		}
	}
	if low != nil {
		low = append(low, 0)
	}
	if high != nil {
		high = append(high, 0)
	}
	return low, high
}

// intersect keeps of b what is in a; a nil a is everything.
func intersect(a, b []string) []string {
	if a == nil {
		return b
	}
	in := map[string]bool{}
	for _, s := range a {
		in[s] = true
	}
	out := []string{}
	for _, s := range b {
		if in[s] {
			out = append(out, s)
		}
	}
	return out
}

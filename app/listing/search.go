package listing

import (
	"strconv"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/match"
	"tsunagu/app/persons"
	"tsunagu/app/score"
	"tsunagu/app/vocabulary"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// ListingSearchQuery is the listing search's vocabulary (SPEC.md 7).
type ListingSearchQuery struct {
	IsOnlyPersonInCharge    bool     `query:"isOnlyPersonInCharge" doc:"自機関の案件だけ。未公開も含み、編集中の内容で探す。買手には効かない"`
	IsNotOnlyPersonInCharge bool     `query:"isNotOnlyPersonInCharge" doc:"自機関の案件を除く。買手には効かない"`
	IsOffered               bool     `query:"isOffered" doc:"オファーが届いている"`
	IsMessage               bool     `query:"isMessage" doc:"未読のメッセージがある"`
	IsNotRead               bool     `query:"isNotRead" doc:"まだ開いていない"`
	IsPublic                bool     `query:"isPublic" doc:"公開期間中。isSoldと両方なら、どちらか"`
	IsSold                  bool     `query:"isSold" doc:"成約済み"`
	IsRecommended           bool     `query:"isRecommended" doc:"一致度70以上。isNotReadと両方なら、一社の買手については、その交渉が始まっていないもの"`
	IsNegotiation           bool     `query:"isNegotiation" doc:"自分の交渉が進行中（1〜4）"`
	FreeWord                string   `query:"freeWord" maxLength:"200" doc:"公開匿名の文章から、空白区切りですべて含む。同じ意味や種類の言葉でも探す。「」はその言葉だけ"`
	Without                 []string `query:"without,explode" doc:"いっしょに探さない言葉。widenedList にあるもの"`
	IndustryTypes           string   `query:"industryTypes" doc:"JSON: {\"category\":[大分類],\"sub_category\":[小分類]}"`
	Location                []string `query:"location,explode" doc:"都道府県コード。地域だけを公開する案件は、公開する地域のどれかに含まれれば一致。自機関の案件だけの一覧では、会社の所在地で探す"`
	SalesAmount             []string `query:"salesAmount,explode" doc:"売上高の項目キー"`
	SalesPrice              int      `query:"salesPrice" doc:"希望価格の下限（取得希望価格の項目キー）"`
	SalesPriceTo            int      `query:"salesPriceTo" doc:"希望価格の上限（取得希望価格の項目キー）。応相談の案件は常に残る"`
	NumberOfManagers        string   `query:"numberOfManagers" doc:"\"下限,上限\""`
	NumberOfManagersFrom    string   `query:"numberOfManagersFrom"`
	NumberOfManagersTo      string   `query:"numberOfManagersTo"`
	DueDate                 string   `query:"dueDate" doc:"公開期限がこの日以後。日付でなければ無視"`
	CompanyID               string   `query:"companyId" doc:"自機関の売手の案件"`
	SellerBusinessID        string   `query:"sellerBusinessId"`
	BuyerCompanyID          string   `query:"buyerCompanyId" doc:"金融機関が、この買手（自機関の担当）から見た一致度とフラグを求める"`
	persons.Filter
	web.Paging

	PublishedAfter time.Time `query:"-"` // of a saved search: what is new since then
	PublishedUntil time.Time `query:"-"` // of its mail: and not later than this
}

type offerListQuery struct {
	CompanyID string `query:"companyId" doc:"買手。金融機関は自機関の担当に限る。空はすべて"`
}

// SearchListings is the listing search. Whatever the caller asks, it sees published L1 fields
// alone, but for the own list of the institution in charge (domain.md, rule 1).
func SearchListings(q *store.Q, by web.Actor, in *ListingSearchQuery) (*ListingList, error) {
	s, err := in.search()
	if err != nil {
		return nil, err
	}
	if s.ChargeFilter, err = in.Conditions(q, by); err != nil {
		return nil, err
	}
	vs, err := viewersOf(q, by, in.BuyerCompanyID)
	if err != nil {
		return nil, err
	}
	s.BuyerID, s.PublishedAfter, s.PublishedUntil = vs.BuyerID, in.PublishedAfter, in.PublishedUntil
	if by.Viewer.IsBuyer() { // silent: they would name SF (domain.md 3.5)
		s.IsOwn, s.IsNotOwn = false, false
	}
	if in.CompanyID != "" {
		c, err := q.MaintainedCompany(by.Viewer, in.CompanyID)
		if err != nil {
			return nil, err
		}
		if c.Kind != store.Seller {
			return nil, store.ErrNotFound
		}
		s.CompanyID = c.ID
	}
	return FoundListings(q, vs, s, in.IsRecommended, in.PropertyName == web.SortScore)
}

// FoundListings searches, scores and composes. Where the score decides which rows there are or
// in which order, the store scores all that fit, and reasons are given for the page alone.
func FoundListings(q *store.Q, vs Viewers, s *store.ListingSearch, onlyRecommended, byScore bool) (*ListingList, error) {
	sc, err := readScorer(q, vs)
	if err != nil {
		return nil, err
	}
	var found []*store.FoundListing
	var scored []store.ScoredListing
	var count int
	if onlyRecommended || byScore {
		if sc.buyerID == "" { // for the best of the bank's buyers
			if sc.weights, err = match.WeightsOf(q); err != nil {
				return nil, err
			}
		}
		by := &store.ListingScoring{Fit: match.FitOf(sc.weights), Weights: sc.weights.Key(), BuyerID: sc.buyerID, ByScore: byScore}
		if onlyRecommended {
			by.Least = score.Recommended // and what a buyer has not opened is news to it, as a mail is
			s.IsNotBegun = s.IsNotRead && !s.IsNegotiation && sc.buyerID != ""
		}
		if scored, count, err = q.ScoredListings(vs.Viewer, s, by); err != nil {
			return nil, err
		}
		for i := range scored {
			found = append(found, scored[i].FoundListing)
		}
	} else if found, count, err = q.SearchListings(vs.Viewer, s); err != nil {
		return nil, err
	}
	views, err := views(q, vs, found, s.IsOwn || s.CompanyID != "")
	if err != nil {
		return nil, err
	}
	out := &ListingList{rows: make([][]byte, len(views)), AllCount: count}
	if out.Shown, err = vocabulary.Of(q, s.Words, s.Without); err != nil {
		return nil, err
	}
	for i, v := range views {
		if v.score = sc.of(v); scored != nil {
			if v.score, err = sc.found(q, v, &scored[i]); err != nil {
				return nil, err
			}
		}
		if out.rows[i], err = v.encoded(q, len(views) <= web.KeptRows); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// offerListings are the listings offered to a buyer: to the caller, or to one or all of a
// bank's own, where those that still wait for the bank's forwarding count too (domain.md 4).
func offerListings(q *store.Q, by web.Actor, companyID string) (*ListingList, error) {
	vs, err := viewersOf(q, by, companyID)
	if err != nil {
		return nil, err
	}
	s := &store.ListingSearch{BuyerID: vs.BuyerID, Offers: []int{int(deal.OfferSent), int(deal.OfferOpened)}, Limit: deal.LimitAll}
	if !by.Viewer.IsBuyer() {
		s.Offers = append(s.Offers, int(deal.OfferWaiting))
	}
	return FoundListings(q, vs, s, false, false)
}

// search checks the query and turns it into the store's conditions.
func (in *ListingSearchQuery) search() (*store.ListingSearch, error) {
	var c web.Check
	in.Paging.Check(&c, store.SortModified, store.SortBusinessName, store.SortSalesAmount, store.SortSalesPrice, store.SortDueDate,
		store.SortOperatingProfit, store.SortPersonInCharge, store.SortNextAction, web.SortScore)
	s := &store.ListingSearch{IsOwn: in.IsOnlyPersonInCharge, IsNotOwn: in.IsNotOnlyPersonInCharge, IsMessage: in.IsMessage,
		IsNotRead: in.IsNotRead, IsNegotiation: in.IsNegotiation,
		IsShowing: in.IsPublic, IsSold: in.IsSold, Sort: in.PropertyName, IsAscending: !in.Descending(), Limit: in.Limit, Offset: in.Offset()}
	if in.IsOffered {
		s.Offers = []int{int(deal.OfferSent), int(deal.OfferOpened)}
	}
	if in.SellerBusinessID != "" {
		s.IDs = []string{in.SellerBusinessID}
	}
	s.Words, s.Without = vocabulary.Question(&c, "freeWord", in.FreeWord, in.Without)
	s.LargeClasses, s.Industries = web.IndustryFilter(&c, "industryTypes", in.IndustryTypes)
	for _, code := range web.ListParam(in.Location) {
		_, ok := master.FindPrefecture(code)
		c.Ok(ok, "location", "都道府県の選択肢にない値が含まれています。選び直してください。")
		s.Prefectures = append(s.Prefectures, code)
	}
	s.Regions = RegionsOf(s.Prefectures)
	for _, key := range web.ListParam(in.SalesAmount) {
		k, err := strconv.Atoi(key)
		c.Ok(err == nil && web.HasItem(master.SalesAmount, k), "salesAmount", "売上高の選択肢にない値が含まれています。選び直してください。")
		s.SalesAmounts = append(s.SalesAmounts, k)
	}
	c.Item("salesPrice", "希望価格（下限）", master.AcquisitionPrice, in.SalesPrice, false)
	c.Item("salesPriceTo", "希望価格（上限）", master.SalesPriceTo, in.SalesPriceTo, false)
	s.PriceLow, s.PriceHigh = web.PriceFilter(in.SalesPrice, in.SalesPriceTo)
	from, to := in.NumberOfManagersFrom, in.NumberOfManagersTo
	if parts := strings.Split(in.NumberOfManagers, ","); len(parts) == 2 { // SPEC 5: exactly two values
		from, to = parts[0], parts[1]
	}
	s.ManagersFrom, s.ManagersTo = web.NumberParam(&c, "numberOfManagersFrom", from), web.NumberParam(&c, "numberOfManagersTo", to)
	if _, err := time.Parse(time.DateOnly, in.DueDate); err == nil { // SPEC 5: an invalid one is ignored
		s.DueFrom = in.DueDate
	}
	return s, c.Err()
}

package drawn

import (
	"math/rand/v2"
	"slices"
	"strings"

	"tsunagu/store"
	"tsunagu/store/master"
)

// The paths of the calls.
const (
	searchListings  = "/api/SellerBusiness/SearchSellerBusinessAsync"
	searchBuyers    = "/api/BuyerCompany/SearchCompanyAsync"
	searchSellers   = "/api/SellerCompany/SearchCompanyAsync"
	searchFinancing = "/api/BuyerCompany/SearchFinancialSupport"
	searchLongList  = "/api/BuyerCompany/SearchLongCompany"
	listBuying      = "/api/BuyerNegotiation/PartnerListByBuyerFinancial"
	listSelling     = "/api/BuyerNegotiation/PartnerListBySellerFinancial"
)

const score = "score"

// The filters of the calls, without word searches.
var (
	listingFilters = []filter{
		oneOf(middle, "isOnlyPersonInCharge", "isNotOnlyPersonInCharge"), flag(narrow, "isOffered"), flag(narrow, "isMessage"),
		flag(middle, "isNotRead"), anyOf(middle, "isPublic", "isSold"), flag(narrow, "isNegotiation"), industriesIn("industryTypes"),
		prefecturesIn("location", 1, 12), itemsIn("salesAmount", master.SalesAmount, 5),
		between("salesPrice", master.AcquisitionPrice, "salesPriceTo", master.SalesPriceTo), people, dueIn("dueDate", ""),
		about("companyId", sellersOf), about("sellerBusinessId", listingsOf), about("buyerCompanyId", buyersOf),
	}
	companyFilters = []filter{
		industriesIn("companyIndustryTypes"), between("annualSaleF", master.AnnualSalesSearch, "annualSaleT", master.AnnualSalesSearch),
		prefecturesIn("prefecture", 1, 12), anyOf(middle, "isPublic", "noPublic", "noApproved"), flag(narrow, "isTrial"),
	}
	wantedFilters = []filter{
		industriesIn("businessIndustryTypes"), between("salesPrice", master.AcquisitionPrice, "salesPriceTo", master.SalesPriceTo),
		flag(narrow, "isLongList"), amongSome("companyIds", buyersOf), amongSome("targetCompanyIds", buyersOf),
	}
	charge       = oneOf(middle, "isOnlyPersonInCharge", "isNotOnlyPersonInCharge")
	buyerFilters = slices.Concat(companyFilters, wantedFilters, []filter{charge, about("sellerBusinessId", listingsOf)})
	longFilters  = slices.Concat(companyFilters, wantedFilters, []filter{charge, flag(middle, "isOfferable"), upTo(middle, "scoreFrom", 90)})
)

// The orders of the calls.
var (
	listingOrders = []string{store.SortModified, store.SortBusinessName, store.SortSalesAmount, store.SortSalesPrice, store.SortDueDate,
		store.SortOperatingProfit}
	companyOrders = []string{store.SortModified, store.SortCreated, store.SortCompanyName, store.SortSalesAmount, store.SortPrefecture}
)

// ofListing sets an own listing of the login.
func ofListing(r *rand.Rand, l *Login, v values) bool {
	if len(l.Listings) > 0 {
		v["sellerBusinessId"] = pick(r, l.Listings)
	}
	return len(l.Listings) > 0
}

// forBuyer sets an own buyer of the login, and asks for the listings that fit best, or well.
func forBuyer(r *rand.Rand, l *Login, v values) bool {
	if len(l.Buyers) == 0 {
		return false
	}
	v["buyerCompanyId"] = pick(r, l.Buyers)
	if r.IntN(4) == 0 {
		v["isRecommended"] = true
	}
	v[propertyName] = score
	return true
}

// byScore orders the buyers for a listing by score, the best first or last.
func byScore(r *rand.Rand, l *Login, v values) bool {
	v[propertyName], v[isDescending] = score, r.IntN(4) > 0
	return ofListing(r, l, v)
}

// Kinds are the kinds of questions, for all lists that can be searched (SPEC.md 7).
var Kinds = withOwnWork([]*Kind{
	{Name: "listings", Title: "売却案件", Path: searchListings, Rows: "sellerBusinessList", filters: listingFilters, orders: listingOrders,
		isPaged: true},
	{Name: "listingsNewest", Title: "売却案件、新しい順の1ページ目", Path: searchListings, Rows: "sellerBusinessList", filters: listingFilters},
	{Name: "listingsPrefectures", Title: "売却案件、5都道府県だけ", Path: searchListings, Rows: "sellerBusinessList",
		filters: []filter{prefecturesIn("location", 5, 5)}},
	{Name: "buyers", Title: "買手", Path: searchBuyers, Rows: "companyList", filters: buyerFilters, orders: companyOrders, isPaged: true},
	{Name: "sellers", Title: "自機関の売手", Path: searchSellers, Rows: "companyList", orders: companyOrders, isPaged: true,
		filters: append(slices.Clone(companyFilters), amongSome("companyIds", sellersOf), amongSome("targetCompanyIds", sellersOf))},
	{Name: "financing", Title: "資金支援", Path: searchFinancing, Rows: "buyerNegotiationList", orders: store.NegotiationSorts, isPaged: true,
		filters: slices.Concat(companyFilters, wantedFilters, []filter{about("sellerBusinessId", dealsOf),
			statuses("searchStatus", 0, 1, 2, 3, 4, 5, 9),
			upTo(middle, "searchType", 4), dueIn("dueDateF", "dueDateT")})},
	{Name: "buying", Title: "買手側の交渉", Path: listBuying, Rows: "partnerList", orders: store.NegotiationSorts, isPaged: true,
		filters: []filter{nothing, about("sellerBusinessId", dealsOf), about("companyId", buyersOf)}},
	{Name: "selling", Title: "売手側の交渉", Path: listSelling, Rows: "partnerList", orders: store.NegotiationSorts, isPaged: true,
		filters: []filter{nothing, about("sellerBusinessId", listingsOf), about("companyId", buyersOf),
			statuses("searchStatus", 0, 1, 2, 3, 4, 5, 9), dueIn("dueDateF", "dueDateT"),
			{middle, func(r *rand.Rand, _ *Login, v values) { v["searchType"] = pick(r, []int{2, 4}) }}},
		always: func(_ *rand.Rand, _ *Login, v values) bool { // a buyer goes with no other condition but the listing
			for _, name := range []string{"searchStatus", "dueDateF", "dueDateT", "searchType"} {
				if _, ok := v[name]; ok {
					delete(v, "companyId")
				}
			}
			return true
		}},
	{Name: "longlist", Title: "ロングリスト、マッチ度の順でなく", Path: searchLongList, Rows: "companyList", posts: true, filters: longFilters,
		orders: companyOrders, isPaged: true, always: func(r *rand.Rand, l *Login, v values) bool {
			if _, ok := v[propertyName]; !ok { // the call's default order is the score
				v[propertyName] = store.SortModified
			}
			return ofListing(r, l, v)
		}},
	{Name: "bestBuyers", Title: "案件に合う買手（案件ごとに一度）", Path: searchLongList, Rows: "companyList", posts: true,
		always: ofListing, subject: "sellerBusinessId", subjects: listingsOf},
	{Name: "bestBuyersFiltered", Title: "案件に合う買手（絞り込みあり）", Path: searchLongList, Rows: "companyList", posts: true, filters: longFilters,
		isPaged: true, always: byScore},
	{Name: "buyersByScore", Title: "買手、選んだ案件のマッチ度の順", Path: searchBuyers, Rows: "companyList", filters: buyerFilters, isPaged: true,
		always: byScore},
	{Name: "bestListings", Title: "買手に合う案件（絞り込みあり、買手ごとに一度）", Path: searchListings, Rows: "sellerBusinessList",
		filters: slices.DeleteFunc(slices.Clone(listingFilters), func(f filter) bool { return f.weight == narrow }),
		always:  forBuyer, subject: "buyerCompanyId", subjects: buyersOf},
})

// KindNamed is a kind by its name; nil where there is none.
func KindNamed(name string) *Kind {
	for _, k := range Kinds {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// withOwnWork adds, of each list of an institution's own records, the rows that the asker or nobody is in charge of, with the
// filters and orders for them.
func withOwnWork(kinds []*Kind) []*Kind {
	for _, name := range []string{"listings", "buyers", "sellers", "financing", "buying", "selling"} {
		i := slices.IndexFunc(kinds, func(k *Kind) bool { return k.Name == name })
		k := *kinds[i]
		k.Name, k.Title = "own"+strings.ToUpper(name[:1])+name[1:], k.Title+"、自分の担当"
		k.filters = append(slices.Clone(k.filters), dueIn("nextActionF", "nextActionT"))
		for _, order := range []string{store.SortPersonInCharge, store.SortNextAction} {
			if !slices.Contains(k.orders, order) {
				k.orders = append(slices.Clone(k.orders), order)
			}
		}
		always := k.always
		k.always = func(r *rand.Rand, l *Login, v values) bool {
			v["personInCharge"] = pick(r, []string{"me", "me", "me", "none"})
			if name == "listings" || name == "buyers" {
				delete(v, "isNotOnlyPersonInCharge")
				v["isOnlyPersonInCharge"] = true
			}
			return always == nil || always(r, l, v)
		}
		kinds = append(kinds, &k)
	}
	return kinds
}

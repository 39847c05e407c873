package disclosure

import "tsunagu/app/deal"

// BuyerView is what SF may see of a buyer company (domain 3.5, second table).
type BuyerView int

const (
	BuyerHidden   BuyerView = 0
	BuyerSearch   BuyerView = 1 // search, offer, a negotiation in status 0 or 9
	BuyerStatus1  BuyerView = 2
	BuyerStatus2  BuyerView = 3
	BuyerStatus3  BuyerView = 4 // status 3 and above
	BuyerInCharge BuyerView = 9 // BF, and the buyer itself
)

var buyerViewNames = map[BuyerView]string{BuyerHidden: "Hidden", BuyerSearch: "Search", BuyerStatus1: "Status1",
	BuyerStatus2: "Status2", BuyerStatus3: "Status3", BuyerInCharge: "InCharge"}

func (v BuyerView) String() string { return buyerViewNames[v] }

// BuyerViewFacts is what the view of a FIN user on a buyer company depends on.
type BuyerViewFacts struct {
	IsInCharge bool // the user is of the institution in charge of the buyer
	IsShown    bool // the buyer's status is 1 (SPEC 4)
	HasRow     bool // a negotiation with a listing of the viewer's
	Status     deal.NegotiationStatus
}

// BuyerViewOf returns the view of a FIN user on a buyer company within one
// negotiation, or in search where there is none.
func BuyerViewOf(f BuyerViewFacts) BuyerView {
	if f.IsInCharge {
		return BuyerInCharge
	}
	if f.HasRow {
		switch f.Status {
		case deal.NegotiationAnonymous:
			return BuyerStatus1
		case deal.NegotiationHope:
			return BuyerStatus2
		case deal.NegotiationRealName, deal.NegotiationConditions, deal.NegotiationSigned:
			return BuyerStatus3
		}
	}
	if f.IsShown || f.HasRow {
		return BuyerSearch
	}
	return BuyerHidden
}

// BuyerPart is the record that a buyer's field belongs to: salesAmount is a band in the overview
// and an exact amount in the details.
type BuyerPart int

const (
	BuyerOverview BuyerPart = 1
	BuyerDetails  BuyerPart = 2
)

func (p BuyerPart) String() string {
	if p == BuyerDetails {
		return "buyerDetails"
	}
	return "buyerOverview"
}

type buyerOpening struct {
	part  BuyerPart
	field string
	view  BuyerView
}

// BuyerAmounts are the amounts of a buyer's details in 千円 (SPEC 3).
var BuyerAmounts = []string{"capitalAmount", "salesAmount", "lastYearSalesAmount", "operatingProfit", "totalAssets"}

// buyerOpenings is the allow-list of a buyer company as SF sees it (domain 3.5).
// As with listings, an exact amount and its band have two names.
var buyerOpenings = func() []buyerOpening {
	var table []buyerOpening
	add := func(p BuyerPart, v BuyerView, fields ...string) {
		for _, f := range fields {
			table = append(table, buyerOpening{p, f, v})
		}
	}
	add(BuyerOverview, BuyerSearch, "companyId", "companyType", "displayName", "industryType",
		"location", "location.region", "location.prefecturecode", "salesAmount", "mAndAExperience",
		// the search sorts by the last two; below status 2 they are shown as days, without the time
		"needs", "needsList", "tags", "status", "score", "reasons", "modified", "created",
		"isOfferable", "sellerBusinessId")
	add(BuyerOverview, BuyerStatus1, "inChargeFinancialInstitutionId", "inChargeFinancialInstitutionName")
	add(BuyerOverview, BuyerStatus2, "companyName", "location.citycode", "financing")
	add(BuyerDetails, BuyerSearch, "companyId")
	add(BuyerDetails, BuyerStatus2, "companyName", "representativeName", "postalCode", "prefectureCode", "prefectureName",
		"cityCode", "cityName", "townCode", "townName", "buildingName", "address", "homePageUrl", "corporateRegistrationNumber")
	for _, f := range BuyerAmounts {
		add(BuyerDetails, BuyerStatus2, f+"Band")
		add(BuyerDetails, BuyerStatus3, f)
	}
	return table
}()

// BuyerOpensAt returns the view at which a field of a buyer opens to SF,
// BuyerInCharge for one that is not in the table.
func BuyerOpensAt(part BuyerPart, field string) BuyerView {
	if v, ok := buyerOpeningAt[partField[BuyerPart]{part, field}]; ok {
		return v
	}
	return BuyerInCharge
}

var buyerOpeningAt = func() map[partField[BuyerPart]]BuyerView {
	at := make(map[partField[BuyerPart]]BuyerView, len(buyerOpenings))
	for _, o := range buyerOpenings {
		at[partField[BuyerPart]{o.part, o.field}] = o.view
	}
	return at
}()

// AllowedBuyer says whether a FIN user with a view may have a field of a buyer
// company (domain 3.5).
func AllowedBuyer(part BuyerPart, field string, v BuyerView) bool {
	return v > BuyerHidden && v >= BuyerOpensAt(part, field)
}

// BuyerName is what a view shows in place of a buyer's name.
func BuyerName(name string, v BuyerView) string {
	return DisplayName(name, AllowedBuyer(BuyerOverview, "companyName", v))
}

// BuyerFilter is AllowedBuyer for one viewer, ready for [Cut].
func BuyerFilter(part BuyerPart, v BuyerView) func(field string) bool {
	return func(field string) bool { return AllowedBuyer(part, field, v) }
}

// BuyerAmountsAt returns how exactly a view shows the amounts of a buyer's details.
func BuyerAmountsAt(v BuyerView) AmountDetail {
	switch {
	case v >= BuyerStatus3:
		return AmountExact
	case v == BuyerStatus2:
		return AmountBand
	}
	return AmountAbsent
}

package disclosure

import (
	"strconv"

	"tsunagu/app/deal"
)

// Level is what one viewer may see of one listing (domain 3.5).
type Level int

const (
	Hidden   Level = 0 // L0: absent from lists and counts; a direct read is not_available
	L1       Level = 1 // 公開匿名
	L2       Level = 2 // 匿名交渉中
	L3       Level = 3 // 秘密保持承諾後
	L4       Level = 4 // 実名承認後
	InCharge Level = 9 // the institution in charge (SF)
)

// levels are the names of the levels, in tables and on screen.
var levels = map[Level]struct{ name, label string }{
	Hidden: {"L0", "非公開"}, L1: {"L1", "公開匿名"}, L2: {"L2", "匿名交渉中"}, L3: {"L3", "秘密保持承諾後"}, L4: {"L4", "実名承認後"},
	InCharge: {"InCharge", "担当金融機関"},
}

func (l Level) String() string { return levels[l].name }

// Label is the level's name on screen.
func (l Level) Label() string {
	if x, ok := levels[l]; ok {
		return x.label
	}
	return "不明" // SPEC 3: other values are shown as unknown
}

// ViewerFacts is what the level of one viewer on one listing depends on.
type ViewerFacts struct {
	IsBUY      bool                   // a buyer company's user; never in charge of a listing
	IsInCharge bool                   // the user is of the institution in charge of the listing
	InAudience bool                   // the published listing is shown to the viewer (status and domain 3.4)
	HasRow     bool                   // the viewer's own negotiation exists
	Status     deal.NegotiationStatus // of that row
	IsConsent  bool                   // of that row
	IsTrial    bool                   // the buyer is a trial company: L1 at most (domain 6)
}

// ListingLevel returns the viewer's level (domain 3.5). A negotiation in status 1 to 5 keeps its
// access when the audience is narrowed (domain 3.4); one that is over (9) or has not begun (0)
// gives the same as none: L1 to the audience, else nothing. For a FIN user with several buyers the
// level must be asked for each buyer; the highest of them does not apply to the others, because two
// buyers of one institution are kept as separate as those of two institutions.
func ListingLevel(f ViewerFacts) Level {
	if f.IsInCharge && !f.IsBUY {
		return InCharge
	}
	if f.HasRow && !f.IsTrial {
		switch f.Status {
		case deal.NegotiationRealName, deal.NegotiationConditions, deal.NegotiationSigned:
			return L4
		case deal.NegotiationAnonymous, deal.NegotiationHope:
			if f.IsConsent {
				return L3
			}
			return L2
		}
	}
	if f.InAudience {
		return L1
	}
	return Hidden
}

// Part is the record that a listing's field belongs to: operatingProfit is a band in the overview
// and an exact amount in the details.
type Part int

const (
	Overview Part = 1 // SPEC 3, Seller business, overview and list row
	Details  Part = 2 // SPEC 3, Seller business details
)

func (p Part) String() string {
	if p == Details {
		return "details"
	}
	return "overview"
}

// opening is one line of the allow-list: the level at which a field opens, and
// the lower one at which it opens for FIN users (SF's name).
type opening struct {
	part  Part
	field string
	level Level
	fin   Level // 0: as level
}

// openings is the allow-list of domain 3.5. A field that is not listed here opens only to the
// institution in charge. Names are those of the JSON; a field of a nested object is
// "location.citycode". Amounts of the details have two names: the exact one opens at L4, and its
// band, under the name with "Band", at L3, so that code that forgets to make a band withholds the
// amount instead of showing it.
var openings = func() []opening {
	var table []opening
	add := func(p Part, l Level, fields ...string) {
		for _, f := range fields {
			table = append(table, opening{part: p, field: f, level: l})
		}
	}
	add(Overview, L1, "sellerBusinessId", "businessName", "description", "industryTypes", "publicRegion",
		"willingnessToSell", "dueDate", "salesAsset", "negotiationTarget",
		"salesAmount", "operatingProfit", "salesPrice", "salesPriceTo",
		"numberOfManagers", "numberOfManagersFrom", "numberOfManagersTo",
		"location", "location.region", "formattedLocation", // composed of what LocationAt gives
		"status", "modified", "tags", "level", "isStopped", // 受付停止中, the same for everyone
		// facts about the caller's own negotiation or user (domain 4)
		"isOffered", "isNew", "isRecommended", "isAnonymousNego", "isRealNameNego", "isSuspended", "isSold", "isReaded",
		"isBasicAgreement", "isTopInterview", "interestStatus", "isConsent", "buyerNegotiationId", "score", "reasons")
	add(Overview, L3, "location.prefecturecode", "others", "salesAssetOther", "industryOtherText", "industryOtherTexts")
	for _, code := range OtherTextIndustries {
		add(Overview, L3, "industryOtherText"+strconv.Itoa(code))
	}
	for _, f := range []string{"inChargeFinancialInstitutionId", "inChargeFinancialInstitutionName"} {
		table = append(table, opening{Overview, f, L3, L1})
	}
	add(Overview, L4, "companyId", "location.citycode", "companyName", "documents")

	add(Details, L1, "sellerBusinessId", "assignmentReason", "modified", "level")
	add(Details, L3, "advantage", "providingMethod", "assignmentReasonAddition", "fiscalYear")
	for _, f := range DetailsAmounts {
		add(Details, L3, f+"Band")
		add(Details, L4, f)
	}
	add(Details, L4, "markets", "targetCustomers", "services", "supplementaryDescription",
		"companyName", "representativeName", "postalCode", "address", "prefectureCode", "prefectureName",
		"cityCode", "cityName", "townCode", "townName", "buildingName",
		"phone", "fax", "representativePhoneNumber", "representativeFaxNumber", "homePageUrl", "targetUrl", "documents")
	return table
}()

// OtherTextIndustries are the small classes that have a free text of their own (SPEC 3).
var OtherTextIndustries = []int{12005, 13004, 13022, 16005, 17005, 17012, 20003, 21013, 22003}

// DetailsAmounts are the details' amounts in 千円, this year's and the prior
// year's (SPEC 3, Seller business details).
var DetailsAmounts = []string{
	"debitAmount", "assetAmount", "cashDeposit", "interestBearingDebt", "netAsset",
	"amountOfSales", "operatingProfit", "ordinaryIncome", "ebitda", "netIncome", "executiveRemuneration",
	"preAmountOfSales", "preOperatingProfit", "preOrdinaryIncome", "preEbitda", "preNetIncome", "preExecutiveRemuneration",
}

// OpensAt returns the level at which a field of a listing opens to a BUY user,
// InCharge for one that is not in the table.
func OpensAt(part Part, field string) Level { return opensAt(part, field, false) }

func opensAt(part Part, field string, isFIN bool) Level {
	o, ok := openingAt[partField[Part]{part, field}]
	switch {
	case !ok:
		return InCharge
	case isFIN && o.fin != 0:
		return o.fin
	}
	return o.level
}

type partField[P any] struct {
	part  P
	field string
}

var openingAt = func() map[partField[Part]]opening {
	at := make(map[partField[Part]]opening, len(openings))
	for _, o := range openings {
		at[partField[Part]{o.part, o.field}] = o
	}
	return at
}()

// AllowedListing says whether a viewer of a level may have a field of a listing
// (domain 3.5). At Hidden nothing is allowed.
func AllowedListing(part Part, field string, l Level, isFIN bool) bool {
	return l > Hidden && l >= opensAt(part, field, isFIN)
}

// KnowsSF says whether a viewer may know the institution in charge: FIN users always, BUY users from L3
// (domain 3.5).
func KnowsSF(l Level, isFIN bool) bool {
	return AllowedListing(Overview, "inChargeFinancialInstitutionName", l, isFIN)
}

// ListingFilter is AllowedListing for one viewer, ready for [Cut].
// prefecturePublic is SF's choice to publish the prefecture.
func ListingFilter(part Part, l Level, isFIN, prefecturePublic bool) func(field string) bool {
	return func(field string) bool {
		if part == Overview && field == "location.prefecturecode" {
			return LocationAt(l, prefecturePublic) >= LocationPrefecture
		}
		return AllowedListing(part, field, l, isFIN)
	}
}

// LocationDetail is how exactly a location is shown.
type LocationDetail int

const (
	LocationNone       LocationDetail = 0
	LocationChosen     LocationDetail = 1 // the regions that SF chose, whichever of them the company is in
	LocationPrefecture LocationDetail = 2
	LocationFull       LocationDetail = 3
)

// LocationAt returns how much of a listing's location a level shows (domain 3.5, 0.2). location and
// formattedLocation must contain no more than this.
func LocationAt(l Level, prefecturePublic bool) LocationDetail {
	switch {
	case l >= L4:
		return LocationFull
	case l >= L3, l >= L1 && prefecturePublic:
		return LocationPrefecture
	case l >= L1:
		return LocationChosen
	}
	return LocationNone
}

// AmountDetail is how exactly an amount of the details is shown.
type AmountDetail int

const (
	AmountAbsent AmountDetail = 0
	AmountBand   AmountDetail = 1
	AmountExact  AmountDetail = 2
)

// AmountsAt returns how exactly a level shows the amounts of a listing's details (domain 3.5).
func AmountsAt(l Level) AmountDetail {
	switch {
	case l >= L4:
		return AmountExact
	case l == L3:
		return AmountBand
	}
	return AmountAbsent
}

// NameAnonymous and NameUnset are shown where there is no company name to show (SPEC 6).
const (
	NameAnonymous = "匿名"
	NameUnset     = "企業情報未設定"
)

// DisplayName returns what to show for a company's name (SPEC 6, domain 3.5):
// 匿名 to those who may not have it, 企業情報未設定 for an empty one.
func DisplayName(name string, isEntitled bool) string {
	switch {
	case !isEntitled:
		return NameAnonymous
	case name == "":
		return NameUnset
	}
	return name
}

// WithheldReason is the text in place of a field that the viewer's level does not open (UI design,
// Disclosure is visible); "" where the field never opens to others. A viewer who has consented
// already, in a negotiation that has not begun, is told only the remaining condition.
func WithheldReason(opens Level, f ViewerFacts) string {
	switch opens {
	case L2, L3:
		if f.IsConsent && f.HasRow && f.Status == deal.NegotiationNone {
			if f.IsBUY {
				return "担当の金融機関が交渉を開始すると表示されます"
			}
			return "交渉を開始すると表示されます"
		}
		return "秘密保持契約に同意すると表示されます"
	case L4:
		return "実名交渉の承認後に表示されます"
	}
	return ""
}

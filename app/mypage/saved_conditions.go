package mypage

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tsunagu/app/listing"
	"tsunagu/app/longlist"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store/master"
)

// maxConditions is the longest text of a saved search's conditions: all 47 prefectures and every
// industry fit.
const maxConditions = 4000

// The kinds of conditions: each matches the form of a value in an address. Whether a code exists is
// checked by the search itself: a code that is removed from a master later must not make a saved
// search invalid.
var (
	onOff      = regexp.MustCompile(`^(true|false)$`)
	someWords  = regexp.MustCompile(`^[^\x00-\x1f\x7f]{0,200}$`)
	someCode   = regexp.MustCompile(`^[0-9A-Za-z_.,-]{0,40}$`)
	someNumber = regexp.MustCompile(`^[0-9]{1,4}$`)
	someDay    = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2})?$`)
)

// conditionKinds are the names of the search vocabulary (SPEC.md 7) and of the few conditions that
// screens add, with the kind of their values. The page number is not among them: a saved search
// begins with the first page.
var conditionKinds = map[string]*regexp.Regexp{
	"isOnlyPersonInCharge": onOff, "isNotOnlyPersonInCharge": onOff, "isOffered": onOff, "isMessage": onOff, "isNotRead": onOff,
	"isPublic": onOff, "isSold": onOff, "isRecommended": onOff, "isNegotiation": onOff,
	"noPublic": onOff, "noApproved": onOff, "isTrial": onOff, "isLongList": onOff, "isOfferable": onOff, "isDescending": onOff,
	"freeWord": someWords, "without": someWords, "companyName": someWords, "needsName": someWords, "sellerBusinessName": someWords,
	"industryTypes": someCode, "companyIndustryTypes": someCode, "businessIndustryTypes": someCode, "location": someCode,
	"prefecture": someCode, "salesAmount": someCode, "numberOfManagers": someCode,
	"companyId": someCode, "buyerCompanyId": someCode, "sellerBusinessId": someCode, "companyIds": someCode, "targetCompanyIds": someCode,
	"propertyName": someCode, "view": someCode, "searchStatus": someCode, "searchType": someCode, "fit": someCode,
	"salesPrice": someNumber, "salesPriceTo": someNumber, "annualSaleF": someNumber, "annualSaleT": someNumber,
	"numberOfManagersFrom": someNumber, "numberOfManagersTo": someNumber,
	"dueDate": someDay, "dueDateF": someDay, "dueDateT": someDay,
	"personInCharge": someCode, "nextActionF": someDay, "nextActionT": someDay,
}

const (
	companyConditions = "isOnlyPersonInCharge isNotOnlyPersonInCharge companyName companyIndustryTypes annualSaleF annualSaleT prefecture "
	needsConditions   = "needsName without businessIndustryTypes salesPrice salesPriceTo "
	chargeConditions  = "personInCharge nextActionF nextActionT "
	orderConditions   = "propertyName isDescending"
)

// areaConditions are the screens on which searches can be saved, by the first part of their
// address, with the conditions of each.
var areaConditions = map[string][]string{
	areaListings: strings.Fields("freeWord without isOnlyPersonInCharge isNotOnlyPersonInCharge isPublic isSold isNotRead isOffered " +
		"isMessage isNegotiation isRecommended industryTypes location salesAmount " +
		"salesPrice salesPriceTo numberOfManagers numberOfManagersFrom numberOfManagersTo dueDate companyId buyerCompanyId " + chargeConditions +
		orderConditions),
	"buyer-company": strings.Fields(companyConditions + needsConditions + chargeConditions +
		"sellerBusinessId isLongList isTrial isPublic noPublic noApproved " + orderConditions),
	"buyer-company-manage": strings.Fields(companyConditions + needsConditions + chargeConditions +
		"sellerBusinessId isLongList isTrial isPublic noPublic noApproved " + orderConditions),
	"seller-company":        strings.Fields(companyConditions + chargeConditions + orderConditions),
	"seller-company-manage": strings.Fields(companyConditions + chargeConditions + orderConditions),
	"buyer-company-longlist": strings.Fields(companyConditions + needsConditions +
		"fit isOfferable isLongList isTrial isPublic noPublic noApproved " + orderConditions),
	"financial-support": strings.Fields(companyConditions + needsConditions + chargeConditions +
		"sellerBusinessName searchStatus searchType dueDateF dueDateT sellerBusinessId companyIds targetCompanyIds isLongList isTrial isPublic noPublic noApproved view " +
		orderConditions),
	"seller-negotiation": strings.Fields("sellerBusinessName searchStatus searchType dueDateF dueDateT view " + chargeConditions +
		orderConditions),
}

// areaListings is the listing search, the only screen on which a buyer's user can save searches.
const areaListings = "seller-business"

// savedConditions checks that a text has conditions of the screen and returns it in a canonical
// form.
func savedConditions(c *web.Check, area, text string) string {
	const field = "conditions"
	text = strings.TrimPrefix(text, "?")
	values, err := url.ParseQuery(text)
	if len(text) > maxConditions || err != nil {
		c.Fail(field, "検索条件が多すぎるか、形式が正しくありません。条件を減らして、もう一度お試しください。")
		return ""
	}
	values.Del("pageNumber")
	for name, vs := range values {
		kind := conditionKinds[name]
		if !slices.Contains(areaConditions[area], name) || slices.ContainsFunc(vs, func(v string) bool { return !kind.MatchString(v) }) {
			c.Fail(field, "この画面の検索条件ではないものが含まれています。条件を選び直して、もう一度お試しください。")
			return ""
		}
	}
	return values.Encode()
}

// savedListingQuery parses saved conditions into the query that the listing search takes.
func savedListingQuery(conditions string) (*listing.ListingSearchQuery, error) {
	v, err := url.ParseQuery(conditions)
	if err != nil {
		return nil, err
	}
	on := func(name string) bool { return v.Get(name) == "true" }
	key := func(name string) int {
		n, _ := strconv.Atoi(v.Get(name)) // valid since it was saved; absent is 0
		return n
	}
	in := &listing.ListingSearchQuery{IsOnlyPersonInCharge: on("isOnlyPersonInCharge"), IsNotOnlyPersonInCharge: on("isNotOnlyPersonInCharge"),
		IsOffered: on("isOffered"), IsMessage: on("isMessage"), IsNotRead: on("isNotRead"),
		IsPublic: on("isPublic"), IsSold: on("isSold"), IsRecommended: on("isRecommended"), IsNegotiation: on("isNegotiation"),
		FreeWord: v.Get("freeWord"), Without: v["without"], Location: v["location"], SalesAmount: v["salesAmount"],
		SalesPrice: key("salesPrice"), SalesPriceTo: key("salesPriceTo"), NumberOfManagers: v.Get("numberOfManagers"),
		NumberOfManagersFrom: v.Get("numberOfManagersFrom"), NumberOfManagersTo: v.Get("numberOfManagersTo"),
		DueDate: v.Get("dueDate"), CompanyID: v.Get("companyId"), BuyerCompanyID: v.Get("buyerCompanyId"),
		Filter: persons.Filter{PersonInCharge: v.Get("personInCharge"), NextActionF: v.Get("nextActionF"), NextActionT: v.Get("nextActionT")},
		Paging: web.Paging{PageNumber: 1, Limit: 1}}
	if codes := v["industryTypes"]; len(codes) > 0 {
		var types longlist.IndustryCondition
		for _, code := range codes {
			if _, ok := master.FindLarge(code); ok {
				types.Category = append(types.Category, code)
			} else if code != "" {
				types.SubCategory = append(types.SubCategory, code)
			}
		}
		b, err := json.Marshal(types)
		if err != nil {
			return nil, err
		}
		in.IndustryTypes = string(b)
	}
	return in, nil
}

package master

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
)

// Names of the item lists. A comment names the fields that carry the keys.
const (
	AnnualSales         = "annual_sales"         // company salesAmount, acquisitionAnnualSales
	AnnualSalesSearch   = "annual_sales_search"  // annualSaleF, annualSaleT
	SalesAmount         = "sales_amount"         // listing salesAmount; keys of AnnualSales
	Profit              = "profit"               // 経常利益, EBITDA
	OperatingProfit     = "operating_profit"     // listing operatingProfit
	AcquisitionPrice    = "acquisition_price"    // acquisitionPrice(To), salesPrice
	SalesPriceTo        = "sales_price_to"       // salesPriceTo; 9 is 応相談
	SingleAmount        = "single_amount"        // one amount
	Peoples             = "peoples"              // numberOfManagers
	MAReasons           = "ma_reasons"           // mAndAReason, assignmentReason
	Questionnaire       = "questionnaire"        // reasons of 興味なし, source of an application
	WillingnessToSell   = "willingness_to_sell"  // willingnessToSell
	BusinessFormTypes   = "business_form_types"  // businessFormType
	FinancialTypes      = "financial_types"      // financialType, Institution.TypeKey
	HandlingBusiness    = "handling_business"    // handlingBusiness
	NegotiationTargets  = "negotiation_targets"  // negotiationTarget
	NegotiationPartners = "negotiation_partners" // the other reading of negotiationTarget
	SalesAssets         = "sales_assets"         // salesAsset, acquisitionAsset
	RegionItems         = "regions"              // publicRegion and similar fields, as numbers
	MAExperience        = "ma_experience"        // mAndAExperience
	AcquisitionDeadline = "acquisition_deadline" // acquisitionDeadline
)

var listNames = []string{
	AnnualSales, AnnualSalesSearch, SalesAmount, Profit, OperatingProfit, AcquisitionPrice,
	SalesPriceTo, SingleAmount, Peoples, MAReasons, Questionnaire, WillingnessToSell,
	BusinessFormTypes, FinancialTypes, HandlingBusiness, NegotiationTargets,
	NegotiationPartners, SalesAssets, RegionItems, MAExperience, AcquisitionDeadline,
}

// Item is a choice of an item list. Min and Max are in the unit of the list
// (money: 百万円), nil where unbounded; a threshold has Min = Max.
type Item struct {
	Key   int
	Label string
	Min   *int64
	Max   *int64

	FilterValue     string   // Peoples: the two values of the numberOfManagers filter, "301,"
	Side            string   // MAReasons: "sell" or "buy"
	Type            string   // Questionnaire: "not_interested" or "known_from"
	Aliases         []string // BusinessFormTypes: (株), ㈱ … as met in imports
	Position        string   // BusinessFormTypes: "before" the name, "both", or "none"
	PrefectureCodes []string // RegionItems: none for 海外, all 47 for 全国
}

// ItemList is one list of choices.
type ItemList struct {
	Name  string // a constant of this package
	Title string // 年間売上高
	API   string // the call of SPEC.md section 7 that answers it, else "(constant)"
	Unit  string // 百万円, 人, か月 or ""
	Note  string
	Items []Item
}

// UnmarshalJSON reads the item as it stands in items.json, where an absent
// bound is "" and lists are joined.
func (i *Item) UnmarshalJSON(b []byte) error {
	var raw struct {
		Key             int
		Label           string
		Min, Max        bound
		FilterValue     string `json:"filter_value"`
		Side            string
		Type            string
		Aliases         string
		Position        string
		PrefectureCodes string `json:"prefecture_codes"`
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	*i = Item{
		Key: raw.Key, Label: raw.Label, Min: raw.Min.value, Max: raw.Max.value,
		FilterValue: raw.FilterValue, Side: raw.Side, Type: raw.Type, Position: raw.Position,
	}
	if raw.Aliases != "" {
		i.Aliases = strings.Split(raw.Aliases, "|")
	}
	if raw.PrefectureCodes == "*" {
		for _, p := range Prefectures() {
			i.PrefectureCodes = append(i.PrefectureCodes, p.Code)
		}
	} else {
		i.PrefectureCodes = strings.Fields(raw.PrefectureCodes)
	}
	return nil
}

type bound struct{ value *int64 }

func (b *bound) UnmarshalJSON(text []byte) error {
	if string(text) == `""` {
		return nil
	}
	return json.Unmarshal(text, &b.value)
}

var loadLists = sync.OnceValue(func() map[string]ItemList {
	text, err := files.ReadFile("data/items.json")
	if err != nil {
		panic(fmt.Errorf("master: %w", err))
	}
	var lists map[string]ItemList
	if err := json.Unmarshal(text, &lists); err != nil {
		panic(fmt.Errorf("master: items.json: %w", err))
	}
	if len(lists) != len(listNames) {
		panic(fmt.Errorf("master: items.json has %d lists, want %d", len(lists), len(listNames)))
	}
	for _, name := range listNames {
		list, ok := lists[name]
		if !ok {
			panic("master: items.json has no " + name)
		}
		list.Name = name
		lists[name] = list
	}
	return lists
})

// Lists returns every item list, in the order of the constants.
func Lists() []ItemList {
	lists := make([]ItemList, len(listNames))
	for i, name := range listNames {
		lists[i] = loadLists()[name]
		lists[i].Items = slices.Clone(lists[i].Items)
	}
	return lists
}

// Items returns the choices of a list in the order of display; none for an
// unknown name.
func Items(name string) []Item { return slices.Clone(loadLists()[name].Items) }

// EachItem goes through Items without a copy of them.
func EachItem(name string) iter.Seq[Item] { return slices.Values(loadLists()[name].Items) }

// FindItem returns the choice of a list that has the key.
func FindItem(list string, key int) (Item, bool) {
	for _, i := range loadLists()[list].Items {
		if i.Key == key {
			return i, true
		}
	}
	return Item{}, false
}

// ItemLabel returns the label of a key, "" when the list does not have it.
func ItemLabel(list string, key int) string {
	i, _ := FindItem(list, key)
	return i.Label
}

// FreeTextKeys returns the keys of a list that open a free-text field:
// mAndAReasonOthers and assignmentReasonAddition for MAReasons,
// salesAssetOther and acquisitionAssetOther for SalesAssets, none elsewhere.
func FreeTextKeys(list string) []int {
	switch list {
	case MAReasons:
		return []int{29, 49}
	case SalesAssets:
		return []int{99}
	}
	return nil
}

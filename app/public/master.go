package public

import (
	"strconv"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/score"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// industryClass is a large class of industries with its small ones (SPEC.md 7 GetBusinessTypes).
type industryClass struct {
	Code  string         `json:"code" doc:"大分類。2桁"`
	Name  string         `json:"name"`
	Kana  string         `json:"kana"`
	Items []industryItem `json:"items"`
}

type industryItem struct {
	Code        string `json:"code" doc:"小分類。5桁"`
	Name        string `json:"name"`
	Words       string `json:"words" doc:"業種の例。検索の手がかり"`
	HasFreeText bool   `json:"hasFreeText" doc:"industryOtherText＋コードの記入欄を持つ"`
}

// regionPlaces is a region with its prefectures (SPEC.md 7 GetPrefecturesList).
type regionPlaces struct {
	Key   int        `json:"key" doc:"地域の項目キー（publicRegion、location.region …）"`
	Code  string     `json:"code"`
	Name  string     `json:"name"`
	Kana  string     `json:"kana"`
	Items []PlaceRow `json:"items"`
}

// PlaceRow is a prefecture, a municipality or a town.
type PlaceRow struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Kana string `json:"kana"`
}

// cityRow is a municipality. A city that is divided into wards cannot be chosen: an address names
// the ward.
type cityRow struct {
	PlaceRow
	IsSelectable bool   `json:"isSelectable"`
	ParentCode   string `json:"parentCode,omitempty" doc:"区が属する政令指定都市"`
}

// addressRow is one place of a postal code; the user chooses where there are several.
type addressRow struct {
	PostalCode     string `json:"postalCode"`
	PrefectureCode string `json:"prefectureCode"`
	PrefectureName string `json:"prefectureName"`
	CityCode       string `json:"cityCode"`
	CityName       string `json:"cityName"`
	TownCode       string `json:"townCode"`
	TownName       string `json:"townName"`
	Detail         string `json:"detail,omitempty" doc:"ビルの階、京都の通り名など"`
}

// Item is a choice of an item list. Bounds are in the unit of the list, absent where open.
type Item struct {
	Key         int    `json:"key"`
	Label       string `json:"label"`
	Min         *int64 `json:"min,omitempty"`
	Max         *int64 `json:"max,omitempty"`
	FilterValue string `json:"filterValue,omitempty" doc:"検索条件 numberOfManagers に送る値"`
	Side        string `json:"side,omitempty" enum:"sell,buy"`
	Type        string `json:"type,omitempty" enum:"not_interested,known_from"`
	IsFreeText  bool   `json:"isFreeText,omitempty" doc:"選ぶと記入欄が開く"`
}

// ItemList is one list of choices with its heading and unit.
type ItemList struct {
	Title string `json:"title"`
	Unit  string `json:"unit" doc:"百万円、人、か月、または空"`
	Items []Item `json:"items"`
}

// itemLists are all item lists at once, with those that have no call of their own.
type itemLists struct {
	AnnualSales         ItemList `json:"annualSales"`
	AnnualSalesSearch   ItemList `json:"annualSalesSearch"`
	SalesAmount         ItemList `json:"salesAmount"`
	Profit              ItemList `json:"profit"`
	OperatingProfit     ItemList `json:"operatingProfit"`
	AcquisitionPrice    ItemList `json:"acquisitionPrice"`
	SalesPriceTo        ItemList `json:"salesPriceTo"`
	SingleAmount        ItemList `json:"singleAmount"`
	Peoples             ItemList `json:"peoples"`
	MAndAReason         ItemList `json:"mAndAReason"`
	Questionnaire       ItemList `json:"questionnaire"`
	WillingnessToSell   ItemList `json:"willingnessToSell"`
	BusinessFormType    ItemList `json:"businessFormType"`
	FinancialType       ItemList `json:"financialType"`
	HandlingBusiness    ItemList `json:"handlingBusiness"`
	NegotiationTarget   ItemList `json:"negotiationTarget"`
	SalesAsset          ItemList `json:"salesAsset"`
	Region              ItemList `json:"region"`
	MAndAExperience     ItemList `json:"mAndAExperience"`
	AcquisitionDeadline ItemList `json:"acquisitionDeadline"`
}

// masterRow is an institution of Japan, from which members are chosen.
type masterRow struct {
	FinancialCode     string `json:"financialCode"`
	FinancialName     string `json:"financialName"`
	FinancialNameKana string `json:"financialNameKana"`
	FinancialType     int    `json:"financialType"`
	ShortName         string `json:"shortName"`
}

// limits are the numbers that screens show to people; they are decided in app/deal only, and some
// of them by the office's settings.
type limits struct {
	RecommendedScore    int      `json:"recommendedScore"`
	CandidateScore      int      `json:"candidateScore"`
	NewDays             int      `json:"newDays"`
	ListingMonths       int      `json:"listingMonths"`
	ListingMonthsMax    int      `json:"listingMonthsMax"`
	ConcludedMonths     int      `json:"concludedMonths"`
	OutsidePeriodDays   int      `json:"outsidePeriodDays"`
	AnswerDays          int      `json:"answerDays"`
	NextRequestDays     int      `json:"nextRequestDays"`
	ReopenDays          int      `json:"reopenDays"`
	StalledDays         int      `json:"stalledDays" doc:"動きのない交渉を知らせるまでの日数"`
	PeriodReminderDays  int      `json:"periodReminderDays" doc:"公開期限を知らせはじめる日数"`
	LinkKeyDays         int      `json:"linkKeyDays"`
	RegistrationKeyDays int      `json:"registrationKeyDays"`
	TrialDays           int      `json:"trialDays"`
	WrongPasscodes      int      `json:"wrongPasscodes"`
	PasscodeDigits      int      `json:"passcodeDigits"`
	MessageLength       int      `json:"messageLength" doc:"文字"`
	AttachmentBytes     int      `json:"attachmentBytes"`
	AttachmentTypes     []string `json:"attachmentTypes"`
	PasswordLength      int      `json:"passwordLength" doc:"文字"`
	AnonymityK          int      `json:"anonymityK"`
	AnonymityNetwork    int      `json:"anonymityNetwork"`
	PageSize            int      `json:"pageSize"`
	LimitAll            int      `json:"limitAll"`
	MaxAmount           int64    `json:"maxAmount" doc:"千円"`
	LongListMax         int      `json:"longListMax" doc:"ロングリストに載せられる会社数"`
}

// Enumerations are the codes, labels and numbers that the screens show; no screen has a copy of
// them.
type Enumerations struct {
	Codes      map[string][]deal.Code `json:"codes" doc:"列挙の名前（companyStatus、negotiationStatus …）ごとのコードと表示名"`
	Tags       []deal.TagInfo         `json:"tags"`
	StepLabels []string               `json:"stepLabels"`
	Limits     limits                 `json:"limits"`
}

// ItemCalls are the ten item lists that have a call of their own (SPEC.md 7 Master data).
var ItemCalls = []struct{ Call, List, summary string }{
	{"GetAnnualSalesItem", master.AnnualSales, "年間売上高"},
	{"GetAnnualSalesSearchItem", master.AnnualSalesSearch, "年間売上高（検索の下限・上限）"},
	{"GetAcquisitionPriceItem", master.AcquisitionPrice, "取得希望価格。下限の選択肢はキー8を除く"},
	{"GetSalesPriceToItem", master.SalesPriceTo, "譲渡希望価格（上限）"},
	{"GetOperatingProfitItem", master.OperatingProfit, "営業利益"},
	{"GetMAndAItem", master.MAReasons, "M&Aの理由"},
	{"GetSingleAmountItem", master.SingleAmount, "金額（単一値）"},
	{"GetPeoplesItem", master.Peoples, "従業員数"},
	{"GetQuestionnaireList", master.Questionnaire, "アンケート"},
	{"GetWillingnessToSellItem", master.WillingnessToSell, "譲渡意思"},
}

func (a Room) MasterCalls() {
	row := func(path, summary, spec string) web.Call {
		return web.Call{
			Method: "GET", Path: path, Area: "master", Callers: web.Anyone, PasswordDue: true,
			Records: "なし（公開の選択肢）", Summary: summary, Spec: spec,
		}
	}
	web.Add(a.Platform, row("/api/BussinessType/GetBusinessTypes", "業種の大分類と小分類", "SPEC 7 Master data"),
		func(*web.Request, *struct{}) ([]industryClass, error) { return industryClasses(), nil })
	web.Add(a.Platform, row("/api/Address/GetPrefecturesList", "地域と都道府県", "SPEC 7 Master data"),
		func(*web.Request, *struct{}) ([]regionPlaces, error) { return regionsWithPrefectures(), nil })

	type ofPrefecture struct {
		PrefectureCode string `query:"prefectureCode"`
	}
	web.Add(a.Platform, row("/api/Address/GetCitiesList", "都道府県の市区町村", "SPEC 3 Buyer company details"),
		func(_ *web.Request, in *ofPrefecture) ([]cityRow, error) {
			rows := []cityRow{}
			for _, c := range master.Cities(in.PrefectureCode) {
				rows = append(rows, cityRow{PlaceRow{c.Code, c.FullName, c.Kana}, c.Selectable, c.ParentCode})
			}
			return rows, nil
		})
	type ofCity struct {
		CityCode string `query:"cityCode"`
	}
	web.Add(a.Platform, row("/api/Address/GetTownsList", "市区町村の町域", "SPEC 3 Buyer company details"),
		func(_ *web.Request, in *ofCity) ([]PlaceRow, error) {
			rows := []PlaceRow{}
			for _, t := range master.Towns(in.CityCode) {
				rows = append(rows, PlaceRow{t.Code, t.Name, t.Kana})
			}
			return rows, nil
		})
	type ofPostalCode struct {
		PostalCode string `query:"postalCode" doc:"〒や全角、ハイフン入りも可"`
	}
	web.Add(a.Platform, row("/api/Address/GetAddressByPostalCode", "郵便番号の住所。複数のことがある", "SPEC 3 Buyer company details"),
		func(_ *web.Request, in *ofPostalCode) ([]addressRow, error) {
			rows := []addressRow{}
			code, ok := master.NormalizePostal(in.PostalCode)
			if !ok {
				return nil, web.Invalid("postalCode", "郵便番号は7桁の数字で入力してください。")
			}
			for _, p := range master.ByPostalCode(code) {
				rows = append(rows, addressRow{code, p.PrefectureCode, p.PrefectureName, p.CityCode, p.CityName, p.TownCode, p.TownName, p.Detail})
			}
			return rows, nil
		})

	for _, c := range ItemCalls {
		web.Add(a.Platform, row("/api/Item/"+c.Call, c.summary, "SPEC 7 Master data"),
			func(*web.Request, *struct{}) ([]Item, error) { return items(c.List), nil })
	}
	web.Add(a.Platform, row("/api/Item/GetItems", "選択肢のすべて", "SPEC 3, 7 Master data"),
		func(*web.Request, *struct{}) (*itemLists, error) { return allItems(), nil })
	web.Add(a.Platform, row("/api/Item/GetEnumerations", "コード、タグ、上限と期限", "SPEC 3 Enumerations; domain 3 to 8"),
		func(r *web.Request, _ *struct{}) (*Enumerations, error) {
			return web.Reading(r, func(q *store.Q) (out *Enumerations, err error) {
				t, err := web.TermsOf(q)
				out = allEnumerations(t)
				return out, err
			})
		})

	type institutionSearch struct {
		Word  string `query:"word" doc:"金融機関コードか名称、カナ"`
		Limit int    `query:"limit" default:"20" minimum:"1" maximum:"100"`
	}
	web.Add(a.Platform, row("/api/Item/GetFinancialInstitutionsList", "日本の金融機関（加盟申請の選択肢）", "SPEC 3 Financial institution"),
		func(_ *web.Request, in *institutionSearch) ([]masterRow, error) {
			rows := []masterRow{}
			for _, i := range master.SearchInstitutions(in.Word, in.Limit) {
				rows = append(rows, masterRow{i.Code, i.Name, i.Kana, i.TypeKey, i.ShortName})
			}
			return rows, nil
		})
}

func industryClasses() []industryClass {
	out := []industryClass{}
	for _, l := range master.Industries() {
		c := industryClass{l.Code, l.Name, l.Kana, []industryItem{}}
		for _, s := range l.Small {
			c.Items = append(c.Items, industryItem{s.Code, s.Name, s.Examples, s.HasFreeText})
		}
		out = append(out, c)
	}
	return out
}

func regionsWithPrefectures() []regionPlaces {
	out := []regionPlaces{}
	for _, r := range master.Regions() {
		key, _ := strconv.Atoi(r.Code)
		row := regionPlaces{key, r.Code, r.Name, r.Kana, []PlaceRow{}}
		for _, code := range r.PrefectureCodes {
			p, _ := master.FindPrefecture(code)
			row.Items = append(row.Items, PlaceRow{p.Code, p.Name, p.Kana})
		}
		out = append(out, row)
	}
	return out
}

func items(list string) []Item {
	free := map[int]bool{}
	for _, k := range master.FreeTextKeys(list) {
		free[k] = true
	}
	out := []Item{}
	for _, i := range master.Items(list) {
		out = append(out, Item{i.Key, i.Label, i.Min, i.Max, i.FilterValue, i.Side, i.Type, free[i.Key]})
	}
	return out
}

func allItems() *itemLists {
	l := &itemLists{}
	to := map[string]*ItemList{
		master.AnnualSales: &l.AnnualSales, master.AnnualSalesSearch: &l.AnnualSalesSearch, master.SalesAmount: &l.SalesAmount,
		master.Profit: &l.Profit, master.OperatingProfit: &l.OperatingProfit, master.AcquisitionPrice: &l.AcquisitionPrice,
		master.SalesPriceTo: &l.SalesPriceTo, master.SingleAmount: &l.SingleAmount, master.Peoples: &l.Peoples, master.MAReasons: &l.MAndAReason,
		master.Questionnaire: &l.Questionnaire, master.WillingnessToSell: &l.WillingnessToSell, master.BusinessFormTypes: &l.BusinessFormType,
		master.FinancialTypes: &l.FinancialType, master.HandlingBusiness: &l.HandlingBusiness, master.NegotiationTargets: &l.NegotiationTarget,
		master.SalesAssets: &l.SalesAsset, master.RegionItems: &l.Region, master.MAExperience: &l.MAndAExperience,
		master.AcquisitionDeadline: &l.AcquisitionDeadline,
	}
	for _, m := range master.Lists() {
		if p := to[m.Name]; p != nil {
			*p = ItemList{m.Title, m.Unit, items(m.Name)}
		}
	}
	return l
}

func allEnumerations(t deal.Terms) *Enumerations {
	return &Enumerations{
		Codes: deal.Enumerations(), Tags: deal.TagInfos(), StepLabels: deal.StepLabels[:],
		Limits: limits{
			RecommendedScore: score.Recommended, CandidateScore: score.Candidate, NewDays: t.NewDays,
			ListingMonths: t.ListingMonths, ListingMonthsMax: t.ListingMonthsMax, ConcludedMonths: deal.ConcludedMonths,
			OutsidePeriodDays: t.OutsidePeriodDays,
			AnswerDays:        t.AnswerDays, NextRequestDays: t.NextRequestDays, ReopenDays: t.ReopenDays,
			StalledDays: t.StalledPersonDays, PeriodReminderDays: t.PeriodFirstDays,
			LinkKeyDays: t.LinkKeyDays, RegistrationKeyDays: t.RegistrationDays, TrialDays: t.TrialDays,
			WrongPasscodes: deal.WrongPasscodes, PasscodeDigits: deal.PasscodeDigits, MessageLength: deal.MessageRunes,
			AttachmentBytes: deal.AttachmentBytes, AttachmentTypes: deal.AttachmentTypes, PasswordLength: deal.PasswordLength,
			AnonymityK: t.AnonymityK, AnonymityNetwork: anonymity.SmallNetwork, PageSize: deal.PageSize, LimitAll: deal.LimitAll,
			MaxAmount:   web.MaxAmount,
			LongListMax: web.MaxLongList,
		},
	}
}

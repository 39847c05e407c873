package memorandum

import (
	"strconv"
	"strings"

	"tsunagu/store/master"
)

// figure is a row of the three periods.
type figure struct {
	field, label string
	band         string // the item master whose bands it is told in
	of           func(*MemorandumPeriod) *int64
}

var figures = []figure{
	{"amountOfSales", "売上高", master.SalesAmount, func(p *MemorandumPeriod) *int64 { return p.AmountOfSales }},
	{"grossProfit", "売上総利益", master.Profit, func(p *MemorandumPeriod) *int64 { return p.GrossProfit }},
	{"operatingProfit", "営業利益", master.OperatingProfit, func(p *MemorandumPeriod) *int64 { return p.OperatingProfit }},
	{"ordinaryIncome", "経常利益", master.Profit, func(p *MemorandumPeriod) *int64 { return p.OrdinaryIncome }},
	{"netIncome", "当期純利益", master.Profit, func(p *MemorandumPeriod) *int64 { return p.NetIncome }},
	{"depreciation", "減価償却費", master.Profit, func(p *MemorandumPeriod) *int64 { return p.Depreciation }},
	{"ebitda", "EBITDA（営業利益＋減価償却費）", master.Profit, (*MemorandumPeriod).ebitda},
	{"executiveRemuneration", "役員報酬", master.Profit, func(p *MemorandumPeriod) *int64 { return p.ExecutiveRemuneration }},
	{"assetAmount", "総資産", master.SalesAmount, func(p *MemorandumPeriod) *int64 { return p.AssetAmount }},
	{"netAsset", "純資産", master.SalesAmount, func(p *MemorandumPeriod) *int64 { return p.NetAsset }},
	{"cashDeposit", "現預金", master.SalesAmount, func(p *MemorandumPeriod) *int64 { return p.CashDeposit }},
	{"interestBearingDebt", "有利子負債", master.SalesAmount, func(p *MemorandumPeriod) *int64 { return p.InterestBearingDebt }},
}

// computed are the rows that nobody types.
const computedEbitda, ratioLabel = "ebitda", "自己資本比率"

func (p *MemorandumPeriod) ebitda() *int64 {
	if p.OperatingProfit == nil || p.Depreciation == nil {
		return nil
	}
	return new(*p.OperatingProfit + *p.Depreciation)
}

// ratio is 自己資本比率 in tenths of a percent, cut towards nought; nil where it means nothing.
func (p *MemorandumPeriod) ratio() *int64 {
	if p.NetAsset == nil || p.AssetAmount == nil || *p.AssetAmount <= 0 {
		return nil
	}
	return new(*p.NetAsset * 1000 / *p.AssetAmount)
}

// isBlank says that nothing was typed into a period.
func (p *MemorandumPeriod) isBlank() bool {
	for i := range figures {
		if figures[i].of(p) != nil {
			return false
		}
	}
	return p.Month == ""
}

const unknown = "―"

// amount is an amount in 千円 as papers have it.
func amount(v *int64) string {
	if v == nil {
		return unknown
	}
	n, sign := *v, ""
	if n < 0 {
		n, sign = -n, "△"
	}
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

func percent(v *int64) string {
	if v == nil {
		return unknown
	}
	n, sign := *v, ""
	if n < 0 {
		n, sign = -n, "△"
	}
	return sign + strconv.FormatInt(n/10, 10) + "." + strconv.FormatInt(n%10, 10) + "%"
}

// band is the band that holds an amount, of so many choices joined into one (domain.md 3.5).
func band(list string, v *int64, width int) string {
	if v == nil {
		return unknown
	}
	if label, ok := master.WideBand(list, *v, width); ok {
		return label
	}
	return "マイナス"
}

// monthLabel is the period's name: the month alone where amounts are exact, for it is finer than what the level of the bands has.
func (p *MemorandumPeriod) monthLabel(isExact bool) string {
	year, month, _ := strings.Cut(p.Month, "-")
	if !isExact {
		return year + "年の期"
	}
	return year + "年" + strings.TrimPrefix(month, "0") + "月期"
}

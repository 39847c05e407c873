package valuation

// Compute works out what checked inputs come to (papers.md 2). Integers alone; a tax and a multiple are cut to 千円 (切捨て), everything else is
// sums. The workbook has the same steps as formulas: what changes here changes there, which TestWorkbookIsWorkedOutAnew compares.
func Compute(in *ValuationInputs) *ValuationResult {
	r := &ValuationResult{LineList: []int64{}}
	for _, l := range in.LineList {
		d := *l.Market - *l.Book
		if l.IsDebt {
			d = -d
		}
		r.LineList, r.Adjusted = append(r.LineList, d), r.Adjusted+d
	}
	r.Tax = max(0, r.Adjusted) * *in.TaxRate / 10_000
	r.MarketNetAsset = *in.NetAsset + r.Adjusted - r.Tax
	r.Profit = *in.OperatingProfit + *in.Remuneration + *in.OtherAdjustment
	r.Ebitda = r.Profit + *in.Depreciation
	r.GoodwillFrom, r.GoodwillTo = max(0, r.Profit)**in.YearsFrom, max(0, r.Profit)**in.YearsTo
	r.NetFrom, r.NetTo = r.MarketNetAsset+r.GoodwillFrom, r.MarketNetAsset+r.GoodwillTo
	if r.IsMultiple = r.Ebitda > 0; r.IsMultiple {
		r.BusinessFrom, r.BusinessTo = r.Ebitda**in.MultipleFrom/10, r.Ebitda**in.MultipleTo/10
		r.MultipleFrom = r.BusinessFrom - *in.InterestBearingDebt + *in.CashDeposit
		r.MultipleTo = r.BusinessTo - *in.InterestBearingDebt + *in.CashDeposit
	}
	return r
}

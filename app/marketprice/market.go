package marketprice

import (
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

func (a Room) Calls() {
	const records, summary = "四半期ごとに公表した数字。どの会員にも同じもの", "相場。業種の大分類と売上高の帯ごとの、成約の中央値"
	read := func(r *web.Request, _ *struct{}) (*marketPrices, error) { return web.Reading(r, pricesOf) }
	web.Add(a.Platform, web.Call{Method: "GET", Path: "/api/MarketPrice/GetMarketPrices", Area: "marketprice", Callers: web.FIN,
		Records: records, Summary: summary, Spec: "compliance 3"}, read)
	office := web.OfficeCall("GET", "GetMarketPrices", web.ADM, records, summary)
	office.Spec = "compliance 3"
	web.Add(a.Platform, office, read)
}

// pricesOf are what every reader gets: the published figures, in the order of the masters.
func pricesOf(q *store.Q) (*marketPrices, error) {
	quarter, err := q.LastMarketEdition()
	if err != nil {
		return nil, err
	}
	all, err := q.MarketFigures()
	if err != nil {
		return nil, err
	}
	cells := map[cell]*marketCell{}
	for _, f := range all {
		at := cell{class: f.Class, band: f.Band}
		c := cells[at]
		if c == nil {
			c = &marketCell{IndustryCode: f.Class, SalesAmount: f.Band}
			cells[at] = c
		}
		is := &marketFigure{Value: f.Value, Deals: f.Deals, Quarter: f.Quarter}
		switch f.Kind {
		case price:
			c.Price = is
		case salesMultiple:
			c.SalesMultiple = is
		case ebitdaMultiple:
			c.EbitdaMultiple = is
		case months:
			c.Months = is
		}
	}
	out := &marketPrices{Quarter: quarter, CellList: []marketCell{}}
	for _, l := range master.Industries() {
		for _, i := range master.Items(master.SalesAmount) {
			if c := cells[cell{class: l.Code, band: i.Key}]; c != nil {
				c.IndustryName, c.SalesLabel = l.Name, i.Label
				out.CellList = append(out.CellList, *c)
			}
		}
	}
	return out, nil
}

package duty

import (
	"errors"

	"tsunagu/app/deal"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
)

// feeQuery asks what a table comes to for a company.
type feeQuery struct {
	CompanyID string `query:"companyId" required:"true" doc:"自機関の企業"`
	Table     string `query:"table" required:"true" doc:"GetDuties の手数料表の選択肢"`
	From      string `query:"from" pattern:"^[0-9]{0,10}$" doc:"計算する額の下限（千円）。空：なし"`
	To        string `query:"to" pattern:"^[0-9]{0,10}$" doc:"計算する額の上限（千円）。空：なし"`
}

type feeBand struct {
	Label string `json:"label" doc:"どの案件、またはニーズの希望価格か"`
	From  *int64 `json:"from" doc:"千円。null：下限なし"`
	To    *int64 `json:"to" doc:"千円。null：上限なし"`
}

type feePreview struct {
	Terms     string    `json:"terms" doc:"手数料表の内容"`
	IsOfPrice bool      `json:"isOfPrice" doc:"算定の基準が譲渡額で、希望価格の帯で計算できる"`
	BandList  []feeBand `json:"bandList" doc:"この企業の希望価格の帯。新しい順。分からないときは空"`
	Example   string    `json:"example" doc:"指定した額での計算例。記録すると、このまま残る"`
}

func (a Room) feeCalls(row func(method, name, records, summary string) web.Call) {
	web.Add(a.Platform, row("GET", "GetFeeExample", "自機関の企業と手数料表", "手数料表での、この企業の希望価格の帯、または指定した額の計算例"),
		func(r *web.Request, in *feeQuery) (*feePreview, error) {
			return web.Reading(r, func(q *store.Q) (*feePreview, error) { return previewFee(q, r.Actor, in) })
		})
}

// previewFee is the worked example of a table for a company of the actor's (compliance.md 2, fee), as a record would keep it.
func previewFee(q *store.Q, by web.Actor, in *feeQuery) (*feePreview, error) {
	if _, err := q.OwnRecord(by.Viewer, store.InChargeOfCompany, in.CompanyID); err != nil {
		return nil, err
	}
	t, err := tableNamed(q, by.Institution(), in.Table)
	switch {
	case err != nil:
		return nil, err
	case t == nil:
		return nil, web.Invalid("table", tableGone)
	}
	if from, to := amountsOf(in.From, in.To); in.From != "" && in.To != "" && from > to {
		return nil, web.Invalid("to", fromBeyond)
	}
	out := &feePreview{Terms: t.Terms, IsOfPrice: t.IsOfPrice, BandList: []feeBand{}}
	if in.From != "" || in.To != "" {
		out.Example = exampleOf(t, in.From, in.To)
	}
	if t.IsOfPrice {
		out.BandList, err = bandsOf(q, by, in.CompanyID)
	}
	return out, err
}

// bandsOf are the prices that an own company has in mind, the newest first: of a seller those of its listings that go on, as its bank works
// on them; of a buyer those of its needs.
func bandsOf(q *store.Q, by web.Actor, companyID string) ([]feeBand, error) {
	out := []feeBand{}
	add := func(label string, from, to int) {
		if r := match.PriceRange(from, to); r != nil {
			out = append(out, feeBand{label, thousands(r.From), thousands(r.To)})
		}
	}
	c, err := q.CompanyOf(companyID)
	if err != nil {
		return nil, err
	}
	if c.Kind == store.Buyer {
		needs, err := q.NeedsOfCompany(by.Viewer, companyID)
		for i := range needs {
			add("ニーズ「"+needs[i].Title+"」の希望価格", needs[i].AcquisitionPrice, needs[i].AcquisitionPriceTo)
		}
		return out, err
	}
	listings, err := q.ListingsOfCompany(companyID)
	if err != nil {
		return nil, err
	}
	for i := len(listings) - 1; i >= 0; i-- {
		l := &listings[i]
		if s := deal.ListingStatus(l.Status); l.InstitutionID != by.Institution() || s == deal.ListingConcluded || s == deal.ListingDisabled {
			continue
		}
		w, err := q.KnownContent(l.ID, store.Working)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		add("案件「"+w.BusinessName+"」の希望価格", w.SalesPrice, w.SalesPriceTo)
	}
	return out, nil
}

// thousands are 百万円 in 千円.
func thousands(millions *int64) *int64 {
	if millions == nil {
		return nil
	}
	n := *millions * 1000
	return &n
}

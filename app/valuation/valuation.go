package valuation

import (
	"encoding/json"
	"errors"
	"fmt"

	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	linesMax    = 30
	versionsMax = 50 // on the screen

	// auditKind is the kind of the subject of this room's lines, which the office does not read.
	auditKind = "valuation"
)

func (a Room) Calls() {
	row := func(method, name, summary string) web.Call {
		return web.Call{Method: method, Path: "/api/SellerBusiness/" + name, Area: "valuation", Callers: web.FIN, Records: "担当する売却案件",
			Summary: summary, Spec: "papers 2"}
	}
	web.Add(a.Platform, row("GET", "GetValuation", "簡易株価。入力、計算の結果、前の版"),
		func(r *web.Request, in *valuedListing) (*valuationView, error) {
			return web.Reading(r, func(q *store.Q) (*valuationView, error) {
				l, err := web.OwnListing(q, r.Actor, in.SellerBusinessID, nil)
				if err != nil {
					return nil, err
				}
				return viewOf(q, r.Actor, l)
			})
		})
	web.Add(a.Platform, row("POST", "SaveValuation", "簡易株価を計算して、新しい版として残す"),
		func(r *web.Request, in *struct{ Body valuationInput }) (*valuationView, error) {
			return web.Writing(r, func(tx *store.Tx) (*valuationView, error) { return save(tx, r.Actor, &in.Body) })
		})
	web.AddFile(a.Platform, row("POST", "ExportValuation", "簡易株価（Excel）。入力と計算の式をたどれる"),
		func(r *web.Request, in *struct{ Body valuationExport }) (*web.Download, error) {
			return a.export(r, &in.Body)
		})
}

func viewOf(q *store.Q, by web.Actor, l *store.Listing) (*valuationView, error) {
	content, err := contentOf(q, l)
	if err != nil {
		return nil, err
	}
	out := &valuationView{SellerBusinessID: l.ID, BusinessName: content.BusinessName, Prefill: prefill(content),
		VersionList: []valuationVersion{}}
	all, err := q.Valuations(by.Viewer, l.ID, versionsMax)
	if err != nil {
		return nil, err
	}
	for i := range all {
		row, err := rowOf(q, by, &all[i])
		if err != nil {
			return nil, err
		}
		out.VersionList = append(out.VersionList, *row)
	}
	if len(all) > 0 {
		out.Version = all[0].Version
	}
	return out, nil
}

// contentOf is what SF has of a listing: what it works on.
func contentOf(q *store.Q, l *store.Listing) (*store.ListingContent, error) {
	c, err := q.KnownContent(l.ID, store.Working)
	if errors.Is(err, store.ErrNotFound) {
		c, err = q.KnownContent(l.ID, store.Published)
	}
	return c, err
}

// prefill are the inputs that the listing's details have. A depreciation is what lies between the two profits.
func prefill(c *store.ListingContent) *ValuationInputs {
	n := func(v int64) *int64 { return &v }
	in := &ValuationInputs{NetAsset: c.NetAsset, LineList: []ValuationLine{}, TaxRate: n(0), OperatingProfit: c.OperatingProfit,
		Remuneration:    n(0),
		OtherAdjustment: n(0), YearsFrom: n(1), YearsTo: n(3), MultipleFrom: n(30), MultipleTo: n(50),
		InterestBearingDebt: c.InterestBearingDebt, CashDeposit: c.CashDeposit}
	if c.Ebitda != nil && c.OperatingProfit != nil && *c.Ebitda >= *c.OperatingProfit {
		in.Depreciation = n(*c.Ebitda - *c.OperatingProfit)
	}
	return in
}

func rowOf(q *store.Q, by web.Actor, x *store.Valuation) (*valuationVersion, error) {
	in, err := inputsOf(x)
	if err != nil {
		return nil, err
	}
	row := &valuationVersion{Version: x.Version, Created: web.ServerTime(x.Created), Inputs: in, Result: Compute(in)}
	u, err := q.VisibleUser(by.Viewer, x.Creator)
	switch {
	case errors.Is(err, store.ErrNotFound):
	case err != nil:
		return nil, err
	default:
		row.UserName = u.UserName
	}
	return row, nil
}

func inputsOf(x *store.Valuation) (*ValuationInputs, error) {
	in := &ValuationInputs{}
	return in, json.Unmarshal(x.Content, in)
}

// save writes the next version. The second press of the same button writes nothing second.
func save(tx *store.Tx, by web.Actor, in *valuationInput) (*valuationView, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	content, err := json.Marshal(&in.ValuationInputs)
	if err != nil {
		return nil, err
	}
	last, err := tx.Valuations(by.Viewer, l.ID, 1)
	if err != nil {
		return nil, err
	}
	was := store.Valuation{}
	if len(last) > 0 {
		was = last[0]
	}
	switch {
	case string(was.Content) == string(content) && (was.Version == in.Version || was.Version == in.Version+1 && was.Creator == by.ID()):
		return viewOf(&tx.Q, by, l) // it stands so already
	case was.Version != in.Version:
		return nil, web.ErrStale
	}
	is := &store.Valuation{ListingID: l.ID, InstitutionID: by.Institution(), Version: was.Version + 1, Content: content}
	switch err := tx.CreateValuation(is, by.ID()); {
	case errors.Is(err, store.ErrDuplicate):
		return nil, web.ErrStale
	case err != nil:
		return nil, err
	}
	if err := tx.AddAudit(by.Line("valuation_saved", auditKind, l.ID, "ok", fmt.Sprintf("version=%d", is.Version))); err != nil {
		return nil, err
	}
	return viewOf(&tx.Q, by, l)
}

// check checks all inputs in one go.
func (in *ValuationInputs) check() error {
	var c web.Check
	for _, x := range []struct {
		field, label string
		v            *int64
	}{{"netAsset", "純資産（簿価）", in.NetAsset}, {"taxRate", "含み益にかかる税率", in.TaxRate}, {"operatingProfit", "営業利益", in.OperatingProfit},
		{"remuneration", "役員報酬の調整", in.Remuneration}, {"otherAdjustment", "その他の調整", in.OtherAdjustment},
		{"depreciation", "減価償却費", in.Depreciation}, {"yearsFrom", "営業権の年数（低い方）", in.YearsFrom},
		{"yearsTo", "営業権の年数（高い方）", in.YearsTo}, {"multipleFrom", "EBITDAの倍率（低い方）", in.MultipleFrom},
		{"multipleTo", "EBITDAの倍率（高い方）", in.MultipleTo}, {"interestBearingDebt", "有利子負債", in.InterestBearingDebt},
		{"cashDeposit", "現預金", in.CashDeposit}} {
		c.Amount(in, x.field, x.label, x.v, true)
	}
	ordered := func(from, to *int64, field, label string) {
		c.Ok(from == nil || to == nil || *from <= *to, field, label+"は、高い方を低い方以上にしてください。")
	}
	ordered(in.YearsFrom, in.YearsTo, "yearsTo", "営業権の年数")
	ordered(in.MultipleFrom, in.MultipleTo, "multipleTo", "EBITDAの倍率")
	c.Prose(in, "note", "メモ", &in.Note, false)
	c.Ok(len(in.LineList) <= linesMax, "lineList", "時価への修正は30行までです。小さなものは一行にまとめてください。")
	if len(in.LineList) > linesMax {
		return c.Err()
	}
	if in.LineList == nil {
		in.LineList = []ValuationLine{}
	}
	for i := range in.LineList {
		x, at := &in.LineList[i], fmt.Sprintf("時価への修正の%d行目の", i+1)
		var own web.Check // its fields have the names of the line, and the list has those of the body
		own.Text(x, "name", at+"項目", &x.Name, true)
		own.Amount(x, "book", at+"簿価", x.Book, true)
		own.Amount(x, "market", at+"時価", x.Market, true)
		for _, e := range own.Errors {
			c.Fail("lineList", e.Detail)
		}
	}
	return c.Err()
}

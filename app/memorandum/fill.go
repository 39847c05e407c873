package memorandum

import (
	"errors"
	"fmt"
	"strings"

	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// workingContent is what SF works on of a listing.
func workingContent(q *store.Q, l *store.Listing) (*store.ListingContent, error) {
	c, err := q.KnownContent(l.ID, store.Working)
	if errors.Is(err, store.ErrNotFound) {
		c, err = q.KnownContent(l.ID, store.Published)
	}
	return c, err
}

// factsOf are what stands at the head: the title as it is published, names and address as SF has them.
func factsOf(q *store.Q, by web.Actor, l *store.Listing) (*facts, error) {
	w, err := workingContent(q, l)
	if err != nil {
		return nil, err
	}
	f := &facts{number: web.CaseNumber("L", l.ID), businessName: w.BusinessName, companyName: w.CompanyName,
		representative: w.RepresentativeName, address: w.Address, picture: map[string]string{}}
	switch shown, err := q.KnownContent(l.ID, store.Published); {
	case err == nil:
		f.businessName = shown.BusinessName
	case !errors.Is(err, store.ErrNotFound):
		return nil, err
	}
	if f.companyName == "" { // the details are not saved yet
		d, err := q.CompanyDetails(l.CompanyID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err == nil {
			f.companyName = d.CompanyName
		}
	}
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	f.bank = names[by.Institution()]
	periods, err := web.PeriodsOf(q)
	if err != nil {
		return nil, err
	}
	f.width = periods.BandWidth(l.ApprovedAt, q.Now())
	all, err := q.MemorandumPictures(by.Viewer, l.ID)
	for id, p := range all {
		f.picture[id] = p.Source
	}
	return f, err
}

// line is a recorded fact of a section: a label, its value, and the field whose level it has.
type line struct {
	label, value string
	part         disclosure.Part
	field        string
}

// prefill is what the product has of the company and the listing, as a memorandum: each section has the level of its most secret fact.
func prefill(w *store.ListingContent) *MemorandumContent {
	o, d := disclosure.Overview, disclosure.Details
	lines := map[string][]line{
		"outline": {{"会社名", w.CompanyName, d, "companyName"}, {"代表者", w.RepresentativeName, d, "representativeName"},
			{"所在地", w.Address, d, "address"}, {"電話番号", w.Phone, d, "phone"}, {"ホームページ", w.HomePageURL, d, "homePageUrl"},
			{"業種", industries(w.IndustryTypes), o, "industryTypes"}},
		"business":  {{"", w.Description, o, "description"}, {"提供方法", w.ProvidingMethod, d, "providingMethod"}},
		"products":  {{"", w.Services, d, "services"}, {"強み", w.Advantage, d, "advantage"}, {"市場", w.Markets, d, "markets"}},
		"customers": {{"主な顧客", w.TargetCustomers, d, "targetCustomers"}},
		"people":    {{"従業員数", people(w.ManagersFrom, w.ManagersTo), o, "numberOfManagersFrom"}},
		"outlook":   {{"", w.SupplementaryDescription, d, "supplementaryDescription"}},
		"terms": {{"譲渡の理由", items(master.MAReasons, w.AssignmentReason), d, "assignmentReason"},
			{"譲渡の理由の補足", w.AssignmentReasonAddition, d, "assignmentReasonAddition"},
			{"譲渡対象資産", items(master.SalesAssets, w.SalesAsset), o, "salesAsset"},
			{"希望価格", between(master.ItemLabel(master.AcquisitionPrice, w.SalesPrice), master.ItemLabel(master.SalesPriceTo, w.SalesPriceTo)),
				o, "salesPrice"}},
	}
	out := &MemorandumContent{SectionList: []MemorandumSection{}, FiguresLevel: int(figuresFloor()), PeriodList: periodsOf(w)}
	for i := range standards {
		s := &standards[i]
		x := MemorandumSection{Key: s.key, PictureList: []MemorandumPicture{}}
		level := s.first()
		var text []string
		for _, l := range lines[s.key] {
			value := strings.TrimSpace(l.value)
			if value == "" {
				continue
			}
			if level = max(level, disclosure.OpensAt(l.part, l.field)); l.label != "" {
				value = l.label + "：" + value
			}
			text = append(text, value)
		}
		if len(text) > 0 {
			x.Text, x.Level = web.Truncate(strings.Join(text, "\n"), web.MaxLength(x, "text")), int(level)
			out.SectionList = append(out.SectionList, x)
		}
	}
	return out
}

// periodsOf are the two periods that a listing's details have. They have the year alone; the month is the usual one, to be looked at.
func periodsOf(w *store.ListingContent) []MemorandumPeriod {
	out := []MemorandumPeriod{}
	if w.FiscalYear == nil {
		return out
	}
	month := func(before int64) string { return fmt.Sprintf("%04d-03", *w.FiscalYear-before) }
	depreciation := func(ebitda, profit *int64) *int64 {
		if ebitda == nil || profit == nil || *ebitda < *profit {
			return nil
		}
		return new(*ebitda - *profit)
	}
	for _, p := range []MemorandumPeriod{
		{Month: month(1), AmountOfSales: w.PreAmountOfSales, OperatingProfit: w.PreOperatingProfit, OrdinaryIncome: w.PreOrdinaryIncome,
			NetIncome: w.PreNetIncome, Depreciation: depreciation(w.PreEbitda, w.PreOperatingProfit),
			ExecutiveRemuneration: w.PreExecutiveRemuneration},
		{Month: month(0), AmountOfSales: w.AmountOfSales, OperatingProfit: w.OperatingProfit, OrdinaryIncome: w.OrdinaryIncome,
			NetIncome: w.NetIncome, Depreciation: depreciation(w.Ebitda, w.OperatingProfit), ExecutiveRemuneration: w.ExecutiveRemuneration,
			AssetAmount: w.AssetAmount, NetAsset: w.NetAsset, CashDeposit: w.CashDeposit, InterestBearingDebt: w.InterestBearingDebt},
	} {
		if typed := p; typed.withoutMonth().isBlank() {
			continue
		}
		out = append(out, p)
	}
	return out
}

func (p *MemorandumPeriod) withoutMonth() *MemorandumPeriod {
	out := *p
	out.Month = ""
	return &out
}

func industries(codes []string) string {
	var out []string
	for _, c := range codes {
		if s, ok := master.FindIndustry(c); ok {
			out = append(out, s.Name)
		}
	}
	return strings.Join(out, "、")
}

func items(list string, keys []int) string {
	var out []string
	for _, k := range keys {
		out = append(out, master.ItemLabel(list, k))
	}
	return strings.Join(out, "、")
}

func people(from, to *int64) string {
	n := func(v *int64) string {
		if v == nil {
			return ""
		}
		return fmt.Sprintf("%d人", *v)
	}
	return between(n(from), n(to))
}

// between is a range, one of whose ends may be open.
func between(from, to string) string {
	if from == to || to == "" {
		return from
	}
	return from + "〜" + to
}

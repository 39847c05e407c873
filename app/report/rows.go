package report

import (
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// reportCompanyColumns are the report's columns of a company. The bank's own memo is not among
// them, as the report is passed on to others.
var reportCompanyColumns = []sheet.Column{
	{Head: "No.", Width: 7, Look: sheet.Centred}, {Head: "企業名", Width: 25, Look: sheet.Wrapped},
	{Head: "登録状況", Width: 10, Look: sheet.Centred},
	{Head: "顧客番号", Width: 11, Look: sheet.Centred}, {Head: "法人番号", Width: 15, Look: sheet.Centred},
	{Head: "代表者", Width: 13, Look: sheet.Plainly},
	{Head: "所在地", Width: 30, Look: sheet.Wrapped}, {Head: "電話番号", Width: 14, Look: sheet.Centred},
	{Head: "業種", Width: 22, Look: sheet.Wrapped},
	{Head: "直近売上高\n（千円）", Width: 12, Look: sheet.Number}, {Head: "営業利益\n（千円）", Width: 11, Look: sheet.Number},
	{Head: "総資産\n（千円）", Width: 12, Look: sheet.Number},
	{Head: "従業員数\n（人）", Width: 9, Look: sheet.Number}, {Head: "ニーズ\n（件）", Width: 7, Look: sheet.Number},
	{Head: "交渉中\n（件）", Width: 7, Look: sheet.Number},
	{Head: "成約\n（件）", Width: 7, Look: sheet.Number}, {Head: "最終更新日", Width: 11, Look: sheet.Day},
}

var reportNeedsColumns = []sheet.Column{
	{Head: "No.", Width: 7, Look: sheet.Centred}, {Head: "企業名", Width: 25, Look: sheet.Wrapped}, {Head: "ニーズ", Width: 28, Look: sheet.Wrapped},
	{Head: "希望業種", Width: 24, Look: sheet.Wrapped}, {Head: "希望地域", Width: 20, Look: sheet.Wrapped},
	{Head: "希望価格", Width: 20, Look: sheet.Wrapped},
	{Head: "売上規模", Width: 18, Look: sheet.Wrapped}, {Head: "従業員数", Width: 13, Look: sheet.Wrapped},
	{Head: "譲渡方法", Width: 24, Look: sheet.Wrapped},
	{Head: "希望時期", Width: 12, Look: sheet.Wrapped}, {Head: "内容", Width: 44, Look: sheet.Wrapped}, {Head: "最終更新日", Width: 11, Look: sheet.Day},
}

// reportWriter writes the two lists and counts at the same time.
type reportWriter struct {
	q                *store.Q
	by               web.Actor
	companies, needs *sheet.Table
	totals           *reportTotals
}

func (w *reportWriter) batch(batch []store.CompanyRecord) error {
	if w.companies.Rows()+len(batch) > sheet.MaxRows {
		return errReportLarge
	}
	ids := make([]string, len(batch))
	for i := range batch {
		ids[i] = batch[i].ID
	}
	needs, err := w.q.NeedsOfCompanies(w.by.Viewer, ids)
	if err != nil {
		return err
	}
	deals, err := w.q.NegotiationCounts(w.by.Viewer, ids)
	if err != nil {
		return err
	}
	for i := range batch {
		c := &batch[i]
		w.totals.add(c, needs[c.ID], deals[c.ID])
		if err := w.company(c, len(needs[c.ID]), deals[c.ID]); err != nil {
			return err
		}
		for j := range needs[c.ID] {
			if err := w.need(c, &needs[c.ID][j]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *reportWriter) company(c *store.CompanyRecord, needs int, deals map[int]int) error {
	d, live := &c.Details, 0
	for status, n := range deals {
		if deal.NegotiationStatus(status).Live() {
			live += n
		}
	}
	return w.companies.Row(w.companies.Rows()+1, reportName(c), deal.CompanyStatus(c.Status).Label(), c.RegistrationID,
		d.CorporateRegistrationNumber, d.RepresentativeName,
		reportAddress(c), d.RepresentativePhoneNumber, IndustryNames(c.IndustryTypes), d.SalesAmount, d.OperatingProfit, d.TotalAssets,
		d.NumberOfEmployees,
		needs, live, deals[int(deal.NegotiationSigned)], web.Day(c.Modified))
}

func (w *reportWriter) need(c *store.CompanyRecord, n *store.Needs) error {
	if w.needs.Rows() == sheet.MaxRows {
		return errReportLarge
	}
	row := company.NeedsRowOf(n, &company.KnownCompany{Company: &c.Company, View: disclosure.BuyerInCharge})
	return w.needs.Row(w.needs.Rows()+1, reportName(c), n.Title, IndustryNames(n.AcquisitionIndustry), reportRegions(n), reportPrices(n),
		master.ItemLabel(master.AnnualSales, n.AcquisitionAnnualSales), master.ItemLabel(master.Peoples, row.NumberOfManagers),
		itemNames(master.NegotiationTargets, n.NegotiationTarget),
		master.ItemLabel(master.AcquisitionDeadline, n.AcquisitionDeadline), n.Detail, web.Day(n.Modified))
}

func reportName(c *store.CompanyRecord) string {
	return disclosure.DisplayName(c.Details.CompanyName, true)
}

// reportAddress is a company's address, or the place that its overview states.
func reportAddress(c *store.CompanyRecord) string {
	d := &c.Details
	if d.PrefectureCode == "" {
		p, _ := master.FindPrefecture(c.PrefectureCode)
		city, _ := master.FindCity(c.CityCode)
		return p.Name + city.FullName
	}
	address := d.PrefectureName + d.CityName + d.TownName + d.BuildingName
	if len(d.PostalCode) == 7 {
		address = "〒" + d.PostalCode[:3] + "-" + d.PostalCode[3:] + " " + address
	}
	return address
}

func IndustryNames(codes []string) string {
	names := []string{}
	for _, code := range codes {
		if s, ok := master.FindIndustry(code); ok {
			names = append(names, s.Name)
		}
	}
	return joined(names)
}

func itemNames(list string, keys []int) string {
	names := []string{}
	for _, key := range keys {
		if label := master.ItemLabel(list, key); label != "" {
			names = append(names, label)
		}
	}
	return joined(names)
}

func reportRegions(n *store.Needs) string {
	names := []string{}
	if areas := itemNames(master.RegionItems, n.AcquisitionRegionArea); areas != "" {
		names = append(names, areas)
	}
	for _, code := range n.AcquisitionRegion {
		if p, ok := master.FindPrefecture(code); ok {
			names = append(names, p.Name)
		}
	}
	return joined(names)
}

// reportPrices is the range of prices of a need; a missing bound is open.
func reportPrices(n *store.Needs) string {
	low, high := master.ItemLabel(master.AcquisitionPrice, n.AcquisitionPrice), master.ItemLabel(master.AcquisitionPrice, n.AcquisitionPriceTo)
	if low == "" && high == "" {
		return ""
	}
	return low + "〜" + high
}

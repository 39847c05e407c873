package report

import (
	"fmt"

	"tsunagu/app/company"
	"tsunagu/app/listfile"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// reportFile is the report's name (SPEC.md 9).
const reportFile = "BUYER_COMPANY_REPORT_EXPORT.xlsx"

var (
	errReportLarge = &web.Problem{Title: "Unprocessable entity", Status: 422, Detail: "件数が多く、Excel の1枚のシートに収まりません。条件を絞り込んでから、もう一度お試しください。",
		Code: "invalid"}
)

func (a Room) Calls() {
	web.AddFile(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerCompanyReport/ExportReport", Area: "buyer-company", Callers: web.FIN, Fresh: web.FIN,
		Records: "担当の買手企業", Summary: "買手企業のレポート（Excel）。買手管理の検索と同じ条件の企業だけ", Spec: "SPEC 7 CSV and reports; domain 9 /buyer-company-manage",
	},
		func(r *web.Request, in *company.CompanySearchInput) (*web.Download, error) {
			return a.exportReport(r, in)
		})
	a.listCalls()
}

// exportReport makes the report in a temporary folder, writes the audit line, and sends it.
func (a Room) exportReport(r *web.Request, in *company.CompanySearchInput) (*web.Download, error) {
	s, err := in.Search(store.Buyer)
	if err != nil {
		return nil, err
	}
	s.IsOwn, s.IsNotOwn = true, false
	if s.Sort == web.SortScore { // the report has no scores
		s.Sort = store.SortModified
	}
	under := web.StateOf[listfile.UnderWay](a.Platform)
	if !under.Begin() {
		return nil, listfile.ErrBusy
	}
	defer under.End()
	var about sheet.About
	if err := r.Read(func(q *store.Q) (err error) {
		if in.SellerBusinessID != "" {
			if _, err := web.OwnListing(q, r.Actor, in.SellerBusinessID, nil); err != nil {
				return err
			}
		}
		about, err = listfile.AboutOf(q, r.Actor, reportTitle)
		return err
	}); err != nil {
		return nil, err
	}
	count := 0
	d, err := listfile.Book(a.Platform, reportFile, about, func(b *sheet.Book) error {
		return r.Read(func(q *store.Q) (err error) {
			if s.ChargeFilter, err = in.Conditions(q, r.Actor); err != nil {
				return err
			}
			conditions, err := words(q, r.Actor, in)
			if err != nil {
				return err
			}
			count, err = writeReport(q, r.Actor, s, conditions, about, b)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return r.Audited(d, "report_exported", fmt.Sprintf("買手企業 %d件", count))
}

// writeReport writes the sheets and returns how many companies are in them.
func writeReport(q *store.Q, by web.Actor, s *store.CompanySearch, conditions []string, of sheet.About, b *sheet.Book) (int, error) {
	w := &reportWriter{q: q, by: by, totals: newReportTotals()}
	// The sheets have the order of these calls; the first two are filled after everything has been
	// counted.
	front, figures := reportFront(b), reportFigures(b)
	remark := fmt.Sprintf("%s　%s 現在　担当する買手企業　金額の単位：千円", of.Owner, of.At.Format("2006/01/02 15:04"))
	w.companies = b.Table("企業一覧", sheet.Page{TabColor: sheet.Indigo}, "買手企業一覧", remark, reportCompanyColumns)
	w.needs = b.Table("ニーズ", sheet.Page{TabColor: sheet.Indigo}, "取得ニーズ一覧", remark, reportNeedsColumns)
	if err := q.EachMaintained(by.Viewer, s, w.batch); err != nil {
		return 0, err
	}
	w.totals.write(front, figures, reportHeader{Institution: of.Owner, By: by.User.UserName, At: of.At, Conditions: conditions})
	return w.totals.companies, nil
}

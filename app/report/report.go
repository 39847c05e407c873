package report

import (
	"fmt"
	"os"
	"path/filepath"

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
		Method: "GET", Path: "/api/BuyerCompanyReport/ExportReport", Area: "buyer-company", Callers: web.FIN,
		Records: "担当の買手企業", Summary: "買手企業のレポート（Excel）。買手管理の検索と同じ条件の企業だけ", Spec: "SPEC 7 CSV and reports; domain 9 /buyer-company-manage",
	},
		func(r *web.Request, in *company.CompanySearchInput) (*web.Download, error) {
			return a.exportReport(r, in)
		})
	a.listCalls()
}

// exportReport makes the report in a temporary folder, writes the audit line, and sends it.
func (a Room) exportReport(r *web.Request, in *company.CompanySearchInput) (_ *web.Download, err error) {
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
	dir, err := a.SpoolFolder()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	path, count := filepath.Join(dir, "report.xlsx"), 0
	if err := r.Read(func(q *store.Q) error {
		if in.SellerBusinessID != "" {
			if _, err := web.OwnListing(q, r.Actor, in.SellerBusinessID, nil); err != nil {
				return err
			}
		}
		count, err = writeReport(q, r.Actor, s, words(in), dir, path)
		return err
	}); err != nil {
		return nil, err
	}
	d, err := web.OpenSpooled(dir, path, reportFile, listfile.BookMedia)
	if err != nil {
		return nil, err
	}
	return r.Audited(d, "report_exported", fmt.Sprintf("買手企業 %d件", count))
}

// writeReport writes the workbook and returns how many companies are in it.
func writeReport(q *store.Q, by web.Actor, s *store.CompanySearch, conditions []string, dir, path string) (int, error) {
	institution, err := q.Institution(by.Institution())
	if err != nil {
		return 0, err
	}
	network, err := q.Setting(store.SettingNetworkName)
	if err != nil {
		return 0, err
	}
	b := sheet.NewBook(dir, sheet.About{Title: reportTitle, Owner: institution.Name, Mark: "取扱注意", Origin: network, At: q.Now().In(store.JST)})
	defer b.Close()
	w := &reportWriter{q: q, by: by, totals: newReportTotals()}
	// The sheets have the order of these calls; the first two are filled after everything has been
	// counted.
	front, figures := reportFront(b), reportFigures(b)
	remark := fmt.Sprintf("%s　%s 現在　担当する買手企業　金額の単位：千円", institution.Name, q.Now().In(store.JST).Format("2006/01/02 15:04"))
	w.companies = b.Table("企業一覧", sheet.Page{TabColor: sheet.Indigo}, "買手企業一覧", remark, reportCompanyColumns)
	w.needs = b.Table("ニーズ", sheet.Page{TabColor: sheet.Indigo}, "取得ニーズ一覧", remark, reportNeedsColumns)
	if err := q.EachMaintained(by.Viewer, s, w.batch); err != nil {
		return 0, err
	}
	w.totals.write(front, figures, reportHeader{Institution: institution.Name, By: by.User.UserName, At: q.Now().In(store.JST),
		Conditions: conditions})
	if err := b.Save(path); err != nil {
		return 0, fmt.Errorf("%w: %w", store.ErrUnavailable, err) // only the disk can fail here
	}
	return w.totals.companies, nil
}

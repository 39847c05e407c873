package companycsv

import (
	"fmt"
	"strings"

	"tsunagu/app/company"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// Names of the files (SPEC.md 9).
var csvFiles = map[int]string{store.Buyer: "EXPORT_BUYERCOMPANY.csv", store.Seller: "EXPORT_SELLERCOMPANY.csv"}

const csvLongListFile = "EXPORT_LONGLIST.csv"

const csvErrorsFile = "IMPORT_ERRORS.csv"

// exportCompanies writes the companies in charge that the managed list's conditions find. It
// leaves an audit line (trust.md Audit).
func (a Room) exportCompanies(r *web.Request, kind int, in *csvExport) (*web.Download, error) {
	s, err := in.Search(kind)
	if err != nil {
		return nil, err
	}
	s.IsOwn, s.IsNotOwn = true, false
	table, count := CSVSheets()[kind], 0
	d, err := a.WriteSheet(csvFiles[kind], in.CSVEncoding, func(w *sheet.Writer) error {
		if err := w.Header(table.Header()); err != nil {
			return err
		}
		return r.Read(func(q *store.Q) (err error) {
			if s.ChargeFilter, err = in.Conditions(q, r.Actor); err != nil {
				return err
			}
			return EachCSVCompany(q, r.Viewer, s, func(c *CSVCompany) error {
				count++
				return w.Write(table.cells(c))
			})
		})
	})
	if err != nil {
		return nil, err
	}
	return r.Audited(d, "company_exported", fmt.Sprintf("%s %d件 %s", table.name, count, in.CSVEncoding.Coded()))
}

// EachCSVCompany calls f with the companies of an export.
func EachCSVCompany(q *store.Q, v store.Viewer, s *store.CompanySearch, f func(*CSVCompany) error) error {
	of, err := staffOf(q, v.InstitutionID)
	if err != nil {
		return err
	}
	return q.EachMaintained(v, s, func(batch []store.CompanyRecord) error {
		ids, seqs := make([]string, len(batch)), make([]uint32, len(batch))
		for i := range batch {
			ids[i], seqs[i] = batch[i].ID, batch[i].Seq
		}
		persons, err := q.FirstPersons(v, ids)
		if err != nil {
			return err
		}
		mains, err := q.MainPersons(v, seqs)
		if err != nil {
			return err
		}
		for i := range batch {
			main := mains[batch[i].Seq]
			if err := f(&CSVCompany{batch[i], persons[batch[i].ID], main, of.names[main]}); err != nil {
				return err
			}
		}
		return nil
	})
}

// longListHeader are the columns of a candidate as its row on the screen shows it: the view of a
// search, in which another bank's buyer is anonymous (domain.md 3.5).
var longListHeader = []string{"企業名", "担当", "業種", "都道府県", "年間売上高", "M&A経験", "ニーズ"}

// exportLongList writes buyers as the search for candidates shows them. One id that the caller may
// not know of makes the whole call fail.
func (a Room) exportLongList(r *web.Request, in *csvLongList, e web.CSVEncoding) (*web.Download, error) {
	var c web.Check
	web.Codes(&c, "companyIds", "買手", (*[]string)(&in.CompanyIDs), true, func(string) bool { return true })
	c.Ok(len(in.CompanyIDs) <= web.MaxLongList, "companyIds", "一度に書き出せるのは1,000社までです。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	d, err := a.WriteSheet(csvLongListFile, e, func(w *sheet.Writer) error {
		if err := w.Header(longListHeader); err != nil {
			return err
		}
		return r.Read(func(q *store.Q) error {
			at, err := company.In(a.Platform).PlaceOf(q, r.Actor, in.CompanyIDs)
			if err != nil {
				return err
			}
			ids, err := company.In(a.Platform).BuyersAt(q, r.Actor, in.CompanyIDs, at)
			if err != nil {
				return err
			}
			found, _, err := q.SearchCompanies(r.Viewer, &store.CompanySearch{Kind: store.Buyer, IDs: ids, Limit: len(ids)})
			if err != nil {
				return err
			}
			if len(found) != len(in.CompanyIDs) {
				return store.ErrNotFound
			}
			institutions, err := q.InstitutionNames()
			if err != nil {
				return err
			}
			for i := range found {
				if err := w.Write(longListCells(company.ReadCompanyRow(r.Actor, q, &found[i], institutions, at))); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return r.Audited(d, "longlist_exported", fmt.Sprintf("%d件 %s", len(in.CompanyIDs), e.Coded()))
}

// longListCells are the cells of a row that has been reduced to the caller's view already.
func longListCells(row *company.CompanyRow) []string {
	var industries, needs []string
	for _, code := range row.IndustryType {
		small, _ := master.FindIndustry(code)
		industries = append(industries, small.Name)
	}
	for _, n := range row.NeedsList {
		needs = append(needs, n.Title)
	}
	prefecture, _ := master.FindPrefecture(row.Location.PrefectureCode)
	return []string{row.DisplayName, row.InChargeFinancialInstitutionName, strings.Join(industries, "、"), prefecture.Name,
		master.ItemLabel(master.AnnualSales, row.SalesAmount), master.ItemLabel(master.MAExperience, row.MAndAExperience),
		strings.Join(needs, "\n")}
}

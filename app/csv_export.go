package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tsunagu/app/sheet"
	"tsunagu/store"
	"tsunagu/store/master"
)

// Names of the files (SPEC.md 9).
var csvFiles = map[int]string{store.Buyer: "EXPORT_BUYERCOMPANY.csv", store.Seller: "EXPORT_SELLERCOMPANY.csv"}

const (
	csvTemplateFile = "COMPANY_TEMPLATE.csv"
	csvLongListFile = "EXPORT_LONGLIST.csv"
	csvErrorsFile   = "IMPORT_ERRORS.csv"
	csvMedia        = "text/csv"
)

func (e CSVEncoding) encoding() sheet.Encoding {
	if e.Encoding == "cp932" {
		return sheet.CP932
	}
	return sheet.UTF8
}

func (e CSVEncoding) mediaType() string {
	if e.Encoding == "cp932" {
		return csvMedia + "; charset=Shift_JIS"
	}
	return csvMedia + "; charset=utf-8"
}

// spoolDir is where files under way lie, inside the data folder. What a crash leaves there goes
// with the next start.
func (a *Platform) spoolDir() string { return filepath.Join(a.Store.Dir(), "spool") }

// spooled is a file under way that is gone when it is closed.
type spooled struct{ *os.File }

func (a *Platform) spool() (*spooled, error) {
	if err := os.MkdirAll(a.spoolDir(), 0o700); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	f, err := os.CreateTemp(a.spoolDir(), "*")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return &spooled{f}, nil
}

// Close closes the file and removes it.
func (s *spooled) Close() error { return errors.Join(s.File.Close(), os.Remove(s.Name())) }

// writeSheet writes a whole table into a file under way before a byte is sent: only then it is
// known whether the encoding has all of its characters, and the reader's snapshot is let go.
func (a *Platform) writeSheet(name string, e CSVEncoding, write func(*sheet.Writer) error) (d *download, err error) {
	f, err := a.spool()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	w := sheet.NewWriter(f, e.encoding())
	if err := write(w); err != nil {
		return nil, err
	}
	if err := w.Flush(); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if lost, count := w.Lost(); count > 0 {
		return nil, lostCharacters(lost, count)
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	return &download{name, e.mediaType(), size, f}, err
}

// lostCharacters refuses a file in which characters would be missing, or marked: read in again it
// would overwrite names.
func lostCharacters(lost []sheet.Lost, count int) *Problem {
	var cells []string
	for _, l := range lost {
		cells = append(cells, fmt.Sprintf("%d行目%d列目「%s」の「%c」", l.Row, l.Column, truncate(l.Cell, 20), l.Rune))
	}
	more := ""
	if count > len(lost) {
		more = "など"
	}
	p := *invalid("encoding", fmt.Sprintf("Excel（Windows）用の文字コードで表せない文字があります。%s%s、あわせて%sか所です。「UTF-8」で書き出してください。", strings.Join(cells, "、"), more, grouped(int64(count))))
	p.Detail = p.Errors[0].Detail
	return &p
}

// exportCompanies writes the companies in charge that the managed list's conditions find. It
// leaves an audit line (trust.md Audit).
func (a *App) exportCompanies(r *request, kind int, in *csvExport) (*download, error) {
	s, err := in.search(kind)
	if err != nil {
		return nil, err
	}
	s.IsOwn, s.IsNotOwn = true, false
	table, count := csvSheets()[kind], 0
	d, err := a.writeSheet(csvFiles[kind], in.CSVEncoding, func(w *sheet.Writer) error {
		if err := w.Header(table.header()); err != nil {
			return err
		}
		return r.read(func(q *store.Q) error {
			return eachCSVCompany(q, r.viewer, s, func(c *csvCompany) error {
				count++
				return w.Write(table.cells(c))
			})
		})
	})
	if err != nil {
		return nil, err
	}
	return r.audited(d, "company_exported", fmt.Sprintf("%s %d件 %s", table.name, count, in.CSVEncoding.encoding()))
}

// audited hands a file out when its line is written.
func (r *request) audited(d *download, event, detail string) (*download, error) {
	return r.auditedOf(d, event, "institution", r.institution(), detail)
}

// auditedOf is the same for a file about one thing.
func (r *request) auditedOf(d *download, event, kind, id, detail string) (*download, error) {
	if err := r.write(func(tx *store.Tx) error {
		return tx.AddAudit(r.line(event, kind, id, "ok", detail))
	}); err != nil {
		return nil, errors.Join(err, d.body.Close())
	}
	return d, nil
}

func eachCSVCompany(q *store.Q, v store.Viewer, s *store.CompanySearch, f func(*csvCompany) error) error {
	return q.EachMaintained(v, s, func(batch []store.CompanyRecord) error {
		ids := make([]string, len(batch))
		for i := range batch {
			ids[i] = batch[i].ID
		}
		persons, err := q.FirstPersons(v, ids)
		if err != nil {
			return err
		}
		for i := range batch {
			if err := f(&csvCompany{batch[i], persons[batch[i].ID]}); err != nil {
				return err
			}
		}
		return nil
	})
}

// longListHeader is what of a candidate its row on the screen shows: the view of a search, in which
// another bank's buyer is anonymous (domain.md 3.5).
var longListHeader = []string{"企業名", "担当", "業種", "都道府県", "年間売上高", "M&A経験", "ニーズ"}

// exportLongList writes buyers as the search for candidates shows them. One id that the caller may
// not know of refuses the whole call.
func (a *App) exportLongList(r *request, in *csvLongList, e CSVEncoding) (*download, error) {
	var c check
	codes(&c, "companyIds", "買手", (*[]string)(&in.CompanyIDs), true, func(string) bool { return true })
	c.ok(len(in.CompanyIDs) <= maxLongList, "companyIds", "一度に書き出せるのは1,000社までです。")
	if err := c.err(); err != nil {
		return nil, err
	}
	d, err := a.writeSheet(csvLongListFile, e, func(w *sheet.Writer) error {
		if err := w.Header(longListHeader); err != nil {
			return err
		}
		return r.read(func(q *store.Q) error {
			at, err := a.placeOf(q, r.actor, in.CompanyIDs)
			if err != nil {
				return err
			}
			ids, err := a.buyersAt(q, r.actor, in.CompanyIDs, at)
			if err != nil {
				return err
			}
			found, _, err := q.SearchCompanies(r.viewer, &store.CompanySearch{Kind: store.Buyer, IDs: ids, Limit: len(ids)})
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
			needs, err := needsOfFound(q, r.viewer, found)
			if err != nil {
				return err
			}
			for i := range found {
				if err := w.Write(longListCells(r.companyRow(q, &found[i], institutions, needs, at))); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return r.audited(d, "longlist_exported", fmt.Sprintf("%d件 %s", len(in.CompanyIDs), e.encoding()))
}

// longListCells are the cells of a row that is cut to the caller's view already.
func longListCells(row *companyRow) []string {
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
		master.ItemLabel(master.AnnualSales, row.SalesAmount), master.ItemLabel(master.MAExperience, row.MAndAExperience), strings.Join(needs, "\n")}
}

func (a *App) csvTemplate(kind int, e CSVEncoding) (*download, error) {
	return a.writeSheet(csvTemplateFile, e, func(w *sheet.Writer) error { return w.Header(csvSheets()[kind].header()) })
}

package report

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// MaxListRows is the most rows of a list that are written into one file.
const MaxListRows = 10_000

// listFormat says what kind of file a list becomes.
type listFormat struct {
	Format   string `query:"format" enum:"xlsx,csv," doc:"省略は csv"`
	Encoding string `query:"encoding" enum:"utf8,cp932," doc:"CSVの文字コード。省略は utf8（BOM付き）。cp932 は表せない文字があると 422"`
}

// ListFormat is the name to embed.
type ListFormat = listFormat

// The queries of the lists are those of the screens: what is on the screen is in the file.
type (
	buyerCases struct {
		negotiation.FinancialSupportQuery
		ListFormat
	}
	sellerCases struct {
		negotiation.SellerPartnerQuery
		ListFormat
	}
	listings struct {
		listing.ListingSearchQuery
		ListFormat
	}
	companies struct {
		company.CompanySearchInput
		ListFormat
	}
)

// encodedList is the answer of a list's call. Its rows are what the caller may see: the file is written from them
// and from nothing else, so that no column can hold more than the screen (domain.md, rule 1).
type encodedList interface {
	EncodedList() (name string, rows [][]byte, count int)
}

// listFile is a list of the screens as a file. R is a row of the answer.
type listFile[R any] struct {
	path, noun, unit string
	file             string // its name without the ending
	title            string // on the screen and on the sheet
	columns          []listColumn[R]
	isClosed         func(row *R) bool // nothing of the row is open to the buyer for whom the list is asked; nil for never
}

// listColumn is a column: how it looks in a workbook, and its cell. A day is a time in store.JST, a number an int.
type listColumn[R any] struct {
	sheet.Column
	cell func(row *R) any
}

func (a Room) listCalls() {
	const own = "自機関の担当する買手の交渉"
	addList(a, buyerCaseFile, own, "買手交渉案件の一覧のファイル（CSV、Excel）。条件は SearchFinancialSupport と同じ",
		func(in *buyerCases) (*listFormat, *web.Paging) { return &in.ListFormat, &in.Paging },
		func(q *store.Q, by web.Actor, in *buyerCases) (encodedList, error) {
			return negotiation.In(a.Platform).SearchFinancialSupport(q, by, &in.FinancialSupportQuery)
		})
	addList(a, sellerCaseFile, "担当する案件の、始まった交渉とオファーした買手", "売手交渉案件の一覧のファイル（CSV、Excel）。条件は PartnerListBySellerFinancial と同じ",
		func(in *sellerCases) (*listFormat, *web.Paging) { return &in.ListFormat, &in.Paging },
		func(q *store.Q, by web.Actor, in *sellerCases) (encodedList, error) {
			return negotiation.In(a.Platform).PartnersBySellerSide(q, by, &in.SellerPartnerQuery)
		})
	addList(a, listingFile, "検索で見える案件", "売却案件の一覧のファイル（CSV、Excel）。条件は SearchSellerBusinessAsync と同じ",
		func(in *listings) (*listFormat, *web.Paging) { return &in.ListFormat, &in.Paging },
		func(q *store.Q, by web.Actor, in *listings) (encodedList, error) {
			return listing.SearchListings(q, by, &in.ListingSearchQuery)
		})
	for _, x := range []struct {
		kind    int
		f       listFile[company.CompanyRow]
		records string
	}{{store.Buyer, buyerFile, "担当の買手企業と公開中の買手"}, {store.Seller, sellerFile, "担当の売手企業"}} {
		addList(a, x.f, x.records, x.f.title+"の一覧のファイル（CSV、Excel）。条件は SearchCompanyAsync と同じ",
			func(in *companies) (*listFormat, *web.Paging) { return &in.ListFormat, &in.Paging },
			func(q *store.Q, by web.Actor, in *companies) (encodedList, error) {
				s, err := in.Search(x.kind)
				if err != nil {
					return nil, err
				}
				listingID := in.SellerBusinessID
				if x.kind == store.Seller { // it has no match score
					listingID = ""
				}
				return company.In(a.Platform).FoundCompanies(q, by, s, listingID)
			})
	}
}

// addList registers the call that writes a list into a file. format gives the parts of its query, list asks as the
// screen's call does.
func addList[I, R any](a Room, f listFile[R], records, summary string, parts func(in *I) (*listFormat, *web.Paging),
	list func(q *store.Q, by web.Actor, in *I) (encodedList, error)) {
	web.AddFile(a.Platform, web.Call{Method: "GET", Path: f.path, Area: "report", Callers: web.FIN, Records: records, Summary: summary,
		Spec: "domain 9"},
		func(r *web.Request, in *I) (*web.Download, error) {
			format, page := parts(in)
			if page.PageNumber >= 1 && page.Limit >= 1 && page.Limit <= deal.LimitAll { // others the list refuses
				page.PageNumber, page.Limit = 1, MaxListRows
			}
			return writeList(a, r, f, format, func(q *store.Q) (encodedList, error) { return list(q, r.Actor, in) })
		})
}

// writeList reads the list in one snapshot, writes the file, and then the audit line with the number of rows.
func writeList[R any](a Room, r *web.Request, f listFile[R], format *listFormat, list func(*store.Q) (encodedList, error)) (*web.Download,
	error) {
	under := web.StateOf[ReportsUnderWay](a.Platform)
	if !under.Begin() {
		return nil, errReportBusy
	}
	defer under.End()
	var rows [][]byte
	var about listAbout
	if err := r.Read(func(q *store.Q) error {
		found, err := list(q)
		if err != nil {
			return err
		}
		var count int
		if _, rows, count = found.EncodedList(); count > len(rows) {
			return tooManyRows(f.noun, f.unit, count)
		}
		return about.read(q, r.Actor)
	}); err != nil {
		return nil, err
	}
	name, kind := f.file+".csv", format.Encoding
	var d *web.Download
	var err error
	if format.Format == "xlsx" {
		name, kind = f.file+".xlsx", "Excel"
		d, err = writeBook(a, f, name, rows, about)
	} else {
		d, err = a.WriteSheet(name, web.CSVEncoding{Encoding: format.Encoding}, func(w *sheet.Writer) error { return writeCSV(w, f, rows) })
	}
	if err != nil {
		return nil, err
	}
	return r.Audited(d, "list_exported", strings.TrimSpace(fmt.Sprintf("%s %d%s %s", f.title, len(rows), f.unit, kind)))
}

func tooManyRows(noun, unit string, count int) error {
	return &web.Problem{Title: "Unprocessable entity", Status: 422, Code: "invalid", Detail: fmt.Sprintf(
		"条件に合う%sが%s%sあります。一度に書き出せるのは%s%sまでです。条件を絞り込んでから、もう一度お試しください。",
		noun, web.Grouped(int64(count)), unit, web.Grouped(MaxListRows), unit)}
}

// cells are the values of an encoded row; none of one that is closed.
func (f *listFile[R]) cells(encoded []byte) ([]any, error) {
	var row R
	if err := json.Unmarshal(encoded, &row); err != nil || f.isClosed != nil && f.isClosed(&row) {
		return nil, err
	}
	out := make([]any, len(f.columns))
	for i, c := range f.columns {
		out[i] = c.cell(&row)
	}
	return out, nil
}

func writeCSV[R any](w *sheet.Writer, f listFile[R], rows [][]byte) error {
	line := make([]string, len(f.columns))
	for i, c := range f.columns {
		line[i] = strings.ReplaceAll(c.Head, "\n", "")
	}
	if err := w.Header(line); err != nil {
		return err
	}
	for _, encoded := range rows {
		cells, err := f.cells(encoded)
		if err != nil {
			return err
		}
		if cells == nil {
			continue
		}
		for i, cell := range cells {
			switch v := cell.(type) {
			case time.Time:
				if line[i] = ""; !v.IsZero() {
					line[i] = v.Format(time.DateOnly)
				}
			default:
				line[i] = fmt.Sprint(v)
			}
		}
		if err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// listAbout is whose file it is and of when.
type listAbout struct {
	institution, network string
	at                   time.Time
}

func (o *listAbout) read(q *store.Q, by web.Actor) (err error) {
	institution, err := q.Institution(by.Institution())
	if err != nil {
		return err
	}
	o.institution, o.at = institution.Name, q.Now().In(store.JST)
	o.network, err = q.Setting(store.SettingNetworkName)
	return err
}

func writeBook[R any](a Room, f listFile[R], name string, rows [][]byte, about listAbout) (_ *web.Download, err error) {
	dir, err := a.SpoolFolder()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	b := sheet.NewBook(dir, sheet.About{Title: f.title, Owner: about.institution, Mark: "取扱注意", Origin: about.network, At: about.at})
	defer b.Close()
	columns := make([]sheet.Column, len(f.columns))
	for i, c := range f.columns {
		columns[i] = c.Column
	}
	remark := fmt.Sprintf("%s　%s 現在　%s%s", about.institution, about.at.Format("2006/01/02 15:04"), web.Grouped(int64(len(rows))), f.unit)
	t := b.Table(f.title, sheet.Page{TabColor: sheet.Indigo}, f.title, remark, columns)
	for _, encoded := range rows {
		cells, err := f.cells(encoded)
		if err != nil {
			return nil, err
		}
		if cells == nil {
			continue
		}
		if err := t.Row(cells...); err != nil {
			return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
	}
	path := filepath.Join(dir, "list.xlsx")
	if err := b.Save(path); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err) // only the disk can fail here
	}
	return web.OpenSpooled(dir, path, name, bookMedia)
}

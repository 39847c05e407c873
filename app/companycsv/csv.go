package companycsv

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/app/listing"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

const CSVBase = "/api/Csv/"

func (a Room) Calls() {
	for kind, noun := range map[int]string{store.Buyer: "BuyerCompany", store.Seller: "SellerCompany"} {
		name := CSVSheets()[kind].name
		own := "担当の" + name + "企業"
		web.AddFile(a.Platform, web.Call{
			Method: "GET", Path: CSVBase + "CsvExport" + noun, Area: "csv", Callers: web.FIN, Fresh: web.FIN,
			Records: own, Summary: name + "のCSV。条件は一覧の検索と同じ", Spec: "SPEC 7 CSV and reports, 9",
		},
			func(r *web.Request, in *csvExport) (*web.Download, error) { return a.exportCompanies(r, kind, in) })
		web.AddFile(a.Platform, web.Call{
			Method: "GET", Path: CSVBase + noun + "Template", Area: "csv", Callers: web.FIN,
			Records: "なし", Summary: name + "のひな形（CSV、記入例と選べる値の付いたExcel）", Spec: "SPEC 7 CSV and reports, 9",
		},
			func(r *web.Request, in *templateOf) (*web.Download, error) { return a.template(r, kind, in) })
		addSheet(a.Platform, web.Call{
			Method: "POST", Path: CSVBase + "CsvImport" + noun, Area: "csv", Callers: web.FIN,
			Records: own, Summary: name + "のCSVかExcelブックの読み込み。エラーが無ければ、そのまま登録する", Spec: "SPEC 7 CSV and reports; domain 9",
		},
			func(r *web.Request, in *csvImportForm, name string, file *web.Spooled) (*csvImport, error) {
				return a.importCompanies(r, kind, in, name, file)
			})
	}
	web.AddFile(a.Platform, web.Call{
		Method: "POST", Path: CSVBase + "CsvExportLongList", Area: "csv", Callers: web.FIN,
		Records: "担当の買手企業と公開中の買手", Summary: "ロングリストのCSV。検索で見えることだけ", Spec: "SPEC 7 CSV and reports, 9; domain 3.5",
	},
		func(r *web.Request, in *struct {
			web.CSVEncoding
			Body csvLongList
		}) (*web.Download, error) {
			return a.exportLongList(r, &in.Body, in.CSVEncoding)
		})
	web.AddFile(a.Platform, web.Call{
		Method: "GET", Path: CSVBase + "CsvExportDisclosureLedger", Area: "csv", Callers: web.FIN,
		Records: "自機関の案件", Summary: "開示台帳のCSV。画面と同じ行", Spec: "domain 3.5",
	},
		func(r *web.Request, in *listing.LedgerExport) (*web.Download, error) {
			return listing.In(a.Platform).ExportLedger(r, in)
		})
	const mine = "自分が読み込んだもの。1日で消える"
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: CSVBase + "ImportStatus", Area: "csv", Callers: web.FIN,
		Records: mine, Summary: "読み込みの経過と結果", Spec: "domain 9 import-err",
	},
		func(r *web.Request, in *csvImportOf) (*csvImport, error) { return a.readImport(r, in.ImportID) })
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: CSVBase + "GetLatestImport", Area: "csv", Callers: web.FIN,
		Records: mine, Summary: "いちばん新しい読み込み。画面に戻ったときに使う", Spec: "domain 9 import-err",
	},
		func(r *web.Request, in *struct {
			CompanyType int `query:"companyType" minimum:"1" maximum:"2"`
		}) (*csvLatest, error) {
			return web.Reading(r, func(q *store.Q) (*csvLatest, error) {
				out := &csvLatest{}
				i, err := q.LatestImport(r.Viewer, in.CompanyType)
				if errors.Is(err, store.ErrNotFound) {
					return out, nil
				}
				if err == nil {
					out.ImportID = i.ID
				}
				return out, err
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: CSVBase + "ImportErrors", Area: "csv", Callers: web.FIN,
		Records: mine, Summary: "読み込みのエラー", Spec: "domain 9 import-err",
	},
		func(r *web.Request, in *csvIssuesOf) (*csvIssues, error) { return importIssues(r, in) })
	web.AddFile(a.Platform, web.Call{
		Method: "GET", Path: CSVBase + "ImportErrorRows", Area: "csv", Callers: web.FIN,
		Records: mine, Summary: "エラーのある行に理由を付けたCSV。直して、そのまま読み込める", Spec: "domain 9 import-err",
	},
		func(r *web.Request, in *struct {
			CSVImportOf
			web.CSVEncoding
		}) (*web.Download, error) {
			return a.importErrorRows(r, in.ImportID, in.CSVEncoding)
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: CSVBase + "ImportColumns", Area: "csv", Callers: web.FIN,
		Records: mine, Summary: "読み込んだファイルの見出しと、あたる列。銀行のファイルなど、見出しの違うときに使う", Spec: "domain 9",
	},
		func(r *web.Request, in *csvImportOf) (*importColumns, error) { return a.importColumns(r, in.ImportID) })
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: CSVBase + "MapImport", Area: "csv", Callers: web.FIN,
		Records: mine, Summary: "見出しがどの列にあたるかを決めて、読み込み直す", Spec: "domain 9",
	},
		func(r *web.Request, in *struct{ Body importMapping }) (*csvImport, error) {
			return a.mapImport(r, &in.Body)
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: CSVBase + "CommitImport", Area: "csv", Callers: web.FIN,
		Records: mine, Summary: "確認した内容の登録。全部登録するか、何も登録しないか。選べば、正しい行だけ", Spec: "domain 9 import-err",
	},
		func(r *web.Request, in *struct{ Body csvCommit }) (*csvImport, error) {
			return a.commitImport(r, in.Body.ImportID, in.Body.IsCorrectOnly)
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: CSVBase + "DiscardImport", Area: "csv", Callers: web.FIN,
		Records: mine, Summary: "読み込んだ内容の破棄", Spec: "domain 9 import-err",
	},
		func(r *web.Request, in *struct{ Body csvImportRef }) (web.Nothing, error) {
			return web.Nothing{}, a.discardImport(r, in.Body.ImportID)
		})
}

// CSVImportOf is the name to embed.
type CSVImportOf = csvImportOf

// addSheet registers a call whose body is multipart/form-data with one table of any size up to the
// limit. The file is written to the disk while it is received; do must close it.
func addSheet[O any](a *web.Platform, c web.Call, do func(r *web.Request, in *csvImportForm, name string, file *web.Spooled) (O, error)) {
	op := a.Operation(c)
	op.Errors = append(op.Errors, 413)
	flag := &huma.Schema{Type: huma.TypeBoolean}
	form := &huma.Schema{Type: huma.TypeObject, Required: []string{web.FormFile}, Properties: map[string]*huma.Schema{
		web.FormFile: {Type: huma.TypeString, Format: "binary", Description: "CSV（UTF-8、CP932、UTF-16）かExcelブック（.xlsx）"},
		"preview":    flag, "background": flag}}
	body := &huma.RequestBody{Required: true, Content: web.InMedia("multipart/form-data", form)}
	a.AnswerJSON(c, op, body, reflect.TypeFor[O](), func(r *web.Request) (any, error) {
		in, name, file, err := readSheet(r)
		if err != nil {
			return nil, err
		}
		return do(r, in, name, file)
	})
}

// readSheet reads the multipart body: the flags into in, the file onto the disk.
func readSheet(r *web.Request) (in *csvImportForm, name string, file *web.Spooled, err error) {
	media, params, _ := mime.ParseMediaType(r.Raw.Header.Get("Content-Type"))
	if media != "multipart/form-data" {
		return nil, "", nil, web.ErrUnsupportedBody
	}
	limit := sheet.DefaultLimits.Bytes
	tooLarge := *web.Invalid("file", sheet.DefaultLimits.TooLarge().Error())
	tooLarge.Status, tooLarge.Code, tooLarge.Title, tooLarge.Detail = 413, "too_large", "Content too large", tooLarge.Errors[0].Detail
	if r.Raw.ContentLength > limit+1<<20 {
		return nil, "", nil, &tooLarge
	}
	defer func() {
		if err != nil && file != nil {
			err, file = errors.Join(err, file.Close()), nil
		}
	}()
	reader := multipart.NewReader(http.MaxBytesReader(r.W, r.Raw.Body, limit+1<<20), params["boundary"])
	in = &csvImportForm{}
	broken := func(err error) error {
		if p := web.OfBody(err); p != nil {
			return p
		}
		return web.Invalid("file", "ファイルを受け取れませんでした。もう一度選んで、送り直してください。")
	}
	for {
		part, err := reader.NextPart()
		if err == io.EOF {
			if file == nil {
				return nil, "", nil, web.Invalid("file", "CSVかExcelのファイルを選んでください。")
			}
			return in, name, file, nil
		}
		var full *http.MaxBytesError
		if errors.As(err, &full) {
			return nil, "", file, &tooLarge
		}
		if err != nil {
			return nil, "", file, broken(err)
		}
		switch part.FormName() {
		case web.FormFile:
			if file != nil {
				return nil, "", file, web.Invalid("file", "読み込めるファイルは1つです。")
			}
			if file, err = r.Platform.Spool(); err != nil {
				return nil, "", nil, err
			}
			name = web.CleanFileName(part.FileName())
			n, err := io.Copy(file, io.LimitReader(part, limit+1))
			switch {
			case errors.As(err, &full) || n > limit:
				return nil, "", file, &tooLarge
			case errors.As(err, new(*fs.PathError)): // an error of the disk, not of the sender
				return nil, "", file, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
			case err != nil:
				return nil, "", file, broken(err)
			}
		case "preview", "background":
			b, err := io.ReadAll(io.LimitReader(part, 16))
			on, wrong := strconv.ParseBool(string(b))
			if err != nil || wrong != nil {
				return nil, "", file, web.Invalid(part.FormName(), "true か false を指定してください。")
			}
			if part.FormName() == "preview" {
				in.Preview = on
			} else {
				in.Background = on
			}
		default:
			return nil, "", file, web.Invalid(part.FormName(), "この項目は受け付けられません。")
		}
	}
}

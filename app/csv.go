package app

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

	"tsunagu/app/sheet"
	"tsunagu/store"
)

const csvBase = "/api/Csv/"

func (a *App) csvCalls() {
	for kind, noun := range map[int]string{store.Buyer: "BuyerCompany", store.Seller: "SellerCompany"} {
		name := csvSheets()[kind].name
		own := "担当の" + name + "企業"
		addFile(a.Platform, call{
			method: "GET", path: csvBase + "CsvExport" + noun, area: "csv", callers: fin,
			records: own, summary: name + "のCSV。条件は一覧の検索と同じ", spec: "SPEC 7 CSV and reports, 9",
		},
			func(r *request, in *csvExport) (*download, error) { return a.exportCompanies(r, kind, in) })
		addFile(a.Platform, call{
			method: "GET", path: csvBase + noun + "Template", area: "csv", callers: fin,
			records: "なし", summary: name + "のCSVのひな形", spec: "SPEC 7 CSV and reports, 9",
		},
			func(r *request, in *struct{ CSVEncoding }) (*download, error) {
				return a.csvTemplate(kind, in.CSVEncoding)
			})
		addSheet(a.Platform, call{
			method: "POST", path: csvBase + "CsvImport" + noun, area: "csv", callers: fin,
			records: own, summary: name + "のCSVの読み込み。エラーが無ければ、そのまま登録する", spec: "SPEC 7 CSV and reports; domain 9",
		},
			func(r *request, in *csvImportForm, name string, file *spooled) (*csvImport, error) {
				return a.importCompanies(r, kind, in, name, file)
			})
	}
	addFile(a.Platform, call{
		method: "POST", path: csvBase + "CsvExportLongList", area: "csv", callers: fin,
		records: "担当の買手企業と公開中の買手", summary: "ロングリストのCSV。検索で見えることだけ", spec: "SPEC 7 CSV and reports, 9; domain 3.5",
	},
		func(r *request, in *struct {
			CSVEncoding
			Body csvLongList
		}) (*download, error) {
			return a.exportLongList(r, &in.Body, in.CSVEncoding)
		})
	addFile(a.Platform, call{
		method: "GET", path: csvBase + "CsvExportDisclosureLedger", area: "csv", callers: fin,
		records: "自機関の案件", summary: "開示台帳のCSV。画面と同じ行", spec: "domain 3.5",
	},
		func(r *request, in *ledgerExport) (*download, error) { return a.exportLedger(r, in) })
	const mine = "自分が読み込んだもの。1日で消える"
	add(a.Platform, call{
		method: "GET", path: csvBase + "ImportStatus", area: "csv", callers: fin,
		records: mine, summary: "読み込みの経過と結果", spec: "domain 9 import-err",
	},
		func(r *request, in *csvImportOf) (*csvImport, error) { return a.readImport(r, in.ImportID) })
	add(a.Platform, call{
		method: "GET", path: csvBase + "GetLatestImport", area: "csv", callers: fin,
		records: mine, summary: "いちばん新しい読み込み。画面に戻ったときに使う", spec: "domain 9 import-err",
	},
		func(r *request, in *struct {
			CompanyType int `query:"companyType" minimum:"1" maximum:"2"`
		}) (*csvLatest, error) {
			return reading(r, func(q *store.Q) (*csvLatest, error) {
				out := &csvLatest{}
				i, err := q.LatestImport(r.viewer, in.CompanyType)
				if errors.Is(err, store.ErrNotFound) {
					return out, nil
				}
				if err == nil {
					out.ImportID = i.ID
				}
				return out, err
			})
		})
	add(a.Platform, call{
		method: "GET", path: csvBase + "ImportErrors", area: "csv", callers: fin,
		records: mine, summary: "読み込みのエラー", spec: "domain 9 import-err",
	},
		func(r *request, in *csvIssuesOf) (*csvIssues, error) { return a.importIssues(r, in) })
	addFile(a.Platform, call{
		method: "GET", path: csvBase + "ImportErrorRows", area: "csv", callers: fin,
		records: mine, summary: "エラーのある行に理由を付けたCSV。直して、そのまま読み込める", spec: "domain 9 import-err",
	},
		func(r *request, in *struct {
			CSVImportOf
			CSVEncoding
		}) (*download, error) {
			return a.importErrorRows(r, in.ImportID, in.CSVEncoding)
		})
	add(a.Platform, call{
		method: "POST", path: csvBase + "CommitImport", area: "csv", callers: fin,
		records: mine, summary: "確認した内容の登録。全部登録するか、何も登録しないか", spec: "domain 9 import-err",
	},
		func(r *request, in *struct{ Body csvImportRef }) (*csvImport, error) {
			return a.commitImport(r, in.Body.ImportID)
		})
	add(a.Platform, call{
		method: "POST", path: csvBase + "DiscardImport", area: "csv", callers: fin,
		records: mine, summary: "読み込んだ内容の破棄", spec: "domain 9 import-err",
	},
		func(r *request, in *struct{ Body csvImportRef }) (nothing, error) {
			return nothing{}, a.discardImport(r, in.Body.ImportID)
		})
}

// CSVImportOf is the name to embed.
type CSVImportOf = csvImportOf

// addSheet registers a call whose body is multipart/form-data with one table of any size up to
// the limit. It goes to disk as it comes in; do owns the file.
func addSheet[O any](a *Platform, c call, do func(r *request, in *csvImportForm, name string, file *spooled) (O, error)) {
	op := a.operation(c)
	op.Errors = append(op.Errors, 413)
	flag := &huma.Schema{Type: huma.TypeBoolean}
	form := &huma.Schema{Type: huma.TypeObject, Required: []string{formFile}, Properties: map[string]*huma.Schema{
		formFile: {Type: huma.TypeString, Format: "binary", Description: "CSV。UTF-8、CP932、UTF-16"}, "preview": flag, "background": flag}}
	body := &huma.RequestBody{Required: true, Content: inMedia("multipart/form-data", form)}
	a.answerJSON(c, op, body, reflect.TypeFor[O](), func(r *request) (any, error) {
		in, name, file, err := r.readSheet()
		if err != nil {
			return nil, err
		}
		return do(r, in, name, file)
	})
}

// readSheet takes the multipart body: the flags, and the file onto the disk.
func (r *request) readSheet() (in *csvImportForm, name string, file *spooled, err error) {
	media, params, _ := mime.ParseMediaType(r.raw.Header.Get("Content-Type"))
	if media != "multipart/form-data" {
		return nil, "", nil, errUnsupportedBody
	}
	limit := sheet.DefaultLimits.Bytes
	tooLarge := *invalid("file", sheet.DefaultLimits.TooLarge().Error())
	tooLarge.Status, tooLarge.Code, tooLarge.Title, tooLarge.Detail = 413, "too_large", "Content too large", tooLarge.Errors[0].Detail
	if r.raw.ContentLength > limit+1<<20 {
		return nil, "", nil, &tooLarge
	}
	defer func() {
		if err != nil && file != nil {
			err, file = errors.Join(err, file.Close()), nil
		}
	}()
	reader := multipart.NewReader(http.MaxBytesReader(r.w, r.raw.Body, limit+1<<20), params["boundary"])
	in = &csvImportForm{}
	broken := func(err error) error {
		if p := ofBody(err); p != nil {
			return p
		}
		return invalid("file", "ファイルを受け取れませんでした。もう一度選んで、送り直してください。")
	}
	for {
		part, err := reader.NextPart()
		if err == io.EOF {
			if file == nil {
				return nil, "", nil, invalid("file", "CSVファイルを選んでください。")
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
		case formFile:
			if file != nil {
				return nil, "", file, invalid("file", "読み込めるファイルは1つです。")
			}
			if file, err = r.p.spool(); err != nil {
				return nil, "", nil, err
			}
			name = cleanFileName(part.FileName())
			n, err := io.Copy(file, io.LimitReader(part, limit+1))
			switch {
			case errors.As(err, &full) || n > limit:
				return nil, "", file, &tooLarge
			case errors.As(err, new(*fs.PathError)): // the disk, not the sender
				return nil, "", file, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
			case err != nil:
				return nil, "", file, broken(err)
			}
		case "preview", "background":
			b, err := io.ReadAll(io.LimitReader(part, 16))
			on, wrong := strconv.ParseBool(string(b))
			if err != nil || wrong != nil {
				return nil, "", file, invalid(part.FormName(), "true か false を指定してください。")
			}
			if part.FormName() == "preview" {
				in.Preview = on
			} else {
				in.Background = on
			}
		default:
			return nil, "", file, invalid(part.FormName(), "この項目は受け付けられません。")
		}
	}
}

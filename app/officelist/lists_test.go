package officelist_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
)

const base = "/api/Office/"

// lists are the files with the calls of the screens, their rows, and a field of both.
var lists = []struct{ file, screen, rows, field, head, sheet string }{
	{"ExportInstitutionList", "GetInstitutionList", "institutionList", "financialName", "金融機関名", "金融機関"},
	{"ExportUserList", "GetUserList", "userList", "loginId", "ログインID", "利用者"},
	{"ExportAccountRequestList", "GetAccountRequestList", "requestList", "caseNumber", "受付番号", "利用申請"},
	{"ExportInquiryList", "GetInquiryList", "inquiryList", "caseNumber", "受付番号", "お問い合わせ"},
	{"ExportMailList", "GetMailList", "mailList", "to", "宛先", "送信メール"},
	{"ExportSellerBusinessList", "GetSellerBusinessList", "listingList", "caseNumber", "案件番号", "売却案件"},
}

// column are the cells below a heading, without the sign that keeps a program from reading them as a formula.
func column(t *testing.T, rows [][]string, head string) (out []string) {
	t.Helper()
	at := -1
	for _, row := range rows {
		if at < 0 {
			at = slices.Index(row, head)
			continue
		}
		cell := ""
		if at < len(row) {
			cell = strings.TrimPrefix(row[at], "'")
		}
		out = append(out, cell)
	}
	if at < 0 {
		t.Errorf("no column %s in %v", head, rows)
	}
	return out
}

// Each file has the rows of its screen, of all its pages, in their order and under the same conditions, in both
// formats; it is for who has the screen; and it holds nothing that the screen withholds.
func TestConsoleListFiles(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	tk.User(deal.RoleFAD, tk.AID, "admin@a.example.jp")
	tk.Visitor().Post(apptest.RegistAccountRequest, apptest.AccountRequest()).Want(200)
	tk.Visitor().Post("/api/Public/SendInquiry", apptest.Inquiry()).Want(200)
	tk.Published(map[string]any{"businessName": "【東海】部品の研磨"})
	tk.Draft(map[string]any{"businessName": "【未公開】秘密の案件"})
	tk.Started()
	callers := map[string]*apptest.Caller{"office": tk.SignInOffice("office@n.example.jp"), "admin": tk.SignInOffice("admin@a.example.jp")}
	for _, x := range lists {
		filled := 0
		for name, c := range callers {
			for _, conditions := range []string{"", "&word=%E6%B9%8A", "&status=1", "&status=2", "&state=0", "&financialId=" + tk.AID, "&to=fin", "&role=3"} {
				screen := c.Get(base + x.screen + "?limit=100" + conditions)
				file := c.Get(base + x.file + "?format=csv&pageNumber=7&limit=1" + conditions)
				if screen.Status != 200 {
					file.Want(screen.Status)
					continue
				}
				var want []string
				for _, row := range screen.JSON()[x.rows].([]any) {
					want = append(want, row.(map[string]any)[x.field].(string))
				}
				rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.Want(200).Body, "\ufeff"))).ReadAll()
				if err != nil {
					t.Fatal(err)
				}
				book := c.Get(base + x.file + "?format=xlsx" + conditions).Want(200)
				f, err := excelize.OpenReader(strings.NewReader(book.Body))
				if err != nil {
					t.Fatal(err)
				}
				cells, err := f.GetRows(x.sheet, excelize.Options{RawCellValue: true})
				if err != nil {
					t.Fatal(err)
				}
				if got, excel := column(t, rows, x.head), column(t, cells, x.head); !slices.Equal(got, want) || !slices.Equal(excel, want) {
					t.Errorf("%s for %s %s:\nscreen %q\nCSV    %q\nExcel  %q", x.file, name, conditions, want, got, excel)
				}
				filled += len(want)
				for _, r := range []apptest.Result{file, book} {
					r.HasNot("秘密の案件", "カナリア", "金糸", "霧晴", "山本 一郎", tk.Person)
				}
				if name == "admin" {
					file.HasNot("蒼陵", "@b.example.jp", "白嶺")
				}
			}
		}
		if filled == 0 {
			t.Errorf("%s: no row was compared", x.file)
		}
		tk.FinA.Get(base + x.file).Want(401)
		if x.file != "ExportUserList" {
			callers["admin"].Get(base + x.file).Want(400).Has("not_available")
		}
	}
	// What was written into a file stands in the log, with the number of rows and without a condition.
	callers["office"].Get("/api/Office/GetAuditList?limit=100").Want(200).Has("list_exported", "金融機関 ").HasNot("湊 ")
}

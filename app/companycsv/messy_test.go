package companycsv_test

import (
	"encoding/csv"
	"os"
	"reflect"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

// messyCase is the expected result of one file of testdata/messy; MANIFEST.csv says what each file
// requires, and DECISIONS.md how we decided where the manifest allows several results.
type messyCase struct {
	state          string // "" where the file is refused
	created, wrong int
	issues         []string
	says           string
}

var messyCases = map[string]messyCase{
	"01_clean_utf8_bom_crlf.csv":      {state: "ready", created: 3},
	"02_cp932_crlf_special_chars.csv": {state: "ready", created: 4},
	"03_utf8_bom_quoted_newlines.csv": {state: "ready", created: 3},
	"05_excel_mangled_cp932.csv": {state: "wrong", created: 17, wrong: 12,
		issues: strings.Split("4 法人番号,9 設立年,11 設立年,16 総資産（千円）,17 売上高（千円）,18 売上高（千円）,"+
			"19 売上高（千円）!,20 従業員数,21 証券コード,26 業種コード,27 M&A目的,28 電話番号,28 FAX番号,29 上場区分", ",")},
	"06_cp932_halfwidth_kana_fullwidth_digits.csv": {state: "ready", created: 3},
	"09_unclosed_quote.csv":                        {says: "3行目で始まる引用符"},
	"10_reordered_missing_headers.csv":             {says: "必要な列「郵便番号」"},
	"11_duplicate_unknown_headers.csv":             {says: "見出しの「備考」が2つ以上あります"},
	"12_no_header.csv":                             {says: "見出しの行がありません"},
	"13_header_only.csv":                           {says: "見出しだけ"},
	"14_empty.csv":                                 {says: "ファイルが空です"},
	"15_bom_only.csv":                              {says: "ファイルが空です"},
	"16_utf16le_bom_tab.txt":                       {state: "ready", created: 2},
	"17_tab_separated_utf8.csv":                    {state: "ready", created: 2},
	"18_semicolon.csv":                             {state: "ready", created: 1},
	"24_nul_bytes.csv":                             {state: "ready", created: 2},
	"26_iso2022jp.csv":                             {says: "ISO-2022-JP"},
	"28_validation_errors.csv": {state: "wrong", created: 1, wrong: 19,
		issues: strings.Split("2 企業名,3 企業名,4 メールアドレス,5 メールアドレス,6 法人番号,7 法人番号,8 郵便番号,9 市区町村,10 電話番号,11 ホームページ,12 売上高（千円）,13 総資産（千円）,14 従業員数,15 業種その他,16 業種その他,17 証券コード,18 証券コード,19 企業形態,20 備考,21 町名!", ",")},
	"29_large_5000_rows_cp932.csv": {state: "ready", created: 5000},
	"32_ambiguous_ascii_only.csv":  {says: "見出しの行がありません"},
}

// TestMessyFiles: every file of the manifest has the expected result. A file without errors is
// imported by the plain call; imported again, it changes nothing: no version, no audit line, no
// history, no mail.
func TestMessyFiles(t *testing.T) {
	manifest, err := os.Open(apptest.InRepository("testdata/messy/MANIFEST.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer manifest.Close()
	rows, err := csv.NewReader(manifest).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows)-1 != len(messyCases) {
		t.Errorf("the manifest knows %d files, this test %d", len(rows)-1, len(messyCases))
	}
	for _, row := range rows[1:] {
		name := row[0]
		c, ok := messyCases[name]
		if !ok {
			t.Errorf("%s: no case", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			p := apptest.NewPlatform(t)
			b := apptest.NewBanks(p)
			file, before := apptest.Messy(t, name), everything(p)
			if c.state == "" {
				b.FinA.Imports("BuyerCompany", file, false).Want(422).Has(c.says, `"field":"file"`)
				if everything(p) != before {
					t.Error("a refused file has changed something")
				}
				return
			}
			preview := counts(b.FinA.Imports("BuyerCompany", file, true), c.state, c.created, 0, 0, c.wrong)
			if c.issues != nil && !reflect.DeepEqual(issues(preview), c.issues) {
				t.Errorf("%v, want %v", issues(preview), c.issues)
			}
			if everything(p) != before {
				t.Error("a preview has changed something")
			}
			if c.wrong > 0 {
				counts(b.FinA.Imports("BuyerCompany", file, false), "wrong", c.created, 0, 0, c.wrong)
				if everything(p) != before {
					t.Error("a part of a file with errors was registered")
				}
				return
			}
			counts(b.FinA.Imports("BuyerCompany", file, false), "done", c.created, 0, 0, 0)
			after, lines := everything(p), auditLines(p)
			counts(b.FinA.Imports("BuyerCompany", file, false), "done", 0, 0, c.created, 0)
			if everything(p) != after || auditLines(p) != lines {
				t.Error("the same file once more has changed something")
			}
			b.FinB.Get("/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true").Want(200).HasNot("蒼陵製作所1\"")
		})
	}
}

// auditLines counts the audit log's lines.
func auditLines(p *apptest.Platform) (n int) {
	p.T.Helper()
	p.Read(func(q *store.Q) (err error) {
		_, n, err = q.SearchAudit(store.AuditSearch{})
		return err
	})
	return n
}

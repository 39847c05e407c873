package apptest

import (
	"bytes"
	"encoding/csv"
	"image"
	"image/png"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tsunagu/app/companycsv"
	"tsunagu/app/draft"
	"tsunagu/app/issued"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Messy is a file of testdata/messy.
func Messy(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(InRepository("testdata/messy"), name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Imports uploads a file of companies as the screens do, but waits until it has been read.
func (c *Caller) Imports(noun string, file []byte, preview bool) Result {
	c.P.T.Helper()
	fields := map[string]any{}
	if preview {
		fields["preview"] = true
	}
	return c.Upload(companycsv.CSVBase+"CsvImport"+noun, fields, "企業.csv", file)
}

// ImportsOnScreen uploads a file as the screen does, and answers with the import once the file has been read.
func (c *Caller) ImportsOnScreen(noun string, file []byte) Result {
	c.P.T.Helper()
	id := c.Upload(companycsv.CSVBase+"CsvImport"+noun, map[string]any{"preview": true, "background": true}, "企業.csv", file).
		Want(200).JSON()["importId"].(string)
	return c.ImportEnds(id)
}

// ImportEnds waits until the file of an import has been read.
func (c *Caller) ImportEnds(id string) Result {
	c.P.T.Helper()
	if j := web.StateOf[companycsv.Jobs](c.P.App.Platform).Get(id); j != nil {
		<-j.Done
	}
	return c.Get(companycsv.CSVBase + "ImportStatus?importId=" + id)
}

// ForeignFile is a list of customers as a bank's own system writes it: one column for the address, sales in millions, the
// industry by its name, no person in charge.
func ForeignFile() []byte {
	return []byte("お客様一覧,,,,,,,\n顧客No,商号,代表者氏名,郵便,所在地,TEL,年商（百万円）,業種名,Eメール\n" +
		"1001,株式会社みどり工業,緑川 一郎,450-0002,愛知県名古屋市中村区名駅1-1-1,052-000-0001,\"1,234\",金属製品製造業,midori@example.jp\n" +
		"1002,有限会社あおば商店,青葉 二郎,460-0008,名古屋市中区栄二丁目1番,052-000-0002,98.5,飲食料品卸売業・飲食料品小売業,aoba@example.jp\n")
}

// ForeignColumns is what the headings of ForeignFile mean.
func ForeignColumns() []map[string]any {
	of := func(column string, number int) map[string]any {
		return map[string]any{"column": column, "number": number}
	}
	return []map[string]any{of("企業名", 2), of("代表者名", 3), of("担当者名", 3), of("郵便番号", 4), of("住所", 5), of("電話番号", 6),
		With(of("売上高（千円）", 7), map[string]any{"unit": "百万円"}), of("業種コード", 8), of("メールアドレス", 9), of("備考", 0)}
}

// CSVLine is a row of a file of buyers: the first one of the clean example, with changes by column.
func CSVLine(changes map[string]string) map[string]string {
	line := map[string]string{
		"企業名": "蒼陵製作所1", "企業形態": "株式会社", "代表者名": "佐藤 健一", "郵便番号": "450-0002", "都道府県": "愛知県", "市区町村": "名古屋市中村区", "町名": "名駅", "番地・建物名": "0番地0",
		"電話番号": "052-000-0001", "FAX番号": "052-000-0002", "ホームページ": "https://c.example.co.jp/", "法人番号": "7990001900001", "上場区分": "非上場",
		"設立年":     "1975",
		"資本金（千円）": "10000", "売上高（千円）": "350000", "営業利益（千円）": "12000", "総資産（千円）": "280000", "従業員数": "25", "業種コード": "13015", "M&A目的": "31 34",
		"譲渡の理由": "11",
		"M&A経験": "なし", "担当者名": "田中 誠", "担当者名カナ": "タナカ マコト", "メールアドレス": "tanaka1@example.jp",
	}
	maps.Copy(line, changes)
	return line
}

// CSVFile writes rows under the header of a kind of companies.
func CSVFile(t testing.TB, kind int, lines ...map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	header := companycsv.CSVSheets()[kind].Header()
	_ = w.Write(header)
	for _, l := range lines {
		var cells []string
		for _, h := range header {
			cells = append(cells, l[h])
		}
		_ = w.Write(cells)
	}
	w.Flush()
	if err := w.Error(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Table is an exported file: its header, and each row as a map by column.
func (r Result) Table() (header []string, rows []map[string]string) {
	r.T.Helper()
	in, err := sheet.Open(strings.NewReader(r.Want(200).Body), sheet.DefaultLimits)
	if err != nil {
		r.T.Fatal(err)
	}
	for {
		row, err := in.Next()
		if err == io.EOF {
			return header, rows
		}
		if err != nil {
			r.T.Fatal(err)
		}
		if header == nil {
			header = row.Cells
			continue
		}
		m := map[string]string{}
		for i, c := range row.Cells {
			m[header[i]] = c
		}
		rows = append(rows, m)
	}
}

// FormFileOf and FormContentOf are the file that the matrix sends with a multipart call: a table or a
// template if the call takes one, else a signed paper.
func FormFileOf(path string) string {
	if strings.HasPrefix(path, companycsv.CSVBase) {
		return "企業.csv"
	}
	if strings.HasSuffix(path, "DraftTemplate") {
		return "書式.docx"
	}
	if strings.HasSuffix(path, "MemorandumPicture") {
		return "外観.png"
	}
	return "書面.pdf"
}

func FormContentOf(t testing.TB, path string) []byte {
	switch {
	case strings.HasPrefix(path, companycsv.CSVBase+"CsvImportSeller"):
		return CSVFile(t, store.Seller, CSVLine(nil))
	case strings.HasPrefix(path, companycsv.CSVBase):
		return Messy(t, "01_clean_utf8_bom_crlf.csv")
	}
	if strings.HasSuffix(path, "DraftTemplate") {
		return draft.SampleFile(issued.KindLetterOfIntent)
	}
	if strings.HasSuffix(path, "MemorandumPicture") {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if strings.HasSuffix(path, "SignedCopy") {
		return SmallPDF("x")
	}
	return []byte("%PDF-1.7 x")
}

// SmallPDF is a PDF of one empty page that opens, with a text in a comment.
func SmallPDF(text string) []byte {
	return []byte("%PDF-1.4\n%" + text + "\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Size 4/Root 1 0 R>>\n%%EOF\n")
}

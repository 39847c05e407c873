package companycsv

import (
	"strconv"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/listfile"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// The template's file names (SPEC.md 9).
const (
	templateFile = "COMPANY_TEMPLATE.csv"
	templateBook = "COMPANY_TEMPLATE.xlsx"
)

// filledIn says how a column is filled in, and gives a value of the template's example row.
type filledIn struct{ how, example string }

var templateHelp = map[string]filledIn{
	csvName:      {"法人格を付けて入力します。", "株式会社つなぐ製作所"},
	"企業形態":       {"「選べる値」から。空のときは企業名の「株式会社」「㈱」などで決めます。", "株式会社"},
	"代表者名":       {"", "佐藤 健一"},
	"郵便番号":       {"7桁。ハイフンはあってもなくてもかまいません。", "450-0002"},
	"都道府県":       {"「県」「府」などを付けて入力します。", "愛知県"},
	"市区町村":       {"区まで入力します。郡は省略できます。", "名古屋市中村区"},
	"町名":         {"丁目と番地を除いた町の名前です。", "名駅"},
	"番地・建物名":     {"", "1丁目1番1号"},
	"電話番号":       {"", "052-000-0001"},
	"FAX番号":      {"", "052-000-0002"},
	"ホームページ":     {"https:// から入力します。", "https://tsunagu.example.co.jp/"},
	csvCorporate: {"13桁。同じ法人番号の担当企業があるときは、その企業を更新します。", ""},
	"上場区分":       {"「上場」か「非上場」。", "非上場"},
	"証券コード":      {"上場企業だけ。4桁です。", ""},
	"設立年":        {"西暦4桁。和暦や日付からも読み取ります。", "1975"},
	"資本金（千円）":    {"千円単位の整数です。", "10000"},
	"売上高（千円）":    {"千円単位の整数です。", "350000"},
	"営業利益（千円）":   {"千円単位の整数です。損失は▲を付けます。", "12000"},
	"総資産（千円）":    {"千円単位の整数です。", "280000"},
	"従業員数":       {"", "25"},
	"業種コード":      {"「選べる値」のコードか名前。2つ以上は空白で区切ります。", "金属製品製造業"},
	"業種その他":      {"「内容を入力」とある業種のときだけ、その内容を入力します。", ""},
	csvReasons:   {"「選べる値」のコードか名前。2つ以上は空白で区切ります。", "31 34"},
	csvReasonsOf: {"「選べる値」のコードか名前。2つ以上は空白で区切ります。", "後継者不在"},
	"M&A経験":      {"「選べる値」から。", "なし"},
	"担当者名":       {"企業の窓口になる方です。", "田中 誠"},
	"担当者名カナ":     {"", "タナカ マコト"},
	csvMail:      {"担当者のメールアドレス。読み込んだだけではメールは送られません。", "tanaka@tsunagu.example.co.jp"},
	csvRemarks:   {"自機関だけに見えるメモです。", ""},
	csvCustomer:  {"自機関だけに見える番号です。同じ番号の担当企業があるときは、その企業を更新します。", "0001234"},
	csvMain:      {"自機関でその企業を担当する人のログインIDか氏名。空のとき、新しい企業は読み込んだ人になり、登録済みの企業は変わりません。", ""},
}

// template is an empty file to be filled in: the head row alone as CSV, or a workbook that has an example and the lists of
// values beside it. Only the workbook's first sheet is read in, so the example is registered by nobody.
func (a Room) template(r *web.Request, kind int, in *templateOf) (*web.Download, error) {
	table := CSVSheets()[kind]
	if in.Format != "xlsx" {
		return a.WriteSheet(templateFile, in.CSVEncoding, func(w *sheet.Writer) error { return w.Header(table.Header()) })
	}
	about := sheet.About{Title: table.name + "のひな形", At: r.Platform.Store.Now().In(store.JST)}
	return listfile.Book(a.Platform, templateBook, about, func(b *sheet.Book) error {
		writeTemplate(b, table, r.Actor)
		return nil
	})
}

// writeTemplate names who asks for it as the main person of the example: there is nobody whom every bank has.
func writeTemplate(b *sheet.Book, table *csvSheet, by web.Actor) {
	columns, example := make([]sheet.Column, len(table.columns)), make([]string, len(table.columns))
	var how [][]string
	for i, c := range table.columns {
		help, needed := templateHelp[c.name], ""
		if c.name == csvMain {
			help.example = by.User.LoginID
		}
		columns[i] = sheet.Column{Head: c.name, Width: max(12, 2.4*float64(len([]rune(c.name)))), Look: sheet.Typed}
		if example[i] = help.example; c.isNeeded {
			columns[i].Head, needed = c.name+"（必須）", "必須"
		}
		how = append(how, []string{c.name, needed, help.example, help.how})
	}
	b.Form(table.name, columns)
	b.Form("記入例", columns, example)
	b.Form("記入の仕方", []sheet.Column{{Head: "列", Width: 20}, {Head: "必須", Width: 8}, {Head: "記入例", Width: 32},
		{Head: "記入の仕方", Width: 70}}, how...)
	b.Form("選べる値", []sheet.Column{{Head: "列", Width: 16}, {Head: "コード", Width: 10, Look: sheet.Typed}, {Head: "名前", Width: 60},
		{Head: "備考", Width: 60}}, table.choices()...)
}

// choices are the values of those columns that take no others: column, code, name, remark.
func (s *csvSheet) choices() (out [][]string) {
	items := func(column, list, side string, hasCode bool) {
		for _, i := range master.Items(list) {
			code := ""
			if hasCode {
				code = strconv.Itoa(i.Key)
			}
			if i.Side == side {
				out = append(out, []string{column, code, i.Label, strings.Join(i.Aliases, "　")})
			}
		}
	}
	for _, large := range master.Industries() {
		for _, small := range large.Small {
			remark := small.Examples
			if small.HasFreeText {
				remark += "（「業種その他」に内容を入力）"
			}
			out = append(out, []string{"業種コード", small.Code, small.Name, remark})
		}
	}
	if s.kind == store.Seller {
		items(csvReasonsOf, master.MAReasons, "sell", true)
	} else {
		items(csvReasons, master.MAReasons, "buy", true)
	}
	items("M&A経験", master.MAExperience, "", false)
	items("企業形態", master.BusinessFormTypes, "", false)
	for _, t := range []deal.ListType{deal.ListTypeListed, deal.ListTypeUnlisted} {
		out = append(out, []string{"上場区分", "", t.Label(), ""})
	}
	for _, p := range master.Prefectures() {
		out = append(out, []string{"都道府県", p.Code, p.Name, ""})
	}
	return out
}

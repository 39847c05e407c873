package draft

import (
	"tsunagu/app/docx"
	"tsunagu/store"
)

// The lists of 企業概要書 (app/memorandum): what was worked on in the product, as the level has it. Where nothing was, one row is left blank.
const (
	listSections   = "章"
	listPeriods    = "三期の業績"
	fieldPictures  = "画像"
	periodsOfTable = 3
)

var memorandumGroups = []group{
	{title: "一覧「章」（「企業概要書」の画面で書いた章。選んだ段階で見える章だけ）", list: listSections, rows: sections, fields: []field{
		{"章の見出し", "章の見出し", "事業の内容", ofMemorandum, "", nil},
		{"章の本文", "章の本文", "業務用の調味料を作っています。", ofMemorandum, "", nil},
		{fieldPictures, "章の画像と説明。本文でだけ使えます", "", ofMemorandum, "", nil},
	}},
	{title: "一覧「三期の業績」（「企業概要書」の画面で書いた業績。行が項目、列が期。選んだ段階により金額か幅）", list: listPeriods, rows: periodRows, fields: []field{
		{"項目", "売上高、営業利益など", "売上高", ofMemorandum, "", nil},
		{"一期目", "古い期の金額（千円）または幅", "110,000", ofMemorandum, "", nil},
		{"二期目", "次の期", "120,000", ofMemorandum, "", nil},
		{"三期目", "新しい期", "123,456", ofMemorandum, "", nil},
	}},
}

// isOptional says that a field stays empty where there is nothing, without a blank to be written in.
func (f *field) isOptional() bool {
	return f.source == ofMemorandum && f.name != "章の見出し" && f.name != "項目"
}

// stage is of which level the buyer is for whom a draft about an own listing is made.
func (x *record) stage() string {
	if x.of != store.InChargeOfListing {
		return ""
	}
	return x.level.Label()
}

// sections are the sections that the level has.
func sections(x *record) (out []func(string) string) {
	if x.memo != nil {
		for i := range x.memo.Sections {
			s := &x.memo.Sections[i]
			out = append(out, func(f string) string {
				return map[string]string{"章の見出し": s.Heading, "章の本文": s.Text}[f]
			})
		}
	}
	return atLeastOne(out)
}

// sectionPictures are their pictures, row by row.
func sectionPictures(x *record) (out []map[string][]docx.Picture) {
	for i := range x.memo.Sections {
		row := map[string][]docx.Picture{}
		for _, p := range x.memo.Sections[i].Pictures {
			row[fieldPictures] = append(row[fieldPictures], docx.Picture{Data: p.Data, Caption: p.Caption})
		}
		out = append(out, row)
	}
	return out
}

// periodRows are the rows of the three periods, below one with the names of the periods.
func periodRows(x *record) (out []func(string) string) {
	if x.memo != nil && len(x.memo.Rows) > 0 {
		for _, r := range append([][]string{append([]string{"期"}, x.memo.Columns...)}, x.memo.Rows...) {
			out = append(out, func(f string) string {
				for i, name := range [1 + periodsOfTable]string{"項目", "一期目", "二期目", "三期目"} {
					if name == f && i < len(r) {
						return r[i]
					}
				}
				return ""
			})
		}
	}
	return atLeastOne(out)
}

// atLeastOne: a list without rows cannot be filled.
func atLeastOne(rows []func(string) string) []func(string) string {
	if len(rows) == 0 {
		return []func(string) string{func(string) string { return "" }}
	}
	return rows
}

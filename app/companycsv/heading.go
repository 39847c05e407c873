package companycsv

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tsunagu/app/web"
	"tsunagu/store"
)

// heading is what the head row of a file says: which of the file's columns hold what.
type heading struct {
	at      []int          // for each column of the sheet the file's column, -1 for none
	units   map[int]string // by column of the sheet: in what the file's amounts are, where it is not 千円
	address int            // the file's column of whole addresses, -1 for none
	placed  map[int]bool   // columns of the sheet that the address fills; at has the address's column for them

	twice, unknown, missing []string // headings, to be told of
	remembered              []string // what was read as the institution has explained it before
	found, others           int      // headings that are known, and that are those of the other kind of companies
}

func newHeading(s *csvSheet) *heading {
	h := &heading{at: make([]int, len(s.columns)), units: map[int]string{}, address: -1, placed: map[int]bool{}}
	for k := range h.at {
		h.at[k] = -1
	}
	return h
}

// put says that a column of the sheet is in the file's column at.
func (h *heading) put(s *csvSheet, column string, at int, unit string) {
	h.found++
	if column == csvAddress {
		h.address = at
		return
	}
	k := s.at[column]
	if h.at[k] = at; unit != "" && unit != unitThousand {
		h.units[k] = unit
	}
}

func (h *heading) has(s *csvSheet, column string) bool {
	if column == csvAddress {
		return h.address >= 0
	}
	return h.at[s.at[column]] >= 0
}

// finish has the address fill the columns that the file does not have, and notes what is missing.
func (h *heading) finish(s *csvSheet) {
	if h.address >= 0 {
		for _, c := range append(slices.Clone(placeColumns), postalColumn) {
			if k := s.at[c]; h.at[k] < 0 {
				h.at[k], h.placed[k] = h.address, true
			}
		}
	}
	for k, c := range s.columns {
		if c.isNeeded && h.at[k] < 0 {
			h.missing = append(h.missing, "「"+c.name+"」")
		}
	}
}

// quoted is a heading in a message.
func quoted(cell string) string { return "「" + web.Truncate(strings.TrimSpace(cell), 20) + "」" }

// headingOf finds the columns of a file by their names, in any order: by the sheet's own, by what the institution has
// explained before, by other names.
func (s *csvSheet) headingOf(cells []string, explained []store.ImportColumn) *heading {
	h, other := newHeading(s), CSVSheets()[store.Buyer+store.Seller-s.kind]
	known := map[string][]store.ImportColumn{}
	for _, e := range explained {
		known[e.Header] = append(known[e.Header], e)
	}
	isOwn := func(name string) bool {
		k, ok := s.byName[name]
		return ok && bareHeader(s.columns[k].name) == name
	}
	own := map[string]bool{} // columns that the file has by their own names
	for _, cell := range cells {
		if name := bareHeader(cell); isOwn(name) {
			own[s.columns[s.byName[name]].name] = true
		}
	}
	put := func(column string, at int, unit string) {
		if h.has(s, column) {
			h.twice = append(h.twice, "「"+column+"」")
			return
		}
		h.put(s, column, at, unit)
	}
	for at, cell := range cells {
		name := bareHeader(cell)
		k, isName := s.byName[name]
		as := slices.DeleteFunc(slices.Clone(known[name]), func(e store.ImportColumn) bool {
			_, isColumn := s.at[e.Column]
			return own[e.Column] || !isColumn && e.Column != csvAddress
		})
		switch {
		case name == "", isReasonColumn(cell):
		case isName && (isOwn(name) || len(known[name]) == 0):
			put(s.columns[k].name, at, "")
		case len(as) > 0:
			for _, e := range as {
				put(e.Column, at, e.Unit)
				h.remembered = append(h.remembered, quoted(cell)+"は「"+e.Column+"」")
			}
		default:
			h.unknown = append(h.unknown, quoted(cell))
			if _, ok := other.byName[name]; ok {
				h.others++
			}
		}
	}
	h.finish(s)
	return h
}

// Units of amounts in files. What stands in a cell beside its number comes first.
const unitThousand = "千円"

var units = []string{unitThousand, "百万円", "億円", "万円", "円"}

// unitOf is the unit that a heading names: 売上高（百万円）.
func unitOf(header string) string {
	header = strings.ReplaceAll(bareHeader(header), "¥", "円")
	for _, u := range units {
		if strings.HasSuffix(header, "("+u+")") || strings.HasSuffix(header, "["+u+"]") || strings.Contains(header, "単位:"+u) ||
			strings.HasSuffix(header, "_"+u) {
			return u
		}
	}
	return ""
}

// isAmount says of a column that it holds money.
func (c *csvColumn) isAmount() bool { return strings.HasSuffix(c.name, "（千円）") }

// likelyNames are headings that banks and their systems use, by column: with these the screen for foreign headings begins.
// They are a proposal; nothing is read by them until the user has agreed.
var likelyNames = map[string][]string{
	csvName:      {"会社名", "商号", "法人名", "取引先名", "取引先名称", "顧客名", "顧客名称", "お客様名", "名称", "社名", "企業名称", "漢字氏名", "氏名・商号"},
	"企業形態":       {"形態", "法人区分", "人格"},
	"代表者名":       {"代表者氏名", "代表者", "社長名", "代表", "代表取締役", "代表者名（漢字）"},
	postalColumn: {"郵便NO", "郵便No.", "〒番号", "郵便"},
	csvAddress:   {"住所", "所在地", "本社所在地", "本店所在地", "会社住所", "住所（漢字）", "漢字住所", "本社住所"},
	"都道府県":       {"県名", "都道府県名", "県"},
	"市区町村":       {"市町村名", "市区町村名", "市区郡町村"},
	"町名":         {"町域名", "大字"},
	"番地・建物名":     {"番地等", "住所2", "建物名", "以降住所"},
	"電話番号":       {"電話NO", "電話No.", "TEL番号", "代表電話", "連絡先電話番号", "電話番号1"},
	"FAX番号":      {"ファックス", "ファックス番号", "FAXNO"},
	"ホームページ":     {"ホームページアドレス", "WEBサイト", "ウェブサイト"},
	csvCorporate: {"法人No.", "マイナンバー（法人）", "法人番号（13桁）"},
	"設立年":        {"設立年月", "設立年月日", "創業年", "設立日"},
	"資本金（千円）":    {"資本金額", "資本額"},
	"売上高（千円）":    {"年商", "年間売上高", "売上", "売上額", "年売上高", "直近売上高", "売上金額"},
	"営業利益（千円）":   {"営業損益", "営業利益額"},
	"総資産（千円）":    {"資産合計", "総資産額", "資産総額"},
	"従業員数":       {"従業員", "社員", "人員", "従業員数（名）", "従業者数"},
	"業種コード":      {"業種名", "業種名称", "業種分類", "業種区分"},
	"担当者名":       {"担当者", "窓口担当者", "連絡先担当者", "先方担当者"},
	csvMail:      {"MAIL", "メルアド", "E-MAILアドレス", "電子メール"},
	csvRemarks:   {"メモ", "コメント", "摘要"},
	csvCustomer:  {"顧客No.", "顧客コード", "取引先番号", "取引先コード", "取引先No.", "お客様番号", "CIF", "CIF番号", "CIFNO", "店番顧客番号", "管理番号"},
	csvMain:      {"行員名", "担当行員名", "行内担当", "行内担当者名", "営業担当", "営業担当者", "渉外担当", "渉外担当者", "主担当者"},
}

// shortHeader is a heading without what stands in brackets behind it: a unit, or a remark. 担当者（行内） stays whole: 担当者 alone
// is the company's own contact.
func shortHeader(s string) string {
	s = bareHeader(s)
	if strings.HasSuffix(s, "(行内)") {
		return s
	}
	short, _, _ := strings.Cut(s, "(")
	return short
}

// likelyIn is the heading that most likely stands for a column, -1 for none or several.
func (s *csvSheet) likelyIn(cells []string, column string) int {
	at := -1
	for i, cell := range cells {
		name := shortHeader(cell)
		is := func(n string) bool { return shortHeader(n) == name }
		own := false
		if k, ok := s.at[column]; ok {
			own = slices.ContainsFunc(append([]string{column}, s.columns[k].aliases...), is)
		}
		if name == "" || !own && !slices.ContainsFunc(likelyNames[column], is) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// isHeading says of a row that it looks like one of headings: a name of a column stands in it, or a likely one.
func (s *csvSheet) isHeading(cells []string, explained []store.ImportColumn) bool {
	return slices.ContainsFunc(cells, func(cell string) bool {
		name := bareHeader(cell)
		_, ok := s.byName[name]
		return ok || slices.ContainsFunc(explained, func(e store.ImportColumn) bool { return e.Header == name })
	})
}

// isLikelyHeading says of a row without names of columns that three of its cells at least are likely ones.
func (s *csvSheet) isLikelyHeading(cells []string) bool {
	n := 0
	for _, column := range append(s.Header(), csvAddress) {
		if s.likelyIn(cells, column) >= 0 {
			n++
		}
	}
	return n >= 3
}

// longestHeader is how long a heading may be to be remembered: what is longer is no name.
const longestHeader = 100

func isRememberable(header string) bool {
	return header != "" && utf8.RuneCountInString(header) <= longestHeader
}

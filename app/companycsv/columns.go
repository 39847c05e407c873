package companycsv

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"tsunagu/app/company"

	"tsunagu/app/deal"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// CSVCompany is a company as a row of a sheet: what is exported, and with what an import compares.
type CSVCompany struct {
	store.CompanyRecord
	Person *store.User // the first person; nil for none
	MainID string      // who in the bank works on it (主担当); "" for nobody
	Main   string      // the same as a cell
}

// csvColumn is one column of the sheets of companies, in both directions: write returns the stored
// value as a cell, read stores a cell in the inputs of the forms. The inputs are checked by the
// forms' own checks; fields names those inputs whose errors are shown at this column.
type csvColumn struct {
	name     string
	aliases  []string
	fields   string // separated by blanks
	isNeeded bool   // without it no company can be registered
	write    func(*CSVCompany) string
	read     func(*csvRow, string)
}

// csvFollows maps a column to the one on which its meaning depends: when that one changes, the
// column is read again.
var csvFollows = map[string]string{"市区町村": "都道府県", "証券コード": "上場区分", "業種その他": "業種コード"}

// csvSheet is the table of columns of a kind of companies.
type csvSheet struct {
	kind    int
	name    string // 買手 or 売手
	columns []csvColumn
	byName  map[string]int // by bareHeader of a name or alias, as written in files
	at      map[string]int // by the column's exact name
}

const (
	csvReasons   = "M&A目的"
	csvReasonsOf = "譲渡の理由" // the sellers' column in its place
	CSVWhyWrong  = "エラーの理由"
	csvCorporate = "法人番号"
	csvCustomer  = "顧客番号"
	csvName      = "企業名"
	csvMail      = "メールアドレス"
	csvRemarks   = "備考"
)

var CSVSheets = sync.OnceValue(func() map[int]*csvSheet {
	return map[int]*csvSheet{store.Buyer: newCSVSheet(store.Buyer, "買手"), store.Seller: newCSVSheet(store.Seller, "売手")}
})

func newCSVSheet(kind int, name string) *csvSheet {
	s := &csvSheet{kind: kind, name: name, columns: csvColumns(kind), byName: map[string]int{}, at: map[string]int{}}
	for i, c := range s.columns {
		s.at[c.name] = i
		for _, n := range append([]string{c.name}, c.aliases...) {
			s.byName[bareHeader(n)] = i
		}
	}
	return s
}

func (s *csvSheet) Header() []string {
	out := make([]string, len(s.columns))
	for i, c := range s.columns {
		out[i] = c.name
	}
	return out
}

// cells are the cells of a company's row.
func (s *csvSheet) cells(c *CSVCompany) []string {
	out := make([]string, len(s.columns))
	for i := range s.columns {
		out[i] = s.columns[i].write(c)
	}
	return out
}

// columnOf is the column that a field of the forms belongs to.
func (s *csvSheet) columnOf(field string) (string, bool) {
	for _, c := range s.columns {
		for f := range strings.FieldsSeq(c.fields) {
			if f == field || strings.HasSuffix(f, "*") && strings.HasPrefix(field, strings.TrimSuffix(f, "*")) {
				return c.name, true
			}
		}
	}
	return "", false
}

// csvColumns is the table of columns of a kind of companies.
func csvColumns(kind int) []csvColumn {
	text := func(name, field string, isNeeded bool, aliases []string, stored func(*CSVCompany) string, in func(*csvRow) *string) csvColumn {
		return csvColumn{name, aliases, field, isNeeded, stored, func(r *csvRow, cell string) { *in(r) = tidyText(cell) }}
	}
	parsed := func(name, field string, isNeeded bool, aliases []string, stored func(*CSVCompany) string, parse func(string) (string, string),
		in func(*csvRow) *string) csvColumn {
		return csvColumn{name, aliases, field, isNeeded, stored, func(r *csvRow, cell string) {
			v, reason := parse(cell)
			if reason != "" {
				r.fail(name, reason)
			}
			*in(r) = v
		}}
	}
	number := func(name, field string, isNeeded bool, aliases []string, stored func(*CSVCompany) *int64, parse func(string) (*int64, string),
		in func(*csvRow) **int64) csvColumn {
		return csvColumn{name, aliases, field, isNeeded, func(c *CSVCompany) string { return amountText(stored(c)) },
			func(r *csvRow, cell string) {
				v, reason := parse(cell)
				if reason != "" {
					r.fail(name, reason)
				}
				*in(r) = v
			}}
	}
	person := func(get func(*store.User) string) func(*CSVCompany) string {
		return func(c *CSVCompany) string {
			if c.Person == nil {
				return ""
			}
			return get(c.Person)
		}
	}
	reasons, reasonAliases := csvReasons, []string{"M&Aの目的", "買収の目的"}
	if kind == store.Seller {
		reasons, reasonAliases = csvReasonsOf, nil
	}
	return []csvColumn{
		text(csvName, "companyName", true, []string{"会社名", "商号"}, func(c *CSVCompany) string { return c.Details.CompanyName },
			func(r *csvRow) *string { return &r.details.CompanyName }),
		{"企業形態", []string{"法人格", "会社形態"}, "businessFormType memberType", false,
			func(c *CSVCompany) string { return master.ItemLabel(master.BusinessFormTypes, c.Details.BusinessType) }, readForm},
		text("代表者名", "representativeName", true, []string{"代表者"}, func(c *CSVCompany) string { return c.Details.RepresentativeName },
			func(r *csvRow) *string { return &r.details.RepresentativeName }),
		{"郵便番号", []string{"〒"}, "postalCode", true, func(c *CSVCompany) string { return postalText(c.Details.PostalCode) }, readPostal},
		{"都道府県", nil, "prefectureCode", true, func(c *CSVCompany) string { return c.Details.PrefectureName }, readPrefecture},
		{"市区町村", []string{"市町村"}, "cityCode", true, func(c *CSVCompany) string { return c.Details.CityName }, readCity},
		text("町名", "townCode townName", false, []string{"町域"}, func(c *CSVCompany) string { return c.Details.TownName },
			func(r *csvRow) *string { return &r.details.TownName }),
		{"番地・建物名", []string{"番地", "番地建物名"}, "buildingName", false, func(c *CSVCompany) string { return c.Details.BuildingName },
			func(r *csvRow, cell string) {
				r.details.BuildingName = strings.Join(strings.Fields(strings.ReplaceAll(tidyText(cell), "\n", " ")), " ")
			}},
		parsed("電話番号", "representativePhoneNumber", true, []string{"TEL", "電話"},
			func(c *CSVCompany) string { return c.Details.RepresentativePhoneNumber }, phoneOf,
			func(r *csvRow) *string { return &r.details.RepresentativePhoneNumber }),
		parsed("FAX番号", "representativeFaxNumber", false, []string{"FAX"},
			func(c *CSVCompany) string { return c.Details.RepresentativeFaxNumber }, phoneOf,
			func(r *csvRow) *string { return &r.details.RepresentativeFaxNumber }),
		{"ホームページ", []string{"URL", "HP", "ホームページURL"}, "homePageUrl", false, func(c *CSVCompany) string { return c.Details.HomePageURL },
			func(r *csvRow, cell string) {
				v := tidyCode(cell)
				if scheme, rest, ok := strings.Cut(v, "://"); ok {
					v = strings.ToLower(scheme) + "://" + rest
				}
				r.details.HomePageURL = v
			}},
		parsed(csvCorporate, "corporateRegistrationNumber", false, nil,
			func(c *CSVCompany) string { return c.Details.CorporateRegistrationNumber }, corporateNumberOf,
			func(r *csvRow) *string { return &r.details.CorporateRegistrationNumber }),
		{"上場区分", []string{"上場"}, "listType", false, func(c *CSVCompany) string { return listTypeText(c.Details.ListType) }, readListType},
		{"証券コード", nil, "securityCode", false, func(c *CSVCompany) string { return c.Details.SecurityCode }, readSecurityCode},
		number("設立年", "establishedYear", false, []string{"設立年（西暦）", "設立"}, func(c *CSVCompany) *int64 { return c.Details.EstablishedYear },
			yearOf, func(r *csvRow) **int64 { return &r.details.EstablishedYear }),
		number("資本金（千円）", "capitalAmount", false, []string{"資本金"}, func(c *CSVCompany) *int64 { return c.Details.CapitalAmount }, amountOf,
			func(r *csvRow) **int64 { return &r.details.CapitalAmount }),
		number("売上高（千円）", "lastYearSalesAmount salesAmount", true, []string{"売上高", "年商（千円）"},
			func(c *CSVCompany) *int64 { return c.Details.SalesAmount }, amountOf,
			func(r *csvRow) **int64 { return &r.details.LastYearSalesAmount }),
		number("営業利益（千円）", "operatingProfit", false, []string{"営業利益"}, func(c *CSVCompany) *int64 { return c.Details.OperatingProfit }, amountOf,
			func(r *csvRow) **int64 { return &r.details.OperatingProfit }),
		number("総資産（千円）", "totalAssets", false, []string{"総資産"}, func(c *CSVCompany) *int64 { return c.Details.TotalAssets }, amountOf,
			func(r *csvRow) **int64 { return &r.details.TotalAssets }),
		number("従業員数", "numberOfEmployees", false, []string{"従業員数（人）", "社員数"}, func(c *CSVCompany) *int64 { return c.Details.NumberOfEmployees },
			headcountOf, func(r *csvRow) **int64 { return &r.details.NumberOfEmployees }),
		{"業種コード", []string{"業種"}, "industryType", true, func(c *CSVCompany) string { return strings.Join(c.IndustryTypes, " ") },
			func(r *csvRow, cell string) {
				codes, reason := industriesOf(cell)
				if reason != "" {
					r.fail("業種コード", reason)
				}
				r.overview.IndustryType = codes
			}},
		{"業種その他", nil, "industryOtherText*", false, writeIndustryTexts, readIndustryTexts},
		{reasons, reasonAliases, "mAndAReason mAndAReasonOthers", false, writeReasons,
			func(r *csvRow, cell string) { readReasons(r, reasons, cell) }},
		{"M&A経験", []string{"M&Aの経験"}, "mAndAExperience", false, func(c *CSVCompany) string {
			return master.ItemLabel(master.MAExperience,
				c.MAExperience)
		}, func(r *csvRow, cell string) {
			key, ok := itemOf(master.MAExperience, cell)
			if !ok {
				r.fail("M&A経験", "「なし」「あり（1～2件）」「あり（3件以上）」のいずれかを入力してください。")
			}
			r.overview.MAndAExperience = key
		}},
		text("担当者名", "userName", true, []string{"ご担当者名"}, person(func(u *store.User) string { return u.UserName }),
			func(r *csvRow) *string { return &r.person.UserName }),
		text("担当者名カナ", "userNameKana", false, []string{"担当者名（カナ）", "担当者カナ"}, person(func(u *store.User) string { return u.UserNameKana }),
			func(r *csvRow) *string { return &r.person.UserNameKana }),
		{csvMail, []string{"メール", "E-mail", "Eメール"}, "loginId", true, person(func(u *store.User) string { return u.LoginID }),
			func(r *csvRow, cell string) { r.person.LoginID = tidyCode(cell) }},
		{csvRemarks, nil, "remark", false, func(c *CSVCompany) string { return c.Remark },
			func(r *csvRow, cell string) { r.overview.Remark = tidyKana(cell) }},
		{csvCustomer, nil, "registrationId", false, func(c *CSVCompany) string { return c.RegistrationID }, readCustomerNumber},
		{csvMain, []string{"行内担当者", "担当行員", "担当者（行内）"}, "personInCharge", false, func(c *CSVCompany) string { return c.Main }, readMain},
	}
}

// readCustomerNumber reads the institution's own number of a company. One that differs from the stored number by leading
// zeros alone is the stored one: a spreadsheet takes them away.
func readCustomerNumber(r *csvRow, cell string) {
	number, reason := customerNumberOf(cell)
	if reason != "" {
		r.fail(csvCustomer, reason)
	}
	if r.stored == nil || customerKey(number) != customerKey(tidyCode(r.stored.RegistrationID)) {
		r.overview.RegistrationID = number
	}
}

// amountText is a number as a cell. A loss is written ▲3500, as banks write it: a spreadsheet could
// read a cell that begins with a minus as a formula (trust.md Input and output).
func amountText(v *int64) string {
	switch {
	case v == nil:
		return ""
	case *v < 0:
		return "▲" + strconv.FormatUint(uint64(-*v), 10)
	}
	return strconv.FormatInt(*v, 10)
}

func postalText(s string) string {
	if len(s) == 7 {
		return s[:3] + "-" + s[3:]
	}
	return s
}

func listTypeText(v int) string {
	if v == 0 {
		return ""
	}
	return deal.ListType(v).Label()
}

var formAliases = strings.NewReplacer("カブシキガイシャ", "株式会社", "カブシキカイシャ", "株式会社", "ユウゲンガイシャ", "有限会社", "ゴウドウガイシャ", "合同会社", "ゴウシガイシャ", "合資会社",
	"ゴウメイガイシャ", "合名会社")

// readForm reads a company's legal form; if the cell is empty, it is taken from the name, which has
// been read already, as its column comes first in the table.
func readForm(r *csvRow, cell string) {
	key, ok := itemOf(master.BusinessFormTypes, formAliases.Replace(tidyText(cell)))
	if !ok {
		r.fail("企業形態", "企業形態の選択肢にない値です。「株式会社」「有限会社」「合同会社」などを入力してください。")
	}
	if key == 0 && ok {
		key = formInName(r.details.CompanyName)
		if key == 0 {
			r.fail("企業形態", "企業形態を入力してください（例: 株式会社）。")
		}
	}
	r.details.BusinessFormType = key
}

// formInName is the form that a name begins or ends with, 0 for none.
func formInName(name string) int {
	folded, best, length := master.Fold(formAliases.Replace(name)), 0, 0
	for _, i := range master.Items(master.BusinessFormTypes) {
		if i.Position == "none" {
			continue
		}
		for _, word := range append([]string{i.Label}, i.Aliases...) {
			w := master.Fold(word)
			if len(w) > length && (strings.HasPrefix(folded, w) || i.Position == "both" && strings.HasSuffix(folded, w) ||
				strings.HasPrefix(w, "(") && strings.Contains(folded, w)) {
				best, length = i.Key, len(w)
			}
		}
	}
	return best
}

func readListType(r *csvRow, cell string) {
	switch master.Fold(cell) {
	case "":
		r.details.ListType = 0
	case "上場", "1":
		r.details.ListType = int(deal.ListTypeListed)
	case "非上場", "未上場", "2":
		r.details.ListType = int(deal.ListTypeUnlisted)
	default:
		r.fail("上場区分", "「上場」か「非上場」を入力してください。")
	}
}

func readSecurityCode(r *csvRow, cell string) {
	code := strings.ToUpper(tidyCode(cell))
	if exponent.MatchString(code) {
		r.fail("証券コード", exponentReason)
	} else if code = restoreZeros(code, 3, 4); code != "" && r.details.ListType != int(deal.ListTypeListed) && !r.failed["上場区分"] {
		r.fail("証券コード", "証券コードは上場企業だけが入力できます。上場区分を確認してください。")
	}
	r.details.SecurityCode = code
}

// codedText matches a line 「13004：冷凍惣菜」: the free text of one small class.
var codedText = regexp.MustCompile(`^(\d{5}|その他)\s*[：:]\s*(.+)$`)

// writeIndustryTexts writes the text alone if only one of the company's small classes can have one,
// else a line for each class.
func writeIndustryTexts(c *CSVCompany) string {
	var lines []string
	for _, code := range freeTextClasses(c.IndustryTypes) {
		if t := c.IndustryOtherTexts[code]; t != "" {
			lines = append(lines, code+"："+t)
		}
	}
	if len(lines) == 1 && c.IndustryOtherText == "" && len(freeTextClasses(c.IndustryTypes)) == 1 {
		if plain := lines[0][len("13004："):]; !codedText.MatchString(plain) {
			return plain
		}
	}
	if c.IndustryOtherText != "" {
		lines = append(lines, "その他："+c.IndustryOtherText)
	}
	return strings.Join(lines, "\n")
}

// freeTextClasses are those small classes that have a free text.
func freeTextClasses(codes []string) []string {
	var out []string
	for _, code := range codes {
		if slices.Contains(master.FreeTextCodes[:], code) {
			out = append(out, code)
		}
	}
	return out
}

func readIndustryTexts(r *csvRow, cell string) {
	r.overview.IndustryTexts = company.IndustryTexts{}
	const column = "業種その他"
	cell = tidyText(cell)
	if cell == "" || r.failed["業種コード"] {
		return
	}
	classes, byCode := freeTextClasses(r.overview.IndustryType), r.overview.ByCode()
	for line := range strings.SplitSeq(cell, "\n") {
		line = strings.TrimSpace(line)
		m := codedText.FindStringSubmatch(line)
		switch {
		case line == "":
		case m != nil && m[1] == "その他":
			r.overview.IndustryOtherText = m[2]
		case m != nil && slices.Contains(classes, m[1]):
			*byCode[m[1]] = m[2]
		case m != nil:
			r.fail(column, "業種コード "+m[1]+" の内容は、その業種コードを選んだときだけ入力できます。")
		case len(classes) == 0:
			r.fail(column, "業種その他は、内容の入力が要る業種コード（"+strings.Join(master.FreeTextCodes[:], "、")+"）のときだけ入力できます。")
		case len(classes) > 1 || strings.Contains(cell, "\n"):
			r.fail(column, "どの業種の内容かを「13004：冷凍惣菜」の形で、1行に1つずつ入力してください。")
		default:
			*byCode[classes[0]] = line
		}
	}
}

// otherReason matches the end of 「31 49：海外展開」, also with the choice's name in place of its key.
var otherReason = regexp.MustCompile(`^(.*?)(29|49|その他)\s*[：:]\s*(.+)$`)

func writeReasons(c *CSVCompany) string {
	words := make([]string, 0, len(c.MAReasons))
	last := ""
	for _, key := range c.MAReasons {
		if word := strconv.Itoa(key); c.MAReasonOthers != "" && slices.Contains(master.FreeTextKeys(master.MAReasons), key) {
			last = word + "：" + c.MAReasonOthers
		} else {
			words = append(words, word)
		}
	}
	if last != "" {
		words = append(words, last)
	}
	return strings.Join(words, " ")
}

func readReasons(r *csvRow, column, cell string) {
	r.overview.MAndAReason, r.overview.MAndAReasonOthers = nil, ""
	cell = tidyText(strings.ReplaceAll(cell, "\n", " "))
	if m := otherReason.FindStringSubmatch(cell); m != nil {
		cell, r.overview.MAndAReasonOthers = m[1]+m[2], m[3]
	}
	side, example := "buy", "31 34"
	if r.kind == store.Seller {
		side, example = "sell", "11 13"
	}
	known := names[int]{}
	for _, i := range master.Items(master.MAReasons) {
		if i.Side == side {
			known.add(i.Label, i.Key)
			known[strconv.Itoa(i.Key)] = i.Key
		}
	}
	keys, unknown := chosen(cell, known.find)
	if unknown != "" {
		r.fail(column, "「"+web.Truncate(unknown, 20)+"」は選択肢にありません。選択肢の名前か2桁のコードを空白で区切って入力してください（例: "+example+"）。")
		return
	}
	r.overview.MAndAReason = keys
}

// sameCell says whether a cell equals the stored value, in whatever encoding it was exported.
func sameCell(cell, stored string) bool {
	return cell == stored || sheet.Canonical(strings.ReplaceAll(cell, "\r\n", "\n")) == sheet.Canonical(stored)
}

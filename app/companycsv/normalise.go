package companycsv

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store/master"
)

// Corrections of values that people and spreadsheets have altered. A function here corrects what is
// certain and returns a reason for what is not; the form's own checks come after it.

// tidyText is a text with the character widths of the forms: half-width kana become full-width with
// their voiced marks, full-width letters and digits become half-width. NFKC would also decompose ①
// and ㈱.
func tidyText(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r >= '０' && r <= '９', r >= 'Ａ' && r <= 'Ｚ', r >= 'ａ' && r <= 'ｚ':
			return r - '０' + '0'
		case r == '\u3000':
			return ' '
		}
		return r
	}, tidyKana(s)))
}

// tidyKana makes half-width kana full-width and changes nothing else.
func tidyKana(s string) string {
	if !strings.ContainsFunc(s, isHalfKana) {
		return s
	}
	var b, run strings.Builder
	for _, r := range s + "\x00" {
		if isHalfKana(r) {
			run.WriteRune(r)
			continue
		}
		b.WriteString(norm.NFKC.String(run.String()))
		run.Reset()
		if r != 0 {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isHalfKana(r rune) bool { return r >= '｡' && r <= 'ﾟ' }

// tidyCode is a code, a number, a mail address or a URL: all of it half-width, without outer
// spaces.
func tidyCode(s string) string { return strings.TrimSpace(norm.NFKC.String(tidyKana(s))) }

var (
	sheetError = regexp.MustCompile(`^#(N/A|REF!|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|#*)$`)
	exponent   = regexp.MustCompile(`^[+-]?\d(\.\d+)?[Ee][+-]?\d+$`)
)

const (
	sheetErrorReason = "Excelのエラー表示です。もとの値を入力し直してください。"
	exponentReason   = "Excelの指数表記になり、もとの桁が失われています。もとの値を入力し直してください。"
)

// unreadable says why a cell cannot be read, whatever its column is; "" if it can.
func unreadable(s string) string {
	switch {
	case strings.ContainsFunc(s, sheet.IsLost):
		return "読めない文字（文字化けまたは外字）が含まれています。入力し直してください。"
	case sheetError.MatchString(strings.TrimSpace(s)):
		return sheetErrorReason
	}
	return ""
}

// isNothing recognises the marks that people write into empty cells, such as a dash.
func isNothing(cell, column string) bool {
	switch strings.TrimSpace(cell) {
	case "-", "－", "―", "—", "–", "‐", "−", "ー", "─":
		return column != csvRemarks
	case "なし", "無し", "無":
		return column == "FAX番号" || column == "ホームページ"
	}
	return false
}

// restoreZeros restores leading zeros that a spreadsheet removed from a number of a fixed count of
// digits.
func restoreZeros(s string, atLeast, digits int) string {
	if len(s) >= atLeast && len(s) < digits && allASCIIDigits(s) {
		return strings.Repeat("0", digits-len(s)) + s
	}
	return s
}

func allASCIIDigits(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// phoneOf is a telephone number in plain digits and hyphens. Japanese numbers have ten or eleven
// digits and begin with a zero: one of nine or ten digits without it has lost its zero.
func phoneOf(s string) (string, string) {
	s = tidyCode(s)
	if exponent.MatchString(s) {
		return s, exponentReason
	}
	s = web.PlainHyphens(strings.NewReplacer("(", "-", ")", "-").Replace(s))
	s = strings.Trim(strings.ReplaceAll(s, "--", "-"), "-")
	if n := len(s); allASCIIDigits(s) && s[0] != '0' && (n == 9 || n == 10) {
		s = "0" + s
	}
	return s, ""
}

// corporateNumberOf is a 法人番号 without separators. It never begins with a zero, so no spreadsheet
// has removed one.
func corporateNumberOf(s string) (string, string) {
	s = tidyCode(s)
	if exponent.MatchString(s) {
		return s, exponentReason
	}
	return strings.NewReplacer(",", "", "-", "", " ", "").Replace(web.PlainHyphens(s)), ""
}

// customerNumberOf is a 顧客番号 as the institution writes it.
func customerNumberOf(s string) (string, string) {
	if s = tidyCode(s); exponent.MatchString(s) {
		return s, exponentReason
	}
	return s, ""
}

// customerKey is what two spellings of a 顧客番号 have in common: in digits alone leading zeros do not count, as a
// spreadsheet may have taken them away.
func customerKey(number string) string {
	if allASCIIDigits(number) {
		return strings.TrimLeft(number[:len(number)-1], "0") + number[len(number)-1:]
	}
	return number
}

var (
	amountUnit  = regexp.MustCompile(`^(.*?)(百万円|千円|円)?$`)
	amountKanji = regexp.MustCompile(`^(?:(\d+(?:\.\d+)?)億)?(?:(\d+(?:\.\d+)?)千万)?(?:(\d+(?:\.\d+)?)(百)?万)?$`)
	wholeNumber = regexp.MustCompile(`^(\d+)(?:\.0+)?$`)
)

// amountOf is an amount in 千円 from the forms in which people write it: △ ▲ ( ) for losses,
// separators, a unit. 億 and 万 are multiples of one yen.
func amountOf(s string) (*int64, string) {
	s = strings.NewReplacer(",", "", "¥", "", `\`, "", " ", "", "、", "").Replace(tidyCode(s))
	if s == "" {
		return nil, ""
	}
	if exponent.MatchString(s) {
		return nil, exponentReason
	}
	negative := false
	if rest, ok := strings.CutPrefix(s, "("); ok && strings.HasSuffix(rest, ")") {
		s, negative = strings.TrimSuffix(rest, ")"), true
	} else if r := []rune(s)[0]; strings.ContainsRune("△▲-−‐‑–—―", r) {
		s, negative = strings.TrimPrefix(s, string(r)), true
	}
	m := amountUnit.FindStringSubmatch(s)
	number, unit := m[1], m[2]
	per := big.NewRat(1, 1) // one 千円
	switch unit {
	case "百万円":
		per = big.NewRat(1000, 1)
	case "円":
		per = big.NewRat(1, 1000)
	}
	value := new(big.Rat)
	if w := wholeNumber.FindStringSubmatch(number); w != nil {
		if unit == "円" {
			return nil, "単位は千円です。千円単位の数字で入力してください。"
		}
		value.SetString(w[1])
	} else if k := amountKanji.FindStringSubmatch(number); k != nil && number != "" && (unit == "" || unit == "円") {
		for i, factor := range [...]int64{100_000, 10_000, 10} { // 千円
			if i == 2 && k[4] != "" {
				factor *= 100
			}
			if part, ok := new(big.Rat).SetString(k[i+1]); ok {
				value.Add(value, part.Mul(part, big.NewRat(factor, 1)))
			}
		}
		per = big.NewRat(1, 1)
	} else {
		return nil, "千円単位の整数で入力してください（例: 350000、▲12000）。"
	}
	value.Mul(value, per)
	if !value.IsInt() {
		return nil, "千円単位の整数で入力してください。"
	}
	if !value.Num().IsInt64() || value.Num().Int64() > web.MaxAmount {
		return nil, "数が大きすぎます。千円単位で入力してください。"
	}
	n := value.Num().Int64()
	if negative {
		n = -n
	}
	return &n, ""
}

// headcountOf is a number of people, with or without 人 or 名 after it.
func headcountOf(s string) (*int64, string) {
	s = strings.NewReplacer(",", "", " ", "").Replace(tidyCode(s))
	s = strings.TrimSuffix(strings.TrimSuffix(s, "人"), "名")
	if s == "" {
		return nil, ""
	}
	if exponent.MatchString(s) {
		return nil, exponentReason
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return nil, "人数を整数で入力してください（例: 25）。"
	}
	return &n, ""
}

var (
	westernYear = regexp.MustCompile(`^(\d{4})(?:年?|(?:[/.\-年]\d{1,2}(?:[/.\-月]?\d{0,2}日?)?))$`)
	eraYear     = regexp.MustCompile(`^(明治|大正|昭和|平成|令和|[MTSHR])(\d{1,2}|元)(?:年|[./\-]|$)[\d年月日./\-]*$`)
	eraStart    = map[string]int64{"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "M": 1867, "T": 1911, "S": 1925, "H": 1988,
		"R": 2018}
)

// yearOf is a year, also from a date or from a year of a Japanese era.
func yearOf(s string) (*int64, string) {
	s = strings.ReplaceAll(tidyCode(s), " ", "")
	if s == "" {
		return nil, ""
	}
	var year int64
	if m := westernYear.FindStringSubmatch(s); m != nil {
		year, _ = strconv.ParseInt(m[1], 10, 64)
	} else if m := eraYear.FindStringSubmatch(strings.ToUpper(s)); m != nil {
		n := int64(1)
		if m[2] != "元" {
			n, _ = strconv.ParseInt(m[2], 10, 64)
		}
		year = eraStart[m[1]] + n
	} else if len(s) == 5 && allASCIIDigits(s) {
		return nil, "Excelの日付の通し番号のようです。西暦4桁で入力し直してください（例: 1975）。"
	} else {
		return nil, "西暦4桁で入力してください（例: 1975）。"
	}
	return &year, ""
}

var codeSeparators = regexp.MustCompile(`[\s,;、，；・/|]+`)

// itemOf is the key of a choice, given its label, one of its other names, or the key itself.
func itemOf(list, s string) (int, bool) {
	folded := master.Fold(s)
	if folded == "" {
		return 0, true
	}
	for _, i := range master.Items(list) {
		if master.Fold(i.Label) == folded || strconv.Itoa(i.Key) == folded ||
			slices.ContainsFunc(i.Aliases, func(a string) bool { return master.Fold(a) == folded }) {
			return i.Key, true
		}
	}
	return 0, false
}

var requiredMarks = strings.NewReplacer("【必須】", "", "(必須)", "", "（必須）", "", "【任意】", "")

// bareHeader is a column's name in the form in which names are compared: without spaces and line
// breaks, with uniform widths.
func bareHeader(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '*' || r == '※' {
			return -1
		}
		return r
	}, master.Fold(requiredMarks.Replace(s)))
}

package anonymity

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hitWords says for each kind why it is a hit and what to write instead.
var hitWords = map[HitKind]struct{ why, suggestion string }{
	HitCompany:         {"企業名（または読み）と一致します。", "企業名を消し、「当社」などに置き換えてください。"},
	HitRepresentative:  {"代表者名と一致します。", "「代表者」などに置き換えてください。"},
	HitPlace:           {"市区町村・町名が含まれています。", "都道府県または地域の名前に置き換えてください。"},
	HitStation:         {"駅名が含まれています。", "「最寄駅」または都道府県・地域の名前に置き換えてください。"},
	HitURL:             {"URLが含まれています。", "URLを消してください。"},
	HitMail:            {"メールアドレスが含まれています。", "メールアドレスを消してください。"},
	HitPhone:           {"電話番号が含まれています。", "電話番号を消してください。"},
	HitCorporateNumber: {"法人番号（13桁の数字）が含まれています。", "番号を消してください。"},
	HitAmount:          {"正確な金額は企業の特定につながります。", "「約1億円」のような概数に置き換えてください。"},
	HitSuperlative:     {"他に例がないことを示す語は企業の特定につながります。", "「有数の」などに置き換えるか、消してください。"},
	HitFounded:         {"創業の年は企業の特定につながります。", "「業歴は約40年」のような概数に置き換えてください。"},
	HitCount:           {"正確な人数・店舗数・年数は企業の特定につながります。", "「約20名」「10店舗前後」のような概数に置き換えてください。"},
}

var (
	mailPattern    = regexp.MustCompile(`[a-z0-9._%+-]+ ?@ ?[a-z0-9-]+(?:\.[a-z0-9-]+)+`)
	urlPattern     = regexp.MustCompile(`https?://[!-~]+|www\.[!-~]+|[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:jp|com|net|org|info|biz|io|shop|site|tokyo)(?:/[!-~]*)?`)
	numberPattern  = regexp.MustCompile(`\d(?:[-ー ]?\d)*`)
	phonePattern   = regexp.MustCompile(`(?:\+81[-ー (]*|\(?0)\d{0,4}[-ー ()]*\d{1,4}[-ー ()]*\d{3,4}`)
	amountPattern  = regexp.MustCompile(`(?:\d[\d,]*(?:\.\d+)?(?:兆|億|千万|百万|万|千)?)+円?`)
	amountPart     = regexp.MustCompile(`(\d[\d,]*)(?:\.(\d+))?(兆|億|千万|百万|万|千)?`)
	kanjiAmount    = regexp.MustCompile(`[一二三四五六七八九十百千万億兆]{3,}円`)
	superlatives   = regexp.MustCompile(`唯一|最大|日本一|(?:日本|世界|国内|全国|業界)初`)
	stationPattern = regexp.MustCompile(`(?:[\p{Han}\p{Katakana}ー々]{1,10}|\p{Hiragana}{3,8})駅`)
	foundedPattern = regexp.MustCompile(`(?:創業|創立|設立)(?:は|:|から|以来)?(?:西暦|明治|大正|昭和|平成|令和)?(?:\d{1,4}|[一二三四五六七八九十百〇元]{1,5})(?:周)?年|` +
		`(?:(?:明治|大正|昭和|平成|令和)(?:\d{1,2}|[一二三四五六七八九十元]{1,3})|\d{4})年(?:に)?(?:創業|創立|設立)`)
	countPattern = regexp.MustCompile(`(約|およそ|おおよそ|ほぼ|[数何第~〜～ー\-]|\d\.)?(\d[\d,]*|[一二三四五六七八九十百千]{1,7})` +
		`(名|人|店舗|店|拠点|営業所|支店|事業所|工場|施設|教室|か所|カ所|ヶ所|箇所)`)
	yearsPattern = regexp.MustCompile(`((?:業歴|社歴|営業歴|実績|歴史|取引)(?:は|が|も|、|:)?(約|およそ|おおよそ|ほぼ)?)(\d{2,3}|[一二三四五六七八九十百]{2,5})年|` +
		`(約|およそ|おおよそ|ほぼ)?(\d{2,3}|[一二三四五六七八九十百]{2,5})年(?:間)?(?:の(?:業歴|歴史|実績|伝統|直接取引|取引)|続く|続いた|続ける|にわたり|にわたる|営業|の老舗)`)
	// aroundCount follows a count that is a bound or a rough number, and one that counts something else.
	aroundCount = regexp.MustCompile(`^(?:程度|ほど|くらい|ぐらい|前後|規模|以上|以下|未満|超|弱|強|余|台|乗り|当たり|あたり|[~〜～ー\-]|から\d|に[一1]|分の|十色)`)
)

// commonStations are words that end in 駅 and name no station.
var commonStations = regexp.MustCompile(`(?:最寄り?|もより|主要|各|同|当|新幹線|ターミナル|始発|無人|近隣|私鉄|地下鉄|から|まで|より|近くの)駅$`)

func findPatterns(f folded) []span {
	var spans []span
	each := func(p *regexp.Regexp, kind HitKind, ok func(from, to int, text string) bool) {
		for _, m := range p.FindAllStringIndex(f.text, -1) {
			from := len([]rune(f.text[:m[0]]))
			to := from + len([]rune(f.text[m[0]:m[1]]))
			if ok == nil || ok(from, to, f.text[m[0]:m[1]]) {
				spans = append(spans, span{from: from, to: to, kind: kind})
			}
		}
	}
	each(mailPattern, HitMail, nil)
	each(urlPattern, HitURL, func(_, to int, _ string) bool { return !isWord(f.after(to)) })
	each(phonePattern, HitPhone, func(from, to int, text string) bool {
		n := digits(text)
		if strings.HasPrefix(text, "+81") {
			n-- // +81 stands for one 0
		}
		return (n == 10 || n == 11) && !unicode.IsDigit(f.before(from)) && !unicode.IsDigit(f.after(to)) && f.after(to) != '円'
	})
	each(numberPattern, HitCorporateNumber, func(from, to int, text string) bool {
		return digits(text) == 13 && f.after(to) != '円'
	})
	each(amountPattern, HitAmount, func(_, to int, text string) bool {
		isYen := strings.HasSuffix(text, "円")
		if !isYen && (!strings.Contains(text, "億") || strings.ContainsRune("人名件個台坪本枚戸点回株冊食", f.after(to)) && f.after(to) != 0) {
			return false
		}
		return significant(text) >= exactDigits
	})
	each(kanjiAmount, HitAmount, func(_, _ int, text string) bool {
		n := 0
		for _, r := range text {
			if strings.ContainsRune("一二三四五六七八九", r) {
				n++
			}
		}
		return n >= exactDigits
	})
	each(superlatives, HitSuperlative, func(_, to int, text string) bool {
		return text != "最大" || f.after(to) != '限' && f.after(to) != '化' // 最大限, 最大化
	})
	each(stationPattern, HitStation, func(_, _ int, text string) bool { return !commonStations.MatchString(text) })
	each(foundedPattern, HitFounded, nil)
	for _, m := range countPattern.FindAllStringSubmatchIndex(f.text, -1) {
		unit := f.text[m[6]:m[7]]
		least := 3
		if unit == "名" || unit == "人" {
			least = 6
		}
		digit := f.text[m[4]] < utf8.RuneSelf
		isRough := m[2] >= 0 && !(digit && f.text[m[2]:m[3]] == "数") // 数十名, but 従業員数18名
		if !isRough && number(f.text[m[4]:m[5]]) >= least && !aroundCount.MatchString(f.text[m[1]:]) {
			from := len([]rune(f.text[:m[4]]))
			spans = append(spans, span{from: from, to: from + len([]rune(f.text[m[4]:m[7]])), kind: HitCount})
		}
	}
	for _, m := range yearsPattern.FindAllStringSubmatchIndex(f.text, -1) {
		from := len([]rune(f.text[:m[0]]))
		if m[4] < 0 && m[8] < 0 && !unicode.IsDigit(f.before(from)) && !aroundCount.MatchString(f.text[m[1]:]) {
			spans = append(spans, span{from: from, to: from + len([]rune(f.text[m[0]:m[1]])), kind: HitCount})
		}
	}
	return spans
}

// number is a count written in digits or in kanji (百七十八); 0 for what is too long to be one.
func number(text string) int {
	text = strings.ReplaceAll(text, ",", "")
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	sum, n := 0, 0
	for _, r := range text {
		if tens, ok := map[rune]int{'十': 10, '百': 100, '千': 1000}[r]; ok {
			sum, n = sum+max(n, 1)*tens, 0
			continue
		}
		i := strings.IndexRune("一二三四五六七八九", r)
		if i < 0 {
			return 0
		}
		n = i/len("一") + 1
	}
	return sum + n
}

// exactDigits: an amount with three significant digits or more is exact
// (1億2,345万円), with fewer it is round (1億2,000万円).
const exactDigits = 3

func digits(s string) int {
	n := 0
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

// unitZeros is how many zeros a unit stands for.
var unitZeros = map[string]int{"兆": 12, "億": 8, "千万": 7, "百万": 6, "万": 4, "千": 3, "": 0}

// significant returns the number of significant digits of an amount.
func significant(text string) int {
	if digits(text) > 40 {
		return exactDigits
	}
	sum := new(big.Int)
	for _, p := range amountPart.FindAllStringSubmatch(text, -1) {
		whole, fraction := strings.ReplaceAll(p[1], ",", ""), p[2]
		// scaled by 10^40 so that fractions stay whole
		n, ok := new(big.Int).SetString(whole+fraction+strings.Repeat("0", unitZeros[p[3]]+40-len(fraction)), 10)
		if ok {
			sum.Add(sum, n)
		}
	}
	return len(strings.Trim(sum.String(), "0"))
}

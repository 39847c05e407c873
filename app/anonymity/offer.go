package anonymity

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Offer is a milder wording for a hit: what stands at Start to End (in characters of the text, around the hit) becomes Text, empty where it
// is left out. It deletes or generalises and never adds a fact: its words are general ones, bands around what the text says, words of the
// text itself, or the place that the listing publishes.
type Offer struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// Offering is what offers are made with. It holds nothing of anybody's record but what a listing publishes.
type Offering struct {
	Year                  int // now
	People, Sales, Profit []Band
	Places                *Places
	Published             *Area // of the listing that the text is about: one place, or both empty; nil where there is none
}

// Band is a range of people or of yen, both ends included, nil where open.
type Band struct {
	Label    string
	Min, Max *int64
}

// General words that offers use beside those of known.go.
const (
	wordOwn       = "当社"
	wordHead      = "代表者"
	wordInCharge  = "担当者"
	wordSomewhere = "ある地域"
	wordStation   = "最寄駅"
	wordProduct   = "自社製品"
	wordSeveral   = "複数"
	wordShare     = "一定のシェア"
	wordPart      = "一定の割合"
	wordTop       = "上位のシェア"
	wordNear      = "近隣の名所"
	wordAirport   = "最寄りの空港"
	wordJunction  = "最寄りのインターチェンジ"
	wordShrine    = "近隣の神社"
	wordCastle    = "近隣の城跡"
	wordFew       = "有数"
)

// offered is a hit with what stands around it, each character in one form (widths and case, one for one).
type offered struct {
	Offering
	hit    Hit
	flat   []rune
	before string
	text   string
	after  string
	others []Hit // of the same text
}

// WithOffers returns the hits with a milder wording each, where there is one.
func WithOffers(texts map[string]string, hits []Hit, o Offering) []Hit {
	out := slices.Clone(hits)
	flats := map[string][]rune{}
	for field, text := range texts {
		flats[field] = flatten(text)
	}
	for i, h := range out {
		flat := flats[h.Field]
		if h.Start < 0 || h.End > len(flat) || h.Start >= h.End {
			continue
		}
		at := offered{Offering: o, hit: h, flat: flat, before: string(flat[:h.Start]), text: string(flat[h.Start:h.End]),
			after: string(flat[h.End:]), others: hits}
		out[i].Offer = at.offer()
	}
	return out
}

// Rewritten is a text after the offers of all its hits; of overlapping ones the first stands.
func Rewritten(field, text string, hits []Hit) string {
	runes, last := []rune(text), 0
	var out strings.Builder
	var all []Offer
	for _, h := range hits {
		if h.Field == field && h.Offer != nil {
			all = append(all, *h.Offer)
		}
	}
	slices.SortStableFunc(all, func(a, b Offer) int { return a.Start - b.Start })
	for _, o := range all {
		if o.Start < last || o.End > len(runes) {
			continue
		}
		out.WriteString(string(runes[last:o.Start]) + o.Text)
		last = o.End
	}
	return out.String() + string(runes[last:])
}

func flatten(text string) []rune {
	out := []rune(text)
	for i, r := range out {
		switch {
		case r >= '！' && r <= '～':
			r -= '！' - '!'
		case r == '　':
			r = ' '
		case r == '￥':
			r = '¥'
		}
		out[i] = unicode.ToLower(r)
	}
	return out
}

// put is the offer that takes also what the patterns find right before and after the hit.
func (h *offered) put(word string, around ...*regexp.Regexp) *Offer {
	o := &Offer{Start: h.hit.Start, End: h.hit.End, Text: word}
	for _, p := range around {
		if strings.HasPrefix(p.String(), "^") {
			o.End += utf8.RuneCountInString(p.FindString(h.after))
		} else {
			o.Start -= utf8.RuneCountInString(p.FindString(h.before))
		}
	}
	return o
}

func (h *offered) offer() *Offer {
	switch h.hit.Kind {
	case HitCompany:
		return h.put(wordOwn, legalBefore, legalAfter)
	case HitRepresentative, HitPerson:
		return h.person()
	case HitPlace, HitArea:
		return h.place()
	case HitStation:
		return h.put(wordStation, railBefore)
	case HitLandmark:
		return h.landmark()
	case HitURL, HitMail, HitPhone:
		return h.contact()
	case HitCorporateNumber, HitRegistration:
		return h.number()
	case HitAmount:
		return h.amount()
	case HitSuperlative:
		return h.superlative()
	case HitFounded:
		return h.founded()
	case HitCount:
		return h.count()
	case HitShare:
		return h.share()
	case HitCustomer:
		return h.customer()
	case HitProduct:
		return h.product()
	}
	return nil
}

var (
	legalBefore    = regexp.MustCompile(`(?:当社(?:は|の|・)? ?)?(?:㈱|㈲|\(株\)|\(有\)|株式会社|有限会社|合同会社|医療法人|社会福祉法人)?$`)
	legalWords     = regexp.MustCompile(`株式会社|有限会社|合同会社|\(株\)|\(有\)`)
	legalAfter     = regexp.MustCompile(`^(?:株式会社|有限会社|合同会社|㈱|㈲|\(株\)|\(有\))`)
	railBefore     = regexp.MustCompile(`(?:jr|ｊｒ)? ?$`)
	prefectureEnds = regexp.MustCompile(`(?:[都道府県]|地方|東北|関東|東海|北陸|近畿|関西|四国|九州|甲信越)$`)
	placeTail      = regexp.MustCompile(`^(?:[\p{Han}ヶ]{1,5}(?:地区|丁目)|\d+丁目)`)
	formBefore     = regexp.MustCompile(`(?:株式会社|有限会社|合同会社|合資会社|合名会社|医療法人社団|医療法人|社会福祉法人|学校法人|㈱|㈲|\((?:株|有)\))$`)
	nameAfter      = regexp.MustCompile(`^[\p{Han}\p{Katakana}a-z0-9ー&・々]{1,16}`)
	placeInside    = regexp.MustCompile(`^内`)
	areaTail       = regexp.MustCompile(`^地方|^地域`)
	roleBefore     = regexp.MustCompile(`(` + strings.Join(roleWords, "|") + `)(?:の|である|で|は|・|、|:|\(| )?$`)
	titleInHit     = regexp.MustCompile(`(代表取締役|代表|社長|会長|専務|常務|院長|部長|工場長|理事長)$`)
	titleAfter     = regexp.MustCompile(`^ ?(?:氏|さん|様|先生)`)
	labelOfNumber  = regexp.MustCompile(`(?:は|:| )*t?$`)
	isNumber       = regexp.MustCompile(`は ?t?$`)
	predicate      = regexp.MustCompile(`^です|^である`)
)

// place is what the listing publishes; without a listing the region of the place that the text names. A place after the name of its
// prefecture is left out.
func (h *offered) place() *Offer {
	if formBefore.MatchString(h.before) { // 有限会社みどり商店: a company's name, not a place
		return h.put(partner, formBefore, nameAfter)
	}
	tail := placeInside
	if next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(h.after, "内")); unicode.Is(unicode.Han, next) {
		tail = placeTail // 市内中心部 keeps 内, and a district goes with its town
	}
	if h.hit.Kind == HitArea {
		tail = areaTail
	}
	if prefectureEnds.MatchString(h.before) || h.followsPlace() {
		return h.put("", tail)
	}
	o := h.put(h.placeWord(), tail)
	if o.End < len(h.flat) && (unicode.In(h.flat[o.End], unicode.Han, unicode.Katakana) || strings.ContainsRune("そうさみ", h.flat[o.End])) {
		o.Text += "の" // 加賀友禅, 信州そば
	}
	return o
}

// followsPlace: 岡崎市伊賀町 are two hits; the first one is given the general word.
func (h *offered) followsPlace() bool {
	return slices.ContainsFunc(h.others, func(o Hit) bool { return o.Field == h.hit.Field && o.Kind == HitPlace && o.End == h.hit.Start })
}

func (h *offered) placeWord() string {
	var a Area
	if h.Places != nil {
		key := foldKey(h.hit.Text).text
		if h.hit.Kind == HitArea {
			for _, k := range knownPlaces()[h.flat[h.hit.Start]] {
				if k.kind == HitArea && string(k.name) == foldWide(h.hit.Text).text {
					key = foldKey(k.word).text
				}
			}
		}
		a = h.Places.areas[key]
	}
	switch p := h.Published; {
	case a.Region == "":
		return wordSomewhere
	case p == nil || p.Prefecture == "" && p.Region == a.Region:
		return a.Region
	case p.Prefecture != "" && p.Prefecture == a.Prefecture:
		return a.Prefecture
	case p.Prefecture != "" && p.Region == a.Region:
		return a.Region
	}
	return wordSomewhere // the listing tells of less, or of another place
}

func (h *offered) landmark() *Offer {
	name := foldWide(h.hit.Text).text
	first, _ := utf8.DecodeRuneInString(name)
	for _, k := range knownPlaces()[first] {
		if k.kind == HitLandmark && string(k.name) == name {
			return h.put(k.word)
		}
	}
	for suffix, word := range map[string]string{"空港": wordAirport, "インターチェンジ": wordJunction, "ic": wordJunction,
		"城跡": wordCastle, "城址": wordCastle} {
		if strings.HasSuffix(h.text, suffix) {
			return h.put(word)
		}
	}
	return h.put(wordShrine)
}

// person is the person's role: 代表者, 役員, or the role that the text names.
func (h *offered) person() *Offer {
	word := func(role string) string {
		for _, r := range roles {
			if r.word != "" && slices.Contains(strings.Fields(r.names), role) {
				return r.word
			}
		}
		return role
	}
	if m := titleInHit.FindString(h.text); m != "" { // 鈴木社長
		return h.put(word(m))
	}
	if m := roleBefore.FindStringSubmatch(h.before); m != nil {
		o := h.put(word(m[1]), roleBefore, titleAfter)
		if strings.HasSuffix(m[0], "(") {
			o.Text += string(h.flatAt(h.hit.Start - 1)) // the bracket stays
			if r := []rune(h.after); len(r) > 0 && r[0] == '、' && o.End == h.hit.End {
				o.End++
			}
		}
		return o
	}
	if h.hit.Kind == HitRepresentative {
		return h.put(wordHead, titleAfter)
	}
	return h.put(wordInCharge, titleAfter)
}

func (h *offered) flatAt(i int) rune {
	if h.flat[i] == '(' {
		return '（'
	}
	return h.flat[i]
}

// contact leaves out the sentence that only says how to reach somebody, else the address alone.
func (h *offered) contact() *Offer {
	start, end := h.hit.Start, h.hit.End
	for start > 0 && !strings.ContainsRune("。、\n", h.flat[start-1]) {
		start--
	}
	for end < len(h.flat) && !strings.ContainsRune("。、\n", h.flat[end]) {
		end++
	}
	if end-start > 60 || !contactWords.MatchString(string(h.flat[start:end])) {
		return h.put("", labelOfNumber)
	}
	if end < len(h.flat) && h.flat[end] != '\n' {
		end++
	}
	return &Offer{Start: start, End: end}
}

var contactWords = regexp.MustCompile(`電話|携帯|連絡|問い合わせ|ください|下さい|ホームページ|サイト|tel|fax|詳細|詳しく|url|http|www|メール|フリーダイヤル|インスタ|依頼|注文`)

// number leaves out a number of a register; of 「…は第123号です」 there remains that there is one.
func (h *offered) number() *Offer {
	if h.hit.Kind == HitRegistration {
		if m := registerWord.FindString(h.text); m != "" && strings.HasPrefix(h.text, m) {
			o := h.put("")
			o.Start += utf8.RuneCountInString(m) // 特許第123号: the word stays
			return o
		}
	}
	if isNumber.MatchString(h.before) && predicate.MatchString(h.after) {
		return h.put("があります", isNumber, predicate)
	}
	return h.put("", labelOfNumber)
}

var registerWord = regexp.MustCompile(`^(?:特許|実用新案|意匠登録|商標登録|(?:事業所|登録|許可|認可|届出|免許|医療機関)等?(?:番号|コード)|登録|許可|認可|免許|届出)`)

func (h *offered) superlative() *Offer {
	if strings.HasSuffix(h.text, "初") {
		return h.put("")
	}
	if next, _ := utf8.DecodeRuneInString(h.after); unicode.Is(unicode.Han, next) && next != '級' { // 最大規模
		return h.put(wordFew + "の")
	}
	return h.put(wordFew)
}

// founded is for how long at least the company has worked, by the text's own year.
func (h *offered) founded() *Offer {
	years, ok := yearsSince(h.text, h.Year)
	if !ok {
		return nil
	}
	word := "業歴" + atLeast(years)
	for _, t := range foundedTails {
		if m := t.tail.FindString(h.after); m != "" {
			o := h.put(word+t.text, foundedBefore)
			o.End += utf8.RuneCountInString(m)
			return o
		}
	}
	return h.put(word, foundedBefore)
}

var (
	foundedBefore = regexp.MustCompile(`(?:今から|約|西暦)?$`)
	foundedTails  = []struct {
		tail *regexp.Regexp
		text string
	}{
		{regexp.MustCompile(`^(?:し|して)、`), "で、"},
		{regexp.MustCompile(`^(?:しました|しています)`), "です"},
		{regexp.MustCompile(`^(?:した|された|の|を超える|を迎える|を迎えた)`), "の"},
	}
)

// count is the band of people, 複数 of anything else, the years rounded down.
func (h *offered) count() *Offer {
	if m := yearsIn.FindStringSubmatchIndex(h.text); m != nil && !strings.HasSuffix(h.text, "つの") {
		n := number(h.text[m[2]:m[3]])
		rest := h.text[m[1]:]
		if n == 0 {
			return nil
		}
		word := atLeast(n) + h.original(len(h.text)-len(rest), len(h.text))
		if m[0] == 0 && beganBefore.MatchString(h.before) { // 創業38年の実績
			return h.put("業歴"+word, beganBefore)
		}
		return h.put(h.original(0, m[0]) + word)
	}
	m := countIn.FindStringSubmatchIndex(h.text)
	if m == nil {
		return nil
	}
	unit := h.original(m[4], m[5])
	if strings.HasPrefix(unit, "つの") {
		return h.put(wordSeveral + strings.TrimPrefix(unit, "つ"))
	}
	if unit != "名" && unit != "人" {
		return h.put(wordSeveral + unit)
	}
	n := int64(number(h.text[m[2]:m[3]]))
	for _, b := range h.People {
		if (b.Min == nil || n >= *b.Min) && (b.Max == nil || n <= *b.Max) {
			switch {
			case b.Max == nil:
				return h.put(fmt.Sprintf("%d%s以上", *b.Min, unit))
			case b.Min == nil || *b.Min == 0:
				return h.put(fmt.Sprintf("%d%s以下", *b.Max, unit))
			}
			return h.put(fmt.Sprintf("%d〜%d%s", *b.Min, *b.Max, unit))
		}
	}
	return nil
}

// original is a part of the hit as it was written; from and to are bytes of its flat form.
func (h *offered) original(from, to int) string {
	r := []rune(h.hit.Text)
	return string(r[utf8.RuneCountInString(h.text[:from]):utf8.RuneCountInString(h.text[:to])])
}

var (
	yearsIn     = regexp.MustCompile(`(\d{2,3}|[一二三四五六七八九十百]{2,5})年(?:間)?`)
	beganBefore = regexp.MustCompile(`(?:創業|創立|設立|開業)(?:から|より|以来)?$`)
	countIn     = regexp.MustCompile(`^([\d,]+|[一二三四五六七八九十百千]+)(.+)$`)
)

func (h *offered) share() *Offer {
	var word string
	switch {
	case rankIn.MatchString(h.text):
		if word = wordShare; number(rankIn.FindStringSubmatch(h.text)[1]) <= 5 {
			word = wordTop
		}
	case strings.HasPrefix(h.text, "売上"):
		word = h.original(0, strings.Index(h.text, "の")+len("の")) + wordPart
	case strings.HasSuffix(h.text, "を占め"):
		word = wordPart + "を占め"
	case strings.Contains(h.text, "は") || strings.HasPrefix(h.text, "構成比") || strings.HasPrefix(h.text, "依存度"):
		word = h.original(0, strings.IndexFunc(h.text, func(r rune) bool { return unicode.IsDigit(r) || r == '約' })) + wordPart
	default:
		word = wordShare
	}
	if strings.HasPrefix(h.after, "の") && strings.HasSuffix(word, "シェア") && !strings.HasPrefix(h.after, "のシェア") {
		o := h.put(word + "を持つ")
		o.End++
		return o
	}
	return h.put(word, shareBefore)
}

var (
	rankIn      = regexp.MustCompile(`第?(\d{1,3})位`)
	shareBefore = regexp.MustCompile(`約?$`)
)

// customer is the kind of a company that a list knows. Any other is a 取引先企業, whoever it is.
func (h *offered) customer() *Offer {
	name := foldWide(h.hit.Text).text
	bare := strings.TrimSpace(legalWords.ReplaceAllString(name, ""))
	first, _ := utf8.DecodeRuneInString(bare)
	for _, k := range knownCompanies()[first] {
		if string(k.name) == bare {
			return h.put(k.kind, legalBefore, legalAfter)
		}
	}
	for _, end := range []string{"銀行", "信用金庫", "信用組合", "信金", "信組"} {
		if strings.HasSuffix(name, end) {
			return h.put(bank)
		}
	}
	return h.put(partner)
}

// product leaves out a name beside the word that says what it is.
func (h *offered) product() *Offer {
	if productWord.MatchString(h.before) {
		return h.put("")
	}
	if m := calledAfter.FindString(h.after); m != "" {
		return h.put("", calledAfter)
	}
	if m := calledTail.FindString(h.after); m != "" {
		return h.put(wordProduct, calledTail)
	}
	return h.put(wordProduct)
}

var (
	productWord = regexp.MustCompile(`(?:商品|製品|ブランド|銘柄|ソフト|ソフトウェア|アプリ|メニュー|サービス|店名|屋号|看板|システム|シリーズ|菓子|銘菓|日本酒)$`)
	calledAfter = regexp.MustCompile(`^という(?:名称|名前|屋号|店名|ブランド)の|^という|^ブランドの`)
	calledTail  = regexp.MustCompile(`^ブランド|^シリーズ`)
)

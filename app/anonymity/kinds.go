package anonymity

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kinds of hits that domain.md 3.3 does not name. They lead to a company beside other things, so they are mild: the writer is told and
// offered a general word, and nothing waits for it.
const (
	HitCustomer     HitKind = "customer"
	HitProduct      HitKind = "product"
	HitPerson       HitKind = "person"
	HitShare        HitKind = "share"
	HitRegistration HitKind = "registration"
	HitLandmark     HitKind = "landmark"
	HitArea         HitKind = "area"
)

func init() {
	for kind, w := range map[HitKind]struct{ why, suggestion string }{
		HitCustomer:     {"取引先などの名前は企業の特定につながります。", "「大手自動車メーカー」「取引先企業」のような言葉に置き換えてください。"},
		HitProduct:      {"商品・サービスの名前は企業の特定につながります。", "名前を消すか、「自社製品」に置き換えてください。"},
		HitPerson:       {"個人の名前が含まれています。", "「代表者」「役員」などに置き換えてください。"},
		HitShare:        {"正確なシェア・順位は企業の特定につながります。", "「一定のシェア」「上位」のような言葉に置き換えてください。"},
		HitRegistration: {"許可や登録の番号から企業が特定されます。", "番号を消してください。"},
		HitLandmark:     {"名所・施設の名前から所在地が推測されます。", "「近隣の名所」などに置き換えてください。"},
		HitArea:         {"旧国名など狭い地域の名前から所在地が推測されます。", "都道府県または地域の名前に置き換えてください。"},
	} {
		hitWords[kind] = w
	}
}

const (
	eraYear  = `(?:(?:西暦)?\d{4}|(?:明治|大正|昭和|平成|令和)(?:\d{1,2}|[一二三四五六七八九十元]{1,3}))年`
	began    = `(?:創業|創立|設立|開業|開店)`
	figure   = `\d[\d.]*(?:%|割|パーセント)`
	lawForm  = `(?:株式会社|有限会社|合同会社|合資会社|合名会社|医療法人社団|医療法人財団|医療法人|社会福祉法人|学校法人|宗教法人|\(株\)|\(有\))`
	nameRune = `[\p{Han}\p{Katakana}a-z0-9ー&・々]`
)

// mildPatterns are searched for in the text as foldWide gives it.
var mildPatterns = []struct {
	kind    HitKind
	pattern *regexp.Regexp
}{
	{HitFounded, regexp.MustCompile(eraYear + `(?:\d{1,2}月)?(?:\d{1,2}日)?(?:に|、)?[^。、\n]{0,8}?` + began + `|` +
		began + `(?:から|より|して|後)(?:\d{1,3}|[一二三四五六七八九十百]{1,5})年|(?:\d{2,3}|[一二三四五六七八九十百]{2,5})年(?:以上)?前に?` + began)},
	{HitShare, regexp.MustCompile(`(?:シェア|占有率|構成比|依存度)(?:は|が|:|、|約| )*` + figure + `|` + figure + `(?:超|以上|程度|強|弱)?の(?:市場)?シェア|` +
		`(?:シェア|占有率)(?:は|で|が)?第?\d{1,3}位|第?\d{1,3}位のシェア|(?:売上|売上高)の(?:約)?` + figure + `|約?` + figure + `を占め`)},
	{HitRegistration, regexp.MustCompile(`\p{Han}{0,8}(?:知事|大臣|公安委員会)\p{Han}{0,4}(?:\([^()]{1,6}\))*第?\d{2,}号|` +
		`(?:特許|実用新案|意匠登録|商標登録|登録|許可|認可|免許|届出)(?:番号)?(?:は|:| )?(?:\([^()]{1,6}\))*第[\d-]{2,}号|` +
		`(?:事業所|登録|許可|認可|届出|免許|医療機関)等?(?:番号|コード)(?:は|:| )*[a-z]?\d[\d-]{4,}`)},
	{HitURL, regexp.MustCompile(`@[a-z0-9_.]{3,}`)},
	{HitCustomer, regexp.MustCompile(lawForm + `(?:\p{Hiragana}{2,6})?` + nameRune + `{1,16}|` +
		nameRune + `{2,16}(?:株式会社|有限会社|合同会社|\(株\)|\(有\))`)},
	{HitCustomer, regexp.MustCompile(`(?:[\p{Han}\p{Katakana}a-z]{2,10})(?:銀行|信用金庫|信用組合|信金|信組)`)},
	{HitLandmark, regexp.MustCompile(`[\p{Han}\p{Katakana}ヶ]{2,8}(?:神社|神宮|大社|八幡宮|天満宮|城址|城跡|空港)|[\p{Han}\p{Katakana}ヶ]{1,8}(?:インターチェンジ|ic)`)},
	{HitAmount, regexp.MustCompile(`¥ ?\d[\d,]*|\d[\d,]*(?:百万|千)円`)},
	{HitCount, regexp.MustCompile(`\p{Katakana}ー\d[\d,]*(?:名|人|店舗|拠点)`)},
	{HitCount, regexp.MustCompile(`(?:\d{1,3}|[三四五六七八九十])つの(?:直営)?(?:店舗|拠点|店|営業所|工場|施設|教室|事業所|支店|保育園|病院|旅館)`)},
}

// roles are words for a person of a company; the word that stands for it is general, or the role itself.
var roles = []struct{ word, names string }{
	{"代表者", "代表取締役社長 代表取締役会長 代表取締役 代表社員 代表者 代表 社長 オーナー 店主 理事長"},
	{"役員", "取締役 専務取締役 常務取締役 専務 常務 監査役 会長 副社長 相談役 顧問 執行役員 役員 理事"},
	{"", "創業者 後継者 工場長 支店長 営業部長 部長 課長 店長 料理長 総料理長 院長 副院長 園長 施設長 所長 女将 杜氏 職人 経理担当 担当者 税理士 番頭 長男 次男 長女"},
}

var (
	roleWords     = allRoles()
	personPattern = regexp.MustCompile(`(` + strings.Join(roleWords, "|") + `)((?:の|である|で|は|・|、|:|\(| )?)(` + familyPattern() +
		`)( ?(?:\p{Han}{1,3}|\p{Hiragana}{2,3}|\p{Katakana}{2,4}))?`)
	titlePattern  = regexp.MustCompile(`(` + familyPattern() + `)(\p{Han}{1,3})?(氏|さん|様|代表取締役|代表|社長|会長|専務|常務|院長|部長|工場長|理事長)`)
	productBefore = `(?:商品|製品|ブランド|銘柄|ソフト|ソフトウェア|アプリ|メニュー|サービス|名物|店名|屋号|看板|システム|シリーズ|菓子|銘菓|日本酒)(?:の|は|:|、|名)?`
	quoted        = `(?:「[^「」]{1,30}」|『[^『』]{1,30}』|“[^“”]{1,30}”|"[^"]{1,30}")`
	productAt     = regexp.MustCompile(productBefore + `(` + quoted + `)|(` + quoted + `)(?:という|と名付け|の商標|ブランド|シリーズ)`)
	trademarkAt   = regexp.MustCompile(`[\p{Han}\p{Katakana}\p{Latin}0-9ーＡ-Ｚａ-ｚ０-９]{2,30}[®™Ⓡ]`)
	particles     = "でとのにへをはがもやかなだ"
	personEnds    = "がはでをにのもと、。,.)」・氏さ様 \n（）"
)

func allRoles() []string {
	var all []string
	for _, r := range roles {
		all = append(all, strings.Fields(r.names)...)
	}
	slices.SortStableFunc(all, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) })
	return all
}

func familyPattern() string {
	all := slices.Clone(familyNames)
	slices.SortStableFunc(all, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) })
	return strings.Join(all, "|")
}

// findMild finds in a text what domain.md 3.3 does not name.
func findMild(f folded) []span {
	var spans []span
	add := func(from, to int, kind HitKind) { spans = append(spans, span{from, to, kind, true}) }
	at := func(byteAt int) int { return utf8.RuneCountInString(f.text[:byteAt]) }
	for _, p := range mildPatterns {
		for _, m := range p.pattern.FindAllStringIndex(f.text, -1) {
			from, to := at(m[0]), at(m[1])
			if p.kind == HitCount && isKatakana(f.runes[from]) {
				from += 2 // ドライバー34名: the mark of a range in other words
			}
			if isMildHit(f, from, to, p.kind) {
				if p.kind == HitCustomer {
					from = nameStart(f, from)
				}
				add(from, to, p.kind)
			}
		}
	}
	for _, m := range productAt.FindAllStringSubmatchIndex(f.text, -1) {
		for _, g := range []int{2, 4} {
			if m[g] >= 0 {
				add(at(m[g]), at(m[g+1]), HitProduct)
			}
		}
	}
	for _, m := range personPattern.FindAllStringSubmatchIndex(f.text, -1) {
		from, short, to := at(m[6]), at(m[7]), at(m[1])
		for to > short && !strings.ContainsRune(personEnds, f.after(to)) && f.after(to) != 0 {
			to-- // 山田が: a given name ends where a particle or a stop follows
		}
		if short < to && strings.ContainsRune("県都府市町村区郡駅社", f.runes[short]) {
			continue // 山口県
		}
		if next := f.after(to); (next == 0 || strings.ContainsRune(personEnds, next)) && (to-from > 1 || m[4] != m[5]) {
			add(from, to, HitPerson)
		}
	}
	for _, m := range titlePattern.FindAllStringIndex(f.text, -1) {
		from := at(m[0])
		if before := f.before(from); !unicode.Is(unicode.Han, before) {
			add(from, at(m[1]), HitPerson)
		}
	}
	findKnown(f, add)
	return spans
}

// nameStart takes the hiragana before a name to it where a sentence or a bracket begins with them (みなも機械株式会社).
func nameStart(f folded, from int) int {
	i := from
	for i > 0 && unicode.Is(unicode.Hiragana, f.runes[i-1]) {
		i--
	}
	if n := from - i; n >= 2 && n <= 6 && (i == 0 || strings.ContainsRune("、。「『(・: \n", f.runes[i-1])) {
		return i
	}
	return from
}

// isMildHit looks at what a pattern cannot: neighbours, and whether a number is exact.
func isMildHit(f folded, from, to int, kind HitKind) bool {
	text := string(f.runes[from:to])
	switch kind {
	case HitURL:
		return !isWord(f.before(from)) && f.before(from) != '.'
	case HitAmount:
		if strings.HasPrefix(text, "¥") {
			return significant(text) >= exactDigits
		}
		return significant(text) == exactDigits-1 && !strings.ContainsRune("約数.,", f.before(from)) &&
			!aroundCount.MatchString(string(f.runes[to:]))
	case HitCount:
		if !strings.Contains(text, "つの") {
			return number(strings.TrimRightFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })) >= 6 &&
				!aroundCount.MatchString(string(f.runes[to:]))
		}
		return number(strings.TrimRight(text[:strings.Index(text, "つの")], "つの")) >= exactDigits
	case HitCustomer:
		if form := regexpLawForm.FindString(text); form != "" && strings.HasPrefix(text, form) {
			first, _ := utf8.DecodeRuneInString(text[len(form):])
			return !strings.ContainsRune(particles, first) && !generalForm.MatchString(text[len(form):])
		}
		return !generalCompany.MatchString(text)
	case HitLandmark:
		return !generalLandmark.MatchString(text) && !(strings.HasSuffix(text, "ic") && isWord(f.after(to)))
	}
	return true
}

var (
	regexpLawForm = regexp.MustCompile(`^` + lawForm)
	// generalLandmark are landmarks of no name.
	generalLandmark = regexp.MustCompile(`^(?:最寄|近隣|地元|高速道路|自動車道|国際|地方|各|当)+(?:り|の)?(?:神社|神宮|大社|空港|インターチェンジ|ic)$`)
	generalForm     = regexp.MustCompile(`^(?:設立|化|形態|組織|制|法|会社|等|各社|経営|運営|設置)`)
	// generalCompany are words in front of 株式会社 or 銀行 that name none.
	generalCompany = regexp.MustCompile(`^(?:取引|主力|地方|都市|地元|担当|民間|大手|主要|複数|各|当|メイン|政府系|同族|一般|普通|非公開|新設|日本政策)*(?:取引)?` +
		`(?:銀行|信用金庫|信用組合|信金|信組|株式会社|有限会社|合同会社)$`)
)

// findKnown finds names that stand in a list: large companies, old provinces, landmarks.
func findKnown(f folded, add func(from, to int, kind HitKind)) {
	whole := func(i, to int) bool { // a name in katakana or Latin letters is no part of a longer word
		first, last := f.runes[i], f.runes[to-1]
		sameKana := func(a, b rune) bool { return isKatakana(a) && isKatakana(b) }
		return !sameKana(first, f.before(i)) && !sameKana(last, f.after(to)) && !(isWord(first) && isWord(f.before(i))) &&
			!(isWord(last) && isWord(f.after(to)))
	}
	for i := range f.runes {
		for _, k := range knownCompanies()[f.runes[i]] {
			if to := i + len(k.name); hasAt(f.runes, i, k.name) && whole(i, to) && !isThing(string(k.name), f, to) {
				add(i, to, HitCustomer)
				break
			}
		}
		for _, l := range knownPlaces()[f.runes[i]] {
			to := i + len(l.name)
			if !hasAt(f.runes, i, l.name) || !whole(i, to) {
				continue
			}
			isArea := l.kind == HitArea
			if isArea && (unicode.Is(unicode.Han, f.before(i)) && !strings.ContainsRune("都道府県", f.before(i)) || isOtherArea(f, i, to)) {
				continue
			}
			add(i, to, l.kind)
			break
		}
	}
}

// isThing: イオン交換, スバル座 and the like are things, not companies.
func isThing(name string, f folded, to int) bool {
	next := string(f.runes[to:min(to+2, len(f.runes))])
	return name == "イオン" && (next == "交換" || next == "化傾" || next == "水を") || name == "スズキ" && next == "の刺"
}

// isOtherArea: a province followed by 市, 郡 or 県 is a municipality, which is looked for as such; some words have one in them.
func isOtherArea(f folded, from, to int) bool {
	if strings.ContainsRune("市郡県町村区氏社", f.after(to)) && f.after(to) != 0 {
		return true
	}
	for _, w := range notAreas {
		if hasAt(f.runes, from, []rune(w)) {
			return true
		}
	}
	return false
}

func isKatakana(r rune) bool { return r >= 'ァ' && r <= 'ヺ' || r == 'ー' }

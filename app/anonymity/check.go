package anonymity

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// HitKind is what a hit of the anonymity check would give away (domain 3.3).
type HitKind string

const (
	HitCompany         HitKind = "company"
	HitRepresentative  HitKind = "representative"
	HitPlace           HitKind = "place"
	HitStation         HitKind = "station"
	HitURL             HitKind = "url"
	HitMail            HitKind = "mail"
	HitPhone           HitKind = "phone"
	HitCorporateNumber HitKind = "corporateNumber"
	HitAmount          HitKind = "amount"
	HitSuperlative     HitKind = "superlative"
	HitFounded         HitKind = "founded"
	HitCount           HitKind = "count"
)

// Hit is a place in a text that may name the company. Start and End are offsets
// in characters (runes) of the text as given, End excluded.
type Hit struct {
	Field      string  `json:"field"`
	Start      int     `json:"start"`
	End        int     `json:"end"`
	Text       string  `json:"text"`
	Kind       HitKind `json:"kind"`
	Why        string  `json:"why"`
	Suggestion string  `json:"suggestion"`
	IsExact    bool    `json:"isExact,omitempty" doc:"企業名・氏名そのもの。相手に開示されるまで、そのままでは送れない"`
	IsMild     bool    `json:"isMild,omitempty" doc:"注意。直さなくても、理由を書かなくても進める"`
	Offer      *Offer  `json:"offer,omitempty" doc:"言い換えの案。消すか、ぼかすだけで、何も足さない"`
}

// Key identifies a hit independently of edits elsewhere in the text, so that a justification once
// written still applies to it.
func (h Hit) Key() string { return h.Field + "|" + string(h.Kind) + "|" + foldKey(h.Text).text }

// Unjustified returns the hits that need a justification and have none under their key
// (domain 3.1, SendApprovalRequest).
func Unjustified(hits []Hit, justifications map[string]string) []Hit {
	return slices.DeleteFunc(slices.Clone(hits), func(h Hit) bool {
		return h.IsMild || strings.TrimSpace(justifications[h.Key()]) != ""
	})
}

// OwnNames are the names of the company that the texts must not give away. Empty names are not
// looked for.
type OwnNames struct {
	Company            string
	CompanyKana        string
	Representative     string // family and given name with a space between
	RepresentativeKana string
	City               string   // of its address, with or without suffix
	Towns              []string // of its address
}

// Places is the list of names of places, prepared for searching. It may be shared between
// goroutines.
type Places struct {
	byFirst map[rune][][]rune // longest first
	allowed map[rune][][]rune
	areas   map[string]Area
}

// Area is in what a place lies: Region in the words that a text may have (東海地方). What several places of one name do not share is empty.
type Area struct{ Prefecture, Region string }

// WithAreas tells for names of municipalities, with or without suffix, and of prefectures, where they lie.
func (p *Places) WithAreas(areas map[string]Area) *Places {
	p.areas = make(map[string]Area, len(areas))
	for name, a := range areas {
		key := foldKey(name).text
		if before, ok := p.areas[key]; ok && before != a {
			a = Area{Region: map[bool]string{true: a.Region}[a.Region == before.Region]}
		}
		p.areas[key] = a
	}
	return p
}

// NewPlaces prepares names of municipalities with their suffix, stems without, and the names that a
// listing may contain: those of prefectures. Names of regions (regionWords) are allowed as well.
func NewPlaces(names, stems, allowed []string) *Places {
	p := &Places{byFirst: map[rune][][]rune{}, allowed: map[rune][][]rune{}}
	put := func(to map[rune][][]rune, name string) {
		if r := []rune(foldKey(name).text); len(r) >= 2 {
			to[r[0]] = append(to[r[0]], r)
		}
	}
	for _, n := range slices.Concat(names, stems) {
		put(p.byFirst, n)
	}
	for _, n := range slices.Concat(allowed, regionWords) {
		put(p.allowed, n)
	}
	for _, m := range []map[rune][][]rune{p.byFirst, p.allowed} {
		for _, list := range m {
			slices.SortFunc(list, func(a, b []rune) int { return cmp.Compare(len(b), len(a)) })
		}
	}
	return p
}

// regionWords are areas wider than a prefecture, which a text may contain.
var regionWords = []string{"北海道", "道東", "道南", "道北", "道央", "東北", "関東", "北関東", "南関東", "首都圏", "甲信越", "北陸", "信越", "東海", "中部",
	"近畿", "関西", "中国", "山陰", "山陽", "四国", "九州", "北九州地方", "南九州", "沖縄", "東日本", "西日本", "中国地方", "全国"}

// Check looks for what would name a company in texts that anonymous
// parties read, keyed by field (domain 3.3): names of the company and its
// representative in any width, kana or spacing, cities, wards, towns and
// stations, addresses of every kind, exact amounts, and claims that fit one
// company alone. Names of prefectures and regions are no hit. The hits are in
// the order of fields and offsets; of overlapping ones the longest stands.
func Check(texts map[string]string, own OwnNames, places *Places) []Hit {
	needles := own.needles(places)
	var hits []Hit
	for _, f := range slices.Sorted(maps.Keys(texts)) {
		hits = append(hits, checkText(f, texts[f], needles, places)...)
	}
	return hits
}

// span is a match in a folded text, in runes of that text.
type span struct {
	from, to int
	kind     HitKind
	isMild   bool
}

func checkText(field, text string, needles []needle, places *Places) []Hit {
	original := []rune(text)
	key, wide := foldKey(text), foldWide(text)
	var hits []Hit
	add := func(f folded, s span) {
		start, end := f.at[s.from].start, f.at[s.to-1].end
		w := hitWords[s.kind]
		hits = append(hits, Hit{Field: field, Start: start, End: end, Text: string(original[start:end]), Kind: s.kind, Why: w.why,
			Suggestion: w.suggestion, IsMild: s.isMild})
	}
	for _, s := range findNames(key, needles) {
		add(key, s)
	}
	for _, s := range findPatterns(wide) {
		add(wide, s)
	}
	if places == nil { // what is the same for every set of names is found with the places
		return withoutOverlaps(hits)
	}
	for _, s := range places.find(key) {
		add(key, s)
	}
	for _, s := range findMild(wide) {
		add(wide, s)
	}
	for _, m := range trademarkAt.FindAllStringIndex(string(original), -1) { // ™ is folded into letters
		start, w := utf8.RuneCountInString(string(original)[:m[0]]), hitWords[HitProduct]
		sign := string(original)[m[0]:m[1]]
		hits = append(hits, Hit{Field: field, Start: start, End: start + utf8.RuneCountInString(sign), Text: sign, Kind: HitProduct, Why: w.why,
			Suggestion: w.suggestion, IsMild: true})
	}
	return withoutOverlaps(hits)
}

// withoutOverlaps keeps of overlapping hits the longest, but never a mild one in place of one that is not.
func withoutOverlaps(hits []Hit) []Hit {
	slices.SortStableFunc(hits, func(a, b Hit) int {
		if a.IsMild != b.IsMild {
			return map[bool]int{true: 1, false: -1}[a.IsMild]
		}
		return cmp.Or(cmp.Compare(b.End-b.Start, a.End-a.Start), cmp.Compare(a.Start, b.Start))
	})
	var kept []Hit
	for _, h := range hits {
		if !slices.ContainsFunc(kept, func(k Hit) bool { return h.Start < k.End && k.Start < h.End }) {
			kept = append(kept, h)
		}
	}
	slices.SortFunc(kept, func(a, b Hit) int { return cmp.Compare(a.Start, b.Start) })
	return kept
}

// needle is one of the company's own names, folded, to be searched for.
type needle struct {
	text []rune
	kind HitKind
	// notBefore are the runes that, when they follow, make another word: 千葉 is a family name, 千葉県
	// is not.
	notBefore string
	isLatin   bool // matches whole words only
}

// legalKana are the readings of legal forms.
var legalKana = []string{"かぶしきがいしゃ", "かぶしきかいしゃ", "ゆうげんがいしゃ", "ごうどうがいしゃ"}

// legalForms are removed from a company's name, longest first, folded.
var legalForms = []string{"特定非営利活動法人", "公益社団法人", "一般社団法人", "公益財団法人", "一般財団法人", "社会福祉法人", "医療法人社団", "医療法人財団",
	"農事組合法人", "医療法人", "学校法人", "宗教法人", "協同組合", "企業組合", "株式会社", "有限会社", "合同会社", "合資会社", "合名会社",
	"(株)", "(有)", "(同)", "(資)", "(名)", "(医)", "(社)", "co.,ltd.", "co.,ltd", "inc.", "corp."}

// coreName is a company's name without its legal form, folded.
func coreName(name string) string {
	folded := foldKey(name).text
	for _, form := range slices.Concat(legalForms, legalKana) {
		folded = strings.ReplaceAll(folded, form, "")
	}
	return folded
}

func (o OwnNames) needles(places *Places) []needle {
	var all []needle
	add := func(name string, kind HitKind, atLeast int, notBefore string) {
		text := []rune(foldKey(name).text)
		if len(text) < atLeast || places.allows(text) && kind == HitPlace {
			return
		}
		isLatin := !slices.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxLatin1 })
		all = append(all, needle{text, kind, notBefore, isLatin})
	}
	if c := coreName(o.Company); c != "" {
		add(o.Company, HitCompany, 2, "")
		add(c, HitCompany, 2, "")
	}
	add(coreName(o.CompanyKana), HitCompany, 3, "")
	add(o.Representative, HitRepresentative, 2, "")
	add(o.RepresentativeKana, HitRepresentative, 3, "")
	for i, name := range []string{o.Representative, o.RepresentativeKana} {
		parts := strings.FieldsFunc(name, unicode.IsSpace)
		if len(parts) > 1 {
			add(parts[0], HitRepresentative, 2+i, "都道府県市区町村郡地")
		}
	}
	for _, place := range append([]string{o.City}, o.Towns...) {
		add(place, HitPlace, 2, "")
		if last, size := utf8.DecodeLastRuneInString(place); strings.ContainsRune("市区町村", last) {
			add(place[:len(place)-size], HitPlace, 2, "都道府県")
		}
	}
	return all
}

func findNames(f folded, needles []needle) []span {
	var spans []span
	for _, n := range needles {
		for i := 0; i+len(n.text) <= len(f.runes); i++ {
			if !slices.Equal(f.runes[i:i+len(n.text)], n.text) {
				continue
			}
			to := i + len(n.text)
			if to < len(f.runes) && strings.ContainsRune(n.notBefore, f.runes[to]) {
				continue
			}
			if n.isLatin && (isWord(f.before(i)) || isWord(f.after(to))) {
				continue
			}
			spans = append(spans, span{from: i, to: to, kind: n.kind})
		}
	}
	return spans
}

func isWord(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
}

// allows says whether a text may contain a name.
func (p *Places) allows(name []rune) bool {
	if p == nil || len(name) == 0 {
		return false
	}
	return slices.ContainsFunc(p.allowed[name[0]], func(a []rune) bool { return slices.Equal(a, name) })
}

// find returns the names of places in a text. A match that overlaps the name of a prefecture or
// region without containing all of it is a part of another word (西都市 in 関西都市圏, 京都市 in 東京都市部) and is
// left out.
func (p *Places) find(f folded) []span {
	masks := make([]span, 0, 4)
	for i := 0; i < len(f.runes); i++ {
		for _, word := range p.allowed[f.runes[i]] {
			if hasAt(f.runes, i, word) {
				masks = append(masks, span{from: i, to: i + len(word)})
				break
			}
		}
	}
	var spans []span
	for i := 0; i < len(f.runes); i++ {
		for _, name := range p.byFirst[f.runes[i]] {
			to := i + len(name)
			if !hasAt(f.runes, i, name) || isOtherWord(f, i, to) {
				continue
			}
			masked := slices.ContainsFunc(masks, func(m span) bool {
				return i < m.to && m.from < to && (i > m.from || to < m.to)
			})
			if !masked {
				spans = append(spans, span{from: i, to: to, kind: HitPlace})
				break
			}
		}
	}
	return spans
}

func hasAt(text []rune, i int, word []rune) bool {
	return i+len(word) <= len(text) && slices.Equal(text[i:i+len(word)], word)
}

// isOtherWord: short names occur inside other words (北区 in 東北区域, 中央市 in 中央市場), which their
// neighbouring characters show.
func isOtherWord(f folded, from, to int) bool {
	n, last, next, prev := to-from, f.runes[to-1], f.after(to), f.before(from)
	if n <= 3 {
		switch last {
		case '市':
			if strings.ContainsRune("場街況販価", next) && next != 0 {
				return true
			}
		case '区':
			if strings.ContainsRune("域画分間別", next) && next != 0 {
				return true
			}
		case '町', '村':
			if strings.ContainsRune("工民", next) && next != 0 {
				return true
			}
		}
	}
	return n == 2 && unicode.Is(unicode.Han, prev) && !strings.ContainsRune("都道府県市区郡", prev)
}

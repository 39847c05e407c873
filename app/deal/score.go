package deal

import (
	"fmt"
	"slices"
)

// scoreItem is an item of the match score.
type scoreItem int

const (
	scoreIndustry scoreItem = iota
	scoreRegion
	scorePrice
	scoreSales
	scorePeople
	scoreAsset
	scoreTiming
	scoreFullness
)

// scoreWeight is one line of the table of domain 8: the weight, which is also
// the points of a full match, and those of the partial ones.
type scoreWeight struct {
	item  scoreItem
	key   string // under which the office gives it another weight
	label string
	max   int
	part  map[string]int
}

var scoreWeights = []scoreWeight{
	{scoreIndustry, "industry", "業種", 30, map[string]int{"large": 18}},
	{scoreRegion, "region", "地域", 20, map[string]int{"region": 12, "anywhere": 14}},
	{scorePrice, "price", "価格", 20, map[string]int{"near": 5}},
	{scoreSales, "sales", "売上", 10, map[string]int{"next": 5}},
	{scorePeople, "people", "従業員数", 5, nil},
	{scoreAsset, "asset", "対象資産・スキーム", 5, nil},
	{scoreTiming, "timing", "希望時期", 5, map[string]int{"near": 2}},
	{scoreFullness, "fullness", "情報の充実度", 5, map[string]int{"mostly": 2}},
}

// Range is a range of amounts (百万円) or persons; a nil end is open. Both ends
// belong to it.
type Range struct {
	From *int64
	To   *int64
}

// ListingPoints is what the score knows of a listing: its published L1 fields
// alone (domain 8).
type ListingPoints struct {
	Industries  []string // small classes
	Regions     []int    // publicRegion
	Prefecture  string   // two digits, where SF published it
	Price       *Range   // 百万円, from salesPrice and salesPriceTo; nil where 応相談 or empty
	Sales       int      // key of the sales band; 0 for none
	People      *Range
	Assets      []int // salesAsset
	Schemes     []int // negotiationTarget
	Willingness Willingness
	Filled      int // published L1 fields that are filled in
	Fillable    int // of how many
}

// NeedPoints is what the score knows of one need. An empty list is a condition
// that was not given.
type NeedPoints struct {
	ID          string
	Industries  []string // small classes, or large ones of two digits
	Regions     []int    // acquisitionRegionArea; RegionAnywhere for the whole country
	Prefectures []string // acquisitionRegion
	Price       *Range   // 百万円
	Sales       int      // key of the sales band
	People      *Range
	Assets      []int // acquisitionAsset
	Schemes     []int // negotiationTarget
	Months      int   // acquisitionDeadline in months; 0 where not given, DeadlineAny for any time
}

const (
	RegionAnywhere  = 99 // 全国・地域を問わない, of the region items
	SchemeOpen      = 99 // 応相談, of the scheme items
	DeadlineAny     = -1 // 時期を問わない
	largeClassWidth = 2  // digits of a large class in a small one's code
)

// ScoreNames gives the names for the reasons.
type ScoreNames struct {
	Industry   func(code string) string // of a large or a small class
	Region     func(key int) string
	Prefecture func(code string) string
	RegionOf   func(prefecture string) int // the region of a prefecture
	Sales      func(key int) string
	Asset      func(key int) string
	Scheme     func(key int) string
}

// Reason is one line of a score (domain 8): Text is
// 「業種：小分類『金属加工』が一致（30/30）」.
type Reason struct {
	Item   string `json:"item"`
	Points int    `json:"points"`
	Max    int    `json:"max"`
	Text   string `json:"text"`
}

// Score is how well a listing fits a need.
type Score struct {
	Total   int      `json:"total"`
	Band    string   `json:"band"` // おすすめ, 候補, or ""
	NeedID  string   `json:"needsId"`
	Reasons []Reason `json:"reasons"`
}

// MatchFacts are the hard filters of the score (domain 8).
type MatchFacts struct {
	IsShown     bool // the listing is public, in its period, and visible to the buyer
	BuyerStatus CompanyStatus
	Interest    InterestStatus
	IsBroken    bool // a row at 9
}

// Scorable says that the hard filters hold (domain 8).
func Scorable(f MatchFacts) bool {
	return f.IsShown && f.BuyerStatus == CompanyEnabled && f.Interest != InterestNotInterested && !f.IsBroken
}

// ScoreBand names a total: おすすめ from 70, 候補 from 50 (domain 8).
func ScoreBand(total int) string {
	switch {
	case total >= RecommendedScore:
		return "おすすめ"
	case total >= CandidateScore:
		return "候補"
	}
	return ""
}

// BestScore returns the best score of a buyer's needs, the first of equal ones;
// false where there is no need.
func BestScore(l ListingPoints, needs []NeedPoints, names ScoreNames, weights Weights) (Score, bool) {
	if len(needs) == 0 {
		return Score{}, false
	}
	best := ScoreNeed(l, needs[0], names, weights)
	for _, n := range needs[1:] {
		if s := ScoreNeed(l, n, names, weights); s.Total > best.Total {
			best = s
		}
	}
	return best, true
}

// ScoreNeed scores a listing against one need, 0 to 100, with a reason for each
// item (domain 8).
func ScoreNeed(l ListingPoints, n NeedPoints, names ScoreNames, weights Weights) Score {
	s := Score{NeedID: n.ID}
	eachScore(l, n, names, weights, func(w scoreWeight, points int, text string) {
		s.Total += points
		s.Reasons = append(s.Reasons, Reason{w.label, points, w.max, fmt.Sprintf("%s：%s（%d/%d）", w.label, text, points, w.max)})
	})
	s.Band = ScoreBand(s.Total)
	return s
}

// TotalScore is the total of ScoreNeed, for whom it is enough. What an item gives hangs on its own
// fields alone, and of several industries or places on the best of them: a score can be put together
// out of those of its parts.
func TotalScore(l ListingPoints, n NeedPoints, names ScoreNames, weights Weights) (total int) {
	eachScore(l, n, names, weights, func(_ scoreWeight, points int, _ string) { total += points })
	return total
}

func eachScore(l ListingPoints, n NeedPoints, names ScoreNames, weights Weights, f func(w scoreWeight, points int, text string)) {
	for _, w := range scoreWeights {
		w = weights.of(w)
		points, text := w.score(l, n, names)
		if points == neutral {
			points, text = w.max/2, "条件未登録（中立）"
		}
		f(w, points, text)
	}
}

// neutral stands for data that is missing on either side: half the weight,
// rounded down so that a need without any condition is no 候補.
const neutral = -1

func (w scoreWeight) score(l ListingPoints, n NeedPoints, names ScoreNames) (points int, text string) {
	switch w.item {
	case scoreIndustry:
		return w.industry(l, n, names)
	case scoreRegion:
		return w.region(l, n, names)
	case scorePrice:
		return w.price(l, n)
	case scoreSales:
		return w.sales(l, n, names)
	case scorePeople:
		if l.People == nil || n.People == nil {
			return neutral, ""
		}
		if overlap(*l.People, *n.People) {
			return w.max, "希望の人数と重なる"
		}
		return 0, "希望の人数と異なる"
	case scoreAsset:
		return w.asset(l, n, names)
	case scoreTiming:
		return w.timing(l, n)
	case scoreFullness:
		switch {
		case l.Fillable <= 0:
			return neutral, ""
		case l.Filled >= l.Fillable:
			return w.max, "公開情報がすべて登録済み"
		case l.Filled*10 >= l.Fillable*7: // mostly
			return w.part["mostly"], "公開情報がおおむね登録済み"
		}
		return 0, "公開情報が少ない"
	}
	return 0, ""
}

func (w scoreWeight) industry(l ListingPoints, n NeedPoints, names ScoreNames) (int, string) {
	if len(l.Industries) == 0 || len(n.Industries) == 0 {
		return neutral, ""
	}
	for _, code := range l.Industries {
		if len(code) > largeClassWidth && slices.Contains(n.Industries, code) {
			return w.max, "小分類『" + names.Industry(code) + "』が一致"
		}
	}
	for _, code := range l.Industries {
		for _, wanted := range n.Industries {
			if large(code) == large(wanted) {
				return w.part["large"], "大分類『" + names.Industry(large(code)) + "』が一致"
			}
		}
	}
	return 0, "希望と異なる"
}

func large(code string) string { return code[:min(len(code), largeClassWidth)] }

func (w scoreWeight) region(l ListingPoints, n NeedPoints, names ScoreNames) (int, string) {
	anywhere := slices.Contains(n.Regions, RegionAnywhere)
	regions := slices.Clone(l.Regions)
	if l.Prefecture != "" {
		if !slices.Contains(regions, names.RegionOf(l.Prefecture)) {
			regions = append(regions, names.RegionOf(l.Prefecture))
		}
	}
	if len(regions) == 0 || len(n.Regions)+len(n.Prefectures) == 0 {
		return neutral, ""
	}
	if l.Prefecture != "" && slices.Contains(n.Prefectures, l.Prefecture) {
		return w.max, "都道府県『" + names.Prefecture(l.Prefecture) + "』が一致"
	}
	if anywhere {
		return w.part["anywhere"], "全国を希望"
	}
	for _, r := range regions {
		if slices.Contains(n.Regions, r) || slices.ContainsFunc(n.Prefectures, func(p string) bool { return names.RegionOf(p) == r }) {
			return w.part["region"], "地域『" + names.Region(r) + "』が一致"
		}
		if r == RegionAnywhere {
			return w.part["region"], "案件の地域は全国"
		}
	}
	return 0, "希望と異なる"
}

// price: the points are the weight times the share of the listing's range that
// the need covers; ranges that do not meet but lie at most 20 % apart get a few.
func (w scoreWeight) price(l ListingPoints, n NeedPoints) (int, string) {
	if l.Price == nil || n.Price == nil || l.Price.From == nil && l.Price.To == nil || n.Price.From == nil && n.Price.To == nil {
		return neutral, ""
	}
	share := covered(*l.Price, *n.Price)
	points := (w.max*share + 50) / 100
	switch {
	case share == 100:
		return w.max, "希望価格の範囲内"
	case share > 0:
		return max(points, w.part["near"]), fmt.Sprintf("希望価格と%d%%重なる", share)
	case near(*l.Price, *n.Price):
		return w.part["near"], "希望価格との差が20%以内"
	}
	return 0, "希望価格と異なる"
}

// covered returns how much of a range, in percent, lies within another; of one
// that is open above, what lies below twice its beginning counts.
func covered(r, by Range) int {
	from, to := ends(r)
	byFrom, byTo := ends(by)
	if by.To == nil {
		byTo = max(byTo, to)
	}
	if from > to {
		return 0
	}
	if from == to {
		if byFrom <= from && from <= byTo {
			return 100
		}
		return 0
	}
	lo, hi := max(from, byFrom), min(to, byTo)
	if lo > hi {
		return 0
	}
	if lo == hi { // they touch in one amount
		return 1
	}
	return int(max(1, (hi-lo)*100/(to-from)))
}

func ends(r Range) (from, to int64) {
	if r.From != nil {
		from = *r.From
	}
	if r.To != nil {
		return from, *r.To
	}
	return from, max(2*from, from+1)
}

// near: the gap between two ranges is at most 20 % of the nearer end of the
// listing's.
func near(r, other Range) bool {
	if r.To != nil && other.From != nil && *other.From > *r.To {
		return (*other.From-*r.To)*5 <= *r.To
	}
	if r.From != nil && other.To != nil && *r.From > *other.To {
		return (*r.From-*other.To)*5 <= *r.From
	}
	return false
}

func overlap(a, b Range) bool {
	below := func(x, y Range) bool { return x.To != nil && y.From != nil && *x.To < *y.From }
	return !below(a, b) && !below(b, a)
}

func (w scoreWeight) sales(l ListingPoints, n NeedPoints, names ScoreNames) (int, string) {
	if l.Sales == 0 || n.Sales == 0 {
		return neutral, ""
	}
	switch apart := l.Sales - n.Sales; {
	case apart == 0:
		return w.max, "売上高『" + names.Sales(l.Sales) + "』が一致"
	case apart == 1 || apart == -1:
		return w.part["next"], "売上高が希望の隣の帯"
	}
	return 0, "売上高が希望と異なる"
}

func (w scoreWeight) asset(l ListingPoints, n NeedPoints, names ScoreNames) (int, string) {
	hasAssets := len(l.Assets) > 0 && len(n.Assets) > 0
	hasSchemes := len(l.Schemes) > 0 && len(n.Schemes) > 0
	if !hasAssets && !hasSchemes {
		return neutral, ""
	}
	if common, ok := first(l.Assets, n.Assets); ok {
		return w.max, "対象資産『" + names.Asset(common) + "』が一致"
	}
	if common, ok := first(l.Schemes, n.Schemes); ok {
		return w.max, "スキーム『" + names.Scheme(common) + "』が一致"
	}
	if hasSchemes && (slices.Contains(l.Schemes, SchemeOpen) || slices.Contains(n.Schemes, SchemeOpen)) {
		return w.max, "スキームは応相談"
	}
	return 0, "希望と異なる"
}

func first(a, b []int) (int, bool) {
	for _, x := range a {
		if slices.Contains(b, x) {
			return x, true
		}
	}
	return 0, false
}

// timing: a decided seller with its document ready (1) fits any wish; one that
// prepares it (2) fits half a year and more, one that still considers (3) a year
// and more; one step short of it is near.
func (w scoreWeight) timing(l ListingPoints, n NeedPoints) (int, string) {
	if l.Willingness == WillingnessNone || n.Months == 0 {
		return neutral, ""
	}
	needs := map[Willingness]int{WillingnessDecided: 0, WillingnessPreparing: 6, WillingnessConsidered: 12}[l.Willingness]
	almost := map[Willingness]int{WillingnessPreparing: 3, WillingnessConsidered: 6}[l.Willingness]
	switch {
	case n.Months == DeadlineAny, n.Months >= needs:
		return w.max, "譲渡意思と時期が合う"
	case n.Months >= almost:
		return w.part["near"], "譲渡意思と時期がやや合う"
	}
	return 0, "譲渡意思と時期が合わない"
}

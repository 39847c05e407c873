package score

import (
	"fmt"

	"tsunagu/app/deal"
)

// itemKind is an item of the match score.
type itemKind int

const (
	itemIndustry itemKind = iota
	itemRegion
	itemPrice
	itemSales
	itemPeople
	itemAsset
	itemTiming
	itemWords
	itemFullness
)

// weight is one line of the table of domain 8: the weight, which is also
// the points of a full match, and those of the partial ones.
type weight struct {
	item  itemKind
	key   string // by which the office sets another weight
	label string
	max   int
	part  map[string]int
}

// defaultWeights: of 業種, "neighbour" is what おすすめ asks for at least; "wide" is what the same large class gives where it says little,
// "large" where it says more.
var defaultWeights = []weight{
	{itemIndustry, "industry", "業種", 30, map[string]int{"neighbour": 20, "large": 8, "wide": 4}},
	{itemRegion, "region", "地域", 20, map[string]int{"region": 12, "anywhere": 14}},
	{itemPrice, "price", "価格", 13, map[string]int{"near": 3}},
	{itemSales, "sales", "売上", 10, map[string]int{"next": 5}},
	{itemPeople, "people", "従業員数", 5, nil},
	{itemAsset, "asset", "対象資産・スキーム", 5, nil},
	{itemTiming, "timing", "希望時期", 5, map[string]int{"near": 2}},
	{itemWords, "words", "希望の言葉", 10, map[string]int{"near": 5}},
	{itemFullness, "fullness", "情報の充実度", 2, map[string]int{"mostly": 1}},
}

// wideClasses are the large classes whose members have little in common: 製造業, 卸売業・小売業 and サービス業. A food maker and an
// electronics maker are both 製造業.
var wideClasses = []string{"13", "17", "21"}

// The least totals of the two bands (domain 8).
const (
	Recommended = 70 // おすすめ
	Candidate   = 50 // 候補
)

// MostApart is the most that a listing scores against a need that names industries of which none is its own or a neighbour of it: 候補,
// however well all else fits.
const MostApart = Recommended - 1

// Range is a range of amounts (百万円) or persons; a nil end is open. Both ends
// belong to it.
type Range struct {
	From *int64
	To   *int64
}

// ListingPoints is the data of a listing that the score uses: its published L1 fields alone (domain
// 8).
type ListingPoints struct {
	Industries  []string // small classes
	Regions     []int    // publicRegion
	Prefecture  string   // two digits, where SF published it
	Price       *Range   // 百万円, from salesPrice and salesPriceTo; nil where 応相談 or empty
	Sales       int      // key of the sales band; 0 for none
	People      *Range
	Assets      []int // salesAsset
	Schemes     []int // negotiationTarget
	Willingness deal.Willingness
	Filled      int   // published L1 fields that are filled in
	Fillable    int   // number of L1 fields that can be filled in
	Concepts    []int // what its published text is about
}

// NeedPoints is the data of one need that the score uses. An empty list is a condition that was not
// given.
type NeedPoints struct {
	ID          string
	Industries  []string // small classes, or large ones of two digits
	Regions     []int    // acquisitionRegionArea; deal.RegionAnywhere for the whole country
	Prefectures []string // acquisitionRegion
	Price       *Range   // 百万円
	Sales       int      // key of the sales band
	People      *Range
	Assets      []int // acquisitionAsset
	Schemes     []int // negotiationTarget
	Months      int   // acquisitionDeadline in months; 0 where not given, DeadlineAny for any time
	Concepts    []int // what its text is about
}

const (
	SchemeOpen      = 99 // 応相談, of the scheme items
	DeadlineAny     = -1 // 時期を問わない
	largeClassWidth = 2  // digits of a large class in a small one's code
)

// Names gives the names for the reasons, and says what is near to what.
type Names struct {
	Industry   func(code string) string // of a large or a small class
	Region     func(key int) string
	Prefecture func(code string) string
	RegionOf   func(prefecture string) int // the region of a prefecture
	Sales      func(key int) string
	Asset      func(key int) string
	Scheme     func(key int) string
	Concept    func(concept int) string
	Neighbour  func(code, of string) (why string, ok bool) // of two small classes
	Meeting    func(wanted, said int) Meeting
}

// Meeting is how a concept that a need names meets one of a listing's text.
type Meeting int

const (
	Apart Meeting = iota
	Near
	Meets // the same, or a kind of it
)

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
	BuyerStatus deal.CompanyStatus
	Interest    deal.InterestStatus
	IsBroken    bool // a negotiation in status 9
}

// Applies says whether a pair has a score: the hard filters hold (domain 8).
func Applies(f MatchFacts) bool {
	return f.IsShown && f.BuyerStatus == deal.CompanyEnabled && f.Interest != deal.InterestNotInterested && !f.IsBroken
}

// Band names a total: おすすめ from 70, 候補 from 50 (domain 8).
func Band(total int) string {
	switch {
	case total >= Recommended:
		return "おすすめ"
	case total >= Candidate:
		return "候補"
	}
	return ""
}

// Best returns the best score of a buyer's needs, the first of equal ones;
// false where there is no need.
func Best(l ListingPoints, needs []NeedPoints, names Names, weights Weights) (Score, bool) {
	if len(needs) == 0 {
		return Score{}, false
	}
	best := Of(l, needs[0], names, weights)
	for _, n := range needs[1:] {
		if s := Of(l, n, names, weights); s.Total > best.Total {
			best = s
		}
	}
	return best, true
}

// Of scores a listing against one need, 0 to 100, with a reason for each
// item (domain 8).
func Of(l ListingPoints, n NeedPoints, names Names, weights Weights) Score {
	s, bar := Score{NeedID: n.ID}, weights.bar()
	eachItem(l, n, names, weights, func(w weight, points int, text string) {
		s.Total += points
		s.Reasons = append(s.Reasons, Reason{w.label, points, w.max, fmt.Sprintf("%s：%s（%d/%d）", w.label, text, points, w.max)})
	})
	if industry := &s.Reasons[itemIndustry]; s.Total > MostApart && isApart(n, industry.Points, bar) {
		s.Total = MostApart
		industry.Text += fmt.Sprintf("。業種が同じか隣接と分からないため、合計は%d点まで", MostApart)
	}
	s.Band = Band(s.Total)
	return s
}

// Total is the total of Of, for callers that need no reasons. The points of an item depend on its
// own fields alone, and with several industries, places or concepts on the best of them, so a score can be
// computed from separate parts, if what is apart is then limited (Bar).
func Total(l ListingPoints, n NeedPoints, names Names, weights Weights) (total int) {
	apart := false
	eachItem(l, n, names, weights, func(w weight, points int, _ string) {
		total += points
		apart = apart || w.item == itemIndustry && isApart(n, points, weights.bar())
	})
	if apart {
		total = min(total, MostApart)
	}
	return total
}

// isApart: a need without an industry takes any.
func isApart(n NeedPoints, industry, bar int) bool { return len(n.Industries) > 0 && industry < bar }

func eachItem(l ListingPoints, n NeedPoints, names Names, weights Weights, f func(w weight, points int, text string)) {
	for _, w := range defaultWeights {
		w = weights.of(w)
		points, text := w.score(l, n, names)
		if points == neutral {
			points = w.max / 2
			if text == "" {
				text = "条件未登録（中立）"
			}
		}
		f(w, points, text)
	}
}

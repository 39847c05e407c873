package score

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tsunagu/app/deal"
)

var testNames = Names{
	Industry: func(c string) string {
		return map[string]string{"13": "製造業", "13010": "金属加工", "13011": "機械", "13012": "食品", "15": "情報通信業"}[c]
	},
	Region:     func(k int) string { return map[int]string{3: "関東", 6: "東海"}[k] },
	Prefecture: func(c string) string { return map[string]string{"13": "東京都", "23": "愛知県"}[c] },
	RegionOf:   func(p string) int { return map[string]int{"13": 3, "14": 3, "23": 6}[p] },
	Sales:      func(k int) string { return fmt.Sprintf("帯%d", k) },
	Asset:      func(k int) string { return "株式" },
	Scheme:     func(k int) string { return "株式譲渡" },
	Concept: func(n int) string {
		return map[int]string{1: "プレス", 2: "金属加工", 3: "金型", 4: "介護"}[n]
	},
	Neighbour: func(code, of string) (string, bool) {
		return "金型の工程がつながる", code+of == "1301013011" || code+of == "1301113010"
	},
	Meeting: func(wanted, said int) Meeting {
		switch {
		case wanted == said || wanted == 2 && said == 1:
			return Meets
		case wanted == 3 && said == 1:
			return Near
		}
		return Apart
	},
}

func ranged(from, to int64) *Range { return &Range{&from, &to} }

func fullListing() ListingPoints {
	return ListingPoints{
		Industries: []string{"13010"}, Regions: []int{6}, Prefecture: "23", Price: ranged(100, 300), Sales: 4, People: ranged(10, 20),
		Assets: []int{1}, Schemes: []int{1}, Willingness: deal.WillingnessDecided, Filled: 10, Fillable: 10,
		Concepts: []int{1},
	}
}

func fullNeed() NeedPoints {
	return NeedPoints{ID: "n1", Industries: []string{"13010"}, Regions: []int{6}, Prefectures: []string{"23"}, Price: ranged(50, 300),
		Sales:  4,
		People: ranged(1, 50), Assets: []int{1}, Schemes: []int{1}, Months: 12, Concepts: []int{4, 2}}
}

func TestReasons(t *testing.T) {
	s := Of(fullListing(), fullNeed(), testNames, Weights{})
	want := []string{
		"業種：小分類『金属加工』が一致（30/30）", "地域：都道府県『愛知県』が一致（20/20）", "価格：希望価格の範囲内（13/13）",
		"売上：売上高『帯4』が一致（10/10）", "従業員数：希望の人数と重なる（5/5）", "対象資産・スキーム：対象資産『株式』が一致（5/5）",
		"希望時期：譲渡意思と時期が合う（5/5）",
		"希望の言葉：希望の『金属加工』と紹介文の『プレス』が合う（10/10）", "情報の充実度：公開情報がすべて登録済み（2/2）",
	}
	if s.Total != 100 || s.Band != "おすすめ" || len(s.Reasons) != len(want) {
		t.Fatalf("%+v", s)
	}
	for i, r := range s.Reasons {
		if r.Text != want[i] {
			t.Errorf("got %s\nwant %s", r.Text, want[i])
		}
	}
	weights := 0
	for _, w := range defaultWeights {
		weights += w.max
	}
	if weights != 100 {
		t.Errorf("weights sum to %d", weights)
	}
}

func TestItems(t *testing.T) {
	for _, c := range []struct {
		item   int
		change func(*ListingPoints, *NeedPoints)
		points int
		text   string
	}{
		{0, func(_ *ListingPoints, n *NeedPoints) { n.Industries = []string{"13011"} }, 20, "業種：隣接業種『金属加工』（金型の工程がつながる）（20/30）"},
		{0, func(_ *ListingPoints, n *NeedPoints) { n.Industries = []string{"13"} }, 30, "業種：希望する大分類『製造業』に入る（30/30）"},
		{0, func(_ *ListingPoints, n *NeedPoints) { n.Industries = []string{"15", "13011", "13010"} }, 30, "業種：小分類『金属加工』が一致（30/30）"},
		{0, func(_ *ListingPoints, n *NeedPoints) { n.Industries = []string{"13012"} }, 4, "業種：大分類『製造業』だけが一致（4/30）"},
		{0, func(l *ListingPoints, n *NeedPoints) {
			l.Industries, n.Industries = []string{"15001"}, []string{"15006"}
		}, 8,
			"業種：大分類『情報通信業』だけが一致（8/30）"},
		{0, func(_ *ListingPoints, n *NeedPoints) { n.Industries = nil }, 15, "業種：条件未登録（中立）（15/30）"},
		{1, func(_ *ListingPoints, n *NeedPoints) { n.Prefectures = nil }, 12, "地域：地域『東海』が一致（12/20）"},
		{1, func(_ *ListingPoints, n *NeedPoints) { n.Prefectures, n.Regions = nil, []int{deal.RegionAnywhere} }, 14, "地域：全国を希望（14/20）"},
		{1, func(_ *ListingPoints, n *NeedPoints) { n.Prefectures, n.Regions = []string{"13"}, nil }, 0, "地域：希望と異なる（0/20）"},
		// A prefecture that SF does not publish must not affect the score.
		{1, func(l *ListingPoints, _ *NeedPoints) { l.Prefecture = "" }, 12, "地域：地域『東海』が一致（12/20）"},
		{2, func(_ *ListingPoints, n *NeedPoints) { n.Price = ranged(200, 900) }, 7, "価格：希望価格と50%重なる（7/13）"},
		{2, func(_ *ListingPoints, n *NeedPoints) { n.Price = ranged(0, 84) }, 3, "価格：希望価格との差が20%以内（3/13）"},
		{2, func(_ *ListingPoints, n *NeedPoints) { n.Price = ranged(360, 900) }, 3, "価格：希望価格との差が20%以内（3/13）"},
		{2, func(_ *ListingPoints, n *NeedPoints) { n.Price = ranged(361, 900) }, 0, "価格：希望価格と異なる（0/13）"},
		{2, func(l *ListingPoints, _ *NeedPoints) { l.Price = nil }, 6, "価格：条件未登録（中立）（6/13）"},
		{3, func(_ *ListingPoints, n *NeedPoints) { n.Sales = 5 }, 5, "売上：売上高が希望の隣の帯（5/10）"},
		{3, func(_ *ListingPoints, n *NeedPoints) { n.Sales = 6 }, 0, "売上：売上高が希望と異なる（0/10）"},
		{4, func(_ *ListingPoints, n *NeedPoints) { n.People = ranged(21, 30) }, 0, "従業員数：希望の人数と異なる（0/5）"},
		{4, func(_ *ListingPoints, n *NeedPoints) { n.People = nil }, 2, "従業員数：条件未登録（中立）（2/5）"},
		{5, func(_ *ListingPoints, n *NeedPoints) { n.Assets = []int{3} }, 5, "対象資産・スキーム：スキーム『株式譲渡』が一致（5/5）"},
		{5, func(_ *ListingPoints, n *NeedPoints) { n.Assets, n.Schemes = []int{3}, []int{4} }, 0, "対象資産・スキーム：希望と異なる（0/5）"},
		{6, func(l *ListingPoints, n *NeedPoints) { l.Willingness, n.Months = deal.WillingnessConsidered, 6 }, 2, "希望時期：譲渡意思と時期がやや合う（2/5）"},
		{6, func(l *ListingPoints, n *NeedPoints) { l.Willingness, n.Months = deal.WillingnessConsidered, 3 }, 0, "希望時期：譲渡意思と時期が合わない（0/5）"},
		{6, func(l *ListingPoints, n *NeedPoints) {
			l.Willingness, n.Months = deal.WillingnessConsidered, DeadlineAny
		}, 5, "希望時期：譲渡意思と時期が合う（5/5）"},
		{7, func(_ *ListingPoints, n *NeedPoints) { n.Concepts = []int{4, 1} }, 10, "希望の言葉：希望の『プレス』が紹介文にある（10/10）"},
		{7, func(_ *ListingPoints, n *NeedPoints) { n.Concepts = []int{3, 4} }, 5, "希望の言葉：希望の『金型』と紹介文の『プレス』が近い（5/10）"},
		{7, func(_ *ListingPoints, n *NeedPoints) { n.Concepts = []int{4} }, 0, "希望の言葉：希望の言葉が案件の紹介文にない（0/10）"},
		{7, func(_ *ListingPoints, n *NeedPoints) { n.Concepts = nil }, 5, "希望の言葉：希望の文に比べる言葉がない（中立）（5/10）"},
		{7, func(l *ListingPoints, _ *NeedPoints) { l.Concepts = nil }, 5, "希望の言葉：案件の紹介文に比べる言葉がない（中立）（5/10）"},
		{8, func(l *ListingPoints, _ *NeedPoints) { l.Filled = 7 }, 1, "情報の充実度：公開情報がおおむね登録済み（1/2）"},
		{8, func(l *ListingPoints, _ *NeedPoints) { l.Filled = 6 }, 0, "情報の充実度：公開情報が少ない（0/2）"},
	} {
		l, n := fullListing(), fullNeed()
		c.change(&l, &n)
		s := Of(l, n, testNames, Weights{})
		text, _, _ := strings.Cut(s.Reasons[c.item].Text, "。")
		if r := s.Reasons[c.item]; r.Points != c.points || text != c.text {
			t.Errorf("got %d %s\nwant %d %s", r.Points, r.Text, c.points, c.text)
		}
		total := 100 - defaultWeights[c.item].max + c.points
		if c.item == 0 && c.points < 20 && len(n.Industries) > 0 {
			total = min(total, MostApart)
		}
		if s.Total != total || Total(l, n, testNames, Weights{}) != total {
			t.Errorf("%s: total %d and %d, not %d", c.text, s.Total, Total(l, n, testNames, Weights{}), total)
		}
	}
}

// However well all else fits, a listing is おすすめ only if its industry is wanted or a neighbour of a wanted one, or the need names none;
// and the reason says so where it makes a difference.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		listing, need []string
		total         int
		isTold        bool
	}{
		{[]string{"13010"}, []string{"13010"}, 100, false}, {[]string{"13010"}, []string{"13011"}, 90, false},
		{[]string{"13010"}, []string{"13012"}, MostApart, true}, {[]string{"15001"}, []string{"13012"}, MostApart, true},
		{nil, []string{"13012"}, MostApart, true}, {[]string{"13010"}, nil, 85, false}, {nil, nil, 85, false},
		{[]string{"13010"}, []string{"13"}, 100, false},
	} {
		l, n := fullListing(), fullNeed()
		l.Industries, n.Industries = c.listing, c.need
		s := Of(l, n, testNames, Weights{})
		if s.Total != c.total || s.Band != Band(c.total) || strings.Contains(s.Reasons[0].Text, "合計は69点まで") != c.isTold {
			t.Errorf("%q for %q: %d %s %s", c.listing, c.need, s.Total, s.Band, s.Reasons[0].Text)
		}
	}
	l, n := fullListing(), fullNeed()
	l.Industries, n.Prefectures, n.Regions, n.Price = []string{"13012"}, []string{"13"}, nil, ranged(900, 1000)
	if s := Of(l, n, testNames, Weights{}); s.Total != 41 || strings.Contains(s.Reasons[0].Text, "点まで") {
		t.Errorf("a limit that limits nothing is told: %+v", s)
	}
	// The bar moves with the weight of the office; one that gives industries nothing has no bar.
	l, n = fullListing(), fullNeed()
	n.Industries = []string{"13012"}
	for weight, want := range map[int]int{0: 100, 15: MostApart, 60: MostApart} {
		points := map[string]int{"industry": weight, "region": 60 - weight, "price": 13, "sales": 10, "people": 5, "asset": 5, "timing": 5,
			"words": 0, "fullness": 2}
		if s := Of(l, n, testNames, Weights{2, points}); s.Total != min(want, s.Total) || weight != 60 && s.Total != want {
			t.Errorf("industries weigh %d: %+v", weight, s)
		}
		n.Industries = []string{"13011"}
		if s := Of(l, n, testNames, Weights{2, points}); s.Band != "おすすめ" {
			t.Errorf("industries weigh %d: a neighbour has %+v", weight, s)
		}
		n.Industries = []string{"13012"}
	}
}

// Weights of before an item was there still are a hundred together.
func TestWeightsOfBefore(t *testing.T) {
	old := Weights{3, map[string]int{"industry": 30, "region": 20, "price": 20, "sales": 10, "people": 5, "asset": 5, "timing": 5,
		"fullness": 5}}
	s, sum := Of(fullListing(), fullNeed(), testNames, old), 0
	for _, r := range s.Reasons {
		sum += r.Max
	}
	if s.Total != 100 || sum != 100 || s.Reasons[itemWords].Max != 0 {
		t.Errorf("%d of %d: %+v", s.Total, sum, s.Reasons)
	}
}

func TestBest(t *testing.T) {
	if s := Of(ListingPoints{}, NeedPoints{}, testNames, Weights{}); s.Band != "" || s.Total != 48 {
		t.Errorf("no conditions at all: %+v", s)
	}
	poor, good := fullNeed(), fullNeed()
	poor.ID, poor.Industries, good.ID = "poor", []string{"15006"}, "good"
	if s, ok := Best(fullListing(), []NeedPoints{poor, good}, testNames, Weights{}); !ok || s.NeedID != "good" {
		t.Errorf("%+v", s)
	}
	if _, ok := Best(fullListing(), nil, testNames, Weights{}); ok {
		t.Error("a buyer without needs has no score")
	}
	for total, want := range map[int]string{70: "おすすめ", 69: "候補", 50: "候補", 49: ""} {
		if Band(total) != want {
			t.Errorf("%d", total)
		}
	}
	ok := MatchFacts{IsShown: true, BuyerStatus: deal.CompanyEnabled}
	for name, f := range map[string]MatchFacts{
		"hidden": {BuyerStatus: deal.CompanyEnabled}, "not enabled": {IsShown: true, BuyerStatus: deal.CompanyNoData},
		"not interested": {IsShown: true, BuyerStatus: deal.CompanyEnabled, Interest: deal.InterestNotInterested},
		"row at 9":       {IsShown: true, BuyerStatus: deal.CompanyEnabled, IsBroken: true},
	} {
		if Applies(f) || !Applies(ok) {
			t.Error(name)
		}
	}
}

// Other weights scale points and bounds alike, also partial points; without weights the table of
// domain 8 applies.
func TestWeights(t *testing.T) {
	points := map[string]int{}
	for _, i := range (Weights{}).Items() {
		points[i.Key] = i.Max
	}
	if r := CheckWeights(points); r != nil {
		t.Fatal(r)
	}
	if got, want := Of(fullListing(), fullNeed(), testNames, Weights{2, points}), Of(fullListing(), fullNeed(), testNames,
		Weights{}); !reflect.DeepEqual(got, want) {
		t.Errorf("the same weights score %+v, not %+v", got, want)
	}
	points["industry"], points["region"] = 10, 40
	if r := CheckWeights(points); r != nil {
		t.Fatal(r)
	}
	l, n := fullListing(), fullNeed()
	l.Prefecture, n.Regions, n.Prefectures = "", []int{deal.RegionAnywhere}, nil
	l.Industries, n.Industries = []string{"13010"}, []string{"13011"}
	s := Of(l, n, testNames, Weights{2, points})
	if s.Reasons[0].Points != 7 || s.Reasons[0].Max != 10 || s.Reasons[1].Points != 28 || s.Reasons[1].Max != 40 {
		t.Errorf("reasons %+v", s.Reasons[:2])
	}
	total := 0
	for _, r := range s.Reasons {
		total += r.Max
	}
	if total != Max {
		t.Errorf("together %d", total)
	}
	for name, change := range map[string]func(){
		"101 together": func() { points["people"] = 6 },
		"below zero":   func() { points["people"], points["asset"] = -1, 11 },
		"one missing":  func() { delete(points, "people") },
		"one too many": func() { points["people"], points["asset"], points["luck"] = 5, 5, 0 },
		"all in one":   func() { delete(points, "luck"); points["industry"] = 200 },
	} {
		change()
		if CheckWeights(points) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

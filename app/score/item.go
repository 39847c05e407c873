package score

import (
	"fmt"
	"slices"

	"tsunagu/app/deal"
)

// neutral means that data is missing on either side: half the weight, rounded down so that a need
// without any condition is no 候補.
const neutral = -1

func (w weight) score(l ListingPoints, n NeedPoints, names Names) (points int, text string) {
	switch w.item {
	case itemIndustry:
		return w.industry(l, n, names)
	case itemRegion:
		return w.region(l, n, names)
	case itemPrice:
		return w.price(l, n)
	case itemSales:
		return w.sales(l, n, names)
	case itemPeople:
		if l.People == nil || n.People == nil {
			return neutral, ""
		}
		if overlap(*l.People, *n.People) {
			return w.max, "希望の人数と重なる"
		}
		return 0, "希望の人数と異なる"
	case itemAsset:
		return w.asset(l, n, names)
	case itemTiming:
		return w.timing(l, n)
	case itemWords:
		return w.words(l, n, names)
	case itemFullness:
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

func (w weight) industry(l ListingPoints, n NeedPoints, names Names) (int, string) {
	if len(l.Industries) == 0 || len(n.Industries) == 0 {
		return neutral, ""
	}
	best, text := 0, "希望と異なる"
	for _, code := range l.Industries {
		for _, wanted := range n.Industries {
			points, say := w.oneIndustry(code, wanted, names)
			if points > best {
				best, text = points, say
			}
		}
	}
	return best, text
}

// oneIndustry compares one class of each. Who asks for a whole large class has what was asked for with any listing in it.
func (w weight) oneIndustry(code, wanted string, names Names) (int, string) {
	switch class := large(code); {
	case code == wanted && len(code) > largeClassWidth:
		return w.max, "小分類『" + names.Industry(code) + "』が一致"
	case class == wanted:
		return w.max, "希望する大分類『" + names.Industry(class) + "』に入る"
	default:
		if why, ok := names.Neighbour(code, wanted); ok {
			return w.part["neighbour"], "隣接業種『" + names.Industry(code) + "』（" + why + "）"
		}
		if class != large(wanted) {
			return 0, ""
		}
		part := "large"
		if slices.Contains(wideClasses, class) {
			part = "wide"
		}
		return w.part[part], "大分類『" + names.Industry(class) + "』だけが一致"
	}
}

func large(code string) string { return code[:min(len(code), largeClassWidth)] }

func (w weight) region(l ListingPoints, n NeedPoints, names Names) (int, string) {
	anywhere := slices.Contains(n.Regions, deal.RegionAnywhere)
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
		if r == deal.RegionAnywhere {
			return w.part["region"], "案件の地域は全国"
		}
	}
	return 0, "希望と異なる"
}

// price: the points are the weight times the share of the listing's range that
// the need covers; ranges that do not meet but lie at most 20 % apart get a few.
func (w weight) price(l ListingPoints, n NeedPoints) (int, string) {
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

func (w weight) sales(l ListingPoints, n NeedPoints, names Names) (int, string) {
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

func (w weight) asset(l ListingPoints, n NeedPoints, names Names) (int, string) {
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

// timing: a decided seller with its document ready (1) fits any wish; one that prepares it (2) fits
// a wish of half a year or more, one that still considers (3) a wish of a year or more. A wish that
// is one step too short counts as near.
func (w weight) timing(l ListingPoints, n NeedPoints) (int, string) {
	if l.Willingness == deal.WillingnessNone || n.Months == 0 {
		return neutral, ""
	}
	needs := map[deal.Willingness]int{deal.WillingnessDecided: 0, deal.WillingnessPreparing: 6, deal.WillingnessConsidered: 12}[l.Willingness]
	almost := map[deal.Willingness]int{deal.WillingnessPreparing: 3, deal.WillingnessConsidered: 6}[l.Willingness]
	switch {
	case n.Months == DeadlineAny, n.Months >= needs:
		return w.max, "譲渡意思と時期が合う"
	case n.Months >= almost:
		return w.part["near"], "譲渡意思と時期がやや合う"
	}
	return 0, "譲渡意思と時期が合わない"
}

// words: what the need's text names, in the listing's published text. Who wrote nothing that can be compared loses nothing by it.
func (w weight) words(l ListingPoints, n NeedPoints, names Names) (int, string) {
	if len(n.Concepts) == 0 {
		return neutral, "希望の文に比べる言葉がない（中立）"
	}
	if len(l.Concepts) == 0 {
		return neutral, "案件の紹介文に比べる言葉がない（中立）"
	}
	best, text := Apart, "希望の言葉が案件の紹介文にない"
	for _, wanted := range n.Concepts {
		for _, said := range l.Concepts {
			if m := names.Meeting(wanted, said); m > best {
				best, text = m, "希望の『"+names.Concept(wanted)+"』と紹介文の『"+names.Concept(said)+"』が"+map[Meeting]string{Near: "近い", Meets: "合う"}[m]
				if wanted == said {
					text = "希望の『" + names.Concept(wanted) + "』が紹介文にある"
				}
			}
		}
	}
	return map[Meeting]int{Apart: 0, Near: w.part["near"], Meets: w.max}[best], text
}

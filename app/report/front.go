package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/sheet"
	"tsunagu/store"
	"tsunagu/store/master"
)

const reportTitle = "買手企業レポート"

// reportTotals are the counts of the report's first two sheets.
type reportTotals struct {
	companies, withNeeds, needs         int
	statuses, bands, negotiations       map[int]int
	industries, prefectures, wantedWork map[string]int // by large class, prefecture, large class sought
	prices                              map[int]int    // by upper bound of the needs' prices
}

func newReportTotals() *reportTotals {
	return &reportTotals{statuses: map[int]int{}, bands: map[int]int{}, negotiations: map[int]int{}, industries: map[string]int{},
		prefectures: map[string]int{}, wantedWork: map[string]int{}, prices: map[int]int{}}
}

func (t *reportTotals) add(c *store.CompanyRecord, needs []store.Needs, deals map[int]int) {
	t.companies++
	t.statuses[c.Status]++
	t.bands[c.SalesAmount]++
	t.prefectures[c.PrefectureCode]++
	for _, code := range largeClasses(c.IndustryTypes) {
		t.industries[code]++
	}
	if len(needs) > 0 {
		t.withNeeds++
	}
	t.needs += len(needs)
	for i := range needs {
		t.prices[needs[i].AcquisitionPriceTo]++
		for _, code := range largeClasses(needs[i].AcquisitionIndustry) {
			t.wantedWork[code]++
		}
	}
	for status, n := range deals {
		t.negotiations[status] += n
	}
}

// largeClasses are the large classes of small ones, each once; "" stands for no class.
func largeClasses(small []string) []string {
	out := []string{}
	for _, code := range small {
		if l, ok := master.LargeOf(code); ok && !slices.Contains(out, l.Code) {
			out = append(out, l.Code)
		}
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}

// reportHeader are the facts about the report itself: whose, of when, with which conditions.
type reportHeader struct {
	Institution, By string
	At              time.Time
	Conditions      []string
}

// The front is one page: three blocks of three columns, with a narrow column between blocks, two
// tables and three charts. The charts' figures are on a sheet of their own.
const block = 4

func reportFront(b *sheet.Book) *sheet.Board {
	return b.Board("概要", sheet.Page{OnOnePage: true, TabColor: sheet.Indigo}, 23, 10, 10, 2.5, 23, 10, 10, 2.5, 23, 10, 10)
}

func reportFigures(b *sheet.Book) *sheet.Board {
	return b.Board("内訳", sheet.Page{TabColor: sheet.Indigo}, 28, 9, 9, 2.5, 16, 9, 9, 2.5, 26, 9, 9, 2.5, 28, 9, 9)
}

// unnamed is the name of the line that counts missing values.
const unnamed = "未登録"

func (t *reportTotals) write(front, figures *sheet.Board, h reportHeader) {
	industries, prefectures, bands := t.writeFigures(figures)
	last := 3*block - 1
	front.Span(1, last, 1, reportTitle, sheet.Title)
	front.Height(1, 34)
	front.Span(1, last, 2, fmt.Sprintf("%s　　%s 現在　　作成：%s", h.Institution, h.At.Format("2006年1月2日 15:04"), h.By), sheet.Subtitle)
	conditions := "対象：担当するすべての買手企業"
	if len(h.Conditions) > 0 {
		conditions = "対象：担当する買手企業のうち、" + strings.Join(h.Conditions, "／")
	}
	front.Span(1, last, 3, conditions, sheet.Subtitle)

	// Three pairs of large figures.
	live := 0
	for status, n := range t.negotiations {
		if deal.NegotiationStatus(status).Live() {
			live += n
		}
	}
	for i, k := range []struct {
		left, right     string
		leftN, rightN   int
		leftOf, rightOf string
	}{
		{"買手企業", "公開中", t.companies, t.statuses[int(deal.CompanyEnabled)], "社", "社"},
		{"取得ニーズ", "ニーズのある企業", t.needs, t.withNeeds, "件", "社"},
		{"交渉中", "成約", live, t.negotiations[int(deal.NegotiationSigned)], "件", "件"},
	} {
		col := 1 + i*block
		front.Put(col, 5, k.left+"（"+k.leftOf+"）", sheet.Key)
		front.Put(col, 6, k.leftN, sheet.KeyFigure)
		front.Span(col+1, col+2, 5, k.right+"（"+k.rightOf+"）", sheet.Key)
		front.Span(col+1, col+2, 6, k.rightN, sheet.KeyFigure)
	}
	front.Height(5, 20)
	front.Height(6, 36)

	statuses := []sheet.Count{}
	for _, s := range []deal.CompanyStatus{deal.CompanyEnabled, deal.CompanyFinancialNotApproved, deal.CompanyNotCreated, deal.CompanyNoData,
		deal.CompanyDisabled} {
		statuses = append(statuses, sheet.Count{Label: s.Label(), N: t.statuses[int(s)]})
	}
	negotiations, all := []sheet.Count{}, 0
	for _, s := range []deal.NegotiationStatus{deal.NegotiationNone, deal.NegotiationAnonymous, deal.NegotiationHope, deal.NegotiationRealName,
		deal.NegotiationConditions, deal.NegotiationSigned, deal.NegotiationBroken} {
		negotiations = append(negotiations, sheet.Count{Label: s.Label(), N: t.negotiations[int(s)]})
		all += t.negotiations[int(s)]
	}
	front.Block(1, 8, "登録状況", "状況", "社", statuses, t.companies, "合計")
	front.Block(1+block, 8, "取得ニーズの希望価格（上限）", "希望価格", "件", t.priceCounts(), t.needs, "合計")
	front.Block(1+2*block, 8, "交渉の状況", "状況", "件", negotiations, all, "合計")

	const chartRow, chartEnd = 20, 36
	front.Chart("業種別（社）", "業種の大分類ごとの企業数の棒グラフ。数は「内訳」シートの表と同じです。", industries.First(13), false, 1, chartRow, block-1, chartEnd)
	front.Chart("都道府県別・上位10（社）", "企業の多い都道府県の棒グラフ。数は「内訳」シートの表と同じです。", prefectures.First(10), false, 1+block, chartRow, 2*block-1, chartEnd)
	front.Chart("年間売上高別（社）", "年間売上高の区分ごとの企業数の棒グラフ。数は「内訳」シートの表と同じです。", bands, false, 1+2*block, chartRow, last, chartEnd)
	front.Span(1, last, chartEnd+2, "業種は大分類です。複数の業種を登録した企業は、それぞれの業種で数えます。数字の内訳は「内訳」、企業とニーズの一覧は次のシートにあります。", sheet.Note)
	front.Close()
}

func (t *reportTotals) writeFigures(s *sheet.Board) (industries, prefectures, bands sheet.Range) {
	s.Span(1, 15, 1, "内訳", sheet.Title)
	s.Height(1, 34)
	industries = s.Block(1, 3, "業種別（大分類）", "業種", "社", largeCounts(t.industries), t.companies, "")
	prefectures = s.Block(5, 3, "都道府県別", "都道府県", "社", namedCounts(t.prefectures,
		func(code string) string { p, _ := master.FindPrefecture(code); return p.Name }), t.companies, "合計")
	bands = s.Block(9, 3, "年間売上高別", "年間売上高", "社", itemCounts(master.AnnualSales, t.bands, 0), t.companies, "合計")
	s.Block(13, 3, "ニーズの希望業種別（大分類）", "希望業種", "件", largeCounts(t.wantedWork), t.needs, "")
	s.Close()
	return industries, prefectures, bands
}

func (t *reportTotals) priceCounts() []sheet.Count {
	return itemCounts(master.AcquisitionPrice, t.prices, 0)
}

// itemCounts are the counts of a list of choices in the list's order, missing values last.
func itemCounts(list string, n map[int]int, none int) []sheet.Count {
	out := []sheet.Count{}
	for _, i := range master.Items(list) {
		out = append(out, sheet.Count{Label: i.Label, N: n[i.Key]})
	}
	if n[none] > 0 {
		out = append(out, sheet.Count{Label: unnamed, N: n[none]})
	}
	return out
}

func largeCounts(n map[string]int) []sheet.Count {
	return namedCounts(n, func(code string) string { l, _ := master.FindLarge(code); return l.Name })
}

// namedCounts are the counts of codes, those with at least one, the largest first, missing values last.
func namedCounts(n map[string]int, name func(string) string) []sheet.Count {
	codes := []string{}
	for code := range n {
		codes = append(codes, code)
	}
	slices.SortFunc(codes, func(a, b string) int {
		return cmp.Or(cmp.Compare(b2i(a == ""), b2i(b == "")), cmp.Compare(n[b], n[a]), cmp.Compare(a, b))
	})
	out := []sheet.Count{}
	for _, code := range codes {
		label := unnamed
		if code != "" {
			label = name(code)
		}
		out = append(out, sheet.Count{Label: label, N: n[code]})
	}
	return out
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

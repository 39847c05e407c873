package app_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tsunagu/app/listing"
	"tsunagu/app/match"
	"tsunagu/app/score"
	"tsunagu/store"
	"tsunagu/store/master"
)

// judgedCase is a wish of testdata/words/judged.tsv with its listings and what a banker says of them.
type judgedCase struct {
	id    string
	need  *store.Needs
	says  map[string]int // by the listing
	order []string
}

var judgements = map[string]int{"fit": 2, "perhaps": 1, "no": 0}

func judgedCases(t *testing.T) (cases []*judgedCase, listings map[string]*store.ListingContent) {
	t.Helper()
	listings = map[string]*store.ListingContent{}
	for _, r := range heldOut(t, "judged.tsv") {
		kind, id, title, text := r[0], r[1], r[2], r[3]
		switch kind {
		case "listing":
			listings[id] = judgedListing(t, title, text, r[4])
		case "need":
			cases = append(cases, &judgedCase{id: id, need: judgedNeed(t, id, title, text, r[4]), says: map[string]int{}})
		case "judged":
			c := cases[len(cases)-1]
			says, ok := judgements[title]
			if _, twice := c.says[text]; !ok || twice || c.id != id || listings[text] == nil {
				t.Fatalf("a judgement that stands wrong: %v", r)
			}
			c.says[text], c.order = says, append(c.order, text)
		default:
			t.Fatalf("unknown kind %v", r)
		}
	}
	return cases, listings
}

// fieldsOf reads the column of fields: key=value, separated by spaces.
func fieldsOf(t *testing.T, column string, known ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, f := range strings.Fields(column) {
		k, v, ok := strings.Cut(f, "=")
		if !ok || v == "" || !slices.Contains(known, k) {
			t.Fatalf("unknown field %q in %q", f, column)
		}
		out[k] = v
	}
	return out
}

func keyOf(t *testing.T, s string) (n int) {
	t.Helper()
	if s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// pairOf reads from-to.
func pairOf(t *testing.T, s string) (from, to int) {
	t.Helper()
	a, b, _ := strings.Cut(s, "-")
	return keyOf(t, a), keyOf(t, b)
}

func peopleOf(t *testing.T, s string) (from, to *int64) {
	t.Helper()
	if s == "" {
		return nil, nil
	}
	a, b := pairOf(t, s)
	x, y := int64(a), int64(b)
	return &x, &y
}

func listOf(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func keysOf(t *testing.T, s string) (out []int) {
	t.Helper()
	for _, x := range listOf(s) {
		out = append(out, keyOf(t, x))
	}
	return out
}

func judgedListing(t *testing.T, title, text, fields string) *store.ListingContent {
	t.Helper()
	f := fieldsOf(t, fields, "class", "region", "prefecture", "price", "sales", "people", "willingness")
	c := &store.ListingContent{BusinessName: title, Description: text, SalesAmount: keyOf(t, f["sales"]),
		WillingnessToSell: keyOf(t, f["willingness"])}
	c.IndustryTypes, c.PublicRegion, c.PrefectureCode = listOf(f["class"]), keysOf(t, f["region"]), f["prefecture"]
	if c.PrefectureCode != "" {
		c.IsPrefecturePublic, c.Region = true, match.RegionOf(c.PrefectureCode)
		c.PublicRegion = []int{c.Region}
	}
	c.SalesPrice, c.SalesPriceTo = pairOf(t, f["price"])
	c.ManagersFrom, c.ManagersTo = peopleOf(t, f["people"])
	c.FreeTextFolded = listing.SearchText(c)
	return c
}

func judgedNeed(t *testing.T, id, title, text, fields string) *store.Needs {
	t.Helper()
	f := fieldsOf(t, fields, "class", "region", "prefecture", "price", "sales", "people", "deadline")
	n := &store.Needs{ID: id, Title: title, Detail: text, AcquisitionAnnualSales: keyOf(t, f["sales"]),
		AcquisitionDeadline: keyOf(t, f["deadline"]), FreeTextFolded: master.Fold(title + "\n" + text)}
	n.AcquisitionIndustry, n.AcquisitionRegionArea, n.AcquisitionRegion = listOf(f["class"]), keysOf(t, f["region"]), listOf(f["prefecture"])
	n.AcquisitionPrice, n.AcquisitionPriceTo = pairOf(t, f["price"])
	n.ManagersFrom, n.ManagersTo = peopleOf(t, f["people"])
	return n
}

// agreement counts the pairs of one kind: right ones twice, those with equal points once.
type agreement struct{ halves, pairs int }

func (a *agreement) percent() float64 { return float64(a.halves) * 50 / float64(max(1, a.pairs)) }

// The least order agreement of the score with a banker, in percent.
const leastAgreement = 85

// The score puts listings in the order in which a banker who saw no score would (domain.md 8).
func TestJudgedOrder(t *testing.T) {
	cases, listings := judgedCases(t)
	var all agreement
	parts := map[[2]int]*agreement{{2, 0}: {}, {2, 1}: {}, {1, 0}: {}}
	bands := map[string]map[string]int{}
	names := map[int]string{2: "fit", 1: "perhaps", 0: "no"}
	for _, c := range cases {
		points := map[string]int{}
		for _, id := range c.order {
			s := score.Of(match.ListingPoints(listings[id]), match.NeedPoints(c.need), match.ScoreNames, score.Weights{})
			points[id] = s.Total
			says := names[c.says[id]]
			if bands[says] == nil {
				bands[says] = map[string]int{}
			}
			bands[says][s.Band]++
		}
		var wrong []string
		for _, x := range c.order {
			for _, y := range c.order {
				if c.says[x] <= c.says[y] {
					continue
				}
				halves := 1
				if points[x] > points[y] {
					halves = 2
				} else if points[x] < points[y] {
					halves = 0
					wrong = append(wrong, fmt.Sprintf("%s %s %d < %s %s %d", names[c.says[x]], x, points[x], names[c.says[y]], y, points[y]))
				}
				part := parts[[2]int{c.says[x], c.says[y]}]
				all.halves, all.pairs = all.halves+halves, all.pairs+1
				part.halves, part.pairs = part.halves+halves, part.pairs+1
			}
		}
		if len(wrong) > 0 {
			t.Logf("%s %s: %s", c.id, c.need.Title, strings.Join(wrong, "; "))
		}
	}
	for _, k := range [][2]int{{2, 0}, {2, 1}, {1, 0}} {
		t.Logf("%s before %s: %.1f %% of %d pairs", names[k[0]], names[k[1]], parts[k].percent(), parts[k].pairs)
	}
	for _, says := range []string{"fit", "perhaps", "no"} {
		t.Logf("%s: おすすめ %d, 候補 %d, neither %d", says, bands[says]["おすすめ"], bands[says]["候補"], bands[says][""])
	}
	t.Logf("order agreement: %.1f %% of %d pairs", all.percent(), all.pairs)
	if all.percent() < leastAgreement {
		t.Errorf("order agreement %.1f %%, want at least %d %%", all.percent(), leastAgreement)
	}
}

// The judgements are what their page says: 60 wishes with eight listings each, all judgements and
// kinds of wishes among them, and each code one of the masters.
func TestJudgedIsWhole(t *testing.T) {
	cases, listings := judgedCases(t)
	used, of, wordsOnly, whole := map[string]bool{}, map[int]int{}, 0, 0
	for _, c := range cases {
		if len(c.order) != 8 {
			t.Errorf("%s has %d listings", c.id, len(c.order))
		}
		for id, says := range c.says {
			used[id] = true
			of[says]++
		}
		switch classes := c.need.AcquisitionIndustry; {
		case len(classes) == 0:
			wordsOnly++
		case len(classes[0]) == 2:
			whole++
		}
		for _, code := range c.need.AcquisitionIndustry {
			if _, ok := master.FindIndustry(code); !ok && len(code) != 2 {
				t.Errorf("%s wants %s", c.id, code)
			}
		}
	}
	for id, l := range listings {
		if _, ok := master.FindIndustry(l.IndustryTypes[0]); !ok || !used[id] || l.SalesPriceTo == 0 || len(l.PublicRegion) == 0 {
			t.Errorf("%s: an unknown class, judged nowhere, or without price or place", id)
		}
	}
	if len(cases) != 60 || wordsOnly < 5 || whole < 5 || of[0] < 100 || of[1] < 100 || of[2] < 60 {
		t.Errorf("%d wishes, %d without a class, %d with a whole large class, judged %v", len(cases), wordsOnly, whole, of)
	}
}

//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"tsunagu/store"
	"tsunagu/store/master"
)

// Questions drawn at random for all contestants: one to seven of the filters for which the cards have columns, any
// order of the list's, any of twenty pages. Filters that only the product knows (an own list of unpublished contents,
// what somebody has read) are used by `fresh` only.
const (
	anewFilters = 7
	anewPages   = 20
)

// The kinds of drawn questions: asked for the first time, and asked repeatedly.
const (
	firstKind = "first"
	againKind = "again"
)

// isDrawn says that a kind is one of these two.
func (k *kind) isDrawn() bool { return k.name == firstKind || k.name == againKind }

// asked adds a filter to a question, both for the product's call and for the cards.
type asked func(r *rand.Rand, q *question)

// set sets a parameter of the product's call, in its query or its body.
func (q *question) set(name string, value any) {
	if q.body != nil {
		q.body[name] = value
		return
	}
	text := ""
	switch x := value.(type) {
	case []string:
		text = strings.Join(x, ",")
	case map[string]any:
		b, err := json.Marshal(x)
		if err != nil {
			panic(err) // lists of strings always marshal
		}
		text = string(b)
	default:
		text = fmt.Sprint(x)
	}
	if q.query == nil {
		q.query = url.Values{}
	}
	q.query.Set(name, text)
}

func (q *question) must(terms ...term) { q.where = append(q.where, terms) }

func subset[T any](r *rand.Rand, of []T, n int) (out []T) {
	for _, i := range r.Perm(len(of))[:min(n, len(of))] {
		out = append(out, of[i])
	}
	return out
}

// askIndustry filters by large classes, small ones, or both; bits and codes are the cards' columns
// of them.
func askIndustry(name, bits, codes string) asked {
	var large []int
	var small []string
	for _, l := range master.Industries() {
		n, err := strconv.Atoi(l.Code)
		if err != nil {
			panic(err) // codes are always numbers (store/master)
		}
		large = append(large, n)
		for _, s := range l.Small {
			small = append(small, s.Code)
		}
	}
	return func(r *rand.Rand, q *question) {
		x, terms, which := map[string]any{}, anyOf{}, r.IntN(3)
		if which != 1 {
			some := subset(r, large, 1+r.IntN(4))
			x["category"], terms = strings.Split(twoDigits(some), ","), append(terms, bitsOf(bits, classMask(some)))
		}
		if which != 0 {
			some := subset(r, small, 1+r.IntN(5))
			for _, code := range some {
				terms = append(terms, has(codes, ","+code+","))
			}
			x["sub_category"] = some
		}
		q.set(name, x)
		q.must(terms...)
	}
}

// askSales filters companies by their sales, between two thresholds.
func askSales(column string) asked {
	return func(r *rand.Rand, q *question) {
		which, from := r.IntN(3), 1+r.IntN(7)
		to := from + 1 + r.IntN(8-from)
		var bands []int
		for _, band := range master.Items(master.AnnualSales) { // threshold n lies between the bands n and n+1
			if (which == 1 || band.Key > from) && (which == 0 || band.Key <= to) {
				bands = append(bands, band.Key)
			}
		}
		if which != 1 {
			q.set("annualSaleF", from)
		}
		if which != 0 {
			q.set("annualSaleT", to)
		}
		q.must(in(column, bands...))
	}
}

func askPrefectures(column string) asked {
	return func(r *rand.Rand, q *question) {
		prefs := somePrefectures(r, 1+r.IntN(12))
		q.set("prefecture", strings.Split(twoDigits(prefs), ","))
		q.must(in(column, prefs...))
	}
}

func askCharge(isOwnToo bool) asked {
	return func(r *rand.Rand, q *question) {
		if isOwnToo && r.IntN(2) == 0 {
			q.set("isOnlyPersonInCharge", true)
			q.must(in("own", 1))
			return
		}
		q.set("isNotOnlyPersonInCharge", true)
		q.must(in("own", 0))
	}
}

// askStatus filters companies by their status; another bank's companies are always public.
func askStatus(r *rand.Rand, q *question) {
	var states []int
	for _, x := range subset(r, []struct {
		name   string
		states []int
	}{{"isPublic", []int{1}}, {"noApproved", []int{11}}, {"noPublic", []int{2, 3, 5}}}, 1+r.IntN(2)) {
		q.set(x.name, true)
		states = append(states, x.states...)
	}
	q.must(in("status", states...))
}

// askWanted filters buyers by one end of the price that they would pay: both ends would have to belong to one need,
// and the cards do not have that.
func askWanted(r *rand.Rand, q *question) {
	if r.IntN(2) == 0 {
		key := 1 + r.IntN(7)
		q.set("salesPrice", key)
		q.must(bitsOf("price", priceFrom(key)))
		return
	}
	key := 1 + r.IntN(7)
	to, _ := master.FindItem(master.SalesPriceTo, key)
	mask := 1
	for _, k := range master.Items(master.AcquisitionPrice) {
		if k.Min != nil && *k.Min <= *to.Max {
			mask |= 1 << k.Key
		}
	}
	q.set("salesPriceTo", key)
	q.must(bitsOf("low", mask))
}

func someDay(r *rand.Rand) string {
	return time.Now().In(store.JST).AddDate(0, 0, r.IntN(430)-30).Format(time.DateOnly)
}

func askDue(name string) asked {
	return func(r *rand.Rand, q *question) {
		due := someDay(r)
		q.set(name, due)
		q.must(least("due", dateNumber(due)))
	}
}

// The filters of the lists.
var (
	listingAsked = []asked{
		askIndustry("industryTypes", "industry", "classes"), askCharge(false), askDue("dueDate"),
		func(r *rand.Rand, q *question) {
			prefs := somePrefectures(r, 1+r.IntN(12))
			q.set("location", strings.Split(twoDigits(prefs), ","))
			q.must(in("pref", prefs...), bitsOf("regions", regionMask(prefs)))
		},
		func(r *rand.Rand, q *question) {
			keys := subset(r, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, 1+r.IntN(5))
			q.set("salesAmount", strings.Split(join(keys, ","), ","))
			q.must(in("sales", keys...))
		},
		func(r *rand.Rand, q *question) { // a listing without a price, or with one to be negotiated, matches every range
			which, from := r.IntN(3), 1+r.IntN(6)
			to := from + 1 + r.IntN(7-from)
			if which != 1 {
				reach, item := []int{0, 9}, master.Items(master.SalesPriceTo)
				low, _ := master.FindItem(master.AcquisitionPrice, from)
				for _, k := range item {
					if k.Max == nil || *k.Max >= *low.Min {
						reach = append(reach, k.Key)
					}
				}
				q.set("salesPrice", from)
				q.must(in("price_to", reach...))
			}
			if which != 0 {
				q.set("salesPriceTo", to)
				q.must(most("floor", priceUpTo(to)))
			}
		},
		func(r *rand.Rand, q *question) {
			which, from := r.IntN(3), r.IntN(120)
			if which != 1 {
				q.set("numberOfManagersFrom", from)
				q.must(least("people_to", from))
			}
			if which != 0 {
				to := from + 1 + r.IntN(250)
				q.set("numberOfManagersTo", to)
				q.must(most("people_from", to))
			}
		},
		func(r *rand.Rand, q *question) {
			q.set("isPublic", true)
			if states := []int{1}; r.IntN(2) == 0 {
				q.must(in("state", states...))
				return
			}
			q.set("isSold", true)
			q.must(in("state", 1, 2))
		},
	}
	companyAsked = []asked{askIndustry("companyIndustryTypes", "industry", "classes"), askSales("sales"), askPrefectures("pref")}
	wantedAsked  = []asked{askIndustry("businessIndustryTypes", "wanted", "wanted_classes"), askWanted, askCharge(true)}
	buyerAsked   = slices.Concat(companyAsked, wantedAsked, []asked{askStatus})
	sellerAsked  = slices.Concat(companyAsked, []asked{askStatus})
	longAsked    = slices.Concat(companyAsked, wantedAsked)
	financeAsked = []asked{
		askIndustry("businessIndustryTypes", "industry", "classes"), askDue("dueDateF"),
		askIndustry("companyIndustryTypes", "buyer_industry", "buyer_classes"), askSales("buyer_sales"), askPrefectures("buyer_pref"),
		func(r *rand.Rand, q *question) {
			states := subset(r, []int{0, 1, 2, 3, 4, 5, 9}, 1+r.IntN(4))
			q.set("searchStatus", "["+join(states, ",")+"]")
			q.must(in("status", states...))
		},
	}
)

// by is an order of a list: the product's name, the cards' columns that follow the direction, and those that do
// not.
type by struct {
	name, columns string
	then          []string
}

// draw has the filters and orders with which a list's questions are drawn.
type draw struct {
	filters []asked
	orders  []by
	begin   func(c *cards) question
}

// one draws a question: its filters from one random source, its page and order from another.
func (d *draw) one(filtered, turned *rand.Rand, c *cards) question {
	q := d.begin(c)
	for _, f := range subset(filtered, d.filters, 1+filtered.IntN(anewFilters)) {
		f(filtered, &q)
	}
	q.page = 1 + turned.IntN(1+turned.IntN(anewPages))
	o, ascending := d.orders[turned.IntN(len(d.orders))], turned.IntN(2) == 0
	q.set("propertyName", o.name)
	q.set("isDescending", !ascending)
	q.order = sorted(o.columns, ascending, o.then...)
	return q
}

func anything(*cards) question { return question{} }

var (
	bySeq    = []string{"-seq"}
	byMoving = []by{{"modified", "moved", bySeq}, {"created", "created", bySeq},
		{"salesAmount", "sales", bySeq}, {"prefecture", "pref", bySeq}}
	drawsOf = map[string]*draw{
		"listings": {listingAsked, []by{{"modified", "published", bySeq}, {"salesPrice", "price,price_to", bySeq}, {"dueDate", "due", bySeq},
			{"businessName", "name", bySeq}, {"operatingProfit", "profit", bySeq}, {"salesAmount", "sales", bySeq}}, anything},
		"buyers":  {buyerAsked, byMoving, anything},
		"sellers": {sellerAsked, append(slices.Clone(byMoving), by{"companyName", "name", []string{"-moved", "-seq"}}), anything},
		"financing": {financeAsked, []by{{"modified", "moved,seq", nil}, {"status", "status,seq", nil}, {"dueDate", "due,seq", nil},
			{"businessName", "title,seq", nil}, {"displayName", "name,seq", nil}}, anything},
		"longlist": {longAsked, byMoving[:3], func(c *cards) question { return c.candidates("modified", "moved", false) }},
	}
)

// withDraws adds drawn questions to each list, new ones and a few repeated ones.
func withDraws(lists []*list) []*list {
	for _, l := range lists {
		d := drawsOf[l.name]
		l.kinds = append(l.kinds,
			kind{firstKind, "初めて（引き直した1〜7個の絞り込み、並び順、ページ。同じ問いは二度ない）", true, true,
				func(r *rand.Rand, c *cards) question { return d.one(r, r, c) }},
			kind{againKind, fmt.Sprintf("二度目（同じ引き方の%d問を繰り返し）", againOf), true, false, func(r *rand.Rand, c *cards) question {
				same := rand.New(rand.NewPCG(9, uint64(r.IntN(againOf))))
				return d.one(same, same, c)
			}})
	}
	return lists
}

// forAblation are the lists with two more kinds, which only the ablation asks: found rows on another page in another
// order, and the order by match score.
func forAblation(lists []*list) (out []*list) {
	for _, l := range lists {
		own, d := *l, drawsOf[l.name]
		own.kinds = append(slices.Clone(l.kinds), kind{"turned", "同じ絞り込みの、別のページと並び順", true, false,
			func(r *rand.Rand, c *cards) question { return d.one(rand.New(rand.NewPCG(10, r.Uint64N(10))), r, c) }})
		var best func(q *question, r *rand.Rand, c *cards)
		switch l.name {
		case "listings":
			best = func(q *question, r *rand.Rand, c *cards) { q.set("buyerCompanyId", c.buyers[r.IntN(len(c.buyers))]) }
		case "buyers", "longlist":
			best = func(q *question, r *rand.Rand, c *cards) {
				q.set("sellerBusinessId", c.listings[r.IntN(len(c.listings))])
			}
		}
		if best != nil {
			own.kinds = append(own.kinds, kind{"best", "マッチ度の順", true, false, func(r *rand.Rand, c *cards) question {
				q := d.begin(c)
				q.page = 1 + r.IntN(anewPages)
				q.set("propertyName", "score")
				q.set("isDescending", true)
				best(&q, r, c)
				return q
			}})
		}
		out = append(out, &own)
	}
	return out
}

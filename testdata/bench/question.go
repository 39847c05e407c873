//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"time"

	"tsunagu/store"
	"tsunagu/store/master"
)

// question is what is asked of everyone, in words of its own.
type question struct {
	classes   []int // large classes of industries
	prefs     []int
	priceTo   int    // key of the price sought at most
	due       string // not over before
	sort      string
	ascending bool
	page      int
	word      string
}

// kind is a kind of question. once: each question of it is asked a single time.
type kind struct {
	name, title string
	structured  bool
	once        bool
	one         func(r *rand.Rand, words *words) question
}

var kinds = []kind{
	{"default", "一覧（条件なし）", true, false, func(*rand.Rand, *words) question { return question{} }},
	{"filters", "3業種・5都道府県・価格・期限", true, false, func(r *rand.Rand, _ *words) question {
		q := question{classes: []int{13, 12, 17}, priceTo: 6, due: time.Now().In(store.JST).AddDate(0, 1+r.IntN(9), 0).Format("2006-01") + "-01"}
		for _, i := range r.Perm(47)[:5] {
			q.prefs = append(q.prefs, i+1)
		}
		return q
	}},
	{"sorted", "並べ替え（価格、期限、名称、利益）", true, false, func(r *rand.Rand, _ *words) question {
		return question{sort: []string{"salesPrice", "dueDate", "businessName", "operatingProfit"}[r.IntN(4)], ascending: r.IntN(2) == 0}
	}},
	{"deep", "100ページ目", true, false, func(*rand.Rand, *words) question { return question{page: 100} }},
	{"wordNew", "言葉（初めて）", false, true, func(_ *rand.Rand, w *words) question { return question{word: w.next()} }},
	{"wordAgain", "言葉（二度目から）", false, false, func(*rand.Rand, *words) question { return question{word: "製造"} }},
}

// words are words that stand in the texts, each given out once.
type words struct {
	list []string
	used int
}

func (w *words) next() string {
	if w.used == len(w.list) {
		return ""
	}
	w.used++
	return w.list[w.used-1]
}

func regionsOf(prefs []int) (keys []int) {
	for _, p := range prefs {
		region, _ := master.RegionOf(fmt.Sprintf("%02d", p))
		key, _ := strconv.Atoi(region.Code)
		keys = append(keys, key)
	}
	return append(keys, anywhere)
}

// anywhere is the item of the regions for the whole country; its bit is the one after the others.
const anywhere = 99

func regionMask(keys []int) (mask int) {
	for _, k := range keys {
		if k == anywhere {
			k = 12
		}
		mask |= 1 << k
	}
	return mask
}

func classMask(classes []int) (mask int) {
	for _, c := range classes {
		mask |= 1 << (c - 11)
	}
	return mask
}

// priceUpTo is the highest key of a price from which it can meet what is sought.
func priceUpTo(key int) (highest int) {
	sought, _ := master.FindItem(master.SalesPriceTo, key)
	for _, k := range master.Items(master.AcquisitionPrice) {
		if k.Min != nil && *k.Min <= *sought.Max {
			highest = max(highest, k.Key)
		}
	}
	return highest
}

// ours is the question in the vocabulary of the product's own call.
func (q question) ours() string {
	v := url.Values{}
	if q.classes != nil {
		v.Set("industryTypes", `{"category":["`+join(q.classes, `","`)+`"]}`)
	}
	if q.prefs != nil {
		v.Set("location", join(q.prefs, ","))
	}
	if q.priceTo != 0 {
		v.Set("salesPriceTo", strconv.Itoa(q.priceTo))
	}
	set(v, "dueDate", q.due)
	set(v, "freeWord", q.word)
	set(v, "propertyName", q.sort)
	if q.ascending {
		v.Set("isDescending", "false")
	}
	if q.page > 0 {
		v.Set("pageNumber", strconv.Itoa(q.page))
	}
	return "/api/SellerBusiness/SearchSellerBusinessAsync?" + v.Encode()
}

// postgres is the question in the vocabulary of the handler in peers.
func (q question) postgres() string {
	v := url.Values{}
	if q.classes != nil {
		v.Set("industry", strconv.Itoa(classMask(q.classes)))
	}
	if q.prefs != nil {
		v.Set("prefs", join(q.prefs, ","))
		v.Set("regions", strconv.Itoa(regionMask(regionsOf(q.prefs))))
	}
	if q.priceTo != 0 {
		v.Set("priceTo", strconv.Itoa(priceUpTo(q.priceTo)))
	}
	set(v, "due", strings.ReplaceAll(q.due, "-", ""))
	set(v, "word", q.word)
	set(v, "sort", q.sort)
	if q.ascending {
		v.Set("ascending", "true")
	}
	if q.page > 0 {
		v.Set("page", strconv.Itoa(q.page))
	}
	return "/cards?" + v.Encode()
}

// pocketBase is the question as a filter and an order of its records.
func (q question) pocketBase() string {
	filter := []string{"visible=true"}
	any := func(format string, keys []int) (out []string) {
		for _, k := range keys {
			out = append(out, fmt.Sprintf(format, k))
		}
		return out
	}
	if q.classes != nil {
		filter = append(filter, strings.Join(any("c%d=true", q.classes), "||"))
	}
	if q.prefs != nil {
		places := any("pref=%d", q.prefs)
		for bit := range 13 {
			if regionMask(regionsOf(q.prefs))&(1<<bit) != 0 {
				places = append(places, fmt.Sprintf("r%d=true", bit))
			}
		}
		filter = append(filter, strings.Join(places, "||"))
	}
	if q.priceTo != 0 {
		filter = append(filter, fmt.Sprintf("priceTo=9||(price=0&&priceTo=0)||price<=%d", priceUpTo(q.priceTo)))
	}
	if q.due != "" {
		filter = append(filter, "due>="+strings.ReplaceAll(q.due, "-", ""))
	}
	if q.word != "" {
		filter = append(filter, "text~'"+strings.NewReplacer(`\`, `\\`, `'`, `\'`, `%`, `\%`, `_`, `\_`).Replace(q.word)+"'")
	}
	direction := "-"
	if q.ascending {
		direction = ""
	}
	sort := map[string]string{"": "published", "salesPrice": "price," + direction + "priceTo", "dueDate": "due", "businessName": "name", "operatingProfit": "profit"}[q.sort]
	v := url.Values{"perPage": {"10"}, "page": {strconv.Itoa(max(q.page, 1))}, "sort": {direction + sort + ",-seq"}, "filter": {"(" + strings.Join(filter, ")&&(") + ")"}}
	return "/api/collections/cards/records?" + v.Encode()
}

// sql is the question as SQLite itself is asked it.
func (q question) sql() string {
	where := []string{"visible = 1"}
	if q.classes != nil {
		where = append(where, fmt.Sprintf("industry & %d <> 0", classMask(q.classes)))
	}
	if q.prefs != nil {
		where = append(where, fmt.Sprintf("pref IN (%s) OR regions & %d <> 0", join(q.prefs, ", "), regionMask(regionsOf(q.prefs))))
	}
	if q.priceTo != 0 {
		where = append(where, fmt.Sprintf("price_to = 9 OR price = 0 AND price_to = 0 OR price <= %d", priceUpTo(q.priceTo)))
	}
	if q.due != "" {
		where = append(where, "due >= "+strings.ReplaceAll(q.due, "-", ""))
	}
	if q.word != "" {
		where = append(where, "text LIKE '%"+strings.NewReplacer(`\`, `\\`, `'`, `''`, `%`, `\%`, `_`, `\_`).Replace(q.word)+`%' ESCAPE '\'`)
	}
	direction := " DESC"
	if q.ascending {
		direction = " ASC"
	}
	sort := map[string]string{"": "published", "salesPrice": "price" + direction + ", price_to", "dueDate": "due", "businessName": "name", "operatingProfit": "profit"}[q.sort]
	from := " FROM card WHERE (" + strings.Join(where, ") AND (") + ")"
	return fmt.Sprintf("SELECT count(*)%s;\nSELECT payload%[1]s ORDER BY %s%s, seq DESC LIMIT 10 OFFSET %d;\n", from, sort, direction, 10*max(q.page-1, 0))
}

func set(v url.Values, name, value string) {
	if value != "" {
		v.Set(name, value)
	}
}

func join(numbers []int, by string) string {
	var out []string
	for _, n := range numbers {
		out = append(out, fmt.Sprintf("%02d", n))
	}
	return strings.Join(out, by)
}

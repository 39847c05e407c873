//go:build unix

package main

import (
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

// list is one of the product's lists: its call and answer, the cards from which the others answer,
// and the kinds of its questions.
type list struct {
	name, title string
	login       string // the user who asks
	path        string // of the product's call
	posts       bool
	rows, id    string // names in its answer
	table, flag string // the table of cards, and the column that marks those in the list
	kinds       []kind
}

// kind is a kind of question. structured: without a word search. once: each question is asked a
// single time. %d in the title is the page.
type kind struct {
	name, title string
	structured  bool
	once        bool
	one         func(r *rand.Rand, c *cards) question
}

const (
	searchListings  = "/api/SellerBusiness/SearchSellerBusinessAsync"
	searchCompanies = "/api/BuyerCompany/SearchCompanyAsync"
)

var lists = withDraws([]*list{
	{"listings", "売却案件の検索", askingLogin, searchListings, false, "sellerBusinessList", "sellerBusinessId", "listings", "visible", []kind{
		plain("-published,-seq"),
		{"filters", "3業種・5都道府県・価格・期限", true, false, func(r *rand.Rand, _ *cards) question {
			prefs, due := somePrefectures(r, 5), time.Now().In(store.JST).AddDate(0, 1+r.IntN(9), 0).Format("2006-01")+"-01"
			q := listingsOf(prefs)
			q.query.Set("industryTypes", category(someClasses...))
			q.query.Set("salesPriceTo", "6")
			q.query.Set("dueDate", due)
			q.where = append(q.where, anyOf{bitsOf("industry", classMask(someClasses))}, anyOf{most("floor", priceUpTo(6))},
				anyOf{least("due", dateNumber(due))})
			return q
		}},
		{"sorted", "並べ替え（価格、期限、名称、利益）", true, false, sortedBy([][2]string{{"salesPrice", "price,price_to"}, {"dueDate", "due"},
			{"businessName", "name"}, {"operatingProfit", "profit"}}, "-seq")},
		deep("-published,-seq"),
		wordNew("freeWord", "-published,-seq"), wordAgain("freeWord", "-published,-seq"),
	}},
	{"buyers", "買手の検索", sellingLogin, searchCompanies, false, "companyList", "companyId", "buyers", "visible", []kind{
		plain("-moved,-seq"),
		{"filters", "3業種・5都道府県・希望業種・希望価格", true, false, func(r *rand.Rand, _ *cards) question {
			prefs, wanted := somePrefectures(r, 5), []int{11 + r.IntN(13), 11 + r.IntN(13)}
			return question{query: url.Values{"companyIndustryTypes": {category(someClasses...)}, "prefecture": {twoDigits(prefs)},
				"businessIndustryTypes": {category(wanted...)}, "salesPrice": {"2"}}, order: "-moved,-seq",
				where: []anyOf{{bitsOf("industry", classMask(someClasses))}, {in("pref", prefs...)}, {bitsOf("wanted", classMask(wanted))},
					{bitsOf("price", priceFrom(2))}}}
		}},
		{"sorted", "並べ替え（登録日、売上高、都道府県）", true, false, sortedBy([][2]string{{"created", "created"}, {"salesAmount", "sales"},
			{"prefecture", "pref"}}, "-seq")},
		deep("-moved,-seq"),
		wordNew("needsName", "-moved,-seq"), wordAgain("needsName", "-moved,-seq"),
	}},
	{"sellers", "自機関の売手の検索", sellingLogin, "/api/SellerCompany/SearchCompanyAsync", false, "companyList", "companyId", "sellers", "visible",
		[]kind{
			plain("-moved,-seq"),
			{"filters", "3業種・10都道府県", true, false, func(r *rand.Rand, _ *cards) question {
				prefs := somePrefectures(r, 10)
				return question{query: url.Values{"companyIndustryTypes": {category(someClasses...)}, "prefecture": {twoDigits(prefs)}},
					order: "-moved,-seq",
					where: []anyOf{{bitsOf("industry", classMask(someClasses))}, {in("pref", prefs...)}}}
			}},
			{"sorted", "並べ替え（登録日、売上高、名前）", true, false, func(r *rand.Rand, c *cards) question {
				if r.IntN(3) > 0 {
					return sortedBy([][2]string{{"created", "created"}, {"salesAmount", "sales"}}, "-seq")(r, c)
				}
				return sortedBy([][2]string{{"companyName", "name"}}, "-moved", "-seq")(r, c)
			}},
			deep("-moved,-seq"),
			part("名前の一部", "companyName", "-moved,-seq"),
		}},
	{"financing", "買手交渉案件の一覧（資金支援）", sellingLogin, "/api/BuyerCompany/SearchFinancialSupport", false, "buyerNegotiationList",
		"buyerNegotiationId", "negotiations", "visible", []kind{
			plain("-moved,-seq"),
			{"filters", "交渉状況・案件の3業種・期限", true, false, func(r *rand.Rand, _ *cards) question {
				due, states := time.Now().In(store.JST).AddDate(0, r.IntN(6), 0).Format("2006-01")+"-01", []int{1, 2, 3, 4}[:2+r.IntN(3)]
				return question{query: url.Values{"searchStatus": {"[" + join(states, ",") + "]"}, "businessIndustryTypes": {category(someClasses...)},
					"dueDateF": {due}}, order: "-moved,-seq",
					where: []anyOf{{in("status", states...)}, {bitsOf("industry", classMask(someClasses))}, {least("due", dateNumber(due))}}}
			}},
			{"sorted", "並べ替え（状況、期限、案件名、買手名）", true, false, func(r *rand.Rand, _ *cards) question {
				by, ascending := [][2]string{{"status", "status"}, {"dueDate", "due"}, {"businessName", "title"},
					{"displayName", "name"}}[r.IntN(4)], r.IntN(2) == 0
				return question{query: url.Values{"propertyName": {by[0]}, "isDescending": {strconv.FormatBool(!ascending)}},
					order: sorted(by[1]+",seq", ascending)}
			}},
			deep("-moved,-seq"),
			part("案件名の一部", "sellerBusinessName", "-moved,-seq"),
		}},
	{"longlist", "案件に合う買手（ロングリスト、マッチ度の順でなく）", sellingLogin, "/api/BuyerCompany/SearchLongCompany", true, "companyList", "companyId", "buyers",
		"candidate", []kind{
			{"default", "一覧（条件なし、更新の順）", true, false, func(_ *rand.Rand, c *cards) question { return c.candidates("modified", "moved", false) }},
			{"filters", "3業種・5都道府県・希望価格", true, false, func(r *rand.Rand, c *cards) question {
				prefs := somePrefectures(r, 5)
				q := c.candidates("modified", "moved", false)
				q.body["companyIndustryTypes"], q.body["prefecture"], q.body["salesPrice"] = map[string]any{"category": strings.Split(twoDigits(someClasses), ",")}, strings.Split(twoDigits(prefs), ","), 2
				q.where = []anyOf{{bitsOf("industry", classMask(someClasses))}, {in("pref", prefs...)}, {bitsOf("price", priceFrom(2))}}
				return q
			}},
			{"sorted", "並べ替え（登録日、売上高）", true, false, func(r *rand.Rand, c *cards) question {
				by := [][2]string{{"created", "created"}, {"salesAmount", "sales"}}[r.IntN(2)]
				return c.candidates(by[0], by[1], r.IntN(2) == 0)
			}},
			{"deep", "%dページ目", true, false, func(_ *rand.Rand, c *cards) question {
				return c.candidates("modified", "moved", false)
			}},
		}},
})

// listNamed is a list by its name.
func listNamed(name string) *list {
	i := slices.IndexFunc(lists, func(l *list) bool { return l.name == name })
	return lists[i]
}

// kindNamed is a kind of the list by its name; nil where it has none.
func (l *list) kindNamed(name string) *kind {
	i := slices.IndexFunc(l.kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return nil
	}
	return &l.kinds[i]
}

// short is a short name of a kind.
func (k *kind) short() string {
	return map[string]string{"default": "条件なし", "filters": "絞り込み", "sorted": "並べ替え", "deep": "深いページ", "wordNew": "初めての言葉",
		"wordAgain": "二度目の言葉", "part": "名前の一部",
		"first": "初めて", "again": "二度目", "turned": "別のページと順", "best": "マッチ度の順"}[k.name]
}

// ask draws a question of a kind.
func (l *list) ask(k *kind, r *rand.Rand, c *cards) question {
	for {
		q := k.one(r, c)
		if q.list = l; k.name == "deep" {
			q.page = c.pages[l.name]
		}
		key := q.path() + fmt.Sprint(q.body)
		if k.name != firstKind {
			return q
		}
		if c.asked == nil {
			c.asked = map[string]bool{}
		}
		if !c.asked[key] {
			c.asked[key] = true
			return q
		}
	}
}

func plain(order string) kind {
	return kind{"default", "一覧（条件なし）", true, false, func(*rand.Rand, *cards) question { return question{order: order} }}
}

func deep(order string) kind {
	return kind{"deep", "%dページ目", true, false, func(*rand.Rand, *cards) question { return question{order: order} }}
}

func wordNew(name, order string) kind {
	return kind{"wordNew", "言葉（初めて）", false, true, func(_ *rand.Rand, c *cards) question { return worded(name, c.words[name].next(), order) }}
}

func wordAgain(name, order string) kind {
	return kind{"wordAgain", "言葉（二度目から）", false, false, func(*rand.Rand, *cards) question { return worded(name, knownWord, order) }}
}

// part searches for parts of names; there are few of them, so questions repeat.
func part(title, name, order string) kind {
	return kind{"part", title, false, false, func(r *rand.Rand, c *cards) question {
		of := c.words[name].list
		return worded(name, of[r.IntN(len(of))], order)
	}}
}

// worded asks for a word itself: in quotation marks where the product would search what it means, too, which the others cannot.
func worded(name, word, order string) question {
	asked := word
	if name == "freeWord" || name == "needsName" {
		asked = "「" + word + "」"
	}
	return question{query: url.Values{name: {asked}}, order: order, where: []anyOf{{has("text", word)}}}
}

// sortedBy draws an order from pairs of the product's name and the cards' columns.
func sortedBy(names [][2]string, then ...string) func(*rand.Rand, *cards) question {
	return func(r *rand.Rand, _ *cards) question {
		by, ascending := names[r.IntN(len(names))], r.IntN(2) == 0
		return question{query: url.Values{"propertyName": {by[0]}, "isDescending": {strconv.FormatBool(!ascending)}},
			order: sorted(by[1], ascending, then...)}
	}
}

// candidates is a search for buyers for the one listing whose candidates the cards have.
func (c *cards) candidates(sort, column string, ascending bool) question {
	return question{body: map[string]any{"sellerBusinessId": c.listing, "propertyName": sort, "isDescending": !ascending},
		order: sorted(column, ascending, "-seq")}
}

// listingsOf is a search for listings in some prefectures: a listing that discloses only its region matches all
// prefectures of it.
func listingsOf(prefs []int) question {
	return question{query: url.Values{"location": {twoDigits(prefs)}}, order: "-published,-seq",
		where: []anyOf{{in("pref", prefs...), bitsOf("regions", regionMask(prefs))}}}
}

// someClasses are the large classes of industries that questions use.
var someClasses = []int{13, 12, 17}

func somePrefectures(r *rand.Rand, n int) (prefs []int) {
	for _, i := range r.Perm(47)[:n] {
		prefs = append(prefs, i+1)
	}
	return prefs
}

func category(classes ...int) string {
	return `{"category":["` + strings.ReplaceAll(twoDigits(classes), ",", `","`) + `"]}`
}

func twoDigits(numbers []int) string {
	var out []string
	for _, n := range numbers {
		out = append(out, fmt.Sprintf("%02d", n))
	}
	return strings.Join(out, ",")
}

func dateNumber(date string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(date, "-", ""))
	return n
}

// regionMask has a bit for each region of the prefectures, and one more, after the regions, for the whole
// country.
func regionMask(prefs []int) int {
	mask := 1 << 12
	for _, p := range prefs {
		region, _ := master.RegionOf(fmt.Sprintf("%02d", p))
		key, _ := strconv.Atoi(region.Code)
		mask |= 1 << key
	}
	return mask
}

func classMask(classes []int) (mask int) {
	for _, c := range classes {
		mask |= 1 << (c - 11)
	}
	return mask
}

// priceUpTo is the highest key of a listing's price range that can meet the wanted price.
func priceUpTo(key int) (highest int) {
	sought, _ := master.FindItem(master.SalesPriceTo, key)
	for _, k := range master.Items(master.AcquisitionPrice) {
		if k.Min != nil && *k.Min <= *sought.Max {
			highest = max(highest, k.Key)
		}
	}
	return highest
}

// priceFrom has a bit for each key of a need's highest price that reaches the price of a key; a need
// without a highest price always does.
func priceFrom(key int) int {
	from, _ := master.FindItem(master.AcquisitionPrice, key)
	mask := 1
	for _, k := range master.Items(master.AcquisitionPrice) {
		if k.Max == nil || *k.Max >= *from.Min {
			mask |= 1 << k.Key
		}
	}
	return mask
}

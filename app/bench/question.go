//go:build unix

package main

import (
	"fmt"
	"math/bits"
	"net/url"
	"strconv"
	"strings"
)

// question is one question for all contestants: for the product as its own call, for the others as
// conditions on the columns of their cards.
type question struct {
	list  *list
	query url.Values     // of the product's call
	body  map[string]any // of the product's call, if it is a POST
	where []anyOf        // all must hold
	order string         // columns; a - before one means descending
	page  int
}

// anyOf holds if one of its terms does.
type anyOf []term

// term is a condition on a column: in and bits compare with several values, most and least with one,
// has with a word.
type term struct {
	column, op string
	values     []int
	word       string
}

func in(column string, values ...int) term { return term{column, "in", values, ""} }
func bitsOf(column string, mask int) term  { return term{column, "bits", []int{mask}, ""} }
func most(column string, value int) term   { return term{column, "most", []int{value}, ""} }
func least(column string, value int) term  { return term{column, "least", []int{value}, ""} }
func has(column, word string) term         { return term{column, "has", nil, word} }

// sorted is an order by columns in a direction, and then by others as they are.
func sorted(columns string, ascending bool, then ...string) string {
	all := strings.Split(columns, ",")
	for i := range all {
		if !ascending {
			all[i] = "-" + all[i]
		}
	}
	return strings.Join(append(all, then...), ",")
}

// ours is the question as the product's call.
func (q *question) ours(address, token string) []byte {
	if q.list.posts {
		body := map[string]any{"pageNumber": max(q.page, 1)}
		for k, v := range q.body {
			body[k] = v
		}
		return post("POST", address, q.list.path, token, body)
	}
	return get(address, q.path(), token)
}

func (q *question) path() string {
	v := url.Values{}
	for name, values := range q.query {
		v[name] = values
	}
	if q.page > 0 {
		v.Set("pageNumber", strconv.Itoa(q.page))
	}
	return q.list.path + "?" + v.Encode()
}

// postgres is the question as a request to the handler in peers.
func (q *question) postgres() string {
	v := url.Values{"flag": {q.list.flag}, "order": {q.order}, "page": {strconv.Itoa(max(q.page, 1))}}
	for _, any := range q.where {
		var terms []string
		for _, t := range any {
			terms = append(terms, t.column+" "+t.op+" "+t.word+join(t.values, " "))
		}
		v.Add("where", strings.Join(terms, "|"))
	}
	return "/cards/" + q.list.table + "?" + v.Encode()
}

// pocketBase is the question as a filter and an order of PocketBase.
func (q *question) pocketBase() string {
	filter := []string{q.list.flag + "=true"}
	for _, any := range q.where {
		var terms []string
		for _, t := range any {
			switch t.op {
			case "in":
				for _, n := range t.values {
					terms = append(terms, fmt.Sprintf("%s=%d", t.column, n))
				}
			case "bits":
				for mask := uint(t.values[0]); mask != 0; mask &= mask - 1 {
					terms = append(terms, fmt.Sprintf("%s%d=true", t.column, bits.TrailingZeros(mask)))
				}
			case "most":
				terms = append(terms, fmt.Sprintf("%s<=%d", t.column, t.values[0]))
			case "least":
				terms = append(terms, fmt.Sprintf("%s>=%d", t.column, t.values[0]))
			case "has":
				terms = append(terms, t.column+"~'"+strings.NewReplacer(`\`, `\\`, `'`, `\'`, `%`, `\%`, `_`, `\_`).Replace(t.word)+"'")
			}
		}
		filter = append(filter, strings.Join(terms, "||"))
	}
	v := url.Values{"perPage": {"10"}, "page": {strconv.Itoa(max(q.page, 1))}, "sort": {q.order},
		"filter": {"(" + strings.Join(filter, ")&&(") + ")"}}
	return "/api/collections/" + q.list.table + "/records?" + v.Encode()
}

// sql is the question as a statement of SQLite.
func (q *question) sql() string {
	where := []string{q.list.flag + " = 1"}
	for _, any := range q.where {
		var terms []string
		for _, t := range any {
			switch t.op {
			case "in":
				terms = append(terms, t.column+" IN ("+join(t.values, ", ")+")")
			case "bits":
				terms = append(terms, fmt.Sprintf("%s & %d <> 0", t.column, t.values[0]))
			case "most":
				terms = append(terms, fmt.Sprintf("%s <= %d", t.column, t.values[0]))
			case "least":
				terms = append(terms, fmt.Sprintf("%s >= %d", t.column, t.values[0]))
			case "has":
				terms = append(terms, t.column+" LIKE '%"+strings.NewReplacer(`\`, `\\`, `'`, `''`, `%`, `\%`, `_`,
					`\_`).Replace(t.word)+`%' ESCAPE '\'`)
			}
		}
		where = append(where, strings.Join(terms, " OR "))
	}
	var order []string
	for column := range strings.SplitSeq(q.order, ",") {
		if name, falls := strings.CutPrefix(column, "-"); falls {
			column = name + " DESC"
		}
		order = append(order, column)
	}
	from := " FROM " + q.list.table + " WHERE (" + strings.Join(where, ") AND (") + ")"
	return fmt.Sprintf("SELECT count(*)%s;\nSELECT payload%[1]s ORDER BY %s LIMIT 10 OFFSET %d;\n", from, strings.Join(order, ", "),
		10*max(q.page-1, 0))
}

func join(numbers []int, by string) string {
	var out []string
	for _, n := range numbers {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, by)
}

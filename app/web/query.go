package web

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/store/master"
)

// checkQuery refuses a query string that could be understood in two ways or that finds nothing
// where it should be told to be wrong: escapes and bytes that are broken, characters that nobody
// types, and a name twice where one value is meant.
//
// A name that a call does not know is passed over where it reads: a program may send what another
// version knows, and all that is listed is what its caller may see. A call that writes takes its
// input from the body alone: there it is refused, for what was said would silently not be done,
// and a key or a password does not belong in an address, which is written into logs.
func checkQuery(raw string, op *huma.Operation) error {
	if raw == "" {
		return nil
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return Invalid("", "アドレスの条件が正しくありません。条件を指定し直してください。")
	}
	c := &Check{}
	for name, vs := range values {
		i := slices.IndexFunc(op.Parameters, func(p *huma.Param) bool { return p.In == "query" && p.Name == name })
		switch {
		case !utf8.ValidString(name) || Unusable(name):
			c.Fail("", "アドレスの条件が正しくありません。条件を指定し直してください。")
		case slices.ContainsFunc(vs, func(v string) bool { return !utf8.ValidString(v) || Unusable(v) }):
			c.Fail(name, textUnusable)
		case i < 0 && op.Method != "GET":
			c.Fail("", "この操作は、アドレスの条件では受け付けられません。画面を読み込み直して、もう一度お試しください。")
		case i >= 0 && len(vs) > 1 && op.Parameters[i].Schema.Type != huma.TypeArray:
			c.Fail(name, "1つだけ指定してください。")
		}
	}
	slices.SortFunc(c.Errors, func(a, b FieldError) int { return strings.Compare(a.Field, b.Field) })
	return c.Err()
}

const SortScore = "score"

// ListParam reads a list of a query: repeated, comma separated, or JSON text.
func ListParam(values []string) []string {
	var out []string
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			if part = strings.Trim(part, `[]" `); part != "" {
				out = append(out, part)
			}
		}
	}
	return out
}

func NumberParam(c *Check, field, s string) *int64 {
	s = strings.TrimSpace(master.HalfDigits(s))
	if s == "" {
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		c.Fail(field, "人数は0以上の整数で入力してください。")
		return nil
	}
	return &n
}

// IndustryFilter reads the JSON of category (large classes) and sub_category (small ones) by
// which searches name industries (SPEC.md 7); "" is none.
func IndustryFilter(c *Check, field, text string) (large, small []string) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var v struct {
		Category    List[string] `json:"category"`
		SubCategory List[string] `json:"sub_category"`
	}
	err := json.Unmarshal([]byte(text), &v)
	if err != nil { // or small classes alone
		err = json.Unmarshal([]byte(text), &v.SubCategory)
	}
	if err != nil {
		c.Fail(field, "業種の条件の形式が正しくありません。選び直してください。")
		return nil, nil
	}
	Codes(c, field, "業種", (*[]string)(&v.Category), false, func(code string) bool { _, ok := master.FindLarge(code); return ok })
	Codes(c, field, "業種", (*[]string)(&v.SubCategory), false, func(code string) bool { _, ok := master.FindIndustry(code); return ok })
	return v.Category, v.SubCategory
}

// PriceFilter turns the price sought into the keys of the listings whose range meets it: low
// are the keys of salesPrice at or below the upper end, high those of salesPriceTo at or above
// the lower one. 0, where a listing says nothing, is open.
func PriceFilter(from, to int) (low, high []int) {
	if i, ok := master.FindItem(master.SalesPriceTo, to); ok && i.Max != nil {
		low = []int{0}
		for k := range master.EachItem(master.AcquisitionPrice) {
			if k.Min != nil && *k.Min <= *i.Max {
				low = append(low, k.Key)
			}
		}
	}
	if i, ok := master.FindItem(master.AcquisitionPrice, from); ok && i.Min != nil {
		high = []int{0}
		for k := range master.EachItem(master.SalesPriceTo) {
			if k.Max == nil || *k.Max >= *i.Min {
				high = append(high, k.Key)
			}
		}
	}
	return low, high
}

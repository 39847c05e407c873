package app

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/text/unicode/norm"

	"tsunagu/app/mail"
	"tsunagu/store/master"
)

// check collects everything that is wrong with an input, so that a person mends it in one go
// (422, all fields at once). Its methods normalise what people type where that is certain.
type check struct{ errors []FieldError }

func (c *check) fail(field, detail string) { c.errors = append(c.errors, FieldError{field, detail}) }

// ok adds a failure unless the condition holds.
func (c *check) ok(cond bool, field, detail string) {
	if !cond {
		c.fail(field, detail)
	}
}

// flag checks a 0 or 1 that may be missing.
func (c *check) flag(field string, f *int) {
	c.ok(f == nil || *f == 0 || *f == 1, field, "0か1で指定してください。")
}

// err is nil or the 422 with all failures.
func (c *check) err() error {
	if len(c.errors) == 0 {
		return nil
	}
	p := *invalid("", "")
	p.Errors = c.errors
	return &p
}

// text cleans a one-line text in place: outer spaces; then length. label is the field's Japanese
// name.
func (c *check) text(field, label string, s *string, required bool, max int) {
	*s = strings.TrimSpace(*s)
	if strings.ContainsAny(*s, "\n\r\t") {
		c.fail(field, label+"は改行やタブを入れずに、1行で入力してください。")
		return
	}
	c.length(field, label, *s, required, max)
}

// prose is text with line breaks, which become LF.
func (c *check) prose(field, label string, s *string, required bool, max int) {
	*s = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(*s, "\r\n", "\n"), "\r", "\n"))
	c.length(field, label, *s, required, max)
}

func (c *check) length(field, label, s string, required bool, max int) {
	switch n := utf8.RuneCountInString(s); {
	case !utf8.ValidString(s) || unusable(s):
		c.fail(field, label+"に"+textUnusable)
	case required && n == 0:
		c.fail(field, label+"を入力してください。")
	case n > max:
		c.fail(field, fmt.Sprintf("%sは%d文字以内で入力してください（現在%d文字）。", label, max, n))
	}
}

// code wants one of a master's codes; 0 passes where it is not required.
func (c *check) code(field, label string, v int, required bool, valid func(int) bool) {
	if v == 0 && !required {
		return
	}
	if v == 0 {
		c.fail(field, label+"を選択してください。")
	} else if !valid(v) {
		c.fail(field, label+"の選択肢にない値です。選び直してください。")
	}
}

// item is code for an item list of the masters.
func (c *check) item(field, label, list string, v int, required bool) {
	c.code(field, label, v, required, func(k int) bool { return hasItem(list, k) })
}

// codes wants masters' codes without doubles, sorted in place.
func codes[T int | string](c *check, field, label string, vs *[]T, required bool, valid func(T) bool) {
	slices.Sort(*vs)
	*vs = slices.Compact(*vs)
	if len(*vs) == 0 {
		*vs = []T{}
		if required {
			c.fail(field, label+"を選択してください。")
		}
		return
	}
	for _, v := range *vs {
		if !valid(v) {
			c.fail(field, label+"の選択肢にない値が含まれています。選び直してください。")
			return
		}
	}
}

// amount wants a number between the bounds (千円 unless the label says otherwise); nil passes
// where it is not required.
func (c *check) amount(field, label string, v *int64, required bool, min, max int64) {
	switch {
	case v == nil && required:
		c.fail(field, label+"を入力してください。")
	case v != nil && (*v < min || *v > max):
		c.fail(field, fmt.Sprintf("%sは%dから%dまでの整数で入力してください。", label, min, max))
	}
}

// maxAmount bounds amounts in 千円: 100 兆円. Losses go as far down.
const maxAmount = 100_000_000_000

// date wants YYYY-MM-DD or "".
func (c *check) date(field, label, s string, required bool) {
	if s == "" {
		c.ok(!required, field, label+"を入力してください。")
		return
	}
	t, err := time.Parse(time.DateOnly, s)
	c.ok(err == nil && t.Year() >= 1900 && t.Year() <= 2200, field, label+"は 2026-11-21 の形の正しい日付で入力してください。")
}

// mail normalises one address in place.
func (c *check) mail(field, label string, s *string, required bool) {
	*s = strings.TrimSpace(*s)
	if *s == "" {
		c.ok(!required, field, label+"を入力してください。")
		return
	}
	a, err := mail.ParseAddress(*s)
	if err != nil {
		c.fail(field, err.Error())
		return
	}
	*s = a
}

var phonePattern = regexp.MustCompile(`^\+?[0-9]{1,5}(-?[0-9]{1,5}){1,4}$`)

// phone turns full-width digits and all kinds of hyphens into plain ones, in place.
func (c *check) phone(field, label string, s *string, required bool) {
	*s = plainHyphens(norm.NFKC.String(strings.TrimSpace(*s)))
	if *s == "" {
		c.ok(!required, field, label+"を入力してください。")
		return
	}
	n := 0
	for _, r := range *s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	c.ok(phonePattern.MatchString(*s) && n >= 9 && n <= 15, field, label+"は 03-1234-5678 の形で入力してください。")
}

func plainHyphens(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("‐‑‒–—―−－ーｰ", r):
			return '-'
		case r == '(' || r == ')' || r == ' ':
			return -1
		}
		return r
	}, s)
}

// corporateNumber wants no 法人番号 or a true one. Thirteen digits that are none were mistyped:
// to say that it must have thirteen would leave the reader counting.
func (c *check) corporateNumber(field, s string) {
	switch {
	case s == "" || master.CheckCorporateNumber(s):
	case len(s) == 13 && strings.Trim(s, "0123456789") == "":
		c.fail(field, "法人番号に入力の誤りがあります（先頭の検査用の数字が、ほかの12桁と合いません）。国税庁の通知書などと見比べて、入力し直してください。")
	default:
		c.fail(field, "法人番号は13桁の数字です。国税庁の通知書などで確認して、入力し直してください。")
	}
}

// postal wants a postal code that Japan Post knows of the form only; it keeps seven digits.
func (c *check) postal(field, label string, s *string, required bool) {
	if strings.TrimSpace(*s) == "" {
		*s = ""
		c.ok(!required, field, label+"を入力してください。")
		return
	}
	p, ok := master.NormalizePostal(*s)
	if !ok {
		c.fail(field, label+"は7桁の数字で入力してください。")
		return
	}
	*s = p
}

// link wants an http or https address; it is never fetched by the server.
func (c *check) link(field, label string, s *string) {
	*s = strings.TrimSpace(*s)
	if *s == "" {
		return
	}
	u, err := url.Parse(*s)
	c.ok(err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && len(*s) <= 500, field, label+"は https:// で始まるアドレスを入力してください。")
}

func hasItem(list string, key int) bool {
	return slices.ContainsFunc(master.Items(list), func(i master.Item) bool { return i.Key == key })
}

// list takes what SPEC.md calls "JSON text": a JSON array, or the same array as text (domain.md 2).
// Answers carry real arrays.
type list[T any] []T

// UnmarshalJSON reads either form; "" is an empty list.
func (l *list[T]) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		if b = []byte(s); strings.TrimSpace(s) == "" {
			*l = list[T]{}
			return nil
		}
	}
	var out []T
	if err := strictUnmarshal(b, &out); err != nil {
		return err
	}
	*l = out
	return nil
}

// Schema tells huma and the UI's types of both forms.
func (list[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: "array", Items: r.Schema(reflect.TypeFor[T](), true, "")}, {Type: "string"}}}
}

// jsonText is list's twin for an object, such as location.
type jsonText[T any] struct{ V T }

// UnmarshalJSON reads the object or its text.
func (j *jsonText[T]) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		if strings.TrimSpace(s) == "" {
			return nil
		}
		b = []byte(s)
	}
	return strictUnmarshal(b, &j.V)
}

// Schema: see list.
func (jsonText[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[T](), true, ""), {Type: "string"}}}
}

// serverLayout is how answers write a time: UTC, without saying so (SPEC.md 9).
const serverLayout = "2006-01-02T15:04:05"

// serverTime is a time as SPEC.md's client expects it: UTC without a zone suffix (domain.md 2).
func serverTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(serverLayout)
}

// Paging reads SPEC.md 5 and 9: page from 1, ten rows, limit=99999999 means all, descending
// unless isDescending=false is said together with a sort.
type Paging struct {
	PageNumber   int    `query:"pageNumber" default:"1"`
	Limit        int    `query:"limit" default:"10"`
	PropertyName string `query:"propertyName"`
	IsDescending string `query:"isDescending" enum:"true,false,"`
}

func (p Paging) descending() bool { return p.PropertyName == "" || p.IsDescending != "false" }

// check bounds page and limit and wants a sort name of the call's own list.
func (p *Paging) check(c *check, sorts ...string) {
	c.ok(p.PageNumber >= 1, "pageNumber", "ページは1以上で指定してください。")
	c.ok(p.Limit >= 1 && p.Limit <= 99_999_999, "limit", "件数は1から99999999までで指定してください。")
	c.ok(p.PropertyName == "" || slices.Contains(sorts, p.PropertyName), "propertyName", "この項目では並べ替えられません。")
}

// offset is where the page begins; a page far beyond the end is simply empty.
func (p Paging) offset() int {
	if p.PageNumber > 1<<31/max(p.Limit, 1) {
		return 1 << 31
	}
	return (p.PageNumber - 1) * p.Limit
}

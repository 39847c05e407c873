package web

import (
	"encoding/json"
	"fmt"
	"math"
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

// Check collects everything that is wrong with an input, so that a person mends it in one go
// (422, all fields at once). Its methods normalise what people type where that is certain.
type Check struct{ Errors []FieldError }

func (c *Check) Fail(field, detail string) { c.Errors = append(c.Errors, FieldError{field, detail}) }

// Ok adds a failure unless the condition holds.
func (c *Check) Ok(cond bool, field, detail string) {
	if !cond {
		c.Fail(field, detail)
	}
}

// Flag checks a 0 or 1 that may be missing.
func (c *Check) Flag(field string, f *int) {
	c.Ok(f == nil || *f == 0 || *f == 1, field, "0か1で指定してください。")
}

// Err is nil or the 422 with all failures.
func (c *Check) Err() error {
	if len(c.Errors) == 0 {
		return nil
	}
	p := *Invalid("", "")
	p.Errors = c.Errors
	return &p
}

// Text cleans a one-line text in place: outer spaces; then the length that stands in the tag of the
// field of in. label is the field's Japanese name.
func (c *Check) Text(in any, field, label string, s *string, required bool) {
	*s = strings.TrimSpace(*s)
	if strings.ContainsAny(*s, "\n\r\t") {
		c.Fail(field, label+"は改行やタブを入れずに、1行で入力してください。")
		return
	}
	c.length(field, label, *s, required, MaxLength(in, field))
}

// Prose is text with line breaks, which become LF.
func (c *Check) Prose(in any, field, label string, s *string, required bool) {
	*s = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(*s, "\r\n", "\n"), "\r", "\n"))
	c.length(field, label, *s, required, MaxLength(in, field))
}

// Entry is one text of a field that is a map of them, as it came.
func (c *Check) Entry(in any, field, key, label, s string) {
	c.length(field+"."+key, label, s, false, MaxLength(in, field))
}

func (c *Check) length(field, label, s string, required bool, max int) {
	switch n := utf8.RuneCountInString(s); {
	case !utf8.ValidString(s) || Unusable(s):
		c.Fail(field, label+"に"+textUnusable)
	case required && n == 0:
		c.Fail(field, label+"を入力してください。")
	case n > max:
		c.Fail(field, fmt.Sprintf("%sは%d文字以内で入力してください（現在%d文字）。", label, max, n))
	}
}

// Code wants one of a master's codes; 0 passes where it is not required.
func (c *Check) Code(field, label string, v int, required bool, valid func(int) bool) {
	if v == 0 && !required {
		return
	}
	if v == 0 {
		c.Fail(field, label+"を選択してください。")
	} else if !valid(v) {
		c.Fail(field, label+"の選択肢にない値です。選び直してください。")
	}
}

// Item is code for an item list of the masters.
func (c *Check) Item(field, label, list string, v int, required bool) {
	c.Code(field, label, v, required, func(k int) bool { return HasItem(list, k) })
}

// Codes wants masters' codes without doubles, sorted in place.
func Codes[T int | string](c *Check, field, label string, vs *[]T, required bool, valid func(T) bool) {
	slices.Sort(*vs)
	*vs = slices.Compact(*vs)
	if len(*vs) == 0 {
		*vs = []T{}
		if required {
			c.Fail(field, label+"を選択してください。")
		}
		return
	}
	for _, v := range *vs {
		if !valid(v) {
			c.Fail(field, label+"の選択肢にない値が含まれています。選び直してください。")
			return
		}
	}
}

// Amount wants a number between the bounds in the tag of the field of in (千円 unless the label says
// otherwise); nil passes where it is not required.
func (c *Check) Amount(in any, field, label string, v *int64, required bool) {
	c.AmountUpTo(in, field, label, v, required, math.MaxInt64)
}

// AmountUpTo is Amount with an upper end that moves, such as this year.
func (c *Check) AmountUpTo(in any, field, label string, v *int64, required bool, max int64) {
	l := limitOf(in, field)
	max = min(max, l.max)
	switch {
	case v == nil && required:
		c.Fail(field, label+"を入力してください。")
	case v != nil && (*v < l.min || *v > max):
		c.Fail(field, fmt.Sprintf("%sは%dから%dまでの整数で入力してください。", label, l.min, max))
	}
}

// MaxAmount bounds amounts in 千円: 100 兆円. Losses go as far down.
const MaxAmount = 100_000_000_000

// Date wants YYYY-MM-DD or "".
func (c *Check) Date(field, label, s string, required bool) {
	if s == "" {
		c.Ok(!required, field, label+"を入力してください。")
		return
	}
	t, err := time.Parse(time.DateOnly, s)
	c.Ok(err == nil && t.Year() >= 1900 && t.Year() <= 2200, field, label+"は 2026-11-21 の形の正しい日付で入力してください。")
}

// Mail normalises one address in place.
func (c *Check) Mail(field, label string, s *string, required bool) {
	*s = strings.TrimSpace(*s)
	if *s == "" {
		c.Ok(!required, field, label+"を入力してください。")
		return
	}
	a, err := mail.ParseAddress(*s)
	if err != nil {
		c.Fail(field, err.Error())
		return
	}
	*s = a
}

var phonePattern = regexp.MustCompile(`^\+?[0-9]{1,5}(-?[0-9]{1,5}){1,4}$`)

// Phone turns full-width digits and all kinds of hyphens into plain ones, in place.
func (c *Check) Phone(field, label string, s *string, required bool) {
	*s = PlainHyphens(norm.NFKC.String(strings.TrimSpace(*s)))
	if *s == "" {
		c.Ok(!required, field, label+"を入力してください。")
		return
	}
	n := 0
	for _, r := range *s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	c.Ok(phonePattern.MatchString(*s) && n >= 9 && n <= 15, field, label+"は 03-1234-5678 の形で入力してください。")
}

func PlainHyphens(s string) string {
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

// CorporateNumber wants no 法人番号 or a true one. Thirteen digits that are none were mistyped:
// to say that it must have thirteen would leave the reader counting.
func (c *Check) CorporateNumber(field, s string) {
	switch {
	case s == "" || master.CheckCorporateNumber(s):
	case len(s) == 13 && strings.Trim(s, "0123456789") == "":
		c.Fail(field, "法人番号に入力の誤りがあります（先頭の検査用の数字が、ほかの12桁と合いません）。国税庁の通知書などと見比べて、入力し直してください。")
	default:
		c.Fail(field, "法人番号は13桁の数字です。国税庁の通知書などで確認して、入力し直してください。")
	}
}

// Postal wants a postal code that Japan Post knows of the form only; it keeps seven digits.
func (c *Check) Postal(field, label string, s *string, required bool) {
	if strings.TrimSpace(*s) == "" {
		*s = ""
		c.Ok(!required, field, label+"を入力してください。")
		return
	}
	p, ok := master.NormalizePostal(*s)
	if !ok {
		c.Fail(field, label+"は7桁の数字で入力してください。")
		return
	}
	*s = p
}

// Link wants an http or https address; it is never fetched by the server.
func (c *Check) Link(field, label string, s *string) {
	*s = strings.TrimSpace(*s)
	if *s == "" {
		return
	}
	u, err := url.Parse(*s)
	c.Ok(err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" &&
		len(*s) <= 500, field, label+"は https:// で始まるアドレスを入力してください。")
}

func HasItem(list string, key int) bool {
	_, ok := master.FindItem(list, key)
	return ok
}

// List takes what SPEC.md calls "JSON text": a JSON array, or the same array as text (domain.md 2).
// Answers carry real arrays.
type List[T any] []T

// UnmarshalJSON reads either form; "" is an empty list.
func (l *List[T]) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		if b = []byte(s); strings.TrimSpace(s) == "" {
			*l = List[T]{}
			return nil
		}
	}
	var out []T
	if err := StrictUnmarshal(b, &out); err != nil {
		return err
	}
	*l = out
	return nil
}

// Schema tells huma and the UI's types of both forms.
func (List[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: "array", Items: r.Schema(reflect.TypeFor[T](), true, "")}, {Type: "string"}}}
}

// JSONText is list's twin for an object, such as location.
type JSONText[T any] struct{ V T }

// UnmarshalJSON reads the object or its text.
func (j *JSONText[T]) UnmarshalJSON(b []byte) error {
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
	return StrictUnmarshal(b, &j.V)
}

// Schema: see list.
func (JSONText[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[T](), true, ""), {Type: "string"}}}
}

// ServerLayout is how answers write a time: UTC, without saying so (SPEC.md 9).
const ServerLayout = "2006-01-02T15:04:05"

// ServerTime is a time as SPEC.md's client expects it: UTC without a zone suffix (domain.md 2).
func ServerTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(ServerLayout)
}

// Paging reads SPEC.md 5 and 9: page from 1, ten rows, limit=99999999 means all, descending
// unless isDescending=false is said together with a sort.
type Paging struct {
	PageNumber   int    `query:"pageNumber" default:"1"`
	Limit        int    `query:"limit" default:"10"`
	PropertyName string `query:"propertyName"`
	IsDescending string `query:"isDescending" enum:"true,false,"`
}

func (p Paging) Descending() bool { return p.PropertyName == "" || p.IsDescending != "false" }

// Check bounds page and limit and wants a sort name of the call's own list.
func (p *Paging) Check(c *Check, sorts ...string) {
	c.Ok(p.PageNumber >= 1, "pageNumber", "ページは1以上で指定してください。")
	c.Ok(p.Limit >= 1 && p.Limit <= 99_999_999, "limit", "件数は1から99999999までで指定してください。")
	c.Ok(p.PropertyName == "" || slices.Contains(sorts, p.PropertyName), "propertyName", "この項目では並べ替えられません。")
}

// Offset is where the page begins; a page far beyond the end is simply empty.
func (p Paging) Offset() int {
	if p.PageNumber > 1<<31/max(p.Limit, 1) {
		return 1 << 31
	}
	return (p.PageNumber - 1) * p.Limit
}

// CheckPlace wants a prefecture and one of its municipalities that an address can name.
func CheckPlace(c *Check, prefecture, city string) {
	if prefecture == "" {
		c.Fail("prefecture", "都道府県を選択してください。")
	} else if _, ok := master.FindPrefecture(prefecture); !ok {
		c.Fail("prefecture", "都道府県の選択肢にない値です。選び直してください。")
	}
	if city == "" {
		c.Fail("city", "市区町村を選択してください。")
	} else if m, ok := master.FindCity(city); !ok || !m.Selectable {
		c.Fail("city", "市区町村の選択肢にない値です。選び直してください。")
	} else if m.PrefCode != prefecture {
		c.Fail("city", "市区町村が都道府県と合いません。選び直してください。")
	}
}

// MaxLongList bounds one bulk offer.
const MaxLongList = 1000

var kanaPattern = regexp.MustCompile(`^[ァ-ヺー・ヽヾA-Za-z0-9 .'-]*$`)

// Kana turns hiragana and half-width kana into the katakana that kana fields keep, in place.
func (c *Check) Kana(in any, field, label string, s *string, required bool) {
	*s = norm.NFKC.String(master.Katakana(*s))
	c.Text(in, field, label, s, required)
	c.Ok(kanaPattern.MatchString(*s), field, label+"はひらがなかカタカナで入力してください。")
}

package app

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
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
		return invalid("", "アドレスの条件が正しくありません。条件を指定し直してください。")
	}
	c := &check{}
	for name, vs := range values {
		i := slices.IndexFunc(op.Parameters, func(p *huma.Param) bool { return p.In == "query" && p.Name == name })
		switch {
		case !utf8.ValidString(name) || unusable(name):
			c.fail("", "アドレスの条件が正しくありません。条件を指定し直してください。")
		case slices.ContainsFunc(vs, func(v string) bool { return !utf8.ValidString(v) || unusable(v) }):
			c.fail(name, textUnusable)
		case i < 0 && op.Method != "GET":
			c.fail("", "この操作は、アドレスの条件では受け付けられません。画面を読み込み直して、もう一度お試しください。")
		case i >= 0 && len(vs) > 1 && op.Parameters[i].Schema.Type != huma.TypeArray:
			c.fail(name, "1つだけ指定してください。")
		}
	}
	slices.SortFunc(c.errors, func(a, b FieldError) int { return strings.Compare(a.Field, b.Field) })
	return c.err()
}

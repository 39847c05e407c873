package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/store/master"
)

// maxJSONDepth bounds how deep a body nests; ours nest four levels.
const maxJSONDepth = 32

var errBrokenJSON = errors.New("app: the JSON is broken or says a thing twice")

// unusableIn is the beginning of what a badText says: huma carries a body's error on as a text.
const unusableIn = "app: unusable characters in "

// badText is a field whose text holds characters that nobody types (see unusable).
type badText struct{ field string }

func (e badText) Error() string { return unusableIn + e.field }

// Unusable says that a text holds what nobody types: control characters other than those of
// lines and tabs, or the mark that stands for bytes or surrogates that were broken on the way.
// Stored, they would be cut off, shown as nothing or end a line in somebody's export.
func Unusable(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r == utf8.RuneError || unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t'
	})
}

const textUnusable = "使えない文字（制御文字など）が含まれています。入力し直してください。"

func init() {
	// encoding/json takes Version for version: the check would look at one and the deed get the other.
	huma.ValidateStrictCasing = true
}

// JSONFormat is how huma reads and writes bodies: it reads strictly.
var JSONFormat = huma.Format{Marshal: WriteJSON, Unmarshal: StrictUnmarshal}

// StrictUnmarshal is json.Unmarshal that refuses what could be understood in two ways, or would
// be stored otherwise than it was sent: a name twice in one object, bytes that are no UTF-8,
// characters that nobody types, and endless nesting (trust.md Input and output).
func StrictUnmarshal(b []byte, v any) error {
	if !utf8.Valid(b) {
		return errBrokenJSON
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := oneValue(d, "", maxJSONDepth); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errBrokenJSON
	}
	return json.Unmarshal(master.CleanJSON(b, kept), v)
}

// kept are the members whose text stays as it was sent: what people type unseen must be what they set.
var kept = map[string]bool{"password": true, "newPassword": true, "passcode": true}

// oneValue reads one value and whatever is in it. field is where it stands, as huma writes it.
func oneValue(d *json.Decoder, field string, depth int) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	if s, ok := t.(string); ok && Unusable(s) {
		return badText{field}
	}
	open, ok := t.(json.Delim)
	if !ok {
		return nil
	}
	if depth == 0 {
		return errBrokenJSON
	}
	seen := map[string]bool{}
	for i := 0; d.More(); i++ {
		inner := fmt.Sprintf("%s[%d]", field, i)
		if open == '{' {
			t, err := d.Token()
			if err != nil {
				return err
			}
			name, ok := t.(string)
			if !ok || seen[name] || Unusable(name) {
				return errBrokenJSON
			}
			seen[name] = true
			inner = strings.TrimPrefix(field+"."+name, ".")
		}
		if err := oneValue(d, inner, depth-1); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// maxText bounds every text of a body, in characters: the longest of ours, a published text, has
// as many. Each field's own bound is less and told of in its own words.
const maxText = 50_000

// BoundTexts writes the bound into the descriptions, by which huma checks bodies. What may be JSON
// as a text (see list) is bounded by the body's size alone.
func (a *Platform) BoundTexts() {
	seen := map[*huma.Schema]bool{}
	var bound func(*huma.Schema)
	bound = func(s *huma.Schema) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		if s.Ref != "" {
			bound(a.API.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref))
			return
		}
		if s.Type == huma.TypeString && s.Format != "binary" && s.MaxLength == nil {
			limit := maxText
			s.MaxLength = &limit
			s.PrecomputeMessages()
		}
		for _, p := range s.Properties {
			bound(p)
		}
		bound(s.Items)
	}
	for _, c := range a.Table {
		item := a.API.OpenAPI().Paths[c.Path]
		for _, op := range []*huma.Operation{item.Post, item.Put} {
			if op != nil && op.RequestBody != nil {
				for _, media := range op.RequestBody.Content {
					bound(media.Schema)
				}
			}
		}
	}
}

package web

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/app/deal"
)

// A limit stands once, in the tag of an input's field: limit:"60" is a text of up to 60 characters, limit:"0..1000000" a number,
// limit:"1900.." one whose upper end the check says. Check reads it from there, and the document describes it, from which
// ui/src/api/limits.gen.ts is written. The framework knows nothing of it: what is too long is told of by Check, in the field's own words.
// Its own tags (maxLength, minimum, maximum) are for fields that it refuses in its general words.

// namedLimits are numbers that something else than one field rests on too; a tag may name them.
var namedLimits = map[string]int64{
	"amount":        MaxAmount,
	"documentTitle": deal.DocumentTitleMax,
	"heldReason":    deal.HeldReasonRunes,
	"justification": 300,
	"message":       deal.MessageRunes,
	"publishedText": maxText,
}

// limit is what one tag says.
type limit struct {
	isText   bool
	min, max int64 // max is the greatest number there is where the tag says none
}

// limits are the limits of input types, by the fields' names in JSON or in the query.
var limits sync.Map // reflect.Type: map[string]limit

func limitsOf(t reflect.Type) map[string]limit {
	if known, ok := limits.Load(t); ok {
		return known.(map[string]limit)
	}
	found := map[string]limit{}
	for _, f := range reflect.VisibleFields(t) {
		for _, key := range []string{"maxLength", "limit"} { // what the framework refuses may be cleaned by a check too
			if tag, ok := f.Tag.Lookup(key); ok {
				found[inputName(f)] = readLimit(tag)
			}
		}
	}
	limits.Store(t, found)
	return found
}

// inputName is what a field is called in a body or in the query.
func inputName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" {
		name, _, _ = strings.Cut(f.Tag.Get("query"), ",")
	}
	return name
}

func readLimit(tag string) limit {
	number := func(s string) int64 {
		word, isMinus := strings.CutPrefix(s, "-")
		n, known := namedLimits[word]
		if !known {
			var err error
			if n, err = strconv.ParseInt(word, 10, 64); err != nil {
				panic("app: the tag limit:\"" + tag + "\" says no number")
			}
		}
		if isMinus {
			return -n
		}
		return n
	}
	from, to, isRange := strings.Cut(tag, "..")
	switch {
	case !isRange:
		return limit{isText: true, max: number(tag)}
	case to == "":
		return limit{min: number(from), max: math.MaxInt64}
	}
	return limit{min: number(from), max: number(to)}
}

// limitOf is the limit of a field of in, a pointer to an input. A field without one is a programming error.
func limitOf(in any, field string) limit {
	t := reflect.TypeOf(in)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	l, ok := limitsOf(t)[field]
	if !ok {
		panic("app: the field " + field + " of " + t.String() + " has no limit in its tag")
	}
	return l
}

// MaxLength is how many characters a text of in may have.
func MaxLength(in any, field string) int { return int(limitOf(in, field).max) }

// describe writes the limit where the document shows it and the framework's own check does not look.
func (l limit) describe(s *huma.Schema) {
	s.Extensions = map[string]any{}
	if l.isText {
		s.Extensions["maxLength"] = l.max
		return
	}
	s.Extensions["minimum"] = l.min
	if l.max < math.MaxInt64 {
		s.Extensions["maximum"] = l.max
	}
}

// Body is the JSON body of a call: its type and how the document describes it.
type Body struct {
	Type   reflect.Type
	Schema *huma.Schema
}

// addBody keeps a body and describes the limits of its fields.
func (a *Platform) addBody(t reflect.Type, s *huma.Schema) {
	b := Body{t, s}
	a.Bodies = append(a.Bodies, b)
	b.Walk(a.API.OpenAPI().Components.Schemas, func(_ reflect.Type, f reflect.StructField, s *huma.Schema) {
		if tag, ok := f.Tag.Lookup("limit"); ok {
			readLimit(tag).describe(s)
		}
	})
}

// Walk goes over the fields of a body and of what is in it: the type that a field is of, the field and
// its schema, which is that of the elements where the field is a list or a map.
func (b Body) Walk(r huma.Registry, visit func(reflect.Type, reflect.StructField, *huma.Schema)) {
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type, *huma.Schema) *huma.Schema
	walk = func(t reflect.Type, s *huma.Schema) *huma.Schema {
		if s.Ref != "" {
			s = r.SchemaFromRef(s.Ref)
		}
		if len(s.OneOf) > 0 { // or as a text: see List and JSONText
			s = s.OneOf[0]
			if t.Kind() == reflect.Struct {
				t = t.Field(0).Type
			}
			return walk(t, s)
		}
		switch t.Kind() {
		case reflect.Pointer:
			return walk(t.Elem(), s)
		case reflect.Slice:
			if s.Items == nil { // bytes
				return s
			}
			return walk(t.Elem(), s.Items)
		case reflect.Map:
			if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
				return walk(t.Elem(), values)
			}
		case reflect.Struct:
			if seen[t] {
				return s
			}
			seen[t] = true
			for _, f := range reflect.VisibleFields(t) {
				if p := s.Properties[inputName(f)]; p != nil && !(f.Anonymous && f.Tag.Get("json") == "") {
					visit(t, f, walk(f.Type, p))
				}
			}
		}
		return s
	}
	walk(b.Type, b.Schema)
}

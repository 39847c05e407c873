package disclosure

import (
	"reflect"
	"strings"
	"sync"
	"time"
)

// Cut sets to zero every field of a struct whose JSON name is not allowed. Fields of embedded
// structs count as fields of the outer one; fields of an allowed nested object are checked as
// "object.field". A field without a JSON name (or with "-") never leaves the server and is left
// alone.
//
// Response types mark what can be withheld `omitempty` or `omitzero`, so that a cut field is
// absent, not blank (domain, rule 1). view is a pointer to a struct; anything else is a programming
// error and panics, because continuing could leak data.
func Cut(view any, allowed func(jsonName string) bool) {
	v := reflect.ValueOf(view)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		panic("disclosure.Cut: want a pointer to a struct, got " + v.Kind().String())
	}
	cut(v.Elem(), "", allowed)
}

var timeType = reflect.TypeFor[time.Time]()

// cutField describes one field of a struct type.
type cutField struct {
	name                  string // in JSON
	anonymous, isExported bool
	skip                  bool
	isPlain               bool
}

var cutFields sync.Map // reflect.Type → []cutField; a type's fields never change

func fieldsToCut(t reflect.Type) []cutField {
	if known, ok := cutFields.Load(t); ok {
		return known.([]cutField)
	}
	fields := make([]cutField, t.NumField())
	for i := range fields {
		sf := t.Field(i)
		tag := sf.Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		f := cutField{name: name, anonymous: sf.Anonymous && name == "", isExported: sf.IsExported(), skip: tag == "-" || !sf.IsExported() &&
			!sf.Anonymous}
		if f.name == "" {
			f.name = sf.Name // as encoding/json does
		}
		inner := sf.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		f.isPlain = inner == timeType || isPlain(inner)
		fields[i] = f
	}
	cutFields.Store(t, fields)
	return fields
}

func cut(v reflect.Value, prefix string, allowed func(string) bool) {
	for i, sf := range fieldsToCut(v.Type()) {
		f := v.Field(i)
		if sf.skip {
			continue
		}
		if sf.anonymous {
			if inner, ok := structOf(f); ok {
				cut(inner, prefix, allowed)
				continue
			}
			if f.Kind() == reflect.Pointer { // an embedded nil pointer holds nothing
				continue
			}
		}
		if !sf.isExported {
			continue
		}
		if !allowed(prefix + sf.name) {
			f.SetZero()
			continue
		}
		// Elements of lists, and times, are not cut here: whoever fills a list of objects cuts each
		// of them.
		if inner, ok := structOf(f); ok && !sf.isPlain {
			cut(inner, prefix+sf.name+".", allowed)
		}
	}
}

// structOf returns the struct that a field is or points to.
func structOf(f reflect.Value) (reflect.Value, bool) {
	if f.Kind() == reflect.Pointer {
		if f.IsNil() {
			return f, false
		}
		f = f.Elem()
	}
	return f, f.Kind() == reflect.Struct
}

// isPlain says that a struct writes itself as one JSON value (a date, an
// optional number) and so has no fields in the JSON.
func isPlain(t reflect.Type) bool {
	marshaler := reflect.TypeFor[interface{ MarshalJSON() ([]byte, error) }]()
	text := reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]()
	return t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler) ||
		t.Implements(text) || reflect.PointerTo(t).Implements(text)
}

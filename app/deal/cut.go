package deal

import (
	"reflect"
	"strings"
	"time"
)

// Cut sets to zero every field of a struct whose JSON name is not allowed.
// Embedded structs are walked as if their fields stood in the outer one; so
// are the fields of an allowed nested object, under "object.field". A field
// without a JSON name (or with "-") never leaves the server and is left alone.
//
// Response types mark what can be withheld `omitempty` or `omitzero`, so that
// a cut field is absent, not blank (domain, rule 1). view is a pointer to a
// struct; anything else is a mistake in the program and panics, for going on
// would be to leak.
func Cut(view any, allowed func(jsonName string) bool) {
	v := reflect.ValueOf(view)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		panic("deal.Cut: want a pointer to a struct, got " + v.Kind().String())
	}
	cut(v.Elem(), "", allowed)
}

var timeType = reflect.TypeFor[time.Time]()

func cut(v reflect.Value, prefix string, allowed func(string) bool) {
	t := v.Type()
	for i := range t.NumField() {
		f, sf := v.Field(i), t.Field(i)
		tag := sf.Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		if tag == "-" || !sf.IsExported() && !sf.Anonymous {
			continue
		}
		if sf.Anonymous && name == "" {
			if inner, ok := structOf(f); ok {
				cut(inner, prefix, allowed)
				continue
			}
			if f.Kind() == reflect.Pointer { // an embedded nil pointer holds nothing
				continue
			}
		}
		if !sf.IsExported() {
			continue
		}
		if name == "" {
			name = sf.Name // as encoding/json does
		}
		if !allowed(prefix + name) {
			f.SetZero()
			continue
		}
		// A list's elements and a time have no fields of their own to cut here:
		// whoever fills a list of objects cuts each one for itself.
		if inner, ok := structOf(f); ok && inner.Type() != timeType {
			if !isPlain(inner.Type()) {
				cut(inner, prefix+name+".", allowed)
			}
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

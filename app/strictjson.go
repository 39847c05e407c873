package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// maxJSONDepth bounds how deep a body nests; ours nest four levels.
const maxJSONDepth = 32

var errBrokenJSON = errors.New("app: the JSON is broken or says a thing twice")

func init() {
	// encoding/json takes Version for version: the check would look at one and the deed get the other.
	huma.ValidateStrictCasing = true
}

// jsonFormat is how huma reads and writes bodies: it reads strictly.
var jsonFormat = huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: strictUnmarshal}

// strictUnmarshal is json.Unmarshal that refuses what could be understood in two ways, or would
// be stored otherwise than it was sent: a name twice in one object, bytes that are no UTF-8,
// and endless nesting (trust.md Input and output).
func strictUnmarshal(b []byte, v any) error {
	if !utf8.Valid(b) {
		return errBrokenJSON
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := oneValue(d, maxJSONDepth); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errBrokenJSON
	}
	return json.Unmarshal(b, v)
}

// oneValue reads one value and whatever is in it.
func oneValue(d *json.Decoder, depth int) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	open, ok := t.(json.Delim)
	if !ok {
		return nil
	}
	if depth == 0 {
		return errBrokenJSON
	}
	seen := map[string]bool{}
	for d.More() {
		if open == '{' {
			t, err := d.Token()
			if err != nil {
				return err
			}
			name, ok := t.(string)
			if !ok || seen[name] {
				return errBrokenJSON
			}
			seen[name] = true
		}
		if err := oneValue(d, depth-1); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

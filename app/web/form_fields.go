package web

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"
)

// asJSON lets the specification's client send the fields of a body as a form, with lists as JSON
// text (SPEC.md 7), where others send JSON. What comes out is checked like any JSON body.
func (a *Platform) asJSON(c Call) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		raw, w := humamux.Unwrap(hc)
		media, params, _ := mime.ParseMediaType(raw.Header.Get("Content-Type"))
		fields := a.bodyFields(c)
		if fields == nil || media != "multipart/form-data" && media != "application/x-www-form-urlencoded" {
			next(hc)
			return
		}
		limit := c.MaxBody
		if limit == 0 {
			limit = DefaultBodyBytes
		}
		body := http.MaxBytesReader(w, raw.Body, limit)
		values, err := formValues(body, media, params["boundary"])
		if err != nil {
			p := OfBody(err)
			if p == nil {
				p = Invalid("", "データの形式が正しくありません。画面を読み込み直して、もう一度お試しください。")
			}
			WriteProblem(w, p)
			return
		}
		out := map[string]any{}
		for name, texts := range values {
			if v, there := formField(texts, fields.Properties[name]); there {
				out[name] = v
			}
		}
		b, err := json.Marshal(out)
		if err != nil {
			panic(err) // texts, numbers and lists of them always marshal
		}
		raw.Body, raw.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b))
		raw.Header.Set("Content-Type", "application/json")
		next(hc)
	}
}

// bodyFields is the schema of a call's JSON body, nil where it has none.
func (a *Platform) bodyFields(c Call) *huma.Schema {
	op := a.OperationOf(c)
	if op == nil || op.RequestBody == nil || op.RequestBody.Content["application/json"] == nil {
		return nil
	}
	s := op.RequestBody.Content["application/json"].Schema
	for s != nil && s.Ref != "" {
		s = a.API.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

func formValues(body io.Reader, media, boundary string) (url.Values, error) {
	if media == "application/x-www-form-urlencoded" {
		b, err := io.ReadAll(body)
		if err != nil {
			return nil, err
		}
		v, err := url.ParseQuery(string(b))
		if err == nil && !utf8.Valid(b) {
			err = errBrokenJSON
		}
		return v, err
	}
	values := url.Values{}
	for reader := multipart.NewReader(body, boundary); ; {
		part, err := reader.NextPart()
		if err == io.EOF {
			return values, nil
		}
		if err != nil {
			return nil, err
		}
		b, err := io.ReadAll(part)
		if err != nil {
			return nil, err
		}
		if part.FileName() != "" || !utf8.Valid(b) {
			return nil, errBrokenJSON
		}
		values.Add(part.FormName(), string(b))
	}
}

// formField is a form's field as its schema has it; an empty one that is no text is not there.
func formField(texts []string, schema *huma.Schema) (v any, there bool) {
	if schema != nil && schema.Type != "" && schema.Type != huma.TypeString && len(texts) == 1 && texts[0] == "" {
		return nil, false
	}
	if len(texts) == 1 {
		return fieldValue(texts[0], schema), true
	}
	var items *huma.Schema // a name that comes several times is a list
	if schema != nil {
		for _, s := range append([]*huma.Schema{schema}, schema.OneOf...) {
			if s.Type == huma.TypeArray {
				items = s.Items
			}
		}
	}
	list := make([]any, len(texts))
	for i, t := range texts {
		list[i] = fieldValue(t, items)
	}
	return list, true
}

package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/app/deal"
	"tsunagu/store"
	"tsunagu/store/master"
)

// formBytes bounds a form with one attachment: the file, its fields and the multipart frame.
const formBytes = deal.AttachmentBytes + 1<<20

// formParts bounds the parts of a form: each costs memory beside its bytes, and ours have few.
const formParts = 200

// FormFile is the multipart field of the one file that a form may carry.
const FormFile = "file"

// AddForm registers a call whose body is JSON, or the same fields as multipart/form-data with
// one optional file (SPEC.md 7 CreateBuyerNegotiationMessageAsync). The file is on disk before
// do is called and is taken off it again when do fails: its row is written in do's transaction.
func AddForm[B, O any](a *Platform, c Call, do func(*Request, *B, *store.File) (O, error)) {
	a.addForm(c, reflect.TypeFor[B](), reflect.TypeFor[O](), func(r *Request, body any, file *store.File) (any, error) {
		return do(r, body.(*B), file)
	})
}

// addForm registers a call that takes a pointer to a body and perhaps a file, and answers with an out.
func (a *Platform) addForm(c Call, body, out reflect.Type, do func(*Request, any, *store.File) (any, error)) {
	c.MaxBody = formBytes
	registry := a.API.OpenAPI().Components.Schemas
	schema := registry.Schema(body, true, "")
	a.addBody(body, schema)
	fields := schema
	for fields.Ref != "" {
		fields = registry.SchemaFromRef(fields.Ref)
	}
	form := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, Required: fields.Required}
	for name, s := range fields.Properties {
		form.Properties[name] = s
	}
	form.Properties[FormFile] = &huma.Schema{Type: huma.TypeString, Format: "binary"}
	both := &huma.RequestBody{Required: true, Content: InMedia("application/json", schema)}
	both.Content["multipart/form-data"] = &huma.MediaType{Schema: form}
	a.AnswerJSON(c, a.Operation(c), both, out, func(r *Request) (any, error) {
		v := reflect.New(body).Interface()
		file, err := r.readForm(schema, fields, v)
		if err != nil {
			return nil, err
		}
		out, err := do(r, v, file)
		if err != nil {
			a.dropFile(file)
		}
		return out, err
	})
}

// readForm reads either form of a body into v and checks it against the schema, as huma does
// with a JSON body: unknown fields and wrong types are a 422.
func (r *Request) readForm(schema, fields *huma.Schema, v any) (*store.File, error) {
	body := http.MaxBytesReader(r.W, r.Raw.Body, formBytes)
	media, params, _ := mime.ParseMediaType(r.Raw.Header.Get("Content-Type"))
	var values map[string]any
	var file *store.File
	var err error
	switch media {
	case "multipart/form-data":
		values, file, err = r.readMultipart(body, params["boundary"], fields)
	case "application/json", "":
		var b []byte
		if b, err = io.ReadAll(body); err == nil {
			err = StrictUnmarshal(b, &values)
		}
	default:
		return nil, ErrUnsupportedBody
	}
	if err == nil {
		err = validate(r.Platform.API.OpenAPI().Components.Schemas, schema, values, v)
	}
	if err == nil {
		return file, nil
	}
	r.Platform.dropFile(file)
	if p := OfBody(err); p != nil {
		return nil, p
	}
	var problem *Problem
	var bad badText
	switch {
	case errors.As(err, &bad):
		return nil, Invalid(bad.field, textUnusable)
	case errors.As(err, &problem), errors.Is(err, store.ErrUnavailable):
		return nil, err
	}
	return nil, Invalid("", "データの形式が正しくありません。画面を読み込み直して、もう一度お試しください。")
}

var ErrUnsupportedBody = &Problem{Title: "Unsupported media type", Status: 415, Detail: "この形式のデータは受け付けられません。", Code: "unsupported_type"}

func (r *Request) readMultipart(body io.Reader, boundary string, fields *huma.Schema) (map[string]any, *store.File, error) {
	reader := multipart.NewReader(body, boundary)
	values := map[string]any{}
	var file *store.File
	for parts := 0; ; parts++ {
		if parts > formParts {
			return nil, file, errBrokenJSON
		}
		part, err := reader.NextPart()
		if err == io.EOF {
			return values, file, nil
		}
		if err != nil {
			return nil, file, err
		}
		name := part.FormName()
		if name == FormFile {
			if part.FileName() == "" {
				if b, err := io.ReadAll(io.LimitReader(part, 1)); err != nil || len(b) == 0 { // an empty file field
					continue
				}
			}
			if file != nil {
				return nil, file, Invalid(FormFile, "添付できるファイルは1つです。")
			}
			if file, err = r.Platform.KeepFile(part.FileName(), part); err != nil {
				return nil, nil, err
			}
			continue
		}
		b, err := io.ReadAll(io.LimitReader(part, 1<<20))
		if err != nil {
			return nil, file, err
		}
		if _, twice := values[name]; twice || !utf8.Valid(b) {
			return nil, file, errBrokenJSON
		}
		if Unusable(string(b)) {
			return nil, file, badText{name}
		}
		text := string(b)
		if !kept[name] {
			text = master.Clean(text)
		}
		values[name] = fieldValue(text, fields.Properties[name])
	}
}

// fieldValue turns a form field's text into what its schema says; what does not fit stays text,
// which the check then refuses on its field.
func fieldValue(s string, schema *huma.Schema) any {
	if schema == nil {
		return s
	}
	switch schema.Type {
	case huma.TypeInteger, huma.TypeNumber:
		if n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64); err == nil {
			return float64(n)
		}
	case huma.TypeBoolean:
		if b, err := strconv.ParseBool(s); err == nil {
			return b
		}
	}
	return s
}

func validate(registry huma.Registry, schema *huma.Schema, values map[string]any, v any) error {
	var res huma.ValidateResult
	path := huma.NewPathBuffer([]byte("body"), 4)
	huma.Validate(registry, schema, path, huma.ModeWriteToServer, values, &res)
	if len(res.Errors) > 0 {
		return huma.NewError(422, "", res.Errors...)
	}
	b, err := json.Marshal(values)
	if err != nil {
		return err
	}
	return json.NewDecoder(bytes.NewReader(b)).Decode(v)
}

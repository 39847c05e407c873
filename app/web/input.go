package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/queryparam"

	"tsunagu/store/master"
)

// DefaultBodyBytes bounds a body whose call does not say otherwise.
const DefaultBodyBytes = 1 << 20

// CallInput describes and reads what a call takes, by reflection over the row's input type: fields with
// a query tag are parameters of the query, Body is a JSON body, RawBody a body of the media type in
// its contentType tag. A default is for parameters alone. huma can do all this too, but only in code
// that the compiler copies for each type. Descriptions, checks and errors are huma's own.
type CallInput struct {
	of          reflect.Type
	api         huma.API
	params      []queryParam
	RequestBody *huma.RequestBody // nil where the call has no body
	body        []int             // index of Body, nil where there is none
	rawBody     []int             // index of RawBody, nil where there is none
	Schema      *huma.Schema      // of Body
	MaxBody     int64             // bytes
}

// queryParam is one parameter of the query.
type queryParam struct {
	index    []int // of the field
	name     string
	preset   string // for a parameter that is missing or empty
	required bool
	explode  bool // a list comes as the name several times
	schema   *huma.Schema
}

var stringList = reflect.TypeFor[[]string]()

// InputOf describes an input type: its parameters go into op, its body into the result. A field that
// nothing would be read into is a programming error and panics at the start.
func (a *Platform) InputOf(t reflect.Type, c Call, op *huma.Operation) *CallInput {
	in := &CallInput{of: t, api: a.API, MaxBody: c.MaxBody}
	if in.MaxBody == 0 {
		in.MaxBody = DefaultBodyBytes
	}
	registry := a.API.OpenAPI().Components.Schemas
	limitsOf(t) // a wrong tag panics now
	for _, f := range reflect.VisibleFields(t) {
		switch name, options, _ := strings.Cut(f.Tag.Get("query"), ","); {
		case f.Anonymous, !f.IsExported(), name == "-": // an embedded type's fields follow; other fields are the call's own
		case name != "":
			switch k := f.Type.Kind(); {
			case k == reflect.String, k == reflect.Int, k == reflect.Bool, f.Type == stringList:
			default:
				panic("web: " + c.Path + ": a query parameter cannot be of type " + f.Type.String())
			}
			p := queryParam{index: f.Index, name: name, preset: f.Tag.Get("default"), required: f.Tag.Get("required") == "true",
				explode: slices.Contains(strings.Split(options, ","), "explode"), schema: huma.SchemaFromField(registry, f, "")}
			if tag, ok := f.Tag.Lookup("limit"); ok {
				readLimit(tag).describe(p.schema)
			}
			in.params = append(in.params, p)
			op.Parameters = append(op.Parameters, &huma.Param{Name: name, In: "query", Description: p.schema.Description, Explode: &p.explode,
				Required: p.required, Schema: p.schema})
		case f.Name == "Body":
			hint := op.OperationID + "Request" // names a body whose type has no name
			if t.Name() != "" {
				hint = t.Name() + "Body"
			}
			in.body, in.Schema = f.Index, huma.SchemaFromField(registry, f, hint)
			in.Schema.PrecomputeMessages()
			a.addBody(f.Type, in.Schema)
			in.describeBody("application/json", in.Schema)
		case f.Name == "RawBody":
			in.rawBody = f.Index
			in.describeBody(f.Tag.Get("contentType"), &huma.Schema{Type: huma.TypeString, Format: "binary"})
		default:
			panic("web: " + c.Path + ": nothing is read into the field " + f.Name)
		}
	}
	return in
}

func (in *CallInput) describeBody(media string, schema *huma.Schema) {
	in.RequestBody = &huma.RequestBody{Required: true, Content: InMedia(media, schema)}
}

// InMedia describes a body of one media type.
func InMedia(media string, schema *huma.Schema) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{media: {Schema: schema}}
}

// read returns a pointer to a new value of the input type, or a Problem with everything that is
// wrong in the query and the body.
func (in *CallInput) read(r *Request) (any, error) {
	v := reflect.New(in.of)
	path, res := huma.NewPathBuffer(make([]byte, 0, 128), 0), &huma.ValidateResult{}
	for i := range in.params {
		in.params[i].read(r.Raw, in.api, v.Elem(), path, res)
	}
	status := http.StatusUnprocessableEntity
	if in.RequestBody != nil {
		body, err := in.readBody(r, res)
		if err != nil {
			return nil, err
		}
		if in.rawBody != nil {
			v.Elem().FieldByIndex(in.rawBody).SetBytes(body)
		} else {
			status = in.decode(body, r.Raw.Header.Get("Content-Type"), v.Elem().FieldByIndex(in.body), path, res)
		}
	}
	if len(res.Errors) > 0 {
		return nil, huma.NewError(status, "validation failed", res.Errors...)
	}
	return v.Interface(), nil
}

// read puts the parameter into its field of v and checks it.
func (p *queryParam) read(raw *http.Request, api huma.API, v reflect.Value, path *huma.PathBuffer, res *huma.ValidateResult) {
	path.Reset()
	path.Push("query")
	path.Push(p.name)
	text := master.Clean(queryparam.Get(raw.URL.RawQuery, p.name))
	if text == "" {
		text = p.preset
	}
	if text == "" {
		if p.required {
			res.Add(path, "", "required query parameter is missing")
		}
		return
	}
	var value any
	switch f := v.FieldByIndex(p.index); f.Kind() {
	case reflect.String:
		f.SetString(text)
		value = text
	case reflect.Int:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			res.Add(path, text, "invalid integer")
			return
		}
		f.SetInt(n)
		value = n
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			res.Add(path, text, "invalid boolean")
			return
		}
		f.SetBool(b)
		value = b
	default: // []string
		texts := strings.Split(text, ",")
		if p.explode {
			texts = raw.URL.Query()[p.name]
			for i := range texts {
				texts[i] = master.Clean(texts[i])
			}
		}
		f.Set(reflect.ValueOf(texts))
		value = texts
	}
	huma.Validate(api.OpenAPI().Components.Schemas, p.schema, path, huma.ModeWriteToServer, value, res)
}

// readBody reads the body to its end. A body that cannot be read, is too large or is missing ends the
// reading of the input: its Problem holds what was wrong in the query, if anything.
func (in *CallInput) readBody(r *Request, res *huma.ValidateResult) ([]byte, error) {
	_ = huma.SetReadDeadline(r.W, time.Time{}) // the server bounds the time (host.Pace)
	defer r.Raw.Body.Close()
	var body bytes.Buffer
	n, err := body.ReadFrom(io.LimitReader(r.Raw.Body, in.MaxBody))
	var late net.Error
	switch {
	case n == in.MaxBody:
		return nil, huma.NewError(http.StatusRequestEntityTooLarge, "request body is too large", res.Errors...)
	case errors.As(err, &late) && late.Timeout():
		return nil, huma.NewError(http.StatusRequestTimeout, "request body read timeout", res.Errors...)
	case err != nil:
		return nil, huma.NewError(http.StatusInternalServerError, "cannot read request body", err)
	case n == 0:
		return nil, huma.NewError(http.StatusBadRequest, "request body is required", res.Errors...)
	}
	return body.Bytes(), nil
}

// decode checks a JSON body against its schema and puts it into the field. It returns the status to
// answer with where res holds errors.
func (in *CallInput) decode(body []byte, media string, field reflect.Value, path *huma.PathBuffer, res *huma.ValidateResult) int {
	if media == "" {
		media = "application/json"
	}
	wrong := func(err error) {
		res.Errors = append(res.Errors, &huma.ErrorDetail{Location: "body", Message: err.Error(), Value: string(body)})
	}
	var parsed any
	if err := in.api.Unmarshal(media, body, &parsed); err != nil {
		wrong(err)
		if errors.Is(err, huma.ErrUnknownContentType) {
			return http.StatusUnsupportedMediaType
		}
		return http.StatusBadRequest
	}
	path.Reset()
	path.Push("body")
	before := len(res.Errors)
	huma.Validate(in.api.OpenAPI().Components.Schemas, in.Schema, path, huma.ModeWriteToServer, parsed, res)
	if len(res.Errors) == before { // strict already: the first reading was
		if err := json.Unmarshal(master.CleanJSON(body, kept), field.Addr().Interface()); err != nil {
			wrong(err)
		}
	}
	return http.StatusUnprocessableEntity
}

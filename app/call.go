package app

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// callers says who may make a call at all. On which records stands in the call's row in
// words and in its code as the store's visibility predicate.
type callers uint8

const (
	anyone callers = 1 << iota // no token needed
	fin                        // a bank's user
	buy                        // a buyer company's user
	byKey                      // who holds a mailed link; no token
	adm                        // the office (事務局), signed in at its own door
	fad                        // one institution's administrator, likewise
)

func (c callers) has(r deal.Role) bool {
	return r == deal.RoleFIN && c&fin != 0 || r == deal.RoleBUY && c&buy != 0 || r == deal.RoleADM && c&adm != 0 || r == deal.RoleFAD && c&fad != 0
}

// call is one row of the call table (architecture.md "The call table"): from it come the
// routes, the OpenAPI document, the UI's types and the authorization matrix.
type call struct {
	method, path string
	area         string
	callers      callers
	records      string // on which records, in words
	summary      string
	spec         string // section of SPEC.md or domain.md
	maxBody      int64  // bytes; 0 is 1 MiB
	passwordDue  bool   // also answers a user who must change the password, or set up the second step, first
}

// nothing is the answer of a call that only does something.
type nothing struct{}

// answer is a JSON body.
type answer struct{ Body any }

// add registers a call that answers with JSON. Here and in its siblings only what needs the types is
// generic: the compiler makes a copy of it for each call.
func add[I, O any](a *Platform, c call, do func(*request, *I) (O, error)) {
	a.add(c, reflect.TypeFor[I](), reflect.TypeFor[O](), func(r *request, in any) (any, error) { return do(r, in.(*I)) })
}

// add registers a call that takes a pointer to an in and answers with an out.
func (a *Platform) add(c call, in, out reflect.Type, do func(*request, any) (any, error)) {
	op := a.operation(c)
	op.Middlewares = append(op.Middlewares, a.asJSON(c))
	input := a.inputOf(in, c, &op)
	a.answerJSON(c, op, input.requestBody, out, func(r *request) (any, error) {
		v, err := input.read(r)
		if err != nil {
			return nil, err
		}
		return do(r, v)
	})
}

// answerJSON registers a call whose answer is an out; do reads its input.
func (a *Platform) answerJSON(c call, op huma.Operation, body *huma.RequestBody, out reflect.Type, do func(*request) (any, error)) {
	schema := huma.SchemaFromField(a.api.OpenAPI().Components.Schemas, reflect.StructField{Name: "Body", Type: out}, op.OperationID+"Response")
	op.Responses = map[string]*huma.Response{"200": {Content: inMedia("application/json", schema)}}
	register(a, c, op, body, func(r *request) (*answer, error) {
		out, err := do(r)
		return &answer{out}, err
	})
}

// register adds a call to the table, the document and the router. O is answer or a stream: two copies
// of huma's registration in all. The body is described afterwards, so that huma leaves it unread.
func register[O any](a *Platform, c call, op huma.Operation, body *huma.RequestBody, do func(*request) (*O, error)) {
	a.table = append(a.table, c)
	huma.Register(a.api, op, func(ctx context.Context, _ *struct{}) (*O, error) {
		r := requestOf(ctx)
		out, err := do(r)
		if err != nil {
			return nil, a.fail(r, c, err)
		}
		return out, nil
	})
	a.operationOf(c).RequestBody = body
}

// operationOf is the operation of a call in the document, nil where it is not in it.
func (a *Platform) operationOf(c call) *huma.Operation {
	path := a.api.OpenAPI().Paths[c.path]
	if path == nil {
		return nil
	}
	return map[string]*huma.Operation{"GET": path.Get, "POST": path.Post, "PUT": path.Put, "DELETE": path.Delete}[c.method]
}

// download is a file answer: attachment, never inline (trust.md Input and output).
type download struct {
	name, mediaType string
	size            int64
	body            io.ReadCloser
}

// addFile registers a call that answers with a file.
func addFile[I any](a *Platform, c call, do func(*request, *I) (*download, error)) {
	a.addFile(c, reflect.TypeFor[I](), func(r *request, in any) (*download, error) { return do(r, in.(*I)) })
}

// addFile registers a call that takes a pointer to an in and answers with a file.
func (a *Platform) addFile(c call, in reflect.Type, do func(*request, any) (*download, error)) {
	op := a.operation(c)
	binary := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	op.Responses = map[string]*huma.Response{"200": {Description: "file", Content: inMedia("application/octet-stream", binary)}}
	input := a.inputOf(in, c, &op)
	register(a, c, op, input.requestBody, func(r *request) (*huma.StreamResponse, error) {
		v, err := input.read(r)
		if err != nil {
			return nil, err
		}
		d, err := do(r, v)
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) { a.send(hc, c, d) }}, nil
	})
}

// send writes a file answer.
func (a *Platform) send(hc huma.Context, c call, d *download) {
	defer d.body.Close()
	hc.SetHeader("Content-Type", d.mediaType)
	hc.SetHeader("Content-Disposition", contentDisposition(d.name))
	hc.SetHeader("Content-Security-Policy", "sandbox; default-src 'none'")
	hc.SetHeader("Content-Length", strconv.FormatInt(d.size, 10))
	n, err := io.Copy(hc.BodyWriter(), d.body)
	if err == nil && n != d.size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		a.Log.Warn("download broke off", "path", c.path, "err", err)
		panic(http.ErrAbortHandler) // else the client keeps the part for the whole file
	}
}

func (a *Platform) operation(c call) huma.Operation {
	op := huma.Operation{
		OperationID: strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(c.path, "/api"), "/"), "/", "_"), Method: c.method, Path: c.path, Summary: c.summary, Tags: []string{c.area},
		Description: "対象: " + c.records + "（" + c.spec + "）",
		Middlewares: huma.Middlewares{a.admit(c)},
		Errors:      c.errors(),
		Security:    []map[string][]string{}, // none
	}
	if c.callers.door() != nil {
		op.Security = []map[string][]string{{"bearer": {}}}
	}
	return op
}

// errors are the statuses with which a call may refuse; huma adds 500.
func (c call) errors() []int {
	out := []int{400, 422, 503}
	if c.callers.door() != nil {
		out = append(out, 401)
	}
	if c.method != http.MethodGet {
		out = append(out, 408, 409, 413, 415)
	}
	if c.method != http.MethodGet && (c.callers.door() == nil || c.passwordDue) || c.asksLogin() {
		out = append(out, 429) // too many tries
	}
	if strings.HasSuffix(c.path, "/token") {
		out = append(out, 401, 426) // a refresh token that is over; no encryption
	}
	return out
}

// actor is who does a deed: a signed-in user, or the holder of a mailed link (user nil).
// Everything in it comes from the user's row, never from a claim or a body.
type actor struct {
	user    *store.User
	role    deal.Role
	viewer  store.Viewer
	session string
	ip      string
}

// institution is the institution the actor acts in.
func (b actor) institution() string { return b.viewer.InstitutionID }

// id is the user's id, "" for a link.
func (b actor) id() string {
	if b.user == nil {
		return ""
	}
	return b.user.ID
}

// request is one call under way.
type request struct {
	context.Context
	actor
	stepDue bool // must set up the second step of signing in first
	p       *Platform
	w       http.ResponseWriter
	raw     *http.Request
}

// read and write run a store transaction in the request's context. Who reads would rather be told to
// ask again than wait for a search that is long as yet.
func (r *request) read(f func(*store.Q) error) error {
	return r.p.Store.Read(store.Briefly(r.Context), f)
}
func (r *request) write(f func(*store.Tx) error) error { return r.p.Store.Write(r.Context, f) }

// glance is read for answers that are mostly in memory; f may run twice.
func (r *request) glance(f func(*store.Q) error) error {
	return r.p.Store.Glance(store.Briefly(r.Context), f)
}

// reading returns what f returns from a read transaction, writing from a write, glancing from a glance.
func reading[O any](r *request, f func(*store.Q) (O, error)) (out O, err error) {
	err = r.read(func(q *store.Q) (err error) { out, err = f(q); return err })
	return out, err
}

func writing[O any](r *request, f func(*store.Tx) (O, error)) (out O, err error) {
	err = r.write(func(tx *store.Tx) (err error) { out, err = f(tx); return err })
	return out, err
}

func glancing[O any](r *request, f func(*store.Q) (O, error)) (out O, err error) {
	err = r.glance(func(q *store.Q) (err error) { out, err = f(q); return err })
	return out, err
}

type requestKey struct{}

func requestOf(ctx context.Context) *request {
	r := ctx.Value(requestKey{}).(*request)
	r.Context = ctx
	return r
}

// admit lets in who may make the call and puts the request into the context. Rights come
// from the session's and the user's rows, read anew at each call, so that they end with the
// very next request (trust.md G10).
func (a *Platform) admit(c call) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		raw, w := humamux.Unwrap(hc)
		r := &request{Context: hc.Context(), p: a, w: w, raw: raw, actor: actor{ip: a.clientIP(raw)}}
		if err := a.keepEnded(r); err != nil {
			a.refuse(hc, r, c, err)
			return
		}
		if d := c.callers.door(); d != nil {
			if err := a.gate(r, d); err != nil {
				a.refuse(hc, r, c, err)
				return
			}
			traceOf(raw.Context()).user = r.user.ID
			if r.user.IsNeedPasswordChange && !c.passwordDue {
				a.refuse(hc, r, c, errPasswordFirst)
				return
			}
			if r.stepDue && !c.passwordDue {
				a.refuse(hc, r, c, errSecondStepFirst)
				return
			}
			if !c.callers.has(r.role) {
				a.refuse(hc, r, c, errNotAvailable)
				return
			}
		}
		if err := checkQuery(raw.URL.RawQuery, hc.Operation()); err != nil {
			a.refuse(hc, r, c, err)
			return
		}
		next(huma.WithValue(hc, requestKey{}, r))
	}
}

func (a *Platform) refuse(hc huma.Context, r *request, c call, err error) {
	p, unexpected := toProblem(err)
	if unexpected {
		a.Log.Error("call failed", "request", traceOf(r.raw.Context()).id, "path", c.path, "err", err)
	}
	writeProblem(r.w, p)
}

// fail logs what is ours and answers with a Problem. The caller's going away is nobody's fault.
func (a *Platform) fail(r *request, c call, err error) error {
	p, unexpected := toProblem(err)
	if unexpected && !errors.Is(err, context.Canceled) {
		a.Log.Error("call failed", "request", traceOf(r.raw.Context()).id, "path", c.path, "user", r.id(), "err", err)
	}
	if p.RetryAfter > 0 {
		for k, v := range p.GetHeaders() {
			r.w.Header()[k] = v
		}
	}
	return p.numbered(r.w)
}

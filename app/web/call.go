package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// Callers says who may make a call at all. On which records stands in the call's row in
// words and in its code as the store's visibility predicate.
type Callers uint8

const (
	Anyone Callers = 1 << iota // no token needed
	FIN                        // a bank's user
	BUY                        // a buyer company's user
	ByKey                      // who holds a mailed link; no token
	ADM                        // the office (事務局), signed in at its own door
	FAD                        // one institution's administrator, likewise
	LEN                        // a bank's user who works on lending alone (team.md 2): FIN is not he
)

func (c Callers) Has(r deal.Role) bool {
	return r == deal.RoleFIN && c&FIN != 0 || r == deal.RoleBUY && c&BUY != 0 || r == deal.RoleADM && c&ADM != 0 || r == deal.RoleFAD &&
		c&FAD != 0 || r == deal.RoleLEN && c&LEN != 0
}

// Call is one row of the call table (architecture.md "The call table"): from it come the
// routes, the OpenAPI document, the UI's types and the authorization matrix.
type Call struct {
	Method, Path string
	Area         string
	Callers      Callers
	Records      string // on which records, in words
	Summary      string
	Spec         string  // section of SPEC.md or domain.md
	MaxBody      int64   // bytes; 0 is 1 MiB
	Fresh        Callers // of whom a fresh proof is asked (signin: fresh.go)
	ProofInBody  bool    // its body may hold that proof (signin.Proven)
	PasswordDue  bool    // also answers a user who must change the password, or set up the second step, first
}

// Freshly is the call of which all callers are asked for a fresh proof.
func (c Call) Freshly() Call { c.Fresh = c.Callers; return c }

// Nothing is the answer of a call that only does something.
type Nothing struct{}

// answer is a JSON body.
type answer struct{ Body any }

// Add registers a call that answers with JSON. Here and in its siblings only what needs the types is
// generic: the compiler makes a copy of it for each call.
func Add[I, O any](a *Platform, c Call, do func(*Request, *I) (O, error)) {
	a.add(c, reflect.TypeFor[I](), reflect.TypeFor[O](), func(r *Request, in any) (any, error) { return do(r, in.(*I)) })
}

// add registers a call that takes a pointer to an in and answers with an out.
func (a *Platform) add(c Call, in, out reflect.Type, do func(*Request, any) (any, error)) {
	op := a.Operation(c)
	op.Middlewares = append(op.Middlewares, a.asJSON(c))
	input := a.InputOf(in, c, &op)
	a.AnswerJSON(c, op, input.RequestBody, out, func(r *Request) (any, error) {
		v, err := input.read(r)
		if err != nil {
			return nil, err
		}
		return do(r, v)
	})
}

// AnswerJSON registers a call whose answer is an out; do reads its input.
func (a *Platform) AnswerJSON(c Call, op huma.Operation, body *huma.RequestBody, out reflect.Type, do func(*Request) (any, error)) {
	schema := huma.SchemaFromField(a.API.OpenAPI().Components.Schemas, reflect.StructField{Name: "Body", Type: out}, op.OperationID+"Response")
	op.Responses = map[string]*huma.Response{"200": {Content: InMedia("application/json", schema)}}
	register(a, c, op, body, func(r *Request) (*answer, error) {
		out, err := do(r)
		return &answer{out}, err
	})
}

// register adds a call to the table, the document and the router. O is answer or a stream: two copies
// of huma's registration in all. The body is described afterwards, so that huma leaves it unread.
func register[O any](a *Platform, c Call, op huma.Operation, body *huma.RequestBody, do func(*Request) (*O, error)) {
	a.Table = append(a.Table, c)
	huma.Register(a.API, op, func(ctx context.Context, _ *struct{}) (*O, error) {
		r := requestOf(ctx)
		out, err := do(r)
		if err != nil {
			return nil, a.fail(r, c, err)
		}
		return out, nil
	})
	a.OperationOf(c).RequestBody = body
}

// OperationOf is the operation of a call in the document, nil where it is not in it.
func (a *Platform) OperationOf(c Call) *huma.Operation {
	path := a.API.OpenAPI().Paths[c.Path]
	if path == nil {
		return nil
	}
	return map[string]*huma.Operation{"GET": path.Get, "POST": path.Post, "PUT": path.Put, "DELETE": path.Delete}[c.Method]
}

// Download is a file answer: attachment, never inline (trust.md Input and output).
type Download struct {
	Name, MediaType string
	Size            int64
	Body            io.ReadCloser
}

// AddFile registers a call that answers with a file.
func AddFile[I any](a *Platform, c Call, do func(*Request, *I) (*Download, error)) {
	a.addFile(c, reflect.TypeFor[I](), func(r *Request, in any) (*Download, error) { return do(r, in.(*I)) })
}

// addFile registers a call that takes a pointer to an in and answers with a file.
func (a *Platform) addFile(c Call, in reflect.Type, do func(*Request, any) (*Download, error)) {
	op := a.Operation(c)
	binary := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	op.Responses = map[string]*huma.Response{"200": {Description: "file", Content: InMedia("application/octet-stream", binary)}}
	input := a.InputOf(in, c, &op)
	register(a, c, op, input.RequestBody, func(r *Request) (*huma.StreamResponse, error) {
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
func (a *Platform) send(hc huma.Context, c Call, d *Download) {
	defer d.Body.Close()
	hc.SetHeader("Content-Type", d.MediaType)
	hc.SetHeader("Content-Disposition", ContentDisposition(d.Name))
	hc.SetHeader("Content-Security-Policy", "sandbox; default-src 'none'")
	hc.SetHeader("Content-Length", strconv.FormatInt(d.Size, 10))
	n, err := io.Copy(hc.BodyWriter(), d.Body)
	if err == nil && n != d.Size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		a.Log.Warn("download broke off", "path", c.Path, "err", err)
		panic(http.ErrAbortHandler) // else the client keeps the part for the whole file
	}
}

func (a *Platform) Operation(c Call) huma.Operation {
	op := huma.Operation{
		OperationID: strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(c.Path, "/api"), "/"), "/", "_"), Method: c.Method, Path: c.Path,
		Summary: c.Summary, Tags: []string{c.Area},
		Description: "対象: " + c.Records + "（" + c.Spec + "）",
		Middlewares: huma.Middlewares{a.admit(c)},
		Errors:      c.errors(),
		Security:    []map[string][]string{}, // none
	}
	if c.Callers.Door() != nil {
		op.Security = []map[string][]string{{"bearer": {}}}
	}
	return op
}

// errors are the statuses with which a call may refuse; huma adds 500.
func (c Call) errors() []int {
	out := []int{400, 422, 503}
	if c.Callers.Door() != nil {
		out = append(out, 401)
	}
	out = append(out, map[bool][]int{true: {403}}[c.Fresh != 0]...)
	if c.Method != http.MethodGet {
		out = append(out, 403, 408, 409, 413, 415)
	}
	if c.Method != http.MethodGet && (c.Callers.Door() == nil || c.PasswordDue) || c.isTried() {
		out = append(out, 429) // too many tries
	}
	if strings.HasSuffix(c.Path, "/token") {
		out = append(out, 401, 426) // a refresh token that is over; no encryption
	}
	return out
}

// Actor is who does a deed: a signed-in user, or the holder of a mailed link (user nil).
// Everything in it comes from the user's row, never from a claim or a body.
type Actor struct {
	User    *store.User
	Role    deal.Role
	Viewer  store.Viewer
	Session string
	IP      string
}

// Institution is the institution the actor acts in.
func (b Actor) Institution() string { return b.Viewer.InstitutionID }

// ID is the user's id, "" for a link.
func (b Actor) ID() string {
	if b.User == nil {
		return ""
	}
	return b.User.ID
}

// Request is one call under way.
type Request struct {
	context.Context
	Actor
	StepDue  bool // must set up the second step of signing in first
	Platform *Platform
	W        http.ResponseWriter
	Raw      *http.Request
}

// Read and write run a store transaction in the request's context. A read is refused with "ask
// again" rather than left waiting for a search index that is still being built.
func (r *Request) Read(f func(*store.Q) error) error {
	return r.Platform.Store.Read(store.Briefly(r.Context), f)
}

func (r *Request) Write(f func(*store.Tx) error) error {
	return r.Platform.Store.Write(store.WithSession(r.Context, r.Session), f)
}

// ReadLazily is read for answers that are mostly in memory; f may run twice.
func (r *Request) ReadLazily(f func(*store.Q) error) error {
	return r.Platform.Store.ReadLazily(store.Briefly(r.Context), f)
}

// Reading returns what f returns from a read transaction, Writing from a write, ReadingLazily from a lazy read.
func Reading[O any](r *Request, f func(*store.Q) (O, error)) (out O, err error) {
	err = r.Read(func(q *store.Q) (err error) { out, err = f(q); return err })
	return out, err
}

func Writing[O any](r *Request, f func(*store.Tx) (O, error)) (out O, err error) {
	err = r.Write(func(tx *store.Tx) (err error) { out, err = f(tx); return err })
	return out, err
}

func ReadingLazily[O any](r *Request, f func(*store.Q) (O, error)) (out O, err error) {
	err = r.ReadLazily(func(q *store.Q) (err error) { out, err = f(q); return err })
	return out, err
}

type requestKey struct{}

func requestOf(ctx context.Context) *Request {
	r := ctx.Value(requestKey{}).(*Request)
	r.Context = ctx
	return r
}

// admit lets in who may make the call and puts the request into the context. Rights come from the session's and the user's rows, read
// anew at each call, so that they end with the very next request (trust.md G10).
func (a *Platform) admit(c Call) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		raw, w := humamux.Unwrap(hc)
		r := &Request{Context: hc.Context(), Platform: a, W: w, Raw: raw, Actor: Actor{IP: a.ClientIP(raw)}}
		if err := a.keepEnded(r); err != nil {
			a.refuse(hc, r, c, err)
			return
		}
		if c.Callers.Door() != nil {
			err := a.Gate(r, c)
			traceOf(raw.Context()).user = r.ID()
			if err != nil {
				a.refuse(hc, r, c, err)
				return
			}
			r.Viewer.Part = partOf(c)
		}
		if err := checkQuery(raw.URL.RawQuery, hc.Operation()); err != nil {
			a.refuse(hc, r, c, err)
			return
		}
		next(huma.WithValue(hc, requestKey{}, r))
	}
}

func (a *Platform) refuse(hc huma.Context, r *Request, c Call, err error) {
	p, unexpected := ToProblem(err)
	if unexpected {
		a.Log.Error("call failed", "request", traceOf(r.Raw.Context()).id, "path", c.Path, "err", err)
	}
	WriteProblem(r.W, p)
}

// fail logs what is ours and answers with a Problem. That the caller disconnected is no error.
func (a *Platform) fail(r *Request, c Call, err error) error {
	p, unexpected := ToProblem(err)
	if p == ErrNotAvailable && r.Viewer.Team != "" && r.Viewer.Part != store.PartLooks {
		p = errNotInCharge
	}
	if unexpected && !errors.Is(err, context.Canceled) {
		a.Log.Error("call failed", "request", traceOf(r.Raw.Context()).id, "path", c.Path, "user", r.ID(), "err", err)
	}
	if p.RetryAfter > 0 {
		for k, v := range p.GetHeaders() {
			r.W.Header()[k] = v
		}
	}
	return p.numbered(r.W)
}

// HandOut records the reading of a file: the file goes out once its lines are committed, and only then.
func (r *Request) HandOut(deed func(*store.Tx) (*Download, error)) (*Download, error) {
	var out *Download
	err := r.Write(func(tx *store.Tx) (err error) { out, err = deed(tx); return err })
	if err != nil && out != nil {
		out.Body.Close()
		return nil, err
	}
	return out, err
}

// isTried says that a call can be made too often: it answers whether a login ID is free, takes a proof, or writes to the office.
func (c Call) isTried() bool {
	return c.ProofInBody || strings.Contains(" CheckMailAddress CheckUser RegistUser Prove ReplyInquiry ", " "+path.Base(c.Path)+" ")
}

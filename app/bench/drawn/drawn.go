// Package drawn draws random questions for the product's lists that were not asked before: some of all
// filters of a call, any of its orders, any of the first pages, by users of several institutions.
package drawn

import (
	"crypto/sha256"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// The limits of a question.
const (
	mostFilters = 7
	mostPages   = 20
)

// Question is a question as a request to the product.
type Question struct {
	Kind   *Kind
	Login  int // index in World.Logins
	Target string
	Body   []byte // nil for GET
}

// Method is the HTTP method of the request.
func (q *Question) Method() string {
	if q.Body != nil {
		return "POST"
	}
	return "GET"
}

// Kind is a kind of question.
type Kind struct {
	Name, Title string
	Path, Rows  string // of the call; the name of the rows in its answer
	posts       bool
	filters     []filter
	orders      []string                                    // besides the call's default order, which is drawn, too
	isPaged     bool                                        // any of the pages, and any order
	always      func(r *rand.Rand, w *Login, v values) bool // sets required parameters; false if the login has no record to ask about
	subject     string                                      // parameter of which each value is used in one question only
	subjects    func(*Login) []string                       // the values of subject
}

// values are a call's parameters: bool, int, string, []string or industries.
type values map[string]any

// filter sets a parameter that narrows a list. A filter that leaves nearly nothing has a small weight: answers
// without rows cost nothing, and would make the measurements look good.
type filter struct {
	weight int
	set    func(r *rand.Rand, l *Login, v values)
}

// industries is a condition on large and small classes (SPEC.md 7).
type industries struct {
	Category    []string `json:"category,omitempty"`
	SubCategory []string `json:"sub_category,omitempty"`
}

// Drawer draws questions from a seed, never the same one twice.
type Drawer struct {
	r     *rand.Rand
	world *World
	asked map[[16]byte]struct{}
}

func New(world *World, seed uint64) *Drawer {
	return &Drawer{rand.New(rand.NewPCG(seed, 18)), world, map[[16]byte]struct{}{}}
}

// tries is how often a drawn question may be a repeated one until the Drawer assumes that there are no others.
const tries = 200

// Draw is a question of the kind that was not drawn before; false if there are no more.
func (d *Drawer) Draw(k *Kind) (*Question, bool) {
	for range tries {
		q, key := d.one(k)
		if q != nil && d.isNew(key) {
			return q, true
		}
	}
	return nil, false
}

// Many are up to n questions of the kind.
func (d *Drawer) Many(k *Kind, n int) (out []*Question) {
	for range n {
		q, ok := d.Draw(k)
		if !ok {
			break
		}
		out = append(out, q)
	}
	return out
}

// Subjects is how many questions there are of a kind with a subject; 0 is no limit.
func (w *World) Subjects(k *Kind) (n int) {
	if k.subjects == nil {
		return 0
	}
	for i := range w.Logins {
		n += len(k.subjects(&w.Logins[i]))
	}
	return n
}

// Turned is the same question on another page and, if the kind has several, in another order: it finds the same
// rows and shows others. It counts as drawn, too. False if the kind has no pages.
func (d *Drawer) Turned(q *Question) (*Question, bool) {
	if !q.Kind.isPaged {
		return nil, false
	}
	for range tries {
		v, out := values{pageNumber: 1 + d.r.IntN(mostPages)}, &Question{Kind: q.Kind, Login: q.Login, Target: q.Target}
		if len(q.Kind.orders) > 0 {
			v[propertyName], v[isDescending] = pick(d.r, q.Kind.orders), d.r.IntN(2) == 0
		}
		if q.Body != nil {
			was := values{}
			if err := json.Unmarshal(q.Body, &was); err != nil {
				panic(err) // Draw has encoded it
			}
			maps.Copy(was, v)
			out.Body = was.body()
		} else {
			path, text, _ := strings.Cut(q.Target, "?")
			was, err := url.ParseQuery(text)
			if err != nil {
				panic(err) // Draw has encoded it
			}
			maps.Copy(was, v.query())
			out.Target = path + "?" + was.Encode()
		}
		if d.isNew(out.key()) {
			return out, true
		}
	}
	return nil, false
}

// isNew says that no question with this key was drawn, and records it.
func (d *Drawer) isNew(key string) bool {
	sum := sha256.Sum256([]byte(key))
	hash := [16]byte(sum[:])
	_, ok := d.asked[hash]
	d.asked[hash] = struct{}{}
	return !ok
}

const (
	pageNumber   = "pageNumber"
	propertyName = "propertyName"
	isDescending = "isDescending"
)

// turn draws a page and an order.
func (d *Drawer) turn(k *Kind, v values) {
	v[pageNumber] = 1 + d.r.IntN(1+d.r.IntN(mostPages)) // people look at the first ones more often
	if i := d.r.IntN(len(k.orders) + 1); i < len(k.orders) {
		v[propertyName], v[isDescending] = k.orders[i], d.r.IntN(2) == 0
	}
}

// one draws any question of the kind, with the key by which repeated ones are recognised; nil if the drawn login
// has no record to ask about.
func (d *Drawer) one(k *Kind) (*Question, string) {
	q := &Question{Kind: k, Login: d.r.IntN(len(d.world.Logins))}
	login, v := &d.world.Logins[q.Login], values{}
	if len(k.filters) > 0 {
		for _, f := range d.some(k.filters, 1+d.r.IntN(min(mostFilters, len(k.filters)))) {
			f.set(d.r, login, v)
		}
	}
	if k.isPaged {
		d.turn(k, v)
	}
	if k.always != nil && !k.always(d.r, login, v) {
		return nil, ""
	}
	if q.Target = k.Path; k.posts {
		q.Body = v.body()
	} else if len(v) > 0 {
		q.Target += "?" + v.query().Encode()
	}
	if k.subject != "" {
		return q, k.Name + " " + v[k.subject].(string)
	}
	return q, q.key()
}

func (q *Question) key() string { return strconv.Itoa(q.Login) + " " + q.Target + " " + string(q.Body) }

// some draws n different filters, by weight.
func (d *Drawer) some(all []filter, n int) (out []filter) {
	left := slices.Clone(all)
	for range n {
		sum := 0
		for _, f := range left {
			sum += f.weight
		}
		at := d.r.IntN(sum)
		i := 0
		for ; at >= left[i].weight; i++ {
			at -= left[i].weight
		}
		out = append(out, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return out
}

func (v values) body() []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain values always marshal
	}
	return b
}

func (v values) query() url.Values {
	out := url.Values{}
	for name, value := range v {
		switch x := value.(type) {
		case bool:
			out.Set(name, strconv.FormatBool(x))
		case int:
			out.Set(name, strconv.Itoa(x))
		case string:
			out.Set(name, x)
		case []string:
			out.Set(name, strings.Join(x, ","))
		case industries:
			b, err := json.Marshal(x)
			if err != nil {
				panic(err)
			}
			out.Set(name, string(b))
		}
	}
	return out
}

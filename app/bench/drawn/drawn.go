// Package drawn draws questions for the product's lists that nobody has asked before: some of all the filters
// that a call takes, any order that it knows, any of the first pages, by several institutions.
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

// The bounds of a question.
const (
	mostFilters = 7
	mostPages   = 20
)

// Question is a question as the product's call is asked it.
type Question struct {
	Kind   *Kind
	Login  int // of World.Logins
	Target string
	Body   []byte // nil where nothing is posted
}

// Method is that of the call.
func (q *Question) Method() string {
	if q.Body != nil {
		return "POST"
	}
	return "GET"
}

// Kind is a kind of question.
type Kind struct {
	Name, Title string
	Path, Rows  string // of the call, and the name of the rows in its answer
	posts       bool
	filters     []filter
	orders      []string                                    // but for the call's own, which is always drawn too
	isPaged     bool                                        // any of the pages, and any order
	always      func(r *rand.Rand, w *Login, v values) bool // false where the login has nothing to ask about
	subject     string                                      // each value of this parameter is asked about once, whatever else is asked
	subjects    func(*Login) []string                       // which there are
}

// values are what a call is asked, by its parameters: bool, int, string, []string or industries.
type values map[string]any

// filter is what a call narrows its list by. One that leaves nearly nothing has little weight: answers without rows cost
// nothing, and would make the others look cheap.
type filter struct {
	weight int
	set    func(r *rand.Rand, l *Login, v values)
}

// industries are large and small classes, as searches name them (SPEC.md 7).
type industries struct {
	Category    []string `json:"category,omitempty"`
	SubCategory []string `json:"sub_category,omitempty"`
}

// Drawer draws, by its seed, and never the same question twice.
type Drawer struct {
	r     *rand.Rand
	world *World
	asked map[[16]byte]struct{}
}

func New(world *World, seed uint64) *Drawer {
	return &Drawer{rand.New(rand.NewPCG(seed, 18)), world, map[[16]byte]struct{}{}}
}

// tries are how often a question may be one that was asked before, until it is taken that there are no others.
const tries = 200

// Draw is a question of the kind that was not drawn before; false where there are no more.
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

// Subjects are how many questions there can be of a kind that asks about each thing once; 0 is no end of them.
func (w *World) Subjects(k *Kind) (n int) {
	if k.subjects == nil {
		return 0
	}
	for i := range w.Logins {
		n += len(k.subjects(&w.Logins[i]))
	}
	return n
}

// Turned is the question once more, on another page and in another order where the kind has several: the same rows
// are found, and others are shown. It counts as asked as well. False where the kind has one page alone.
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
				panic(err) // it was encoded here
			}
			maps.Copy(was, v)
			out.Body = was.body()
		} else {
			path, text, _ := strings.Cut(q.Target, "?")
			was, err := url.ParseQuery(text)
			if err != nil {
				panic(err) // so was this
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

// isNew says that nothing with the key was drawn, and remembers it.
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

// one is any question of the kind, and what makes it another than the others; nil where the login that was drawn
// has nothing to ask about.
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

// some are n of the filters, each once, the heavy ones more often.
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

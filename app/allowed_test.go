package app_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
)

// exchange is one call with its answer: who made it, on which record, with what.
type exchange struct {
	caller string
	on     string // the record's relation to the caller, "" for none
	query  url.Values
	body   map[string]any
	file   bool             // the body is a form with a file
	form   url.Values       // the body of the token calls
	window *apptest.Browser // makes the call with its cookies
	apptest.Result
}

// send makes the call of an exchange.
func (e exchange) send(w *accessWorld, p *apptest.Platform, c web.Call) exchange {
	who, path := &apptest.Caller{P: p, Token: w.tokens[e.caller]}, c.Path
	if len(e.query) > 0 {
		path += "?" + e.query.Encode()
	}
	switch {
	case e.window != nil:
		e.Result = e.window.Post(path, e.body)
	case e.file:
		e.Result = who.Upload(path, e.body, apptest.FormFileOf(path), apptest.FormContentOf(p.T, path))
	case e.form != nil:
		e.Result = who.Form(path, e.form)
	case e.body != nil:
		e.Result = who.Send(c.Method, path, e.body)
	default:
		e.Result = who.Do(c.Method, path, "", nil)
	}
	return e
}

// attempts are all ways in which the matrix makes a call with success, by every caller who may.
func (w *accessWorld) attempts(p *apptest.Platform, c web.Call) []exchange {
	callers := slices.Clone(accessCallers)
	slices.Reverse(callers)
	var out []exchange
	for _, pr := range accessRows[c.Method+" "+c.Path] {
		objects := []object{{}}
		if pr.of != "" {
			objects = w.objects[pr.of]
		}
		for _, name := range callers {
			if d := c.Callers.Door(); d != nil && (!c.Callers.Has(accessRoles[name]) || strings.HasPrefix(name, "must")) || d == nil &&
				name != "none" {
				continue
			}
			for _, o := range objects {
				if pr.of != "" && !o.in(pr.set, name) {
					continue
				}
				x := &probing{w, p, name, o.id}
				e := exchange{caller: name, on: o.relation, file: pr.form}
				if pr.query != nil {
					e.query = pr.query(x)
				}
				if pr.body != nil {
					e.body = pr.body(x)
				}
				out = append(out, e)
			}
		}
	}
	return out
}

// allowed finds the first attempt of the matrix that succeeds, with the record's current version;
// false if there is none. Its changes remain in p.
func (w *accessWorld) allowed(t testing.TB, p *apptest.Platform, c web.Call) (exchange, bool) {
	t.Helper()
	var versions []int
	for _, e := range w.attempts(p, c) {
		p.App.Throttle = web.Throttle{}
		if e = e.send(w, p, c); e.Status == 200 {
			return e, true
		}
		if e.Status != 409 || e.body["version"] == nil {
			continue
		}
		if versions == nil {
			versions = versionsIn(t, p)
		}
		for _, v := range versions {
			e.body = apptest.With(e.body, map[string]any{"version": v})
			if e = e.send(w, p, c); e.Status == 200 {
				return e, true
			}
		}
	}
	return exchange{}, false
}

// versionsIn are all versions in the database, except those with random values.
func versionsIn(t testing.TB, p *apptest.Platform) []int {
	t.Helper()
	watch := apptest.NewWatcher(t, p)
	seen := map[int]bool{}
	var out []int
	for _, table := range watch.Tables {
		rows, err := watch.Db.Query("SELECT DISTINCT version FROM " + table + " WHERE version < 1000")
		if err != nil {
			continue // a table without a version column
		}
		for rows.Next() {
			n := 0
			if err := rows.Scan(&n); err != nil {
				t.Fatal(err)
			}
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(out)
	return out
}

// ready finds an attempt of a call that succeeds. The returned function opens a world in which it
// would succeed, and returns the call without making it.
func (w *accessWorld) ready(t *testing.T, c web.Call) (func() (*apptest.Platform, exchange), bool) {
	t.Helper()
	v := w.visit(t, c)
	if row, ok := allowedRows[c.Method+" "+c.Path]; ok {
		return func() (*apptest.Platform, exchange) {
			p := v.platform()
			return p, row(&probing{w: w, p: p})
		}, true
	}
	e, ok := w.allowed(t, v.platform(), c)
	e.Result = apptest.Result{}
	return func() (*apptest.Platform, exchange) { return v.platform(), e }, ok
}

package app_test

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

var update = flag.Bool("update", false, "write the golden files of testdata/access anew")

const accessGolden = "../testdata/access/matrix.tsv"

// accessRoles are the roles of the callers' users; a caller who is not listed has no role.
var accessRoles = map[string]deal.Role{"mustFIN": deal.RoleFIN, "mustBUY": deal.RoleBUY, "FAD": deal.RoleFAD, "ADM": deal.RoleADM,
	"finA": deal.RoleFIN, "finA2": deal.RoleFIN, "finB": deal.RoleFIN, "lenB": deal.RoleLEN, "finC": deal.RoleFIN,
	"buyA": deal.RoleBUY, "buyB": deal.RoleBUY, "buyC": deal.RoleBUY, "rival": deal.RoleBUY}

// TestAccess is the authorization matrix (trust.md G1): every call of the call table, by every
// caller, on a record in every relation. A caller who is not entitled gets the same answer as for a
// record that does not exist, byte for byte.
func TestAccess(t *testing.T) {
	w := newAccessWorld(t)
	table := slices.Clone(w.App.Table)
	slices.SortFunc(table, func(x, y web.Call) int { return strings.Compare(x.Path+x.Method, y.Path+y.Method) })
	lines := make([][]string, len(table))
	t.Run("calls", func(t *testing.T) {
		for i, c := range table {
			name := c.Method + " " + c.Path
			probes, ok := accessRows[name]
			if !ok {
				t.Errorf("%s has no row in accessRows: say how its ids are filled in and who may make it", name)
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				lines[i] = w.access(t, c, probes)
			})
		}
	})
	for name := range accessRows {
		if !slices.ContainsFunc(table, func(c web.Call) bool { return c.Method+" "+c.Path == name }) {
			t.Errorf("accessRows has %s, the call table has not", name)
		}
	}
	if t.Failed() {
		return
	}
	got := "# Who gets what: every call, by every caller, on a record in every relation. Written by go test ./app -run TestAccess -update.\n" +
		"# ok: answered. -: nothing, the same bytes as for a record that does not exist. password: change it first. Else the code of the problem.\n" +
		"# finA, finA2, buyA: institution in charge of the sellers, its second user, its buyer. finB, buyB: institution and user of the buyer that negotiates; rival: another buyer of B. lenB: of B, works on lending alone. finC, buyC: a third institution.\n" +
		"# SEL: a seller's person in charge with a forged token. mustFIN, mustBUY: must change the password first. FAD, ADM: signed in at the office.\n" +
		"call\ton\trelation\t" + strings.Join(accessCallers, "\t") + "\n"
	for _, l := range lines {
		got += strings.Join(l, "")
	}
	if *update {
		if err := os.WriteFile(accessGolden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(accessGolden)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(got, "\n") {
		if wants := strings.Split(string(want), "\n"); i >= len(wants) || wants[i] != line {
			t.Fatalf("the matrix differs from %s in line %d:\n%s\nLook at it, and write it anew with -update.", accessGolden, i+1, line)
		}
	}
}

// accessMu limits how many worlds are open at a time.
var accessMu = sync.OnceValue(func() chan struct{} { return make(chan struct{}, 3) })

// access makes one call in all ways and returns its lines of the matrix.
func (w *accessWorld) access(t *testing.T, c web.Call, probes []probe) []string {
	accessMu() <- struct{}{}
	defer func() { <-accessMu() }()
	var lines []string
	v := w.visit(t, c)
	for _, pr := range probes {
		objects := []object{{relation: "-"}}
		if pr.of != "" {
			objects = append(slices.Clone(w.objects[pr.of]), object{relation: "nonexistent"})
		}
		for i := range objects {
			if pr.of != "" && i == len(objects)-1 {
				objects[i].id = store.NewID()
			}
		}
		p, nothing := v.platform(), map[string]apptest.Result{}
		for _, o := range objects {
			line := fmt.Sprintf("%s %s\t%s\t%s", c.Method, c.Path, pr.of, o.relation)
			for _, name := range accessCallers {
				line += "\t" + w.cell(t, p, c, pr, o, name, nothing)
			}
			lines = append(lines, line+"\n")
		}
	}
	return lines
}

// cell is one caller's answer, after the checks that do not need the golden file.
func (w *accessWorld) cell(t *testing.T, p *apptest.Platform, c web.Call, pr probe, o object, name string,
	nothings map[string]apptest.Result) string {
	where := fmt.Sprintf("%s on %s (%s)", name, pr.of, o.relation)
	got := w.make(p, c, pr, name, o.id)
	code := answerCode(got)
	role, signsIn := accessRoles[name]
	door := c.Callers.Door()
	switch {
	case door == nil: // the same answer for everybody
		if got.Status == http.StatusUnauthorized && !strings.HasSuffix(c.Path, "/token") {
			t.Errorf("%s: a call for anyone answers 401", where)
		}
		return code
	case !signsIn || !door.Callers.Has(role):
		if code != "401" {
			t.Errorf("%s: %d %s, want 401", where, got.Status, got.Body)
		}
		return code
	case strings.HasPrefix(name, "must") && !c.PasswordDue:
		if code != web.ErrPasswordFirst.Code {
			t.Errorf("%s: %d %s, want %s", where, got.Status, got.Body, web.ErrPasswordFirst.Code)
		}
		return "password"
	case !c.Callers.Has(role):
		if got.Status != 400 || got.Body != apptest.ProblemBody(web.ErrNotAvailable) {
			t.Errorf("%s: %d %s, want %s", where, got.Status, got.Body, web.ErrNotAvailable.Code)
		}
		return code
	}
	if pr.of == "" {
		return code
	}
	nothing, ok := nothings[name]
	if !ok {
		nothing = w.make(p, c, pr, name, store.NewID())
		nothings[name] = nothing
	}
	same := got.Status == nothing.Status && got.Body == nothing.Body
	// The office knows every institution: for it a wrong id is an ordinary input error, and a deleted record is
	// stale.
	if code := answerCode(nothing); code != web.ErrNotAvailable.Code && code != "ok" &&
		!(name == "ADM" && (code == "invalid" || code == web.ErrStale.Code)) {
		t.Errorf("%s: a record that does not exist answers %d %s", where, nothing.Status, nothing.Body)
	}
	if may := o.in(pr.set, name); may == same {
		t.Errorf("%s: may %v, but the answer is %d %s", where, may, got.Status, web.Truncate(got.Body, 300))
	}
	if same {
		return "-"
	}
	return code
}

func (w *accessWorld) make(p *apptest.Platform, c web.Call, pr probe, name, id string) apptest.Result {
	x := &probing{w, p, name, id}
	who, path := &apptest.Caller{P: p, Token: w.tokens[name]}, c.Path
	if pr.query != nil {
		path += "?" + pr.query(x).Encode()
	}
	switch {
	case pr.form:
		return who.Upload(path, pr.body(x), apptest.FormFileOf(path), apptest.FormContentOf(p.T, path))
	case pr.body != nil:
		return who.Send(c.Method, path, pr.body(x))
	case strings.HasSuffix(c.Path, "/token"):
		return who.Form(path, nil)
	}
	return who.Do(c.Method, path, "", nil)
}

// answerCode is an answer in one word.
func answerCode(r apptest.Result) string {
	switch {
	case r.Status == http.StatusOK, r.Status == http.StatusNoContent:
		return "ok"
	case r.Status == http.StatusUnauthorized:
		return "401"
	}
	code, _ := r.JSON()["code"].(string)
	if code == "" || r.Status >= 500 {
		r.T.Errorf("an answer without a code: %d %s", r.Status, r.Body)
	}
	return code
}

package app_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/web"
)

// specifiedCalls are the calls that the specification names: method, path, area, callers.
const specifiedCalls = "../testdata/calls/specified.tsv"

// TestSpecifiedCalls: every call of the specification is in the call table with its exact method
// and path, and admits the callers that the specification admits.
func TestSpecifiedCalls(t *testing.T) {
	a := app.New(web.Config{})
	text, err := os.ReadFile(specifiedCalls)
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	if len(rows) != 86 {
		t.Fatalf("%s has %d calls, want 86", specifiedCalls, len(rows))
	}
	for _, row := range rows {
		cells := strings.Split(row, "\t")
		name := cells[0] + " " + cells[1]
		i := slices.IndexFunc(a.Table, func(c web.Call) bool { return c.Method == cells[0] && c.Path == cells[1] })
		if i < 0 {
			t.Errorf("%s is not in the table of calls", name)
			continue
		}
		want := web.Callers(0)
		for who := range strings.SplitSeq(cells[3], ",") {
			want |= map[string]web.Callers{"FIN": web.FIN, "BUY": web.BUY, "public": web.Anyone}[who]
		}
		// Where the specification lets the holder of a link make a call, we have a separate call; users
		// who sign in at the office are not in the specification, and who works on lending alone is a FIN user there.
		if got := a.Table[i].Callers &^ (web.ByKey | web.ADM | web.FAD | web.LEN); got != want {
			t.Errorf("%s is for %q, the specification says %q", name, got, cells[3])
		}
	}
}

// TestOpenAPI: the served document equals the committed one; each operation has a unique id, and
// says who may call it and which refusals there are. ui/src/api/openapi.test.ts validates the
// document by two public validators.
func TestOpenAPI(t *testing.T) {
	p := apptest.NewPlatform(t)
	served := p.Visitor().Get("/api/openapi.json").Want(200)
	committed, err := os.ReadFile("../ui/src/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var got, want any
	if json.Unmarshal([]byte(served.Body), &got) != nil || json.Unmarshal(committed, &want) != nil {
		t.Fatal("no JSON")
	}
	g, _ := json.Marshal(got)
	if w, _ := json.Marshal(want); string(g) != string(w) {
		t.Error("ui/src/api/openapi.json is not what is served: make api")
	}
	ids := map[string]string{}
	for _, c := range p.App.Table {
		name := c.Method + " " + c.Path
		op := p.App.OperationOf(c)
		if op == nil {
			t.Errorf("%s is not in the document", name)
			continue
		}
		if other := ids[op.OperationID]; op.OperationID == "" || other != "" {
			t.Errorf("%s has the operation id %q, as has %q", name, op.OperationID, other)
		}
		ids[op.OperationID] = name
		if signsIn := c.Callers.Door() != nil; signsIn != (len(op.Security) == 1) {
			t.Errorf("%s: signs in %v, but security is %v", name, signsIn, op.Security)
		}
		if op.Summary == "" || c.Records == "" || c.Spec == "" || !slices.Contains(op.Tags, c.Area) {
			t.Errorf("%s does not say what it does, on which records and where it is specified", name)
		}
		for status, r := range op.Responses {
			if media := r.Content["application/problem+json"]; status >= "400" && (media == nil || media.Schema == nil) {
				t.Errorf("%s: %s is no problem document", name, status)
			}
		}
	}
	n := 0
	for _, path := range p.App.API.OpenAPI().Paths {
		for _, has := range []bool{path.Get != nil, path.Post != nil, path.Put != nil, path.Delete != nil, path.Patch != nil} {
			if has {
				n++
			}
		}
	}
	if n != len(p.App.Table) {
		t.Errorf("%d operations in the document, %d calls in the table", n, len(p.App.Table))
	}
}

package web_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/app"
	"tsunagu/app/web"
)

// TestInputType: an input type says where each of its fields comes from; a field that nothing would be
// read into stops the start.
func TestInputType(t *testing.T) {
	a := app.New(web.Config{})
	describe := func(of reflect.Type) (in *web.CallInput, op huma.Operation, said any) {
		defer func() { said = recover() }()
		return a.InputOf(of, web.Call{Path: "/api/Test/Input"}, &op), op, nil
	}
	for _, x := range []struct {
		of  reflect.Type
		why string
	}{
		{reflect.TypeFor[struct{ CompanyID string }](), "nothing is read into the field CompanyID"},
		{reflect.TypeFor[struct {
			Score float64 `query:"score"`
		}](), "cannot be of type float64"},
		{reflect.TypeFor[struct {
			Keys []int `query:"keys"`
		}](), "cannot be of type []int"},
	} {
		if _, _, said := describe(x.of); said == nil || !strings.Contains(said.(string), x.why) {
			t.Errorf("%v: %v, want %q", x.of, said, x.why)
		}
	}

	in, op, said := describe(reflect.TypeFor[struct {
		web.Paging
		Names []string `query:"names,explode"`
		Body  struct{ Text string }
		own   int
	}]())
	if said != nil {
		t.Fatal(said)
	}
	var names []string
	for _, p := range op.Parameters {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "pageNumber limit propertyName isDescending names" {
		t.Errorf("parameters %s", got)
	}
	if in.RequestBody == nil || !in.RequestBody.Required || in.Schema == nil || in.MaxBody != web.DefaultBodyBytes || op.RequestBody != nil {
		t.Errorf("the body is described as %+v, in the operation as %+v", in.RequestBody, op.RequestBody)
	}

	for name, s := range a.API.OpenAPI().Components.Schemas.Map() {
		for field, p := range s.Properties {
			if p.Default != nil { // only parameters have one
				t.Errorf("%s.%s of a body has a default, which nobody puts in", name, field)
			}
		}
	}
}

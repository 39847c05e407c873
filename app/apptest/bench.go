package apptest

import (
	"context"
	"os"
	"testing"

	"tsunagu/app"
	"tsunagu/app/auth"
	"tsunagu/app/demo"
	"tsunagu/app/web"
	"tsunagu/store"
)

// DemoPlatform is a platform with the whole demo network in it.
func DemoPlatform(b testing.TB) *app.App {
	s, err := store.Open(context.Background(), b.TempDir(), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	keys, err := auth.LoadKeys(s.Dir())
	if err != nil {
		b.Fatal(err)
	}
	a := app.New(web.Config{Store: s, Keys: keys, BaseURL: "http://localhost:8080", MailFrom: "office@demo.example.jp", Demo: true})
	if err := demo.In(a.Platform).BuildDemo(context.Background(), os.DirFS(InRepository("testdata/demo"))); err != nil {
		b.Fatal(err)
	}
	return a
}

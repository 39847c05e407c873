package app

import (
	"context"
	"os"
	"testing"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// demoPlatform is a platform with the whole demo network in it.
func demoPlatform(b testing.TB) *App {
	s, err := store.Open(context.Background(), b.TempDir(), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	keys, err := auth.LoadKeys(s.Dir())
	if err != nil {
		b.Fatal(err)
	}
	a := New(Config{Store: s, Keys: keys, BaseURL: "http://localhost:8080", MailFrom: "office@demo.example.jp", Demo: true})
	if err := a.BuildDemo(context.Background(), os.DirFS("../testdata/demo")); err != nil {
		b.Fatal(err)
	}
	return a
}

func BenchmarkBuildDemo(b *testing.B) {
	for b.Loop() {
		demoPlatform(b)
	}
}

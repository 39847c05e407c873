package apptest

import (
	"context"
	"strings"
	"testing"

	"tsunagu/app"
	"tsunagu/app/auth"
	"tsunagu/app/public"
	"tsunagu/app/web"
	"tsunagu/store/storetest"
)

// NewEmptyPlatform is a network that nobody has set up yet.
func NewEmptyPlatform(t testing.TB) *Platform {
	clock := &storetest.Clock{}
	s := storetest.New(t, clock)
	keys, err := auth.LoadKeys(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return &Platform{t, app.New(web.Config{Store: s, Keys: keys, BaseURL: "http://localhost:8080", MailFrom: "office@network.example.jp"}),
		clock}
}

func (p *Platform) SetupKey() string {
	p.T.Helper()
	link, err := public.In(p.App.Platform).SetupLink(context.Background())
	if err != nil {
		p.T.Fatal(err)
	}
	_, key, _ := strings.Cut(link, "/setup?key=")
	return key
}

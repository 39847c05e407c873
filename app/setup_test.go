package app

import (
	"context"
	"strings"
	"testing"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/public"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// newEmptyPlatform is a network that nobody has set up yet.
func newEmptyPlatform(t testing.TB) *platform {
	clock := &storetest.Clock{}
	s := storetest.New(t, clock)
	keys, err := auth.LoadKeys(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return &platform{t, New(web.Config{Store: s, Keys: keys, BaseURL: "http://localhost:8080", MailFrom: "office@network.example.jp"}), clock}
}

func (p *platform) setupKey() string {
	p.t.Helper()
	link, err := public.In(p.a.Platform).SetupLink(context.Background())
	if err != nil {
		p.t.Fatal(err)
	}
	_, key, _ := strings.Cut(link, "/setup?key=")
	return key
}

func TestSetup(t *testing.T) {
	p := newEmptyPlatform(t)
	first := p.setupKey()
	key := p.setupKey() // the second start's link replaces the first
	in := func(key string) map[string]any {
		return map[string]any{"key": key, "networkName": "東海事業承継ネットワーク", "userName": "事務局 花子", "loginId": "office@tokai.example.jp", "password": nextPassword}
	}
	for _, dead := range []string{"", "nonsense", first} {
		p.visitor().post("/api/Public/GetSetupKey", map[string]any{"key": dead}).want(400)
		p.visitor().post("/api/Public/Setup", in(dead)).want(400)
	}
	p.visitor().post("/api/Public/GetSetupKey", map[string]any{"key": key}).want(200)
	p.visitor().post("/api/Public/Setup", map[string]any{"key": key, "networkName": "", "userName": "", "loginId": "x", "password": "short"}).want(422).has("networkName", "userName", "loginId", `"password"`)
	p.visitor().post("/api/Public/Setup", map[string]any{"key": first, "networkName": "", "userName": "", "loginId": "x", "password": "short"}).want(400).hasNot("networkName")
	p.visitor().get("/api/Public/GetText?kind=terms").want(400) // nothing published yet
	p.visitor().post("/api/Public/Setup", in(key)).want(200)
	p.visitor().post("/api/Public/Setup", in(key)).want(400) // once only
	p.visitor().get("/api/Public/GetNetwork").want(200).has("東海事業承継ネットワーク", "office@tokai.example.jp")
	p.visitor().get("/api/Public/GetText?kind=terms").want(200)
	p.sign("office@tokai.example.jp", nextPassword).want(400) // the office does not sign in here
	if again := p.setupKey(); again != "" {
		t.Error("a network that is set up got another link")
	}
	p.read(func(q *store.Q) error {
		u, err := q.UserByLogin("office@tokai.example.jp")
		if err == nil && (u.Role != int(deal.RoleADM) || u.PasswordHash == "" || strings.Contains(u.PasswordHash, nextPassword)) {
			t.Errorf("user %+v", u)
		}
		return err
	})
}

func TestSetupRunsOut(t *testing.T) {
	p := newEmptyPlatform(t)
	key := p.setupKey()
	p.clock.Add(web.SetupLife)
	p.visitor().post("/api/Public/GetSetupKey", map[string]any{"key": key}).want(400)
}

// A link of one kind opens nothing of another.
func TestKeysDoNotMix(t *testing.T) {
	p := newEmptyPlatform(t)
	key := p.setupKey()
	p.setByKey(key, nextPassword).want(400)
	p.visitor().post("/api/Public/GetPasswordKey", map[string]any{"key": key}).want(400)
	p.user(deal.RoleFIN, p.institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.reset("fin@a.example.jp").want(200)
	p.visitor().post("/api/Public/GetSetupKey", map[string]any{"key": p.mailedKey("fin@a.example.jp")}).want(400)
}

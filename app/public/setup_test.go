package public_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestSetup(t *testing.T) {
	p := apptest.NewEmptyPlatform(t)
	first := p.SetupKey()
	key := p.SetupKey() // the second start's link replaces the first
	in := func(key string) map[string]any {
		return map[string]any{"key": key, "networkName": "東海事業承継ネットワーク", "userName": "事務局 花子", "loginId": "office@tokai.example.jp",
			"password": apptest.NextPassword}
	}
	for _, dead := range []string{"", "nonsense", first} {
		p.Visitor().Post("/api/Public/GetSetupKey", map[string]any{"key": dead}).Want(400)
		p.Visitor().Post("/api/Public/Setup", in(dead)).Want(400)
	}
	p.Visitor().Post("/api/Public/GetSetupKey", map[string]any{"key": key}).Want(200)
	p.Visitor().Post("/api/Public/Setup", map[string]any{"key": key, "networkName": "", "userName": "", "loginId": "x",
		"password": "short"}).Want(422).Has("networkName", "userName", "loginId", `"password"`)
	p.Visitor().Post("/api/Public/Setup", map[string]any{"key": first, "networkName": "", "userName": "", "loginId": "x",
		"password": "short"}).Want(400).HasNot("networkName")
	p.Visitor().Get("/api/Public/GetText?kind=terms").Want(400) // nothing published yet
	p.Visitor().Post("/api/Public/Setup", in(key)).Want(200)
	p.Visitor().Post("/api/Public/Setup", in(key)).Want(400) // once only
	p.Visitor().Get("/api/Public/GetNetwork").Want(200).Has("東海事業承継ネットワーク", "office@tokai.example.jp")
	p.Visitor().Get("/api/Public/GetText?kind=terms").Want(200)
	p.Sign("office@tokai.example.jp", apptest.NextPassword).Want(400) // the office does not sign in here
	if again := p.SetupKey(); again != "" {
		t.Error("a network that is set up got another link")
	}
	p.Read(func(q *store.Q) error {
		u, err := q.UserByLogin("office@tokai.example.jp")
		if err == nil && (u.Role != int(deal.RoleADM) || u.PasswordHash == "" || strings.Contains(u.PasswordHash, apptest.NextPassword)) {
			t.Errorf("user %+v", u)
		}
		if err != nil {
			return err
		}
		terms, err := web.TermsOf(q)
		if terms.GateLevel(deal.DutyExplanation, deal.GatePublish) != deal.GateMust ||
			terms.GateLevel(deal.DutyFee, deal.GatePublish) != deal.GateWarn {
			t.Error("a new network does not begin with its gates")
		}
		return err
	})
}

func TestSetupRunsOut(t *testing.T) {
	p := apptest.NewEmptyPlatform(t)
	key := p.SetupKey()
	p.Clock.Add(web.SetupLife)
	p.Visitor().Post("/api/Public/GetSetupKey", map[string]any{"key": key}).Want(400)
}

// The key of one kind of link is refused by every call for another kind.
func TestKeysDoNotMix(t *testing.T) {
	p := apptest.NewEmptyPlatform(t)
	key := p.SetupKey()
	p.SetByKey(key, apptest.NextPassword).Want(400)
	p.Visitor().Post("/api/Public/GetPasswordKey", map[string]any{"key": key}).Want(400)
	p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.Reset("fin@a.example.jp").Want(200)
	p.Visitor().Post("/api/Public/GetSetupKey", map[string]any{"key": p.MailedKey("fin@a.example.jp")}).Want(400)
}

package company_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
)

// registerLetter is a buyer's invitation to register, on paper.
type registerLetter struct {
	b         *apptest.Banks
	key, code string
}

func makeRegistrationLetter(b *apptest.Banks, who *apptest.Caller, id string) *registerLetter {
	b.T.Helper()
	v := who.Post("/api/BuyerCompany/MakeRegistrationLetter", map[string]any{"companyId": id}).Want(200).
		Has("湊星銀行", "hana@buyer.example.jp").HasNot("極秘", "C-77").JSON()
	_, key, _ := strings.Cut(v["link"].(string), "/buyer-company-register/")
	return &registerLetter{b, key, v["code"].(string)}
}

func (l *registerLetter) open(code string) apptest.Result {
	return l.b.Visitor().Post("/api/Public/GetRegistrationByKey", map[string]any{"key": l.key, "passcode": code})
}

func (l *registerLetter) register(code string) apptest.Result {
	return l.b.Visitor().Post("/api/Public/RegistBuyerCompanyByKey",
		apptest.With(apptest.Registration(l.key, "株式会社みなと", "hana@buyer.example.jp"), map[string]any{"passcode": code}))
}

// A buyer registers itself by a letter: link and code together, once; the mailed link is over.
func TestRegistrationByLetter(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	id, mailed := b.FinA.Invited("hana@buyer.example.jp")
	state := func(want string) {
		t.Helper()
		b.FinA.Get("/api/BuyerCompany/GetInvitation?companyId=" + id).Want(200).Has(`"text":"` + want)
	}
	state("案内のメールは送信待ち")
	for _, c := range []*apptest.Caller{b.FinB, b.BuyA, b.BuyB} {
		c.Post("/api/BuyerCompany/MakeRegistrationLetter", map[string]any{"companyId": id}).Want(400).HasNot("hana")
		c.Get("/api/BuyerCompany/GetInvitation?companyId=" + id).Want(400)
	}
	first := makeRegistrationLetter(b, b.FinA, id)
	b.OpenRegistration(mailed).Want(400)
	if n := b.Count("SELECT count(*) FROM outbox WHERE state = 0 AND subject_id = ?", id); n != 0 {
		t.Errorf("%d invitations still wait to be mailed", n)
	}
	state("招待状を作成済み")
	l := makeRegistrationLetter(b, b.SecondA, id)
	first.open(first.code).Want(400)
	// The link alone opens nothing, and says no more than that a code is needed.
	b.OpenRegistration(l.key).Want(400).Has("passcode_needed").HasNot("hana", "新井", "湊星")
	b.Register(l.key, "株式会社みなと", "hana@buyer.example.jp").Want(400).Has("passcode_needed")
	b.Visitor().Post("/api/Public/CheckRegistrationByKey", map[string]any{"key": l.key,
		"user": apptest.RegistrationUserBody("hana@buyer.example.jp")}).Want(400).HasNot("hana")
	l.open(l.code).Want(200).Has("hana@buyer.example.jp").HasNot(l.key)
	l.open(strings.ReplaceAll(l.code, " ", "")).Want(200)
	l.register(l.code).Want(200)
	l.register(l.code).Want(400)
	state(`"`)
	b.FinA.Post("/api/BuyerCompany/MakeRegistrationLetter", map[string]any{"companyId": id}).Want(409) // a stale page
	row := b.FinA.Get("/api/BuyerCompany/GetRegistration?companyId=" + id).Want(200).JSON()
	b.FinA.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": id, "expectedStatus": 11, "event": "return",
		"comment": "直してください。", "registrationId": row["registrationId"]}).Want(200)
	// Sent back without a mail server: the next letter.
	again := makeRegistrationLetter(b, b.FinA, id)
	again.open(again.code).Want(200).Has("直してください。")
	again.register(again.code).Want(200)
	if n := b.Count("SELECT count(*) FROM audit WHERE event = 'company_letter' AND subject_id = ?", id); n != 3 {
		t.Errorf("%d audit lines", n)
	}
	b.FinA.Get("/api/BuyerCompany/GetCompanyHistory?companyId="+id).Want(200).Has("登録の招待状を作りました").HasNot(l.key, l.code)
}

// Five wrong codes end a letter, by whichever of the calls; unknown, dead and wrong ones answer alike.
func TestRegistrationLetterIsGuessedFiveTimes(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	id, _ := b.FinA.Invited("hana@buyer.example.jp")
	l := makeRegistrationLetter(b, b.FinA, id)
	wrong := "00000000"
	if l.code == "0000 0000" {
		wrong = "00000001"
	}
	unknown := (&registerLetter{b, strings.Repeat("x", len(l.key)), ""}).open(wrong).Want(400).Body
	for i := range deal.WrongPasscodes {
		r := l.open(wrong)
		if i%2 == 1 {
			r = l.register(wrong)
		}
		if r.Want(400); r.Body != unknown {
			t.Errorf("try %d: %s", i, r.Body)
		}
	}
	if got := l.open(l.code).Want(400).Body; got != unknown {
		t.Errorf("a dead letter: %s", got)
	}
	b.OpenRegistration(l.key).Want(400).HasNot("passcode_needed")
	b.FinA.Get("/api/BuyerCompany/GetInvitation?companyId=" + id).Want(200).Has("招待状は無効")
	next := makeRegistrationLetter(b, b.FinA, id)
	next.register(next.code).Want(200)
}

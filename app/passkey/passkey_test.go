package passkey_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	bank  = apptest.ABank
	finA  = "fin@a.example.jp"
	doorA = "platform"
	doorB = "office"
)

// world is a console with a user of a bank who has a passkey.
type world struct {
	*apptest.Platform
	bankA       string
	office, fad *apptest.Caller
	fin         *apptest.Caller
	device      *apptest.Device
}

func newWorld(t *testing.T) *world {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	c.User(deal.RoleFIN, c.BankA, finA)
	w := &world{Platform: c.Platform, bankA: c.BankA, office: c.Office, fad: c.FadA, fin: c.SignIn(finA), device: c.NewDevice()}
	w.fin.Register(bank, "支店のパソコン", w.device).Want(200).Has(`"name":"支店のパソコン"`, `"isUsable":true`)
	return w
}

// as is a caller with the token of an answer.
func (w *world) as(r apptest.Result) *apptest.Caller {
	w.T.Helper()
	return &apptest.Caller{P: w.Platform, Token: r.Want(200).JSON()["token"].(string)}
}

// nowhere fails if bytes that a passkey is known by are in an answer.
func (w *world) nowhere(r apptest.Result) {
	w.T.Helper()
	r.HasNot(base64.RawURLEncoding.EncodeToString(w.device.Key.ID), base64.StdEncoding.EncodeToString(w.device.Key.ID))
}

func kinds(p *apptest.Platform, kind string) (n int) {
	for k, count := range p.MailKinds() {
		if strings.HasPrefix(k, kind+" ") {
			n += count
		}
	}
	return n
}

// mayLook says whether a caller is let in.
func mayLook(c *apptest.Caller) bool { return c.Get(bank+"GetUsersList").Status == 200 }

func TestSignInByPasskey(t *testing.T) {
	w := newWorld(t)
	if kinds(w.Platform, "passkey_added") != 1 {
		t.Errorf("mails %v", w.MailKinds())
	}
	c := w.as(w.device.SignIn(doorA).Has(`"refreshToken"`).HasNot(`"ticket"`))
	list := c.Get(bank+"GetPasskeys").Want(200).Has(`"isThis":true`, `"isSynced":false`)
	w.nowhere(list)
	list.HasNot(`"lastUsed":""`)
	if !mayLook(c) || !mayLook(w.fin) {
		t.Error("a session does not go on")
	}
	// A session by passkey is proven: the next key needs no password.
	second := w.NewDevice()
	second.Body.Options.BackupEligible, second.Body.Options.BackupState = true, true
	options := c.Post(bank+"StartPasskey", map[string]any{}).Want(200).JSON()["options"].(string)
	if !strings.Contains(options, base64.RawURLEncoding.EncodeToString(w.device.Key.ID)) {
		t.Error("the device that has a key already is not named to its own browser")
	}
	c.Post(bank+"AddPasskey", map[string]any{"name": "スマートフォン", "answer": second.Make(options)}).Want(200).Has(`"isSynced":true`)
	w.as(second.SignIn(doorA))
	w.as(w.device.SignIn(doorA))
	// It lasts five minutes.
	c.IsStale = true
	w.Clock.Add(auth.ProofLife + time.Second)
	c.Get(bank + "GetPasskeys").Want(200).Has(`"isProven":false`)
	c.Post(bank+"StartPasskey", map[string]any{}).Want(403).Has(`"proof_needed"`)
	c.Post(bank+"RemovePasskey", map[string]any{"passkeyId": c.PasskeyOf(bank, "スマートフォン")}).Want(403).Has(`"proof_needed"`)
	ask := func() string {
		return c.Post(bank+"StartPasskeyProof", map[string]any{}).Want(200).JSON()["options"].(string)
	}
	c.Post(bank+"ProveByPasskey", map[string]any{"answer": second.Sign(ask())}).Want(200)
	c.Get(bank + "GetPasskeys").Want(200).Has(`"isProven":true`)
	c.Post(bank+"StartPasskey", map[string]any{}).Want(200)
	// Nobody proves by the key of another.
	w.User(deal.RoleFIN, w.bankA, "fin2@a.example.jp")
	other := w.SignIn("fin2@a.example.jp")
	other.Post(bank+"StartPasskeyProof", map[string]any{}).Want(409)
	third := w.NewDevice()
	other.Register(bank, "自分の", third).Want(200)
	c.Post(bank+"ProveByPasskey", map[string]any{"answer": third.Sign(ask())}).Want(400).Has(`"passkey_refused"`)
	// One key is one user's.
	other.Register(bank, "他人の", second).Want(400).Has(`"passkey_refused"`)
	other.Get(bank+"GetPasskeys").Want(200).HasNot("他人の", "スマートフォン", "支店のパソコン")
}

// What is wrong with an answer, it is answered alike and opens nothing.
func TestAnswersThatDoNotHold(t *testing.T) {
	w := newWorld(t)
	refused := w.SendPasskey(doorA, "{}").Want(400).Has(`"passkey_refused"`).HasNot(`oken"`)
	wrong := func(name string, change func(d *apptest.Device)) {
		t.Helper()
		d := *w.device
		change(&d)
		r := d.SignIn(doorA)
		if r.Status != 400 || r.Body != refused.Body {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	wrong("another origin", func(d *apptest.Device) { d.Party.Origin = "http://localhost.example.jp:8080" })
	wrong("another port", func(d *apptest.Device) { d.Party.Origin = "http://localhost:8081" })
	wrong("over TLS", func(d *apptest.Device) { d.Party.Origin = "https://localhost:8080" })
	wrong("another relying party", func(d *apptest.Device) { d.Party.ID = "example.jp" })
	wrong("nobody was there", func(d *apptest.Device) { d.Body.Options.UserNotPresent = true })
	wrong("without finger or PIN", func(d *apptest.Device) { d.Body.Options.UserNotVerified = true })
	wrong("another key", func(d *apptest.Device) { d.Key.Key = w.NewDevice().Key.Key })
	wrong("an unknown key", func(d *apptest.Device) { d.Key = w.NewDevice().Key })
	wrong("for another user", func(d *apptest.Device) { d.Handle = store.NewID() })
	wrong("synced all at once", func(d *apptest.Device) { d.Body.Options.BackupEligible = true })
	w.Clock.Add(11 * time.Minute) // the address's tries are forgotten
	for _, hostile := range []string{"", "null", "[]", "0", `"x"`, "{", strings.Repeat("[", 20_000),
		`{"id":"AA","rawId":"AA","type":"public-key"}`,
		`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA"}}`,
		`{"id":1,"rawId":{},"type":null,"response":[]}`, `{"id":"\u0000","rawId":"=","type":"public-key","response":{}}`} {
		if r := w.SendPasskey(doorA, hostile); r.Status != 400 || r.Body != refused.Body {
			t.Errorf("%.80s: %d %s", hostile, r.Status, r.Body)
		}
	}
	w.Clock.Add(11 * time.Minute)
	w.as(w.device.SignIn(doorA)) // and the right one still does
	// So it is with registrations.
	w.fin = w.SignIn(finA)
	for name, change := range map[string]func(d *apptest.Device){
		"origin": func(d *apptest.Device) { d.Party.Origin = "https://evil.example.jp" },
		"party":  func(d *apptest.Device) { d.Party.ID = "example.jp" },
		"PIN":    func(d *apptest.Device) { d.Body.Options.UserNotVerified = true },
	} {
		d := w.NewDevice()
		change(d)
		if r := w.fin.Register(bank, name, d); r.Status != 400 || !strings.Contains(r.Body, `"passkey_refused"`) {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	w.fin.Post(bank+"AddPasskey", map[string]any{"name": "x", "answer": strings.Repeat("{", 9000)}).Want(400)
	w.fin.Post(bank+"AddPasskey", map[string]any{"name": "", "answer": "{}"}).Want(422).Has(`"name"`)
	w.fin.Post(bank+"AddPasskey", map[string]any{"name": strings.Repeat("あ", 41), "answer": "{}"}).Want(422).Has(`"name"`)
	if list := w.fin.Get(bank + "GetPasskeys").Want(200).JSON()["passkeys"].([]any); len(list) != 1 {
		t.Errorf("%d passkeys", len(list))
	}
}

// A challenge is for one door, one purpose and one session, for five minutes, once.
func TestPasskeyChallenges(t *testing.T) {
	w := newWorld(t)
	answer := w.device.Sign(w.AskPasskey(doorA))
	w.SendPasskey(doorA, answer).Want(200)
	over := w.SendPasskey(doorA, answer).Want(400).Has(`"passkey_over"`).HasNot(`oken"`)
	w.SendPasskey(doorA, w.device.Sign(w.AskPasskey(doorB))).Want(400).SameAs(over)
	late := w.device.Sign(w.AskPasskey(doorA))
	w.Clock.Add(auth.PasskeyChallengeLife)
	w.SendPasskey(doorA, late).Want(400).SameAs(over)
	// One that was sent with a wrong answer is used too.
	options := w.AskPasskey(doorA)
	bad := *w.device
	bad.Body.Options.UserNotVerified = true
	w.SendPasskey(doorA, bad.Sign(options)).Want(400)
	w.SendPasskey(doorA, w.device.Sign(options)).Want(400).SameAs(over)
	// A proof and a registration are no sign-in, and belong to their session.
	proof := w.fin.Post(bank+"StartPasskeyProof", map[string]any{}).Want(200).JSON()["options"].(string)
	w.SendPasskey(doorA, w.device.Sign(proof)).Want(400).SameAs(over)
	again := w.SignIn(finA)
	again.Post(bank+"ProveByPasskey", map[string]any{"answer": w.device.Sign(proof)}).Want(400).SameAs(over)
	again.Post(bank+"ProveByPasskey", map[string]any{"answer": w.device.Sign(w.AskPasskey(doorA))}).Want(400).SameAs(over)
	w.fin.Post(bank+"ProveByPasskey", map[string]any{"answer": w.device.Sign(proof)}).Want(200)
	key := w.NewDevice()
	made := key.Make(w.fin.AskKey(bank))
	again.Post(bank+"AddPasskey", map[string]any{"name": "別のログイン", "answer": made}).Want(400).SameAs(over)
	w.fin.Post(bank+"AddPasskey", map[string]any{"name": "二つ目", "answer": made}).Want(200)
	w.fin.Post(bank+"AddPasskey", map[string]any{"name": "三つ目", "answer": made}).Want(400).SameAs(over)
}

// A key opens the door of its user's role alone; unknown keys, users who are stopped and the wrong door answer alike.
func TestPasskeyDoors(t *testing.T) {
	w := newWorld(t)
	adm := w.NewDevice()
	w.office.Register(web.OfficePath, "事務局のキー", adm).Want(200)
	(&apptest.Caller{P: w.Platform, Token: adm.SignIn(doorB).Want(200).JSON()["token"].(string)}).Get("/api/Office/GetSummary").Want(200)
	unknown := w.NewDevice().SignIn(doorA).Want(400).Has(`"passkey_refused"`)
	adm.SignIn(doorA).Want(400).SameAs(unknown)
	w.device.SignIn(doorB).Want(400).SameAs(unknown)
	w.Write(func(tx *store.Tx) error {
		u, err := tx.UserByLogin(finA)
		if err != nil {
			return err
		}
		u.Status = int(deal.UserBlocked)
		return tx.UpdateUser(u, "")
	})
	w.device.SignIn(doorA).Want(400).SameAs(unknown)
}

// What is asked before anybody is known has one form, whoever is there.
func TestPasskeyQuestionTellsNothing(t *testing.T) {
	w := newWorld(t)
	empty := apptest.NewPlatform(t)
	form := func(p *apptest.Platform, door string) string {
		options := p.AskPasskey(door)
		_, rest, _ := strings.Cut(options, `"challenge":"`)
		challenge, _, _ := strings.Cut(rest, `"`)
		if len(challenge) != 43 {
			t.Errorf("the challenge %q", challenge)
		}
		return strings.Replace(options, challenge, "…", 1)
	}
	if a, b := form(w.Platform, doorA), form(empty, doorA); a != b || a != form(w.Platform, doorB) || strings.Contains(a, "allowCredentials") {
		t.Errorf("the questions differ: %s and %s", a, b)
	}
	w.Visitor().Post("/api/Public/StartPasskeySignIn", map[string]any{"door": "cellar"}).Want(422)
}

// A counter that goes back is a copy: refused, kept, and its user told.
func TestClonedPasskey(t *testing.T) {
	w := newWorld(t)
	w.device.Counts = true
	w.as(w.device.SignIn(doorA))
	copied := *w.device
	w.as(w.device.SignIn(doorA))
	refused := w.NewDevice().SignIn(doorA).Want(400)
	copied.SignIn(doorA).Want(400).SameAs(refused)
	if kinds(w.Platform, "passkey_cloned") != 1 {
		t.Errorf("mails %v", w.MailKinds())
	}
	w.office.Get("/api/Office/GetAuditList?limit=100").Want(200).Has("passkey_cloned")
	copied.Key.Counter = w.device.Key.Counter - 2
	proof := w.fin.Post(bank+"StartPasskeyProof", map[string]any{}).Want(200).JSON()["options"].(string)
	w.fin.Post(bank+"ProveByPasskey", map[string]any{"answer": copied.Sign(proof)}).Want(400).Has(`"passkey_refused"`)
	w.as(w.device.SignIn(doorA))
}

// Fifty at once: one answer opens once, and fifty answers fifty times.
func TestPasskeysAtOnce(t *testing.T) {
	w := newWorld(t)
	const n = 50
	one := w.device.Sign(w.AskPasskey(doorA))
	opened := 0
	for _, r := range apptest.Together(n, func(int) apptest.Result { return w.SendPasskey(doorA, one) }) {
		if r.Status == 200 {
			opened++
		} else if r.Status != 400 && r.Status != 429 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	if opened != 1 {
		t.Errorf("one answer opened %d sessions", opened)
	}
	w.Clock.Add(11 * time.Minute)
	var answers []string
	for range n {
		answers = append(answers, w.device.Sign(w.AskPasskey(doorA)))
	}
	for _, r := range apptest.Together(n, func(i int) apptest.Result { return w.SendPasskey(doorA, answers[i]) }) {
		r.Want(200)
	}
}

// Tries count against their address as wrong passwords do, and against nobody's login ID.
func TestPasskeyTriesLock(t *testing.T) {
	w := newWorld(t)
	for range 30 {
		w.SendPasskey(doorA, "{}").Want(400)
	}
	good := w.device.Sign(w.AskPasskey(doorA))
	w.SendPasskey(doorA, good).Want(429).Has(auth.LockoutMessage)
	if r := w.SignInFrom("203.0.113.9", finA, apptest.TestPassword, ""); r.Status != 200 {
		t.Errorf("another address: %d %s", r.Status, r.Body)
	}
	w.Clock.Add(11 * time.Minute)
	w.as(w.device.SignIn(doorA))
	// Who only opens the page again and again is held back at last, with when to come again.
	refused := false
	for range 200 {
		if r := w.Visitor().Post("/api/Public/StartPasskeySignIn", map[string]any{"door": doorA}); r.Status == 429 {
			refused = r.Header.Get("Retry-After") != ""
			break
		}
	}
	if !refused {
		t.Error("nothing bounds the questions")
	}
}

// A removed key opens nothing, and what it opened ends; the rest goes on.
func TestRemovedPasskey(t *testing.T) {
	w := newWorld(t)
	second := w.NewDevice()
	w.fin.Register(bank, "鍵", second).Want(200)
	byFirst, bySecond := w.as(w.device.SignIn(doorA)), w.as(second.SignIn(doorA))
	id := w.fin.PasskeyOf(bank, "支店のパソコン")
	pending := w.device.Sign(w.AskPasskey(doorA))
	w.fin.Post(bank+"RenamePasskey", map[string]any{"passkeyId": id, "name": "本店のパソコン"}).Want(200).Has("本店のパソコン")
	w.User(deal.RoleFIN, w.bankA, "fin2@a.example.jp")
	other := w.SignIn("fin2@a.example.jp")
	none := other.Post(bank+"RenamePasskey", map[string]any{"passkeyId": store.NewID(), "name": "x"}).Want(400)
	other.Post(bank+"RenamePasskey", map[string]any{"passkeyId": id, "name": "x"}).Want(400).SameAs(none)
	other.Post(bank+"RemovePasskey", map[string]any{"passkeyId": id, "password": apptest.TestPassword}).Want(400).SameAs(none)
	open := w.SignIn(finA)
	open.IsStale = true
	open.Post(bank+"RemovePasskey", map[string]any{"passkeyId": id}).Want(403).Has(`"proof_needed"`)
	w.fin.Post(bank+"RemovePasskey", map[string]any{"passkeyId": id, "password": "wrong"}).Want(422).Has(`"password"`)
	w.fin.Post(bank+"RemovePasskey", map[string]any{"passkeyId": id, "password": apptest.TestPassword}).Want(200).HasNot("本店のパソコン")
	if mayLook(byFirst) || !mayLook(bySecond) || !mayLook(w.fin) {
		t.Error("the wrong sessions ended")
	}
	if kinds(w.Platform, "passkey_removed") != 1 {
		t.Errorf("mails %v", w.MailKinds())
	}
	w.SendPasskey(doorA, pending).Want(400).Has(`"passkey_refused"`)
	// The last one may go too: the password opens by itself here. The session in which its user proves himself goes on.
	w.fin.Post(bank+"RemovePasskey", map[string]any{"passkeyId": id, "password": apptest.TestPassword}).Want(400)
	bySecond.Post(bank+"RemovePasskey", map[string]any{"passkeyId": w.fin.PasskeyOf(bank, "鍵")}).Want(200)
	if !mayLook(bySecond) {
		t.Error("the session in which the key was removed ended")
	}
	second.SignIn(doorA).Want(400)
	w.SignIn(finA)
}

// Buyers' users may have one as well; their password goes on to open.
func TestBuyersPasskey(t *testing.T) {
	w := newWorld(t)
	c := &store.Company{Kind: store.Buyer, InstitutionID: w.bankA, Status: int(deal.CompanyEnabled)}
	w.Write(func(tx *store.Tx) error { return tx.CreateCompany(c, "") })
	w.User(deal.RoleBUY, c.ID, "buy@a.example.jp")
	const path = "/api/BuyerCompanyUser/"
	d := w.NewDevice()
	w.SignIn("buy@a.example.jp").Register(path, "社長の電話", d).Want(200)
	w.as(d.SignIn(doorA)).Get(path + "GetPasskeys").Want(200).Has("社長の電話").HasNot("支店のパソコン")
	w.SignIn("buy@a.example.jp").Get(bank + "GetPasskeys").Want(400)
	id := apptest.UserIDOf(w.Platform, "buy@a.example.jp")
	w.fad.Post("/api/Office/RemovePasskeys", map[string]any{"userId": id, "comment": "紛失"}).Want(400)
	w.office.Post("/api/Office/RemovePasskeys", map[string]any{"userId": id, "comment": "紛失"}).Want(200)
	d.SignIn(doorA).Want(400)
}

// Where passkeys cannot be made the screens are told why, and nothing is asked for.
func TestPasskeysAreNotOffered(t *testing.T) {
	w := newWorld(t)
	for _, address := range []string{"https://192.0.2.7", "http://ma.example.jp", ""} {
		w.App.BaseURL = address
		why := auth.PasskeyHost(address).WhyNot
		w.fin.Get(bank+"GetPasskeys").Want(200).Has(`"isOffered":false`, why, `"isUsable":false`)
		w.fin.Post(bank+"StartPasskey", map[string]any{"password": apptest.TestPassword}).Want(409).Has(why)
		w.Visitor().Post("/api/Public/StartPasskeySignIn", map[string]any{"door": doorA}).Want(409).Has(why)
		w.fad.Get("/api/Office/GetPasskeyDemand").Want(200).Has(`"isOffered":false`, why)
		w.fad.Post("/api/Office/DemandPasskeys", map[string]any{"isDemanded": true}).Want(409).Has(why)
	}
	// At another name a key of the old one counts for nothing.
	w.App.BaseURL = "https://ma.example.jp"
	w.fin.Get(bank+"GetPasskeys").Want(200).Has(`"isOffered":true`, `"isUsable":false`)
	w.device.Party.ID, w.device.Party.Origin = "ma.example.jp", "https://ma.example.jp"
	w.device.SignIn(doorA).Want(400).Has(`"passkey_refused"`)
}

// A user has twenty at most.
func TestMostPasskeys(t *testing.T) {
	w := newWorld(t)
	for i := range 19 {
		w.fin.Register(bank, fmt.Sprintf("鍵%d", i), w.NewDevice()).Want(200)
	}
	w.fin.Post(bank+"StartPasskey", map[string]any{"password": apptest.TestPassword}).Want(409).Has("20個")
}

package passkey_test

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/office"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (w *world) require() {
	w.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingSecondStep, "2", "") })
}

// A passkey counts as the second step that is required; then the password alone opens nothing, and proves nothing.
func TestPasskeyIsASecondStep(t *testing.T) {
	w := newWorld(t)
	w.require()
	if !mayLook(w.as(w.device.SignIn(doorA).HasNot("isNeedSecondStep"))) {
		t.Error("who has a passkey is made to set up a code")
	}
	w.Sign(finA, apptest.TestPassword).Want(400).Has(`"passkey_needed"`, "パスキーでログイン").HasNot(`oken"`, "ticket")
	wrong := w.Sign("nobody@a.example.jp", apptest.TestPassword).Want(400).HasNot("passkey")
	w.Sign(finA, "wrong").Want(400).SameAs(wrong)
	w.Clock.Add(auth.ProofLife + time.Second)
	w.fin.IsStale = true
	// With the password and a session that stands open, nobody makes a second way in.
	phone := w.fin.Scan(bank)
	w.fin.Post(bank+"ConfirmSecondStep", map[string]any{"code": phone.Code(),
		"password": apptest.TestPassword}).Want(403).Has(`"proof_needed"`)
	w.fin.Post(bank+"StartPasskey", map[string]any{"password": apptest.TestPassword}).Want(403).Has(`"proof_needed"`)
	w.fin.Post(bank+"RemovePasskey", map[string]any{"passkeyId": w.fin.PasskeyOf(bank, "支店のパソコン"),
		"password": apptest.TestPassword}).Want(403)
	// After the passkey it does. The last one stays until there is a code.
	c := w.as(w.device.SignIn(doorA))
	id := c.PasskeyOf(bank, "支店のパソコン")
	c.Post(bank+"RemovePasskey", map[string]any{"passkeyId": id}).Want(409).Has("2段階認証")
	phone = c.Scan(bank)
	c.Post(bank+"ConfirmSecondStep", map[string]any{"code": phone.Code(), "password": apptest.TestPassword}).Want(200)
	w.Code(w.Ticket(finA), phone.Next()).Want(200)
	c.Post(bank+"RemovePasskey", map[string]any{"passkeyId": id}).Want(200)
	w.Sign(finA, apptest.TestPassword).Want(200).Has("ticket")
}

// Who must set something up first may make a passkey instead of a code.
func TestPasskeyInsteadOfACode(t *testing.T) {
	w := newWorld(t)
	w.require()
	w.User(deal.RoleFIN, w.bankA, "fin2@a.example.jp")
	c := &apptest.Caller{P: w.Platform, Token: w.Sign("fin2@a.example.jp",
		apptest.TestPassword).Want(200).Has(`"isNeedSecondStep":true`).JSON()["token"].(string)}
	c.Get(bank + "GetUsersList").Want(400).Has(`"second_step_required"`)
	d := w.NewDevice()
	c.Register(bank, "自分の", d).Want(200)
	c.Get(bank + "GetUsersList").Want(200)
	w.as(d.SignIn(doorA).HasNot("isNeedSecondStep"))
}

// The office always needs a second step: a passkey is one.
func TestPasskeyOfTheOffice(t *testing.T) {
	w := newWorld(t)
	w.App.FreeCode = false
	w.office.Get("/api/Office/GetSummary").Want(400).Has(`"second_step_required"`)
	d := w.NewDevice()
	w.office.Register(web.OfficePath, "鍵", d).Want(200)
	w.office.Get("/api/Office/GetSummary").Want(200)
	w.OfficeSign("office@n.example.jp", apptest.TestPassword).Want(400).Has(`"passkey_needed"`)
	d.SignIn(doorB).Want(200).Has(`"token"`)
	// A lost one is removed on the machine itself.
	if err := office.In(w.App.Platform).ResetSecondStep(t.Context(), "office@n.example.jp"); err != nil {
		t.Fatal(err)
	}
	d.SignIn(doorB).Want(400)
	w.OfficeSign("office@n.example.jp", apptest.TestPassword).Want(200).Has(`"isNeedSecondStep":true`)
}

// An institution can demand passkeys of its users: each is led to make one, and from then on signs in with it.
func TestInstitutionDemandsPasskeys(t *testing.T) {
	w := newWorld(t)
	w.User(deal.RoleFIN, w.bankA, "fin2@a.example.jp")
	second := w.SignIn("fin2@a.example.jp")
	phone, _ := second.Enrol(bank)
	w.User(deal.RoleFIN, w.Institution("9985", "遠海銀行"), "fin@e.example.jp")
	w.fad.Get("/api/Office/GetPasskeyDemand").Want(200).Has(`"isDemanded":false`, `"withoutCount":1`)
	w.office.Get("/api/Office/GetPasskeyDemand").Want(400)
	for range 2 { // the second click changes nothing
		w.fad.Post("/api/Office/DemandPasskeys", map[string]any{"isDemanded": true}).Want(200).Has(`"isDemanded":true`)
	}
	if n := strings.Count(w.fad.Get("/api/Office/GetAuditList?limit=100").Want(200).Body, `"event":"passkey_demanded"`); n != 1 {
		t.Errorf("%d lines", n)
	}
	// A code is not enough; a passkey is, and the password is not any more.
	second.Get(bank + "GetUsersList").Want(400).Has(`"second_step_required"`)
	second.Get(bank+"GetPasskeys").Want(200).Has(`"isDemanded":true`, `"asksCode":true`)
	d := w.NewDevice()
	options := second.Post(bank+"StartPasskey", map[string]any{"password": apptest.TestPassword,
		"code": phone.Next()}).Want(200).JSON()["options"].(string)
	second.Post(bank+"AddPasskey", map[string]any{"name": "鍵", "answer": d.Make(options)}).Want(200)
	second.Get(bank + "GetUsersList").Want(200)
	w.Sign("fin2@a.example.jp", apptest.TestPassword).Want(400).Has(`"passkey_needed"`).HasNot("ticket")
	w.Sign(finA, apptest.TestPassword).Want(400).Has(`"passkey_needed"`)
	c := w.as(d.SignIn(doorA))
	c.Post(bank+"RemovePasskey", map[string]any{"passkeyId": c.PasskeyOf(bank, "鍵")}).Want(409).Has("金融機関がパスキーを必須")
	// Others and the administrators are not concerned.
	w.SignIn("fin@e.example.jp").Get(bank + "GetUsersList").Want(200)
	w.fad.Get("/api/Office/GetUserList").Want(200).Has(`"hasPasskey":true`)
	// A lost device: an administrator removes it, and the password leads to a new one.
	id := apptest.UserIDOf(w.Platform, finA)
	w.fad.Post("/api/Office/RemovePasskeys", map[string]any{"userId": id, "comment": ""}).Want(422).Has(`"comment"`)
	none := w.fad.Post("/api/Office/RemovePasskeys", map[string]any{"userId": store.NewID(), "comment": "紛失"}).Want(400)
	w.fad.Post("/api/Office/RemovePasskeys", map[string]any{"userId": apptest.UserIDOf(w.Platform, "fin@e.example.jp"),
		"comment": "紛失"}).Want(400).SameAs(none)
	w.fad.Post("/api/Office/RemovePasskeys", map[string]any{"userId": id, "comment": "端末の紛失"}).Want(200)
	w.fad.Post("/api/Office/RemovePasskeys", map[string]any{"userId": id, "comment": "端末の紛失"}).Want(409)
	if mayLook(w.fin) || kinds(w.Platform, "passkeys_reset") != 1 {
		t.Error("the lost device's user goes on, or was not told")
	}
	w.device.SignIn(doorA).Want(400)
	w.Sign(finA, apptest.TestPassword).Want(200).Has(`"isNeedSecondStep":true`)
	w.fad.Post("/api/Office/DemandPasskeys", map[string]any{"isDemanded": false}).Want(200).Has(`"isDemanded":false`)
	w.Sign(finA, apptest.TestPassword).Want(200).HasNot("isNeedSecondStep")
}

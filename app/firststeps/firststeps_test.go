package firststeps_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// open are the steps that are left, in their order, each with its reason where it was dismissed.
func open(c *apptest.Caller) string {
	c.P.T.Helper()
	var out []string
	for _, row := range c.Get("/api/Office/GetFirstSteps").Want(200).JSON()["stepList"].([]any) {
		s := row.(map[string]any)
		if s["isDone"] == true {
			continue
		}
		name := s["step"].(string)
		if s["reason"] != "" {
			name += "(" + s["reason"].(string) + ")"
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func decide(c *apptest.Caller, step string, isDismissed bool, reason string) apptest.Result {
	return c.Post("/api/Office/DecideFirstStep", map[string]any{"step": step, "isDismissed": isDismissed, "reason": reason})
}

// Every step is told from the data, one after the other; the list is empty when all are done, and comes back
// when something is missing again.
func TestFirstSteps(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.App.Platform.BackupDir = t.TempDir()
	u := p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := p.SignInOffice("office@n.example.jp")
	want := func(list string) {
		t.Helper()
		if got := open(office); got != list {
			t.Fatalf("open %q, want %q", got, list)
		}
	}
	want("second approver mail texts backup institution")
	office.Get("/api/Office/GetFirstSteps").Want(200).Has("二人目がログインできるようになってから")

	second := office.Post("/api/Office/RegistUser", map[string]any{"role": 9, "loginId": "second@n.example.jp",
		"userName": "二人目"}).Want(200).Text()
	office.Get("/api/Office/GetFirstSteps").Want(200).Has("二人目さんを登録してあります")
	want("second approver mail texts backup institution") // invited is not in
	p.SetByKey(p.MailedKey("second@n.example.jp"), apptest.NextPassword).Want(200)
	want("approver mail texts backup institution")
	office.Get("/api/Office/GetFirstSteps").Want(200).Has("二人目さんは、まだ承認者ではありません", "confirm-approver")
	p.Write(func(tx *store.Tx) error { // confirmed by the office itself, he is one whom the other has made
		u, err := tx.User(second)
		if err != nil {
			return err
		}
		web.Admit(tx, u, u.Creator)
		return tx.UpdateUser(u, "")
	})
	want("approver mail texts backup institution")
	office.Get("/api/Office/GetFirstSteps").Want(200).Has("互いに確認できません").HasNot("まだ承認者ではありません")
	p.Write(func(tx *store.Tx) error { // at the machine
		u, err := tx.User(second)
		if err != nil {
			return err
		}
		web.Admit(tx, u, "")
		return tx.UpdateUser(u, "")
	})
	want("mail texts backup institution")

	p.Write(func(tx *store.Tx) error {
		return tx.SetSetting(store.SettingMailServer, `{"host":"smtp.example.jp","tls":"starttls","from":"a@n.example.jp","version":1}`, "")
	})
	want("texts backup institution")

	for _, kind := range []string{"terms", "privacy", "nda", "company"} {
		want("texts backup institution")
		p.Write(func(tx *store.Tx) error {
			return tx.AddNetworkText(&store.NetworkText{Kind: kind, Title: "文章", Body: "直した", Hash: web.TextHash("文章", "直した")}, u.ID)
		})
	}
	want("backup institution")

	p.Institution("9981", "湊星銀行")
	want("backup")
	p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingBackupKey, "age1key", "") })
	office.Get("/api/Office/GetFirstSteps").Want(200).Has("公開鍵を登録しました").HasNot("age1key", p.App.Platform.BackupDir)
	name := filepath.Join(p.App.Platform.BackupDir, "tsunagu-20261121T010000Z-hand.tar.age")
	if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	office.Get("/api/Office/GetFirstSteps").Want(200).Has(`"stepList":[]`)

	p.MoveUser(second, deal.UserBlocked)
	want("second approver")
	decide(office, "approver", true, "一人で運営するため").Want(200)
	decide(office, "second", true, "一人で運営するため").Want(200)
	office.Get("/api/Office/GetFirstSteps").Want(200).Has(`"stepList":[]`)
}

// A step is done without for a reason, once, in the audit log; the first institution never; bad input, a step
// that is done and a second click are refused.
func TestDismissFirstStep(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t)) // has institutions
	c.User(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	decide(c.Office, "mail", true, " ").Want(422).Has(`"reason"`)
	decide(c.Office, "mail", true, strings.Repeat("あ", 201)).Want(422).Has(`"reason"`)
	decide(c.Office, "institution", true, "不要").Want(422).Has(`"step"`)
	decide(c.Office, "nothing", true, "不要").Want(422).Has(`"step"`)
	decide(c.Office, "second", true, "不要").Want(409).Has("済んでいます")
	decide(c.Office, "mail", false, "").Want(409)
	decide(c.Office, "mail", true, "招待状で進めるため").Want(200)
	decide(c.Office, "mail", true, "招待状で進めるため").Want(409)
	if got := open(c.Office); got != "mail(招待状で進めるため) texts backup" {
		t.Errorf("open %q", got)
	}
	c.Office.Get("/api/Office/GetFirstSteps").Want(200).Has("利用者 office@n.example.jp")
	c.Office.Get("/api/Office/GetAuditList?event=first_step_dismissed").Want(200).Has("招待状で進めるため", `"allCount":1`)
	c.FadA.Get("/api/Office/GetAuditList?event=first_step_dismissed").Want(200).Has(`"allCount":0`).HasNot("招待状で")
	decide(c.Office, "mail", false, "").Want(200)
	if got := open(c.Office); got != "mail texts backup" {
		t.Errorf("open %q", got)
	}
	for _, who := range []*apptest.Caller{c.FadA, c.Visitor()} {
		who.Get("/api/Office/GetFirstSteps").HasNot("stepList", "バックアップ")
		decide(who, "mail", true, "理由").HasNot("ok")
	}
	c.FadA.Get("/api/Office/GetFirstSteps").Want(400)
	decide(c.FadA, "mail", true, "理由").Want(400)
}

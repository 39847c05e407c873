package audit_test

import (
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// TestMethodsInTheLog: a sign-in's sentence says by what, each deed's line has it, the file too; an administrator is not told how
// the office's people sign in.
func TestMethodsInTheLog(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	p.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	phone, _ := p.SignIn("fin@a.example.jp").Enrol(apptest.ABank)
	p.Code(p.Ticket("fin@a.example.jp"), phone.Next()).Want(200)
	const list = "/api/Office/GetAuditList?limit=100&event="
	c.Office.Get(list+"login").Want(200).Has("ログイン（パスワードと確認コード）を行いました。", "ログイン（パスワード）を行いました。",
		`"method":"パスワードと確認コード"`)
	c.FadA.Get(list + "login").Want(200).Has("ログイン（パスワードと確認コード）を行いました。")
	c.Office.Get(list + "second_step_enabled").Want(200).Has(`"method":"パスワードと確認コード"`).HasNot("の設定（")
	c.Office.Get("/api/Office/ExportAuditList?event=login").Want(200).Has("本人確認の方法", "パスワードと確認コード")
	p.Write(func(tx *store.Tx) error { // as an opening of the bank's deal
		return tx.AddAudit(store.AuditLine{Event: "break_glass.read", UserID: apptest.UserIDOf(p, "office@n.example.jp"),
			Role: int(deal.RoleADM), InstitutionID: c.BankA, SessionID: p.SessionOf(c.Office.Token), SubjectKind: "break_glass", Result: "ok"})
	})
	c.Office.Get(list + "break_glass.read").Want(200).Has(`"method":"パスワード"`)
	c.FadA.Get(list+"break_glass.read").Want(200).Has(`"allCount":1`, `"method":""`)
}

package audit_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const auditExportPath = "/api/Office/ExportAuditList"

func TestAuditExport(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	finA, finB := c.User(deal.RoleFIN, c.BankA, "fin@a.example.jp"), c.User(deal.RoleFIN, c.BankB, "fin@b.example.jp")
	evil := c.User(deal.RoleFIN, c.BankA, "evil@a.example.jp")
	evil.UserName = `=HYPERLINK("http://x","押")`
	c.Write(func(tx *store.Tx) error { return tx.UpdateUser(evil, "") })
	for _, login := range []string{"fin@a.example.jp", "fin@b.example.jp", "evil@a.example.jp"} {
		c.SignIn(login)
	}
	// More lines than the export reads in one batch.
	c.Write(func(tx *store.Tx) error {
		for i := range 1203 {
			if err := tx.AddAudit(store.AuditLine{Event: "listing_view", UserID: finA.ID, Role: 3, InstitutionID: c.BankA, SubjectKind: "listing",
				SubjectID: fmt.Sprint("l", i), Result: "ok"}); err != nil {
				return err
			}
		}
		return nil
	})

	res := c.Office.Get(auditExportPath).Want(200).Has("\ufeff日時（日本時間）,", "\r\n", `"'=HYPERLINK(""http://x"",""押"")"`, "fin@b.example.jp",
		"ログイン").HasNot(`"=HYPER`)
	if got := res.Header.Get("Content-Disposition"); !strings.Contains(got, `filename="AUDIT_LOG.csv"`) {
		t.Error(got)
	}
	_, rows := res.Table()
	all := c.Office.Get("/api/Office/GetAuditList").Want(200).JSON()["allCount"].(float64)
	if len(rows) != int(all)-1 { // the list now has the export's own line
		t.Errorf("%d rows, the list has %v", len(rows), all)
	}
	next := 1202 // the newest first, none twice and none left out
	for _, r := range rows {
		if r["操作コード"] != "listing_view" {
			continue
		}
		if r["対象のID"] != fmt.Sprint("l", next) {
			t.Fatalf("%s instead of l%d", r["対象のID"], next)
		}
		next--
	}
	if next != -1 {
		t.Errorf("the last is l%d", next+1)
	}
	for _, r := range rows {
		if r["利用者ID"] == finA.ID && r["操作コード"] == "login" && (r["日時（日本時間）"] != "2026-11-21 10:00:00" || r["区分"] == "" || r["金融機関"] != "湊星銀行" ||
			r["結果"] != "成功" || r["接続元"] == "") {
			t.Error(r)
		}
	}
	// The same conditions as the list, all pages of what they find.
	if _, rows := c.Office.Get(auditExportPath + "?event=listing_view&financialId=" + c.BankA).Want(200).Table(); len(rows) != 1203 {
		t.Errorf("%d rows", len(rows))
	}
	if _, rows := c.Office.Get(auditExportPath + "?person=" + url.QueryEscape("nobody@x.example.jp")).Want(200).Table(); len(rows) != 0 {
		t.Errorf("%d rows", len(rows))
	}
	c.Office.Get(auditExportPath + "?dateFrom=2026-11-22&dateTo=2026-11-21").Want(422).Has(`"dateTo"`)

	// An administrator exports its own institution's lines and no others.
	own := c.FadA.Get(auditExportPath).Want(200).Has(finA.ID, "fin@a.example.jp").HasNot(finB.ID, "fin@b.example.jp", "office@", "蒼陵")
	if _, rows := own.Table(); len(rows) < 1203 {
		t.Errorf("%d rows", len(rows))
	}
	c.FadA.Get(auditExportPath + "?financialId=" + c.BankB).Want(400).SameAs(c.FadA.Get("/api/Office/GetAuditList?financialId=" + c.BankB))
	if _, rows := c.FadA.Get(auditExportPath + "?userId=" + finB.ID).Want(200).Table(); len(rows) != 0 {
		t.Errorf("%d rows", len(rows))
	}
	c.Read(func(q *store.Q) error {
		lines, n, err := q.SearchAudit(store.AuditSearch{Event: "audit_exported", Page: store.Page{Limit: 10}})
		if n != 5 || lines[4].Detail != fmt.Sprintf("監査ログ %d件 UTF-8", len(rows)) || lines[4].Role != int(deal.RoleADM) ||
			lines[1].InstitutionID != c.BankA {
			t.Errorf("%d %+v", n, lines)
		}
		return err
	})
}

const auditPath = "/api/Office/GetAuditList?"

// The log is searched by numbers, people and companies that the office was told of; an administrator finds its own
// institution's lines alone, whatever it asks for.
func TestAuditSearch(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	office := tk.Office()
	tk.User(deal.RoleFAD, tk.AID, "admin@a.example.jp")
	tk.User(deal.RoleFAD, tk.BID, "admin@b.example.jp")
	fadA, fadB := tk.SignInOffice("admin@a.example.jp"), tk.SignInOffice("admin@b.example.jp")
	id := tk.Named()
	tk.FinB.Say(id, 2, "ご連絡です。").Want(200)
	tk.FinC.Get("/api/MyPage/GetDesk").Want(200)
	ask := func(c *apptest.Caller, name, value string) apptest.Result {
		t.Helper()
		return c.Get(auditPath + url.Values{name: {value}, "limit": {"100"}}.Encode()).Want(200)
	}
	l, n := web.CaseNumber("L", tk.Listing), web.CaseNumber("N", id)

	// A case brings all that belongs to it, in sentences; a negotiation not its listing.
	ask(office, "caseNumber", l).Has("案件の登録", `"caseNumber":"`+n+`"`, "について、案件の登録を行いました。", "メッセージ（"+n+"）について、メッセージの送信を行いました。").
		HasNot(apptest.SellerNames...).HasNot(apptest.BuyerNames...)
	ask(office, "caseNumber", strings.ToLower(n)).Has("交渉の開始", n).HasNot(`"event":"listing_create"`, `"event":"login"`)
	ask(office, "caseNumber", n[2:]).Has("交渉の開始")
	none := ask(office, "caseNumber", "L-00000000").Has(`"auditList":[]`, `"allCount":0`)
	ask(office, "caseNumber", web.CaseNumber("N", tk.Listing)).SameAs(none)
	office.Get(auditPath + "caseNumber=L-12").Want(422).Has(`"caseNumber"`)

	// A company is found by its id, never by its name.
	ask(office, "company", tk.Seller).Has("案件の登録", "交渉の開始").HasNot(apptest.SellerNames...)
	ask(office, "company", "カナリア製作所").SameAs(none)
	ask(office, "company", apptest.BuyerBName).SameAs(none)

	// A person by a part of name or login ID.
	ask(office, "person", "fin@b").Has("fin@b.example.jp").HasNot("fin@c.example.jp")
	ask(office, "person", tk.Person).SameAs(none) // the seller's person in charge

	// An administrator: its own institution's lines alone, of every search.
	ask(fadA, "caseNumber", l).Has(`"event":"listing_create"`).HasNot("fin@b.example.jp", "蒼陵", "buy@b", "メッセージの送信")
	own := ask(fadB, "caseNumber", l).Has(`"event":"negotiation.start"`).HasNot("fin@a.example.jp", "案件の登録", "湊星")
	if own.JSON()["allCount"] != float64(len(own.JSON()["auditList"].([]any))) {
		t.Error("the count is of other lines than the list")
	}
	empty := ask(fadB, "caseNumber", "L-00000000").Has(`"auditList":[]`, `"allCount":0`)
	ask(fadB, "company", tk.Seller).SameAs(empty)
	ask(fadB, "person", "fin@a.example.jp").SameAs(empty)
	ask(fadB, "person", "office@n.example.jp").SameAs(empty)
	fadB.Get(auditPath + "financialId=" + tk.AID).Want(400)
	tk.FinA.Get(auditPath).Want(401)

	// The file has the same lines in the same words.
	list := ask(office, "caseNumber", l).JSON()
	_, rows := office.Get(auditExportPath + "?caseNumber=" + l).Want(200).Table()
	if len(rows) != int(list["allCount"].(float64)) {
		t.Fatalf("%d lines in the file, %v on the screen", len(rows), list["allCount"])
	}
	for i, x := range list["auditList"].([]any) {
		if row := x.(map[string]any); rows[i]["内容"] != row["sentence"] || rows[i]["番号"] != row["caseNumber"] {
			t.Errorf("%v, and in the file %v", row, rows[i])
		}
	}
}

package audit_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
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

	res := c.Office.Get(auditExportPath).Want(200).Has("\ufeff通し番号,", "\r\n", `"'=HYPERLINK(""http://x"",""押"")"`, "fin@b.example.jp",
		"ログイン").HasNot(`"=HYPER`)
	if got := res.Header.Get("Content-Disposition"); !strings.Contains(got, `filename="AUDIT_LOG.csv"`) {
		t.Error(got)
	}
	_, rows := res.Table()
	all := c.Office.Get("/api/Office/GetAuditList").Want(200).JSON()["allCount"].(float64)
	if len(rows) != int(all)-1 { // the list now has the export's own line
		t.Errorf("%d rows, the list has %v", len(rows), all)
	}
	last := len(rows) + 1
	for i, r := range rows {
		if r["通し番号"] != fmt.Sprint(last-1-i) {
			t.Fatalf("row %d is line %s", i, r["通し番号"])
		}
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
	if _, rows := c.Office.Get(auditExportPath + "?loginId=" + url.QueryEscape("nobody@x.example.jp")).Want(200).Table(); len(rows) != 0 {
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

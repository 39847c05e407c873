package app

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/office"
	"tsunagu/store"
)

const auditExportPath = "/api/Office/ExportAuditList"

func TestAuditExport(t *testing.T) {
	c := newConsole(newPlatform(t))
	finA, finB := c.user(deal.RoleFIN, c.bankA, "fin@a.example.jp"), c.user(deal.RoleFIN, c.bankB, "fin@b.example.jp")
	evil := c.user(deal.RoleFIN, c.bankA, "evil@a.example.jp")
	evil.UserName = `=HYPERLINK("http://x","押")`
	c.write(func(tx *store.Tx) error { return tx.UpdateUser(evil, "") })
	for _, login := range []string{"fin@a.example.jp", "fin@b.example.jp", "evil@a.example.jp"} {
		c.signIn(login)
	}
	// More lines than one batch has.
	c.write(func(tx *store.Tx) error {
		for i := range 1203 {
			if err := tx.AddAudit(store.AuditLine{Event: "listing_view", UserID: finA.ID, Role: 3, InstitutionID: c.bankA, SubjectKind: "listing", SubjectID: fmt.Sprint("l", i), Result: "ok"}); err != nil {
				return err
			}
		}
		return nil
	})

	res := c.office.get(auditExportPath).want(200).has("\ufeff通し番号,", "\r\n", `"'=HYPERLINK(""http://x"",""押"")"`, "fin@b.example.jp", "ログイン").hasNot(`"=HYPER`)
	if got := res.header.Get("Content-Disposition"); !strings.Contains(got, `filename="AUDIT_LOG.csv"`) {
		t.Error(got)
	}
	_, rows := res.table()
	all := c.office.get("/api/Office/GetAuditList").want(200).json()["allCount"].(float64)
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
		if r["利用者ID"] == finA.ID && r["操作コード"] == "login" && (r["日時（日本時間）"] != "2026-11-21 10:00:00" || r["区分"] == "" || r["金融機関"] != "湊星銀行" || r["結果"] != "成功" || r["接続元"] == "") {
			t.Error(r)
		}
	}
	// The same conditions as the list, all pages of what they find.
	if _, rows := c.office.get(auditExportPath + "?event=listing_view&financialId=" + c.bankA).want(200).table(); len(rows) != 1203 {
		t.Errorf("%d rows", len(rows))
	}
	if _, rows := c.office.get(auditExportPath + "?loginId=" + url.QueryEscape("nobody@x.example.jp")).want(200).table(); len(rows) != 0 {
		t.Errorf("%d rows", len(rows))
	}
	c.office.get(auditExportPath + "?dateFrom=2026-11-22&dateTo=2026-11-21").want(422).has(`"dateTo"`)

	// An administrator takes its own institution's lines away and nothing else.
	own := c.fadA.get(auditExportPath).want(200).has(finA.ID, "fin@a.example.jp").hasNot(finB.ID, "fin@b.example.jp", "office@", "蒼陵")
	if _, rows := own.table(); len(rows) < 1203 {
		t.Errorf("%d rows", len(rows))
	}
	c.fadA.get(auditExportPath + "?financialId=" + c.bankB).want(400).sameAs(c.fadA.get("/api/Office/GetAuditList?financialId=" + c.bankB))
	if _, rows := c.fadA.get(auditExportPath + "?userId=" + finB.ID).want(200).table(); len(rows) != 0 {
		t.Errorf("%d rows", len(rows))
	}
	c.read(func(q *store.Q) error {
		lines, n, err := q.SearchAudit(store.AuditSearch{Event: "audit_exported", Page: store.Page{Limit: 10}})
		if n != 5 || lines[4].Detail != fmt.Sprintf("監査ログ %d件 UTF-8", len(rows)) || lines[4].Role != int(deal.RoleADM) || lines[1].InstitutionID != c.bankA {
			t.Errorf("%d %+v", n, lines)
		}
		return err
	})
}

// Every event has a name on the screen: a code says nothing to the office. What the source writes
// in one word is read from the source, what it puts together from the world of the demo and from
// the one in which every deed was done.
func TestAuditNames(t *testing.T) {
	events := map[string]bool{}
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\.[lL]ine\("(\w[\w.]*\w)",`).FindAllSubmatch(text, -1) {
			events[string(m[1])] = true
		}
	}
	if len(events) < 50 {
		t.Fatalf("only %d events found in the source", len(events))
	}
	for event := range company.CompanyEvents {
		events[event] = true
	}
	for event := range negotiation.EventReaders {
		events["negotiation."+event] = true
	}
	for event := range listing.ListingEventLabels {
		events["listing_"+event] = true
	}
	for _, p := range []*platform{newDemoWorld(t), newAccessWorld(t).thaw(t)} {
		p.read(func(q *store.Q) error {
			found, err := q.AuditEvents("")
			for _, event := range found {
				events[event] = true
			}
			return err
		})
	}
	for event := range events {
		if label := office.AuditLabel(event); label == event {
			t.Errorf("%q has no name on the screen", event)
		}
	}
}

package companycsv_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/companycsv"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

const whyReadOnly = "この企業の案件チームの担当ではないため、変更できません。主担当に依頼してください。"

// teams is a bank that shows its records to their teams alone, and two of its users.
type teams struct{ *switching }

func newTeams(t *testing.T) *teams {
	b := &teams{newSwitching(t, store.Options{})}
	b.User(deal.RoleFAD, b.AID, "admin@a.example.jp")
	b.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(b.AID, true) })
	return b
}

// line is a row of a file.
func line(n int, name string, changes map[string]string) map[string]string {
	l := apptest.CSVLine(map[string]string{"企業名": name, "法人番号": corporateNumber(n), "メールアドレス": fmt.Sprintf("n%d@example.jp", n)})
	for k, v := range changes {
		l[k] = v
	}
	return l
}

func (b *teams) registers(c *apptest.Caller, lines ...map[string]string) {
	b.T.Helper()
	counts(c.Imports("BuyerCompany", apptest.CSVFile(b.T, store.Buyer, lines...), false), "done", len(lines), 0, 0, 0)
}

func (b *teams) inCharge(id string, c *apptest.Caller) {
	b.T.Helper()
	b.Write(func(tx *store.Tx) error {
		x, err := tx.CompanyOf(id)
		if err != nil {
			return err
		}
		return tx.SetPersonsInCharge(store.Viewer{InstitutionID: b.AID}, store.InChargeOfCompany, x.Seq, b.UserOf(c).ID, nil)
	})
}

func commitOf(c *apptest.Caller, id any, isCorrectOnly bool) apptest.Result {
	c.P.T.Helper()
	return c.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id, "isCorrectOnly": isCorrectOnly})
}

// A file means companies of other teams, one that its user may only look at, his own and a new one: each row is answered by what he
// may know, and the administrator is told once. Without the other team's companies the same rows are new ones.
func TestImportMeetsOtherTeams(t *testing.T) {
	b := newTeams(t)
	b.registers(b.FinA, line(1, "秘匿製作所", map[string]string{"備考": "極秘の備考"}), line(2, "秘匿商店", map[string]string{"顧客番号": "00777"}),
		line(3, "閲覧工業", nil))
	b.registers(b.SecondA, line(4, "自担当工業", nil))
	reads := b.company("閲覧工業")
	b.Write(func(tx *store.Tx) error { return tx.AddTeamMember(reads, b.UserOf(b.SecondA).ID, store.TeamReader, "") })
	file := apptest.CSVFile(t, store.Buyer, line(1, "別名製作所", nil), line(6, "別名商店", map[string]string{"顧客番号": "777"}),
		line(3, "閲覧工業", map[string]string{"電話番号": "052-000-0099"}), line(4, "自担当工業", map[string]string{"電話番号": "052-000-0099"}),
		line(5, "新規工業", nil))
	before := everything(b.Platform)
	var r apptest.Result
	apptest.WantMails(t, "a file", b.Newly(func() { r = b.SecondA.Imports("BuyerCompany", file, true) }, mail.CompanyUnseen),
		"admin@a.example.jp company_unseen")
	counts(r, "wrong", 1, 1, 0, 3).HasNot("秘匿", "極秘", b.company("秘匿製作所"), b.company("秘匿商店"))
	if got := fmt.Sprint(issues(r)); got != "[2 法人番号 3 顧客番号 4 法人番号]" {
		t.Error(got)
	}
	for n, want := range []string{company.CannotRegister, company.CannotRegister, whyReadOnly} {
		if got := r.JSON()["errorList"].([]any)[n].(map[string]any)["reason"]; got != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
	m := b.Mails("admin@a.example.jp")[0]
	for _, name := range []string{"秘匿製作所", "秘匿商店"} {
		if !strings.Contains(m.Text, web.CaseNumber("C", b.company(name))) || strings.Contains(m.Text, name) {
			t.Error(m.Text)
		}
	}
	if strings.Contains(m.Text, web.CaseNumber("C", reads)) || !strings.Contains(m.Subject, "2件") {
		t.Error(m.Subject, m.Text)
	}
	if n := b.Count("SELECT count(*) FROM audit WHERE event = 'company_unseen' AND institution_id = ? AND user_id = ?", b.AID,
		b.UserOf(b.SecondA).ID); n != 2 {
		t.Errorf("%d audit lines", n)
	}
	apptest.WantMails(t, "the same file again", b.Newly(func() {
		counts(b.SecondA.Imports("BuyerCompany", file, true), "wrong", 1, 1, 0, 3)
	}, mail.CompanyUnseen))
	if everything(b.Platform) != before {
		t.Error("reading a file has changed something")
	}
	kept := b.Count("SELECT sum(version) FROM company WHERE id IN (?, ?, ?)", b.company("秘匿製作所"), b.company("秘匿商店"), reads)
	counts(commitOf(b.SecondA, r.JSON()["importId"], true), "done", 1, 1, 0, 3)
	if n := b.Count("SELECT sum(version) FROM company WHERE id IN (?, ?, ?)", b.company("秘匿製作所"), b.company("秘匿商店"), reads); n != kept {
		t.Error("a company of another team has changed")
	}
	if n := b.Count("SELECT count(*) FROM company_details WHERE company_name LIKE '別名%'"); n != 0 {
		t.Error("a refused row has become a company")
	}

	w := newTeams(t)
	w.registers(w.SecondA, line(4, "自担当工業", nil))
	apptest.WantMails(t, "without them", w.Newly(func() {
		counts(w.SecondA.Imports("BuyerCompany", file, true), "ready", 4, 1, 0, 0)
	}, mail.CompanyUnseen))
	// Where all see all the rows change what is there, as before.
	b.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(b.AID, false) })
	apptest.WantMails(t, "all see all", b.Newly(func() {
		counts(b.SecondA.Imports("BuyerCompany", file, true), "wrong", 0, 2, 2, 1).Has("別の法人番号（"+corporateNumber(2)+"）で登録されています").
			HasNot(company.CannotRegister, whyReadOnly)
	}, mail.CompanyUnseen))
}

// A company that another team registers after the file was read is told of in the same sentence, and not as somebody's change.
func TestImportMeetsOtherTeamsLater(t *testing.T) {
	b := newTeams(t)
	file := apptest.CSVFile(t, store.Buyer, line(1, "別名製作所", nil), line(2, "別名商店", map[string]string{"顧客番号": "K-9"}))
	for name, rival := range map[string]map[string]string{"法人番号": line(1, "秘匿製作所", nil),
		"顧客番号": line(7, "秘匿商店", map[string]string{"顧客番号": "K-9"})} {
		id := counts(b.SecondA.Imports("BuyerCompany", file, true), "ready", 2, 0, 0, 0).JSON()["importId"]
		b.registers(b.FinA, rival)
		before := everything(b.Platform)
		mails := b.Newly(func() {
			commitOf(b.SecondA, id, false).Want(409).Has(`"detail":"`+company.CannotRegister+`"`).HasNot("担当者が", "もう一度読み込んで", "秘匿")
		}, mail.CompanyUnseen)
		apptest.WantMails(t, name, mails, "admin@a.example.jp company_unseen")
		if everything(b.Platform) != before {
			t.Errorf("%s: a refused import has changed something", name)
		}
		if n := b.Count("SELECT count(*) FROM company_import WHERE state = 'applying'"); n != 0 {
			t.Error("the import is decided")
		}
		b = newTeams(t)
	}
}

// What a file has read of a company is neither shown nor written once its user has left the company's team.
func TestImportOfWhoHasLeft(t *testing.T) {
	b := newTeams(t)
	b.registers(b.SecondA, line(1, "移管製作所", map[string]string{"備考": "極秘の備考"}), line(2, "移管商店", map[string]string{"顧客番号": "88"}))
	moved, other := b.company("移管製作所"), b.company("移管商店")
	load := func(lines ...map[string]string) string {
		t.Helper()
		return b.SecondA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, lines...), true).Want(200).JSON()["importId"].(string)
	}
	of := func(call, id string) apptest.Result {
		t.Helper()
		return b.SecondA.Get(companycsv.CSVBase + call + "?importId=" + url.QueryEscape(id))
	}
	change := load(line(1, "移管製作所", map[string]string{"備考": "新しい備考"}), line(3, "新規工業", nil))
	of("ImportStatus", change).Want(200).Has("極秘の備考", `"state":"ready"`)
	b.inCharge(moved, b.FinA)
	before := everything(b.Platform)
	of("ImportStatus", change).Want(200).Has(`"state":"failed"`, "案件チームの担当が変わりました", `"changedList":[]`).HasNot("極秘", "移管")
	of("ImportErrors", change).Want(200).Has(`"allCount":0`)
	commitOf(b.SecondA, change, false).Want(409).Has("案件チームの担当が変わりました").HasNot("移管", company.CannotRegister)
	if everything(b.Platform) != before {
		t.Error("a row of who has left is written")
	}
	// Who leaves while it is being decided is stopped by the check; what is decided is written.
	b.Read(func(q *store.Q) error {
		i, err := q.AnyImport(change)
		if err != nil {
			return err
		}
		if _, err := q.CheckImport(i); !errors.Is(err, store.ErrStale) {
			t.Errorf("checked: %v", err)
		}
		i.State = store.ImportApplying
		_, err = q.CheckImport(i)
		return err
	})
	// An error that tells what is stored.
	wrong := load(line(9, "移管商店", map[string]string{"顧客番号": "88"}))
	of("ImportStatus", wrong).Want(200).Has("別の法人番号（" + corporateNumber(2) + "）")
	of("ImportErrorRows", wrong).Want(200).Has(corporateNumber(2))
	b.inCharge(other, b.FinA)
	of("ImportStatus", wrong).Want(200).HasNot(corporateNumber(2))
	of("ImportErrors", wrong).Want(200).HasNot(corporateNumber(2))
	of("ImportErrorRows", wrong).Want(400).HasNot(corporateNumber(2))
	// Read again, the file is answered by what he may know now.
	counts(b.SecondA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, line(9, "移管商店", map[string]string{"顧客番号": "88"})), true),
		"wrong", 0, 0, 0, 1).Has(company.CannotRegister).HasNot(corporateNumber(2))
	// One that was registered shows nothing of it either.
	b.inCharge(other, b.SecondA)
	done := load(line(2, "移管商店", map[string]string{"顧客番号": "88", "備考": "二つめの備考"}))
	counts(commitOf(b.SecondA, done, false), "done", 0, 1, 0, 0).Has("二つめの備考")
	b.inCharge(other, b.FinA)
	of("ImportStatus", done).Want(200).Has(`"state":"done"`).HasNot("二つめの備考", "移管商店")
}

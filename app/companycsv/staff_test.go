package companycsv_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/app/deal"
	"tsunagu/store"
)

const (
	nameA, nameA2   = "利用者 fin@a.example.jp", "利用者 fin2@a.example.jp"
	loginA2, loginB = "fin2@a.example.jp", "fin@b.example.jp"
)

// persons are who works on a company of the first bank, the main person first, by login ID; "" where there is none.
func (s *switching) persons(name string) []string {
	s.T.Helper()
	out := []string{""}
	rows, err := apptest.OpenRaw(s.T, s.App.Store.Dir()).Query("SELECT u.login_id, p.is_main FROM person_in_charge p JOIN company c "+
		"ON c.seq = p.seq JOIN user u ON u.id = p.user_id WHERE p.kind = 1 AND c.id = ? ORDER BY u.login_id", s.company(name))
	if err != nil {
		s.T.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var login string
		var isMain bool
		if err := rows.Scan(&login, &isMain); err != nil {
			s.T.Fatal(err)
		}
		if isMain {
			out[0] = login
		} else {
			out = append(out, login)
		}
	}
	return out
}

func (s *switching) wantPersons(name string, want ...string) {
	s.T.Helper()
	if got := s.persons(name); !slices.Equal(got, want) {
		s.T.Errorf("%s: %q, want %q", name, got, want)
	}
}

// puts is a colleague's choice of who works on a company.
func (s *switching) puts(name, main string, others ...string) apptest.Result {
	s.T.Helper()
	return s.SecondA.Post("/api/Persons/SavePersonsInCharge", map[string]any{"of": "company", "id": s.company(name), "personInCharge": main,
		"otherPersons": append([]string{}, others...)})
}

// becomes changes a user of a bank.
func (s *switching) becomes(id, name string, status deal.UserStatus) {
	s.T.Helper()
	s.Write(func(tx *store.Tx) error {
		u, err := tx.User(id)
		if err != nil {
			return err
		}
		u.UserName, u.Status = name, int(status)
		return tx.UpdateUser(u, "")
	})
}

func (s *switching) loads(c *apptest.Caller, isPreview bool, lines ...[]map[string]string) apptest.Result {
	s.T.Helper()
	return c.Imports("BuyerCompany", apptest.CSVFile(s.T, store.Buyer, slices.Concat(lines...)...), isPreview)
}

func charge(who string) map[string]string { return map[string]string{"主担当": who} }

// Who works on a company comes with a file and goes with one: by login ID and by name, and what an export has written changes
// nothing. A file without the column, and an empty cell, leave who it is.
func TestMainPersonInFiles(t *testing.T) {
	s := newSwitching(t, store.Options{})
	a, a2 := s.UserOf(s.FinA).ID, s.UserOf(s.SecondA).ID
	counts(s.loads(s.FinA, false, numbered(0, 1, charge("ＦＩＮ２@a.example.jp")), numbered(1, 2, charge("利用者fin2@a.example.jp")),
		numbered(2, 3, nil)), "done", 3, 0, 0, 0)
	for name, want := range map[string]string{"蒼陵製作所0": loginA2, "蒼陵製作所1": loginA2, "蒼陵製作所2": "fin@a.example.jp"} {
		s.wantPersons(name, want)
	}
	if n := s.Count("SELECT count(*) FROM audit WHERE event = 'company_imported' AND detail LIKE '%主担当を決めた企業2件'"); n != 1 {
		t.Errorf("%d audit lines", n)
	}

	export := func() apptest.Result { return s.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany").Want(200) }
	before := export()
	mains := map[string]string{}
	_, rows := before.Table()
	for _, row := range rows {
		mains[row["企業名"]] = row["主担当"]
	}
	if want := map[string]string{"青嵐精機株式会社": nameA, "蒼陵製作所0": nameA2, "蒼陵製作所1": nameA2, "蒼陵製作所2": nameA}; !maps.Equal(mains, want) {
		t.Errorf("the export: %q", mains)
	}
	for _, encoding := range []string{"utf8", "cp932"} {
		file := s.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany?encoding=" + encoding).Want(200).Body
		counts(s.FinA.Imports("BuyerCompany", []byte(file), true), "ready", 0, 0, 4, 0)
	}
	nobody := strings.NewReplacer(nameA2, "", nameA, " ").Replace(before.Body)
	counts(s.FinA.Imports("BuyerCompany", []byte(nobody), false), "done", 0, 0, 4, 0)
	other := strings.Replace(before.Body, "主担当", "所属", 1)
	counts(s.FinA.Imports("BuyerCompany", []byte(other), false), "done", 0, 0, 4, 0).Has("「所属」は、読み込まない列です")
	counts(s.loads(s.FinA, false, numbered(0, 1, map[string]string{"代表者名": "山本 一郎", "主担当": "-"})), "done", 0, 1, 0, 0).HasNot("主担当")
	s.wantPersons("蒼陵製作所0", loginA2)

	// The change of an existing company is shown before it is made.
	named := numbered(2, 3, charge("利用者　fin@a.example.jp"))
	preview := counts(s.loads(s.FinA, true, numbered(1, 2, charge(nameA)), named), "ready", 0, 1, 1, 0)
	preview.Has(`{"column":"主担当","before":"` + nameA2 + `","after":"` + nameA + `"}`)
	s.wantPersons("蒼陵製作所1", loginA2)
	counts(s.commit(preview.JSON()["importId"].(string)), "done", 0, 1, 1, 0)
	s.wantPersons("蒼陵製作所1", "fin@a.example.jp")
	counts(s.commit(preview.JSON()["importId"].(string)), "done", 0, 1, 1, 0)

	// Who stood beside becomes the main person; others beside stay.
	third := s.User(deal.RoleFIN, s.AID, "fin3@a.example.jp").ID
	s.puts("蒼陵製作所1", a, a2, third).Want(200)
	counts(s.loads(s.FinA, false, numbered(1, 2, charge(loginA2))), "done", 0, 1, 0, 0)
	s.wantPersons("蒼陵製作所1", loginA2, "fin3@a.example.jp")
	s.puts("蒼陵製作所1", "").Want(200)
	counts(s.loads(s.FinA, false, numbered(1, 2, charge(loginA2))), "done", 0, 1, 0, 0).Has(`"before":"","after":"` + nameA2)
	s.wantPersons("蒼陵製作所1", loginA2)

	// Export and import of sellers have the column too.
	counts(s.FinA.Imports("SellerCompany", apptest.CSVFile(t, store.Seller, apptest.CSVLine(charge(loginA2))), false), "done", 1, 0, 0, 0)
	s.FinA.Get(companycsv.CSVBase+"CsvExportSellerCompany?personInCharge="+a2).Want(200).Has("蒼陵製作所1", nameA2)
	s.FinA.Get(companycsv.CSVBase+"CsvExportSellerCompany?personInCharge="+a).Want(200).HasNot("蒼陵製作所1", nameA2)
}

// A cell that names nobody, somebody of another bank, somebody who has left, or one of two, is an error; the first two are told
// alike. Another bank's files know nothing of it.
func TestMainPersonErrors(t *testing.T) {
	s := newSwitching(t, store.Options{})
	a2 := s.UserOf(s.SecondA).ID
	third := s.User(deal.RoleFIN, s.AID, "fin3@a.example.jp").ID
	s.User(deal.RoleBUY, s.BuyerA, "buyer9@a.example.jp")
	s.becomes(a2, "佐藤 花", deal.UserEnabled)
	s.registered(numbered(0, 1, charge("佐藤花")))
	s.becomes(third, "佐藤　花", deal.UserEnabled)

	const nobody = "という担当者は、この金融機関にいません。ログインIDか氏名で入力してください。"
	wrong := func(who, reason string) {
		t.Helper()
		got := counts(s.loads(s.FinA, true, numbered(5, 6, charge(who))), "wrong", 0, 0, 0, 1).Has(reason)
		if x := issues(got); !slices.Equal(x, []string{"2 主担当"}) {
			t.Errorf("%s: %q", who, x)
		}
	}
	for _, who := range []string{loginB, "利用者 " + loginB, "nobody@b.example.jp", "buyer9@a.example.jp", "なし"} {
		wrong(who, "「"+who+"」"+nobody)
	}
	for _, who := range []string{"佐藤 花", "佐藤花", "サトウ花"} {
		reason := "同じ氏名の担当者が2人以上います。ログインIDで入力してください。"
		if who == "サトウ花" {
			reason = nobody
		}
		wrong(who, reason)
	}

	// Two of one name are written by their login IDs, and read so.
	export := func() string {
		t.Helper()
		all := s.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany?companyName=蒼陵").Want(200)
		if _, rows := all.Table(); len(rows) != 1 || rows[0]["主担当"] != loginA2 {
			t.Errorf("the export: %q", rows)
		}
		return all.Body
	}
	counts(s.FinA.Imports("BuyerCompany", []byte(export()), true), "ready", 0, 0, 1, 0)

	// Who has left stays where he is, and comes nowhere else.
	s.becomes(a2, "佐藤 花", deal.UserBlocked)
	counts(s.FinA.Imports("BuyerCompany", []byte(export()), true), "ready", 0, 0, 1, 0)
	counts(s.loads(s.FinA, true, numbered(0, 1, charge("FIN2@A.example.jp"))), "ready", 0, 0, 1, 0)
	wrong(loginA2, nobody)
	counts(s.loads(s.FinA, true, numbered(5, 6, charge("佐藤 花"))), "ready", 1, 0, 0, 0)

	s.FinB.Get(companycsv.CSVBase+"CsvExportBuyerCompany").Want(200).HasNot("佐藤", "@a.example.jp")
	s.FinB.Get(companycsv.CSVBase+"CsvExportBuyerCompany?personInCharge="+a2).Want(200).HasNot("佐藤", "霧晴")
	counts(s.loads(s.FinB, true, numbered(0, 1, charge("佐藤 花"))), "wrong", 0, 0, 0, 1).Has("「佐藤 花」" + nobody)
	counts(s.loads(s.FinB, false, numbered(9, 10, charge(loginB))), "done", 1, 0, 0, 0)
}

// A person whom somebody else has put in charge since the file was handed in is not replaced unseen, nobody who has left since
// is put in charge, and while the rows are an import's own nobody changes their persons.
func TestMainPersonMeetsOthers(t *testing.T) {
	s := newSwitching(t, store.Options{})
	a, a2 := s.UserOf(s.FinA).ID, s.UserOf(s.SecondA).ID
	third := s.User(deal.RoleFIN, s.AID, "fin3@a.example.jp").ID
	s.registered(numbered(0, 2, nil))
	refused := func(id string) {
		t.Helper()
		before := everything(s.Platform)
		s.commit(id).Want(409).Has("何も登録されていません", "もう一度読み込んで")
		if everything(s.Platform) != before {
			t.Error("a part was registered")
		}
	}
	lines := [][]map[string]string{numbered(0, 1, charge(loginA2)), numbered(1, 2, map[string]string{"代表者名": "山本 一郎"}),
		numbered(2, 3, charge(loginA2))}
	id := s.ready(lines...)
	s.Clock.Add(time.Second)
	s.puts("蒼陵製作所0", third).Want(200)
	refused(id)
	s.wantPersons("蒼陵製作所0", "fin3@a.example.jp")

	id = s.ready(lines...)
	s.becomes(a2, nameA2, deal.UserBlocked)
	refused(id)
	s.becomes(a2, nameA2, deal.UserEnabled)

	s.Clock.Add(time.Second)
	s.puts("蒼陵製作所1", third).Want(200) // the file says nothing of it
	s.claimed(id)
	for _, name := range []string{"蒼陵製作所0", "蒼陵製作所1"} {
		before := s.persons(name)
		s.puts(name, a).Want(409)
		s.wantPersons(name, before...)
	}
	s.puts("青嵐精機株式会社", a2).Want(200)
	if err := s.App.Store.EndClaims(context.Background(), id); err != nil {
		t.Fatal(err)
	}
	counts(s.commit(id), "done", 1, 2, 0, 0)
	for name, want := range map[string]string{"蒼陵製作所0": loginA2, "蒼陵製作所1": "fin3@a.example.jp", "蒼陵製作所2": loginA2} {
		s.wantPersons(name, want)
	}
	s.puts("蒼陵製作所0", a).Want(200)
}

// The column has other names, and none of them is the contact's of the company.
func TestMainPersonHeadings(t *testing.T) {
	s := newSwitching(t, store.Options{})
	file := func(main, contact, who string) []byte {
		header, rest, _ := strings.Cut(string(apptest.CSVFile(t, store.Buyer, numbered(0, 1, charge(who))...)), "\n")
		header = strings.Replace(header, "担当者名,", contact+",", 1)
		return []byte(strings.Replace(header, "主担当", main, 1) + "\n" + rest)
	}
	for _, main := range []string{"行内担当者", "担当行員", "担当者（行内）", "担当者(行内)"} {
		counts(s.FinA.Imports("BuyerCompany", file(main, "担当者名", loginA2), true), "ready", 1, 0, 0, 0).HasNot("読み込まない")
		counts(s.FinA.Imports("BuyerCompany", file(main, "担当者名", "だれか"), true), "wrong", 0, 0, 0, 1).Has("「だれか」という担当者は")
	}
	s.FinA.Imports("BuyerCompany", file("担当者名", "連絡先", loginA2), true).Want(200) // the contact's name
	for main, isProposed := range map[string]bool{"担当者（行内）": true, "営業担当": true, "所属": false} {
		id := counts(s.FinA.ImportsOnScreen("BuyerCompany", file(main, "担当者", loginA2)), "unmapped", 0, 0, 0, 0).JSON()["importId"].(string)
		columns := s.FinA.Get(companycsv.CSVBase + "ImportColumns?importId=" + id).Want(200).JSON()
		header := []string{}
		for _, h := range columns["headerList"].([]any) {
			header = append(header, h.(map[string]any)["header"].(string))
		}
		for _, c := range columns["columnList"].([]any) {
			m := c.(map[string]any)
			got, want := int(m["number"].(float64)), -1
			switch m["column"] {
			case "担当者名":
				want = slices.Index(header, "担当者") + 1
			case "主担当":
				if want = 0; isProposed {
					want = slices.Index(header, main) + 1
				}
			}
			if want >= 0 && got != want {
				t.Errorf("%s: %v is proposed to be column %d, want %d of %q", main, m["column"], got, want, header)
			}
		}
	}
}

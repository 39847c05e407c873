package companycsv_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// switching is a platform with two banks, that tells of every commit while the writer is still held.
type switching struct {
	*apptest.Banks
	heard func() // nil: nobody listens
}

func newSwitching(t testing.TB, o store.Options) *switching {
	clock, s := &storetest.Clock{}, &switching{}
	o.Clock = clock.Now
	o.Measure = func(what string, _ time.Duration) {
		if f := s.heard; f != nil && what == store.MeasuredWrite {
			f()
		}
	}
	s.Banks = apptest.NewBanks(apptest.NewPlatformOn(t, storetest.NewWith(t, o), clock, web.Config{Log: o.Log}))
	return s
}

// numbered are rows of a file: companies by number, with the same changes to each.
func numbered(from, to int, changes map[string]string) (out []map[string]string) {
	for n := from; n < to; n++ {
		line := apptest.CSVLine(map[string]string{"企業名": fmt.Sprintf("蒼陵製作所%d", n), "法人番号": corporateNumber(n),
			"メールアドレス": fmt.Sprintf("tanaka%d@example.jp", n)})
		for k, v := range changes {
			line[k] = v
		}
		out = append(out, line)
	}
	return out
}

// ready stages a file for the first bank.
func (s *switching) ready(lines ...[]map[string]string) (id string) {
	s.T.Helper()
	var all []map[string]string
	for _, l := range lines {
		all = append(all, l...)
	}
	r := s.FinA.Imports("BuyerCompany", apptest.CSVFile(s.T, store.Buyer, all...), true).Want(200)
	if r.JSON()["state"] != "ready" {
		s.T.Fatal(r.Body)
	}
	return r.JSON()["importId"].(string)
}

func (s *switching) registered(lines ...[]map[string]string) {
	s.T.Helper()
	s.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": s.ready(lines...)}).Want(200).Has(`"state":"done"`)
}

func (s *switching) commit(id string) apptest.Result {
	s.T.Helper()
	return s.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id})
}

func (s *switching) state(id string) (i *store.CompanyImport) {
	s.T.Helper()
	s.Read(func(q *store.Q) (err error) { i, err = q.AnyImport(id); return err })
	return i
}

// written writes the next rows of an import that is claimed.
func (s *switching) written(id string, rows int) {
	s.T.Helper()
	var touches *store.ImportTouches
	s.Read(func(q *store.Q) (err error) { touches, err = q.CheckImport(s.state(id)); return err })
	s.Write(func(tx *store.Tx) error {
		i, err := tx.AnyImport(id)
		if err == nil {
			_, err = tx.WriteImport(i, touches, rows)
		}
		return err
	})
}

func (s *switching) claimed(id string) {
	s.T.Helper()
	if err := s.App.Store.ClaimImport(context.Background(), s.state(id)); err != nil {
		s.T.Fatal(err)
	}
}

func (s *switching) carryOn(want int) {
	s.T.Helper()
	if n, err := companycsv.In(s.App.Platform).CarryOn(context.Background()); err != nil || n != want {
		s.T.Fatalf("%d imports are carried on, want %d: %v", n, want, err)
	}
}

// company is the id of a company by its name.
func (s *switching) company(name string) (id string) {
	s.T.Helper()
	if err := apptest.OpenRaw(s.T, s.App.Store.Dir()).QueryRow("SELECT company_id FROM company_details WHERE company_name = ?",
		name).Scan(&id); err != nil {
		s.T.Fatal(name, err)
	}
	return id
}

// save is a colleague's save of a company's details, on what stands there now.
func (s *switching) save(id, name string, changes map[string]any) apptest.Result {
	s.T.Helper()
	version := s.Count("SELECT coalesce(max(version), 0) FROM company_details WHERE company_id = ?", id)
	body := apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "companyName": name, "version": version})
	return s.SecondA.Post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync", apptest.With(body, changes))
}

// Between two pieces others write, and each of them finds what the pieces before it have written.
func TestOthersWriteBetweenPieces(t *testing.T) {
	const rows = 2000
	s := newSwitching(t, store.Options{})
	id := s.ready(numbered(0, rows, nil))
	turn, ended := make(chan struct{}, 1), make(chan struct{})
	between := map[int]bool{}
	go func() {
		defer close(ended)
		for range turn {
			if err := s.App.Store.Write(context.Background(), func(tx *store.Tx) error {
				i, err := tx.AnyImport(id)
				if err == nil && i.State == store.ImportApplying {
					between[i.WrittenCount] = true
				}
				return err
			}); err != nil {
				t.Error(err)
			}
		}
	}()
	pieces := 0
	s.heard = func() {
		pieces++
		select {
		case turn <- struct{}{}: // whoever waits for the writer has it before the next piece
		default:
		}
	}
	counts(s.commit(id), "done", rows, 0, 0, 0)
	s.heard = nil
	close(turn)
	<-ended
	if len(between) == 0 || pieces < 5 {
		t.Errorf("%d pieces and others, who wrote between them after %v rows", pieces, between)
	}
	if n := s.Count("SELECT count(*) FROM company c JOIN company_imported m ON m.company_id = c.id WHERE m.import_id = ?", id); n != rows {
		t.Errorf("%d companies of %d", n, rows)
	}
}

// Nobody else writes what an import is about to write: from its check until it is written, or until it turns out that
// it cannot be. What is refused says so, and everything else can be saved.
func TestImportClaims(t *testing.T) {
	s := newSwitching(t, store.Options{})
	s.registered(numbered(1, 7, nil))
	id := s.ready(numbered(1, 2, map[string]string{"担当者名": "山本 実"}), numbered(2, 7, map[string]string{"代表者名": "山本 一郎"}), numbered(7, 9, nil))
	one, two, six := s.company("蒼陵製作所1"), s.company("蒼陵製作所2"), s.company("蒼陵製作所6")
	user := s.FinA.Get("/api/BuyerCompanyUser/GetUsersList?userType=1&clientId=" +
		one).JSON()["userList"].([]any)[0].(map[string]any)["userId"].(string)
	fresh := s.SecondA.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
	person := func(c *apptest.Caller, of, login string) apptest.Result {
		return c.Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": of, "loginId": login, "userName": "別の人",
			"userNameKana": "べつのひと"})
	}
	const busy = "CSVからの登録・更新の途中です"
	refused := func() {
		t.Helper()
		before := everything(s.Platform)
		s.save(six, "蒼陵製作所6", nil).Want(409).Has(busy, "入力した内容は残っています", `"code":"claimed"`)
		s.SecondA.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.With(apptest.OverviewBody,
			map[string]any{"companyId": six, "version": s.Count("SELECT version FROM company WHERE id = ?", six)})).Want(409).Has(busy)
		s.save(fresh, "後から来た会社", map[string]any{"corporateRegistrationNumber": corporateNumber(8)}).Want(409).Has(busy)
		// Another bank learns no more than that somebody has the address, or will: not of a file, nor of whose.
		person(s.FinB, s.BuyerB, "tanaka8@example.jp").Want(409).HasNot("CSV", "企業").Has("このログインID")
		person(s.FinA, s.BuyerA, "tanaka8@example.jp").Want(409).Has("このログインID")
		if everything(s.Platform) != before {
			t.Error("a save that was refused has changed something")
		}
	}
	s.claimed(id)
	refused()
	s.SecondA.Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": one, "userId": user, "loginId": "tanaka1@example.jp",
		"userName": "田中 誠二", "userNameKana": "たなか　せいじ", "version": 1}).Want(409).Has(busy)
	s.save(s.BuyerA, "別の会社", nil).Want(200)
	person(s.FinB, s.BuyerB, "somebody@example.jp").Want(200)
	s.FinB.Buyer("青嵐商事") // without a number, and with one that the import has, which is not this bank's to know of
	other := s.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
	s.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync", apptest.With(apptest.DetailsBody, map[string]any{"companyId": other,
		"companyName": "蒼陵製作所8", "corporateRegistrationNumber": corporateNumber(8)})).Want(200)

	s.written(id, 5)
	refused()
	s.save(two, "蒼陵製作所2", map[string]any{"representativeName": "同僚 花子"}).Want(200) // it is written already
	s.carryOn(1)
	if got := s.state(id); got.State != store.ImportDone || got.WrittenCount != 8 {
		t.Errorf("%+v", got)
	}
	for name, want := range map[string]string{"蒼陵製作所2": "同僚 花子", "蒼陵製作所6": "山本 一郎"} {
		if n := s.Count("SELECT count(*) FROM company_details WHERE company_name = ? AND representative_name = ?", name, want); n != 1 {
			t.Errorf("%s is not %s's", name, want)
		}
	}
	s.save(six, "蒼陵製作所6", nil).Want(200)
	s.save(fresh, "後から来た会社", map[string]any{"corporateRegistrationNumber": corporateNumber(8)}).Want(200)
	person(s.FinB, s.BuyerB, "tanaka8@example.jp").Want(422)
}

// A claim that leads to nothing is given back: with the answer, or by the next who looks.
func TestClaimsEnd(t *testing.T) {
	s := newSwitching(t, store.Options{})
	number := func(n int) map[string]any { return map[string]any{"corporateRegistrationNumber": corporateNumber(n)} }
	s.registered(numbered(1, 4, nil))
	id := s.ready(numbered(1, 4, map[string]string{"代表者名": "山本 一郎"}))
	one := s.company("蒼陵製作所1")
	s.save(one, "蒼陵製作所1", number(1)).Want(200)
	s.commit(id).Want(409).Has("何も登録されていません")
	if got := s.state(id); got.State != store.ImportReady {
		t.Fatal(got.State)
	}
	s.save(one, "蒼陵製作所1", number(1)).Want(200)

	id = s.ready(numbered(1, 4, map[string]string{"代表者名": "山本 二郎"}))
	s.claimed(id) // and a fault keeps it from being given back
	two := s.company("蒼陵製作所2")
	s.save(two, "蒼陵製作所2", number(2)).Want(409)
	s.carryOn(0)
	s.save(two, "蒼陵製作所2", number(2)).Want(200)
	s.commit(id).Want(409).Has("何も登録されていません")
	s.claimed(id)
	counts(s.commit(s.ready(numbered(1, 4, map[string]string{"代表者名": "山本 三郎"}))), "done", 0, 3, 0, 0)
}

// Two imports that would create a user with one login ID: the one that is decided has it, the other is not begun.
func TestImportsMeetEachOther(t *testing.T) {
	s := newSwitching(t, store.Options{})
	id := s.ready(numbered(1, 9, nil))
	file := apptest.CSVFile(t, store.Buyer, numbered(5, 9, nil)...)
	other := s.FinB.Imports("BuyerCompany", file, true).Want(200).JSON()["importId"].(string)
	s.claimed(id)
	s.written(id, 2)
	s.FinB.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": other}).Want(409).Has("何も登録されていません", "同じメールアドレス")
	if err := s.App.Store.ClaimImport(context.Background(), s.state(other)); !errors.Is(err, store.ErrDuplicate) { // as before its check
		t.Error(err)
	}
	s.carryOn(1)
	if got := s.state(id); got.State != store.ImportDone {
		t.Error(got.State)
	}
	s.FinB.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": other}).Want(409)
	if n := s.Count("SELECT count(*) FROM user WHERE login_folded LIKE 'tanaka%'"); n != 8 {
		t.Errorf("%d users", n)
	}
}

// Any mixture of rows, in any order: what is stored afterwards is what was staged, each row one version on, in its
// lists too, and nothing else has changed.
func TestSwitchWritesWhatWasStaged(t *testing.T) {
	s := newSwitching(t, store.Options{})
	random := rand.New(rand.NewPCG(18, 4))
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	changed := func(line map[string]string) map[string]string {
		for range random.IntN(4) {
			switch random.IntN(6) {
			case 0:
				line["企業名"] += pick("", "工業", "商事")
			case 1:
				line["業種コード"] = pick("13015", "13015 13017", "17004", "13017 17004 13015")
			case 2:
				line["M&A目的"] = pick("", "31", "34 40", "31 34 40")
			case 3:
				line["売上高（千円）"] = pick("350000", "1200000", "90000")
			case 4:
				line["担当者名"] = pick("田中 誠", "田中 実", "佐藤 久")
			case 5:
				line["FAX番号"] = pick("", "052-000-0003")
			}
		}
		return line
	}
	var lines []map[string]string
	for _, line := range numbered(0, 400, nil) {
		lines = append(lines, changed(line))
	}
	s.registered(lines)
	overviews := s.SecondA.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
	s.save(overviews, "概要だけだった会社", nil).Want(200)
	for n := range lines {
		lines[n] = changed(lines[n])
	}
	lines = append(lines[50:], numbered(400, 600, nil)...)
	random.Shuffle(len(lines), func(a, b int) { lines[a], lines[b] = lines[b], lines[a] })
	id := s.ready(lines)
	db := apptest.OpenRaw(t, s.App.Store.Dir())
	if _, err := db.Exec(`CREATE TABLE before_company AS SELECT * FROM company; CREATE TABLE before_details AS SELECT * FROM company_details;
		CREATE TABLE before_user AS SELECT * FROM user`); err != nil {
		t.Fatal(err)
	}
	staged := s.Count("SELECT count(*) FROM company_import_row WHERE import_id = ?", id)
	if i := s.state(id); i.ChangedCount < 50 || i.UnchangedCount < 20 || i.NewCount != 200 || staged != i.ChangedCount+i.NewCount {
		t.Fatalf("%+v", i)
	}
	s.commit(id).Want(200).Has(`"state":"done"`)
	for what, query := range unlikeStaged(t, db) {
		if n := s.Count(query, id); n != 0 {
			t.Errorf("%d times %s", n, what)
		}
	}
	counts(s.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, lines...), true), "ready", 0, 0, len(lines), 0)
}

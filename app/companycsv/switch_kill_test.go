package companycsv_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// unlikeStaged are queries that count, for an import, what is not stored as it was staged. Its columns are those of the
// staging table.
func unlikeStaged(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	out := map[string]string{
		"a row that is not recorded": "SELECT count(*) FROM company_import_row r WHERE r.import_id = ?1 AND NOT EXISTS (SELECT 1 FROM " +
			"company_imported m WHERE m.import_id = ?1 AND m.company_id = r.c_id)",
		"a record without its row": "SELECT count(*) FROM company_imported m WHERE m.import_id = ?1 AND NOT EXISTS (SELECT 1 FROM " +
			"company_import_row r WHERE r.import_id = ?1 AND m.company_id = r.c_id)",
		"a company from nowhere": "SELECT count(*) FROM company c WHERE NOT EXISTS (SELECT 1 FROM before_company b WHERE b.id = c.id) AND NOT " +
			"EXISTS (SELECT 1 FROM company_import_row r WHERE r.import_id = ?1 AND r.c_id = c.id AND r.action = 1)",
		"a user from nowhere": "SELECT count(*) FROM user u WHERE NOT EXISTS (SELECT 1 FROM before_user b WHERE b.id = u.id) AND NOT " +
			"EXISTS (SELECT 1 FROM company_import_row r WHERE r.import_id = ?1 AND r.u_id = u.id AND r.person_action = 1)",
	}
	for _, x := range []struct{ table, before, prefix, key, action string }{
		{"company", "before_company", "c_", "id", "action"}, {"company_details", "before_details", "d_", "company_id", "details_action"},
		{"user", "before_user", "u_", "id", "person_action"},
	} {
		rows, err := db.Query("SELECT name FROM pragma_table_info('company_import_row') WHERE substr(name, 1, 2) = ? AND name <> ? || 'version'",
			x.prefix, x.prefix)
		if err != nil {
			t.Fatal(err)
		}
		var differs []string
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			differs = append(differs, "s."+strings.TrimPrefix(name, x.prefix)+" IS NOT r."+name)
		}
		rows.Close()
		differs = append(differs, "s.version IS NOT CASE r."+x.action+" WHEN 1 THEN 1 ELSE r."+x.prefix+"version + 1 END")
		out["a staged row that is not in "+x.table] = "SELECT count(*) FROM company_import_row r LEFT JOIN " + x.table +
			" s ON s." + x.key + " = r." +
			x.prefix + x.key + " WHERE r.import_id = ?1 AND r." + x.action + " IN (1, 2) AND (" + strings.Join(differs, " OR ") + ")"
		out["a change of "+x.table+" that was not staged"] = "SELECT count(*) FROM " + x.before + " b LEFT JOIN " + x.table + " s ON s." + x.key +
			" = b." + x.key + " WHERE s.version IS NOT b.version AND NOT EXISTS (SELECT 1 FROM company_import_row r WHERE r.import_id = ?1 AND r." +
			x.prefix + x.key + " = b." + x.key + " AND r." + x.action + " = 2)"
	}
	for table, x := range map[string][2]string{"company_industry": {"code", "industries"}, "company_reason": {"reason", "reasons"}} {
		out["another list in "+table] = "SELECT count(*) FROM company_import_row r WHERE r.import_id = ?1 AND (SELECT " +
			"json_group_array(j.value) FROM (SELECT DISTINCT j.value FROM json_each(r." + x[1] + ") j ORDER BY j.value) j) IS NOT (SELECT json_group_array(l." + x[0] +
			") FROM (SELECT l." + x[0] + " FROM " + table + " l WHERE l.company_id = r.c_id ORDER BY l." + x[0] + ") l)"
	}
	return out
}

// pictured are the contents of all tables but those that count commits.
func pictured(t *testing.T, path string) map[string]string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	out := map[string]string{}
	for _, table := range column(t, db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE "+
		"'CREATE VIRTUAL%' AND name NOT LIKE '%\\_words\\_%' ESCAPE '\\' AND name NOT LIKE 'search\\_%' ESCAPE '\\'") {
		columns := column(t, db, "SELECT name FROM pragma_table_info('"+table+"')")
		out[table] = strings.Join(column(t, db, "SELECT json_array(hex("+strings.Join(columns, "), hex(")+")) FROM "+table+" ORDER BY 1"), "\n")
	}
	return out
}

func column(t *testing.T, db *sql.DB, query string) (out []string) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

func wantPicture(t *testing.T, when string, got, want map[string]string) {
	t.Helper()
	for _, table := range slices.Sorted(maps.Keys(want)) {
		if got[table] != want[table] {
			t.Errorf("%s: %s differs", when, table)
		}
	}
}

// settled makes the cards that are still due, as the next writes do.
func settled(t *testing.T, s *store.Store) {
	t.Helper()
	for left := 1; left > 0; {
		if err := s.Write(t.Context(), func(*store.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if err := apptest.OpenRaw(t, s.Dir()).QueryRow("SELECT count(*) FROM card_due").Scan(&left); err != nil {
			t.Fatal(err)
		}
	}
}

// Killed after any of its commits, an import is either as if nobody had asked for it, or the next start writes it to its
// end, and every table is as if nothing had happened.
func TestKilledSwitch(t *testing.T) {
	s := newSwitching(t, store.Options{})
	s.registered(numbered(0, 150, nil))
	id := s.ready(numbered(0, 100, map[string]string{"代表者名": "山本 一郎", "業種コード": "13017", "担当者名": "田中 実", "主担当": loginA2}),
		numbered(150, 350, charge(loginA2)))
	last, errUndo := s.company("蒼陵製作所99"), errors.New("undo")
	settled(t, s.App.Store)
	database := filepath.Join(s.App.Store.Dir(), store.DatabaseFile)
	before, copies, db := pictured(t, database), []string{}, apptest.OpenRaw(t, s.App.Store.Dir())
	s.heard = func() {
		dir := t.TempDir()
		if _, err := db.Exec("VACUUM INTO ?", filepath.Join(dir, store.DatabaseFile)); err != nil {
			t.Error(err)
		}
		copies = append(copies, dir)
	}
	counts(s.commit(id), "done", 200, 100, 0, 0)
	s.heard = nil
	settled(t, s.App.Store)
	after := pictured(t, database)
	s.wantPersons("蒼陵製作所99", loginA2)
	s.wantPersons("蒼陵製作所349", loginA2)
	states := map[string]int{}
	for n, dir := range copies {
		copied, err := store.Open(t.Context(), dir, store.Options{Clock: s.Clock.Now})
		if err != nil {
			t.Fatal(err)
		}
		var i *store.CompanyImport
		read := func() {
			t.Helper()
			if err := copied.Read(t.Context(), func(q *store.Q) (err error) { i, err = q.AnyImport(id); return err }); err != nil {
				t.Fatal(err)
			}
		}
		read()
		was := i.State
		states[was]++
		if err := copied.Write(t.Context(), func(tx *store.Tx) error {
			c, err := tx.CompanyOf(last)
			if err != nil {
				return err
			}
			return errors.Join(tx.UpdateCompany(c, ""), errUndo)
		}); !errors.Is(err, errUndo) || errors.Is(err, store.ErrClaimed) != (was == store.ImportApplying && i.WrittenTo < 101) {
			t.Errorf("killed after commit %d, %s: others write a company of it: %v", n, was, err)
		}
		room := companycsv.In(web.NewPlatform(web.Config{Store: copied}))
		for range 2 { // twice is once
			if _, err := room.CarryOn(t.Context()); err != nil {
				t.Errorf("killed after commit %d, %s: %v", n, was, err)
			}
		}
		settled(t, copied)
		want := after
		if was == store.ImportReady {
			want = before
		}
		wantPicture(t, fmt.Sprintf("killed after commit %d, %s", n, was), pictured(t, filepath.Join(dir, store.DatabaseFile)), want)
		if err := copied.Close(); err != nil {
			t.Error(err)
		}
	}
	if states[store.ImportReady] == 0 || states[store.ImportApplying] < 2 || states[store.ImportDone] == 0 {
		t.Errorf("the copies are %v", states)
	}
}

// The program carries on what it finds at its start, without a job and without anybody who asks.
func TestStartCarriesOn(t *testing.T) {
	s := newSwitching(t, store.Options{})
	id := s.ready(numbered(0, 200, nil))
	s.claimed(id)
	s.written(id, 3)
	done := make(chan struct{})
	var once sync.Once
	s.heard = func() {
		if s.state(id).State == store.ImportDone {
			once.Do(func() { close(done) })
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.App.Run(ctx)
	}()
	<-done
	stop()
	<-ended
	if n := s.Count("SELECT count(*) FROM company_imported WHERE import_id = ?", id); n != 200 {
		t.Errorf("%d of 200", n)
	}
}

// Whoever leaves before it is decided has changed nothing, at whichever statement; after that it is carried out all the
// same, before the request ends.
func TestSwitchOfWhoLeaves(t *testing.T) {
	s := newSwitching(t, storetest.Heard())
	s.registered(numbered(0, 80, nil))
	id := s.ready(numbered(0, 80, map[string]string{"代表者名": "山本 一郎"}), numbered(80, 160, nil))
	before := everything(s.Platform)
	for n := 1; ; n++ {
		ctx, caller := storetest.NewLeaving(context.Background())
		caller.After(n)
		r := httptest.NewRequestWithContext(ctx, "POST", companycsv.CSVBase+"CommitImport", strings.NewReader(`{"importId":"`+id+`"}`))
		r.Host = "localhost:8080"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+s.FinA.Token)
		s.App.ServeHTTP(httptest.NewRecorder(), r)
		caller.End()
		state := s.state(id).State
		if !caller.IsGone() {
			t.Fatalf("nobody has left after %d statements: %s", n, state)
		}
		if state == store.ImportReady {
			if everything(s.Platform) != before {
				t.Fatalf("left after statement %d: something is changed", n)
			}
			continue
		}
		if i := s.state(id); state != store.ImportDone || i.WrittenCount != 160 || n < 15 {
			t.Errorf("left after statement %d: %+v", n, i)
		}
		break
	}
	if n := s.Count("SELECT count(*) FROM company_details WHERE representative_name = '山本 一郎' AND company_name LIKE '蒼陵%'"); n != 80 {
		t.Errorf("%d of 80 are changed", n)
	}
	if n := s.Count("SELECT count(*) FROM audit WHERE event = 'company_imported' AND subject_id = ?", id); n != 1 {
		t.Errorf("%d audit lines", n)
	}
}

// While an import is being written it cannot be asked for again nor thrown away, and its user sees how far it is; once
// it is done the same question has the same answer.
func TestAskedForAgain(t *testing.T) {
	s := newSwitching(t, store.Options{})
	id := s.ready(numbered(0, 200, nil))
	percents := map[float64]bool{}
	s.heard = func() {
		switch i := s.state(id); i.State {
		case store.ImportReady, store.ImportApplying:
			r := s.FinA.Get(companycsv.CSVBase + "ImportStatus?importId=" + id).Want(200).Has(`"state":"writing"`)
			percents[r.JSON()["percent"].(float64)] = true
			s.commit(id).Want(409).Has("進行中です")
			s.FinA.Post(companycsv.CSVBase+"DiscardImport", map[string]any{"importId": id}).Want(409).Has("登録の途中")
		}
	}
	first := counts(s.commit(id), "done", 200, 0, 0, 0)
	s.heard = nil
	if !percents[0] || !percents[25] || percents[100] {
		t.Errorf("how far it was: %v", percents)
	}
	after := everything(s.Platform)
	s.commit(id).SameAs(first)
	if everything(s.Platform) != after || s.Count("SELECT count(*) FROM audit WHERE event = 'company_imported'") != 1 {
		t.Error("the second time has changed something")
	}
}

// A piece that cannot be written leaves an import halfway: its user reads that it goes on by itself, nothing throws it
// away, no other file of the bank is compared with the half, and the job ends it, or whoever asks for it again.
func TestStoppedHalfway(t *testing.T) {
	for name, again := range map[string]func(s *switching, id string){
		"the job": func(s *switching, _ string) { s.Job("import_finish") },
		"asked":   func(s *switching, id string) { counts(s.commit(id), "done", 200, 0, 0, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSwitching(t, store.Options{})
			other := s.ready(numbered(300, 301, nil))
			id := s.ready(numbered(0, 200, nil))
			db := apptest.OpenRaw(t, s.App.Store.Dir())
			if _, err := db.Exec("CREATE TRIGGER fault BEFORE INSERT ON company_details WHEN NEW.company_name = '蒼陵製作所180' BEGIN SELECT " +
				"RAISE(ABORT, 'fault'); END"); err != nil {
				t.Fatal(err)
			}
			const goesOn = "残りは、保存できるようになりしだい自動で登録します"
			s.commit(id).Want(503).Has(goesOn).HasNot("何も")
			s.FinA.Get(companycsv.CSVBase+"ImportStatus?importId="+id).Want(200).Has(`"state":"writing"`, goesOn)
			s.FinA.Post(companycsv.CSVBase+"DiscardImport", map[string]any{"importId": id}).Want(409)
			s.commit(other).Want(409).Has("進行中です")
			s.SecondA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(nil)), true).Want(409).Has("進行中です")
			if r := s.TryJob(t.Context(), "import_finish"); r.State != store.RunFailed {
				t.Errorf("the job: %s", r.State)
			}
			s.Clock.Add(companycsv.CSVImportLife + time.Second)
			s.Job("import_cleanup")
			if i := s.state(id); i.State != store.ImportApplying || i.WrittenCount == 0 || i.WrittenCount > 180 {
				t.Fatalf("%s after %d rows", i.State, i.WrittenCount)
			}
			s.Clock.Add(-companycsv.CSVImportLife - time.Second)
			if _, err := db.Exec("DROP TRIGGER fault"); err != nil {
				t.Fatal(err)
			}
			again(s, id)
			if i := s.state(id); i.State != store.ImportDone || i.WrittenCount != 200 {
				t.Errorf("%+v", i)
			}
			if n := s.Count("SELECT count(*) FROM company_imported WHERE import_id = ?", id); n != 200 {
				t.Errorf("%d of 200", n)
			}
		})
	}
}

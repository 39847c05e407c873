package merger_test

import (
	"database/sql"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
)

// world is three banks, an office of two people and an administrator for each of the banks A and B.
type world struct {
	*apptest.Talks
	office, second *apptest.Caller
	fadA, fadB     *apptest.Caller
}

func newWorld(t *testing.T) *world {
	w := &world{Talks: apptest.NewTalks(apptest.NewPlatform(t))}
	w.office = w.Office()
	w.User(deal.RoleADM, web.OfficeClient, "second@n.example.jp")
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	w.User(deal.RoleFAD, w.BID, "admin@b.example.jp")
	w.second = w.SignInOffice("second@n.example.jp")
	w.fadA, w.fadB = w.SignInOffice("admin@a.example.jp"), w.SignInOffice("admin@b.example.jp")
	return w
}

func proposal(absorbed, surviving string, changes map[string]any) map[string]any {
	return apptest.With(map[string]any{"absorbedId": absorbed, "survivingId": surviving, "date": "2026-12-01", "mark": "9999-",
		"reason": "持株会社での合併"}, changes)
}

func (w *world) propose(absorbed, surviving string) string {
	w.T.Helper()
	return w.office.Post("/api/Office/ProposeMerger", proposal(absorbed, surviving, nil)).Want(200).JSON()["mergerId"].(string)
}

func detail(c *apptest.Caller, id string) map[string]any {
	c.P.T.Helper()
	return c.Get("/api/Office/GetMerger?mergerId=" + id).Want(200).JSON()
}

func confirm(c *apptest.Caller, id string, side int) apptest.Result {
	c.P.T.Helper()
	return c.Post("/api/Office/ConfirmMerger", map[string]any{"mergerId": id, "version": detail(c, id)["version"], "side": side})
}

// today makes a merger due by its date and the age of its confirmations, so that sessions go on and nothing else moves
// with the clock.
func (w *world) today(id string) {
	w.T.Helper()
	w.SQLExec("UPDATE merger SET date = '2026-11-21', absorbed_at = absorbed_at - 172800000, surviving_at = surviving_at - 172800000 " +
		"WHERE id = '" + id + "'")
}

// merged is a merger of A and C, or of others, done now: both sides have confirmed.
func (w *world) merged(absorbed, surviving string) string {
	w.T.Helper()
	id := w.propose(absorbed, surviving)
	for side, of := range []string{absorbed, surviving} {
		switch of {
		case w.AID:
			confirm(w.fadA, id, side+1).Want(200)
		case w.BID:
			confirm(w.fadB, id, side+1).Want(200)
		default:
			confirm(w.second, id, side+1).Want(200)
		}
	}
	w.today(id)
	w.Job("merger")
	return id
}

// traces are the columns of the database in which a text still stands.
func (w *world) traces(text string) (found []string) {
	w.T.Helper()
	db := apptest.OpenRaw(w.T, w.App.Store.Dir())
	defer db.Close()
	var columns [][2]string
	rows, err := db.Query("SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' " +
		"AND m.name NOT LIKE '%_words%' AND c.type = 'TEXT'")
	if err != nil {
		w.T.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c [2]string
		if err := rows.Scan(&c[0], &c[1]); err != nil {
			w.T.Fatal(err)
		}
		columns = append(columns, c)
	}
	if err := rows.Err(); err != nil || len(columns) < 200 {
		w.T.Fatal(err, len(columns))
	}
	for _, c := range columns {
		var n sql.NullInt64
		if err := db.QueryRow(`SELECT count(*) FROM "`+c[0]+`" WHERE instr("`+c[1]+`", ?) > 0`, text).Scan(&n); err != nil {
			w.T.Fatal(err)
		}
		if n.Int64 > 0 {
			found = append(found, c[0]+"."+c[1])
		}
	}
	return found
}

// renamed is an answer in which one institution bears another one's id and name.
func renamed(s string, names ...string) string { return strings.NewReplacer(names...).Replace(s) }

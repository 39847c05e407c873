package drawn

import (
	"database/sql"
	"fmt"
	"slices"

	_ "modernc.org/sqlite"
)

// logins is how many users ask, each of another institution.
const logins = 6

// demoDomain is the mail domain of the demo's fixed logins.
const demoDomain = "demo.example.jp"

// Login is a user who asks, with the records of his institution that he can ask about.
type Login struct {
	Name                      string
	Listings, Buyers, Sellers []string // ids of his institution's own
	Deals                     []string // ids of the listings that its buyers negotiate for
}

// World is who asks in a network.
type World struct{ Logins []Login }

// atMost is how many ids of a kind are kept per institution.
const atMost = 20_000

// Open reads the database of a demo and gives users of six institutions the password of the demo's fixed logins:
// users of the demo's main institutions and of the largest others. No running process may have these users in its
// cache.
func Open(file, password string) (*World, error) {
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	const who = `FROM user u JOIN institution i ON i.id = u.client_id WHERE u.role = 3 AND u.status = 2 AND i.status = 1`
	own, err := column(db, `SELECT min(u.login_id) `+who+` AND u.login_folded IN (?, ?) GROUP BY u.client_id ORDER BY 1`,
		"fin-a@"+demoDomain, "fin-b@"+demoDomain)
	if err != nil {
		return nil, err
	}
	others, err := column(db, `SELECT min(u.login_id) `+who+` AND u.client_id NOT IN (SELECT client_id FROM user WHERE
		login_folded LIKE 'fin-_@`+demoDomain+`') GROUP BY u.client_id
		ORDER BY (SELECT count(*) FROM company c WHERE c.institution_id = u.client_id) DESC, 1 LIMIT ?`,
		logins-len(own))
	if err != nil {
		return nil, err
	}
	w := &World{}
	for _, name := range append(own, others...) {
		w.Logins = append(w.Logins, Login{Name: name})
	}
	if len(w.Logins) < logins {
		return nil, fmt.Errorf("%s has people of %d institutions, not of %d", file, len(w.Logins), logins)
	}
	for i := range w.Logins {
		l := &w.Logins[i]
		if i >= len(own) {
			if _, err := db.Exec(`UPDATE user SET (password_hash, password_changed, is_need_password_change) =
				(SELECT password_hash, password_changed, 0 FROM user WHERE login_id = ?) WHERE login_id = ?`, own[0], l.Name); err != nil {
				return nil, err
			}
		}
		const of = ` = (SELECT client_id FROM user WHERE login_id = ?) `
		for _, x := range []struct {
			into  *[]string
			query string
		}{
			{&l.Listings, `SELECT id FROM listing WHERE status = 1 AND institution_id` + of + `ORDER BY seq DESC`},
			{&l.Buyers, `SELECT id FROM company WHERE kind = 1 AND status = 1 AND is_trial = 0 AND institution_id` + of + `ORDER BY seq`},
			{&l.Sellers, `SELECT id FROM company WHERE kind = 2 AND institution_id` + of + `ORDER BY seq`},
			{&l.Deals, `SELECT DISTINCT listing_id FROM negotiation WHERE bf_id` + of + `ORDER BY 1`},
		} {
			if *x.into, err = column(db, x.query+` LIMIT ?`, l.Name, atMost); err != nil {
				return nil, err
			}
		}
	}
	return w, nil
}

// KeepTeams leaves what the users may see since their institutions show records to their teams alone. The file is of this program's
// schema.
func (w *World) KeepTeams(file string) error {
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer db.Close()
	const team = " JOIN user u ON u.seq = t.user_seq WHERE u.login_id = ? ORDER BY 1"
	for i := range w.Logins {
		l := &w.Logins[i]
		for query, into := range map[string][]*[]string{
			"SELECT l.id FROM team_reach t JOIN listing l ON t.kind = 2 AND l.seq = t.seq" + team:             {&l.Listings},
			"SELECT c.id FROM team_reach t JOIN company c ON t.kind = 1 AND c.seq = t.seq" + team:             {&l.Buyers, &l.Sellers},
			"SELECT n.listing_id FROM team_reach t JOIN negotiation n ON t.kind = 3 AND n.seq = t.seq" + team: {&l.Deals},
		} {
			ids, err := column(db, query, l.Name)
			if err != nil {
				return err
			}
			for _, some := range into {
				*some = slices.DeleteFunc(*some, func(id string) bool { _, is := slices.BinarySearch(ids, id); return !is })
			}
		}
	}
	return nil
}

func column(db *sql.DB, query string, args ...any) (out []string, err error) {
	rows, err := db.Query(query, args...)
	if err != nil {
		return nil, fmt.Errorf("%w in %s", err, query)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// While an import of companies is checked and written, its rows are its own: triggers refuse whoever else would write a
// company or person that it is about to change, or take the number or login ID of one that it is about to create. The
// claims are in temporary tables of the writer's connection, through which every write goes: staging pays nothing for
// them, and a process that ends takes them along. Those of an import that is decided are made again by Open.

// The kinds of claims: what their key is.
const (
	claimCompany = 1 // a company that is changed, by id
	claimPerson  = 2 // a user that is changed, by id
	claimNumber  = 3 // the corporate number of a new company of the institution and kind
	claimLogin   = 4 // the folded login ID of a new user
)

// importClaims are the rows of company_import_row r with a claim of each kind, and their keys.
var importClaims = []struct {
	kind      int
	key, cond string
}{
	{claimCompany, "r.c_id", "r.action = " + codeImportChange},
	{claimPerson, "r.u_id", "r.person_action = " + codeImportChange},
	{claimNumber, "r.d_corporate_registration_number", "r.action = " + codeImportNew + " AND r.d_corporate_registration_number <> ''"},
	{claimLogin, "r.u_login_folded", "r.person_action = " + codeImportNew + " AND r.u_role <> " + codeRoleSEL},
}

// The messages of the triggers, by which their errors are known.
const (
	textClaimed      = "claimed by an import"
	textLoginClaimed = "login ID claimed by an import"
)

// claimed is the error of one of these triggers, or another trigger's as it is.
func claimed(err error) error {
	switch text := err.Error(); {
	case strings.Contains(text, textLoginClaimed):
		return fmt.Errorf("%w: %w", ErrLoginClaimed, err)
	case strings.Contains(text, textClaimed):
		return fmt.Errorf("%w: %w", ErrClaimed, err)
	case strings.Contains(text, textMerged):
		return fmt.Errorf("%w: %w", ErrStale, err)
	}
	return err
}

// guardImports makes the tables and triggers of the claims, and the claims of imports that another process has left.
func (s *Store) guardImports(ctx context.Context) error {
	statements := []string{"CREATE TEMP TABLE import_running (id TEXT PRIMARY KEY, institution_id TEXT NOT NULL, kind INTEGER NOT NULL, " +
		"is_writing INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID",
		"CREATE TEMP TABLE import_claim (import_id TEXT NOT NULL, kind INTEGER NOT NULL, key TEXT NOT NULL, number INTEGER NOT NULL, " +
			"PRIMARY KEY (import_id, kind, key)) STRICT, WITHOUT ROWID"}
	for i, x := range []struct {
		on, table string
		kind      int
		key, when string // "" always
	}{
		{"UPDATE", "company", claimCompany, "OLD.id", ""},
		{"DELETE", "company", claimCompany, "OLD.id", ""},
		{"INSERT", "company_details", claimCompany, "NEW.company_id", ""},
		{"UPDATE", "company_details", claimCompany, "OLD.company_id", ""},
		{"DELETE", "company_details", claimCompany, "OLD.company_id", ""},
		{"INSERT", "person_in_charge", claimCompany, "(SELECT c.id FROM company c WHERE c.seq = NEW.seq)", "NEW.kind = 1"},
		{"UPDATE", "person_in_charge", claimCompany, "(SELECT c.id FROM company c WHERE c.seq = OLD.seq)", "OLD.kind = 1"},
		{"DELETE", "person_in_charge", claimCompany, "(SELECT c.id FROM company c WHERE c.seq = OLD.seq)", "OLD.kind = 1"},
		{"UPDATE", "user", claimPerson, "OLD.id", ""},
		{"DELETE", "user", claimPerson, "OLD.id", ""},
		// Among the companies of the import's own bank and kind alone: others may have the number, and must not learn of it.
		{"INSERT", "company_details", claimNumber, "NEW.corporate_registration_number", ""},
		{"UPDATE OF corporate_registration_number", "company_details", claimNumber, "NEW.corporate_registration_number",
			"OLD.corporate_registration_number <> NEW.corporate_registration_number"},
		{"INSERT", "user", claimLogin, "NEW.login_folded", "NEW.role <> " + codeRoleSEL},
		{"UPDATE OF login_folded, role", "user", claimLogin, "NEW.login_folded",
			"NEW.role <> " + codeRoleSEL + " AND (OLD.login_folded <> NEW.login_folded OR OLD.role <> NEW.role)"},
	} {
		text, own, when := textClaimed, "", ""
		if x.kind == claimLogin {
			text = textLoginClaimed
		}
		if x.kind == claimNumber {
			own = " CROSS JOIN company c ON c.id = NEW.company_id AND c.institution_id = w.institution_id AND c.kind = w.kind"
		}
		if x.when != "" {
			when = "(" + x.when + ") AND "
		}
		// The first loops are over the running imports, of which there are nearly always none. One that writes is decided: it
		// is not kept out by the claims of one that is being checked.
		statements = append(statements, fmt.Sprintf("CREATE TEMP TRIGGER import_guard_%d BEFORE %s ON main.%s WHEN NOT EXISTS (SELECT 1 FROM "+
			"import_running w WHERE w.is_writing = 1) AND %sEXISTS (SELECT 1 FROM import_running w CROSS JOIN import_claim k ON k.import_id = "+
			"w.id AND k.kind = %d AND k.key = %s CROSS JOIN company_import i ON i.id = w.id AND k.number > i.written_to%s) BEGIN SELECT "+
			"RAISE(ABORT, '%s'); END", i, x.on, x.table, when, x.kind, x.key, own, text))
	}
	for _, st := range statements {
		if _, err := s.conn.ExecContext(ctx, st); err != nil {
			return fmt.Errorf("%w in %s", mapErr(err), st)
		}
	}
	return s.claimAgain(ctx)
}

// claimAgain claims what is left of the imports that are decided.
func (s *Store) claimAgain(ctx context.Context) error {
	return s.Read(ctx, func(q *Q) error {
		imports, err := q.ApplyingImports()
		if err != nil {
			return err
		}
		for i := range imports {
			claims, err := q.claimsOf(&imports[i])
			if err == nil {
				_, err = s.conn.ExecContext(ctx, beginClaims, imports[i].ID, imports[i].InstitutionID, imports[i].Kind)
			}
			if err == nil {
				_, err = s.conn.ExecContext(ctx, addClaims, imports[i].ID, claimsJSON(claims))
			}
			if err != nil {
				return mapErr(err)
			}
		}
		return nil
	})
}

const (
	beginClaims = "INSERT OR IGNORE INTO import_running (id, institution_id, kind) VALUES (?, ?, ?)"
	addClaims   = "INSERT OR IGNORE INTO import_claim (import_id, kind, key, number) SELECT ?, j.value ->> 'kind', j.value ->> 'key', " +
		"j.value ->> 'number' FROM json_each(?) j"
)

// claimsOf are the claims of what is left of an import.
func (q *Q) claimsOf(i *CompanyImport) (out []claim, err error) {
	keys, columns := make([]string, len(importClaims)), ""
	into := []any{new(int)}
	for n, c := range importClaims {
		columns += ", iif(" + c.cond + ", " + c.key + ", '')"
		into = append(into, &keys[n])
	}
	err = q.each(func(r *sql.Rows) error {
		if err := r.Scan(into...); err != nil {
			return err
		}
		for n, key := range keys {
			if key != "" {
				out = append(out, claim{importClaims[n].kind, key, *into[0].(*int)})
			}
		}
		return nil
	}, "SELECT r.number"+columns+" FROM company_import_row r WHERE r.import_id = ? AND r.number > ?", i.ID, i.WrittenTo)
	return out, err
}

func claimsJSON(claims []claim) string {
	b, err := json.Marshal(claims)
	if err != nil {
		panic(err) // numbers and strings always marshal
	}
	return string(b)
}

// claim is one key of an import, as addClaims reads it.
type claim struct {
	Kind   int    `json:"kind"`
	Key    string `json:"key"`
	Number int    `json:"number"`
}

// claimsAtOnce is how many claims one write makes or ends: some milliseconds.
const claimsAtOnce = 500

// ClaimImport makes the rows of an import its own until EndClaims, in small transactions that write nothing to the disk:
// from then on what CheckImport finds stays so. ErrDuplicate where another import that is decided creates one of its
// users. The caller checks one import at a time, and calls EndClaims also where this fails.
func (s *Store) ClaimImport(ctx context.Context, i *CompanyImport) error {
	var claims []claim
	if err := s.Read(ctx, func(q *Q) (err error) { claims, err = q.claimsOf(i); return err }); err != nil {
		return err
	}
	if err := s.Write(ctx, func(t *Tx) error {
		_, err := t.exec(beginClaims, i.ID, i.InstitutionID, i.Kind)
		return err
	}); err != nil {
		return err
	}
	for part := range slices.Chunk(claims, claimsAtOnce) {
		if err := s.Write(ctx, func(t *Tx) error { return t.claim(i.ID, claimsJSON(part)) }); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tx) claim(id, claims string) error {
	var isTaken bool
	if err := t.scan1([]any{&isTaken}, "SELECT EXISTS (SELECT 1 FROM import_running w CROSS JOIN company_import i ON i.id = w.id AND "+
		"i.state = ? CROSS JOIN json_each(?) j ON j.value ->> 'kind' = ? CROSS JOIN import_claim k ON k.import_id = w.id AND "+
		"k.kind = ? AND k.key = j.value ->> 'key' AND k.number > i.written_to WHERE w.id <> ?)", ImportApplying, claims, claimLogin, claimLogin,
		id); err != nil {
		return err
	}
	if isTaken {
		return ErrDuplicate
	}
	_, err := t.exec(addClaims, id, claims)
	return err
}

// EndClaims gives up what an import has claimed and has neither written nor been decided to write.
func (s *Store) EndClaims(ctx context.Context, id string) error {
	for more := true; more; {
		if err := s.Write(ctx, func(t *Tx) error {
			n, err := t.exec("DELETE FROM import_claim WHERE (import_id, kind, key) IN (SELECT k.import_id, k.kind, k.key FROM import_claim k "+
				"WHERE k.import_id = ? LIMIT ?)", id, claimsAtOnce)
			if more = n == claimsAtOnce; err == nil && !more {
				_, err = t.exec("DELETE FROM import_running WHERE id = ?", id)
			}
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// EndStrayClaims gives up the claims of imports that are not decided, which a fault may have left. The caller calls it
// while none is being checked.
func (s *Store) EndStrayClaims(ctx context.Context) error {
	var ids []string
	err := s.Write(ctx, func(t *Tx) (err error) { // a reader does not see them
		ids, err = codes[string](&t.Q, "SELECT w.id FROM import_running w WHERE NOT EXISTS (SELECT 1 FROM company_import i WHERE "+
			"i.id = w.id AND i.state = ?)", ImportApplying)
		return err
	})
	for _, id := range ids {
		if err == nil {
			err = s.EndClaims(ctx, id)
		}
	}
	return err
}

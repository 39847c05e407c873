package app_test

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

const fieldsFile = "../testdata/disclosure/fields.tsv"

// fieldRule is one line of fields.tsv: who may see some columns of a table's rows.
type fieldRule struct {
	table, rows, kind string
	columns, who      []string
}

var canaryKinds = []string{"text", "number", "date", "phone", "city", "year", "content", "value"}

func (r *fieldRule) isPlanted() bool { return slices.Contains(canaryKinds, r.kind) }

func readFieldRules(t testing.TB) []fieldRule {
	t.Helper()
	f, err := os.Open(fieldsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rules []fieldRule
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "table\t") || line == "" {
			continue
		}
		p := strings.Split(line, "\t")
		if len(p) != 6 {
			t.Fatalf("%s: six columns: %q", fieldsFile, line)
		}
		r := fieldRule{table: p[0], rows: p[1], columns: strings.Fields(p[2]), kind: p[3], who: strings.Fields(p[4])}
		if r.rows == "-" {
			r.rows = "1"
		}
		if !r.isPlanted() && !slices.Contains([]string{"secret", "structure", "staged", "open"}, r.kind) {
			t.Errorf("%s: %q is no kind: %q", fieldsFile, r.kind, line)
		}
		for _, term := range r.who {
			if _, ok := whoTerms[term]; !ok && term != "-" {
				t.Errorf("%s: nobody is called %q: %q", fieldsFile, term, line)
			}
		}
		rules = append(rules, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rules
}

// everyColumn are the schema's columns by table.
func everyColumn(t testing.TB, db *sql.DB) map[string][]string {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), `SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE 'goose_%'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[string][]string{}
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		out[table] = append(out[table], column)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFieldsHaveRules fails for every column without a line in fields.tsv.
func TestFieldsHaveRules(t *testing.T) {
	db := apptest.OpenRaw(t, apptest.NewPlatform(t).App.Store.Dir())
	schema, ruled := everyColumn(t, db), map[string]bool{}
	for _, r := range readFieldRules(t) {
		for _, c := range r.columns {
			ruled[r.table+"."+c] = true
			if !slices.Contains(schema[r.table], c) {
				t.Errorf("%s names %s.%s, which is not there", fieldsFile, r.table, c)
			}
		}
	}
	for table, columns := range schema {
		for _, c := range columns {
			if !ruled[table+"."+c] {
				t.Errorf("field %s.%s has no disclosure rule: write into %s who may see it", table, c, fieldsFile)
			}
		}
	}
}

// anchor is what a row belongs to; the words of a rule find the entitled callers by it.
type anchor struct{ institution, company, listing, negotiation, item, user string }

// rowAnchors are the anchors of the tables with confidential rows, as SQL over the row t:
// institution, company, listing, negotiation, message or document, user.
var rowAnchors = func() map[string][6]string {
	none := "''"
	ofCompany := func(id string) string { return "(SELECT c.institution_id FROM company c WHERE c.id = " + id + ")" }
	ofListing := func(id string) string { return "(SELECT l.institution_id FROM listing l WHERE l.id = " + id + ")" }
	inTalks := [6]string{none, none, none, "t.negotiation_id", none, none}
	return map[string][6]string{
		"institution":          {"t.id", none, none, none, none, none},
		"account_request":      {none, none, none, none, none, none},
		"company":              {"t.institution_id", "t.id", none, none, none, none},
		"company_details":      {ofCompany("t.company_id"), "t.company_id", none, none, none, none},
		"activity":             {"t.institution_id", none, none, none, none, none},
		"company_next_action":  {"t.institution_id", none, none, none, none, none},
		"duty":                 {"t.institution_id", none, none, none, none, none},
		"duty_text":            {"t.institution_id", none, none, none, none, none},
		"draft_template":       {"t.institution_id", none, none, none, none, none},
		"duty_waiver":          {"t.institution_id", none, none, none, none, none},
		"buyer_report":         {none, "(SELECT n.buyer_company_id FROM negotiation n WHERE n.id = t.negotiation_id)", none, none, none, none},
		"avoided_company":      {ofCompany("t.company_id"), "t.company_id", none, none, none, none},
		"valuation":            {"t.institution_id", none, none, none, none, none},
		"memorandum":           {"t.institution_id", none, none, none, none, none},
		"memorandum_picture":   {"t.institution_id", none, none, none, none, none},
		"memorandum_given":     {"t.institution_id", none, none, none, none, none},
		"signed_copy":          {"(SELECT i.institution_id FROM issued_paper i WHERE i.id = t.paper_id)", none, none, none, none, none},
		"support_registration": {"t.institution_id", none, none, none, none, none},
		"adviser_profile":      {"t.institution_id", none, none, none, none, none},
		"directory":            {"t.institution_id", none, none, none, none, none},
		"directory_binding":    {"t.institution_id", none, none, none, none, none},
		"fee_table":            {"t.institution_id", none, none, none, none, none},
		"user": {"CASE t.client_type WHEN 3 THEN t.client_id WHEN 9 THEN '' ELSE " + ofCompany("t.client_id") + " END",
			"t.client_id", none, none, none, "t.id"},
		"login_change":        {"(SELECT u.client_id FROM user u WHERE u.id = t.user_id)", none, none, none, none, "t.user_id"},
		"needs":               {ofCompany("t.client_id"), "t.client_id", none, none, none, none},
		"listing":             {"t.institution_id", none, "t.id", none, none, none},
		"listing_content":     {ofListing("t.listing_id"), none, "t.listing_id", none, none, none},
		"listing_history":     {ofListing("t.listing_id"), none, "t.listing_id", none, none, none},
		"link_key":            {ofListing("t.subject_id"), none, "t.subject_id", "t.subject_id", none, none},
		"file":                {"coalesce((SELECT p.institution_id FROM paper p WHERE p.file_id = t.id), (SELECT h.institution_id FROM held_text h WHERE h.file_id = t.id), (SELECT d.institution_id FROM duty_file x JOIN duty d ON d.id = x.duty_id WHERE x.file_id = t.id), (SELECT i.institution_id FROM issued_paper i JOIN signed_copy s ON s.paper_id = i.id WHERE s.file_id = t.id))", none, "(SELECT d.listing_id FROM document_edition e JOIN document d ON d.id = e.document_id WHERE e.file_id = t.id)", "coalesce((SELECT m.negotiation_id FROM message m WHERE m.file_id = t.id), (SELECT n.id FROM negotiation n WHERE n.consent_file = t.id))", "coalesce((SELECT m.id FROM message m WHERE m.file_id = t.id), (SELECT e.document_id FROM document_edition e WHERE e.file_id = t.id))", none},
		"negotiation":         {none, none, none, "t.id", none, none},
		"negotiation_history": inTalks,
		"milestone":           inTalks,
		"milestone_proposal":  inTalks,
		"message":             {none, none, none, "t.negotiation_id", "t.id", none},
		"held_text":           {"t.institution_id", none, none, none, none, none},
		"document":            {none, none, "t.listing_id", none, "t.id", none},
		"document_grant":      {none, none, "(SELECT d.listing_id FROM document d WHERE d.id = t.document_id)", none, "t.document_id", none},
		"long_list":           {"t.institution_id", none, none, none, none, none},
		"saved_search":        {none, none, none, none, none, "t.user_id"},
		"passkey":             {none, none, none, none, none, "t.user_id"},
		"topic":               {"t.institution_id", none, none, none, none, none},
		"inquiry":             {none, none, none, none, none, none},
		"inquiry_message":     {none, none, none, none, none, none},
		"outbox":              {none, none, none, none, none, none},
	}
}()

// anchored takes the institution in charge from the story's expectations instead of the database.
func (w *canaryWorld) anchored(of anchor) anchor {
	if bank, ok := w.charge[of.listing]; ok {
		of.institution = bank
	} else if bank, ok := w.bankOf[of.company]; ok {
		of.institution = bank
	}
	return of
}

// canary is a unique text found in the database: where it is stored and who may see it.
type canary struct {
	where []string
	may   map[string]bool
	users []string // the users to whom the row belongs
	bank  string   // the institution to which the row belongs
	named string   // the bank whose ledger has it: the name of a buyer that was once open
}

// harvest reads every field with a canary, and every secret, from a world's database. If a canary
// is in two fields, a caller entitled to one of them may see it.
func (w *canaryWorld) harvest(db *sql.DB) (canaries map[string]*canary) {
	w.T.Helper()
	canaries = map[string]*canary{}
	sides := w.negotiationSides(db)
	w.lent = casesOf(w.T, db)
	for _, r := range w.rules {
		if !r.isPlanted() && r.kind != "secret" {
			continue
		}
		at, ok := rowAnchors[r.table]
		if !ok {
			at = [6]string{"''", "''", "''", "''", "''", "''"}
		}
		for _, column := range r.columns {
			rows, err := db.QueryContext(context.Background(), "SELECT "+strings.Join(at[:],
				", ")+", t."+column+" FROM "+r.table+" t WHERE ("+r.rows+") AND t."+column+" IS NOT NULL")
			if err != nil {
				w.T.Fatalf("%s %s: %v", r.table, column, err)
			}
			for rows.Next() {
				var a [6]sql.NullString
				var value any
				if err := rows.Scan(&a[0], &a[1], &a[2], &a[3], &a[4], &a[5], &value); err != nil {
					w.T.Fatal(err)
				}
				of := w.anchored(anchor{a[0].String, a[1].String, a[2].String, a[3].String, a[4].String, a[5].String})
				if r.kind == "content" {
					b, err := os.ReadFile(filepath.Join(w.App.Store.Dir(), store.FilesDir, fmt.Sprint(value)))
					if err != nil {
						w.T.Fatal(err)
					}
					value = string(b)
				}
				for _, token := range tokensOf(r.kind, value) {
					c := canaries[token]
					if c == nil {
						c = &canary{may: map[string]bool{}}
						canaries[token] = c
					}
					if where := r.table + "." + column; !slices.Contains(c.where, where) {
						c.where, c.bank = append(c.where, where), of.institution
					}
					if column == "company_name" && w.now.named[of.company] != "" {
						c.named = w.now.named[of.company]
					}
					if r.table == "user" {
						c.users = append(c.users, of.user)
					}
					w.keep(r.table + "." + column + " where " + r.rows)
					for name, who := range w.people {
						for _, term := range r.who {
							if term != "-" && !w.isHidden(who, of, sides[of.negotiation]) && whoTerms[term](w, who, of, sides[of.negotiation]) {
								c.may[name] = true
							}
						}
					}
				}
			}
			if err := rows.Close(); err != nil {
				w.T.Fatal(err)
			}
		}
	}
	return canaries
}

// casesOf are the negotiations that a bank's lending desk may know of, with their buyers and listings, each after the bank's id
// (team.md 2): financing was asked for, and the buyer agreed.
func casesOf(t testing.TB, db *sql.DB) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	rows, err := db.QueryContext(context.Background(), "SELECT bf_id, id, buyer_company_id, listing_id FROM negotiation "+
		"WHERE financing_consent = 1 AND financial_support_status NOT IN (0, 1) AND is_note = 0")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var bank string
		var ids [3]string
		if err := rows.Scan(&bank, &ids[0], &ids[1], &ids[2]); err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			out[bank+id] = true
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// tokensOf are the canaries in a field's value, in the form that found reports.
func tokensOf(kind string, value any) []string {
	text := fmt.Sprint(value)
	if b, ok := value.([]byte); ok {
		text = string(b)
	}
	var out []string
	keep := func(s string) { out = append(out, s) }
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
	switch kind {
	case "text", "content":
		found(text, func(s string) {
			if strings.HasPrefix(s, markPrefix) && len(s) == 7 {
				keep(s)
			}
		})
	case "value": // dates and amounts as people write them
		found(text, keep)
	case "secret":
		found(text, func(s string) {
			if len(s) >= 20 {
				keep(s)
			}
		})
	case "city", "year":
		if digits != "" && digits != "0" {
			keep(kind + " " + digits)
		}
	case "date":
		if digits != "" {
			keep(digits)
		}
	default:
		if len(digits) >= 7 {
			keep(digits)
		}
	}
	return out
}

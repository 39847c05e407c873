package store

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// visibleHomes are the two files that decide visibility, in SQL and in the index.
var visibleHomes = []string{"visible.go", "visible_index.go"}

// visibleParts are the names that visibility consists of: parts of predicates, and the index's fields that say
// who owns a row and to whom it is shown. Other files use the complete predicates.
var visibleParts = map[string]bool{
	"notNote": true, "knownToSF": true, "nameOpen": true,
	"listingInCharge": true, "listingLimited": true, "listingRest": true, "listingKeptFrom": true, "listingBuying": true,
	"listingConcluded": true, "contentStart": true,
	"companyInCharge": true,
	"negotiationBF":   true, "negotiationSF": true,
	"audienceIn": true, "publicBuyers": true, "isListingShowing": true, "soldSince": true,
}

// visibleColumns matches SQL that decides by the columns that visibility depends on.
var visibleColumns = regexp.MustCompile(`is_limited|is_rest|'rest'|buyer_since|is_note|` +
	`(started_at|offered_at|reopen_asked_at) IS|concluded_at\s*[<>=]|trial_until\s*[<>=]|start_date\s*[<>=]|` +
	`[cnlu]\.(bf_id|sf_id|institution_id|buyer_company_id|client_id)\s*(=\s*\?|IN).*\bOR\b`)

// visibleElsewhere are the texts outside of the two files that name such columns for another purpose, with the
// purpose.
var visibleElsewhere = map[string]map[string]string{
	"audit_search.go": {"a.subject_id IN": "lines about what the office or an administrator was told of; lines have a rule of their own"},
	"desk.go": {
		"waiting_for <> ''":              "what waits among rows that visibleNegotiation gives",
		"c.trial_until <= ?":             "a date that comes near, of own companies",
		"SELECT r.id FROM negotiation n": "the bank's own rows beside which an offer waits for it; visibleNegotiation gives them",
	},
	"figures.go": {
		"WHERE is_note = 1":        "one end that is counted once, for the whole network",
		"n.started_at IS NOT NULL": "moves of negotiations that began, for the whole network",
	},
	"institution.go": {
		"SELECT u.id FROM user": "what ends with an institution",
		"SELECT n.id FROM":      "what ends with an institution",
	},
	"job_due.go":          {"r.kind = 'trial'": "a reminder to the bank in charge"},
	"listing_audience.go": {"INSERT OR IGNORE": "keeps a new institution out of listings that are kept from some"},
	"merger.go": {
		"l.institution_id = ?1 AND EXISTS": "what a merger would show to more than the owner agreed to, for its institution and the office",
		"n.bf_id = ?1 AND n.sf_id = ?2 OR": "live negotiations between two institutions, which both know",
	},
	"merger_move.go": {
		"n.bf_id = n.sf_id AND":              "moves rows of a merger",
		"l.institution_id NOT IN (?1, ?2)":   "moves rows of a merger",
		"n.bf_id = ?1 AND n.sf_id NOT IN":    "moves rows of a merger",
		"UPDATE listing_content SET due":     "moves rows of a merger",
		"DELETE FROM listing_code WHERE fie": "moves rows of a merger",
	},
	"market.go":     {"n.is_note = 0 AND ": "deals of the whole network that forAllMembers gives"},
	"response.go":   {"n.is_note = 0 AND n.started_at": "talks of the whole network that forAllMembers gives"},
	"monthend.go":   {"n.is_note = 0 AND n.started_at": "those begun by a day, of what visibleNegotiation gives or of the whole network"},
	"yearreport.go": {"n.is_note = 0 AND n.started_at": "those begun by a day, of what visibleNegotiation gives"},
	"negotiation.go": {
		"notNote":       "a pair's row, whoever asks",
		"n.is_note = 1": "a pair's note, whoever asks",
	},
	"negotiation_row.go": {
		`", n.buyer_since"`:               "an order",
		"INDEXED BY negotiation_waits_bf": "what waits among rows that visibleNegotiation gives",
		"INDEXED BY negotiation_waits_sf": "what waits among rows that visibleNegotiation gives",
	},
	"office_charge.go": {
		"DELETE FROM listing_code": "a change of who is in charge",
		"INSERT OR IGNORE":         "a change of who is in charge",
	},
	"office_member.go": {"u.client_id = ? OR c.institution_id": "the office's search for users"},
	"office_text.go":   {"UPDATE topic": "a topic's own period"},
	"retention.go": {
		"o.is_note = 1":                      "a note takes the place of the row that is deleted",
		"UPDATE negotiation SET is_note = 0": "a note takes the place of the row that is deleted",
	},
	"search_listing.go": {
		"n.offer_send_status, n.is_note": "fills the index",
		`"is_limited"`:                   "fills the index",
		`"is_rest"`:                      "fills the index",
	},
	"search_negotiation.go": {
		", n.bf_id, n.is_note": "fills the index",
		"x.is_note = 1":        "fills the index: the rows beside a note are read once more",
	},
	"search_negotiation_order.go": {"ORDER BY n.buyer_since": "an order"},
	"topic.go":                    {"t.is_public = 1": "a topic's own period"},
}

// TestVisibilityHasTwoHomes finds a third place that decides who may know of a row: one that uses a part of a
// predicate, reads a field of the index that visibility is made of, or names its columns in SQL.
func TestVisibilityHasTwoHomes(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 50 {
		t.Fatal(err, len(files))
	}
	met := map[string]int{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || slices.Contains(visibleHomes, file) {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range decidesVisibility(t, file, src) {
			purposes, isKnown := visibleElsewhere[file], false
			for part := range purposes {
				if strings.Contains(found, part) {
					met[file+part]++
					isKnown = true
				}
			}
			if !isKnown {
				t.Errorf("%s decides visibility, which visible.go and visible_index.go do: %s", file, found)
			}
		}
	}
	for file, purposes := range visibleElsewhere {
		for part := range purposes {
			if met[file+part] == 0 {
				t.Errorf("%s is excepted for %q, which is not there", file, part)
			}
		}
	}
}

// TestThirdHomeIsFound checks that the rule finds code that somebody might write.
func TestThirdHomeIsFound(t *testing.T) {
	for what, body := range map[string]string{
		"SQL of the audience":       `q.each(nil, "SELECT 1 FROM listing_content p WHERE p.is_limited = 0")`,
		"SQL of those kept out":     `q.each(nil, "SELECT 1 FROM listing_code r WHERE r.field = 'rest' AND r.code = ?")`,
		"SQL of a period":           `q.each(nil, "SELECT 1 FROM listing_content p WHERE p.start_date <= ? AND p.due_date >= ?")`,
		"SQL of what SF knows":      `q.each(nil, "SELECT 1 FROM negotiation n WHERE n.offered_at IS NOT NULL")`,
		"SQL of own and others'":    `q.each(nil, "SELECT 1 FROM company c WHERE c.institution_id = ? OR c.status = 1")`,
		"a part of a predicate":     `q.each(nil, "SELECT 1 FROM negotiation n WHERE n.bf_id = ? AND " + notNote)`,
		"bitmaps of the audience":   `_ = t.Bits().AndNot(t.Set(listingLimited, ""))`,
		"bitmaps of companies":      `_ = t.Bits().Or(t.Set(companyInCharge, v.InstitutionID))`,
		"a field in a variable":     `field := negotiationSF; _ = t.Set(field, v.InstitutionID)`,
		"the column of the period":  `_ = t.Int(contentStart, slot) <= day`,
		"any of a field":            `_ = t.Any(listingKeptFrom, nil)`,
		"the audience by itself":    `_ = audienceIn(t, now, audienceKey{})`,
		"public buyers by the list": `_ = publicBuyers(t, nil)`,
	} {
		src := "package store\nfunc (q *Q) third(v Viewer) {\n" + body + "\n}\n"
		if len(decidesVisibility(t, "third.go", []byte(src))) == 0 {
			t.Errorf("%s is not found", what)
		}
	}
	for what, body := range map[string]string{
		"filling the index":     `e.Add(seq, listingLimited, ""); to[contentStart], err = dayOrUnset(x)`,
		"using both predicates": `q.visibleListing(v, &w); b, err := q.visibleIndex(ed).visibleListing(v, true); w.add(ofBF, v.InstitutionID)`,
		"own rows":              `q.each(nil, "SELECT 1 FROM company c WHERE c.institution_id = ?")`,
	} {
		src := "package store\nfunc (q *Q) third(v Viewer) {\n" + body + "\n}\n"
		if found := decidesVisibility(t, "third.go", []byte(src)); len(found) > 0 {
			t.Errorf("%s is taken for a third home: %v", what, found)
		}
	}
}

// decidesVisibility are the places of a file that decide visibility: names with their line, and SQL. Declaring
// the index's fields, and filling it, decides nothing.
func decidesVisibility(t *testing.T, name string, src []byte) (found []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // a tag names a column
			for _, id := range n.Names {
				ast.Inspect(id, visit)
			}
			ast.Inspect(n.Type, visit)
			return false
		case *ast.ValueSpec: // declarations of fields and columns
			for _, v := range n.Values {
				ast.Inspect(v, visit)
			}
			return false
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Add" && len(n.Args) == 3 { // index.Edit
				ast.Inspect(n.Args[0], visit)
				ast.Inspect(n.Args[2], visit)
				return false
			}
		case *ast.AssignStmt: // to[column] = …
			for _, to := range n.Lhs {
				if at, ok := to.(*ast.IndexExpr); ok {
					ast.Inspect(at.X, visit)
				} else {
					ast.Inspect(to, visit)
				}
			}
			for _, v := range n.Rhs {
				ast.Inspect(v, visit)
			}
			return false
		case *ast.BinaryExpr: // SQL that is concatenated is checked as a whole
			if text, parts := joinedText(n); text != "" {
				if visibleColumns.MatchString(text) {
					found = append(found, text)
				}
				for _, p := range parts {
					ast.Inspect(p, visit)
				}
				return false
			}
		case *ast.Ident:
			if visibleParts[n.Name] {
				found = append(found, n.Name+" at "+set.Position(n.Pos()).String())
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && visibleColumns.MatchString(n.Value) {
				found = append(found, n.Value)
			}
		}
		return true
	}
	ast.Inspect(file, visit)
	return found
}

// joinedText is the text of a sum of texts, "" for another, and the parts of it that are no literals.
func joinedText(e ast.Expr) (text string, parts []ast.Expr) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return e.Value, nil
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			x, xs := joinedText(e.X)
			y, ys := joinedText(e.Y)
			if x+y == "" {
				return "", nil
			}
			return x + y, append(xs, ys...)
		}
	}
	return "", []ast.Expr{e}
}

package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/app"
	"tsunagu/app/web"
)

const populationsFile = "../testdata/disclosure/populations.tsv"

// computed matches the names of numbers and booleans that are computed from rows rather than read from
// one: each is listed by name, and * does not include them.
var computed = regexp.MustCompile(`(?i)(count|counts|total|median|medians|score|points|percent|elsewhere|visible|own|ok|numberOfSellerBusiness|isDuplicate|isAvailable|is[A-Za-z]*Taken|` +
	`isRecommended|isOfferable|isApprovedData|hasWiderAudience|isSameAddress|existsAttachedFile|isSignedUp|isPasswordSet|buyerNumber)$`)

// answerTells is what an answer discloses besides texts: the paths of its numbers and booleans, and of its
// top-level lists, whose lengths are counts.
type answerTells struct{ numbers, lists []string }

func answerOf(a *app.App, c web.Call) (out answerTells) {
	schemas := a.API.OpenAPI().Components.Schemas
	op := a.OperationOf(c)
	if op == nil || op.Responses["200"] == nil {
		return out
	}
	var walk func(s *huma.Schema, path string, within []string)
	walk = func(s *huma.Schema, path string, within []string) {
		if s == nil {
			return
		}
		if s.Ref != "" {
			for _, ref := range within {
				if ref == s.Ref {
					return
				}
			}
			walk(schemas.SchemaFromRef(s.Ref), path, append(within[:len(within):len(within)], s.Ref))
			return
		}
		switch s.Type {
		case "integer", "number", "boolean":
			out.numbers = append(out.numbers, path)
		case "array":
			item := s.Items
			if item != nil && item.Ref != "" {
				item = schemas.SchemaFromRef(item.Ref)
			}
			if item != nil && item.Type == "object" && !strings.Contains(path, ".") {
				out.lists = append(out.lists, path+"[]")
			}
			walk(s.Items, path+"[]", within)
		}
		for name, p := range s.Properties {
			if name != "$schema" {
				walk(p, strings.TrimPrefix(path+"."+name, "."), within)
			}
		}
		if p, ok := s.AdditionalProperties.(*huma.Schema); ok {
			walk(p, path+"{}", within)
		}
		for _, some := range [][]*huma.Schema{s.OneOf, s.AnyOf, s.AllOf} {
			for _, p := range some {
				walk(p, path, within)
			}
		}
	}
	for kind, media := range op.Responses["200"].Content {
		if kind == "application/octet-stream" {
			return answerTells{numbers: []string{"file"}}
		}
		walk(media.Schema, "", nil)
	}
	return out
}

func lastName(field string) string {
	field = strings.NewReplacer("[]", "", "{}", "").Replace(field)
	return field[strings.LastIndex(field, ".")+1:]
}

// TestPopulations: populations.tsv says for every number in every answer from which rows it is
// computed, by which predicate they are chosen and which test checks that (domain.md 0.1).
func TestPopulations(t *testing.T) {
	a := app.New(web.Config{})
	text, err := os.ReadFile(populationsFile)
	if err != nil {
		t.Fatal(err)
	}
	sources := readSources(t, "../store/*.go", "*_test.go", "*/*_test.go", "../store/*_test.go", "../app/deal/*_test.go")
	rows := map[string]map[string]bool{}
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "call\t") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 5 || strings.TrimSpace(cells[2]) == "" {
			t.Fatalf("%s: five columns: %q", populationsFile, line)
		}
		if rows[cells[0]] == nil {
			rows[cells[0]] = map[string]bool{}
		}
		if rows[cells[0]][cells[1]] {
			t.Errorf("%s says it twice: %q", populationsFile, line)
		}
		rows[cells[0]][cells[1]] = true
		if predicate := cells[3]; predicate != "-" && !strings.Contains(sources, "func (q *Q) "+predicate+"(") {
			t.Errorf("%s: the store has no predicate %q: %q", populationsFile, predicate, line)
		}
		if !strings.Contains(sources, "func "+cells[4]+"(t *testing.T)") {
			t.Errorf("%s: there is no test %q: %q", populationsFile, cells[4], line)
		}
	}
	for _, c := range a.Table {
		name := c.Method + " " + c.Path
		said, tells := rows[name], answerOf(a, c)
		delete(rows, name)
		known, needsRest, hasCount := map[string]bool{}, false, false
		for _, field := range tells.numbers {
			known[field] = true
			hasCount = hasCount || field == "allCount"
			switch {
			case field == "file" || computed.MatchString(lastName(field)):
				if !said[field] {
					t.Errorf("%s answers with %s: write into %s of which rows it is computed", name, field, populationsFile)
				}
			case !said[field]:
				needsRest = true
			}
		}
		for _, field := range tells.lists {
			known[field] = true
			if !hasCount && !said[field] {
				t.Errorf("%s answers with a list %s: write into %s of which rows", name, field, populationsFile)
			}
		}
		if needsRest != said["*"] {
			t.Errorf("%s answers with other numbers: %v; %s has a row * for it: %v", name, needsRest, populationsFile, said["*"])
		}
		for field := range said {
			if field != "*" && !known[field] {
				t.Errorf("%s names %s of %s, which is not there", populationsFile, field, name)
			}
		}
	}
	for name := range rows {
		t.Errorf("%s names %s, which is not in the table of calls", populationsFile, name)
	}
}

func readSources(t *testing.T, patterns ...string) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(b)
		}
	}
	return all.String()
}

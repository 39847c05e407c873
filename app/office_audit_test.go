package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/audit"
	"tsunagu/app/company"
	"tsunagu/app/history"
	"tsunagu/app/listing"
	"tsunagu/store"
)

// Every event has a name on the screen, as a code means nothing to the office. Events written as
// one literal are read from the source; composed ones are read from the demo world and from the
// world in which every call was made.
func TestAuditNames(t *testing.T) {
	events := map[string]bool{}
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\.Line\("(\w[\w.]*\w)",`).FindAllSubmatch(text, -1) {
			events[string(m[1])] = true
		}
	}
	if len(events) < 50 {
		t.Fatalf("only %d events found in the source", len(events))
	}
	for event := range company.CompanyEvents {
		events[event] = true
	}
	for event := range history.EventReaders {
		events["negotiation."+event] = true
	}
	for event := range listing.ListingEventLabels {
		events["listing_"+event] = true
	}
	for _, p := range []*apptest.Platform{newDemoWorld(t), newAccessWorld(t).thaw(t)} {
		p.Read(func(q *store.Q) error {
			found, err := q.AuditEvents("")
			for _, event := range found {
				events[event] = true
			}
			return err
		})
	}
	for event := range events {
		if label := audit.Label(event); label == event {
			t.Errorf("%q has no name on the screen", event)
		}
	}
}

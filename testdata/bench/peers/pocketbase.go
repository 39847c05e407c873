package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// pocketBase serves a collection of the cards. It has no bit operations, so classes and regions are a
// column of their own each; every sort of the bench has an index that covers what filters ask for.
func pocketBase(address, dir, cards string) error {
	app := pocketbase.NewWithConfig(pocketbase.Config{DefaultDataDir: dir, HideStartBanner: true})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	settings := app.Settings()
	settings.Logs.MaxDays = 0 // a request leaves no line in a database
	settings.RateLimits.Enabled = false
	if err := app.Save(settings); err != nil {
		return err
	}
	if _, err := app.FindCollectionByNameOrId("cards"); err != nil {
		if err := makeCards(app, cards); err != nil {
			return err
		}
	}
	return apis.Serve(app, apis.ServeConfig{HttpAddr: address, ShowStartBanner: false})
}

func makeCards(app core.App, cards string) error {
	c := core.NewBaseCollection("cards")
	c.ListRule = types.Pointer("") // nobody is checked
	c.Fields.Add(&core.BoolField{Name: "visible"}, &core.TextField{Name: "name"}, &core.TextField{Name: "text", Max: 100_000})
	filters := []string{"pref", "price", "priceTo", "due"}
	for _, name := range []string{"seq", "published", "pref", "price", "priceTo", "due", "profit", "sales", "staffFrom", "staffTo"} {
		c.Fields.Add(&core.NumberField{Name: name})
	}
	columns, values := []string{"id", "visible", "name", "text", "seq", "published", "pref", "price", "priceTo", "due", "profit", "sales", "staffFrom", "staffTo"},
		[]string{"id", "visible", "name", "text", "seq", "published", "pref", "price", "price_to", "due", "profit", "sales", "staff_from", "staff_to"}
	for bit := range 13 {
		name := fmt.Sprintf("c%d", 11+bit)
		c.Fields.Add(&core.BoolField{Name: name})
		columns, values, filters = append(columns, name), append(values, fmt.Sprintf("industry >> %d & 1", bit)), append(filters, name)
	}
	for bit := range 13 {
		name := fmt.Sprintf("r%d", bit)
		c.Fields.Add(&core.BoolField{Name: name})
		columns, values, filters = append(columns, name), append(values, fmt.Sprintf("regions >> %d & 1", bit)), append(filters, name)
	}
	for i, sort := range []string{"published DESC, seq DESC", "price DESC, priceTo DESC, seq DESC", "due DESC, seq DESC", "name DESC, seq DESC", "profit DESC, seq DESC"} {
		leading := strings.NewReplacer(" DESC", "", " ", "").Replace(sort)
		covers := []string{"id"}
		for _, f := range filters {
			if !strings.Contains(","+leading+",", ","+f+",") {
				covers = append(covers, f)
			}
		}
		c.Indexes = append(c.Indexes, fmt.Sprintf("CREATE INDEX cards_%d ON cards (visible, %s, %s)", i, sort, strings.Join(covers, ", ")))
	}
	if err := app.Save(c); err != nil {
		return err
	}
	if _, err := os.Stat(cards); err != nil {
		return err
	}
	db := app.NonconcurrentDB()
	for _, q := range []string{
		"ATTACH '" + filepath.ToSlash(cards) + "' AS from_db",
		"INSERT INTO cards (" + strings.Join(columns, ", ") + ") SELECT " + strings.Join(values, ", ") + " FROM from_db.card",
		"DETACH from_db",
		"ANALYZE",
	} {
		if _, err := db.NewQuery(q).Execute(); err != nil {
			return fmt.Errorf("%w in %s", err, q)
		}
	}
	return nil
}

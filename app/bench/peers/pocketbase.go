package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// pocketBase serves a collection for each table of cards. It has no bit operations, so each bit is
// a column; every order of the bench has an index that covers the filters' columns.
func pocketBase(address, dir, cards string) error {
	app := pocketbase.NewWithConfig(pocketbase.Config{DefaultDataDir: dir, HideStartBanner: true})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	settings := app.Settings()
	settings.Logs.MaxDays = 0 // no log of requests in the database
	settings.RateLimits.Enabled = false
	if err := app.Save(settings); err != nil {
		return err
	}
	from, tables, err := cardTables(cards)
	if err != nil {
		return err
	}
	from.Close()
	for i := range tables {
		c, err := app.FindCollectionByNameOrId(tables[i].name)
		if err == nil {
			// A collection that was created but not filled is created again.
			var n int
			if err := app.DB().NewQuery("SELECT count(*) FROM (SELECT 1 FROM " + tables[i].name + " LIMIT 1)").Row(&n); err != nil || n > 0 {
				if err != nil {
					return err
				}
				continue
			}
			if err := app.Delete(c); err != nil {
				return err
			}
		}
		if err := makeCards(app, &tables[i], cards); err != nil {
			return err
		}
	}
	return apis.Serve(app, apis.ServeConfig{HttpAddr: address, ShowStartBanner: false})
}

func makeCards(app core.App, t *table, cards string) error {
	c := core.NewBaseCollection(t.name)
	c.ListRule = types.Pointer("") // open to everybody
	var columns, values, unindexed []string
	for _, x := range t.columns {
		switch x.kind {
		case "BITS":
			for bit := range bitsOf {
				name := fmt.Sprintf("%s%d", x.name, bit)
				c.Fields.Add(&core.BoolField{Name: name})
				columns, values = append(columns, name), append(values, fmt.Sprintf("%s >> %d & 1", x.name, bit))
			}
			continue
		case "FLAG":
			c.Fields.Add(&core.BoolField{Name: x.name})
		case "INTEGER", "TIME":
			c.Fields.Add(&core.NumberField{Name: x.name})
		default:
			if x.name != "id" {
				c.Fields.Add(&core.TextField{Name: x.name, Max: 1_000_000})
			}
		}
		columns, values = append(columns, x.name), append(values, x.name)
	}
	for _, statement := range t.indexes {
		m := indexed.FindStringSubmatch(statement)
		if m == nil {
			return fmt.Errorf("not understood: %s", statement)
		}
		covers := []string{}
		for part := range strings.SplitSeq(m[3], ", ") {
			x, err := t.column(strings.TrimSuffix(part, " DESC"))
			if err != nil {
				return err
			}
			if x.kind != "BITS" {
				covers = append(covers, part)
				continue
			}
			for bit := range bitsOf {
				covers = append(covers, fmt.Sprintf("%s%d", x.name, bit))
			}
		}
		unindexed = append(unindexed, "DROP INDEX "+m[1])
		c.Indexes = append(c.Indexes, fmt.Sprintf("CREATE INDEX %s ON %s (%s, id)", m[1], m[2], strings.Join(covers, ", ")))
	}
	if err := app.Save(c); err != nil {
		return err
	}
	db := app.NonconcurrentDB()
	// In one transaction; the indexes are built afterwards from sorted rows.
	statements := slices.Concat([]string{"ATTACH '" + filepath.ToSlash(cards) + "' AS from_db", "BEGIN"}, unindexed,
		[]string{"INSERT INTO " + t.name + " (" + strings.Join(columns, ", ") + ") SELECT " + strings.Join(values, ", ") + " FROM from_db." +
			t.name}, c.Indexes, []string{"COMMIT", "DETACH from_db", "ANALYZE"})
	for _, q := range statements {
		if _, err := db.NewQuery(q).Execute(); err != nil {
			return fmt.Errorf("%w in %s", err, q)
		}
	}
	return nil
}

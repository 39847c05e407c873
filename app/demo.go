package app

import (
	"context"
	"io/fs"

	"tsunagu/store"
)

// DemoLogins is the table that `tsunagu demo` prints.
func DemoLogins() string { return "" }

// BuildDemo makes the demo network from the CSV files of world.
func (a *App) BuildDemo(ctx context.Context, world fs.FS) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		empty, err := tx.IsEmpty()
		if err != nil || !empty {
			return err
		}
		return a.setUpNetwork(tx, "つなぐデモネットワーク", "office@demo.example.jp")
	})
}

package program

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tsunagu/app"
	"tsunagu/app/demo"
	"tsunagu/app/web"
	"tsunagu/store"
)

// growDemo makes a demo of a size for an empty folder, and prints its progress. It is built in a
// folder beside it and renamed at the end, so that there is never an incomplete one.
func growDemo(ctx context.Context, dir, base string, size demo.DemoSize) error {
	if _, err := os.Stat(filepath.Join(dir, store.DatabaseFile)); err == nil {
		return nil // existing data stays as it is
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("フォルダが空ではありません: %w", err)
	}
	growing := filepath.Clean(dir) + ".growing"
	if err := os.RemoveAll(growing); err != nil {
		return err
	}
	begin := time.Now()
	if err := growInto(ctx, growing, base, size, begin); err != nil {
		return errors.Join(err, os.RemoveAll(growing))
	}
	if err := os.Rename(growing, dir); err != nil {
		return err
	}
	file, err := os.Stat(filepath.Join(dir, store.DatabaseFile))
	if err == nil {
		fmt.Printf("  データベース %d MB（%d秒）\n", file.Size()>>20, int(time.Since(begin).Seconds()))
	}
	return err
}

func growInto(ctx context.Context, dir, base string, size demo.DemoSize, begin time.Time) (err error) {
	st, err := store.Open(ctx, dir, store.Options{Clock: built.Clock, NoIndex: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	keys, err := loadKeys(ctx, st)
	if err != nil {
		return err
	}
	a := app.New(web.Config{Store: st, Keys: keys, BaseURL: base, Demo: true})
	if err := demo.In(a.Platform).BuildDemo(ctx, built.World); err != nil {
		return err
	}
	last := time.Time{}
	return demo.In(a.Platform).GrowDemo(ctx, built.World, size, func(what string, done, of int) {
		if now := time.Now(); now.Sub(last) > 2*time.Second || done == of {
			fmt.Printf("  %s %d / %d（%d秒）\n", what, done, of, int(now.Sub(begin).Seconds()))
			last = now
		}
	})
}

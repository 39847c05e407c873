package upkeep

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tsunagu/app/backup"
	"tsunagu/store"
)

// Backups are the backups in a folder, the newest first.
func Backups(dir string) ([]BackupFile, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []BackupFile
	for _, e := range entries {
		k, ok := backup.ParseName(e.Name())
		if !ok {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // rotated away meanwhile
		}
		if err != nil {
			return nil, err
		}
		if info.Mode().IsRegular() {
			out = append(out, BackupFile{k, info.Size()})
		}
	}
	slices.SortFunc(out, func(a, b BackupFile) int { return cmp.Or(b.Time.Compare(a.Time), cmp.Compare(b.Name, a.Name)) })
	return out, nil
}

// BackupFile is a backup in a folder.
type BackupFile struct {
	backup.Kept
	Size int64
}

func rotate(dir string) (n int, err error) {
	files, err := Backups(dir)
	if err != nil {
		return 0, err
	}
	all := make([]backup.Kept, len(files))
	for i := range files {
		all[i] = files[i].Kept
	}
	for _, k := range backup.Expired(all, store.JST) {
		if err := os.Remove(filepath.Join(dir, k.Name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return n, err
		}
		n++
	}
	return n, nil
}

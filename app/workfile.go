package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tsunagu/store"
)

// workDir is the folder, inside the data folder, of files that live for one answer only.
const workDir = "work"

// workFolder makes a folder for the files of one answer. Nobody but this process reads it.
func (a *App) workFolder(pattern string) (string, error) {
	base := filepath.Join(a.store.Dir(), workDir)
	err := os.MkdirAll(base, 0o700)
	if err == nil {
		var dir string
		if dir, err = os.MkdirTemp(base, pattern); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}

// sweepWork removes what a crash left behind. The data folder has one process at a time.
func (a *App) sweepWork() {
	if err := os.RemoveAll(filepath.Join(a.store.Dir(), workDir)); err != nil {
		a.log.Warn("work folder", "err", err)
	}
}

// openWork is a finished file as a download that takes its folder with it.
func openWork(dir, path, name, mediaType string) (*download, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &download{name: name, mediaType: mediaType, size: info.Size(), body: &workFile{f, dir}}, nil
}

// workFile removes its folder when it is closed.
type workFile struct {
	*os.File
	dir string
}

func (w *workFile) Close() error { return errors.Join(w.File.Close(), os.RemoveAll(w.dir)) }

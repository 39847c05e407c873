package app

import (
	"errors"
	"fmt"
	"os"

	"tsunagu/store"
)

// spoolFolder makes a folder among the files under way, for an answer that takes several of them.
func (a *Platform) spoolFolder() (string, error) {
	err := os.MkdirAll(a.spoolDir(), 0o700)
	if err == nil {
		var dir string
		if dir, err = os.MkdirTemp(a.spoolDir(), "folder-*"); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}

// openSpooled is a finished file of a folder as a download that takes the folder with it.
func openSpooled(dir, path, name, mediaType string) (*download, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &download{name: name, mediaType: mediaType, size: info.Size(), body: &spooledFolder{f, dir}}, nil
}

// spooledFolder is a file whose folder is gone when it is closed.
type spooledFolder struct {
	*os.File
	dir string
}

func (s *spooledFolder) Close() error { return errors.Join(s.File.Close(), os.RemoveAll(s.dir)) }

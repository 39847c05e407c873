package web

import (
	"errors"
	"fmt"
	"os"

	"tsunagu/store"
)

// SpoolFolder makes a folder among the files under way, for an answer that takes several of them.
func (a *Platform) SpoolFolder() (string, error) {
	err := os.MkdirAll(a.SpoolDir(), 0o700)
	if err == nil {
		var dir string
		if dir, err = os.MkdirTemp(a.SpoolDir(), "folder-*"); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}

// OpenSpooled is a finished file of a folder as a download that takes the folder with it.
func OpenSpooled(dir, path, name, mediaType string) (*Download, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Download{Name: name, MediaType: mediaType, Size: info.Size(), Body: &spooledFolder{f, dir}}, nil
}

// spooledFolder is a file whose folder is gone when it is closed.
type spooledFolder struct {
	*os.File
	dir string
}

func (s *spooledFolder) Close() error { return errors.Join(s.File.Close(), os.RemoveAll(s.dir)) }

//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// lockFile takes a lock on a file of its own, never on the database: closing a second
// descriptor of the live database would drop SQLite's own locks (trust.md Storage).
func lockFile(dir, name string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrInUse
		}
		return nil, err
	}
	return f, nil
}

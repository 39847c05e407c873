//go:build unix

package store

import (
	"os"
)

// SyncFolder makes a rename durable.
func SyncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

//go:build unix

package store

import "golang.org/x/sys/unix"

// FreeBytes is how much the disk of a folder still takes from us.
func FreeBytes(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}

//go:build unix

package store

import "golang.org/x/sys/unix"

// FreeBytes is how many bytes this process can still write on the disk of a folder.
func FreeBytes(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}

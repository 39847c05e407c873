package store

import "golang.org/x/sys/windows"

// FreeBytes: see disk_unix.go.
func FreeBytes(dir string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	return free, windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
}

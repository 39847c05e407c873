package store

// SyncFolder: Windows cannot sync a folder; its file system journals the rename itself.
func SyncFolder(string) error { return nil }

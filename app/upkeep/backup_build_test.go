package upkeep_test

import (
	"path/filepath"

	"tsunagu/app/apptest"
	"tsunagu/app/backup"
	"tsunagu/app/upkeep"
	"tsunagu/store"
)

// backUp makes a backup now and returns its path.
func backUp(p *apptest.Platform) string {
	p.T.Helper()
	b, err := upkeep.MakeBackup(p.T.Context(), upkeep.BackupInput{Data: p.App.Store.Dir(), To: p.App.BackupDir, Version: "test",
		Label: backup.ByHand, Now: p.Clock.Now()})
	if err != nil {
		p.T.Fatal(err)
	}
	return b.Path
}

// identity writes a pair of keys and has the network encrypt to it; it returns the private key's file.
func identity(p *apptest.Platform) string {
	p.T.Helper()
	file := filepath.Join(p.T.TempDir(), "identity.txt")
	recipient, err := backup.NewKey(file)
	if err != nil {
		p.T.Fatal(err)
	}
	p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingBackupKey, recipient, "") })
	return file
}

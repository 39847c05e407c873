package app

import (
	"context"
	"fmt"

	"tsunagu/app/backup"
	"tsunagu/store"
)

// backUp makes a backup and takes old ones away.
func (a *App) backUp(r *jobRun) error {
	label := backup.Scheduled
	if r.byHand {
		label = backup.ByHand
	}
	b, err := MakeBackup(r.Context, BackupInput{Data: a.Store.Dir(), To: a.BackupDir, Version: a.Version, Label: label, Now: r.began, Rotate: true, Progress: r.progress})
	if err != nil {
		return err
	}
	r.did("作ったバックアップ", 1)
	r.did("添付ファイル", b.Attachments)
	r.did("消した古いバックアップ", b.Expired)
	if n := len(b.Damaged); n > 0 {
		return &told{fmt.Sprintf("バックアップは作りましたが、添付ファイルのうち%d件が、なくなっているか、書き換わっています。サーバの管理者に、tsunagu check で確かめてもらってください。以前のバックアップに残っている可能性があります。", n), nil}
	}
	return nil
}

// clearKilled takes away what a backup left that died with its process.
func (a *App) clearKilled() {
	if a.Store == nil { // only the call table is wanted
		return
	}
	if err := clearKilledBackups(a.Store.Dir(), a.BackupDir); err != nil {
		a.Log.Error("backup", "err", err)
	}
}

// ReleaseMail lets mail be sent again after a restore, from the machine itself.
func ReleaseMail(ctx context.Context, st *store.Store, drop bool) (dropped int64, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error { dropped, err = releaseMail(tx, system, drop); return err })
	return dropped, err
}

func releaseMail(tx *store.Tx, by actor, drop bool) (int64, error) {
	n, err := tx.ReleaseMail(drop, by.id())
	if err != nil {
		return 0, err
	}
	return n, tx.AddAudit(by.line("mail_released", "network", "network", "ok", fmt.Sprintf("not sent %d", n)))
}

package upkeep

import (
	"context"
	"fmt"

	"tsunagu/app/backup"
	"tsunagu/app/web"
	"tsunagu/store"
)

// BackUp makes a backup and takes old ones away.
func (a Room) BackUp(r *web.JobRun) error {
	label := backup.Scheduled
	if r.ByHand {
		label = backup.ByHand
	}
	b, err := MakeBackup(r.Context, BackupInput{Data: a.Store.Dir(), To: a.BackupDir, Version: a.Version, Label: label, Now: r.Began,
		Rotate: true, Progress: r.Progress})
	if err != nil {
		return err
	}
	r.Did("作ったバックアップ", 1)
	r.Did("添付ファイル", b.Attachments)
	r.Did("消した古いバックアップ", b.Expired)
	if n := len(b.Damaged); n > 0 {
		return &web.OfficeError{Text: fmt.Sprintf("バックアップは作りましたが、添付ファイルのうち%d件が、なくなっているか、書き換わっています。サーバの管理者に、tsunagu check で確かめてもらってください。以前のバックアップに残っている可能性があります。", n), Err: nil}
	}
	return nil
}

// ClearKilled takes away what a backup left that died with its process.
func (a Room) ClearKilled() {
	if a.Store == nil { // only the call table is wanted
		return
	}
	if err := clearKilledBackups(a.Store.Dir(), a.BackupDir); err != nil {
		a.Log.Error("backup", "err", err)
	}
}

// ReleaseMail lets mail be sent again after a restore, from the machine itself.
func ReleaseMail(ctx context.Context, st *store.Store, drop bool) (dropped int64, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error { dropped, err = ReleaseMailBy(tx, web.System, drop); return err })
	return dropped, err
}

func ReleaseMailBy(tx *store.Tx, by web.Actor, drop bool) (int64, error) {
	n, err := tx.ReleaseMail(drop, by.ID())
	if err != nil {
		return 0, err
	}
	return n, tx.AddAudit(by.Line("mail_released", "network", "network", "ok", fmt.Sprintf("not sent %d", n)))
}

package office

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tsunagu/app/backup"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/signin"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeBackup is one backup file in the backup folder.
type officeBackup struct {
	Name        string `json:"name"`
	Time        string `json:"time" doc:"UTC"`
	Size        int64  `json:"size" doc:"バイト"`
	Kind        string `json:"kind" enum:"scheduled,hand,update"`
	IsEncrypted bool   `json:"isEncrypted" doc:"ダウンロードできる"`
}

// officeBackups is what the office's screen shows of the backups.
type officeBackups struct {
	Folder        string         `json:"folder" doc:"つなぐが動いているコンピュータでの場所"`
	BackupList    []officeBackup `json:"backupList" doc:"新しい順"`
	TotalSize     int64          `json:"totalSize"`
	FreeSize      int64          `json:"freeSize" doc:"空き容量"`
	Recipient     string         `json:"recipient" doc:"公開鍵。空は暗号化しない"`
	IsMailHeld    bool           `json:"isMailHeld" doc:"復元のあと、メールの送信を止めている"`
	HeldSince     string         `json:"heldSince" doc:"復元した日時（UTC）"`
	HeldMailCount int            `json:"heldMailCount" doc:"復元のときに送信を待っていたメール"`
	Job           officeJob      `json:"job"`
	IsOld         bool           `json:"isOld" doc:"最後のバックアップから1日以上たった"`
	Replica       officeReplica  `json:"replica"`
}

type officeBackupKey struct {
	Recipient string `json:"recipient" maxLength:"200" doc:"age の公開鍵。空は暗号化しない"`
	Password  string `json:"password,omitempty" doc:"今のパスワード。空は、少し前の本人確認による"`
	Code      string `json:"code,omitempty" doc:"2段階認証を設定しているとき、確認コードかリカバリーコード"`
}

type officeBackupDownload struct {
	Name     string `json:"name" maxLength:"100"`
	Password string `json:"password,omitempty" doc:"今のパスワード。空は、少し前の本人確認による"`
	Code     string `json:"code,omitempty" doc:"2段階認証を設定しているとき、確認コードかリカバリーコード"`
}

type officeMailRelease struct {
	IsDropped bool `json:"isDropped" doc:"復元のときに送信を待っていたメールは送らない"`
}

// backupOld is the age of the newest backup from which the screen warns the office.
const backupOld = 24 * time.Hour

func (a Room) BackupCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetBackupList", web.ADM, "バックアップ", "バックアップの一覧と、メールの送信を止めているか"),
		func(r *web.Request, _ *struct{}) (*officeBackups, error) {
			return web.Reading(r, func(q *store.Q) (*officeBackups, error) { return a.officeBackups(q) })
		})
	row := signin.InBody(web.OfficeCall("PUT", "UpdateBackupKey", web.ADM, "ネットワーク", "バックアップを暗号化する公開鍵の登録・削除"))
	row.MaxBody = 4 << 10
	web.Add(a.Platform, row, func(r *web.Request, in *struct{ Body officeBackupKey }) (web.Nothing, error) {
		return web.Nothing{}, a.saveBackupKey(r, &in.Body)
	})
	web.AddFile(a.Platform, signin.InBody(web.OfficeCall("POST", "DownloadBackup", web.ADM, "暗号化したバックアップ", "バックアップのダウンロード")),
		func(r *web.Request, in *struct{ Body officeBackupDownload }) (*web.Download, error) {
			return a.downloadBackup(r, &in.Body)
		})
	web.Add(a.Platform, web.OfficeCall("POST", "ReleaseMail", web.ADM, "ネットワーク", "復元のあとで止めているメールの送信の再開"),
		func(r *web.Request, in *struct{ Body officeMailRelease }) (web.Nothing, error) {
			defer a.Nudge()
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { _, err := upkeep.ReleaseMailBy(tx, r.Actor, in.Body.IsDropped); return err })
		})
}

func (a Room) officeBackups(q *store.Q) (*officeBackups, error) {
	files, err := upkeep.Backups(a.BackupDir)
	if err != nil {
		return nil, err
	}
	out := &officeBackups{Folder: a.BackupDir, BackupList: []officeBackup{}, Replica: a.officeReplica()}
	for _, f := range files {
		out.TotalSize += f.Size
		kind := "scheduled"
		if f.Label != backup.Scheduled {
			kind = string(f.Label)
		}
		out.BackupList = append(out.BackupList, officeBackup{f.Name, web.ServerTime(f.Time), f.Size, kind, f.IsEncrypted})
	}
	where := a.BackupDir
	if len(files) == 0 { // the folder may not exist yet
		where = a.Store.Dir()
	}
	free, err := store.FreeBytes(where)
	if err != nil {
		return nil, err
	}
	out.FreeSize = int64(free)
	out.IsOld = len(files) > 0 && q.Now().Sub(files[0].Time) > backupOld
	if out.Recipient, err = q.Setting(store.SettingBackupKey); err != nil {
		return nil, err
	}
	h, err := q.Held()
	if err != nil {
		return nil, err
	}
	out.IsMailHeld, out.HeldSince, out.HeldMailCount = !h.Since.IsZero(), web.ServerTime(h.Since), h.Waiting
	jobs, err := a.officeJobs(q)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(jobs.JobList, func(j officeJob) bool { return j.Name == "backup" })
	out.Job = jobs.JobList[i]
	return out, nil
}

// saveBackupKey sets the public key that backups are encrypted to: the holder of the private key can
// read everything in them. Therefore the call asks for a proof, and the office's other
// users are told.
func (a Room) saveBackupKey(r *web.Request, in *officeBackupKey) error {
	if err := signin.In(a.Platform).MayGoOn(r, in.Password, in.Code); err != nil {
		return err
	}
	in.Recipient = strings.TrimSpace(in.Recipient)
	if in.Recipient != "" {
		if problem := backup.CheckRecipient(in.Recipient); problem != "" {
			return web.Invalid("recipient", problem)
		}
	}
	return signin.In(a.Platform).AfterProof(r, in.Password, in.Code, func(tx *store.Tx, u *store.User) error {
		before, err := tx.Setting(store.SettingBackupKey)
		if err != nil {
			return err
		}
		if before == in.Recipient {
			return web.Conflict("unchanged", "公開鍵は、いまのものと同じです。")
		}
		if err := tx.SetSetting(store.SettingBackupKey, in.Recipient, u.ID); err != nil {
			return err
		}
		if err := a.tellOffice(tx, mail.BackupKeyChanged, "/office/backup"); err != nil {
			return err
		}
		return tx.AddAudit(r.Line("backup_key_changed", "network", "network", "ok", in.Recipient))
	})
}

// downloadBackup hands out an encrypted backup; with an unencrypted one, whoever holds the file
// could read all of the network's secrets. The download is logged before the first byte is sent.
func (a Room) downloadBackup(r *web.Request, in *officeBackupDownload) (*web.Download, error) {
	if err := signin.In(a.Platform).MayGoOn(r, in.Password, in.Code); err != nil {
		return nil, err
	}
	files, err := upkeep.Backups(a.BackupDir)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(files, func(f upkeep.BackupFile) bool { return f.Name == in.Name })
	if i < 0 {
		return nil, store.ErrNotFound
	}
	if !files[i].IsEncrypted {
		return nil, web.Conflict(deal.NotAllowed, "暗号化していないバックアップは、ダウンロードできません。公開鍵を登録してから、新しいバックアップを作ってください。")
	}
	if err := signin.In(a.Platform).AfterProof(r, in.Password, in.Code, func(tx *store.Tx, _ *store.User) error {
		return tx.AddAudit(r.Line("backup_downloaded", "backup", in.Name, "ok", ""))
	}); err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(a.BackupDir, in.Name))
	if os.IsNotExist(err) {
		return nil, store.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &web.Download{Name: in.Name, MediaType: "application/octet-stream", Size: files[i].Size, Body: f}, nil
}

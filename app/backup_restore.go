package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/backup"
	"tsunagu/app/deal"
	"tsunagu/app/replica"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// RestoreInput says which backup is restored, where and how.
type RestoreInput struct {
	File, Data string
	Replica    string // instead of a file: the address of a replica's target
	ReplicaKey string // file with what the target asks for
	Identity   string // file with the private key, for an encrypted backup
	Key        string // the old key file, if the backup has none
	NewKey     bool   // the old key file is lost: make a new one
	SetAside   bool   // keep what is in the folder, in a folder of its own
	BaseURL    string // base of the links for the office's users, with a new key file
	Clock      func() time.Time
}

// RestoreResult is what a restore did.
type RestoreResult struct {
	Manifest     *backup.Manifest
	Attachments  int
	Damaged      []string // attachments that were damaged before the backup was made
	Sessions     int64    // number of sessions that were ended
	HeldMails    int
	Aside        string      // folder of the data that was there before; "" for none
	NewPasswords [][2]string // with a new key file: the office's users and their links
}

const RestorePrefix = ".restore-"

// Restore builds a data folder from a backup. Everything is unpacked, verified and prepared in a
// temporary folder on the same disk; only then it is moved to its place, the database last. Sessions
// are ended, earlier tokens are invalid, and mail is held until the office releases it: mails that
// were queued when the backup was made may have been sent long ago.
func Restore(ctx context.Context, in RestoreInput) (out *RestoreResult, err error) {
	if err := os.MkdirAll(in.Data, 0o700); err != nil {
		return nil, err
	}
	lock, err := store.Lock(in.Data, store.LockFile)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	old, err := dataIn(in.Data)
	if err != nil {
		return nil, err
	}
	if len(old) > 0 && !in.SetAside {
		return nil, &web.OfficeError{Text: fmt.Sprintf("%s にはすでにデータがあります。上書きはしません。別のフォルダを -data で指定するか、いまのデータを同じフォルダの中に取り分けてから復元するときは -set-aside を付けてください。", in.Data), Err: nil}
	}
	identities, err := backup.Identities(in.Identity)
	if err != nil {
		return nil, err
	}
	left, err := filepath.Glob(filepath.Join(in.Data, RestorePrefix+"*"))
	if err != nil {
		return nil, err
	}
	for _, path := range left { // temporary folders of a restore that was killed
		if err := os.RemoveAll(path); err != nil {
			return nil, err
		}
	}
	dir, err := os.MkdirTemp(in.Data, RestorePrefix+"*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out = &RestoreResult{}
	if in.Replica != "" {
		out.Manifest, err = replica.Fetch(ctx, in.Replica, in.ReplicaKey, identities, dir)
	} else {
		out.Manifest, err = upkeep.Unpack(ctx, in.File, identities, dir)
	}
	if err != nil {
		return nil, err
	}
	keys, isNew, err := restoredKeys(in, dir)
	if err != nil {
		return nil, err
	}
	report, err := upkeep.CheckFolder(ctx, dir, nil)
	if err != nil {
		return nil, fmt.Errorf("バックアップの中のデータを使えません: %w", err)
	}
	if missing := upkeep.WithoutKnown(report.Damaged, out.Manifest.Damaged); len(missing) > 0 {
		return nil, &web.OfficeError{Text: fmt.Sprintf("バックアップの添付ファイルのうち%d件が、データベースの記録と合いません。別のバックアップを使ってください。", len(missing)), Err: nil}
	}
	out.Attachments, out.Damaged = report.Attachments, report.Damaged
	if err := out.prepare(ctx, in, dir, keys, isNew); err != nil {
		return nil, err
	}
	if len(old) > 0 {
		if out.Aside, err = setAside(in, old); err != nil {
			return nil, err
		}
	}
	if err := store.RemoveKeptIndex(in.Data, ""); err != nil { // it belongs to the previous data
		return nil, err
	}
	if err := replica.Forget(in.Data); err != nil {
		return nil, err
	}
	// From a target also who the folder is there: the next start with it takes the lead.
	if _, err := os.Stat(filepath.Join(dir, replica.OwnFile)); err == nil {
		if err := os.Rename(filepath.Join(dir, replica.OwnFile), filepath.Join(in.Data, replica.OwnFile)); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{store.FilesDir, auth.KeyFile, store.DatabaseFile} { // the database last: without it nothing starts
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(in.Data, name)); err != nil {
			return nil, err
		}
	}
	return out, store.SyncFolder(in.Data)
}

// dataIn are the parts of a network's data in a folder. An empty folder of attachments, which every
// start creates, and a key file alone do not prevent a restore.
func dataIn(dir string) (names []string, err error) {
	for _, name := range []string{store.DatabaseFile, store.DatabaseFile + "-wal", store.DatabaseFile + "-shm", store.FilesDir} {
		info, err := os.Stat(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			entries, err := os.ReadDir(filepath.Join(dir, name))
			if err != nil {
				return nil, err
			}
			if len(entries) == 0 {
				if err := os.Remove(filepath.Join(dir, name)); err != nil {
					return nil, err
				}
				continue
			}
		}
		names = append(names, name)
	}
	return names, nil
}

// setAside moves the data in the folder into a new folder inside it. The key file is copied: the
// restored data continues to use it, with another signing key.
func setAside(in RestoreInput, names []string) (string, error) {
	to := filepath.Join(in.Data, "replaced-"+in.Clock().UTC().Format("20060102T150405Z"))
	if err := os.Mkdir(to, 0o700); err != nil {
		return "", err
	}
	if raw, err := os.ReadFile(filepath.Join(in.Data, auth.KeyFile)); err == nil {
		key, err := os.CreateTemp(to, ".key-*")
		if err != nil {
			return "", err
		}
		if _, err := key.Write(raw); err != nil {
			return "", errors.Join(err, key.Close())
		}
		if err := web.KeepDurably(key, filepath.Join(to, auth.KeyFile)); err != nil {
			return "", err
		}
	}
	for _, name := range names {
		if err := os.Rename(filepath.Join(in.Data, name), filepath.Join(to, name)); err != nil {
			return "", err
		}
	}
	return to, store.SyncFolder(to)
}

// restoredKeys writes the key file of the restored data, from the first that exists: the backup's,
// the given one, the one in the folder; or, if allowed, a new one.
func restoredKeys(in RestoreInput, dir string) (keys *auth.Keys, isNew bool, err error) {
	inside := filepath.Join(dir, auth.KeyFile)
	for _, from := range []string{inside, in.Key, filepath.Join(in.Data, auth.KeyFile)} {
		if from == "" {
			continue
		}
		raw, err := os.ReadFile(from)
		if errors.Is(err, fs.ErrNotExist) && from != in.Key {
			continue
		}
		if err != nil {
			return nil, false, fmt.Errorf("鍵ファイルを読めません: %w", err)
		}
		keys, err = auth.RestoreKeys(from, raw, dir)
		return keys, false, err
	}
	if !in.NewKey {
		return nil, false, &web.OfficeError{Text: fmt.Sprintf("このバックアップには鍵ファイル（%s）が入っていません（暗号化したバックアップにだけ入ります）。元のサーバの鍵ファイルを -key で指定してください。"+
			"どこにも残っていないときは、-new-key を付けると新しい鍵を作って復元します。そのときは、全員のパスワードと2段階認証が使えなくなり、一人ずつ設定し直すことになります。", auth.KeyFile), Err: auth.ErrNoKeyFile}
	}
	keys, err = auth.LoadKeys(dir)
	return keys, true, err
}

// prepare migrates the unpacked data to this program's schema and makes the changes of a restore.
func (out *RestoreResult) prepare(ctx context.Context, in RestoreInput, dir string, keys *auth.Keys, isNew bool) (err error) {
	if err := os.MkdirAll(filepath.Join(dir, store.FilesDir), 0o700); err != nil {
		return err
	}
	st, err := store.Open(ctx, dir, store.Options{Clock: in.Clock, NoIndex: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	a := New(web.Config{Store: st, Keys: keys, BaseURL: in.BaseURL})
	return st.Write(ctx, func(tx *store.Tx) error {
		mark, err := tx.Setting(store.SettingKeyMark)
		if err != nil {
			return err
		}
		detail := out.Manifest.Time.Format(time.RFC3339)
		switch {
		case isNew:
			detail += " new key file"
			if err := a.forgetKeys(tx, out); err != nil {
				return err
			}
		case mark != "" && mark != keys.Mark():
			return &web.OfficeError{Text: "この鍵ファイルは、バックアップのデータのものではありません。元のサーバの鍵ファイルを -key で指定してください。", Err: nil}
		}
		// The chains are verified with the keys that signed them.
		if err := upkeep.VerifyChains(&tx.Q, func() (*auth.Keys, error) { return keys, nil }); err != nil {
			return err
		}
		if out.Sessions, err = tx.EndAllSessions("restored"); err != nil {
			return err
		}
		if err := tx.BreakOffRuns(store.RunStopped); err != nil { // at least the backup job was running
			return err
		}
		if err := tx.HoldMail(); err != nil {
			return err
		}
		if err := tx.RenewEvents(store.NewID()); err != nil {
			return err
		}
		h, err := tx.Held()
		if err != nil {
			return err
		}
		out.HeldMails = h.Waiting
		return tx.AddAudit(web.System.Line("restored", "network", "network", "ok", detail))
	})
}

// forgetKeys deletes what only the lost key file could decrypt, and creates a link for a new
// password for each user of the office.
func (a *App) forgetKeys(tx *store.Tx, out *RestoreResult) error {
	if err := tx.ForgetSealed(a.Keys.SignCheckpoint); err != nil {
		return err
	}
	if err := tx.SetSetting(store.SettingKeyMark, a.Keys.Mark(), ""); err != nil {
		return err
	}
	users, err := tx.UsersOfRole(int(deal.RoleADM), int(deal.UserEnabled))
	if err != nil {
		return err
	}
	for i := range users {
		u := &users[i]
		link, _, err := a.NewLink(tx, &store.LinkKey{Kind: store.LinkPassword, SubjectID: u.ID, UserID: u.ID}, "/password-set", web.SetupLife,
			false)
		if err != nil {
			return err
		}
		out.NewPasswords = append(out.NewPasswords, [2]string{u.LoginID, link})
	}
	return nil
}

// BindKeys stores the key file's mark in the database at the first start, and refuses any other key
// file later: with a wrong pepper every password would be wrong.
func (a *App) BindKeys(ctx context.Context) error {
	var mark string
	if err := a.Store.Read(ctx, func(q *store.Q) (err error) { mark, err = q.Setting(store.SettingKeyMark); return err }); err != nil {
		return err
	}
	switch mark {
	case a.Keys.Mark():
		return nil
	case "":
		return a.Store.Write(ctx, func(tx *store.Tx) error { return tx.SetSetting(store.SettingKeyMark, a.Keys.Mark(), "") })
	}
	return &auth.ErrOtherKeys{Dir: a.Store.Dir()}
}

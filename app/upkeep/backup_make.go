package upkeep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/backup"
	"tsunagu/app/web"
	"tsunagu/store"
)

// BackupInput says what to back up and where to.
type BackupInput struct {
	Data, To string
	Version  string
	Label    backup.Label
	Now      time.Time
	Rotate   bool                  // take away what rotation does not keep
	Progress func(done, total int) // attachments; nil for nobody
}

// BackupResult is a backup that is whole and on disk.
type BackupResult struct {
	Path        string
	Size        int64
	IsEncrypted bool
	Attachments int
	Damaged     []string // attachments that were missing or altered before
	Expired     int      // older backups taken away
}

// names of files under way, in the data folder and where the backup goes.
const (
	SnapshotPrefix = ".snapshot-"
	PartPrefix     = ".tsunagu-"
	PartSuffix     = ".part"
	BackupLock     = "backup.lock"
	checkLock      = "check.lock" // in a backup's folder that is looked into right now
)

// MakeBackup writes a backup of a data folder, whether a server runs on it or not: the database as of
// one moment, checked, the attachments that it names and, where it is encrypted, the key file. What
// fails or is killed on the way leaves nothing under a backup's name.
func MakeBackup(ctx context.Context, in BackupInput) (out *BackupResult, err error) {
	lock, err := store.Lock(in.Data, BackupLock)
	if errors.Is(err, store.ErrInUse) {
		return nil, &web.OfficeError{Text: "別のバックアップを作っているところです。終わってから、もう一度お試しください。", Err: err}
	}
	if err != nil {
		return nil, &web.OfficeError{Text: "バックアップを作れませんでした。データのフォルダに書き込めません。ディスクの状態と、フォルダの権限を確認してください。", Err: err}
	}
	defer lock.Close()
	if err := os.MkdirAll(in.To, 0o700); err != nil {
		return nil, backupProblem(err)
	}
	if err := clearBackups(in.Data, in.To); err != nil {
		return nil, backupProblem(err)
	}
	if err := checkSpace(in.Data, in.To); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(in.Data, SnapshotPrefix+"*")
	if err != nil {
		return nil, backupProblem(err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	database := filepath.Join(dir, store.DatabaseFile)
	if err := store.Snapshot(ctx, in.Data, database); err != nil {
		return nil, backupProblem(err)
	}
	var files []store.File
	var schema store.Schema
	var recipient string
	if err := store.ReadFile(ctx, database, in.Now, func(q *store.Q) error {
		err := q.Integrity()
		if err == nil {
			schema, err = q.Schema()
		}
		if err == nil {
			files, err = q.Files()
		}
		if err == nil {
			recipient, err = q.Setting(store.SettingBackupKey)
		}
		return err
	}); err != nil {
		return nil, backupProblem(err)
	}
	out = &BackupResult{Path: filepath.Join(in.To, backup.NameOf(in.Now, in.Label, recipient != "")), IsEncrypted: recipient != ""}
	if err := out.write(ctx, in, database, recipient, schema, files); err != nil {
		return nil, backupProblem(err)
	}
	if in.Rotate {
		if out.Expired, err = rotate(in.To); err != nil {
			return nil, backupProblem(err)
		}
	}
	return out, nil
}

// write makes the archive under another name and gives it its own once all of it is on disk.
func (b *BackupResult) write(ctx context.Context, in BackupInput, database, recipient string, schema store.Schema,
	files []store.File) (err error) {
	part, err := os.CreateTemp(in.To, PartPrefix+"*"+PartSuffix)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			part.Close()
			os.Remove(part.Name())
		}
	}()
	w, err := backup.NewWriter(part, recipient, in.Now)
	if err != nil {
		return err
	}
	if _, err = addToBackup(w, backup.Database, database); err != nil {
		return err
	}
	if recipient != "" {
		if _, err = addToBackup(w, backup.KeyFile, filepath.Join(in.Data, auth.KeyFile)); err != nil {
			return err
		}
	}
	for i := range files {
		if err = ctx.Err(); err != nil {
			return err
		}
		if in.Progress != nil {
			in.Progress(i, len(files))
		}
		f := &files[i]
		sum, e := addToBackup(w, backup.FilesPrefix+f.Path, filepath.Join(in.Data, store.FilesDir, filepath.FromSlash(f.Path)))
		switch {
		case errors.Is(e, fs.ErrNotExist):
			b.Damaged = append(b.Damaged, f.Path)
			continue
		case e != nil:
			return e
		case sum != f.SHA256:
			b.Damaged = append(b.Damaged, f.Path)
		}
		b.Attachments++
	}
	if err = w.Close(&backup.Manifest{Version: in.Version, Schema: schema.Version, Damaged: b.Damaged}); err != nil {
		return err
	}
	if err = part.Sync(); err != nil {
		return err
	}
	info, err := part.Stat()
	if err != nil {
		return err
	}
	b.Size = info.Size()
	if err = part.Close(); err != nil {
		return err
	}
	if err = os.Rename(part.Name(), b.Path); err != nil {
		return err
	}
	return store.SyncFolder(in.To)
}

func addToBackup(w *backup.Writer, name, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	return w.Add(name, info.Size(), f)
}

// clearBackups takes away what a killed backup or check left. The caller holds the lock: nobody else
// makes a backup. A check may be at it, and says so by a lock in its own folder.
func clearBackups(data, to string) error {
	for _, pattern := range []string{filepath.Join(data, SnapshotPrefix+"*"), filepath.Join(to, PartPrefix+"*"+PartSuffix)} {
		left, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		for _, path := range left {
			lock, err := store.Lock(path, checkLock)
			if errors.Is(err, store.ErrInUse) {
				continue
			}
			if err == nil { // otherwise it is a file, or nobody may write there, which its removal tells
				lock.Close()
			}
			if err := os.RemoveAll(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// clearKilledBackups is clearBackups at a server's start, unless somebody makes one right now.
func clearKilledBackups(data, to string) error {
	lock, err := store.Lock(data, BackupLock)
	if errors.Is(err, store.ErrInUse) {
		return nil
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	return clearBackups(data, to)
}

// spaceLeft is what a backup leaves free: the network itself must go on writing.
const spaceLeft = int64(64 << 20)

// checkSpace refuses a backup for which there is no room: a disk that it filled would stop the
// network. It wants the database twice, for the snapshot and the archive, and the attachments; and
// where the archive goes to another disk, room for the snapshot beside the database.
func checkSpace(data, to string) error {
	snapshot := int64(0)
	for _, name := range []string{store.DatabaseFile, store.DatabaseFile + "-wal"} {
		if info, err := os.Stat(filepath.Join(data, name)); err == nil {
			snapshot += info.Size()
		}
	}
	if err := wantSpace(data, spaceLeft+snapshot, "データのあるディスクの空き容量が足りません", "不要なファイルを移してください。"); err != nil {
		return err
	}
	need := spaceLeft + 2*snapshot
	err := filepath.WalkDir(filepath.Join(data, store.FilesDir), func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			need += info.Size()
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return backupProblem(err)
	}
	return wantSpace(to, need, "ディスクの空き容量が足りません", "不要なファイルを移すか、別のディスクを -backup で指定してください。")
}

func wantSpace(dir string, need int64, what, todo string) error {
	free, err := store.FreeBytes(dir)
	if err != nil {
		return backupProblem(err)
	}
	if free < uint64(need) {
		return &web.OfficeError{Text: fmt.Sprintf("バックアップを作れませんでした。%s（必要 %s、空き %s）。%s", what, inBytes(need), inBytes(int64(free)), todo),
			Err: syscall.ENOSPC}
	}
	return nil
}

// inBytes is a size for people.
func inBytes(n int64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%dGB", n>>30)
	case n >= 10<<20:
		return fmt.Sprintf("%dMB", n>>20)
	}
	return fmt.Sprintf("%dKB", (n+1023)>>10)
}

// backupProblem says in words why a backup was not made.
func backupProblem(err error) error {
	var already *web.OfficeError
	switch {
	case errors.As(err, &already), errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, store.ErrDamaged):
		return &web.OfficeError{Text: "バックアップを作れませんでした。データベースが壊れています。つなぐを止めて、いちばん新しいバックアップから復元してください（tsunagu restore）。それまでのバックアップは残っています。",
			Err: err}
	case errors.Is(err, syscall.ENOSPC), strings.Contains(err.Error(), "disk is full"):
		return &web.OfficeError{Text: "バックアップを作れませんでした。ディスクの空き容量が足りません。不要なファイルを移すか、別のディスクを -backup で指定してください。", Err: err}
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return &web.OfficeError{Text: "バックアップを作れませんでした。バックアップのフォルダに書き込めません。フォルダの場所と権限を確認してください。", Err: err}
	}
	return fmt.Errorf("backup: %w", err)
}

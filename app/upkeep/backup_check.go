package upkeep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"filippo.io/age"

	"tsunagu/app/auth"
	"tsunagu/app/backup"
	"tsunagu/app/stamp"
	"tsunagu/store"
)

// CheckReport is what a check of a data folder or a backup looked at.
type CheckReport struct {
	Manifest    *backup.Manifest // nil for a data folder
	Schema      store.Schema
	Attachments int
	HasKeyFile  bool
	HasChains   bool     // the ledger and the audit log were verified, too
	Damaged     []string // attachments that are missing or altered

	Proofs *stamp.CheckReport // nil where the schema is older
}

// CheckData verifies a data folder, whether a server runs on it or not, and changes nothing: the
// database, its foreign keys, ledger and audit log, and every attachment against its hash.
func CheckData(ctx context.Context, dir string) (*CheckReport, error) {
	return CheckFolder(ctx, dir, func() (*auth.Keys, error) { return auth.OpenKeys(dir) })
}

// CheckFolder is CheckData with the keys that signed the checkpoints; nil where they are not at hand.
func CheckFolder(ctx context.Context, dir string, keys func() (*auth.Keys, error)) (*CheckReport, error) {
	out := &CheckReport{}
	var files []store.File
	err := store.ReadFile(ctx, filepath.Join(dir, store.DatabaseFile), time.Now(), func(q *store.Q) (err error) {
		if err = q.Integrity(); err == nil {
			out.Schema, err = q.Schema()
		}
		if err == nil && out.Schema.IsNewer {
			err = store.ErrNewerDatabase
		}
		if err == nil {
			files, err = q.Files()
		}
		if err != nil || out.Schema.IsOlder {
			return err // an older schema's chains are verified once it is brought up to this program's
		}
		if out.Proofs, err = stamp.Check(q); err != nil {
			return err
		}
		if out.HasChains = keys != nil; out.HasChains {
			return VerifyChains(q, keys)
		}
		return q.VerifyChains()
	})
	if err != nil {
		return nil, err
	}
	for i := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sum, err := HashFile(filepath.Join(dir, store.FilesDir, filepath.FromSlash(files[i].Path)))
		switch {
		case errors.Is(err, fs.ErrNotExist), err == nil && sum != files[i].SHA256:
			out.Damaged = append(out.Damaged, files[i].Path)
		case err != nil:
			return nil, err
		}
		out.Attachments++
	}
	return out, nil
}

func HashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// ErrNoRoom: a backup could not be unpacked to be checked. Nothing is known of it, good or bad.
var ErrNoRoom = errors.New("バックアップを広げて検査するための空き容量がないか、置き場所に書き込めません。空きのあるディスクに写してから、もう一度検査してください")

// CheckBackup verifies a backup: its manifest and hashes, and what is in it as CheckData does. For that
// it is unpacked into a folder that is gone afterwards.
func CheckBackup(ctx context.Context, file string, identities []age.Identity) (*CheckReport, error) {
	dir, err := os.MkdirTemp(filepath.Dir(file), PartPrefix+"*"+PartSuffix)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w（%w）", ErrNoRoom, err)
	}
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	// Without it, a server's next backup would take the folder for what a killed one left. Some shared
	// disks know no locks; a check there is worth more than none.
	if lock, err := store.Lock(dir, checkLock); err == nil {
		defer lock.Close()
	}
	m, err := Unpack(ctx, file, identities, dir)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EROFS) {
		return nil, fmt.Errorf("%w（%w）", ErrNoRoom, err)
	}
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(filepath.Join(dir, auth.KeyFile))
	var keys func() (*auth.Keys, error)
	switch {
	case err == nil:
		keys = func() (*auth.Keys, error) { return auth.OpenKeys(dir) }
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	out, err := CheckFolder(ctx, dir, keys)
	if err != nil {
		return nil, err
	}
	out.Manifest, out.HasKeyFile = m, len(raw) > 0
	out.Damaged = WithoutKnown(out.Damaged, m.Damaged)
	return out, nil
}

// WithoutKnown leaves out what was damaged already when the backup was made: the backup is as whole
// as it was then.
func WithoutKnown(damaged, known []string) []string {
	was := map[string]bool{}
	for _, k := range known {
		was[k] = true
	}
	var out []string
	for _, d := range damaged {
		if !was[d] {
			out = append(out, d)
		}
	}
	return out
}

// Unpack writes a backup's files into an empty folder and verifies them, on disk when it returns.
func Unpack(ctx context.Context, file string, identities []age.Identity, dir string) (*backup.Manifest, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("バックアップのファイルを開けません: %w", err)
	}
	defer f.Close()
	folders := map[string]bool{dir: true}
	m, err := backup.Read(f, identities, func(name string, _ int64, r io.Reader) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		folders[filepath.Dir(to)], folders[filepath.Dir(filepath.Dir(to))] = true, true
		out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		if _, err := io.Copy(out, r); err != nil {
			return errors.Join(err, out.Close())
		}
		return errors.Join(out.Sync(), out.Close())
	})
	if err != nil {
		return nil, err
	}
	for folder := range folders {
		if err := store.SyncFolder(folder); err != nil {
			return nil, err
		}
	}
	return m, nil
}

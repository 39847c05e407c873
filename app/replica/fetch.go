package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"
	"github.com/benbjohnson/litestream"

	"tsunagu/app/auth"
	"tsunagu/app/backup"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Fetch copies what is at a target into an empty folder: the database as it was last sent, the attachments that it names,
// and the key file, if it is there and the identities open it. It changes nothing at the target.
func Fetch(ctx context.Context, address, credentials string, identities []age.Identity, dir string) (*backup.Manifest, error) {
	t, err := openTarget(address, credentials)
	if err != nil {
		return nil, err
	}
	defer t.close()
	if _, err := getSmall(ctx, t, networkName); isMissing(err) {
		return nil, &web.OfficeError{Text: "この場所には、つなぐの写しがありません。-from-replica の URL を確かめてください。", Err: err}
	} else if err != nil {
		return nil, fmt.Errorf("写しの保管先につながりません: %w", err)
	}
	m := &backup.Manifest{}
	last, err := newest(ctx, t)
	if err != nil {
		return nil, err
	}
	epoch, client, err := (&Place{t}).Whole(ctx, max(last.Epoch, 1), slog.New(slog.DiscardHandler))
	if err == nil && epoch == 0 {
		err = litestream.ErrTxNotAvailable
	}
	if err != nil {
		return nil, fmt.Errorf("写しからデータベースを作れません: %w", err)
	}
	if said, err := getSmall(ctx, t, pulseOf(epoch)); err == nil {
		when, _, _ := strings.Cut(said, "\n")
		m.Time, _ = time.Parse(time.RFC3339Nano, when)
	}
	if err := (Own{ID: store.NewID(), Restored: last.Epoch}).Save(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, store.DatabaseFile)
	o := litestream.NewRestoreOptions()
	o.OutputPath = path
	if err := litestream.NewReplicaWithClient(nil, client).Restore(ctx, o); err != nil {
		return nil, fmt.Errorf("写しからデータベースを作れません: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, err
	}
	lost, err := getSmall(ctx, t, missingName)
	if err != nil && !isMissing(err) {
		return nil, err
	}
	m.Damaged = strings.Fields(lost)
	var files []store.File
	if err := store.ReadFile(ctx, path, time.Now(), func(q *store.Q) (err error) { files, err = q.Files(); return err }); err != nil {
		return nil, err
	}
	for i := range files {
		if err := fetchFile(ctx, t, files[i].Path, dir); err != nil && !isMissing(err) { // the check of the folder counts it
			return nil, err
		}
	}
	key, err := openKey(ctx, t, identities)
	switch {
	case isMissing(err), len(identities) == 0: // then another way to it is asked for
		return m, nil
	case err != nil:
		return nil, fmt.Errorf("写しの鍵ファイルを開けません。-identity に、登録した公開鍵と対になる秘密鍵のファイルを指定してください: %w", err)
	}
	return m, os.WriteFile(filepath.Join(dir, auth.KeyFile), key, 0o600)
}

// Forget removes from a data folder what a replica keeps there of the database that it sent last.
// Who the folder is at the target stays, and that its database was never sent.
func Forget(dir string) error {
	own, err := ReadOwn(dir)
	if err != nil {
		return err
	}
	if own.Epoch > 0 {
		own.Epoch, own.IsClean = 0, false
		if err := own.Save(dir); err != nil {
			return err
		}
	}
	return os.RemoveAll(filepath.Join(dir, "."+store.DatabaseFile+litestream.MetaDirSuffix))
}

func fetchFile(ctx context.Context, t target, path, dir string) (err error) {
	if !filepath.IsLocal(filepath.FromSlash(path)) {
		return fmt.Errorf("file %q leaves its folder", path)
	}
	body, err := t.get(ctx, filesPart+path)
	if err != nil {
		return err
	}
	defer body.Close()
	to := filepath.Join(dir, store.FilesDir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, body)
	return errors.Join(err, f.Sync(), f.Close())
}

package replica

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// Keep registers the attachments of a commit that is about to be made: they go before it (see ordered).
func (r *Replica) Keep(paths []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.started {
		return // the first sending finds them
	}
	for _, path := range paths {
		r.pending[path] = struct{}{}
	}
}

// sendPending sends the attachments that are registered now. One that is not on the disk belongs to a transaction that
// was rolled back, or was lost before: its row is no reason to hold back all others.
func (r *Replica) sendPending(ctx context.Context) error {
	r.sending.Lock()
	defer r.sending.Unlock()
	r.mu.Lock()
	paths := slices.Sorted(maps.Keys(r.pending))
	r.mu.Unlock()
	for _, path := range paths {
		if err := r.sendFile(ctx, path); err != nil && !isMissing(err) {
			return err
		}
		r.mu.Lock()
		delete(r.pending, path)
		r.mu.Unlock()
	}
	return nil
}

func (r *Replica) sendFile(ctx context.Context, path string) error {
	f, err := os.Open(filepath.Join(r.dir, store.FilesDir, filepath.FromSlash(path)))
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if err := r.to.put(ctx, filesPart+path, f, info.Size()); err != nil {
		return &sendError{err} // fs.ErrNotExist of the target is no missing attachment
	}
	return nil
}

// sendError hides what kind of error the target's was.
type sendError struct{ err error }

func (e *sendError) Error() string { return "send: " + e.err.Error() }

// tend compares the attachments and the key file with the target's: sends what is not there, and removes what no row
// names any more, once the target knows of that.
func (r *Replica) tend(ctx context.Context) error {
	if err := r.still(ctx); err != nil {
		return err
	}
	there, err := r.to.list(ctx, filesPart)
	if err != nil {
		return err
	}
	var files []store.File
	var recipient string
	if err := store.ReadFile(ctx, filepath.Join(r.dir, store.DatabaseFile), time.Now(), func(q *store.Q) (err error) {
		if files, err = q.Files(); err == nil {
			recipient, err = q.Setting(store.SettingBackupKey)
		}
		return err
	}); err != nil {
		return err
	}
	var missing []string
	for i := range files {
		path := files[i].Path
		if size, ok := there[path]; ok && size == files[i].Size {
			delete(there, path)
			continue
		}
		delete(there, path)
		if err := r.sendFile(ctx, path); isMissing(err) {
			missing = append(missing, path)
		} else if err != nil {
			return err
		}
	}
	if err := putSmall(ctx, r.to, missingName, strings.Join(missing, "\n")); err != nil {
		return err
	}
	if err := r.sendKey(ctx, recipient); err != nil {
		return err
	}
	if !r.opened {
		return nil
	}
	// Rows that are gone here are gone there only after this.
	if err := r.send(ctx); err != nil {
		return err
	}
	if err := r.forgetEpochs(ctx); err != nil {
		return err
	}
	// send has asked whether this is still the leader: what was there before and is named nowhere then, a later leader does
	// not name either, as it begins with what was sent.
	for path := range there {
		if _, err := os.Lstat(filepath.Join(r.dir, store.FilesDir, filepath.FromSlash(path))); !isMissing(err) {
			continue // perhaps of a transaction that is under way
		}
		if err := r.to.remove(ctx, filesPart+path); err != nil {
			return err
		}
	}
	return nil
}

// sendKey sends the key file as a backup holds it: encrypted to the office's public key, and else not at all.
func (r *Replica) sendKey(ctx context.Context, recipient string) error {
	if recipient == "" {
		return r.to.remove(ctx, keyName)
	}
	raw, err := os.ReadFile(filepath.Join(r.dir, auth.KeyFile))
	if err != nil {
		return err
	}
	to, err := age.ParseX25519Recipient(recipient)
	if err != nil {
		return err
	}
	var sealed bytes.Buffer
	w, err := age.Encrypt(&sealed, to)
	if err != nil {
		return err
	}
	_, err = w.Write(raw)
	if err = errors.Join(err, w.Close()); err != nil {
		return err
	}
	return r.to.put(ctx, keyName, bytes.NewReader(sealed.Bytes()), int64(sealed.Len()))
}

// openKey is the key file of a target.
func openKey(ctx context.Context, t target, identities []age.Identity) ([]byte, error) {
	body, err := t.get(ctx, keyName)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	plain, err := age.Decrypt(body, identities...)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(plain, 1<<20))
}

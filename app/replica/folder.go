package replica

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/benbjohnson/litestream"
	"github.com/benbjohnson/litestream/file"

	"tsunagu/store"
)

// folder is a target on another disk of this machine, or on another machine's that is mounted here.
type folder struct{ root string }

func checkFolder(u *url.URL) error {
	if u.Host == "" && u.RawQuery == "" && u.Fragment == "" && filepath.IsAbs(folderPath(u)) && len(folderPath(u)) > 1 {
		return nil
	}
	return errors.New("-replica のフォルダは、file:///mnt/tsunagu のように、いちばん上から指定してください（Windows では file:///D:/tsunagu）。")
}

func folderPath(u *url.URL) string {
	path := filepath.FromSlash(u.Path)
	if runtime.GOOS == "windows" {
		path = strings.TrimLeft(path, `\`)
	}
	return filepath.Clean(path)
}

func openFolder(u *url.URL, _ secrets) (target, error) { return &folder{folderPath(u)}, nil }

func (t *folder) database(part string) litestream.ReplicaClient {
	return file.NewReplicaClient(filepath.Join(t.root, part))
}

// here: where a disk is not mounted any more its folder is an ordinary one, empty, on the disk above it. Nothing may be
// written there, or it would count as sent.
func (t *folder) here() error {
	_, err := os.Stat(filepath.Join(t.root, networkName))
	return err
}

func (t *folder) path(name string) string { return filepath.Join(t.root, filepath.FromSlash(name)) }

func (t *folder) put(_ context.Context, name string, body io.ReadSeeker, _ int64) error {
	return t.place(name, body, os.Rename)
}

// create: a link is made only where there is nothing of that name, in one step, on shared folders too.
func (t *folder) create(_ context.Context, name string, b []byte) error {
	err := t.place(name, bytes.NewReader(b), func(from, to string) error {
		if err := os.Link(from, to); err != nil {
			return err
		}
		return os.Remove(from)
	})
	if errors.Is(err, fs.ErrExist) {
		return errSwapped
	}
	return err
}

// place writes an object beside its name, durably, and gives it the name at once.
func (t *folder) place(name string, body io.Reader, give func(from, to string) error) (err error) {
	if name != networkName {
		if err := t.here(); err != nil {
			return err
		}
	}
	path := t.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".part-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tmp.Close()
			_ = os.Remove(tmp.Name())
		}
	}()
	if _, err = io.Copy(tmp, body); err != nil {
		return err
	}
	if err = errors.Join(tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err = give(tmp.Name(), path); err != nil {
		return err
	}
	// The folder of a folder too: it may be new.
	if err = store.SyncFolder(filepath.Dir(path)); err == nil && filepath.Dir(path) != t.root {
		err = store.SyncFolder(filepath.Dir(filepath.Dir(path)))
	}
	return err
}

// look reads an object that another machine may have made a moment ago. A machine remembers of a shared folder what it
// does not have, for as long as half a minute; what it changes in the folder itself makes it ask again.
func (t *folder) look(_ context.Context, name string) ([]byte, error) {
	path := t.path(name)
	if tmp, err := os.CreateTemp(filepath.Dir(path), ".look-*"); err == nil {
		_, _ = tmp.Close(), os.Remove(tmp.Name())
	} else if !isMissing(err) {
		return nil, err
	}
	return os.ReadFile(path)
}

func (t *folder) get(_ context.Context, name string) (io.ReadCloser, error) {
	return os.Open(t.path(name))
}

func (t *folder) list(ctx context.Context, prefix string) (map[string]int64, error) {
	out, root := map[string]int64{}, t.path(prefix)
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if path == root && isMissing(err) {
			return fs.SkipAll
		}
		if err != nil || e.IsDir() {
			return errors.Join(err, ctx.Err())
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		info, err := e.Info()
		if isMissing(err) { // it was on its way, or is removed
			return nil
		} else if err != nil {
			return err
		}
		out[filepath.ToSlash(rel)] = info.Size()
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	return out, nil
}

func (t *folder) remove(_ context.Context, name string) error {
	if err := os.Remove(t.path(name)); err != nil && !isMissing(err) {
		return err
	}
	return nil
}

func (t *folder) close() error { return nil }

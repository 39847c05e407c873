package standby

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/replica"
	"tsunagu/app/upkeep"
	"tsunagu/store"
)

// follow keeps the copy level with the target until it is stopped. Its error ends the standby; what the target or the line
// does is tried again.
func (s *Standby) follow(ctx context.Context) error {
	var c *copied
	var compared time.Time
	var check checkup
	lastFile, isOurs := "", false
	ctx, stop := context.WithCancel(ctx)
	var warming sync.WaitGroup
	defer warming.Wait()
	defer stop()
	for ctx.Err() == nil {
		began := time.Now()
		last := s.now().last
		if last.Epoch == 0 || s.leads(last) {
			_ = pause(ctx, askedEach)
			continue
		}
		var err error
		if !isOurs {
			err = s.begin(ctx)
			isOurs = err == nil
		}
		if err == nil && c == nil {
			if c, err = openCopied(s.place, s.Dir, s.Log); err == nil {
				warming.Go(func() { s.warm(ctx, c) })
			}
		}
		if errors.Is(err, ErrOtherNetwork) || errors.Is(err, store.ErrFolder) {
			return err
		}
		changed := false
		if err == nil {
			changed, err = c.step(ctx, last.Epoch, false)
		}
		if err == nil && c.Epoch > 0 && (changed || check.over.IsZero()) {
			if err = s.readSchema(ctx, c); err == nil && time.Since(compared) > checkEach {
				if err = s.bringAll(ctx, c); err == nil {
					compared = time.Now()
				}
			} else if err == nil {
				lastFile, err = s.bringAfter(ctx, c, lastFile)
			}
		}
		if err == nil && c.Epoch > 0 {
			s.set(func(n *state) { n.level, n.trouble = began, "" })
		}
		if err == nil && c.Epoch > 0 {
			if err = s.check(ctx, c, &check); err == nil && check.left != nil {
				continue
			}
		}
		if err != nil && ctx.Err() == nil {
			s.Log.Warn("following", "err", err)
			s.set(func(n *state) { n.trouble = "写しに追い付けません。ログを確かめてください。" })
		}
		_ = pause(ctx, s.interval())
	}
	return nil
}

// leads says that this folder's own database is the one to be opened: there is nothing to follow.
func (s *Standby) leads(last replica.Lead) bool {
	own := s.who()
	return s.hasData() && !own.IsClean && (last.ID == own.ID || own.Restored == last.Epoch)
}

// begin checks whose copy it is, and sets aside what a leader of the past left in the folder.
func (s *Standby) begin(ctx context.Context) error {
	mark, err := s.place.Mark(ctx)
	if err != nil {
		return err
	}
	if mark != s.Keys.Mark() {
		return ErrOtherNetwork
	}
	if !s.hasData() {
		return nil
	}
	return s.setAside()
}

var databaseFiles = []string{store.DatabaseFile, store.DatabaseFile + "-wal", store.DatabaseFile + "-shm"}

const (
	asidePrefix = "set-aside-"
	unsortedIn  = "attachments-to-come"
)

// setAside moves the database of a former leader out of the way. What the target lacks of it is nowhere else, and is not
// merged. Where it was handed over the target lacks nothing, and it goes.
func (s *Standby) setAside() error {
	if err := errors.Join(store.RemoveKeptIndex(s.Dir, ""), replica.Forget(s.Dir)); err != nil {
		return err
	}
	own := s.who()
	if own.IsClean {
		for i := len(databaseFiles) - 1; i >= 0; i-- {
			if err := os.Remove(filepath.Join(s.Dir, databaseFiles[i])); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	} else {
		to, err := s.asideFolder()
		if err != nil {
			return err
		}
		for _, name := range []string{databaseFiles[1], databaseFiles[2], databaseFiles[0]} { // the database last: its log belongs to it
			if err := os.Rename(filepath.Join(s.Dir, name), filepath.Join(to, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if err := store.SyncFolder(to); err != nil {
			return err
		}
		s.set(func(n *state) { n.aside = to })
		s.Log.Error("what was written here and may not be at the target is set aside", "folder", to)
	}
	if err := s.keep(replica.Own{ID: own.ID}); err != nil {
		return err
	}
	return store.SyncFolder(s.Dir)
}

// asideFolder is a new folder for the database, or that of a move that was broken off: a database and its log stay together.
func (s *Standby) asideFolder() (string, error) {
	begun, err := filepath.Glob(filepath.Join(s.Dir, asidePrefix+"*", unsortedIn))
	if err != nil {
		return "", err
	}
	for _, path := range begun {
		to := filepath.Dir(path)
		if _, err := os.Stat(filepath.Join(to, store.DatabaseFile)); errors.Is(err, fs.ErrNotExist) {
			return to, nil
		}
	}
	to := filepath.Join(s.Dir, asidePrefix+time.Now().UTC().Format("20060102T150405.000Z"))
	if err := os.Mkdir(to, 0o700); err != nil { // of the same moment there is another one: the next try has another name
		return "", err
	}
	return to, os.WriteFile(filepath.Join(to, unsortedIn), nil, 0o600)
}

// checkup is how far the copy is checked. Of a large one each table takes seconds, and all of them minutes: between two of
// them the copy is brought level with the target.
type checkup struct {
	left        []func(*store.Q) error
	began, over time.Time     // of the latest whole one
	each        time.Duration // from one to the next
}

// check checks the next pieces of the copy: pages and references of tables, and at last the chains.
func (s *Standby) check(ctx context.Context, c *copied, u *checkup) error {
	if c.isNew {
		c.isNew, *u = false, checkup{}
		s.set(func(n *state) { n.ready = false })
	}
	if u.left == nil {
		if time.Since(u.over) < u.each {
			return nil
		}
		var tables []string
		if err := s.read(ctx, c, func(q *store.Q) (err error) { tables, err = q.Tables(); return err }); err != nil {
			return err
		}
		u.began = time.Now()
		for _, table := range tables {
			u.left = append(u.left, func(q *store.Q) error { return q.IntegrityOf(table) })
		}
		u.left = append(u.left, s.checkChains)
	}
	for began := time.Now(); len(u.left) > 0 && time.Since(began) < s.interval(); u.left = u.left[1:] {
		if err := s.read(ctx, c, func(q *store.Q) error {
			err := u.left[0](q)
			if err != nil && ctx.Err() == nil && !errors.Is(err, store.ErrDamaged) {
				err = fmt.Errorf("%w: %w", store.ErrDamaged, err)
			}
			return err
		}); err != nil {
			return err
		}
	}
	if len(u.left) == 0 {
		u.left, u.over = nil, time.Now()
		u.each = max(checkEach, checkShare*u.over.Sub(u.began))
		s.set(func(n *state) { n.ready = true })
	}
	return nil
}

func (s *Standby) checkChains(q *store.Q) error {
	if schema, err := q.Schema(); err != nil || schema.IsNewer || schema.IsOlder {
		return err // the tables of the chains may be others
	}
	return upkeep.VerifyChains(q, func() (*auth.Keys, error) { return s.Keys, nil })
}

// bringAfter fetches the attachments that were added after an id, and returns the last.
func (s *Standby) bringAfter(ctx context.Context, c *copied, id string) (string, error) {
	files, err := s.rows(ctx, c, func(q *store.Q) ([]store.File, error) { return q.FilesAfter(id) })
	for i := range files {
		if err := s.bring(ctx, &files[i]); err != nil && !errors.Is(err, fs.ErrNotExist) { // bringAll counts it
			return id, err
		}
		id = files[i].ID
	}
	return id, err
}

func (s *Standby) rows(ctx context.Context, c *copied, of func(*store.Q) ([]store.File, error)) (files []store.File, err error) {
	err = s.read(ctx, c, func(q *store.Q) error { files, err = of(q); return err })
	return files, err
}

// read reads the copy. One that is damaged is fetched anew with the next step.
func (s *Standby) read(ctx context.Context, c *copied, f func(*store.Q) error) error {
	err := store.ReadFile(ctx, c.path(), time.Now(), f)
	if errors.Is(err, store.ErrDamaged) && ctx.Err() == nil {
		s.set(func(n *state) { n.ready = false })
		return errors.Join(err, c.drop())
	}
	return err
}

func (s *Standby) bring(ctx context.Context, f *store.File) error {
	if info, err := os.Stat(filepath.Join(s.Dir, store.FilesDir, filepath.FromSlash(f.Path))); err == nil && info.Size() == f.Size {
		return nil
	}
	return s.place.Bring(ctx, f.Path, s.Dir)
}

// bringAll makes the attachments here those that the copy's rows name. What is here and named nowhere goes; of a folder
// that led before, it is set aside, as it may not be at the target.
func (s *Standby) bringAll(ctx context.Context, c *copied) error {
	files, err := s.rows(ctx, c, (*store.Q).Files)
	if err != nil {
		return err
	}
	lost, err := s.place.Missing(ctx)
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for i := range files {
		named[filepath.FromSlash(files[i].Path)] = true
		err := s.bring(ctx, &files[i])
		if errors.Is(err, fs.ErrNotExist) {
			if !lost[files[i].Path] {
				s.Log.Error("an attachment is not at the target", "file", files[i].ID)
			}
			continue
		}
		if err != nil {
			return err
		}
	}
	left, err := filepath.Glob(filepath.Join(s.Dir, asidePrefix+"*", unsortedIn))
	if err != nil {
		return err
	}
	root := filepath.Join(s.Dir, store.FilesDir)
	if err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return errors.Join(err, ctx.Err())
		}
		name, err := filepath.Rel(root, path)
		if err != nil || named[name] {
			return err
		}
		if len(left) == 0 {
			return os.Remove(path)
		}
		to := filepath.Join(filepath.Dir(left[len(left)-1]), store.FilesDir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		return os.Rename(path, to)
	}); err != nil {
		return err
	}
	for _, path := range left {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

package standby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"

	"tsunagu/app/auth"
	"tsunagu/app/replica"
	"tsunagu/store"
)

// followedDir is the folder in the data folder with the followed database. It does not stand where a network's database
// stands: no other command takes it for one that may be opened.
const (
	followedDir = "following"
	positionIn  = "position"
	partIn      = "part"
)

// copied is the followed database: a file to which the parts at the target are applied, in their order.
type copied struct {
	place *replica.Place
	dir   string
	log   *slog.Logger

	client litestream.ReplicaClient
	looked time.Time

	mu      sync.Mutex // held while the file changes, and by who reads it beside the following
	isWhole bool       // the file is the database of one commit: a part that was written halfway is not
	isNew   bool       // it was made anew, and nobody has checked it

	Epoch int      `json:"epoch"`
	At    ltx.TXID `json:"at"` // the last part that is in it
}

func (c *copied) path() string { return filepath.Join(c.dir, store.DatabaseFile) }

// openCopied goes on with what an earlier process followed, as far as it is whole.
func openCopied(place *replica.Place, data string, log *slog.Logger) (*copied, error) {
	c := &copied{place: place, dir: filepath.Join(data, followedDir), log: log}
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrFolder, err)
	}
	b, err := os.ReadFile(filepath.Join(c.dir, positionIn))
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	} else if err != nil {
		return nil, err
	}
	if json.Unmarshal(b, c) != nil {
		c.Epoch, c.At = 0, 0
	}
	if _, err := os.Stat(c.path()); err != nil {
		c.Epoch, c.At = 0, 0
	}
	return c, nil
}

// note writes the position down, after what it stands for is on the disk. A part that is applied once more changes nothing.
func (c *copied) note() error {
	b, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return auth.WriteDurably(c.dir, positionIn, b)
}

// drop begins anew with the next step.
func (c *copied) drop() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.remove()
}

func (c *copied) remove() error {
	c.Epoch, c.At, c.client, c.isWhole = 0, 0, nil, false
	var errs []error
	for _, name := range []string{positionIn, store.DatabaseFile, store.DatabaseFile + "-journal", store.DatabaseFile + "-wal",
		store.DatabaseFile + "-shm", store.DatabaseFile + ".tmp", partIn} {
		if err := os.Remove(filepath.Join(c.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// step brings the copy to where the target is when it is called, of the epochs up to one. It says whether it changed.
func (c *copied) step(ctx context.Context, upTo int, whole bool) (changed bool, err error) {
	if c.Epoch != upTo {
		epoch, client, err := c.place.Whole(ctx, upTo, c.log)
		if err != nil || epoch == 0 {
			return false, err
		}
		if epoch != c.Epoch {
			is, err := c.place.Continues(ctx, epoch, c.Epoch, c.At)
			if err != nil {
				return false, err
			}
			if !is || c.Epoch == 0 {
				return true, c.restore(ctx, epoch, client)
			}
			if client, err = c.place.Database(ctx, epoch, c.log); err != nil {
				return false, err
			}
			c.Epoch = epoch
			if err := c.note(); err != nil {
				return false, err
			}
		}
		c.client = client
	}
	if c.client == nil {
		if c.client, err = c.place.Database(ctx, c.Epoch, c.log); err != nil {
			return false, err
		}
	}
	changed, err = c.apply(ctx, whole || !c.isWhole) // what was written halfway is at the target, perhaps joined
	if err == nil {
		c.mu.Lock()
		c.isWhole = true
		c.mu.Unlock()
	}
	if errors.Is(err, errGap) { // it stood still for longer than the parts are kept
		return true, c.restore(ctx, c.Epoch, c.client)
	}
	return changed, err
}

// restore makes the copy anew from an epoch's beginning.
func (c *copied) restore(ctx context.Context, epoch int, client litestream.ReplicaClient) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.remove(); err != nil {
		return err
	}
	plan, err := litestream.CalcRestorePlan(ctx, client, 0, time.Time{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	o := litestream.NewRestoreOptions()
	o.OutputPath, o.TXID = c.path(), plan[len(plan)-1].MaxTXID
	if err := litestream.NewReplicaWithClient(nil, client).Restore(ctx, o); err != nil {
		return err
	}
	if err := c.setMode(plainMode); err != nil {
		return err
	}
	c.Epoch, c.At, c.client, c.isWhole, c.isNew = epoch, o.TXID, client, true, true
	return c.note()
}

// into makes the copy the database of a data folder, where nothing stands, as the leader of an epoch. The epoch goes on from
// here, so that nothing but what is written from now on has to be sent, if the target has the parts for it.
func (c *copied) into(ctx context.Context, data string, epoch int) error {
	for _, name := range []string{store.DatabaseFile + "-wal", store.DatabaseFile + "-shm"} { // of a move that was broken off
		if err := os.Remove(filepath.Join(data, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	goesOn, err := c.place.Link(ctx, epoch, c.Epoch, c.At, c.log)
	if err != nil {
		return err
	}
	if goesOn {
		// From here on the file is none that could be followed with.
		if err := errors.Join(os.Remove(filepath.Join(c.dir, positionIn)), store.SyncFolder(c.dir), c.setMode(loggedMode)); err != nil {
			return err
		}
		if err := replica.Prime(ctx, c.path(), data, c.At); err != nil {
			return err
		}
	}
	if err := os.Rename(c.path(), filepath.Join(data, store.DatabaseFile)); err != nil {
		return err
	}
	return store.SyncFolder(data)
}

func (c *copied) setMode(mode []byte) error {
	f, err := os.OpenFile(c.path(), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(mode, modeAt)
	return errors.Join(err, f.Chmod(0o600), f.Sync(), f.Close())
}

// loggedMode is that of a database that is open.
var loggedMode = []byte{2, 2}

// plainMode in the header says that there is no log beside the file (SQLite file format 1.3, offsets 18 and 19): there is
// none, as the parts are applied to the file itself.
var plainMode = []byte{1, 1}

const modeAt = 18

var errGap = errors.New("the parts after the copy's position are not there any more")

// lookEach: how often the higher levels are asked for parts while the first has nothing new.
const lookEach = time.Minute

func (c *copied) list(ctx context.Context, level int, from ltx.TXID) ([]*ltx.FileInfo, error) {
	itr, err := c.client.LTXFiles(ctx, level, from, false)
	if err != nil {
		return nil, err
	}
	return ltx.SliceFileIterator(itr)
}

// apply applies all parts that the target has now. whole leaves none out that have been joined meanwhile.
func (c *copied) apply(ctx context.Context, whole bool) (changed bool, err error) {
	began := c.At
	defer func() {
		if changed = c.At > began; changed {
			err = errors.Join(err, c.note())
		}
	}()
	parts, err := c.list(ctx, 0, c.At+1)
	if err != nil {
		return false, err
	}
	for _, p := range parts {
		for p.MinTXID > c.At+1 { // what is between was joined, and went
			if err := c.bridge(ctx); err != nil {
				return false, err
			}
		}
		if p.MaxTXID <= c.At {
			continue
		}
		if err := c.applyPart(ctx, p); err != nil {
			return false, err
		}
	}
	if len(parts) > 0 || !whole && time.Since(c.looked) < lookEach {
		return false, nil
	}
	c.looked = time.Now()
	for err == nil {
		err = c.bridge(ctx)
	}
	if !errors.Is(err, errGap) {
		return false, err
	}
	snapshots, err := c.list(ctx, litestream.SnapshotLevel, 0)
	for _, s := range snapshots {
		if s.MaxTXID > c.At {
			return false, errGap
		}
	}
	return false, err
}

// bridge applies the joined part that goes on from the position and farthest; errGap where there is none.
func (c *copied) bridge(ctx context.Context) error {
	var best *ltx.FileInfo
	for level := 1; level < litestream.SnapshotLevel; level++ {
		all, err := c.list(ctx, level, 0)
		if err != nil {
			return err
		}
		for _, f := range all {
			if f.MinTXID <= c.At+1 && f.MaxTXID > c.At && (best == nil || f.MaxTXID > best.MaxTXID) {
				best = f
			}
		}
	}
	if best == nil {
		return errGap
	}
	return c.applyPart(ctx, best)
}

// applyPart fetches a part, checks it against its sum, and writes its pages. A process that ends halfway applies it again.
func (c *copied) applyPart(ctx context.Context, info *ltx.FileInfo) (err error) {
	body, err := c.client.OpenLTXFile(ctx, info.Level, info.MinTXID, info.MaxTXID, 0, 0)
	if err != nil {
		return err
	}
	defer body.Close()
	part, err := os.OpenFile(filepath.Join(c.dir, partIn), os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, part.Close(), os.Remove(part.Name())) }()
	if _, err := io.Copy(part, body); err != nil {
		return err
	}
	rewind := func() error { _, err := part.Seek(0, io.SeekStart); return err }
	if err := rewind(); err != nil {
		return err
	}
	if err := ltx.NewDecoder(part).Verify(); err != nil {
		return fmt.Errorf("part %s-%s: %w", info.MinTXID, info.MaxTXID, err)
	}
	if err := rewind(); err != nil {
		return err
	}
	if err := c.write(part); err != nil {
		return err
	}
	c.At = info.MaxTXID
	return nil
}

// write writes a part's pages.
func (c *copied) write(part io.Reader) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isWhole = false
	f, err := os.OpenFile(c.path(), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	d := ltx.NewDecoder(part)
	if err := d.DecodeHeader(); err != nil {
		return err
	}
	head := d.Header()
	page := make([]byte, head.PageSize)
	for {
		var at ltx.PageHeader
		if err := d.DecodePage(&at, page); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if at.Pgno == 1 {
			copy(page[modeAt:], plainMode)
		}
		if _, err := f.WriteAt(page, int64(at.Pgno-1)*int64(head.PageSize)); err != nil {
			return err
		}
	}
	if head.Commit > 0 {
		if err := f.Truncate(int64(head.Commit) * int64(head.PageSize)); err != nil {
			return err
		}
	}
	if err := f.Sync(); err != nil {
		return err
	}
	c.isWhole = true
	return nil
}

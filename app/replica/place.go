package replica

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/benbjohnson/litestream"

	"tsunagu/store"
)

// Place is a target as one sees it who follows it, or takes the lead.
type Place struct{ to target }

// OpenPlace is the target of an address; nothing is asked of it yet.
func OpenPlace(address, credentials string) (*Place, error) {
	t, err := openTarget(address, credentials)
	if err != nil {
		return nil, err
	}
	return &Place{t}, nil
}

// Close its connections.
func (p *Place) Close() error { return p.to.close() }

// HasLease says that the lead can be taken there without a person.
func (p *Place) HasLease() bool { return hasLease(p.to) }

// Mark is whose copy the target has, "" where it has none. fs.ErrNotExist is not returned.
func (p *Place) Mark(ctx context.Context) (string, error) {
	s, err := getSmall(ctx, p.to, networkName)
	if isMissing(err) {
		return "", nil
	}
	return strings.TrimSpace(s), err
}

// Newest is the latest epoch that has begun, with number 0 where none has.
func (p *Place) Newest(ctx context.Context) (Lead, error) {
	if mark, err := p.Mark(ctx); err != nil || mark == "" {
		return Lead{}, err
	}
	return newest(ctx, p.to)
}

// After is the epoch after a known one, and that one itself where it is the latest.
func (p *Place) After(ctx context.Context, known Lead) (Lead, error) {
	if known.Epoch == 0 {
		return p.Newest(ctx)
	}
	next, err := leadAt(ctx, p.to, known.Epoch+1)
	if isMissing(err) {
		return known, nil
	} else if err != nil {
		return known, err
	}
	return next, nil
}

// Pulse is what the leader of an epoch said last, another text at each time, and whether it stops where it cannot say it.
func (p *Place) Pulse(ctx context.Context, epoch Lead) (said string, keepsLease bool, err error) {
	said, err = getSmall(ctx, p.to, pulseOf(epoch.Epoch))
	if isMissing(err) {
		return "", epoch.Lease, nil
	}
	return said, strings.Contains(said, leaseWord), err
}

// Beat is the pulse of a leader that is not open yet.
func (p *Place) Beat(ctx context.Context, epoch int) error {
	return putSmall(ctx, p.to, pulseOf(epoch), pulseText(p.HasLease()))
}

// Handed is who handed an epoch over, "" where nobody did.
func (p *Place) Handed(ctx context.Context, epoch int) (id string, err error) {
	b, err := lookAt(ctx, p.to, handedOf(epoch))
	if isMissing(err) {
		return "", nil
	}
	return strings.TrimSpace(string(b)), err
}

// HandBack says of an epoch that was begun that its leader does not lead after all.
func (p *Place) HandBack(ctx context.Context, epoch int, id string) error {
	return putSmall(ctx, p.to, handedOf(epoch), id+"\n")
}

// ErrTaken: another took the lead in the same moment.
var ErrTaken = errors.New("another machine has taken the lead")

// Take begins the epoch after last. Everything that its leader was answered for is in the epochs before, to their end, for
// whoever reads them from now on.
func (p *Place) Take(ctx context.Context, last Lead, id string) (Lead, error) {
	next := Lead{Epoch: last.Epoch + 1, ID: id, Name: machine(), Began: time.Now().UTC(), Lease: p.HasLease()}
	if err := beginEpoch(ctx, p.to, next); errors.Is(err, errSwapped) {
		return Lead{}, ErrTaken
	} else if err != nil {
		return Lead{}, err
	}
	return next, nil
}

// ErrNoCondition: the store says that it wrote what it should not have.
var ErrNoCondition = errors.New("この保管サービスは、条件付きの書き込み（S3 の If-None-Match）に対応していません。" +
	"二台が同時に開くのを防げないため、起動しません。対応している保管サービスか、フォルダを使ってください。")

// Prove tries, where the lead is taken without a person, whether the target keeps the second of two from writing. A store
// that does not know the condition ignores it.
func (p *Place) Prove(ctx context.Context, id string) error {
	t, ok := p.to.(swapper)
	if !ok {
		return nil
	}
	name := "try/" + id
	if _, err := t.swap(ctx, name, "", []byte("1\n")); err != nil && !errors.Is(err, errSwapped) { // left by an earlier start
		return err
	}
	_, err := t.swap(ctx, name, "", []byte("2\n"))
	if err == nil {
		return ErrNoCondition
	}
	if !errors.Is(err, errSwapped) {
		return err
	}
	return p.to.remove(ctx, name)
}

// Claim puts the mark of a network at a target that has none.
func (p *Place) Claim(ctx context.Context, mark string) error {
	return putSmall(ctx, p.to, networkName, mark+"\n")
}

// Database is where an epoch's database is, in the engine's files, with what comes before its own. It is for reading alone.
func (p *Place) Database(ctx context.Context, epoch int, log *slog.Logger) (litestream.ReplicaClient, error) {
	own, err := p.own(ctx, epoch, log)
	if err != nil {
		return nil, err
	}
	l, err := linkAt(ctx, p.to, epoch)
	if isMissing(err) {
		return own, nil
	} else if err != nil {
		return nil, err
	}
	before, err := p.Database(ctx, l.Epoch, log)
	return linked{own, before, l.At}, err
}

func (p *Place) own(ctx context.Context, epoch int, log *slog.Logger) (litestream.ReplicaClient, error) {
	c := p.to.database(databaseOf(epoch))
	c.SetLogger(slog.New(quiet{log.Handler()}))
	return c, c.Init(ctx)
}

// Whole is the latest epoch, from one downwards, that has a database from its beginning, in its own place or with those
// that it goes on from; 0 where none has. Of an epoch that has only begun nothing was answered.
func (p *Place) Whole(ctx context.Context, from int, log *slog.Logger) (int, litestream.ReplicaClient, error) {
	for epoch := from; epoch > 0; epoch-- {
		for _, open := range []func(context.Context, int, *slog.Logger) (litestream.ReplicaClient, error){p.own, p.Database} {
			c, err := open(ctx, epoch, log)
			if err != nil {
				return 0, nil, err
			}
			if is, err := isWhole(ctx, c); err != nil {
				return 0, nil, fmt.Errorf("epoch %d: %w", epoch, err)
			} else if is {
				return epoch, c, nil
			}
		}
	}
	return 0, nil, nil
}

// isWhole says whether a database can be made from a place's parts.
func isWhole(ctx context.Context, c litestream.ReplicaClient) (bool, error) {
	_, err := litestream.CalcRestorePlan(ctx, c, 0, time.Time{}, slog.New(slog.DiscardHandler))
	if errors.Is(err, litestream.ErrTxNotAvailable) {
		return false, nil
	}
	return err == nil, err
}

// Missing are the attachments that were lost before they could be sent, by their paths.
func (p *Place) Missing(ctx context.Context) (map[string]bool, error) {
	s, err := getSmall(ctx, p.to, missingName)
	if err != nil && !isMissing(err) {
		return nil, err
	}
	out := map[string]bool{}
	for path := range strings.FieldsSeq(s) {
		out[path] = true
	}
	return out, nil
}

// Bring copies an attachment into a data folder, whole or not at all; fs.ErrNotExist where the target has none.
func (p *Place) Bring(ctx context.Context, path, dir string) error {
	to := filepath.Join(dir, store.FilesDir, filepath.FromSlash(path))
	part := filepath.Join(dir, bringPart)
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	if err := fetchFile(ctx, p.to, path, part); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(part, store.FilesDir, filepath.FromSlash(path)), to); err != nil {
		return err
	}
	return store.SyncFolder(filepath.Dir(to))
}

// bringPart is a folder in the data folder for what is on its way.
var start = time.Now()

const bringPart = ".bring"

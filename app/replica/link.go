package replica

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// A standby's copy is, page for page, what stands in the place of the epoch before: its leader need not send it once more
// before anything is answered, which takes a minute at the size of a country. The new epoch's place begins with what is
// written from then on, and a link says what comes before. The engine sends a whole copy beside the work; with it the
// places before are not needed any more.

// link says from which part of an earlier epoch an epoch goes on.
type link struct {
	Epoch int      `json:"epoch"`
	At    ltx.TXID `json:"at"`
	Depth int      `json:"depth"` // how many places before it are read
}

func linkOf(epoch int) string { return fmt.Sprintf("after/%08d", epoch) }

// depthAtMost bounds what is read where leaders follow each other faster than whole copies are sent.
const depthAtMost = 4

// linkAt is the link of an epoch; fs.ErrNotExist of one that begins with a whole copy.
func linkAt(ctx context.Context, t target, epoch int) (l link, err error) {
	b, err := lookAt(ctx, t, linkOf(epoch))
	if err != nil {
		return link{}, err
	}
	if err := json.Unmarshal(b, &l); err != nil || l.Epoch < 1 || l.Epoch >= epoch || l.At == 0 {
		return link{}, fmt.Errorf("%s is no link: %q", linkOf(epoch), b)
	}
	return l, nil
}

// linked reads an epoch's parts and, before them, those of the epoch that it goes on from, as far as it does.
type linked struct {
	litestream.ReplicaClient
	before litestream.ReplicaClient
	at     ltx.TXID
}

func (c linked) LTXFiles(ctx context.Context, level int, seek ltx.TXID, times bool) (ltx.FileIterator, error) {
	own, err := c.ReplicaClient.LTXFiles(ctx, level, seek, times)
	if err != nil || seek > c.at {
		return own, err
	}
	all, err := ltx.SliceFileIterator(own)
	if err != nil {
		return nil, err
	}
	before, err := c.before.LTXFiles(ctx, level, seek, times)
	if err != nil {
		return nil, err
	}
	older, err := ltx.SliceFileIterator(before)
	if err != nil {
		return nil, err
	}
	for _, f := range older {
		is := func(o *ltx.FileInfo) bool { return o.MinTXID == f.MinTXID && o.MaxTXID == f.MaxTXID }
		if f.MaxTXID <= c.at && !slices.ContainsFunc(all, is) {
			all = append(all, f)
		}
	}
	return ltx.NewFileInfoSliceIterator(all), nil
}

func (c linked) OpenLTXFile(ctx context.Context, level int, from, to ltx.TXID, offset, size int64) (body io.ReadCloser, err error) {
	body, err = c.ReplicaClient.OpenLTXFile(ctx, level, from, to, offset, size)
	if isMissing(err) && to <= c.at {
		return c.before.OpenLTXFile(ctx, level, from, to, offset, size)
	}
	return body, err
}

// Continues says whether a copy that is at a part of an epoch can go on with the parts of a later one.
func (p *Place) Continues(ctx context.Context, epoch, from int, at ltx.TXID) (bool, error) {
	for epoch > from {
		l, err := linkAt(ctx, p.to, epoch)
		if isMissing(err) {
			return false, nil
		} else if err != nil {
			return false, err
		}
		if epoch = l.Epoch; epoch == from {
			return at <= l.At, nil
		}
	}
	return false, nil
}

// Link says at the target that an epoch that was begun goes on from a part of an earlier one. It does not where that part
// does not stand there by itself, or too many places would have to be read: the epoch then begins with a whole copy.
func (p *Place) Link(ctx context.Context, epoch, from int, at ltx.TXID, log *slog.Logger) (is bool, err error) {
	l := link{Epoch: from, At: at, Depth: 1}
	before, err := linkAt(ctx, p.to, from)
	if err != nil && !isMissing(err) {
		return false, err
	}
	if l.Depth += before.Depth; l.Depth > depthAtMost {
		return false, nil
	}
	c, err := p.Database(ctx, from, log)
	if err != nil {
		return false, err
	}
	last, err := c.LTXFiles(ctx, 0, at, false)
	if err != nil {
		return false, err
	}
	parts, err := ltx.SliceFileIterator(last)
	if err != nil || !slices.ContainsFunc(parts, func(f *ltx.FileInfo) bool { return f.MinTXID == at && f.MaxTXID == at }) {
		return false, err
	}
	b, err := json.Marshal(l)
	if err != nil {
		return false, err
	}
	return true, createOnce(ctx, p.to, linkOf(epoch), append(b, '\n'))
}

// Prime makes the first part after one from a database file that is as that part left it, and puts into a data folder what
// the engine would have there had it made that part: its log and the part. The file is then to be moved there. Where
// something of this is lost the engine sends a whole copy.
func Prime(ctx context.Context, file, dir string, after ltx.TXID) error {
	// What the engine itself writes where it needs something written.
	log, err := store.LogOf(ctx, file, "INSERT INTO _litestream_seq (id, seq) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1")
	if err != nil {
		return err
	}
	part, err := partOf(ctx, log, after+1)
	if err != nil {
		return err
	}
	if err := auth.WriteDurably(dir, store.DatabaseFile+"-wal", log); err != nil {
		return err
	}
	path := litestream.NewDB(filepath.Join(dir, store.DatabaseFile)).LTXPath(0, after+1, after+1)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return auth.WriteDurably(filepath.Dir(path), filepath.Base(path), part)
}

// partOf is the part that a log makes.
func partOf(ctx context.Context, log []byte, id ltx.TXID) ([]byte, error) {
	r, err := litestream.NewWALReader(bytes.NewReader(log), slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	pages, end, commit, err := r.PageMap(ctx)
	if err != nil {
		return nil, err
	}
	if len(pages) == 0 {
		return nil, errors.New("nothing was written")
	}
	var out bytes.Buffer
	enc, err := ltx.NewEncoder(&out)
	if err != nil {
		return nil, err
	}
	if err := enc.EncodeHeader(ltx.Header{
		Version: ltx.Version, Flags: ltx.HeaderFlagNoChecksum, PageSize: r.PageSize(), Commit: commit, MinTXID: id, MaxTXID: id,
		Timestamp: time.Now().UnixMilli(), WALOffset: litestream.WALHeaderSize, WALSize: end - litestream.WALHeaderSize,
		WALSalt1: binary.BigEndian.Uint32(log[16:]), WALSalt2: binary.BigEndian.Uint32(log[20:]),
	}); err != nil {
		return nil, err
	}
	for _, number := range slices.Sorted(maps.Keys(pages)) {
		page := log[pages[number]+litestream.WALFrameHeaderSize:][:r.PageSize()]
		if err := enc.EncodePage(ltx.PageHeader{Pgno: number}, page); err != nil {
			return nil, err
		}
	}
	if err := enc.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

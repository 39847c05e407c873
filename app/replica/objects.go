package replica

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// objects is what a kind of target must know for the database to be kept there without a client of the engine's own.
type objects interface {
	// write returns when the object is durable, whole under its name, with the time that it is given.
	write(ctx context.Context, name string, body io.Reader, at time.Time) (int64, error)
	open(ctx context.Context, name string, from int64) (io.ReadCloser, error) // fs.ErrNotExist where there is none
	entries(ctx context.Context, prefix string) (map[string]entry, error)
	remove(ctx context.Context, name string) error // no error where there is none
}

// entry is an object without its content.
type entry struct {
	size int64
	at   time.Time
}

// sizes are the objects below a prefix as a target lists them.
func sizes(ctx context.Context, o objects, prefix string) (map[string]int64, error) {
	all, err := o.entries(ctx, prefix)
	if err != nil {
		return nil, err
	}
	out := make(map[string]int64, len(all))
	for name, e := range all {
		out[name] = e.size
	}
	return out, nil
}

// parts is the engine's client of a target that keeps objects: the engine's own ones cannot be ended (SFTP), or show an
// object before all of it is there and leave a mark for each that is removed (NATS).
type parts struct {
	to    objects
	place string // of the database, which each epoch has its own of
}

var _ litestream.ReplicaClient = parts{}

// Type is a label of the engine's lines.
func (p parts) Type() string { return "objects" }

// Init does nothing: the first call connects.
func (p parts) Init(context.Context) error { return nil }

// SetLogger does nothing: this client says nothing by itself.
func (p parts) SetLogger(*slog.Logger) {}

// LTXFiles are the files of a level, from a transaction on.
func (p parts) LTXFiles(ctx context.Context, level int, seek ltx.TXID, _ bool) (ltx.FileIterator, error) {
	all, err := p.to.entries(ctx, litestream.LTXLevelDir(p.place, level)+"/")
	if err != nil {
		return nil, err
	}
	infos := make([]*ltx.FileInfo, 0, len(all))
	for name, e := range all {
		from, to, err := ltx.ParseFilename(name)
		if err != nil || from < seek {
			continue
		}
		infos = append(infos, &ltx.FileInfo{Level: level, MinTXID: from, MaxTXID: to, Size: e.size, CreatedAt: e.at.UTC()})
	}
	return ltx.NewFileInfoSliceIterator(infos), nil
}

// OpenLTXFile reads a file from an offset on; a size of zero is all of it.
func (p parts) OpenLTXFile(ctx context.Context, level int, from, to ltx.TXID, offset, size int64) (io.ReadCloser, error) {
	name := litestream.LTXFilePath(p.place, level, from, to)
	body, err := p.to.open(ctx, name, offset)
	if err != nil {
		return nil, litestream.NewLTXError("open", name, level, uint64(from), uint64(to), err)
	}
	if size > 0 {
		return limited{io.LimitReader(body, size), body}, nil
	}
	return body, nil
}

type limited struct {
	io.Reader
	io.Closer
}

// WriteLTXFile writes a file with the time that its header has, as the engine's own clients do: by it the engine decides
// what is old.
func (p parts) WriteLTXFile(ctx context.Context, level int, from, to ltx.TXID, body io.Reader) (*ltx.FileInfo, error) {
	var begin bytes.Buffer
	header, _, err := ltx.PeekHeader(io.TeeReader(body, &begin))
	if err != nil {
		return nil, err
	}
	at := time.UnixMilli(header.Timestamp).UTC()
	size, err := p.to.write(ctx, litestream.LTXFilePath(p.place, level, from, to), io.MultiReader(&begin, body), at)
	if err != nil {
		return nil, err
	}
	return &ltx.FileInfo{Level: level, MinTXID: from, MaxTXID: to, Size: size, CreatedAt: at}, nil
}

// DeleteLTXFiles removes files that the engine has no use for any more.
func (p parts) DeleteLTXFiles(ctx context.Context, infos []*ltx.FileInfo) error {
	for _, i := range infos {
		if err := p.to.remove(ctx, litestream.LTXFilePath(p.place, i.Level, i.MinTXID, i.MaxTXID)); err != nil {
			return err
		}
	}
	return nil
}

// DeleteAll removes the database from the target.
func (p parts) DeleteAll(ctx context.Context) error {
	all, err := p.to.entries(ctx, p.place+"/")
	for name := range all {
		if err == nil {
			err = p.to.remove(ctx, p.place+"/"+name)
		}
	}
	return err
}

// isPlace says whether a path of an address can be the beginning of names.
func isPlace(path string) bool {
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if part == "." || part == ".." {
			return false
		}
	}
	return true
}

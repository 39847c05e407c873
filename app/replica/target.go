package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// What stands at a target. The database is Litestream's, below databasePart; the rest are whole objects.
const (
	databasePart = "db"
	filesPart    = "files/"
	networkName  = "network"         // whose copy this is: the mark of the key file
	keyName      = "tsunagu.key.age" // the key file, encrypted to the backups' public key
	missingName  = "missing"         // attachments that were lost before they could be sent, by their paths
	pulseName    = "pulse"           // when the leader was last heard of
)

// target is where a copy is kept: whole objects by name, and Litestream's files of the database.
type target interface {
	database(part string) litestream.ReplicaClient // in the place of that name
	// here says whether this is the place that the copy was begun at, as far as that can be said without a wait.
	here() error
	put(ctx context.Context, name string, body io.ReadSeeker, size int64) error
	get(ctx context.Context, name string) (io.ReadCloser, error) // fs.ErrNotExist where there is none
	list(ctx context.Context, prefix string) (map[string]int64, error)
	remove(ctx context.Context, name string) error
	close() error
}

// secrets are the names of what a target may need to be allowed in. They come from the environment or from a file,
// never from the command line, which everybody on a machine may list.
type secrets map[string]string

// readSecrets reads NAME=value lines; what the file does not name comes from the environment.
func readSecrets(file string) (secrets, error) {
	out := secrets{}
	if file == "" {
		return out, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("-replica-credentials のファイルを読めません: %w", err)
	}
	for i, line := range strings.Split(string(b), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("-replica-credentials のファイルの%d行目が、名前=値 の形ではありません", i+1)
		}
		out[strings.TrimSpace(name)] = strings.Trim(strings.TrimSpace(value), `"`)
	}
	return out, nil
}

func (s secrets) get(name string) string {
	if v, ok := s[name]; ok {
		return v
	}
	return os.Getenv(name)
}

// CheckURL says in Japanese what is wrong with a target's address; nil if it can be used.
func CheckURL(address string) error {
	_, err := parse(address)
	return err
}

func parse(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("-replica の URL を読めません。file:///フォルダ のように指定してください。")
	}
	if _, secret := u.User.Password(); secret {
		return nil, errors.New("-replica の URL に、パスワードを書かないでください。環境変数か -replica-credentials のファイルで渡します。")
	}
	open, ok := schemes[u.Scheme]
	if !ok {
		return nil, fmt.Errorf("-replica の URL は、%s のどれかで始めてください。", strings.Join(schemeNames(), "、"))
	}
	return u, open.check(u)
}

// scheme is a kind of target: what its address must have, and how it is opened.
type scheme struct {
	begins string
	check  func(*url.URL) error
	open   func(*url.URL, secrets) (target, error)
}

var schemes = map[string]scheme{
	"file": {begins: "file:///", check: checkFolder, open: openFolder},
	"sftp": {begins: "sftp://", check: checkServer, open: openServer},
	"s3":   {begins: "s3://", check: checkBucket, open: openBucket},
	"tls":  {begins: "tls://（NATS）", check: checkCluster, open: openCluster},
	"nats": {begins: "nats://", check: checkCluster, open: openCluster},
}

func schemeNames() (names []string) {
	for _, name := range []string{"file", "sftp", "s3", "tls", "nats"} {
		if s, ok := schemes[name]; ok {
			names = append(names, s.begins)
		}
	}
	return names
}

// openTarget is the target of an address, not connected yet.
func openTarget(address, credentials string) (target, error) {
	u, err := parse(address)
	if err != nil {
		return nil, err
	}
	s, err := readSecrets(credentials)
	if err != nil {
		return nil, err
	}
	return schemes[u.Scheme].open(u, s)
}

// ordered sends the attachments before the part of the database that names them, whoever writes that part: what a call
// is given was committed before it began, and the files of a commit are registered before it is made.
//
// What joins parts, and what is removed, it asks before whether this is still the leader: who goes on from this place reads
// the parts up to one of them, and those may not be joined with what came after.
type ordered struct {
	litestream.ReplicaClient
	r      *Replica
	before litestream.ReplicaClient // the places that this epoch goes on from; nil for none
	at     ltx.TXID                 // the last part that counts there
}

func (o ordered) WriteLTXFile(ctx context.Context, level int, from, to ltx.TXID, body io.Reader) (*ltx.FileInfo, error) {
	if err := o.r.to.here(); err != nil {
		return nil, err
	}
	if level > 0 {
		if err := o.r.still(ctx); err != nil {
			return nil, err
		}
	}
	if err := o.r.sendPending(ctx); err != nil {
		return nil, err
	}
	return o.ReplicaClient.WriteLTXFile(ctx, level, from, to, body)
}

// DeleteLTXFiles keeps the first part for as long as there is no other whole copy.
func (o ordered) DeleteLTXFiles(ctx context.Context, files []*ltx.FileInfo) error {
	if err := o.r.still(ctx); err != nil {
		return err
	}
	if slices.ContainsFunc(files, isFirst) {
		copies, err := o.files(ctx, litestream.SnapshotLevel, 0, false)
		if err != nil {
			return err
		}
		if len(copies) == 0 {
			files = slices.DeleteFunc(slices.Clone(files), isFirst)
		}
	}
	return o.ReplicaClient.DeleteLTXFiles(ctx, files)
}

// isFirst says of a part that it has all pages, as nothing was there before.
func isFirst(f *ltx.FileInfo) bool { return f.Level == 0 && f.MinTXID == 1 && f.MaxTXID == 1 }

// LTXFiles are those of the epoch's own place.
//
// Before the first is there the engine is told of the one that they go on from: so it knows where it stands, and makes its
// whole copies here. And it is not told of the first part where it looks for what to join (it then begins at a number): all
// pages would be copied once more at each level.
func (o ordered) LTXFiles(ctx context.Context, level int, seek ltx.TXID, times bool) (ltx.FileIterator, error) {
	all, err := o.files(ctx, level, seek, times)
	if err != nil {
		return nil, err
	}
	switch {
	case level > 0:
	case seek > 0:
		all = slices.DeleteFunc(all, isFirst)
	case o.before != nil && len(all) == 0:
		all = []*ltx.FileInfo{{MinTXID: o.at, MaxTXID: o.at}}
	}
	return ltx.NewFileInfoSliceIterator(all), nil
}

func (o ordered) files(ctx context.Context, level int, seek ltx.TXID, times bool) ([]*ltx.FileInfo, error) {
	all, err := o.ReplicaClient.LTXFiles(ctx, level, seek, times)
	if err != nil {
		return nil, err
	}
	return ltx.SliceFileIterator(all)
}

func (o ordered) OpenLTXFile(ctx context.Context, level int, from, to ltx.TXID, offset, size int64) (io.ReadCloser, error) {
	body, err := o.ReplicaClient.OpenLTXFile(ctx, level, from, to, offset, size)
	if isMissing(err) && o.before != nil && to == o.at {
		return o.before.OpenLTXFile(ctx, level, from, to, offset, size)
	}
	return body, err
}

// getSmall reads a small object; fs.ErrNotExist where there is none.
func getSmall(ctx context.Context, t target, name string) (string, error) {
	body, err := t.get(ctx, name)
	if err != nil {
		return "", err
	}
	defer body.Close()
	b, err := io.ReadAll(io.LimitReader(body, 16<<20))
	return string(b), err
}

func putSmall(ctx context.Context, t target, name, text string) error {
	return t.put(ctx, name, strings.NewReader(text), int64(len(text)))
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// isOfDatabase says that an object is a file of the engine's, of any epoch.
func isOfDatabase(name string) bool {
	return strings.HasPrefix(name, databasePart+"/") || strings.HasPrefix(name, databasePart+"-")
}

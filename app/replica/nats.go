package replica

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// cluster is a target in NATS JetStream, as an object store: a provider's, or three machines of the bank's own. Its layout
// is that of ADR-20 (JetStream based Object Store), so that the tools of NATS show it; how it is written and read is not
// left to their client, see nats_objects.go.
type cluster struct {
	servers       []string
	bucket, place string
	options       []nats.Option

	life context.Context
	end  context.CancelFunc
	turn chan struct{} // one connects, or makes what is missing, at a time

	mu    sync.Mutex
	conn  *nats.Conn
	js    jetstream.JetStream
	ready bool // the bucket is there and may be written to
	keyed bool // and the one of values that are exchanged
	swept time.Time

	known sync.Map // entries of the database's files, by their names
}

const (
	natsPort = "4222"
	// A connection attempt, and any one question, may take this long.
	natsAnswer = 10 * time.Second
	natsPing   = 5 * time.Second
	// natsChunk is the size of a message of an object, as ADR-20 has it, and natsAhead how many of them are on the way.
	natsChunk = 128 << 10
	natsAhead = 16
	// natsCopies is how many nodes of a cluster have each object: two of three are enough to go on.
	natsCopies = 3
	// natsHeard is how long ago a leader may have heard of a node. A node that has heard of no leader for four seconds
	// begins an election, so that a leader that has heard of a majority within less is the only one.
	natsHeard = 3 * time.Second
)

var (
	errCluster = errors.New("-replica の NATS は、tls://サーバ:4222/バケット/場所 のように指定してください" +
		"（ほかのサーバは ?servers=サーバ2:4222,サーバ3:4222 で続けます。バケットと場所には、英数字と - と _ を使えます）。")
	natsBucket = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	natsPlace  = regexp.MustCompile(`^([A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*)?$`)
)

func checkCluster(u *url.URL) error {
	for name := range u.Query() {
		if name != "servers" {
			return errCluster
		}
	}
	bucket, place, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if u.User != nil || u.Fragment != "" || !natsBucket.MatchString(bucket) || !natsPlace.MatchString(place) {
		return errCluster
	}
	for _, s := range natsServers(u) {
		host, _, err := net.SplitHostPort(s)
		if err != nil || host == "" || strings.ContainsAny(s, "/@?") {
			return errCluster
		}
		// The names of all customers would go over the line in clear.
		if ip := net.ParseIP(host); u.Scheme == "nats" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return errors.New("-replica の NATS は、tls:// で始めてください。nats:// は、このコンピュータの中だけで使えます。")
		}
	}
	return nil
}

func natsServers(u *url.URL) (out []string) {
	all := []string{u.Host}
	if more := u.Query().Get("servers"); more != "" {
		all = append(all, strings.Split(more, ",")...)
	}
	for _, s := range all {
		if s = strings.TrimSpace(s); !strings.Contains(s, ":") || strings.HasSuffix(s, "]") {
			s = net.JoinHostPort(strings.Trim(s, "[]"), natsPort)
		}
		out = append(out, s)
	}
	return out
}

func openCluster(u *url.URL, s secrets) (target, error) {
	t := &cluster{turn: make(chan struct{}, 1)}
	t.bucket, t.place, _ = strings.Cut(strings.Trim(u.Path, "/"), "/")
	for _, server := range natsServers(u) {
		t.servers = append(t.servers, u.Scheme+"://"+server)
	}
	var err error
	if t.options, err = natsEntry(u.Scheme == "tls", s); err != nil {
		return nil, err
	}
	t.life, t.end = context.WithCancel(context.Background())
	return t, nil
}

// How what NATS asks for is called in the environment and in the file.
const (
	natsUser     = "NATS_USER"
	natsPassword = "NATS_PASSWORD"
	natsSeed     = "NATS_NKEY_FILE"
	natsCreds    = "NATS_CREDS_FILE"
	natsRoots    = "NATS_CA_FILE"
	natsCert     = "NATS_CERT_FILE"
	natsCertKey  = "NATS_CERT_KEY_FILE"
)

// natsEntry is how the connection is protected, and who this is.
func natsEntry(secure bool, s secrets) (out []nats.Option, err error) {
	entered := false
	if secure {
		c := &tls.Config{MinVersion: tls.VersionTLS12, CipherSuites: authenticated()}
		if c.RootCAs, err = natsTrust(s.get(natsRoots)); err != nil {
			return nil, err
		}
		if s.get(natsCert) != "" || s.get(natsCertKey) != "" {
			pair, err := tls.LoadX509KeyPair(s.get(natsCert), s.get(natsCertKey))
			if err != nil {
				return nil, fmt.Errorf("%s と %s を、証明書とその鍵として読めません: %w", natsCert, natsCertKey, err)
			}
			c.Certificates, entered = []tls.Certificate{pair}, true
		}
		out = append(out, nats.Secure(c))
	} else {
		out = append(out, nats.IgnoreDiscoveredServers()) // another machine's, in clear
	}
	switch {
	case s.get(natsCreds) != "":
		out = append(out, nats.UserCredentials(s.get(natsCreds)))
	case s.get(natsSeed) != "":
		key, err := nats.NkeyOptionFromSeed(s.get(natsSeed))
		if err != nil {
			return nil, fmt.Errorf("%s のファイルを読めません: %w", natsSeed, err)
		}
		out = append(out, key)
	case s.get(natsUser) != "" && s.get(natsPassword) != "":
		out = append(out, nats.UserInfo(s.get(natsUser), s.get(natsPassword)))
	case !entered:
		return nil, fmt.Errorf("NATS に入るためのものがありません。環境変数か -replica-credentials のファイルで、%s と %s、%s、%s のどれかを渡してください。",
			natsUser, natsPassword, natsSeed, natsCreds)
	}
	return out, nil
}

func (t *cluster) database(part string) litestream.ReplicaClient { return parts{t, part} }

// here: what was put into a bucket that was removed fails, as nothing answers.
func (t *cluster) here() error { return nil }

// dialer connects as long as the target is open.
type dialer struct{ life context.Context }

func (d dialer) Dial(network, address string) (net.Conn, error) {
	return (&net.Dialer{Timeout: natsAnswer, KeepAlive: 15 * time.Second}).DialContext(d.life, network, address)
}

// alone lets one in at a time.
func (t *cluster) alone(ctx context.Context) (leave func(), err error) {
	select {
	case t.turn <- struct{}{}:
		return func() { <-t.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// connected is the connection. The client makes it anew by itself when it is lost; what is sent meanwhile fails at once.
func (t *cluster) connected(ctx context.Context) (jetstream.JetStream, error) {
	t.mu.Lock()
	js := t.js
	t.mu.Unlock()
	if js != nil {
		return js, nil
	}
	leave, err := t.alone(ctx)
	if err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	go func() {
		defer leave()
		done <- t.connect()
	}()
	select {
	case err := <-done:
		if err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(t.servers, ","), err)
		}
	case <-ctx.Done(): // whoever comes next finds the connection
		return nil, ctx.Err()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.js, nil
}

func (t *cluster) connect() error {
	t.mu.Lock()
	is := t.js != nil
	t.mu.Unlock()
	if is {
		return nil
	}
	conn, err := nats.Connect(strings.Join(t.servers, ","), append(slices.Clone(t.options), nats.Name("tsunagu"),
		nats.SetCustomDialer(dialer{t.life}), nats.Timeout(natsAnswer), nats.PingInterval(natsPing), nats.MaxPingsOutstanding(2),
		nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))...) // the call that fails tells of it
	if err != nil {
		return err
	}
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncMaxPending(natsAhead), jetstream.WithPublishAsyncTimeout(natsAnswer),
		jetstream.WithDefaultTimeout(natsAnswer))
	if err != nil {
		conn.Close()
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.life.Err() != nil {
		conn.Close()
		return t.life.Err()
	}
	t.conn, t.js = conn, js
	return nil
}

// close ends the connection and every call on it.
func (t *cluster) close() error {
	t.end()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.conn != nil {
		t.conn.Close()
	}
	return nil
}

func (t *cluster) stream() string { return "OBJ_" + t.bucket }

func (t *cluster) name(name string) string { return strings.TrimPrefix(t.place+"/"+name, "/") }

func natsEncoded(name string) string { return base64.URLEncoding.EncodeToString([]byte(name)) }

func (t *cluster) metaSubject(name string) string {
	return "$O." + t.bucket + ".M." + natsEncoded(t.name(name))
}

// chunkSubject begins with the name, so that what is left of an earlier writing is found without its meta.
func (t *cluster) chunkSubject(nuid string) string { return "$O." + t.bucket + ".C." + nuid }

// writable makes the bucket if it is missing, and refuses one that would not keep what is put into it.
func (t *cluster) writable(ctx context.Context) (jetstream.JetStream, error) {
	return t.once(ctx, &t.ready, t.makeObjects)
}

// once connects, and does what a connection needs before it is used so, if nobody has done it.
func (t *cluster) once(ctx context.Context, done *bool, do func(context.Context, jetstream.JetStream) error) (jetstream.JetStream, error) {
	js, err := t.connected(ctx)
	if err != nil {
		return nil, err
	}
	leave, err := t.alone(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	t.mu.Lock()
	is := *done
	t.mu.Unlock()
	if is {
		return js, nil
	}
	ctx, cancel := context.WithTimeout(ctx, natsAnswer)
	defer cancel()
	if err := do(ctx, js); err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	*done = true
	return js, nil
}

func (t *cluster) makeObjects(ctx context.Context, js jetstream.JetStream) error {
	s, err := js.Stream(ctx, t.stream())
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = js.CreateStream(ctx, jetstream.StreamConfig{Name: t.stream(), Description: "tsunagu",
			Subjects: []string{"$O." + t.bucket + ".C.>", "$O." + t.bucket + ".M.>"}, Storage: jetstream.FileStorage,
			Replicas: t.copies(), Discard: jetstream.DiscardNew, AllowRollup: true, MaxBytes: -1})
	}
	if err != nil {
		return t.explain(err)
	}
	switch c := s.CachedInfo().Config; {
	case c.Replicas < t.copies():
		return fmt.Errorf("NATS のバケット %s の複製が%dつしかありません。nats stream edit %s --replicas %d で増やしてください。",
			t.bucket, c.Replicas, t.stream(), natsCopies)
	case c.Storage != jetstream.FileStorage || c.MaxAge != 0 || c.Discard != jetstream.DiscardNew || c.Sealed || !c.AllowRollup ||
		c.DenyPurge:
		return fmt.Errorf("NATS のバケット %s は、写しを保つ設定（ファイルに保存、期限なし、purge と rollup を許す）ではありません。", t.bucket)
	}
	return nil
}

// copies is how many nodes must have what is put: where there is a cluster, more than one.
func (t *cluster) copies() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.conn.ConnectedClusterName() == "" {
		return 1
	}
	return natsCopies
}

func (t *cluster) explain(err error) error {
	said := (*jetstream.APIError)(nil)
	if errors.As(err, &said) && said.ErrorCode == natsNoPeers {
		return fmt.Errorf("NATS のバケット %s を三台に作れません。三台が動いていることと、JetStream が有効なことを確かめてください: %w", t.bucket, err)
	}
	return err
}

// Codes of the server's answers (errors.json of nats-server).
const (
	natsNoPeers  = 10005
	natsNoStream = jetstream.JSErrCodeStreamNotFound
	natsNoMsg    = jetstream.JSErrCodeMessageNotFound
)

// message is a stored one, as its leader gives it.
type message struct {
	Sequence uint64    `json:"seq"`
	Data     []byte    `json:"data"`
	Time     time.Time `json:"time"`
}

// ask has the leader's message of a stream; fs.ErrNotExist where there is none. A direct get would be answered by any node,
// by one that is behind too.
func (t *cluster) ask(ctx context.Context, stream string, what map[string]any) (*message, error) {
	if _, err := t.connected(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, natsAnswer)
	defer cancel()
	b, err := json.Marshal(what)
	if err != nil {
		return nil, err
	}
	got, err := t.conn.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, b)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Error   *jetstream.APIError `json:"error"`
		Message *message            `json:"message"`
	}
	if err := json.Unmarshal(got.Data, &answer); err != nil {
		return nil, err
	}
	switch e := answer.Error; {
	case e != nil && (e.ErrorCode == natsNoMsg || e.ErrorCode == natsNoStream):
		return nil, fmt.Errorf("%w: %w", fs.ErrNotExist, e)
	case e != nil:
		return nil, e
	case answer.Message == nil:
		return nil, io.ErrUnexpectedEOF
	}
	return answer.Message, nil
}

// subjects are how many messages each subject has, as the stream's leader knows it; a leader that a majority has not
// answered of late may have been followed by another one, and is not believed.
func (t *cluster) subjects(ctx context.Context, filter string) (map[string]uint64, error) {
	js, err := t.connected(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, natsAnswer)
	defer cancel()
	s, err := js.Stream(ctx, t.stream())
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for {
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(filter))
		if err != nil {
			return nil, err
		}
		if isHeard(info.Cluster) {
			return info.State.Subjects, nil
		}
		select {
		case <-time.After(natsPing / 10): // a leader that is new hears of the others in a moment
		case <-ctx.Done():
			return nil, errors.New("the leader of the bucket does not hear of a majority")
		}
	}
}

func isHeard(c *jetstream.ClusterInfo) bool {
	if c == nil || len(c.Replicas) == 0 {
		return true
	}
	heard := 1
	for _, p := range c.Replicas {
		if !p.Offline && p.Active < natsHeard {
			heard++
		}
	}
	return heard > (len(c.Replicas)+1)/2
}

// digest is how ADR-20 writes it.
func digest(sum []byte) string { return "SHA-256=" + base64.URLEncoding.EncodeToString(sum) }

package replica

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// natsMeta is what the object store has of an object (ADR-20, "Object Meta").
type natsMeta struct {
	Name    string              `json:"name"`
	Headers map[string][]string `json:"headers,omitempty"`
	Bucket  string              `json:"bucket"`
	NUID    string              `json:"nuid"`
	Size    int64               `json:"size"`
	ModTime time.Time           `json:"mtime"`
	Chunks  int                 `json:"chunks"`
	Digest  string              `json:"digest"`
	Deleted bool                `json:"deleted,omitempty"`
	Options *natsOptions        `json:"options,omitempty"`
}

type natsOptions struct {
	ChunkSize int `json:"max_chunk_size"`
}

// atHeader is the object's own time; the store's is when it was put.
const atHeader = "Tsunagu-Time"

func (m *natsMeta) entry(stored time.Time) entry {
	e := entry{m.Size, stored}
	if said := m.Headers[atHeader]; len(said) == 1 {
		if at, err := time.Parse(time.RFC3339Nano, said[0]); err == nil {
			e.at = at
		}
	}
	return e
}

// meta is an object's, from the leader; fs.ErrNotExist where there is none.
func (t *cluster) meta(ctx context.Context, name string) (*natsMeta, entry, error) {
	got, err := t.ask(ctx, t.stream(), map[string]any{"last_by_subj": t.metaSubject(name)})
	if err != nil {
		return nil, entry{}, err
	}
	m := &natsMeta{}
	if err := json.Unmarshal(got.Data, m); err != nil {
		return nil, entry{}, err
	}
	if m.Deleted {
		return nil, entry{}, fmt.Errorf("%s: %w", name, os.ErrNotExist)
	}
	return m, m.entry(got.Time), nil
}

// write puts the chunks, and the meta when a majority has all of them: whoever sees the object has it whole. Both are
// confirmed by the stream, which it does when a majority of its nodes have them.
func (t *cluster) write(ctx context.Context, name string, body io.Reader, at time.Time) (int64, error) {
	js, err := t.writable(ctx)
	if err != nil {
		return 0, err
	}
	before := make(chan string, 1) // the chunks of what is written over; asked for while the new ones are on their way
	go func() {
		if m, _, err := t.meta(ctx, name); err == nil {
			before <- m.NUID
		}
		close(before)
	}()
	m := &natsMeta{Name: t.name(name), Bucket: t.bucket, Options: &natsOptions{natsChunk}, ModTime: time.Now().UTC(),
		NUID: natsEncoded(t.name(name)) + "." + strconv.FormatInt(time.Now().Unix(), 10) + "-" + rand.Text()[:10]}
	if !at.IsZero() {
		m.Headers = map[string][]string{atHeader: {at.Format(time.RFC3339Nano)}}
	}
	if err := t.writeChunks(ctx, js, m, body); err != nil {
		return 0, err
	}
	b, err := json.Marshal(m)
	if err != nil {
		return 0, err
	}
	t.known.Delete(name)
	was := <-before
	last := nats.NewMsg(t.metaSubject(name))
	last.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	last.Data = b
	confirm, cancel := context.WithTimeout(ctx, natsAnswer)
	defer cancel()
	if _, err := js.PublishMsg(confirm, last); err != nil {
		return 0, err
	}
	if isOfDatabase(name) {
		t.known.Store(name, m.entry(time.Now()))
	}
	if was != "" {
		_ = t.purge(ctx, js, t.chunkSubject(was)) // the sweep has it else
	}
	t.sweep(ctx, js)
	return m.Size, nil
}

func (t *cluster) writeChunks(ctx context.Context, js jetstream.JetStream, m *natsMeta, body io.Reader) error {
	sum := sha256.New()
	var sent []jetstream.PubAckFuture
	confirmed := func(f jetstream.PubAckFuture) error {
		select {
		case <-f.Ok():
			return nil
		case err := <-f.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	size := min(natsChunk, t.conn.MaxPayload())
	for {
		chunk := make([]byte, size)
		n, err := io.ReadFull(body, chunk)
		if n > 0 {
			if len(sent) == natsAhead {
				if err := confirmed(sent[0]); err != nil {
					return err
				}
				sent = sent[1:]
			}
			// The client's own patience of 200 ms ends while three busy nodes still agree on what was sent before.
			f, err := js.PublishMsgAsync(&nats.Msg{Subject: t.chunkSubject(m.NUID), Data: chunk[:n]}, jetstream.WithStallWait(natsAnswer))
			if err != nil {
				return err
			}
			sent = append(sent, f)
			sum.Write(chunk[:n])
			m.Size, m.Chunks = m.Size+int64(n), m.Chunks+1
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	for _, f := range sent {
		if err := confirmed(f); err != nil {
			return err
		}
	}
	m.Digest = digest(sum.Sum(nil))
	return nil
}

func (t *cluster) purge(ctx context.Context, js jetstream.JetStream, subject string) error {
	ctx, cancel := context.WithTimeout(ctx, natsAnswer)
	defer cancel()
	s, err := js.Stream(ctx, t.stream())
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject(subject))
	}
	return err
}

// sweepEvery is how often chunks without a meta are looked for, and partsStay is how long they stay.
const sweepEvery = time.Hour

// sweep removes the chunks of writings that came to no end. It is for space alone: where it fails it is tried again.
func (t *cluster) sweep(ctx context.Context, js jetstream.JetStream) {
	t.mu.Lock()
	due := time.Since(t.swept) > sweepEvery
	if due {
		t.swept = time.Now()
	}
	t.mu.Unlock()
	if !due {
		return
	}
	all, err := t.subjects(ctx, t.chunkSubject(">"))
	if err != nil {
		return
	}
	byName := map[string][]string{}
	for subject := range all {
		if name, unique, ok := strings.Cut(strings.TrimPrefix(subject, t.chunkSubject("")), "."); ok {
			byName[name] = append(byName[name], unique)
		}
	}
	metas, err := t.subjects(ctx, "$O."+t.bucket+".M.>")
	if err != nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		live := ""
		if _, ok := metas["$O."+t.bucket+".M."+name]; ok {
			if len(byName[name]) == 1 {
				continue
			}
			raw, err := base64.URLEncoding.DecodeString(name)
			if err != nil || !strings.HasPrefix(string(raw), t.name("")) {
				continue
			}
			m, _, err := t.meta(ctx, strings.TrimPrefix(string(raw), t.name("")))
			if err != nil {
				continue
			}
			live = m.NUID
		}
		for _, unique := range byName[name] {
			seconds, _, _ := strings.Cut(unique, "-")
			began, err := strconv.ParseInt(seconds, 10, 64)
			if err != nil || name+"."+unique == live || time.Since(time.Unix(began, 0)) < partsStay {
				continue
			}
			if t.purge(ctx, js, t.chunkSubject(name+"."+unique)) != nil {
				return
			}
		}
	}
}

func (t *cluster) put(ctx context.Context, name string, body io.ReadSeeker, _ int64) error {
	_, err := t.write(ctx, name, body, time.Time{})
	return err
}

// chunks reads an object from its leader, one message after the other, and says at the end whether it is what was put.
type chunks struct {
	ctx  context.Context
	t    *cluster
	m    *natsMeta
	next uint64
	got  int
	size int64
	sum  hash.Hash
	left bytes.Reader
}

func (c *chunks) Read(p []byte) (int, error) {
	for c.left.Len() == 0 {
		if c.got == c.m.Chunks {
			if c.size != c.m.Size || digest(c.sum.Sum(nil)) != c.m.Digest {
				return 0, fmt.Errorf("%s is damaged at the target", c.m.Name)
			}
			return 0, io.EOF
		}
		got, err := c.t.ask(c.ctx, c.t.stream(), map[string]any{"seq": c.next, "next_by_subj": c.t.chunkSubject(c.m.NUID)})
		if isMissing(err) { // removed, or written anew, meanwhile
			return 0, io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, err
		}
		c.next, c.got, c.size = got.Sequence+1, c.got+1, c.size+int64(len(got.Data))
		c.sum.Write(got.Data)
		c.left.Reset(got.Data)
	}
	return c.left.Read(p)
}

func (c *chunks) Close() error { return nil }

func (t *cluster) open(ctx context.Context, name string, from int64) (io.ReadCloser, error) {
	m, e, err := t.meta(ctx, name)
	if err != nil {
		t.known.Delete(name)
		return nil, err
	}
	if isOfDatabase(name) {
		t.known.Store(name, e)
	}
	c := &chunks{ctx: ctx, t: t, m: m, next: 1, sum: sha256.New()}
	if _, err := io.CopyN(io.Discard, c, from); err != nil {
		return nil, err
	}
	return c, nil
}

func (t *cluster) get(ctx context.Context, name string) (io.ReadCloser, error) {
	return t.open(ctx, name, 0)
}

// asking is how many metas are asked for at once.
const asking = 16

func (t *cluster) entries(ctx context.Context, prefix string) (map[string]entry, error) {
	before := "$O." + t.bucket + ".M."
	all, err := t.subjects(ctx, before+">")
	if err != nil {
		return nil, err
	}
	var names []string
	for subject := range all {
		raw, err := base64.URLEncoding.DecodeString(strings.TrimPrefix(subject, before))
		if name, ok := strings.CutPrefix(string(raw), t.name(prefix)); ok && err == nil {
			names = append(names, name)
		}
	}
	t.known.Range(func(name, _ any) bool { // of those that are gone nothing is kept
		if below, ok := strings.CutPrefix(name.(string), prefix); ok && !slices.Contains(names, below) {
			t.known.Delete(name)
		}
		return true
	})
	out := make(map[string]entry, len(names))
	var mu sync.Mutex
	var wg sync.WaitGroup
	var failed error
	places := make(chan struct{}, asking)
	for _, name := range names {
		if e, ok := t.known.Load(prefix + name); ok {
			mu.Lock()
			out[name] = e.(entry)
			mu.Unlock()
			continue
		}
		places <- struct{}{}
		wg.Go(func() {
			defer func() { <-places }()
			_, e, err := t.meta(ctx, prefix+name)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case isMissing(err): // removed meanwhile
			case err != nil:
				failed = err
			default:
				out[name] = e
				if isOfDatabase(prefix) {
					t.known.Store(prefix+name, e)
				}
			}
		})
	}
	wg.Wait()
	if failed != nil {
		return nil, failed
	}
	return out, nil
}

func (t *cluster) list(ctx context.Context, prefix string) (map[string]int64, error) {
	return sizes(ctx, t, prefix)
}

// remove takes away the meta first: nobody begins to read what is going. No mark is left, there would be one for each of
// the database's many files.
func (t *cluster) remove(ctx context.Context, name string) error {
	js, err := t.connected(ctx)
	if err != nil {
		return err
	}
	t.known.Delete(name)
	err = t.purge(ctx, js, t.metaSubject(name))
	if err == nil {
		err = t.purge(ctx, js, t.chunkSubject(natsEncoded(t.name(name))+".>"))
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	return err
}

// valued makes the bucket of values that are exchanged, if it is missing: KV of JetStream (ADR-8), with as many copies.
func (t *cluster) valued(ctx context.Context) (jetstream.JetStream, error) {
	return t.once(ctx, &t.keyed, t.makeValues)
}

func (t *cluster) makeValues(ctx context.Context, js jetstream.JetStream) error {
	s, err := js.Stream(ctx, "KV_"+t.bucket)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = js.CreateStream(ctx, jetstream.StreamConfig{Name: "KV_" + t.bucket, Description: "tsunagu",
			Subjects: []string{"$KV." + t.bucket + ".>"}, Storage: jetstream.FileStorage, Replicas: t.copies(),
			Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, AllowRollup: true, DenyDelete: true, MaxBytes: -1})
	}
	if err != nil {
		return t.explain(err)
	}
	if c := s.CachedInfo().Config; c.Replicas < t.copies() || c.Storage != jetstream.FileStorage || c.MaxAge != 0 {
		return fmt.Errorf("NATS の KV %s は、三台のファイルに期限なしで保つ設定ではありません。", t.bucket)
	}
	return nil
}

// swap puts a value where the one of a version is, or, of no version, where there is none; errSwapped where somebody else
// was first. A majority has it when it returns.
func (t *cluster) swap(ctx context.Context, name, version string, b []byte) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, natsAnswer)
	defer cancel()
	js, err := t.valued(ctx)
	if err != nil {
		return "", err
	}
	was := uint64(0)
	if version != "" {
		if was, err = strconv.ParseUint(version, 10, 64); err != nil {
			return "", err
		}
	}
	done, err := js.PublishMsg(ctx, &nats.Msg{Subject: t.keySubject(name), Data: b}, jetstream.WithExpectLastSequencePerSubject(was))
	said := (*jetstream.APIError)(nil)
	if errors.As(err, &said) && (said.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		said.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant) {
		return "", fmt.Errorf("%w: %w", errSwapped, err)
	}
	if err != nil {
		return "", err
	}
	return strconv.FormatUint(done.Sequence, 10), nil
}

func (t *cluster) keySubject(name string) string { return "$KV." + t.bucket + "." + t.name(name) }

// read is a value and its version, from the leader, or an object, which has none; fs.ErrNotExist where there is neither.
func (t *cluster) read(ctx context.Context, name string) ([]byte, string, error) {
	got, err := t.ask(ctx, "KV_"+t.bucket, map[string]any{"last_by_subj": t.keySubject(name)})
	if isMissing(err) {
		s, err := getSmall(ctx, t, name)
		return []byte(s), "", err
	}
	if err != nil {
		return nil, "", err
	}
	return got.Data, strconv.FormatUint(got.Sequence, 10), nil
}

// natsTrust are the authorities of a file; of none, the system's.
func natsTrust(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s のファイルを読めません: %w", natsRoots, err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(b) {
		return nil, fmt.Errorf("%s のファイルに、証明書がありません。", natsRoots)
	}
	return pool, nil
}

// authenticated are the suites of TLS 1.2 that authenticate what they encrypt (AEAD), as the program's own side offers.
func authenticated() (ids []uint16) {
	for _, s := range tls.CipherSuites() {
		if strings.Contains(s.Name, "_ECDHE_") && (strings.Contains(s.Name, "_GCM_") || strings.Contains(s.Name, "_CHACHA20_")) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

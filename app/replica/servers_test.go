package replica_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/apptest/targets"
	"tsunagu/app/backup"
	"tsunagu/app/replica"
	"tsunagu/store"
)

func credentials(t *testing.T, lines string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "credentials")
	apptest.WriteFile(t, path, lines)
	return path
}

func toSFTP(t *testing.T) (*targets.SSH, replica.Options) {
	t.Helper()
	s := targets.OpenSSH(t)
	return s, replica.Options{URL: "sftp://" + s.User + "@" + s.Address + s.Folder,
		Credentials: credentials(t, "SFTP_KEY_FILE="+s.Key+"\nSFTP_HOST_KEY="+s.HostKey+"\n")}
}

func toNATS(t *testing.T) (*targets.Cluster, replica.Options) {
	t.Helper()
	c := targets.NATS(t, 3)
	return c, replica.Options{URL: c.Address("place"),
		Credentials: credentials(t, "NATS_USER="+c.User+"\nNATS_PASSWORD="+c.Password+"\nNATS_CA_FILE="+c.CA+"\n")}
}

// writers write until the end is told; what was answered is given back, and what was refused is counted.
type writers struct {
	p      *pair
	stop   chan struct{}
	cancel context.CancelFunc
	all    sync.WaitGroup
	mu     sync.Mutex
	stands []string
	other  int
}

func (p *pair) writing(n int) *writers {
	ctx, cancel := context.WithCancel(context.Background())
	w := &writers{p: p, stop: make(chan struct{}), cancel: cancel}
	for i := range n {
		w.all.Go(func() {
			for j := 0; ; j++ {
				select {
				case <-w.stop:
					return
				default:
				}
				name := fmt.Sprint(i, "-", j)
				err := p.note(name)
				w.mu.Lock()
				switch {
				case err == nil:
					w.stands = append(w.stands, name)
				case errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrUnconfirmed):
					w.other++
				default:
					p.T.Error(err)
				}
				w.mu.Unlock()
				if err != nil { // it would be refused again and again
					_ = p.r.Await(ctx, func(s replica.Status) bool { return !isLost(s) })
				}
			}
		})
	}
	return w
}

// more waits for writes that are answered from now on.
func (w *writers) more(n int) {
	w.p.T.Helper()
	w.mu.Lock()
	from := len(w.stands)
	w.mu.Unlock()
	for until := time.Now().Add(unhurried); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		w.mu.Lock()
		is := len(w.stands)
		w.mu.Unlock()
		if is >= from+n {
			return
		}
	}
	w.p.T.Fatalf("no writes are answered: %+v", w.p.r.Status())
}

// lost ends the writers and says how many answered writes the target lacks.
func (w *writers) lost() (lost int) {
	close(w.stop)
	w.cancel()
	w.all.Wait()
	w.p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		for _, name := range w.stands {
			if !w.p.has(q, name) {
				lost++
			}
		}
	})
	if lost > 0 {
		w.p.T.Errorf("%d of %d answered writes are not at the target", lost, len(w.stands))
	}
	return lost
}

// whole is what a target of any kind must hold: rows with their files, and all that a restore needs.
func whole(t *testing.T, p *pair) {
	t.Helper()
	identity := filepath.Join(t.TempDir(), "identity.txt")
	recipient, err := backup.NewKey(identity)
	if err != nil {
		t.Fatal(err)
	}
	p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingBackupKey, recipient, "") })
	p.Attach("of the copy")
	if err := p.r.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.await(isThere)
	if rows := p.wantFiles(); rows != 1 {
		t.Errorf("%d rows of attachments", rows)
	}
	_, report := p.Restored(app.RestoreInput{Replica: p.address, ReplicaKey: p.credentials, Identity: identity})
	if report.Attachments != 1 || report.Manifest.Time.IsZero() {
		t.Errorf("%+v", report)
	}
}

// TestSFTP: the server dies under writers and comes back, again and again; nothing that was answered is lost, and while it
// is away writes are refused.
func TestSFTP(t *testing.T) {
	s, o := toSFTP(t)
	o.Waits, o.Lost, o.Patience = true, replica.LostStop, 2*time.Second
	p := newPair(t, o)
	p.await(isThere)
	w := p.writing(4)
	const deaths = 5
	for range deaths {
		w.more(20)
		s.Kill()
		p.await(isLost)
		s.Start()
		p.await(func(st replica.Status) bool { return st.Since.IsZero() })
	}
	w.more(20)
	lost := w.lost()
	t.Logf("FIGURE sftp: server killed %d times under 4 writers, %d writes answered, %d refused or unconfirmed, %d lost", deaths,
		len(w.stands), w.other, lost)
	whole(t, p)
}

// TestNATS: each node of three dies under writers and comes back; nothing that was answered is lost, and writes go on.
// Without a majority they are refused, and go on by themselves when there is one.
func TestNATS(t *testing.T) {
	c, o := toNATS(t)
	o.Waits, o.Lost, o.Patience = true, replica.LostStop, 2*time.Second
	p := newPair(t, o)
	p.await(isThere)
	w := p.writing(4)
	for i := range c.Nodes {
		w.more(20)
		c.Nodes[i].Kill()
		w.more(20)
		c.Nodes[i].Start()
		c.Healthy()
	}
	w.more(20)
	c.Nodes[0].Kill()
	c.Nodes[1].Kill()
	p.await(isLost)
	if err := p.note("refused"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a write without a majority: %v", err)
	}
	if _, err := replica.Fetch(t.Context(), p.address, p.credentials, nil, t.TempDir()); err == nil {
		t.Error("one node of three is believed")
	}
	c.Nodes[0].Start()
	w.more(20)
	c.Nodes[1].Start()
	c.Healthy()
	lost := w.lost()
	p.await(isThere)
	t.Logf("FIGURE nats: 3 nodes killed one by one and two at once under 4 writers, %d writes answered, %d refused or unconfirmed, %d lost",
		len(w.stands), w.other, lost)
	p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		if p.has(q, "refused") {
			t.Error("a refused write is at the target")
		}
	})
	whole(t, p)
}

// TestNATSTell: without a majority writes are answered where that was chosen, and are there later.
func TestNATSTell(t *testing.T) {
	c, o := toNATS(t)
	o.Waits, o.Lost, o.Patience = true, replica.LostTell, time.Second
	p := newPair(t, o)
	p.await(isThere)
	c.Nodes[1].Kill()
	c.Nodes[2].Kill()
	names := []string{"a", "b", "c"}
	for _, name := range names {
		if err := p.note(name); err != nil {
			t.Error(err)
		}
	}
	p.await(isLost)
	if s := p.r.Status(); s.Writes < len64(names) || s.Behind <= 0 {
		t.Errorf("nobody is told: %+v", s)
	}
	c.Nodes[1].Start()
	c.Nodes[2].Start()
	p.await(isThere)
	p.copied(func(q *store.Q, _ string, _ *backup.Manifest) {
		if slices.ContainsFunc(names, func(n string) bool { return !p.has(q, n) }) {
			t.Error("what was written meanwhile is not there")
		}
	})
}

func len64(s []string) uint64 { return uint64(len(s)) }

// TestTargetsRefuseAnothersCopy: of each kind, the copy of another network is not written over.
func TestTargetsRefuseAnothersCopy(t *testing.T) {
	for kind, make := range map[string]func(*testing.T) replica.Options{
		"sftp": func(t *testing.T) replica.Options { _, o := toSFTP(t); return o },
		"nats": func(t *testing.T) replica.Options { _, o := toNATS(t); return o }} {
		t.Run(kind, func(t *testing.T) {
			o := make(t)
			o.Waits, o.Lost = true, replica.LostStop
			p := newPair(t, o)
			if err := p.note("mine"); err != nil {
				t.Fatal(err)
			}
			r, err := replica.New(replica.Options{URL: o.URL, Credentials: o.Credentials})
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Start(t.Context(), t.TempDir(), "another"); !errors.Is(err, replica.ErrOtherNetwork) {
				t.Errorf("begins on another's copy: %v", err)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

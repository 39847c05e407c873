package replica

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// Gate stands before a real target: what is written waits while it is shut, and fails while it is broken.
type Gate struct {
	target
	mu     sync.Mutex
	shut   map[string]chan struct{} // by the beginning of names; the database's is databasePart
	waits  chan string              // names that come to a shut gate
	broken error
	Puts   []string // in their order
}

// Gated puts a gate before a replica's target, before Start.
func Gated(r *Replica) *Gate {
	g := &Gate{target: r.to, shut: map[string]chan struct{}{}, waits: make(chan string, 100)}
	r.to = g
	return g
}

// Shut lets nothing through whose name begins so.
func (g *Gate) Shut(prefix string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut[prefix] = make(chan struct{})
}

// Open lets through what waits.
func (g *Gate) Open(prefix string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.shut[prefix])
	delete(g.shut, prefix)
}

// Break makes everything fail, nil nothing.
func (g *Gate) Break(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.broken = err
}

// Names are what was put, in its order.
func (g *Gate) Names() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]string(nil), g.Puts...)
}

func (g *Gate) pass(ctx context.Context, name string) error {
	for {
		g.mu.Lock()
		broken := g.broken
		var wait chan struct{}
		for prefix, c := range g.shut {
			if strings.HasPrefix(name, prefix) {
				wait = c
			}
		}
		if broken == nil && wait == nil {
			g.Puts = append(g.Puts, name)
		}
		g.mu.Unlock()
		if broken != nil || wait == nil {
			return broken
		}
		select {
		case g.waits <- name:
		default:
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Waits are the names that came to a shut gate.
func (g *Gate) Waits() <-chan string { return g.waits }

func (g *Gate) put(ctx context.Context, name string, body io.ReadSeeker, size int64) error {
	if err := g.pass(ctx, name); err != nil {
		return err
	}
	return g.target.put(ctx, name, body, size)
}

func (g *Gate) database(part string) litestream.ReplicaClient {
	return gatedDatabase{g.target.database(part), g}
}

type gatedDatabase struct {
	litestream.ReplicaClient
	g *Gate
}

func (d gatedDatabase) WriteLTXFile(ctx context.Context, level int, from, to ltx.TXID, body io.Reader) (*ltx.FileInfo, error) {
	if err := d.g.pass(ctx, databasePart); err != nil {
		return nil, err
	}
	return d.ReplicaClient.WriteLTXFile(ctx, level, from, to, body)
}

// leased is a target whose leadership is taken without a person, on whatever target it stands.
type leased struct{ target }

func (l leased) swap(ctx context.Context, name, version string, b []byte) (string, error) {
	if version != "" {
		panic("no version is swapped here")
	}
	return "1", createOnce(ctx, l.target, name, b)
}

func (l leased) read(ctx context.Context, name string) ([]byte, string, error) {
	b, err := lookAt(ctx, l.target, name)
	return b, "1", err
}

// Leased makes a replica's target one with a lease, before Start.
func Leased(r *Replica) { r.to = leased{r.to} }

// careless is a store that ignores conditions.
type careless struct{ leased }

func (c careless) swap(ctx context.Context, name, _ string, b []byte) (string, error) {
	return "1", putSmall(ctx, c.target, name, string(b))
}

// Proved is what the place of a folder says of itself as a store with conditions, or as one that ignores them.
func Proved(ctx context.Context, p *Place, isCareless bool) error {
	to := leased{p.to}
	if isCareless {
		return (&Place{careless{to}}).Prove(ctx, "x")
	}
	return (&Place{to}).Prove(ctx, "x")
}

// Aged is a replica whose last renewal was so much longer ago.
func Aged(r *Replica, by time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.renewed -= by
}

// Tend compares the attachments now.
func (r *Replica) Tend(ctx context.Context) error { return r.tend(ctx) }

// Await waits until the replica stands as wanted.
func (r *Replica) Await(ctx context.Context, as func(Status) bool) error {
	for {
		r.mu.Lock()
		changed := r.changed
		r.mu.Unlock()
		if as(r.Status()) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Engine is how a replica's engine reads and writes the place of its epoch.
func Engine(r *Replica) litestream.ReplicaClient { return r.db.Replica.Client }

// Join has the engine join parts now, as it does by its own clock.
func Join(ctx context.Context, r *Replica) error {
	_, err := r.db.Compact(ctx, 1)
	return err
}

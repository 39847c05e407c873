// Package replica sends everything that is committed to a second place as well, with the attachments, and waits for it
// where it is asked to (trust.md G13). The engine is Litestream, in this process; what it lacks is here: the order of
// attachments and rows, who waits for what, and what happens while the place does not answer.
package replica

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/benbjohnson/litestream"

	"tsunagu/app/web"
	"tsunagu/store"
)

// What happens while the target does not answer and writes have to wait for it.
const (
	LostStop = "stop" // writes are refused, nothing changes; who is signed in reads on
	LostTell = "tell" // writes are answered without the target; the console and the figures say since when
)

// Options of a replica. Waits: a write is answered when it is at the target as well.
type Options struct {
	URL         string
	Credentials string // file with NAME=value lines
	Waits       bool
	Lost        string // LostStop or LostTell
	Pair        bool   // a standby may take the lead: see lead.go
	Log         *slog.Logger

	Patience time.Duration // how long a write waits for the target; zero is the usual
	Pulse    time.Duration // how often the target is asked when nothing is written; zero is the usual
	Upkeep   time.Duration // how often the attachments are compared with the target's and the key file sent; zero is the usual
}

const (
	patience = 5 * time.Second
	pulse    = 5 * time.Second
	retry    = 500 * time.Millisecond
	upkeep   = time.Hour
	// An attempt may take this long, and after one that was cut off twice as long: a line that is dead without saying so is
	// given up, and a large import over a slow one comes to its end. The first copy has all the time.
	sendFirst  = time.Minute
	sendAtMost = 8 * time.Hour
	closeIn    = 20 * time.Second
)

// Replica is the target's sender. It implements store.Replica.
type Replica struct {
	Options
	to     target
	engine *litestream.Store
	db     *litestream.DB
	dir    string

	stop    context.CancelFunc
	stopped sync.WaitGroup
	wake    chan struct{}
	// closed when another has taken the lead
	overtaken chan struct{}

	sending  sync.Mutex // attachments
	mu       sync.Mutex
	started  bool                // before, commits are part of what the first sending finds
	opened   bool                // the engine runs
	limit    time.Duration       // of one attempt; the sender's own
	commits  uint64              // number of the latest commit
	sent     uint64              // number of the latest that is at the target
	since    time.Time           // since when there are commits that are not
	failing  time.Time           // since when the target does not answer; zero while it does
	slow     time.Time           // since when it answers, but later than writes wait
	cause    error               // the latest failure
	told     bool                // the failure is in the log
	pending  map[string]struct{} // attachments of commits, not sent yet
	changed  chan struct{}       // closed when one of the above changes
	epoch    int                 // in which it writes; 0 before the target has said so
	renewed  time.Duration       // when the target last heard of it and it was still the leader, by sinceBoot
	fenced   *Lead               // another has taken the lead
	leaving  bool                // the lead is being handed over
	givesUp  bool                // without what is here
	lastSeen time.Time           // when the target last answered
}

// New is the replica of a target, before anything is sent: the store is opened with it, and then Start is called.
func New(o Options) (*Replica, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Patience == 0 {
		o.Patience = patience
	}
	if o.Pulse == 0 {
		o.Pulse = pulse
	}
	if o.Upkeep == 0 {
		o.Upkeep = upkeep
	}
	t, err := openTarget(o.URL, o.Credentials)
	if err != nil {
		return nil, err
	}
	return &Replica{Options: o, to: t, wake: make(chan struct{}, 1), limit: sendAtMost, overtaken: make(chan struct{}),
		pending: map[string]struct{}{}, changed: make(chan struct{})}, nil
}

// ErrOtherNetwork: the target has the copy of another network, which would be written over.
var ErrOtherNetwork = errors.New("-replica の保管先には、別のネットワークの写しがあります。上書きはしません。別の場所を指定してください。")

// Start sends what is in the data folder and goes on sending what is committed, until Close. mark tells whose copy it is.
// A target that does not answer is no error: it is tried again, and writes are treated as while it is lost.
func (r *Replica) Start(ctx context.Context, dir, mark string) error {
	r.dir = dir
	r.mu.Lock()
	r.started, r.since = true, time.Now()
	r.commits++ // stands for all that was there before
	r.mu.Unlock()
	whole := ctx
	ctx, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	if r.keepsLease() { // the first copy may take long
		r.stopped.Go(func() { r.renew(ctx) })
	}
	err := r.round(whole, mark, true)
	if other := (*ErrOtherLeads)(nil); errors.Is(err, ErrOtherNetwork) || errors.As(err, &other) || whole.Err() != nil {
		return errors.Join(err, whole.Err())
	}
	r.stopped.Go(func() { r.keep(ctx, mark) })
	return nil
}

// keep sends when there is something to send, and asks the target when there is not.
func (r *Replica) keep(ctx context.Context, mark string) {
	tended := time.Now()
	for {
		r.mu.Lock()
		next, lost := r.Pulse, !r.failing.IsZero()
		r.mu.Unlock()
		if lost {
			next = min(retry, r.Pulse)
		}
		timer := time.NewTimer(next)
		beat := false
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-r.overtaken:
			timer.Stop()
			return
		case <-timer.C:
			beat = true
		case <-r.wake:
			timer.Stop()
			if lost { // each commit would be an attempt of its own
				select {
				case <-ctx.Done():
					return
				case <-time.After(next):
				}
				beat = true
			}
		}
		tend := time.Since(tended) > r.Upkeep
		err := r.round(ctx, mark, beat || tend)
		if err == nil && tend {
			if tended, err = time.Now(), r.tend(ctx); err != nil && ctx.Err() == nil {
				r.Log.Warn("the attachments at the replica are not compared", "err", err)
			}
		}
	}
}

// round sends what there is and, with a pulse, says to the target that the sender is there.
func (r *Replica) round(ctx context.Context, mark string, beat bool) error {
	whole := ctx
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	err := r.begin(ctx, mark)
	if err == nil {
		err = r.send(ctx)
	}
	if err == nil && beat {
		err = r.beat(ctx)
	} else if err != nil && ctx.Err() == nil {
		r.stillAfterFailure(ctx)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err == nil:
		if !r.failing.IsZero() || !r.slow.IsZero() {
			r.Log.Info("the replica answers again", "seconds", time.Since(earlier(r.failing, r.slow)).Seconds())
		}
		r.failing, r.slow, r.cause, r.told, r.lastSeen = time.Time{}, time.Time{}, nil, false, time.Now()
		r.limit = sendFirst
	case whole.Err() != nil: // told to stop
		return err
	default:
		if ctx.Err() != nil {
			r.limit = min(2*r.limit, sendAtMost)
		}
		r.lose(&r.failing, err)
	}
	r.tell()
	return err
}

// lose notes since when the target is lost. r.mu is held.
func (r *Replica) lose(since *time.Time, err error) {
	if since.IsZero() {
		*since = time.Now()
	}
	if r.cause = err; !r.told {
		r.told = true
		r.Log.Error("the replica is lost", "err", err, "writes", r.Lost, "wait", r.Waits)
	}
}

// tell wakes all who wait for a change. r.mu is held.
func (r *Replica) tell() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// begin does once, with the first answer of the target, what must come before anything is sent.
func (r *Replica) begin(ctx context.Context, mark string) error {
	if r.opened {
		return nil
	}
	whose, err := getSmall(ctx, r.to, networkName)
	switch {
	case isMissing(err):
		if err := putSmall(ctx, r.to, networkName, mark+"\n"); err != nil {
			return err
		}
	case err != nil:
		return err
	case whose != mark+"\n":
		return ErrOtherNetwork
	}
	if err := r.claim(ctx); err != nil {
		// Found late, after a time without an answer: it stops as one does that was overtaken.
		if other := (*ErrOtherLeads)(nil); errors.As(err, &other) {
			r.fence(other.Lead)
		}
		return err
	}
	if err := r.tend(ctx); err != nil {
		return err
	}
	if err := r.build(ctx); err != nil {
		return err
	}
	if err := r.engine.Open(ctx); err != nil {
		return err
	}
	r.opened = true
	return nil
}

// build makes the engine for the place of the epoch.
func (r *Replica) build(ctx context.Context) error {
	if r.engine != nil {
		return nil
	}
	to := ordered{ReplicaClient: r.to.database(databaseOf(r.epoch)), r: r}
	l, err := linkAt(ctx, r.to, r.epoch)
	if err == nil {
		to.at = l.At
		to.before, err = (&Place{r.to}).Database(ctx, l.Epoch, r.Log)
	}
	if err != nil && !isMissing(err) {
		return err
	}
	r.db = litestream.NewDB(filepath.Join(r.dir, store.DatabaseFile))
	r.db.MonitorInterval = 0 // this room says when
	copied := litestream.NewReplicaWithClient(r.db, to)
	copied.MonitorEnabled = false
	r.db.Replica = copied
	r.engine = litestream.NewStore([]*litestream.DB{r.db}, litestream.DefaultCompactionLevels)
	log := slog.New(quiet{r.Log.Handler()})
	r.engine.Logger = log
	r.db.SetLogger(log)
	r.engine.SetShutdownSyncTimeout(0)
	return nil
}

// ErrOwnDisk: nothing is sent because the disk of this machine is full, whatever the target does.
var ErrOwnDisk = errors.New("this machine's own disk is full")

// send brings the target to where the database is now.
func (r *Replica) send(ctx context.Context) error {
	r.mu.Lock()
	upTo, began := r.commits, time.Now()
	r.mu.Unlock()
	err := r.db.Sync(ctx)
	if errors.Is(err, litestream.ErrDiskFull) || errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("%w: %w", ErrOwnDisk, err)
	}
	if err == nil {
		err = r.db.Replica.Sync(ctx)
	}
	if err != nil {
		// Local state that does not fit the database any more, as after a fault of the disk: a whole copy is sent next.
		if broken := (*litestream.LTXError)(nil); errors.As(err, &broken) && broken.IsAutoRecoverable() {
			err = errors.Join(err, r.db.ResetLocalState(ctx))
		}
		return err
	}
	if err := r.still(ctx); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sent = upTo; r.commits == upTo {
		r.since = time.Time{}
	} else {
		r.since = began // a moment too early at most
	}
	r.tell()
	return nil
}

// Ready refuses a write where the target would have to confirm it and does not answer.
func (r *Replica) Ready() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.mayWrite(); err != nil {
		return err
	}
	if r.started && r.Waits && r.Lost == LostStop && r.isLost() {
		return fmt.Errorf("%w: the replica is lost: %w", store.ErrUnavailable, r.cause)
	}
	return nil
}

// isLost: r.mu is held.
func (r *Replica) isLost() bool { return !r.failing.IsZero() || !r.slow.IsZero() }

// Committed numbers a commit.
func (r *Replica) Committed() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.started {
		return 0
	}
	if r.commits++; r.since.IsZero() {
		r.since = time.Now()
	}
	select {
	case r.wake <- struct{}{}:
	default: // a signal is already waiting
	}
	return r.commits
}

var errSlow = errors.New("the target takes longer than writes wait")

// Wait returns when a commit is at the target. Where the target is lost it depends on the choice: who was told to go on
// goes on, and else nobody can say whether the commit would survive this machine.
func (r *Replica) Wait(ctx context.Context, commit uint64) error {
	if !r.Waits || commit == 0 {
		return nil
	}
	over := time.NewTimer(r.Patience)
	defer over.Stop()
	for isOver := false; ; {
		r.mu.Lock()
		if r.sent >= commit {
			r.mu.Unlock()
			return nil
		}
		if isOver {
			r.lose(&r.slow, cmp.Or(r.cause, errSlow))
			r.tell()
		}
		lost, changed, fenced := r.isLost(), r.changed, r.fenced != nil
		r.mu.Unlock()
		switch {
		case fenced:
			return store.ErrUnconfirmed
		case lost && r.Lost == LostTell:
			return nil
		case isOver:
			return store.ErrUnconfirmed
		}
		select {
		case <-changed:
		case <-over.C:
			isOver = true
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", store.ErrUnconfirmed, ctx.Err())
		}
	}
}

// Status is how the replica stands.
type Status struct {
	On      bool
	Waits   bool
	Lost    string
	Since   time.Time // since when the target is lost; zero while it answers
	OwnDisk bool      // it is lost because this machine's own disk is full
	Behind  time.Duration
	Writes  uint64 // that are not there yet
	Epoch   int    // how often the lead has changed, and once more; 0 as long as the target has not said so
	Pair    bool   // a standby may take the lead
	Machine string // this one's name, as its standby reads it
	Leads   bool   // it may write: it is the leader, as far as the target has said lately
}

// Running is the replica of a platform, for the rooms that tell of it.
type Running struct{ *Replica }

// Of is how a platform's replica stands.
func Of(p *web.Platform) Status { return web.StateOf[Running](p).Status() }

// Status now; of no replica it is empty.
func (r *Replica) Status() Status {
	if r == nil {
		return Status{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Status{On: r.started, Waits: r.Waits, Lost: r.Lost, Since: earlier(r.failing, r.slow), Writes: r.commits - r.sent,
		OwnDisk: r.isLost() && errors.Is(r.cause, ErrOwnDisk), Epoch: r.epoch, Pair: r.Pair, Leads: r.mayWrite() == nil, Machine: machine()}
	if !r.since.IsZero() {
		s.Behind = time.Since(r.since)
	}
	return s
}

func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// Close sends what is left, once, and lets go of the database.
func (r *Replica) Close() error {
	if r.stop != nil {
		r.stop()
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeIn)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		r.stopped.Wait()
		var err error
		if r.opened {
			if r.leaving {
				err = r.handOver(ctx)
			}
			if closed := r.engine.Close(ctx); !r.givesUp {
				err = errors.Join(err, closed)
			}
		}
		done <- errors.Join(err, r.to.close())
	}()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done(): // a connection that hangs must not keep the program from ending
		err = ctx.Err()
	}
	if err != nil {
		r.Log.Error("the replica may lack the last writes", "err", err)
	}
	return nil
}

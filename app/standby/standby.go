// Package standby is the second machine of a network: it follows what the leader sends to the target, and takes the lead
// when the leader is gone, hands over, or a person says so (trust.md G13). What is at a target and who may write there is
// the replica's; this room decides when.
package standby

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/replica"
	"tsunagu/store"
)

// Options of a standby.
type Options struct {
	Dir         string
	URL         string
	Credentials string
	Keys        *auth.Keys // nil: they are checked when the target is first reached
	Log         *slog.Logger
}

const (
	followLease = time.Second            // a target that counts each question
	followPlain = 500 * time.Millisecond // a folder
	askedEach   = 200 * time.Millisecond // what a person asks
	checkEach   = 10 * time.Minute
	checkShare  = 10 // a whole check takes at most this part of the time
	// takeBack: who handed over waits so long for another to take the lead, and then takes it back.
	takeBack = 30 * time.Second
)

// Standby of a data folder.
type Standby struct {
	Options
	place  *replica.Place
	warmer *store.IndexWarmer // of the following; nil before it

	mu    sync.Mutex
	own   replica.Own
	state state
	ended context.CancelFunc // of the pulses until the network is open
}

// state is what the standby tells of itself.
type state struct {
	last    replica.Lead // the latest epoch
	reached time.Time    // when the target last answered
	level   time.Time    // since when, at the latest, it has everything that the target has
	schema  int64
	isNewer bool   // the followed database has steps that this program does not know
	ready   bool   // it has a checked copy, and may take the lead
	warm    bool   // no search index is left to be made
	trouble string // for people
	aside   string // what was set aside
}

// New is a standby before it follows.
func New(o Options) (*Standby, error) {
	place, err := replica.OpenPlace(o.URL, o.Credentials)
	if err != nil {
		return nil, err
	}
	own, err := replica.ReadOwn(o.Dir)
	if err != nil {
		return nil, errors.Join(err, place.Close())
	}
	return &Standby{Options: o, place: place, own: own}, nil
}

// HasLease says that the lead is taken without a person.
func (s *Standby) HasLease() bool { return s.place.HasLease() }

// Close lets go of the target.
func (s *Standby) Close() error {
	s.Opened()
	return s.place.Close()
}

func (s *Standby) set(f func(*state)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.state)
}

// keep writes down who this folder is.
func (s *Standby) keep(own replica.Own) error {
	s.mu.Lock()
	s.own = own
	s.mu.Unlock()
	return own.Save(s.Dir)
}

// who is this folder.
func (s *Standby) who() replica.Own {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.own
}

func (s *Standby) now() state {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

var (
	// ErrOtherNetwork: the key file here is not that of the network at the target.
	ErrOtherNetwork = errors.New("データのフォルダの鍵ファイル（tsunagu.key）は、保管先の写しのものではありません。" +
		"開いている機械の tsunagu.key を、安全な方法で写してください。")
	errTake = errors.New("it is time to take the lead")
)

// Follow returns when this folder has the lead and its database stands in it, to be opened.
func (s *Standby) Follow(ctx context.Context) (err error) {
	if err := os.MkdirAll(filepath.Join(s.Dir, store.FilesDir), 0o700); err != nil {
		return fmt.Errorf("%w: %w", store.ErrFolder, err)
	}
	lock, err := store.Lock(s.Dir, store.LockFile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	s.Opened()
	own, err := replica.ReadOwn(s.Dir)
	if err == nil {
		err = s.keep(own) // a new one has its name now
	}
	if err == nil {
		err = replica.Settle(s.Dir, replica.HandFile, "この機械は、いま開いていません。")
	}
	if err != nil {
		return err
	}
	s.set(func(n *state) { *n = state{aside: n.aside} })
	s.warmer = nil
	began := time.Now()
	for {
		work, stop := context.WithCancelCause(ctx)
		var over sync.WaitGroup
		var t turn
		over.Go(func() { t = s.watch(work, began, stop) })
		err := s.follow(work)
		stop(nil)
		over.Wait()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if cause := context.Cause(work); errors.Is(cause, replica.ErrNoCondition) {
			return cause
		} else if !errors.Is(cause, errTake) {
			return err
		}
		err = s.take(ctx, t)
		if err == nil {
			return nil
		}
		s.Opened()
		if errors.Is(err, ErrOtherNetwork) || errors.Is(err, store.ErrFolder) || ctx.Err() != nil {
			return err
		}
		s.Log.Error("the lead is not taken", "err", err)
		said := err
		if err := replica.Settle(s.Dir, replica.PromoteFile, "引き継げませんでした: "+said.Error()); err != nil {
			return err
		}
		if err := pause(ctx, s.interval()); err != nil {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func (s *Standby) interval() time.Duration {
	if s.HasLease() {
		return followLease
	}
	return followPlain
}

// turn is why the lead is taken, and after which epoch.
type turn struct {
	last   replica.Lead
	isMine bool // it was this folder's all the time
	why    string
}

// hasData says that a network's database stands in the folder: it leads, or led, or was restored.
func (s *Standby) hasData() bool {
	info, err := os.Stat(filepath.Join(s.Dir, store.DatabaseFile))
	return err == nil && info.Size() > 0
}

// watch looks at the leader until it is time to take its place, and stops the following then.
func (s *Standby) watch(ctx context.Context, began time.Time, stop context.CancelCauseFunc) turn {
	var seen sight
	var asked time.Time
	for ctx.Err() == nil {
		if wanted := replica.Wanted(s.Dir, replica.PromoteFile); wanted || time.Since(asked) >= s.interval() {
			asked = time.Now()
			one, cancel := context.WithTimeout(ctx, 10*time.Second)
			t, ok, err := s.look(one, &seen, began, wanted)
			cancel()
			switch {
			case ctx.Err() != nil:
				return turn{}
			case errors.Is(err, replica.ErrNoCondition):
				stop(err)
				return turn{}
			case err != nil:
				s.set(func(n *state) { n.trouble = "保管先が答えません。" })
				s.Log.Warn("the target does not answer", "err", err)
				if wanted {
					_ = replica.Settle(s.Dir, replica.PromoteFile, "保管先が答えないため、引き継げません: "+err.Error())
				}
			case ok:
				stop(errTake)
				return t
			}
		}
		_ = pause(ctx, askedEach)
	}
	return turn{}
}

// sight is what was seen of the leader, by this machine's own clock.
type sight struct {
	last  replica.Lead
	pulse string
	tried bool      // that the target keeps a second one from writing
	since time.Time // when this pulse was first seen
}

// look looks at the leader once. The times of two machines are never compared: what counts is for how long, here, the
// pulse at the target has been the same; and it is read anew before it is believed.
func (s *Standby) look(ctx context.Context, seen *sight, began time.Time, wanted bool) (turn, bool, error) {
	last, err := s.place.After(ctx, seen.last)
	if err != nil {
		return turn{}, false, err
	}
	if !seen.tried {
		if err := s.place.Prove(ctx, s.who().ID); err != nil {
			return turn{}, false, err
		}
		seen.tried = true
	}
	if last.Epoch != seen.last.Epoch {
		seen.last, seen.pulse, seen.since = last, "", time.Now()
	}
	if last.Epoch == 0 {
		mark, err := s.place.Mark(ctx)
		if err != nil {
			return turn{}, false, err
		}
		s.set(func(n *state) {
			if n.reached = time.Now(); mark != "" && mark != s.Keys.Mark() {
				n.trouble = ErrOtherNetwork.Error()
			}
		})
		if (mark == "" || mark == s.Keys.Mark()) && s.hasData() {
			return turn{why: "nobody has led yet"}, true, nil
		}
		return turn{}, false, nil
	}
	pulse, keepsLease, err := s.place.Pulse(ctx, last)
	if err != nil {
		return turn{}, false, err
	}
	if pulse != seen.pulse {
		seen.pulse, seen.since = pulse, time.Now()
	}
	handed, err := s.place.Handed(ctx, last.Epoch)
	if err != nil {
		return turn{}, false, err
	}
	s.set(func(n *state) { n.last, n.reached = last, time.Now() })
	t, own := turn{last: last}, s.who()
	switch now := s.now(); {
	case s.hasData() && last.ID == own.ID && own.Epoch == last.Epoch && handed == "":
		t.isMine, t.why = true, "this folder leads"
	case s.hasData() && (own.Restored == last.Epoch || last.ID == own.ID && own.Epoch != last.Epoch):
		t.why = "restored" // a person chose this folder's database
	case !now.ready || now.isNewer:
		if wanted {
			_ = replica.Settle(s.Dir, replica.PromoteFile, s.notReady(now))
		}
		return turn{}, false, nil
	case wanted:
		t.why = "promoted"
	case handed != "" && (handed != own.ID || time.Since(began) > takeBack):
		t.why = "handed over"
	case last.ID == own.ID && handed == "":
		t.why = "this folder was taking the lead"
	case handed == "" && keepsLease && s.HasLease() && time.Since(seen.since) > replica.TakeAfter:
		t.why = "the leader does not renew"
	default:
		return turn{}, false, nil
	}
	return t, true, nil
}

func (s *Standby) notReady(now state) string {
	if now.isNewer {
		return newerText
	}
	return "まだ、写しを取り終えて検査していません。取り終えてから、もう一度行ってください。"
}

const newerText = "写しのデータは、この版より新しい「つなぐ」のものです。この機械のつなぐを新しい版にして、起動し直してください。それまで引き継ぎません。"

// take takes the lead. From the moment at which the next epoch has begun nobody is answered for a write of the one before;
// so what is read of it after that, to its end, is everything that anybody was answered for.
func (s *Standby) take(ctx context.Context, t turn) (err error) {
	s.Log.Info("taking the lead", "why", t.why, "after", t.last.Epoch, "of", t.last.Name)
	if t.isMine {
		s.beat(ctx, t.last.Epoch)
		return replica.Settle(s.Dir, replica.PromoteFile)
	}
	if t.last.Epoch == 0 {
		if err := s.place.Claim(ctx, s.Keys.Mark()); err != nil {
			return err
		}
	}
	lead, err := s.place.Take(ctx, t.last, s.who().ID)
	if err != nil {
		return err
	}
	s.beat(ctx, lead.Epoch)
	var c *copied
	if !s.hasData() {
		if c, err = s.catchUp(ctx, lead, t.last); err != nil {
			return err
		}
	} else if err := replica.Forget(s.Dir); err != nil {
		return err
	}
	if err := s.keep(replica.Own{ID: lead.ID, Epoch: lead.Epoch}); err != nil {
		return err
	}
	if c != nil { // the database last: without it nothing opens
		if err := c.into(ctx, s.Dir, lead.Epoch); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(filepath.Join(s.Dir, followedDir)); err != nil {
		return err
	}
	return replica.Settle(s.Dir, replica.PromoteFile)
}

// beat says for a leader that is not open yet that it is there, until Opened.
func (s *Standby) beat(ctx context.Context, epoch int) {
	s.Opened()
	ctx, end := context.WithTimeout(context.WithoutCancel(ctx), openFor)
	s.mu.Lock()
	s.ended = end
	s.mu.Unlock()
	go func() {
		for ctx.Err() == nil {
			if err := s.place.Beat(ctx, epoch); err != nil && ctx.Err() == nil {
				s.Log.Warn("the lease is not renewed", "err", err)
			}
			_ = pause(ctx, 2*time.Second)
		}
	}()
}

// openFor is the longest time to catch up and to open the network, with a backup before a new schema. After it another
// machine may try.
const openFor = 15 * time.Minute

// Opened ends the pulses of this room: the network's own sender has taken over, or this machine does not lead after all.
func (s *Standby) Opened() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended != nil {
		s.ended()
		s.ended = nil
	}
}

// catchUp brings the copy to the end of the epochs before, with every attachment.
func (s *Standby) catchUp(ctx context.Context, lead, last replica.Lead) (*copied, error) {
	c, err := openCopied(s.place, s.Dir, s.Log)
	if err != nil {
		return nil, err
	}
	for {
		_, err = c.step(ctx, last.Epoch, true)
		if err == nil {
			err = s.bringAll(ctx, c)
		}
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.Log.Warn("catching up", "err", err)
		if next, err := s.place.After(ctx, lead); err == nil && next.Epoch != lead.Epoch {
			return nil, replica.ErrTaken
		}
		if err := pause(ctx, s.interval()); err != nil {
			return nil, err
		}
	}
	if err := s.readSchema(ctx, c); err != nil {
		return nil, err
	}
	if s.now().isNewer { // it was brought to a newer schema in its last moments
		return nil, errors.Join(errors.New(newerText), s.place.HandBack(ctx, lead.Epoch, lead.ID))
	}
	return c, replica.Forget(s.Dir)
}

// readSchema notes which schema the copy has.
func (s *Standby) readSchema(ctx context.Context, c *copied) error {
	return s.read(ctx, c, func(q *store.Q) error {
		schema, err := q.Schema()
		if err != nil {
			return err
		}
		if schema.IsNewer && !s.now().isNewer {
			s.Log.Error("the followed database is newer than this program, which does not take the lead", "schema", schema.Version)
		}
		s.set(func(n *state) { n.schema, n.isNewer = schema.Version, schema.IsNewer })
		return nil
	})
}

// Prepare checks what a standby needs before anything is opened.
func Prepare(dir string) (*auth.Keys, error) {
	keys, err := auth.OpenKeys(dir)
	if errors.Is(err, auth.ErrNoKeyFile) {
		return nil, fmt.Errorf("待機には、ネットワークの鍵ファイルが必要です。開いている機械のデータのフォルダの %s を、"+
			"安全な方法で（USB メモリや scp で、メールでは送らずに）%s に写してから、もう一度起動してください。"+
			"まだネットワークがないときは、はじめの機械で tsunagu serve を使って作ります。", auth.KeyFile, filepath.Join(dir, auth.KeyFile))
	}
	return keys, err
}

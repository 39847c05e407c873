package replica

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// Who may write is told by epochs and by no clock. Each leader has an epoch of its own: it is begun by an object that can
// be made once, and its leader writes the database to a place of its own. What a leader of the past still sends, awake
// again after an hour, lands where nobody reads any more.

// Lead is the object that begins an epoch.
type Lead struct {
	Epoch int       `json:"epoch"`
	ID    string    `json:"id"`    // of the leader's data folder
	Name  string    `json:"name"`  // of its machine, for people
	Began time.Time `json:"began"` // as its clock said, for people
	Lease bool      `json:"lease"` // it may be taken without a person, also before its first pulse
}

const leadPart = "lead/"

func leadOf(epoch int) string   { return fmt.Sprintf("%s%08d", leadPart, epoch) }
func handedOf(epoch int) string { return fmt.Sprintf("handed/%08d", epoch) }
func pulseOf(epoch int) string  { return ofEpoch(pulseName, epoch) }

// databaseOf is the place of an epoch's database. The first has the name that it had before there were epochs.
func databaseOf(epoch int) string { return ofEpoch(databasePart, epoch) }

func ofEpoch(name string, epoch int) string {
	if epoch <= 1 {
		return name
	}
	return name + "-" + strconv.Itoa(epoch)
}

// swapper is a target that writes an object only where it stands as the writer saw it: version is what read said, and ""
// means that there must be none. Somebody else was first: errSwapped. With it leadership is taken without a person.
type swapper interface {
	swap(ctx context.Context, name, version string, b []byte) (newVersion string, err error)
	read(ctx context.Context, name string) (b []byte, version string, err error)
}

// creator is a target that at least makes an object only where there is none (errSwapped).
type creator interface {
	create(ctx context.Context, name string, b []byte) error
}

// looker is a target whose get may show what it remembers: look asks anew.
type looker interface {
	look(ctx context.Context, name string) ([]byte, error)
}

var errSwapped = errors.New("somebody else was first")

// createOnce makes an object that must not be there yet. Where the target cannot do that in one step two who do it in the
// same moment are not told apart; there it is people who begin an epoch, one at a time.
func createOnce(ctx context.Context, t target, name string, b []byte) error {
	switch t := t.(type) {
	case swapper:
		_, err := t.swap(ctx, name, "", b)
		return err
	case creator:
		return t.create(ctx, name, b)
	}
	if _, err := getSmall(ctx, t, name); err == nil {
		return errSwapped
	} else if !isMissing(err) {
		return err
	}
	return putSmall(ctx, t, name, string(b))
}

// lookAt reads an object that somebody else may have made a moment ago. That there is none is believed only of the place
// that the copy was begun at.
func lookAt(ctx context.Context, t target, name string) (b []byte, err error) {
	switch t := t.(type) {
	case swapper:
		b, _, err = t.read(ctx, name)
	case looker:
		b, err = t.look(ctx, name)
	default:
		var s string
		s, err = getSmall(ctx, t, name)
		b = []byte(s)
	}
	if isMissing(err) {
		if gone := t.here(); gone != nil {
			return nil, &sendError{gone}
		}
	}
	return b, err
}

func leadAt(ctx context.Context, t target, epoch int) (Lead, error) {
	b, err := lookAt(ctx, t, leadOf(epoch))
	if err != nil {
		return Lead{}, err
	}
	var l Lead
	if err := json.Unmarshal(b, &l); err != nil {
		return Lead{}, fmt.Errorf("%s: %w", leadOf(epoch), err)
	}
	return l, nil
}

// newest is the latest epoch; its number is 0 where none has begun.
func newest(ctx context.Context, t target) (Lead, error) {
	if _, ok := t.(swapper); ok { // NATS lists no values that were exchanged, and epochs follow each other without a gap
		return gallop(ctx, t)
	}
	all, err := t.list(ctx, leadPart)
	if err != nil {
		return Lead{}, err
	}
	last := 0
	for name := range all {
		if n, err := strconv.Atoi(strings.TrimPrefix(name, leadPart)); err == nil {
			last = max(last, n)
		}
	}
	if last == 0 {
		return Lead{}, nil
	}
	return leadAt(ctx, t, last)
}

// gallop finds the latest epoch by looking twice as far each time, and then between.
func gallop(ctx context.Context, t target) (last Lead, err error) {
	at := func(epoch int) (bool, error) {
		l, err := leadAt(ctx, t, epoch)
		if isMissing(err) {
			return false, nil
		}
		if err == nil {
			last = l
		}
		return err == nil, err
	}
	step := 1
	for {
		is, err := at(last.Epoch + step)
		if err != nil {
			return Lead{}, err
		}
		switch {
		case is:
			step *= 2
		case step == 1:
			return last, nil
		default:
			step = max(1, step/4)
		}
	}
}

// beginEpoch makes an epoch's object; errSwapped where another has begun it.
func beginEpoch(ctx context.Context, t target, l Lead) error {
	b, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return createOnce(ctx, t, leadOf(l.Epoch), append(b, '\n'))
}

// OwnFile is where a data folder has who it is at its target. It belongs to the folder alone and is in no backup.
const OwnFile = "tsunagu.lead"

// Own is what a data folder knows of itself.
type Own struct {
	ID       string `json:"id"`
	Epoch    int    `json:"epoch"`              // whose database stands in the folder; 0 for none
	Restored int    `json:"restored,omitempty"` // restored from a target at this epoch: the next start goes on from there
	IsClean  bool   `json:"clean,omitempty"`    // handed over: everything of the database is at the target
	Forgot   int    `json:"forgot,omitempty"`   // up to this epoch the databases of former leaders are removed
}

// ReadOwn of a data folder; a folder without one gets a new identity, which is not written yet.
func ReadOwn(dir string) (Own, error) {
	b, err := os.ReadFile(filepath.Join(dir, OwnFile))
	if errors.Is(err, fs.ErrNotExist) {
		return Own{ID: store.NewID()}, nil
	}
	if err != nil {
		return Own{}, err
	}
	var o Own
	if err := json.Unmarshal(b, &o); err != nil || o.ID == "" {
		return Own{}, fmt.Errorf("%s を読めません。壊れているときは削除してください: %w", filepath.Join(dir, OwnFile), err)
	}
	return o, nil
}

// Save writes it durably.
func (o Own) Save(dir string) error {
	b, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return auth.WriteDurably(dir, OwnFile, append(b, '\n'))
}

// ErrOtherLeads: the network is led from another data folder. Nothing was sent.
type ErrOtherLeads struct{ Lead }

func (e *ErrOtherLeads) Error() string {
	return fmt.Sprintf("このネットワークは、いま別の機械（%s、第%d期）が開いています。二つ同時には開けません。"+
		"待機させるときは tsunagu standby で起動してください。その機械が動いていないことを確かめて、"+
		"ここから開くときは、tsunagu promote をしてから起動してください。", e.Name, e.Epoch)
}

// ErrFenced: another has begun the next epoch.
var ErrFenced = errors.New("another machine leads the network now")

// claim finds the epoch in which this folder writes, or begins one: where nobody has led yet, where it was restored from
// the target or from a backup, and where it handed over and nobody took it.
func (r *Replica) claim(ctx context.Context) error {
	if r.epoch != 0 {
		return nil
	}
	own, err := ReadOwn(r.dir)
	if err != nil {
		return err
	}
	last, err := newest(ctx, r.to)
	if err != nil {
		return err
	}
	isMine := last.ID == own.ID
	if isMine && own.Epoch == last.Epoch {
		_, err := lookAt(ctx, r.to, handedOf(last.Epoch))
		if isMissing(err) {
			return r.lead(last.Epoch)
		} else if err != nil {
			return err
		}
	}
	if last.Epoch > 0 && !isMine && own.Restored != last.Epoch && !Wanted(r.dir, PromoteFile) {
		return &ErrOtherLeads{last}
	}
	if err := own.Save(r.dir); err != nil { // the identity is known before it is at the target
		return err
	}
	next := Lead{Epoch: last.Epoch + 1, ID: own.ID, Name: machine(), Began: time.Now().UTC()}
	if err := beginEpoch(ctx, r.to, next); err != nil {
		return err
	}
	if err := Forget(r.dir); err != nil {
		return err
	}
	if err := (Own{ID: own.ID, Epoch: next.Epoch}).Save(r.dir); err != nil {
		return err
	}
	if err := Settle(r.dir, PromoteFile); err != nil {
		return err
	}
	return r.lead(next.Epoch)
}

func (r *Replica) lead(epoch int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.epoch = epoch
	return nil
}

// still asks the target whether the next epoch has begun. It is asked after each sending and before its writes are
// answered: who begins the next epoch reads this one to its end only then, so an answered write is found there.
func (r *Replica) still(ctx context.Context) error {
	r.mu.Lock()
	epoch, fenced := r.epoch, r.fenced
	r.mu.Unlock()
	if fenced != nil {
		return ErrFenced
	}
	next, err := leadAt(ctx, r.to, epoch+1)
	if isMissing(err) {
		return nil
	}
	if err != nil {
		return err
	}
	r.fence(next)
	return ErrFenced
}

// stillAfterFailure asks who leads where nothing could be sent, for a reason that may be this machine's own: at a target
// without a lease nothing else would tell it that a person let the other one lead.
func (r *Replica) stillAfterFailure(ctx context.Context) {
	r.mu.Lock()
	epoch := r.epoch
	r.mu.Unlock()
	if epoch == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, renewEvery)
	defer cancel()
	_ = r.still(ctx) // the failure that there is already tells more
}

// fence ends writing here for good.
func (r *Replica) fence(by Lead) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fenced == nil {
		r.fenced = &by
		close(r.overtaken)
		r.Log.Error("another machine leads the network; nothing is written here any more", "machine", by.Name, "epoch", by.Epoch)
		r.tell()
	}
}

// Overtaken is closed when another machine has taken the lead.
func (r *Replica) Overtaken() <-chan struct{} { return r.overtaken }

// leaseWord is in the pulse of a leader that stops writing when it cannot renew.
const leaseWord = "lease"

func pulseText(lease bool) string {
	text := time.Now().UTC().Format(time.RFC3339Nano) + "\n"
	if lease {
		text += leaseWord + "\n"
	}
	return text
}

// beat says to the target that the leader is there. Its time counts from before it was said.
func (r *Replica) beat(ctx context.Context) error {
	r.mu.Lock()
	epoch := r.epoch
	r.mu.Unlock()
	began := sinceBoot()
	if err := putSmall(ctx, r.to, pulseOf(epoch), pulseText(r.keepsLease())); err != nil {
		return err
	}
	if err := r.still(ctx); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.renewed = began
	return nil
}

// keepsLease says that the lead may be taken from this leader without a person: it then refuses writes in time.
func (r *Replica) keepsLease() bool { return r.Pair && hasLease(r.to) }

func hasLease(t target) bool {
	_, ok := t.(swapper)
	return ok
}

const (
	renewEvery = 2 * time.Second
	// RenewWithin: a leader that has not renewed for so long refuses writes. Only after TakeAfter another takes the lead.
	RenewWithin = 7 * time.Second
	TakeAfter   = 10 * time.Second
)

// renew keeps the lease, beside the sending, which may take long.
func (r *Replica) renew(ctx context.Context) {
	for tick := time.NewTicker(renewEvery); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
		r.mu.Lock()
		epoch := r.epoch
		r.mu.Unlock()
		if epoch == 0 {
			continue
		}
		one, cancel := context.WithTimeout(ctx, renewEvery)
		if err := r.beat(one); err != nil && ctx.Err() == nil {
			r.Log.Warn("the lease is not renewed", "err", err)
		}
		cancel()
	}
}

// mayWrite says why no write may begin here. r.mu is held.
func (r *Replica) mayWrite() error {
	switch {
	case r.fenced != nil:
		return fmt.Errorf("%w: %w: %s", store.ErrUnavailable, ErrFenced, r.fenced.Name)
	case r.leaving:
		return fmt.Errorf("%w: the lead is being handed over", store.ErrUnavailable)
	case r.started && r.keepsLease() && (r.epoch == 0 || sinceBoot()-r.renewed > RenewWithin):
		return fmt.Errorf("%w: the lease is not renewed", store.ErrUnavailable)
	}
	return nil
}

// HandOver makes the coming Close send everything and say so at the target: from then on another may lead at once.
func (r *Replica) HandOver() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leaving = true
}

// GiveUp is HandOver of a lead from which nothing can be sent any more: its end is said all the same, and what is here and
// not at the target is set aside later. Only where every answer has waited for the target; else that would be lost without
// a person's decision, and the lead stays.
func (r *Replica) GiveUp() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Waits && r.Lost == LostStop {
		r.leaving, r.givesUp = true, true
	}
}

// handOver is the end of a lead that is handed over. The store's connections are closed: nothing more is committed.
func (r *Replica) handOver(ctx context.Context) error {
	r.mu.Lock()
	epoch, givesUp := r.epoch, r.givesUp
	r.mu.Unlock()
	if !givesUp {
		if err := r.send(ctx); err != nil {
			return err
		}
	} else if err := r.still(ctx); err != nil {
		return err
	}
	own, err := ReadOwn(r.dir)
	if err != nil {
		return err
	}
	if err := putSmall(ctx, r.to, handedOf(epoch), own.ID+"\n"); err != nil || givesUp {
		return err
	}
	own.IsClean = true
	return own.Save(r.dir)
}

func machine() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "名前のない機械"
	}
	return name
}

// forgetEpochs removes the databases of epochs before this one, once it has its own from its beginning: what was erased is
// gone from there too. The latest ones are looked at each time, as their leaders may have woken meanwhile.
func (r *Replica) forgetEpochs(ctx context.Context) error {
	whole, err := (&Place{r.to}).own(ctx, r.epoch, r.Log)
	if err != nil {
		return err
	}
	if is, err := isWhole(ctx, whole); err != nil || !is {
		return err
	}
	own, err := ReadOwn(r.dir)
	if err != nil {
		return err
	}
	for epoch := max(1, min(own.Forgot+1, r.epoch-3)); epoch < r.epoch; epoch++ {
		c := r.to.database(databaseOf(epoch))
		if err := c.Init(ctx); err != nil {
			return err
		}
		if err := c.DeleteAll(ctx); err != nil {
			return err
		}
	}
	if own.Forgot == r.epoch-1 {
		return nil
	}
	own.Forgot = r.epoch - 1
	return own.Save(r.dir)
}

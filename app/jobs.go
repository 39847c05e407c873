package app

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/robfig/cron/v3"

	"tsunagu/store"
)

// job is one row of the table of what the platform does by itself. A job finds in the data what is
// due and does it piece by piece, each in a transaction of its own, and marks in the data what it
// did: it may be killed anywhere, run twice or run late, and nothing happens twice.
type job struct {
	name     string
	label    string
	does     string // in words, for the office
	schedule string // cron, in Japan's time
	when     string // the same in words
	waits    bool   // until the clock is believed: what it does cannot be taken back
	run      func(*jobRun) error
}

// jobRetry is when a run that failed is tried again, unless its time comes before.
const jobRetry = time.Hour

// next is the first time of the schedule after a moment.
func (j *job) next(after time.Time) time.Time {
	s, err := cron.ParseStandard(j.schedule)
	if err != nil {
		panic(fmt.Sprintf("job %s: %v", j.name, err)) // TestJobTable reads them all
	}
	s.(*cron.SpecSchedule).Location = store.JST
	return s.Next(after).UTC()
}

// jobState is the job that runs now, for the office to look at.
type jobState struct {
	name        string
	done, total int
}

// jobRun is one run of a job under way.
type jobRun struct {
	context.Context
	p      *Platform
	job    *job
	began  time.Time
	byHand bool // the office asked for it
	counts []store.JobCount
	failed int   // pieces
	first  error // of them
	rested time.Time
}

// errClockMoved ends a run in whose midst the clock jumped.
var errClockMoved = errors.New("the clock moved")

func (r *jobRun) read(f func(*store.Q) error) error { return r.p.Store.Read(r.Context, f) }

// did counts what was done.
func (r *jobRun) did(label string, n int) {
	if n == 0 {
		return
	}
	for i := range r.counts {
		if r.counts[i].Label == label {
			r.counts[i].Count += n
			return
		}
	}
	r.counts = append(r.counts, store.JobCount{Label: label, Count: n})
}

// piece does one piece in a transaction. f says what it did, "" for nothing. A piece that fails is
// logged and left for the next run; the others are not to suffer for it.
func (r *jobRun) piece(id string, f func(tx *store.Tx) (did string, err error)) error {
	if err := r.Err(); err != nil {
		return err
	}
	if moved := r.p.Store.Now().Sub(r.began); r.job.waits && (moved > clockAhead || moved < -clockBack) {
		return errClockMoved
	}
	var did string
	err := r.p.Store.Write(r.Context, func(tx *store.Tx) (err error) { did, err = f(tx); return err })
	switch {
	case err == nil:
		if did != "" {
			r.did(did, 1)
		}
		return nil
	case errors.Is(err, store.ErrUnavailable) || r.Err() != nil:
		return err
	}
	r.p.Log.Error("job", "job", r.job.name, "piece", id, "err", err)
	if r.failed++; r.first == nil {
		r.first = err
	}
	return nil
}

// each does a piece for each of the ids.
func (r *jobRun) each(ids []string, f func(tx *store.Tx, id string) (did string, err error)) error {
	for i, id := range ids {
		r.progress(i, len(ids))
		if err := r.piece(id, func(tx *store.Tx) (string, error) { return f(tx, id) }); err != nil {
			return err
		}
	}
	return nil
}

// restAtMost bounds how long a job rests after a step.
const restAtMost = 50 * time.Millisecond

// rest leaves the machine to the others for as long as the last step of a long job took: nobody waits
// for its end, and everybody for their own answers.
func (r *jobRun) rest() error {
	if !r.rested.IsZero() {
		timer := time.NewTimer(min(time.Since(r.rested), restAtMost))
		defer timer.Stop()
		select {
		case <-r.Done():
		case <-timer.C:
		}
	}
	r.rested = time.Now()
	return r.Err()
}

// progress tells the office how far it is.
func (r *jobRun) progress(done, total int) { r.p.jobNow.Store(&jobState{r.job.name, done, total}) }

// jobRunner is what of the jobs lives in the process.
type jobRunner struct {
	jobNow  atomic.Pointer[jobState]
	jobWake chan struct{} // the office asked for a run
}

// nudgeJobs wakes the jobs without waiting for them.
func (a *Platform) nudgeJobs() {
	select {
	case a.jobWake <- struct{}{}:
	default:
	}
}

// keepJobs runs what is due until ctx ends.
func (a *Platform) keepJobs(ctx context.Context) {
	if err := a.Store.Write(ctx, func(tx *store.Tx) error { return tx.BreakOffRuns(store.RunBroken) }); err != nil && ctx.Err() == nil {
		a.Log.Error("jobs", "err", err)
	}
	a.awaitIndex(ctx)
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		a.runJobs(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-a.jobWake:
		}
	}
}

// awaitIndex lets the search come to stand first: both read most of the database. But no job waits
// for long, nor where the office asks for one.
func (a *Platform) awaitIndex(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		_ = a.Store.IndexReady(ctx) // one that failed is built anew, without the jobs waiting for it
	}()
	select {
	case <-ready:
	case <-a.jobWake:
	}
}

// runJobs runs each job that is due, once, however long ago its time was.
func (a *Platform) runJobs(ctx context.Context) {
	believed, err := a.watchClock(ctx)
	for _, j := range a.jobs() {
		if err != nil || ctx.Err() != nil {
			break
		}
		var isDue bool
		if isDue, err = a.plan(ctx, j); isDue && (believed || !j.waits) {
			err = a.runJob(ctx, j)
		}
	}
	if err != nil && ctx.Err() == nil {
		a.Log.Error("jobs", "err", err)
	}
}

// plan says whether a job is due. One that is new waits for its time; in the demo it runs at once, so
// that there is something to see.
func (a *Platform) plan(ctx context.Context, j *job) (isDue bool, err error) {
	now := a.Store.Now()
	next := j.next(now)
	var row *store.Job
	err = a.Store.Read(ctx, func(q *store.Q) (err error) { row, err = q.Job(j.name); return err })
	if errors.Is(err, store.ErrNotFound) || err == nil && row.Next.After(next) {
		err = a.Store.Write(ctx, func(tx *store.Tx) (err error) {
			row, err = tx.Job(j.name) // it may have been asked for since
			switch {
			case errors.Is(err, store.ErrNotFound):
				row = &store.Job{Name: j.name, Next: next}
				if a.Demo {
					row.Next = now
				}
			case err != nil:
				return err
			case row.Next.After(next): // planned by a clock that was ahead
				row.Next = next
			}
			return tx.PutJob(row)
		})
	}
	return err == nil && (!row.Asked.IsZero() || !now.Before(row.Next)), err
}

// runJob runs a job and writes down how it went.
func (a *Platform) runJob(ctx context.Context, j *job) error {
	r := &jobRun{Context: ctx, p: a, job: j, began: a.Store.Now()}
	var row *store.JobRun
	// From here on nobody can ask for it: who did since it was planned is the one whom this run is for.
	r.progress(0, 0)
	defer a.jobNow.Store(nil)
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		now, err := tx.Job(j.name)
		if err != nil {
			return err
		}
		r.byHand = now.AskedBy != ""
		row, err = tx.BeginRun(j.name, now.AskedBy)
		return err
	})
	if err != nil {
		return err
	}
	err = r.do()
	row.Counts, row.State = r.counts, store.RunDone
	next := j.next(a.Store.Now())
	switch {
	case ctx.Err() != nil:
		row.State, next = store.RunStopped, a.Store.Now() // goes on with the next start
	case err != nil || r.failed > 0:
		row.State, row.Error = store.RunFailed, jobProblem(err, r.failed)
		if retry := a.Store.Now().Add(jobRetry); retry.Before(next) {
			next = retry
		}
	}
	if err != nil && ctx.Err() == nil {
		a.Log.Error("job", "job", j.name, "err", err)
	}
	// What was done stays done though the platform goes down: so is the word of it.
	return a.Store.Write(context.WithoutCancel(ctx), func(tx *store.Tx) error {
		a.jobNow.Store(nil) // who reads that it has ended may ask for it again
		row.Ended = tx.Now()
		if err := tx.EndRun(row); err != nil {
			return err
		}
		return tx.PutJob(&store.Job{Name: j.name, Next: next})
	})
}

// do is the run itself; a panic is a failure of this job alone.
func (r *jobRun) do() (err error) {
	defer func() {
		if e := recover(); e != nil {
			r.p.Log.Error("job", "job", r.job.name, "panic", panicText(e), "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %s", panicText(e))
		}
	}()
	return r.job.run(r)
}

// jobProblem is what the office reads: what happened and what to do. The log has the rest.
func jobProblem(err error, failed int) string {
	var words *told
	switch {
	case errors.As(err, &words):
		return words.text
	case errors.Is(err, store.ErrUnavailable):
		return "データに書き込めませんでした。ディスクの空き容量を確認してください。1時間後に自動でやり直します。"
	case errors.Is(err, errClockMoved):
		return "途中でコンピュータの時計が大きく動いたため、止めました。時計を確認してください。"
	case err != nil:
		return "途中で問題が起き、終わりまで進めませんでした。済んだ分はそのままです。1時間後に自動でやり直します。続くときは、サーバの記録（ログ）を管理者に確認してもらってください。"
	}
	return fmt.Sprintf("%d件を処理できませんでした。ほかは済んでいます。1時間後に自動でやり直します。続くときは、サーバの記録（ログ）を管理者に確認してもらってください。", failed)
}

// system is who does what nobody does.
var system actor

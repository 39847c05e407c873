package web

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/robfig/cron/v3"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// Job is one row of the table of what the platform does by itself. A job finds in the data what is
// due and does it piece by piece, each in a transaction of its own, and marks in the data what it
// did: it may be killed anywhere, run twice or run late, and nothing happens twice.
type Job struct {
	Name     string
	Label    string
	Does     string               // in words, for the office
	Schedule string               // cron, in Japan's time
	When     string               // the same in words
	Waits    bool                 // until the clock is believed: what it does cannot be taken back
	Reads    []string             // of what others change, by names of the table's
	Changes  []string             // of what others read or change: such jobs do not run beside one another
	Refuse   func(*store.Q) error // asked before the office starts it by hand; may be nil
	Run      func(*JobRun) error
}

// jobRetry is when a run that failed is tried again, unless its time comes before.
const jobRetry = time.Hour

// Next is the first time of the schedule after a moment.
func (j *Job) Next(after time.Time) time.Time {
	s, err := cron.ParseStandard(j.Schedule)
	if err != nil {
		panic(fmt.Sprintf("job %s: %v", j.Name, err)) // TestJobTable reads them all
	}
	s.(*cron.SpecSchedule).Location = store.JST
	return s.Next(after).UTC()
}

// JobState is how far a job is that runs now, for the office to look at.
type JobState struct{ Done, Total int }

// JobRun is one run of a job under way.
type JobRun struct {
	context.Context
	Platform *Platform
	Job      *Job
	Began    time.Time
	ByHand   bool // the office asked for it
	counts   []store.JobCount
	failed   int   // pieces
	first    error // of them
	rested   time.Time
}

// ErrClockMoved ends a run in whose midst the clock jumped.
var ErrClockMoved = errors.New("the clock moved")

func (r *JobRun) Read(f func(*store.Q) error) error { return r.Platform.Store.Read(r.Context, f) }

// Did counts what was done.
func (r *JobRun) Did(label string, n int) {
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

// Piece does one piece in a transaction. f says what it did, "" for nothing. A piece that fails is
// logged and left for the next run; the others are done all the same.
func (r *JobRun) Piece(id string, f func(tx *store.Tx) (did string, err error)) error {
	if err := r.Err(); err != nil {
		return err
	}
	if moved := r.Platform.Store.Now().Sub(r.Began); r.Job.Waits && (moved > clockAhead || moved < -clockBack) {
		return ErrClockMoved
	}
	var did string
	err := r.Platform.Store.Write(r.Context, func(tx *store.Tx) (err error) { did, err = f(tx); return err })
	switch {
	case err == nil:
		if did != "" {
			r.Did(did, 1)
		}
		return nil
	case errors.Is(err, store.ErrUnavailable) || r.Err() != nil:
		return err
	}
	r.Platform.Log.Error("job", "job", r.Job.Name, "piece", id, "err", err)
	if r.failed++; r.first == nil {
		r.first = err
	}
	return nil
}

// Each does a piece for each of the ids.
func (r *JobRun) Each(ids []string, f func(tx *store.Tx, id string) (did string, err error)) error {
	for i, id := range ids {
		r.Progress(i, len(ids))
		if err := r.Piece(id, func(tx *store.Tx) (string, error) { return f(tx, id) }); err != nil {
			return err
		}
	}
	return nil
}

// A job that goes through much works for a short while and then rests for longer, so that requests find a processor
// free: nobody waits for the job's end.
const (
	workAtLeast = 2 * time.Millisecond // before it rests
	restAfter   = 2                    // times as long as it worked
	restAtMost  = 50 * time.Millisecond
)

// Rest is called after each step of a long job and pauses where it is time to.
func (r *JobRun) Rest() error {
	worked := time.Since(r.rested)
	if !r.rested.IsZero() && worked < workAtLeast {
		return r.Err()
	}
	if !r.rested.IsZero() {
		timer := time.NewTimer(min(restAfter*worked, restAtMost))
		defer timer.Stop()
		select {
		case <-r.Done():
		case <-timer.C:
		}
	}
	r.rested = time.Now()
	return r.Err()
}

// Progress tells the office how far it is.
func (r *JobRun) Progress(done, total int) {
	r.Platform.running.Store(r.Job.Name, JobState{done, total})
}

// Plan says whether a job is due. One that is new waits for its time; in the demo it runs at once, so that there is something to see.
func (a *Platform) Plan(ctx context.Context, j *Job) (isDue bool, err error) {
	now := a.Store.Now()
	next := j.Next(now)
	var row *store.Job
	err = a.Store.Read(ctx, func(q *store.Q) (err error) { row, err = q.Job(j.Name); return err })
	if errors.Is(err, store.ErrNotFound) || err == nil && row.Next.After(next) {
		err = a.Store.Write(ctx, func(tx *store.Tx) (err error) {
			row, err = tx.Job(j.Name) // it may have been asked for since
			switch {
			case errors.Is(err, store.ErrNotFound):
				row = &store.Job{Name: j.Name, Next: next}
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

// RunJob runs a job and writes down how it went.
func (a *Platform) RunJob(ctx context.Context, j *Job) error {
	r := &JobRun{Context: ctx, Platform: a, Job: j, Began: a.Store.Now()}
	var row *store.JobRun
	var planned time.Time
	// From here on the run cannot be requested any more: a request since it was planned is the one that this run serves.
	r.Progress(0, 0)
	defer a.running.Delete(j.Name)
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		now, err := tx.Job(j.Name)
		if err != nil {
			return err
		}
		r.ByHand, planned = now.AskedBy != "", now.Next
		row, err = tx.BeginRun(j.Name, now.AskedBy)
		return err
	})
	if err != nil {
		return err
	}
	err = r.do()
	row.Counts, row.State = r.counts, store.RunDone
	next := j.Next(a.Store.Now())
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
		a.Log.Error("job", "job", j.Name, "err", err)
	}
	// What was done stays done when the platform shuts down, so the record of the run is written all the same.
	return a.Store.Write(context.WithoutCancel(ctx), func(tx *store.Tx) error {
		a.running.Delete(j.Name) // who reads that it has ended may ask for it again
		row.Ended = tx.Now()
		if err := tx.EndRun(row); err != nil {
			return err
		}
		return tx.PlanNext(j.Name, planned, next)
	})
}

// do is the run itself; a panic is a failure of this job alone.
func (r *JobRun) do() (err error) {
	defer func() {
		if e := recover(); e != nil {
			r.Platform.Log.Error("job", "job", r.Job.Name, "panic", PanicText(e), "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %s", PanicText(e))
		}
	}()
	return r.Job.Run(r)
}

// jobProblem is what the office reads: what happened and what to do. The log has the rest.
func jobProblem(err error, failed int) string {
	var words *OfficeError
	switch {
	case errors.As(err, &words):
		return words.Text
	case errors.Is(err, store.ErrUnavailable):
		return "データに書き込めませんでした。ディスクの空き容量を確認してください。1時間後に自動でやり直します。"
	case errors.Is(err, ErrClockMoved):
		return "途中でコンピュータの時計が大きく動いたため、止めました。時計を確認してください。"
	case err != nil:
		return "途中で問題が起き、終わりまで進めませんでした。済んだ分はそのままです。1時間後に自動でやり直します。続くときは、サーバの記録（ログ）を管理者に確認してもらってください。"
	}
	return fmt.Sprintf("%d件を処理できませんでした。ほかは済んでいます。1時間後に自動でやり直します。続くときは、サーバの記録（ログ）を管理者に確認してもらってください。", failed)
}

// System is the actor of what the platform does by itself.
var System Actor

// OfficeError is an error in words for the office and the operator: what happened and what to do.
type OfficeError struct {
	Text string
	Err  error
}

func (t *OfficeError) Error() string { return t.Text }

func (t *OfficeError) Unwrap() error { return t.Err }

// StatisticsJob is also due after a large import.
const StatisticsJob = "statistics"

// The clock is not believed when it stands more than a day ahead of when it was last looked at, or behind what it showed before (trust.md
// Storage, Retention). A machine that was off for a day looks the same; so what cannot be taken back waits, until the office says that
// the clock is right, or the clock has gone on steadily for a day. Mails are sent all the same: of each matter at most one.

const clockAhead = 24 * time.Hour

const clockBack = 10 * time.Minute

// keepEnded is asked before every call: when the clock has gone back, what had ended before is ended for good, or it would be valid
// again. The process keeps the latest time that it saw; over a restart the guard's row does (watchClock).
func (a *Platform) keepEnded(ctx context.Context) error {
	for {
		now, latest := a.Store.Now().UnixMilli(), a.Latest.Load()
		if now >= latest {
			if a.Latest.CompareAndSwap(latest, now) {
				return nil
			}
			continue
		}
		if latest-now < clockBack.Milliseconds() {
			return nil
		}
		if err := a.Store.Write(ctx, func(tx *store.Tx) error { return endOver(tx, time.UnixMilli(latest)) }); err != nil {
			return err
		}
		a.Latest.CompareAndSwap(latest, now)
	}
}

// endOver ends what was over at a moment that the clock has since gone back behind.
func endOver(tx *store.Tx, at time.Time) error {
	n, err := tx.EndWhatWasOver(at, auth.SessionIdle)
	if err != nil || n == 0 {
		return err
	}
	return tx.AddAudit(System.Line("sessions_ended", "network", "network", "ok", "clock went back"))
}

func (a *Platform) JobNamed(name string) *Job {
	for _, j := range a.Jobs() {
		if j.Name == name {
			return j
		}
	}
	return nil
}

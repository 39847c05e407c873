package web

import (
	"context"
	"slices"
	"sync"
	"time"

	"tsunagu/store"
)

// jobRunner is what of the jobs lives in the process.
type jobRunner struct {
	running sync.Map      // JobState by name
	jobWake chan struct{} // the office asked for a run
}

// JobNow is how far a job is, if it runs.
func (a *Platform) JobNow(name string) (s JobState, isRunning bool) {
	v, isRunning := a.running.Load(name)
	if isRunning {
		s = v.(JobState)
	}
	return s, isRunning
}

// NudgeJobs wakes the jobs without waiting for them.
func (a *Platform) NudgeJobs() {
	select {
	case a.jobWake <- struct{}{}:
	default:
	}
}

// KeepJobs runs what is due until ctx ends, and waits for what it has begun.
func (a *Platform) KeepJobs(ctx context.Context) {
	if err := a.Store.Write(ctx, func(tx *store.Tx) error { return tx.BreakOffRuns(store.RunBroken) }); err != nil && ctx.Err() == nil {
		a.Log.Error("jobs", "err", err)
	}
	a.awaitIndex(ctx)
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	r := a.newJobRound()
	for {
		r.begin(ctx)
		select {
		case <-ctx.Done():
			r.wait()
			return
		case j := <-r.ended: // what waited for it may begin
			delete(r.running, j.Name)
		case <-tick.C:
			clear(r.begun)
		case <-a.jobWake:
			clear(r.begun)
		}
	}
}

// RunJobs runs each job that is due, once, however long ago its time was, and waits for them.
func (a *Platform) RunJobs(ctx context.Context) {
	r := a.newJobRound()
	for r.begin(ctx); len(r.running) > 0; r.begin(ctx) {
		delete(r.running, (<-r.ended).Name)
	}
}

// awaitIndex lets the search index be built before the first job: both read most of the database.
// But no job waits for long, nor where the office asks for one.
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

// jobRound runs jobs beside one another, those that touch the same one after another in the order of the table. It
// belongs to one goroutine; the jobs have theirs.
type jobRound struct {
	a       *Platform
	running map[string]*Job
	begun   map[string]bool // in this round: one that could not be recorded is not tried again at once
	ended   chan *Job
}

func (a *Platform) newJobRound() *jobRound {
	return &jobRound{a: a, running: map[string]*Job{}, begun: map[string]bool{}, ended: make(chan *Job)}
}

// begin starts the jobs that are due and that nothing before them keeps waiting.
func (r *jobRound) begin(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	believed, err := r.a.watchClock(ctx)
	var before []*Job // that run, or are due and wait themselves
	for _, j := range r.running {
		before = append(before, j)
	}
	for _, j := range r.a.Jobs() {
		if err != nil || ctx.Err() != nil {
			break
		}
		if r.running[j.Name] != nil || r.begun[j.Name] {
			continue
		}
		var isDue bool
		if isDue, err = r.a.Plan(ctx, j); !isDue || !believed && j.Waits {
			continue
		}
		isKept := slices.ContainsFunc(before, j.excludes)
		before = append(before, j)
		if isKept {
			continue
		}
		r.running[j.Name], r.begun[j.Name] = j, true
		go func() {
			defer func() { r.ended <- j }()
			if err := r.a.RunJob(ctx, j); err != nil && ctx.Err() == nil {
				r.a.Log.Error("jobs", "job", j.Name, "err", err)
			}
		}()
	}
	if err != nil && ctx.Err() == nil {
		r.a.Log.Error("jobs", "err", err)
	}
}

// wait waits for the jobs that run.
func (r *jobRound) wait() {
	for len(r.running) > 0 {
		delete(r.running, (<-r.ended).Name)
	}
}

// excludes says that two jobs may not run beside one another.
func (j *Job) excludes(o *Job) bool {
	touches := func(changes []string, o *Job) bool {
		return slices.ContainsFunc(changes, func(what string) bool { return slices.Contains(o.Changes, what) || slices.Contains(o.Reads, what) })
	}
	return touches(j.Changes, o) || touches(o.Changes, j)
}

package upkeep_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
	"tsunagu/store"
)

// besides are jobs that say when they begin and end when they are told to.
type besides struct {
	p     *apptest.Platform
	mu    sync.Mutex
	runs  map[string]int
	begun chan string
	end   map[string]chan error
}

func newBesides(t *testing.T, jobs ...*web.Job) *besides {
	b := &besides{p: apptest.NewPlatform(t), runs: map[string]int{}, begun: make(chan string, len(jobs)), end: map[string]chan error{}}
	for _, j := range jobs {
		b.end[j.Name] = make(chan error, 1)
		j.Schedule, j.Run = "0 * * * *", func(r *web.JobRun) error {
			b.mu.Lock()
			b.runs[j.Name]++
			b.mu.Unlock()
			b.begun <- j.Name
			select {
			case err := <-b.end[j.Name]:
				return err
			case <-r.Done():
				return r.Err()
			}
		}
	}
	b.p.App.Jobs = func() []*web.Job { return slices.Clone(jobs) }
	for _, j := range jobs {
		b.p.Write(func(tx *store.Tx) error { return tx.PutJob(&store.Job{Name: j.Name, Next: tx.Now()}) })
	}
	return b
}

// want wants just these jobs to begin now, in any order.
func (b *besides) want(names ...string) {
	b.p.T.Helper()
	var got []string
	for range names {
		got = append(got, <-b.begun)
	}
	slices.Sort(got)
	slices.Sort(names)
	if !slices.Equal(got, names) {
		b.p.T.Fatalf("%q begin, want %q", got, names)
	}
}

func (b *besides) states(want string, names ...string) {
	b.p.T.Helper()
	for _, name := range names {
		if r := b.p.LastRun(name); r.State != want {
			b.p.T.Errorf("%s: %s, want %s", name, r.State, want)
		}
	}
}

// Jobs that touch different things run beside one another; those that touch the same one after another, in the order of
// the table, whether they read it or change it; and each of them once.
func TestJobsBeside(t *testing.T) {
	of := func(what ...string) []string { return what }
	b := newBesides(t, &web.Job{Name: "weekly", Reads: of("log")}, &web.Job{Name: "ends", Changes: of("deals")},
		&web.Job{Name: "reminders", Changes: of("deals")}, &web.Job{Name: "optimize", Changes: of("log")},
		&web.Job{Name: "backup", Reads: of("log", "files")}, &web.Job{Name: "retention", Changes: of("files")},
		&web.Job{Name: "alone"})
	over := make(chan struct{})
	go func() { defer close(over); b.p.App.RunJobs(t.Context()) }()
	b.want("weekly", "ends", "alone")
	if _, isRunning := b.p.App.JobNow("weekly"); !isRunning {
		t.Error("the office does not see that it runs")
	}
	if _, isRunning := b.p.App.JobNow("optimize"); isRunning {
		t.Error("the log is ended while it is read")
	}
	b.end["ends"] <- nil
	b.want("reminders")
	b.end["weekly"] <- errors.New("boom") // one that fails keeps nobody waiting
	b.want("optimize")
	b.end["optimize"] <- nil
	b.want("backup")
	b.end["backup"] <- nil
	b.want("retention")
	for _, name := range []string{"alone", "reminders", "retention"} {
		b.end[name] <- nil
	}
	<-over
	b.states(store.RunDone, "ends", "reminders", "optimize", "backup", "retention", "alone")
	b.states(store.RunFailed, "weekly")
	b.p.App.RunJobs(t.Context())
	for name, n := range b.runs {
		if n != 1 {
			t.Errorf("%s ran %d times", name, n)
		}
	}
}

// A job that is made due while it runs, runs once more: what it is to find may have come behind its back.
func TestJobMadeDueWhileItRuns(t *testing.T) {
	b := newBesides(t, &web.Job{Name: "topics"})
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() { defer close(over); b.p.App.KeepJobs(ctx) }()
	b.want("topics")
	b.p.Clock.Add(time.Second)
	b.p.Write(func(tx *store.Tx) error { return tx.DueNow("topics") })
	b.p.App.NudgeJobs()
	b.end["topics"] <- nil
	b.want("topics")
	b.end["topics"] <- nil
	for b.p.LastRun("topics").State == store.RunRunning {
		b.p.Write(func(*store.Tx) error { return nil })
	}
	cancel()
	<-over
	if n := b.p.Runs("topics"); n != 2 {
		t.Errorf("%d runs", n)
	}
}

// What runs beside one another ends together when the platform goes down, is on record as stopped, and goes on with the
// next start; what waited for its turn is still due. A later round does not wait for a job that runs for long.
func TestJobsBesideGoDown(t *testing.T) {
	b := newBesides(t, &web.Job{Name: "weekly", Reads: []string{"log"}}, &web.Job{Name: "optimize", Changes: []string{"log"}},
		&web.Job{Name: "mails"})
	for round := range 2 { // as if the process had started anew
		ctx, cancel := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { defer close(over); b.p.App.KeepJobs(ctx) }()
		if round == 0 {
			b.want("weekly", "mails")
			b.end["mails"] <- nil
			for b.p.LastRun("mails").State == store.RunRunning { // the row is written before the round hears of it
				b.p.Write(func(*store.Tx) error { return nil })
			}
			b.p.Clock.Add(time.Hour)
			b.p.App.NudgeJobs()
			b.want("mails") // although the week's still runs
		} else {
			b.want("weekly", "mails")
		}
		cancel()
		<-over
		b.states(store.RunStopped, "weekly", "mails")
	}
	if b.runs["optimize"] != 0 || b.p.Runs("optimize") != 0 {
		t.Errorf("the log was ended while it was read")
	}
}

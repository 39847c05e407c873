package store

import (
	"errors"
	"time"
)

// Job says when a background job is due.
type Job struct {
	Name    string    `db:"name"`
	Next    time.Time `db:"next"`
	Asked   time.Time `db:"asked"` // when the office asked to run it now
	AskedBy string    `db:"asked_by"`
}

// JobRun is one run of a job with what it did.
type JobRun struct {
	Seq     int64      `db:"seq"`
	Name    string     `db:"name"`
	AskedBy string     `db:"asked_by"` // "" if the schedule started it
	Started time.Time  `db:"started"`
	Ended   time.Time  `db:"ended"`
	State   string     `db:"state"`
	Counts  []JobCount `db:"counts"`
	Error   string     `db:"error"`
}

// JobCount is how often a run did one kind of work.
type JobCount struct {
	Label string `json:"label"`
	Count int    `json:"count"`
}

// States of a run.
const (
	RunRunning = "running"
	RunDone    = "done"
	RunFailed  = "failed"
	RunStopped = "stopped" // the platform was shut down during the run
	RunBroken  = "broken"  // the platform crashed during the run
)

// keptRuns is how many runs of each job are kept for display.
const keptRuns = 60

// Job by its name; ErrNotFound before it was first planned.
func (q *Q) Job(name string) (*Job, error) {
	return get[Job](q, "SELECT "+names[Job]("j")+" FROM job j WHERE j.name = ?", name)
}

// PutJob writes when a job is due.
func (t *Tx) PutJob(j *Job) error {
	_, err := t.exec(`INSERT INTO job (name, next, asked, asked_by) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET next = excluded.next, asked = excluded.asked, asked_by = excluded.asked_by`, j.Name, ms(j.Next), ms(j.Asked), j.AskedBy)
	return err
}

// BeginRun writes that a job runs.
func (t *Tx) BeginRun(name, askedBy string) (*JobRun, error) {
	r := &JobRun{Name: name, AskedBy: askedBy, Started: t.now, State: RunRunning}
	if err := t.scan1([]any{&r.Seq}, "SELECT coalesce(max(seq), 0) + 1 FROM job_run"); err != nil {
		return nil, err
	}
	return r, insert(t, "job_run", r)
}

// EndRun writes the result of a run and deletes the oldest runs of its job.
func (t *Tx) EndRun(r *JobRun) error {
	if err := update(t, "job_run", r, "seq = ?", r.Seq); err != nil {
		return err
	}
	_, err := t.exec("DELETE FROM job_run WHERE name = ?1 AND seq <= (SELECT seq FROM job_run WHERE name = ?1 ORDER BY seq DESC LIMIT "+
		"1 OFFSET ?2)", r.Name, keptRuns)
	return err
}

// BreakOffRuns marks runs whose rows say that they still run: their process has ended (RunBroken),
// or they belong to the network whose backup was restored here (RunStopped).
func (t *Tx) BreakOffRuns(state string) error {
	_, err := t.exec("UPDATE job_run SET state = ?, ended = ? WHERE state = ?", state, ms(t.now), RunRunning)
	return err
}

// LastRun of a job; ErrNotFound.
func (q *Q) LastRun(name string) (*JobRun, error) {
	return get[JobRun](q, "SELECT "+names[JobRun]("r")+" FROM job_run r WHERE r.name = ? ORDER BY r.seq DESC LIMIT 1", name)
}

// FailedJobs counts the jobs whose last run ended with an error.
func (q *Q) FailedJobs() (n int, err error) {
	err = q.scan1([]any{&n}, "SELECT count(*) FROM job_run r WHERE r.state IN (?, ?) AND r.seq = (SELECT max(o.seq) FROM job_run o WHERE "+
		"o.name = r.name)", RunFailed, RunBroken)
	return n, err
}

// JobRuns lists the newest runs of a job ("" = of all) and counts them.
func (q *Q) JobRuns(name string, p Page) ([]JobRun, int, error) {
	var w where
	if name != "" {
		w.add("r.name = ?", name)
	}
	return page[JobRun](q, "r", "job_run r", &w, "r.seq DESC", p)
}

// Remind says whether a reminder's stage is still to be sent, and marks it as sent. Stages count
// upwards; a stage below the one reached is not sent.
func (t *Tx) Remind(kind, subjectID, occasion string, stage int) (bool, error) {
	n, err := t.exec(`INSERT INTO reminder (kind, subject_id, occasion, stage, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET occasion = excluded.occasion, stage = excluded.stage, at = excluded.at WHERE occasion <> excluded.occasion OR stage < excluded.stage`,
		kind, subjectID, occasion, stage, ms(t.now))
	return n > 0, err
}

// ClockGuard holds what was last seen of the system clock (trust.md Storage, Clock jumps).
type ClockGuard struct {
	Highest   time.Time `db:"highest"`
	Last      time.Time `db:"last"`
	Suspected time.Time `db:"suspected"` // zero: the clock is trusted
	JumpMS    int64     `db:"jump"`
	IsNew     bool      // it was never written
}

// ClockGuard as it was last written. Before the first time Highest is taken from the audit log, so
// that an existing network does not accept a wrong clock.
func (q *Q) ClockGuard() (*ClockGuard, error) {
	g, err := get[ClockGuard](q, "SELECT "+names[ClockGuard]("g")+" FROM clock_guard g")
	if errors.Is(err, ErrNotFound) {
		g = &ClockGuard{Highest: q.now, IsNew: true}
		err = q.scan1([]any{timeColumn{&g.Highest}}, "SELECT at FROM audit ORDER BY seq DESC LIMIT 1")
		if errors.Is(err, ErrNotFound) {
			err = nil
		}
		g.Last = g.Highest
	}
	return g, err
}

// PutClockGuard writes the guard.
func (t *Tx) PutClockGuard(g *ClockGuard) error {
	_, err := t.exec(`INSERT INTO clock_guard (id, highest, last, suspected, jump) VALUES (1, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET highest = excluded.highest, last = excluded.last, suspected = excluded.suspected, jump = excluded.jump`,
		ms(g.Highest), ms(g.Last), ms(g.Suspected), g.JumpMS)
	return err
}

// PlanNext plans the next run of a job whose run served what was asked; one that was made due since it was planned stays due.
func (t *Tx) PlanNext(name string, planned, next time.Time) error {
	return t.execOne("UPDATE job SET next = iif(next = ?2, ?3, next), asked = NULL, asked_by = '' WHERE name = ?1", name,
		ms(planned), ms(next))
}

// DueNow makes a planned job due at once, and once more where it runs just now: what it was to find may have come behind its back.
// Asked, the office's own request, stays unchanged.
func (t *Tx) DueNow(name string) error {
	_, err := t.exec("UPDATE job SET next = ? WHERE name = ?", ms(t.now), name)
	return err
}

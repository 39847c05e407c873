package office

import (
	"errors"
	"time"

	"tsunagu/app/web"
	"tsunagu/store"
)

// officeJobRun is one run of a job.
type officeJobRun struct {
	Name     string           `json:"name"`
	Label    string           `json:"label"`
	Started  string           `json:"started" doc:"UTC"`
	Ended    string           `json:"ended" doc:"UTC。実行中は空"`
	State    string           `json:"state" enum:"running,done,failed,stopped,broken"`
	IsByHand bool             `json:"isByHand" doc:"「今すぐ実行」による"`
	Counts   []officeJobCount `json:"counts"`
	Error    string           `json:"error" doc:"失敗の理由と、次にすること"`
}

// officeJobCount is how many times a run did one kind of thing.
type officeJobCount struct {
	Label string `json:"label"`
	Count int    `json:"count"`
}

// officeJob is a row of the table of jobs with the job's current state.
type officeJob struct {
	Name      string        `json:"name"`
	Label     string        `json:"label"`
	Does      string        `json:"does" doc:"何をするか"`
	Schedule  string        `json:"schedule"`
	Next      string        `json:"next" doc:"次の実行（UTC）。まだ決まっていないときは空"`
	IsAsked   bool          `json:"isAsked" doc:"「今すぐ実行」を受け付け、始まるのを待っている"`
	IsRunning bool          `json:"isRunning"`
	Done      int           `json:"done" doc:"実行中: 済んだ件数"`
	Total     int           `json:"total" doc:"実行中: 全部の件数。数えられないときは0"`
	IsWaiting bool          `json:"isWaiting" doc:"時計が確認されるまで行わない"`
	LastRun   *officeJobRun `json:"lastRun,omitempty"`
}

// officeClock says whether the machine's clock is trusted.
type officeClock struct {
	IsSuspected bool   `json:"isSuspected"`
	Since       string `json:"since" doc:"動きに気づいた日時（UTC）"`
	Until       string `json:"until" doc:"このまま順調に進めば、自動で再開する日時（UTC）"`
	JumpMinutes int64  `json:"jumpMinutes" doc:"動いた分。負は戻った"`
	Now         string `json:"now" doc:"このコンピュータの時計（UTC）"`
}

type officeJobs struct {
	JobList []officeJob `json:"jobList"`
	Clock   officeClock `json:"clock"`
}

type officeJobRuns struct {
	RunList  []officeJobRun `json:"runList" doc:"新しい順"`
	AllCount int            `json:"allCount"`
}

type officeJobRunsQuery struct {
	Name string `query:"name" maxLength:"50" doc:"空はすべて"`
	web.OfficePaging
}

type officeJobName struct {
	Name string `json:"name" maxLength:"50"`
}

func (a Room) JobCalls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetJobList", web.ADM, "定期処理", "定期処理の一覧と時計の状態"),
		func(r *web.Request, _ *struct{}) (*officeJobs, error) {
			return web.Reading(r, func(q *store.Q) (*officeJobs, error) { return a.officeJobs(q) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetJobRunList", web.ADM, "定期処理", "定期処理の実行の記録"),
		func(r *web.Request, in *officeJobRunsQuery) (*officeJobRuns, error) {
			return web.Reading(r, func(q *store.Q) (out *officeJobRuns, err error) {
				runs, n, err := q.JobRuns(in.Name, in.Page())
				out = &officeJobRuns{RunList: []officeJobRun{}, AllCount: n}
				for i := range runs {
					out.RunList = append(out.RunList, *a.officeRun(&runs[i]))
				}
				return out, err
			})
		})
	type body struct{ Body officeJobName }
	web.Add(a.Platform, web.OfficeCall("POST", "RunJob", web.ADM, "定期処理", "定期処理を今すぐ実行する"),
		func(r *web.Request, in *body) (web.Nothing, error) {
			defer a.NudgeJobs()
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.askJob(tx, r.Actor, in.Body.Name) })
		})
	web.Add(a.Platform, web.OfficeCall("POST", "ConfirmClock", web.ADM, "このコンピュータの時計", "時計が正しいことの確認"),
		func(r *web.Request, _ *struct{}) (web.Nothing, error) {
			defer a.NudgeJobs()
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.ConfirmClock(tx, r.Actor) })
		})
}

// askJob asks for a job to run now. Asked twice before the run, it runs once.
func (a Room) askJob(tx *store.Tx, by web.Actor, name string) error {
	j := a.JobNamed(name)
	if j == nil {
		return store.ErrNotFound
	}
	if _, isRunning := a.JobNow(name); isRunning {
		return web.Conflict("not_allowed", "この処理は実行中です。終わってから、結果を確認してください。")
	}
	g, err := tx.ClockGuard()
	if err != nil {
		return err
	}
	if web.MoveGuard(g, tx.Now()); j.Waits && !g.Suspected.IsZero() {
		return web.Conflict("not_allowed", "時計が大きく動いたため、この処理は止めています。時計が正しいことを確認してから、もう一度お試しください。")
	}
	if j.Refuse != nil {
		if err := j.Refuse(&tx.Q); err != nil {
			return err
		}
	}
	row, err := tx.Job(name)
	if errors.Is(err, store.ErrNotFound) {
		row, err = &store.Job{Name: name, Next: j.Next(tx.Now())}, nil
	}
	if err != nil || !row.Asked.IsZero() {
		return err
	}
	row.Asked, row.AskedBy = tx.Now(), by.ID()
	if err := tx.PutJob(row); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("job_asked", "job", name, "ok", ""))
}

func (a Room) officeJobs(q *store.Q) (*officeJobs, error) {
	g, err := q.ClockGuard()
	if err != nil {
		return nil, err
	}
	web.MoveGuard(g, q.Now())
	terms, err := web.TermsOf(q)
	if err != nil {
		return nil, err
	}
	out := &officeJobs{JobList: []officeJob{}, Clock: officeClock{Now: web.ServerTime(q.Now())}}
	if !g.Suspected.IsZero() {
		out.Clock = officeClock{true, web.ServerTime(g.Suspected), web.ServerTime(g.Suspected.Add(web.ClockWait)),
			int64((time.Duration(g.JumpMS) * time.Millisecond).Minutes()), web.ServerTime(q.Now())}
	}
	for _, j := range a.Jobs() {
		row := officeJob{Name: j.Name, Label: j.Label, Does: terms.Fill(j.Does), Schedule: j.When, IsWaiting: j.Waits && out.Clock.IsSuspected}
		plan, err := q.Job(j.Name)
		switch {
		case err == nil:
			row.Next, row.IsAsked = web.ServerTime(plan.Next), !plan.Asked.IsZero()
		case !errors.Is(err, store.ErrNotFound):
			return nil, err
		}
		last, err := q.LastRun(j.Name)
		switch {
		case err == nil:
			row.LastRun = a.officeRun(last)
		case !errors.Is(err, store.ErrNotFound):
			return nil, err
		}
		if state, isRunning := a.JobNow(j.Name); isRunning {
			row.IsRunning, row.IsAsked, row.Done, row.Total = true, false, state.Done, state.Total
		}
		out.JobList = append(out.JobList, row)
	}
	return out, nil
}

func (a Room) officeRun(r *store.JobRun) *officeJobRun {
	out := &officeJobRun{Name: r.Name, Label: r.Name, Started: web.ServerTime(r.Started), Ended: web.ServerTime(r.Ended), State: r.State,
		IsByHand: r.AskedBy != "", Counts: []officeJobCount{}, Error: r.Error}
	for _, c := range r.Counts {
		out.Counts = append(out.Counts, officeJobCount(c))
	}
	if j := a.JobNamed(r.Name); j != nil {
		out.Label = j.Label
	}
	return out
}

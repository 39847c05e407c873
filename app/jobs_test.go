package app

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// job runs one job now, whatever its schedule and the clock say, and wants it to go well.
func (p *platform) job(name string) *store.JobRun {
	p.t.Helper()
	r := p.tryJob(p.t.Context(), name)
	if r.State != store.RunDone {
		p.t.Fatalf("%s: %s %s", name, r.State, r.Error)
	}
	return r
}

func (p *platform) tryJob(ctx context.Context, name string) *store.JobRun {
	p.t.Helper()
	p.write(func(tx *store.Tx) error { return tx.PutJob(&store.Job{Name: name, Next: tx.Now()}) })
	if err := p.a.RunJob(ctx, p.a.JobNamed(name)); err != nil && ctx.Err() == nil {
		p.t.Fatal(err)
	}
	return p.lastRun(name)
}

func (p *platform) lastRun(name string) (out *store.JobRun) {
	p.t.Helper()
	p.read(func(q *store.Q) (err error) {
		if out, err = q.LastRun(name); errors.Is(err, store.ErrNotFound) {
			out, err = &store.JobRun{State: store.RunStopped}, nil // cut off before it began
		}
		return err
	})
	return out
}

func (p *platform) runs(name string) (n int) {
	p.t.Helper()
	p.read(func(q *store.Q) (err error) { _, n, err = q.JobRuns(name, store.Page{Limit: 1}); return err })
	return n
}

// told are the mails of some kinds, by address and kind, the oldest first.
func (p *platform) told(kinds ...mail.Kind) []string {
	p.t.Helper()
	var out []string
	p.read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		for _, m := range slices.Backward(ms) {
			if slices.Contains(kinds, mail.Kind(m.Kind)) {
				out = append(out, m.Address+" "+m.Kind)
			}
		}
		return err
	})
	return out
}

// newly are the mails that f brings about.
func (p *platform) newly(f func(), kinds ...mail.Kind) []string {
	p.t.Helper()
	before := len(p.told(kinds...))
	f()
	out := p.told(kinds...)[before:]
	slices.Sort(out)
	return out
}

func wantMails(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: mails %q, want %q", what, got, want)
	}
}

func (p *platform) until(day string) time.Duration {
	d, _ := deal.ParseDate(day)
	return d.Add(10 * time.Hour).Sub(p.clock.Now()) // ten in the morning
}

// The table is whole: each job says what it does and when, and its times are Japan's.
func TestJobTable(t *testing.T) {
	a, seen := newPlatform(t).a, map[string]bool{}
	now := time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC) // a Saturday, 10:00 in Japan
	for _, j := range a.Jobs() {
		if seen[j.Name] || j.Label == "" || j.Does == "" || j.When == "" || j.Run == nil {
			t.Errorf("%+v", j)
		}
		seen[j.Name] = true
		next := j.Next(now)
		if next.Sub(now) <= 0 || next.Sub(now) > 8*24*time.Hour {
			t.Errorf("%s: next %s", j.Name, next)
		}
		clock := next.In(store.JST).Format("15:04")
		if hour, ok := strings.CutPrefix(j.When, "毎日 "); ok && clock != hour && "0"+hour != clock {
			t.Errorf("%s says %q and runs at %s", j.Name, j.When, clock)
		}
	}
	for name, want := range map[string]string{"recommendations": "2026-11-23 09:00 Mon", "optimize": "2026-11-22 04:00 Sun", "new_listings": "2026-11-21 10:30 Sat", "period_reminder": "2026-11-22 08:00 Sun"} {
		if got := a.JobNamed(name).Next(now).In(store.JST).Format("2006-01-02 15:04 Mon"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if a.JobNamed("no_such") != nil {
		t.Error("a job that is not there")
	}
}

// Each job runs at its time, and once however long the machine slept; asked for, it runs at once.
func TestJobsRunOnce(t *testing.T) {
	p := newPlatform(t)
	run := func() { p.t.Helper(); p.a.RunJobs(t.Context()) }
	run()
	if n := p.runs(""); n != 0 {
		t.Fatalf("%d runs before their time", n)
	}
	p.clock.Add(35 * time.Minute) // 10:35 in Japan
	run()
	run()
	for name, want := range map[string]int{"import_cleanup": 1, "new_listings": 1, "link_expiry": 1, "session_cleanup": 0, "period_reminder": 0} {
		if got := p.runs(name); got != want {
			t.Errorf("%s ran %d times, want %d", name, got, want)
		}
	}
	p.clock.Add(12 * 24 * time.Hour)
	run()
	run()
	for name, want := range map[string]int{"period_reminder": 1, "stalled_reminder": 1, "recommendations": 1, "new_listings": 2, "optimize": 1,
		"listing_expiry": 0, "retention": 0, "link_expiry": 1} { // these wait: it may be the clock that jumped
		if got := p.runs(name); got != want {
			t.Errorf("after twelve days %s ran %d times, want %d", name, got, want)
		}
	}
	for range 25 { // a day of an hour each
		p.clock.Add(time.Hour)
		run()
	}
	for name, want := range map[string]int{"listing_expiry": 1, "retention": 1, "period_reminder": 2} {
		if got := p.runs(name); got != want {
			t.Errorf("a day later %s ran %d times, want %d", name, got, want)
		}
	}
}

// A clock that was far ahead has planned far ahead: once it is right the jobs come back.
func TestJobsPlannedAhead(t *testing.T) {
	p := newPlatform(t)
	p.clock.Add(365 * 24 * time.Hour)
	p.a.RunJobs(t.Context())
	p.clock.Add(-364 * 24 * time.Hour)
	p.a.RunJobs(t.Context())
	p.clock.Add(24 * time.Hour)
	p.a.RunJobs(t.Context())
	if n := p.runs("period_reminder"); n != 1 {
		t.Errorf("%d runs", n)
	}
}

// The clock (trust.md): ahead by more than a day, or back, is not believed; a day of steady going, or
// the way back to what was seen before, is.
func TestClockGuard(t *testing.T) {
	type step struct {
		by       time.Duration
		believed bool
	}
	const h, day = time.Hour, 24 * time.Hour
	for name, steps := range map[string][]step{
		"a night's sleep":                   {{9 * h, true}, {day, true}, {time.Minute, true}},
		"twelve days, then a steady day":    {{12 * day, false}, {time.Minute, false}, {23 * h, false}, {h, true}, {h, true}},
		"back an hour, until it is made up": {{-h, false}, {30 * time.Minute, false}, {29 * time.Minute, false}, {2 * time.Minute, true}},
		"back for good":                     {{-30 * day, false}, {20 * h, false}, {5 * h, true}, {h, true}},
		"ahead and back again":              {{2 * day, false}, {h, false}, {-2 * day, false}, {time.Minute, true}},
		"ahead twice":                       {{2 * day, false}, {20 * h, false}, {3 * day, false}, {20 * h, false}, {4 * h, true}},
		"a little back":                     {{-5 * time.Minute, true}, {h, true}},
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC)
			g := &store.ClockGuard{Highest: now, Last: now}
			for i, s := range steps {
				now = now.Add(s.by)
				web.MoveGuard(g, now)
				if got := g.Suspected.IsZero(); got != s.believed {
					t.Fatalf("step %d at %s: believed %v: %+v", i, now, got, g)
				}
			}
		})
	}
}

// What cannot be taken back waits for the clock; the office ends the waiting by its word.
func TestClockJump(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id := m.published(map[string]any{"dueDate": "2026-12-01"})
	m.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	m.user(deal.RoleFAD, m.aID, "admin@a.example.jp")
	m.a.RunJobs(t.Context())
	office := m.signInOffice("office@n.example.jp")
	office.post("/api/Office/ConfirmClock", nil).want(409)
	m.clock.Add(200 * 24 * time.Hour)
	m.a.RunJobs(t.Context())
	m.wantListing(id, deal.ListingShowing, "the clock jumped")
	office = m.signInOffice("office@n.example.jp")
	office.get("/api/Office/GetSummary").want(200).has(`"isClockSuspected":true`, `"failedJobCount":0`)
	list := office.get("/api/Office/GetJobList").want(200).has(`"isSuspected":true`, `"jumpMinutes":288000`)
	for _, r := range list.json()["jobList"].([]any) {
		if r := r.(map[string]any); r["isWaiting"] != m.a.JobNamed(r["name"].(string)).Waits {
			t.Errorf("%v", r)
		}
	}
	office.post("/api/Office/RunJob", map[string]any{"name": "listing_expiry"}).want(409).has("時計")
	m.signInOffice("admin@a.example.jp").post("/api/Office/ConfirmClock", nil).want(400)
	office.post("/api/Office/ConfirmClock", nil).want(200)
	office.get("/api/Office/GetJobList").want(200).has(`"isSuspected":false`)
	office.get("/api/Office/GetSummary").want(200).has(`"isClockSuspected":false`)
	m.a.RunJobs(t.Context())
	m.wantListing(id, deal.ListingDisabled, "the office has confirmed the clock")
	office.get("/api/Office/GetAuditList?event=clock_confirmed").want(200).has(`"allCount":1`)
}

// The office asks for a run; asked twice it is one, and it is written down who asked.
func TestRunJob(t *testing.T) {
	c := newConsole(newPlatform(t))
	for _, who := range []*caller{c.visitor(), c.fadA} {
		if s := who.post("/api/Office/RunJob", map[string]any{"name": "optimize"}).status; s != 400 && s != 401 {
			t.Errorf("status %d", s)
		}
	}
	c.office.post("/api/Office/RunJob", map[string]any{"name": "no_such"}).want(400)
	for range 2 {
		c.office.post("/api/Office/RunJob", map[string]any{"name": "optimize"}).want(200)
	}
	c.office.get("/api/Office/GetJobList").want(200).has(`"isAsked":true`)
	c.a.RunJobs(t.Context())
	c.a.RunJobs(t.Context())
	c.office.get("/api/Office/GetJobList").want(200).hasNot(`"isAsked":true`).has(`"state":"done"`, `"isByHand":true`)
	c.office.get("/api/Office/GetJobRunList?name=optimize").want(200).has(`"allCount":1`, "データベースの手入れ")
	c.office.get("/api/Office/GetAuditList?event=job_asked").want(200).has(`"allCount":1`)
	c.fadA.get("/api/Office/GetJobList").want(400)

	// While it runs, it is not asked for again.
	c.a.JobNow.Store(&web.JobState{Name: "optimize", Done: 3, Total: 7})
	c.office.post("/api/Office/RunJob", map[string]any{"name": "optimize"}).want(409).has("実行中")
	c.office.get("/api/Office/GetJobList").want(200).has(`"isRunning":true,"done":3,"total":7`)
	c.a.JobNow.Store(nil)

	// A process that died in the midst of a run leaves a word of it, and the job is still due.
	c.write(func(tx *store.Tx) error { _, err := tx.BeginRun("retention", ""); return err })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c.write(func(tx *store.Tx) error { return tx.BreakOffRuns(store.RunBroken) })
	c.a.KeepJobs(ctx) // comes back at once
	c.office.get("/api/Office/GetSummary").want(200).has(`"failedJobCount":1`)
	if r := c.lastRun("retention"); r.State != store.RunBroken || r.Ended.IsZero() {
		t.Errorf("%+v", r)
	}
}

// wantListing wants a listing's stored status.
func (m *marketplace) wantListing(id string, want deal.ListingStatus, what string) *store.Listing {
	m.t.Helper()
	var l *store.Listing
	m.read(func(q *store.Q) (err error) { l, err = q.OfficeListing(id); return err })
	if l.Status != int(want) {
		m.t.Errorf("%s: listing at %d, want %d", what, l.Status, want)
	}
	return l
}

// dying is a context that ends in the midst of things: with the n-th look at it.
type dying struct {
	context.Context
	left *int
}

func (d dying) Err() error {
	if *d.left--; *d.left < 0 {
		return context.Canceled
	}
	return d.Context.Err()
}

// A job that is cut off anywhere goes on where it was, and nothing is said twice.
func TestJobCutOff(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	var ids []string
	for range 4 {
		ids = append(ids, m.published(map[string]any{"dueDate": "2027-02-20"}))
	}
	m.clock.Add(m.until("2027-01-25"))
	cut := 0
	for n := 0; ; n++ {
		left := n
		if r := m.tryJob(dying{t.Context(), &left}, "period_reminder"); r.State == store.RunDone {
			break
		} else if r.State != store.RunStopped {
			t.Fatalf("cut off after %d looks: %+v", n, r)
		}
		cut++
		if n > 200 {
			t.Fatal("it never comes to its end")
		}
	}
	if got := m.told(mail.ListingPeriodEnding); cut < 4 || len(got) != 2*len(ids) { // two users
		t.Errorf("cut off %d times, %d mails, want %d: %q", cut, len(got), 2*len(ids), got)
	}

	// One that cannot be done does not hold up the others.
	m.clock.Add(m.until("2027-02-15"))
	db := openRaw(t, m.a.Store.Dir())
	if _, err := db.Exec("CREATE TRIGGER boom BEFORE INSERT ON reminder WHEN NEW.subject_id = '" + ids[1] + "' BEGIN SELECT RAISE(ABORT, 'boom'); END"); err != nil {
		t.Fatal(err)
	}
	r := m.tryJob(t.Context(), "period_reminder")
	if got := m.told(mail.ListingPeriodEnding); r.State != store.RunFailed || !strings.Contains(r.Error, "1件") || strings.Contains(r.Error, "boom") || len(got) != 2*len(ids)+6 {
		t.Errorf("%+v, %d mails", r, len(got))
	}
	if _, err := db.Exec("DROP TRIGGER boom"); err != nil {
		t.Fatal(err)
	}
	if r := m.job("period_reminder"); r.Counts[0].Count != 1 || len(m.told(mail.ListingPeriodEnding)) != 4*len(ids) {
		t.Errorf("%+v", r)
	}
	m.job("period_reminder")
	if got := m.told(mail.ListingPeriodEnding); len(got) != 4*len(ids) {
		t.Errorf("%d mails", len(got))
	}
}

// A job that goes through many rests between them, and ends there when the platform goes down.
func TestJobRests(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r := &web.JobRun{Context: ctx}
	for range 3 {
		if err := r.Rest(); err != nil {
			t.Fatal(err)
		}
	}
	cancel()
	if err := r.Rest(); !errors.Is(err, context.Canceled) {
		t.Errorf("rests on although it is to end: %v", err)
	}
}

package upkeep_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The table is whole: each job says what it does and when, and its times are Japan's.
func TestJobTable(t *testing.T) {
	a, seen := apptest.NewPlatform(t).App, map[string]bool{}
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
	for name, want := range map[string]string{"recommendations": "2026-11-23 09:00 Mon", "optimize": "2026-11-22 04:00 Sun",
		"new_listings": "2026-11-21 10:30 Sat", "period_reminder": "2026-11-22 08:00 Sun"} {
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
	p := apptest.NewPlatform(t)
	run := func() { p.T.Helper(); p.App.RunJobs(t.Context()) }
	run()
	if n := p.Runs(""); n != 0 {
		t.Fatalf("%d runs before their time", n)
	}
	p.Clock.Add(35 * time.Minute) // 10:35 in Japan
	run()
	run()
	for name, want := range map[string]int{"import_cleanup": 1, "new_listings": 1, "link_expiry": 1, "session_cleanup": 0,
		"period_reminder": 0} {
		if got := p.Runs(name); got != want {
			t.Errorf("%s ran %d times, want %d", name, got, want)
		}
	}
	p.Clock.Add(12 * 24 * time.Hour)
	run()
	run()
	for name, want := range map[string]int{"period_reminder": 1, "stalled_reminder": 1, "recommendations": 1, "new_listings": 2, "optimize": 1,
		"listing_expiry": 0, "retention": 0, "link_expiry": 1} { // these wait: it may be the clock that jumped
		if got := p.Runs(name); got != want {
			t.Errorf("after twelve days %s ran %d times, want %d", name, got, want)
		}
	}
	for range 25 { // a day of an hour each
		p.Clock.Add(time.Hour)
		run()
	}
	for name, want := range map[string]int{"listing_expiry": 1, "retention": 1, "period_reminder": 2} {
		if got := p.Runs(name); got != want {
			t.Errorf("a day later %s ran %d times, want %d", name, got, want)
		}
	}
}

// A clock that was far ahead has planned far ahead: once it is right the jobs come back.
func TestJobsPlannedAhead(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.Clock.Add(365 * 24 * time.Hour)
	p.App.RunJobs(t.Context())
	p.Clock.Add(-364 * 24 * time.Hour)
	p.App.RunJobs(t.Context())
	p.Clock.Add(24 * time.Hour)
	p.App.RunJobs(t.Context())
	if n := p.Runs("period_reminder"); n != 1 {
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

// What cannot be taken back waits for the clock; the office ends the waiting by confirming the
// clock.
func TestClockJump(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id := m.Published(map[string]any{"dueDate": "2026-12-01"})
	m.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	m.User(deal.RoleFAD, m.AID, "admin@a.example.jp")
	m.App.RunJobs(t.Context())
	office := m.SignInOffice("office@n.example.jp")
	office.Post("/api/Office/ConfirmClock", nil).Want(409)
	m.Clock.Add(200 * 24 * time.Hour)
	m.App.RunJobs(t.Context())
	m.WantListing(id, deal.ListingShowing, "the clock jumped")
	office = m.SignInOffice("office@n.example.jp")
	office.Get("/api/Office/GetSummary").Want(200).Has(`"isClockSuspected":true`, `"failedJobCount":0`)
	list := office.Get("/api/Office/GetJobList").Want(200).Has(`"isSuspected":true`, `"jumpMinutes":288000`)
	for _, r := range list.JSON()["jobList"].([]any) {
		if r := r.(map[string]any); r["isWaiting"] != m.App.JobNamed(r["name"].(string)).Waits {
			t.Errorf("%v", r)
		}
	}
	office.Post("/api/Office/RunJob", map[string]any{"name": "listing_expiry"}).Want(409).Has("時計")
	m.SignInOffice("admin@a.example.jp").Post("/api/Office/ConfirmClock", nil).Want(400)
	office.Post("/api/Office/ConfirmClock", nil).Want(200)
	office.Get("/api/Office/GetJobList").Want(200).Has(`"isSuspected":false`)
	office.Get("/api/Office/GetSummary").Want(200).Has(`"isClockSuspected":false`)
	m.App.RunJobs(t.Context())
	m.WantListing(id, deal.ListingDisabled, "the office has confirmed the clock")
	office.Get("/api/Office/GetAuditList?event=clock_confirmed").Want(200).Has(`"allCount":1`)
}

// The office asks for a run; asked twice it is one, and it is written down who asked.
func TestRunJob(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	for _, who := range []*apptest.Caller{c.Visitor(), c.FadA} {
		if s := who.Post("/api/Office/RunJob", map[string]any{"name": "optimize"}).Status; s != 400 && s != 401 {
			t.Errorf("status %d", s)
		}
	}
	c.Office.Post("/api/Office/RunJob", map[string]any{"name": "no_such"}).Want(400)
	for range 2 {
		c.Office.Post("/api/Office/RunJob", map[string]any{"name": "optimize"}).Want(200)
	}
	c.Office.Get("/api/Office/GetJobList").Want(200).Has(`"isAsked":true`)
	c.App.RunJobs(t.Context())
	c.App.RunJobs(t.Context())
	c.Office.Get("/api/Office/GetJobList").Want(200).HasNot(`"isAsked":true`).Has(`"state":"done"`, `"isByHand":true`)
	c.Office.Get("/api/Office/GetJobRunList?name=optimize").Want(200).Has(`"allCount":1`, "データベースの手入れ")
	c.Office.Get("/api/Office/GetAuditList?event=job_asked").Want(200).Has(`"allCount":1`)
	c.FadA.Get("/api/Office/GetJobList").Want(400)

	// While it runs, it is not asked for again.
	(&web.JobRun{Platform: c.App.Platform, Job: c.App.JobNamed("optimize")}).Progress(3, 7)
	c.Office.Post("/api/Office/RunJob", map[string]any{"name": "optimize"}).Want(409).Has("実行中")
	c.Office.Get("/api/Office/GetJobList").Want(200).Has(`"isRunning":true,"done":3,"total":7`)
	c.Office.Post("/api/Office/RunJob", map[string]any{"name": "backup"}).Want(200) // another one is
	c.Job("optimize")
	c.Office.Get("/api/Office/GetJobList").Want(200).HasNot(`"isRunning":true`)

	// A run whose process was killed is recorded as broken off, and the job is still due.
	c.Write(func(tx *store.Tx) error { _, err := tx.BeginRun("retention", ""); return err })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c.Write(func(tx *store.Tx) error { return tx.BreakOffRuns(store.RunBroken) })
	c.App.KeepJobs(ctx) // comes back at once
	c.Office.Get("/api/Office/GetSummary").Want(200).Has(`"failedJobCount":1`)
	if r := c.LastRun("retention"); r.State != store.RunBroken || r.Ended.IsZero() {
		t.Errorf("%+v", r)
	}
}

// A job that is cut off anywhere goes on where it was, and nothing is said twice.
func TestJobCutOff(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.MailedAll()
	var ids []string
	for range 4 {
		ids = append(ids, m.Published(map[string]any{"dueDate": "2027-02-20"}))
	}
	m.Clock.Add(m.Until("2027-01-25"))
	cut := 0
	for n := 0; ; n++ {
		left := n
		if r := m.TryJob(apptest.Dying{Context: t.Context(), Left: &left}, "period_reminder"); r.State == store.RunDone {
			break
		} else if r.State != store.RunStopped {
			t.Fatalf("cut off after %d looks: %+v", n, r)
		}
		cut++
		if n > 200 {
			t.Fatal("it never comes to its end")
		}
	}
	if got := m.MailsOf(mail.ListingPeriodEnding); cut < 4 || len(got) != 2*len(ids) { // two users
		t.Errorf("cut off %d times, %d mails, want %d: %q", cut, len(got), 2*len(ids), got)
	}

	// One that cannot be done does not hold up the others.
	m.Clock.Add(m.Until("2027-02-15"))
	db := apptest.OpenRaw(t, m.App.Store.Dir())
	if _, err := db.Exec("CREATE TRIGGER boom BEFORE INSERT ON reminder WHEN NEW.subject_id = '" + ids[1] +
		"' BEGIN SELECT RAISE(ABORT, 'boom'); END"); err != nil {
		t.Fatal(err)
	}
	r := m.TryJob(t.Context(), "period_reminder")
	if got := m.MailsOf(mail.ListingPeriodEnding); r.State != store.RunFailed || !strings.Contains(r.Error, "1件") ||
		strings.Contains(r.Error, "boom") || len(got) != 2*len(ids)+6 {
		t.Errorf("%+v, %d mails", r, len(got))
	}
	if _, err := db.Exec("DROP TRIGGER boom"); err != nil {
		t.Fatal(err)
	}
	if r := m.Job("period_reminder"); r.Counts[0].Count != 1 || len(m.MailsOf(mail.ListingPeriodEnding)) != 4*len(ids) {
		t.Errorf("%+v", r)
	}
	m.Job("period_reminder")
	if got := m.MailsOf(mail.ListingPeriodEnding); len(got) != 4*len(ids) {
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

package app_test

import (
	"net/url"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
)

// TestDrillClock: when the clock goes back, nothing that had expired is valid again, and open
// sessions go on; when it jumps ahead, nothing is ended for good (trust.md Storage). What jobs
// leave alone is tested by TestClockJump and TestPurgeStopsWithTheClock.
func TestDrillClock(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	for _, login := range []string{"idle@a.example.jp", "busy@a.example.jp", "old@a.example.jp"} {
		p.User(deal.RoleFIN, bank, login)
	}
	in := func(login string) map[string]any { return p.Sign(login, apptest.TestPassword).Want(200).JSON() }
	refresh := func(of map[string]any) apptest.Result {
		return p.Visitor().Form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {of["refreshToken"].(string)}})
	}
	p.App.RunJobs(t.Context())
	idle, old := in("idle@a.example.jp"), in("old@a.example.jp")
	oldNext := refresh(old).Want(200).JSON()
	p.Clock.Add(50 * time.Minute)
	oldNext = refresh(oldNext).Want(200).JSON()
	busy := in("busy@a.example.jp")
	p.Clock.Add(20 * time.Minute) // the idle session has expired; nobody has used it since
	busy = refresh(busy).Want(200).JSON()
	p.Visitor().Post("/initializePassword", map[string]any{"mailAddress": "idle@a.example.jp"}).Want(200)
	key := p.MailedKey("idle@a.example.jp")
	p.Clock.Add(auth.ResetLinkLife + time.Minute) // the link has expired, too
	used := oldNext
	busy, oldNext = refresh(busy).Want(200).JSON(), refresh(oldNext).Want(200).JSON()

	p.Clock.Add(-time.Hour)
	(&apptest.Caller{P: p, Token: idle["token"].(string)}).Get(apptest.ProbePath).Want(401)
	refresh(idle).Want(401)
	p.SetByKey(key, "Mizuumi-no-Hotori-5").Want(400)
	// A token from the future is invalid, but its session is not, and the client gets a new token.
	busy = refresh(busy).Want(200).JSON()
	(&apptest.Caller{P: p, Token: busy["token"].(string)}).Get(apptest.ProbePath).Want(200)
	// A token used before the clock went back is not within the grace time of a lost answer.
	refresh(used).Want(401)
	refresh(oldNext).Want(401)

	// The same after a restart: the process has no memory of it, but the stored clock guard has.
	p.Clock.Add(time.Hour)
	second := in("idle@a.example.jp")
	p.Clock.Add(auth.SessionIdle + 20*time.Minute)
	p.App.RunJobs(t.Context())
	p.App.Latest.Store(0)
	p.Clock.Add(-time.Hour)
	p.App.RunJobs(t.Context())
	refresh(second).Want(401)

	// A day ahead: open links and sessions are valid again once the clock is corrected.
	p.Clock.Add(3 * time.Hour)
	third := in("busy@a.example.jp")
	before := p.Count("SELECT count(*) FROM link_key WHERE revoked IS NULL")
	p.Clock.Add(25 * time.Hour)
	p.App.RunJobs(t.Context())
	if after := p.Count("SELECT count(*) FROM link_key WHERE revoked IS NULL"); before != after {
		t.Errorf("%d links live after a leap of the clock, %d before", after, before)
	}
	(&apptest.Caller{P: p, Token: third["token"].(string)}).Get(apptest.ProbePath).Want(401)
	p.Sign("busy@a.example.jp", apptest.TestPassword).Want(200)
}

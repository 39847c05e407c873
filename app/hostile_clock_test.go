package app

import (
	"net/url"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
)

// TestDrillClock: when the clock goes back, nothing that had ended comes to life again, and who was
// at work goes on; when it leaps ahead, nothing of the network's ends (trust.md Storage). What the
// jobs leave alone is TestClockJump's and TestPurgeStopsWithTheClock's.
func TestDrillClock(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("9981", "湊星銀行")
	for _, login := range []string{"idle@a.example.jp", "busy@a.example.jp", "old@a.example.jp"} {
		p.user(deal.RoleFIN, bank, login)
	}
	in := func(login string) map[string]any { return p.sign(login, testPassword).want(200).json() }
	refresh := func(of map[string]any) result {
		return p.visitor().form("/token", url.Values{"grant_type": {"refresh_token"}, "refreshToken": {of["refreshToken"].(string)}})
	}
	p.a.RunJobs(t.Context())
	idle, old := in("idle@a.example.jp"), in("old@a.example.jp")
	oldNext := refresh(old).want(200).json()
	p.clock.Add(50 * time.Minute)
	oldNext = refresh(oldNext).want(200).json()
	busy := in("busy@a.example.jp")
	p.clock.Add(20 * time.Minute) // the idle one is over; nobody has asked for it since
	busy = refresh(busy).want(200).json()
	p.visitor().post("/initializePassword", map[string]any{"mailAddress": "idle@a.example.jp"}).want(200)
	key := p.mailedKey("idle@a.example.jp")
	p.clock.Add(auth.ResetLinkLife + time.Minute) // and so is the link
	used := oldNext
	busy, oldNext = refresh(busy).want(200).json(), refresh(oldNext).want(200).json()

	p.clock.Add(-time.Hour)
	(&caller{p, idle["token"].(string)}).get(probePath).want(401)
	refresh(idle).want(401)
	p.setByKey(key, "Mizuumi-no-Hotori-5").want(400)
	// A token from the future is none, but the sign-in lives, and its client gets a new one.
	busy = refresh(busy).want(200).json()
	(&caller{p, busy["token"].(string)}).get(probePath).want(200)
	// A token that was used before the clock went back is not within the grace of a lost answer.
	refresh(used).want(401)
	refresh(oldNext).want(401)

	// The same over a restart: the process has forgotten, the guard has not.
	p.clock.Add(time.Hour)
	second := in("idle@a.example.jp")
	p.clock.Add(auth.SessionIdle + 20*time.Minute)
	p.a.RunJobs(t.Context())
	p.a.Latest.Store(0)
	p.clock.Add(-time.Hour)
	p.a.RunJobs(t.Context())
	refresh(second).want(401)

	// A day ahead: links and sign-ins that were open are as they were once the clock is right again.
	p.clock.Add(3 * time.Hour)
	third := in("busy@a.example.jp")
	before := p.count("SELECT count(*) FROM link_key WHERE revoked IS NULL")
	p.clock.Add(25 * time.Hour)
	p.a.RunJobs(t.Context())
	if after := p.count("SELECT count(*) FROM link_key WHERE revoked IS NULL"); before != after {
		t.Errorf("%d links live after a leap of the clock, %d before", after, before)
	}
	(&caller{p, third["token"].(string)}).get(probePath).want(401)
	p.sign("busy@a.example.jp", testPassword).want(200)
}

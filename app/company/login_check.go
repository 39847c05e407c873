package company

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Whether a login ID is free tells who has one: who asks for many asks whose customer somebody is
// (trust.md Authorization). So a user asks so many times in a minute, by whatever call answers it, and
// each question is written down.
const (
	loginChecks      = 20
	loginChecksEvery = time.Minute
)

// quota counts what a user did in the last while. It is kept in memory alone: a restart clears it.
// The zero value is ready.
type quota struct {
	mu sync.Mutex
	m  map[string][]time.Time
}

// take counts one deed of somebody, or says how long to wait. No stretch of that length, wherever it
// begins, has more than so many.
func (c *quota) take(now time.Time, who string, most int, every time.Duration) (wait time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	past := func(at time.Time) bool { return now.Sub(at).Abs() >= every } // the clock may have gone back
	if len(c.m) >= web.MaxThrottled {
		for k, times := range c.m {
			if past(times[len(times)-1]) {
				delete(c.m, k)
			}
		}
	}
	times := c.m[who]
	for len(times) > 0 && past(times[0]) {
		times = times[1:]
	}
	if len(times) >= most {
		return every - now.Sub(times[0])
	}
	if c.m == nil {
		c.m = map[string][]time.Time{}
	}
	c.m[who] = append(times[:len(times):len(times)], now)
	return 0
}

// AskLogin counts a question whether a login ID is free, or refuses it with 429. The office asks about
// its own network, and sees all of its users anyway; without a session nobody asks: the demo is built so.
func (a Room) AskLogin(by web.Actor) error {
	if by.Role == deal.RoleADM || by.Session == "" {
		return nil
	}
	wait := web.StateOf[quota](a.Platform).take(a.Store.Now(), by.ID(), loginChecks, loginChecksEvery)
	if wait == 0 {
		return nil
	}
	return &web.Problem{Title: "Too many requests", Status: 429,
		Detail: fmt.Sprintf("メールアドレスの確認が続いたため、いまは受け付けられません。%d秒ほど待ってから、もう一度お試しください。入力した内容は残っています。", web.Seconds(wait)), Code: web.TooMany,
		RetryAfter: web.Seconds(wait)}
}

// What came of a question whether a login ID is free.
const (
	loginFree      = "ok"
	loginRefused   = "refused"
	loginThrottled = "throttled"
)

// noteLogin writes a question down in the log of the one who asked. Of the address there is a keyed
// digest, by which two questions about the same one are told to be so, and no more.
func noteLogin(r *web.Request, loginID, result string) error {
	return r.Write(func(tx *store.Tx) error {
		return tx.AddAudit(r.Line("login_id_checked", "user", "", result, r.Platform.Keys.HashLoginID(loginID)[:12]))
	})
}

// NoteRefusedLogin does so for a user that could not be stored: what was done is undone with its line.
func NoteRefusedLogin(r *web.Request, loginID string, err error) error {
	var p *web.Problem
	switch {
	case !errors.As(err, &p):
	case p.Has("loginId", LoginIDTaken):
		return cmp.Or(noteLogin(r, loginID, loginRefused), err)
	case p.Code == web.TooMany:
		return cmp.Or(noteLogin(r, loginID, loginThrottled), err)
	}
	return err
}

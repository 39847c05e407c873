package app

import (
	"fmt"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// throttle bounds what can be done without signing in: per network address, and per mailbox
// that mail would go to. It lives in memory: a restart forgives. The zero value is ready.
type throttle struct {
	mu sync.Mutex
	m  map[string]*rate.Limiter
}

// throttleRule lets burst deeds through at once and then one in every pause. A bank's staff
// sits behind one address, so these are wide; a mailbox has one reader.
type throttleRule struct {
	name  string
	burst int
	pause time.Duration
}

var (
	throttleReset   = throttleRule{"reset", 20, 30 * time.Second}
	throttleInquiry = throttleRule{"inquiry", 10, time.Minute}
	throttleRequest = throttleRule{"request", 5, 5 * time.Minute}
	throttleMailbox = throttleRule{"mailbox", 3, 10 * time.Minute}
)

// tooMany is the code of what was done too often.
const tooMany = "too_many"

// maxThrottled bounds the memory; beyond it, those that are full again are forgotten.
const maxThrottled = 20_000

// take counts one deed, or refuses it with 429 and Retry-After.
func (t *throttle) take(now time.Time, rule throttleRule, who string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := rule.name + " " + throttleKey(who)
	l := t.m[key]
	if l == nil {
		if t.m == nil {
			t.m = map[string]*rate.Limiter{}
		}
		if len(t.m) >= maxThrottled {
			for k, old := range t.m {
				if old.TokensAt(now) >= float64(old.Burst()) {
					delete(t.m, k)
				}
			}
		}
		l = rate.NewLimiter(rate.Every(rule.pause), rule.burst)
		t.m[key] = l
	}
	res := l.ReserveN(now, 1)
	wait := res.DelayFrom(now)
	if wait == 0 {
		return nil
	}
	res.CancelAt(now)
	return &Problem{Title: "Too many requests", Status: 429, Detail: fmt.Sprintf("短い時間に続けて送信されたため、受け付けられませんでした。%d分ほど待ってから、もう一度お試しください。入力した内容は残っています。", int(wait/time.Minute)+1), Code: tooMany, RetryAfter: seconds(wait)}
}

// throttleKey is an address as throttles and lockout count it: of IPv6 the /64, since one household
// has that many addresses, and of IPv4 the same however it is written. Anything else stands for itself.
func throttleKey(who string) string {
	a, err := netip.ParseAddr(who)
	if err != nil {
		return who
	}
	if a = a.Unmap().WithZone(""); !a.Is6() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return who
	}
	return p.String()
}

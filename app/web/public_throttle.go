package web

import (
	"fmt"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Throttle bounds what can be done without signing in: per network address, and per mailbox that
// mail would go to. It is kept in memory alone: a restart clears it. The zero value is ready.
type Throttle struct {
	mu sync.Mutex
	m  map[string]*rate.Limiter
}

// ThrottleRule lets burst deeds through at once and then one in every pause. A bank's staff
// sits behind one address, so these are wide; a mailbox has one reader.
type ThrottleRule struct {
	Name  string
	Burst int
	Pause time.Duration
}

var (
	ThrottleReset   = ThrottleRule{"reset", 20, 30 * time.Second}
	ThrottleInquiry = ThrottleRule{"inquiry", 10, time.Minute}
	ThrottleRequest = ThrottleRule{"request", 5, 5 * time.Minute}
	ThrottleMailbox = ThrottleRule{"mailbox", 3, 10 * time.Minute}
)

// TooMany is the code of what was done too often.
const TooMany = "too_many"

// MaxThrottled bounds the memory; beyond it, entries whose allowance is full again are dropped.
const MaxThrottled = 20_000

// Take counts one deed, or refuses it with 429 and Retry-After.
func (t *Throttle) Take(now time.Time, rule ThrottleRule, who string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := rule.Name + " " + ThrottleKey(who)
	l := t.m[key]
	if l == nil {
		if t.m == nil {
			t.m = map[string]*rate.Limiter{}
		}
		if len(t.m) >= MaxThrottled {
			for k, old := range t.m {
				if old.TokensAt(now) >= float64(old.Burst()) {
					delete(t.m, k)
				}
			}
		}
		l = rate.NewLimiter(rate.Every(rule.Pause), rule.Burst)
		t.m[key] = l
	}
	res := l.ReserveN(now, 1)
	wait := res.DelayFrom(now)
	if wait == 0 {
		return nil
	}
	res.CancelAt(now)
	return &Problem{Title: "Too many requests", Status: 429,
		Detail: fmt.Sprintf("短い時間に続けて送信されたため、受け付けられませんでした。%d分ほど待ってから、もう一度お試しください。入力した内容は残っています。", int(wait/time.Minute)+1), Code: TooMany,
		RetryAfter: Seconds(wait)}
}

// ThrottleKey is an address as throttles and lockout count it: of IPv6 the /64, since one household
// has that many addresses, and of IPv4 the same however it is written. Anything else stands for itself.
func ThrottleKey(who string) string {
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

// TakeWithMailbox counts a visitor's deed against its network address and against the mailbox
// that will get a mail about it, so that nobody's mailbox is filled by a stranger.
func (r *Request) TakeWithMailbox(rule ThrottleRule, address string) error {
	now := r.Platform.Store.Now()
	if err := r.Platform.Throttle.Take(now, rule, r.IP); err != nil {
		return err
	}
	return r.Platform.Throttle.Take(now, ThrottleMailbox, rule.Name+" "+r.Platform.Keys.HashLoginID(address))
}

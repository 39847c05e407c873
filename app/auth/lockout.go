package auth

import "time"

// LockoutMessage is shown while sign-in is locked (SPEC.md section 8). It is
// longer than 50 characters, so that the screen shows it for 20 seconds.
const LockoutMessage = "ログインに複数回失敗したため、一時的にログインできません。しばらく待ってから、もう一度お試しください。パスワードをお忘れの方は、ログイン画面のパスワード再設定のリンクをご利用ください。ログインIDがわからない方は、事務局にお問い合わせください。"

// Scope says which failures a rule counts together.
type Scope string

// The scopes. A failure from a known device (one that signed in with this ID
// before) counts in ScopeDevice alone, any other in the first three.
const (
	ScopeIDAddress Scope = "id+address"
	ScopeID        Scope = "id"
	ScopeAddress   Scope = "address"
	ScopeDevice    Scope = "id+device"
)

// Rule locks when Limit failures of one Scope lie within Window.
type Rule struct {
	Scope  Scope
	Window time.Duration
	Limit  int
}

var (
	strangerRules = []Rule{
		{ScopeIDAddress, 15 * time.Minute, 5},
		{ScopeID, 30 * time.Minute, 10},
		{ScopeAddress, 10 * time.Minute, 30},
	}
	// A known device is judged by its own counter only: failures for this ID elsewhere, or from the
	// same address, cannot lock it out.
	deviceRules = []Rule{
		{ScopeDevice, 15 * time.Minute, 5},
		{ScopeDevice, 30 * time.Minute, 10},
	}
)

// FailureLife is how long a failure counts; older rows may be deleted.
const FailureLife = 30 * time.Minute

// Failure is one failed sign-in, or the attempt to be judged. A success removes the failures of its
// own scope (ID and device, or ID and address); an attempt refused by a lock is not a failure, so
// that a lock ends by itself.
type Failure struct {
	At      time.Time
	IDHash  string // Keys.HashLoginID, for known and unknown IDs alike
	Address string // the client's address as the server sees it, without port
	Device  string // the device's id if it signed in with this ID before, else empty
}

// RulesFor returns the rules that judge an attempt: those for unknown devices, or the device's own
// if it is known for this ID.
func RulesFor(device string) []Rule {
	if device != "" {
		return append([]Rule(nil), deviceRules...)
	}
	return append([]Rule(nil), strangerRules...)
}

// Counts says whether f counts against attempt under the rule, their times
// aside. It is the definition that a SQL condition must repeat:
//
//	id+address: id_hash = ? AND address = ? AND device = ''
//	id:         id_hash = ? AND device = ''
//	address:    address = ? AND device = ''
//	id+device:  id_hash = ? AND device = ?
func (r Rule) Counts(f, attempt Failure) bool {
	switch r.Scope {
	case ScopeIDAddress:
		return f.Device == "" && f.IDHash == attempt.IDHash && f.Address == attempt.Address
	case ScopeID:
		return f.Device == "" && f.IDHash == attempt.IDHash
	case ScopeAddress:
		return f.Device == "" && f.Address == attempt.Address
	case ScopeDevice:
		return attempt.Device != "" && f.Device == attempt.Device && f.IDHash == attempt.IDHash
	}
	return false
}

// Tally is a store's answer for one rule: the time of the Limit-th newest failure in the rule's
// scope, or the zero time if there are fewer (`SELECT at … ORDER BY at DESC LIMIT 1 OFFSET
// limit-1`).
type Tally struct {
	Rule Rule
	Nth  time.Time
}

// Count computes the tally of one rule over failures in memory, in any order.
func Count(rule Rule, attempt Failure, failures []Failure) Tally {
	newest := make([]time.Time, 0, rule.Limit) // newest first, at most Limit
	for _, f := range failures {
		if !rule.Counts(f, attempt) {
			continue
		}
		i := len(newest)
		for i > 0 && f.At.After(newest[i-1]) {
			i--
		}
		if i >= rule.Limit {
			continue
		}
		if len(newest) < rule.Limit {
			newest = append(newest, time.Time{})
		}
		copy(newest[i+1:], newest[i:])
		newest[i] = f.At
	}
	if len(newest) < rule.Limit {
		return Tally{Rule: rule}
	}
	return Tally{Rule: rule, Nth: newest[rule.Limit-1]}
}

// Decide says whether sign-in is locked at now and when it opens again: after the longest of the
// rules' waits. A failure that seems to lie in the future (the clock was set back) still counts,
// but no wait is longer than its window.
func Decide(now time.Time, tallies []Tally) (locked bool, retryAfter time.Duration) {
	for _, t := range tallies {
		if t.Nth.IsZero() {
			continue
		}
		wait := min(t.Nth.Add(t.Rule.Window).Sub(now), t.Rule.Window)
		if wait > 0 {
			locked = true
			retryAfter = max(retryAfter, wait)
		}
	}
	return locked, retryAfter
}

// DecideFailures judges an attempt over failures in memory: all those of its ID or its address
// within [FailureLife].
func DecideFailures(attempt Failure, failures []Failure) (locked bool, retryAfter time.Duration) {
	var tallies []Tally
	for _, r := range RulesFor(attempt.Device) {
		tallies = append(tallies, Count(r, attempt, failures))
	}
	return Decide(attempt.At, tallies)
}

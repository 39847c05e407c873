package signin

import (
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// attempt is one try at a password as the lockout counts it (trust.md Passwords and lockout).
// device is "" unless it signed in with this ID before: a known device has a counter of its
// own, so that a rival cannot lock a bank out. The address is counted as throttles do; the audit
// has it whole.
type attempt struct{ idHash, device, address string }

// attemptAt says how a try at this login ID counts; u is whose it is, nil for nobody's.
func attemptAt(r *web.Request, q *store.Q, loginID string, u *store.User) (attempt, error) {
	at := attempt{idHash: r.Platform.Keys.HashLoginID(loginID), address: web.ThrottleKey(r.IP)}
	secret := cookieValue(r.Raw, web.CookieDevice)
	if u == nil || secret == "" {
		return at, nil
	}
	h := auth.HashSecret(secret)
	known, err := q.KnowsDevice(h, u.ID)
	if known {
		at.device = h
	}
	return at, err
}

// tallies are the failures that judge a try.
func tallies(r *web.Request, q *store.Q, at attempt) ([]auth.Tally, error) {
	var out []auth.Tally
	for _, rule := range auth.RulesFor(at.device) {
		nth, err := q.NthLoginFailure(string(rule.Scope), at.idHash, at.address, at.device, rule.Limit)
		if err != nil {
			return nil, err
		}
		out = append(out, auth.Tally{Rule: rule, Nth: nth})
	}
	return out, nil
}

// checkLock refuses a try while it is locked: 429 with the lockout message of SPEC.md 8.
func checkLock(r *web.Request, q *store.Q, at attempt) error {
	ts, err := tallies(r, q, at)
	if err != nil {
		return err
	}
	if locked, wait := auth.Decide(q.Now(), ts); locked {
		return &web.Problem{Title: "Too many requests", Status: 429, Detail: auth.LockoutMessage, Code: "locked", RetryAfter: web.Seconds(wait)}
	}
	return nil
}

// wrongPassword counts a failed try. The one that locks the ID also tells its user by mail, at
// most once in the time that a failure counts; a lock of the address alone is not about the ID.
func wrongPassword(r *web.Request, tx *store.Tx, at attempt, u *store.User, event string) error {
	if err := tx.AddLoginFailure(at.idHash, at.address, at.device); err != nil {
		return err
	}
	l := r.Line(event, "user", "", "refused", "")
	if u != nil {
		l.SubjectID = u.ID
	}
	if err := tx.AddAudit(l); err != nil {
		return err
	}
	if u == nil || u.Status != int(deal.UserEnabled) {
		return nil
	}
	all, err := tallies(r, &tx.Q, at)
	if err != nil {
		return err
	}
	var ofID []auth.Tally
	for _, t := range all {
		if t.Rule.Scope != auth.ScopeAddress {
			ofID = append(ofID, t)
		}
	}
	locked, wait := auth.Decide(tx.Now(), ofID)
	if !locked {
		return nil
	}
	told, err := tx.MailSentSince(string(mail.AccountLocked), u.LoginID, u.ID, tx.Now().Add(-auth.FailureLife))
	if err != nil || told {
		return err
	}
	return r.Platform.MailUser(tx, mail.AccountLocked, u, u.ID, mail.Data{Expires: tx.Now().Add(wait)})
}

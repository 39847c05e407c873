package web

import (
	"errors"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// TakingPart says whether the client that a user acts for takes part: the one check of sign-in, sessions, refresh tokens, mailed links
// and mail (domain.md 0.8). A client is out while the office has stopped its institution, while it is disabled itself, and when the days
// of its trial are over. Each of them then answers as to somebody unknown.
type TakingPart struct {
	isStopped  bool // the institution
	isDisabled bool // the company
	trialUntil time.Time
}

func TakingPartOf(q *store.Q, u *store.User) (s TakingPart, err error) {
	if u.ClientType != int(deal.ClientBuyer) && u.ClientType != int(deal.ClientSeller) {
		of, err := q.InstitutionOf(u)
		if err == nil {
			s.isStopped, err = q.IsStopped(of)
		}
		return s, err
	}
	c, err := q.ClientCompany(u.ClientID)
	if errors.Is(err, store.ErrNotFound) {
		return TakingPart{isDisabled: true}, nil
	} else if err != nil {
		return s, err
	}
	s.isDisabled = c.Status == int(deal.CompanyDisabled)
	if c.IsTrial {
		s.trialUntil = c.TrialUntil
	}
	s.isStopped, err = q.IsStopped(c.InstitutionID)
	return s, err
}

// IsOut says that nobody may act for the client.
func (s TakingPart) IsOut(now time.Time) bool {
	return s.IsGone() || !s.trialUntil.IsZero() && !now.Before(s.trialUntil)
}

// IsGone is IsOut but for a trial that is over: that one is still led to its registration.
func (s TakingPart) IsGone() bool { return s.isStopped || s.isDisabled }

// IsOut says of a user's client that nobody may act for it.
func IsOut(q *store.Q, u *store.User) (bool, error) {
	s, err := TakingPartOf(q, u)
	return s.IsOut(q.Now()), err
}

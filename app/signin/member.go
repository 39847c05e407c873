package signin

import (
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// alive says that a session still runs: not revoked, not idle for an hour, not twelve hours old.
func alive(s *store.Session, now time.Time) bool {
	return s.Revoked.IsZero() && now.Before(s.Expires) && now.Sub(s.LastSeen) < auth.SessionIdle
}

// SeenEvery bounds how often a request moves the idle clock, which is a write.
const SeenEvery = time.Minute

// Gate lets in who may make a call. What it refuses before the body is read is refused alike for records that are there and
// those that are not, and a fresh proof is asked of nobody who may not make the call at all.
func (a Room) Gate(r *web.Request, c web.Call) error {
	if err := a.SignedIn(r, c.Callers.Door()); err != nil {
		return err
	}
	switch {
	case r.User.IsNeedPasswordChange && !c.PasswordDue:
		return web.ErrPasswordFirst
	case r.StepDue && !c.PasswordDue:
		return web.ErrSecondStepFirst
	case !c.Callers.Has(r.Role):
		return web.ErrNotAvailable
	case c.Fresh.Has(r.Role) && !c.ProofInBody:
		return a.mustBeFresh(r, c)
	}
	return nil
}

// SignedIn reads who is calling from the bearer token: no cookie is ever a credential for the
// API by itself. The token says which session; session and user rows say the rest.
func (a Room) SignedIn(r *web.Request, d *web.Door) error {
	token, ok := strings.CutPrefix(r.Raw.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return web.ErrUnauthorized
	}
	now := a.Store.Now()
	claims, err := a.Keys.Parse(token, d.Audience, now)
	if err != nil {
		return web.ErrUnauthorized
	}
	if claims.Fingerprint != "" && !auth.SecretMatches(cookieValue(r.Raw, d.Fingerprint), claims.Fingerprint) {
		return web.ErrUnauthorized
	}
	var m *member
	err = r.ReadLazily(func(q *store.Q) (err error) {
		if m, err = a.memberOf(q, claims.SessionID); err != nil {
			return err
		}
		s, u := m.session, &m.user
		if s.LastSeen = time.UnixMilli(m.seen.Load()); !alive(&s, now) {
			// A renewed token may have moved the idle clock in the meantime.
			last, err := q.Session(s.ID)
			if err != nil {
				return err
			}
			m.seen.Store(last.LastSeen.UnixMilli())
			s = *last
		}
		if !alive(&s, now) || s.Aud != string(d.Audience) || u.ID != claims.UserID || u.Status != int(deal.UserEnabled) || m.client.IsOut(now) ||
			tokenRole(deal.Role(u.Role)) != claims.Role {
			return web.ErrUnauthorized
		}
		user := *u // what the request does with it is its own affair
		return r.As(q, &user, m.institution, m.stepDue)
	})
	if errors.Is(err, store.ErrNotFound) {
		return web.ErrUnauthorized
	}
	if err != nil {
		return err
	}
	r.Session = claims.SessionID
	if seen := m.seen.Load(); now.UnixMilli()-seen > SeenEvery.Milliseconds() && m.seen.CompareAndSwap(seen, now.UnixMilli()) {
		// A full disk must not end the reading of who is signed in already (trust.md Storage).
		if err := r.Write(func(tx *store.Tx) error { return tx.SeeSession(r.Session) }); err != nil {
			m.seen.CompareAndSwap(now.UnixMilli(), seen)
			if !errors.Is(err, store.ErrUnavailable) {
				return err
			}
		}
	}
	return nil
}

// member is whose a session is, as the rows of both say.
type member struct {
	session     store.Session
	user        store.User
	institution string
	client      web.TakingPart
	stepDue     bool
	seen        atomic.Int64 // when the session was last seen, in ms: no other change of it is not told of
}

type memberKey struct {
	session    string
	isFreeCode bool // the demo's rule, on which StepDue hangs too
}

// memberOf is kept until the session, its user, the user's company or the network's rules change.
func (a Room) memberOf(q *store.Q, sessionID string) (*member, error) {
	return store.Keep(q, memberKey{sessionID, a.FreeCode}, func() (out store.Kept[*member], err error) {
		s, err := q.Session(sessionID)
		if err != nil {
			return out, err
		}
		u, err := q.User(s.UserID)
		if err != nil {
			return out, err
		}
		m := &member{session: *s, user: *u}
		m.seen.Store(s.LastSeen.UnixMilli())
		if m.institution, err = q.InstitutionOf(u); err != nil {
			return out, err
		}
		if m.client, err = web.TakingPartOf(q, u); err != nil {
			return out, err
		}
		if m.stepDue, err = a.StepDue(q, u); !isStep(s) {
			m.stepDue = false
		}
		return store.Kept[*member]{Value: m, Of: []store.Source{store.OfSession(s.ID), store.OfUser(u.ID), store.OfCompany(u.ClientID),
			store.OfNetwork()}, Bytes: 2000}, err
	})
}

package web

import (
	"strconv"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// CompanyID is the company asked for: a buyer's user means its own where it names none.
func (b Actor) CompanyID(id string) string {
	if id == "" {
		return b.Viewer.BuyerID
	}
	return id
}

// OwnListing is a listing in charge of the actor's institution, as the caller saw it; what is
// not is not available, whatever the reason. seen nil does not compare.
func OwnListing(q *store.Q, by Actor, id string, seen *int) (*store.Listing, error) {
	if by.Role != deal.RoleFIN {
		return nil, store.ErrNotFound
	}
	l, err := q.Listing(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	if err := q.MustManage(by.Viewer, l); err != nil {
		return nil, err
	}
	if store.IsStale(seen, l.Version) {
		return nil, store.ErrStale
	}
	return l, nil
}

// StepRule is the rule for a role in this network.
func (a *Platform) StepRule(q *store.Q, role deal.Role) (deal.SecondStepRule, error) {
	banks := deal.SecondStepOptional
	if role == deal.RoleFIN || role == deal.RoleLEN { // the others' does not hang on the setting
		var err error
		if banks, err = BankStepRule(q); err != nil {
			return 0, err
		}
	}
	return deal.SecondStepFor(role, banks, a.FreeCode), nil
}

// BankStepRule is the network's setting for the banks' users.
func BankStepRule(q *store.Q) (deal.SecondStepRule, error) {
	v, err := q.Setting(store.SettingSecondStep)
	if n, bad := strconv.Atoi(v); err == nil && bad == nil {
		return deal.SecondStepRule(n), nil
	}
	return deal.SecondStepOptional, err
}

// StepDue says that a user must set it up before anything else.
func (a *Platform) StepDue(q *store.Q, u *store.User) (bool, error) {
	rule, err := a.StepRule(q, deal.Role(u.Role))
	if err != nil {
		return false, err
	}
	s, err := q.Steps(u, auth.PasskeyHost(a.BaseURL).ID)
	return s.IsDue(rule == deal.SecondStepRequired), err
}

// Become makes the request the user's own.
func (r *Request) Become(q *store.Q, u *store.User) error {
	inst, err := q.InstitutionOf(u)
	if err != nil {
		return err
	}
	due, err := r.Platform.StepDue(q, u)
	if err != nil {
		return err
	}
	return r.As(q, u, inst, due)
}

// As makes the request the user's, whose institution and second step are known.
func (r *Request) As(q *store.Q, u *store.User, institution string, stepDue bool) error {
	by, err := ActorOf(q, u, institution)
	r.User, r.Role, r.Viewer, r.StepDue = by.User, by.Role, by.Viewer, stepDue
	return err
}

// RoleOf is what a user may be now (team.md 2): the role in his row, or RoleLEN.
func RoleOf(u *store.User) deal.Role {
	return deal.RoleOf(deal.Role(u.Role), deal.Business(u.Business))
}

// ActorOf is a user as who acts or is told of something, without a session.
func ActorOf(q *store.Q, u *store.User, institution string) (by Actor, err error) {
	by = Actor{User: u, Role: RoleOf(u), Viewer: store.Viewer{UserID: u.ID, InstitutionID: institution}}
	if by.Role == deal.RoleBUY {
		by.Viewer.BuyerID = u.ClientID
	} else if by.Role == deal.RoleFIN {
		by.Viewer.Team, err = q.Team(u.ID, institution)
	}
	return by, err
}

package app_test

import (
	"maps"
	"net/url"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// company is the buyer for which the caller acts; a caller without one tries another's.
func (x *probing) company() string {
	if c := x.w.company[x.caller]; c != "" {
		return c
	}
	return x.w.BuyerB
}

// row is the current version of a negotiation: a caller who may not know it is denied although he
// sends the right version.
func (x *probing) row(id string) (version int) {
	return x.seen(func(q *store.Q) (*store.Negotiation, error) {
		r, err := q.NegotiationRowOf(id)
		if err != nil {
			return nil, err
		}
		return &r.Negotiation, nil
	})
}

// ownRow is the version of the negotiation between a listing and the caller's buyer.
func (x *probing) ownRow() (version int) {
	return x.seen(func(q *store.Q) (*store.Negotiation, error) { return q.NegotiationOf(x.id, x.company()) })
}

func (x *probing) seen(row func(*store.Q) (*store.Negotiation, error)) (version int) {
	_ = x.p.App.Store.Read(x.p.T.Context(), func(q *store.Q) error {
		n, err := row(q)
		if err == nil {
			var side deal.Actor
			if side, err = negotiation.StandsIn(q, actorOf(x.p, q, x.w.tokens[x.caller]), n); err != nil {
				return err
			}
			d := &negotiation.Dealing{NegotiationRow: &store.NegotiationRow{Negotiation: *n},
				As: side}
			version = d.VersionSeen()
		}
		return err
	})
	return version
}

// actorOf is the user to whom a platform token belongs; an empty Actor for any other token.
func actorOf(p *apptest.Platform, q *store.Q, token string) (by web.Actor) {
	claims, err := p.App.Keys.Parse(token, auth.Platform, q.Now())
	if err != nil {
		return by
	}
	u, err := q.User(claims.UserID)
	if err != nil {
		return by
	}
	if by.Viewer.InstitutionID, err = q.InstitutionOf(u); err == nil && deal.Role(u.Role) == deal.RoleBUY {
		by.Viewer.BuyerID = u.ClientID
	}
	return by
}

func (x *probing) listing() (version int) {
	_ = x.p.App.Store.Read(x.p.T.Context(), func(q *store.Q) error {
		l, err := q.Listing(store.Viewer{InstitutionID: x.w.AID}, x.id)
		if err == nil {
			version = l.Version
		}
		return err
	})
	return version
}

func (x *probing) document() (version int) {
	_ = x.p.App.Store.Read(x.p.T.Context(), func(q *store.Q) error {
		d, err := q.Document(store.Viewer{InstitutionID: x.w.AID}, x.id)
		if err == nil {
			version = d.Version
		}
		return err
	})
	return version
}

func (x *probing) userVersion(id string) (version int) {
	_ = x.p.App.Store.Read(x.p.T.Context(), func(q *store.Q) error {
		u, err := q.User(id)
		if err == nil {
			version = u.Version
		}
		return err
	})
	return version
}

func fixed(pairs ...string) func(*probing) url.Values {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return func(*probing) url.Values { return v }
}

func idIn(name string, more ...string) func(*probing) url.Values {
	return func(x *probing) url.Values {
		v := maps.Clone(fixed(more...)(x))
		v.Set(name, x.id)
		return v
	}
}

func body(fields map[string]any) func(*probing) map[string]any {
	return func(*probing) map[string]any { return fields }
}

func bodyID(name string, fields map[string]any) func(*probing) map[string]any {
	return func(x *probing) map[string]any { return apptest.With(fields, map[string]any{name: x.id}) }
}

// changed adds the version of records that the office writes, which is a time in ms.
func changed(f func(*probing) map[string]any) func(*probing) map[string]any {
	return func(x *probing) map[string]any {
		return apptest.With(f(x), map[string]any{"version": x.w.Clock.Now().UnixMilli()})
	}
}

// onRow and the like are calls on a negotiation or a listing, with the version that is in the
// database.
func onRow(set string, fields map[string]any) []probe {
	return []probe{{of: "negotiation", set: set, body: func(x *probing) map[string]any {
		return apptest.With(fields, map[string]any{"buyerNegotiationId": x.id, "version": x.row(x.id)})
	}}}
}

func onListing(fields map[string]any) []probe {
	return []probe{{of: "listing", set: "charge", body: func(x *probing) map[string]any {
		return apptest.With(fields, map[string]any{"sellerBusinessId": x.id, "version": x.listing()})
	}}}
}

// onOwnRow are calls of a caller's own buyer on a listing.
func onOwnRow(fields map[string]any) []probe {
	return []probe{{of: "listing", set: "own", body: func(x *probing) map[string]any {
		return apptest.With(fields, map[string]any{"sellerBusinessId": x.id, "companyId": x.company(), "version": x.ownRow()})
	}}, {of: "buyer", set: "maintain", body: func(x *probing) map[string]any {
		return apptest.With(fields, map[string]any{"sellerBusinessId": x.w.Listing, "companyId": x.id, "version": 77})
	}}}
}

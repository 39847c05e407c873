package response

import (
	"errors"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) Calls() {
	row := func(name, records, summary string) web.Call {
		return web.Call{Method: "GET", Path: "/api/Response/" + name, Area: "response", Callers: web.FIN, Records: records, Summary: summary,
			Spec: "compliance 3"}
	}
	web.Add(a.Platform, row("GetOwnResponse", "自機関、担当する買手", "自機関または担当する買手の、返事の速さと割合（直近90日）"),
		func(r *web.Request, in *ownQuery) (*answerings, error) {
			return web.Reading(r, func(q *store.Q) (*answerings, error) { return own(q, r.Actor, in.CompanyID) })
		})
	web.Add(a.Platform, row("GetPartnerResponse", "双方が関わる交渉中の交渉", "交渉の相手の、返事の速さと割合（直近90日）"),
		func(r *web.Request, in *partnerQuery) (*answerings, error) {
			return web.Reading(r, func(q *store.Q) (*answerings, error) { return partners(q, r.Actor, in.BuyerNegotiationID) })
		})
}

// own is the figure of the actor's institution, or of a buyer in its charge. In an institution that shows deals to their teams alone its
// own figure needs what others' need: its users do not know of all that is counted.
func own(q *store.Q, by web.Actor, companyID string) (*answerings, error) {
	party := by.Institution()
	if companyID != "" {
		is, err := q.IsOwnBuyer(by.Viewer, companyID)
		if err != nil {
			return nil, err
		}
		if !is {
			return nil, store.ErrNotFound
		}
		party = companyID
	}
	f, err := figureOf(q, party, by.Viewer.Team == "")
	if err != nil {
		return nil, err
	}
	return &answerings{PartyList: []answering{{"own", f.Speed, f.Share}}}, nil
}

// partners are the figures of whom the actor's institution deals with in a negotiation, while it is under way.
func partners(q *store.Q, by web.Actor, id string) (*answerings, error) {
	n, err := q.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	out := &answerings{PartyList: []answering{}}
	if n.BFID == n.SFID || n.Status < int(deal.NegotiationAnonymous) || n.Status > int(deal.NegotiationSigned) {
		return out, nil
	}
	add := func(who, party string) error {
		f, err := figureOf(q, party, false)
		if err == nil {
			out.PartyList = append(out.PartyList, answering{who, f.Speed, f.Share})
		}
		return err
	}
	if by.Institution() == n.BFID {
		return out, add("sf", n.SFID)
	}
	if err := add("bf", n.BFID); err != nil {
		return nil, err
	}
	if err := add("buyer", n.BuyerCompanyID); err != nil {
		return nil, err
	}
	// In tenths it would know again, from listing to listing, a buyer without a name (domain.md 0.4).
	b := &out.PartyList[1]
	for _, step := range []int{8, 5, 0} {
		if b.Share >= step {
			b.Share = step
			break
		}
	}
	return out, nil
}

// figureOf is a party's figure, empty where there is none for its reader.
func figureOf(q *store.Q, party string, isOwn bool) (*store.ResponseFigure, error) {
	f, err := q.ResponseFigure(party)
	if errors.Is(err, store.ErrNotFound) || err == nil && !isOwn && !f.IsTold {
		return &store.ResponseFigure{}, nil
	}
	return f, err
}

// Count makes the figures of the day, of what was over before it. They are made once a day: an answer moves nothing on its own day.
func (a Room) Count(r *web.JobRun) error {
	return r.Piece("responses", func(tx *store.Tx) (string, error) {
		day := tx.Today()
		last, err := tx.ResponseDay()
		if err != nil || last >= day {
			return "", err
		}
		y, m, d := tx.Now().In(store.JST).Date()
		begin := time.Date(y, m, d, 0, 0, 0, 0, store.JST)
		c := newCounting(begin)
		if err := tx.EachResponseEvent(begin.AddDate(0, 0, -windowDays), begin, c.add); err != nil {
			return "", err
		}
		return "数え直した日", tx.ReplaceResponseFigures(c.figures(day))
	})
}

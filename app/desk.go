package app

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

const (
	deskTasks = 50 // that are sent; the rest is counted
	deskRows  = 20 // of the lists
)

func (a *App) deskCalls() {
	add(a, call{"GET", "/api/MyPage/GetDesk", "mypage", fin, "自機関に見える交渉、自機関の案件と買手", "マイページ（金融機関）: 要対応、届いたオファー、進んでいる交渉、交渉の段階", "domain 9 /mypage", 0, false},
		func(r *request, _ *struct{}) (out *desk, err error) {
			return out, r.glance(func(q *store.Q) error { out, err = a.desk(q, r.actor); return err })
		})
}

// waiting is a task with its record, before it has a name.
type waiting struct {
	deal.Task
	deskTask
	since time.Time // the one that has waited longest comes first among equals
}

// deskReading is one caller's first screen in the making.
type deskReading struct {
	a      *App
	q      *store.Q
	by     actor
	terms  deal.Terms
	unread map[string]int
	live   map[string]store.DeskNegotiation // among those that were read
	tasks  []waiting
	counts map[deal.TaskKind]int
}

// desk is a bank's first screen, of one moment.
func (a *App) desk(q *store.Q, by actor) (*desk, error) {
	d := &deskReading{a: a, q: q, by: by, live: map[string]store.DeskNegotiation{}, counts: map[deal.TaskKind]int{}}
	var err error
	if d.terms, err = termsOf(q); err != nil {
		return nil, err
	}
	if d.unread, err = unreadByNegotiation(q, by); err != nil {
		return nil, err
	}
	for _, part := range []func() error{d.negotiations, d.listings, d.approvals, d.companies, d.users, d.stalled} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	out := &desk{TaskKindList: []deskTaskKind{}, FunnelList: []deskStep{}}
	for _, kind := range deal.TaskKinds {
		if n := d.counts[kind]; n > 0 {
			out.TaskCount += n
			out.TaskKindList = append(out.TaskKindList, deskTaskKind{string(kind), n})
		}
	}
	if out.TaskList, err = d.first(); err != nil {
		return nil, err
	}
	if out.Offers, err = a.foundListings(q, viewers{by.viewer, ""}, &store.ListingSearch{Offers: []int{int(deal.OfferSent), int(deal.OfferOpened)}, IsNotRead: true, IsShowing: true, Limit: deskRows}, false, false); err != nil {
		return nil, err
	}
	if out.NegotiationList, err = d.newest(); err != nil {
		return nil, err
	}
	if out.LiveCount, err = q.CountLiveNegotiations(by.viewer, time.Time{}); err != nil {
		return nil, err
	}
	buying, selling, err := q.NegotiationFunnel(by.viewer)
	for _, s := range deal.NegotiationStatuses() {
		out.FunnelList = append(out.FunnelList, deskStep{int(s), s.Label(), buying[int(s)], selling[int(s)]})
	}
	return out, err
}

// first are the most urgent tasks with what the actor may know of them.
func (d *deskReading) first() ([]deskTask, error) {
	slices.SortStableFunc(d.tasks, func(x, y waiting) int {
		return cmp.Or(deal.CompareTasks(x.Task, y.Task), x.since.Compare(y.since))
	})
	tasks := d.tasks[:min(deskTasks, len(d.tasks))]
	var ids []string
	for _, t := range tasks {
		if t.BuyerNegotiationID != "" && !slices.Contains(ids, t.BuyerNegotiationID) {
			ids = append(ids, t.BuyerNegotiationID)
		}
	}
	rows, err := d.rows(ids)
	if err != nil {
		return nil, err
	}
	at := make(map[string]*NegotiationRow, len(rows))
	for i := range rows {
		at[rows[i].BuyerNegotiationID] = &rows[i]
	}
	out := make([]deskTask, 0, len(tasks))
	for _, t := range tasks {
		o := t.deskTask
		o.Kind, o.Title, o.Due, o.IsUrgent = string(t.Task.Kind), t.Task.Title, t.Task.Due, t.Task.IsUrgent()
		if row := at[o.BuyerNegotiationID]; row != nil {
			o.Subject, o.SellerBusinessID = strings.TrimSuffix(row.DisplayName+"　"+row.BusinessName, "　"), row.SellerBusinessID
		}
		out = append(out, o)
	}
	return out, nil
}

// rows are negotiations by id as rows of a list, in the order of the ids.
func (d *deskReading) rows(ids []string) ([]NegotiationRow, error) {
	found, err := d.q.NegotiationsByID(d.by.viewer, ids)
	if err != nil {
		return nil, err
	}
	return d.a.negotiationRows(d.q, d.by, found, d.unread)
}

// newest are the live negotiations with the most unread messages, then those that moved last.
func (d *deskReading) newest() ([]NegotiationRow, error) {
	found, err := d.q.LiveNegotiations(d.by.viewer, time.Time{}, false, deskRows)
	if err != nil {
		return nil, err
	}
	for id := range d.unread {
		if n, ok := d.live[id]; ok {
			found = append(found, n)
		}
	}
	slices.SortFunc(found, func(x, y store.DeskNegotiation) int {
		return cmp.Or(cmp.Compare(d.unread[y.ID], d.unread[x.ID]), d.facts(&y).Moved.Compare(d.facts(&x).Moved), cmp.Compare(x.Seq, y.Seq))
	})
	var ids []string
	for i := range found {
		if id := found[i].ID; len(ids) < deskRows && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return d.rows(ids)
}

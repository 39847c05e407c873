package mypage

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/negotiation"
	"tsunagu/app/task"
	"tsunagu/store"
)

// deskNegotiations is what a bank's first screen shows of its negotiations on one day. It takes many
// reads, so it is cached until one of its sources changes.
type deskNegotiations struct {
	tasks           []waiting // the most urgent
	counts          map[task.Kind]int
	stalled         []waiting // stalled negotiations without another task
	newest          []uint32
	live            int
	buying, selling map[int]int
}

type deskKey struct {
	viewer store.Viewer
	user   string
	day    string
	isMine bool
}

// negotiations is the cached value; the caller must not change it.
func (d *deskReading) negotiations() (*deskNegotiations, error) {
	return store.Keep(d.q, deskKey{d.by.Viewer, d.by.ID(), d.q.Today(), d.own != nil}, func() (store.Kept[*deskNegotiations], error) {
		out, of, err := d.readNegotiations()
		bank := d.by.Institution()
		of = append(of, store.OfBank(bank), store.OfUnread(bank), store.OfUser(d.by.ID()), store.OfNetwork(), store.OfCharge(bank))
		return store.Kept[*deskNegotiations]{Value: out, Of: of, Bytes: 400*2*DeskTasks + 60*len(of)}, err
	})
}

// readNegotiations also returns the rows on which the actor's decisions depend, as sources of the
// cache.
func (d *deskReading) readNegotiations() (*deskNegotiations, []store.Source, error) {
	ids := make([]string, 0, len(d.unread))
	for id := range d.unread {
		ids = append(ids, id)
	}
	found, err := d.q.WaitingNegotiations(d.by.Viewer, ids)
	if err != nil {
		return nil, nil, err
	}
	decisions, of, err := d.decisions(found)
	if err != nil {
		return nil, nil, err
	}
	avoided := map[string]bool{}
	hopes, err := d.q.AvoidedHopes(d.by.Viewer)
	if err != nil {
		return nil, nil, err
	}
	for _, h := range hopes {
		avoided[h.ID], of = h.IsAvoided, append(of, store.OfCompany(h.BuyerCompanyID))
	}
	out := &deskNegotiations{counts: map[task.Kind]int{}}
	live, busy, before := map[string]store.DeskNegotiation{}, map[string]bool{}, task.StalledBefore(d.terms, d.q.Now())
	for i := range found {
		n := &found[i]
		f := d.facts(n)
		f.IsApprovalMe, f.IsAvoided = decisions[n.ID], avoided[n.ID]
		tasks, isLive := d.asked(n, task.OfNegotiation(f)), deal.NegotiationStatus(n.Status).Live() && !d.own.IsOthersRow(n)
		if isLive {
			live[n.ID] = *n
		}
		for _, t := range tasks {
			out.counts[t.Kind]++
			out.tasks = append(out.tasks, negotiationTask(n, t, f.Moved))
		}
		if isLive && len(tasks) > 0 && f.Moved.Before(before) {
			busy[n.ID] = true
		}
	}
	out.tasks = slices.Clone(mostUrgent(out.tasks))
	if err := d.stalled(out, busy, before); err != nil {
		return nil, nil, err
	}
	if err := d.newest(out, live); err != nil {
		return nil, nil, err
	}
	if d.own != nil {
		all, err := d.liveOwn(time.Time{}, false, 0)
		if err != nil {
			return nil, nil, err
		}
		out.live = len(all)
	} else if out.live, err = d.q.CountLiveNegotiations(d.by.Viewer, time.Time{}); err != nil {
		return nil, nil, err
	}
	out.buying, out.selling, err = d.q.NegotiationFunnel(d.by.Viewer)
	return out, of, err
}

// asked are the tasks of a negotiation that are asked for. A paper waits for somebody else than who is in charge of the rest.
func (d *deskReading) asked(n *store.DeskNegotiation, tasks []task.Task) []task.Task {
	isOthers, isOthersNext := d.own.IsOthersRow(n), d.own.IsOthersNext(n)
	return slices.DeleteFunc(tasks, func(t task.Task) bool {
		if t.Kind == task.Next {
			return isOthersNext
		}
		return isOthers && !(n.PaperWaits && t.Kind == task.Decide)
	})
}

// liveOwn are the live negotiations that are asked for and last moved before a moment; limit bounds those of the whole bank.
func (d *deskReading) liveOwn(before time.Time, isLongest bool, limit int) ([]store.DeskNegotiation, error) {
	if d.own != nil {
		limit = deal.LimitAll
	}
	found, err := d.q.LiveNegotiations(d.by.Viewer, before, isLongest, limit)
	return slices.DeleteFunc(found, func(n store.DeskNegotiation) bool { return d.own.IsOthersRow(&n) }), err
}

func negotiationTask(n *store.DeskNegotiation, t task.Task, since time.Time) waiting {
	return waiting{t, deskTask{Key: n.ID + "." + string(t.Kind), Place: strings.ToLower(string(t.As)), BuyerNegotiationID: n.ID}, since, n.Seq}
}

// decisions says in which negotiations the actor can decide something now. It reads a whole row,
// and names it as a source, only for negotiations in which that is possible.
func (d *deskReading) decisions(found []store.DeskNegotiation) (map[string]bool, []store.Source, error) {
	out := map[string]bool{}
	var seqs []uint32
	for i := range found {
		n := &found[i]
		switch f := d.facts(n); {
		case deal.OfferWaits(f.IsBF, f.Offer, f.Status):
			out[n.ID] = true
		case n.PaperWaits, n.FactWaitingFor != "", f.Status == deal.NegotiationHope && f.IsSF && f.SellerApproval >= deal.SellerAgreed,
			f.Status == deal.NegotiationConditions && n.ContractProposedBy != "", f.Status == deal.NegotiationBroken && f.IsSF &&
				!n.ReopenAskedAt.IsZero():
			seqs = append(seqs, n.Seq)
		}
	}
	rows, err := d.q.NegotiationsAt(seqs)
	if err != nil {
		return nil, nil, err
	}
	var of []store.Source
	for i := range rows {
		row, err := negotiation.DealingInList(d.q, d.by, rows[i])
		if err != nil {
			return nil, nil, err
		}
		out[row.ID] = row.IsApprovalMe()
		of = append(of, rows[i].Sources()...)
		if row.DoneBy != "" {
			of = append(of, store.OfUser(row.DoneBy))
		}
	}
	return out, of, nil
}

// stalled counts the live negotiations that have not moved and have no other task, and keeps at
// most as many as the screen shows.
func (d *deskReading) stalled(out *deskNegotiations, busy map[string]bool, before time.Time) error {
	count, err := d.q.CountLiveNegotiations(d.by.Viewer, before)
	if err != nil || count == 0 {
		return err
	}
	found, err := d.liveOwn(before, true, DeskTasks+len(busy))
	if d.own != nil {
		count = len(found)
	}
	out.counts[task.Stalled] = count - len(busy)
	for i := range found {
		if n := &found[i]; !busy[n.ID] {
			f := d.facts(n)
			out.stalled = append(out.stalled, negotiationTask(n, task.OfStalled(f), f.Moved))
		}
	}
	out.stalled = slices.Clone(mostUrgent(out.stalled))
	return err
}

// newest are the live negotiations with the most unread messages, then the most recently moved.
func (d *deskReading) newest(out *deskNegotiations, live map[string]store.DeskNegotiation) error {
	found, err := d.liveOwn(time.Time{}, false, DeskRows)
	if err != nil {
		return err
	}
	for id := range d.unread {
		if n, ok := live[id]; ok {
			found = append(found, n)
		}
	}
	slices.SortFunc(found, func(x, y store.DeskNegotiation) int {
		return cmp.Or(cmp.Compare(d.unread[y.ID], d.unread[x.ID]), d.facts(&y).Moved.Compare(d.facts(&x).Moved), cmp.Compare(x.Seq, y.Seq))
	})
	for i := range found {
		if seq := found[i].Seq; len(out.newest) < DeskRows && !slices.Contains(out.newest, seq) {
			out.newest = append(out.newest, seq)
		}
	}
	return nil
}

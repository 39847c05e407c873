package mypage

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/persons"
	"tsunagu/app/task"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	DeskTasks = 50 // tasks sent; further ones are counted
	DeskRows  = 20 // rows of each list
)

func (a Room) Calls() {
	a.unreadCalls()
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/MyPage/GetDesk", Area: "mypage", Callers: web.FIN,
		Records: "自機関に見える交渉、自機関の案件と買手", Summary: "マイページ（金融機関）: 要対応、届いたオファー、進んでいる交渉、交渉の段階", Spec: "domain 9 /mypage",
	},
		func(r *web.Request, in *deskQuery) (*Desk, error) {
			return web.ReadingLazily(r, func(q *store.Q) (*Desk, error) { return a.desk(q, r.Actor, in.IsMine) })
		})
}

// waiting is a task with the id of its record, before the record's name has been read.
type waiting struct {
	task.Task
	deskTask
	since time.Time // among equally urgent tasks the oldest comes first
	seq   uint32    // of the task's negotiation
}

// deskReading collects the content of one caller's first screen.
type deskReading struct {
	a      Room
	q      *store.Q
	by     web.Actor
	terms  deal.Terms
	unread map[string]int
	tasks  []waiting
	counts map[task.Kind]int
	own    *persons.Own // nil where all of the institution's is asked for
}

// desk is the content of a bank user's first screen, read in one transaction.
func (a Room) desk(q *store.Q, by web.Actor, isMine bool) (*Desk, error) {
	d := &deskReading{a: a, q: q, by: by, counts: map[task.Kind]int{}}
	var err error
	if isMine {
		if d.own, err = persons.OwnOf(q, by); err != nil {
			return nil, err
		}
	}
	if d.terms, err = web.TermsOf(q); err != nil {
		return nil, err
	}
	if d.unread, err = negotiation.UnreadByNegotiation(q, by); err != nil {
		return nil, err
	}
	negotiations, err := d.negotiations()
	if err != nil {
		return nil, err
	}
	d.tasks = slices.Clone(negotiations.tasks)
	maps.Copy(d.counts, negotiations.counts)
	for _, part := range []func() error{d.listings, d.approvals, d.heldTexts, d.signedCopies, d.companies, d.plans, d.users, d.duties} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	if len(d.tasks) < DeskTasks {
		d.tasks = append(d.tasks, negotiations.stalled...)
	}
	out := &Desk{TaskKindList: []deskTaskKind{}, FunnelList: []deskStep{}}
	for _, kind := range task.Kinds {
		if n := d.counts[kind]; n > 0 {
			out.TaskCount += n
			out.TaskKindList = append(out.TaskKindList, deskTaskKind{string(kind), n})
		}
	}
	if out.TaskList, err = d.first(); err != nil {
		return nil, err
	}
	if out.Offers, err = listing.FoundListings(q, listing.Viewers{Viewer: by.Viewer, BuyerID: ""},
		&store.ListingSearch{Offers: []int{int(deal.OfferSent), int(deal.OfferOpened)}, IsNotRead: true, IsShowing: true, Limit: DeskRows}, false,
		false); err != nil {
		return nil, err
	}
	newest, err := d.rows(negotiations.newest)
	if err != nil {
		return nil, err
	}
	out.NegotiationList = make([]negotiation.NegotiationRow, len(newest))
	for i := range newest {
		out.NegotiationList[i] = *newest[i].NegotiationRow
	}
	out.LiveCount = negotiations.live
	for _, s := range deal.NegotiationStatuses() {
		out.FunnelList = append(out.FunnelList, deskStep{int(s), s.Label(), negotiations.buying[int(s)], negotiations.selling[int(s)]})
	}
	return out, nil
}

// first are the most urgent tasks with the names and titles that the actor may see.
func (d *deskReading) first() ([]deskTask, error) {
	tasks := mostUrgent(d.tasks)
	var seqs []uint32
	for _, t := range tasks {
		if t.seq != 0 && !slices.Contains(seqs, t.seq) {
			seqs = append(seqs, t.seq)
		}
	}
	rows, err := d.rows(seqs)
	if err != nil {
		return nil, err
	}
	at := make(map[uint32]*negotiation.NegotiationRow, len(rows))
	for i, seq := range seqs {
		at[seq] = rows[i].NegotiationRow
	}
	out := make([]deskTask, 0, len(tasks))
	for _, t := range tasks {
		o := t.deskTask
		o.Kind, o.Title, o.Due, o.IsUrgent = string(t.Task.Kind), t.Task.Title, t.Task.Due, t.Task.IsUrgent()
		if row := at[t.seq]; row != nil {
			o.Subject, o.SellerBusinessID = strings.TrimSuffix(row.DisplayName+"　"+row.BusinessName, "　"), row.SellerBusinessID
		}
		out = append(out, o)
	}
	return out, nil
}

// mostUrgent are the first DeskTasks tasks, in the order of urgency.
func mostUrgent(tasks []waiting) []waiting {
	slices.SortStableFunc(tasks, func(x, y waiting) int {
		return cmp.Or(task.Compare(x.Task, y.Task), x.since.Compare(y.since))
	})
	return tasks[:min(DeskTasks, len(tasks))]
}

// rows are the negotiations with the given numbers as rows of a list, in the same order.
func (d *deskReading) rows(seqs []uint32) ([]negotiation.ShownNegotiation, error) {
	found, err := d.q.NegotiationsAt(seqs)
	if err != nil {
		return nil, err
	}
	return negotiation.In(d.a.Platform).ShownNegotiations(d.q, d.by, found, d.unread)
}

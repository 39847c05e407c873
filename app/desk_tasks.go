package app

import (
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

func (d *deskReading) add(t deal.Task, of deskTask, since time.Time) {
	d.counts[t.Kind]++
	d.tasks = append(d.tasks, waiting{t, of, since})
}

// negotiations are the tasks in negotiations, but that they stand still.
func (d *deskReading) negotiations() error {
	ids := make([]string, 0, len(d.unread))
	for id := range d.unread {
		ids = append(ids, id)
	}
	found, err := d.q.WaitingNegotiations(d.by.viewer, ids)
	if err != nil {
		return err
	}
	decisions, err := d.decisions(found)
	if err != nil {
		return err
	}
	for i := range found {
		n := &found[i]
		f := d.facts(n)
		f.IsApprovalMe = decisions[n.ID]
		if deal.NegotiationStatus(n.Status).Live() {
			d.live[n.ID] = *n
		}
		for _, t := range deal.NegotiationTasks(f) {
			d.add(t, negotiationTask(n, t), f.Moved)
		}
	}
	return nil
}

func negotiationTask(n *store.DeskNegotiation, t deal.Task) deskTask {
	return deskTask{Key: n.ID + "." + string(t.Kind), Place: strings.ToLower(string(t.As)), BuyerNegotiationID: n.ID}
}

// facts are a negotiation's as the institution knows it: what rowOf shows of it, without names.
func (d *deskReading) facts(n *store.DeskNegotiation) deal.NegotiationTaskFacts {
	inst := d.by.institution()
	f := deal.NegotiationTaskFacts{IsBF: n.BFID == inst, IsSF: n.SFID == inst, Status: deal.NegotiationStatus(n.Status), SellerApproval: deal.SellerApprovalStatus(n.SellerApproval),
		Offer: deal.OfferSendStatus(n.OfferSendStatus), AnswerDue: n.AnswerDue, Unread: d.unread[n.ID], Now: d.q.Now()}
	if f.IsBF {
		f.Interest, f.NextAction, f.Moved = deal.InterestStatus(n.InterestStatus), n.NextActionBF, n.BFModified
		f.IsDisposalDue = f.Status == deal.NegotiationBroken && n.EndedFrom != 0 && !n.IsDisposalDone
		return f
	}
	f.NextAction, f.Moved = n.NextActionSF, n.StatusAt
	if f.Status == deal.NegotiationBroken && n.EndedFrom == int(deal.NegotiationNone) && n.ReopenAskedAt.IsZero() {
		f.Status = deal.NegotiationNone
	}
	if f.Status == deal.NegotiationNone {
		f.Moved = n.OfferedAt
	}
	return f
}

// decisions says of which negotiations the actor can decide something now. Only where that can be
// so is the whole row read and judged.
func (d *deskReading) decisions(found []store.DeskNegotiation) (map[string]bool, error) {
	out := map[string]bool{}
	var ids []string
	for i := range found {
		n := &found[i]
		switch f := d.facts(n); {
		case deal.OfferWaits(f.IsBF, f.Offer, f.Status):
			out[n.ID] = true
		case n.PaperWaits, f.Status == deal.NegotiationHope && f.IsSF && f.SellerApproval >= deal.SellerAgreed,
			f.Status == deal.NegotiationConditions && n.ContractProposedBy != "", f.Status == deal.NegotiationBroken && f.IsSF && !n.ReopenAskedAt.IsZero():
			ids = append(ids, n.ID)
		}
	}
	rows, err := d.q.NegotiationsByID(d.by.viewer, ids)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		row, err := d.a.dealingOf(d.q, d.by, rows[i])
		if err != nil {
			return nil, err
		}
		out[row.ID] = row.isApprovalMe()
	}
	return out, nil
}

// stalled counts the live negotiations that have not moved and have no other task, and takes as
// many as there is room for.
func (d *deskReading) stalled() error {
	before := d.terms.StalledBefore(d.q.Now())
	count, err := d.q.CountLiveNegotiations(d.by.viewer, before)
	if err != nil || count == 0 {
		return err
	}
	busy := map[string]bool{}
	for _, t := range d.tasks {
		if n, ok := d.live[t.BuyerNegotiationID]; ok && d.facts(&n).Moved.Before(before) {
			busy[n.ID] = true
		}
	}
	if d.counts[deal.TaskStalled] = count - len(busy); len(d.tasks) >= deskTasks {
		return nil
	}
	found, err := d.q.LiveNegotiations(d.by.viewer, before, true, deskTasks+len(busy))
	for i := range found {
		if n := &found[i]; !busy[n.ID] {
			f := d.facts(n)
			t := deal.StalledTask(f)
			d.tasks = append(d.tasks, waiting{t, negotiationTask(n, t), f.Moved})
		}
	}
	return err
}

// listings are the tasks of the own listings' periods.
func (d *deskReading) listings() error {
	now := d.q.Now()
	found, err := d.q.DueListings(d.by.viewer, deal.AddDays(now, d.terms.PeriodFirstDays))
	for _, l := range found {
		shown := deal.ShownStatus(deal.ListingStatus(l.Status), l.StartDate, l.DueDate, now)
		if t, ok := d.terms.ListingTask(shown, l.DueDate, now); ok {
			d.add(t, deskTask{Key: l.ID + ".listing", Place: "listing", Subject: l.BusinessName, SellerBusinessID: l.ID}, l.Modified)
		}
	}
	return err
}

// approvals are the own listings whose approval waits for this user, or has to be asked for again.
func (d *deskReading) approvals() error {
	ids, err := d.q.PendingListings(d.by.viewer)
	if err != nil {
		return err
	}
	for _, id := range ids {
		state, err := d.a.approvalState(d.q, d.by, id)
		if err != nil {
			return err
		}
		p := state.Pending
		if p == nil {
			continue
		}
		t, ok := deal.ApprovalTask(p.Kind == "paper", p.CanConfirm, p.IsExpired)
		if !ok {
			continue
		}
		asked, err := time.Parse(serverLayout, p.RequestedAt)
		if err != nil {
			return err
		}
		w, err := d.q.ListingContent(id, store.Working)
		if err != nil {
			return err
		}
		d.add(t, deskTask{Key: id + ".approval", Place: "listing", Subject: w.BusinessName, SellerBusinessID: id}, asked)
	}
	return nil
}

// companies are the own buyers whose registration waits, and the trials that end.
func (d *deskReading) companies() error {
	now := d.q.Now()
	names := func(s *store.CompanySearch, do func(c *store.FoundCompany, of deskTask)) (int, error) {
		found, count, err := d.q.SearchCompanies(d.by.viewer, s)
		if err != nil {
			return 0, err
		}
		institutions, err := d.q.InstitutionNames()
		if err != nil {
			return 0, err
		}
		for i := range found {
			c := &found[i]
			of := deskTask{Place: "buyer", Subject: d.by.companyRow(d.q, c, institutions, nil).DisplayName, CompanyID: c.ID}
			if c.CompanyName == "" {
				contact, err := d.by.contactOf(d.q, &c.Company)
				if err != nil {
					return 0, err
				}
				if contact != "" {
					of.Subject += "（担当者：" + contact + "）"
				}
			}
			do(c, of)
		}
		return count, nil
	}
	count, err := names(&store.CompanySearch{Kind: store.Buyer, IsOwn: true, Statuses: []int{int(deal.CompanyFinancialNotApproved)}, Sort: store.SortModified, IsAscending: true, Limit: deskTasks},
		func(c *store.FoundCompany, of deskTask) {
			of.Key = c.ID + ".buyer"
			d.tasks = append(d.tasks, waiting{deal.BuyerTask(), of, c.Modified})
		})
	if err != nil {
		return err
	}
	d.counts[deal.TaskDecide] += count
	lastDay, _ := deal.ParseDate(deal.AddDays(now, deal.TrialTaskDays+1))
	ids, count, err := d.q.EndingTrials(d.by.viewer, lastDay, deskTasks)
	if err != nil || count == 0 {
		return err
	}
	d.counts[deal.TaskTrial] += count
	_, err = names(&store.CompanySearch{Kind: store.Buyer, IsOwn: true, IDs: ids, Limit: len(ids)}, func(c *store.FoundCompany, of deskTask) {
		of.Key = c.ID + ".trial"
		if t, ok := deal.TrialTask(trialEnd(&c.Company), now); ok {
			d.tasks = append(d.tasks, waiting{t, of, c.Modified})
		}
	})
	return err
}

// users are those whom own buyers have added and nobody has let in.
func (d *deskReading) users() error {
	found, err := d.q.WaitingUsers(d.by.viewer)
	for _, u := range found {
		d.add(deal.UserTask(), deskTask{Key: u.ID + ".user", Place: "user", Subject: deal.DisplayName(u.CompanyName, true) + "　" + u.UserName, CompanyID: u.ClientID}, u.Created)
	}
	return err
}

package mypage

import (
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/task"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (d *deskReading) add(t task.Task, of deskTask, since time.Time) {
	d.counts[t.Kind]++
	d.tasks = append(d.tasks, waiting{Task: t, deskTask: of, since: since})
}

// facts are the facts from which a negotiation's tasks follow, as the institution knows them: what
// RowOf shows, without names.
func (d *deskReading) facts(n *store.DeskNegotiation) task.NegotiationFacts {
	inst := d.by.Institution()
	f := task.NegotiationFacts{IsBF: n.BFID == inst, IsSF: n.SFID == inst, Status: deal.NegotiationStatus(n.Status),
		SellerApproval: deal.SellerApprovalStatus(n.SellerApproval),
		Offer:          deal.OfferSendStatus(n.OfferSendStatus), AnswerDue: n.AnswerDue, Unread: d.unread[n.ID], Now: d.q.Now(),
		IsFactAsked: n.FactWaitingFor != "", ClosingDue: n.ClosingDue}
	if f.IsBF {
		f.Interest, f.NextAction, f.Moved = deal.InterestStatus(n.InterestStatus), n.NextActionBF, n.BFModified
		f.IsDisposalDue = f.Status == deal.NegotiationBroken && n.EndedFrom != 0 && !n.IsDisposalDone
		f.IsSteppedBack, f.IsNoteWaiting = n.EndedBy == negotiation.SideBuyer, n.NoteWaits
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

// listings adds the tasks of deadlines of the own listings.
func (d *deskReading) listings() error {
	now := d.q.Now()
	found, err := d.q.DueListings(d.by.Viewer, deal.AddDays(now, d.terms.PeriodFirstDays))
	if err != nil {
		return err
	}
	ids := make([]string, len(found))
	for i := range found {
		ids[i] = found[i].ID
	}
	others, err := d.own.AreOthers(d.q, store.InChargeOfListing, ids)
	for _, l := range found {
		if others[l.ID] {
			continue
		}
		shown := deal.ShownStatus(deal.ListingStatus(l.Status), l.StartDate, l.DueDate, now)
		if t, ok := task.OfListing(d.terms, shown, l.DueDate, now); ok {
			d.add(t, deskTask{Key: l.ID + ".listing", Place: "listing", Subject: l.BusinessName, SellerBusinessID: l.ID}, l.Modified)
		}
	}
	return err
}

// approvals adds the own listings whose approval waits for this user, or must be requested again. A paper waits for somebody
// else than who is in charge.
func (d *deskReading) approvals() error {
	ids, err := d.q.PendingListings(d.by.Viewer)
	if err != nil {
		return err
	}
	others, err := d.own.AreOthers(d.q, store.InChargeOfListing, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		state, err := listing.ReadApprovalState(d.q, d.by, id)
		if err != nil {
			return err
		}
		p := state.Pending
		if p == nil {
			continue
		}
		t, ok := task.OfApproval(p.Kind == "paper", p.CanConfirm, p.IsExpired)
		if !ok || others[id] && !(p.Kind == "paper" && p.CanConfirm) {
			continue
		}
		asked, err := time.Parse(web.ServerLayout, p.RequestedAt)
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

// companies adds the own buyers whose registration waits, and the trials that end soon.
func (d *deskReading) companies() error {
	now := d.q.Now()
	names := func(s *store.CompanySearch, do func(c *store.FoundCompany, of deskTask)) (int, error) {
		found, count, err := d.q.SearchCompanies(d.by.Viewer, s)
		if err != nil {
			return 0, err
		}
		institutions, err := d.q.InstitutionNames()
		if err != nil {
			return 0, err
		}
		for i := range found {
			c := &found[i]
			if d.own.IsOthers(store.InChargeOfCompany, c.Seq) {
				count--
				continue
			}
			of := deskTask{Place: "buyer", Subject: company.ReadCompanyRow(d.by, d.q, c, institutions, company.BuyerIDs{}).DisplayName,
				CompanyID: c.ID}
			if c.CompanyName == "" {
				contact, err := company.ContactOf(d.by, d.q, &c.Company)
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
	count, err := names(&store.CompanySearch{Kind: store.Buyer, IsOwn: true, Statuses: []int{int(deal.CompanyFinancialNotApproved)},
		Sort: store.SortModified, IsAscending: true, Limit: d.most()},
		func(c *store.FoundCompany, of deskTask) {
			of.Key = c.ID + ".buyer"
			d.tasks = append(d.tasks, waiting{Task: task.OfBuyer(), deskTask: of, since: c.Modified})
		})
	if err != nil {
		return err
	}
	d.counts[task.Decide] += count
	lastDay, _ := deal.ParseDate(deal.AddDays(now, task.TrialDays+1))
	ids, count, err := d.q.EndingTrials(d.by.Viewer, lastDay, d.most())
	if err != nil || count == 0 {
		return err
	}
	ending := &store.CompanySearch{Kind: store.Buyer, IsOwn: true, IDs: ids, Limit: len(ids)}
	shown, err := names(ending, func(c *store.FoundCompany, of deskTask) {
		of.Key = c.ID + ".trial"
		if t, ok := task.OfTrial(company.TrialEnd(&c.Company), now); ok {
			d.tasks = append(d.tasks, waiting{Task: t, deskTask: of, since: c.Modified})
		}
	})
	d.counts[task.Trial] += count - (len(ids) - shown)
	return err
}

// plans adds the own companies to which their bank wanted to turn by now (次回対応日).
func (d *deskReading) plans() error {
	now := d.q.Now()
	found, err := d.q.PlannedCompanies(d.by.Viewer, deal.AddDays(now, task.AheadDays))
	if err != nil {
		return err
	}
	for i := range found {
		c := &found[i]
		t, ok := task.OfNextAction(c.Day, now)
		if !ok || d.own.IsOthersPlan(c) {
			continue
		}
		if c.Body != "" {
			t.Title = "次回対応：" + c.Body
		}
		d.add(t, deskTask{Key: c.ID + ".next", Place: map[int]string{store.Buyer: "buyer", store.Seller: "seller"}[c.Kind],
			Subject: disclosure.DisplayName(c.Name, true), CompanyID: c.ID}, c.Modified)
	}
	return nil
}

// most is how many records are read for tasks: of one's own all, since a colleague's may stand before them.
func (d *deskReading) most() int {
	if d.own != nil {
		return deal.LimitAll
	}
	return DeskTasks
}

// users adds the users whom own buyers have added and nobody has approved.
func (d *deskReading) users() error {
	found, err := d.q.WaitingUsers(d.by.Viewer)
	if err != nil {
		return err
	}
	var ids []string
	for _, u := range found {
		ids = append(ids, u.ClientID)
	}
	others, err := d.own.AreOthers(d.q, store.InChargeOfCompany, ids)
	for _, u := range found {
		if others[u.ClientID] {
			continue
		}
		d.add(task.OfUser(), deskTask{Key: u.ID + ".user", Place: "user",
			Subject: disclosure.DisplayName(u.CompanyName, true) + "　" + u.UserName, CompanyID: u.ClientID}, u.Created)
	}
	return err
}

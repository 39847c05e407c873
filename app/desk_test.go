package app_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/demo"
	"tsunagu/app/mypage"
	"tsunagu/app/negotiation"
	"tsunagu/app/task"
	"tsunagu/app/web"
	"tsunagu/store"
)

// After random changes to the demo network, the first screen shows the tasks that follow from
// reading all lists in full, in the same words and the same order of urgency.
func TestDesk(t *testing.T) {
	w := newSearchWorld(t, 11)
	var terms deal.Terms
	w.Read(func(q *store.Q) (err error) { terms, err = web.TermsOf(q); return err })
	seen, acted := map[string]bool{}, 0
	for round := range 8 {
		for range 12 {
			w.happen()
		}
		w.stir(round == 0)
		w.Clock.Add(time.Duration(w.r.IntN(80)) * time.Hour)
		w.signedIn = time.Time{}
		w.deed()
		for i, c := range w.bankUsers {
			now := w.Clock.Now()
			want, got := apptest.ReadByHand(c, terms, now), apptest.Read[mypage.Desk](c.Get("/api/MyPage/GetDesk"))
			kinds := map[string]int{}
			for _, k := range got.TaskKindList {
				kinds[k.Kind], seen[k.Kind] = k.Count, true
			}
			if !maps.Equal(kinds, want.Kinds) || got.TaskCount != len(want.Tasks) {
				t.Fatalf("round %d, bank %d: %d tasks %v, want %d %v", round, i, got.TaskCount, kinds, len(want.Tasks), want.Kinds)
			}
			if len(got.TaskList) != min(mypage.DeskTasks, len(want.Tasks)) {
				t.Fatalf("round %d: %d tasks sent of %d", round, len(got.TaskList), got.TaskCount)
			}
			words := map[string]int{}
			for _, x := range want.Tasks {
				words[strings.Join([]string{string(x.Kind), x.Title, x.Due, x.Subject}, "|")]++
			}
			for j, x := range got.TaskList {
				if y := want.Tasks[j].Task; x.IsUrgent != y.IsUrgent() || x.Due != y.Due || !x.IsUrgent && x.Kind != string(y.Kind) &&
					y.Kind != task.Start && y.Kind != task.Answer {
					t.Errorf("round %d, place %d: %+v, want one like %+v", round, j, x, y)
				}
				key := strings.Join([]string{x.Kind, x.Title, x.Due, x.Subject}, "|")
				if words[key]--; words[key] < 0 {
					t.Errorf("round %d: %q is not to be found by hand", round, key)
				}
				if cmp.Or(x.SellerBusinessID, x.CompanyID) == "" {
					t.Errorf("round %d: %+v leads nowhere", round, x)
				}
			}
			for _, s := range got.FunnelList {
				if n := want.Funnel[s.Code]; n != [2]int{s.Buyer, s.Seller} {
					t.Errorf("round %d: status %d: %d as buyer's, %d as seller's, want %v", round, s.Code, s.Buyer, s.Seller, n)
				}
			}
			if got.LiveCount != len(want.Live) || len(got.NegotiationList) != min(mypage.DeskRows, len(want.Live)) {
				t.Errorf("round %d: %d live negotiations, %d sent, want %d", round, got.LiveCount, len(got.NegotiationList), len(want.Live))
			}
			for j, row := range got.NegotiationList {
				if same, err := json.Marshal(want.Live[row.BuyerNegotiationID]); err != nil || string(same) != string(apptest.Must(json.Marshal(row))) {
					t.Errorf("round %d: the row %s is not the list's: %v", round, row.BuyerNegotiationID, err)
				}
				if j > 0 {
					if last := got.NegotiationList[j-1]; cmp.Or(cmp.Compare(row.UnreadCount, last.UnreadCount),
						strings.Compare(row.Modified, last.Modified)) > 0 {
						t.Errorf("round %d: the row in place %d stands behind %s", round, j, last.Modified)
					}
				}
			}
			if got.Offers.AllCount != want.Offers {
				t.Errorf("round %d: %d offers, want %d", round, got.Offers.AllCount, want.Offers)
			}
			w.unreadIsWhatNobodyRead(c, w.viewers)
			acted += w.actionIsWhatWaits(w.working[i])
		}
	}
	if acted < 5 {
		t.Errorf("only %d negotiations of the financing screen waited for an action", acted)
	}
	for _, kind := range []task.Kind{task.Offer, task.Unread, task.Start, task.Next, task.Disposal, task.Listing,
		task.Trial, task.Stalled} {
		if !seen[string(kind)] {
			t.Errorf("nothing of the kind %s came up", kind)
		}
	}
}

// stir changes parties and states of some negotiations, with their unread messages, and lets a
// buyer wait for its bank; with trials, all of them are near the end of a trial.
func (w *searchWorld) stir(trials bool) {
	w.T.Helper()
	w.Write(func(tx *store.Tx) error {
		near := func() string { return deal.AddDays(tx.Now(), w.r.IntN(9)-4) }
		var rows []*store.NegotiationRow
		for _, bank := range w.banks {
			found, _, err := tx.SearchNegotiations(store.Viewer{InstitutionID: bank},
				&store.NegotiationSearch{Side: store.SideBF, Limit: deal.LimitAll})
			if err != nil {
				return err
			}
			rows = append(rows, found...)
		}
		w.r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		// One of which the buyer's bank has told of its look into the buyer is among them: the seller's may be a bank that has not read it.
		hasReport := func(n *store.NegotiationRow) bool {
			told, err := tx.BuyerReports(n.ID)
			return err == nil && len(told) > 0
		}
		told := slices.IndexFunc(rows, hasReport)
		if told < 0 {
			w.T.Fatal("no bank tells of its look into a buyer")
		}
		rows[told], rows[2] = rows[2], rows[told]
		for i := range rows[:min(8, len(rows))] {
			n := &rows[i].Negotiation
			if n.BFID = demo.One(w.r, w.working); w.chance(2) {
				n.SFID = demo.One(w.r, w.working)
			}
			n.Status, n.OfferSendStatus, n.InterestStatus = demo.One(w.r, []int{0, 1, 2, 2, 4, 5, 9}), w.r.IntN(3), w.r.IntN(3)
			if i < 2 { // an offer waits in each round
				n.Status, n.OfferSendStatus = 0, 1
			}
			if i == 2 && w.chance(2) {
				n.Status, n.SFID = int(deal.NegotiationHope), demo.One(w.r, w.working)
			}
			n.SellerApprovalStatus, n.AnswerDue, n.ContractProposedBy = w.r.IntN(4), near(), demo.One(w.r, []string{"", "bf", "sf"})
			n.FactWaitingFor, n.ClosingDue = "", ""
			if n.Status == int(deal.NegotiationConditions) {
				n.FactWaitingFor = demo.One(w.r, []string{"", "", "bf", "sf", "bfsf"})
			}
			if n.Status == int(deal.NegotiationSigned) {
				n.ClosingDue = demo.One(w.r, []string{"", near()})
			}
			n.NextActionBF, n.NextActionSF, n.EndedFrom = demo.One(w.r, []string{"", near()}), demo.One(w.r, []string{"", near()}), w.r.IntN(3)
			n.StartedAt, n.OfferedAt, n.ReopenAskedAt = time.Time{}, time.Time{}, time.Time{}
			if w.chance(2) {
				n.StartedAt = tx.Now()
			}
			if n.OfferSendStatus > 0 {
				n.OfferedAt = tx.Now()
			}
			if n.Status == int(deal.NegotiationBroken) && w.chance(2) {
				n.ReopenAskedAt = tx.Now()
			}
			if err := tx.UpdateNegotiation(n, "", store.SideBF+store.SideSF); err != nil {
				return err
			}
		}
		for _, i := range w.r.Perm(len(w.companies)) {
			c, err := tx.CompanyOf(w.companies[i].ID)
			if errors.Is(err, store.ErrNotFound) {
				continue // it was deleted meanwhile
			}
			if err != nil {
				return err
			}
			// A company whose user makes calls stays as it is: the end of a trial would sign that user out.
			if c.Kind != store.Buyer || !slices.Contains(w.working, c.InstitutionID) || slices.Contains(w.signing, c.ID) {
				continue
			}
			if c.IsTrial = trials || w.chance(2); c.IsTrial {
				c.TrialUntil = tx.Now().AddDate(0, 0, w.r.IntN(11)-3)
			} else {
				c.Status = int(deal.CompanyFinancialNotApproved)
			}
			if err := tx.UpdateCompany(c, ""); err != nil || !trials {
				return err
			}
		}
		return nil
	})
}

// actionIsWhatWaits compares the filter 要対応 of the lists of both sides, which uses indexes, with all of a bank's
// negotiations, and returns how many match.
func (w *searchWorld) actionIsWhatWaits(bank string) int {
	w.T.Helper()
	isDue := func(q *store.Q, n *store.Negotiation, next string) bool {
		return n.Status <= 5 && next != "" && next <= q.Today()
	}
	return w.waitsOn(store.SideBF, bank, []deal.MessageOriginatorType{deal.OriginatorBUY, deal.OriginatorSF},
		func(q *store.Q, n *store.Negotiation) bool {
			isOver := n.Status == int(deal.NegotiationBroken)
			return n.OfferSendStatus == 1 && (n.Status == 0 || isOver) || n.InterestStatus == 2 && n.Status == 0 ||
				n.Status == 4 && n.ContractProposedBy == "sf" || strings.HasPrefix(n.FactWaitingFor, "bf") ||
				n.FactWaitingFor != "" && n.BFID == n.SFID || n.ClosingDue != "" || isOver && n.EndedFrom > 0 && !n.IsDisposalDone ||
				isDue(q, n, n.NextActionBF)
		}) + w.waitsOn(store.SideSF, bank, []deal.MessageOriginatorType{deal.OriginatorBF},
		func(q *store.Q, n *store.Negotiation) bool {
			isBoth := n.BFID == n.SFID
			return n.Status == 2 || n.Status == 4 && (n.ContractProposedBy == "bf" || n.ContractProposedBy != "" && isBoth) ||
				strings.HasSuffix(n.FactWaitingFor, "sf") || n.FactWaitingFor != "" && isBoth || n.ClosingDue != "" ||
				n.Status == 9 && !n.ReopenAskedAt.IsZero() || isDue(q, n, n.NextActionSF)
		})
}

// waitsOn is actionIsWhatWaits for one side: waits says what does, besides what its side has not read.
func (w *searchWorld) waitsOn(side, bank string, from []deal.MessageOriginatorType,
	waits func(q *store.Q, n *store.Negotiation) bool) (count int) {
	w.T.Helper()
	v := store.Viewer{InstitutionID: bank}
	w.Read(func(q *store.Q) error {
		all, _, err := q.SearchNegotiations(v, &store.NegotiationSearch{Side: side, Limit: deal.LimitAll})
		if err != nil {
			return err
		}
		var want, got []string
		for i := range all {
			n := &all[i].Negotiation
			messages, err := q.Messages(n.ID, side)
			if err != nil {
				return err
			}
			reads, err := q.MessageReads(n.ID)
			if err != nil {
				return err
			}
			isUnread := slices.ContainsFunc(messages, func(m store.Message) bool {
				return slices.Contains(from, deal.MessageOriginatorType(m.OriginatorType)) &&
					!slices.ContainsFunc(reads[m.ID], func(r store.MessageRead) bool { return r.Side == side })
			})
			if isUnread || waits(q, n) {
				want = append(want, n.ID)
			}
		}
		found, n, err := q.SearchNegotiations(v, &store.NegotiationSearch{Side: side, NeedsAction: true, Limit: deal.LimitAll})
		for i := range found {
			got = append(got, found[i].ID)
		}
		if count = n; n != len(want) || !slices.Equal(got, want) {
			w.T.Errorf("%d negotiations wait for an action of %s on the side %s, want %d\n%v\n%v", n, bank, side, len(want), got, want)
		}
		return err
	})
	return count
}

// unreadIsWhatNobodyRead compares the stored counts of unread messages with messages and read
// marks.
func (w *searchWorld) unreadIsWhatNobodyRead(c *apptest.Caller, viewers []store.Viewer) {
	w.T.Helper()
	ids, seqs := map[string]bool{}, map[string]uint32{}
	for _, list := range []string{"PartnerListByBuyerFinancial", "PartnerListBySellerFinancial"} {
		for _, row := range apptest.Read[negotiation.PartnerList](c.Get(apptest.NegotiationBase + list + "?limit=99999999")).PartnerList {
			ids[row.BuyerNegotiationID] = true
		}
	}
	own := map[string]int{store.SideBuyer: int(deal.OriginatorBUY), store.SideBF: int(deal.OriginatorBF), store.SideSF: int(deal.OriginatorSF)}
	stands := func(q *store.Q, v store.Viewer, n *store.Negotiation, side string) bool {
		bank, of := n.BFID, store.InChargeOfBF
		switch side {
		case store.SideBuyer:
			return n.BuyerCompanyID == v.BuyerID
		case store.SideSF:
			bank, of = n.SFID, store.InChargeOfSF
		}
		return !v.IsBuyer() && bank == v.InstitutionID && apptest.Must(q.IsInTeam(v, of, seqs[n.ID]))
	}
	w.Read(func(q *store.Q) error {
		for _, bank := range w.banks {
			rows, _, err := q.SearchNegotiations(store.Viewer{InstitutionID: bank},
				&store.NegotiationSearch{Side: store.SideBF, Limit: deal.LimitAll})
			if err != nil {
				return err
			}
			for i := range rows {
				seqs[rows[i].ID] = rows[i].Seq
			}
		}
		for _, v := range viewers {
			got := map[string]int{}
			counts, err := q.UnreadMessages(v, "")
			if err != nil {
				return err
			}
			for _, u := range counts {
				got[u.NegotiationID] += u.Count
			}
			for id := range ids {
				n, err := q.Negotiation(v, id)
				if err != nil {
					continue
				}
				reads, err := q.MessageReads(id)
				if err != nil {
					return err
				}
				want := 0
				for side, originator := range own {
					if !stands(q, v, n, side) {
						continue
					}
					messages, err := q.Messages(id, side)
					if err != nil {
						return err
					}
					for _, m := range messages {
						isRead := slices.ContainsFunc(reads[m.ID], func(r store.MessageRead) bool { return r.Side == side })
						if m.MessageType != int(deal.MessageSystem) && m.OriginatorType != originator && m.UserID != v.UserID && !isRead {
							want++
						}
					}
				}
				if got[id] != want {
					w.T.Errorf("%d unread messages of %s, want %d", got[id], id, want)
				}
			}
		}
		return nil
	})
}

package app

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/demo"
	"tsunagu/app/listing"
	"tsunagu/app/mypage"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

func read[T any](r result) *T {
	r.t.Helper()
	v := new(T)
	if err := json.Unmarshal([]byte(r.want(200).body), v); err != nil {
		r.t.Fatal(err)
	}
	return v
}

// deskByHand is what the first screen has to show, made of the whole lists that its user can read.
type deskByHand struct {
	tasks  []byHand
	kinds  map[string]int
	funnel map[int][2]int
	live   map[string]negotiation.NegotiationRow
	offers int
}

type byHand struct {
	deal.Task
	id, subject string
}

func readByHand(c *caller, terms deal.Terms, now time.Time) *deskByHand {
	c.p.t.Helper()
	out := &deskByHand{kinds: map[string]int{}, funnel: map[int][2]int{}, live: map[string]negotiation.NegotiationRow{}}
	add := func(id, subject string, t deal.Task) {
		out.kinds[string(t.Kind)]++
		out.tasks = append(out.tasks, byHand{t, id, subject})
	}
	rows := map[string]negotiation.NegotiationRow{}
	for side, list := range []string{"PartnerListByBuyerFinancial", "PartnerListBySellerFinancial"} {
		for _, row := range read[negotiation.PartnerList](c.get(negotiationBase + list + "?limit=99999999")).PartnerList {
			n := out.funnel[row.Status]
			n[side]++
			out.funnel[row.Status], rows[row.BuyerNegotiationID] = n, row
		}
	}
	for id, row := range rows {
		f := deal.NegotiationTaskFacts{IsBF: row.Side != negotiation.SideSF, IsSF: row.Side != negotiation.SideBF, Status: deal.NegotiationStatus(row.Status), IsApprovalMe: row.IsApprovalMe,
			Offer: deal.OfferSendStatus(row.OfferSendStatus), AnswerDue: row.AnswerDue, IsDisposalDue: row.IsDisposalDue, Unread: row.UnreadCount, Now: now,
			IsFactAsked: row.IsFactAsked, ClosingDue: row.ClosingDue}
		if row.SellerApprovalStatus != nil {
			f.SellerApproval = deal.SellerApprovalStatus(*row.SellerApprovalStatus)
		}
		if row.InterestStatus != nil {
			f.Interest = deal.InterestStatus(*row.InterestStatus)
		}
		if row.Next != nil {
			f.NextAction = row.Next.Date
		}
		if row.Modified != "" {
			moved, err := time.Parse(web.ServerLayout, row.Modified)
			if err != nil {
				c.p.t.Fatal(err)
			}
			f.Moved = moved
		}
		tasks := deal.NegotiationTasks(f)
		isLive := deal.NegotiationStatus(row.Status).Live()
		if isLive {
			out.live[id] = row
		}
		if left, _ := deal.DaysUntil(now, deal.Date(f.Moved)); len(tasks) == 0 && isLive && -left >= terms.StalledPersonDays {
			tasks = append(tasks, deal.StalledTask(f))
		}
		for _, t := range tasks {
			add(id, strings.TrimSuffix(row.DisplayName+"　"+row.BusinessName, "　"), t)
		}
	}
	for _, row := range read[listing.ListingList](c.get(listingBase + "SearchSellerBusinessAsync?isOnlyPersonInCharge=true&limit=99999999")).SellerBusinessList {
		if t, ok := terms.ListingTask(deal.ListingStatus(row.Status), row.DueDate, now); ok {
			add(row.SellerBusinessID, row.BusinessName, t)
		}
	}
	for _, row := range read[listing.ListingList](c.get(listingBase + "SearchSellerBusinessAsync?isOnlyPersonInCharge=true&limit=99999999")).SellerBusinessList {
		state := read[listing.ApprovalState](c.get(listingBase + "IsSellerBusinessApprovedData?sellerBusinessId=" + row.SellerBusinessID))
		if p := state.Pending; p != nil {
			if t, ok := deal.ApprovalTask(p.Kind == "paper", p.CanConfirm, p.IsExpired); ok {
				add(row.SellerBusinessID, row.BusinessName, t)
			}
		}
	}
	companies := func(query string, task func(row *company.CompanyRow) (deal.Task, bool)) {
		for _, row := range read[company.CompanyList](c.get("/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=99999999&" + query)).CompanyList {
			subject := row.DisplayName
			if row.Contact != "" {
				subject += "（担当者：" + row.Contact + "）"
			}
			if t, ok := task(&row); ok {
				add(row.CompanyID, subject, t)
			}
		}
	}
	companies("isTrial=true", func(row *company.CompanyRow) (deal.Task, bool) { return deal.TrialTask(row.TrialEnd, now) })
	companies("noApproved=true", func(*company.CompanyRow) (deal.Task, bool) { return deal.BuyerTask(), true })
	for _, row := range read[company.CompanyList](c.get("/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=99999999")).CompanyList {
		for _, u := range read[company.UserList](c.get("/api/BuyerCompanyUser/GetUsersList?userType=1&clientId=" + row.CompanyID)).UserList {
			if u.Status != int(deal.UserUnapproved) || u.IsInvited {
				continue
			}
			// Whom the bank itself has written down waits for nobody; the list does not tell.
			c.p.read(func(q *store.Q) error {
				full, err := q.User(u.UserID)
				if err == nil && full.RegistType == int(deal.RegistOwn) {
					add(row.CompanyID, row.CompanyName+"　"+u.UserName, deal.UserTask())
				}
				return err
			})
		}
	}
	slices.SortStableFunc(out.tasks, func(x, y byHand) int { return deal.CompareTasks(x.Task, y.Task) })
	out.offers = read[listing.ListingList](c.get(listingBase + "SearchSellerBusinessAsync?isOffered=true&isNotRead=true&isPublic=true&limit=1")).AllCount
	return out
}

// In the demo network, while things happen at random: the first screen shows what one finds who
// reads all lists whole, in the same words and in the same order of urgency.
func TestDesk(t *testing.T) {
	w := newSearchWorld(t, 11)
	var terms deal.Terms
	w.read(func(q *store.Q) (err error) { terms, err = web.TermsOf(q); return err })
	seen, acted := map[string]bool{}, 0
	for round := range 8 {
		for range 12 {
			w.happen()
		}
		w.stir()
		w.clock.Add(time.Duration(w.r.IntN(80)) * time.Hour)
		w.signedIn = time.Time{}
		w.deed()
		for i, c := range w.bankUsers {
			now := w.clock.Now()
			want, got := readByHand(c, terms, now), read[mypage.Desk](c.get("/api/MyPage/GetDesk"))
			kinds := map[string]int{}
			for _, k := range got.TaskKindList {
				kinds[k.Kind], seen[k.Kind] = k.Count, true
			}
			if !maps.Equal(kinds, want.kinds) || got.TaskCount != len(want.tasks) {
				t.Fatalf("round %d, bank %d: %d tasks %v, want %d %v", round, i, got.TaskCount, kinds, len(want.tasks), want.kinds)
			}
			if len(got.TaskList) != min(mypage.DeskTasks, len(want.tasks)) {
				t.Fatalf("round %d: %d tasks sent of %d", round, len(got.TaskList), got.TaskCount)
			}
			words := map[string]int{}
			for _, x := range want.tasks {
				words[strings.Join([]string{string(x.Kind), x.Title, x.Due, x.subject}, "|")]++
			}
			for j, x := range got.TaskList {
				if y := want.tasks[j].Task; x.IsUrgent != y.IsUrgent() || x.Due != y.Due || !x.IsUrgent && x.Kind != string(y.Kind) && y.Kind != deal.TaskStart && y.Kind != deal.TaskAnswer {
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
				if n := want.funnel[s.Code]; n != [2]int{s.Buyer, s.Seller} {
					t.Errorf("round %d: status %d: %d as buyer's, %d as seller's, want %v", round, s.Code, s.Buyer, s.Seller, n)
				}
			}
			if got.LiveCount != len(want.live) || len(got.NegotiationList) != min(mypage.DeskRows, len(want.live)) {
				t.Errorf("round %d: %d live negotiations, %d sent, want %d", round, got.LiveCount, len(got.NegotiationList), len(want.live))
			}
			for j, row := range got.NegotiationList {
				if same, err := json.Marshal(want.live[row.BuyerNegotiationID]); err != nil || string(same) != string(must(json.Marshal(row))) {
					t.Errorf("round %d: the row %s is not the list's: %v", round, row.BuyerNegotiationID, err)
				}
				if j > 0 {
					if last := got.NegotiationList[j-1]; cmp.Or(cmp.Compare(row.UnreadCount, last.UnreadCount), strings.Compare(row.Modified, last.Modified)) > 0 {
						t.Errorf("round %d: the row in place %d stands behind %s", round, j, last.Modified)
					}
				}
			}
			if got.Offers.AllCount != want.offers {
				t.Errorf("round %d: %d offers, want %d", round, got.Offers.AllCount, want.offers)
			}
			w.unreadIsWhatNobodyRead(c, w.viewers)
			acted += w.actionIsWhatWaits(w.working[i])
		}
	}
	if acted < 5 {
		t.Errorf("only %d negotiations of the financing screen waited for an action", acted)
	}
	for _, kind := range []deal.TaskKind{deal.TaskOffer, deal.TaskUnread, deal.TaskStart, deal.TaskNext, deal.TaskDisposal, deal.TaskListing, deal.TaskTrial, deal.TaskStalled} {
		if !seen[string(kind)] {
			t.Errorf("nothing of the kind %s came up", kind)
		}
	}
}

// Who has what to confirm stands on the first screen: the paper for the second user and not for the
// one who brought it, the seller's link when it is over, and nothing to anybody else.
func TestDeskApprovals(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	waits := func(c *caller) result {
		t.Helper()
		return c.get("/api/MyPage/GetDesk").want(200)
	}
	none := waits(m.finB).has(`"taskList":[]`)
	paper, version := m.draft(map[string]any{"businessName": "【東海】書面の案件"})
	waits(m.finA).sameAs(none)
	m.finA.upload(listingBase+"RequestPaperApproval", map[string]any{"sellerBusinessId": paper, "version": version}, "承諾書.pdf", []byte("%PDF-1.7 x")).want(200)
	waits(m.finA).sameAs(none)
	waits(m.secondA).has(paper, "【東海】書面の案件", "売手の承諾書を確かめて", `"place":"listing"`, `"taskCount":1`)
	link, _ := m.draft(map[string]any{"businessName": "【東海】リンクの案件"})
	m.request(link)
	waits(m.secondA).has(`"taskCount":1`).hasNot(link)
	waits(m.finB).sameAs(none)
	m.buyA.get("/api/MyPage/GetDesk").want(400)

	m.secondA.post(listingBase+"ConfirmPaperApproval", map[string]any{"sellerBusinessId": paper, "version": m.version(paper)}).want(200)
	waits(m.secondA).sameAs(none)
	m.clock.Add(8 * 24 * time.Hour)
	m.finA = m.signIn("fin@a.example.jp")
	waits(m.finA).has(link, "【東海】リンクの案件", "期限が切れた承認依頼を", `"taskCount":1`).hasNot(paper)
}

// stir puts some negotiations into other hands and states, with the messages that wait in them, and
// lets a buyer wait for its bank.
func (w *searchWorld) stir() {
	w.t.Helper()
	w.write(func(tx *store.Tx) error {
		near := func() string { return deal.AddDays(tx.Now(), w.r.IntN(9)-4) }
		var rows []*store.NegotiationRow
		for _, bank := range w.banks {
			found, _, err := tx.SearchNegotiations(store.Viewer{InstitutionID: bank}, &store.NegotiationSearch{Side: store.SideBF, Limit: deal.LimitAll})
			if err != nil {
				return err
			}
			rows = append(rows, found...)
		}
		w.r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		for i := range rows[:min(8, len(rows))] {
			n := &rows[i].Negotiation
			if n.BFID = demo.One(w.r, w.working); w.chance(2) {
				n.SFID = demo.One(w.r, w.working)
			}
			n.Status, n.OfferSendStatus, n.InterestStatus = demo.One(w.r, []int{0, 1, 2, 2, 4, 5, 9}), w.r.IntN(3), w.r.IntN(3)
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
				continue // one that is gone since
			}
			if err != nil {
				return err
			}
			if c.Kind != store.Buyer || !slices.Contains(w.working, c.InstitutionID) {
				continue
			}
			if c.IsTrial = w.chance(2); c.IsTrial {
				c.TrialUntil = tx.Now().AddDate(0, 0, w.r.IntN(12)-3)
			} else {
				c.Status = int(deal.CompanyFinancialNotApproved)
			}
			return tx.UpdateCompany(c, "")
		}
		return nil
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// actionIsWhatWaits holds the financing screen's filter 要対応, which goes by indexes, against all of a
// bank's negotiations, and says how many it lets through.
func (w *searchWorld) actionIsWhatWaits(bank string) (count int) {
	w.t.Helper()
	v := store.Viewer{InstitutionID: bank}
	w.read(func(q *store.Q) error {
		all, _, err := q.SearchNegotiations(v, &store.NegotiationSearch{Side: store.SideBF, Limit: deal.LimitAll})
		if err != nil {
			return err
		}
		var want, got []string
		for i := range all {
			n := &all[i].Negotiation
			messages, err := q.Messages(n.ID, store.SideBF)
			if err != nil {
				return err
			}
			reads, err := q.MessageReads(n.ID)
			if err != nil {
				return err
			}
			isUnread := slices.ContainsFunc(messages, func(m store.Message) bool {
				return (m.OriginatorType == int(deal.OriginatorBUY) || m.OriginatorType == int(deal.OriginatorSF)) &&
					!slices.ContainsFunc(reads[m.ID], func(r store.MessageRead) bool { return r.Side == store.SideBF })
			})
			isOver := n.Status == int(deal.NegotiationBroken)
			if isUnread || n.OfferSendStatus == 1 && (n.Status == 0 || isOver) || n.InterestStatus == 2 && n.Status == 0 || n.Status == 4 && n.ContractProposedBy == "sf" ||
				strings.HasPrefix(n.FactWaitingFor, "bf") || n.FactWaitingFor != "" && n.BFID == n.SFID || n.ClosingDue != "" ||
				isOver && n.EndedFrom > 0 && !n.IsDisposalDone || n.Status <= 5 && n.NextActionBF != "" && n.NextActionBF <= q.Today() {
				want = append(want, n.ID)
			}
		}
		found, n, err := q.SearchNegotiations(v, &store.NegotiationSearch{Side: store.SideBF, NeedsAction: true, Limit: deal.LimitAll})
		for i := range found {
			got = append(got, found[i].ID)
		}
		if count = n; n != len(want) || !slices.Equal(got, want) {
			w.t.Errorf("%d negotiations wait for an action of %s, want %d\n%v\n%v", n, bank, len(want), got, want)
		}
		return err
	})
	return count
}

// unreadIsWhatNobodyRead compares the unread messages that are kept with messages and read marks.
func (w *searchWorld) unreadIsWhatNobodyRead(c *caller, viewers []store.Viewer) {
	w.t.Helper()
	ids := map[string]bool{}
	for _, list := range []string{"PartnerListByBuyerFinancial", "PartnerListBySellerFinancial"} {
		for _, row := range read[negotiation.PartnerList](c.get(negotiationBase + list + "?limit=99999999")).PartnerList {
			ids[row.BuyerNegotiationID] = true
		}
	}
	own := map[string]int{store.SideBuyer: int(deal.OriginatorBUY), store.SideBF: int(deal.OriginatorBF), store.SideSF: int(deal.OriginatorSF)}
	w.read(func(q *store.Q) error {
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
					switch side {
					case store.SideBuyer:
						if n.BuyerCompanyID != v.BuyerID {
							continue
						}
					case store.SideBF:
						if v.IsBuyer() || n.BFID != v.InstitutionID {
							continue
						}
					default:
						if v.IsBuyer() || n.SFID != v.InstitutionID {
							continue
						}
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
					w.t.Errorf("%d unread messages of %s, want %d", got[id], id, want)
				}
			}
		}
		return nil
	})
}

// The first screen tells a bank of what is its own, and nothing of what another bank keeps to
// itself: an interest, a row that ended before it began, a name that is not open.
func TestDeskTellsNobodyElse(t *testing.T) {
	x := newTalks(newPlatform(t))
	none := x.finA.get("/api/MyPage/GetDesk").want(200).has(`"taskCount":0`, `"taskList":[]`, `"liveCount":0`)
	x.buyB.get("/api/MyPage/GetDesk").want(400)
	x.visitor().get("/api/MyPage/GetDesk").want(401)
	id := x.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": x.listing}).want(200).json()["buyerNegotiationId"].(string)
	x.finB.get("/api/MyPage/GetDesk").want(200).has(`"kind":"start"`, buyerNames[0], x.listing)
	x.finA.get("/api/MyPage/GetDesk").sameAs(none)
	x.finC.get("/api/MyPage/GetDesk").want(200).has(`"taskCount":0`).hasNot(id, x.listing)

	x.buyB.say(id, 1, "関心があります").want(200)
	x.finA.get("/api/MyPage/GetDesk").sameAs(none)
	x.finB.get("/api/MyPage/GetDesk").has(`"kind":"unread"`, "未読のメッセージ（1件）を読む", `"taskCount":2`)
	x.setNegotiation(id, func(n *store.Negotiation) {
		n.Status, n.EndedFrom, n.EndedAt = int(deal.NegotiationBroken), 0, x.clock.Now()
	})
	x.finA.get("/api/MyPage/GetDesk").sameAs(none)

	// An anonymous negotiation is told to the seller's bank without the buyer's name.
	x.setNegotiation(id, func(n *store.Negotiation) {
		n.Status, n.StartedAt, n.EndedAt = int(deal.NegotiationAnonymous), x.clock.Now(), time.Time{}
	})
	x.finB.say(id, 2, "よろしくお願いします").want(200)
	x.finA.get("/api/MyPage/GetDesk").has(`"kind":"unread"`, `"place":"sf"`, `"liveCount":1`, `"taskCount":1`).hasNot(append(buyerNames, "関心があります")...)
	x.finB.get("/api/MyPage/GetDesk").has(`"liveCount":1`).hasNot(sellerNames...)
	x.finC.get("/api/MyPage/GetDesk").has(`"taskCount":0`).hasNot(id, x.listing)
}

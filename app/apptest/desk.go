package apptest

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/task"
	"tsunagu/app/web"
	"tsunagu/store"
)

func Read[T any](r Result) *T {
	r.T.Helper()
	v := new(T)
	if err := json.Unmarshal([]byte(r.Want(200).Body), v); err != nil {
		r.T.Fatal(err)
	}
	return v
}

// deskByHand is the expected content of the first screen, computed from the full lists that its
// user can read.
type deskByHand struct {
	Tasks  []byHand
	Kinds  map[string]int
	Funnel map[int][2]int
	Live   map[string]negotiation.NegotiationRow
	Offers int
}

type byHand struct {
	task.Task
	id, Subject string
}

func ReadByHand(c *Caller, terms deal.Terms, now time.Time) *deskByHand {
	c.P.T.Helper()
	out := &deskByHand{Kinds: map[string]int{}, Funnel: map[int][2]int{}, Live: map[string]negotiation.NegotiationRow{}}
	add := func(id, subject string, t task.Task) {
		out.Kinds[string(t.Kind)]++
		out.Tasks = append(out.Tasks, byHand{t, id, subject})
	}
	rows := map[string]negotiation.NegotiationRow{}
	for side, list := range []string{"PartnerListByBuyerFinancial", "PartnerListBySellerFinancial"} {
		for _, row := range Read[negotiation.PartnerList](c.Get(NegotiationBase + list + "?limit=99999999")).PartnerList {
			n := out.Funnel[row.Status]
			n[side]++
			out.Funnel[row.Status], rows[row.BuyerNegotiationID] = n, row
		}
	}
	for id, row := range rows {
		f := task.NegotiationFacts{IsBF: row.Side != negotiation.SideSF, IsSF: row.Side != negotiation.SideBF,
			Status: deal.NegotiationStatus(row.Status), IsApprovalMe: row.IsApprovalMe,
			Offer: deal.OfferSendStatus(row.OfferSendStatus), AnswerDue: row.AnswerDue, IsDisposalDue: row.IsDisposalDue, Unread: row.UnreadCount,
			Now:         now,
			IsAvoided:   row.IsAvoided,
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
				c.P.T.Fatal(err)
			}
			f.Moved = moved
		}
		tasks := task.OfNegotiation(f)
		isLive := deal.NegotiationStatus(row.Status).Live()
		if isLive {
			out.Live[id] = row
		}
		if left, _ := deal.DaysUntil(now, deal.Date(f.Moved)); len(tasks) == 0 && isLive && -left >= terms.StalledPersonDays {
			tasks = append(tasks, task.OfStalled(f))
		}
		for _, t := range tasks {
			add(id, strings.TrimSuffix(row.DisplayName+"　"+row.BusinessName, "　"), t)
		}
	}
	for _, row := range Read[listing.ListingList](c.Get(ListingBase +
		"SearchSellerBusinessAsync?isOnlyPersonInCharge=true&limit=99999999")).SellerBusinessList {
		if t, ok := task.OfListing(terms, deal.ListingStatus(row.Status), row.DueDate, now); ok {
			add(row.SellerBusinessID, row.BusinessName, t)
		}
	}
	for _, row := range Read[listing.ListingList](c.Get(ListingBase +
		"SearchSellerBusinessAsync?isOnlyPersonInCharge=true&limit=99999999")).SellerBusinessList {
		state := Read[listing.ApprovalState](c.Get(ListingBase + "IsSellerBusinessApprovedData?sellerBusinessId=" + row.SellerBusinessID))
		if p := state.Pending; p != nil {
			if t, ok := task.OfApproval(p.Kind == "paper", p.CanConfirm, p.IsExpired); ok {
				add(row.SellerBusinessID, row.BusinessName, t)
			}
		}
	}
	companies := func(query string, task func(row *company.CompanyRow) (task.Task, bool)) {
		for _, row := range Read[company.CompanyList](c.Get("/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=99999999&" +
			query)).CompanyList {
			subject := row.DisplayName
			if row.Contact != "" {
				subject += "（担当者：" + row.Contact + "）"
			}
			if t, ok := task(&row); ok {
				add(row.CompanyID, subject, t)
			}
		}
	}
	plans := func(id, subject string) {
		next, _ := c.Get("/api/Activity/GetActivities?companyId=" + id).Want(200).JSON()["nextAction"].(map[string]any)
		day, _ := next["date"].(string)
		if t, ok := task.OfNextAction(day, now); ok {
			if body, _ := next["body"].(string); body != "" {
				t.Title = "次回対応：" + body
			}
			add(id, subject, t)
		}
	}
	duties := func(query, id, subject string, isNeeded func(kind int) bool) {
		about := map[string][]any{"companyId": {1.0}, "sellerBusinessId": {2.0}, "buyerNegotiationId": {3.0, 4.0}}[query]
		for _, x := range c.Get("/api/Duty/GetDuties?" + query + "=" + id).Want(200).JSON()["dutyList"].([]any) {
			d := x.(map[string]any)
			until, _ := d["validUntil"].(string)
			kind, may := int(d["kind"].(float64)), d["canConfirm"] == true
			if !slices.Contains(about, d["record"]) || d["state"] != "waiting" && !isNeeded(kind) || kind == int(deal.DutyAftercare) {
				continue // a company's and a listing's are read with it
			}
			if t, ok := task.OfDuty(d["kindLabel"].(string), until, d["state"] == "waiting", false, may, now); ok {
				add(id, subject, t)
			}
		}
	}
	negotiating := map[string]bool{}
	for id, row := range rows {
		if deal.NegotiationStatus(row.Status) == deal.NegotiationSigned && row.Side != negotiation.SideBF {
			for _, x := range c.Get("/api/Duty/GetDuties?buyerNegotiationId=" + id).Want(200).JSON()["dutyList"].([]any) {
				due, _ := x.(map[string]any)["dueOn"].(string)
				if t, ok := task.OfAftercare(due, now); ok {
					add(id, strings.TrimSuffix(row.DisplayName+"　"+row.BusinessName, "　"), t)
				}
			}
		}
		if !deal.NegotiationStatus(row.Status).Live() && row.ClosingDue == "" {
			continue
		}
		if deal.NegotiationStatus(row.Status) == deal.NegotiationHope && row.Side != negotiation.SideBF && reportWaits(c, id, &row) {
			add(id, strings.TrimSuffix(row.DisplayName+"　"+row.BusinessName, "　"), task.OfReport())
		}
		if deal.NegotiationStatus(row.Status).Live() && row.Side != negotiation.SideSF {
			negotiating[row.BuyerCompanyID] = true
		}
		duties("buyerNegotiationId", id, strings.TrimSuffix(row.DisplayName+"　"+row.BusinessName, "　"), func(int) bool { return true })
	}
	for _, row := range Read[listing.ListingList](c.Get(ListingBase +
		"SearchSellerBusinessAsync?isOnlyPersonInCharge=true&limit=99999999")).SellerBusinessList {
		if slices.Contains([]deal.ListingStatus{deal.ListingUnapproved, deal.ListingShowing, deal.ListingRemand, deal.ListingOutsidePeriod},
			deal.ListingStatus(row.Status)) {
			duties("sellerBusinessId", row.SellerBusinessID, row.BusinessName, func(int) bool { return false })
		}
	}
	for _, noun := range []string{"BuyerCompany", "SellerCompany"} {
		for _, row := range Read[company.CompanyList](c.Get("/api/" + noun + "/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=99999999")).
			CompanyList {
			plans(row.CompanyID, row.DisplayName)
			duties("companyId", row.CompanyID, row.DisplayName, func(kind int) bool {
				return kind != int(deal.DutyListedBuyer) || negotiating[row.CompanyID]
			})
		}
	}
	companies("isTrial=true", func(row *company.CompanyRow) (task.Task, bool) { return task.OfTrial(row.TrialEnd, now) })
	companies("noApproved=true", func(*company.CompanyRow) (task.Task, bool) { return task.OfBuyer(), true })
	for _, row := range Read[company.CompanyList](c.Get("/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=99999999")).CompanyList {
		for _, u := range Read[company.UserList](c.Get("/api/BuyerCompanyUser/GetUsersList?userType=1&clientId=" + row.CompanyID)).UserList {
			if u.Status != int(deal.UserUnapproved) || u.IsInvited {
				continue
			}
			// A user whom the bank itself entered needs no approval; the list does not show who entered a
			// user.
			c.P.Read(func(q *store.Q) error {
				full, err := q.User(u.UserID)
				if err == nil && full.RegistType == int(deal.RegistOwn) {
					add(row.CompanyID, row.CompanyName+"　"+u.UserName, task.OfUser())
				}
				return err
			})
		}
	}
	slices.SortStableFunc(out.Tasks, func(x, y byHand) int { return task.Compare(x.Task, y.Task) })
	out.Offers = Read[listing.ListingList](c.Get(ListingBase +
		"SearchSellerBusinessAsync?isOffered=true&isNotRead=true&isPublic=true&limit=1")).AllCount
	return out
}

func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// reportWaits says that the buyer's bank has told of its look into the buyer, and the seller's has not recorded what it tells the owner.
func reportWaits(c *Caller, id string, row *negotiation.NegotiationRow) bool {
	if s := row.SellerApprovalStatus; s != nil && deal.SellerApprovalStatus(*s) >= deal.SellerAgreed {
		return false
	}
	if len(c.Get("/api/Duty/GetBuyerReport?buyerNegotiationId=" + id).Want(200).JSON()["reportList"].([]any)) == 0 {
		return false
	}
	for _, x := range c.Get("/api/Duty/GetDuties?buyerNegotiationId=" + id).Want(200).JSON()["dutyList"].([]any) {
		if d := x.(map[string]any); d["record"] == 4.0 && int(d["kind"].(float64)) == int(deal.DutyBuyerReport) {
			return d["state"] != "done"
		}
	}
	return false // he is not of the seller's side: of one that began at no time the buyer's alone knows
}

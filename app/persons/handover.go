package persons

import (
	"cmp"
	"slices"
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// HandOver makes somebody the main person of records: of those named, or of all live ones that somebody has. All of them or none:
// who reads 409 has lost nothing.
func (a Room) HandOver(tx *store.Tx, by web.Actor, in *HandOverInput) (*handedOver, error) {
	for _, x := range in.ChargeList { // who may not know of one of them is told nothing else
		if _, err := tx.InChargeSeq(by.Viewer, kinds[x.Of], x.ID); err != nil {
			return nil, err
		}
	}
	users, err := colleagues(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Ok(mayBe(users, in.PersonInCharge, false), "personInCharge", notTheBank)
	c.Ok(in.IsAll != (len(in.ChargeList) > 0), "chargeList", "引き継ぐものを選んでください。")
	c.Ok(len(in.ChargeList) <= maxHanded, "chargeList", "一度に"+strconv.Itoa(maxHanded)+"件までです。分けて引き継いでください。")
	c.Ok(!in.IsAll || users[in.FromPerson] != nil, "fromPerson", "だれから引き継ぐかを選んでください。")
	c.Ok(!in.IsAll || in.FromPerson != in.PersonInCharge, "personInCharge", "同じ人には引き継げません。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	charges := in.ChargeList
	if in.IsAll {
		found, _, err := tx.Charges(by.Viewer, &store.ChargeSearch{UserID: in.FromPerson, Page: store.Page{Limit: deal.LimitAll}})
		if err != nil {
			return nil, err
		}
		charges = make([]Charge, len(found))
		for i := range found {
			charges[i] = Charge{Of: subject[found[i].Of].name, ID: found[i].ID}
		}
	}
	for _, x := range charges { // all before the first leaves the actor's teams
		if _, err := tx.InChargeSeq(by.Viewer, kinds[x.Of], x.ID); err != nil {
			return nil, err
		}
	}
	by.Viewer.Team = ""
	var told changed
	out, from := &handedOver{}, map[string]int{}
	for _, x := range charges {
		was, err := a.handOne(tx, by, x, in)
		if err != nil {
			return nil, err
		}
		if was == in.PersonInCharge {
			continue
		}
		out.Count++
		from[was]++
		told.add(was, number(kinds[x.Of], x.ID))
		told.add(in.PersonInCharge, number(kinds[x.Of], x.ID))
		if !in.IsAll { // of all there is one line, else a line each
			if err := tx.AddAudit(by.Line("charge_handed_over", subject[kinds[x.Of]].noun, x.ID, "ok",
				"side="+x.Of+" from="+was+" to="+in.PersonInCharge)); err != nil {
				return nil, err
			}
		}
	}
	if in.IsAll && out.Count > 0 {
		if err := tx.AddAudit(by.Line("charges_handed_over", "user", in.FromPerson, "ok", "to="+in.PersonInCharge+" count="+
			strconv.Itoa(out.Count))); err != nil {
			return nil, err
		}
	}
	return out, a.tell(tx, by, told, a.BaseURL+"/mypage")
}

// ChargesOf are a customer and all that belongs to it: its listings, and the own side of its negotiations.
func ChargesOf(q *store.Q, by web.Actor, companyID string) ([]Charge, error) {
	found, err := q.ChargesOfCompany(by.Viewer, companyID)
	out := make([]Charge, len(found))
	for i := range found {
		out[i] = Charge{Of: subject[found[i].Of].name, ID: found[i].ID}
	}
	return out, err
}

// handOne hands one record over and says who had it.
func (a Room) handOne(tx *store.Tx, by web.Actor, x Charge, in *HandOverInput) (was string, err error) {
	of := kinds[x.Of]
	seq, err := tx.InChargeSeq(by.Viewer, of, x.ID)
	if err != nil {
		return "", err
	}
	before, err := tx.PersonsInCharge(by.Viewer, of, []uint32{seq})
	if err != nil {
		return "", err
	}
	was, others := split(before[seq])
	if x.SeenPerson != nil && *x.SeenPerson != was {
		return "", web.Conflict(deal.Stale, number(of, x.ID)+" は、他の担当者が先に引き継ぎました。一覧を新しくして、もう一度選んでください。どれも変わっていません。")
	}
	if was == in.PersonInCharge {
		return was, nil
	}
	others = slices.DeleteFunc(others, func(id string) bool { return id == in.PersonInCharge })
	if in.IsKept && was != "" && len(others) < maxOthers {
		others = append(others, was)
	}
	return was, tx.SetPersonsInCharge(by.Viewer, of, seq, in.PersonInCharge, others)
}

// changed are the case numbers that each user gets or loses, in their order.
type changed struct {
	users []string
	cases map[string][]string
}

func (c *changed) add(user, number string) {
	if user == "" {
		return
	}
	if c.cases == nil {
		c.cases = map[string][]string{}
	}
	if c.cases[user] == nil {
		c.users = append(c.users, user)
	}
	if !slices.Contains(c.cases[user], number) {
		c.cases[user] = append(c.cases[user], number)
	}
}

// listedCases are the most case numbers that a mail lists.
const listedCases = 20

// tell mails those of a bank whose work has changed, except who did it.
func (a Room) tell(tx *store.Tx, by web.Actor, c changed, link string) error {
	for _, id := range c.users {
		if id == by.ID() {
			continue
		}
		cases := c.cases[id]
		d := mail.Data{Link: link, Count: len(cases), Cases: cases[:min(listedCases, len(cases))]}
		if err := a.tellOne(tx, mail.ChargeChanged, id, d); err != nil {
			return err
		}
	}
	return nil
}

// linkTo leads a user of a bank to a record: to a company, or by its number to the others.
func (a Room) linkTo(q *store.Q, by web.Actor, of store.InCharge, id string) (string, error) {
	if of != store.InChargeOfCompany {
		return a.BaseURL + "/find?word=" + number(of, id), nil
	}
	c, err := q.MaintainedCompany(by.Viewer, id)
	if err != nil {
		return "", err
	}
	return a.BaseURL + map[int]string{store.Buyer: "/buyer-company-manage/", store.Seller: "/seller-company-manage/"}[c.Kind] + id, nil
}

// loadsOf are how much each user of the actor's bank has: who has nothing too, and the disabled ones who still have something.
func loadsOf(q *store.Q, by web.Actor) (*loadList, error) {
	users, err := colleagues(q, by)
	if err != nil {
		return nil, err
	}
	rows := map[string]*load{}
	for id, u := range users {
		if u.IsEnabled {
			rows[id] = &load{Person: *u}
		}
	}
	loads, err := q.Loads(by.Viewer)
	if err != nil {
		return nil, err
	}
	late, err := q.LateLoads(by.Viewer)
	if err != nil {
		return nil, err
	}
	at := func(id string) *load {
		if rows[id] == nil && users[id] != nil {
			rows[id] = &load{Person: *users[id]}
		}
		return rows[id]
	}
	for _, l := range loads {
		row := at(l.UserID)
		if row == nil {
			continue
		}
		switch l.Of {
		case store.InChargeOfCompany:
			row.CompanyCount = l.Count
		case store.InChargeOfListing:
			row.ListingCount = l.Count
		case store.InChargeOfBF:
			row.BuyerCount = l.Count
		case store.InChargeOfSF:
			row.SellerCount = l.Count
		}
	}
	for _, l := range late {
		if row := at(l.UserID); row != nil {
			row.LateCount += l.Count
		}
	}
	out := &loadList{LoadList: []load{}}
	for _, row := range rows {
		out.LoadList = append(out.LoadList, *row)
	}
	slices.SortFunc(out.LoadList, func(x, y load) int {
		return cmp.Or(cmp.Compare(x.UserName, y.UserName), cmp.Compare(x.UserID, y.UserID))
	})
	out.UnattendedCount, err = q.Unattended(by.Viewer)
	return out, err
}

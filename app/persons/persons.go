package persons

import (
	"slices"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	maxOthers  = 20  // 副担当 of one record
	maxHanded  = 500 // records handed over by their names
	notTheBank = "この金融機関で利用中の担当者を選んでください。"
)

// kinds are the records by the name that requests have for them.
var kinds = map[string]store.InCharge{"company": store.InChargeOfCompany, "listing": store.InChargeOfListing, "bf": store.InChargeOfBF,
	"sf": store.InChargeOfSF}

// subject is a kind of record in the audit log, and the letter of its case numbers.
var subject = map[store.InCharge]struct{ name, letter, noun string }{
	store.InChargeOfCompany: {"company", "C", "company"}, store.InChargeOfListing: {"listing", "L", "listing"},
	store.InChargeOfBF: {"bf", "N", "negotiation"}, store.InChargeOfSF: {"sf", "N", "negotiation"}}

func (a Room) Calls() {
	row := func(method, name, records, summary string) web.Call {
		return web.Call{Method: method, Path: "/api/Persons/" + name, Area: "persons", Callers: web.FIN, Records: records, Summary: summary,
			Spec: "team 1"}
	}
	const own = "自機関の企業、売却案件、交渉の自分の側"
	web.Add(a.Platform, row("GET", "GetPersonsInCharge", own, "担当者と次回対応日"),
		func(r *web.Request, in *inChargeQuery) (*inChargeList, error) {
			return web.Reading(r, func(q *store.Q) (*inChargeList, error) { return personsOf(q, r.Actor, in) })
		})
	web.Add(a.Platform, row("POST", "SavePersonsInCharge", own, "主担当と副担当を決める"),
		func(r *web.Request, in *struct{ Body saveInput }) (*inCharge, error) {
			return web.Writing(r, func(tx *store.Tx) (*inCharge, error) { return a.save(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("POST", "HandOver", own, "主担当を、いくつかまとめて別の人に引き継ぐ"),
		func(r *web.Request, in *struct{ Body HandOverInput }) (*handedOver, error) {
			return web.Writing(r, func(tx *store.Tx) (*handedOver, error) { return a.HandOver(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("GET", "GetLoads", "自機関の利用者", "だれが何件を担当しているか"),
		func(r *web.Request, _ *struct{}) (*loadList, error) {
			return web.Reading(r, func(q *store.Q) (*loadList, error) { return loadsOf(q, r.Actor) })
		})
	a.absenceCalls(row)
	a.officeCalls()
}

// colleagues are the users of the actor's bank by id, as they are today.
func colleagues(q *store.Q, by web.Actor) (map[string]*Person, error) {
	us, err := q.DealUsersOf(by.Institution())
	if err != nil {
		return nil, err
	}
	out := make(map[string]*Person, len(us))
	for i := range us {
		u := &us[i]
		out[u.ID] = &Person{UserID: u.ID, UserName: u.UserName, Department: u.Department, IsEnabled: u.Status == int(deal.UserEnabled)}
	}
	absences, err := q.AbsencesOf(by.Institution())
	for i := range absences {
		if x := &absences[i]; x.IsOn(q.Today()) && out[x.UserID] != nil {
			out[x.UserID].AwayUntil = x.LastDay
			if d := out[x.DeputyID]; d != nil && d.IsEnabled {
				out[x.UserID].DeputyName = d.UserName
			}
		}
	}
	return out, err
}

// personsOf are who works on the records that the actor's bank works on; others are left out.
func personsOf(q *store.Q, by web.Actor, in *inChargeQuery) (*inChargeList, error) {
	of, out := kinds[in.Of], &inChargeList{InChargeList: []inCharge{}}
	ids := web.ListParam(in.IDs)
	var c web.Check
	c.Ok(of != 0, "of", "企業、売却案件、交渉のどれかを指定してください。")
	c.Ok(len(ids) <= 100, "idList", "一度に100件までです。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	seqs, err := q.InChargeSeqs(by.Viewer, of, ids)
	if err != nil {
		return nil, err
	}
	return out, out.read(q, by, of, ids, seqs)
}

// read adds records by their ids and numbers, in the order of the ids.
func (l *inChargeList) read(q *store.Q, by web.Actor, of store.InCharge, ids []string, seqs map[string]uint32) error {
	all := make([]uint32, 0, len(seqs))
	for _, seq := range seqs {
		all = append(all, seq)
	}
	slices.Sort(all)
	users, err := colleagues(q, by)
	if err != nil {
		return err
	}
	found, err := q.PersonsInCharge(by.Viewer, of, all)
	if err != nil {
		return err
	}
	next, err := q.NextActions(by.Viewer, of)
	if err != nil {
		return err
	}
	mine, err := q.StandsFor(by.ID())
	if err != nil {
		return err
	}
	for _, id := range ids {
		seq, is := seqs[id]
		if !is {
			continue
		}
		x := inCharge{ID: id, OtherPersons: []Person{}, NextAction: next[seq]}
		for _, p := range found[seq] {
			u := users[p.UserID]
			if u == nil {
				continue
			}
			x.IsMine = x.IsMine || slices.Contains(mine, p.UserID)
			if p.IsMain {
				x.PersonInCharge = u
			} else {
				x.OtherPersons = append(x.OtherPersons, *u)
			}
		}
		l.InChargeList = append(l.InChargeList, x)
	}
	return nil
}

// save writes who works on a record.
func (a Room) save(tx *store.Tx, by web.Actor, in *saveInput) (*inCharge, error) {
	of := kinds[in.Of]
	seq, err := tx.InChargeSeq(by.Viewer, of, in.ID)
	if err != nil {
		return nil, err
	}
	users, err := colleagues(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	before, err := tx.PersonsInCharge(by.Viewer, of, []uint32{seq})
	if err != nil {
		return nil, err
	}
	main, others := split(before[seq])
	if in.SeenPerson != nil && (*in.SeenPerson != main || !sameIDs(in.SeenOtherPerson, others)) {
		return nil, web.ErrStale
	}
	wanted := []string{}
	var c web.Check
	for _, id := range in.OtherPersons {
		if id != in.PersonInCharge && !slices.Contains(wanted, id) {
			wanted = append(wanted, id)
		}
	}
	c.Ok(in.PersonInCharge == "" || mayBe(users, in.PersonInCharge, in.PersonInCharge == main), "personInCharge", notTheBank)
	c.Ok(len(wanted) <= maxOthers, "otherPersons", "副担当は20人までです。")
	isWrong := slices.ContainsFunc(wanted, func(id string) bool { return !mayBe(users, id, slices.Contains(others, id)) })
	c.Ok(!isWrong, "otherPersons", notTheBank)
	if err := c.Err(); err != nil {
		return nil, err
	}
	var out inChargeList
	if main == in.PersonInCharge && sameIDs(wanted, others) { // a second click, or nothing changed
		err := out.read(&tx.Q, by, of, []string{in.ID}, map[string]uint32{in.ID: seq})
		return &out.InChargeList[0], err
	}
	link, err := a.linkTo(&tx.Q, by, of, in.ID) // while it is his
	if err != nil {
		return nil, err
	}
	if err := tx.SetPersonsInCharge(by.Viewer, of, seq, in.PersonInCharge, wanted); err != nil {
		return nil, err
	}
	if isEmpty, err := tx.HasEmptyTeam(by.Institution(), of, seq); err != nil {
		return nil, err
	} else if isEmpty { // nobody would see it any more (team.md 2)
		return nil, web.Invalid("personInCharge", "案件チームに担当者がいなくなり、だれにも見えなくなります。先に次の主担当を選んでください。")
	}
	if err := tx.AddAudit(by.Line("persons_changed", subject[of].noun, in.ID, "ok", "side="+subject[of].name+" main="+in.PersonInCharge+
		" others="+strings.Join(wanted, ","))); err != nil {
		return nil, err
	}
	was, is := append([]string{main}, others...), append([]string{in.PersonInCharge}, wanted...)
	var told changed
	for _, id := range append(slices.Clone(was), is...) {
		if slices.Contains(was, id) != slices.Contains(is, id) {
			told.add(id, number(of, in.ID))
		}
	}
	if err := a.tell(tx, by, told, link); err != nil {
		return nil, err
	}
	err = out.read(&tx.Q, by, of, []string{in.ID}, map[string]uint32{in.ID: seq})
	if err != nil {
		return nil, err
	}
	return &out.InChargeList[0], nil
}

// split are the main person and the others.
func split(all []store.PersonInCharge) (main string, others []string) {
	for _, p := range all {
		if p.IsMain {
			main = p.UserID
		} else {
			others = append(others, p.UserID)
		}
	}
	return main, others
}

func sameIDs(x, y []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y)))
}

// mayBe says whether a user may be put in charge: an enabled one of the bank; one who was it already may stay.
func mayBe(users map[string]*Person, id string, was bool) bool {
	u := users[id]
	return u != nil && (u.IsEnabled || was)
}

func number(of store.InCharge, id string) string { return web.CaseNumber(subject[of].letter, id) }

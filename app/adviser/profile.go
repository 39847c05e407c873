package adviser

import (
	"errors"
	"fmt"
	"time"

	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	monthLayout  = "2006-01"
	firstMonth   = "1950-01"
	suggestedMax = 100 // characters of who explained, as the duty's field has them
)

// Calls registers this room's calls.
func (a Room) Calls() {
	const own = "自機関の利用者"
	web.Add(a.Platform, call("GET", "GetAdvisers", own, "担当者の資格。自機関の利用者ごとに、いまの版と前の版"),
		func(r *web.Request, _ *struct{}) (*adviserList, error) {
			return web.Reading(r, func(q *store.Q) (*adviserList, error) { return advisers(q, r.Actor) })
		})
	web.Add(a.Platform, call("POST", "SaveAdviser", own, "担当者の資格の、新しい版を書く"),
		func(r *web.Request, in *struct{ Body ProfileInput }) (*adviserList, error) {
			return web.Writing(r, func(tx *store.Tx) (*adviserList, error) {
				if err := SaveProfile(tx, r.Actor, &in.Body); err != nil {
					return nil, err
				}
				return advisers(&tx.Q, r.Actor)
			})
		})
	web.Add(a.Platform, web.Call{Method: "GET", Path: "/api/Adviser/GetAdviserProfile", Area: "adviser", Callers: web.FIN, Records: "自分",
		Summary: "自分の資格として登録されている内容と、変更を頼める管理者", Spec: "compliance 3"},
		func(r *web.Request, _ *struct{}) (*ownProfile, error) {
			return web.Reading(r, func(q *store.Q) (*ownProfile, error) { return ownOf(q, r.Actor) })
		})
	a.feeCalls()
}

// call is a row of an institution's administrator's.
func call(method, name, records, summary string) web.Call {
	c := web.OfficeCall(method, name, web.FAD, records, summary)
	c.Spec = "compliance 3"
	return c
}

// worksOnDeals says that a user may be named to a customer as who explains. Who works on lending alone may not.
func worksOnDeals(u *store.User) bool { return web.RoleOf(u) == deal.RoleFIN }

func advisers(q *store.Q, by web.Actor) (*adviserList, error) {
	institution, _, err := console.Managed(by)
	if err != nil {
		return nil, err
	}
	us, err := q.UsersOf(institution, int(deal.RoleFIN))
	if err != nil {
		return nil, err
	}
	all, err := q.AdviserProfiles(institution)
	if err != nil {
		return nil, err
	}
	editors := editorNames{q, map[string]string{}}
	versions := map[string][]AdviserVersion{}
	for i := range all {
		p, err := editors.shown(&all[i])
		if err != nil {
			return nil, err
		}
		versions[all[i].UserID] = append(versions[all[i].UserID], *p)
	}
	out := &adviserList{AdviserList: []adviserRow{}}
	for i := range us {
		u, own := &us[i], versions[us[i].ID]
		isEnabled := deal.UserStatus(u.Status) == deal.UserEnabled
		if !worksOnDeals(u) || !isEnabled && len(own) == 0 {
			continue
		}
		row := adviserRow{UserID: u.ID, UserName: u.UserName, Department: u.Department, IsEnabled: isEnabled, EarlierList: []AdviserVersion{}}
		if len(own) > 0 {
			row.AdviserVersion, row.EarlierList = own[0], append(row.EarlierList, own[1:]...)
		}
		out.AdviserList = append(out.AdviserList, row)
	}
	return out, nil
}

// editorNames are the names of who wrote versions, each read once.
type editorNames struct {
	q    *store.Q
	read map[string]string
}

func (n editorNames) of(id string) (string, error) {
	if name, ok := n.read[id]; ok {
		return name, nil
	}
	u, err := n.q.User(id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		n.read[id] = ""
	case err != nil:
		return "", err
	default:
		n.read[id] = u.UserName
	}
	return n.read[id], nil
}

func (n editorNames) shown(p *store.AdviserProfile) (*AdviserVersion, error) {
	name, err := n.of(p.Creator)
	return &AdviserVersion{p.Version, p.Qualification, p.RegistrationNumber, p.Since, yearsLabel(p.Since, n.q.Now()), p.DealCount, p.Training,
		p.TrainedOn, name, web.ServerTime(p.Created)}, err
}

// yearsLabel is how long somebody has done this work since a month, in whole years; "" where nobody said it.
func yearsLabel(since string, now time.Time) string {
	at, err := time.ParseInLocation(monthLayout, since, deal.JST)
	if err != nil {
		return ""
	}
	now = now.In(deal.JST)
	years := ((now.Year()-at.Year())*12 + int(now.Month()-at.Month())) / 12
	if years < 1 {
		return "1年未満"
	}
	return fmt.Sprintf("%d年", years)
}

// SaveProfile writes the next version of what is said of a user of the administrator's institution.
func SaveProfile(tx *store.Tx, by web.Actor, in *ProfileInput) error {
	institution, _, err := console.Managed(by)
	if err != nil {
		return err
	}
	u, err := tx.User(in.UserID)
	if err != nil {
		return err
	}
	if u.ClientID != institution || !worksOnDeals(u) {
		return store.ErrNotFound
	}
	now := tx.Now().In(deal.JST)
	var c web.Check
	c.Text(in, "qualification", "資格", &in.Qualification, true)
	c.Text(in, "registrationNumber", "登録番号", &in.RegistrationNumber, false)
	if in.Since != "" {
		_, err := time.Parse(monthLayout, in.Since)
		c.Ok(err == nil && in.Since >= firstMonth, "since", "この業務を始めた年月は 2018-04 の形で入力してください。")
		c.Ok(err != nil || in.Since <= now.Format(monthLayout), "since", "この業務を始めた年月に、まだ来ていない月は入力できません。")
	}
	c.Amount(in, "dealCount", "成約件数", in.DealCount, false)
	c.Text(in, "training", "研修", &in.Training, false)
	c.Date("trainedOn", "研修を受けた日", in.TrainedOn, false)
	c.Ok(in.TrainedOn <= tx.Today(), "trainedOn", "研修を受けた日に、まだ来ていない日は入力できません。")
	c.Ok(in.TrainedOn == "" || in.Training != "", "training", "受けた研修の名前も入力してください。")
	if err := c.Err(); err != nil {
		return err
	}
	is := &store.AdviserProfile{InstitutionID: institution, UserID: u.ID, Qualification: in.Qualification,
		RegistrationNumber: in.RegistrationNumber, Since: in.Since, DealCount: in.DealCount, Training: in.Training, TrainedOn: in.TrainedOn}
	was, err := tx.AdviserProfile(institution, u.ID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		was = &store.AdviserProfile{}
	case err != nil:
		return err
	case isSame(was, is):
		return nil // a second click, or a colleague wrote the same
	}
	if in.Version != was.Version {
		return web.ErrStale
	}
	is.Version = was.Version + 1
	switch err := tx.CreateAdviserProfile(is, by.ID()); {
	case errors.Is(err, store.ErrDuplicate):
		return web.ErrStale
	case err != nil:
		return err
	}
	return tx.AddAudit(by.Line("adviser_saved", "adviser", u.ID, "ok", fmt.Sprintf("version=%d", is.Version)))
}

func isSame(x, y *store.AdviserProfile) bool {
	counts := x.DealCount == nil && y.DealCount == nil || x.DealCount != nil && y.DealCount != nil && *x.DealCount == *y.DealCount
	return counts && x.Qualification == y.Qualification && x.RegistrationNumber == y.RegistrationNumber && x.Since == y.Since &&
		x.Training == y.Training && x.TrainedOn == y.TrainedOn
}

// ownOf is what is said of the actor, and whom he asks to change it.
func ownOf(q *store.Q, by web.Actor) (*ownProfile, error) {
	out := &ownProfile{EditorList: []string{}}
	p, err := q.AdviserProfile(by.Institution(), by.ID())
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		shown, err := editorNames{q, map[string]string{}}.shown(p)
		if err != nil {
			return nil, err
		}
		out.AdviserVersion = *shown
	}
	us, err := q.UsersOf(by.Institution(), int(deal.RoleFAD))
	if err != nil {
		return nil, err
	}
	for i := range us {
		if deal.UserStatus(us[i].Status) == deal.UserEnabled {
			out.EditorList = append(out.EditorList, us[i].UserName)
		}
	}
	return out, nil
}

// Suggested is one of an institution's users as who explained, for a duty's form: his name, and the text with which the form begins.
type Suggested struct{ Name, Text string }

// Suggestions are the enabled users of whom something is said (compliance.md 3).
func Suggestions(q *store.Q, institution string) ([]Suggested, error) {
	us, err := q.UsersOf(institution, int(deal.RoleFIN))
	if err != nil {
		return nil, err
	}
	all, err := q.AdviserProfiles(institution)
	if err != nil {
		return nil, err
	}
	newest := map[string]*store.AdviserProfile{}
	for i := range all {
		if newest[all[i].UserID] == nil {
			newest[all[i].UserID] = &all[i]
		}
	}
	var out []Suggested
	for i := range us {
		u := &us[i]
		if p := newest[u.ID]; p != nil && worksOnDeals(u) && deal.UserStatus(u.Status) == deal.UserEnabled {
			out = append(out, Suggested{u.UserName, explainer(u.UserName, p, q.Now())})
		}
	}
	return out, nil
}

// explainer is a user as the form's text has him: 氏名、資格、経験年数、成約件数. A text that is too long for the form loses its end, and
// whoever records it sees that.
func explainer(name string, p *store.AdviserProfile, now time.Time) string {
	text := name + "、" + p.Qualification
	if years := yearsLabel(p.Since, now); years != "" {
		text += "、経験" + years
	}
	if p.DealCount != nil {
		text += fmt.Sprintf("、成約%d件", *p.DealCount)
	}
	if r := []rune(text); len(r) > suggestedMax {
		text = string(r[:suggestedMax])
	}
	return text
}

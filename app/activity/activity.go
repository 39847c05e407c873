package activity

import (
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	notTheOwner = "この記録を変更・削除できるのは、記録した本人だけです。補うことがあれば、新しい記録を加えてください。"
	notTheBank  = "この金融機関で利用中の担当者を選んでください。"
)

func (a Room) Calls() {
	row := func(method, name, records, summary string) web.Call {
		return web.Call{Method: method, Path: "/api/Activity/" + name, Area: "activity", Callers: web.FIN, Records: records, Summary: summary,
			Spec: "team 1"}
	}
	const own = "自機関の企業、交渉の自分の側"
	web.Add(a.Platform, row("GET", "GetActivities", own, "活動記録（電話や訪問のメモ）。企業のときは次回対応も"),
		func(r *web.Request, in *activityQuery) (*activityList, error) {
			return web.Reading(r, func(q *store.Q) (*activityList, error) { return activitiesOf(q, r.Actor, in) })
		})
	web.Add(a.Platform, row("POST", "SaveActivity", own, "活動を記録する。自分の記録の変更。次回対応も同時に決められる"),
		func(r *web.Request, in *struct{ Body ActivityInput }) (*activityRow, error) {
			return web.Writing(r, func(tx *store.Tx) (*activityRow, error) { return Save(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("POST", "DeleteActivity", own, "自分の活動記録を削除する"),
		func(r *web.Request, in *struct{ Body activityRemoval }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return remove(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("POST", "SaveCompanyNextAction", "自機関の企業", "企業の次回対応日と、すること"),
		func(r *web.Request, in *struct{ Body companyNextInput }) (*companyNextAction, error) {
			return web.Writing(r, func(tx *store.Tx) (*companyNextAction, error) { return saveNext(tx, r.Actor, &in.Body) })
		})
}

// userNames are the names of the actor's bank's users by id.
func userNames(q *store.Q, by web.Actor) (map[string]string, error) {
	us, err := q.UsersOf(by.Institution(), int(deal.RoleFIN))
	out := make(map[string]string, len(us))
	for i := range us {
		out[us[i].ID] = us[i].UserName
	}
	return out, err
}

// activitiesOf is a page of what the actor's bank noted about a record.
func activitiesOf(q *store.Q, by web.Actor, in *activityQuery) (*activityList, error) {
	of := ActivityOf{in.CompanyID, in.BuyerNegotiationID}
	var c web.Check
	in.Check(&c)
	of.check(&c)
	if err := c.Err(); err != nil {
		return nil, err
	}
	found, count, err := q.Activities(by.Viewer, of.of(), store.Page{Limit: in.Limit, Offset: in.Offset()})
	if err != nil {
		return nil, err
	}
	names, err := userNames(q, by)
	if err != nil {
		return nil, err
	}
	out := &activityList{ActivityList: []activityRow{}, AllCount: count}
	for i := range found {
		out.ActivityList = append(out.ActivityList, rowOf(&found[i], by, names))
	}
	if in.CompanyID != "" {
		next, err := q.CompanyNextAction(by.Viewer, in.CompanyID)
		if err != nil {
			return nil, err
		}
		out.NextAction = nextOf(next, names)
	}
	return out, nil
}

func (o ActivityOf) of() store.ActivityOf {
	return store.ActivityOf{CompanyID: o.CompanyID, NegotiationID: o.BuyerNegotiationID}
}

// check wants one record named.
func (o ActivityOf) check(c *web.Check) {
	c.Ok((o.CompanyID == "") != (o.BuyerNegotiationID == ""), "companyId", "企業か交渉の、どちらか一つを指定してください。")
}

func rowOf(x *store.Activity, by web.Actor, names map[string]string) activityRow {
	return activityRow{ActivityID: x.ID, Version: x.Version, Date: x.Day, Means: x.Means, Counterpart: x.Counterpart, Body: x.Body,
		UserName: names[x.Creator], Created: web.ServerTime(x.Created), IsChanged: x.Version > 1, IsOwn: x.Creator == by.ID()}
}

func nextOf(x *store.CompanyNextAction, names map[string]string) *companyNextAction {
	out := &companyNextAction{Version: x.Version}
	if x.Day != "" {
		out.Date, out.Body, out.UserID, out.UserName = x.Day, x.Body, x.UserID, names[x.UserID]
	}
	return out
}

// Save writes a note, new or changed by its creator, and with it the next action where the form says one. Who may not know of the
// record is told nothing of his input.
func Save(tx *store.Tx, by web.Actor, in *ActivityInput) (*activityRow, error) {
	x, err := tx.NewActivity(by.Viewer, in.of())
	if err != nil {
		return nil, err
	}
	made := ""
	if in.ActivityID == "" {
		if made, err = in.Made(tx, by); err != nil {
			return nil, err
		}
		in.ActivityID = made
	}
	event := "activity_added"
	if in.ActivityID != "" {
		if x, err = tx.Activity(by.Viewer, in.of(), in.ActivityID); err != nil {
			return nil, err
		}
		event = "activity_changed"
	}
	switch {
	case event == "activity_changed" && x.Creator != by.ID():
		return nil, web.Conflict(deal.NotAllowed, notTheOwner)
	case event == "activity_changed" && made == "" && x.Version != in.Version:
		return nil, web.ErrStale
	}
	if err := in.check(&tx.Q, by); err != nil {
		return nil, err
	}
	was := *x
	x.Day, x.Means, x.Counterpart, x.Body = in.Date, in.Means, in.Counterpart, in.Body
	switch {
	case event == "activity_added":
		if err = tx.CreateActivity(x, by.ID()); err == nil {
			err = in.Keep(tx, by, x.ID)
		}
	case was == *x: // a second click, or nothing changed
		event = ""
	default:
		err = tx.UpdateActivity(x, by.ID())
	}
	if err != nil {
		return nil, err
	}
	if event != "" {
		if err := tx.AddAudit(by.Line(event, "activity", x.ID, "ok", "")); err != nil {
			return nil, err
		}
	}
	if in.NextAction != nil {
		if err := setNext(tx, by, in.ActivityOf, in.NextAction); err != nil {
			return nil, err
		}
	}
	names, err := userNames(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	out := rowOf(x, by, names)
	return &out, nil
}

// check checks a form, in one go.
func (in *ActivityInput) check(q *store.Q, by web.Actor) error {
	var c web.Check
	in.ActivityOf.check(&c)
	c.Date("date", "日付", in.Date, true)
	c.Ok(in.Date <= q.Today(), "date", "まだ来ていない日は記録できません。これからの予定は「次回対応」に入れてください。")
	c.Code("means", "方法", in.Means, true, func(m int) bool { return deal.ActivityMeans(m).Known() })
	c.Text(in, "counterpart", "相手", &in.Counterpart, false)
	c.Prose(in, "body", "内容", &in.Body, true)
	if in.NextAction != nil {
		if err := in.NextAction.check(&c, q, by, "nextAction."); err != nil {
			return err
		}
	}
	return c.Err()
}

// remove deletes a note of the actor's own.
func remove(tx *store.Tx, by web.Actor, in *activityRemoval) error {
	x, err := tx.Activity(by.Viewer, in.of(), in.ActivityID)
	if err != nil {
		return err
	}
	if x.Creator != by.ID() {
		return web.Conflict(deal.NotAllowed, notTheOwner)
	}
	if x.Version != in.Version {
		return web.ErrStale
	}
	if err := tx.DeleteActivity(x); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("activity_deleted", "activity", x.ID, "ok", ""))
}

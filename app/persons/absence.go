package persons

import (
	"errors"
	"slices"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// maxAbsence is the longest absence in days: who is away longer hands over.
const maxAbsence = 366

func (a Room) absenceCalls(row func(method, name, records, summary string) web.Call) {
	web.Add(a.Platform, row("GET", "GetOwnWork", "自分のもの", "メールの範囲、不在と代理"),
		func(r *web.Request, _ *struct{}) (*ownWork, error) {
			return web.Reading(r, func(q *store.Q) (*ownWork, error) { return ownWorkOf(q, r.Actor) })
		})
	web.Add(a.Platform, row("POST", "SaveMailedWork", "自分のもの", "どの案件のメールを受け取るか"),
		func(r *web.Request, in *struct{ Body mailInput }) (*ownWork, error) {
			return web.Writing(r, func(tx *store.Tx) (*ownWork, error) {
				u, err := tx.User(r.ID())
				if err != nil {
					return nil, err
				}
				if u.IsMailedAll != in.Body.IsMailedAll {
					u.IsMailedAll = in.Body.IsMailedAll
					if err := tx.UpdateUser(u, r.ID()); err != nil {
						return nil, err
					}
				}
				return ownWorkOf(&tx.Q, r.Actor)
			})
		})
	web.Add(a.Platform, row("POST", "SaveAbsence", "自分のもの", "不在の期間と、その間の代理"),
		func(r *web.Request, in *struct{ Body absenceInput }) (*ownWork, error) {
			return web.Writing(r, func(tx *store.Tx) (*ownWork, error) { return a.saveAbsence(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("POST", "EndAbsence", "自分のもの", "不在を終える、または取り消す"),
		func(r *web.Request, _ *struct{}) (*ownWork, error) {
			return web.Writing(r, func(tx *store.Tx) (*ownWork, error) {
				if err := tx.EndAbsence(r.ID()); err != nil {
					return nil, err
				}
				if err := tx.AddAudit(r.Line("absence_ended", "user", r.ID(), "ok", "")); err != nil {
					return nil, err
				}
				return ownWorkOf(&tx.Q, r.Actor)
			})
		})
}

// ownWorkOf is what the actor has set for himself.
func ownWorkOf(q *store.Q, by web.Actor) (*ownWork, error) {
	u, err := q.User(by.ID())
	if err != nil {
		return nil, err
	}
	users, err := colleagues(q, by)
	if err != nil {
		return nil, err
	}
	out := &ownWork{IsMailedAll: u.IsMailedAll, StandInList: []standIn{}, UserList: []Person{}}
	x, err := q.Absence(by.ID())
	if err == nil {
		out.Absence = &absence{FirstDay: x.FirstDay, LastDay: x.LastDay, DeputyID: x.DeputyID}
		if d := users[x.DeputyID]; d != nil {
			out.Absence.Deputy = d.UserName
		}
	} else if !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	absences, err := q.AbsencesFor(by.ID())
	if err != nil {
		return nil, err
	}
	for _, x := range absences {
		if users[x.UserID] != nil {
			out.StandInList = append(out.StandInList, standIn{users[x.UserID].UserName, x.FirstDay, x.LastDay})
		}
	}
	out.CanBeDeputed = len(absences) == 0
	for id, u := range users {
		if u.IsEnabled && id != by.ID() {
			out.UserList = append(out.UserList, *u)
		}
	}
	slices.SortFunc(out.UserList, func(x, y Person) int { return strings.Compare(x.UserName+x.UserID, y.UserName+y.UserID) })
	return out, nil
}

// saveAbsence writes when the actor is away and who looks after what is his. A deputy is there himself all the time: a deputy of a
// deputy is refused, from either end.
func (a Room) saveAbsence(tx *store.Tx, by web.Actor, in *absenceInput) (*ownWork, error) {
	users, err := colleagues(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	var c web.Check
	first, isFirst := deal.ParseDate(in.FirstDay)
	last, isLast := deal.ParseDate(in.LastDay)
	c.Ok(isFirst, "firstDay", "不在の最初の日を入力してください。")
	c.Ok(isLast, "lastDay", "不在の最後の日を入力してください。")
	if isFirst && isLast {
		c.Ok(!last.Before(first), "lastDay", "最後の日は、最初の日と同じか、それより後にしてください。")
		c.Ok(in.LastDay >= tx.Today(), "lastDay", "最後の日は、きょうか、それより後にしてください。")
		c.Ok(last.Sub(first) < maxAbsence*24*time.Hour, "lastDay", "不在は1年までです。それより長いときは、担当を引き継いでください。")
	}
	overlaps := func(x *store.Absence) bool { return x.FirstDay <= in.LastDay && in.FirstDay <= x.LastDay }
	if in.DeputyID != "" {
		c.Ok(in.DeputyID != by.ID() && mayBe(users, in.DeputyID, false), "deputyId", "代理には、この金融機関で利用中の別の担当者を選んでください。")
		x, err := tx.Absence(in.DeputyID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		c.Ok(err != nil || !overlaps(x), "deputyId", "その人も、同じ時期に不在です。ほかの人を選んでください。")
		own, err := tx.AbsencesFor(by.ID())
		if err != nil {
			return nil, err
		}
		c.Ok(!slices.ContainsFunc(own, func(x store.Absence) bool { return overlaps(&x) }), "deputyId",
			"同じ時期に、ほかの人の代理をしています。代理の代理は置けません。先に、その人に代理を変えてもらってください。")
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	before, err := tx.Absence(by.ID())
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	x := &store.Absence{UserID: by.ID(), FirstDay: in.FirstDay, LastDay: in.LastDay, DeputyID: in.DeputyID}
	if err := tx.SetAbsence(x, by.ID()); err != nil {
		return nil, err
	}
	isSame := before != nil && before.FirstDay == x.FirstDay && before.LastDay == x.LastDay && before.DeputyID == x.DeputyID
	if x.DeputyID != "" && !isSame { // a second click tells nothing new
		if err := a.tellOne(tx, mail.DeputyNamed, x.DeputyID, mail.Data{Link: a.BaseURL + "/member"}); err != nil {
			return nil, err
		}
	}
	if err := tx.AddAudit(by.Line("absence_saved", "user", by.ID(), "ok", in.FirstDay+"–"+in.LastDay+" deputy="+in.DeputyID)); err != nil {
		return nil, err
	}
	return ownWorkOf(&tx.Q, by)
}

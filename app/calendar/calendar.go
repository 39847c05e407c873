package calendar

import (
	"errors"
	"io"
	"strings"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// feedPath is the call under which a calendar program reads.
const feedPath = "/api/Calendar/GetCalendar"

// readEvery is how often it is noted that a calendar program reads, which may ask every few minutes.
const readEvery = time.Hour

type feedState struct {
	IsMade   bool   `json:"isMade"`
	Created  string `json:"created,omitempty"`
	LastRead string `json:"lastRead,omitempty" doc:"カレンダーが最後に読み込んだ時刻（1時間ごとに記録）"`
}

type feedAddress struct {
	Address string `json:"address" doc:"カレンダーに登録するURL。このときだけ示し、つなぐには照合用のハッシュだけを残す"`
}

type feedKey struct {
	Key string `query:"key" maxLength:"100"`
}

// Calls are the calls of a user's own calendar address.
func (a Room) Calls() {
	row := func(method, name, summary string) web.Call {
		return web.Call{Method: method, Path: "/api/Calendar/" + name, Area: "calendar", Callers: web.FIN, Records: "自分のもの",
			Summary: summary, Spec: "team 1"}
	}
	web.Add(a.Platform, row("GET", "GetCalendarFeed", "カレンダー用のURLがあるか"),
		func(r *web.Request, _ *struct{}) (*feedState, error) {
			return web.Reading(r, func(q *store.Q) (*feedState, error) {
				f, err := q.CalendarFeed(r.ID())
				if errors.Is(err, store.ErrNotFound) {
					return &feedState{}, nil
				}
				if err != nil {
					return nil, err
				}
				return &feedState{true, web.ServerTime(f.Created), web.ServerTime(f.LastRead)}, nil
			})
		})
	web.Add(a.Platform, row("POST", "MakeCalendarFeed", "カレンダー用のURLを作る。前のURLは使えなくなる"),
		func(r *web.Request, _ *struct{}) (*feedAddress, error) {
			return web.Writing(r, func(tx *store.Tx) (*feedAddress, error) {
				key := auth.NewSecret()
				if err := tx.MakeCalendarFeed(r.ID(), auth.HashSecret(key)); err != nil {
					return nil, err
				}
				return &feedAddress{a.BaseURL + feedPath + "?key=" + key}, tx.AddAudit(r.Line("calendar_made", "user", r.ID(), "ok", ""))
			})
		})
	web.Add(a.Platform, row("POST", "EndCalendarFeed", "カレンダー用のURLを使えなくする"),
		func(r *web.Request, _ *struct{}) (web.Nothing, error) {
			return web.Writing(r, func(tx *store.Tx) (web.Nothing, error) {
				if _, err := tx.CalendarFeed(r.ID()); err != nil {
					return web.Nothing{}, err
				}
				if err := tx.EndCalendarFeed(r.ID()); err != nil {
					return web.Nothing{}, err
				}
				return web.Nothing{}, tx.AddAudit(r.Line("calendar_ended", "user", r.ID(), "ok", ""))
			})
		})
	web.AddFile(a.Platform, web.Call{Method: "GET", Path: feedPath, Area: "calendar", Callers: web.ByKey,
		Records: "鍵の持ち主が見てよい、自分が担当か、担当者のいない用件", Summary: "次回対応日と期限（iCalendar）。番号だけで、名前はない", Spec: "team 1"},
		func(r *web.Request, in *feedKey) (*web.Download, error) { return a.calendar(r, in.Key) })
}

// calendar is what a calendar program reads.
func (a Room) calendar(r *web.Request, key string) (*web.Download, error) {
	var text string
	var f *store.CalendarFeed
	err := r.Read(func(q *store.Q) error {
		by, feed, err := a.ownerOf(q, key)
		if err != nil {
			return err
		}
		f = feed
		text, err = a.textOf(q, by)
		return err
	})
	if err != nil {
		return nil, err
	}
	if a.Store.Now().Sub(f.LastRead) >= readEvery {
		// The dates go out all the same where this cannot be written.
		if err := r.Write(func(tx *store.Tx) error { return tx.SeeCalendarFeed(f.UserID) }); err != nil {
			a.Log.Warn("the reading of a calendar is not noted", "err", err)
		}
	}
	return &web.Download{Name: "tsunagu.ics", MediaType: "text/calendar; charset=utf-8", Size: int64(len(text)),
		Body: io.NopCloser(strings.NewReader(text))}, nil
}

// ownerOf is whose address has a key. Rights are read anew each time, as at every call (trust.md G10); who may not sign in
// answers as a key that is not there.
func (a Room) ownerOf(q *store.Q, key string) (by web.Actor, f *store.CalendarFeed, err error) {
	if f, err = q.CalendarFeedOf(auth.HashSecret(key)); err != nil {
		return by, nil, err
	}
	u, err := q.User(f.UserID)
	if err != nil {
		return by, nil, err
	}
	isOut, err := web.IsOut(q, u)
	if err != nil {
		return by, nil, err
	}
	isDue, err := a.StepDue(q, u)
	if err != nil {
		return by, nil, err
	}
	if isOut || isDue || u.IsNeedPasswordChange || u.Status != int(deal.UserEnabled) || web.RoleOf(u) != deal.RoleFIN {
		return by, nil, store.ErrNotFound
	}
	institution, err := q.InstitutionOf(u)
	if err != nil {
		return by, nil, err
	}
	by, err = web.ActorOf(q, u, institution)
	return by, f, err
}

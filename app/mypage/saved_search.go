package mypage

import (
	"errors"

	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

const MaxSavedSearches = 50

var (
	errNameTaken    = web.Conflict("name_taken", "同じ名前の検索条件が保存されています。置き換えるか、別の名前で保存してください。")
	errTooManySaved = web.Conflict("too_many", "保存できる検索条件は50件までです。使わないものを削除してから、もう一度保存してください。")
)

func (a Room) SavedSearchCalls() {
	a.stopCall()
	const own, base = "自分が保存した検索条件", "/api/SavedSearch/"
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: base + "GetSavedSearchList", Area: "savedsearch", Callers: web.FIN | web.BUY,
		Records: own, Summary: "保存した検索条件の一覧。画面ごと", Spec: "domain 9 /seller-business",
	},
		func(r *web.Request, in *struct {
			Area string `query:"area" doc:"画面。その住所の最初の部分"`
		}) (*savedSearchList, error) {
			return web.Reading(r, func(q *store.Q) (*savedSearchList, error) { return savedSearches(q, r.Actor, in.Area) })
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: base + "RegistSavedSearch", Area: "savedsearch", Callers: web.FIN | web.BUY,
		Records: own, Summary: "検索条件の保存と変更", Spec: "domain 9 /seller-business",
	},
		func(r *web.Request, in *struct{ Body savedSearchInput }) (*SavedSearch, error) {
			return web.Writing(r, func(tx *store.Tx) (*SavedSearch, error) { return saveSearch(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: base + "UseSavedSearch", Area: "savedsearch", Callers: web.FIN | web.BUY,
		Records: own, Summary: "保存した検索条件を使った記録。新着はこの後のもの", Spec: "domain 9 /seller-business",
	},
		func(r *web.Request, in *struct{ Body savedSearchUse }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error {
				s, err := tx.SavedSearch(r.Viewer, in.Body.SavedSearchID)
				if err != nil {
					return err
				}
				return tx.UseSavedSearch(s)
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: base + "DeleteSavedSearch", Area: "savedsearch", Callers: web.FIN | web.BUY,
		Records: own, Summary: "保存した検索条件の削除", Spec: "domain 9 /seller-business",
	},
		func(r *web.Request, in *struct{ Body savedSearchRef }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return deleteSavedSearch(tx, r.Actor, &in.Body) })
		})
}

// stopCall is the deed of who holds the key in a mail, signed in or not: a person on the page, or his mail program by itself.
func (a Room) stopCall() {
	web.Add(a.Platform, web.Call{Method: "POST", Path: mail.StopCall, Area: "savedsearch", Callers: web.ByKey, PasswordDue: true,
		Records: "鍵の持ち主が保存した検索条件", Summary: "新着のお知らせをすべて止める（メールのリンク、RFC 8058）", Spec: "domain 7"},
		func(r *web.Request, in *stopKey) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.stopNotices(tx, r, in.Key) })
		})
}

type stopKey struct {
	Key string `query:"key" doc:"メールのリンクの鍵"`
}

// stopNotices ends the mails of all of a user's searches. A second press, or a user without searches, is answered like the first: the key
// tells nothing of him.
func (a Room) stopNotices(tx *store.Tx, r *web.Request, key string) error {
	userID, ok := a.Keys.StopKeyUser(key)
	if !ok {
		return store.ErrNotFound
	}
	n, err := tx.StopSearchNotices(userID)
	if err != nil || n == 0 {
		return err
	}
	u, err := tx.User(userID)
	if err != nil {
		return err
	}
	line := r.Line("saved_search.stop", "user", userID, "ok", "")
	if line.InstitutionID, err = tx.InstitutionOf(u); err != nil {
		return err
	}
	line.UserID, line.Role, line.ClientID = u.ID, int(web.RoleOf(u)), u.ClientID
	return tx.AddAudit(line)
}

// mayKeep returns an error if the actor cannot save searches on this screen.
func mayKeep(by web.Actor, area string) error {
	if _, ok := areaConditions[area]; !ok || by.Viewer.IsBuyer() && area != areaListings {
		return store.ErrNotFound
	}
	return nil
}

func savedSearchOf(s *store.SavedSearch) *SavedSearch {
	return &SavedSearch{SavedSearchID: s.ID, Version: s.Version, Area: s.Screen, Name: s.Name, Conditions: s.Query,
		Created: web.ServerTime(s.Created), Notice: s.Notice}
}

// savedSearches are the actor's own searches on one screen. Those of the listing search have the
// number of listings published since they were last used.
func savedSearches(q *store.Q, by web.Actor, area string) (*savedSearchList, error) {
	if err := mayKeep(by, area); err != nil {
		return nil, err
	}
	found, err := q.SavedSearches(by.Viewer, area)
	if err != nil {
		return nil, err
	}
	out := &savedSearchList{SavedSearchList: make([]SavedSearch, len(found)), AllCount: len(found)}
	for i := range found {
		out.SavedSearchList[i] = *savedSearchOf(&found[i])
		if area != areaListings {
			continue
		}
		if out.SavedSearchList[i].NewCount, err = newSince(q, by, &found[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// newSince counts, by the search's own rules, what the actor would find among listings published
// since the last use; nil if the conditions are not valid any more, for example after a seller
// moved to another bank.
func newSince(q *store.Q, by web.Actor, s *store.SavedSearch) (*int, error) {
	in, err := savedListingQuery(s.Query)
	if err != nil {
		return nil, err
	}
	in.PublishedAfter = s.Used
	list, err := listing.SearchListings(q, by, in)
	var problem *web.Problem
	if errors.Is(err, store.ErrNotFound) || errors.As(err, &problem) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &list.AllCount, nil
}

// saveSearch saves a search under a new name, or changes the name or conditions of a saved one. A
// name is unique per screen; to replace a search, the caller gives its id.
func saveSearch(tx *store.Tx, by web.Actor, in *savedSearchInput) (*SavedSearch, error) {
	if err := mayKeep(by, in.Area); err != nil {
		return nil, err
	}
	s, isNew := &store.SavedSearch{UserID: by.ID(), Screen: in.Area}, in.SavedSearchID == ""
	if !isNew {
		var err error
		if s, err = tx.SavedSearch(by.Viewer, in.SavedSearchID); err != nil {
			return nil, err
		}
		if s.Screen != in.Area {
			return nil, store.ErrNotFound // a search cannot move to another screen
		}
	}
	var c web.Check
	c.Text(in, "name", "名前", &in.Name, true)
	if in.Conditions != nil {
		s.Query = savedConditions(&c, in.Area, *in.Conditions)
	}
	c.Ok(in.Conditions != nil || !isNew, "conditions", "保存する検索条件がありません。条件を指定してください。")
	notice := s.Notice
	if in.Notice != nil {
		notice = *in.Notice
		c.Ok(deal.SearchNotice(notice).Known() && (notice == int(deal.SearchNever) || in.Area == areaListings), "notice",
			"新着のお知らせを、毎日、毎週、しない、から選んでください。売却案件検索の条件だけで選べます。")
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	if in.Version != s.Version {
		return nil, web.ErrStale
	}
	others, err := tx.SavedSearches(by.Viewer, in.Area)
	if err != nil {
		return nil, err
	}
	for _, o := range others {
		if o.Name == in.Name && o.ID != s.ID {
			return nil, errNameTaken
		}
	}
	if s.Name = in.Name; notice != s.Notice {
		s.Notice, s.Told = notice, tx.Now() // what is there already is no news
	}
	if isNew {
		if n, err := tx.CountSavedSearches(by.Viewer); err != nil {
			return nil, err
		} else if n >= MaxSavedSearches {
			return nil, errTooManySaved
		}
		err = tx.CreateSavedSearch(s)
	} else {
		if in.Conditions != nil {
			s.Used = tx.Now() // with other conditions the count begins anew, and the mails
		}
		err = tx.UpdateSavedSearch(s)
	}
	if err != nil {
		return nil, err
	}
	return savedSearchOf(s), tx.AddAudit(by.Line("saved_search.save", "saved_search", s.ID, "ok", ""))
}

func deleteSavedSearch(tx *store.Tx, by web.Actor, in *savedSearchRef) error {
	s, err := tx.SavedSearch(by.Viewer, in.SavedSearchID)
	if err != nil {
		return err
	}
	if in.Version != s.Version {
		return web.ErrStale
	}
	if err := tx.DeleteSavedSearch(s); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("saved_search.delete", "saved_search", s.ID, "ok", ""))
}

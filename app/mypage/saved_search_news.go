package mypage

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
)

// TellSearches mails the users of saved searches what is new by them (domain.md 7), each user in one mail. Nothing is looked for where
// nothing was published since a search was last used or mailed; the others are asked one by one for what was published
// since, those of a user in one snapshot.
func (a Room) TellSearches(r *web.JobRun) error {
	if err := r.Platform.Store.IndexReady(r.Context); err != nil && r.Err() != nil {
		return err
	}
	due, users := map[string][]dueSearch{}, []string{}
	for _, notice := range []deal.SearchNotice{deal.SearchDaily, deal.SearchWeekly} {
		var all []store.SearchToTell
		// What is told of ends with the newest publication that is there now, not with the clock: one that is being
		// written meanwhile is later than it and comes with the next mail.
		var until time.Time
		if err := r.Read(func(q *store.Q) (err error) {
			if until, err = q.NewestPublication(notice.Until(q.Now())); err == nil && !until.IsZero() {
				all, err = q.SearchesToTell(areaListings, int(notice), until)
			}
			return err
		}); err != nil {
			return err
		}
		for _, s := range all {
			if due[s.UserID] == nil {
				users = append(users, s.UserID)
			}
			due[s.UserID] = append(due[s.UserID], dueSearch{s.ID, notice, until})
		}
	}
	for i, user := range users {
		r.Progress(i, len(users))
		if err := r.Rest(); err != nil {
			return err
		}
		if err := a.tellUser(r, user, due[user]); err != nil {
			return err
		}
	}
	return nil
}

// casesAtMost bounds the case numbers in a mail of several searches.
const casesAtMost = 20

// dueSearch is a saved search of which its user may be told.
type dueSearch struct {
	id     string
	notice deal.SearchNotice
	until  time.Time
}

// news are what is new by one search: a few of the listings, and how many there are.
type news struct {
	search *store.SavedSearch
	until  time.Time
	some   []string
	count  int
}

// tellUser looks for what is new by a user's searches, and mails it. It looks again in the transaction that writes the mail: what was taken
// off the market since, or hidden from him, is neither counted nor named.
func (a Room) tellUser(r *web.JobRun, user string, due []dueSearch) error {
	isNew := false
	if err := r.Read(func(q *store.Q) error {
		found, _, err := newsOf(q, due)
		isNew = len(found) > 0
		return err
	}); err != nil || !isNew {
		return err
	}
	return r.Piece(user, func(tx *store.Tx) (string, error) {
		found, by, err := newsOf(&tx.Q, due)
		if err != nil || len(found) == 0 {
			return "", err
		}
		d := mail.Data{Link: a.BaseURL + "/" + areaListings, Stop: a.BaseURL + mail.StopPage + a.Keys.StopKey(user)}
		for _, n := range found {
			d.Count += n.count
			link := a.BaseURL + "/" + areaListings + "?" + savedParameter + "=" + n.search.ID
			if d.Searches = append(d.Searches, mail.Found{Count: n.count, Link: link}); len(found) == 1 {
				d.Link = link
			}
			for _, listingID := range n.some {
				if number := web.CaseNumber("L", listingID); !slices.Contains(d.Cases, number) && len(d.Cases) < casesAtMost {
					w, err := tx.ListingContent(listingID, store.Published)
					if err != nil {
						return "", err
					}
					d.Cases, d.Summaries = append(d.Cases, number), append(d.Summaries, match.Summary(w, false))
				}
			}
			if err := tx.TellSavedSearch(n.search, n.until); err != nil {
				return "", err
			}
		}
		return "知らせた方", a.MailUser(tx, mail.SavedSearchNews, by.User, user, d)
	})
}

// newsOf are a user's searches by which something is new, with himself as he is now; none where he is not told any more.
func newsOf(q *store.Q, due []dueSearch) (out []news, by web.Actor, err error) {
	for _, x := range due {
		s, who, err := searchToTell(q, x.id, x.notice)
		if err != nil {
			return nil, by, err
		}
		if s == nil || !s.NewsSince().Before(x.until) {
			continue
		}
		by = who
		n := news{search: s, until: x.until}
		if n.some, n.count, err = newBySearch(q, by, s, x.until); err != nil {
			return nil, by, err
		}
		if n.count > 0 {
			out = append(out, n)
		}
	}
	return out, by, nil
}

// savedParameter names, in the address of a screen, the saved search that it opens. The conditions themselves never
// stand in a mail: they may hold words that somebody typed.
const savedParameter = "saved"

// searchToTell is a saved search with its user as he is now; nil where he is not told by it any more.
func searchToTell(q *store.Q, id string, notice deal.SearchNotice) (*store.SavedSearch, web.Actor, error) {
	s, err := q.SavedSearchOf(id)
	if errors.Is(err, store.ErrNotFound) || err == nil && s.Notice != int(notice) {
		return nil, web.Actor{}, nil
	}
	if err != nil {
		return nil, web.Actor{}, err
	}
	u, err := q.User(s.UserID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, web.Actor{}, nil
	}
	if err != nil || u.Status != int(deal.UserEnabled) || !u.RegistSendMail {
		return nil, web.Actor{}, err
	}
	if out, err := web.IsOut(q, u); err != nil || out {
		return nil, web.Actor{}, err
	}
	institution, err := q.InstitutionOf(u)
	if err != nil {
		return nil, web.Actor{}, err
	}
	by, err := web.ActorOf(q, u, institution)
	return s, by, err
}

// newBySearch finds, by the search's own rules and with the rights of its user, the listings on the market that were
// published since he last used it or was told of it: how many, and a few of them. Conditions that are not valid any
// more find none.
func newBySearch(q *store.Q, by web.Actor, s *store.SavedSearch, until time.Time) (some []string, count int, err error) {
	in, err := savedListingQuery(s.Query)
	if err != nil {
		return nil, 0, err
	}
	in.IsPublic, in.IsSold, in.Limit = true, false, deal.SearchCasesAtOnce
	in.PublishedAfter, in.PublishedUntil = s.NewsSince(), until
	list, err := listing.SearchListings(q, by, in)
	var problem *web.Problem
	if errors.Is(err, store.ErrNotFound) || errors.As(err, &problem) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	_, rows, count := list.EncodedList()
	for _, row := range rows {
		var of struct {
			SellerBusinessID string `json:"sellerBusinessId"`
		}
		if err := json.Unmarshal(row, &of); err != nil {
			return nil, 0, err
		}
		some = append(some, of.SellerBusinessID)
	}
	return some, count, nil
}

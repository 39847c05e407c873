package mypage

import (
	"encoding/json"
	"errors"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
)

// TellSearches mails the users of saved searches what is new by them (domain.md 7). Nothing is looked for where
// nothing was published since a search was last used or mailed; the others are asked one by one for what was published
// since, each in a snapshot of its own.
func (a Room) TellSearches(r *web.JobRun) error {
	if err := r.Platform.Store.IndexReady(r.Context); err != nil && r.Err() != nil {
		return err
	}
	for _, notice := range []deal.SearchNotice{deal.SearchDaily, deal.SearchWeekly} {
		var ids []string
		// What is told of ends with the newest publication that is there now, not with the clock: one that is being
		// written meanwhile is later than it and comes with the next mail.
		var until time.Time
		if err := r.Read(func(q *store.Q) (err error) {
			if until, err = q.NewestPublication(notice.Until(q.Now())); err == nil && !until.IsZero() {
				ids, err = q.SearchesToTell(areaListings, int(notice), until)
			}
			return err
		}); err != nil {
			return err
		}
		for i, id := range ids {
			r.Progress(i, len(ids))
			if err := r.Rest(); err != nil {
				return err
			}
			if err := a.tellSearch(r, id, notice, until); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellSearch looks for what is new by one search, and mails it.
func (a Room) tellSearch(r *web.JobRun, id string, notice deal.SearchNotice, until time.Time) error {
	var seen *store.SavedSearch
	var found []string
	var count int
	if err := r.Read(func(q *store.Q) (err error) {
		s, by, err := searchToTell(q, id, notice)
		if s == nil || err != nil {
			return err
		}
		seen = s
		found, count, err = newBySearch(q, by, s, until)
		return err
	}); err != nil || count == 0 {
		return err
	}
	return r.Piece(id, func(tx *store.Tx) (string, error) {
		s, by, err := searchToTell(&tx.Q, id, notice)
		if s == nil || err != nil || s.Version != seen.Version || !s.NewsSince().Equal(seen.NewsSince()) {
			return "", err // it was used, changed or told since; the next run asks again
		}
		shown, err := tx.ShownListings(by.Viewer, found)
		if err != nil || len(shown) < len(found) {
			return "", err
		}
		d := mail.Data{Count: count, Link: a.BaseURL + "/" + areaListings + "?" + savedParameter + "=" + s.ID}
		for _, listingID := range found {
			w, err := tx.ListingContent(listingID, store.Published)
			if err != nil {
				return "", err
			}
			d.Cases = append(d.Cases, web.CaseNumber("L", listingID))
			d.Summaries = append(d.Summaries, match.Summary(w, false))
		}
		if err := tx.TellSavedSearch(s, until); err != nil {
			return "", err
		}
		return "知らせた検索", a.MailUser(tx, mail.SavedSearchNews, by.User, s.ID, d)
	})
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

package listing

import (
	"slices"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/match"
	"tsunagu/app/score"
	"tsunagu/app/web"
	"tsunagu/store"
)

// What a buyer was told of by which mail.
const (
	recommendedNew    = "new"
	RecommendedWeekly = "weekly"
)

// RecommendWeekly mails buyers once a week that listings fit which they were not told of yet. The
// mail names none of them. Who has had this week's is passed over: a run that was broken off, failed or
// is asked for once more goes on where the last one was, and does not begin the next week.
func (a Room) RecommendWeekly(r *web.JobRun) error {
	return recommend(r, RecommendedWeekly, 0, deal.RecommendedApart, deal.RecommendedAtOnce,
		func(tx *store.Tx, buyerID string, fitting []string) error {
			return a.MailBuyer(tx, mail.WeeklyRecommendation, buyerID, "", mail.Data{Link: a.BaseURL + "/mypage"})
		})
}

// TellNewListings mails buyers of listings that were published in the last days and fit; of many at
// once the best alone, the others come with the week's.
func (a Room) TellNewListings(r *web.JobRun) error {
	return recommend(r, recommendedNew, deal.NewMailDays, 0, deal.LimitAll, func(tx *store.Tx, buyerID string, fitting []string) error {
		for _, id := range fitting[:min(len(fitting), deal.NewMailsAtOnce)] {
			if err := a.MailBuyer(tx, mail.ListingPublished, buyerID, id,
				mail.Data{CaseNumber: web.CaseNumber("L", id), Link: a.BaseURL + "/seller-business/" + id}); err != nil {
				return err
			}
		}
		return nil
	})
}

// recommend finds for each buyer that wants mails what fits it and was not told yet, of all that
// shows or (with days) of what was published in the last days, the best first and at most so many, marks it as told and
// tells it. With apart, but for those that were told so few days ago.
func recommend(r *web.JobRun, kind string, days, apart, most int, tell func(tx *store.Tx, buyerID string, fitting []string) error) error {
	// By SQL it takes a large network days, so it waits for the index; where none can be built, it
	// goes on without.
	if err := r.Platform.Store.IndexReady(r.Context); err != nil && r.Err() != nil {
		return err
	}
	var buyers []string
	if err := r.Read(func(q *store.Q) (err error) {
		since := time.Time{}
		if apart > 0 {
			since = q.Now().AddDate(0, 0, -apart)
		}
		buyers, err = q.RecommendedBuyers(kind, since)
		return err
	}); err != nil {
		return err
	}
	for i, id := range buyers {
		r.Progress(i, len(buyers))
		if err := r.Rest(); err != nil {
			return err
		}
		fitting, err := fitting(r, kind, id, days, most)
		if err != nil {
			return err
		}
		if len(fitting) == 0 {
			continue
		}
		if err := r.Piece(id, func(tx *store.Tx) (string, error) {
			fresh := fitting[:0:0]
			for _, listing := range fitting {
				if ok, err := tx.MarkRecommended(kind, id, listing); err != nil {
					return "", err
				} else if ok {
					fresh = append(fresh, listing)
				}
			}
			if c, err := tx.CompanyOf(id); err != nil || len(fresh) == 0 || !c.IsSendRecommendMail {
				return "", err
			}
			return "知らせた買手", tell(tx, id, fresh)
		}); err != nil {
			return err
		}
	}
	return nil
}

// fitting are the listings that fit a buyer by score, that it may see and has not turned down, and
// that it was not told of. A buyer without anybody to tell is passed over.
func fitting(r *web.JobRun, kind, buyerID string, days, most int) (ids []string, err error) {
	err = r.Read(func(q *store.Q) error {
		c, err := q.CompanyOf(buyerID)
		if err != nil || c.Status != int(deal.CompanyEnabled) {
			return err
		}
		us, err := q.UsersOf(buyerID, int(deal.RoleBUY))
		if err != nil || !slices.ContainsFunc(us, func(u store.User) bool { return u.Status == int(deal.UserEnabled) && u.RegistSendMail }) {
			return err
		}
		weights, err := match.WeightsOf(q)
		if err != nil {
			return err
		}
		s := &store.ListingSearch{IsShowing: true, Limit: most}
		if first, ok := deal.ParseDate(deal.AddDays(q.Now(), -days)); ok && days > 0 {
			s.PublishedAfter = first.Add(-time.Millisecond)
		}
		ids, err = q.FittingListings(store.Viewer{InstitutionID: c.InstitutionID, BuyerID: c.ID}, s,
			&store.ListingScoring{Fit: match.FitOf(weights), BuyerID: c.ID, Least: score.Recommended, ByScore: true, NotTold: kind})
		return err
	})
	return ids, err
}

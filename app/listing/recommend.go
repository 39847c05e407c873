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

// recommendation is one kind of mail of listings that fit.
type recommendation struct {
	kind  string
	days  int // published in the last days; 0: all that shows
	apart int // days between two of them to one buyer; 0: none
	most  int // listings that one run tells a buyer of, the best first
	tell  func(tx *store.Tx, buyerID string, fitting []string) error
}

// RecommendWeekly mails buyers once a week that listings fit which they were not told of yet, and names none. Who has had this
// week's is passed over: a run that was broken off, failed or is asked for once more goes on where the last one was.
func (a Room) RecommendWeekly(r *web.JobRun) error {
	return recommend(r, &recommendation{kind: RecommendedWeekly, apart: deal.RecommendedApart, most: deal.RecommendedAtOnce,
		tell: func(tx *store.Tx, buyerID string, fitting []string) error {
			return a.MailBuyer(tx, mail.WeeklyRecommendation, buyerID, "", mail.Data{Link: a.BaseURL + "/mypage"})
		}})
}

// TellNewListings mails buyers of fitting listings of the last days; of many at once the best alone, the others come with the week's.
func (a Room) TellNewListings(r *web.JobRun) error {
	return recommend(r, &recommendation{kind: recommendedNew, days: deal.NewMailDays, most: deal.LimitAll,
		tell: func(tx *store.Tx, buyerID string, fitting []string) error {
			for _, id := range fitting[:min(len(fitting), deal.NewMailsAtOnce)] {
				w, err := tx.ListingContent(id, store.Published)
				if err != nil {
					return err
				}
				d := mail.Data{CaseNumber: web.CaseNumber("L", id), Link: a.BaseURL + "/seller-business/" + id,
					Summaries: [][]string{match.Summary(w, false)}}
				if err := a.MailBuyer(tx, mail.ListingPublished, buyerID, id, d); err != nil {
					return err
				}
			}
			return nil
		}})
}

// buyersAtOnce is for how many buyers listings are looked for together.
const buyersAtOnce = 1000

// recommend finds for each buyer that wants mails what fits it and was not told yet, marks it as told and tells it.
func recommend(r *web.JobRun, what *recommendation) error {
	// By SQL it takes a large network days, so it waits for the index; where none can be built, it
	// goes on without.
	if err := r.Platform.Store.IndexReady(r.Context); err != nil && r.Err() != nil {
		return err
	}
	f := &store.Fitting{Kind: what.kind, Least: score.Recommended, Most: what.most}
	var buyers []string
	if err := r.Read(func(q *store.Q) (err error) {
		if what.apart > 0 {
			f.Since = q.Now().AddDate(0, 0, -what.apart)
		}
		if first, ok := deal.ParseDate(deal.AddDays(q.Now(), -what.days)); ok && what.days > 0 {
			f.PublishedAfter = first.Add(-time.Millisecond)
		}
		if what.days > 0 {
			if is, err := q.ShowNewly(f.PublishedAfter); !is || err != nil {
				return err
			}
		}
		buyers, err = q.MailedBuyers(r.Rest)
		return err
	}); err != nil {
		return err
	}
	done := 0
	for some := range slices.Chunk(buyers, buyersAtOnce) {
		r.Progress(done, len(buyers))
		var found []store.FittingBuyer
		if err := r.Read(func(q *store.Q) error {
			weights, err := match.WeightsOf(q)
			if err != nil {
				return err
			}
			f.Fit = match.FitOf(weights)
			found, err = q.FittingListingsOf(some, f, r.Rest)
			return err
		}); err != nil {
			return err
		}
		for i, of := range found {
			r.Progress(done+i*len(some)/len(found), len(buyers))
			if err := r.Rest(); err != nil {
				return err
			}
			if err := r.Piece(of.BuyerID, func(tx *store.Tx) (string, error) { return what.write(tx, of) }); err != nil {
				return err
			}
		}
		done += len(some)
	}
	return nil
}

// write marks what a buyer is told of, and tells it. What it may see may have changed since it was found.
func (what *recommendation) write(tx *store.Tx, of store.FittingBuyer) (did string, err error) {
	c, err := tx.CompanyOf(of.BuyerID)
	if err != nil || !c.IsSendRecommendMail || c.Status != int(deal.CompanyEnabled) || c.InstitutionID != of.InstitutionID {
		return "", err
	}
	if isAlone, err := tx.AsksNoContact(c.ID); err != nil || isAlone {
		return "", err // what it may be told again, it is told of then
	}
	news, err := tx.NewsListings(of.Viewer, of.Listings)
	if err != nil {
		return "", err
	}
	fresh := of.Listings[:0:0]
	for _, listing := range of.Listings {
		if !news[listing] {
			continue
		}
		if ok, err := tx.MarkRecommended(what.kind, of.BuyerID, listing); err != nil {
			return "", err
		} else if ok {
			fresh = append(fresh, listing)
		}
	}
	if len(fresh) == 0 {
		return "", nil
	}
	return "知らせた買手", what.tell(tx, of.BuyerID, fresh)
}

package app

import (
	"cmp"
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// What a buyer was told of by which mail.
const (
	recommendedNew    = "new"
	recommendedWeekly = "weekly"
)

// recommendPage is how many listings are read at once: others read in between.
const recommendPage = 200

// showing is what the score may know of a listing that shows (domain.md 8), with who may see it left
// out: that is asked of the store, with the buyer's eyes, for the few that fit.
type showing struct {
	id     string
	isNew  bool
	points deal.ListingPoints
}

// recommendWeekly mails buyers once a week that listings fit which they were not told of yet. The
// mail names none of them.
func (a *App) recommendWeekly(r *jobRun) error {
	shown, err := r.showing()
	if err != nil {
		return err
	}
	return r.recommend(recommendedWeekly, shown, deal.RecommendedAtOnce, func(tx *store.Tx, buyerID string, fitting []string) error {
		return a.mailBuyer(tx, mail.WeeklyRecommendation, buyerID, "", mail.Data{Link: a.BaseURL + "/mypage"})
	})
}

// tellNewListings mails buyers of listings that were published in the last days and fit; of many at
// once the best alone, the others come with the week's.
func (a *App) tellNewListings(r *jobRun) error {
	shown, err := r.showing()
	if err != nil {
		return err
	}
	shown = slices.DeleteFunc(shown, func(s showing) bool { return !s.isNew })
	return r.recommend(recommendedNew, shown, deal.LimitAll, func(tx *store.Tx, buyerID string, fitting []string) error {
		for _, id := range fitting[:min(len(fitting), deal.NewMailsAtOnce)] {
			if err := a.mailBuyer(tx, mail.ListingPublished, buyerID, id, mail.Data{CaseNumber: caseNumber("L", id), Link: a.BaseURL + "/seller-business/" + id}); err != nil {
				return err
			}
		}
		return nil
	})
}

// showing reads all listings that show, a page at a time.
func (r *jobRun) showing() ([]showing, error) {
	var out []showing
	for after, more := int64(0), true; more; {
		if err := r.read(func(q *store.Q) error {
			found, last, err := q.ShownListings(after, recommendPage)
			for i := range found {
				out = append(out, showing{found[i].ID, deal.Within(found[i].PublishedAt, q.Now(), deal.NewMailDays), listingPoints(&found[i].Content)})
			}
			after, more = last, len(found) == recommendPage
			return err
		}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// recommend finds for each buyer that wants mails what fits it and was not told yet, the best first
// and at most so many, marks it as told and tells it.
func (r *jobRun) recommend(kind string, shown []showing, most int, tell func(tx *store.Tx, buyerID string, fitting []string) error) error {
	var buyers []string
	if len(shown) == 0 {
		return nil
	}
	if err := r.read(func(q *store.Q) (err error) { buyers, err = q.RecommendedBuyers(); return err }); err != nil {
		return err
	}
	for i, id := range buyers {
		r.progress(i, len(buyers))
		if err := r.Err(); err != nil {
			return err
		}
		fitting, err := r.fitting(kind, id, shown, most)
		if err != nil {
			return err
		}
		if len(fitting) == 0 {
			continue
		}
		if err := r.piece(id, func(tx *store.Tx) (string, error) {
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
func (r *jobRun) fitting(kind, buyerID string, shown []showing, most int) ([]string, error) {
	var needs []deal.NeedPoints
	var viewer store.Viewer
	var told map[string]bool
	var weights deal.Weights
	if err := r.read(func(q *store.Q) error {
		c, err := q.CompanyOf(buyerID)
		if err != nil || c.Status != int(deal.CompanyEnabled) {
			return err
		}
		us, err := q.UsersOf(buyerID, int(deal.RoleBUY))
		if err != nil || !slices.ContainsFunc(us, func(u store.User) bool { return u.Status == int(deal.UserEnabled) && u.RegistSendMail }) {
			return err
		}
		viewer = store.Viewer{InstitutionID: c.InstitutionID, BuyerID: c.ID}
		found, err := q.NeedsOfCompany(viewer, c.ID)
		for i := range found {
			needs = append(needs, needPoints(&found[i]))
		}
		if err == nil {
			told, err = q.Recommended(kind, buyerID)
		}
		if err == nil {
			weights, err = weightsOf(q)
		}
		return err
	}); err != nil || len(needs) == 0 {
		return nil, err
	}
	type scored struct {
		id    string
		total int
	}
	var best []scored
	for _, l := range shown {
		if told[l.id] {
			continue
		}
		if s, ok := deal.BestScore(l.points, needs, scoreNames, weights); ok && s.Total >= deal.RecommendedScore {
			best = append(best, scored{l.id, s.Total})
		}
	}
	slices.SortStableFunc(best, func(x, y scored) int { return cmp.Compare(y.total, x.total) })
	out := []string{}
	for part := range slices.Chunk(best, recommendPage) {
		ids := make([]string, len(part))
		for i := range part {
			ids[i] = part[i].id
		}
		if err := r.read(func(q *store.Q) error {
			found, _, err := q.SearchListings(viewer, &store.ListingSearch{IDs: ids, IsShowing: true, Limit: len(ids)})
			if err != nil {
				return err
			}
			rows, err := q.OwnNegotiations(viewer, buyerID, ids)
			if err != nil {
				return err
			}
			sees := map[string]bool{}
			for i := range found {
				f := deal.MatchFacts{IsShown: true, BuyerStatus: deal.CompanyEnabled}
				for _, n := range rows[found[i].ID] {
					f.Interest, f.IsBroken = deal.InterestStatus(n.InterestStatus), deal.NegotiationStatus(n.Status) == deal.NegotiationBroken
				}
				sees[found[i].ID] = deal.Scorable(f)
			}
			for _, id := range ids {
				if sees[id] {
					out = append(out, id)
				}
			}
			return nil
		}); err != nil {
			return nil, err
		}
		if len(out) >= most {
			return out[:most], nil
		}
	}
	return out, nil
}

package listing

import (
	"fmt"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// EndExclusivities ends the 受付停止 of listings whose 独占交渉期限 is over. Who reads a listing
// sees it ended with the day itself (store/listing.go lapse); here it is written down.
func EndExclusivities(r *web.JobRun) error {
	var ids []string
	if err := r.Read(func(q *store.Q) (err error) { ids, err = q.EndedExclusivities(); return err }); err != nil {
		return err
	}
	return r.Each(ids, func(tx *store.Tx, id string) (string, error) {
		l, err := tx.OfficeListing(id)
		if err != nil || l.IsSuspended {
			return "", err
		}
		if err := tx.UpdateListing(l, ""); err != nil {
			return "", err
		}
		return "受付を再開した案件", ListingDeed(tx, web.System, l, string(deal.ListingResume), l.Status, "")
	})
}

// ExpireListings disables listings whose period is over for too long, by the days that were in force
// when they were published (domain.md 3.1).
func (a Room) ExpireListings(r *web.JobRun) error {
	var due []store.DuePeriod
	var periods deal.Schedule
	if err := r.Read(func(q *store.Q) (err error) {
		if periods, err = web.PeriodsOf(q); err == nil {
			due, err = q.DuePeriods("", deal.AddDays(q.Now(), -periods.LeastOutsidePeriodDays()-1))
		}
		return err
	}); err != nil {
		return err
	}
	days, ids := map[string]int{}, []string{}
	for _, d := range due {
		if n := periods.At(d.PublishedAt).OutsidePeriodDays; d.DueDate < deal.AddDays(r.Began, -n) {
			days[d.ID], ids = n, append(ids, d.ID)
		}
	}
	return r.Each(ids, func(tx *store.Tx, id string) (string, error) {
		l, err := tx.OfficeListing(id)
		if err != nil {
			return "", err
		}
		e, _, err := Event(tx, web.System, l, deal.ListingInput{Event: deal.ListingExpire}, deal.ActorSystem)
		if err != nil {
			return "", err
		}
		l.StopReason = fmt.Sprintf("公開期限から%d日が過ぎたため", days[id])
		if err := a.MoveListing(tx, web.System, l, e, string(deal.ListingExpire), ""); err != nil {
			return "", err
		}
		return "無効にした案件", persons.In(a.Platform).Mail(tx, mail.ListingExpired, l.InstitutionID, store.InChargeOfListing, l.ID,
			mail.Data{CaseNumber: web.CaseNumber("L", l.ID), Link: a.BaseURL + web.ListingPath(l.ID), Days: days[id]})
	})
}

// RemindPeriods tells SF of the end of a listing's period, twice before and on the day (domain.md
// 3.1). A reminder whose day was missed, since the machine was off, is sent late; of several the
// last one alone.
func (a Room) RemindPeriods(r *web.JobRun) error {
	var due []store.DuePeriod
	var periods deal.Schedule
	if err := r.Read(func(q *store.Q) (err error) {
		if periods, err = web.PeriodsOf(q); err == nil {
			due, err = q.DuePeriods("", deal.AddDays(q.Now(), periods.At(q.Now()).PeriodFirstDays))
		}
		return err
	}); err != nil {
		return err
	}
	terms, byID, ids := periods.At(r.Began), map[string]store.DuePeriod{}, []string{}
	for _, d := range due {
		ends := deal.AddDays(r.Began, -periods.At(d.PublishedAt).OutsidePeriodDays) // who is not told by then is told of the end
		if d.DueDate >= ends && terms.PeriodStage(d.DueDate, d.PublishedAt, r.Began) > 0 {
			byID[d.ID], ids = d, append(ids, d.ID)
		}
	}
	return r.Each(ids, func(tx *store.Tx, id string) (string, error) {
		l, err := tx.OfficeListing(id)
		if err != nil {
			return "", err
		}
		d := byID[id]
		if p, err := published(&tx.Q, id); err != nil || p == nil || p.DueDate != d.DueDate || l.Status != int(deal.ListingShowing) {
			return "", err // it has changed since it was listed
		}
		stage := terms.PeriodStage(d.DueDate, d.PublishedAt, tx.Now())
		if stage == 0 {
			return "", nil
		}
		if fresh, err := tx.Remind("period", id, d.DueDate, stage); err != nil || !fresh {
			return "", err
		}
		return "知らせた案件", persons.In(a.Platform).Mail(tx, mail.ListingPeriodEnding, l.InstitutionID, store.InChargeOfListing, l.ID,
			mail.Data{CaseNumber: web.CaseNumber("L", l.ID), Link: a.BaseURL + web.ListingPath(l.ID),
				Days: terms.PeriodReminderDays()[stage-1], After: periods.At(d.PublishedAt).OutsidePeriodDays, Expires: web.LastMoment(d.DueDate)})
	})
}

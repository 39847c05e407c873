package app

import (
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// endExclusivities ends the 受付停止 of listings whose 独占交渉期限 is over. Who reads a listing
// sees it ended with the day itself (store/listing.go lapse); here it is written down.
func (a *App) endExclusivities(r *jobRun) error {
	var ids []string
	if err := r.read(func(q *store.Q) (err error) { ids, err = q.EndedExclusivities(); return err }); err != nil {
		return err
	}
	return r.each(ids, func(tx *store.Tx, id string) (string, error) {
		l, err := tx.OfficeListing(id)
		if err != nil || l.IsSuspended {
			return "", err
		}
		if err := tx.UpdateListing(l, ""); err != nil {
			return "", err
		}
		return "受付を再開した案件", a.listingDeed(tx, system, l, string(deal.ListingResume), l.Status, "")
	})
}

// expireListings disables listings whose period is over since 90 days (domain.md 3.1).
func (a *App) expireListings(r *jobRun) error {
	var due []store.DuePeriod
	if err := r.read(func(q *store.Q) (err error) {
		due, err = q.DuePeriods("", deal.AddDays(q.Now(), -deal.OutsidePeriodDays-1))
		return err
	}); err != nil {
		return err
	}
	ids := make([]string, len(due))
	for i := range due {
		ids[i] = due[i].ID
	}
	return r.each(ids, func(tx *store.Tx, id string) (string, error) {
		l, err := tx.OfficeListing(id)
		if err != nil {
			return "", err
		}
		e, _, err := a.event(tx, system, l, deal.ListingInput{Event: deal.ListingExpire}, deal.ActorSystem)
		if err != nil {
			return "", err
		}
		l.StopReason = "公開期限から90日が過ぎたため"
		if err := a.moveListing(tx, system, l, e, string(deal.ListingExpire), ""); err != nil {
			return "", err
		}
		return "無効にした案件", a.mailInstitution(tx, mail.ListingExpired, l.InstitutionID, l.ID, mail.Data{CaseNumber: caseNumber("L", l.ID), Link: a.BaseURL + listingPath(l.ID)})
	})
}

// remindPeriods tells SF of the end of a listing's period, 30 and 7 days before and on the day
// (domain.md 3.1). A day that was slept through is told late, of several the last one alone.
func (a *App) remindPeriods(r *jobRun) error {
	var due []store.DuePeriod
	if err := r.read(func(q *store.Q) (err error) {
		due, err = q.DuePeriods(deal.AddDays(q.Now(), -deal.OutsidePeriodDays), deal.AddDays(q.Now(), deal.PeriodReminderDays[0]))
		return err
	}); err != nil {
		return err
	}
	byID, ids := map[string]store.DuePeriod{}, []string{}
	for _, d := range due {
		if deal.PeriodStage(d.DueDate, d.PublishedAt, r.began) > 0 {
			byID[d.ID], ids = d, append(ids, d.ID)
		}
	}
	return r.each(ids, func(tx *store.Tx, id string) (string, error) {
		l, err := tx.OfficeListing(id)
		if err != nil {
			return "", err
		}
		d := byID[id]
		if p, err := published(&tx.Q, id); err != nil || p == nil || p.DueDate != d.DueDate || l.Status != int(deal.ListingShowing) {
			return "", err // it has changed since it was listed
		}
		stage := deal.PeriodStage(d.DueDate, d.PublishedAt, tx.Now())
		if stage == 0 {
			return "", nil
		}
		if fresh, err := tx.Remind("period", id, d.DueDate, stage); err != nil || !fresh {
			return "", err
		}
		return "知らせた案件", a.mailInstitution(tx, mail.ListingPeriodEnding, l.InstitutionID, l.ID, mail.Data{CaseNumber: caseNumber("L", l.ID), Link: a.BaseURL + listingPath(l.ID),
			Days: deal.PeriodReminderDays[stage-1], Expires: lastMoment(d.DueDate)})
	})
}

// lastMoment is the end of a day, for mails that name the day.
func lastMoment(day string) time.Time {
	d, _ := deal.ParseDate(day)
	return d.Add(24*time.Hour - time.Minute)
}

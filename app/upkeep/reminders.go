package upkeep

import (
	"errors"
	"strconv"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// RemindAnswers tells SF that a real-name request waits for its answer, and both banks once the day
// is over (domain.md 4). The request stays open: only people decide it.
func (a Room) RemindAnswers(r *web.JobRun) error {
	var ids []string
	var terms deal.Terms
	if err := r.Read(func(q *store.Q) (err error) {
		if terms, err = web.TermsOf(q); err == nil {
			ids, err = q.DueAnswers(deal.AddDays(q.Now(), terms.AnswerFirstDays))
		}
		return err
	}); err != nil {
		return err
	}
	return r.Each(ids, func(tx *store.Tx, id string) (string, error) {
		row, err := tx.NegotiationRowOf(id)
		if err != nil {
			return "", err
		}
		left, ok := deal.DaysUntil(tx.Now(), row.AnswerDue)
		if !ok || deal.NegotiationStatus(row.Status) != deal.NegotiationHope {
			return "", nil
		}
		stage, overdue := deal.ReminderStage(terms.AnswerReminderDays(), left), len(terms.AnswerReminderDays())+1
		if left < 0 {
			stage = overdue
		}
		if stage == 0 {
			return "", nil
		}
		if fresh, err := tx.Remind("answer", id, row.AnswerDue, stage); err != nil || !fresh {
			return "", err
		}
		d := &negotiation.Dealing{NegotiationRow: row}
		if stage < overdue {
			return "回答を待つ申し込み", negotiation.In(a.Platform).Tell(tx, d, negotiation.SideSF, mail.AnswerDue,
				mail.Data{Days: terms.AnswerReminderDays()[stage-1], Expires: web.LastMoment(row.AnswerDue)})
		}
		if one, err := tx.IsOneDesk(&row.Negotiation); err != nil {
			return "", err
		} else if !one {
			if err := negotiation.In(a.Platform).Tell(tx, d, negotiation.SideBF, mail.AnswerOverdue, mail.Data{}); err != nil {
				return "", err
			}
		}
		return "期限を過ぎた申し込み", negotiation.In(a.Platform).Tell(tx, d, negotiation.SideSF, mail.AnswerOverdue, mail.Data{})
	})
}

// Whom a negotiation without movement is told to, by stage (domain.md 7).
const (
	stalledPerson      = 1
	stalledInstitution = 2
	stalledOffice      = 3
)

// RemindStalled tells of negotiations without movement: first the person in charge of each side, then
// the institution, then the office. What counts as a movement to a side is what
// it can see: a bank must not learn from a mail that does not come that the other side is at work.
func (a Room) RemindStalled(r *web.JobRun) error {
	var terms deal.Terms
	var since time.Time
	var still []store.StillNegotiation
	if err := r.Read(func(q *store.Q) (err error) {
		if terms, err = web.TermsOf(q); err == nil {
			since = r.Began.Add(-time.Duration(terms.StalledPersonDays-1) * 24 * time.Hour) // the day decides, not the hour
			still, err = q.StillNegotiations(since, "")
		}
		return err
	}); err != nil {
		return err
	}
	var ids []string
	for _, n := range still {
		if terms.StalledStage(n.MovedBF, r.Began) > 0 || terms.StalledStage(n.MovedSF, r.Began) > 0 {
			ids = append(ids, n.ID)
		}
	}
	return r.Each(ids, func(tx *store.Tx, id string) (string, error) {
		now, err := tx.StillNegotiations(since, id)
		if err != nil || len(now) == 0 {
			return "", err // it has moved since it was listed
		}
		row, err := tx.NegotiationRowOf(id)
		if err != nil {
			return "", err
		}
		n, d, told := now[0], &negotiation.Dealing{NegotiationRow: row}, false
		type party struct {
			side, institution, person string
			moved                     time.Time
		}
		parties := []party{{negotiation.SideBF, n.BFID, n.PersonBF, n.MovedBF}}
		if one, err := tx.IsOneDesk(&store.Negotiation{BFID: n.BFID, SFID: n.SFID}); err != nil {
			return "", err
		} else if !one {
			parties = append(parties, party{negotiation.SideSF, n.SFID, n.PersonSF, n.MovedSF})
		}
		for _, p := range parties {
			stage := min(terms.StalledStage(p.moved, tx.Now()), stalledInstitution)
			if stage == 0 {
				continue
			}
			fresh, err := tx.Remind("stalled_"+p.side, id, moment(p.moved), stage)
			if err != nil {
				return "", err
			}
			if !fresh {
				continue
			}
			told = true
			data := mail.Data{Days: terms.StalledDays()[stage-1], CaseNumber: web.CaseNumber("N", id),
				Link: negotiation.In(a.Platform).LinkFor(d, p.side)}
			isTeamOnly, err := tx.IsTeamOnly(p.institution)
			if err != nil {
				return "", err
			}
			if stage == stalledInstitution && !isTeamOnly {
				err = a.MailInstitution(tx, mail.NegotiationStalled, p.institution, id, data)
			} else if stage == stalledInstitution { // the whole team of that side
				err = negotiation.In(a.Platform).Tell(tx, d, p.side, mail.NegotiationStalled, data)
			} else {
				err = a.tellPerson(tx, d, p.side, p.institution, p.person, data)
			}
			if err != nil {
				return "", err
			}
		}
		moved := n.MovedBF
		if n.MovedSF.After(moved) {
			moved = n.MovedSF
		}
		if terms.StalledStage(moved, tx.Now()) >= stalledOffice {
			fresh, err := tx.Remind("stalled_office", id, moment(moved), stalledOffice)
			if err != nil {
				return "", err
			}
			if fresh {
				told = true
				if err := a.MailOffice(tx, mail.NegotiationStalled, id, mail.Data{CaseNumber: web.CaseNumber("N", id),
					Days: terms.StalledOfficeDays}); err != nil {
					return "", err
				}
			}
		}
		if !told {
			return "", nil
		}
		return "知らせた交渉", nil
	})
}

// RemindAftercare tells SF, on some days after a deal was signed, to look whether what was promised is kept (compliance.md 2). Whether it
// has recorded that already does not matter: the office, which sees that a mail was sent, must not learn of a bank's records by it.
func (a Room) RemindAftercare(r *web.JobRun) error {
	var ids []string
	if err := r.Read(func(q *store.Q) (err error) {
		ids, err = q.SignedSince(deal.AftercareSince(q.Now()))
		return err
	}); err != nil {
		return err
	}
	return r.Each(ids, func(tx *store.Tx, id string) (string, error) {
		row, err := tx.NegotiationRowOf(id)
		if err != nil || deal.NegotiationStatus(row.Status) != deal.NegotiationSigned {
			return "", err
		}
		stage, days := deal.AftercareStage(row.StatusAt, tx.Now())
		if stage == 0 {
			return "", nil
		}
		if fresh, err := tx.Remind("aftercare", id, moment(row.StatusAt), stage); err != nil || !fresh {
			return "", err
		}
		return "知らせた成約", negotiation.In(a.Platform).Tell(tx, &negotiation.Dealing{NegotiationRow: row}, negotiation.SideSF, mail.AftercareDue,
			mail.Data{Days: days})
	})
}

// moment names an instant as the occasion of a reminder.
func moment(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }

// tellPerson mails whom the next action names; where that is nobody who reads mails, the persons in charge of the side.
func (a Room) tellPerson(tx *store.Tx, d *negotiation.Dealing, side, institution, person string, data mail.Data) error {
	if person != "" {
		u, err := tx.User(person)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err == nil && u.ClientID == institution && u.Status == int(deal.UserEnabled) && u.RegistSendMail {
			may, err := web.MayBeTold(&tx.Q, u, d.ID)
			if err != nil {
				return err
			}
			if _, err := mail.ParseAddress(u.LoginID); err == nil && may {
				return a.MailUser(tx, mail.NegotiationStalled, u, d.ID, data)
			}
		}
	}
	return negotiation.In(a.Platform).Tell(tx, d, side, mail.NegotiationStalled, data)
}

package merger

import (
	"errors"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// propose is the office's proposal. Nothing follows from it until both sides have confirmed, and its date is
// tomorrow at the earliest, so that whoever is told can object.
func (a Room) propose(tx *store.Tx, by web.Actor, in *officeMergerInput) (*officeMergerProposed, error) {
	var c web.Check
	for _, x := range []struct{ field, label, id string }{{"absorbedId", "なくなる金融機関", in.AbsorbedID},
		{"survivingId", "引き継ぐ金融機関", in.SurvivingID}} {
		i, err := tx.Institution(x.id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		c.Ok(err == nil && i.Status == int(deal.InstitutionRunning), x.field, x.label+"を選択してください。利用中の金融機関だけを選べます。")
	}
	c.Ok(in.SurvivingID == "" || in.AbsorbedID != in.SurvivingID, "survivingId", "なくなる金融機関とは別の金融機関を選択してください。")
	c.Date("date", "合併日", in.Date, true)
	c.Ok(in.Date == "" || in.Date > tx.Today(), "date", "合併日は、明日以降の日付にしてください。")
	c.Ok(in.Date <= tx.Now().In(store.JST).AddDate(1, 0, 0).Format(time.DateOnly), "date", "合併日は、1年以内の日付にしてください。")
	c.Text(in, "mark", "顧客番号の先頭に付ける印", &in.Mark, true)
	c.Prose(in, "reason", "合併の内容", &in.Reason, true)
	if err := c.Err(); err != nil {
		return nil, err
	}
	if open, err := tx.OpenMergerOf(in.AbsorbedID, in.SurvivingID); err != nil {
		return nil, err
	} else if open {
		return nil, web.Conflict(deal.NotAllowed, "どちらかの金融機関に、終わっていない合併があります。完了または取下げのあとで提案してください。")
	}
	m := &store.Merger{AbsorbedID: in.AbsorbedID, SurvivingID: in.SurvivingID, Date: in.Date, Mark: in.Mark, Reason: in.Reason,
		ProposedBy: by.ID()}
	if err := tx.CreateMerger(m); err != nil {
		return nil, err
	}
	if err := a.lines(tx, by, m, "merger_proposed", "date="+m.Date+" "+m.Reason); err != nil {
		return nil, err
	}
	return &officeMergerProposed{m.ID}, a.tellDeciders(tx, by, mail.MergerProposed, m)
}

// adminWait is how long an administrator whom the proposer himself has made waits before he confirms. The institution's
// registered contact was told of him and can object; without it one person of the office could be both administrators.
const adminWait = 3 * 24 * time.Hour

// mayConfirm says whether the actor may confirm for a side: the institution's administrator; where it has none, not
// even an invited or a stopped one, an approver of the office who did not propose it.
func mayConfirm(q *store.Q, by web.Actor, m *store.Merger, side int) (ok bool, why string, err error) {
	institution, _ := partOf(m, side)
	if by.Role == deal.RoleFAD {
		if by.Institution() != institution {
			return false, "", nil
		}
		isMade, err := isMadeBy(q, by.User, m.ProposedBy)
		if err != nil {
			return false, "", err
		}
		if until := by.User.Created.Add(adminWait); isMade && q.Now().Before(until) {
			return false, "合併を提案した方が登録した管理者は、登録から3日後（" + until.In(store.JST).Format("2006/01/02 15:04") + "）から確認できます。", nil
		}
		return true, "", nil
	}
	has, err := company.HasOwnAdministrator(q, institution)
	switch {
	case err != nil:
		return false, "", err
	case has:
		return false, "この金融機関の管理者が確認します。", nil
	case by.ID() == m.ProposedBy:
		return false, "管理者がいないため、提案した方とは別の、事務局の承認者が確認します。", nil
	}
	return web.SecondPair(q, by, m.ProposedBy)
}

// isMadeBy says whether a user was created by somebody, or by whom that one created.
func isMadeBy(q *store.Q, u *store.User, maker string) (bool, error) {
	for range 20 { // longer than any real chain
		if u.Creator == maker {
			return true, nil
		}
		if u.Creator == "" {
			return false, nil
		}
		next, err := q.User(u.Creator)
		if errors.Is(err, store.ErrNotFound) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		u = next
	}
	return true, nil
}

// seen is a merger that is not over, as the caller saw it.
func seen(tx *store.Tx, by web.Actor, id string, version int) (*store.Merger, error) {
	scope, err := scopeOf(by)
	if err != nil {
		return nil, err
	}
	m, err := tx.Merger(scope, id)
	switch {
	case err != nil:
		return nil, err
	case !m.Done.IsZero():
		return nil, web.Conflict(deal.NotAllowed, "この合併は、すでに完了しています。")
	case !m.Withdrawn.IsZero():
		return nil, web.Conflict(deal.NotAllowed, "この合併は、すでに取り下げられています。")
	case m.Version != version:
		return nil, store.ErrStale
	}
	return m, nil
}

// confirm is one side's confirmation.
func (a Room) confirm(tx *store.Tx, by web.Actor, in *officeMergerDeed) error {
	m, err := seen(tx, by, in.MergerID, in.Version)
	if err != nil {
		return err
	}
	side := in.Side
	if by.Role == deal.RoleFAD {
		if side = sideSurviving; by.Institution() == m.AbsorbedID {
			side = sideAbsorbed
		}
	}
	if side != sideAbsorbed && side != sideSurviving || in.Side != 0 && in.Side != side {
		return web.Invalid("side", "確認する側を選択してください。")
	}
	if done, err := isConfirmed(&tx.Q, m, side); err != nil {
		return err
	} else if done {
		return web.Conflict(deal.NotAllowed, "この側は、すでに確認されています。")
	}
	if ok, why, err := mayConfirm(&tx.Q, by, m, side); err != nil {
		return err
	} else if !ok {
		if why == "" {
			return store.ErrNotFound
		}
		return web.Conflict(deal.NotAllowed, why)
	}
	if side == sideAbsorbed {
		m.AbsorbedBy, m.AbsorbedAt = by.ID(), tx.Now()
	} else {
		m.SurvivingBy, m.SurvivingAt = by.ID(), tx.Now()
	}
	if err := tx.UpdateMerger(m); err != nil {
		return err
	}
	if err := a.lines(tx, by, m, "merger_confirmed", ""); err != nil {
		return err
	}
	for _, s := range []int{sideAbsorbed, sideSurviving} {
		if ok, err := isConfirmed(&tx.Q, m, s); err != nil || !ok {
			return err
		}
	}
	from, err := earliest(m, fixedAt(m))
	if err != nil {
		return err
	}
	return a.tellBoth(tx, mail.MergerFixed, m, from)
}

// withdraw ends a merger before it is done: the office, or either side's administrator.
func (a Room) withdraw(tx *store.Tx, by web.Actor, in *officeMergerWithdrawal) error {
	m, err := seen(tx, by, in.MergerID, in.Version)
	if err != nil {
		return err
	}
	var c web.Check
	c.Prose(in, "reason", "取り下げる理由", &in.Reason, true)
	if err := c.Err(); err != nil {
		return err
	}
	wasFixed := m.AbsorbedBy != "" && m.SurvivingBy != ""
	m.WithdrawnBy, m.Withdrawn, m.WithdrawnReason = by.ID(), tx.Now(), in.Reason
	if err := tx.UpdateMerger(m); err != nil {
		return err
	}
	if err := a.lines(tx, by, m, "merger_withdrawn", in.Reason); err != nil {
		return err
	}
	if wasFixed {
		return a.tellBoth(tx, mail.MergerWithdrawn, m, time.Time{})
	}
	return a.tellDeciders(tx, by, mail.MergerWithdrawn, m)
}

// lines are the audit lines of a deed: the actor's, and one in the log of each institution.
func (a Room) lines(tx *store.Tx, by web.Actor, m *store.Merger, event, detail string) error {
	l := by.Line(event, "merger", m.ID, "ok", detail)
	own := l.InstitutionID
	if err := tx.AddAudit(l); err != nil {
		return err
	}
	for _, of := range []string{m.AbsorbedID, m.SurvivingID} {
		if of == own {
			continue
		}
		if l.InstitutionID = of; by.Role == deal.RoleFAD { // the other side learns that it was done, and not by whom
			l.UserID, l.ClientID, l.SessionID, l.IP = "", "", "", ""
		}
		if err := tx.AddAudit(l); err != nil {
			return err
		}
	}
	return nil
}

// tellDeciders mails those who confirm: both institutions' administrators, all users of one that has none, and the
// office's other people.
func (a Room) tellDeciders(tx *store.Tx, by web.Actor, kind mail.Kind, m *store.Merger) error {
	data := mail.Data{Link: a.BaseURL + "/office/mergers/" + m.ID}
	tell := func(client string, role deal.Role) (n int, err error) {
		us, err := tx.UsersOf(client, int(role))
		for i := range us {
			if err == nil && us[i].Status == int(deal.UserEnabled) && us[i].ID != by.ID() {
				n++
				err = a.MailUser(tx, kind, &us[i], m.ID, data)
			}
		}
		return n, err
	}
	for _, of := range []string{m.AbsorbedID, m.SurvivingID} {
		if has, err := company.HasAdministrator(&tx.Q, of, deal.UserEnabled); err != nil {
			return err
		} else if !has {
			if err := company.In(a.Platform).AlertInstitution(tx, kind, of, m.ID, data); err != nil {
				return err
			}
			continue
		}
		if _, err := tell(of, deal.RoleFAD); err != nil {
			return err
		}
	}
	_, err := tell(web.OfficeClient, deal.RoleADM)
	return err
}

// tellBoth mails all users and administrators of both institutions; from is the moment before which the merger is not
// done, for a kind that says so.
func (a Room) tellBoth(tx *store.Tx, kind mail.Kind, m *store.Merger, from time.Time) error {
	data := mail.Data{Link: a.BaseURL + "/login", Expires: from}
	for _, of := range []string{m.AbsorbedID, m.SurvivingID} {
		if err := company.In(a.Platform).AlertInstitution(tx, kind, of, m.ID, data); err != nil {
			return err
		}
	}
	return nil
}

package upkeep

import (
	"strconv"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/mail"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// How long what is over is kept: long enough to look into what happened, no longer.
const (
	cleanupPage   = 500
	tokenLife     = 24 * time.Hour
	sessionLife   = 90 * 24 * time.Hour
	failureLife   = 24 * time.Hour
	deviceLife    = 180 * 24 * time.Hour
	deadLinkLife  = 30 * 24 * time.Hour
	formLife      = 7 * 24 * time.Hour
	successorLife = 2 * auth.RefreshGrace
)

// EndTrials tells the bank of trials whose days are over (domain.md 6), and takes away what their users
// had open. From the moment itself they are refused (web/taking_part.go).
func (a Room) EndTrials(r *web.JobRun) error {
	var ids []string
	if err := r.Read(func(q *store.Q) (err error) { ids, err = q.EndedTrials(); return err }); err != nil {
		return err
	}
	return r.Each(ids, func(tx *store.Tx, id string) (string, error) {
		c, err := tx.CompanyOf(id)
		if err != nil || !company.IsTrialOver(c, tx.Now()) {
			return "", err
		}
		if fresh, err := tx.Remind("trial", id, strconv.FormatInt(c.TrialUntil.UnixMilli(), 10), 1); err != nil || !fresh {
			return "", err
		}
		if err := tx.EndCompany(id, "trial over", true); err != nil {
			return "", err
		}
		if err := tx.AddAudit(web.System.Line("company_trial_over", "company", id, "ok", "")); err != nil {
			return "", err
		}
		return "終わったお試し", persons.In(a.Platform).Mail(tx, mail.TrialEnded, c.InstitutionID, store.InChargeOfCompany, id,
			mail.Data{CaseNumber: web.CaseNumber("B", id), Link: a.buyerLink(id)})
	})
}

// buyerLink is the bank's page of a buyer in its charge.
func (a Room) buyerLink(companyID string) string {
	return a.BaseURL + "/buyer-company-manage/" + companyID
}

// sweep calls a clean-up, a page at a time, until nothing is left.
func sweep(r *web.JobRun, label string, f func(tx *store.Tx) (int64, error)) error {
	for more := true; more; {
		n := int64(0)
		if err := r.Piece(label, func(tx *store.Tx) (_ string, err error) { n, err = f(tx); return "", err }); err != nil {
			return err
		}
		r.Did(label, int(n))
		more = n == cleanupPage
	}
	return nil
}

// ClearSessions takes away what is over of sign-ins.
func ClearSessions(r *web.JobRun) error {
	before := func(life time.Duration) time.Time { return r.Began.Add(-life) }
	if err := r.Piece("successors", func(tx *store.Tx) (string, error) { return "", tx.ForgetSuccessors(before(successorLife)) }); err != nil {
		return err
	}
	for _, s := range []struct {
		label string
		life  time.Duration
		f     func(tx *store.Tx, before time.Time, limit int) (int64, error)
	}{{"消したトークン", tokenLife, (*store.Tx).ForgetRefreshTokens}, {"消したログイン", sessionLife, (*store.Tx).ForgetSessions},
		{"消した失敗の記録", failureLife, (*store.Tx).ForgetOldLoginFailures},
		{"消した端末", deviceLife, (*store.Tx).ForgetDevices}, {"消したリンク", deadLinkLife, (*store.Tx).ForgetPasswordKeys},
		{"消した送信の控え", formLife, (*store.Tx).ForgetFormRequests}} {
		if err := sweep(r, s.label, func(tx *store.Tx) (int64, error) { return s.f(tx, before(s.life), cleanupPage) }); err != nil {
			return err
		}
	}
	return nil
}

// mailPatience is how long a mail waits for a server, after which the office decides about it.
const mailPatience = 7 * 24 * time.Hour

// ClearMails gives up mails that wait for too long and erases the content of undeliverable ones.
// The demo's mails are never sent, so they are not given up.
func (a Room) ClearMails(r *web.JobRun) error {
	if !a.Demo {
		if err := sweep(r, "送信をあきらめたメール", func(tx *store.Tx) (int64, error) {
			return tx.GiveUpMails(r.Began.Add(-mailPatience), "7日間、送信できませんでした。メールサーバーの設定を確認してください。", cleanupPage)
		}); err != nil {
			return err
		}
	}
	return sweep(r, "本文を消したメール", func(tx *store.Tx) (int64, error) { return tx.EraseDeadMails(cleanupPage) })
}

// MakeStatistics tells the database of what has grown.
func (a Room) MakeStatistics(r *web.JobRun) error {
	n, err := a.Store.Statistics(r.Context)
	r.Did("調べた表", n)
	return err
}

// Optimize keeps the database quick.
func (a Room) Optimize(r *web.JobRun) error { return a.Store.Optimize(r.Context) }

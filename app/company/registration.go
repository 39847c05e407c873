package company

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) RegistrationCalls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerCompany/GetRegistration", Area: "buyer-company", Callers: web.FIN,
		Records: "担当の買手企業", Summary: "買手が申し込んだ登録の内容", Spec: "domain 6",
	},
		func(r *web.Request, in *companyOfInput) (*registrationReview, error) {
			return web.Reading(r, func(q *store.Q) (*registrationReview, error) {
				return readRegistrationReview(r.Actor, q, in.CompanyID)
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Public/GetRegistrationByKey", Area: "public", Callers: web.ByKey, MaxBody: 4 << 10, PasswordDue: true,
		Records: "メールのリンクの本人", Summary: "買手の登録のはじまり。案内した内容、または前回の内容", Spec: "domain 6",
	},
		func(r *web.Request, in *struct{ Body RegistrationKey }) (out *registrationPage, err error) {
			err = a.byRegistrationKey(r, &in.Body, func() error {
				return r.Read(func(q *store.Q) error { out, err = a.registrationPageOf(q, &in.Body); return err })
			})
			return out, err
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Public/CheckRegistrationByKey", Area: "public", Callers: web.ByKey, MaxBody: 64 << 10, PasswordDue: true,
		Records: "メールのリンクの本人", Summary: "買手の登録の確認。渡した部分を、保存される形で返す", Spec: "domain 6, 9 /confirm",
	},
		func(r *web.Request, in *struct{ Body registrationCheck }) (out *RegistrationContent, err error) {
			err = a.byRegistrationKey(r, &in.Body.RegistrationKey, func() error {
				return r.Read(func(q *store.Q) error { out, err = a.checkRegistration(q, &in.Body); return err })
			})
			return out, err
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Public/RegistBuyerCompanyByKey", Area: "public", Callers: web.ByKey, MaxBody: 64 << 10, PasswordDue: true,
		Records: "メールのリンクの本人", Summary: "買手の登録の申込み。リンクは1回だけ使える", Spec: "domain 6",
	},
		func(r *web.Request, in *struct{ Body RegistrationInput }) (web.Nothing, error) {
			return web.Nothing{}, a.byRegistrationKey(r, &in.Body.RegistrationKey, func() error { return a.registerByKey(r, &in.Body) })
		})
}

// readRegistrationReview is the last registration of a buyer; ErrNotFound where there was none.
func readRegistrationReview(b web.Actor, q *store.Q, companyID string) (*registrationReview, error) {
	if _, err := maintained(b, q, store.Buyer, companyID); err != nil {
		return nil, err
	}
	all, err := q.Registrations(b.Viewer, companyID)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, store.ErrNotFound
	}
	last := all[len(all)-1]
	out := &registrationReview{RegistrationID: last.ID, Submitted: web.ServerTime(last.Submitted), TermsVersion: last.TermsVersion,
		Decision: last.Decision, Comment: last.Comment,
		ChangedSince: []string{}}
	if err := errors.Join(json.Unmarshal([]byte(last.Entered), &out.Entered), json.Unmarshal([]byte(all[0].Known), &out.Bank)); err != nil {
		return nil, err
	}
	if out.Changed, err = changes(out.Bank, out.Entered); err != nil || len(all) == 1 {
		return out, err
	}
	out.ReturnedBefore = all[len(all)-2].Comment
	if err := json.Unmarshal([]byte(last.Known), &out.Previous); err != nil {
		return nil, err
	}
	out.ChangedSince, err = changes(*out.Previous, out.Entered)
	return out, err
}

// changes names the fields in which two contents differ. A part that was not there before has
// none: all of it is new.
func changes(before, after RegistrationContent) ([]string, error) {
	var parts [2]map[string]map[string]any
	for i, c := range []RegistrationContent{before, after} {
		b, err := json.Marshal(c)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(b, &parts[i]); err != nil {
			return nil, err
		}
	}
	out := []string{}
	for part, now := range parts[1] {
		was, ok := parts[0][part]
		if !ok {
			continue
		}
		for _, field := range slices.Sorted(keysOf(was, now)) {
			if !reflect.DeepEqual(was[field], now[field]) {
				out = append(out, part+"."+field)
			}
		}
	}
	slices.Sort(out)
	return out, nil
}

// keysOf are the keys of either map, each once.
func keysOf(a, b map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range a {
			if !yield(k) {
				return
			}
		}
		for k := range b {
			if _, ok := a[k]; !ok && !yield(k) {
				return
			}
		}
	}
}

// decideRegistration is the bank's answer to what it saw: it names the registration, so that
// nobody approves what was sent in after a return.
func decideRegistration(tx *store.Tx, by web.Actor, c *store.Company, d *store.CompanyDetails, in *CompanyStatusInput,
	isApproval bool) error {
	waiting, err := tx.WaitingRegistration(c.ID)
	if errors.Is(err, store.ErrNotFound) {
		waiting, err = &store.Registration{}, nil
	}
	if err != nil {
		return err
	}
	if waiting.ID != in.RegistrationID {
		return web.ErrStale
	}
	decision := store.RegistrationReturned
	c.ReturnComment = in.Comment
	if isApproval {
		decision, c.ReturnComment = store.RegistrationApproved, ""
		c.IsTrial, c.TrialUntil = false, time.Time{}
		if d.Version > 0 && d.Status != int(deal.CompanyEnabled) {
			d.Status = int(deal.CompanyEnabled)
			if err := tx.PutCompanyDetails(d, by.ID()); err != nil {
				return err
			}
		}
	}
	return tx.DecideRegistration(c.ID, decision, in.Comment, by.ID())
}

// ChangeCompanyStatus approves or returns a buyer's own registration, takes a company out of
// use or back (domain.md 6, 0.8). Nothing unfinished may hang on what is taken out of use.
func (a Room) ChangeCompanyStatus(tx *store.Tx, by web.Actor, kind int, in *CompanyStatusInput) error {
	c, err := maintained(by, &tx.Q, kind, in.CompanyID)
	if err != nil {
		return err
	}
	var k web.Check
	k.Prose(in, "comment", "差戻しの理由", &in.Comment, false)
	if err := k.Err(); err != nil {
		return err
	}
	if c.Status != in.ExpectedStatus {
		return web.ErrStale
	}
	if err := a.MoveCompany(tx, by, c, in); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("company_"+in.Event, "company", c.ID, "ok", ""))
}

// MoveCompany makes the move, without its line in the log: its institution's own, or the office's.
func (a Room) MoveCompany(tx *store.Tx, by web.Actor, c *store.Company, in *CompanyStatusInput) error {
	event, ok := map[string]deal.CompanyEvent{"approve": deal.CompanyApprove, "return": deal.CompanyReturn, "disable": deal.CompanyDisable,
		"enable": deal.CompanyEnable}[in.Event]
	if !ok {
		return web.Invalid("event", "操作の指定が正しくありません。")
	}
	d, err := tx.CompanyDetails(c.ID)
	if errors.Is(err, store.ErrNotFound) {
		d, err = &store.CompanyDetails{}, nil
	}
	if err != nil {
		return err
	}
	effects, refusal := deal.DecideCompany(deal.CompanyFacts{Exists: true, Client: deal.ClientType(c.Kind),
		Status:     deal.CompanyStatus(c.Status),
		HasDetails: d.Status == int(deal.CompanyEnabled), Comment: in.Comment}, event, Decider(by))
	if refusal != nil {
		return refusal
	}
	if event == deal.CompanyDisable {
		live, err := tx.HasLiveDeals(c.ID)
		if err != nil {
			return err
		}
		// A buyer's bank ends its negotiations itself. The office cannot, and may not have the time to ask.
		if live && !(c.Kind == store.Buyer && by.Role == deal.RoleADM) {
			return web.Conflict(deal.NotAllowed, "進行中の案件または交渉があるため、無効にできません。先に案件や交渉を終了してください。")
		}
	}
	if event == deal.CompanyApprove && IsTrialOver(c, tx.Now()) { // what was open in the trial does not come back
		if err := tx.EndCompany(c.ID, "trial over", true); err != nil {
			return err
		}
	}
	c.Status = int(effects.Status)
	if event == deal.CompanyApprove || event == deal.CompanyReturn {
		if err := decideRegistration(tx, by, c, d, in, event == deal.CompanyApprove); err != nil {
			return err
		}
	}
	if err := tx.UpdateCompany(c, by.ID()); err != nil {
		return err
	}
	if event == deal.CompanyDisable {
		if err := a.CompanyEnded(tx, by, c); err != nil {
			return err
		}
	}
	if effects.EnablesUsers {
		if err := mayBeContacted(&tx.Q, by, c.ID); err != nil {
			return err
		}
		if err := a.letBuyerIn(tx, c, effects); err != nil {
			return err
		}
	}
	if effects.NewKey {
		return a.mailRegistration(tx, c, mail.BuyerReturned)
	}
	return nil
}

// resendRegistration replaces the key of a buyer's invitation and mails the new one (domain.md 6).
func (a Room) resendRegistration(tx *store.Tx, by web.Actor, companyID string) error {
	c, err := maintained(by, &tx.Q, store.Buyer, companyID)
	if err != nil {
		return err
	}
	if err := mayBeContacted(&tx.Q, by, c.ID); err != nil {
		return err
	}
	if c.IsTrial && c.Status == int(deal.CompanyNoData) {
		return a.inviteBuyer(tx, by, c) // the way from a trial to its registration
	}
	_, refusal := deal.DecideCompany(deal.CompanyFacts{Exists: true, Client: deal.ClientBuyer, Status: deal.CompanyStatus(c.Status)},
		deal.CompanyResend, Decider(by))
	if refusal != nil {
		return refusal
	}
	if err := a.mailRegistration(tx, c, mail.InvitationResent); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("company_resend", "company", c.ID, "ok", ""))
}

// mayBeContacted refuses the bank that would invite somebody of a company which asked it to be left alone: the mail would not go out
// (compliance.md 2). Nobody else is told of that.
func mayBeContacted(q *store.Q, by web.Actor, companyID string) error {
	if by.Role != deal.RoleFIN {
		return nil
	}
	if isAlone, err := q.AsksNoContact(companyID); err != nil || !isAlone {
		return err
	}
	return web.Conflict(deal.NotAllowed, "この企業から営業停止の申出を受けているため、案内を送れません。"+
		"申出が取り下げられたら、企業の「確認事項」に記録し、二人目の承認者の確認を受けてから、送ってください。")
}

// mayRegister says that a user may register its company: one that has not come in yet, or one of
// a trial.
func mayRegister(c *store.Company, u *store.User) bool {
	s := deal.UserStatus(u.Status)
	return u.ClientID == c.ID && u.Role == int(deal.RoleBUY) && (s == deal.UserUnapproved || s == deal.UserEnabled && c.IsTrial)
}

// mailRegistration mails the link by which the buyer registers itself. The key before it is revoked.
func (a Room) mailRegistration(tx *store.Tx, c *store.Company, kind mail.Kind) error {
	u, err := registrant(tx, c)
	if err != nil {
		return err
	}
	terms, err := web.TermsOf(&tx.Q)
	if err != nil {
		return err
	}
	link, _, err := a.NewLink(tx, &store.LinkKey{Kind: store.LinkRegistration, SubjectID: c.ID, UserID: u.ID}, registerPath,
		terms.RegistrationKeyLife(), false)
	if err != nil {
		return err
	}
	return a.MailUser(tx, kind, u, c.ID, mail.Data{Link: link, Expires: tx.Now().Add(terms.RegistrationKeyLife()),
		CaseNumber: web.CaseNumber("B", c.ID)})
}

// letBuyerIn activates a buyer: the registration's key is revoked; users who gave a password with
// their registration are enabled and told, the others get the link to set one.
func (a Room) letBuyerIn(tx *store.Tx, c *store.Company, e deal.CompanyEffects) error {
	if err := tx.RevokeLinkKeys(store.LinkRegistration, c.ID, "registered"); err != nil {
		return err
	}
	users, err := tx.UsersOf(c.ID, int(deal.RoleBUY))
	if err != nil {
		return err
	}
	for i := range users {
		u := &users[i]
		if u.Status != int(deal.UserUnapproved) {
			continue
		}
		if u.PasswordHash == "" {
			if err := a.InviteUser(tx, u, mail.Invitation); err != nil {
				return err
			}
			continue
		}
		u.Status = int(deal.UserEnabled)
		if err := tx.UpdateUser(u, ""); err != nil {
			return err
		}
	}
	if e.MailsUsers {
		return a.MailBuyer(tx, mail.BuyerApproved, c.ID, c.ID, mail.Data{CaseNumber: web.CaseNumber("B", c.ID), Link: a.BaseURL + "/login"})
	}
	return nil
}

package team

import (
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// To narrow who may see the deals of a bank, one administrator is enough. To widen it takes two people: a protection that one could
// undo alone would be none. An administrator asks; another one confirms who is no account of his, and where there is none the office.

// Why somebody may not confirm.
const (
	nothingAsked = "確認を待っている申し出はありません。すでに確認されたか、取り下げられています。最新の内容を確認してください。"
	askerGone    = "申し出た管理者は、いまは利用していません。申し出を取り下げ、必要なら、いまの管理者が申し出てください。"
	others       = "この申し出は、金融機関のほかの管理者が確認します。"
	notYourself  = "ご自身の申し出は確認できません。"
	related      = "登録した、または登録された管理者の申し出は確認できません。"
	askOthers    = "ほかの管理者に依頼してください。"
	askOffice    = "事務局に確認を依頼してください。"
)

func (a Room) ruleCalls() {
	const (
		own  = "管理者：自機関。事務局：すべての金融機関"
		mine = "自機関"
	)
	web.Add(a.Platform, web.OfficeCall("GET", "GetTeamRule", web.ADM|web.FAD, own, "案件を見られる人（全員、チームのみ）と、確認を待つ申し出"),
		func(r *web.Request, in *teamRuleQuery) (*teamRule, error) {
			return web.Reading(r, func(q *store.Q) (*teamRule, error) { return ruleOf(q, r.Actor, in.FinancialID) })
		})
	web.Add(a.Platform, web.OfficeCall("POST", "ChangeTeamRule", web.FAD, mine, "案件を見られる人を決める。チームのみにはすぐに変わり、全員には二人目が確認すると変わる"),
		func(r *web.Request, in *struct{ Body teamRuleInput }) (*teamRule, error) {
			return web.Writing(r, func(tx *store.Tx) (*teamRule, error) { return a.changeRule(tx, r.Actor, in.Body.IsTeamOnly) })
		})
	for _, d := range []struct {
		name, summary string
		do            func(*store.Tx, web.Actor, *store.Institution) error
	}{
		{"ConfirmTeamRule", "案件を見られる人を全員にする申し出の、二人目による確認", a.confirmAll},
		{"WithdrawTeamRule", "案件を見られる人を全員にする申し出の取下げ。事務局は、認めないとき", a.withdrawAll},
	} {
		c := web.OfficeCall("POST", d.name, web.ADM|web.FAD, own, d.summary)
		if d.name == "ConfirmTeamRule" {
			c = c.Freshly()
		}
		web.Add(a.Platform, c,
			func(r *web.Request, in *struct{ Body allDecision }) (*teamRule, error) {
				return web.Writing(r, func(tx *store.Tx) (*teamRule, error) {
					i, err := askedOf(&tx.Q, r.Actor, &in.Body)
					if err == nil {
						err = d.do(tx, r.Actor, i)
					}
					if err != nil {
						return nil, err
					}
					return ruleOf(&tx.Q, r.Actor, i.ID)
				})
			})
	}
}

// institutionOf is an institution whose rule the actor sees: an administrator his own, the office any.
func institutionOf(q *store.Q, by web.Actor, id string) (*store.Institution, error) {
	if by.Role == deal.RoleFAD {
		if id != "" && id != by.Institution() {
			return nil, store.ErrNotFound
		}
		id = by.Institution()
	}
	return q.Institution(id)
}

func ruleOf(q *store.Q, by web.Actor, institutionID string) (*teamRule, error) {
	i, err := institutionOf(q, by, institutionID)
	if err != nil {
		return nil, err
	}
	out := &teamRule{IsTeamOnly: i.IsTeamOnly}
	if i.AllAskedBy != "" {
		who, err := q.User(i.AllAskedBy)
		if err != nil {
			return nil, err
		}
		out.Asked = &allAsked{UserName: who.UserName, Asked: web.ServerTime(i.AllAskedAt)}
		if out.Asked.WhyNot, err = whyNotConfirm(q, by, i); err != nil {
			return nil, err
		}
		out.Asked.MayConfirm = out.Asked.WhyNot == ""
	}
	if by.Role != deal.RoleFAD {
		return out, nil
	}
	n, err := q.NobodysWork(i.ID)
	out.CompanyCount, out.ListingCount = &n.Companies, &n.Listings
	return out, err
}

// askedOf is an institution with the request that the caller saw.
func askedOf(q *store.Q, by web.Actor, in *allDecision) (*store.Institution, error) {
	i, err := institutionOf(q, by, in.FinancialID)
	switch {
	case err != nil:
		return nil, err
	case i.AllAskedBy == "":
		return nil, web.Conflict(deal.NotAllowed, nothingAsked)
	case web.ServerTime(i.AllAskedAt) != in.Asked:
		return nil, store.ErrStale
	}
	return i, nil
}

// changeRule narrows at once, and asks for widening. What is so already, or asked for already, is a second click.
func (a Room) changeRule(tx *store.Tx, by web.Actor, isTeamOnly bool) (*teamRule, error) {
	i, err := institutionOf(&tx.Q, by, "")
	if err != nil {
		return nil, err
	}
	switch {
	case i.IsTeamOnly == isTeamOnly || !isTeamOnly && i.AllAskedBy != "":
	case isTeamOnly:
		if err = tx.SetTeamOnly(i.ID, true); err == nil {
			err = a.settle(tx, by, i, "team_only_set", mail.TeamOnlySet)
		}
	default:
		if err = tx.AskForAll(i.ID, by.ID()); err == nil {
			i.AllAskedBy = by.ID()
			err = a.tellDeciders(tx, by, i, "team_all_asked", mail.TeamAllAsked)
		}
	}
	if err != nil {
		return nil, err
	}
	return ruleOf(&tx.Q, by, "")
}

func (a Room) confirmAll(tx *store.Tx, by web.Actor, i *store.Institution) error {
	why, err := whyNotConfirm(&tx.Q, by, i)
	if err != nil {
		return err
	}
	if why != "" {
		return web.Conflict(deal.NotAllowed, why)
	}
	if err := tx.SetTeamOnly(i.ID, false); err != nil {
		return err
	}
	return a.settle(tx, by, i, "team_all_set", mail.TeamAllSet)
}

func (a Room) withdrawAll(tx *store.Tx, by web.Actor, i *store.Institution) error {
	if err := tx.WithdrawAll(i.ID); err != nil {
		return err
	}
	return a.tellDeciders(tx, by, i, "team_all_withdrawn", mail.TeamAllWithdrawn)
}

// whyNotConfirm says why the actor may not confirm what was asked for in an institution, and who does; "" where he may.
func whyNotConfirm(q *store.Q, by web.Actor, i *store.Institution) (string, error) {
	asker, deciders, err := decidersOf(q, i)
	if err != nil {
		return "", err
	}
	if asker == nil {
		return askerGone, nil
	}
	if by.Role == deal.RoleADM {
		if len(deciders) > 0 {
			return others, nil
		}
		_, why, err := web.SecondPair(q, by, asker.ID)
		return why, err
	}
	for i := range deciders {
		if deciders[i].ID == by.ID() {
			return "", nil
		}
	}
	why, whom := related, askOffice
	if by.ID() == asker.ID {
		why = notYourself
	}
	if len(deciders) > 0 {
		whom = askOthers
	}
	return why + whom, nil
}

// decidersOf are the administrator who asked, nil where he is none any more, and the institution's other ones who may confirm. An
// administrator makes his colleagues' accounts and chooses their mail addresses: two accounts of which one made the other, or which
// one made both, may be one person's (as for approvers, web.MakersOf).
func decidersOf(q *store.Q, i *store.Institution) (asker *store.User, deciders []store.User, err error) {
	us, err := q.UsersOf(i.ID, int(deal.RoleFAD))
	if err != nil {
		return nil, nil, err
	}
	for n := range us {
		if us[n].ID == i.AllAskedBy && us[n].Status == int(deal.UserEnabled) {
			asker = &us[n]
		}
	}
	if asker == nil {
		return nil, nil, nil
	}
	theirs, err := web.MakersOf(q, asker)
	if err != nil {
		return nil, nil, err
	}
	for n := range us {
		if us[n].Status != int(deal.UserEnabled) {
			continue
		}
		mine, err := web.MakersOf(q, &us[n])
		if err != nil {
			return nil, nil, err
		}
		if !overlap(mine, theirs) {
			deciders = append(deciders, us[n])
		}
	}
	return asker, deciders, nil
}

func overlap(x, y map[string]bool) bool {
	for id := range x {
		if y[id] {
			return true
		}
	}
	return false
}

// log writes an audit line about an institution, into its own log too where the office did it.
func log(tx *store.Tx, by web.Actor, i *store.Institution, event string) error {
	l := by.Line(event, "institution", i.ID, "ok", "")
	if err := tx.AddAudit(l); err != nil || l.InstitutionID == i.ID {
		return err
	}
	l.InstitutionID = i.ID
	return tx.AddAudit(l)
}

// settle tells an institution's administrators and its users who work on deals that the rule has changed.
func (a Room) settle(tx *store.Tx, by web.Actor, i *store.Institution, event string, kind mail.Kind) error {
	if err := log(tx, by, i, event); err != nil {
		return err
	}
	return company.In(a.Platform).AlertInstitution(tx, kind, i.ID, i.ID, mail.Data{})
}

// tellDeciders tells an institution's administrators what was asked for or withdrawn, and the office's people where none of them may
// confirm it.
func (a Room) tellDeciders(tx *store.Tx, by web.Actor, i *store.Institution, event string, kind mail.Kind) error {
	if err := log(tx, by, i, event); err != nil {
		return err
	}
	_, deciders, err := decidersOf(&tx.Q, i)
	if err != nil {
		return err
	}
	told, err := tx.UsersOf(i.ID, int(deal.RoleFAD))
	if err != nil {
		return err
	}
	if len(deciders) == 0 {
		officers, err := tx.UsersOf(web.OfficeClient, int(deal.RoleADM))
		if err != nil {
			return err
		}
		told = append(told, officers...)
	}
	for n := range told {
		u := &told[n]
		if u.Status != int(deal.UserEnabled) {
			continue
		}
		link := a.BaseURL + "/office/teams"
		if deal.Role(u.Role) == deal.RoleADM {
			link = a.BaseURL + "/office/institutions/" + i.ID
		}
		if err := a.MailUser(tx, kind, u, i.ID, mail.Data{Link: link}); err != nil {
			return err
		}
	}
	return nil
}

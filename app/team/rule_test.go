package team_test

import (
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// kinds are the mails about the rule.
var kinds = []mail.Kind{mail.TeamOnlySet, mail.TeamAllAsked, mail.TeamAllWithdrawn, mail.TeamAllSet}

// set changes the rule as an administrator does.
func set(c *apptest.Caller, isTeamOnly bool) apptest.Result {
	c.P.T.Helper()
	return c.Post(office+"ChangeTeamRule", map[string]any{"isTeamOnly": isTeamOnly})
}

// rule is the rule of an institution, "" the caller's own.
func rule(c *apptest.Caller, institution string) apptest.Result {
	return c.Get(office + "GetTeamRule?financialId=" + institution)
}

// decide confirms or withdraws what is asked for, as the caller sees it.
func decide(c *apptest.Caller, deed, institution string) apptest.Result {
	c.P.T.Helper()
	seen, _ := rule(c, institution).Want(200).JSON()["asked"].(map[string]any)
	asked, _ := seen["asked"].(string)
	return c.Post(office+deed, map[string]any{"financialId": institution, "asked": asked})
}

// everybody of bank A who works on deals or administers, with a kind of mail.
func everybody(kind mail.Kind, more ...string) []string {
	out := append([]string{admin, "fin@a.example.jp", "fin2@a.example.jp", third}, more...)
	for i := range out {
		out[i] += " " + string(kind)
	}
	slices.Sort(out)
	return out
}

// One administrator narrows at once. To widen takes a second person: where there is no other administrator, one of the office.
func TestTeamRule(t *testing.T) {
	w := newBank(t)
	adm := w.Office()
	rule(w.Admin, "").Want(200).Has(`"isTeamOnly":false`, `"asked":null`)
	told := w.Newly(func() { set(w.Admin, false).Want(200) }, kinds...)
	apptest.WantMails(t, "as it is", told)
	told = w.Newly(func() { set(w.Admin, true).Want(200).Has(`"isTeamOnly":true`) }, kinds...)
	apptest.WantMails(t, "teams alone", told, everybody(mail.TeamOnlySet)...)
	told = w.Newly(func() { set(w.Admin, true).Want(200) }, kinds...)
	apptest.WantMails(t, "a second click", told)

	told = w.Newly(func() {
		set(w.Admin, false).Want(200).Has(`"isTeamOnly":true`, `"mayConfirm":false`, "事務局に確認を依頼")
	}, kinds...)
	apptest.WantMails(t, "asked for", told, admin+" team_all_asked", "office@n.example.jp team_all_asked")
	told = w.Newly(func() { set(w.Admin, false).Want(200) }, kinds...)
	apptest.WantMails(t, "asked for twice", told)
	decide(w.Admin, "ConfirmTeamRule", "").Want(409).Has("ご自身の申し出は確認できません", "事務局に")
	rule(w.Admin, "").Has(`"isTeamOnly":true`)

	rule(adm, w.AID).Want(200).Has(`"isTeamOnly":true`, `"mayConfirm":true`, "利用者 "+admin).HasNot("unattended")
	adm.Post(office+"ConfirmTeamRule", map[string]any{"financialId": w.AID, "asked": "2020-01-01T00:00:00Z"}).Want(409).Has("先に更新しました")
	told = w.Newly(func() { decide(adm, "ConfirmTeamRule", w.AID).Want(200).Has(`"isTeamOnly":false`, `"asked":null`) }, kinds...)
	apptest.WantMails(t, "all may look", told, everybody(mail.TeamAllSet)...)
	decide(adm, "ConfirmTeamRule", w.AID).Want(409).Has("申し出はありません")
	for event, n := range map[string]int{"team_only_set": 1, "team_all_asked": 1, "team_all_set": 2} { // the office's deed stands in both logs
		if got := w.events(event, w.AID); got != n {
			t.Errorf("%s: %d lines, want %d", event, got, n)
		}
		if w.Count("SELECT count(*) FROM audit WHERE event = ? AND subject_kind = 'institution' AND institution_id = ?", event, w.AID) != 1 {
			t.Errorf("%s: not in the institution's log", event)
		}
	}
	for _, m := range w.Mails(third) {
		if text := m.Subject + m.Text; strings.Contains(text, "利用者 "+admin) || strings.Contains(text, w.AID) {
			t.Error(text)
		}
	}
}

// The request is taken back by an administrator, or not granted by the office; then nothing is to confirm.
func TestTeamRuleWithdrawn(t *testing.T) {
	w := newBank(t)
	adm := w.Office()
	set(w.Admin, true).Want(200)
	for _, x := range []struct {
		by          *apptest.Caller
		institution string
	}{{w.Admin, ""}, {adm, w.AID}} {
		set(w.Admin, false).Want(200)
		told := w.Newly(func() {
			decide(x.by, "WithdrawTeamRule", x.institution).Want(200).Has(`"isTeamOnly":true`, `"asked":null`)
		}, kinds...)
		apptest.WantMails(t, "withdrawn", told, admin+" team_all_withdrawn", "office@n.example.jp team_all_withdrawn")
		decide(adm, "ConfirmTeamRule", w.AID).Want(409)
		decide(x.by, "WithdrawTeamRule", x.institution).Want(409).Has("申し出はありません")
		rule(w.Admin, "").Has(`"isTeamOnly":true`)
	}
}

// With two administrators of whom neither made the other, they decide between them, and the office does not.
func TestTwoAdministrators(t *testing.T) {
	w := newBank(t)
	const second = "admin2@a.example.jp"
	id := w.User(deal.RoleFAD, w.AID, second).ID
	other, adm := w.SignInOffice(second), w.Office()
	set(w.Admin, true).Want(200)
	told := w.Newly(func() { set(other, false).Want(200).Has("ほかの管理者に依頼") }, kinds...)
	apptest.WantMails(t, "asked for", told, admin+" team_all_asked", second+" team_all_asked")
	decide(other, "ConfirmTeamRule", "").Want(409)
	decide(adm, "ConfirmTeamRule", w.AID).Want(409).Has("金融機関のほかの管理者が確認します")
	rule(w.Admin, "").Has(`"mayConfirm":true`, `"isTeamOnly":true`)

	// Who asked must be an administrator still.
	w.change(id, func(u *store.User) { u.Status = int(deal.UserBlocked) })
	for _, x := range []apptest.Result{decide(w.Admin, "ConfirmTeamRule", ""), decide(adm, "ConfirmTeamRule", w.AID)} {
		x.Want(409).Has("いまは利用していません")
	}
	w.change(id, func(u *store.User) { u.Status = int(deal.UserEnabled) })
	told = w.Newly(func() { decide(w.Admin, "ConfirmTeamRule", "").Want(200).Has(`"isTeamOnly":false`) }, kinds...)
	apptest.WantMails(t, "all may look", told, everybody(mail.TeamAllSet, second)...)

	// An account that an administrator made himself is no second person.
	set(w.Admin, true).Want(200)
	w.SQLExec("UPDATE user SET creator = '" + apptest.UserIDOf(w.Platform, admin) + "' WHERE id = '" + id + "'")
	set(w.Admin, false).Want(200)
	decide(other, "ConfirmTeamRule", "").Want(409).Has("登録した、または登録された管理者", "事務局に")
	decide(adm, "ConfirmTeamRule", w.AID).Want(200).Has(`"isTeamOnly":false`)
}

// An administrator has his own institution alone, the office no rule to change, and a bank's user neither.
func TestTeamRuleRights(t *testing.T) {
	w := newBank(t)
	adm := w.Office()
	set(w.Admin, true).Want(200)
	set(w.Admin, false).Want(200)
	none := store.NewID()
	rule(w.Admin, w.BID).SameAs(rule(w.Admin, none).Want(400))
	rule(adm, none).Want(400)
	rule(adm, "").Want(400)
	for _, deed := range []string{"ConfirmTeamRule", "WithdrawTeamRule"} {
		w.Admin.Post(office+deed, map[string]any{"financialId": w.BID, "asked": ""}).Want(400)
		adm.Post(office+deed, map[string]any{"asked": ""}).Want(400)
	}
	set(adm, true).Want(400)
	for _, c := range []*apptest.Caller{w.FinA, w.BuyB} {
		rule(c, "").Want(401)
		set(c, true).Want(401)
	}
	w.User(deal.RoleADM, web.OfficeClient, "office2@n.example.jp")
	w.change(apptest.UserIDOf(w.Platform, "office2@n.example.jp"), func(u *store.User) { u.Approver = int(deal.ApproverWaits) })
	decide(w.SignInOffice("office2@n.example.jp"), "ConfirmTeamRule", w.AID).Want(409).Has("承認者として確認されていません")
	rule(w.Admin, "").Has(`"isTeamOnly":true`)
}

// What nobody is in charge of is counted for the administrator before he narrows.
func TestNobodysWork(t *testing.T) {
	w := newBank(t)
	count := func(companies, listings string) {
		t.Helper()
		rule(w.Admin, "").Want(200).Has(`"unattendedCompanyCount":`+companies, `"unattendedListingCount":`+listings)
	}
	free := func(of, id string) {
		t.Helper()
		w.FinA.Post("/api/Persons/SavePersonsInCharge", map[string]any{"of": of, "id": id, "personInCharge": ""}).Want(200)
	}
	count("0", "0")
	free("company", w.Seller)
	count("0", "0") // its listing has somebody
	free("listing", w.Listing)
	count("1", "1")
	w.Admin.Get(office+"SearchTeams?isUnattended=true").Want(200).Has(`"allCount":1`, w.Seller).HasNot(w.BuyerA)
	save(w.FinA, w.Seller, w.ID, store.TeamReader).Want(200)
	count("1", "1") // who may look moves nothing forward
	w.change(w.UserOf(w.FinA).ID, func(u *store.User) { u.Status = int(deal.UserBlocked) })
	count("2", "1") // and the buyer
	w.Admin.Post(office+"HandOverCharges", map[string]any{"personInCharge": w.ID, "chargeList": []map[string]any{{"of": "listing",
		"id": w.Listing}}}).Want(200)
	count("1", "0")
	w.MoveCompany(w.BuyerA, deal.CompanyDisabled)
	count("0", "0")
}

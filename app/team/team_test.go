package team_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	base   = "/api/Team/"
	office = "/api/Office/"
	third  = "fin3@a.example.jp" // a user of A beside the two of the talks
	admin  = "admin@a.example.jp"
)

// bank is a network in which bank A has an administrator and a third user, who works on nothing.
type bank struct {
	*apptest.Talks
	Admin *apptest.Caller
	Third *apptest.Caller
	ID    string // the third user's
}

func newBank(t *testing.T) *bank {
	w := &bank{Talks: apptest.NewTalks(apptest.NewPlatform(t))}
	w.User(deal.RoleFAD, w.AID, admin)
	w.Admin = w.SignInOffice(admin)
	w.ID = w.User(deal.RoleFIN, w.AID, third).ID
	w.Third = w.SignIn(third)
	return w
}

// change changes a user's row as a test needs it.
func (w *bank) change(id string, set func(*store.User)) {
	w.T.Helper()
	w.Write(func(tx *store.Tx) error {
		u, err := tx.User(id)
		if err == nil {
			set(u)
			err = tx.UpdateUser(u, "")
		}
		return err
	})
}

func save(c *apptest.Caller, company, user string, role store.TeamRole) apptest.Result {
	c.P.T.Helper()
	return c.Post(base+"SaveTeamMember", map[string]any{"companyId": company, "userId": user, "role": int(role)})
}

func remove(c *apptest.Caller, company, user string) apptest.Result {
	c.P.T.Helper()
	return c.Post(base+"RemoveTeamMember", map[string]any{"companyId": company, "userId": user})
}

func team(c *apptest.Caller, company string) apptest.Result {
	return c.Get(base + "GetTeam?companyId=" + company)
}

// members are a team as a caller reads it: "userId role".
func members(r apptest.Result) (out []string) {
	r.T.Helper()
	for _, m := range r.Want(200).JSON()["memberList"].([]any) {
		x := m.(map[string]any)
		out = append(out, fmt.Sprint(x["userId"], " ", x["role"]))
	}
	return out
}

func want(t *testing.T, what string, got []string, is ...string) {
	t.Helper()
	if !slices.Equal(got, is) {
		t.Errorf("%s: %q, want %q", what, got, is)
	}
}

// events counts audit lines of an event about a subject.
func (w *bank) events(event, subject string) int {
	return w.Count("SELECT count(*) FROM audit WHERE event = ? AND subject_id = ?", event, subject)
}

// Who is in charge stands in the team; others come as approvers and readers, and go, each with a line in the log and a mail to the team.
func TestTeam(t *testing.T) {
	w := newBank(t)
	a, a2 := w.UserOf(w.FinA).ID, w.UserOf(w.SecondA).ID
	team(w.FinA, w.Seller).Want(200).Has(`"isTeamOnly":false`, `"myRole":1`, `"mayChange":true`, `"roleLabel":"担当"`, `"isEnabled":true`, third)
	team(w.Third, w.Seller).Want(200).Has(`"myRole":0`, `"mayChange":true`)
	want(t, "at first", members(team(w.FinA, w.Seller)), a+" 1")

	told := w.Newly(func() { save(w.FinA, w.Seller, w.ID, store.TeamReader).Want(200) }, mail.TeamChanged)
	apptest.WantMails(t, "one is added", told, "fin@a.example.jp team_changed", third+" team_changed")
	want(t, "with a reader", members(team(w.Third, w.Seller)), a+" 1", w.ID+" 3")
	team(w.Third, w.Seller).Has(`"myRole":3`, `"roleLabel":"閲覧"`)
	m := w.Mails(third)[0]
	text := m.Subject + m.Text
	if !strings.Contains(text, web.CaseNumber("C", w.Seller)) || !strings.Contains(text, "/seller-company-manage/"+w.Seller) ||
		strings.Contains(text, "カナリア") || strings.Contains(text, w.UserOf(w.FinA).UserName) || strings.Contains(text, w.AID) {
		t.Error(text)
	}
	told = w.Newly(func() { save(w.FinA, w.Seller, w.ID, store.TeamReader).Want(200) }, mail.TeamChanged)
	apptest.WantMails(t, "a second click", told)
	if n := w.events("team_member_added", w.Seller); n != 1 {
		t.Errorf("%d lines", n)
	}

	save(w.SecondA, w.Seller, w.ID, store.TeamApprover).Want(200)
	save(w.FinA, w.Seller, a2, store.TeamReader).Want(200)
	want(t, "an approver before a reader", members(team(w.FinA, w.Seller)), a+" 1", w.ID+" 2", a2+" 3")
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'team_member_added' AND subject_kind = 'company' AND user_id = ? AND detail = ?",
		a2, "user="+w.ID+" role=2"); n != 1 {
		t.Errorf("%d lines of the change of a role", n)
	}

	told = w.Newly(func() { remove(w.Third, w.Seller, w.ID).Want(200) }, mail.TeamChanged) // himself
	apptest.WantMails(t, "who has left is told too", told,
		"fin@a.example.jp team_changed", "fin2@a.example.jp team_changed", third+" team_changed")
	told = w.Newly(func() { remove(w.FinA, w.Seller, w.ID).Want(200) }, mail.TeamChanged)
	apptest.WantMails(t, "nobody leaves twice", told)
	if n := w.events("team_member_removed", w.Seller); n != 1 {
		t.Errorf("%d lines", n)
	}
	want(t, "after", members(team(w.FinA, w.Seller)), a+" 1", a2+" 3")
	remove(w.FinA, w.Seller, a).Want(409).Has("担当者の変更か引き継ぎ")
	want(t, "who is in charge stays", members(team(w.FinA, w.Seller)), a+" 1", a2+" 3")
}

// The team is of the company: who works on a listing or a negotiation of it stands in it.
func TestTeamOfWhatBelongsToIt(t *testing.T) {
	w := newBank(t)
	a, b := w.UserOf(w.FinA).ID, w.UserOf(w.FinB).ID
	id := w.Started()
	put := func(of, id string) {
		t.Helper()
		w.FinA.Post("/api/Persons/SavePersonsInCharge", map[string]any{"of": of, "id": id, "personInCharge": w.ID}).Want(200)
	}
	put("sf", id)
	want(t, "seller", members(team(w.FinA, w.Seller)), a+" 1", w.ID+" 1")
	save(w.FinA, w.Seller, w.ID, store.TeamReader).Want(422).Has(`"field":"userId"`, "担当者なので")
	want(t, "buyer", members(team(w.FinB, w.BuyerB)), b+" 1")
	team(w.FinB, w.BuyerB).HasNot(a, w.ID)
}

// Another bank, a buyer and a visitor are told nothing of a team, neither by what they read nor by how they are refused.
func TestTeamTellsNobodyElse(t *testing.T) {
	w := newBank(t)
	w.Started()
	save(w.FinA, w.Seller, w.ID, store.TeamReader).Want(200)
	none := store.NewID()
	for _, c := range []*apptest.Caller{w.FinB, w.BuyB, w.FinC} {
		team(c, w.Seller).SameAs(team(c, none).Want(400))
		save(c, w.Seller, w.UserOf(c).ID, store.TeamReader).SameAs(save(c, none, "x", 99).Want(400))
		remove(c, w.Seller, w.ID).SameAs(remove(c, none, "x").Want(400))
	}
	team(w.FinA, w.BuyerB).SameAs(team(w.FinA, none).Want(400)) // whom it knows from the negotiation
	team(w.Visitor(), w.Seller).Want(401)
	for name, more := range map[string]map[string]any{"SaveTeamMember": {"role": 3}, "RemoveTeamMember": nil} {
		of := func(company string) apptest.Result {
			return w.Admin.Post(office+name, apptest.With(more, map[string]any{"companyId": company, "userId": w.UserOf(w.FinB).ID}))
		}
		of(w.BuyerB).SameAs(of(none).Want(400))
	}
	want(t, "as it was", members(team(w.FinA, w.Seller)), w.UserOf(w.FinA).ID+" 1", w.ID+" 3")
}

func TestTeamInput(t *testing.T) {
	w := newBank(t)
	refused := func(user string, role store.TeamRole, field, words string) {
		t.Helper()
		save(w.FinA, w.Seller, user, role).Want(422).Has(`"field":"`+field+`"`, words)
	}
	const bank = "この金融機関で利用中の人を選んでください"
	foreign := save(w.FinA, w.Seller, w.UserOf(w.FinB).ID, store.TeamReader).Want(422).Has(bank)
	save(w.FinA, w.Seller, store.NewID(), store.TeamReader).SameAs(foreign)
	refused(w.PersonID, store.TeamReader, "userId", bank)
	refused(apptest.UserIDOf(w.Platform, admin), store.TeamReader, "userId", bank)
	refused(w.UserOf(w.FinA).ID, store.TeamReader, "userId", "担当者なので")
	refused(w.ID, store.TeamInCharge, "role", "役割")
	refused(w.ID, 0, "role", "役割を選択してください")
	refused(w.ID, 99, "role", "役割")
	for state, may := range map[deal.ApproverState]bool{deal.ApproverWaits: false, deal.ApproverWithdrawn: false,
		deal.ApproverConfirmed: true} {
		w.change(w.ID, func(u *store.User) { u.Approver = int(state) })
		team(w.FinA, w.Seller).Has(fmt.Sprintf(`"mayApprove":%v`, may))
		if may {
			save(w.FinA, w.Seller, w.ID, store.TeamApprover).Want(200)
			remove(w.FinA, w.Seller, w.ID).Want(200)
		} else {
			refused(w.ID, store.TeamApprover, "role", "承認者として確認されていません")
			save(w.FinA, w.Seller, w.ID, store.TeamReader).Want(200)
			remove(w.FinA, w.Seller, w.ID).Want(200)
		}
	}
	w.change(w.ID, func(u *store.User) { u.Business = int(deal.BusinessLending) })
	refused(w.ID, store.TeamReader, "userId", "業務は融資だけ")
	team(w.FinA, w.Seller).HasNot(w.ID)
	w.change(w.ID, func(u *store.User) { u.Business, u.Status = int(deal.BusinessBoth), int(deal.UserBlocked) })
	refused(w.ID, store.TeamReader, "userId", "停止されています")
	team(w.FinA, w.Seller).HasNot(w.ID)
	if n := w.Count("SELECT count(*) FROM team_member"); n != 0 {
		t.Errorf("%d members", n)
	}
}

// Who is stopped is marked, gets no mail, and can be taken out.
func TestStoppedMember(t *testing.T) {
	w := newBank(t)
	save(w.FinA, w.Seller, w.ID, store.TeamReader).Want(200)
	w.change(w.ID, func(u *store.User) { u.Status = int(deal.UserBlocked) })
	team(w.FinA, w.Seller).Want(200).Has(`"isEnabled":false`)
	told := w.Newly(func() { remove(w.FinA, w.Seller, w.ID).Want(200) }, mail.TeamChanged)
	apptest.WantMails(t, "one who is stopped leaves", told, "fin@a.example.jp team_changed")
}

// Where deals are shown to teams alone, who may only look does not choose who looks.
func TestWhoChangesATeam(t *testing.T) {
	w := newBank(t)
	a2 := w.UserOf(w.SecondA).ID
	save(w.FinA, w.Seller, w.ID, store.TeamReader).Want(200)
	save(w.FinA, w.Seller, a2, store.TeamApprover).Want(200)
	w.Admin.Post(office+"ChangeTeamRule", map[string]any{"isTeamOnly": true}).Want(200)
	team(w.FinA, w.Seller).Want(200).Has(`"isTeamOnly":true`, `"mayChange":true`)
	for _, c := range []*apptest.Caller{w.Third, w.SecondA} {
		team(c, w.Seller).Want(200).Has(`"mayChange":false`, `"candidateList":[]`)
		save(c, w.Seller, w.ID, store.TeamApprover).Want(409).Has("担当者に依頼してください")
		remove(c, w.Seller, w.UserOf(w.FinA).ID).Want(409)
	}
	remove(w.Third, w.Seller, a2).Want(409).Has("担当者に依頼してください")
	// The deputy of who is in charge stands for him.
	w.FinA.Post("/api/Persons/SaveAbsence", map[string]any{"firstDay": "2026-11-21", "lastDay": "2026-11-22", "deputyId": a2}).Want(200)
	remove(w.SecondA, w.Seller, w.ID).Want(200)
	save(w.SecondA, w.Seller, w.ID, store.TeamReader).Want(200)
	told := w.Newly(func() { remove(w.Third, w.Seller, w.ID).Want(200) }, mail.TeamChanged) // himself everybody may
	apptest.WantMails(t, "who may not look any more is told that", told, "fin@a.example.jp team_changed", "fin2@a.example.jp team_changed",
		third+" team_changed")
	want(t, "after", members(team(w.FinA, w.Seller)), w.UserOf(w.FinA).ID+" 1", a2+" 2")
	w.Admin.Post(office+"SaveTeamMember", map[string]any{"companyId": w.Seller, "userId": w.ID, "role": 3}).Want(200)
	want(t, "an administrator may", members(team(w.Third, w.Seller)), w.UserOf(w.FinA).ID+" 1", a2+" 2", w.ID+" 3")
}

// An administrator looks at teams by numbers: never a customer's name, nothing of another institution.
func TestSearchTeams(t *testing.T) {
	w := newBank(t)
	w.Started()
	a := w.UserOf(w.FinA).ID
	save(w.FinA, w.Seller, w.ID, store.TeamReader).Want(200)
	ids := func(query string) (out []string) {
		t.Helper()
		r := w.Admin.Get(office + "SearchTeams?limit=100&" + query).Want(200).HasNot(append([]string{"カナリア", apptest.BuyerAName,
			apptest.BuyerBName, w.BuyerB, w.UserOf(w.FinB).ID}, apptest.SellerNames...)...)
		for _, x := range r.JSON()["teamList"].([]any) {
			out = append(out, x.(map[string]any)["companyId"].(string))
		}
		if n := int(r.JSON()["allCount"].(float64)); n != len(out) {
			t.Errorf("%s: %d counted, %d in the list", query, n, len(out))
		}
		return out
	}
	want(t, "all, the latest first", ids(""), w.Seller, w.BuyerA)
	want(t, "of a user", ids("userId="+w.ID), w.Seller)
	want(t, "who is in charge", ids("userId="+a), w.Seller, w.BuyerA)
	want(t, "another bank's user", ids("userId="+w.UserOf(w.FinB).ID))
	number := web.CaseNumber("C", w.Seller)
	for _, word := range []string{number, strings.ToLower(number), "整理番号：" + number, strings.TrimPrefix(number, "C-")} {
		want(t, word, ids("word="+word), w.Seller)
	}
	want(t, "another bank's number", ids("word="+web.CaseNumber("C", w.BuyerB)))
	want(t, "both", ids("word="+number+"&userId="+w.UserOf(w.SecondA).ID))
	for _, word := range []string{"カナリア", web.CaseNumber("L", w.Listing), "C-12"} {
		want(t, word, ids("word="+word))
	}
	w.Admin.Get(office+"SearchTeams?limit=1&pageNumber=2").Want(200).Has(`"allCount":2`, `"label":"買手企業"`, web.CaseNumber("C", w.BuyerA),
		`"role":1`, `"since":"2026-`).HasNot(w.Seller)
	w.FinA.Get(office + "SearchTeams").Want(401)
}

// What ends a user's or a bank's work ends its place in teams.
func TestTeamEnds(t *testing.T) {
	w := newBank(t)
	w.change(w.ID, func(u *store.User) { u.Approver = int(deal.ApproverWithdrawn) })
	save(w.FinA, w.Seller, w.ID, store.TeamReader).Want(200)
	var version int
	w.Read(func(q *store.Q) error {
		u, err := q.User(w.ID)
		version = u.Version
		return err
	})
	w.Admin.Post(office+"ChangeBusiness", map[string]any{"userId": w.ID, "version": version, "business": int(deal.BusinessLending)}).Want(200)
	want(t, "after lending alone", members(team(w.FinA, w.Seller)), w.UserOf(w.FinA).ID+" 1")

	save(w.FinA, w.Seller, w.UserOf(w.SecondA).ID, store.TeamReader).Want(200)
	w.Office().ChangeCharge(w.Seller, w.CID()).Want(200)
	want(t, "of the new bank", members(team(w.FinC, w.Seller)))
	if n := w.Count("SELECT count(*) FROM team_member"); n != 0 {
		t.Errorf("%d members", n)
	}
}

package duty_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

const day = 24 * time.Hour

// signed is a deal that both sides signed today (成約).
func signed(w *apptest.Talks) string {
	w.T.Helper()
	id := w.Proposed()
	w.FinA.To(id, 4, 5, nil).Want(200)
	return id
}

const aftercareTask = "成約後の確認を記録する"

func desk(w *apptest.Talks, who string) apptest.Result {
	w.T.Helper()
	return w.SignIn(who).Get("/api/MyPage/GetDesk").Want(200)
}

// The seller's bank has a task on each day of a look, until it records one; closed or not, it goes on until everything is done.
func TestAftercareTasks(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := signed(w)
	talks := ofNegotiation(id)
	w.SQLExec("UPDATE negotiation SET closing_due = ''") // the closing is recorded: its task is another one
	after := func(days int) { w.Clock.Add(time.Duration(days) * day) }
	want := func(has bool, due string) {
		t.Helper()
		if r := desk(w, "fin@a.example.jp"); has {
			r.Has(aftercareTask, `"kind":"duty"`, `"due":"`+due+`"`, `"place":"sf"`)
		} else {
			r.HasNot(aftercareTask)
		}
		for _, other := range []string{"fin@b.example.jp", "fin@c.example.jp"} {
			desk(w, other).HasNot("成約後の確認")
		}
	}
	replaces := ""
	say := func(values, changes body) {
		t.Helper()
		c := w.SignIn("fin@a.example.jp")
		on := deal.Date(w.Clock.Now())
		replaces = record(c, talks, sf, deal.DutyAftercare, apptest.With(forms[deal.DutyAftercare], values), apptest.With(
			body{"replaces": replaces, "performedOn": on}, changes)).Want(200).JSON()["dutyId"].(string)
	}
	if r := wantState(w.FinA, talks, deal.DutyAftercare, "missing"); r["dueOn"] != "2026-12-21" {
		t.Errorf("%v", r)
	}
	record(w.FinA, talks, sf, deal.DutyAftercare, nil, body{"performedOn": "2026-11-20"}).Want(422).Has("成約の日より前")
	after(29)
	want(false, "")
	after(1)
	want(true, "2026-12-21")
	after(1)
	want(true, "2026-12-21")
	say(body{"guarantee": "yet"}, nil)
	want(false, "")
	if r := wantState(w.SignIn("fin@a.example.jp"), talks, deal.DutyAftercare, "open"); r["dueOn"] != "2027-02-19" {
		t.Errorf("%v", r)
	}
	after(58) // day 89
	want(false, "")
	after(1)
	want(true, "2027-02-19")
	if r := wantState(w.SignIn("fin@a.example.jp"), talks, deal.DutyAftercare, "expired"); r["stateLabel"] != "次の確認の時期" {
		t.Errorf("%v", r)
	}
	say(body{"guarantee": "yet"}, nil)
	after(89) // day 179
	want(false, "")
	after(1)
	want(true, "2027-05-20")
	say(body{"guarantee": "broken", "note": "期限を過ぎても解除されていない"}, nil)
	after(89)
	want(false, "")
	after(1) // until it is done
	want(true, "2027-08-18")
	say(nil, nil)
	want(false, "")
	if r := wantState(w.SignIn("fin@a.example.jp"), talks, deal.DutyAftercare, "done"); r["dueOn"] != nil {
		t.Errorf("%v", r)
	}
	after(1000)
	want(false, "")
}

// A mail comes on the same days, whatever was recorded, so that whoever sees that it was sent learns nothing of a record.
func TestAftercareMails(t *testing.T) {
	var told [2][]string
	for i := range told {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		w.MailedAll()
		id := signed(w)
		told[i] = w.Newly(func() {
			if i == 1 {
				record(w.FinA, ofNegotiation(id), sf, deal.DutyAftercare, nil, nil).Want(200)
			}
			for _, days := range []int{29, 1, 1, 59, 90, 1, 300} { // days 29, 30, 31, 90, 180, 181, 481
				w.Clock.Add(time.Duration(days) * day)
				w.Job("aftercare_reminder")
				w.Job("aftercare_reminder")
				w.SayNothing(mail.AftercareDue)
			}
		}, mail.AftercareDue)
		apptest.WantMails(t, fmt.Sprint("world ", i), told[i], "fin@a.example.jp aftercare_due", "fin2@a.example.jp aftercare_due",
			"fin@a.example.jp aftercare_due", "fin2@a.example.jp aftercare_due", "fin@a.example.jp aftercare_due", "fin2@a.example.jp aftercare_due")
	}
	// What could not be sent in time is not sent late, and an ended deal is none.
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.MailedAll()
	signed(w)
	w.Clock.Add(60 * day)
	apptest.WantMails(t, "late", w.Newly(func() { w.Job("aftercare_reminder") }, mail.AftercareDue))
}

// A promise that is not kept makes the draft of a report out of the own bank's records. It is made for the screen: nothing is kept or sent.
func TestAftercareDraft(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := signed(w)
	talks := ofNegotiation(id)
	record(w.FinB, talks, bf, deal.DutyContractRisk, body{"items": forms[deal.DutyContractRisk]["items"], "toWhom": "decider",
		"toName": "買手側の相手", "note": "買手側のメモ"}, nil).Want(200)
	record(w.FinA, talks, listed, deal.DutyGuarantee, nil, nil).Want(200)
	kept := record(w.FinA, talks, sf, deal.DutyAftercare, nil, nil).Want(200).JSON()["dutyId"].(string)
	draft := func(c *apptest.Caller, id string) apptest.Result {
		return c.Get(base + "DraftAftercareReport?dutyId=" + id)
	}
	draft(w.FinA, kept).SameAs(draft(w.FinA, store.NewID()).Want(400))
	broken := apptest.With(forms[deal.DutyAftercare], body{"guarantee": "broken", "note": "期限を過ぎても解除されていない"})
	record(w.FinA, talks, sf, deal.DutyAftercare, apptest.With(broken, body{"note": ""}), body{"replaces": kept}).Want(422).
		Has(`"field":"values.note"`)
	made := record(w.FinA, talks, sf, deal.DutyAftercare, broken, body{"replaces": kept}).Want(200).JSON()["dutyId"].(string)
	if r := wantState(w.FinA, talks, deal.DutyAftercare, "open"); r["canDraft"] != true {
		t.Errorf("%v", r)
	}
	rows := func() int {
		n := 0
		for _, table := range []string{"duty", "audit", "ledger", "outbox", "file", "message", "negotiation_history"} {
			n += w.Count("SELECT count(*) FROM " + table)
		}
		return n
	}
	before := rows()
	text := draft(w.FinA, made).Want(200).Has("下書き", "カナリア製作所", "経営者保証の解除・移行", "期限を過ぎても解除されていない", "代表者に電話で",
		"港湾信用金庫 本店", "買手：（ここに入力）")
	text.HasNot(apptest.BuyerBName, "買手側の相手", "買手側のメモ", "白嶺", "黒潮", "分割払い", "150000", "2027-01-10")
	if n := rows(); n != before {
		t.Errorf("the draft left %d rows", n-before)
	}
	for _, c := range []*apptest.Caller{w.FinB, w.FinC, w.BuyB, w.Rival} {
		draft(c, made).SameAs(draft(c, store.NewID()).Want(400))
	}
	other := row(w.FinA, talks, deal.DutyGuarantee)["dutyId"].(string)
	draft(w.FinA, other).SameAs(draft(w.FinA, store.NewID()).Want(400))
	draft(w.SecondA, made).Want(200)
}

// version is a number that each side sends back, which differs by chance.
var version = regexp.MustCompile(`"version":\d+`)

// To everybody else a deal of which promises are not kept is like one of which they are.
func TestAftercareTellsNobodyElse(t *testing.T) {
	var seen [2]string
	for i := range seen {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		w.Office()
		id := signed(w)
		if i == 1 {
			told := w.Newly(func() {
				record(w.FinA, ofNegotiation(id), sf, deal.DutyAftercare, apptest.With(forms[deal.DutyAftercare],
					body{"guarantee": "broken", "note": "秘密の経緯"}), nil).Want(200)
			})
			apptest.WantMails(t, "nobody is mailed", told)
		}
		if row(w.FinB, ofNegotiation(id), deal.DutyAftercare) != nil {
			t.Error("the buyer's bank is told of it")
		}
		record(w.FinB, ofNegotiation(id), sf, deal.DutyAftercare, nil, nil).Want(422).Has(`"field":"kind"`)
		record(w.FinB, ofNegotiation(id), bf, deal.DutyAftercare, nil, nil).Want(422).Has(`"field":"kind"`)
		w.Clock.Add(31 * day)
		for _, who := range []string{"fin@b.example.jp", "fin@c.example.jp"} {
			desk(w, who).HasNot("成約後")
		}
		b, buyer := w.SignIn("fin@b.example.jp"), w.SignIn("buy@b.example.jp")
		for _, text := range []string{w.EverythingOf(b, id), w.EverythingOf(buyer, id)} {
			for _, never := range []string{"秘密の経緯", "aftercare", "成約後の確認"} {
				if strings.Contains(text, never) {
					t.Errorf("%s is told", never)
				}
			}
			seen[i] += fmt.Sprint(len(version.ReplaceAllString(text, "")), " ")
		}
		office := w.SignInOffice("office@n.example.jp")
		office.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("duty", "秘密の経緯")
	}
	if seen[0] != seen[1] {
		t.Errorf("%v", seen)
	}
}

package merger_test

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
)

// lately is a world at 23:20 in which B is to be absorbed by C tomorrow, and B's administrator has confirmed.
func lately(t *testing.T) (w *world, id, c string) {
	w = newWorld(t)
	c = w.CID()
	id = w.office.Post("/api/Office/ProposeMerger", proposal(w.BID, c, map[string]any{"date": "2026-11-22"})).Want(200).
		JSON()["mergerId"].(string)
	w.Clock.Add(13*time.Hour + 20*time.Minute)
	confirm(w.SignInOffice("admin@b.example.jp"), id, 1).Want(200)
	return w, id, c
}

// start is the office's start of the job by hand; where it is let through, the job has run.
func (w *world) start() apptest.Result {
	w.T.Helper()
	r := w.SignInOffice("office@n.example.jp").Post("/api/Office/RunJob", map[string]any{"name": "merger"})
	if r.Status == 200 {
		if err := w.App.RunJob(w.T.Context(), w.App.JobNamed("merger")); err != nil {
			w.T.Fatal(err)
		}
	}
	return r
}

func (w *world) wantMerged(want bool, what string) {
	w.T.Helper()
	if is := w.InstitutionNow(w.BID).Status == int(deal.InstitutionMerged); is != want {
		w.T.Fatalf("%s: merged %v, want %v", what, is, want)
	}
	if made := apptest.Entries(w.T, w.App.BackupDir, "*.tar"); (len(made) > 0) != want {
		w.T.Fatalf("%s: backups %v", what, made)
	}
}

// Whoever is told of a merger has a day to object: proposed late for the next day, it is not done minutes after the second
// confirmation, neither by the job nor by hand.
func TestMergerWaitsADay(t *testing.T) {
	w, id, _ := lately(t)
	w.Clock.Add(20 * time.Minute)
	if m := detail(w.SignInOffice("admin@b.example.jp"), id); m["planned"] != "2026-11-22T16:00:00" ||
		m["earliest"] != "" {
		t.Errorf("before the second confirmation: %v, %v", m["planned"], m["earliest"])
	}
	confirm(w.SignInOffice("second@n.example.jp"), id, 2).Want(200)
	for _, who := range []string{"admin@b.example.jp", "office@n.example.jp"} {
		if m := detail(w.SignInOffice(who), id); m["earliest"] != "2026-11-22T14:40:00" || m["planned"] != "2026-11-22T16:00:00" {
			t.Errorf("%s sees %v, %v", who, m["earliest"], m["planned"])
		}
	}
	told := 0
	for _, m := range w.Mails("fin@b.example.jp") {
		if strings.Contains(m.Text, "この日時より前には行いません：2026/11/22 23:40（日本時間）") {
			told++
		}
	}
	if told != 1 || w.KindsTo(mail.MergerFixed, "fin@b.example.jp") != 1 {
		t.Errorf("%d mails say when", told)
	}

	w.Clock.Add(90 * time.Minute) // 01:10 on the date
	w.Job("merger")
	w.start().Want(409).Has("2026/11/22 23:40からです")
	w.wantMerged(false, "at night on the date")
	w.Clock.Add(22*time.Hour + 29*time.Minute)
	w.start().Want(409).Has("2026/11/22 23:40からです")
	w.Clock.Add(time.Minute) // 23:40
	w.Job("merger")
	w.wantMerged(false, "by day, without being asked")
	w.Clock.Add(90 * time.Minute) // 01:10 on the day after
	w.Job("merger")
	w.wantMerged(true, "at the first night")
	if m := detail(w.SignInOffice("admin@b.example.jp"), id); m["planned"] != "" || m["earliest"] != "" {
		t.Errorf("afterwards: %v, %v", m["planned"], m["earliest"])
	}
}

// A day after the second confirmation the office may start it by hand.
func TestMergerByHandAfterADay(t *testing.T) {
	w, id, _ := lately(t)
	w.start().Want(200) // nothing is fixed: it finds nothing to do
	w.wantMerged(false, "after one confirmation")
	confirm(w.SignInOffice("second@n.example.jp"), id, 2).Want(200)
	w.Clock.Add(24 * time.Hour)
	w.start().Want(200)
	w.wantMerged(true, "by hand")
}

// The date counts where it is later than the day: a job that runs every night does not do it before.
func TestMergerWaitsForItsDate(t *testing.T) {
	w := newWorld(t)
	id := w.propose(w.BID, w.CID()) // for 2026-12-01
	confirm(w.fadB, id, 1).Want(200)
	confirm(w.second, id, 2).Want(200)
	if m := detail(w.fadB, id); m["earliest"] != "2026-11-30T15:00:00" || m["planned"] != "2026-11-30T16:00:00" {
		t.Errorf("B sees %v, %v", m["earliest"], m["planned"])
	}
	w.Clock.Add(w.Until("2026-11-30"))
	w.Job("merger")
	w.start().Want(409).Has("2026/12/01 00:00からです")
	w.wantMerged(false, "the day before")
	w.Clock.Add(15*time.Hour + 10*time.Minute) // 01:10
	w.Job("merger")
	w.wantMerged(true, "on its date")
}

// A confirmation that became void gives no time: the day begins with the one that takes its place. It stays void when the
// administrator because of whom it is void has left.
func TestVoidConfirmationBeginsAnew(t *testing.T) {
	w, id, c := lately(t)
	confirm(w.SignInOffice("second@n.example.jp"), id, 2).Want(200)
	w.Clock.Add(20 * time.Hour)
	w.User(deal.RoleFAD, c, "admin@c.example.jp")
	w.SQLExec("UPDATE user SET status = 4 WHERE login_id = 'admin@c.example.jp'")
	if m := detail(w.SignInOffice("admin@b.example.jp"), id); m["state"].(float64) != 1 {
		t.Errorf("the void confirmation is back: %v", m["state"])
	}
	w.Clock.Add(5 * time.Hour)
	w.start().Want(200)
	w.wantMerged(false, "a day after a confirmation that is void")
	confirm(w.SignInOffice("second@n.example.jp"), id, 2).Want(200)
	if n := w.KindsTo(mail.MergerFixed, "fin@b.example.jp"); n != 2 {
		t.Errorf("B was told %d times", n)
	}
	w.start().Want(409).Has("2026/11/24 00:20からです")
	w.Clock.Add(24*time.Hour - time.Minute)
	w.start().Want(409)
	w.Clock.Add(time.Minute)
	w.start().Want(200)
	w.wantMerged(true, "a day after the one that counts")
}

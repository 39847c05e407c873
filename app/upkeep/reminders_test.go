package upkeep_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/store"
)

const fourteenDays = 14 * 24 * time.Hour

// finAs and finBs are both banks' users with a kind of mail.
func finAs(kind mail.Kind) []string {
	return []string{"fin@a.example.jp " + string(kind), "fin2@a.example.jp " + string(kind)}
}

func finBs(kind mail.Kind) []string {
	return []string{"fin@b.example.jp " + string(kind), "fin2@b.example.jp " + string(kind)}
}

// A real-name request that waits: SF is told a week before, on the day, and both once it is over.
// The request stays as it is.
func TestAnswersDue(t *testing.T) {
	for name, c := range map[string]struct {
		days []int // after the request on which the job runs
		want []string
	}{
		"day by day": {[]int{1, 6, 7, 8, 13, 14, 15, 16, 40},
			slices.Concat(finAs(mail.AnswerDue), finAs(mail.AnswerDue), finAs(mail.AnswerOverdue), finBs(mail.AnswerOverdue))},
		"after a sleep the last word": {[]int{30, 31}, slices.Concat(finAs(mail.AnswerOverdue), finBs(mail.AnswerOverdue))},
		"before the week":             {[]int{6}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			tk := apptest.NewTalks(apptest.NewPlatform(t))
			tk.MailedAll()
			id := tk.Hoped()
			got := tk.Newly(func() {
				for i, day := range c.days {
					if i > 0 {
						day -= c.days[i-1]
					}
					tk.Clock.Add(time.Duration(day) * 24 * time.Hour)
					tk.Job("answer_reminder")
					tk.Job("answer_reminder")
				}
			}, mail.AnswerDue, mail.AnswerOverdue)
			apptest.WantMails(t, name, got, c.want...)
			tk.Read(func(q *store.Q) error {
				n, err := q.NegotiationRowOf(id)
				if err == nil && n.Status != int(deal.NegotiationHope) {
					t.Errorf("the request is at %d", n.Status)
				}
				return err
			})
			tk.SayNothing(mail.AnswerDue, mail.AnswerOverdue)
		})
	}
}

// A negotiation without movement: the persons in charge, then the institutions, then the office.
func TestStalled(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.MailedAll()
	id := tk.Started()
	tk.Write(func(tx *store.Tx) error {
		n, err := tx.NegotiationRowOf(id)
		if err != nil {
			return err
		}
		n.PersonBF, n.PersonSF = apptest.UserIDOf(tk.Platform, "fin2@b.example.jp"), "gone"
		return tx.UpdateNegotiation(&n.Negotiation, "", store.SideBF)
	})
	stalled := func() []string {
		return tk.Newly(func() { tk.Job("stalled_reminder"); tk.Job("stalled_reminder") }, mail.NegotiationStalled)
	}
	kind := mail.NegotiationStalled
	office := "office@network.example.jp " + string(kind)
	apptest.WantMails(t, "at once", stalled())
	tk.Clock.Add(13 * 24 * time.Hour)
	apptest.WantMails(t, "13 days", stalled())
	tk.Clock.Add(24 * time.Hour)
	apptest.WantMails(t, "14 days: the person, and all where there is none", stalled(),
		append(finAs(kind), "fin2@b.example.jp "+string(kind))...)
	tk.Clock.Add(15 * 24 * time.Hour)
	apptest.WantMails(t, "29 days", stalled())
	tk.Clock.Add(24 * time.Hour)
	apptest.WantMails(t, "30 days", stalled(), slices.Concat(finAs(kind), finBs(kind))...)
	tk.Clock.Add(31 * 24 * time.Hour)
	apptest.WantMails(t, "61 days", stalled(), office)
	tk.Clock.Add(100 * 24 * time.Hour)
	apptest.WantMails(t, "long after", stalled())

	// A message of the buyer to its bank is a movement to that side alone.
	tk.SignIn("buy@b.example.jp").Say(id, 1, "その後いかがでしょうか。").Want(200)
	tk.Clock.Add(fourteenDays)
	apptest.WantMails(t, "the buyer's side has moved", stalled(), "fin2@b.example.jp "+string(kind))
	tk.SignIn("fin@b.example.jp").Say(id, 2, "進めたいと存じます。").Want(200)
	tk.Clock.Add(40 * 24 * time.Hour)
	apptest.WantMails(t, "both sides have, and the 14 days were slept through", stalled(), slices.Concat(finAs(kind), finBs(kind))...)
	tk.SayNothing(kind)

	// What is over does not stall.
	finB := tk.SignIn("fin@b.example.jp")
	finB.To(id, 1, 9, map[string]any{"endReason": 1}).Want(200)
	tk.Clock.Add(100 * 24 * time.Hour)
	apptest.WantMails(t, "it is over", stalled())
}

// A seller's link: told again two days before its end without the key, dead at its end, and SF knows.
func TestLinksExpire(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.MailedAll()
	pending, _ := tk.Draft(nil)
	key, passcode := tk.Request(pending)
	row := tk.Hoped()
	ownerKey, ownerPasscode := tk.OwnerKey(row)
	company, registration := tk.FinB.Invited("new@buyer.example.jp")
	kinds := []mail.Kind{mail.RequestReminder, mail.RequestExpired, mail.InvitationExpired}
	run := func() []string {
		return tk.Newly(func() { tk.Job("link_expiry"); tk.Job("link_expiry") }, kinds...)
	}
	reminder := tk.Person + " " + string(mail.RequestReminder)
	apptest.WantMails(t, "at once", run())
	tk.Clock.Add(5*24*time.Hour + time.Hour)
	apptest.WantMails(t, "two days before", run(), reminder, reminder)
	for _, m := range tk.Mails(tk.Person)[:2] {
		if m.Kind != mail.RequestReminder || strings.Contains(m.Text, "key=") || strings.Contains(m.Text, key) ||
			strings.Contains(m.Text, ownerKey) || strings.Contains(m.Text, "売") {
			t.Errorf("%s:\n%s", m.Kind, m.Text)
		}
	}
	tk.Clock.Add(2 * 24 * time.Hour)
	apptest.WantMails(t, "they have ended", run(), slices.Concat(finAs(mail.RequestExpired), finAs(mail.RequestExpired))...)
	tk.Decide(key, passcode, true).Want(400)
	tk.OwnerDecides(ownerKey, ownerPasscode, true).Want(400)
	tk.Read(func(q *store.Q) error {
		l, err := q.OfficeListing(pending)
		if err != nil || l.IsPending {
			t.Errorf("the request is still open: %v", err)
		}
		h, err := q.ListingHistory(pending)
		if err != nil || h[0].Event != "key_expired" || listing.ListingEventLabels[h[0].Event] == "" {
			t.Errorf("%+v", h)
		}
		return err
	})
	finA := tk.SignIn("fin@a.example.jp")
	// it can be asked anew
	finA.Deed("RequestOwnerConsent", row, map[string]any{"userId": tk.PersonID, "ppapMailaddress": "second@canary.example.co.jp"}).Want(200)
	tk.OpenRegistration(registration).Want(200)
	tk.Clock.Add(7 * 24 * time.Hour)
	tk.OpenRegistration(registration).Want(400)
	got := run()
	want := slices.Concat(finBs(mail.InvitationExpired), finAs(mail.RequestExpired))
	apptest.WantMails(t, "the invitation too", got, want...) // the owner was not told again: the second link's two days were slept through
	tk.SignIn("fin@b.example.jp").Send("PUT", "/api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": company}).Want(200)
	tk.SayNothing(kinds...)
}

// A used link is nobody's concern any more, and one whose matter is over reminds nobody.
func TestLinksUsed(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t)) // its listing was approved by a link
	tk.Named()                                     // and its owner has answered by one
	tk.Clock.Add(8 * 24 * time.Hour)
	apptest.WantMails(t, "used links", tk.Newly(func() { tk.Job("link_expiry") }, mail.RequestReminder, mail.RequestExpired))
}

// A trial that is over is told to its bank once.
func TestTrialsEnd(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.MailedAll()
	id, _ := m.FinA.Trial("trial@buyer.example.jp")
	run := func() []string {
		return m.Newly(func() { m.Job("trial_end"); m.Job("trial_end") }, mail.TrialEnded)
	}
	m.Clock.Add(30 * 24 * time.Hour)
	apptest.WantMails(t, "the last day", run())
	m.Clock.Add(24 * time.Hour)
	apptest.WantMails(t, "over", run(), finAs(mail.TrialEnded)...)
	m.Clock.Add(24 * time.Hour)
	apptest.WantMails(t, "the day after", run())
	if !strings.Contains(m.Mails("fin@a.example.jp")[0].Text, "/buyer-company-manage/"+id) {
		t.Error("the mail does not lead to the buyer")
	}
}

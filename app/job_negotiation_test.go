package app

import (
	"slices"
	"strings"
	"testing"
	"time"

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
		"day by day":                  {[]int{1, 6, 7, 8, 13, 14, 15, 16, 40}, slices.Concat(finAs(mail.AnswerDue), finAs(mail.AnswerDue), finAs(mail.AnswerOverdue), finBs(mail.AnswerOverdue))},
		"after a sleep the last word": {[]int{30, 31}, slices.Concat(finAs(mail.AnswerOverdue), finBs(mail.AnswerOverdue))},
		"before the week":             {[]int{6}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			tk := newTalks(newPlatform(t))
			id := tk.hoped()
			got := tk.newly(func() {
				for i, day := range c.days {
					if i > 0 {
						day -= c.days[i-1]
					}
					tk.clock.Add(time.Duration(day) * 24 * time.Hour)
					tk.job("answer_reminder")
					tk.job("answer_reminder")
				}
			}, mail.AnswerDue, mail.AnswerOverdue)
			wantMails(t, name, got, c.want...)
			tk.read(func(q *store.Q) error {
				n, err := q.NegotiationRowOf(id)
				if err == nil && n.Status != int(deal.NegotiationHope) {
					t.Errorf("the request is at %d", n.Status)
				}
				return err
			})
			tk.sayNothing(mail.AnswerDue, mail.AnswerOverdue)
		})
	}
}

// sayNothing fails where a mail of some kinds says a name or a title.
func (tk *talks) sayNothing(kinds ...mail.Kind) {
	tk.t.Helper()
	for _, address := range []string{"fin@a.example.jp", "fin@b.example.jp", "buy@b.example.jp", "rival@b.example.jp", tk.person, "office@network.example.jp"} {
		for _, m := range tk.mails(address) {
			if !slices.Contains(kinds, m.Kind) {
				continue
			}
			text := strings.ReplaceAll(m.Subject+m.Text+m.HTML, tk.person, "") // the receiver's own name
			for _, name := range slices.Concat(sellerNames, buyerNames, canariesL3, canariesL4, []string{"精密部品", "東海", "湊星", "蒼陵", "黒潮"}) {
				if strings.Contains(text, name) {
					tk.t.Errorf("%s to %s says %s:\n%s", m.Kind, address, name, m.Text)
				}
			}
		}
	}
}

// A negotiation without movement: the persons in charge, then the institutions, then the office.
func TestStalled(t *testing.T) {
	tk := newTalks(newPlatform(t))
	id := tk.started()
	tk.write(func(tx *store.Tx) error {
		n, err := tx.NegotiationRowOf(id)
		if err != nil {
			return err
		}
		n.PersonBF, n.PersonSF = userIDOf(tk.platform, "fin2@b.example.jp"), "gone"
		return tx.UpdateNegotiation(&n.Negotiation, "", store.SideBF)
	})
	stalled := func() []string {
		return tk.newly(func() { tk.job("stalled_reminder"); tk.job("stalled_reminder") }, mail.NegotiationStalled)
	}
	kind := mail.NegotiationStalled
	office := "office@network.example.jp " + string(kind)
	wantMails(t, "at once", stalled())
	tk.clock.Add(13 * 24 * time.Hour)
	wantMails(t, "13 days", stalled())
	tk.clock.Add(24 * time.Hour)
	wantMails(t, "14 days: the person, and all where there is none", stalled(), append(finAs(kind), "fin2@b.example.jp "+string(kind))...)
	tk.clock.Add(15 * 24 * time.Hour)
	wantMails(t, "29 days", stalled())
	tk.clock.Add(24 * time.Hour)
	wantMails(t, "30 days", stalled(), slices.Concat(finAs(kind), finBs(kind))...)
	tk.clock.Add(31 * 24 * time.Hour)
	wantMails(t, "61 days", stalled(), office)
	tk.clock.Add(100 * 24 * time.Hour)
	wantMails(t, "long after", stalled())

	// A message of the buyer to its bank is a movement to that side alone.
	tk.signIn("buy@b.example.jp").say(id, 1, "その後いかがでしょうか。").want(200)
	tk.clock.Add(fourteenDays)
	wantMails(t, "the buyer's side has moved", stalled(), "fin2@b.example.jp "+string(kind))
	tk.signIn("fin@b.example.jp").say(id, 2, "進めたいと存じます。").want(200)
	tk.clock.Add(40 * 24 * time.Hour)
	wantMails(t, "both sides have, and the 14 days were slept through", stalled(), slices.Concat(finAs(kind), finBs(kind))...)
	tk.sayNothing(kind)

	// What is over does not stall.
	finB := tk.signIn("fin@b.example.jp")
	finB.to(id, 1, 9, map[string]any{"endReason": 1}).want(200)
	tk.clock.Add(100 * 24 * time.Hour)
	wantMails(t, "it is over", stalled())
}

// A seller's link: told again two days before its end without the key, dead at its end, and SF knows.
func TestLinksExpire(t *testing.T) {
	tk := newTalks(newPlatform(t))
	pending, _ := tk.draft(nil)
	key, passcode := tk.request(pending)
	row := tk.hoped()
	ownerKey, ownerPasscode := tk.ownerKey(row)
	company, registration := tk.finB.invited("new@buyer.example.jp")
	kinds := []mail.Kind{mail.RequestReminder, mail.RequestExpired, mail.InvitationExpired}
	run := func() []string {
		return tk.newly(func() { tk.job("link_expiry"); tk.job("link_expiry") }, kinds...)
	}
	reminder := tk.person + " " + string(mail.RequestReminder)
	wantMails(t, "at once", run())
	tk.clock.Add(5*24*time.Hour + time.Hour)
	wantMails(t, "two days before", run(), reminder, reminder)
	for _, m := range tk.mails(tk.person)[:2] {
		if m.Kind != mail.RequestReminder || strings.Contains(m.Text, "key=") || strings.Contains(m.Text, key) || strings.Contains(m.Text, ownerKey) || strings.Contains(m.Text, "売") {
			t.Errorf("%s:\n%s", m.Kind, m.Text)
		}
	}
	tk.clock.Add(2 * 24 * time.Hour)
	wantMails(t, "they have ended", run(), slices.Concat(finAs(mail.RequestExpired), finAs(mail.RequestExpired))...)
	tk.decide(key, passcode, true).want(400)
	tk.ownerDecides(ownerKey, ownerPasscode, true).want(400)
	tk.read(func(q *store.Q) error {
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
	finA := tk.signIn("fin@a.example.jp")
	finA.deed("RequestOwnerConsent", row, map[string]any{"userId": tk.personID, "ppapMailaddress": "second@canary.example.co.jp"}).want(200) // it can be asked anew
	tk.openRegistration(registration).want(200)
	tk.clock.Add(7 * 24 * time.Hour)
	tk.openRegistration(registration).want(400)
	got := run()
	want := slices.Concat(finBs(mail.InvitationExpired), finAs(mail.RequestExpired))
	wantMails(t, "the invitation too", got, want...) // the owner was not told again: the second link's two days were slept through
	tk.signIn("fin@b.example.jp").send("PUT", "/api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": company}).want(200)
	tk.sayNothing(kinds...)
}

// A used link is nobody's concern any more, and one whose matter is over reminds nobody.
func TestLinksUsed(t *testing.T) {
	tk := newTalks(newPlatform(t)) // its listing was approved by a link
	tk.named()                     // and its owner has answered by one
	tk.clock.Add(8 * 24 * time.Hour)
	wantMails(t, "used links", tk.newly(func() { tk.job("link_expiry") }, mail.RequestReminder, mail.RequestExpired))
}

// A trial that is over is told to its bank once.
func TestTrialsEnd(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	id, _ := m.finA.trial("trial@buyer.example.jp")
	run := func() []string {
		return m.newly(func() { m.job("trial_end"); m.job("trial_end") }, mail.TrialEnded)
	}
	m.clock.Add(30 * 24 * time.Hour)
	wantMails(t, "the last day", run())
	m.clock.Add(24 * time.Hour)
	wantMails(t, "over", run(), finAs(mail.TrialEnded)...)
	m.clock.Add(24 * time.Hour)
	wantMails(t, "the day after", run())
	if !strings.Contains(m.mails("fin@a.example.jp")[0].Text, "/buyer-company-manage/"+id) {
		t.Error("the mail does not lead to the buyer")
	}
}

package negotiation_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/mail/mailtest"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// waiting are the outbox's mails to an address that are not sent, the oldest first.
func waiting(p *apptest.Platform, address string) (out []store.OutboxMail) {
	p.T.Helper()
	p.Read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		for _, m := range slices.Backward(ms) {
			if m.Address == address && m.State == store.MailWaiting {
				out = append(out, m)
			}
		}
		return err
	})
	return out
}

// later moves the clock; who is signed in signs in again.
func later(tk *apptest.Talks, d time.Duration) {
	p := tk.Marketplace.Banks.Platform
	p.Clock.Add(d)
	tk.FinA, tk.FinB = p.SignIn("fin@a.example.jp"), p.SignIn("fin@b.example.jp")
	tk.BuyB, tk.Rival = p.SignIn("buy@b.example.jp"), p.SignIn("rival@b.example.jp")
}

// gatheredTalks has a negotiation at 3 with a real mail server, all mails so far sent, and a second user of A's bank
// who wants no notices.
func gatheredTalks(t *testing.T) (tk *apptest.Talks, server *mailtest.Server, id string) {
	p := apptest.NewPlatform(t)
	tk = apptest.NewTalks(p)
	server = mailtest.Start(t, mailtest.Options{})
	p.App.SMTP = &mail.SMTP{Host: server.Host(), Port: server.Port(), TLS: mail.NoTLS, From: "noreply@network.example.jp",
		Timeout: 10 * time.Second}
	id = tk.Named()
	second := p.User(deal.RoleFIN, tk.AID, "quiet@a.example.jp")
	second.RegistSendMail = false
	p.Write(func(tx *store.Tx) error { return tx.UpdateUser(second, "") })
	p.MailedAll()
	later(tk, deal.MailsWait)
	upkeep.In(p.App.Platform).SendMails(t.Context())
	if left := waiting(p, "fin@a.example.jp"); len(left) > 0 {
		t.Fatalf("%d mails are left", len(left))
	}
	return tk, server, id
}

// Milestones and changes of status of one negotiation arrive at one receiver as one mail for half an hour, which says
// what happened in subject and text, without a name or an amount; with the parts alone that the receiver wants.
func TestMailsOfANegotiationAreGathered(t *testing.T) {
	tk, server, id := gatheredTalks(t)
	p := tk.Marketplace.Banks.Platform
	send := func() { upkeep.In(p.App.Platform).SendMails(t.Context()) }
	arrived := len(server.Mails())

	tk.FinB.Milestone(id, deal.MilestoneTopInterview, nil).Want(200)
	first := waiting(p, "fin@a.example.jp")
	if len(first) != 1 || first[0].Kind != string(mail.MilestoneRecorded) || !first[0].NextAttempt.Equal(p.Clock.Now().Add(deal.MailsWait)) {
		t.Fatalf("the first mail: %+v", first)
	}
	later(tk, deal.MailsWait-time.Minute)
	send()
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000, "note": "社内の稟議前"}).Want(200)
	now := waiting(p, "fin@a.example.jp")
	if len(now) != 1 || now[0].ID != first[0].ID || now[0].Kind != string(mail.NegotiationNews) ||
		!now[0].NextAttempt.Equal(first[0].NextAttempt) || len(server.Mails()) != arrived {
		t.Fatalf("after the second: %+v", now)
	}
	number := tk.FinA.Row(id)["caseNumber"].(string)
	m := p.Mails("fin@a.example.jp")[0]
	if want := "】" + number + " 確認のお願い、日程の記録（2件）"; !strings.HasSuffix(m.Subject, want) || m.Subject != now[0].Subject {
		t.Errorf("subject %q, want …%q", m.Subject, want)
	}
	if m.Unsubscribe == "" || strings.Count(m.Text, "\n・11月") != 2 || strings.Count(m.Text, "/seller-business/"+tk.Listing) != 1 {
		t.Errorf("text:\n%s\n%q", m.Text, m.Unsubscribe)
	}
	for _, secret := range slices.Concat(apptest.SellerNames, apptest.BuyerNames, []string{"150", "稟議", "湊星", "蒼陵", "精密部品"}) {
		if strings.Contains(m.Subject+m.Text+m.HTML, secret) {
			t.Errorf("says %s:\n%s", secret, m.Text)
		}
	}
	// Who wants no notices is asked for the confirmation all the same, and reads of nothing else.
	quiet := p.Mails("quiet@a.example.jp")
	if len(quiet) != 1 || quiet[0].Kind != mail.MilestoneProposed || quiet[0].Unsubscribe != "" || strings.Contains(quiet[0].Text, "変更されました") {
		t.Errorf("who wants no notices: %+v", quiet)
	}
	// Nobody else has anything of it.
	for _, address := range []string{"fin@b.example.jp", "buy@b.example.jp", "rival@b.example.jp", "fin@c.example.jp"} {
		if ms := waiting(p, address); len(ms) > 0 {
			t.Errorf("to %s: %s", address, ms[0].Kind)
		}
	}
	later(tk, time.Minute)
	send()
	if n := len(server.Mails()) - arrived; n != 2 || !strings.Contains(apptest.PlainPart(t, server.Mails()[arrived].Body), "・11月") {
		t.Errorf("%d mails arrived", n)
	}
	send()
	// What comes after is another mail; that of the other user is due when his own half hour is over.
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 151_000}).Want(200)
	if ms := waiting(p, "fin@a.example.jp"); len(ms) != 1 || ms[0].ID == first[0].ID || ms[0].Kind != string(mail.MilestoneProposed) {
		t.Errorf("the next mail: %+v", ms)
	}
	if ms := waiting(p, "quiet@a.example.jp"); len(ms) != 1 || ms[0].Subject != p.Mails("quiet@a.example.jp")[0].Subject {
		t.Errorf("the other user's: %+v", ms)
	}
	later(tk, deal.MailsWait)
	send()
	if n := len(server.Mails()) - arrived; n != 5 {
		t.Errorf("%d mails arrived, want 5: two users twice, the third once", n)
	}
}

// Between an event and its mail lies half an hour. Who was stopped meanwhile, or whose company came into another
// institution's charge, is told nothing; his colleagues are, and so is who works for the bank that continues his own.
func TestGatheredMailToWhoLostIt(t *testing.T) {
	for what, x := range map[string]struct {
		lose    func(tk *apptest.Talks)
		to, not []string
	}{
		"nothing happens": {func(*apptest.Talks) {}, []string{"fin@a.example.jp", "fin2@a.example.jp"}, nil},
		"a clerk is stopped": {func(tk *apptest.Talks) {
			tk.SQLExec("UPDATE user SET status = 3 WHERE login_id = 'fin@a.example.jp'")
		}, []string{"fin2@a.example.jp"}, []string{"fin@a.example.jp"}},
		"the company moves": {func(tk *apptest.Talks) {
			tk.FinC = tk.SignIn("fin@c.example.jp")
			tk.Office().ChangeCharge(tk.Seller, tk.CID()).Want(200)
		}, nil, []string{"fin@a.example.jp", "fin2@a.example.jp"}},
		"the bank is absorbed": {func(tk *apptest.Talks) {
			tk.FinC = tk.SignIn("fin@c.example.jp")
			i, c := tk.InstitutionNow(tk.AID), tk.CID()
			i.Status, i.MergedInto = int(deal.InstitutionMerged), c
			tk.Write(func(tx *store.Tx) error {
				if _, err := tx.MergeInstitutions(&store.MergerMove{Absorbed: tk.AID, Surviving: c, Mark: "A-", Name: "湊星"}); err != nil {
					return err
				}
				return tx.UpdateInstitution(i, "")
			})
		}, []string{"fin@a.example.jp", "fin2@a.example.jp"}, []string{"fin@c.example.jp"}},
		"the bank is stopped": {func(tk *apptest.Talks) {
			i := tk.InstitutionNow(tk.AID)
			i.Status = int(deal.InstitutionStopped)
			tk.Write(func(tx *store.Tx) error { return tx.UpdateInstitution(i, "") })
		}, nil, []string{"fin@a.example.jp", "fin2@a.example.jp"}},
	} {
		t.Run(what, func(t *testing.T) {
			tk, server, id := gatheredTalks(t)
			p := tk.Marketplace.Banks.Platform
			tk.FinB.Milestone(id, deal.MilestoneTopInterview, nil).Want(200)
			if n := len(waiting(p, "fin@a.example.jp")); n != 1 {
				t.Fatalf("%d mails wait", n)
			}
			arrived := len(server.Mails())
			x.lose(tk)
			p.Clock.Add(deal.MailsWait)
			upkeep.In(p.App.Platform).SendMails(t.Context())
			got := map[string]int{}
			number := web.CaseNumber("N", id)
			for _, m := range server.Mails()[arrived:] {
				if strings.Contains(apptest.PlainPart(t, m.Body), "日程") && strings.Contains(apptest.PlainPart(t, m.Body), number) {
					got[m.To]++
				}
			}
			for _, address := range x.to {
				if got[address] != 1 {
					t.Errorf("%s got %d mails", address, got[address])
				}
			}
			for _, address := range x.not {
				if got[address] != 0 {
					t.Errorf("%s got %d mails", address, got[address])
				}
				if left := waiting(p, address); len(left) != 0 && left[0].Gathered != "" {
					t.Errorf("%s still has a mail that waits", address)
				}
			}
		})
	}
}

// Another negotiation has its own mail, though listing and receiver are the same; and what must not wait does not.
func TestMailsThatDoNotWait(t *testing.T) {
	tk, _, id := gatheredTalks(t)
	p := tk.Marketplace.Banks.Platform
	tk.FinB.Milestone(id, deal.MilestoneTopInterview, nil).Want(200)
	o := tk.Rival.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing}).Want(200).JSON()
	other := o["buyerNegotiationId"].(string)
	tk.Rival.Consent(tk.Listing, int(o["version"].(float64))).Want(200)
	tk.FinB.Deed("StartNegotiation", other, nil).Want(200)
	tk.Rival.Deed("RealNameConsent", other, nil).Want(200)
	tk.FinB.To(other, 1, 2, nil).Want(200)
	key, passcode := tk.OwnerKey(other)
	tk.OwnerDecides(key, passcode, true).Want(200)
	tk.FinB.To(other, 2, 9, map[string]any{"endReason": 1}).Want(200)
	waits := map[string]int{}
	p.Read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		for _, m := range ms {
			if m.State != store.MailWaiting {
				continue
			}
			if isLater := m.NextAttempt.After(p.Clock.Now()); isLater != mail.Kind(m.Kind).IsGathered() {
				t.Errorf("%s to %s waits: %v", m.Kind, m.Address, isLater)
			} else if isLater && m.Address == "fin@a.example.jp" {
				waits[m.SubjectID]++
			}
		}
		return err
	})
	if waits[id] != 1 || waits[other] != 1 || len(waits) != 2 {
		t.Errorf("mails that wait, by negotiation: %v", waits)
	}
	for _, kind := range []mail.Kind{mail.RealNameRequested, mail.OwnerConsentAnswered} {
		if n := p.KindsTo(kind, "fin@a.example.jp"); n == 0 {
			t.Errorf("no %s", kind)
		}
	}
}

// What is taken back takes its line with it, and a platform that goes down before a mail is due sends it afterwards,
// once, with all that was added.
func TestGatheredMailsAreNeitherLostNorTwice(t *testing.T) {
	tk, server, id := gatheredTalks(t)
	p := tk.Marketplace.Banks.Platform
	tk.FinB.Milestone(id, deal.MilestoneTopInterview, nil).Want(200)
	before := waiting(p, "fin@a.example.jp")[0]
	broken := errors.New("broken off")
	d := mail.Data{CaseNumber: "N-1", Link: "http://localhost/x"}
	if err := p.App.Store.Write(t.Context(), func(tx *store.Tx) error {
		if err := p.App.MailInstitution(tx, mail.NegotiationStatusChanged, tk.AID, id, d); err != nil {
			return err
		}
		return broken
	}); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	if after := waiting(p, "fin@a.example.jp"); len(after) != 1 || after[0].Gathered != before.Gathered || after[0].Subject != before.Subject {
		t.Errorf("after a deed that was taken back: %+v", after)
	}
	tk.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}).Want(200)
	arrived := len(server.Mails())
	later(tk, deal.MailsWait)
	gone, stop := context.WithCancel(t.Context())
	stop()
	upkeep.In(p.App.Platform).SendMails(gone)
	upkeep.In(p.App.Platform).SendMails(t.Context())
	upkeep.In(p.App.Platform).SendMails(t.Context())
	to := 0
	for _, m := range server.Mails()[arrived:] {
		if m.To != "fin@a.example.jp" {
			continue
		}
		to++
		if text := apptest.PlainPart(t, m.Body); strings.Count(text, "\n・11月") != 2 {
			t.Errorf("arrived:\n%s", text)
		}
	}
	if to != 1 {
		t.Errorf("%d mails arrived, want 1", to)
	}
}

package upkeep_test

import (
	"context"
	"encoding/json"
	"fmt"
	netmail "net/mail"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/app"
	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/mail/mailtest"
	"tsunagu/app/replica"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// queue writes n mails to users of the bank, in the transactions that a deed would have.
func queue(x *apptest.Post, n int) (addresses []string) {
	for i := range n {
		address := fmt.Sprintf("user%d@a.example.jp", i)
		addresses = append(addresses, address)
		x.Write(func(tx *store.Tx) error {
			return x.App.MailTo(tx, mail.PasswordChanged, address, "", "", mail.Data{})
		})
	}
	return addresses
}

// states are the outbox's states by receiver, as the office sees them.
func states(x *apptest.Post) map[string]string {
	out := map[string]string{}
	x.Read(func(q *store.Q) error {
		ms, err := q.Mails(1000)
		for _, m := range ms {
			out[m.Address] = fmt.Sprintf("state %d after %d", m.State, m.Attempts)
		}
		return err
	})
	return out
}

// ids are the Message-IDs of what arrived, in their order.
func ids(x *apptest.Post) (ids []string) {
	for _, m := range x.Server.Mails() {
		msg, err := netmail.ReadMessage(strings.NewReader(m.Body))
		if err != nil {
			x.T.Fatal(err)
		}
		ids = append(ids, msg.Header.Get("Message-Id"))
	}
	return ids
}

func wantState(x *apptest.Post, address, want string) {
	x.T.Helper()
	if got := states(x)[address]; got != want {
		x.T.Errorf("%s: %s, want %s", address, got, want)
	}
}

func wantArrived(x *apptest.Post, n int) {
	x.T.Helper()
	if got := len(x.Server.Mails()); got != n {
		x.T.Errorf("%d mails arrived, want %d", got, n)
	}
}

// The whole way: a bank's user asks for a new password, the mail leaves over STARTTLS and AUTH,
// is readable where it arrives, and its link opens.
func TestMailArrives(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{TLS: true, User: "tsunagu", Password: "secret"})
	x.User(deal.RoleFIN, x.Bank, "fin@a.example.jp")
	x.Reset("fin@a.example.jp").Want(200)
	text := x.Mails("fin@a.example.jp")[0].Text
	x.Send()
	wantState(x, "fin@a.example.jp", "state 1 after 1")
	wantArrived(x, 1)
	if m := x.Server.Mails()[0]; !m.Encrypted || m.User != "tsunagu" || m.To != "fin@a.example.jp" || m.From != "noreply@network.example.jp" {
		t.Errorf("arrived as %+v", m)
	}
	arrived := apptest.PlainPart(t, x.Server.Mails()[0].Body)
	if arrived != text {
		t.Errorf("arrived as %q", arrived)
	}
	x.Visitor().Post("/api/Public/SetPasswordByKey", map[string]any{"key": apptest.KeyInMail.FindStringSubmatch(arrived)[1],
		"password": "mailed-and-read-1"}).Want(200)
	x.Read(func(q *store.Q) error {
		ms, err := q.Mails(2)
		ms = ms[1:] // the newest tells of the change
		if err == nil && (ms[0].Body != nil || ms[0].Sent.IsZero()) {
			t.Error("the key is still in the outbox")
		}
		return err
	})
	x.Send() // only what is new
	wantArrived(x, 2)
}

// The server is down: the deed succeeds, its mail waits with growing pauses and arrives once.
func TestMailServerDown(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	x.Server.Kill()
	to := queue(x, 3)
	x.Send()
	wantState(x, to[0], "state 0 after 1") // one try was enough to know
	wantState(x, to[1], "state 0 after 0")
	x.Send()
	wantState(x, to[1], "state 0 after 1")
	x.Server.Restart()
	x.Send()
	wantState(x, to[0], "state 0 after 1") // its pause is not over
	wantState(x, to[2], "state 1 after 1")
	x.Clock.Add(time.Minute)
	x.Send()
	for i, want := range []string{"state 1 after 2", "state 1 after 2", "state 1 after 1"} {
		wantState(x, to[i], want)
	}
	wantArrived(x, 3)
}

// The server takes its time: requests go on meanwhile, and nothing is sent twice.
func TestMailServerSlow(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	x.User(deal.RoleFIN, x.Bank, "fin@a.example.jp")
	to := queue(x, 1)
	x.Server.Hold()
	var round sync.WaitGroup
	round.Go(x.Send)
	<-x.Server.Began() // the mail is on its way and stays there
	x.Reset("fin@a.example.jp").Want(200)
	x.Visitor().Post("/api/Public/SendInquiry", apptest.Inquiry()).Want(200)
	wantState(x, to[0], "state 0 after 0")
	x.Server.Resume()
	round.Wait()
	wantState(x, to[0], "state 1 after 1")
	wantArrived(x, 4)

	x.App.SMTP.Timeout = 200 * time.Millisecond
	x.Server.Hold()
	queue(x, 1)
	x.Send() // gives up
	x.Read(func(q *store.Q) error {
		ms, err := q.Mails(1)
		if err == nil && (ms[0].State != store.MailWaiting || ms[0].Attempts != 1 || ms[0].Error == "") {
			t.Errorf("after the time: %+v", ms[0])
		}
		return err
	})
}

// A temporary refusal is retried for two days at growing intervals; then the office sees the mail
// as undeliverable and can queue it again.
func TestMailRefusedForNow(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	to := queue(x, 1)
	x.Server.Answer(mailtest.Receiver, 452, "mailbox full")
	for attempt := 1; ; attempt++ {
		x.Send()
		wait, again := mail.NextAttempt(attempt)
		if !again {
			wantState(x, to[0], fmt.Sprintf("state 2 after %d", attempt))
			break
		}
		wantState(x, to[0], fmt.Sprintf("state 0 after %d", attempt))
		x.Clock.Add(wait - time.Second)
		x.Send()
		wantState(x, to[0], fmt.Sprintf("state 0 after %d", attempt)) // not before its time
		x.Clock.Add(time.Second)
	}
	if n := x.Server.Said(mailtest.Receiver); n < 5 {
		t.Errorf("tried %d times", n)
	}
	retry(x, to[0])
	x.Server.Answer(mailtest.Receiver, 0, "")
	x.Send()
	wantState(x, to[0], "state 1 after 1")
	wantArrived(x, 1)
}

// retry finds an undeliverable mail in the office's list and queues it anew.
func retry(x *apptest.Post, address string) {
	x.T.Helper()
	x.Office = x.SignInOffice("adm@n.example.jp") // time has passed
	list := x.Office.Get("/api/Office/GetMailList?state=2").Want(200)
	for _, r := range list.JSON()["mailList"].([]any) {
		row := r.(map[string]any)
		if row["canRetry"] != true {
			x.T.Errorf("%v cannot be sent again", row)
		}
		x.Office.Post("/api/Office/RetryMail", map[string]any{"mailId": row["mailId"]}).Want(200)
	}
	if states(x)[address] != "state 0 after 0" {
		x.T.Errorf("%s is %s", address, states(x)[address])
	}
}

// A refusal for good is not tried again; the others go out.
func TestMailRefusedForGood(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	to := queue(x, 1)
	x.Server.Answer(mailtest.Content, 550, "we do not like it")
	x.Send()
	wantState(x, to[0], "state 2 after 1")
	x.Clock.Add(30 * time.Minute)
	x.Send()
	if n := x.Server.Said(mailtest.Content); n != 1 {
		t.Errorf("tried %d times", n)
	}
	x.Server.Answer(mailtest.Content, 0, "")
	retry(x, to[0])
	x.Send()
	wantArrived(x, 1)
}

// The connection breaks after the content: whether the server took it is not known, so it goes
// out again under the same Message-ID, by which the receiver's server knows it for the same.
func TestMailCutAfterContent(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	to := queue(x, 1)
	x.Server.Cut(mailtest.Content, true)
	x.Send()
	wantState(x, to[0], "state 0 after 1")
	x.Server.Cut(mailtest.Content, false)
	x.Clock.Add(time.Minute)
	x.Send()
	wantState(x, to[0], "state 1 after 2")
	if ids := ids(x); len(ids) != 2 || ids[0] != ids[1] || !strings.HasSuffix(ids[0], "@network.example.jp>") {
		t.Errorf("Message-IDs %v", ids)
	}
	// After the answer it is known: a connection lost then brings nothing again.
	queue(x, 1)
	x.Server.Cut(mailtest.Taken, true)
	x.Send()
	x.Clock.Add(time.Hour)
	x.Send()
	wantArrived(x, 3)
}

// The mail server dies in the middle of a round, and so does the platform: after both are back
// every mail has arrived, and only the one under way at that moment may have come twice.
func TestMailNothingLost(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	to := queue(x, 9)
	x.Server.Hold()
	var round sync.WaitGroup
	round.Go(x.Send)
	first := <-x.Server.Began()
	x.Server.Kill()
	x.Server.Resume()
	round.Wait()
	if first != to[0] {
		t.Errorf("%s went first", first)
	}
	wantState(x, to[2], "state 0 after 0")

	// The platform is told to stop while a mail is under way: it stays waiting.
	x.Server.Restart()
	x.Server.Hold()
	ctx, stop := context.WithCancel(context.Background())
	round.Go(func() { upkeep.In(x.App.Platform).SendMails(ctx) })
	under := <-x.Server.Began()
	stop()
	round.Wait()
	x.Server.Resume()
	wantState(x, under, "state 0 after 0")

	// Another process takes over the same folder.
	again := &apptest.Post{Platform: &apptest.Platform{T: t, App: app.New(web.Config{Store: x.App.Store, Keys: mustKeys(t, x.App.Store),
		BaseURL: x.App.BaseURL, MailFrom: x.App.MailFrom, SMTP: x.App.SMTP}), Clock: x.Clock}, Server: x.Server}
	x.Clock.Add(time.Hour)
	again.Send()
	for _, address := range to {
		if s := states(again)[address]; !strings.HasPrefix(s, "state 1") {
			t.Errorf("%s: %s", address, s)
		}
	}
	count := map[string]int{}
	for _, m := range x.Server.Mails() {
		count[m.To]++
	}
	for _, address := range to {
		if n := count[address]; n == 0 || n > 1 && address != first && address != under {
			t.Errorf("%s arrived %d times", address, n)
		}
	}
	ids := ids(x)
	slices.Sort(ids)
	if n := len(slices.Compact(ids)); n != len(to) {
		t.Errorf("%d Message-IDs for %d mails", n, len(to))
	}
}

// A mail that the server took is marked as sent also by a platform that is told to stop before it
// could write that down.
func TestMailMarkedGoingDown(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	to := queue(x, 2)
	ctx, stop := context.WithCancel(context.Background())
	var round sync.WaitGroup
	x.Write(func(*store.Tx) error { // nobody else writes meanwhile
		round.Go(func() { upkeep.In(x.App.Platform).SendMails(ctx) })
		<-x.Server.Left() // the client has its answer and said goodbye
		stop()
		return nil
	})
	round.Wait()
	wantState(x, to[0], "state 1 after 1")
	wantState(x, to[1], "state 0 after 0")
	wantArrived(x, 1)
}

// The rule of domain.md 7: which mails a user's and a buyer's settings hold back, and which come
// in any case.
func TestMailSettings(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("0001", "湊星銀行")
	company := &store.Company{Kind: store.Buyer, InstitutionID: bank, Status: int(deal.CompanyEnabled)}
	p.Write(func(tx *store.Tx) error { return tx.CreateCompany(company, "") })
	users := map[bool][2]*store.User{}
	for _, wants := range []bool{true, false} {
		pair := [2]*store.User{p.User(deal.RoleFIN, bank, fmt.Sprintf("fin-%v@a.example.jp", wants)),
			p.User(deal.RoleBUY, company.ID, fmt.Sprintf("buy-%v@b.example.jp", wants))}
		for _, u := range pair {
			u.RegistSendMail = wants
			p.Write(func(tx *store.Tx) error { return tx.UpdateUser(u, "") })
		}
		users[wants] = pair
	}
	d := mail.Data{CaseNumber: "N-1", Bank: mail.Bank{Name: "湊星銀行"},
		Link: "http://localhost:8080/x", Passcode: "01234567", Expires: p.Clock.Now(), After: 90,
		Count: 1, Cases: []string{"L-1"}, Stop: "http://localhost:8080/stop"}
	for _, kind := range mail.Kinds() {
		if d.Days = 0; kind == mail.NegotiationStalled || kind == mail.ListingExpired || kind == mail.AftercareDue {
			d.Days = 14
		}
		if d.Happened = nil; kind == mail.NegotiationNews {
			d.Happened = []mail.Happening{{Kind: mail.MilestoneProposed, At: p.Clock.Now()}}
		}
		for _, recommend := range []bool{true, false} {
			for _, offer := range []bool{true, false} {
				company.IsSendRecommendMail, company.IsSendOfferMail = recommend, offer
				p.Write(func(tx *store.Tx) error { return tx.UpdateCompany(company, "") })
				before := queued(p, nil)
				p.Write(func(tx *store.Tx) error {
					subject := fmt.Sprint(kind, recommend, offer) // none waits for another
					if err := p.App.MailInstitution(tx, kind, bank, subject, d); err != nil {
						return err
					}
					return p.App.MailBuyer(tx, kind, company.ID, subject, d)
				})
				sent := queued(p, before)
				for wants, pair := range users {
					for i, u := range pair {
						want := 1
						switch isBuyer := i == 1; kind {
						case mail.ListingPublished, mail.WeeklyRecommendation:
							if !wants || isBuyer && !recommend {
								want = 0
							}
						case mail.OfferReceived:
							if !wants || isBuyer && !offer {
								want = 0
							}
						case mail.ListingReopened, mail.ListingPeriodEnding, mail.Interest, mail.NegotiationStarted, mail.NegotiationStatusChanged,
							mail.MilestoneRecorded, mail.MilestoneConfirmed, mail.DocumentGranted, mail.MessageReceived, mail.SavedSearchNews,
							mail.NegotiationStalled, mail.InvitationExpired,
							mail.TrialEnded, mail.ListingExpired, mail.TopicPublished, mail.ChargeChanged, mail.DeputyNamed, mail.FinancingAsked,
							mail.FinancingMoved:
							if !wants {
								want = 0
							}
						}
						ms := sent[u.LoginID]
						if got := len(ms); got != want {
							t.Fatalf("%s to %s (recommendations %v, offers %v): %d mails, want %d", kind, u.LoginID, recommend, offer, got, want)
						}
						if want == 1 && (ms[0].Unsubscribe != "") != (mail.SettingOf(kind, d.Happened) != mail.Always) {
							t.Errorf("%s: unsubscribe %q", kind, ms[0].Unsubscribe)
						}
						if want == 1 && (ms[0].Text == "" || ms[0].HTML == "" || !strings.HasPrefix(ms[0].Subject, "【試験ネットワーク】")) {
							t.Errorf("%s: %+v", kind, ms[0])
						}
					}
				}
			}
		}
	}
}

// queued are the newest mails by receiver, without those of before.
func queued(p *apptest.Platform, before map[string][]mail.Message) map[string][]mail.Message {
	p.T.Helper()
	known := map[string]bool{}
	for _, ms := range before {
		for _, m := range ms {
			known[m.MessageID] = true
		}
	}
	out := map[string][]mail.Message{}
	p.Read(func(q *store.Q) error {
		ms, err := q.Mails(8)
		for _, o := range ms {
			if known[o.MessageID] {
				continue
			}
			b, err := p.App.Keys.Open(o.Body)
			if err != nil {
				return err
			}
			var m mail.Message
			if err := json.Unmarshal(b, &m); err != nil {
				return err
			}
			out[o.Address] = append(out[o.Address], m)
		}
		return err
	})
	return out
}

func mustKeys(t *testing.T, s *store.Store) *auth.Keys {
	t.Helper()
	k, err := auth.LoadKeys(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestMailIsNotSentTwiceByTwoMachines: a machine of two notes at the target that it is about to send a mail. Where it is
// lost before it could say that it did, the other one does not send it again, and the office reads why.
func TestMailIsNotSentTwiceByTwoMachines(t *testing.T) {
	x := apptest.NewPost(t, mailtest.Options{})
	r, err := replica.New(replica.Options{URL: "file://" + filepath.ToSlash(t.TempDir()), Pair: true})
	if err != nil {
		t.Fatal(err)
	}
	web.StateOf[replica.Running](x.App.Platform).Replica = r
	at := queue(x, 1)
	x.Server.Hold()
	done := make(chan struct{})
	go func() { defer close(done); upkeep.In(x.App.Platform).SendMails(t.Context()) }()
	<-x.Server.Began()
	x.Read(func(q *store.Q) error {
		failed, err := q.FailedMails(10)
		if len(failed) != 1 || failed[0].Error != "送信の途中です。" {
			t.Errorf("when the server takes a mail the database says %+v", failed)
		}
		return err
	})
	x.Server.Resume()
	<-done
	wantArrived(x, 1)
	wantState(x, at[0], "state 1 after 1")

	queue(x, 1)
	x.Write(func(tx *store.Tx) error { // as far as the first machine came
		due, err := tx.DueMails(1)
		if err == nil {
			err = tx.NoteSending(due[0].ID, x.App.Store.Now())
		}
		return err
	})
	if n, err := upkeep.In(x.App.Platform).SettleSending(t.Context()); n != 1 || err != nil {
		t.Errorf("%d mails are laid aside: %v", n, err)
	}
	upkeep.In(x.App.Platform).SendMails(t.Context())
	wantArrived(x, 1)
	x.Read(func(q *store.Q) error {
		failed, err := q.FailedMails(10)
		if len(failed) != 1 || !strings.Contains(failed[0].Error, "届いている可能性") {
			t.Errorf("the office reads %+v", failed)
		}
		return err
	})
}

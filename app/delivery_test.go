package app

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/mail/mailtest"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// post is a platform that sends its mails to a real server.
type post struct {
	*platform
	server *mailtest.Server
	bank   string
	office *caller // once it is needed
}

func newPost(t *testing.T, o mailtest.Options) *post {
	p := newPlatform(t)
	s := mailtest.Start(t, o)
	p.a.SMTP = &mail.SMTP{Host: s.Host(), Port: s.Port(), TLS: mail.NoTLS, User: o.User, Password: o.Password, From: "noreply@network.example.jp", Roots: s.Roots(), Timeout: 10 * time.Second}
	if o.TLS {
		p.a.SMTP.TLS = mail.StartTLS
	}
	x := &post{platform: p, server: s, bank: p.institution("0001", "湊星銀行")}
	p.user(deal.RoleADM, web.OfficeClient, "adm@n.example.jp")
	return x
}

// queue writes n mails to users of the bank, in the transactions that a deed would have.
func (x *post) queue(n int) (addresses []string) {
	for i := range n {
		address := fmt.Sprintf("user%d@a.example.jp", i)
		addresses = append(addresses, address)
		x.write(func(tx *store.Tx) error {
			return x.a.MailTo(tx, mail.PasswordChanged, address, "", "", mail.Data{})
		})
	}
	return addresses
}

// send is one round of the job.
func (x *post) send() { upkeep.In(x.a.Platform).SendMails(context.Background()) }

// states are the outbox's states by receiver, as the office sees them.
func (x *post) states() map[string]string {
	out := map[string]string{}
	x.read(func(q *store.Q) error {
		ms, err := q.Mails(1000)
		for _, m := range ms {
			out[m.Address] = fmt.Sprintf("state %d after %d", m.State, m.Attempts)
		}
		return err
	})
	return out
}

// ids are the Message-IDs of what arrived, in their order.
func (x *post) ids() (ids []string) {
	for _, m := range x.server.Mails() {
		msg, err := netmail.ReadMessage(strings.NewReader(m.Body))
		if err != nil {
			x.t.Fatal(err)
		}
		ids = append(ids, msg.Header.Get("Message-Id"))
	}
	return ids
}

func (x *post) wantState(address, want string) {
	x.t.Helper()
	if got := x.states()[address]; got != want {
		x.t.Errorf("%s: %s, want %s", address, got, want)
	}
}

func (x *post) wantArrived(n int) {
	x.t.Helper()
	if got := len(x.server.Mails()); got != n {
		x.t.Errorf("%d mails arrived, want %d", got, n)
	}
}

// The whole way: a bank's user asks for a new password, the mail leaves over STARTTLS and AUTH,
// is readable where it arrives, and its link opens.
func TestMailArrives(t *testing.T) {
	x := newPost(t, mailtest.Options{TLS: true, User: "tsunagu", Password: "secret"})
	x.user(deal.RoleFIN, x.bank, "fin@a.example.jp")
	x.reset("fin@a.example.jp").want(200)
	text := x.mails("fin@a.example.jp")[0].Text
	x.send()
	x.wantState("fin@a.example.jp", "state 1 after 1")
	x.wantArrived(1)
	if m := x.server.Mails()[0]; !m.Encrypted || m.User != "tsunagu" || m.To != "fin@a.example.jp" || m.From != "noreply@network.example.jp" {
		t.Errorf("arrived as %+v", m)
	}
	arrived := plainPart(t, x.server.Mails()[0].Body)
	if arrived != text {
		t.Errorf("arrived as %q", arrived)
	}
	x.visitor().post("/api/Public/SetPasswordByKey", map[string]any{"key": keyInMail.FindStringSubmatch(arrived)[1], "password": "mailed-and-read-1"}).want(200)
	x.read(func(q *store.Q) error {
		ms, err := q.Mails(2)
		ms = ms[1:] // the newest tells of the change
		if err == nil && (ms[0].Body != nil || ms[0].Sent.IsZero()) {
			t.Error("the key is still in the outbox")
		}
		return err
	})
	x.send() // only what is new
	x.wantArrived(2)
}

// plainPart is the plain text of a mail as a program reads it.
func plainPart(t testing.TB, body string) string {
	t.Helper()
	msg, err := netmail.ReadMessage(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var header interface{ Get(string) string } = msg.Header
	for r := msg.Body; ; {
		kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
		if err != nil {
			t.Fatal(err)
		}
		if kind == "text/plain" {
			b, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, r))
			if err != nil {
				t.Fatal(err)
			}
			return strings.ReplaceAll(string(b), "\r\n", "\n")
		}
		part, err := multipart.NewReader(r, params["boundary"]).NextPart()
		if err != nil {
			t.Fatal(err)
		}
		header, r = part.Header, part
	}
}

// The server is down: the deed succeeds, its mail waits with growing pauses and arrives once.
func TestMailServerDown(t *testing.T) {
	x := newPost(t, mailtest.Options{})
	x.server.Kill()
	to := x.queue(3)
	x.send()
	x.wantState(to[0], "state 0 after 1") // one try was enough to know
	x.wantState(to[1], "state 0 after 0")
	x.send()
	x.wantState(to[1], "state 0 after 1")
	x.server.Restart()
	x.send()
	x.wantState(to[0], "state 0 after 1") // its pause is not over
	x.wantState(to[2], "state 1 after 1")
	x.clock.Add(time.Minute)
	x.send()
	for i, want := range []string{"state 1 after 2", "state 1 after 2", "state 1 after 1"} {
		x.wantState(to[i], want)
	}
	x.wantArrived(3)
}

// The server takes its time: requests go on meanwhile, and nothing is sent twice.
func TestMailServerSlow(t *testing.T) {
	x := newPost(t, mailtest.Options{})
	x.user(deal.RoleFIN, x.bank, "fin@a.example.jp")
	to := x.queue(1)
	x.server.Hold()
	var round sync.WaitGroup
	round.Go(x.send)
	<-x.server.Began() // the mail is on its way and stays there
	x.reset("fin@a.example.jp").want(200)
	x.visitor().post("/api/Public/SendInquiry", inquiry()).want(200)
	x.wantState(to[0], "state 0 after 0")
	x.server.Resume()
	round.Wait()
	x.wantState(to[0], "state 1 after 1")
	x.wantArrived(4)

	x.a.SMTP.Timeout = 200 * time.Millisecond
	x.server.Hold()
	x.queue(1)
	x.send() // gives up
	x.read(func(q *store.Q) error {
		ms, err := q.Mails(1)
		if err == nil && (ms[0].State != store.MailWaiting || ms[0].Attempts != 1 || ms[0].Error == "") {
			t.Errorf("after the time: %+v", ms[0])
		}
		return err
	})
}

// A refusal for now is tried again for two days, ever more rarely, and then lies dead before the
// office, who can have it sent after all.
func TestMailRefusedForNow(t *testing.T) {
	x := newPost(t, mailtest.Options{})
	to := x.queue(1)
	x.server.Answer(mailtest.Receiver, 452, "mailbox full")
	for attempt := 1; ; attempt++ {
		x.send()
		wait, again := mail.NextAttempt(attempt)
		if !again {
			x.wantState(to[0], fmt.Sprintf("state 2 after %d", attempt))
			break
		}
		x.wantState(to[0], fmt.Sprintf("state 0 after %d", attempt))
		x.clock.Add(wait - time.Second)
		x.send()
		x.wantState(to[0], fmt.Sprintf("state 0 after %d", attempt)) // not before its time
		x.clock.Add(time.Second)
	}
	if n := x.server.Said(mailtest.Receiver); n < 5 {
		t.Errorf("tried %d times", n)
	}
	x.retry(to[0])
	x.server.Answer(mailtest.Receiver, 0, "")
	x.send()
	x.wantState(to[0], "state 1 after 1")
	x.wantArrived(1)
}

// retry finds a dead mail in the office's list and queues it anew.
func (x *post) retry(address string) {
	x.t.Helper()
	x.office = x.signInOffice("adm@n.example.jp") // time has passed
	list := x.office.get("/api/Office/GetMailList?state=2").want(200)
	for _, r := range list.json()["mailList"].([]any) {
		row := r.(map[string]any)
		if row["canRetry"] != true {
			x.t.Errorf("%v cannot be sent again", row)
		}
		x.office.post("/api/Office/RetryMail", map[string]any{"mailId": row["mailId"]}).want(200)
	}
	if x.states()[address] != "state 0 after 0" {
		x.t.Errorf("%s is %s", address, x.states()[address])
	}
}

// A refusal for good is not tried again; the others go out.
func TestMailRefusedForGood(t *testing.T) {
	x := newPost(t, mailtest.Options{})
	to := x.queue(1)
	x.server.Answer(mailtest.Content, 550, "we do not like it")
	x.send()
	x.wantState(to[0], "state 2 after 1")
	x.clock.Add(30 * time.Minute)
	x.send()
	if n := x.server.Said(mailtest.Content); n != 1 {
		t.Errorf("tried %d times", n)
	}
	x.server.Answer(mailtest.Content, 0, "")
	x.retry(to[0])
	x.send()
	x.wantArrived(1)
}

// The connection breaks after the content: whether the server took it is not known, so it goes
// out again under the same Message-ID, by which the receiver's server knows it for the same.
func TestMailCutAfterContent(t *testing.T) {
	x := newPost(t, mailtest.Options{})
	to := x.queue(1)
	x.server.Cut(mailtest.Content, true)
	x.send()
	x.wantState(to[0], "state 0 after 1")
	x.server.Cut(mailtest.Content, false)
	x.clock.Add(time.Minute)
	x.send()
	x.wantState(to[0], "state 1 after 2")
	if ids := x.ids(); len(ids) != 2 || ids[0] != ids[1] || !strings.HasSuffix(ids[0], "@network.example.jp>") {
		t.Errorf("Message-IDs %v", ids)
	}
	// After the answer it is known: a connection lost then brings nothing again.
	x.queue(1)
	x.server.Cut(mailtest.Taken, true)
	x.send()
	x.clock.Add(time.Hour)
	x.send()
	x.wantArrived(3)
}

// The mail server dies in the middle of a round, and so does the platform: after both are back
// every mail has arrived, and only the one under way at that moment may have come twice.
func TestMailNothingLost(t *testing.T) {
	x := newPost(t, mailtest.Options{})
	to := x.queue(9)
	x.server.Hold()
	var round sync.WaitGroup
	round.Go(x.send)
	first := <-x.server.Began()
	x.server.Kill()
	x.server.Resume()
	round.Wait()
	if first != to[0] {
		t.Errorf("%s went first", first)
	}
	x.wantState(to[2], "state 0 after 0")

	// The platform is told to stop while a mail is under way: it stays waiting.
	x.server.Restart()
	x.server.Hold()
	ctx, stop := context.WithCancel(context.Background())
	round.Go(func() { upkeep.In(x.a.Platform).SendMails(ctx) })
	under := <-x.server.Began()
	stop()
	round.Wait()
	x.server.Resume()
	x.wantState(under, "state 0 after 0")

	// Another process takes over the same folder.
	again := &post{platform: &platform{t, New(web.Config{Store: x.a.Store, Keys: mustKeys(t, x.a.Store), BaseURL: x.a.BaseURL, MailFrom: x.a.MailFrom, SMTP: x.a.SMTP}), x.clock}, server: x.server}
	x.clock.Add(time.Hour)
	again.send()
	for _, address := range to {
		if s := again.states()[address]; !strings.HasPrefix(s, "state 1") {
			t.Errorf("%s: %s", address, s)
		}
	}
	count := map[string]int{}
	for _, m := range x.server.Mails() {
		count[m.To]++
	}
	for _, address := range to {
		if n := count[address]; n == 0 || n > 1 && address != first && address != under {
			t.Errorf("%s arrived %d times", address, n)
		}
	}
	ids := x.ids()
	slices.Sort(ids)
	if n := len(slices.Compact(ids)); n != len(to) {
		t.Errorf("%d Message-IDs for %d mails", n, len(to))
	}
}

// A mail that the server took is marked as sent also by a platform that is told to stop before it
// could write that down.
func TestMailMarkedGoingDown(t *testing.T) {
	x := newPost(t, mailtest.Options{})
	to := x.queue(2)
	ctx, stop := context.WithCancel(context.Background())
	var round sync.WaitGroup
	x.write(func(*store.Tx) error { // nobody else writes meanwhile
		round.Go(func() { upkeep.In(x.a.Platform).SendMails(ctx) })
		<-x.server.Left() // the client has its answer and said goodbye
		stop()
		return nil
	})
	round.Wait()
	x.wantState(to[0], "state 1 after 1")
	x.wantState(to[1], "state 0 after 0")
	x.wantArrived(1)
}

// The rule of domain.md 7: which mails a user's and a buyer's settings hold back, and which come
// in any case.
func TestMailSettings(t *testing.T) {
	p := newPlatform(t)
	bank := p.institution("0001", "湊星銀行")
	company := &store.Company{Kind: store.Buyer, InstitutionID: bank, Status: int(deal.CompanyEnabled)}
	p.write(func(tx *store.Tx) error { return tx.CreateCompany(company, "") })
	users := map[bool][2]*store.User{}
	for _, wants := range []bool{true, false} {
		pair := [2]*store.User{p.user(deal.RoleFIN, bank, fmt.Sprintf("fin-%v@a.example.jp", wants)), p.user(deal.RoleBUY, company.ID, fmt.Sprintf("buy-%v@b.example.jp", wants))}
		for _, u := range pair {
			u.RegistSendMail = wants
			p.write(func(tx *store.Tx) error { return tx.UpdateUser(u, "") })
		}
		users[wants] = pair
	}
	d := mail.Data{CaseNumber: "N-1", Link: "http://localhost:8080/x", Passcode: "01234567", Expires: p.clock.Now(), After: 90}
	for _, kind := range mail.Kinds() {
		if d.Days = 0; kind == mail.NegotiationStalled || kind == mail.ListingExpired {
			d.Days = 14
		}
		for _, recommend := range []bool{true, false} {
			for _, offer := range []bool{true, false} {
				company.IsSendRecommendMail, company.IsSendOfferMail = recommend, offer
				p.write(func(tx *store.Tx) error { return tx.UpdateCompany(company, "") })
				before := queued(p, nil)
				p.write(func(tx *store.Tx) error {
					if err := p.a.MailInstitution(tx, kind, bank, "s", d); err != nil {
						return err
					}
					return p.a.MailBuyer(tx, kind, company.ID, "s", d)
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
							mail.MilestoneRecorded, mail.MilestoneConfirmed, mail.MessageReceived, mail.NegotiationStalled, mail.InvitationExpired, mail.TrialEnded, mail.ListingExpired:
							if !wants {
								want = 0
							}
						}
						ms := sent[u.LoginID]
						if got := len(ms); got != want {
							t.Fatalf("%s to %s (recommendations %v, offers %v): %d mails, want %d", kind, u.LoginID, recommend, offer, got, want)
						}
						if want == 1 && (ms[0].Unsubscribe != "") != (kind.Setting() != mail.Always) {
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
func queued(p *platform, before map[string][]mail.Message) map[string][]mail.Message {
	p.t.Helper()
	known := map[string]bool{}
	for _, ms := range before {
		for _, m := range ms {
			known[m.MessageID] = true
		}
	}
	out := map[string][]mail.Message{}
	p.read(func(q *store.Q) error {
		ms, err := q.Mails(8)
		for _, o := range ms {
			if known[o.MessageID] {
				continue
			}
			b, err := p.a.Keys.Open(o.Body)
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

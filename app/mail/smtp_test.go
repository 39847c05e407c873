package mail

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wneessen/go-mail/smtp"

	"tsunagu/app/mail/mailtest"
)

// client are the settings that reach the test server.
func client(s *mailtest.Server, mode TLSMode) SMTP {
	return SMTP{Host: s.Host(), Port: s.Port(), TLS: mode, Roots: s.Roots(), From: "つなぐ事務局 <noreply@tsunagu.example.jp>",
		Timeout: 10 * time.Second}
}

func letterTo(t *testing.T, to string) Message {
	m := mustRender(t, PasswordReset, full(PasswordReset, 0))
	m.To, m.MessageID = to, NewMessageID("0190-abc", "つなぐ <noreply@Tsunagu.example.jp>")
	return m
}

// part is one leaf of a mail as the receiver's program reads it.
type part struct {
	kind, id string
	body     string
}

// leaves returns a mail's leaves at any depth, and the media types that enclose them from outside
// in.
func leaves(t *testing.T, header func(string) string, r io.Reader) (out []part, wraps []string) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(header("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(kind, "multipart/") {
		wraps = append(wraps, kind)
		for parts := multipart.NewReader(r, params["boundary"]); ; {
			p, err := parts.NextRawPart()
			if err == io.EOF {
				return out, wraps
			}
			if err != nil {
				t.Fatal(err)
			}
			more, inner := leaves(t, p.Header.Get, p)
			out, wraps = append(out, more...), append(wraps, inner...)
		}
	}
	if strings.HasPrefix(kind, "text/") && !strings.EqualFold(params["charset"], "utf-8") {
		t.Errorf("%s in %s", kind, params["charset"])
	}
	switch encoding := header("Content-Transfer-Encoding"); encoding {
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	default:
		t.Errorf("%s in %q", kind, encoding)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Error(err)
	}
	return []part{{kind, header("Content-ID"), strings.ReplaceAll(string(b), "\r\n", "\n")}}, nil
}

// received reads the only mail that has arrived.
func received(t *testing.T, s *mailtest.Server) (mailtest.Mail, *netmail.Message) {
	t.Helper()
	mails := s.Mails()
	if len(mails) != 1 {
		t.Fatalf("%d mails arrived", len(mails))
	}
	msg, err := netmail.ReadMessage(strings.NewReader(mails[0].Body))
	if err != nil {
		t.Fatal(err)
	}
	return mails[0], msg
}

func TestSendMIME(t *testing.T) {
	s := mailtest.Start(t, mailtest.Options{})
	m := letterTo(t, "Taro@example.co.jp")
	if err := client(s, NoTLS).Send(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	got, msg := received(t, s)
	if got.From != "noreply@tsunagu.example.jp" || got.To != "Taro@example.co.jp" {
		t.Errorf("envelope %q to %q", got.From, got.To)
	}
	for line := range strings.Lines(got.Body) {
		if len(line) > 200 || strings.ContainsFunc(line, func(r rune) bool { return r > 0x7e }) {
			t.Errorf("not a plain short line: %q", line)
		}
	}
	word := new(mime.WordDecoder)
	if subject, err := word.DecodeHeader(msg.Header.Get("Subject")); err != nil || subject != m.Subject {
		t.Errorf("subject %q, %v", subject, err)
	}
	for name, want := range map[string]string{
		"Message-Id": "<0190-abc@tsunagu.example.jp>", "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All",
		"To":         "<Taro@example.co.jp>",
		"User-Agent": "", "X-Mailer": "", "Bcc": "", "Cc": "", "Reply-To": "", "List-Unsubscribe": "",
	} {
		if got := msg.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if from, err := msg.Header.AddressList("From"); err != nil || len(from) != 1 || from[0].Name != "つなぐ事務局" {
		t.Errorf("from %v, %v", from, err)
	}
	if _, err := msg.Header.Date(); err != nil {
		t.Errorf("date: %v", err)
	}
	parts, wraps := leaves(t, msg.Header.Get, msg.Body)
	if want := []part{{"text/plain", "", m.Text}, {"text/html", "", m.HTML}}; !slices.Equal(parts, want) ||
		!slices.Equal(wraps, []string{"multipart/alternative"}) {
		t.Errorf("parts %q in %v", parts, wraps)
	}
}

// The network's settings are applied to the mail: its sender, its reply address, and the logo as an
// attachment.
func TestSendStyle(t *testing.T) {
	s := mailtest.Start(t, mailtest.Options{})
	m := letterTo(t, "taro@example.co.jp")
	m.Unsubscribe = "https://tsunagu.example.jp/member"
	c := client(s, NoTLS)
	c.Style = Style{FromName: "瀬戸内\r\nBcc: evil@example.jp 承継ネット", ReplyTo: "office@tsunagu.example.jp", Logo: []byte("\x89PNG pixels")}
	if err := c.Send(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	_, msg := received(t, s)
	if from, err := msg.Header.AddressList("From"); err != nil || from[0].Name != "瀬戸内 Bcc: evil@example.jp 承継ネット" ||
		from[0].Address != "noreply@tsunagu.example.jp" {
		t.Errorf("from %v, %v", from, err)
	}
	for name, want := range map[string]string{"Reply-To": "<office@tsunagu.example.jp>",
		"List-Unsubscribe": "<https://tsunagu.example.jp/member>", "List-Unsubscribe-Post": "", "Bcc": ""} {
		if got := msg.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	parts, wraps := leaves(t, msg.Header.Get, msg.Body)
	if len(parts) != 3 || parts[0].body != m.Text || !strings.Contains(parts[1].body, `<img src="cid:logo"`) ||
		parts[2] != (part{"image/png", "<logo>", "\x89PNG pixels"}) {
		t.Errorf("parts %q", parts)
	}
	if !slices.Equal(wraps, []string{"multipart/related", "multipart/alternative"}) {
		t.Errorf("wrapped in %v", wraps)
	}
	c.ReplyTo = "a@example.jp\r\nBcc: b@example.jp"
	if err := c.Send(context.Background(), m); err == nil {
		t.Error("a header came in through Reply-To")
	}
}

func TestSendOutcomes(t *testing.T) {
	type outcome struct{ delivered, permanent, unreachable bool }
	for name, c := range map[string]struct {
		at   mailtest.Step
		code int // 0: the server closes the connection
		want outcome
	}{
		"receiver unknown":           {mailtest.Receiver, 550, outcome{permanent: true}},
		"mailbox full for now":       {mailtest.Receiver, 452, outcome{}},
		"greylisted":                 {mailtest.Receiver, 450, outcome{}},
		"sign-in wanted at receiver": {mailtest.Receiver, 530, outcome{}},
		"content refused":            {mailtest.Content, 554, outcome{permanent: true}},
		"too big":                    {mailtest.Content, 552, outcome{permanent: true}},
		"trouble at the end":         {mailtest.Content, 451, outcome{}},
		"answer lost at the end":     {mailtest.Content, 0, outcome{}},
		"sender refused":             {mailtest.Sender, 550, outcome{}},
		"server shuts down":          {mailtest.Sender, 421, outcome{}},
		"hangs up at the sender":     {mailtest.Sender, 0, outcome{}},
		"no service":                 {mailtest.Hello, 554, outcome{unreachable: true}},
		"hangs up at the greeting":   {mailtest.Hello, 0, outcome{unreachable: true}},
		"taken, then hangs up":       {mailtest.Taken, 0, outcome{delivered: true}},
	} {
		t.Run(name, func(t *testing.T) {
			s := mailtest.Start(t, mailtest.Options{})
			if c.code == 0 {
				s.Cut(c.at, true)
			} else {
				s.Answer(c.at, c.code, "the test's answer")
			}
			err := client(s, NoTLS).Send(context.Background(), letterTo(t, "taro@example.co.jp"))
			if got := (outcome{err == nil, IsPermanent(err), IsUnreachable(err)}); got != c.want {
				t.Errorf("%+v: %v", got, err)
			}
			if n := s.Said(mailtest.Sender); n > 1 {
				t.Errorf("tried %d times at once", n)
			}
		})
	}
	t.Run("nobody listens", func(t *testing.T) {
		s := mailtest.Start(t, mailtest.Options{})
		s.Kill()
		if err := client(s, NoTLS).Send(context.Background(), letterTo(t, "taro@example.co.jp")); !IsUnreachable(err) || IsPermanent(err) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("does not answer in time", func(t *testing.T) {
		s := mailtest.Start(t, mailtest.Options{})
		s.Hold()
		c := client(s, NoTLS)
		c.Timeout = 300 * time.Millisecond
		if err := c.Send(context.Background(), letterTo(t, "taro@example.co.jp")); err == nil || IsPermanent(err) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		s := mailtest.Start(t, mailtest.Options{})
		s.Hold()
		ctx, cancel := context.WithCancel(context.Background())
		go func() { <-s.Began(); cancel() }()
		if err := client(s, NoTLS).Send(ctx, letterTo(t, "taro@example.co.jp")); err == nil || IsPermanent(err) {
			t.Errorf("got %v", err)
		}
	})
}

// A message with an injected header or command is refused before it reaches a server.
func TestSendRefusesInjection(t *testing.T) {
	s := mailtest.Start(t, mailtest.Options{})
	client := client(s, NoTLS)
	for name, change := range map[string]func(*Message){
		"second receiver in To": func(m *Message) { m.To = "a@example.jp\r\nBcc: b@example.jp" },
		"list in To":            func(m *Message) { m.To = "a@example.jp, b@example.jp" },
		"no To":                 func(m *Message) { m.To = "" },
		"header in subject":     func(m *Message) { m.Subject += "\r\nBcc: b@example.jp" },
		"bare LF in subject":    func(m *Message) { m.Subject += "\nBcc: b@example.jp" },
		"NUL in subject":        func(m *Message) { m.Subject += "\x00" },
		"no subject":            func(m *Message) { m.Subject = "" },
		"header in Message-ID":  func(m *Message) { m.MessageID += ">\r\nBcc: <b@example.jp" },
		"no Message-ID":         func(m *Message) { m.MessageID = "" },
		"no text":               func(m *Message) { m.Text = "" },
		"script in unsubscribe": func(m *Message) { m.Unsubscribe = "javascript://example.jp/%0aalert(1)" },
		"header in unsubscribe": func(m *Message) { m.Unsubscribe = "https://example.jp/>\r\nBcc: b@example.jp" },
	} {
		m := letterTo(t, "taro@example.co.jp")
		change(&m)
		if err := client.Send(context.Background(), m); !IsPermanent(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := s.Said(mailtest.Hello); n != 0 {
		t.Errorf("%d connections", n)
	}
	m := letterTo(t, "taro@example.co.jp")
	m.Text = "一行目\r\n.\r\nMAIL FROM:<evil@example.jp>\r\n"
	if err := client.Send(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	if n := s.Said(mailtest.Sender); n != 1 {
		t.Errorf("the text became commands: %d senders", n)
	}
	_, msg := received(t, s)
	if parts, _ := leaves(t, msg.Header.Get, msg.Body); parts[0].body != strings.ReplaceAll(m.Text, "\r\n", "\n") {
		t.Errorf("arrived as %q", parts[0].body)
	}
}

func TestSettings(t *testing.T) {
	good := SMTP{Host: "mail.example.jp", TLS: StartTLS, From: "noreply@example.jp"}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*SMTP){
		"no host":            func(s *SMTP) { s.Host = "" },
		"host with line end": func(s *SMTP) { s.Host = "a\r\nb" },
		"port":               func(s *SMTP) { s.Port = 70000 },
		"no mode":            func(s *SMTP) { s.TLS = "" },
		"unknown mode":       func(s *SMTP) { s.TLS = "ssl" },
		"password alone":     func(s *SMTP) { s.Password = "x" },
		"no sender":          func(s *SMTP) { s.From = "" },
		"header in sender":   func(s *SMTP) { s.From = "a@example.jp\r\nBcc: b@example.jp" },
		"two senders":        func(s *SMTP) { s.From = "a@example.jp, b@example.jp" },
	} {
		s := good
		change(&s)
		if err := s.Check(); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if err := s.Send(context.Background(), letterTo(t, "taro@example.jp")); err == nil || IsPermanent(err) {
			t.Errorf("%s: a wrong setting would lose the mail: %v", name, err)
		}
	}
}

func TestSendTLSAndSignIn(t *testing.T) {
	for name, c := range map[string]struct {
		mode       TLSMode
		mechanisms []string
		used       mailtest.Step
	}{
		"STARTTLS, PLAIN": {StartTLS, []string{"XOAUTH2", "PLAIN", "LOGIN"}, "AUTH PLAIN"},
		"STARTTLS, LOGIN": {StartTLS, []string{"LOGIN", "XOAUTH2", "NTLM"}, "AUTH LOGIN"},
		"TLS, PLAIN":      {TLS, []string{"PLAIN"}, "AUTH PLAIN"},
		"TLS, LOGIN":      {TLS, []string{"LOGIN"}, "AUTH LOGIN"},
	} {
		t.Run(name, func(t *testing.T) {
			s := mailtest.Start(t, mailtest.Options{TLS: true, Direct: c.mode == TLS, User: "user", Password: "秘密 secret", Mechanisms: c.mechanisms})
			client := client(s, c.mode)
			client.User, client.Password = "user", "秘密 secret"
			if err := client.Send(context.Background(), letterTo(t, "taro@example.co.jp")); err != nil {
				t.Fatal(err)
			}
			if got, _ := received(t, s); !got.Encrypted || got.User != "user" || s.Said(c.used) != 1 {
				t.Errorf("encrypted %v, user %q, %s said %d times", got.Encrypted, got.User, c.used, s.Said(c.used))
			}
		})
	}
	// Neither a password nor a mail is sent to a server that is unencrypted or whose certificate is
	// not trusted.
	unknown := x509.NewCertPool()
	for name, c := range map[string]struct {
		mode  TLSMode
		offer mailtest.Options
		roots *x509.CertPool
	}{
		"STARTTLS with an unknown certificate": {StartTLS, mailtest.Options{TLS: true}, unknown},
		"TLS with an unknown certificate":      {TLS, mailtest.Options{Direct: true}, unknown},
		"STARTTLS not offered":                 {StartTLS, mailtest.Options{}, nil},
		"no usable sign-in":                    {TLS, mailtest.Options{Direct: true, Mechanisms: []string{"XOAUTH2", "NTLM"}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c.offer.User, c.offer.Password = "user", "secret"
			s := mailtest.Start(t, c.offer)
			client := client(s, c.mode)
			client.User, client.Password = "user", "secret"
			if c.roots != nil {
				client.Roots = c.roots
			}
			if err := client.Send(context.Background(), letterTo(t, "taro@example.co.jp")); !IsUnreachable(err) || IsPermanent(err) {
				t.Errorf("got %v", err)
			}
			if n := s.Said("AUTH PLAIN") + s.Said("AUTH LOGIN") + s.Said(mailtest.Sender); n != 0 {
				t.Errorf("%d secrets said", n)
			}
		})
	}
	t.Run("wrong password is the operator's", func(t *testing.T) {
		s := mailtest.Start(t, mailtest.Options{Direct: true, User: "user", Password: "secret"})
		client := client(s, TLS)
		client.User, client.Password = "user", "hush-hush"
		err := client.Send(context.Background(), letterTo(t, "taro@example.co.jp"))
		if !IsUnreachable(err) || IsPermanent(err) || !strings.Contains(err.Error(), "535") {
			t.Fatalf("got %v", err)
		}
		if strings.Contains(err.Error(), "hush-hush") || strings.Contains(err.Error(), base64.StdEncoding.EncodeToString([]byte("hush-hush"))) {
			t.Errorf("the password is in the error: %v", err)
		}
	})
}

func TestSignInWithoutTLS(t *testing.T) {
	for _, c := range []struct {
		host    string
		tls     bool
		offered string
		want    string // mechanism, empty for none
	}{
		{"mail.example.jp", true, "LOGIN PLAIN CRAM-MD5", "PLAIN"},
		{"mail.example.jp", true, "LOGIN CRAM-MD5", "LOGIN"},
		{"mail.example.jp", true, "PLAIN SCRAM-SHA-256", "SCRAM-SHA-256"},
		{"mail.example.jp", false, "LOGIN PLAIN CRAM-MD5", "CRAM-MD5"},
		{"mail.example.jp", false, "LOGIN PLAIN", ""},
		{"localhost", false, "LOGIN PLAIN", "PLAIN"},
	} {
		a := &signIn{host: c.host, user: "user", password: "secret"}
		got, toServer, err := a.Start(&smtp.ServerInfo{Name: c.host, TLS: c.tls, Auth: strings.Fields(c.offered)})
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
		if c.want != "PLAIN" && strings.Contains(string(toServer), "secret") {
			t.Errorf("%+v: said %q", c, toServer)
		}
	}
}

func TestBackoff(t *testing.T) {
	var total, last time.Duration
	n := 1
	for ; ; n++ {
		wait, again := NextAttempt(n)
		if !again {
			if wait != 0 {
				t.Errorf("gave up and waits %v", wait)
			}
			break
		}
		if wait < last || wait <= 0 {
			t.Errorf("attempt %d waits %v after %v", n, wait, last)
		}
		total, last = total+wait, wait
	}
	if total < 44*time.Hour || total > 52*time.Hour || n > 20 {
		t.Errorf("given up after %v and %d attempts", total, n)
	}
	if wait, again := NextAttempt(0); wait != 0 || !again {
		t.Error("the first attempt does not wait")
	}
	if _, again := NextAttempt(1000); again {
		t.Error("goes on for ever")
	}
	if IsPermanent(nil) || IsPermanent(errors.New("x")) || IsUnreachable(nil) || IsUnreachable(errors.New("x")) {
		t.Error("IsPermanent or IsUnreachable is wrong")
	}
}

// A mail program that may end the mails by itself is told how (RFC 8058).
func TestSendOneClick(t *testing.T) {
	s := mailtest.Start(t, mailtest.Options{})
	m := letterTo(t, "taro@example.co.jp")
	m.Unsubscribe, m.IsOneClick = "https://tsunagu.example.jp/api/SavedSearch/StopNoticesByKey?key=a.b", true
	if err := client(s, NoTLS).Send(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	_, msg := received(t, s)
	for name, want := range map[string]string{"List-Unsubscribe": "<" + m.Unsubscribe + ">",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click"} {
		if got := msg.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

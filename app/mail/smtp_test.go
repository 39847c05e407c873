package mail

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"math/big"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wneessen/go-mail/smtp"
)

// mailServer speaks just enough SMTP to take one mail, and remembers what it
// was told. replies overrides its answer to a verb ("" hangs up instead).
type mailServer struct {
	net.Listener
	replies map[string]string
	extras  []string // EHLO keywords
	tls     *tls.Config
	direct  bool // TLS from the first byte
	silent  bool // never greets

	mu       sync.Mutex
	commands []string
	data     string
	accepted chan struct{}
	done     sync.WaitGroup
}

func serve(t *testing.T, s *mailServer) *mailServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Listener = l
	s.accepted = make(chan struct{}, 10)
	s.done.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.accepted <- struct{}{}
			if s.direct {
				conn = tls.Server(conn, s.tls)
			}
			s.talk(conn)
			conn.Close()
		}
	})
	t.Cleanup(func() { l.Close(); s.done.Wait() })
	return s
}

func (s *mailServer) talk(conn net.Conn) {
	conn.SetDeadline(time.Now().Add(20 * time.Second)) // a broken test ends
	r := bufio.NewReader(conn)
	say := func(verb, usual string) bool {
		reply, ok := s.replies[verb]
		if !ok {
			reply = usual
		}
		if reply == "" {
			return false
		}
		_, err := io.WriteString(conn, reply+"\r\n")
		return err == nil && !strings.HasPrefix(reply, "421")
	}
	if s.silent {
		r.ReadByte()
		return
	}
	if !say("greeting", "220 test ESMTP") {
		return
	}
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		s.mu.Lock()
		s.commands = append(s.commands, line)
		s.mu.Unlock()
		verb := strings.ToUpper(strings.Fields(line + " ?")[0])
		usual := "250 ok"
		switch verb {
		case "EHLO":
			usual = "250-test\r\n"
			for _, e := range s.extras {
				usual += "250-" + e + "\r\n"
			}
			usual += "250 HELP"
		case "STARTTLS":
			if !say(verb, "220 go ahead") {
				return
			}
			conn = tls.Server(conn, s.tls)
			r = bufio.NewReader(conn)
			continue
		case "AUTH":
			usual = "235 welcome"
			if strings.HasPrefix(line, "AUTH LOGIN") {
				for range 2 {
					io.WriteString(conn, "334 VXNlcm5hbWU6\r\n")
					answer, _ := r.ReadString('\n')
					s.mu.Lock()
					s.commands = append(s.commands, strings.TrimRight(answer, "\r\n"))
					s.mu.Unlock()
				}
			}
		case "DATA":
			if !say(verb, "354 go on") {
				return
			}
			if reply, ok := s.replies[verb]; ok && reply[0] != '3' {
				continue
			}
			var b strings.Builder
			for {
				l, err := r.ReadString('\n')
				if err != nil {
					return
				}
				if l == ".\r\n" {
					break
				}
				b.WriteString(strings.TrimPrefix(l, "."))
			}
			s.mu.Lock()
			s.data = b.String()
			s.mu.Unlock()
			verb, usual = "end of data", "250 queued"
		case "QUIT":
			say(verb, "221 bye")
			return
		}
		if !say(verb, usual) {
			return
		}
	}
}

func (s *mailServer) told(verb string) (lines []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.commands {
		if strings.HasPrefix(strings.ToUpper(c), verb) {
			lines = append(lines, c)
		}
	}
	return lines
}

// client gives the settings that reach the server.
func (s *mailServer) client(mode TLSMode) SMTP {
	return SMTP{Host: "127.0.0.1", Port: s.Addr().(*net.TCPAddr).Port, TLS: mode,
		From: "つなぐ事務局 <noreply@tsunagu.example.jp>", Timeout: 10 * time.Second}
}

func letterTo(t *testing.T, to string) Message {
	m := mustRender(t, PasswordReset, full(PasswordReset, 0))
	m.To, m.MessageID = to, NewMessageID("0190-abc", "つなぐ <noreply@Tsunagu.example.jp>")
	return m
}

func TestSendMIME(t *testing.T) {
	s := serve(t, &mailServer{extras: []string{"8BITMIME", "SMTPUTF8"}})
	m := letterTo(t, "Taro@example.co.jp")
	if err := s.client(NoTLS).Send(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	if got := s.told("MAIL FROM"); len(got) != 1 || !strings.HasPrefix(got[0], "MAIL FROM:<noreply@tsunagu.example.jp>") {
		t.Errorf("sender: %q", got)
	}
	if got := s.told("RCPT"); !slices.Equal(got, []string{"RCPT TO:<Taro@example.co.jp>"}) {
		t.Errorf("receivers: %q", got)
	}
	for line := range strings.Lines(s.data) {
		if len(line) > 200 || strings.ContainsFunc(line, func(r rune) bool { return r > 0x7e }) {
			t.Errorf("not a plain short line: %q", line)
		}
	}
	msg, err := netmail.ReadMessage(strings.NewReader(s.data))
	if err != nil {
		t.Fatal(err)
	}
	word := new(mime.WordDecoder)
	if subject, err := word.DecodeHeader(msg.Header.Get("Subject")); err != nil || subject != m.Subject {
		t.Errorf("subject %q, %v", subject, err)
	}
	for name, want := range map[string]string{
		"Message-Id": "<0190-abc@tsunagu.example.jp>", "Auto-Submitted": "auto-generated", "To": "<Taro@example.co.jp>",
		"User-Agent": "", "X-Mailer": "", "Bcc": "", "Cc": "",
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
	kind, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("content type %s, %v", kind, err)
	}
	parts := multipart.NewReader(msg.Body, params["boundary"])
	for _, want := range []struct{ kind, body string }{{"text/plain", m.Text}, {"text/html", m.HTML}} {
		p, err := parts.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		kind, params, _ := mime.ParseMediaType(p.Header.Get("Content-Type"))
		if kind != want.kind || !strings.EqualFold(params["charset"], "utf-8") {
			t.Errorf("part %s %v", kind, params)
		}
		var r io.Reader = p
		switch p.Header.Get("Content-Transfer-Encoding") {
		case "base64":
			r = base64.NewDecoder(base64.StdEncoding, p)
		case "quoted-printable":
			r = quotedprintable.NewReader(p)
		default:
			t.Errorf("encoding %q", p.Header.Get("Content-Transfer-Encoding"))
		}
		body, err := io.ReadAll(r)
		if err != nil || strings.ReplaceAll(string(body), "\r\n", "\n") != want.body {
			t.Errorf("%s differs: %q, %v", kind, body, err)
		}
	}
	if _, err := parts.NextRawPart(); err != io.EOF {
		t.Error("more than two parts")
	}
}

func TestSendOutcomes(t *testing.T) {
	for name, c := range map[string]struct {
		replies              map[string]string
		delivered, permanent bool
	}{
		"taken":                        {nil, true, false},
		"receiver unknown":             {map[string]string{"RCPT": "550 5.1.1 no such user"}, false, true},
		"mailbox full for now":         {map[string]string{"RCPT": "452 4.2.2 full"}, false, false},
		"greylisted":                   {map[string]string{"RCPT": "450 4.7.1 later"}, false, false},
		"sign-in wanted at receiver":   {map[string]string{"RCPT": "530 5.7.0 authentication required"}, false, false},
		"content refused at DATA":      {map[string]string{"DATA": "554 5.6.0 no"}, false, true},
		"content refused at the end":   {map[string]string{"end of data": "552 5.3.4 too big"}, false, true},
		"trouble at the end":           {map[string]string{"end of data": "451 4.3.0 disk"}, false, false},
		"answer lost at the end":       {map[string]string{"end of data": ""}, false, false},
		"sender refused":               {map[string]string{"MAIL": "550 5.7.1 not you"}, false, false},
		"server shuts down":            {map[string]string{"MAIL": "421 4.3.2 bye"}, false, false},
		"no service":                   {map[string]string{"greeting": "554 no"}, false, false},
		"hangs up":                     {map[string]string{"greeting": ""}, false, false},
		"taken, then hangs up":         {map[string]string{"QUIT": ""}, true, false},
		"taken, then refuses the rest": {map[string]string{"QUIT": "500 what", "RSET": "500 what"}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, &mailServer{replies: c.replies, extras: []string{"ENHANCEDSTATUSCODES"}})
			err := s.client(NoTLS).Send(context.Background(), letterTo(t, "taro@example.co.jp"))
			if (err == nil) != c.delivered || IsPermanent(err) != c.permanent {
				t.Errorf("permanent %v: %v", IsPermanent(err), err)
			}
			if n := len(s.told("MAIL FROM")); n > 1 {
				t.Errorf("tried %d times at once", n)
			}
		})
	}
	t.Run("nobody listens", func(t *testing.T) {
		s := serve(t, &mailServer{})
		client := s.client(NoTLS)
		s.Close()
		if err := client.Send(context.Background(), letterTo(t, "taro@example.co.jp")); err == nil || IsPermanent(err) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		s := serve(t, &mailServer{silent: true})
		ctx, cancel := context.WithCancel(context.Background())
		go func() { <-s.accepted; cancel() }()
		if err := s.client(NoTLS).Send(ctx, letterTo(t, "taro@example.co.jp")); err == nil || IsPermanent(err) {
			t.Errorf("got %v", err)
		}
	})
}

// What was tampered with never reaches a server.
func TestSendRefusesInjection(t *testing.T) {
	s := serve(t, &mailServer{})
	client := s.client(NoTLS)
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
	} {
		m := letterTo(t, "taro@example.co.jp")
		change(&m)
		if err := client.Send(context.Background(), m); !IsPermanent(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(s.accepted) != 0 {
		t.Errorf("%d connections", len(s.accepted))
	}
	m := letterTo(t, "taro@example.co.jp")
	m.Text = "一行目\r\n.\r\nMAIL FROM:<evil@example.jp>\r\n"
	if err := client.Send(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	if got := s.told("MAIL FROM"); len(got) != 1 {
		t.Errorf("the text became commands: %q", got)
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

// certificate makes one for 127.0.0.1 and the pool that trusts it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, pool
}

func TestSendTLSAndSignIn(t *testing.T) {
	config, pool := certificate(t)
	plain := base64.StdEncoding.EncodeToString([]byte("\x00user\x00secret"))
	b64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	for name, c := range map[string]struct {
		mode TLSMode
		auth string
		told []string // commands that must have been given
	}{
		"STARTTLS, PLAIN": {StartTLS, "AUTH XOAUTH2 PLAIN LOGIN", []string{"STARTTLS", "AUTH PLAIN " + plain}},
		"STARTTLS, LOGIN": {StartTLS, "AUTH LOGIN XOAUTH2 NTLM", []string{"AUTH LOGIN", b64("user"), b64("secret")}},
		"TLS, PLAIN":      {TLS, "AUTH PLAIN", []string{"AUTH PLAIN " + plain}},
		"TLS, LOGIN":      {TLS, "AUTH LOGIN", []string{"AUTH LOGIN", b64("secret")}},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, &mailServer{tls: config, direct: c.mode == TLS, extras: []string{"STARTTLS", c.auth}})
			client := s.client(c.mode)
			client.User, client.Password, client.roots = "user", "secret", pool
			if err := client.Send(context.Background(), letterTo(t, "taro@example.co.jp")); err != nil {
				t.Fatal(err)
			}
			for _, want := range c.told {
				if len(s.told(strings.ToUpper(want))) == 0 && !slices.Contains(s.commands, want) {
					t.Errorf("%q was not said: %q", want, s.commands)
				}
			}
			if s.data == "" {
				t.Error("no mail arrived")
			}
		})
	}
	// Nothing secret is said to a server that is not proven or not encrypted.
	for name, c := range map[string]struct {
		mode   TLSMode
		pool   *x509.CertPool
		extras []string
		reply  map[string]string
	}{
		"STARTTLS with an unknown certificate": {StartTLS, x509.NewCertPool(), []string{"STARTTLS", "AUTH PLAIN"}, nil},
		"TLS with an unknown certificate":      {TLS, x509.NewCertPool(), []string{"AUTH PLAIN"}, nil},
		"STARTTLS not offered":                 {StartTLS, pool, []string{"AUTH PLAIN"}, nil},
		"STARTTLS refused":                     {StartTLS, pool, []string{"STARTTLS", "AUTH PLAIN"}, map[string]string{"STARTTLS": "454 no"}},
		"no usable sign-in":                    {TLS, pool, []string{"AUTH XOAUTH2 NTLM"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, &mailServer{tls: config, direct: c.mode == TLS, extras: c.extras, replies: c.reply})
			client := s.client(c.mode)
			client.User, client.Password, client.roots = "user", "secret", c.pool
			if err := client.Send(context.Background(), letterTo(t, "taro@example.co.jp")); err == nil || IsPermanent(err) {
				t.Errorf("got %v", err)
			}
			if said := append(s.told("AUTH"), s.told("MAIL")...); len(said) != 0 {
				t.Errorf("said %q", said)
			}
		})
	}
	t.Run("wrong password is the operator's", func(t *testing.T) {
		s := serve(t, &mailServer{tls: config, direct: true, extras: []string{"AUTH PLAIN"}, replies: map[string]string{"AUTH": "535 5.7.8 no"}})
		client := s.client(TLS)
		client.User, client.Password, client.roots = "user", "hush-hush", pool
		err := client.Send(context.Background(), letterTo(t, "taro@example.co.jp"))
		if err == nil || IsPermanent(err) {
			t.Fatalf("got %v", err)
		}
		if strings.Contains(err.Error(), "hush-hush") || strings.Contains(err.Error(), b64("hush-hush")) {
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
	if IsPermanent(nil) || IsPermanent(errors.New("x")) {
		t.Error("IsPermanent is wrong")
	}
}

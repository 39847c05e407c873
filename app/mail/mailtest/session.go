package mailtest

import (
	"io"
	"slices"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// session is one client's connection.
type session struct {
	s       *Server
	c       *smtp.Conn
	user    string
	m       Mail
	isTaken bool // the answer to a mail goes out next
}

func (s *Server) session(c *smtp.Conn) (smtp.Session, error) {
	x := &session{s: s, c: c}
	return x, x.at(Hello)
}

// at fails as the server was told to.
func (x *session) at(step Step) error {
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	x.s.said = append(x.s.said, step)
	if x.s.cuts[step] {
		_ = x.c.Conn().Close()
	}
	return x.s.answers[step]
}

func (x *session) AuthMechanisms() []string {
	if x.s.o.User == "" {
		return nil
	}
	return x.s.o.Mechanisms
}

func (x *session) Auth(mechanism string) (sasl.Server, error) {
	x.s.mu.Lock()
	x.s.said = append(x.s.said, Step("AUTH "+mechanism))
	x.s.mu.Unlock()
	check := func(user, password string) error {
		if user != x.s.o.User || password != x.s.o.Password {
			return smtp.ErrAuthFailed
		}
		x.user = user
		return nil
	}
	switch {
	case !slices.Contains(x.s.o.Mechanisms, mechanism):
	case mechanism == "PLAIN":
		return sasl.NewPlainServer(func(_, user, password string) error { return check(user, password) }), nil
	case mechanism == "LOGIN":
		return &login{check: check}, nil
	}
	return nil, smtp.ErrAuthUnknownMechanism
}

// login is the server's side of the mechanism that no RFC describes.
type login struct {
	check func(user, password string) error
	step  int
	user  string
}

func (l *login) Next(response []byte) (challenge []byte, done bool, err error) {
	l.step++
	switch l.step {
	case 1:
		return []byte("Username:"), false, nil
	case 2:
		l.user = string(response)
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(l.user, string(response))
}

func (x *session) Mail(from string, _ *smtp.MailOptions) error {
	if x.s.o.User != "" && x.user == "" {
		return smtp.ErrAuthRequired
	}
	_, encrypted := x.c.TLSConnectionState()
	x.m = Mail{From: from, Encrypted: encrypted, User: x.user}
	return x.at(Sender)
}

func (x *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	x.m.To = to
	return x.at(Receiver)
}

func (x *session) Data(r io.Reader) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	x.s.mu.Lock()
	hold := x.s.hold
	x.s.mu.Unlock()
	x.s.began <- x.m.To
	if hold != nil {
		<-hold
	}
	err = x.at(Content)
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	if x.m.Body = string(b); err == nil {
		x.isTaken = true
		x.s.mails = append(x.s.mails, x.m)
	}
	return err
}

// Reset comes after the answer to a transfer.
func (x *session) Reset() {
	if x.isTaken {
		x.isTaken = false
		_ = x.at(Taken)
	}
}

func (x *session) Logout() error {
	x.s.left <- struct{}{}
	return nil
}

package mail

import (
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"regexp"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// TLSMode says how the connection to the mail server is protected.
type TLSMode string

// The modes of the operator's setting.
const (
	StartTLS TLSMode = "starttls" // TLS after the greeting, and required; port 587
	TLS      TLSMode = "tls"      // TLS from the first byte; port 465
	NoTLS    TLSMode = "none"     // for a mail server on the same machine
)

// SMTP is the mail server that the operator named.
type SMTP struct {
	Host     string
	Port     int    // 0: the usual one of the TLS mode
	User     string // empty: no sign-in
	Password string
	TLS      TLSMode
	From     string        // one address, with or without a display name
	Timeout  time.Duration // for one mail; 0: 30 seconds
}

const defaultTimeout = 30 * time.Second

// Check says in Japanese what is wrong with the settings, or nil. It opens no
// connection.
func (s SMTP) Check() error {
	if s.Host == "" || strings.ContainsAny(s.Host, " /\r\n") {
		return errors.New("SMTPサーバのホスト名が正しくありません。")
	}
	if s.Port < 0 || s.Port > 65535 {
		return errors.New("SMTPサーバのポート番号は1から65535の間で指定してください。")
	}
	switch s.TLS {
	case StartTLS, TLS, NoTLS:
	default:
		return errors.New("SMTPの暗号化の方式は starttls、tls、none のどれかを指定してください。")
	}
	if s.User == "" && s.Password != "" {
		return errors.New("SMTPのパスワードだけが指定されています。利用者名も指定してください。")
	}
	if _, err := s.sender(); err != nil {
		return errors.New("SMTPの差出人のメールアドレスが正しくありません。")
	}
	return nil
}

func (s SMTP) sender() (*netmail.Address, error) {
	if strings.ContainsAny(s.From, "\r\n\x00") {
		return nil, ErrAddress
	}
	from, err := netmail.ParseAddress(s.From)
	if err != nil {
		return nil, ErrAddress
	}
	if from.Address, err = ParseAddress(from.Address); err != nil {
		return nil, err
	}
	return from, nil
}

func (s SMTP) client() (*gomail.Client, error) {
	timeout := s.Timeout
	if timeout <= 0 {
		timeout = defaultTimeout
	}
	opts := []gomail.Option{gomail.WithTimeout(timeout), gomail.WithoutNoop()}
	port := s.Port
	switch s.TLS {
	case StartTLS:
		opts = append(opts, gomail.WithTLSPolicy(gomail.TLSMandatory))
		if port == 0 {
			port = 587
		}
	case TLS:
		opts = append(opts, gomail.WithSSL())
		if port == 0 {
			port = 465
		}
	case NoTLS:
		opts = append(opts, gomail.WithTLSPolicy(gomail.NoTLS))
		if port == 0 {
			port = 25
		}
	}
	opts = append(opts, gomail.WithPort(port))
	if s.User != "" {
		// AutoDiscover never sends the password in the clear: without TLS it
		// takes challenge-response only.
		opts = append(opts, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(s.User), gomail.WithPassword(s.Password))
	}
	return gomail.NewClient(s.Host, opts...)
}

var messageIDPattern = regexp.MustCompile(`^[0-9A-Za-z._-]+@[0-9A-Za-z.-]+$`)

// NewMessageID makes the stable Message-ID of an outbox row from its id and
// the sender's address, so that a mail sent again after a lost answer is
// recognised as the same.
func NewMessageID(outboxID, from string) string {
	domain := "tsunagu.invalid"
	if a, err := netmail.ParseAddress(from); err == nil {
		if _, d, ok := strings.Cut(a.Address, "@"); ok {
			domain = strings.ToLower(d)
		}
	}
	return outboxID + "@" + domain
}

// mime builds the mail: UTF-8 in base64, text and HTML as alternatives,
// encoded subject.
func (s SMTP) mime(m Message) (*gomail.Msg, error) {
	from, err := s.sender()
	if err != nil {
		return nil, fmt.Errorf("from: %w", err)
	}
	to, err := ParseAddress(m.To)
	if err != nil {
		return nil, fmt.Errorf("to: %w", err)
	}
	if !messageIDPattern.MatchString(m.MessageID) {
		return nil, errors.New("message id is malformed")
	}
	if m.Subject == "" || m.Subject != oneLineSubject(m.Subject) {
		return nil, errors.New("subject is empty or has line ends")
	}
	if m.Text == "" {
		return nil, errors.New("text is empty")
	}
	msg := gomail.NewMsg(gomail.WithEncoding(gomail.EncodingB64), gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(from)
	msg.ToMailAddress(&netmail.Address{Address: to})
	msg.Subject(m.Subject)
	msg.SetDate()
	msg.SetMessageIDWithValue(m.MessageID)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("X-Auto-Response-Suppress", "All") // the same for Exchange
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return msg, nil
}

func oneLineSubject(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\u0085' || r == '\u2028' || r == '\u2029' {
			return -1
		}
		return r
	}, s)
}

// permanentError is a refusal that no retry will change.
type permanentError struct{ err error }

func (e permanentError) Error() string { return e.err.Error() }
func (e permanentError) Unwrap() error { return e.err }

// IsPermanent says that sending this mail again is useless: it is malformed,
// or the server refused its receiver or content with a 5xx. Everything else,
// also a refused sign-in or sender, is the operator's to mend and worth a
// retry.
func IsPermanent(err error) bool {
	var p permanentError
	return errors.As(err, &p)
}

// Send delivers one mail over a connection of its own. nil means that the
// server took it over; an error after that (a failed QUIT) is none, so that
// nothing is sent twice knowingly. See [IsPermanent] and [NextAttempt].
func (s SMTP) Send(ctx context.Context, m Message) error {
	msg, err := s.mime(m)
	if err != nil {
		return permanentError{fmt.Errorf("mail %s: %w", m.Kind, err)}
	}
	if err := s.Check(); err != nil {
		return err
	}
	client, err := s.client()
	if err != nil {
		return fmt.Errorf("smtp settings: %w", err)
	}
	if err := client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("smtp connect: %w", err)
	}
	err = client.Send(msg)
	_ = client.Close()
	if err == nil || msg.IsDelivered() {
		return nil
	}
	if refusesMail(err) {
		return permanentError{err}
	}
	return fmt.Errorf("smtp send: %w", err)
}

// refusesMail tells a 5xx for this receiver or content from one for the
// sender, the session or the sign-in (530, 535, 538).
func refusesMail(err error) bool {
	var e *gomail.SendError
	if !errors.As(err, &e) {
		return false
	}
	switch e.Reason {
	case gomail.ErrSMTPRcptTo, gomail.ErrSMTPData, gomail.ErrSMTPDataClose:
		code := e.ErrorCode()
		return code >= 500 && code < 600 && code != 530 && code != 535 && code != 538
	}
	return false
}

// backoff sums up to two days less a few minutes.
var backoff = []time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour, 16 * time.Hour, 16 * time.Hour,
}

// NextAttempt says how long to wait after that many failed attempts (1 and
// up); false means that the mail is given up as undeliverable, after about two
// days.
func NextAttempt(attempts int) (time.Duration, bool) {
	if attempts < 1 {
		return 0, true
	}
	if attempts > len(backoff) {
		return 0, false
	}
	return backoff[attempts-1], true
}

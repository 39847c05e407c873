package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// TLSMode says how the connection to the mail server is protected.
type TLSMode string

// The modes of the operator's setting.
const (
	StartTLS TLSMode = "starttls" // TLS after the greeting, and required; port 587
	TLS      TLSMode = "tls"      // TLS from the first byte; port 465
	NoTLS    TLSMode = "none"     // for a mail server on the same machine
)

// SMTP are the settings of the operator's mail server.
type SMTP struct {
	Host     string
	Port     int    // 0: the usual one of the TLS mode
	User     string // empty: no sign-in
	Password string
	TLS      TLSMode
	From     string         // one address, with or without a display name
	Timeout  time.Duration  // for one mail; 0: 30 seconds
	Roots    *x509.CertPool // nil: the system's certificates; a bank's own mail server often has its own

	Style
}

// Style is what the network's settings add to every mail when it is sent.
type Style struct {
	FromName string // instead of the display name in SMTP.From; empty keeps that
	ReplyTo  string // one address; empty for none
	Logo     []byte // PNG, sent inside the mail and never fetched from outside; nil for none
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

func (s SMTP) timeout() time.Duration {
	if s.Timeout > 0 {
		return s.Timeout
	}
	return defaultTimeout
}

// client is a go-mail client on conn, the connection that Send opened: only this way can a
// cancelled context end a transfer, and a failed sign-in leak no connection.
func (s SMTP) client(conn net.Conn) (*gomail.Client, error) {
	opts := []gomail.Option{
		gomail.WithTimeout(s.timeout()), gomail.WithoutNoop(), gomail.WithoutRset(),
		gomail.WithTLSConfig(s.tlsConfig()),
		gomail.WithDialContextFunc(func(context.Context, string, string) (net.Conn, error) { return conn, nil }),
	}
	switch s.TLS {
	case StartTLS:
		opts = append(opts, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case TLS:
		opts = append(opts, gomail.WithSSL())
	case NoTLS:
		opts = append(opts, gomail.WithTLSPolicy(gomail.NoTLS))
	}
	if s.User != "" {
		opts = append(opts, gomail.WithSMTPAuthCustom(&signIn{host: s.Host, user: s.User, password: s.Password}))
	}
	return gomail.NewClient(s.Host, opts...)
}

func (s SMTP) tlsConfig() *tls.Config {
	return &tls.Config{ServerName: s.Host, MinVersion: tls.VersionTLS12, RootCAs: s.Roots}
}

// PortOrUsual is the port, or the usual one of the TLS mode.
func (s SMTP) PortOrUsual() int {
	if s.Port != 0 {
		return s.Port
	}
	return map[TLSMode]int{StartTLS: 587, TLS: 465, NoTLS: 25}[s.TLS]
}

func (s SMTP) dial(ctx context.Context) (net.Conn, error) {
	address := net.JoinHostPort(s.Host, strconv.Itoa(s.PortOrUsual()))
	if s.TLS == TLS {
		return (&tls.Dialer{Config: s.tlsConfig()}).DialContext(ctx, "tcp", address)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", address)
}

// signIn chooses the strongest authentication mechanism that needs only a name and a password.
// go-mail's own discovery would also choose NTLM, which needs a domain. PLAIN and LOGIN send the
// password itself, so they are used only over TLS or on the same machine.
type signIn struct {
	host, user, password string
	chosen               smtp.Auth
}

var errNoSignIn = errors.New("the server offers no usable sign-in")

func (a *signIn) Start(server *smtp.ServerInfo) (string, []byte, error) {
	offers := func(mechanism string) bool { return slices.Contains(server.Auth, mechanism) }
	private := server.TLS || slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, server.Name)
	switch {
	case offers("SCRAM-SHA-256"):
		a.chosen = smtp.ScramSHA256Auth(a.user, a.password)
	case private && offers("PLAIN"):
		a.chosen = smtp.PlainAuth("", a.user, a.password, a.host, false)
	case private && offers("LOGIN"):
		a.chosen = smtp.LoginAuth(a.user, a.password, a.host, false)
	case offers("CRAM-MD5"):
		a.chosen = smtp.CRAMMD5Auth(a.user, a.password)
	default:
		return "", nil, errNoSignIn
	}
	return a.chosen.Start(server)
}

func (a *signIn) Next(fromServer []byte, more bool) ([]byte, error) {
	return a.chosen.Next(fromServer, more)
}

var messageIDPattern = regexp.MustCompile(`^[0-9A-Za-z._-]+@[0-9A-Za-z.-]+$`)

// NewMessageID derives the Message-ID of an outbox row from its id and the sender's address: it is
// stable, so that a mail sent again after a lost answer is recognised as the same.
func NewMessageID(outboxID, from string) string {
	domain := "tsunagu.invalid"
	if a, err := netmail.ParseAddress(from); err == nil {
		if _, d, ok := strings.Cut(a.Address, "@"); ok {
			domain = strings.ToLower(d)
		}
	}
	return outboxID + "@" + domain
}

// logoPlace marks the place of the logo in a mail's HTML, as the logo is known only when the mail
// is sent; logoID is the content id of the attached picture.
const (
	logoPlace = "<!-- logo -->"
	logoID    = "logo"
)

// mime builds the MIME message: UTF-8 in base64, text and HTML as alternatives, encoded subject.
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
	if m.Unsubscribe != "" {
		if err := checkLink(m.Unsubscribe); err != nil {
			return nil, fmt.Errorf("unsubscribe: %w", err)
		}
	}
	if s.FromName != "" {
		from.Name = oneLine(s.FromName)
	}
	msg := gomail.NewMsg(gomail.WithEncoding(gomail.EncodingB64), gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(from)
	if s.ReplyTo != "" {
		address, err := ParseAddress(s.ReplyTo)
		if err != nil {
			return nil, fmt.Errorf("reply to: %w", err)
		}
		msg.ReplyToMailAddress(&netmail.Address{Address: address})
	}
	msg.ToMailAddress(&netmail.Address{Address: to})
	msg.Subject(m.Subject)
	msg.SetDate()
	msg.SetMessageIDWithValue(m.MessageID)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("X-Auto-Response-Suppress", "All") // the same for Exchange
	if m.Unsubscribe != "" {
		msg.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		if m.IsOneClick {
			msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
		}
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML == "" {
		return msg, nil
	}
	html := m.HTML
	if len(s.Logo) > 0 && strings.Contains(html, logoPlace) {
		html = strings.Replace(html, logoPlace, `<p><img src="cid:`+logoID+`" alt="" height="40"></p>`, 1)
		if err := msg.EmbedReader("logo.png", bytes.NewReader(s.Logo), gomail.WithFileContentID("<"+logoID+">"),
			gomail.WithFileContentType("image/png")); err != nil {
			return nil, fmt.Errorf("logo: %w", err)
		}
	}
	msg.AddAlternativeString(gomail.TypeTextHTML, html)
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

// Send delivers one mail over a connection of its own. nil means that the server accepted it; a
// failure after that (QUIT, a lost connection) is not reported, so that no accepted mail is sent
// again. See [IsPermanent], [IsUnreachable] and [NextAttempt].
func (s SMTP) Send(ctx context.Context, m Message) (err error) {
	if err := s.Check(); err != nil {
		return err
	}
	msg, err := s.mime(m)
	if err != nil {
		return permanentError{fmt.Errorf("mail %s: %w", m.Kind, err)}
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout())
	defer cancel()
	defer func() { // whatever of the connection failed when the time was over; the clock knows it before the context does
		if until, ok := ctx.Deadline(); err != nil && ok && !time.Now().Before(until) {
			err = timedOut{err}
		}
	}()
	conn, err := s.dial(ctx)
	if err != nil {
		return unreachable{fmt.Errorf("smtp connect: %w", err)}
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	client, err := s.client(conn)
	if err != nil {
		return fmt.Errorf("smtp settings: %w", err)
	}
	if err := client.DialWithContext(ctx); err != nil {
		return unreachable{fmt.Errorf("smtp sign-in: %w", err)}
	}
	// No command is sent between the server's answer and the return (see WithoutRset), so an error
	// means that there was no answer.
	if err = client.Send(msg); err == nil {
		_ = client.Close()
		return nil
	}
	if refusesMail(err) {
		return permanentError{err}
	}
	return fmt.Errorf("smtp send: %w", err)
}

package mail

import (
	"errors"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// permanentError is a refusal that no retry will change.
type permanentError struct{ err error }

func (e permanentError) Error() string { return e.err.Error() }
func (e permanentError) Unwrap() error { return e.err }

// IsPermanent says that sending this mail again is useless: it is malformed,
// or the server refused its receiver or content with a 5xx. Everything else,
// also a refused sign-in or sender, is the operator's to mend and worth a
// retry: a wrong SMTP password must not throw away the whole outbox.
func IsPermanent(err error) bool {
	var p permanentError
	return errors.As(err, &p)
}

// unreachable is a failure before the server was told of any mail.
type unreachable struct{ err error }

func (e unreachable) Error() string { return e.err.Error() }
func (e unreachable) Unwrap() error { return e.err }

// IsUnreachable says that the server could not be reached or signed in at: the next mail would
// fare no better just now.
func IsUnreachable(err error) bool {
	var u unreachable
	return errors.As(err, &u)
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

package mail

import (
	"errors"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// permanentError is a refusal that a retry would not change.
type permanentError struct{ err error }

func (e permanentError) Error() string { return e.err.Error() }
func (e permanentError) Unwrap() error { return e.err }

// IsPermanent says that sending this mail again is useless: it is malformed, or the server refused
// its receiver or content with a 5xx. Every other error, also a refused sign-in or sender, can be
// solved by the operator and is worth a retry: a wrong SMTP password must not discard the whole
// outbox.
func IsPermanent(err error) bool {
	var p permanentError
	return errors.As(err, &p)
}

// unreachable is a failure before any mail was passed to the server.
type unreachable struct{ err error }

func (e unreachable) Error() string { return e.err.Error() }
func (e unreachable) Unwrap() error { return e.err }

// timedOut is a failure that came when the time for the mail was over.
type timedOut struct{ err error }

func (e timedOut) Error() string { return e.err.Error() }
func (e timedOut) Unwrap() error { return e.err }

// IsUnreachable says that the server could not be reached or refused the sign-in: sending the next
// mail now would fail, too.
func IsUnreachable(err error) bool {
	var u unreachable
	return errors.As(err, &u)
}

// refusesMail distinguishes a 5xx for this receiver or content from one for the sender, the session
// or the sign-in (530, 535, 538).
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

// backoff are the waits between attempts; their sum is a few minutes less than two days.
var backoff = []time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour, 16 * time.Hour, 16 * time.Hour,
}

// NextAttempt is how long to wait after a number of failed attempts (from 1); false means that the
// mail is given up as undeliverable, after about two days.
func NextAttempt(attempts int) (time.Duration, bool) {
	if attempts < 1 {
		return 0, true
	}
	if attempts > len(backoff) {
		return 0, false
	}
	return backoff[attempts-1], true
}

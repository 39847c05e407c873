// Package mail writes and delivers the platform's mails (domain.md section 7):
// a text for every event, and SMTP. It knows nothing of the outbox table. Its
// Data has no field for a company's name, an amount or a counterparty, so that
// no mail can carry one.
package mail

import (
	"errors"
	netmail "net/mail"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Messages of [ParseAddress], shown to the user as they are.
var (
	ErrAddressEmpty   = errors.New("メールアドレスを入力してください。")
	ErrAddressSeveral = errors.New("メールアドレスは1件だけ入力してください。")
	ErrAddressLong    = errors.New("メールアドレスが長すぎます。254文字以内で入力してください。")
	ErrAddress        = errors.New("メールアドレスの形式が正しくありません。例：taro@example.co.jp のように、半角の英数字で入力してください。")
)

// ParseAddress reads exactly one mail address as people type it, normalises full-width characters
// and surrounding spaces, and returns it with the domain in lower case. It refuses display names,
// lists and control characters: what it returns is safe in a header (trust.md "Input and output").
func ParseAddress(s string) (string, error) {
	if strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar
	}) {
		return "", ErrAddress
	}
	s = strings.TrimSpace(norm.NFKC.String(s))
	switch {
	case s == "":
		return "", ErrAddressEmpty
	case strings.ContainsAny(s, ",;、") || strings.Count(s, "@") > 1:
		return "", ErrAddressSeveral
	case len(s) > 254:
		return "", ErrAddressLong
	}
	if _, err := netmail.ParseAddress(s); err != nil {
		return "", ErrAddress
	}
	local, domain, _ := strings.Cut(s, "@") // s has no name, quotes or comments
	if len(local) > 64 || !plainLocal(local) || !plainDomain(domain) {
		return "", ErrAddress
	}
	return local + "@" + strings.ToLower(domain), nil
}

// plainLocal allows the ASCII of an unquoted local part; anything else would
// need SMTPUTF8, which few servers here speak.
func plainLocal(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !isAlnum(r) && !strings.ContainsRune("!#$%&'*+-/=?^_`{|}~.", r)
	})
}

func plainDomain(s string) bool {
	labels := strings.Split(s, ".")
	if len(labels) < 2 {
		return false
	}
	for _, l := range labels {
		if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' ||
			strings.ContainsFunc(l, func(r rune) bool { return !isAlnum(r) && r != '-' }) {
			return false
		}
	}
	return true
}

func isAlnum(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

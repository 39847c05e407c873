package app_test

import (
	"fmt"
	"strings"
	"time"
)

// marks creates canaries: each one is in one field of the test's world and nowhere else. A canary
// can be recognised in every encoding of an answer: JSON, CSV, an encoded file name, an address, a
// workbook.
type marks struct{ n int }

const markLetters = "bcdfghjkmnprstvwx" // with the prefix they form no word and no sequence of base-16 digits

// text is a canary of seven letters for a text.
func (m *marks) text() string {
	m.n++
	b := []byte(markPrefix)
	for n, i := m.n, 0; i < 5; i++ {
		b = append(b, markLetters[n%len(markLetters)])
		n /= len(markLetters)
	}
	return string(b)
}

const markPrefix = "zq"

func (m *marks) link() string { return "https://" + m.text() + ".example.co.jp/" }

func (m *marks) mail() string { return m.text() + "@example.co.jp" }

// number is a canary for an amount or a postal code: seven digits, larger than every version.
func (m *marks) number() int { m.n++; return 7_310_000 + m.n }

func (m *marks) phone() string { m.n++; return fmt.Sprintf("03-73%02d-%04d", m.n/10_000, m.n%10_000) }

// date is a canary for a date: later than all other dates.
func (m *marks) date() string {
	m.n++
	return time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, m.n).Format(time.DateOnly)
}

// past and soon are canaries for the days on which a listing begins and ends.
func (m *marks) past() string {
	m.n++
	return time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, m.n%600).Format(time.DateOnly)
}

func (m *marks) soon() string {
	m.n++
	return time.Date(2027, 7, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, m.n%120).Format(time.DateOnly)
}

// meanwhile is a time at which every listing is shown.
func (m *marks) meanwhile() string {
	m.n++
	return time.Date(2027, 1, 10, 0, 0, 0, 0, time.UTC).AddDate(0, 0, m.n%170).Format(time.DateOnly)
}

// year is a canary for a past year, also used as the security code of a listed company.
func (m *marks) year() int { m.n++; return 1100 + m.n%800 }

// corporate is a canary for a 法人番号, with its check digit.
func (m *marks) corporate() string {
	m.n++
	digits := fmt.Sprintf("73100%07d", m.n)
	sum := 0
	for n := 1; n <= 12; n++ {
		sum += int(digits[12-n]-'0') * (2 - n%2)
	}
	return fmt.Sprint(9-sum%9) + digits
}

// found calls tell for everything in a text that may be a canary or a secret, in the form in which
// fields and answers are compared. It reads the text once.
func found(text string, tell func(string)) {
	for i := 0; i < len(text); {
		if !alnum(text[i]) {
			i++
			continue
		}
		j, digits := i, true
		for ; j < len(text) && alnum(text[j]); j++ {
			digits = digits && text[j] <= '9'
		}
		run := text[i:j]
		switch {
		case digits:
			foundDigits(text, i, j, tell)
		default:
			for at, rest := 0, run; ; {
				k := strings.Index(rest[at:], markPrefix)
				if k < 0 {
					break
				}
				if at += k; at+7 <= len(rest) {
					tell(rest[at : at+7])
				}
				at += 2
			}
			if len(run) >= 20 {
				tell(run)
			}
		}
		i = j
	}
}

// foundDigits reports a sequence of digits: by itself, with the digits joined to it by hyphens (a
// telephone number, a date), and with those joined by commas (an amount as people write it).
func foundDigits(text string, i, j int, tell func(string)) {
	run, before := text[i:j], text[max(0, i-8):i]
	switch {
	case len(run) == 4 && (strings.HasSuffix(before, `Year":`) || strings.HasSuffix(before, `Code":"`)):
		tell("year " + run)
	case len(run) == 5 && strings.HasSuffix(before, `"`):
		tell("city " + run)
	case len(run) >= 7:
		tell(run)
	}
	for _, sep := range []byte("-,/") {
		if i > 0 && text[i-1] == sep && i > 1 && text[i-2] >= '0' && text[i-2] <= '9' {
			continue // reported with the previous sequence
		}
		all, k := run, j
		for k+1 < len(text) && text[k] == sep && text[k+1] >= '0' && text[k+1] <= '9' {
			end := k + 1
			for end < len(text) && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			if sep == ',' && end-k != 4 {
				break
			}
			all, k = all+text[k+1:end], end
		}
		if k > j && len(all) >= 7 {
			tell(all)
		}
	}
}

func alnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

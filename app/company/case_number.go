package company

import (
	"regexp"
	"strings"

	"tsunagu/store/master"
)

// typedNumber is a case number as people type or paste it, folded: with its letter, with any hyphen or none, alone or in a
// line of a mail ("整理番号：N-…"); or the eight characters by themselves.
var (
	typedNumber = regexp.MustCompile(`(?:^|[^0-9a-z])([lnaq]) ?[-ー]? ?([0-9a-f]{8})(?:$|[^0-9a-z])`)
	typedEnd    = regexp.MustCompile(`^-?([0-9a-f]{8})$`)
)

// ReadCaseNumber finds a case number in what was typed: its letter, "" where only the eight characters are there, and the end
// of the id; no end where it holds none.
func ReadCaseNumber(typed string) (prefix, end string) {
	folded := master.Fold(typed)
	if m := typedNumber.FindStringSubmatch(folded); m != nil {
		return strings.ToUpper(m[1]), m[2]
	}
	if m := typedEnd.FindStringSubmatch(folded); m != nil {
		return "", m[1]
	}
	return "", ""
}

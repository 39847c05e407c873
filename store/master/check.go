package master

import (
	"regexp"
	"strings"
)

// NormalizePostal turns a postal code as people write it (〒４５０－０００２,
// 450 0002) into its seven digits. It is false when it is not a postal code
// by form; whether the code exists is for [ByPostalCode].
func NormalizePostal(s string) (string, bool) {
	var b strings.Builder
	for _, r := range Fold(s) {
		switch r {
		case ' ':
		case 'ー', '一': // the long vowel mark and the numeral, typed for a hyphen
			b.WriteByte('-')
		default:
			b.WriteRune(r)
		}
	}
	m := postalForm.FindStringSubmatch(b.String())
	if m == nil {
		return "", false
	}
	return m[1] + m[2], true
}

// The marks are 〒 and its two variants.
var postalForm = regexp.MustCompile(`^[〒〠〶]?([0-9]{3})-?([0-9]{4})$`)

// CheckCorporateNumber tells whether s is a 法人番号 by form: 13 ASCII digits
// of which the first is the check digit of the others,
// 9 − (ΣPn×Qn mod 9) with n counted from the right, Qn = 1 for odd and 2 for
// even n. It cannot see a 0 taken for a 9.
func CheckCorporateNumber(s string) bool {
	if !allDigits(s, 13) {
		return false
	}
	sum := 0
	for n := 1; n <= 12; n++ {
		digit := int(s[13-n] - '0')
		sum += digit * (2 - n%2)
	}
	return int(s[0]-'0') == 9-sum%9
}

// CheckSecurityCode tells whether s has the form of a 証券コード: four
// characters, digits with capital letters allowed in the second and fourth
// place. The letters that the exchange does not use and a leading 0 pass.
func CheckSecurityCode(s string) bool { return securityForm.MatchString(s) }

var securityForm = regexp.MustCompile(`^[0-9][0-9A-Z][0-9][0-9A-Z]$`)

func allDigits(s string, length int) bool {
	if len(s) != length {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

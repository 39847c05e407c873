package auth

import (
	"encoding/hex"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold maps texts that look the same to a reader to one text: NFKC (width), lower case, without
// spaces and invisible characters.
func fold(s string) string {
	s = strings.ToLower(norm.NFKC.String(s))
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
	return norm.NFKC.String(s) // again, as lowering and dropping can leave composable pairs
}

// FoldLoginID is the form in which login IDs are looked up, must be unique and are counted for the
// lockout: another case, width or spacing is the same ID (trust.md "Passwords and lockout").
func FoldLoginID(id string) string { return fold(id) }

// HashLoginID is what the table of failed sign-ins stores of a login ID: an HMAC of the folded ID
// and not the text, because people type their password into the wrong field.
func (k *Keys) HashLoginID(id string) string {
	return hex.EncodeToString(k.mac("login id", FoldLoginID(id)))
}

package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// PasscodeDigits is the length of the passcode of the second mail, and MaxPasscodeFailures the
// number of wrong ones that revokes its key (domain.md section 3.2).
const (
	PasscodeDigits      = 8
	MaxPasscodeFailures = 5
)

// NewSecret makes 256 random bits as 43 characters of base64url: refresh
// tokens, fingerprints, and the keys in mailed links.
func NewSecret() string {
	return base64.RawURLEncoding.EncodeToString(randomBytes(32))
}

// HashSecret is what is stored of a secret made by [NewSecret]: SHA-256, in hex. 256 random bits
// cannot be guessed, so it needs neither salt nor stretching. Never use it for passwords or
// passcodes.
func HashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// SecretMatches compares a secret with a stored hash in constant time. An
// empty secret or hash never matches.
func SecretMatches(secret, hash string) bool {
	return secret != "" && Equal(HashSecret(secret), hash)
}

// Equal compares two strings in time that depends on their lengths only. Empty strings are never
// equal: a missing value must not grant access.
func Equal(a, b string) bool {
	return a != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}

// NewPasscode is eight random digits, each of the 10^8 passcodes equally likely.
func NewPasscode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(100_000_000))
	if err != nil {
		panic(err) // crypto/rand never fails on a supported system
	}
	return fmt.Sprintf("%0*d", PasscodeDigits, n)
}

// FoldPasscode normalises a passcode as people type it: full-width digits, spaces and hyphens.
// Other characters are kept, so that the comparison fails.
func FoldPasscode(typed string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || r == '−' || r == 'ー' {
			return -1
		}
		return r
	}, norm.NFKC.String(typed))
}

// HashPasscode is what is stored of a passcode: an HMAC under the pepper, because eight digits are
// quickly guessed from a plain hash. It includes the hash of the link's key, so that the passcode
// opens that link only.
func (k *Keys) HashPasscode(keyHash, passcode string) string {
	return hex.EncodeToString(k.mac("passcode", keyHash, FoldPasscode(passcode)))
}

// PasscodeMatches compares what was typed with a stored hash in constant time.
// The caller counts the failures ([MaxPasscodeFailures]).
func (k *Keys) PasscodeMatches(keyHash, typed, stored string) bool {
	return Equal(k.HashPasscode(keyHash, typed), stored)
}

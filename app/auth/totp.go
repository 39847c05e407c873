package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"net/url"
	"strings"
	"time"

	"rsc.io/qr"
)

// The second step of signing in: time-based one-time codes (RFC 6238) as every authenticator app
// makes them: SHA-1, six digits, thirty seconds. It takes forty lines with the standard library; a
// package for it would add dependencies such as image encoders.
const (
	CodeDigits  = 6
	CodePeriod  = 30 * time.Second
	codeDrift   = 1  // steps by which a telephone's clock may be wrong, either way
	secretBytes = 20 // RFC 4226 section 4

	// TicketLife is how long after the right password the code is accepted.
	TicketLife = 5 * time.Minute
	// TrustLife is how long a trusted device needs no code.
	TrustLife = 30 * 24 * time.Hour

	// RecoveryCodes is how many are made at once, RecoveryDigits the length of each. They are
	// longer than the passcodes of mailed links, because they live longer.
	RecoveryCodes  = 10
	RecoveryDigits = 12
)

// NewCodeSecret is a new secret to be shared by the server and the telephone.
func NewCodeSecret() []byte { return randomBytes(secretBytes) }

// CodeKey is a secret for typing into an app without a camera: base32 in groups of four.
func CodeKey(secret []byte) string { return groups(base32Of(secret)) }

func base32Of(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}

func groups(s string) string {
	var out []string
	for ; len(s) > 4; s = s[4:] {
		out = append(out, s[:4])
	}
	return strings.Join(append(out, s), " ")
}

// CodeAddress is the otpauth address that an app reads from the QR code. issuer and account are
// what it shows beside the code.
func CodeAddress(secret []byte, issuer, account string) string {
	// Parameters with the default values are left out, so that the QR code stays small. Spaces are
	// encoded as %20, as apps show a plus sign unchanged.
	q := url.Values{"secret": {base32Of(secret)}, "issuer": {issuer}}
	return "otpauth://totp/" + url.PathEscape(account) + "?" + strings.ReplaceAll(q.Encode(), "+", "%20")
}

// QR is a text as a QR code: the number of modules on a side, and the dark ones as the path of an
// SVG in those units, so that the page needs neither an image nor an inline style.
func QR(text string) (size int, path string, err error) {
	c, err := qr.Encode(text, qr.M)
	if err != nil {
		return 0, "", err
	}
	var b strings.Builder
	for y := range c.Size {
		for x := 0; x < c.Size; x++ {
			from := x
			for x < c.Size && c.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
			}
		}
	}
	return c.Size, b.String(), nil
}

// codeAt is the code of a time step (RFC 4226 section 5.3).
func codeAt(secret []byte, step int64) string {
	m := hmac.New(sha1.New, secret)
	_ = binary.Write(m, binary.BigEndian, step)
	sum := m.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	return fmt.Sprintf("%0*d", CodeDigits, binary.BigEndian.Uint32(sum[at:])&0x7fffffff%1_000_000)
}

// CodeAt is the code that a telephone with this secret shows at a moment.
func CodeAt(secret []byte, at time.Time) string { return codeAt(secret, stepOf(at)) }

func stepOf(at time.Time) int64 { return at.Unix() / int64(CodePeriod/time.Second) }

// MatchCode finds the time step of a typed code, if it is newer than the last one accepted: each
// code is valid once. The comparison takes the same time whichever step matches.
func MatchCode(secret []byte, typed string, at time.Time, last int64) (step int64, ok bool) {
	now := stepOf(at)
	for s := now - codeDrift; s <= now+codeDrift; s++ {
		if Equal(typed, codeAt(secret, s)) && s > last {
			step, ok = s, true
		}
	}
	return step, ok
}

// NewRecoveryCode is a code for signing in without the telephone: digits only, which can be read
// out and typed with any keyboard.
func NewRecoveryCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000_000_000))
	if err != nil {
		panic(err) // crypto/rand never fails on a supported system
	}
	s := fmt.Sprintf("%0*d", RecoveryDigits, n)
	return s[:4] + "-" + s[4:8] + "-" + s[8:]
}

// HashRecoveryCode is what is stored of a recovery code: an HMAC under the pepper, bound to its
// user.
func (k *Keys) HashRecoveryCode(userID, code string) string {
	return hex.EncodeToString(k.mac("recovery code", userID, FoldPasscode(code)))
}

package signed

import (
	"bytes"
	"encoding/hex"
	"regexp"
	"strconv"
	"time"

	"crypto/x509"
)

// Verifier is the version of what verifies digital signatures. It is raised with every change of what it finds, so that of each stored
// result it is known by which rules it was found.
const Verifier = 1

// State is what became of a file since it was signed.
type State int

// The states. A code stands for one for ever.
const (
	NoSignature State = 0 // none was found
	Intact      State = 1 // signed, and not a byte was changed since
	Extended    State = 2 // what was signed is unchanged, and something was added behind it
	Broken      State = 3 // what was signed was changed, or the signature says of itself what is not so
	Unreadable  State = 4 // it cannot be said: a form that this program does not read
)

// Verified is what was found in a file (papers.md 2).
type Verified struct {
	State     State
	Signature []Signature
}

// Signature is what was found of one signature or document time stamp. The names stand in its certificate as its issuer wrote them; that
// the issuer can be trusted follows from IsTrusted alone.
type Signature struct {
	State     State
	IsStamp   bool `json:",omitempty"` // a time stamp on the document: nobody signed by it
	Why       Why  `json:",omitempty"`
	Signer    string
	Issuer    string
	Claimed   time.Time // when it was signed, as the signer's own clock says; zero where nothing says so
	Stamped   time.Time // by a time stamp that fits the signature; zero where there is none
	Authority string    `json:",omitempty"` // whose time stamp
	BadStamp  bool      `json:",omitempty"` // there is a time stamp that does not fit, or cannot be read
	NotBefore time.Time
	NotAfter  time.Time
	IsTrusted bool   `json:",omitempty"` // the certificate leads to one of the network's roots
	Root      string `json:",omitempty"` // to which
}

// Why is why a signature is broken or cannot be read.
type Why int

// The reasons. A code stands for one for ever.
const (
	WhyRange     Why = 1 // what it says to cover is not the file around it
	WhyCut       Why = 2 // the file ends before what it covers
	WhyDigest    Why = 3 // another content was signed
	WhyValue     Why = 4 // the signature does not fit the certificate
	WhyForm      Why = 5 // a form that is not read
	WhyAlgorithm Why = 6 // a procedure that is too old or not known
	WhyTooMany   Why = 7 // there are more than are read
)

// Bounds of what is read. An honest file is far below: each signature costs reading the whole file once.
const (
	signaturesMax = 16
	cmsMax        = 1 << 20
	cmsDepth      = 40
	dictionaryMax = 16 << 10

	certificatesMax = 40
	keyBitsMax      = 16 << 10
)

// Verify finds the digital signatures of a PDF and what became of the file since each of them. It reads no structure of the file but the
// signatures themselves: a signature covers bytes, and whether these are the whole file does not depend on what stands in them. Nothing is
// fetched; whether a certificate was revoked is not asked. roots are the issuers that the network trusts, nil for none.
func Verify(pdf []byte, roots *x509.CertPool) (out Verified) {
	defer func() {
		if recover() != nil { // a file that is made to hurt is one that cannot be read
			out = Verified{State: Unreadable, Signature: []Signature{{State: Unreadable, Why: WhyForm}}}
		}
	}()
	last := 0
	for at := 0; ; {
		i := bytes.Index(pdf[at:], []byte("/ByteRange"))
		if i < 0 {
			break
		}
		name := at + i
		at = name + len("/ByteRange")
		r, is := rangeAt(pdf[at:min(len(pdf), at+200)])
		if !is {
			continue
		}
		if len(out.Signature) == signaturesMax {
			out.Signature = append(out.Signature, Signature{State: Unreadable, Why: WhyTooMany})
			break
		}
		s, end := verifyAt(pdf, name, r, roots)
		if s.State == Intact || s.State == Extended {
			last = max(last, end)
		}
		out.Signature = append(out.Signature, s)
	}
	out.State = overall(out.Signature, last == len(pdf))
	return out
}

// overall is what became of the file: the worst that was found. Signatures that follow on each other extend the file, so that it is intact
// when the last of them covers all of it.
func overall(all []Signature, isCovered bool) State {
	worst := NoSignature
	for i := range all {
		if s := all[i].State; worst == NoSignature || rank(s) > rank(worst) {
			worst = s
		}
	}
	if worst == Extended && isCovered {
		return Intact
	}
	return worst
}

func rank(s State) int {
	return map[State]int{NoSignature: 0, Intact: 1, Extended: 2, Unreadable: 3, Broken: 4}[s]
}

var (
	byteRange = regexp.MustCompile(`^[\x00\t\n\f\r ]*\[[\x00\t\n\f\r ]*` + `(\d{1,12})[\x00\t\n\f\r ]+(\d{1,12})[\x00\t\n\f\r ]+` +
		`(\d{1,12})[\x00\t\n\f\r ]+(\d{1,12})[\x00\t\n\f\r ]*\]`)
	anArray      = regexp.MustCompile(`^[\x00\t\n\f\r ]*\[`)
	beforeValue  = regexp.MustCompile(`/Contents[\x00\t\n\f\r ]*$`)
	subFilter    = regexp.MustCompile(`/SubFilter[\x00\t\n\f\r ]*/([A-Za-z0-9._#-]{1,60})`)
	claimedTime  = regexp.MustCompile(`/M[\x00\t\n\f\r ]*\(D:(\d{14})(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?`)
	endOfObject  = []byte("endobj")
	beginOfValue = []byte("obj")
)

// rangeAt are the four numbers behind the name, or zeros where something else stands in the array; false where there is no array.
func rangeAt(b []byte) (r [4]int, is bool) {
	if !anArray.Match(b) {
		return r, false
	}
	for i, m := range byteRange.FindSubmatch(b) {
		if i > 0 {
			r[i-1], _ = strconv.Atoi(string(m)) // twelve digits at most
		}
	}
	return r, true
}

// verifyAt is one signature, and where what it covers ends.
func verifyAt(pdf []byte, name int, r [4]int, roots *x509.CertPool) (s Signature, end int) {
	end = r[2] + r[3]
	switch {
	case r[0] != 0 || r[1] <= 0 || r[2] <= r[1]+1 || name >= r[1] && name < r[2]:
		return Signature{State: Broken, Why: WhyRange}, end
	case end > len(pdf):
		return Signature{State: Broken, Why: WhyCut}, end
	case name >= end:
		return Signature{State: Broken, Why: WhyRange}, end
	}
	gap := pdf[r[1]:r[2]]
	if gap[0] != '<' || gap[len(gap)-1] != '>' || !beforeValue.Match(pdf[max(0, r[1]-40):r[1]]) ||
		bytes.Contains(pdf[min(name, r[1]):r[1]], endOfObject) || name > r[2] && bytes.Contains(pdf[r[2]:name], endOfObject) ||
		end < len(pdf) && !bytes.HasSuffix(bytes.TrimRight(pdf[:end], "\r\n"), []byte("%%EOF")) {
		return Signature{State: Broken, Why: WhyRange}, end
	}
	value, ok := hexOf(gap[1 : len(gap)-1])
	if !ok {
		return Signature{State: Broken, Why: WhyRange}, end
	}
	rest := value
	if value = oneValue(value); value == nil {
		return Signature{State: Unreadable, Why: WhyForm}, end
	}
	if len(bytes.Trim(rest[len(value):], "\x00")) > 0 { // nothing may stand where no signature covers it
		return Signature{State: Broken, Why: WhyRange}, end
	}
	dictionary := around(pdf, r)
	signed := append(append(make([]byte, 0, r[1]+r[3]), pdf[:r[1]]...), pdf[r[2]:end]...)
	switch kind := subFilter.FindSubmatch(dictionary); {
	case kind == nil || string(kind[1]) == "adbe.pkcs7.detached" || string(kind[1]) == "ETSI.CAdES.detached":
		s = verifyCMS(value, signed, timeIn(dictionary), roots)
	case string(kind[1]) == "ETSI.RFC3161":
		s = verifyStamp(value, signed)
	default:
		s = Signature{State: Unreadable, Why: WhyForm}
	}
	if s.State == Intact && end < len(pdf) {
		s.State = Extended
	}
	return s, end
}

// hexOf reads a string of hexadecimal digits.
func hexOf(b []byte) ([]byte, bool) {
	digits := bytes.Map(func(c rune) rune {
		if c == 0 || c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ' {
			return -1
		}
		return c
	}, b)
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	out := make([]byte, len(digits)/2)
	_, err := hex.Decode(out, digits)
	return out, err == nil
}

// around is the dictionary of a signature, without its value: what stands beside the gap in the same object.
func around(pdf []byte, r [4]int) []byte {
	head, tail := pdf[max(0, r[1]-dictionaryMax):r[1]], pdf[r[2]:min(len(pdf), r[2]+min(dictionaryMax, r[3]))]
	if i := bytes.LastIndex(head, beginOfValue); i >= 0 {
		head = head[i:]
	}
	if i := bytes.Index(tail, endOfObject); i >= 0 {
		tail = tail[:i]
	}
	return append(append([]byte{}, head...), tail...)
}

// timeIn is the time that a signature's dictionary claims; zero where there is none.
func timeIn(dictionary []byte) time.Time {
	m := claimedTime.FindSubmatch(dictionary)
	if m == nil {
		return time.Time{}
	}
	zone := 0
	if hours, err := strconv.Atoi(string(m[4])); err == nil {
		minutes, _ := strconv.Atoi(string(m[5]))
		if zone = hours*3600 + minutes*60; string(m[3]) == "-" {
			zone = -zone
		}
	}
	t, err := time.ParseInLocation("20060102150405", string(m[1]), time.FixedZone("", zone))
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

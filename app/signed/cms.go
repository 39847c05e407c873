package signed

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"strings"
	"time"

	"github.com/digitorus/pkcs7"
	"github.com/digitorus/timestamp"

	"tsunagu/app/web"
	"tsunagu/store/master"
)

var (
	oidStamp       = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 14}
	oidSigningTime = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 5}
)

// oneValue is the first value of what stands in a signature, whose rest is filled up with zeros; nil for what is too large, too deep or no
// such value. The readers below it are recursive, so that depth is bounded before they see it.
func oneValue(b []byte) []byte {
	if len(b) > cmsMax {
		b = b[:cmsMax]
	}
	n := valueLength(b, cmsDepth)
	if n < 2 {
		return nil
	}
	return b[:n]
}

// valueLength is how long the BER value is with which b begins; 0 where it is none, or deeper than that.
func valueLength(b []byte, depth int) int {
	if len(b) < 2 || depth == 0 {
		return 0
	}
	head := 1
	if b[0]&0x1f == 0x1f { // a tag of several bytes
		for head < len(b) && b[head]&0x80 != 0 {
			head++
		}
		if head++; head >= len(b) {
			return 0
		}
	}
	constructed, length := b[0]&0x20 != 0, int(b[head])
	head++
	if length == 0x80 {
		if !constructed {
			return 0
		}
		for {
			if len(b) < head+2 {
				return 0
			}
			if b[head] == 0 && b[head+1] == 0 {
				return head + 2
			}
			n := valueLength(b[head:], depth-1)
			if n == 0 {
				return 0
			}
			head += n
		}
	}
	if length > 0x80 {
		bytes := length & 0x7f
		if bytes > 4 || head+bytes > len(b) {
			return 0
		}
		length = 0
		for _, c := range b[head : head+bytes] {
			length = length<<8 | int(c)
		}
		head += bytes
	}
	end := head + length
	if length < 0 || end > len(b) {
		return 0
	}
	for at := head; constructed && at < end; {
		n := valueLength(b[at:end], depth-1)
		if n == 0 {
			return 0
		}
		at += n
	}
	return end
}

// verifyCMS verifies a detached signature over bytes. claimed is the time of its dictionary, where the signature itself has none.
func verifyCMS(value, signed []byte, claimed time.Time, roots *x509.CertPool) Signature {
	p7, err := pkcs7.Parse(value)
	if err != nil || len(p7.Signers) != 1 || len(p7.Content) > 0 || isHeavy(p7.Certificates) {
		return Signature{State: Unreadable, Why: WhyForm}
	}
	leaf := p7.GetOnlySigner()
	if leaf == nil {
		return Signature{State: Unreadable, Why: WhyForm}
	}
	s := Signature{State: Intact, Signer: nameOf(leaf.Subject), Issuer: nameOf(leaf.Issuer), Claimed: claimed,
		NotBefore: leaf.NotBefore.UTC(), NotAfter: leaf.NotAfter.UTC()}
	var at time.Time
	if p7.UnmarshalSignedAttribute(oidSigningTime, &at) == nil {
		s.Claimed = at.UTC()
	}
	p7.Content = signed
	if s.State, s.Why = outcome(check(p7)); s.State != Intact {
		return s
	}
	for _, a := range p7.Signers[0].UnauthenticatedAttributes {
		if a.Type.Equal(oidStamp) {
			t, authority, err := stampOn(a.Value.Bytes, p7.Signers[0].EncryptedDigest)
			if s.BadStamp = err != nil; err == nil {
				s.Stamped, s.Authority = t, authority
			}
			break
		}
	}
	s.trust(leaf, p7.Certificates, roots)
	return s
}

// isHeavy says that working with a certificate's key would take long: an honest key has some thousands of bits.
func isHeavy(certificates []*x509.Certificate) bool {
	for _, c := range certificates {
		if k, is := c.PublicKey.(*rsa.PublicKey); is && k.N.BitLen() > keyBitsMax {
			return true
		}
	}
	return len(certificates) > certificatesMax
}

// check verifies the one signature of a message. The library refuses a certificate outside its days before it looks at the signature; that
// is judged apart here, so it is shown certificates without end.
func check(p7 *pkcs7.PKCS7) error {
	real := p7.Certificates
	defer func() { p7.Certificates = real }()
	p7.Certificates = make([]*x509.Certificate, len(real))
	for i, c := range real {
		wide := *c
		wide.NotBefore, wide.NotAfter = time.Time{}, time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
		p7.Certificates[i] = &wide
	}
	return p7.Verify()
}

// outcome is what an answer of the library says. What is not plainly a signature that does not fit is one that cannot be read.
func outcome(err error) (State, Why) {
	var digest *pkcs7.MessageDigestMismatchError
	var insecure x509.InsecureAlgorithmError
	switch {
	case err == nil:
		return Intact, 0
	case errors.As(err, &digest):
		return Broken, WhyDigest
	case errors.Is(err, rsa.ErrVerification), strings.Contains(err.Error(), "verification failure"):
		return Broken, WhyValue
	case errors.As(err, &insecure), errors.Is(err, x509.ErrUnsupportedAlgorithm), strings.Contains(err.Error(), "unsupported"),
		strings.Contains(err.Error(), "not supported"):
		return Unreadable, WhyAlgorithm
	}
	return Unreadable, WhyForm
}

var errStamp = errors.New("the time stamp is not of this")

// stampOn is when and by whom the bytes were stamped; an error where the token does not fit them or cannot be read.
func stampOn(token, of []byte) (time.Time, string, error) {
	p7, err := pkcs7.Parse(token)
	if err != nil {
		return time.Time{}, "", err
	}
	if isHeavy(p7.Certificates) {
		return time.Time{}, "", x509.ErrUnsupportedAlgorithm
	}
	t, err := timestamp.Parse(token)
	if err != nil {
		return time.Time{}, "", err
	}
	by := p7.GetOnlySigner()
	if by == nil || !t.HashAlgorithm.Available() || t.HashAlgorithm == crypto.SHA1 || t.HashAlgorithm == crypto.MD5 {
		return time.Time{}, "", errStamp
	}
	h := t.HashAlgorithm.New()
	h.Write(of)
	if !bytes.Equal(h.Sum(nil), t.HashedMessage) {
		return time.Time{}, "", errStamp
	}
	return t.Time.UTC(), nameOf(by.Subject), nil
}

// verifyStamp verifies a time stamp on the document.
func verifyStamp(token, signed []byte) Signature {
	t, authority, err := stampOn(token, signed)
	if errors.Is(err, errStamp) {
		return Signature{State: Broken, IsStamp: true, Why: WhyDigest}
	}
	if err != nil {
		state, why := outcome(err)
		return Signature{State: state, IsStamp: true, Why: why}
	}
	return Signature{State: Intact, IsStamp: true, Stamped: t, Authority: authority}
}

// trust says whether the certificate leads to one of the roots, on the day of the signature.
func (s *Signature) trust(leaf *x509.Certificate, others []*x509.Certificate, roots *x509.CertPool) {
	at := s.at()
	if roots == nil || at.IsZero() {
		return
	}
	between := x509.NewCertPool()
	for _, c := range others {
		between.AddCert(c)
	}
	chains, err := leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, CurrentTime: at,
		KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}})
	if err == nil && len(chains) > 0 {
		s.IsTrusted, s.Root = true, nameOf(chains[0][len(chains[0])-1].Subject)
	}
}

// at is when it was signed, as far as anything says so.
func (s *Signature) at() time.Time {
	if !s.Stamped.IsZero() {
		return s.Stamped
	}
	return s.Claimed
}

// isOutside says that it was signed, by that, when the certificate did not hold yet or any more.
func (s *Signature) isOutside() bool {
	at := s.at()
	return !at.IsZero() && (at.Before(s.NotBefore) || at.After(s.NotAfter))
}

// nameOf is a name in a certificate, cleaned as any text that somebody else wrote.
func nameOf(n pkix.Name) string {
	out := cmp.Or(n.CommonName, strings.Join(n.Organization, "、"), n.String())
	if org := strings.Join(n.Organization, "、"); n.CommonName != "" && org != "" && org != n.CommonName {
		out += "（" + org + "）"
	}
	return web.Truncate(strings.TrimSpace(strings.Join(strings.Fields(master.Clean(out)), " ")), 120)
}

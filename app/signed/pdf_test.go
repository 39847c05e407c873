package signed_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/digitorus/pkcs7"
	"github.com/digitorus/timestamp"

	"tsunagu/app/typeset"
)

// signing is a test's CA with a signer and a time-stamping authority.
type signing struct {
	ca, leaf, tsa        *x509.Certificate
	caKey, key, stampKey crypto.Signer
}

var signedAt = time.Date(2026, 11, 20, 3, 4, 5, 0, time.UTC)

// keys are made once: RSA ones take long.
var keys = sync.OnceValue(func() [2]*rsa.PrivateKey {
	one, err := rsa.GenerateKey(rand.Reader, 2048)
	two, err2 := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil || err2 != nil {
		panic("no key")
	}
	return [2]*rsa.PrivateKey{one, two}
})

func newSigning(t testing.TB) *signing {
	t.Helper()
	s := &signing{key: keys()[0], stampKey: keys()[1]}
	var err error
	if s.caKey, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	until := signedAt.AddDate(70, 0, 0) // the library signs by the machine's clock
	s.ca = s.certificate(t, "試験認証局", s.caKey, nil, until, x509.ExtKeyUsageAny)
	s.leaf = s.certificate(t, "署名 太郎", s.key, s.ca, until, x509.ExtKeyUsageAny)
	s.tsa = s.certificate(t, "試験タイムスタンプ局", s.stampKey, s.ca, until, x509.ExtKeyUsageTimeStamping)
	return s
}

func (s *signing) certificate(t testing.TB, name string, key crypto.Signer, by *x509.Certificate, until time.Time,
	use x509.ExtKeyUsage) *x509.Certificate {
	t.Helper()
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<60))
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: name, Organization: []string{"試験株式会社"}},
		NotBefore: signedAt.AddDate(-1, 0, 0), NotAfter: until, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		BasicConstraintsValid: true, IsCA: by == nil, ExtKeyUsage: []x509.ExtKeyUsage{use}}
	if by == nil {
		by = c
	}
	der, err := x509.CreateCertificate(rand.Reader, c, by, key.Public(), s.caKey)
	if err != nil {
		t.Fatal(err)
	}
	out, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (s *signing) roots() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(s.ca)
	return p
}

// how says what is special about a signature.
type how struct {
	filter   string                      // SubFilter
	noTime   bool                        // the dictionary does not say when
	bare     bool                        // the message has no attributes, and so no time
	stamp    bool                        // with a time stamp on the signature
	stampOn  []byte                      // of other bytes
	attached bool                        // with the content inside
	cms      []byte                      // in place of a message
	by       func(covered []byte) []byte // makes the message
}

// cms is a detached message over the bytes.
func (s *signing) cms(t testing.TB, content []byte, h how) []byte {
	t.Helper()
	d, err := pkcs7.NewSignedData(content)
	if err != nil {
		t.Fatal(err)
	}
	d.SetDigestAlgorithm(pkcs7.OIDDigestAlgorithmSHA256)
	if h.bare {
		err = d.SignWithoutAttr(s.leaf, s.key, pkcs7.SignerInfoConfig{})
	} else {
		err = d.AddSignerChain(s.leaf, s.key, []*x509.Certificate{s.ca}, pkcs7.SignerInfoConfig{})
	}
	if err != nil {
		t.Fatal(err)
	}
	if !h.attached {
		d.Detach()
	}
	if h.stamp {
		of := d.GetSignedData().SignerInfos[0].EncryptedDigest
		if h.stampOn != nil {
			of = h.stampOn
		}
		if err := d.GetSignedData().SignerInfos[0].SetUnauthenticatedAttributes([]pkcs7.Attribute{{
			Type: asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 14}, Value: asn1.RawValue{FullBytes: s.token(t, of)}}}); err != nil {
			t.Fatal(err)
		}
	}
	out, err := d.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// token is a time stamp on the bytes.
func (s *signing) token(t testing.TB, of []byte) []byte {
	t.Helper()
	sum := sha256.Sum256(of)
	stamp := timestamp.Timestamp{HashAlgorithm: crypto.SHA256, HashedMessage: sum[:], Time: signedAt.Add(time.Minute),
		SerialNumber: big.NewInt(7), Policy: asn1.ObjectIdentifier{1, 2, 3, 4}, AddTSACertificate: true}
	reply, err := stamp.CreateResponseWithOpts(s.tsa, s.stampKey, crypto.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	read, err := timestamp.ParseResponse(reply)
	if err != nil {
		t.Fatal(err)
	}
	return read.RawToken
}

// plain is a PDF that nobody signed.
func plain(t testing.TB) []byte {
	t.Helper()
	b, err := typeset.Write(&typeset.Paper{Title: "秘密保持契約", Number: "20261120-ABCDEFGH", At: signedAt,
		Blocks: []typeset.Block{typeset.Text("髙橋と𠮷田は、次のとおり約束します。")}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var trailer = regexp.MustCompile(`/Size (\d+) /Root (\d+) 0 R`)

// revised adds a revision to a PDF: objects behind its end, with a cross-reference table of their own.
func revised(t testing.TB, pdf []byte, objects func(first int) []string) []byte {
	t.Helper()
	all := trailer.FindAllSubmatch(pdf, -1)
	if len(all) == 0 {
		t.Fatal("no trailer")
	}
	last := all[len(all)-1]
	size, _ := strconv.Atoi(string(last[1]))
	start := bytes.LastIndex(pdf, []byte("startxref\n"))
	before, _, _ := strings.Cut(string(pdf[start+len("startxref\n"):]), "\n")
	out := bytes.NewBuffer(bytes.Clone(pdf))
	if !bytes.HasSuffix(pdf, []byte("\n")) {
		out.WriteString("\n")
	}
	list := objects(size)
	at := make([]int, len(list))
	for i, o := range list {
		at[i] = out.Len()
		fmt.Fprintf(out, "%d 0 obj\n%s\nendobj\n", size+i, o)
	}
	table := out.Len()
	fmt.Fprintf(out, "xref\n%d %d\n", size, len(list))
	for _, o := range at {
		fmt.Fprintf(out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(out, "trailer\n<</Size %d /Root %s 0 R /Prev %s>>\nstartxref\n%d\n%%%%EOF\n", size+len(list), last[2], before, table)
	return out.Bytes()
}

const room = 12_000 // bytes of a signature

// sign adds a revision with a signature over all of the file.
func (s *signing) sign(t testing.TB, pdf []byte, h how) []byte {
	t.Helper()
	if h.filter == "" {
		h.filter = "ETSI.CAdES.detached"
	}
	claimed := "/M (D:20261120120405+09'00')"
	if h.noTime {
		claimed = ""
	}
	out := revised(t, pdf, func(int) []string {
		return []string{"<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /" + h.filter + " " + claimed +
			" /ByteRange [0 AAAAAAAAA BBBBBBBBB CCCCCCCCC] /Contents <" + strings.Repeat("0", 2*room) + ">>>"}
	})
	from := bytes.LastIndex(out, []byte("/Contents <")) + len("/Contents ")
	to := from + 2*room + 2
	for mark, n := range map[string]int{"AAAAAAAAA": from, "BBBBBBBBB": to, "CCCCCCCCC": len(out) - to} {
		copy(out[bytes.LastIndex(out, []byte(mark)):], fmt.Sprintf("%-9d", n))
	}
	covered := append(bytes.Clone(out[:from]), out[to:]...)
	value := h.cms
	switch {
	case value != nil:
	case h.by != nil:
		value = h.by(covered)
	case h.filter == "ETSI.RFC3161":
		value = s.token(t, covered)
	default:
		value = s.cms(t, covered, h)
	}
	hex.Encode(out[from+1:], value)
	return out
}

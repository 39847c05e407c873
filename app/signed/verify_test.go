package signed_test

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tsunagu/app/signed"
)

var numbers = regexp.MustCompile(`/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]`)

// ranged changes the numbers of the one signature.
func ranged(pdf []byte, f func(a, b, c int) [4]int) []byte {
	return numbers.ReplaceAllFunc(pdf, func(m []byte) []byte {
		var a, b, c int
		fmt.Sscanf(strings.Join(strings.Fields(string(m[len("/ByteRange [0 "):len(m)-1])), " "), "%d %d %d", &a, &b, &c)
		r := f(a, b, c)
		out := fmt.Sprintf("/ByteRange [%d %d %d %d", r[0], r[1], r[2], r[3])
		return []byte(fmt.Sprintf("%-*s]", len(m)-1, out))
	})
}

// What becomes of a file since it was signed, of each kind of file that may come.
func TestVerify(t *testing.T) {
	s := newSigning(t)
	paper := plain(t)
	once := s.sign(t, paper, how{})
	twice := s.sign(t, once, how{})
	added := revised(t, once, func(int) []string { return []string{"<</Type /Annot /Contents (x)>>"} })
	alter := func(pdf []byte, old, new string) []byte {
		i := bytes.Index(pdf, []byte(old))
		if i < 0 {
			t.Fatalf("no %q", old)
		}
		out := bytes.Clone(pdf)
		copy(out[i:], new)
		return out
	}
	garbage := bytes.Repeat([]byte{0x30, 0x80}, 5_000)
	none, _ := signed.NoSignature, 0
	for _, x := range []struct {
		name string
		pdf  []byte
		want signed.State
		each []signed.State
		why  signed.Why
	}{
		{"nothing", nil, none, nil, 0},
		{"no signature", paper, none, nil, 0},
		{"signed", once, signed.Intact, []signed.State{signed.Intact}, 0},
		{"signed in the old form", s.sign(t, paper, how{filter: "adbe.pkcs7.detached"}), signed.Intact, []signed.State{signed.Intact}, 0},
		{"two signatures", twice, signed.Intact, []signed.State{signed.Extended, signed.Intact}, 0},
		{"something added", added, signed.Extended, []signed.State{signed.Extended}, 0},
		{"one byte added", append(bytes.Clone(once), ' '), signed.Extended, []signed.State{signed.Extended}, 0},
		{"something added to two", append(bytes.Clone(twice), "%x"...), signed.Extended, []signed.State{signed.Extended, signed.Extended}, 0},
		{"a byte altered", alter(once, "/Adobe.PPKLite", "/Adobe.PPKLitf"), signed.Broken, []signed.State{signed.Broken}, signed.WhyDigest},
		{"a byte of the first altered", alter(twice, "%PDF-1.", "%PDF-2."), signed.Broken, []signed.State{signed.Broken, signed.Broken},
			signed.WhyDigest},
		{"cut", once[:len(once)-40], signed.Broken, []signed.State{signed.Broken}, signed.WhyCut},
		{"a document's time stamp", s.sign(t, paper, how{filter: "ETSI.RFC3161"}), signed.Intact, []signed.State{signed.Intact}, 0},
		{"a time stamp behind the signature", s.sign(t, once, how{filter: "ETSI.RFC3161"}), signed.Intact,
			[]signed.State{signed.Extended, signed.Intact}, 0},
		{"an altered time stamp", alter(s.sign(t, paper, how{filter: "ETSI.RFC3161"}), "/Adobe", "/adobe"), signed.Broken,
			[]signed.State{signed.Broken}, signed.WhyDigest},
		{"covers less at the end", ranged(once, func(a, b, c int) [4]int { return [4]int{0, a, b, c - 20} }), signed.Broken, nil,
			signed.WhyRange},
		{"covers less at the beginning", ranged(once, func(a, b, c int) [4]int { return [4]int{9, a - 9, b, c} }), signed.Broken, nil,
			signed.WhyRange},
		{"a gap before the value", ranged(once, func(a, b, c int) [4]int { return [4]int{0, a - 2, b, c} }), signed.Broken, nil, signed.WhyRange},
		{"a gap behind the value", ranged(once, func(a, b, c int) [4]int { return [4]int{0, a, b + 2, c - 2} }), signed.Broken, nil,
			signed.WhyRange},
		{"overlaps", ranged(once, func(a, b, c int) [4]int { return [4]int{0, b, a, c} }), signed.Broken, nil, signed.WhyRange},
		{"beyond the file", ranged(once, func(a, b, c int) [4]int { return [4]int{0, a, b, c + 1} }), signed.Broken, nil, signed.WhyCut},
		{"far beyond the file", ranged(once, func(_, b, _ int) [4]int { return [4]int{0, 99999999, b, 1} }), signed.Broken, nil, signed.WhyRange},
		{"no number", alter(once, "/ByteRange [0", "/ByteRange [x"), signed.Broken, nil, signed.WhyRange},
		{"garbage", s.sign(t, paper, how{cms: []byte("not a message")}), signed.Unreadable, nil, signed.WhyForm},
		{"deep garbage", s.sign(t, paper, how{cms: garbage}), signed.Unreadable, nil, signed.WhyForm},
		{"empty", s.sign(t, paper, how{cms: []byte{}}), signed.Unreadable, nil, signed.WhyForm},
		{"with its content inside", s.sign(t, paper, how{cms: s.cms(t, []byte("x"), how{attached: true})}), signed.Unreadable, nil,
			signed.WhyForm},
		{"a message of another file", s.sign(t, paper, how{cms: s.cms(t, []byte("x"), how{})}), signed.Broken, nil, signed.WhyDigest},
		{"a form that is not read", s.sign(t, paper, how{filter: "adbe.x509.rsa_sha1"}), signed.Unreadable, nil, signed.WhyForm},
		{"too many", append(bytes.Repeat([]byte("/ByteRange [0 1 2 3]"), 40), once...), signed.Broken, nil, signed.WhyRange},
		{"the name alone", []byte("%PDF-1.7 /ByteRange /ByteRange"), none, nil, 0},
		{"an entry put into what was signed", bytes.Replace(once, []byte("%%EOF"), []byte("%/Encrypt 1 0 R\n%%EOF"), 1), signed.Broken, nil, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			v := signed.Verify(x.pdf, nil)
			if v.State != x.want {
				t.Errorf("state %d, want %d: %+v", v.State, x.want, v)
			}
			if x.each != nil {
				for i, s := range v.Signature {
					if i >= len(x.each) || s.State != x.each[i] {
						t.Errorf("signature %d: %+v, want %v", i, s, x.each)
					}
				}
				if len(v.Signature) != len(x.each) {
					t.Errorf("%d signatures", len(v.Signature))
				}
			}
			if x.why != 0 && v.Signature[0].Why != x.why {
				t.Errorf("why %d, want %d", v.Signature[0].Why, x.why)
			}
		})
	}
}

// Who signed, when, and whether the issuer is one that the network trusts. Without such an issuer nothing is said of it.
func TestVerifiedNames(t *testing.T) {
	s := newSigning(t)
	paper := plain(t)
	one := func(h how) signed.Signature {
		t.Helper()
		v := signed.Verify(s.sign(t, paper, h), s.roots())
		if len(v.Signature) != 1 || v.State != signed.Intact {
			t.Fatalf("%+v", v)
		}
		return v.Signature[0]
	}
	got := one(how{stamp: true})
	if got.Signer != "署名 太郎（試験株式会社）" || got.Issuer != "試験認証局（試験株式会社）" || got.Authority != "試験タイムスタンプ局（試験株式会社）" ||
		!got.Stamped.Equal(signedAt.Add(time.Minute)) || got.BadStamp || !got.IsTrusted || got.Root != got.Issuer {
		t.Errorf("%+v", got)
	}
	if got := one(how{stamp: true, stampOn: []byte("another")}); !got.BadStamp || !got.Stamped.IsZero() || got.Authority != "" {
		t.Errorf("a time stamp on something else is taken: %+v", got)
	}
	if v := signed.Verify(s.sign(t, paper, how{}), newSigning(t).roots()); v.Signature[0].IsTrusted {
		t.Errorf("another CA of the same name is taken for the trusted one: %+v", v)
	}
	if v := signed.Verify(s.sign(t, paper, how{}), nil); v.Signature[0].IsTrusted || v.Signature[0].Root != "" {
		t.Errorf("trusted without roots: %+v", v)
	}
	if got := one(how{bare: true}); !got.Claimed.Equal(signedAt) || !got.IsTrusted {
		t.Errorf("the time of the dictionary: %+v", got)
	}
	if got := one(how{bare: true, noTime: true}); !got.Claimed.IsZero() || got.IsTrusted {
		t.Errorf("a time from nowhere: %+v", got)
	}
	// The certificate had ended by the time that the signer claims: intact all the same, and not trusted.
	s.leaf = s.certificate(t, "署名 太郎", s.key, s.ca, signedAt.AddDate(0, -1, 0), 0)
	if got := one(how{}); got.IsTrusted || !got.NotAfter.Equal(signedAt.AddDate(0, -1, 0)) {
		t.Errorf("%+v", got)
	}
}

// A signature of another program is read, and the signed file opens elsewhere.
func TestSignatureOfOpenSSL(t *testing.T) {
	s := newSigning(t)
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	key, err := x509.MarshalPKCS8PrivateKey(s.key)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]*pem.Block{"key.pem": {Type: "PRIVATE KEY", Bytes: key},
		"leaf.pem": {Type: "CERTIFICATE", Bytes: s.leaf.Raw}, "ca.pem": {Type: "CERTIFICATE", Bytes: s.ca.Raw}} {
		if err := os.WriteFile(in(name), pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sign := func(covered []byte) []byte {
		t.Helper()
		if err := os.WriteFile(in("covered"), covered, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("openssl", "cms", "-sign", "-binary", "-cades", "-md", "sha384", "-in", in("covered"),
			"-signer", in("leaf.pem"),
			"-inkey", in("key.pem"), "-certfile", in("ca.pem"), "-outform", "DER", "-out", in("message")).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		b, err := os.ReadFile(in("message"))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	pdf := s.sign(t, plain(t), how{by: sign})
	if v := signed.Verify(pdf, s.roots()); v.State != signed.Intact || !v.Signature[0].IsTrusted || v.Signature[0].Claimed.IsZero() {
		t.Errorf("%+v", v)
	}
	if err := os.WriteFile(in("signed.pdf"), pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("pdftotext", in("signed.pdf"), "-").CombinedOutput(); err != nil || !strings.Contains(string(out), "約束") ||
		strings.Contains(string(out), "rror") {
		t.Errorf("the signed file does not open: %v %s", err, out)
	}
}

// Bytes that were changed at random are found wherever a signature covers them, and stop nothing elsewhere.
func TestVerifyAlteredBytes(t *testing.T) {
	s := newSigning(t)
	pdf := s.sign(t, plain(t), how{stamp: true})
	value := bytes.Index(pdf, []byte("/Contents <")) + len("/Contents <")
	next := rand.New(rand.NewPCG(1, 2))
	for i := range 600 {
		b := bytes.Clone(pdf)
		at := next.IntN(len(b))
		if i%2 == 0 {
			at = value + next.IntN(8_000) // in the message
		}
		b[at] ^= byte(1 + next.IntN(255))
		v := signed.Verify(b, s.roots())
		isCovered := at < value || at >= value+2*room
		if isCovered && v.State == signed.Intact || v.State == signed.Intact && !strings.HasPrefix(v.Signature[0].Signer, "署名 太郎") {
			t.Errorf("byte %d altered: %+v", at, v)
		}
		if i%20 == 0 {
			signed.Verify(pdf[:next.IntN(len(pdf))], nil)
		}
	}
	b := bytes.Clone(pdf)
	copy(b[value+2*room-8:], "deadbeef")
	if v := signed.Verify(b, nil); v.State != signed.Broken {
		t.Errorf("something is hidden behind the message: %+v", v)
	}
}

// FuzzVerify: whatever the bytes, there is an answer.
func FuzzVerify(f *testing.F) {
	s := newSigning(f)
	once := s.sign(f, plain(f), how{stamp: true})
	tail := once[bytes.Index(once, []byte("/Type /Sig"))-60:]
	f.Add([]byte("%PDF-1.7\n%%EOF"))
	f.Add(tail)
	f.Fuzz(func(t *testing.T, b []byte) {
		v := signed.Verify(b, nil)
		if v.State == signed.NoSignature && len(v.Signature) > 0 || v.State != signed.NoSignature && len(v.Signature) == 0 {
			t.Errorf("%+v", v)
		}
	})
}

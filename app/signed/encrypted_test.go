package signed_test

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
	"testing"

	"tsunagu/app/apptest"
)

// padding is what a password is filled up with (ISO 32000-1 7.6.3.3).
var padding = []byte("\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08" +
	"\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a")

func padded(password string) []byte { return append([]byte(password), padding...)[:32] }

func ciphered(t *testing.T, key, text []byte) []byte {
	t.Helper()
	c, err := rc4.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]byte, len(text))
	c.XORKeyStream(out, text)
	return out
}

// ciphered20 is the cipher of revision 3, by twenty keys made of one.
func ciphered20(t *testing.T, key, text []byte) []byte {
	t.Helper()
	for i := range 20 {
		k := bytes.Clone(key)
		for j := range k {
			k[j] ^= byte(i)
		}
		text = ciphered(t, k, text)
	}
	return text
}

func hashed(times int, parts ...[]byte) []byte {
	sum := md5.Sum(bytes.Join(parts, nil))
	for range times {
		sum = md5.Sum(sum[:])
	}
	return sum[:]
}

// encrypted is a PDF of one page, encrypted with 128 bits by the standard handler (revision 3), which opens with the user's password; with
// "" everybody opens it, and only what he may do with it is restricted.
func encrypted(t *testing.T, user, owner string) []byte {
	t.Helper()
	const permissions = -44
	id := hashed(0, []byte("a file"))
	rights := binary.LittleEndian.AppendUint32(nil, uint32(permissions&0xffffffff))
	o := ciphered20(t, hashed(50, padded(owner)), padded(user))
	key := hashed(50, padded(user), o, rights, id)
	u := append(ciphered20(t, key, hashed(0, padding, id)), make([]byte, 16)...)
	content := ciphered(t, hashed(0, key, []byte{4, 0, 0, 0, 0}), []byte("BT /F1 24 Tf 60 700 Td (secret) Tj ET"))
	var b bytes.Buffer
	b.WriteString("%PDF-1.6\n")
	var at []int
	for i, object := range []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
		fmt.Sprintf("<</Filter/Standard/V 2/R 3/Length 128/P %d/O<%x>/U<%x>>>", permissions, o, u)} {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R/Encrypt 6 0 R/ID[<%x><%x>]>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, id, id, xref)
	return b.Bytes()
}

// A PDF that is encrypted with a password is refused with what it is and what to do, and nothing of it is kept. One that only restricts
// what may be done with it opens for everybody, and is taken.
func TestEncryptedCopyIsRefused(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	paper := drafted(w.FinA, "sellerBusinessId", w.Listing, "sample-37-2")
	pdf := encrypted(t, "himitsu", "owner")
	if bytes.Contains(pdf, []byte("(secret)")) {
		t.Fatal("the page is not encrypted")
	}
	lines := w.Count("SELECT count(*) FROM audit")
	for range 2 { // nothing of the first attempt changes the second
		recorded(w.FinA, paper, pdf, nil).Want(422).Has("パスワードのかかったPDFです。").Has("二人目の担当者が開けないため").
			Has("パスワードのないPDFを受け取ってください。").HasNot("himitsu")
	}
	kept := func() int {
		return w.Count("SELECT count(*) FROM signed_copy") + w.Count("SELECT count(*) FROM file WHERE name = '委任状の控え.pdf'")
	}
	if n, more := kept(), w.Count("SELECT count(*) FROM audit WHERE event LIKE 'signed%'"); n != 0 || more != 0 ||
		w.Count("SELECT count(*) FROM audit") != lines {
		t.Errorf("%d rows and %d lines of what was refused", n, more)
	}
	idOfCopy(recorded(w.FinA, paper, encrypted(t, "", "owner"), nil))
	if kept() != 2 {
		t.Errorf("%d rows of what opens for everybody", kept())
	}
}

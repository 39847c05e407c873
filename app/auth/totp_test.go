package auth

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The test vectors of RFC 6238 appendix B for SHA-1 have eight digits; the codes are the last six.
func TestCodesOfRFC6238(t *testing.T) {
	secret := []byte("12345678901234567890")
	for at, want := range map[int64]string{59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924",
		2000000000: "69279037", 20000000000: "65353130"} {
		if got := CodeAt(secret, time.Unix(at, 0)); got != want[2:] {
			t.Errorf("at %d: %s, want %s", at, got, want[2:])
		}
	}
}

func TestMatchCode(t *testing.T) {
	secret := []byte("12345678901234567890")
	at := time.Unix(1111111111, 0) // one second into its step
	step := stepOf(at)
	for drift, want := range map[int]bool{-90: false, -60: false, -30: true, 0: true, 30: true, 60: false, 90: false} {
		s, ok := MatchCode(secret, CodeAt(secret, at.Add(time.Duration(drift)*time.Second)), at, 0)
		if ok != want || ok && s != step+int64(drift/30) {
			t.Errorf("a clock that is %d s off: step %d, %v", drift, s-step, ok)
		}
	}
	code := CodeAt(secret, at)
	if _, ok := MatchCode(secret, code, at, step); ok {
		t.Error("a code was taken twice")
	}
	if _, ok := MatchCode(secret, CodeAt(secret, at.Add(-CodePeriod)), at, step); ok {
		t.Error("a code older than the last one was taken")
	}
	if _, ok := MatchCode(secret, CodeAt(secret, at.Add(CodePeriod)), at, step); !ok {
		t.Error("the code after the last one was not taken")
	}
	for _, typed := range []string{"", code[:5], code + "0", "0" + code, " " + code} {
		if _, ok := MatchCode(secret, typed, at, 0); ok {
			t.Errorf("%q was taken for %s", typed, code)
		}
	}
	if _, ok := MatchCode([]byte("another secret of 20"), code, at, 0); ok {
		t.Error("another telephone's code was taken")
	}
}

func TestCodeAddress(t *testing.T) {
	secret := []byte("12345678901234567890")
	if got := CodeKey(secret); got != "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ" {
		t.Errorf("key %q", got)
	}
	u, err := url.Parse(CodeAddress(secret, "東海 ネット:ワーク", "fin+1@a.example.jp"))
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	if u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/fin+1@a.example.jp" ||
		q.Get("secret") != strings.ReplaceAll(CodeKey(secret), " ", "") || q.Get("issuer") != "東海 ネット:ワーク" || strings.Contains(u.RawQuery, "+") {
		t.Errorf("%s", u)
	}
}

// The path draws a QR code: the three finder patterns are in its corners.
func TestQR(t *testing.T) {
	size, path, err := QR(CodeAddress(NewCodeSecret(), strings.Repeat("東海事業承継", 6), "somebody.with.a.long.name@department.bank.example.jp"))
	if err != nil || size < 21 || !regexp.MustCompile(`^(M\d+ \d+h\d+v1h-\d+z)+$`).MatchString(path) {
		t.Fatalf("size %d, path %.80s, %v", size, path, err)
	}
	for _, corner := range []string{"M0 0h7v1", "M0 6h7v1"} {
		if !strings.Contains(path, corner) {
			t.Errorf("no finder at %s", corner)
		}
	}
	if _, _, err := QR(strings.Repeat("x", 5000)); err == nil {
		t.Error("more than fits was drawn")
	}
}

func TestRecoveryCodes(t *testing.T) {
	k, seen := testKeys(t), map[string]bool{}
	for range 200 {
		c := NewRecoveryCode()
		if !regexp.MustCompile(`^\d{4}-\d{4}-\d{4}$`).MatchString(c) || seen[c] {
			t.Fatalf("code %q", c)
		}
		seen[c] = true
	}
	h := k.HashRecoveryCode("u1", "1234-5678-9012")
	if h != k.HashRecoveryCode("u1", "１２３４　５６７８ 9012") {
		t.Error("what people type does not fit")
	}
	if h == k.HashRecoveryCode("u2", "1234-5678-9012") || h == testKeys(t).HashRecoveryCode("u1", "1234-5678-9012") {
		t.Error("a code is not bound to its user and the key file")
	}
}
